"""The conditions about adapters, and the widths, which their ranks go into."""

import torch
from art.megatron.lora import LoRA, LoRASlotRef
from gate_core import ABSENT, BLOCKED, MATCHED, MISSED, UNDETERMINED, UNREADABLE, instance, read
from gate_values import equal

_CHAIN = ("lora/base-adapter-present", "lora/tensors-2d", "lora/shapes-agree", "lora/rank-range")


def adapters(layer):
    """The adapters of a layer, its own and those of added children; each object once."""
    return [module for module in layer.modules() if issubclass(type(module), LoRA)]


def _answers_itself(key):
    """Whether code of the model decides to what a key of the slots is equal."""
    return any(isinstance(part, str) and equal(part, "") is None for part in (key.kind, key.name))


def tensors(adapter, slot):
    """The two tensors that run under a slot; None where the adapter does not know the slot."""
    if slot is None:
        return read(adapter, "A_T"), read(adapter, "B_T")
    keys = read(adapter, "_slot_keys")
    if keys is UNREADABLE or not isinstance(keys, dict) or any(_answers_itself(key) for key in keys):
        return UNREADABLE, UNREADABLE  # the original raises, or code of the model decides
    key = keys.get(LoRASlotRef(*slot))
    if key is None:
        return None
    held = adapter._slot_modules[key]
    return read(held, "A_T"), read(held, "B_T")


def _both_present(first, second):
    """Whether both tensors are there."""
    return all(one is not ABSENT and one is not None for one in (first, second))


def _both_flat(first, second):
    """Whether both are tensors of two dimensions."""
    return all(isinstance(one, torch.Tensor) and one.dim() == 2 for one in (first, second))


def _one_rank(first, second):
    """Whether both tensors have one rank."""
    return first.shape[1] == second.shape[0]


def _rank_in_range(first, second):
    """Whether the rank is one that was priced."""
    return 1 <= first.shape[1] <= 256


def _judge_tensors(verdicts, both, failed):
    """Judges one adapter's tensors; each condition that is not met blocks those after it."""
    verdict = MATCHED
    for condition, met in zip(_CHAIN, (_both_present, _both_flat, _one_rank, _rank_in_range)):
        if verdict is not MATCHED:
            verdict = BLOCKED if verdict in (MISSED, BLOCKED) else UNDETERMINED
        elif any(one is UNREADABLE for one in both):
            verdict = UNDETERMINED
        elif failed and any(one is ABSENT for one in both):
            verdict = BLOCKED
        else:
            verdict = MATCHED if met(*both) else MISSED
        verdicts.note(condition, verdict)


def judge(view, verdicts, slots):
    """Judges every adapter of every layer, under the constructor's tensors and under each named slot."""
    for layer in view.layers:
        if layer.place.value is UNREADABLE:
            for condition in ("lora/exact-type", "lora/selector-not-overridden", *_CHAIN):
                verdicts.note(condition, UNDETERMINED)
        for adapter in adapters(layer):
            sites = [layer.sites[name] for name in ("gate_adapter", "up_adapter", "down_adapter")]
            typed = any(site.value is adapter and site.own_failed for site in sites)
            verdicts.fact("lora/exact-type", type(adapter) is LoRA, blocked=typed)
            selector = instance(adapter).keys() & {"_slot", "active_lora_tensors"}
            verdicts.fact("lora/selector-not-overridden", not selector)
            for slot in (None, *slots):
                both = tensors(adapter, slot)
                if both is not None:
                    _judge_tensors(verdicts, both, layer.place.failed)


def _rank_sum(layer, slot):
    """The sum of the ranks of a layer's adapters under a slot."""
    pairs = [tensors(adapter, slot) for adapter in adapters(layer)]
    return sum(pair[0].shape[1] for pair in pairs if pair is not None)


def widths(view, slots, formula):
    """The bytes a row of a model that matches: the maximum over the constructor's adapters and the named slots.

    `formula(f, h, r)` gives the pair of one run."""
    f = max(layer.config.value.ffn_hidden_size for layer in view.layers)
    h = max(layer.config.value.hidden_size for layer in view.layers)
    pairs = [formula(f, h, max(_rank_sum(layer, slot) for layer in view.layers)) for slot in (None, *slots)]
    return [max(pair) for pair in zip(*pairs)]
