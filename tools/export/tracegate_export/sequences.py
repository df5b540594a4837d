"""What counts as a sequence, and what is read of it: kind, length and elements (ir/dialect.md, section 5).

Nothing is iterated that could be used up, and no `__iter__` of the model's own classes runs.
"""

import collections
import collections.abc
import operator

from . import names

MOST_ELEMENTS = 65_536
"""Elements of a longer sequence, and rows of a longer table, are not written."""

_KINDS = {id(list): "list", id(tuple): "tuple", id(set): "set", id(collections.deque): "deque"}
_BASES = (list, tuple, set, frozenset, collections.deque)


def is_sequence_class(cls):
    """True where instances are written as sequences: lists, tuples but NamedTuples, sets, deques, exactly dict, iterators."""
    if issubclass(cls, _BASES):
        return not (issubclass(cls, tuple) and names.defines(cls, "_fields"))
    return cls is dict or names.defines(cls, "__next__")


def kind(value):
    """The `kind` of a sequence: a short word, or the name of its class."""
    return _KINDS.get(id(type(value))) or names.dotted(type(value))


def is_set(value):
    """True where the elements have no order."""
    return isinstance(value, (set, frozenset))


def length(value):
    """What `len()` gives; None where there is no length or it cannot be told."""
    try:
        return len(value) if names.defines(type(value), "__len__") else None
    except Exception:
        return None


def elements(value):
    """The elements as a list; None where they cannot be read or are too many."""
    cls = type(value)
    for base in _BASES:
        if issubclass(cls, base):
            break
    else:
        return None
    for name in ("__iter__", "__len__", "__getitem__"):
        if names.in_class(cls, name) is not names.in_class(base, name):
            return None
    return list(value) if operator.length_hint(value) <= MOST_ELEMENTS else None


def entries(table):
    """The items of one of torch's own tables, in its order; empty where it is no mapping or cannot be read."""
    try:
        return list(table.items()) if names.defines(type(table), "items") else []
    except Exception:
        return []


def mapping_items(value):
    """The items of a mapping as a list; None for what is no mapping. Raises what the mapping raises."""
    cls = type(value)
    if cls is not dict and not issubclass(cls, (dict, collections.abc.Mapping)):
        return None
    return list(value.items())
