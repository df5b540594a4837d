"""The export as an ONNX model (ir/dialect.md, sections 1, 3 and 4)."""

import onnx

from .digest import with_digest
from .names import class_names
from .text import checked, component, escape

DIALECT = "module/1"
RECORDS = "tracegate"
"""The domain of the nodes that are records."""

COLLECTED = "callables globals hooks instance parameters reads tables"


class Encoder:
    """Builds one ModelProto. Strings are escaped already; one that no reader accepts is a ValueError."""

    def __init__(self):
        self.model = onnx.ModelProto(ir_version=8, producer_name="tracegate_export")
        self.model.graph.name = "tracegate"
        self._domains = {RECORDS}

    def metadata(self, entries):
        """Add `{key: value}`, sorted."""
        for key, value in sorted(entries.items()):
            self.model.metadata_props.add(key=key, value=value)

    def finish(self):
        """The bytes of the model."""
        for domain in sorted(self._domains):
            self.model.opset_import.add(domain=domain, version=1)
        return with_digest(self.model)

    def facts(self, facts):
        """Add the nodes of all records."""
        for number, record in enumerate(facts.classes.records):
            node = self._record("Class", "C", number, record.name)
            _string(node, "module", record.module)
            _string(node, "name", record.name)
            _int(node, "own", record.own)
            _ints(node, "mro", record.bases)
            if record.forward_in is not None:
                _string(node, "forward_in", record.forward_in)
            _int(node, "is_module", record.is_module)
            _int(node, "elements", record.elements)
            if record.source is not None:
                _string(node, "source", record.source)
        for number, record in enumerate(facts.callables.records):
            node = self._record("Callable", "F", number, record.name)
            for name in ("kind", "module", "name"):
                _string(node, name, getattr(record, name))
            _int(node, "own", record.own)
            if record.bound:
                _string(node, "bound", record.bound)
            _int(node, "class_forward", record.class_forward)
            if record.end is not None:
                _int(node, "end", record.end)
        for number, (kind, length, elements) in enumerate(facts.sequences.records):
            node = self._record("Sequence", "S", number)
            _string(node, "kind", kind)
            if length is not None:
                _int(node, "length", length)
            if elements is not None:
                _strings(node, "elements", elements)
        for number, (fields, rows) in enumerate(facts.tables.records):
            node = self._record("Table", "T", number)
            _strings(node, "fields", fields)
            _strings(node, "rows", rows)
        for number, block in enumerate(facts.blocks.records):
            node = self._record("Facts", "B", number)
            for key, value in block:
                _string(node, checked(key, "the name of a fact is"), checked(value, "the value of a fact is"))

    def objects(self, walk, facts):
        """Add a node for each object."""
        implied = [[] for _ in walk.objects]
        for found in walk.objects:
            if found.parent is not None:
                implied[found.parent].append(found.value)
        for found, (class_number, block_number) in zip(walk.objects, facts.objects, strict=True):
            module, name = class_names(type(found.value))
            node = self.model.graph.node.add(
                name=checked(found.path, "the path of a module is"), op_type=escape(name) or "_", domain=self._domain(module)
            )
            node.output.append(str(found.number))
            if found.parent is not None:
                node.input.append(str(found.parent))
            _int(node, "c", class_number)
            if block_number is not None:
                _int(node, "b", block_number)
            table = found.table
            if len(table) != len(implied[found.number]) or any(
                child is not value or not name for (name, child), value in zip(table, implied[found.number])
            ):
                _strings(node, "children", [f"{component(name)}={walk.number_of(child)}" for name, child in table])

    def _record(self, op_type, letter, number, label=""):
        """A new node for a record."""
        node = self.model.graph.node.add(name=label, op_type=op_type, domain=RECORDS)
        node.output.append(f"{letter}{number}")
        return node

    def _domain(self, module):
        """A Python module as the domain of a node: never one of ONNX, and never that of the records."""
        domain = escape(module)
        if not domain or domain.startswith("ai.onnx") or domain == RECORDS:
            domain = "python." + domain
        self._domains.add(domain)
        return domain


def _attribute(node, name, kind):
    """A new attribute of a node."""
    return node.attribute.add(name=name, type=kind)


def _string(node, name, text):
    """Add a STRING attribute."""
    _attribute(node, name, onnx.AttributeProto.STRING).s = text.encode("utf-8")


def _strings(node, name, texts):
    """Add a STRINGS attribute."""
    _attribute(node, name, onnx.AttributeProto.STRINGS).strings.extend(text.encode("utf-8") for text in texts)


def _int(node, name, number):
    """Add an INT attribute; a bool is 0 or 1."""
    _attribute(node, name, onnx.AttributeProto.INT).i = int(number)


def _ints(node, name, numbers):
    """Add an INTS attribute."""
    _attribute(node, name, onnx.AttributeProto.INTS).ints.extend(numbers)
