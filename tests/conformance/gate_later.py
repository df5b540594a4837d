"""The conditions that the later profiles add."""

import torch
from art.megatron.gdn import operator
from gate_core import ABSENT, UNREADABLE, Place, instance, instance_or_none, is_module, read
from gate_forward import LAYER, MIXER, NORM, judge_hooks, judge_wrapper
from megatron.core.extensions.transformer_engine import TEFusedResidualRMSNorm, TERowParallelLinear
from megatron.core.fusions.fused_bias_dropout import get_bias_dropout_add
from megatron.core.ssm.gated_delta_net import GatedDeltaNet
from megatron.core.tensor_parallel.random import get_cuda_rng_tracker
from megatron.core.transformer.identity_op import IdentityFuncOp, IdentityOp

TRACED = ("torch.nn.", "transformer_engine.", "megatron.core.", "megatron.bridge.", "art.megatron.")
NORM_PACKAGES = ("torch.nn.", "transformer_engine.", "megatron.core.")
PROCESS_HOOKS = ("_global_forward_hooks", "_global_forward_pre_hooks", "_global_backward_hooks", "_global_backward_pre_hooks")


def _judged(view):
    """Every place that the later conditions look at, with the delegate that may stand in the instance dictionary there.

    A layer that cannot be read is among them; a mixer or a site that cannot is left to the conditions of its place."""
    yield view.decoder, None
    for layer in view.layers:
        yield layer.place, LAYER[1]
        for place, delegate in [(layer.mixer, MIXER[1]), *((site, None) for site in layer.sites.values())]:
            if place.value is not UNREADABLE:
                yield place, delegate
        for module in layer.descendants():
            yield Place(module, layer.place), NORM[1]
    for module in view.final_norm_modules() or [view.final_norm.value]:
        yield Place(module, view.decoder), NORM[1]


def _judge_class_forward(place, verdicts):
    """Judges where the forward of a class is defined; some generated code does not say."""
    defined = getattr(getattr(type(place.value), "forward", None), "__module__", None)
    verdicts.fact("forward/class-forward-traced", isinstance(defined, str) and defined.startswith(TRACED))


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
    for place, delegate in _judged(view):
        if place.value is UNREADABLE:
            verdicts.fact("forward/class-forward-traced", None)
            verdicts.fact("forward/no-shadowed-callables", None)
        elif is_module(place.value):
            _judge_class_forward(place, verdicts)
            verdicts.fact("forward/no-shadowed-callables", not _shadows(place.value, delegate))
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
    if place.value is UNREADABLE:
        verdicts.fact("layer/no-fused-residual-norm", None)
        verdicts.fact("layer/rng-tracker-stock", None)
    for module in layer.modules()[1:]:
        if module is not layer.mixer.value:
            verdicts.fact("layer/no-fused-residual-norm", not issubclass(type(module), TEFusedResidualRMSNorm))
        tracker = read(module, "get_rng_state_tracker")
        if issubclass(type(module), TERowParallelLinear) and tracker is not ABSENT:
            verdicts.fact("layer/rng-tracker-stock", None if tracker is UNREADABLE else tracker is get_cuda_rng_tracker)


def _judge_mixer(mixer, verdicts):
    """Judges what the newest profile asks of a mixer."""
    if mixer.value is UNREADABLE or type(mixer.value) is GatedDeltaNet:
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
    for place, _ in _judged(view):
        if place.value is UNREADABLE:
            verdicts.fact("forward/no-backward-hooks", None)
        elif is_module(place.value):
            verdicts.fact("forward/no-backward-hooks", _no_backward_hooks(place.value))
    hooks = [getattr(torch.nn.modules.module, name) for name in PROCESS_HOOKS]
    verdicts.fact("forward/no-process-hooks", not any(hooks))
    verdicts.fact("forward/gdn-trace-callbacks-unset", operator._GDN_TRACE_TOKEN_UID_HOOKS is None)
    for layer in view.layers:
        _judge_layer(layer, verdicts)
        _judge_mixer(layer.mixer, verdicts)
    # An instance forward is the business of `forward/decoder-no-override` alone.
    allowed, own = {"forward", "group_prefetch_offload_commit_async"}, instance_or_none(view.decoder)
    plain = None if own is None else {name for name, value in own.items() if callable(value)} <= allowed
    verdicts.fact("decoder/no-extra-callables", plain, blocked=view.decoder.failed and not own)
    verdicts.attribute(
        "decoder/final-norm-stock", view.decoder, "final_layernorm",
        lambda value: value is ABSENT or value is None or _stock_norm(value),
    )
