"""Hook tables and names looked up in the instance dictionary."""

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
