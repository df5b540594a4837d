"""Values and callables, written as text.

`value("bool:True")` reads the tagged texts of edits: they are those of the dialect as far as they go, and some more for what
a live model can hold. `callable_for("foreign-bound", module)` makes what an edit puts in the place of a forward.
"""

import collections
import enum
import functools
import importlib
import types

import shim  # noqa: F401  isort: skip  (first: it makes the frameworks importable)
import foreign
import numpy
import torch
from art.megatron.gdn import operator

WRAPPERS = {
    "layer-wrapper": (operator._gdn_island_layer_forward, "_art_gdn_island_physical_forward"),
    "mixer-wrapper": (operator._prefix_tree_forward, "_art_physical_forward"),
    "norm-wrapper": (operator._empty_safe_norm_forward, "_art_empty_safe_norm_physical_forward"),
}


class Int(int):
    """A subclass of int."""


class Str(str):
    """A subclass of str."""


class StrEnum(str, enum.Enum):
    """An enumeration of texts."""

    none = "none"


def named(path):
    """The object that a dotted name resolves to."""
    parts = path.split(".")
    for length in range(len(parts) - 1, 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return found
    raise LookupError(f"nothing is named '{path}'")


def _numpy(text):
    """A numpy scalar: `int64=2048`."""
    kind, _, number = text.partition("=")
    return getattr(numpy, kind)({"True": True, "False": False}.get(number, number))


def _generator(text):
    """An iterator that can be read once only."""
    return (item for item in ())


_READERS = {
    "none": lambda text: None,
    "bool": lambda text: {"True": True, "False": False}[text],
    "int": int,
    "float": float,
    "str": str,
    "dtype": lambda text: getattr(torch, text),
    "numpy": _numpy,
    "int-subclass": lambda text: Int(text),
    "str-subclass": lambda text: Str(text),
    "str-enum": lambda text: StrEnum(text),
    "tensor": lambda text: torch.tensor({"True": True, "False": False}.get(text, None) if text[0] in "TF" else float(text)),
    "list": lambda text: text.split(",") if text else [],
    "ints": lambda text: tuple(map(int, text.split(","))),
    "named": named,
    "function": lambda text: getattr(foreign, text or "helper"),
    "lambda": lambda text: lambda *args: None,
    "partial": lambda text: functools.partial(named(text) if text else foreign.helper),
    "object": lambda text: object(),
    "made": lambda text: named(text)(),
    "parameter": lambda text: torch.nn.Parameter(torch.empty(1, device="meta", dtype=torch.bfloat16)),
    "same-named-silu": lambda text: foreign.same_named(),
    "generator": _generator,
    "numpy-array": lambda text: numpy.zeros([int(size) for size in text.split(",")], dtype=numpy.float32),
    "meta": lambda text: torch.empty([int(size) for size in text.split(",")], device="meta", dtype=torch.bfloat16),
}


def value(text):
    """The value of a tagged text: `str:hybrid`, `named:torch.nn.functional.gelu`."""
    tag, _, rest = text.partition(":")
    if tag not in _READERS:
        raise LookupError(f"no value has the tag '{tag}'; known: {', '.join(sorted(_READERS))}")
    return _READERS[tag](rest)


def _behind_dynamo(inner, depth):
    """A function that carries `inner` as `torch.compile` leaves it behind, `depth` times over."""
    for _ in range(depth):

        def compiled(*args, **kwargs):
            raise RuntimeError("a stand-in for a compiled function was called")

        compiled._torchdynamo_orig_callable = inner
        inner = compiled
    return inner


def _bound(function):
    """Makes a maker that binds `function` to the module."""
    return lambda module: types.MethodType(function, module)


def _own(module):
    """The forward of the module's class, bound to the module."""
    return types.MethodType(type(module).forward, module)


def _of_another(module):
    """The forward of the module's class, bound to another module."""
    return types.MethodType(type(module).forward, torch.nn.Identity())


_CALLABLES = {
    "none": lambda module: None,
    "non-callable": lambda module: 0,
    "own-bound": _own,
    "foreign-bound": _bound(foreign.forward),
    "other-module": _of_another,
    "class-function": lambda module: type(module).forward,
    "lambda": lambda module: lambda *args, **kwargs: None,
    "partial": lambda module: functools.partial(_own(module)),
    "object": lambda module: foreign.Caller(),
    "compiled": lambda module: torch.compile(_own(module)),
    "compiled-foreign": lambda module: torch.compile(types.MethodType(foreign.forward, module)),
    "disabled": lambda module: torch.compiler.disable(_own(module)),
    "dynamo1": lambda module: _behind_dynamo(_own(module), 1),
    "dynamo2": lambda module: _behind_dynamo(_own(module), 2),
    "dynamo1-foreign": lambda module: _behind_dynamo(types.MethodType(foreign.forward, module), 1),
    "dynamo2-foreign": lambda module: _behind_dynamo(types.MethodType(foreign.forward, module), 2),
    "wrapper-itself": lambda module: vars(module)["forward"],
    "optimized-module": lambda module: torch.compile(torch.nn.Identity()),
    "around-old-forward": lambda module: functools.partial(foreign.forward, _own(module)),
    "own-helper": lambda module: types.MethodType(type(module)._forward_mlp, module),
    "undecorated-wrapper": lambda module: types.MethodType(
        WRAPPERS["mixer-wrapper"][0]._torchdynamo_orig_callable, module
    ),
    **{name: _bound(function) for name, (function, _) in WRAPPERS.items()},
}
def callable_for(kind, module):
    """What an edit puts where a forward or a delegate of `module` stands."""
    return _CALLABLES[kind](module)


def sequence(kind, items):
    """The items as another kind of sequence."""
    makers = {
        "list": list,
        "tuple": tuple,
        "set": set,
        "deque": collections.deque,
        "dict": lambda given: {str(number): item for number, item in enumerate(given)},
        "modulelist": torch.nn.ModuleList,
        "sequential": lambda given: torch.nn.Sequential(*given),
        "moduledict": lambda given: torch.nn.ModuleDict({str(number): item for number, item in enumerate(given)}),
        "generator": lambda given: (item for item in given),
        "own-list": foreign.OwnList,
    }
    return makers[kind](items)
