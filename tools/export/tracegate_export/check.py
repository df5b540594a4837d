"""Asking the gate about a live model in one call: export to a temporary file, run the analyzer, read its report."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field

from .export import export_module_graph
from .reads import shipped_profiles

EXPECTED = ("matched", "missed", "any")
_AS_EXPECTED, _FINDINGS, _UNDECIDED = 0, 1, 3
_FILE = "model.onnx"


@dataclass(frozen=True)
class Report:
    """The analyzer's answer about one model.

    `missed` and `undetermined` hold the ids of conditions with such a subject. `widths` is there where the verdict is matched: bytes
    per row by name. `entry` is the model's whole entry of the JSON report, described in the analyzer's report.proto.
    """

    verdict: str
    missed: tuple
    undetermined: tuple
    extrapolated: bool
    widths: dict | None
    entry: dict = field(repr=False)


class GateMissed(Exception):
    """The gate is not as it was expected. The message is the text report; `report` is a Report."""

    def __init__(self, text, report):
        super().__init__(text, report)
        self.report = report

    def __str__(self):
        """The text report."""
        return self.args[0]


class GateUndetermined(GateMissed):
    """There is no verdict: the export does not say enough, or the model has no decoder layer.

    A GateMissed too, since it permits no more than that: who catches GateMissed catches every gate that is not as expected.
    """


class AnalyzerError(RuntimeError):
    """The analyzer was not found, or gave no report. It says nothing about the model."""


def find_analyzer(binary=None):
    """The analyzer's path: `binary`, else the environment's TRACEGATE_BINARY, else `tracegate` on PATH. AnalyzerError: there is none."""
    for given, where in ((binary, "binary"), (os.environ.get("TRACEGATE_BINARY"), "TRACEGATE_BINARY")):
        if given:
            found = shutil.which(os.fspath(given))
            if found is None:
                raise AnalyzerError(f'no analyzer: {where} names "{os.fspath(given)}", which is no program')
            return os.path.abspath(found)
    found = shutil.which("tracegate")
    if found is None:
        raise AnalyzerError("no analyzer: give binary=PATH, set TRACEGATE_BINARY, or put tracegate on PATH")
    return os.path.abspath(found)


def _run(command, folder):
    """A finished run of the analyzer beside the export. AnalyzerError: it could not be started."""
    try:
        return subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace")
    except OSError as error:
        raise AnalyzerError(f"the analyzer {command[0]} could not be run: {error.strerror}") from error


def _no_report(command, done):
    """The AnalyzerError of a run that gave no report."""
    said = done.stderr.strip() or "it said nothing"
    return AnalyzerError(f"the analyzer {command[0]} gave no report (exit code {done.returncode}): {said}")


def _report(command, done):
    """The Report of a finished run. AnalyzerError: there is none in what it printed."""
    if done.returncode not in (_AS_EXPECTED, _FINDINGS, _UNDECIDED):
        raise _no_report(command, done)
    try:
        (entry,) = json.loads(done.stdout)["models"]
        if entry.get("error"):
            raise _no_report(command, done)
        ids = {
            verdict: tuple(one["id"] for one in entry["conditions"] if one["counts"][verdict] > 0) for verdict in ("missed", "undetermined")
        }
        return Report(entry["verdict"], **ids, extrapolated=entry["extrapolated"], widths=entry.get("widths"), entry=entry)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _no_report(command, done) from error


def check(model, *, profile=None, run=None, slots=(), binary=None, expect="matched"):
    """Ask whether the gate is as expected for a live model, before anything is launched; give a Report.

    model, run, slots: as for `export_module_graph`; no `forward` is called and no weight is read.
    profile: the id of a shipped profile, or the path of a .textproto file; None: the analyzer's own choice.
    binary: the analyzer; None: the environment's TRACEGATE_BINARY, else `tracegate` on PATH.
    expect: "matched", "missed", or "any", which raises for no verdict.

    Raises GateMissed where the gate is not as expected, GateUndetermined (a GateMissed) where there is no verdict, AnalyzerError where
    the analyzer is not there or fails, and what `export_module_graph` raises. The temporary file is gone afterwards.
    """
    if expect not in EXPECTED:
        raise ValueError(f'expect must be one of {", ".join(EXPECTED)}; found "{expect}"')
    command = [find_analyzer(binary), "check", "--expect", expect]
    profiles = None
    if profile is not None:
        profile = os.fspath(profile)
        if profile.endswith(".textproto"):
            profile = os.path.abspath(profile)
            profiles = [*shipped_profiles(), pathlib.Path(profile)]
        command += ["--profile", profile]
    with tempfile.TemporaryDirectory(prefix="tracegate-") as folder:
        export_module_graph(model, os.path.join(folder, _FILE), run=run, slots=slots, profiles=profiles)
        done = _run([*command, "--format", "json", _FILE], folder)
        report = _report(command, done)
        if done.returncode == _AS_EXPECTED:
            return report
        text = _run([*command, _FILE], folder).stdout
    raise (GateUndetermined if done.returncode == _UNDECIDED else GateMissed)(text, report)
