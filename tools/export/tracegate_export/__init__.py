"""Exports the module graph of a live PyTorch model, with the facts that tracegate's profiles ask for, as an ONNX file."""

from .check import AnalyzerError, GateMissed, GateUndetermined, Report, check
from .export import Summary, export_module_graph
from .version import VERSION as __version__

__all__ = [
    "AnalyzerError",
    "GateMissed",
    "GateUndetermined",
    "Report",
    "Summary",
    "__version__",
    "check",
    "export_module_graph",
]
