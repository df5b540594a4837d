"""The file: written whole or not at all, equal for equal models, without anything of the machine in it."""

import os
import signal
import subprocess
import sys

import pytest
import torch
from export_file import HERE, PROFILE
from tracegate_export import export_module_graph, files

MODEL = """
import sys
sys.path[:0] = [{paths}]
import torch
from tracegate_export import export_module_graph

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(2, size) for size in (1, 2, 3))
        self.config = type("Config", (), dict(hidden_size=1, fp8={{"b", "a", "c"}}, friend=None))()
        self.peer = {{torch.nn.Linear(1, 4), torch.nn.Linear(1, 5), torch.nn.Identity()}}
        self.plain = {{"x", "y", "z", 1, 2.0}}
        self.method = torch.compile(lambda: None)

export_module_graph(Model(), sys.argv[1], profiles=[{profile!r}], run=dict(tp=1, cp=2), slots=["b:1", "a:2"])
"""


def test_equal_models_give_equal_bytes(tmp_path):
    paths = ", ".join(repr(str(path)) for path in (HERE, HERE.parents[1] / "tools" / "export"))
    script = tmp_path / "model.py"
    script.write_text(MODEL.format(paths=paths, profile=str(PROFILE)), encoding="utf-8")
    written = []
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.onnx"
        subprocess.run([sys.executable, script, path], env={**os.environ, "PYTHONHASHSEED": seed}, check=True, timeout=120)
        written.append(path.read_bytes())
    assert written[0] == written[1]
    assert str(tmp_path).encode() not in written[0]


def test_nothing_of_the_machine(export, holder, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "a-secret-of-the-environment")
    model = holder(config=type("Config", (), {"hidden_size": object(), "fp8": os.environ})(), plain=[object(), holder()])
    data = export(model).data
    for text in (b" at 0x", b"a-secret", os.path.expanduser("~").encode() + b"/", str(HERE).encode()):
        assert text not in data


def test_opset_of_each_domain(export):
    file = export(torch.nn.Sequential(torch.nn.Linear(1, 1)))
    assert file.domains == {"tracegate", "torch.nn.modules.container", "torch.nn.modules.linear"}


def test_versions(export):
    assert [line.partition("=")[0] for line in export([torch.nn.Identity()]).lines("versions")] == ["torch"]


def test_replaces_a_file_and_keeps_the_mode(tmp_path):
    path = tmp_path / "model.onnx"
    path.write_bytes(b"before")
    link = tmp_path / "link.onnx"
    link.symlink_to(path)
    export_module_graph([], link, profiles=[PROFILE])
    assert link.is_symlink() and path.read_bytes() != b"before"
    fresh = tmp_path / "fresh.onnx"
    mask = os.umask(0o027)
    try:
        export_module_graph([], fresh, profiles=[PROFILE])
    finally:
        os.umask(mask)
    assert fresh.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_nothing_is_left_behind(tmp_path, monkeypatch, error):
    def failing(*arguments):
        raise error

    path = tmp_path / "model.onnx"
    path.write_bytes(b"before")
    monkeypatch.setattr(files.os, "replace", failing)
    with pytest.raises(error):
        export_module_graph([], path, profiles=[PROFILE])
    assert [(entry.name, entry.read_bytes()) for entry in tmp_path.iterdir()] == [("model.onnx", b"before")]


@pytest.mark.parametrize("step", ["open", "fdopen", "replace"])
def test_interrupted_right_after_a_step(tmp_path, monkeypatch, step):
    """Ctrl-C between any two steps leaves the old file or the new one, and no other."""
    path = tmp_path / "model.onnx"
    path.write_bytes(b"before")
    own = getattr(os, step)

    def interrupted(*arguments, **options):
        own(*arguments, **options)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(files.os, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            export_module_graph([], path, profiles=[PROFILE])
    assert [entry.name for entry in tmp_path.iterdir()] == ["model.onnx"]
    assert (path.read_bytes() == b"before") == (step != "replace")


def heed_interrupts():
    """In a child, before its program: SIGINT ends it, as in the foreground."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupted_by_a_signal_while_reading(tmp_path):
    """The walk stops at once, the exit code says so, and there is no file."""
    script = tmp_path / "model.py"
    script.write_text(
        "import os, signal, torch\n"
        "class Model(torch.nn.Module):\n"
        "    @property\n"
        "    def config(self):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
    )
    folder = tmp_path / "out"
    folder.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1] / "tools" / "export")}
    words = [sys.executable, "-m", "tracegate_export", "model:Model", "-o", str(folder / "model.onnx")]
    # What runs in the background of a shell ignores the signal, and so would this program.
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120, preexec_fn=heed_interrupts)
    assert (done.returncode, done.stdout, done.stderr, list(folder.iterdir())) == (130, "", "", [])


def test_places_that_cannot_be_written(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        export_module_graph([], tmp_path / "none" / "model.onnx", profiles=[PROFILE])
    assert caught.value.filename == str(tmp_path / "none" / "model.onnx")
    with pytest.raises(ValueError, match="is no regular file"):
        export_module_graph([], tmp_path, profiles=[PROFILE])
    with pytest.raises(ValueError, match="is no regular file"):
        export_module_graph([], os.devnull, profiles=[PROFILE])


def test_no_forward_is_called(export):
    class Model(torch.nn.Module):
        def forward(self):
            raise AssertionError("never called")

        __call__ = forward

    assert export(Model()).paths == [""]


def test_no_framework_is_named():
    folder = HERE.parents[1] / "tools" / "export" / "tracegate_export"
    for path in folder.glob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        assert not [word for word in ("megatron", "transformer_engine", "openpipe", "_art_", "art.megatron") if word in text], path
