"""Reads: what getattr says, what is followed, where reads are tied to a name, tables, and models that never end."""

import functools
import types
import typing
import weakref

import pytest
import torch


class Config:
    fp8 = None
    hidden_size = 2048


class Slotted:
    __slots__ = ("hidden_size", "fp8", "__weakref__")

    def __init__(self):
        self.hidden_size = 2048


class Properties:
    @property
    def hidden_size(self):
        return 2048

    @property
    def fp8(self):
        raise NotImplementedError

    @property
    def activation_func(self):
        raise AttributeError


class Forwarding:
    def __init__(self, inner):
        self._inner = inner

    def __getattr__(self, name):
        return getattr(self._inner, name)


class Both(torch.nn.Module):
    plain = "class"

    def method(self):
        pass


class Boundary(typing.NamedTuple):
    inner: bool


class Key(typing.NamedTuple):
    kind: str
    name: str


def instance(cls, **attributes):
    """An object of a class with attributes set."""
    made = cls()
    vars(made).update(attributes)
    return made


CONFIGS = [
    ("class attributes", Config(), {"hidden_size": "int:2048", "fp8": "none:"}),
    ("instance first", instance(Config, hidden_size=1), {"hidden_size": "int:1", "fp8": "none:"}),
    ("slots", Slotted(), {"hidden_size": "int:2048"}),
    ("properties", Properties(), {"hidden_size": "int:2048", "fp8": "unreadable:builtins.NotImplementedError"}),
    ("forwarding", Forwarding(Config()), {"hidden_size": "int:2048", "fp8": "none:"}),
    ("namespace", types.SimpleNamespace(fp8=False), {"fp8": "bool:False"}),
    ("nothing", object(), {}),
]


@pytest.mark.parametrize("case, config, expected", CONFIGS, ids=[row[0] for row in CONFIGS])
def test_config(export, holder, case, config, expected):
    file = export(holder(config=config))
    assert file.at(file.fact("config")) == "config"
    assert file.facts("config") == {"?config": "none:", **expected}


def test_reads_are_tied_to_the_name(export, holder):
    config = Config()
    file = export(holder(peer=config))
    assert file.facts("peer") == {"?peer": "none:"}
    file = export(holder(config=config, peer=config))
    assert file.facts("config") == {"?config": "none:", "?peer": "none:", "hidden_size": "int:2048", "fp8": "none:"}


def test_a_name_that_comes_late(export, holder):
    shared = Config()
    shared.friend = types.SimpleNamespace()
    shared.friend.config = shared
    file = export(holder(module=shared, decoder=holder(peer=shared)))
    assert file.paths == ["", "decoder", "module", "module.friend"]
    assert file.fact("hidden_size", "module") == "int:2048"
    assert file.facts("module.friend") == {"config": "ref:2"}


def test_a_child_of_the_name(export, holder):
    module = torch.nn.Module()
    module.config = holder(hidden_size=5)
    file = export(module)
    assert file.facts("config") == {"?config": "none:", "hidden_size": "int:5"}
    assert file.facts() == {}


def test_one_config_for_all_or_one_each(export, holder):
    def model(configs):
        module = torch.nn.Module()
        for index, config in enumerate(configs):
            module.add_module(str(index), holder(config=config))
        return export(module)

    shared = Config()
    assert model([shared] * 3).paths == ["", "0", "1", "2", "0.config"]
    assert model([Config() for _ in range(3)]).paths == ["", "0", "1", "2", "0.config", "1.config", "2.config"]


def test_what_the_class_has_comes_before_a_child(export):
    module = Both()
    module._modules["plain"] = torch.nn.Identity()
    file = export(module)
    assert file.fact("plain") == "str:class"
    assert file.record(file.fact("method")) == {
        "kind": "method",
        "module": __name__,
        "name": "Both.method",
        "own": 1,
        "bound": "self",
        "class_forward": 0,
    }


def test_children_and_parameters_are_not_repeated(export):
    module = torch.nn.Module()
    module.linear = torch.nn.Linear(2, 3)
    file = export(module)
    assert file.facts() == {}
    assert file.facts("linear") == {"%0.weight": "tensor:float32[3,2]", "%1.bias": "tensor:float32[3]", "out_features": "int:3"}


def test_entries_that_are_none_or_no_module(export):
    module = torch.nn.Module()
    module.register_module("decoder", None)
    module.register_parameter("weight", None)
    module._modules["layers"] = len
    file = export(module)
    assert file.fact("decoder") == "none:"
    assert file.fact("weight") is None and file.fact("%0.weight") == "none:"
    assert file.record(file.fact("layers"))["name"] == "len"
    assert file.paths == [""]


def test_parameter_behind_a_child_of_its_name(export):
    module = torch.nn.Module()
    module.register_parameter("weight", None)
    module._modules["weight"] = torch.nn.Identity()
    assert export(module).facts() == {"%0.weight": "none:", "weight": "none:"}


def test_buffers_and_plain_tensors(export):
    module = torch.nn.Module()
    module.register_buffer("plain", torch.zeros(2))
    assert export(module).facts() == {"plain": "tensor:float32[2]"}


def test_nested(export, holder):
    file = export(holder(boundary=Boundary(True), far=types.SimpleNamespace(away=types.SimpleNamespace(value=1))))
    assert file.facts() == {"boundary.inner": "bool:True", "far.away.value": "int:1"}
    assert export(holder(boundary=None, far=types.SimpleNamespace(away=Properties()))).facts() == {}


def test_compiled_module(export):
    inner = torch.nn.Module()
    inner.decoder = torch.nn.Linear(1, 2)
    inner.plain = 5
    file = export(torch.compile(inner))
    assert file.class_of()["name"] == "OptimizedModule"
    assert file.children() == [("_orig_mod", "_orig_mod")]
    assert file.fact("plain") == "int:5"
    assert file.at(file.fact("decoder")) == "_orig_mod.decoder"
    assert file.fact("[]") is None
    assert export(torch.compile(torch.nn.ModuleList([inner]))).fact("[]") == "int:1"


def test_chunk_that_is_no_module(export):
    wrapper = types.SimpleNamespace(module=torch.nn.Linear(1, 1))
    file = export(wrapper)
    assert file.lines("chunks") == ["one", "ref:0"]
    assert (file.paths, file.fact("module")) == (["", "module"], "ref:1")


def test_callable_objects_are_followed_and_functions_are_not(export, holder):
    class Wrapper:
        def __call__(self):
            pass

    wrapper = Wrapper()
    wrapper.module = torch.nn.Identity()
    file = export(holder(module=wrapper, layers=len, decoder=Wrapper, plain=types))
    assert file.paths == ["", "module", "module.module"]
    assert [file.record(file.fact(name))["kind"] for name in ("layers", "decoder")] == ["builtin", "class"]
    assert file.fact("plain") == "other:builtins.module"


class Fields:
    hidden_size = 7


def with_fields(value):
    value.hidden_size = 7
    return value


TARGET, CALLABLE_TARGET = Fields(), with_fields(lambda: None)
PROXIES = [
    ("class", Fields),
    ("function", with_fields(lambda: None)),
    ("partial", with_fields(functools.partial(len))),
    ("python module", with_fields(types.ModuleType("settings"))),
    ("proxy", weakref.proxy(TARGET)),
    ("proxy of a callable", weakref.proxy(CALLABLE_TARGET)),
]


@pytest.mark.parametrize("case, config", PROXIES, ids=[row[0] for row in PROXIES])
def test_what_holds_fields_of_a_config(export, holder, case, config):
    """As getattr reads them, whatever holds them."""
    file = export(holder(config=config))
    assert file.fact("hidden_size", "config") == "int:7"


def test_a_proxy_of_what_is_gone(export, holder):
    target = Fields()
    config = weakref.proxy(target)
    del target
    assert export(holder(config=config)).fact("hidden_size", "config") == "unreadable:builtins.ReferenceError"


def test_reads_that_are_not_followed(export, holder):
    file = export(holder(plain=Config(), boundary=Boundary(holder())))
    assert file.paths == [""]
    assert file.fact("plain") == f"other:{__name__}.Config"
    assert file.record(file.fact("boundary.inner"))["kind"] == "module"


TABLES = [
    (
        "rows",
        {Key("lora", "a"): "k0", Key("checkpoint", "b\n"): None},
        ["str:lora", "str:a", "str:k0", "str:checkpoint", "str:b\\u000a", "none:"],
    ),
    ("fields missing", {"text": 1}, ["other:absent", "other:absent", "int:1"]),
    (
        "fields that raise",
        {type("K", (), {"kind": property(lambda self: 1 / 0), "name": None})(): 1},
        ["unreadable:builtins.ZeroDivisionError", "none:", "int:1"],
    ),
    ("empty", {}, []),
]


@pytest.mark.parametrize("case, value, rows", TABLES, ids=[row[0] for row in TABLES])
def test_table(export, holder, case, value, rows):
    file = export(holder(_slot_keys=value))
    assert file.record(file.fact("_slot_keys")) == {"fields": ["kind", "name"], "rows": rows}


@pytest.mark.parametrize(
    "value, text",
    [(None, "none:"), (5, "int:5"), ([1], "seq:0"), ({index: 0 for index in range(65_537)}, "opaque:builtins.dict")],
    ids=["none", "int", "list", "too long"],
)
def test_table_that_is_none(export, holder, value, text):
    assert export(holder(_slot_keys=value)).fact("_slot_keys") == text


class Lax:
    """Has every attribute, each time another one."""

    def __getattr__(self, name):
        return Lax()


class LaxModule(torch.nn.Module):
    def __getattr__(self, name):
        return LaxModule()


class Renamed:
    """As Lax, with another class each time."""

    def __getattr__(self, name):
        return type(f"Renamed{id(self)}", (Renamed,), {})()


@pytest.mark.parametrize("cls", [Lax, LaxModule], ids=["object", "module"])
def test_models_without_end(export, cls):
    paths = export(cls()).paths
    assert paths == ["", "config", "decoder", "layers", "module", "peer"]


def test_depth_and_number_of_objects_found_by_reads(export, holder):
    chain = previous = types.SimpleNamespace()
    for index in range(20):
        following = type(f"Link{index}", (), {})()
        previous.config = following
        previous = following
    assert max(path.count("config") for path in export(holder(config=chain)).paths) == 16
    file = export(Renamed())
    assert len(file.objects) == 1 + 4096 + 4


def test_mock(export, holder):
    from unittest import mock

    assert len(export(holder(config=mock.MagicMock())).objects) < 60
