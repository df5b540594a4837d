"""The conditions that the later profiles add."""

import torch
from art.megatron.gdn import operator
from gate_core import ABSENT, UNREADABLE, Place, instance, is_module, read
from gate_forward import LAYER, MIXER, NORM, judge_hooks, judge_wrapper
from megatron.core.extensions.transformer_engine import TEFusedResidualRMSNorm, TERowParallelLinear
from megatron.core.fusions.fused_bias_dropout import get_bias_dropout_add
from megatron.core.ssm.gated_delta_net import GatedDeltaNet
from megatron.core.tensor_parallel.random import get_cuda_rng_tracker
from megatron.core.transformer.identity_op import IdentityFuncOp, IdentityOp

TRACED = ("torch.nn.", "transformer_engine.", "megatron.core.", "megatron.bridge.", "art.megatron.")
NORM_PACKAGES = ("torch.nn.", "transformer_engine.", "megatron.core.")
PROCESS_HOOKS = ("_global_forward_hooks", "_global_forward_pre_hooks", "_global_backward_hooks", "_global_backward_pre_hooks")


def _judged_modules(view):
    """Every module that the later conditions look at, with the delegate that may stand in its instance dictionary."""
    yield view.decoder.value, None
    for layer in view.layers:
        yield layer.place.value, LAYER[1]
        yield layer.mixer.value, MIXER[1]
        for site in layer.sites.values():
            yield site.value, None
        for module in layer.descendants():
            yield module, NORM[1]
    for module in view.final_norm_modules():
        yield module, NORM[1]


def _forward_module(module):
    """The module in which the forward of an object's class is defined."""
    return getattr(getattr(type(module), "forward", None), "__module__", None) or ""


def _shadows(module, delegate):
    """The names under which the instance dictionary hides a callable of the class."""
    allowed = ("forward", delegate)
    names = [name for name, value in instance(module).items() if callable(value) and name not in allowed]
    return [name for name in names if callable(getattr(type(module), name, None))]


def _judge_final_norm(norm, verdicts, modules):
    """Judges the final norm and what is below it. A None is no norm; what is no module cannot be told plain."""
    if norm.value is UNREADABLE:
        for name in ("no-hooks", "wrapper", "delegate"):
            verdicts.fact(f"forward/final-norm-{name}", None)
    elif norm.value is not ABSENT and norm.value is not None and not is_module(norm.value):
        verdicts.fact("forward/final-norm-wrapper", False)
    for module in modules:
        judge_hooks(verdicts, "forward/final-norm-no-hooks", Place(module))
        judge_wrapper(verdicts, "forward/final-norm", Place(module), NORM, blocked=False)


def judge_later(view, verdicts):
    """Judges what `dense-cp2-later` adds."""
    for module, delegate in _judged_modules(view):
        if is_module(module):
            verdicts.fact("forward/class-forward-traced", _forward_module(module).startswith(TRACED))
            verdicts.fact("forward/no-shadowed-callables", not _shadows(module, delegate))
    _judge_final_norm(view.final_norm, verdicts, view.final_norm_modules())


def _is(wanted):
    """A requirement: this very object."""
    return lambda value: value is wanted


def _stock_norm(value):
    """Whether a class is a norm of Transformer Engine, Megatron or torch, by its name."""
    return type(value).__module__.startswith(NORM_PACKAGES) and "Norm" in type(value).__name__


def _judge_layer(layer, verdicts):
    """Judges what the newest profile asks of a layer."""
    place = layer.place
    verdicts.attribute("layer/mlp-bda-stock", place, "mlp_bda", _is(get_bias_dropout_add))
    verdicts.attribute("layer/self-attn-bda-stock", place, "self_attn_bda", _is(get_bias_dropout_add))
    verdicts.attribute("layer/cross-attn-bda-identity", place, "cross_attn_bda", lambda value: type(value) is IdentityFuncOp)
    verdicts.attribute("layer/cross-attention-identity", place, "cross_attention", lambda value: type(value) is IdentityOp)
    verdicts.attribute("layer/bda-grad-context", place, "bias_dropout_add_exec_handler", _is(torch.enable_grad))
    verdicts.attribute("layer/no-cudagraph-manager", place, "cudagraph_manager", _is(ABSENT))
    for name in ("input_layernorm", "pre_cross_attn_layernorm", "pre_mlp_layernorm"):
        verdicts.attribute(
            "layer/norms-stock", place, name, lambda value: value is ABSENT or type(value) is IdentityOp or _stock_norm(value)
        )
    for module in layer.modules()[1:]:
        if module is not layer.mixer.value:
            verdicts.fact("layer/no-fused-residual-norm", not issubclass(type(module), TEFusedResidualRMSNorm))
        tracker = read(module, "get_rng_state_tracker")
        if issubclass(type(module), TERowParallelLinear) and tracker is not ABSENT:
            verdicts.fact("layer/rng-tracker-stock", None if tracker is UNREADABLE else tracker is get_cuda_rng_tracker)


def _judge_mixer(mixer, verdicts):
    """Judges what the newest profile asks of a mixer."""
    if issubclass(type(mixer.value), GatedDeltaNet):
        verdicts.attribute("mixer/gdn-activation-silu", mixer, "act_fn", _is(torch.nn.functional.silu))
    for name in ("in_proj", "out_norm", "out_proj", "linear_proj"):
        verdicts.attribute(
            "mixer/projections-are-modules", mixer, name, lambda value: value is ABSENT or is_module(value)
        )


def _no_backward_hooks(module):
    """Whether nothing listens to a module's backward."""
    return not module._backward_hooks and not module._backward_pre_hooks


def judge_newest(view, verdicts):
    """Judges what `dense-cp2-newest` adds."""
    for module, _ in _judged_modules(view):
        if is_module(module):
            verdicts.fact("forward/no-backward-hooks", _no_backward_hooks(module))
    hooks = [getattr(torch.nn.modules.module, name) for name in PROCESS_HOOKS]
    verdicts.fact("forward/no-process-hooks", not any(hooks))
    verdicts.fact("forward/gdn-trace-callbacks-unset", operator._GDN_TRACE_TOKEN_UID_HOOKS is None)
    for layer in view.layers:
        _judge_layer(layer, verdicts)
        _judge_mixer(layer.mixer, verdicts)
    # An instance forward is the business of `forward/decoder-no-override` alone.
    callables = {name for name, value in instance(view.decoder.value).items() if callable(value)} - {"forward"}
    blocked = view.decoder.failed and not instance(view.decoder.value)
    verdicts.fact("decoder/no-extra-callables", callables <= {"group_prefetch_offload_commit_async"}, blocked=blocked)
    verdicts.attribute(
        "decoder/final-norm-stock", view.decoder, "final_layernorm",
        lambda value: value is ABSENT or value is None or _stock_norm(value),
    )
