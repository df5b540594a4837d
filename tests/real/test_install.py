"""`install` on a machine of fakes: a Python that only writes down how it was called."""

import os
import pathlib
import subprocess

import pytest

INSTALL = pathlib.Path(__file__).resolve().parent / "install"

FAKE = """#!/bin/bash
printf '%s\\n' "$*" >> "$CALLS"
case "$*" in
  -V) echo "Python 3.11.2" ;;
  "-m venv "*) mkdir -p "$3/bin" "$3/site"; cp "$0" "$3/bin/python" ;;
  *sysconfig*) echo "${0%/bin/python}/site" ;;
  *"index versions"*) echo "$VERSIONS" ;;
  *"$FAILS"*) echo "ERROR: nothing there"; exit 1 ;;
  *" download "*) mkdir -p "${0%/bin/python}/wheels"; touch "${0%/bin/python}/wheels/megatron_core-0.17.0-any.whl" ;;
  *torch.__version__*) echo "torch 2.13.0" ;;
esac
"""


@pytest.fixture
def machine(tmp_path):
    """A function that runs `install` with the fake Python."""
    fake = tmp_path / "python3"
    fake.write_text(FAKE)
    fake.chmod(0o755)
    calls = tmp_path / "calls"

    def run(folder, fails="no step", versions="torch (2.13.0+cpu)"):
        calls.write_text("")
        settings = {"PYTHON": str(fake), "CALLS": str(calls), "FAILS": fails, "VERSIONS": versions, "PATH": os.environ["PATH"]}
        done = subprocess.run([str(INSTALL), str(folder)], env=settings, capture_output=True, text=True, timeout=60)
        return done, calls.read_text().splitlines()

    return run


def test_steps_and_a_second_run(machine, tmp_path):
    """The first run says each step; the second calls nothing and says nothing."""
    folder = tmp_path / "an environment"
    done, calls = machine(folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "pip will fetch about 540 MB: torch's CPU build (190 MB), triton (190 MB), the rest" in done.stderr
    assert [call for call in calls if " --no-deps -r " in call]
    assert (folder / "site" / "tracegate-checkout.pth").read_text().endswith("tools/export\n")
    done, calls = machine(folder)
    assert (done.returncode, done.stderr, calls) == (0, "", [])


def test_a_larger_torch_is_announced(machine, tmp_path):
    """Where pip sees only the build for CUDA, the message says how much that is and how to get the other."""
    done, _ = machine(tmp_path / "e", versions="torch (2.14.1)")
    assert "about 3.3 GB where it sees only PyPI's build for CUDA" in done.stderr
    assert "name PyTorch's index of CPU wheels in PIP_EXTRA_INDEX_URL" in done.stderr


@pytest.mark.parametrize("fails, step", [
    ("requirements.txt", "torch and the libraries"),
    ("requirements-alone.txt", "libraries taken alone"),
    (" download ", "frameworks: fetch"),
    ("-m zipfile", "frameworks: unpack megatron_core-0.17.0"),
    ("import models", "a first import of everything"),
])
def test_a_step_that_fails(machine, tmp_path, fails, step):
    """The step is named, with the end of its output and a line to run by hand; the next run starts anew."""
    done, _ = machine(tmp_path / "e", fails=fails)
    assert done.returncode == 1
    assert "ERROR: nothing there" in done.stderr
    assert done.stderr.splitlines()[-2] == f'tests/real/install: step "{step}" failed'
    assert done.stderr.splitlines()[-1].startswith("tests/real/install: by hand: ")
    assert machine(tmp_path / "e")[0].returncode == 0


def test_a_folder_of_somebody_else_is_left_alone(machine, tmp_path):
    """A folder that holds something else is not emptied."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").touch()
    done, calls = machine(tmp_path / "mine")
    assert done.returncode == 1 and "nothing was changed" in done.stderr
    assert calls == [] and (tmp_path / "mine" / "thesis.txt").exists()
