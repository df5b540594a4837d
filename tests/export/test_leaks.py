"""What is never in a file: weights, the environment, paths of this machine, addresses of objects, who made it."""

import functools
import getpass
import os
import pathlib
import re
import struct
import sys

import pytest
import torch
from export_file import HERE
from tracegate_export import export_module_graph

SECRET = "a-secret-of-the-environment"


class Config:
    """Holds what a careless repr would show."""

    def __init__(self):
        """Objects, callables and containers that know secrets."""
        self.hidden_size = object()
        self.fp8 = os.environ
        self.activation_func = functools.partial(print, SECRET, pathlib.Path.home())
        self.friend = [SECRET.encode(), pathlib.Path(__file__), lambda: None]

    def __repr__(self):
        """An address, a path and a secret."""
        return f"<Config at {id(self):#x} {__file__} {os.environ.get('TRACEGATE_SECRET')}>"


@pytest.fixture
def model(monkeypatch):
    """A model whose weights, hooks and attributes are easy to recognise."""
    monkeypatch.setenv("TRACEGATE_SECRET", SECRET)
    found = torch.nn.Sequential(torch.nn.Linear(16, 16), torch.nn.BatchNorm1d(16))
    for parameter in found.parameters():
        torch.nn.init.constant_(parameter, 1.2345678)
    found.scale = torch.nn.Parameter(torch.tensor(7.654321))
    found.register_buffer("table", torch.full((8,), 1.2345678))
    found.config = found.module = Config()
    found.decoder = {"path": __file__, SECRET: found}
    found.register_forward_hook(functools.partial(print, SECRET))
    found[0].forward = torch.compile(found[0].forward)
    return found


@pytest.mark.parametrize("run", [None, {"tp": 1}], ids=["no run", "run"])
def test_never_in_a_file(model, tmp_path, run):
    path = tmp_path / "model.onnx"
    export_module_graph(model, path, run=run)
    data = path.read_bytes()
    known = [model, *model.modules(), *model.parameters(), model.config]
    never = {
        "a weight's bytes": struct.pack("<f", 1.2345678),
        "a weight's text": b"1.2345",
        "a scalar weight's text": b"7.654321",
        "the environment": SECRET.encode(),
        "this file": str(HERE).encode(),
        "the working folder": os.getcwd().encode() + b"/",
        "the home folder": os.path.expanduser("~").encode() + b"/",
        "the output": str(tmp_path).encode(),
        "torch's folder": os.path.dirname(torch.__file__).encode(),
        "Python's folder": sys.prefix.encode() + b"/",
        "a repr": b" at 0x",
    }
    assert {what: text for what, text in never.items() if text in data} == {}
    for one in known:
        assert f"{id(one):x}".encode() not in data and str(id(one)).encode() not in data
    words = re.findall(rb"[\w.-]+", data)
    assert getpass.getuser().encode() not in words and os.uname().nodename.encode() not in words
