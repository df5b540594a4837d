"""Records of callables, relative to the object that holds them (ir/dialect.md, section 4)."""

import functools
import types
from dataclasses import dataclass

import torch

from . import names
from .text import cut_name, escape

_DELEGATE = "_torchdynamo_orig_callable"
_LONGEST_CHAIN = 64
_KINDS = {id(types.FunctionType): "function", id(types.MethodType): "method", id(functools.partial): "partial"}
for _builtin in (
    types.BuiltinFunctionType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
):
    _KINDS[id(_builtin)] = "builtin"


@dataclass(frozen=True, slots=True)
class CallableRecord:
    """One record F. `module` and `name` are escaped; `end` is the number of another record or None."""

    kind: str
    module: str
    name: str
    own: bool
    bound: str
    class_forward: bool
    end: int | None


def callable_kind(value):
    """The `kind` of a callable, by its type alone."""
    cls = type(value)
    if id(cls) in _KINDS:
        return _KINDS[id(cls)]
    if issubclass(cls, type):
        return "class"
    return "module" if issubclass(cls, torch.nn.Module) else "object"


def _names_of(value, kind):
    """`(module, qualified name)`, unescaped: of a function, builtin or class itself, of anything else its class."""
    if kind == "class":
        return names.class_names(value)
    if kind in ("function", "builtin"):
        return tuple(cut_name(names.exact(getattr(value, name, None))) for name in ("__module__", "__qualname__"))
    return names.class_names(type(value))


def class_forward(holder):
    """The `forward` of the class of `holder`, as a function where it is one; None where there is none."""
    try:
        return getattr(type(holder), "forward", None)
    except names.RAISED:
        return None


class Callables:
    """The records, each distinct one once, in the order in which they were first needed."""

    def __init__(self):
        self.records = []
        self._numbers = {}
        self._known = {}

    def number(self, value, holder):
        """The number of the record of `value` as a fact of `holder` (None: of no object)."""
        key = (id(value), id(type(holder))) if type(value) is types.FunctionType else None
        if key in self._known:
            return self._known[key][0]
        number = self._add(value, holder, self._end(value, holder))
        if key:
            self._known[key] = number, value
        return number

    def _end(self, value, holder):
        """The record at the end of the chain of delegates that dynamo leaves; None where there is no chain, or no end."""
        current = value
        for _ in range(_LONGEST_CHAIN + 1):
            try:
                current = getattr(current, _DELEGATE)
            except AttributeError:
                return None if current is value else self._add(current, holder, None)
            except names.RAISED:
                return None
        return None

    def _add(self, value, holder, end):
        """The number of the record, new or known."""
        kind = callable_kind(value)
        function = value.__func__ if kind == "method" else value
        module, name = _names_of(function, callable_kind(function))
        bound = ""
        if kind == "method":
            bound = "self" if holder is not None and value.__self__ is holder else "other"
        record = CallableRecord(
            kind=kind,
            module=escape(module),
            name=escape(name),
            own=names.is_own(function, module, name),
            bound=bound,
            class_forward=holder is not None and function is class_forward(holder),
            end=end,
        )
        number = self._numbers.setdefault(record, len(self.records))
        if number == len(self.records):
            self.records.append(record)
        return number
