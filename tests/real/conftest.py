"""Settings of the tests with live models, and this checkout's exporter for a Python that was not made by `install`."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools" / "export"))


def pytest_configure(config):
    """Keeps the frameworks' own deprecation notes, a thousand a run, out of the summary."""
    config.addinivalue_line("filterwarnings", "ignore::DeprecationWarning")
    config.addinivalue_line("filterwarnings", "ignore:full scope is deprecated:UserWarning")
