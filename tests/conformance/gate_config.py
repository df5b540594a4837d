"""The conditions about configs, about recompute, and about what the caller says of the run."""

import torch
from gate_core import ABSENT, BLOCKED, MISSED, UNREADABLE, instance_or_none, is_module, read
from gate_values import equal, just, off, positive_int


def _is(wanted):
    """A requirement: this very object."""
    return lambda value: value is wanted


def _none_or_absent(value):
    """Whether a value is None, or not there."""
    return value is None or value is ABSENT


def _no_offset(value):
    """Whether an offset is zero, or not there."""
    return True if value is ABSENT else equal(value, 0.0)


LAYER = {
    "config/ffn-size": ("ffn_hidden_size", positive_int),
    "config/hidden-size": ("hidden_size", positive_int),
    "config/gated-linear-unit": ("gated_linear_unit", just(True)),
    "config/params-dtype-bf16": ("params_dtype", just(torch.bfloat16)),
    "config/no-linear-bias": ("add_bias_linear", just(False)),
    "config/no-sequence-parallel": ("sequence_parallel", just(False)),
    "config/fused-activation": ("bias_activation_fusion", just(True)),
    "config/no-te-activation": ("use_te_activation_func", just(False)),
    "config/no-cpu-offloading": ("cpu_offloading", just(False)),
    "config/no-cuda-graphs": ("cuda_graph_impl", just("none")),
    "config/tensor-parallel-one": ("tensor_model_parallel_size", just(1)),
    "config/pipeline-parallel-one": ("pipeline_model_parallel_size", just(1)),
    "config/no-fp8": ("fp8", off),
    "config/no-fp4": ("fp4", off),
    "config/activation-silu": ("activation_func", _is(torch.nn.functional.silu)),
    "config/no-activation-clamp": ("activation_func_clamp_value", _none_or_absent),
    "config/no-linear-offset": ("glu_linear_offset", _no_offset),
}

DECODER = {
    "checkpoint/params-dtype-bf16": ("params_dtype", _is(torch.bfloat16)),
    "checkpoint/recompute-full": ("recompute_granularity", just("full")),
    "checkpoint/recompute-uniform": ("recompute_method", just("uniform")),
    "checkpoint/recompute-one-layer": ("recompute_num_layers", just(1)),
    "checkpoint/no-distributed-saves": ("distribute_saved_activations", just(False)),
    "checkpoint/no-sequence-parallel": ("sequence_parallel", just(False)),
    "checkpoint/no-fp32-residual": ("fp32_residual_connection", just(False)),
    "checkpoint/no-cpu-offloading": ("cpu_offloading", just(False)),
    "checkpoint/no-cuda-graphs": ("cuda_graph_impl", just("none")),
    "checkpoint/no-fp8": ("fp8", off),
    "checkpoint/no-fp4": ("fp4", off),
}

CALLER = {
    "config/topology-tp1": ("tp", 1),
    "config/topology-cp2": ("cp", 2),
    "config/topology-pp1": ("pp", 1),
    "checkpoint/parameter-size-two": ("parameter_bytes", 2),
}


def _agrees(run):
    """A requirement: the hidden size that the caller gives; met where the caller gives none."""
    wanted = run.get("hidden_size")
    return lambda value: True if wanted is None else equal(value, wanted)


def judge_layers(view, verdicts, run):
    """Judges each layer's config. Returns the verdicts of `config/ffn-size`, layer by layer."""
    ffn = []
    for layer in view.layers:
        found = {}
        for condition, (name, met) in LAYER.items():
            found[condition] = verdicts.attribute(condition, layer.config, name, met)
        blocked = found["config/hidden-size"] in (MISSED, BLOCKED)
        verdicts.attribute("config/hidden-size-agrees", layer.config, "hidden_size", _agrees(run), blocked=blocked)
        ffn.append(found["config/ffn-size"])
    return ffn


def judge_caller(verdicts, run):
    """Judges what the caller says; what it does not say cannot be told."""
    for condition, (name, wanted) in CALLER.items():
        said = run.get(name)
        verdicts.fact(condition, None if said is None else equal(said, wanted))


MOST_LAYERS = 100
"""More than any model here has."""


def _length(value):
    """How many elements something has, ABSENT where it has no length; that of a text says nothing of layers."""
    if isinstance(value, str):
        return ABSENT
    try:
        return len(value)
    except TypeError:
        return ABSENT


def _could_be(others, length):
    """Whether this length, which is not known, could be what the others say."""
    return all(equal(other, length) is not False for other in others)


def _layer_count(view):
    """Whether the decoder has as many layers as it and its config say."""
    others = [read(view.decoder.value, "num_layers_per_pipeline_rank"), read(view.decoder_config.value, "num_layers")]
    if any(one is UNREADABLE for one in [*others, view.layer_list.value]):
        return None
    # A module tells its length even where it goes through its children in its own way.
    if view.is_sequence is None and not is_module(view.layer_list.value):
        return None if any(_could_be(others, length) for length in range(1, MOST_LAYERS)) else False
    length = _length(view.layer_list.value)
    met = [equal(other, length) for other in others]
    return None if None in met else all(met) and length > 0


def _first_parameter(chunk):
    """The first parameter of a chunk; None where it has none."""
    return next(chunk.parameters(), None) if is_module(chunk) else None


def judge_decoder(view, verdicts, run):
    """Judges the decoder's config and what its checkpointing stands on."""
    decoder, config = view.decoder, view.decoder_config
    verdicts.attribute("checkpoint/training-mode", decoder, "training", just(True))
    verdicts.fact("checkpoint/layer-count", _layer_count(view), blocked=_count_is_blocked(view))
    verdicts.attribute("checkpoint/hidden-size-agrees", config, "hidden_size", _agrees(run))
    for condition, (name, met) in DECODER.items():
        verdicts.attribute(condition, config, name, met)
    first = _first_parameter(view.chunk.value)
    no_decoder = view.decoder.value is ABSENT
    verdicts.fact("checkpoint/first-parameter-bf16", first is not None and first.dtype is torch.bfloat16, blocked=no_decoder)
    own = instance_or_none(decoder)
    methods = None if own is None else not own.keys() & {"_checkpointed_forward", "_get_layer"}
    verdicts.fact("checkpoint/decoder-methods-not-overridden", methods, blocked=decoder.failed and not own)


def _count_is_blocked(view):
    """Whether a number that the count needs is absent in a decoder that failed."""
    absent = [read(view.decoder.value, "num_layers_per_pipeline_rank"), view.layer_list.value]
    return view.decoder.failed and any(one is ABSENT for one in absent)
