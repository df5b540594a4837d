"""Records of callables: kind, name, identity, what they are bound to, and the chain of compiled delegates."""

import functools
import types

import pytest
import torch

HERE = __name__


def wrapper(self):
    pass


@torch.compiler.disable
def disabled(self):
    pass


class Outer:
    class Inner:
        def method(self):
            pass

        @staticmethod
        def static():
            pass

        @classmethod
        def cls_method(cls):
            pass


class Callable:
    def __call__(self):
        pass


class Model(torch.nn.Module):
    def forward(self):
        pass

    def other(self):
        pass


def copy_of(function):
    """Another function of the same code and name."""
    copy = types.FunctionType(function.__code__, function.__globals__, function.__name__)
    copy.__qualname__ = function.__qualname__
    return copy


def nested():
    def inner():
        pass

    return inner


named_lambda = lambda: None  # noqa: E731
RENAMED = lambda: None  # noqa: E731
RENAMED.__qualname__ = RENAMED.__name__ = "RENAMED"


def record(kind, name, own=1, module=HERE, **more):
    """A callable's record as the file holds it."""
    return {"kind": kind, "module": module, "name": name, "own": own, "class_forward": 0, **more}


CALLABLES = [
    ("function", wrapper, record("function", "wrapper")),
    ("copy", copy_of(wrapper), record("function", "wrapper", own=0)),
    ("lambda", named_lambda, record("function", "<lambda>", own=0)),
    ("renamed lambda", RENAMED, record("function", "RENAMED")),
    ("nested", nested(), record("function", "nested.<locals>.inner", own=0)),
    ("silu", torch.nn.functional.silu, record("function", "silu", module="torch.nn.functional")),
    ("builtin", len, record("builtin", "len", module="builtins")),
    ("torch builtin", torch.nn.functional.gelu, record("builtin", "gelu", module="torch._C._nn")),
    ("builtin method", [].append, record("builtin", "list.append", own=0, module="")),
    ("descriptor", list.append, record("builtin", "list.append", own=0, module="")),
    ("class", torch.enable_grad, record("class", "enable_grad", module="torch.autograd.grad_mode")),
    ("nested class", Outer.Inner, record("class", "Outer.Inner")),
    ("function of a class", Outer.Inner.method, record("function", "Outer.Inner.method")),
    ("static method", Outer.Inner.static, record("function", "Outer.Inner.static")),
    ("class method", Outer.Inner.cls_method, record("method", "Outer.Inner.cls_method", bound="other")),
    ("method", Outer.Inner().method, record("method", "Outer.Inner.method", bound="other")),
    ("partial", functools.partial(wrapper), record("partial", "partial", own=0, module="functools")),
    ("object", Callable(), record("object", "Callable", own=0)),
    ("module", torch.nn.ReLU(), record("module", "ReLU", own=0, module="torch.nn.modules.activation")),
    (
        "method of a partial",
        types.MethodType(functools.partial(wrapper), 1),
        record("method", "partial", own=0, module="functools", bound="other"),
    ),
]


@pytest.mark.parametrize("case, value, expected", CALLABLES, ids=[row[0] for row in CALLABLES])
def test_callable(export, holder, case, value, expected):
    file = export(holder(plain=value))
    assert file.record(file.fact("plain")) == expected
    assert file.record(file.fact("()plain")) == expected


def test_names_that_are_no_text(export, holder):
    function = copy_of(wrapper)
    function.__module__ = 5
    file = export(holder(plain=function))
    assert file.record(file.fact("plain")) == record("function", "wrapper", own=0, module="")


def test_equal_callables_are_one_record(export, holder):
    first, second = Model(), Model()
    for module in (first, second):
        vars(module)["forward"] = types.MethodType(wrapper, module)
    file = export([first, second])
    assert file.fact("@forward", "[0]") == file.fact("@forward", "[1]")
    assert file.objects[0]["b"] == file.objects[1]["b"]


FORWARDS = [
    ("wrapper", lambda module: types.MethodType(wrapper, module), record("method", "wrapper", bound="self")),
    ("to another", lambda module: types.MethodType(wrapper, Model()), record("method", "wrapper", bound="other")),
    ("own", lambda module: module.forward, record("method", "Model.forward", bound="self") | {"class_forward": 1}),
    ("own function", lambda module: Model.forward, record("function", "Model.forward") | {"class_forward": 1}),
    ("other method", lambda module: module.other, record("method", "Model.other", bound="self")),
    (
        "copied forward",
        lambda module: types.MethodType(copy_of(Model.forward), module),
        record("method", "Model.forward", own=0, bound="self"),
    ),
    ("lambda", lambda module: lambda: None, record("function", "<lambda>", own=0)),
    ("partial", lambda module: functools.partial(wrapper, module), record("partial", "partial", own=0, module="functools")),
    ("object", lambda module: Callable(), record("object", "Callable", own=0)),
    ("builtin", lambda module: len, record("builtin", "len", module="builtins")),
]


@pytest.mark.parametrize("case, make, expected", FORWARDS, ids=[row[0] for row in FORWARDS])
def test_instance_forward(export, case, make, expected):
    module = Model()
    vars(module)["forward"] = make(module)
    file = export(module)
    got = file.record(file.fact("@forward"))
    if case == "lambda":
        assert got.pop("name").endswith("<lambda>")
        expected = {name: value for name, value in expected.items() if name != "name"}
    assert got == expected
    assert file.fact("()!forward") == file.fact("@forward")


def test_no_forward_and_none(export):
    module = Model()
    assert export(module).fact("@forward") is None
    vars(module)["forward"] = None
    file = export(module)
    assert file.fact("@forward") == "none:"
    assert file.fact("()!forward") is None


def test_class_forward_is_what_the_class_has_now(export, monkeypatch):
    module = Model()
    vars(module)["_physical_forward"] = module.forward
    monkeypatch.setattr(Model, "forward", wrapper)
    file = export(module)
    assert file.record(file.fact("@_physical_forward"))["class_forward"] == 0
    assert file.class_of()["forward_in"] == HERE


@pytest.mark.parametrize("times", [1, 3])
def test_compiled_delegate(export, times):
    module = Model()
    delegate = module.forward
    for _ in range(times):
        delegate = torch.compile(delegate)
    vars(module)["_physical_forward"] = delegate
    file = export(module)
    got = file.record(file.fact("@_physical_forward"))
    assert got["kind"] == "function"
    assert file.records[f"F{got['end']}"] == record("method", "Model.forward", bound="self") | {"class_forward": 1}


def test_disabled_wrapper(export):
    module = Model()
    vars(module)["forward"] = types.MethodType(disabled, module)
    vars(module)["_physical_forward"] = types.MethodType(disabled._torchdynamo_orig_callable, module)
    file = export(module)
    got = file.record(file.fact("@forward"))
    assert (got["kind"], got["own"], got["bound"]) == ("method", 1, "self")
    assert file.records[f"F{got['end']}"]["kind"] == "function"
    assert file.record(file.fact("@_physical_forward"))["own"] == 0


class Endless:
    """Answers every attribute with another of its kind."""

    def __call__(self):
        pass

    def __getattr__(self, name):
        return Endless()


class Raising:
    def __call__(self):
        pass

    def __getattr__(self, name):
        raise KeyError(name)


@pytest.mark.parametrize("value", [Endless(), Raising()], ids=["endless", "raising"])
def test_chain_without_an_end(export, holder, value):
    file = export(holder(plain=value))
    assert file.record(file.fact("plain")) == record("object", type(value).__name__, own=0)


def test_chain_that_ends_in_none(export, holder):
    function = nested()
    function._torchdynamo_orig_callable = None
    file = export(holder(plain=function))
    end = file.records[f"F{file.record(file.fact('plain'))['end']}"]
    assert end == record("object", "NoneType", own=0, module="builtins")


@pytest.mark.parametrize("steps, ends", [(64, True), (65, False)])
def test_longest_chain(export, holder, steps, ends):
    last = nested()
    current = last
    for _ in range(steps):
        following = nested()
        following._torchdynamo_orig_callable = current
        current = following
    file = export(holder(plain=current))
    assert ("end" in file.record(file.fact("plain"))) is ends


def test_modules_past_the_child_table(export):
    module = Model()
    inside = torch.nn.ReLU()
    module.child = inside
    object.__setattr__(module, "hidden", torch.nn.Identity())
    object.__setattr__(module, "other", inside)
    object.__setattr__(module, "_slot", inside)
    file = export(module)
    assert file.record(file.fact("()hidden")) == record("module", "Identity", own=0, module="torch.nn.modules.linear")
    assert file.record(file.fact("()!other"))["kind"] == "module"
    assert file.at(file.fact("@_slot")) == "child"


def test_shadowed_names(export):
    class Shadowed(Model):
        table = {}

        @property
        def seen(self):
            raise AssertionError("never called")

    module = Shadowed()
    for name in ("other", "register_buffer", "seen", "table", "fresh", "odd\nname", "odd.name"):
        vars(module)[name] = wrapper
    vars(module)[5] = wrapper
    keys = {key for key in export(module).facts() if key.startswith("()")}
    assert keys == {"()!other", "()!register_buffer", "()seen", "()table", "()fresh", "()odd\\u000aname", "()odd.name"}
