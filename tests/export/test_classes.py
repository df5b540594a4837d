"""Records of classes: identity, bases, where forward comes from, sequences of children."""

import hashlib
import sys
import types

import pytest
import torch

HERE = __name__
SOURCE = hashlib.sha256(b"    def forward(self):\n        pass\n").hexdigest()[:16]


class Base(torch.nn.Module):
    def forward(self):
        pass


class Heir(Base):
    pass


class Static(torch.nn.Module):
    forward = staticmethod(torch.relu)


class Plain:
    pass


class Meta(type):
    """Equality, a name and an order of its own."""

    def __eq__(cls, other):
        raise AssertionError("never called")

    __hash__ = None

    @property
    def __name__(cls):
        raise AssertionError("never called")

    __mro__ = __name__


class Odd(metaclass=Meta):
    pass


class Counting(torch.nn.ModuleList):
    pass


class Reversed(torch.nn.ModuleList):
    def __iter__(self):
        return reversed(list(super().__iter__()))


def same_name():
    """A subclass with the name of its base."""
    return type("Heir", (Heir,), {"__module__": HERE, "__qualname__": "Heir"})


def test_class(export):
    assert export(Heir()).class_of() == {
        "module": HERE,
        "name": "Heir",
        "own": 1,
        "mro": ["Base", "Module"],
        "forward_in": HERE,
        "is_module": 1,
        "elements": 0,
        "source": SOURCE,
    }


SOURCES = [
    ("as it stands", Base, "    def forward(self):\n        pass\n"),
    ("inherited", Heir, "    def forward(self):\n        pass\n"),
    ("a builtin has none", Static, None),
    ("no module has none", Plain, None),
    ("typed into a prompt", type("Typed", (torch.nn.Module,), {"forward": eval("lambda self: self")}), None),
]


@pytest.mark.parametrize("case, cls, text", SOURCES, ids=[row[0] for row in SOURCES])
def test_source(export, case, cls, text):
    """A digest of the text of the class's forward, whatever file it stands in."""
    expected = hashlib.sha256(text.encode()).hexdigest()[:16] if text else None
    assert export([cls()]).class_of().get("source") == expected


def test_one_name_two_records(export):
    file = export([Heir(), same_name()(), Heir()])
    numbers = [item["c"] for item in file.objects]
    assert numbers[0] == numbers[2] != numbers[1]
    assert (file.class_of("[1]")["own"], file.class_of("[1]")["mro"]) == (0, ["Heir", "Base", "Module"])


def test_module_and_function_names_are_labels_only(export):
    local = type("Local", (torch.nn.Module,), {"__module__": "ai.onnx.ml"})
    empty = type("Local", (torch.nn.Module,), {"__module__": ""})
    record = type("Class", (torch.nn.Module,), {"__module__": "tracegate"})
    file = export([local(), empty(), record()])
    assert {"python.ai.onnx.ml", "python.", "python.tracegate"} <= file.domains
    assert [file.class_of(path)["module"] for path in file.paths] == ["ai.onnx.ml", "", "tracegate"]


def test_own_goes_by_sys_modules(export, monkeypatch):
    moved = type("Moved", (torch.nn.Module,), {"__module__": "a.module.of.the.test"})
    assert export(moved()).class_of()["own"] == 0
    module = types.ModuleType("a.module.of.the.test")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    module.__getattr__ = lambda name: pytest.fail("never called")
    assert export(moved()).class_of()["own"] == 0
    module.Moved = moved
    assert export(moved()).class_of()["own"] == 1
    monkeypatch.setitem(sys.modules, module.__name__, None)
    assert export(moved()).class_of()["own"] == 0


@pytest.mark.parametrize(
    "value, forward_in",
    [
        (torch.nn.Linear(1, 1), "torch.nn.modules.linear"),
        (torch.nn.ModuleList([]), "torch.nn.modules.module"),
        (Static(), "torch"),
        (Plain(), None),
    ],
    ids=["linear", "list", "builtin", "none"],
)
def test_forward_in(export, value, forward_in):
    assert export([value]).class_of().get("forward_in") == forward_in


def test_odd_metaclass(export, holder):
    file = export(holder(config=Odd(), plain=Odd))
    assert file.class_of("config") == {"module": HERE, "name": "Odd", "own": 1, "mro": [], "is_module": 0, "elements": 0}
    assert file.record(file.fact("plain"))["name"] == "Odd"


@pytest.mark.parametrize(
    "made, elements",
    [
        (torch.nn.ModuleList(), 1),
        (torch.nn.Sequential(), 1),
        (Counting(), 1),
        (Reversed(), 0),
        (torch.nn.ModuleDict(), 0),
        (torch.nn.Identity(), 0),
    ],
    ids=lambda value: type(value).__name__,
)
def test_elements(export, made, elements):
    assert export([made]).class_of()["elements"] == elements


def test_object_itself(export, holder):
    assert export(holder(config=object())).class_of("config")["mro"] == []
