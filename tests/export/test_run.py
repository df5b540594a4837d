"""What the caller says about the run."""

import enum
import types

import numpy
import pytest


class Kind(str, enum.Enum):
    LORA = "lora"


RUNS = [
    ("sorted and typed", {"tp": 1, "cp": 2, "hidden_size": 2048.0}, [("cp", "int:2"), ("hidden_size", "float:2048.0"), ("tp", "int:1")]),
    ("numpy", {"hidden_size": numpy.int64(2048)}, [("hidden_size", "num:numpy.int64=2048")]),
    ("text and bool", {"pp": "1", "tp": True}, [("pp", "str:1"), ("tp", "bool:True")]),
    ("not given", {"tp": None, "cp": 1}, [("cp", "int:1")]),
    ("escaped", {"tp": '"\\\n'}, [("tp", 'str:"\\\\\\u000a')]),
]


def message(file):
    """The parsed message `tracegate.ir.Run`, by a schema of the test's own."""
    from google.protobuf import text_format
    from tracegate_export import reads

    schema = {
        "Profile": (("taken_at", "string", False), ("fact", "Fact", True), ("slot", "Slot", True)),
        "Fact": (("name", "string", False), ("value", "string", False)),
        "Slot": (("kind", "string", False), ("name", "string", False)),
    }
    kept, reads._SCHEMA = reads._SCHEMA, schema
    try:
        return text_format.Parse(file.metadata["tracegate.run"], reads._profile_class()())
    finally:
        reads._SCHEMA = kept


@pytest.mark.parametrize("case, run, facts", RUNS, ids=[row[0] for row in RUNS])
def test_run(export, case, run, facts):
    assert [(fact.name, fact.value) for fact in message(export([], run=run)).fact] == facts


def test_text_of_the_message(export):
    file = export([], run={"tp": 1, "taken_at": "2026-07-01"}, slots=["lora:a"])
    assert file.metadata["tracegate.run"] == (
        'taken_at: "2026-07-01"\nfact { name: "tp" value: "int:1" }\nslot { kind: "lora" name: "a" }\n'
    )


def test_nothing_said(export):
    for options in ({}, {"run": {}}, {"run": {"tp": None}}):
        assert "tracegate.run" not in export([], **options).metadata


SLOTS = [
    ("text", "lora:chat-v2", ("lora", "chat-v2")),
    ("colon in the name", "lora:a:b", ("lora", "a:b")),
    ("pair", ("lora", "a"), ("lora", "a")),
    ("list", ["lora", "a"], ("lora", "a")),
    ("object", types.SimpleNamespace(kind="lora", name="a"), ("lora", "a")),
    ("string enumeration", types.SimpleNamespace(kind=Kind.LORA, name="a"), ("lora", "a")),
    ("without a name", types.SimpleNamespace(kind="lora", name=None), ("lora", "")),
    ("odd text", ('a\\"\n', "é\u2028"), ('a\\"\n', "é\u2028")),
]


@pytest.mark.parametrize("case, slot, expected", SLOTS, ids=[row[0] for row in SLOTS])
def test_slot(export, case, slot, expected):
    assert [(slot.kind, slot.name) for slot in message(export([], slots=[slot, "z:z"])).slot] == [expected, ("z", "z")]


REFUSED = [
    ("unknown", {"tpp": 1}, 'unknown run fact "tpp"; known: cp, hidden_size, parameter_bytes, pp, taken_at, tp; nearest: "tp"'),
    ("unlike any", {"xyzzy": 1}, 'unknown run fact "xyzzy"; known: cp, hidden_size, parameter_bytes, pp, taken_at, tp'),
    ("no text", {"tp": [1]}, 'run fact "tp" must be a number or text, found list'),
    ("time", {"taken_at": 5}, "taken_at must be text, found int"),
    ("surrogate", {"taken_at": "\ud800"}, "taken_at is no valid Unicode text"),
]


@pytest.mark.parametrize("case, run, said", REFUSED, ids=[row[0] for row in REFUSED])
def test_refused_run(export, case, run, said):
    with pytest.raises(ValueError) as caught:
        export([], run=run)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    "slots",
    ["lora:a", ["lora"], [":a"], ["lora:"], [("a",)], [("a", 5)], [5], [types.SimpleNamespace(kind=None, name="a")], ["a:\ud800"]],
    ids=repr,
)
def test_refused_slots(export, slots):
    with pytest.raises(ValueError, match="slot"):
        export([], slots=slots)
