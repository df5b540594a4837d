"""Reads an export with the onnx package alone, as far as the tests of builders and edits need it."""

import onnx


class Export:
    """The objects of one file, by path, with their classes and facts as text."""

    def __init__(self, path):
        """Reads a whole file; raises what onnx raises for a file that is none."""
        model = onnx.load(path)
        self.metadata = {entry.key: entry.value for entry in model.metadata_props}
        self.records, self.objects = {}, {}
        for node in model.graph.node:
            facts = {attribute.name: onnx.helper.get_attribute_value(attribute) for attribute in node.attribute}
            if node.domain == "tracegate":
                self.records[node.output[0]] = facts
            else:
                self.objects[node.name] = (f"{node.domain}.{node.op_type}", facts)

    def class_of(self, path):
        """The class name that the object at a path carries."""
        return self.objects[path][0]

    def class_is_own(self, path):
        """Whether that class is the object its name resolves to."""
        return bool(self.records[f"C{self.objects[path][1]['c']}"]["own"])

    def facts(self, path):
        """The facts written at a path, key to text."""
        block = self.objects[path][1].get("b")
        return {} if block is None else {key: text.decode() for key, text in self.records[f"B{block}"].items()}

    def callable(self, path, key):
        """The callable record that a fact names."""
        kind, _, number = self.facts(path)[key].partition(":")
        assert kind == "fn", f"{path} {key} is {self.facts(path)[key]}, not a callable"
        return self.records[f"F{number}"]
