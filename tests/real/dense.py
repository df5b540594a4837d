"""Other dense models than the traced hybrid: what Megatron Bridge's providers build, with ART's default adapters.

They are small, on the meta device, without wrappers and not compiled; the chunk list is the language model alone.
"""

import contextlib
import dataclasses
import os
import unittest.mock

import shim  # noqa: F401  isort: skip  (first: it makes the frameworks importable)
import models
import torch
from values import named, value

_TARGETS = ("q_proj", "k_proj", "v_proj", "o_proj", *models.MLP_TARGETS)

_SETTINGS = {
    "num_layers": 2,
    "hidden_size": 1024,
    "ffn_hidden_size": 2816,
    "num_attention_heads": 8,
    "num_query_groups": 4,
    "vocab_size": 1024,
    "params_dtype": torch.bfloat16,
    "bf16": True,
    "init_model_with_meta_device": True,
    "perform_initialization": False,
    "gradient_accumulation_fusion": False,
}

# What Bridge's plain provider leaves open; a provider of one architecture has its own.
_LLAMA_LIKE = {
    "normalization": "RMSNorm",
    "activation_func": torch.nn.functional.silu,
    "gated_linear_unit": True,
    "add_bias_linear": False,
    "bias_activation_fusion": True,
    "position_embedding_type": "rope",
}

_PROVIDERS = {
    "GPTModelProvider": ("megatron.bridge.models.gpt_provider.GPTModelProvider", _LLAMA_LIKE),
    "Gemma3ModelProvider": ("megatron.bridge.models.gemma.gemma3_provider.Gemma3ModelProvider", {}),
}


@dataclasses.dataclass(frozen=True)
class Dense:
    """What to build: a Llama-like model, unless a field says otherwise."""

    provider: str = "GPTModelProvider"
    adapters: bool = True
    settings: tuple = ()
    """Config fields that differ, as pairs of a name and a tagged text of `values.py`."""


@contextlib.contextmanager
def _own_environment():
    """Constructors leave settings of Transformer Engine in the environment, and refuse those that another model left there."""
    with unittest.mock.patch.dict(os.environ):
        for name in [name for name in os.environ if name.startswith("NVTE_") and name != "NVTE_PROJECT_BUILDING"]:
            del os.environ[name]
        yield


def _config(plan):
    """The provider that is the config of every module."""
    from megatron.core.process_groups_config import ProcessGroupCollection

    models.start_world()
    name, own = _PROVIDERS[plan.provider]
    settings = {field: value(text) for field, text in plan.settings}
    config = named(name)(**{**_SETTINGS, **own, **settings})
    config._pg_collection = ProcessGroupCollection.use_mpu_process_groups()
    return config


def build(plan=Dense()):
    """The model of a plan; nobody says anything about the run."""
    from art.megatron.model_support.handlers.default_dense import DEFAULT_DENSE_HANDLER

    with _own_environment():
        config = _config(plan)
        with models.as_if_on_cuda():
            config.finalize()
            gpt = config.provide(pre_process=True, post_process=True)
        gpt.requires_grad_(False)
        if plan.adapters:
            DEFAULT_DENSE_HANDLER.apply_lora_adapters([gpt], config, target_modules=list(_TARGETS), rank=8, alpha=32)
    return models.Model([gpt.train()], None, gpt=gpt, layers=config.num_layers)
