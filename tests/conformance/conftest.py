"""Settings of the tests that compare the analyzer with other statements of the gate."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "real"), str(ROOT / "fixtures"), str(ROOT / "tools" / "export")]

import shim  # noqa: E402, F401  (it makes the frameworks importable, so it must come before all of them)


def pytest_configure(config):
    """Keeps the frameworks' own deprecation notes, a thousand a run, out of the summary."""
    config.addinivalue_line("filterwarnings", "ignore::DeprecationWarning")
    config.addinivalue_line("filterwarnings", "ignore:full scope is deprecated:UserWarning")
    config.addinivalue_line("filterwarnings", "ignore:`torch.nn.utils.weight_norm` is deprecated:FutureWarning")
