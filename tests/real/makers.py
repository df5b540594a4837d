"""Modules that an edit puts into a model, each made by name for the place it goes to."""

import types

import shim  # noqa: F401  isort: skip  (first: it makes the frameworks importable)
import foreign
import models
import torch
import values
from art.megatron.lora import LoRA


def meta_parameter(*shape, dtype=torch.bfloat16):
    """A parameter without storage."""
    return torch.nn.Parameter(torch.empty(shape, device="meta", dtype=dtype))


def _adapter(rank):
    """Makes a maker of an adapter with this rank."""

    def make(place):
        return LoRA("extra", 2048, 2048, rank, 32.0, torch.bfloat16, torch.device("meta"))

    return make


def _norm(place):
    """A plain norm of torch."""
    return torch.nn.LayerNorm(128, device="meta", dtype=torch.bfloat16)


def _wrapped_norm(delegate):
    """Makes a maker of a plain norm behind ART's norm wrapper."""

    def make(place):
        norm = _norm(place)
        function, name = values.WRAPPERS["norm-wrapper"]
        setattr(norm, name, values.callable_for(delegate, norm))
        norm.forward = types.MethodType(function, norm)
        return norm

    return make


def _hooked_norm(place):
    """A plain norm with a forward hook."""
    norm = _norm(place)
    norm.register_forward_hook(foreign.helper)
    return norm


def _overridden_norm(place):
    """A plain norm with a foreign instance forward."""
    norm = _norm(place)
    norm.forward = values.callable_for("foreign-bound", norm)
    return norm


def _framework_linear(name):
    """Makes a maker of one of Megatron's linears over Transformer Engine, of the width of the linear it replaces."""

    def make(place):
        from megatron.core.extensions import transformer_engine

        old, config = place.object, place.model.gpt.config
        outputs, inputs = old.weight.shape
        kind = getattr(transformer_engine, name)
        options = {"config": config, "init_method": config.init_method, "bias": False, "skip_bias_add": False}
        options |= {"is_expert": False, "gather_output": False} if "Column" in name else {}
        options |= {"is_expert": False, "input_is_parallel": True} if "Row" in name else {}
        options |= {"parallel_mode": None, "skip_weight_param_allocation": False} if name == "TELinear" else {}
        with models.as_if_on_cuda():
            return kind(inputs, outputs, **options).train()

    return make


def _fused_residual_norm(place):
    """Megatron's norm that also carries the residual."""
    from megatron.core.extensions.transformer_engine import TEFusedResidualRMSNorm

    return TEFusedResidualRMSNorm(128, eps=1e-6, device="meta", dtype=torch.bfloat16)


def _core_column(place):
    """Megatron's own column linear, of the width of the linear it replaces."""
    from megatron.core.tensor_parallel.layers import ColumnParallelLinear

    outputs, inputs = place.object.weight.shape
    config = place.model.gpt.config
    with models.as_if_on_cuda():
        return ColumnParallelLinear(inputs, outputs, config=config, init_method=config.init_method, bias=False).train()


def _fla_norm(place):
    """The norm of flash-linear-attention."""
    from fla.modules import RMSNorm

    return RMSNorm(8, device="meta")


def _identity_op(place):
    """Megatron's identity."""
    from megatron.core.transformer.identity_op import IdentityOp

    return IdentityOp()


def _precision_wrapper(place):
    """The object inside Megatron's precision wrapper."""
    from megatron.core.transformer.module import Float16Module

    with models.as_if_on_cuda():
        return Float16Module(place.model.gpt.config, place.object)


def _checkpoint_wrapper(place):
    """The object inside torch's checkpoint wrapper, which passes attribute reads on."""
    from torch.distributed.algorithms._checkpoint.checkpoint_wrapper import checkpoint_wrapper

    return checkpoint_wrapper(place.object)


MAKERS = {
    "none": lambda place: None,
    "identity": lambda place: torch.nn.Identity(),
    "identity-op": _identity_op,
    "linear": lambda place: torch.nn.Linear(1, 1, device="meta", dtype=torch.bfloat16),
    "dropout": lambda place: torch.nn.Dropout(0.1),
    "sequential": lambda place: torch.nn.Sequential(torch.nn.Identity(), torch.nn.Dropout(0.1)),
    "modulelist": lambda place: torch.nn.ModuleList([torch.nn.Identity(), torch.nn.Identity()]),
    "child-hooked": lambda place: torch.nn.Sequential(_hooked_norm(place)),
    "bare-module": lambda place: torch.nn.Module(),
    "foreign-module": lambda place: foreign.Block(),
    "foreign-deep": lambda place: torch.nn.Sequential(torch.nn.Sequential(foreign.Block())),
    "foreign-adapter": lambda place: foreign.Adapter(),
    "norm": _norm,
    "norm-foreign-class": lambda place: foreign.Norm(128, device="meta", dtype=torch.bfloat16),
    "norm-hooked": _hooked_norm,
    "norm-overridden": _overridden_norm,
    "norm-wrapped": _wrapped_norm("own-bound"),
    "norm-wrapped-foreign": _wrapped_norm("foreign-bound"),
    "fused-residual-norm": _fused_residual_norm,
    "adapter-8": _adapter(8),
    "adapter-32": _adapter(32),
    "adapter-512": _adapter(512),
    "te-column": _framework_linear("TEColumnParallelLinear"),
    "te-linear": _framework_linear("TELinear"),
    "compiled-identity": lambda place: torch.compile(torch.nn.Identity()),
    "compiled": lambda place: torch.compile(place.object),
    "precision-wrapper": _precision_wrapper,
    "checkpoint-wrapper": _checkpoint_wrapper,
    "data-parallel": lambda place: torch.nn.DataParallel(place.object),
    "data-parallel-identity": lambda place: torch.nn.DataParallel(torch.nn.Identity()),
    "transformer-encoder": lambda place: torch.nn.TransformerEncoderLayer(8, 2, 16, device="meta"),
    "graph-module": lambda place: torch.fx.symbolic_trace(torch.nn.Linear(1, 1)),
    "script-module": lambda place: torch.jit.script(torch.nn.Linear(1, 1)),
    "quantize-stub": lambda place: torch.ao.quantization.QuantStub(),
    "fla-norm": _fla_norm,
    "core-column": _core_column,
    "plain-model": lambda place: foreign.Plain(),
    "moe": lambda place: models.moe_layer(place.model.gpt),
}


def made(name, place):
    """The module of a name, made for a place."""
    return MAKERS[name](place)
