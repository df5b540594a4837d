"""The facts of each object as text: one block an object, equal blocks once (ir/dialect.md, section 5)."""

from . import names, sequences, values
from .callables import Callables
from .classes import Classes, has_elements
from .lookup import MISSING, Unreadable, read
from .text import cut_name, escape
from .walk import has_gaps, is_walked

_LONGEST_RECORD = 8 << 20
"""Characters of all elements of a sequence or rows of a table together; above it they are not written."""


class Records:
    """Records of one letter: each distinct one once, numbered as they come."""

    def __init__(self):
        self.records = []
        self._numbers = {}

    def number(self, record):
        """The number of a hashable record, new or known."""
        number = self._numbers.setdefault(record, len(self.records))
        if number == len(self.records):
            self.records.append(record)
        return number


class Facts:
    """Blocks, and the classes, callables, sequences and tables they speak of."""

    def __init__(self, walk, reads, progress):
        """`walk`: a finished Walk; `reads`: what it read; `progress`: is told of each object.

        `objects` then holds `(class number, block number or None)` by number."""
        self.classes, self.callables = Classes(), Callables()
        self.sequences, self.tables, self.blocks = Records(), Records(), Records()
        self._walk, self._reads = walk, reads
        self._instance = sorted(reads.instance)
        self._hooks = sorted(reads.hooks)
        self._class_callables = {}
        self.objects = []
        for found in walk.objects:
            block = self._block(found)
            progress.step()
            cls = self.classes.number(type(found.value))
            self.objects.append((cls, self.blocks.number(block) if block else None))

    def value(self, value, holder, followed=False, inside=False):
        """The text of any value. `holder`: the object whose fact it is, or None; `inside`: it is an element of a sequence."""
        kind = values.kind_of(value)
        if kind == values.PLAIN:
            return values.plain_text(value)
        if followed or kind == values.MODULE:
            number = self._walk.number_of(value)
            if number is not None:
                return f"ref:{number}"
        if kind in (values.MODULE, values.CALLABLE):
            return f"fn:{self.callables.number(value, holder)}"
        if kind == values.SEQUENCE and not inside:
            return f"seq:{self._sequence(value, holder, followed)}"
        return values.other_text(value)

    def _sequence(self, value, holder, followed):
        """The number of the record of a sequence."""
        elements = sequences.elements(value)
        if elements is not None:
            elements = tuple(self.value(element, holder, followed, inside=True) for element in elements)
            if sequences.is_set(value):
                elements = tuple(sorted(elements))
        return self._add_sequence(sequences.kind(value), sequences.length(value), elements)

    def _add_sequence(self, kind, length, elements):
        """The number of a sequence's record; elements that are too long together are left out."""
        if elements is not None and sum(map(len, elements)) > _LONGEST_RECORD:
            elements = None
        return self.sequences.number((kind, length, elements))

    def _table(self, value, fields, holder):
        """A mapping whose keys are read field by field; any other value as it is."""
        try:
            items = sequences.mapping_items(value)
        except names.RAISED as error:
            return values.unreadable_text(type(error))
        if items is None:
            return self.value(value, holder)
        rows = []
        for key, entry in items[: sequences.MOST_ELEMENTS + 1]:
            for name in fields:
                got = read(key, name)
                rows.append("other:absent" if got is MISSING else self._read_value(got, holder))
            rows.append(self.value(entry, holder))
        if len(items) > sequences.MOST_ELEMENTS or sum(map(len, rows)) > _LONGEST_RECORD:
            return values.other_text(value)
        return f"table:{self.tables.number((tuple(fields), tuple(rows)))}"

    def _read_value(self, got, holder, followed=False):
        """The text of what a read gave."""
        if type(got) is Unreadable:
            return values.unreadable_text(got.error_class)
        if followed and has_gaps(got):
            return f"seq:{self._children(got, holder)}"
        return self.value(got, holder, followed)

    def _children(self, module, holder):
        """The number of the record that tells all entries of a module's child table, those that are no modules too."""
        entries = [entry for _, entry in sequences.entries(sequences.table_of(module, "_modules"))]
        elements = tuple(self.value(entry, holder, True, inside=True) for entry in entries)
        return self._add_sequence(names.dotted(type(module)), len(entries), elements)

    def _block(self, found):
        """The facts of one object: a tuple of `(key, value)`, sorted by key."""
        facts = {}
        self._reads_into(facts, found)
        self._instance_into(facts, found)
        if found.is_module:
            self._tables_into(facts, found)
        if (length := self._length(found)) is not None:
            facts["[]"] = length
        return tuple(sorted(facts.items()))

    def _reads_into(self, facts, found):
        """What reads gave, and by which names the object was reached."""
        for name, got in found.reads.items():
            if name in self._reads.tables and type(got) is not Unreadable:
                facts[name] = self._table(got, self._reads.tables[name], found.value)
            else:
                facts[name] = self._read_value(got, found.value, self._is_followed(name, found))
        for mark in found.marks:
            facts[f"?{mark}"] = "none:"

    def _is_followed(self, name, found):
        """True where a profile says that the value of this read is followed."""
        if name in self._reads.everywhere:
            return self._reads.everywhere[name]
        return any(self._reads.restricted[mark].get(name, False) for mark in found.marks)

    def _instance_into(self, facts, found):
        """Names asked for in the instance dictionary, and all callables in it."""
        own, holder = found.instance, found.value
        for name in self._instance:
            if name in own:
                facts[f"@{name}"] = self.value(own[name], holder)
        for name, value in own.items():
            if callable(value) and names.is_a(name, str):
                name = str.__str__(name)
                shadow = "!" if self._class_has_callable(type(holder), name) else ""
                facts[f"(){shadow}{escape(cut_name(name))}"] = f"fn:{self.callables.number(value, holder)}"

    def _class_has_callable(self, cls, name):
        """True where the class has a callable of that name."""
        known = self._class_callables.setdefault(id(cls), {})
        if name not in known:
            try:
                known[name] = callable(getattr(cls, name, None))
            except names.RAISED:
                known[name] = False
        return known[name]

    def _tables_into(self, facts, found):
        """Hook tables that are not empty, and the parameter table."""
        own, holder = found.instance, found.value
        walked = is_walked(holder)
        for name in self._hooks:
            table = sequences.table_of(holder, name)
            hooks = tuple(self.value(hook, holder, inside=True) for _, hook in sequences.entries(table))
            if hooks:
                facts[f"#{name}"] = f"seq:{self._add_sequence('hooks', len(hooks), hooks)}"
            elif not walked or not sequences.tells_itself(table):
                # What is no such table is not an empty one.
                facts[f"#{name}"] = values.unreadable_text(TypeError if walked else AttributeError)
        for index, (name, value) in enumerate(sequences.named_entries(sequences.table_of(holder, "_parameters"))):
            facts[f"%{index}.{escape(name)}"] = self.value(value, holder)

    @staticmethod
    def _length(found):
        """What `len()` gives, as a value; None for sequences of children and for what has no length or raises instead of telling it."""
        if has_elements(type(found.value)):
            return None
        length = sequences.length(found.value)
        return None if length is None else f"int:{length}"
