"""Builds the models whose exports are tested: genuine framework classes, on the meta device, in one process.

`build()` gives a `Model`: the list of chunks a planner would hold, and what the caller says about the run. Each step is the
frameworks' own code: Megatron Bridge's provider is the one shared config, Megatron Core builds the decoder from a layer
spec, ART adds the adapters, installs its instance forwards and compiles the layer delegates. No weight is allocated.
"""

import ast
import contextlib
import copy
import dataclasses
import importlib.util
import pathlib
import typing
import unittest.mock

import shim  # noqa: F401  isort: skip  (first: it makes the frameworks importable)
import torch
import torch.distributed
from art.megatron.lora import LoRA

MLP_TARGETS = ("gate_proj", "up_proj", "down_proj")
MIXER_TARGETS = ("q_proj", "k_proj", "v_proj", "o_proj", "in_proj_qkv", "in_proj_z", "out_proj")

# How a training run at two context-parallel ranks configures a dense model, small enough to read its export by eye.
_SETTINGS = {
    "num_attention_heads": 16,
    "num_query_groups": 4,
    "kv_channels": 256,
    "linear_num_key_heads": 16,
    "linear_num_value_heads": 32,
    "vocab_size": 1024,
    "params_dtype": torch.bfloat16,
    "bf16": True,
    "activation_func": torch.nn.functional.silu,
    "layernorm_epsilon": 1e-6,
    "share_embeddings_and_output_weights": False,
    "sequence_parallel": False,
    "recompute_granularity": "full",
    "recompute_method": "uniform",
    "recompute_num_layers": 1,
    "mtp_num_layers": None,
    # Needed to build without a GPU; no condition reads them.
    "init_model_with_meta_device": True,
    "perform_initialization": False,
    "gradient_accumulation_fusion": False,
}


def _tuples(value):
    """Lists as tuples, at any depth."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


@dataclasses.dataclass(frozen=True)
class Plan:
    """What to build: the traced hybrid, unless a field says otherwise."""

    mixers: str = "GGGA"
    """One letter a layer: G for a gated delta net, A for attention."""
    hidden: int = 2048
    ffn: int = 5632
    rank: int = 8
    targets: tuple = MIXER_TARGETS + MLP_TARGETS
    """The adapters' targets; none: the model has no adapter."""
    attention: str = "SelfAttention"
    """The class of the attention mixers: SelfAttention or Qwen3VLSelfAttention."""
    cp: int = 2
    wrappers: bool = True
    compiled: bool = True
    ddp: bool = True
    settings: tuple = ()
    """Further config fields, as pairs."""

    @classmethod
    def read(cls, fields):
        """The plan of a JSON object with the fields that differ from the traced hybrid."""
        return cls(**{name: _tuples(value) for name, value in fields.items()})

    def text(self):
        """The plan as one line: what differs from the traced hybrid."""
        changed = []
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value == field.default:
                continue
            if field.name == "settings":
                changed += [f"{name}={setting}" for name, setting in value]
            elif isinstance(value, tuple):
                changed.append(f"{field.name}={','.join(value) or 'none'}")
            else:
                changed.append(f"{field.name}={value}")
        return " ".join(["hybrid", *changed])


@dataclasses.dataclass
class Model:
    """A live model, as its caller holds it. Edits change it in place."""

    chunks: typing.Any
    run: dict | None
    slots: list = dataclasses.field(default_factory=list)
    gpt: typing.Any = None
    """The language model as it was built, whatever an edit does to the chunks."""
    layers: int = 4
    """How many decoder layers it was built with."""


@contextlib.contextmanager
def as_if_on_cuda():
    """Constructors ask for CUDA and put buffers on the current device: the answers are yes, and meta."""
    answers = {
        "torch.cuda.is_available": lambda: True,
        "torch.cuda.current_device": lambda: torch.device("meta"),
        "torch.cuda.get_device_capability": lambda *device: (9, 0),
        "torch.cuda.Stream": unittest.mock.MagicMock,
        "torch.cuda.Event": unittest.mock.MagicMock,
    }
    with contextlib.ExitStack() as stack:
        for name, answer in answers.items():
            stack.enter_context(unittest.mock.patch(name, answer))
        yield


def start_world():
    """One process as Megatron's whole world, with the random state tracker as a seeded run leaves it."""
    from megatron.core import parallel_state, tensor_parallel

    if torch.distributed.is_initialized():
        return
    torch.distributed.init_process_group("gloo", rank=0, world_size=1, store=torch.distributed.HashStore())
    parallel_state.initialize_model_parallel(create_gloo_process_groups=False)
    # A tracker that was never seeded leaves None where a real run has Megatron's function.
    tensor_parallel.get_cuda_rng_tracker()._is_initialized = True


def _config(plan):
    """The provider of Megatron Bridge that is the config of every module."""
    from megatron.bridge.models.qwen_vl.qwen35_vl_provider import Qwen35VLModelProvider
    from megatron.core.process_groups_config import ProcessGroupCollection

    start_world()
    own = {
        "num_layers": len(plan.mixers),
        "hidden_size": plan.hidden,
        "ffn_hidden_size": plan.ffn,
        "context_parallel_size": plan.cp,
        "linear_attention_freq": [int(letter == "G") for letter in plan.mixers],
    }
    config = Qwen35VLModelProvider(**{**_SETTINGS, **own, **dict(plan.settings)})
    config._pg_collection = ProcessGroupCollection.use_mpu_process_groups()
    config.transformer_layer_spec = lambda given, vp_stage=None: _layer_specs(given, vp_stage, plan)
    return config


def _layer_specs(config, vp_stage, plan):
    """Megatron's own spec of the block; in attention layers the mixer's class and core attention are as ART sets them."""
    from art.megatron.context_parallel.core_attention import ArtContextParallelCoreAttention
    from art.megatron.flex_attn.attention import FlexDotProductAttention
    from megatron.bridge.models.qwen_vl.modelling_qwen3_vl.attention import Qwen3VLSelfAttention
    from megatron.core.models.gpt import experimental_attention_variant_module_specs as specs
    from megatron.core.transformer.attention import SelfAttention

    mixer = {"SelfAttention": SelfAttention, "Qwen3VLSelfAttention": Qwen3VLSelfAttention}[plan.attention]
    block = specs.get_transformer_block_with_experimental_attention_variant_spec(config, vp_stage=vp_stage)
    for layer in block.layer_specs:
        attention = layer.submodules.self_attention
        if issubclass(attention.module, SelfAttention):
            attention.module = mixer
            attention.submodules.core_attention = (
                ArtContextParallelCoreAttention if plan.cp > 1 else FlexDotProductAttention
            )
    return block


def _language_model(config):
    """A constructed GPTModel."""
    with as_if_on_cuda():
        # Megatron refuses the delta net under context parallelism while it checks a config. ART hides the variant
        # during the check, and so does this.
        variant, config.experimental_attention_variant = config.experimental_attention_variant, None
        config.finalize()
        config.experimental_attention_variant = variant
        return config.provide_language_model()


def _add_adapters(gpt, config, plan):
    """Freezes the base weights and lets ART's handler wrap the targets."""
    from art.megatron.model_support.handlers.qwen3_5 import QWEN3_5_DENSE_HANDLER

    gpt.requires_grad_(False)
    QWEN3_5_DENSE_HANDLER.apply_lora_adapters(
        [gpt], config, target_modules=list(plan.targets), rank=plan.rank, alpha=32
    )


def _in_ddp(gpt, config):
    """The language model inside the precision wrapper inside the data-parallel wrapper."""
    from megatron.core.distributed import DistributedDataParallel, DistributedDataParallelConfig
    from megatron.core.transformer.module import Float16Module

    with as_if_on_cuda():
        return DistributedDataParallel(
            config=config, ddp_config=DistributedDataParallelConfig(), module=Float16Module(config, gpt)
        )


def _install_wrappers(chunks):
    """ART's instance forwards of mixers, norms and layers."""
    from art.megatron.model_support.handlers.qwen3_5 import QWEN3_5_DENSE_HANDLER

    QWEN3_5_DENSE_HANDLER.install_preprocess_patch(chunks)


def _training_compile(chunks):
    """ART's per-layer compile step. Its module imports more of ART than loads here, so the two functions that do the
    work are taken out of its source by name; they are ART's text, unchanged."""
    from megatron.core.transformer.transformer_layer import TransformerLayer

    folder = importlib.util.find_spec("art.megatron.training").submodule_search_locations[0]
    source = pathlib.Path(folder) / "compile.py"
    wanted = ("_set_child_module", "_compile_transformer_layers")
    tree = ast.parse(source.read_text(encoding="utf-8"))
    tree.body = [part for part in tree.body if isinstance(part, ast.FunctionDef) and part.name in wanted]
    names = {"torch": torch, "TransformerLayer": TransformerLayer, "cast": typing.cast, "Any": typing.Any}
    exec(compile(tree, source.name, "exec"), names)
    for chunk in chunks:
        names["_compile_transformer_layers"](chunk)


def build(plan=Plan()):
    """The model of a plan, in training mode, with the run facts of the traced run."""
    config = _config(plan)
    gpt = _language_model(config)
    if plan.targets:
        _add_adapters(gpt, config, plan)
    chunks = [_in_ddp(gpt, config) if plan.ddp else gpt]
    if plan.wrappers:
        _install_wrappers(chunks)
    if plan.compiled:
        _training_compile(chunks)
    for chunk in chunks:
        chunk.train()
    run = {"tp": 1, "cp": 2, "pp": 1, "hidden_size": plan.hidden, "parameter_bytes": 2}
    return Model(chunks, run, gpt=gpt, layers=len(plan.mixers))


def adapters(gpt):
    """Every adapter of a language model, with its path, in the order of the tree."""
    return [(name, module) for name, module in gpt.named_modules() if isinstance(module, LoRA)]


def moe_layer(gpt):
    """A genuine mixture-of-experts layer with four experts. Its config is a copy of the model's with experts in it."""
    from megatron.core.models.gpt.moe_module_specs import get_moe_module_spec
    from megatron.core.transformer.spec_utils import build_module

    config = copy.copy(gpt.config)
    config.num_moe_experts = 4
    config.moe_router_topk = 2
    config.moe_ffn_hidden_size = 512
    config.moe_grouped_gemm = True
    config.moe_token_dispatcher_type = "alltoall"
    spec = get_moe_module_spec(use_te=True, num_experts=config.num_moe_experts, moe_grouped_gemm=True)
    with as_if_on_cuda():
        return build_module(spec, config=config, layer_number=1, pg_collection=config._pg_collection).train()
