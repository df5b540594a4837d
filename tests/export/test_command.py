"""The command line: exit codes and what it says on stderr, word by word."""

import os
import subprocess
import sys

import onnx
import pytest
from export_file import HERE, PROFILE
from tracegate_export.__main__ import main

MODULE = """
import torch
model = torch.nn.Linear(1, 2)
chunks = [model]
class Holder:
    made = staticmethod(lambda: [model, None])
def factory(): return model
def fails(): raise RuntimeError("no such\\nfile")
def exits(): raise SystemExit(0)
def nothing(): return None
def wants(argument): return model
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A current directory that holds the Python module `target_of_the_test`."""
    (tmp_path / "target_of_the_test.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "broken_of_the_test.py").write_text("import no_such_module_at_all\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    for name in ("target_of_the_test", "broken_of_the_test"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("name, objects", [("factory", 1), ("model", 1), ("chunks", 1), ("Holder.made", 1)])
def test_written(folder, capsys, name, objects):
    arguments = [f"target_of_the_test:{name}", "-o", "out.onnx", "--profile", str(PROFILE)]
    assert (
        main([*arguments, "--run", "tp=1", "--run", "hidden_size=2048.0", "--run", "pp=one", "--run", "taken_at=2026", "--slot", "lora:a"])
        == 0
    )
    assert capsys.readouterr() == ("", "")
    metadata = {entry.key: entry.value for entry in onnx.load("out.onnx").metadata_props}
    assert metadata["tracegate.run"] == (
        'taken_at: "2026"\nfact { name: "hidden_size" value: "float:2048.0" }\nfact { name: "pp" value: "str:one" }\n'
        'fact { name: "tp" value: "int:1" }\nslot { kind: "lora" name: "a" }\n'
    )


T = "target_of_the_test"
WRONG = [
    ([], "the following arguments are required: MODULE:NAME, -o/--output"),
    ([f"{T}:factory"], "the following arguments are required: -o/--output"),
    ([T, "-o", "x"], f'expected MODULE:NAME, found "{T}"'),
    ([f"{T}:", "-o", "x"], f'expected MODULE:NAME, found "{T}:"'),
    (
        ["no_such_module_at_all:x", "-o", "x"],
        "cannot import \"no_such_module_at_all\": ModuleNotFoundError: No module named 'no_such_module_at_all'",
    ),
    (
        ["broken_of_the_test:x", "-o", "x"],
        "cannot import \"broken_of_the_test\": ModuleNotFoundError: No module named 'no_such_module_at_all'",
    ),
    ([f"{T}:none", "-o", "x"], f'"{T}" has no "none"'),
    ([f"{T}:fails", "-o", "x"], f'"{T}:fails" raised RuntimeError: no such'),
    ([f"{T}:exits", "-o", "x"], f'"{T}:exits" raised SystemExit: 0'),
    ([f"{T}:wants", "-o", "x"], f"\"{T}:wants\" raised TypeError: wants() missing 1 required positional argument: 'argument'"),
    ([f"{T}:nothing", "-o", "x"], "expected a module or a list of chunks, found builtins.NoneType"),
    ([f"{T}:factory", "-o", "x", "--run", "tp"], '--run must be NAME=VALUE, found "tp"'),
    ([f"{T}:factory", "-o", "x", "--run", "tp=1", "--run", "tp=2"], "--run tp is given twice"),
    (
        [f"{T}:factory", "-o", "x", "--run", "ttp=1"],
        'unknown run fact "ttp"; known: cp, hidden_size, parameter_bytes, pp, taken_at, tp; nearest: "tp"',
    ),
    (
        [f"{T}:factory", "-o", "x", "--slot", "a"],
        'a slot must be "kind:name", a pair (kind, name) or an object with these attributes, as text',
    ),
    ([f"{T}:factory", "-o", "none/x"], "none/x: No such file or directory"),
    ([f"{T}:factory", "-o", "x", "--profile", "none"], "none: No such file or directory"),
    ([f"{T}:factory", "-o", "."], ". is there and is no regular file"),
]


@pytest.mark.parametrize("arguments, said", WRONG, ids=[row[1][:40] for row in WRONG])
def test_wrong_call(folder, capsys, arguments, said):
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", f"tracegate-export: error: {said}\n")
    assert not [name for name in os.listdir() if name.startswith("x")]


def test_interrupted(folder, capsys, monkeypatch):
    def interrupted(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("tracegate_export.__main__.export_module_graph", interrupted)
    assert main([f"{T}:factory", "-o", "x"]) == 130


def test_as_a_program(folder):
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "tools" / "export")}
    command = [sys.executable, "-m", "tracegate_export", f"{T}:factory", "-o", "out.onnx"]
    assert subprocess.run(command, env=environment, timeout=120).returncode == 0
    assert (folder / "out.onnx").exists()
