"""Hook tables and names looked up in the instance dictionary."""

import collections

import pytest
import torch


def hook(*arguments):
    pass


def other(*arguments):
    pass


HOOKS = [
    ("forward", lambda m: m.register_forward_hook(hook), "#_forward_hooks"),
    ("forward with kwargs", lambda m: m.register_forward_hook(hook, with_kwargs=True, always_call=True), "#_forward_hooks"),
    ("pre", lambda m: m.register_forward_pre_hook(hook), "#_forward_pre_hooks"),
    ("backward", lambda m: m.register_full_backward_hook(hook), "#_backward_hooks"),
    ("legacy backward", lambda m: m.register_backward_hook(hook), "#_backward_hooks"),
    ("backward pre", lambda m: m.register_full_backward_pre_hook(hook), "#_backward_pre_hooks"),
]


@pytest.mark.parametrize("case, register, key", HOOKS, ids=[row[0] for row in HOOKS])
def test_hook(export, case, register, key):
    module = torch.nn.Linear(1, 1)
    plain = export(module).data
    handle = register(module)
    file = export(module)
    sequence = file.record(file.fact(key))
    assert (sequence["kind"], sequence["length"]) == ("hooks", 1)
    assert file.record(sequence["elements"][0])["name"] == "hook"
    assert [name for name in file.facts() if name.startswith("#")] == [key]
    handle.remove()
    if case != "legacy backward":
        assert not [name for name in export(module).facts() if name.startswith("#")]
    if case == "forward":
        assert export(module).data == plain


class Quiet(dict):
    """A table that says it is empty."""

    def __len__(self):
        return 0


class Silent(collections.OrderedDict):
    def items(self):
        return ()


class Answering(torch.nn.Module):
    """A module whose class answers for a hook table."""

    _forward_hooks = property(lambda self: 1 / 0, lambda self, table: None)


NO_TABLES = [
    ("None", lambda tables: tables.update(_forward_hooks=None)),
    ("a list", lambda tables: tables.update(_forward_hooks=[])),
    ("False", lambda tables: tables.update(_forward_hooks=False)),
    ("deleted", lambda tables: tables.pop("_forward_hooks")),
    ("a dictionary that says it is empty", lambda tables: tables.update(_forward_hooks=Quiet())),
    ("a dictionary without items", lambda tables: tables.update(_forward_hooks=Silent({1: hook}))),
]


@pytest.mark.parametrize("case, change", NO_TABLES, ids=[row[0] for row in NO_TABLES])
def test_what_is_no_table_of_hooks_is_not_an_empty_one(export, case, change):
    module = torch.nn.Identity()
    change(vars(module))
    assert export(module).facts() == {"#_forward_hooks": "unreadable:builtins.TypeError"}


def test_a_class_that_answers_for_the_hooks(export):
    assert export(Answering()).facts() == {"#_forward_hooks": "unreadable:builtins.TypeError"}


NO_WALK = [
    ("None", lambda tables: tables.update(_modules=None)),
    ("deleted", lambda tables: tables.pop("_modules")),
    ("a list", lambda tables: tables.update(_modules=[])),
    ("an entry that is a function", lambda tables: tables["_modules"].update(a=len)),
    ("an entry that is a text", lambda tables: tables["_modules"].update(a="b")),
]


@pytest.mark.parametrize("case, change", NO_WALK, ids=[row[0] for row in NO_WALK])
def test_a_module_that_torch_cannot_walk(export, case, change):
    """What listens below it is not known, so that its own tables are not said to be empty."""
    module = torch.nn.Identity()
    change(vars(module))
    with pytest.raises(AttributeError):
        list(module.modules())
    facts = export(module).facts()
    assert facts["#_forward_hooks"] == facts["#_backward_pre_hooks"] == "unreadable:builtins.AttributeError"


def test_order_and_bound_hooks(export):
    class Listening(torch.nn.Module):
        def listen(self, *arguments):
            pass

    module = Listening()
    module.register_forward_hook(hook)
    module.register_forward_hook(module.listen)
    module.register_forward_hook(Listening().listen)
    module.register_forward_hook(other, prepend=True)
    file = export(module)
    records = [file.record(element) for element in file.record(file.fact("#_forward_hooks"))["elements"]]
    assert [record["name"].rpartition(".")[2] for record in records] == ["other", "hook", "listen", "listen"]
    assert [record.get("bound") for record in records] == [None, None, "self", "other"]


def test_process_hooks(export):
    line = "torch.nn.modules.module:_global_forward_hooks="
    assert line + "int:0" in export([]).lines("globals")
    handle = torch.nn.modules.module.register_module_forward_hook(hook)
    assert line + "int:1" in export([]).lines("globals")
    handle.remove()


def test_instance_dictionary_only(export):
    class Model(torch.nn.Module):
        _slot = "of the class"

        @property
        def _physical_forward(self):
            raise AssertionError("never called")

    assert export(Model()).facts() == {}
    module = Model()
    module._slot = None
    assert export(module).facts() == {"@_slot": "none:"}


def test_instance_values_are_never_followed(export, holder):
    file = export(holder(_slot=holder(plain=1)))
    assert file.paths == [""]
    assert file.record(file.fact("@_slot"))["kind"] == "module"
