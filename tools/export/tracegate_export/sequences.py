"""What counts as a sequence, and what is read of it: kind, length and elements (ir/dialect.md, section 5).

Nothing is iterated that could be used up, and no `__iter__` of the model's own classes runs.
"""

import collections
import collections.abc
import itertools
import operator
import weakref

from . import names
from .lookup import MISSING, Unreadable, read
from .text import CUT_ABOVE, cut_name

MOST_ELEMENTS = 65_536
"""Elements of a longer sequence, and rows of a longer table, are not written."""

MOST_ENTRIES = 1_000_000
"""Entries of one of torch's own tables: children, parameters, hooks."""

_KINDS = {id(list): "list", id(tuple): "tuple", id(set): "set", id(collections.deque): "deque"}
_BASES = (list, tuple, set, frozenset, collections.deque)


def is_sequence_class(cls):
    """True where instances are written as sequences: lists, tuples but NamedTuples, sets, deques, exactly dict, iterators."""
    if issubclass(cls, _BASES):
        return not (issubclass(cls, tuple) and names.defines(cls, "_fields"))
    return cls is dict or (names.defines(cls, "__next__") and cls not in weakref.ProxyTypes)


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
    except names.RAISED:
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


def table_of(module, name):
    """One of torch's own tables of a module: what stands in its instance dictionary, unless its class answers for it; else None."""
    if names.in_class(type(module), name) is not None:
        found = read(module, name)
        return None if found is MISSING or type(found) is Unreadable else found
    return names.instance_dict(module).get(name)


def tells_itself(table):
    """True for a mapping whose truth, length and entries are those of Python's own dictionaries."""
    cls = type(table)
    if not issubclass(cls, dict):
        return False
    base = collections.OrderedDict if issubclass(cls, collections.OrderedDict) else dict
    return names.keeps(cls, base, "__bool__", "__len__", "__iter__", "items", "values", "get", "__getitem__", "__contains__")


def entries(table):
    """The items of one of torch's own tables, in its order; empty for what is no mapping.

    ValueError: the items cannot be read, or there is no end to them. To leave them out would hide a child or a hook.
    """
    if not names.defines(type(table), "items"):
        return []
    try:
        found = [(key, value) for key, value in itertools.islice(table.items(), MOST_ENTRIES + 1)]
    except names.RAISED as error:
        raise ValueError(f"a table of a module, {names.dotted(type(table))}, cannot be read: {type(error).__qualname__}") from error
    if len(found) > MOST_ENTRIES:
        raise ValueError(f"a table of a module, {names.dotted(type(table))}, has more than {MOST_ENTRIES} entries")
    return found


def named_entries(table):
    """The same with the names as text, each once: what is no short `str` says its place in the table (ir/dialect.md, section 3)."""
    found = entries(table)
    plain = {key for key, _ in found if type(key) is str and len(key) <= CUT_ABOVE}
    if len(plain) == len(found):
        return found
    named, taken = [], set(plain)
    for index, (key, value) in enumerate(found):
        is_text = names.is_a(key, str)
        name = names.exact(key) if is_text else names.dotted(type(key))
        if type(key) is not str or name not in plain:
            shown = cut_name(name)
            if not is_text or shown is not name or name in taken:
                shown += f"#{index}"
            while shown in taken:
                shown += f"#{index}"
            name = shown
            taken.add(name)
        named.append((name, value))
    return named


def mapping_items(value):
    """The items of a mapping as a list, of a long one the first MOST_ELEMENTS and one more; None for what is no mapping.

    Raises what the mapping raises."""
    cls = type(value)
    if cls is not dict and not issubclass(cls, (dict, collections.abc.Mapping)):
        return None
    return list(itertools.islice(value.items(), MOST_ELEMENTS + 1))
