"""The line on a terminal: only there, only for long exports, and gone at the end."""

import io

import pytest
from tracegate_export.progress import Progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        """It is."""
        return True


def worked(stream, seconds, steps=1280):
    """What is written while `steps` steps take `seconds` seconds."""
    passed = iter([0.0, *(seconds * step / steps for step in range(10 * steps))])
    with Progress(stream, lambda: next(passed)) as progress:
        for _ in range(steps):
            progress.step()
    return stream.getvalue()


def test_a_long_export_on_a_terminal():
    written = worked(Terminal(), 640.0)
    assert written.startswith("\rtracegate_export: ") and written.endswith(" steps\x1b[K\r\x1b[K")
    assert "\rtracegate_export: 1,280 steps\x1b[K" in written and "\n" not in written


# name, stream, seconds
SILENT = [("short", Terminal(), 0.001), ("no terminal", io.StringIO(), 640.0)]


@pytest.mark.parametrize("name, stream, seconds", SILENT, ids=[row[0] for row in SILENT])
def test_nothing_is_said(name, stream, seconds):
    assert worked(stream, seconds) == ""


def test_streams_that_are_in_the_way():
    class Closed(Terminal):
        def write(self, text):
            raise OSError("gone")

    assert worked(Closed(), 640.0) == ""
    with Progress(object()) as progress:
        progress.step()
