"""Edits of live models, as lines of text: `SITE KIND ARGUMENT...`.

    fc1 hook forward
    layer_attn delegate foreign-bound
    config set fp8 str:hybrid
    core_attention swap norm-hooked

SITE is a name of `sites.py`, or `chunks`, `run` and `process` for what is no place of the model. KIND is a function of this
file with the mark `@kind`; its arguments are words. Values are tagged texts of `values.py`. An edit is made on the live
objects, in place. `apply()` also returns how to undo what an edit did outside the model.
"""

import contextlib
import copy
import types

import foreign
import models
import sites
import torch
import torch.nn.utils.prune
import values
from art.megatron.lora import LoRASlot, LoRASlotRef
from makers import made

KINDS = {}
MODEL_KINDS = {}


def kind(name, table=KINDS):
    """Registers an edit of one place."""

    def register(function):
        table[name] = function
        return function

    return register


def apply(model, lines):
    """Makes the edits of some lines on a model, in order. Returns a context whose exit undoes changes of the process."""
    undo = contextlib.ExitStack()
    for line in lines:
        site, name, *arguments = line.split()
        if site in ("chunks", "run", "process"):
            undone = MODEL_KINDS[f"{site} {name}"](model, *arguments)
            if undone:
                undo.callback(undone)
            continue
        for place in sites.places(model, site):
            KINDS[name](place, *arguments)
    return undo


# ---- hooks ----

_HOOKS = {
    "forward": lambda module: module.register_forward_hook(foreign.helper),
    "forward-prepend": lambda module: module.register_forward_hook(foreign.helper, prepend=True),
    "forward-kwargs": lambda module: module.register_forward_hook(foreign.helper, with_kwargs=True),
    "forward-always": lambda module: module.register_forward_hook(foreign.helper, always_call=True),
    "forward-removed": lambda module: module.register_forward_hook(foreign.helper).remove(),
    "pre": lambda module: module.register_forward_pre_hook(foreign.helper),
    "pre-kwargs": lambda module: module.register_forward_pre_hook(foreign.helper, with_kwargs=True),
    "full-backward": lambda module: module.register_full_backward_hook(foreign.helper),
    "full-backward-pre": lambda module: module.register_full_backward_pre_hook(foreign.helper),
    "backward-legacy": lambda module: module.register_backward_hook(foreign.helper),
    "state-dict": lambda module: module.register_state_dict_post_hook(foreign.helper),
    "state-dict-pre": lambda module: module.register_state_dict_pre_hook(foreign.helper),
    "load-pre": lambda module: module.register_load_state_dict_pre_hook(foreign.helper),
    "load-post": lambda module: module.register_load_state_dict_post_hook(foreign.helper),
}


@kind("hook")
def hook(place, which):
    """Registers a hook on the module."""
    _HOOKS[which](place.object)


# ---- attributes ----


@kind("set")
def set_attribute(place, name, text):
    """Sets an attribute, in place of whatever stood there."""
    if isinstance(place.object, torch.nn.Module):
        sites.assign(place.object, name, values.value(text))
    else:
        setattr(place.object, name, values.value(text))


@kind("put")
def put(place, name, text):
    """Puts an entry into the object's instance dictionary, past any `__setattr__`."""
    vars(place.object)[name] = values.value(text)


@kind("delete")
def delete(place, name=None):
    """Deletes an attribute of the object, or the object itself from what holds it."""
    if name:
        delattr(place.object, name)
    else:
        place.remove()


# ---- forwards, delegates, classes ----


@kind("forward")
def forward(place, which):
    """Sets the instance's forward."""
    vars(place.object)["forward"] = values.callable_for(which, place.object)


@kind("forward-as")
def forward_as(place, name, which):
    """Puts what a forward could be under another name of the instance."""
    vars(place.object)[name] = values.callable_for(which, place.object)


@kind("delegate")
def delegate(place, wrapper, which):
    """Sets the delegate that a wrapper calls."""
    vars(place.object)[values.WRAPPERS[wrapper][1]] = values.callable_for(which, place.object)


@kind("drop-delegates")
def drop_delegates(place):
    """Takes the instance's forward and every delegate away."""
    for name in ("forward", *(name for _, name in values.WRAPPERS.values())):
        vars(place.object).pop(name, None)


@kind("no-forward")
def no_forward(place):
    """Takes only the instance's forward away."""
    del vars(place.object)["forward"]


@kind("compile")
def compile_in_place(place):
    """Compiles the module in place."""
    place.object.compile()


_VARIANTS = {
    "subclass": {},
    "subclass-own-forward": {"own_forward": True},
    "subclass-same-name": {"same_name": True},
    "subclass-claims-torch": {"forward_module": "torch.nn"},
    "subclass-claims-lookalike": {"forward_module": "torch.nnx"},
    "subclass-claims-te": {"forward_module": "transformer_engine.fake"},
    "raising": {"mixin": foreign.RaisingConfig},
}


@kind("class")
def change_class(place, which):
    """Gives the object another class: a subclass of its own, or the class of a dotted name."""
    own = type(place.object)
    other = foreign.subclass(own, **_VARIANTS[which]) if which in _VARIANTS else values.named(which)
    # The class is changed past torch's own bookkeeping; instances of both have the same layout.
    object.__setattr__(place.object, "__class__", other)


# ---- children ----


@kind("swap")
def swap(place, maker):
    """Puts a new module in the object's place."""
    place.replace(made(maker, place))


@kind("add")
def add(place, name, maker):
    """Gives the object a further child."""
    place.object.add_module(name, made(maker, place))


@kind("swap-for")
def swap_for(place, site):
    """Puts the object of another site in this object's place."""
    (other,) = sites.places(place.model, site)
    place.replace(other.object)


@kind("exchange")
def exchange(place, site):
    """Exchanges the object with that of another site."""
    (other,) = sites.places(place.model, site)
    place.replace(other.object)
    other.replace(place.object)


@kind("elements")
def elements(place, sequence, change=""):
    """Gives a container's elements as another kind of sequence; `change` drops some or adds one."""
    items = list(place.object)
    items = {
        "": items,
        "fewer": items[:-1],
        "empty": [],
        "none-entry": [*items, None],
        "namespace-entry": [*items, types.SimpleNamespace(mlp=items[0].mlp)],
        "linear-entry": [*items, torch.nn.Linear(1, 1, device="meta", dtype=torch.bfloat16)],
    }[change]
    place.remove()
    setattr(place.holder, place.name, values.sequence(sequence, items))


# ---- adapters ----


def _meta(*shape, dtype=torch.bfloat16):
    """A parameter without storage."""
    return torch.nn.Parameter(torch.empty(shape, device="meta", dtype=dtype))


@kind("rank")
def rank(place, a, b=None):
    """Gives the adapter two tensors of this rank, or of two ranks that disagree."""
    lora = place.object
    lora.A_T = _meta(lora.in_features, int(a))
    lora.B_T = _meta(int(b or a), lora.out_features)


@kind("tensor-hook")
def tensor_hook(place, which):
    """Registers a hook on the adapter's first tensor."""
    place.object.A_T.requires_grad_(True)
    register = {"grad": "register_hook", "post-accumulate-grad": "register_post_accumulate_grad_hook"}[which]
    getattr(place.object.A_T, register)(foreign.helper)


@kind("shape")
def shape(place, name, *sizes):
    """Gives the adapter a tensor of this shape."""
    setattr(place.object, name, _meta(*map(int, sizes)))


@kind("transpose")
def transpose(place):
    """Gives both tensors of the adapter in the order of PEFT's files."""
    for name in ("A_T", "B_T"):
        setattr(place.object, name, _meta(*reversed(getattr(place.object, name).shape)))


@kind("dtype")
def dtype(place, name):
    """Casts the object's own parameters, without storage."""
    for key, old in list(place.object._parameters.items()):
        if old is not None:
            place.object._parameters[key] = _meta(*old.shape, dtype=getattr(torch, name))


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


@kind("torch-util")
def torch_util(place, which):
    """Lets a utility of torch change the module; both of these install a forward pre-hook."""
    if which == "prune":
        torch.nn.utils.prune.identity(place.object, "weight")
    else:
        torch.nn.utils.weight_norm(place.object)


@kind("requires-grad")
def requires_grad(place):
    """Lets every parameter below the module be trained."""
    place.object.requires_grad_(True)


@kind("drop-slot")
def drop_slot(place, name, slot_kind="lora"):
    """Takes a named slot away."""
    place.object._discard_lora_slot(LoRASlotRef(slot_kind, name))


# ---- configs ----


@kind("own-config")
def own_config(place, field, text):
    """Gives the object's MLP a config of its own: a copy with one field changed."""
    place.object.mlp.config = copy.copy(place.object.mlp.config)
    setattr(place.object.mlp.config, field, values.value(text))


@kind("copy-config")
def copy_config(place):
    """Gives the object an equal config of its own."""
    place.object.config = copy.copy(place.object.config)


@kind("bare-config")
def bare_config(place, without=None):
    """Gives the object's MLP a plain object as config, with every field, or every field but one."""
    fields = {key: field for key, field in vars(place.object.mlp.config).items() if key != without}
    place.object.mlp.config = type("Bare", (), {"__module__": "foreign"})()
    vars(place.object.mlp.config).update(fields)


@kind("config-dict")
def config_dict(place):
    """Gives the object's MLP a dictionary of the config's values as config."""
    place.object.mlp.config = dict(vars(place.object.mlp.config))


@kind("other-configs")
def other_configs(place, field, text):
    """Gives the decoder and each of its layers, but no MLP, a copy of the config with one field changed."""
    changed = copy.copy(place.object.config)
    setattr(changed, field, values.value(text))
    place.object.config = changed
    for layer in place.object.layers:
        layer.config = changed


@kind("unset")
def unset(place, field):
    """Deletes a field from the instance dictionary, so that the class's default shows."""
    del vars(place.object)[field]


# ---- what is no place of the model ----


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
    "one": lambda chunk, gpt: chunk,
    "twice": lambda chunk, gpt: [chunk, chunk],
    "and-none": lambda chunk, gpt: [chunk, None],
    "only-none": lambda chunk, gpt: [None],
    "decoder": lambda chunk, gpt: [gpt.decoder],
    "holder": lambda chunk, gpt: [_holder(language_model=_holder(decoder=gpt.decoder))],
    "no-decoder": lambda chunk, gpt: [_holder(language_model=_without_decoder(gpt))],
    "no-preprocess": lambda chunk, gpt: [_holder(decoder=gpt.decoder)],
}


@kind("chunks are", MODEL_KINDS)
def chunks_are(model, which):
    """Hands the chunk over in another list, or another chunk."""
    (chunk,) = model.chunks
    model.chunks = _CHUNKS[which](chunk, model.gpt)


@kind("run set", MODEL_KINDS)
def run_set(model, name, text):
    """Changes what the caller says about the run."""
    model.run[name] = values.value(text)


@kind("run delete", MODEL_KINDS)
def run_delete(model, name):
    """Leaves one fact of the run unsaid."""
    del model.run[name]


@kind("run none", MODEL_KINDS)
def run_none(model):
    """Says nothing about the run."""
    model.run = None


@kind("run slot", MODEL_KINDS)
def run_slot(model, name, slot_kind="lora"):
    """Names a slot of the wave."""
    model.slots.append((slot_kind, name))


@kind("process hook", MODEL_KINDS)
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


@kind("process patch", MODEL_KINDS)
def process_patch(model, path):
    """Replaces a method on its class, `pkg.Class.forward`, by a foreign one. Returns how to put it back."""
    owner, _, name = path.rpartition(".")
    cls = values.named(owner)
    own = vars(cls).get(name)
    setattr(cls, name, foreign.forward)
    return (lambda: setattr(cls, name, own)) if own is not None else (lambda: delattr(cls, name))


def build(plan, lines):
    """A model of a plan with the edits made; the caller closes the returned context after the export."""
    model = models.build(plan)
    return model, apply(model, lines)
