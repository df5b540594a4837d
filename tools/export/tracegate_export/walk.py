"""Which objects an export holds: their numbers, paths and children, and what was read on them (ir/dialect.md, section 6).

All reading happens here, once an object; the texts are made later, when every number is known. Nothing recurses.
"""

import collections
import types
from dataclasses import dataclass, field

from . import names, sequences, values
from .callables import callable_kind
from .classes import has_elements
from .lookup import MISSING, Lookup, Unreadable, read_nested
from .text import component

DEEPEST = 16
"""Followed reads between an object and the nearest object of a chunk's own tree."""

READS_BEYOND_TREES = 4096
"""Objects found by reads: at most this many, and as many again as four for each object in a chunk's own tree."""

LONGEST_PATHS = 1 << 26
"""Characters of all paths together. They grow with the square of the depth."""


@dataclass(slots=True)
class Object:
    """One object of the export. `number` is its number; `parent` that of the module through which the walk first reached it, or None."""

    value: object
    number: int
    path: str
    parent: int | None
    depth: int
    chain: frozenset
    is_module: bool
    table: list = field(default_factory=list)
    instance: dict = field(default_factory=dict)
    reads: dict = field(default_factory=dict)
    marks: set = field(default_factory=set)
    done: set = field(default_factory=set)


def child_table(module):
    """`[(name, module)]`: the child table in its order, without entries that are no modules."""
    table = sequences.named_entries(sequences.table_of(module, "_modules"))
    return [(name, value) for name, value in table if values.kind_of(value) == values.MODULE]


def is_walked(module):
    """True where torch's own walk of a module comes to its end: its child table is a mapping whose entries are modules or None."""
    table = sequences.table_of(module, "_modules")
    if not names.defines(type(table), "items"):
        return False
    return all(value is None or values.kind_of(value) == values.MODULE for _, value in sequences.entries(table))


def has_gaps(value):
    """True for a module that is the sequence of its children, where some of its entries are no modules: its children do not tell all."""
    if values.kind_of(value) != values.MODULE or not has_elements(type(value)):
        return False
    return len(child_table(value)) != len(sequences.entries(sequences.table_of(value, "_modules")))


def is_object(value):
    """True for what is exported with its own facts when it is followed: modules, and objects that are no value of another form."""
    kind = values.kind_of(value)
    if kind == values.CALLABLE:
        return callable_kind(value) == "object"
    return kind == values.MODULE or (kind == values.OTHER and not issubclass(type(value), types.ModuleType))


def has_attributes(value):
    """True for what is no object of an export, but may hold attributes all the same: classes, functions, partials, Python modules."""
    return values.kind_of(value) == values.CALLABLE or issubclass(type(value), types.ModuleType)


class Walk:
    """The objects below the chunks and what was read on them."""

    def __init__(self, entries, reads, progress):
        """Walk `entries`, the chunks in order (what is no object is skipped), reading what `reads` says.

        `progress` is told of each object that is read. ValueError: the modules are nested too deep."""
        self.objects = []
        self._path_length = 0
        self._paths = set()
        self._progress = progress
        self._numbers = {}
        self._late = collections.deque()
        self._reads = reads
        self._lookup = Lookup()
        tables = dict.fromkeys(reads.tables, False)
        self._sets = {None: self._name_set({**reads.everywhere, **tables})}
        self._sets.update({on: self._name_set(restricted) for on, restricted in reads.restricted.items()})
        for index, entry in enumerate(entries):
            if is_object(entry) and self.number_of(entry) is None:
                self._subtree(entry, f"[{index}]" if len(entries) > 1 else "", 0, frozenset())
        self._budget = READS_BEYOND_TREES + 4 * len(self.objects)
        self._read_everything()

    def number_of(self, value):
        """The number of an object; None for what the export does not hold."""
        return self._numbers.get(id(value))

    @staticmethod
    def _name_set(follow):
        """`(names to read, nested names, {name: followed})` of one set of reads; of `a.b`, `a` is read too."""
        return frozenset(name.partition(".")[0] for name in follow), sorted(name for name in follow if "." in name), follow

    def _subtree(self, root, path, depth, chain):
        """Number `root` and, depth first, what hangs below it in child tables."""
        while path in self._paths:  # a child has the name that a read of another object has
            path += f"#{len(self.objects)}"
        pending = [(root, path, None, None)]
        while pending:
            value, path, name, parent = pending.pop()
            if id(value) in self._numbers:
                self._mark(self._numbers[id(value)], name)
                continue
            is_module = values.kind_of(value) == values.MODULE
            found = Object(value, len(self.objects), path, parent, depth, chain, is_module)
            self._numbers[id(value)] = found.number
            self.objects.append(found)
            self._paths.add(path)
            self._path_length += len(path)
            if self._path_length > LONGEST_PATHS:
                raise ValueError(
                    f"the paths of the first {len(self.objects)} modules have more than {LONGEST_PATHS} characters together: "
                    f"one of them is {path.count('.')} levels deep"
                )
            self._mark(found.number, name)
            if is_module:
                found.table = child_table(value)
                prefix = path + "." if path else ""
                for child_name, child in reversed(found.table):
                    pending.append((child, prefix + component(child_name), child_name, found.number))

    def _read_everything(self):
        """Read on every object by number; objects found on the way come after. Then reads for marks that came late, and so on."""
        next_number = 0
        while next_number < len(self.objects) or self._late:
            self._progress.step()
            if next_number < len(self.objects):
                found = self.objects[next_number]
                next_number += 1
                if not issubclass(type(found.value), types.ModuleType):
                    found.instance = dict(names.instance_dict(found.value))
                self._read(found, (None, *sorted(found.marks)))
            else:
                found = self.objects[self._late.popleft()]
                self._read(found, sorted(found.marks - found.done))

    def _read(self, found, keys):
        """Make the reads of the sets `keys` on one object, and follow what is to be followed, by name."""
        got, follow = {}, {}
        for key in keys:
            wanted, nested, followed = self._sets[key]
            found.done.add(key)
            read = self._lookup.read_all(found.value, wanted)
            for name in nested:
                first, _, rest = name.partition(".")
                if first in read and (value := read_nested(read[first], rest)) is not MISSING:
                    got[name] = value
            for name, value in read.items():
                if name in followed:
                    got[name] = value
            for name in followed:
                follow[name] = follow.get(name, False) or followed[name]
        children = {name: id(value) for name, value in found.table}
        parameters = dict(sequences.named_entries(sequences.table_of(found.value, "_parameters") if found.is_module else None))
        for name in (children.keys() | parameters.keys()) & follow.keys() - got.keys():
            found.reads[name] = Unreadable(AttributeError)
        for name in sorted(got):
            value = got[name]
            if children.get(name) == id(value) and not (follow[name] and has_gaps(value)):
                continue
            if name not in children and name in parameters and parameters[name] is value:
                continue
            value = found.reads.setdefault(name, value)
            if follow[name] and type(value) is not Unreadable:
                self._follow(found, name, value)

    def _follow(self, source, name, value):
        """Take in what a followed read of `source` gave: an object, or the objects in a sequence."""
        path = f"{source.path}.{name}" if source.path else name
        if is_object(value) or (name in self._reads.restricted and has_attributes(value)):
            self._take(source, path, name, value)
        elif values.kind_of(value) == values.SEQUENCE:
            for index, element in enumerate(ordered_elements(value)):
                if is_object(element):
                    self._take(source, f"{path}[{index}]", None, element)

    def _take(self, source, path, name, value):
        """Number an object found by a read, unless it is known or too far away; note by which name it was reached."""
        number = self.number_of(value)
        if number is None:
            chain = source.chain | {names.dotted(type(source.value))} if source.depth else source.chain
            if source.depth >= DEEPEST or names.dotted(type(value)) in chain or self._budget <= 0:
                return
            self._budget -= 1
            number = len(self.objects)
            self._subtree(value, path, source.depth + 1, chain)
        self._mark(number, name)

    def _mark(self, number, name):
        """Note that an object was reached by `name`, where reads are tied to that name."""
        found = self.objects[number]
        if name in self._reads.restricted and name not in found.marks:
            found.marks.add(name)
            if None in found.done:
                self._late.append(number)


def ordered_elements(value):
    """The elements of a sequence for numbering; those of a set by what they look like, since a set has no order of its own."""
    found = sequences.elements(value) or []
    return sorted(found, key=_appearance) if sequences.is_set(value) else found


def _appearance(value):
    """A text that tells modules of different structure apart: classes, child names and own parameters, down the tree."""
    parts, seen, pending = [], set(), [("", value)]
    while pending:
        name, value = pending.pop()
        parts.append(f"{name}:{names.dotted(type(value))}")
        if id(value) in seen or values.kind_of(value) != values.MODULE:
            continue
        seen.add(id(value))
        for key, item in sequences.named_entries(sequences.table_of(value, "_parameters")):
            parts.append(f"{key}={values.plain_text(item) if values.kind_of(item) == values.PLAIN else ''}")
        pending += reversed(child_table(value))
    return "\n".join(parts)
