"""Objects, numbers, paths and child tables: shared modules, cycles, odd names, deep trees, several chunks."""

import pytest
import torch


def tree(**children):
    """A module with the given children."""
    module = torch.nn.Module()
    for name, child in children.items():
        module.add_module(name, child)
    return module


leaf = torch.nn.Identity


def test_numbers_follow_the_walk(export):
    file = export(tree(a=tree(b=leaf(), c=leaf()), d=torch.nn.ModuleList([leaf(), leaf()])))
    assert file.paths == ["", "a", "a.b", "a.c", "d", "d.0", "d.1"]
    assert [item["parent"] for item in file.objects] == [None, "0", "1", "1", "0", "4", "4"]
    assert not any("children" in item for item in file.objects)
    assert file.children() == [("a", "a"), ("d", "d")]


def test_as_torch_numbers_modules(export):
    model = torch.nn.TransformerEncoder(torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2)
    assert export(model).paths == [name for name, _ in model.named_modules()]


def test_shared_module(export):
    shared = tree(x=leaf())
    file = export(tree(a=tree(s=shared), b=shared, c=shared))
    assert file.paths == ["", "a", "a.s", "a.s.x"]
    assert file.children() == [("a", "a"), ("b", "a.s"), ("c", "a.s")]
    assert file.children("a") == [("s", "a.s")]


def test_entries_that_are_none(export):
    model = tree(a=None, b=leaf())
    assert export(model).children() == [("b", "b")]


def test_tied_parameters(export):
    first, second = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)
    second.weight = first.weight
    file = export(tree(a=first, b=second))
    assert file.facts("a") == file.facts("b")


def test_cycles(export):
    model = tree(a=leaf())
    model._modules["a"]._modules["up"] = model
    model._modules["self"] = model
    file = export(model)
    assert file.paths == ["", "a"]
    assert file.children() == [("a", "a"), ("self", "")]
    assert file.children("a") == [("up", "")]


NAMES = [
    ("a.b", "a\\.b"),
    ("a\nb", "a\\u000ab"),
    ("\ud800", "\\ud800"),
    ("a=b", "a=b"),
    ("a\\", "a\\\\"),
    ("[0]", "[0]"),
    ("é", "é"),
    ("a/b", "a/b"),
]


@pytest.mark.parametrize("name, escaped", NAMES, ids=[escaped for _, escaped in NAMES])
@pytest.mark.parametrize("twice", [False, True])
def test_odd_names(export, name, escaped, twice):
    model = torch.nn.Module()
    model._modules[name] = inner = leaf()
    if twice:
        model._modules["again"] = inner
    file = export(model)
    assert file.children() == [(escaped, escaped)] + [("again", escaped)] * twice


@pytest.mark.parametrize("name, shown", [("", ""), (5, "builtins\\.int#0")], ids=["empty", "no text"])
def test_names_that_torch_refuses(export, name, shown):
    model = torch.nn.Module()
    model._modules[name] = leaf()
    item = export(model).objects[-1]
    assert (item["path"], item["parent"]) == (shown, "0")


def test_no_recursion(export):
    model = leaf()
    for _ in range(3000):
        model = tree(a=model)
    file = export(model)
    assert len(file.objects) == 3001
    assert file.paths[-1] == ".".join("a" * 3000)


def test_a_path_that_no_reader_takes(export):
    model = leaf()
    for _ in range(60):
        outer = torch.nn.Module()
        outer._modules["\0" * 4000] = model
        model = outer
    with pytest.raises(ValueError, match="path of a module is longer than 1048576 bytes"):
        export(model)


HOOK_TABLES = ("_backward_hooks", "_backward_pre_hooks", "_forward_hooks", "_forward_pre_hooks")


def test_modules_without_tables(export):
    bare = torch.nn.Module.__new__(torch.nn.Module)
    odd = torch.nn.Module()
    vars(odd).update(_modules=None, _parameters=5, _forward_hooks=None)
    file = export([bare, odd])
    assert file.paths == ["[0]", "[1]"]
    assert set(file.facts("[0]").items()) == {(f"#{name}", "unreadable:builtins.AttributeError") for name in HOOK_TABLES}
    facts = file.facts("[1]")
    assert {facts.pop(f"#{name}") for name in HOOK_TABLES} == {"unreadable:builtins.AttributeError"}
    assert set(facts.values()) == {"unreadable:builtins.TypeError"}


def test_scripted_module(export):
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scripted = torch.jit.script(torch.nn.Sequential(torch.nn.Linear(1, 2)))
    file = export(scripted)
    assert file.paths == ["", "0"]
    assert file.fact("%0.weight", "0") == "tensor:float32[2,1]"


CHUNKS = [
    ("one", lambda: leaf(), ["one", "ref:0"], [""]),
    ("list", lambda: [leaf(), None, leaf()], ["list", "ref:0", "none:", "ref:1"], ["[0]", "[2]"]),
    ("single list", lambda: [leaf()], ["list", "ref:0"], [""]),
    ("tuple", lambda: (leaf(), leaf()), ["tuple", "ref:0", "ref:1"], ["[0]", "[1]"]),
    ("module list", lambda: torch.nn.ModuleList([leaf()]), ["ModuleList", "ref:0"], [""]),
    ("empty", lambda: [], ["list"], []),
    ("only none", lambda: [None], ["list", "none:"], []),
    ("no modules", lambda: [5, object()], ["list", "int:5", "ref:0"], ["[1]"]),
]


@pytest.mark.parametrize("case, make, lines, paths", CHUNKS, ids=[row[0] for row in CHUNKS])
def test_chunks(export, case, make, lines, paths):
    file = export(make())
    assert (file.lines("chunks"), file.paths) == (lines, paths)


def test_one_chunk_twice_and_a_chunk_in_another(export):
    inner = leaf()
    outer = tree(a=inner)
    file = export([outer, outer, inner])
    assert (file.lines("chunks"), file.paths) == (["list", "ref:0", "ref:0", "ref:1"], ["[0]", "[0].a"])
    file = export([inner, outer])
    assert (file.paths, file.children("[1]")) == (["[0]", "[1]"], [("a", "[0]")])


@pytest.mark.parametrize("value", [None, 5, "text", {}, iter([]), len, torch.zeros(1)], ids=lambda value: type(value).__name__)
def test_what_is_no_model(export, value):
    with pytest.raises(TypeError, match="expected a module or a list of chunks, found "):
        export(value)


def test_module_found_by_reads_has_a_subtree(export):
    model = torch.nn.Module()
    object.__setattr__(model, "peer", tree(a=torch.nn.Linear(1, 1)))
    file = export(model)
    assert file.paths == ["", "peer", "peer.a"]
    assert [item["parent"] for item in file.objects] == [None, None, "1"]
    assert file.at(file.fact("peer")) == "peer"


def test_a_read_whose_name_a_child_has_gets_a_path_of_its_own(export):
    class Hiding(torch.nn.Module):
        @property
        def config(self):
            return self.__dict__["hidden"]

    model, hidden = Hiding(), torch.nn.Sequential(torch.nn.Identity())
    model._modules["config"] = torch.nn.Identity()
    model.__dict__["hidden"] = hidden
    file = export(model)
    assert file.paths == ["", "config", "config#2", "config#2.0"]
    assert file.at(file.fact("config")) == "config#2"
