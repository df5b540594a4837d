"""What is read is data: the union over profiles, and profiles that cannot be used."""

import pytest
import torch
from tracegate_export.reads import load_reads, shipped_profiles


def profile(tmp_path, *texts):
    """Files that hold the given `reads`."""
    paths = []
    for index, text in enumerate(texts):
        paths.append(tmp_path / f"{index}.textproto")
        paths[-1].write_text("reads { %s }" % text, encoding="utf-8")
    return paths


UNIONS = [
    ("followed wins", ['attribute { name: "a" }', 'attribute { name: "a" follow: true }'], {"a": True}, {}),
    ("unrestricted wins", ['attribute { on: "x" name: "a" }', 'attribute { name: "a" }'], {"a": False}, {}),
    (
        "unrestricted and followed",
        ['attribute { on: "x" name: ["a", "b"] follow: true }', 'attribute { name: "a" }'],
        {"a": True},
        {"x": {"b": True}},
    ),
    (
        "two places",
        ['attribute { on: "x" name: "a" }', 'attribute { on: "y" name: "a" follow: true }'],
        {},
        {"x": {"a": False}, "y": {"a": True}},
    ),
    ("a table is no read", ['attribute { name: "a" } attribute { on: "x" name: "a" }', 'table { name: "a" field: "f" }'], {}, {}),
    ("nothing", [""], {}, {}),
]


@pytest.mark.parametrize("case, texts, everywhere, restricted", UNIONS, ids=[row[0] for row in UNIONS])
def test_union(tmp_path, case, texts, everywhere, restricted):
    for order in (texts, texts[::-1]):
        reads = load_reads(profile(tmp_path, *order))
        assert (reads.everywhere, reads.restricted) == (everywhere, restricted)


def test_a_profile_brings_what_it_adds_to(tmp_path):
    """The base of a profile is a shipped one; bases of bases come along."""
    path = tmp_path / "mine.textproto"
    path.write_text('id: "mine"\nbase: "dense-cp2-newest"  # base: "no"\nplace { base: "x" }\nreads { instance: "mine" }', encoding="utf-8")
    reads, shipped = load_reads([path]), load_reads()
    assert reads.instance == shipped.instance | {"mine"}
    assert (reads.everywhere, reads.restricted, reads.hooks) == (shipped.everywhere, shipped.restricted, shipped.hooks)


def test_union_of_the_rest(tmp_path):
    reads = load_reads(
        profile(
            tmp_path,
            'instance: "a" hooks: "h" globals: "m.n:a" table { name: "t" field: ["x", "y"] }',
            'instance: ["b", "a"] table { name: "t" field: ["y", "z"] }',
        )
    )
    assert (reads.instance, reads.hooks, reads.globals, reads.tables) == ({"a", "b"}, {"h"}, {"m.n:a"}, {"t": ["x", "y", "z"]})


REFUSED = [
    ("not text format", "attribute {", "profile 0.textproto: .*"),
    ("name", 'attribute { name: "a b" }', 'profile 0.textproto: the name "a b" cannot be read'),
    ("empty name", 'attribute { name: "" }', 'profile 0.textproto: the name "" cannot be read'),
    ("on", 'attribute { on: "a>b" name: "c" }', 'profile 0.textproto: the name "a>b" cannot be read'),
    ("prefix", 'instance: "@a"', 'profile 0.textproto: the name "@a" cannot be read'),
    ("global", 'globals: "a.b"', 'profile 0.textproto: the name "a.b" cannot be read'),
]


@pytest.mark.parametrize("case, text, message", REFUSED, ids=[row[0] for row in REFUSED])
def test_refused(tmp_path, case, text, message):
    with pytest.raises(ValueError, match=message):
        load_reads(profile(tmp_path, text))


ODD = """# reads { attribute { name: "comment" } }
note: "reads { attribute { name: 'text' } } \\" }"
other { reads { attribute { name: "nested" } } list: [1, { a: "}" }] }
reads: < attribute: < name: ['a', "b"] unknown: 5 > >
reads { attribute { name: "c" } }
x: 1"""


def test_the_rest_of_a_profile_is_skipped(tmp_path):
    path = tmp_path / "odd.textproto"
    path.write_text(ODD, encoding="utf-8")
    assert sorted(load_reads([path]).everywhere) == ["a", "b", "c"]
    path.write_text('id: "x"\n\nreads {\n  attribute { name: 5 }\n}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="profile odd.textproto: 4:"):
        load_reads([path])


def test_missing_file(tmp_path):
    with pytest.raises(OSError):
        load_reads([tmp_path / "none.textproto"])


def test_what_was_read_is_written(export):
    file = export([])
    assert file.lines("dialect") == ["module/1"]
    assert file.lines("collected") == ["callables globals hooks instance parameters reads tables"]
    assert file.lines("reads") == sorted(
        "config decoder layers module peer plain out_features method training_mode boundary.inner far.away.value weight linear "
        "config>hidden_size config>activation_func config>fp8 peer>friend".split()
    )
    assert file.lines("instance") == ["_physical_forward", "_slot", "forward"]
    assert file.lines("hooks") == ["_backward_hooks", "_backward_pre_hooks", "_forward_hooks", "_forward_pre_hooks"]
    assert file.lines("tables") == ["_slot_keys kind name"]
    assert file.lines("globals") == ["no.such.module:anything=absent:module", "torch.nn.modules.module:_global_forward_hooks=int:0"]


GLOBALS = [
    ("none", "none:"),
    ("mapping", "int:1"),
    ("numbers", "int:3"),
    ("text", "str:abc"),
    ("number", "int:7"),
    ("nothing", "absent:attribute"),
    ("lazy", "absent:attribute"),
    ("thing", "other:builtins.object"),
]


@pytest.mark.parametrize("name, value", GLOBALS)
def test_globals(tmp_path, monkeypatch, export, name, value):
    import sys
    import types

    module = types.ModuleType("globals_of_the_test")
    vars(module).update(none=None, mapping={1: 2}, numbers=[1, 2, 3], text="abc", number=7, thing=object())
    module.__getattr__ = lambda name: pytest.fail("never called")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    paths = profile(tmp_path, f'globals: "{module.__name__}:{name}"')
    assert export([], profiles=paths).lines("globals") == [f"{module.__name__}:{name}={value}"]


def test_shipped_profiles(tmp_path):
    from tracegate_export import export_module_graph

    reads = load_reads()
    assert {"decoder", "layers"} <= {name for name, follow in reads.everywhere.items() if follow}
    assert export_module_graph(torch.nn.Linear(1, 1), tmp_path / "model.onnx").objects == 1
    assert all(path.suffix == ".textproto" for path in shipped_profiles())
