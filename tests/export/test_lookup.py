"""Reading from dictionaries gives what plain getattr gives, on classes of every make."""

import random

import pytest
import torch
from tracegate_export import lookup
from tracegate_export.lookup import MISSING, Lookup, Unreadable, read

NAMES = ["a", "b", "c", "forward", "half"]


class Data:
    """A descriptor that wins over the instance."""

    def __get__(self, instance, owner):
        return ("data", type(instance).__name__)

    def __set__(self, instance, value):
        pass


class DataWithoutGet:
    def __set__(self, instance, value):
        pass


class NonData:
    def __get__(self, instance, owner):
        return ("non-data", type(instance).__name__)


class Picky:
    """A descriptor that answers with AttributeError, or another error."""

    def __init__(self, error):
        self.error = error

    def __get__(self, instance, owner):
        raise self.error


MEMBERS = [
    lambda: 1,
    lambda: None,
    lambda: torch.zeros(1),
    lambda: lambda self: None,
    lambda: staticmethod(len),
    lambda: classmethod(lambda cls: None),
    lambda: property(lambda self: "property"),
    lambda: property(lambda self: 1 / 0),
    lambda: property(lambda self: self.no_such_name),
    Data,
    DataWithoutGet,
    NonData,
    lambda: Picky(AttributeError),
    lambda: Picky(KeyError),
    lambda: type("Nested", (), {}),
]


def custom_getattr(self, name):
    if name == "b":
        return "custom"
    raise AttributeError(name)


def custom_getattribute(self, name):
    return "always" if name == "c" else object.__getattribute__(self, name)


def random_object(chance):
    """An object of a random class with random attributes in every place where getattr looks."""
    bases = chance.choice([(torch.nn.Module,), (object,), (torch.nn.Linear,)])
    for depth in range(chance.randint(1, 3)):
        body = {name: chance.choice(MEMBERS)() for name in NAMES if chance.random() < 0.3}
        if chance.random() < 0.1:
            body["__getattr__"] = custom_getattr
        if chance.random() < 0.05:
            body["__getattribute__"] = custom_getattribute
        bases = (type(f"Random{depth}", bases, body),)
    cls = bases[0]
    made = cls.__new__(cls)
    if isinstance(made, torch.nn.Module) and chance.random() < 0.9:
        torch.nn.Module.__init__(made)
    own = made.__dict__
    own.update({name: chance.choice([0, None, len]) for name in NAMES if chance.random() < 0.2})
    for table in ("_parameters", "_buffers", "_modules"):
        if table in own and chance.random() < 0.5:
            own[table].update({name: chance.choice([None, torch.zeros(1), torch.nn.Identity()]) for name in NAMES if chance.random() < 0.3})
            if chance.random() < 0.05:
                own[table] = chance.choice([None, [], type("Table", (dict,), {})(own[table])])
    return made


def same(first, second):
    """True where two reads gave the same; bound methods and what is made anew are compared by value."""
    if type(first) is Unreadable:
        return type(second) is Unreadable and first.error_class is second.error_class
    return first is second or (type(first) is type(second) and not isinstance(first, torch.Tensor) and first == second)


@pytest.mark.parametrize("seed", range(20))
def test_as_getattr(seed):
    chance, reader, wanted = random.Random(seed), Lookup(), frozenset(NAMES)
    for _ in range(100):
        made = random_object(chance)
        expected = {name: value for name in NAMES if (value := read(made, name)) is not MISSING}
        for _ in range(2):
            got = reader.read_all(made, wanted)
            assert got.keys() == expected.keys()
            assert all(same(expected[name], got[name]) for name in got), (got, expected)


@pytest.mark.parametrize("seed", range(5))
def test_whole_exports(export, tmp_path, seed):
    """Every read can be told from the file: the written fact, the child, the parameter, else absent."""
    profile = tmp_path / "names.textproto"
    profile.write_text(f"reads {{ attribute {{ name: {list(NAMES)} }} }}", encoding="utf-8")
    chance = random.Random(seed)
    for _ in range(20):
        made = random_object(chance)
        file = export([made], profiles=[profile])
        children = dict(file.children())
        parameters = {key.partition(".")[2] for key in file.facts() if key.startswith("%")}
        for name in NAMES:
            got = read(made, name)
            written, held = file.fact(name), name in children or name in parameters
            if got is MISSING:
                assert written == ("unreadable:builtins.AttributeError" if held else None)
            elif written is None:
                assert got is (made._modules[name] if name in children else made._parameters[name])


def test_torch_itself_is_known():
    """Otherwise every module would be read the slow way."""
    assert lookup._TORCH_GETATTR is torch.nn.Module.__getattr__


def test_a_patched_torch_is_asked(monkeypatch):
    monkeypatch.setattr(torch.nn.Module, "__getattr__", custom_getattr)
    assert Lookup().read_all(torch.nn.Module(), frozenset("ab")) == {"b": "custom"}


def test_a_property_that_ends_the_program_does_not():
    class Leaving:
        @property
        def a(self):
            raise SystemExit(1)

    got = Lookup().read_all(Leaving(), frozenset("a"))["a"]
    assert type(got) is Unreadable and got.error_class is SystemExit


def test_keyboard_interrupt_is_not_swallowed():
    class Interrupting:
        @property
        def a(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Lookup().read_all(Interrupting(), frozenset("a"))
