"""Reads an export back into plain Python for the tests: by path, with records in place of their numbers."""

import pathlib

import onnx

HERE = pathlib.Path(__file__).parent
"""This folder."""

PROFILE = HERE / "reads.textproto"
"""What the tests read."""


def _attributes(node):
    """`{name: int, str, list of int or list of str}` of a node."""
    kinds = {
        onnx.AttributeProto.INT: lambda item: item.i,
        onnx.AttributeProto.STRING: lambda item: item.s.decode(),
        onnx.AttributeProto.INTS: lambda item: list(item.ints),
        onnx.AttributeProto.STRINGS: lambda item: [text.decode() for text in item.strings],
    }
    return {item.name: kinds[item.type](item) for item in node.attribute}


class Export:
    """An export: `metadata`, `objects` by number, `records` by letter and number."""

    def __init__(self, data):
        """Read the bytes of a file, which must be a valid ONNX model."""
        model = onnx.load_from_string(data)
        onnx.checker.check_model(model)
        self.data = data
        self.metadata = {entry.key: entry.value for entry in model.metadata_props}
        self.domains = {entry.domain for entry in model.opset_import}
        self.objects, self.records = [], {}
        for node in model.graph.node:
            attributes = _attributes(node)
            if node.domain == "tracegate":
                self.records[node.output[0]] = attributes
            else:
                attributes["path"], attributes["parent"] = node.name, node.input[0] if node.input else None
                assert node.output[0] == str(len(self.objects))
                self.objects.append(attributes)
        self.numbers = {item["path"]: number for number, item in enumerate(self.objects)}

    def lines(self, key):
        """The lines of a metadata entry."""
        return self.metadata[f"tracegate.{key}"].splitlines()

    @property
    def paths(self):
        """The paths of all objects, by number."""
        return [item["path"] for item in self.objects]

    def facts(self, path=""):
        """`{key: value}` of the object at a path."""
        item = self.objects[self.numbers[path]]
        return self.records[f"B{item['b']}"] if "b" in item else {}

    def fact(self, key, path=""):
        """One fact of the object at a path; None where it is not written."""
        return self.facts(path).get(key)

    def record(self, value):
        """The record that a value such as `fn:3` or `seq:0` names."""
        tag, _, number = value.partition(":")
        return self.records[{"fn": "F", "seq": "S", "table": "T"}[tag] + number]

    def at(self, value):
        """The path of the object that `ref:N` names."""
        assert value.startswith("ref:"), value
        return self.objects[int(value[4:])]["path"]

    def class_of(self, path=""):
        """The class record of the object at a path, with the names of the bases."""
        record = dict(self.records[f"C{self.objects[self.numbers[path]]['c']}"])
        record["mro"] = [self.records[f"C{number}"]["name"] for number in record["mro"]]
        return record

    def children(self, path=""):
        """`[(name, path)]`: the child table as a reader sees it."""
        number = self.numbers[path]
        item = self.objects[number]
        if "children" in item:
            entries = [entry.rpartition("=") for entry in item["children"]]
            return [(name, self.objects[int(child)]["path"]) for name, _, child in entries]
        return [
            (child["path"].removeprefix(path + "." if path else ""), child["path"])
            for child in self.objects
            if child["parent"] == str(number)
        ]
