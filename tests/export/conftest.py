"""Fixtures of the exporter's tests. They run with torch, onnx and pytest alone, installed package or not."""

import pathlib
import sys

import pytest
import torch

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tools" / "export")]

from export_file import PROFILE, Export  # noqa: E402


@pytest.fixture
def export(tmp_path):
    """Exports a model with the tests' profile and reads the file back."""
    from tracegate_export import export_module_graph

    def exported(model, **options):
        path = tmp_path / "model.onnx"
        options.setdefault("profiles", [PROFILE])
        summary = export_module_graph(model, path, **options)
        data = path.read_bytes()
        assert summary.size == len(data)
        return Export(data)

    return exported


@pytest.fixture
def holder():
    """Makes a module with the given attributes in its instance dictionary, past torch's own bookkeeping."""

    def made(**attributes):
        module = torch.nn.Module()
        vars(module).update(attributes)
        return module

    return made
