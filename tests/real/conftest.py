"""Settings of the tests with live models."""


def pytest_configure(config):
    """Keeps the frameworks' own deprecation notes, a thousand a run, out of the summary."""
    config.addinivalue_line("filterwarnings", "ignore::DeprecationWarning")
    config.addinivalue_line("filterwarnings", "ignore:full scope is deprecated:UserWarning")
