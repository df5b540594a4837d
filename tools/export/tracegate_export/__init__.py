"""Exports the module graph of a live PyTorch model, with the facts that tracegate's profiles ask for, as an ONNX file."""

from .export import Summary, export_module_graph
from .version import VERSION as __version__

__all__ = ["Summary", "__version__", "export_module_graph"]
