"""Sequences: what is read of them, and that nothing is used up."""

import collections

import pytest
import torch


class List(list):
    pass


class Lying(list):
    def __len__(self):
        return 7


class Raising(list):
    def __len__(self):
        raise RuntimeError


class Iterating(list):
    def __iter__(self):
        raise AssertionError("never called")


def record(kind, length, elements):
    """A sequence's record as the file holds it; None: left out."""
    parts = {"kind": kind, "length": length, "elements": elements}
    return {name: part for name, part in parts.items() if part is not None}


SEQUENCES = [
    ("list", [1, "a", None], record("list", 3, ["int:1", "str:a", "none:"])),
    ("empty", [], record("list", 0, [])),
    ("tuple", (1,), record("tuple", 1, ["int:1"])),
    ("own __getitem__", torch.Size([2]), record("torch.Size", 1, None)),
    ("set, sorted", {"b", "a", 10}, record("set", 3, ["int:10", "str:a", "str:b"])),
    ("frozen set", frozenset([2, 1]), record("builtins.frozenset", 2, ["int:1", "int:2"])),
    ("deque", collections.deque([1]), record("deque", 1, ["int:1"])),
    ("dict", {"a": 1}, record("builtins.dict", 1, None)),
    ("subclass", List([1]), record(f"{__name__}.List", 1, ["int:1"])),
    ("length lies", Lying([1]), record(f"{__name__}.Lying", 7, None)),
    ("length raises", Raising([1]), record(f"{__name__}.Raising", None, None)),
    ("own iteration", Iterating([1]), record(f"{__name__}.Iterating", 1, None)),
    ("generator", (x for x in [1]), record("builtins.generator", None, None)),
    ("iterator", iter([1]), record("builtins.list_iterator", None, None)),
    ("nested", [[1], (2,), {}], record("list", 3, ["opaque:builtins.list", "opaque:builtins.tuple", "opaque:builtins.dict"])),
    ("too long", [0] * 65_537, record("list", 65_537, None)),
    ("too many characters", ["x" * 4000] * 3000, record("list", 3000, None)),
]


@pytest.mark.parametrize("name", ["plain", "layers"])
@pytest.mark.parametrize("case, value, expected", SEQUENCES, ids=[row[0] for row in SEQUENCES])
def test_sequence(export, holder, name, case, value, expected):
    file = export(holder(**{name: value}))
    assert file.record(file.fact(name)) == expected


def test_generator_is_not_used_up(export, holder):
    generator = (x for x in [1, 2])
    export(holder(layers=generator, plain=generator))
    assert list(generator) == [1, 2]


def test_list_in_itself(export, holder):
    endless = []
    endless.append(endless)
    file = export(holder(layers=endless))
    assert file.record(file.fact("layers"))["elements"] == ["opaque:builtins.list"]


@pytest.mark.parametrize("make", [list, tuple, set, collections.deque], ids=lambda make: make.__name__)
def test_elements_are_followed(export, holder, make):
    layers = [torch.nn.Linear(1, size) for size in (3, 2)]
    file = export(holder(layers=make(layers)))
    elements = file.record(file.fact("layers"))["elements"]
    assert [file.at(element) for element in elements] == ["layers[0]", "layers[1]"]
    assert {file.fact("out_features", path) for path in ("layers[0]", "layers[1]")} == {"int:2", "int:3"}
    if make is not set:
        assert file.fact("out_features", "layers[0]") == "int:3"


def test_a_set_of_modules_is_numbered_by_structure(export, holder):
    first = export(holder(layers={torch.nn.Linear(1, size) for size in range(1, 9)}))
    for _ in range(5):
        kept = [torch.nn.Identity() for _ in range(7)]
        assert export(holder(layers={torch.nn.Linear(1, size) for size in range(8, 0, -1)})).data == first.data
        del kept


def test_elements_of_a_read_that_is_not_followed(export, holder):
    inside, outside = torch.nn.Identity(), torch.nn.Identity()
    module = holder(plain=[inside, outside, object(), len])
    module.add_module("child", inside)
    file = export(module)
    known, unknown, other, function = file.record(file.fact("plain"))["elements"]
    assert file.at(known) == "child"
    assert file.record(unknown)["kind"] == "module"
    assert other == "other:builtins.object"
    assert file.record(function)["name"] == "len"


@pytest.mark.parametrize(
    "made, length",
    [
        (torch.nn.ModuleDict({"a": torch.nn.Identity()}), "int:1"),
        (torch.nn.ModuleList(), None),
        (torch.nn.Sequential(), None),
        (torch.nn.Identity(), None),
    ],
    ids=["dict", "list", "sequential", "no length"],
)
def test_length_of_a_module(export, made, length):
    assert export([made]).fact("[]") == length


@pytest.mark.parametrize("error", [AttributeError, TypeError, ValueError])
def test_length_of_an_object_that_raises(export, holder, error):
    class Config:
        def __len__(self):
            raise error

    assert export(holder(config=Config())).fact("[]", "config") is None


def test_length_of_an_object(export, holder):
    file = export(holder(config=collections.OrderedDict(a=1)))
    assert file.fact("[]", "config") == "int:1"


@pytest.mark.parametrize("make", [torch.nn.ModuleList, lambda items: torch.nn.Sequential(*items)], ids=["list", "sequential"])
def test_entries_of_a_container_that_are_no_modules(export, make):
    """A None among the layers is a layer of which nothing is known, and no shorter list."""
    module = torch.nn.Module()
    module.layers = make([torch.nn.Identity(), None, torch.nn.Dropout()])
    file = export(module)
    kind = f"{type(module.layers).__module__}.{type(module.layers).__name__}"
    first, last = f"ref:{file.numbers['layers.0']}", f"ref:{file.numbers['layers.2']}"
    assert file.record(file.fact("layers")) == record(kind, 3, [first, "none:", last])
    assert file.paths == ["", "layers", "layers.0", "layers.2"]


def test_a_container_of_modules_alone_is_told_by_its_children(export):
    module = torch.nn.Module()
    module.layers = torch.nn.ModuleList([torch.nn.Identity()])
    assert export(module).fact("layers") is None
