"""Edits of a module at its place: hooks, attributes, forwards, classes, children, parameters."""

import types

import foreign
import sites
import torch
import torch.nn.utils.prune
import values
from kinds import kind
from makers import made, meta_parameter

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
    "subclass-disguised": {"disguised": True},
    "raising": {"mixin": foreign.RaisingConfig},
}


def _variant(base, which):
    """A subclass of `base`, or the class of a dotted name. `raises-NAME`: one whose attribute NAME cannot be read."""
    if which.startswith("raises-"):
        return foreign.subclass(base, raises=which.removeprefix("raises-"))
    return foreign.subclass(base, **_VARIANTS[which]) if which in _VARIANTS else values.named(which)


@kind("class")
def change_class(place, which):
    """Gives the object another class: a subclass of its own, or the class of a dotted name."""
    # The class is changed past torch's own bookkeeping; instances of both have the same layout.
    object.__setattr__(place.object, "__class__", _variant(type(place.object), which))


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
    """Gives a container's elements as another kind of sequence; `change` drops some, adds one or turns them round."""
    items = list(place.object)
    items = {
        "": items,
        "fewer": items[:-1],
        "empty": [],
        "repeated": [*items, items[0]],
        "reversed": items[::-1],
        "none-entry": [*items, None],
        "namespace-entry": [*items, types.SimpleNamespace(mlp=items[0].mlp)],
        "linear-entry": [*items, torch.nn.Linear(1, 1, device="meta", dtype=torch.bfloat16)],
    }[change]
    place.remove()
    setattr(place.holder, place.name, values.sequence(sequence, items))


# ---- parameters ----


@kind("dtype")
def dtype(place, name):
    """Casts the object's own parameters, without storage."""
    for key, old in list(place.object._parameters.items()):
        if old is not None:
            place.object._parameters[key] = meta_parameter(*old.shape, dtype=getattr(torch, name))


@kind("shape")
def shape(place, name, *sizes):
    """Gives the adapter a tensor of this shape."""
    setattr(place.object, name, meta_parameter(*map(int, sizes)))


@kind("requires-grad")
def requires_grad(place):
    """Lets every parameter below the module be trained."""
    place.object.requires_grad_(True)


@kind("torch-util")
def torch_util(place, which):
    """Lets a utility of torch change the module; both of these install a forward pre-hook."""
    if which == "prune":
        torch.nn.utils.prune.identity(place.object, "weight")
    else:
        torch.nn.utils.weight_norm(place.object)
