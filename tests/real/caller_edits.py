"""Edits of what is no place of the model: the list of chunks, what the caller says about the run, the process."""

import foreign
import torch
import values
from kinds import kind


def _holder(**children):
    """A bare module with these children."""
    holder = torch.nn.Module()
    for name, child in children.items():
        holder.add_module(name, child)
    return holder


def _without_decoder(gpt):
    """The language model, its decoder taken away."""
    del gpt.decoder
    return gpt


def _module_none(chunk, gpt):
    """The chunk, with None under the name that wrappers use in the language model."""
    gpt.module = None
    return [chunk]


_CHUNKS = {
    "module-none": _module_none,
    "tuple": lambda chunk, gpt: (chunk,),
    "modulelist": lambda chunk, gpt: torch.nn.ModuleList([chunk]),
    "sequential": lambda chunk, gpt: torch.nn.Sequential(chunk),
    "empty": lambda chunk, gpt: [],
    "one": lambda chunk, gpt: chunk,
    "twice": lambda chunk, gpt: [chunk, chunk],
    "and-none": lambda chunk, gpt: [chunk, None],
    "only-none": lambda chunk, gpt: [None],
    "decoder": lambda chunk, gpt: [gpt.decoder],
    "holder": lambda chunk, gpt: [_holder(language_model=_holder(decoder=gpt.decoder))],
    "no-decoder": lambda chunk, gpt: [_holder(language_model=_without_decoder(gpt))],
    "no-preprocess": lambda chunk, gpt: [_holder(decoder=gpt.decoder)],
}


@kind("chunks are")
def chunks_are(model, which):
    """Hands the chunk over in another list, or another chunk."""
    (chunk,) = model.chunks
    model.chunks = _CHUNKS[which](chunk, model.gpt)


@kind("run set")
def run_set(model, name, text):
    """Changes what the caller says about the run."""
    model.run[name] = values.value(text)


@kind("run delete")
def run_delete(model, name):
    """Leaves one fact of the run unsaid."""
    del model.run[name]


@kind("run none")
def run_none(model):
    """Says nothing about the run."""
    model.run = None


@kind("run slot")
def run_slot(model, name, slot_kind="lora"):
    """Names a slot of the wave."""
    model.slots.append((slot_kind, name))


@kind("process hook")
def process_hook(model, which):
    """Registers a hook for every module of the process. Returns how to take it away."""
    register = {
        "forward": torch.nn.modules.module.register_module_forward_hook,
        "pre": torch.nn.modules.module.register_module_forward_pre_hook,
        "full-backward": torch.nn.modules.module.register_module_full_backward_hook,
        "full-backward-pre": torch.nn.modules.module.register_module_full_backward_pre_hook,
        "module-registration": torch.nn.modules.module.register_module_module_registration_hook,
        "parameter-registration": torch.nn.modules.module.register_module_parameter_registration_hook,
    }[which]
    return register(foreign.helper).remove


@kind("process patch")
def process_patch(model, path):
    """Replaces a method on its class, `pkg.Class.forward`, by a foreign one. Returns how to put it back."""
    owner, _, name = path.rpartition(".")
    cls = values.named(owner)
    own = vars(cls).get(name)
    setattr(cls, name, foreign.forward)
    return (lambda: setattr(cls, name, own)) if own is not None else (lambda: delattr(cls, name))


@kind("process global")
def process_global(model, path, text):
    """Sets a global of a Python module, `pkg.module.NAME`. Returns how to put it back."""
    owner, _, name = path.rpartition(".")
    module = values.named(owner)
    own = getattr(module, name)
    setattr(module, name, values.value(text))
    return lambda: setattr(module, name, own)
