"""Runs the built program. Needs only Python and pytest; the binary is named by TRACEGATE_BINARY."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "fixtures" / "dense-cp2-seed"


class Answer:
    """What one call answered: exit code, standard output, standard error."""

    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout
        self.err = done.stderr


@pytest.fixture
def tracegate():
    """A function that runs the program in the fixtures' folder, so that paths in its output are short and the same everywhere."""
    binary = os.environ["TRACEGATE_BINARY"]

    def run(*words, cwd=FIXTURES, **environment):
        done = subprocess.run(
            [binary, *map(str, words)],
            cwd=cwd,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={**os.environ, **environment},
        )
        return Answer(done)

    return run


@pytest.fixture
def write_model(tracegate):
    """Writes edited bytes of a model, as long as before, with the digest that the program asks for."""

    def write(path, data):
        path.write_bytes(data)
        wrong, right = re.search(r"is `(crc32sum:[^`]+)`.* gives `(crc32sum:[^`]+)`", tracegate("check", path).err).groups()
        assert len(wrong) == len(right) and data.count(wrong.encode()) == 1
        path.write_bytes(data.replace(wrong.encode(), right.encode()))

    return write


@pytest.fixture
def golden():
    """Compares a text with tests/cli/golden/NAME; TRACEGATE_ACCEPT=1 writes it instead, never where CI is set."""

    def compare(name, text):
        path = Path(__file__).parent / "golden" / name
        if os.environ.get("TRACEGATE_ACCEPT") == "1":
            assert not os.environ.get("CI"), "goldens are not accepted in CI"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8"), f"golden {name}; TRACEGATE_ACCEPT=1 accepts the new text"

    return compare


@pytest.fixture
def root():
    """The source tree."""
    return ROOT


@pytest.fixture
def fixtures():
    """The folder of committed models."""
    return FIXTURES
