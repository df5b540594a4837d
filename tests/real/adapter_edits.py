"""Edits of adapters: ranks, tensors and named slots."""

import shim  # noqa: F401  isort: skip  (first: it makes the frameworks importable)
import foreign
import numpy
import torch
import values
from art.megatron.lora import LoRASlot, LoRASlotRef
from kinds import kind
from makers import meta_parameter


@kind("rank")
def rank(place, a, b=None):
    """Gives the adapter two tensors of this rank, or of two ranks that disagree."""
    lora = place.object
    lora.A_T = meta_parameter(lora.in_features, int(a))
    lora.B_T = meta_parameter(int(b or a), lora.out_features)


@kind("tensor-hook")
def tensor_hook(place, which):
    """Registers a hook on the adapter's first tensor."""
    place.object.A_T.requires_grad_(True)
    register = {"grad": "register_hook", "post-accumulate-grad": "register_post_accumulate_grad_hook"}[which]
    getattr(place.object.A_T, register)(foreign.helper)


@kind("transpose")
def transpose(place):
    """Gives both tensors of the adapter in the order of PEFT's files."""
    for name in ("A_T", "B_T"):
        setattr(place.object, name, meta_parameter(*reversed(getattr(place.object, name).shape)))


@kind("slot")
def slot(place, name, a, b=None, slot_kind="lora"):
    """Loads a named slot of rank `a` into the adapter; `b` is another rank for its second tensor."""
    lora, reference = place.object, LoRASlotRef(slot_kind, name)
    key = lora._slot_keys.setdefault(reference, lora._next_slot_key())
    lora._slot_modules[key] = LoRASlot(
        ref=reference,
        a_t=torch.empty(lora.in_features, int(a), device="meta", dtype=torch.bfloat16),
        b_t=torch.empty(int(b or a), lora.out_features, device="meta", dtype=torch.bfloat16),
        alpha=32.0,
        a_template=lora.A_T,
        b_template=lora.B_T,
        requires_grad=True,
    )


_TEXTS = {"str-subclass": values.Str, "numpy": numpy.str_, "own": foreign.OwnText}


@kind("slot-as")
def slot_as(place, name, which, a):
    """The same, where kind and name are texts of another class than `str`."""
    slot(place, _TEXTS[which](name), a, slot_kind=_TEXTS[which]("lora"))


@kind("drop-slot")
def drop_slot(place, name, slot_kind="lora"):
    """Takes a named slot away."""
    place.object._discard_lora_slot(LoRASlotRef(slot_kind, name))
