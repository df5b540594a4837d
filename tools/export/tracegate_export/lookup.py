"""Reading attributes as `getattr` does, but from dictionaries wherever no code of the model could tell the difference.

Most classes of a model have no `__getattr__` or torch's own. For these a class is looked at once per set of names: which names it
answers with a descriptor (real `getattr`), which with a plain value, and which it leaves to the instance and its tables.
"""

import collections

import torch

from . import names

MISSING = object()
"""What a read gives where `getattr` raises AttributeError."""


class Unreadable:
    """What a read gives where `getattr` raises anything else: the exception's class."""

    __slots__ = ("error_class",)

    def __init__(self, error_class):
        self.error_class = error_class


_TABLES = ("_parameters", "_buffers", "_modules")
_PLAIN_TABLES = (id(dict), id(collections.OrderedDict))
_OBJECT_GETATTRIBUTE = object.__dict__["__getattribute__"]
_GETSET = type(type.__dict__["__dict__"])


def read(value, name):
    """What `getattr(value, name)` gives, MISSING or Unreadable."""
    try:
        return getattr(value, name)
    except AttributeError:
        return MISSING
    except names.RAISED as error:
        return Unreadable(type(error))


def read_nested(value, rest):
    """What reading on from `value` gives: `a.b` is attribute `b` of attribute `a`. What could not be read stays so."""
    for name in rest.split("."):
        if value is MISSING or type(value) is Unreadable:
            break
        value = read(value, name)
    return value


def _torch_getattr():
    """torch's own `__getattr__` of modules; None where something has taken its place, so that it is called."""
    found = names.in_class(torch.nn.Module, "__getattr__")
    code = getattr(found, "__code__", None)
    return found if code is not None and code.co_filename == torch.nn.modules.module.__file__ else None


_TORCH_GETATTR = _torch_getattr()


class _Plan:
    """How a class answers a set of names: by `getattr` always, by the instance dictionary first, or by a plain class value."""

    __slots__ = ("cls", "always", "free", "class_values", "bound", "tables", "fast")

    def __init__(self, cls, wanted):
        self.cls = cls
        getattr_hook = names.in_class(cls, "__getattr__")
        dict_slot = names.in_class(cls, "__dict__")
        self.fast = (
            names.in_class(cls, "__getattribute__") is _OBJECT_GETATTRIBUTE
            and (getattr_hook is None or getattr_hook is _TORCH_GETATTR)
            and (dict_slot is None or type(dict_slot) is _GETSET)
        )
        self.always, self.bound, self.class_values = [], [], {}
        self.tables = getattr_hook is not None
        if not self.fast:
            self.always = sorted(wanted)
            return
        for name in sorted(wanted):
            raw = names.in_class(cls, name, MISSING)
            if raw is MISSING:
                continue
            kind = type(raw)
            if names.in_class(kind, "__set__") or names.in_class(kind, "__delete__"):
                self.always.append(name)
            elif names.in_class(kind, "__get__"):
                self.bound.append(name)
            else:
                self.class_values[name] = raw
        self.free = frozenset(wanted).difference(self.always)


class Lookup:
    """Reads sets of names on many objects; remembers how each class answers."""

    def __init__(self):
        self._plans = {}

    def read_all(self, value, wanted):
        """`{name: what it gives}` for the frozenset `wanted`, without the names that give MISSING."""
        plans = self._plans.setdefault(wanted, {})
        cls = type(value)
        plan = plans.get(id(cls))
        if plan is None:
            plan = plans[id(cls)] = _Plan(cls, wanted)
        found = {}
        if plan.fast:
            self._from_tables(value, plan, found)
        for name in plan.always:
            got = read(value, name)
            if got is not MISSING:
                found[name] = got
        return found

    @staticmethod
    def _from_tables(value, plan, found):
        """The names that no data descriptor answers, in the order of `getattr`: instance, class, torch's tables."""
        own = names.instance_dict(value)
        for name in plan.free & own.keys():
            found[name] = own[name]
        for name in plan.bound:
            if name not in found:
                got = read(value, name)
                if got is not MISSING:
                    found[name] = got
        for name, got in plan.class_values.items():
            found.setdefault(name, got)
        if not plan.tables:
            return
        for table in _TABLES:
            if table not in own:
                continue
            entries = own[table]
            plain = id(type(entries)) in _PLAIN_TABLES
            for name in plan.free & entries.keys() if plain else plan.free:
                if name not in found:
                    got = entries[name] if plain else read(value, name)
                    if got is not MISSING:
                        found[name] = got
