"""Runs the analyzer over exports and reads its report."""

import json
import os
import pathlib
import subprocess

import pytest


def answers(files, profile="dense-cp2-seed"):
    """The analyzer's answer for each file under a profile, by the file's name, from one run over all of them.

    Skips the calling test where `TRACEGATE_BINARY` does not name the analyzer."""
    binary = os.environ.get("TRACEGATE_BINARY")
    if not binary:
        pytest.skip("TRACEGATE_BINARY is not set")
    command = [binary, "check", "--expect", "any", "--format", "json", "--profile", profile, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"exit code {done.returncode}: {done.stderr[-2000:]}"
    return {pathlib.Path(model["file"]).name: model for model in json.loads(done.stdout)["models"]}


def with_any(answer, verdict):
    """The ids of the conditions that have a subject of this verdict."""
    return {one["id"] for one in answer["conditions"] if one["counts"][verdict] > 0}


def widths(answer):
    """Both widths, gradient stage first."""
    return [answer["widths"]["gradient_bytes_per_row"], answer["widths"]["no_grad_bytes_per_row"]]
