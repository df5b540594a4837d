"""Models that are in the way of an export: objects that answer anything, lie, change, go deep, or are huge. None may crash it."""

import collections
import itertools
import sys
import tracemalloc

import pytest
import torch
from tracegate_export import export_module_graph, sequences, walk


class Slotted:
    """An object without an instance dictionary."""

    __slots__ = ("hidden_size", "fp8", "friend")


def test_slots(export, holder):
    config = Slotted()
    config.hidden_size = 7
    facts = export(holder(config=config)).facts("config")
    assert facts["hidden_size"] == "int:7" and "fp8" not in facts


def leave(*arguments):
    """Ends the program, unless somebody is in the way."""
    raise SystemExit(3)


class Leaving(type):
    """A metaclass whose classes end the program when they are asked for `method`."""

    method = property(leave)


class LeavingModule(torch.nn.Module, metaclass=Leaving):
    """Ends the program wherever an export asks."""

    plain = property(leave)
    __len__ = __iter__ = leave


def test_code_that_ends_the_program(export, holder):
    """It is unreadable like what raises any other exception."""
    model = LeavingModule()
    vars(model)["method"] = len
    file = export([model, holder(plain=own_len(), _slot_keys=Departing())])
    assert file.fact("plain", "[0]") == "unreadable:builtins.SystemExit"
    assert file.fact("[]", "[0]") is None
    assert file.fact("_slot_keys", "[1]") == "unreadable:builtins.SystemExit"


def own_len():
    """A list whose length ends the program."""
    return type("LeavingList", (list,), {"__len__": leave})()


class Departing(dict):
    """A mapping whose items end the program."""

    items = leave


class Agreeable(torch.nn.Module):
    """A module that has every attribute, another object each time, and takes a child in at each read."""

    def __getattr__(self, name):
        """A fresh module under every name."""
        fresh = torch.nn.Module()
        if len(self.__dict__.get("_modules", ())) < 50:
            self.__dict__["_modules"][f"grown_{len(self.__dict__['_modules'])}"] = fresh
        return fresh


class Growing(torch.nn.Module):
    """A module whose property adds, removes and renames children when it is read."""

    def __init__(self):
        """Two children."""
        super().__init__()
        self.first, self.second = torch.nn.Identity(), torch.nn.Identity()

    @property
    def plain(self):
        """Changes the tables, then answers."""
        tables = vars(self)
        tables["_modules"].pop("first", None)
        tables["_modules"][f"new_{len(tables['_modules'])}"] = torch.nn.Identity()
        tables["_parameters"]["late"] = torch.nn.Parameter(torch.zeros(2))
        tables[f"callable_{len(tables)}"] = len
        return 5


CHANGING = [("every attribute", Agreeable), ("a property that edits", Growing)]


@pytest.mark.parametrize("name, cls", CHANGING, ids=[row[0] for row in CHANGING])
def test_modules_that_change_while_they_are_walked(export, name, cls):
    """Equal models give equal files, which say what the tables were when the walk came by."""
    first, second = (export(torch.nn.Sequential(cls(), torch.nn.Identity())) for _ in range(2))
    assert first.data == second.data
    assert [path for path in first.paths if path.startswith("0.grown") or path.startswith("0.new")] == []
    if cls is Growing:
        assert first.children("0") == [("first", "0.first"), ("second", "0.second")]
        assert first.fact("plain", "0") == "int:5"


def test_lists_that_shrink_while_they_are_read(export, holder):
    class Emptying:
        def __len__(self):
            layers.clear()
            return 3

    layers = [torch.nn.Identity() for _ in range(5)]
    assert export(holder(peer=Emptying(), layers=layers)).paths[0] == ""


def _tensors():
    """`(name, tensor, text)`: tensors that hold their data in other ways than a plain one."""
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode() as mode:
        fake = mode.from_tensor(torch.zeros(2, 3))
        fake_scalar = mode.from_tensor(torch.tensor(3.0))
    yield "fake", fake, "tensor:float32[2,3]"
    yield "fake scalar", fake_scalar, "tensor:float32[]"
    yield "per tensor", torch.quantize_per_tensor(torch.zeros(2, 3), 0.1, 0, torch.qint8), "tensor:qint8[2,3]"
    yield "per channel", torch.quantize_per_channel(torch.zeros(2, 3), torch.ones(2), torch.zeros(2), 0, torch.qint8), "tensor:qint8[2,3]"
    yield "float8", torch.zeros(2).to(torch.float8_e4m3fn), "tensor:float8_e4m3fn[2]"
    yield "sparse", torch.zeros(2, 3).to_sparse(), "tensor:float32[2,3]"
    yield "meta", torch.empty(4, device="meta"), "tensor:float32[4]"
    yield "parameter of a fake", torch.nn.Parameter(fake), "tensor:float32[2,3]"


TENSORS = list(_tensors())


@pytest.mark.parametrize("name, tensor, text", TENSORS, ids=[row[0] for row in TENSORS])
def test_tensors(export, holder, name, tensor, text):
    assert export(holder(plain=tensor)).fact("plain") == text
    model = torch.nn.Module()
    model._parameters["w"] = tensor
    assert export(model).fact("%0.w") == text


def test_distributed_tensors(export, holder):
    """A DTensor has the shape of the whole; nothing is gathered."""
    distributed = pytest.importorskip("torch.distributed.tensor")
    torch.distributed.init_process_group("gloo", rank=0, world_size=1, store=torch.distributed.HashStore())
    try:
        mesh = torch.distributed.device_mesh.init_device_mesh("cpu", (1,))
        tensor = distributed.distribute_tensor(torch.zeros(4, 2), mesh, [distributed.Shard(0)])
        model = torch.nn.Linear(1, 1, bias=False)
        model._parameters["weight"] = torch.nn.Parameter(tensor)
        assert export(model).fact("%0.weight") == "tensor:float32[4,2]"
        assert export(holder(plain=tensor)).fact("plain") == "tensor:float32[4,2]"
    finally:
        torch.distributed.destroy_process_group()


def _nested(depth, made, name):
    """An object that holds another under `name`, `depth` deep."""
    found = made()
    for _ in range(depth):
        outer = made()
        vars(outer)[name] = found
        found = outer
    return found


def test_attributes_100_000_deep(export, holder):
    class Node:
        pass

    for name in ("config", "friend"):
        assert 1 < len(export(holder(peer=_nested(100_000, Node, name))).objects) < 50, name
    assert 1 < len(export(_nested(1_000, torch.nn.Module, "config")).objects) < 50
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert export(holder(layers=deep)).paths == [""]


def test_modules_100_000_deep(export):
    """Their paths would fill the disk: refused in one line, after a bounded amount of work."""
    model = torch.nn.Module()
    for _ in range(100_000):
        outer = torch.nn.Module()
        outer._modules["a"] = model
        model = outer
    with pytest.raises(ValueError, match="^the paths of the first [0-9]+ modules have more than [0-9]+ characters together: one of them is"):
        export(model)


def test_cycles_of_everything(export, holder):
    model = holder()
    cyclic = [model]
    cyclic.append(cyclic)
    table = {"self": model}
    table["table"] = table
    vars(model).update(config=model, peer=model, layers=cyclic, plain=table, method=model)
    model._modules["child"] = model
    file = export(model)
    assert file.paths == [""] and file.at(file.fact("config")) == ""


LONG = 10_000_000


def _long_class():
    """A module's class with a name of 10 MB."""
    return type("N" * LONG, (torch.nn.Module,), {"__module__": "m" * LONG})


def test_names_of_10_mb_are_cut(export, holder):
    model = holder(plain="s" * LONG)
    model._modules["c" * LONG] = _long_class()()
    model._parameters["p" * LONG] = torch.nn.Parameter(torch.zeros(1))
    vars(model)["f" * LONG] = len
    file = export(model)
    note = f"...[{LONG} characters]"
    facts = file.facts()
    assert facts["plain"] == f"cut:{LONG}:" + "s" * 256
    assert facts["%0." + "p" * 256 + note + "#0"] == "tensor:float32[1]"
    assert "()" + "f" * 256 + note in facts
    child = "c" * 256 + note.replace(".", "\\.") + "#0"
    assert file.paths == ["", child]
    record = file.class_of(child)
    assert (record["module"], record["name"], record["own"]) == ("m" * 256 + note, "N" * 256 + note, 0)
    assert len(file.data) < 20_000


def test_strings_that_are_no_text(export, holder):
    assert export(holder(plain="a\n\0\ud800b")).fact("plain") == "str:a\\u000a\\u0000\\ud800b"
    assert export(holder(plain=b"\xff\xfe".decode("utf-8", "surrogateescape"))).fact("plain") == "str:\\udcff\\udcfe"


class Text(str):
    """A string that is equal to nothing."""

    __hash__ = str.__hash__

    def __eq__(self, other):
        """Never."""
        return False


# name, keys of a table, the names in the file
KEYS = [
    ("numbers", [1, 2], ["builtins.int#0", "builtins.int#1"]),
    ("a number and its name", [1, "builtins.int#0"], ["builtins.int#0#0", "builtins.int#0"]),
    ("equal texts", [Text("a"), Text("a"), "a"], ["a#0", "a#1", "a"]),
    ("a text of its own class", [Text("a"), "b"], ["a", "b"]),
    ("no text", [None, ("x",), "b"], ["builtins.NoneType#0", "builtins.tuple#1", "b"]),
    ("long and alike", ["x" * 5000 + "1", "x" * 5000 + "2"], [f"{'x' * 256}...[5001 characters]#{index}" for index in (0, 1)]),
]


@pytest.mark.parametrize("name, keys, shown", KEYS, ids=[row[0] for row in KEYS])
def test_two_of_one_name(export, name, keys, shown):
    """Children and parameters keep their order and get names of their own."""
    model = torch.nn.Module()
    for index, key in enumerate(keys):
        model._modules[key] = torch.nn.Identity()
        model._parameters[key] = torch.nn.Parameter(torch.zeros(index + 1))
    file = export(model)
    assert [child for child, _ in file.children()] == [one.replace(".", "\\.") for one in shown]
    parameters = {key: value for key, value in file.facts().items() if key.startswith("%")}
    assert parameters == {f"%{index}.{one}": f"tensor:float32[{index + 1}]" for index, one in enumerate(shown)}


class Lying(collections.OrderedDict):
    """A table with other answers than its content."""

    def __len__(self):
        """Far too many."""
        return 1 << 60

    def __iter__(self):
        """Nothing."""
        return iter(())


class Endless(dict):
    """A table whose items have no end."""

    def items(self):
        """Ones for ever."""
        return zip(itertools.count(), itertools.repeat(None))


class Crooked(dict):
    """A table whose items are no pairs."""

    def items(self):
        """Three of something."""
        return [(1, 2, 3)]


class LyingList(list):
    """A list that says it is longer than it is."""

    def __len__(self):
        """Far too many."""
        return 1 << 60


def test_containers_that_lie_about_their_length(export, holder):
    model = holder(plain=LyingList([1, 2]), layers=LyingList([torch.nn.Identity()]), _slot_keys=Lying())
    model.__dict__["_modules"] = Lying(a=torch.nn.Identity())
    file = export(model)
    assert file.record(file.fact("plain")) == {"kind": "test_hostile.LyingList", "length": 1 << 60}
    assert file.paths == ["", "a"]


TABLES = [("endless", Endless, "has more than 1000 entries"), ("no pairs", Crooked, "cannot be read: ValueError")]


@pytest.mark.parametrize("table", ["_modules", "_parameters", "_forward_hooks"])
@pytest.mark.parametrize("name, cls, said", TABLES, ids=[row[0] for row in TABLES])
def test_tables_that_cannot_be_read(export, holder, monkeypatch, name, cls, said, table):
    """An error rather than a file in which the children or hooks are missing."""
    monkeypatch.setattr(sequences, "MOST_ENTRIES", 1000)
    model = holder()
    vars(model)[table] = cls()
    with pytest.raises(ValueError, match=f"^a table of a module, test_hostile.{cls.__name__}, {said}"):
        export(model)


def test_attributes_of_100_mb_are_not_copied(export, holder):
    size = 100_000_000
    model = holder(
        plain="x" * size, config=b"x" * size, peer=bytearray(size), layers=[None] * (size // 8), method=memoryview(bytes(size)),
        _slot_keys=dict.fromkeys(range(200_000)),
    )
    model.register_buffer("linear", torch.zeros(size // 4))
    model._parameters["weight"] = torch.nn.Parameter(torch.zeros(size // 4))
    export(holder())
    tracemalloc.start()
    try:
        data = export(model).data
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 40_000_000 and len(data) < 20_000


def test_a_thousand_layers(tmp_path):
    """In seconds, with the shipped profiles."""
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, device="meta")
    model = torch.nn.TransformerEncoder(layer, 1000, enable_nested_tensor=False)
    summary = export_module_graph(model, tmp_path / "model.onnx")
    assert summary.objects == len(list(model.modules()))


def test_no_recursion_anywhere(export, holder):
    """A low limit would show it."""
    limit = sys.getrecursionlimit()
    model = torch.nn.Module()
    for _ in range(500):
        outer = torch.nn.Module()
        outer._modules["a"] = model
        model = outer
    sys.setrecursionlimit(len(__import__("inspect").stack()) + 120)
    try:
        assert len(export(model).objects) == 501
    finally:
        sys.setrecursionlimit(limit)


def test_the_limits_are_said():
    assert walk.LONGEST_PATHS == 1 << 26 and sequences.MOST_ENTRIES == 1_000_000
