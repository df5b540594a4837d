"""`check`: what it runs, what it gives back and what it raises; the analyzer is a script that answers from a table."""

import json
import os
import pickle
import sys
import tempfile

import pytest
import torch
import tracegate_export
from export_file import PROFILE
from tracegate_export import AnalyzerError, GateMissed, GateUndetermined, check

SCRIPT = """#!{python}
import json, os, pathlib, sys
log = pathlib.Path({log!r})
log.write_text(log.read_text() + json.dumps([sys.argv[1:], os.getcwd(), os.path.getsize("model.onnx")]) + "\\n")
sys.stderr.write({said!r})
sys.stdout.write({json!r} if "--format" in sys.argv else {text!r})
sys.exit({code})
"""

TEXT = "missed  dense-cp2-seed  model.onnx\n\n  “exact” text\n"


def entry(verdict, **counts):
    """A model's entry of the JSON report with one condition for each verdict given."""
    found = {"file": "model.onnx", "verdict": verdict, "extrapolated": False, "conditions": []}
    for name, number in counts.items():
        zero = dict.fromkeys(("matched", "missed", "undetermined", "blocked", "not_applicable"), 0)
        found["conditions"].append({"id": f"area/{name}", "verdict": name, "counts": {**zero, name: number}})
    if verdict == "matched":
        found["widths"] = {"gradient_bytes_per_row": 10, "no_grad_bytes_per_row": 20}
    return found


@pytest.fixture
def analyzer(tmp_path, monkeypatch):
    """Makes an analyzer that prints a report and exits with a code. Its `calls()` are the words, folder and file size of each run."""
    monkeypatch.delenv("TRACEGATE_BINARY", raising=False)
    log = tmp_path / "log"
    log.write_text("")

    def made(report, code, said=""):
        text = report if isinstance(report, str) else json.dumps({"models": [report]})
        path = tmp_path / "tracegate"
        path.write_text(
            SCRIPT.format(python=sys.executable, log=str(log), said=said, json=text, text=TEXT, code=code), encoding="utf-8"
        )
        path.chmod(0o755)
        return path

    made.calls = lambda: [json.loads(line) for line in log.read_text().splitlines()]
    return made


def test_as_expected(analyzer):
    found = check(torch.nn.Identity(), binary=analyzer(entry("matched", matched=3), 0), run={"tp": 1}, slots=["lora:a"])
    assert (found.verdict, found.missed, found.undetermined, found.extrapolated) == ("matched", (), (), False)
    assert found.widths == {"gradient_bytes_per_row": 10, "no_grad_bytes_per_row": 20}
    assert found.entry == entry("matched", matched=3)
    ((words, folder, size),) = analyzer.calls()
    assert words == ["check", "--expect", "matched", "--format", "json", "model.onnx"] and size > 0
    assert folder.startswith(os.path.join(os.path.realpath(tempfile.gettempdir()), "tracegate-")) and not os.path.exists(folder)


# what was expected, the verdict, the exit code, the exception
ANSWERS = [
    ("matched", "missed", 1, GateMissed),
    ("missed", "matched", 1, GateMissed),
    ("missed", "missed", 0, None),
    ("matched", "undetermined", 3, GateUndetermined),
    ("missed", "undetermined", 3, GateUndetermined),
    ("matched", "missed", 3, GateUndetermined),
    ("any", "undetermined", 0, None),
    ("any", "missed", 0, None),
]


@pytest.mark.parametrize("expect, verdict, code, error", ANSWERS, ids=[f"{row[0]}-{row[1]}-{row[2]}" for row in ANSWERS])
def test_verdicts(analyzer, expect, verdict, code, error):
    binary = analyzer(entry(verdict, missed=2, undetermined=1), code)
    if error is None:
        assert check(torch.nn.Identity(), binary=binary, expect=expect).verdict == verdict
        assert len(analyzer.calls()) == 1
        return
    with pytest.raises(error) as caught:
        check(torch.nn.Identity(), binary=binary, expect=expect)
    assert type(caught.value) is error
    assert str(caught.value) == TEXT
    report = caught.value.report
    assert (report.verdict, report.missed, report.undetermined) == (verdict, ("area/missed",), ("area/undetermined",))
    assert [words[3:] for words, _, _ in analyzer.calls()] == [["--format", "json", "model.onnx"], ["model.onnx"]]
    assert not any(os.path.exists(folder) for _, folder, _ in analyzer.calls())


def test_one_except_is_enough():
    assert issubclass(GateUndetermined, GateMissed) and not issubclass(AnalyzerError, GateMissed)


def test_errors_travel_between_processes(analyzer):
    with pytest.raises(GateUndetermined) as caught:
        check(torch.nn.Identity(), binary=analyzer(entry("undetermined", undetermined=1), 3))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.report) == (GateUndetermined, TEXT, caught.value.report)


# name, what the analyzer prints, exit code, what it says on stderr, the end of the message
NO_REPORT = [
    ("wrong call", "", 2, "tracegate: error: no profile is named 'x'\n", "(exit code 2): tracegate: error: no profile is named 'x'"),
    ("unreadable", {"file": "model.onnx", "error": "too new"}, 3, "model.onnx: too new", "(exit code 3): model.onnx: too new"),
    ("a bug", "", 4, "a bug in tracegate", "(exit code 4): a bug in tracegate"),
    ("killed", "", "__import__('os').kill(__import__('os').getpid(), 9)", "", "(exit code -9): it said nothing"),
    ("no JSON", "hello", 0, "", "(exit code 0): it said nothing"),
    ("another program", "[]", 0, "", "(exit code 0): it said nothing"),
    ("no model", '{"models": []}', 0, "", "(exit code 0): it said nothing"),
]


@pytest.mark.parametrize("name, printed, code, said, end", NO_REPORT, ids=[row[0] for row in NO_REPORT])
def test_no_report(analyzer, name, printed, code, said, end):
    binary = analyzer(printed, code, said)
    with pytest.raises(AnalyzerError) as caught:
        check(torch.nn.Identity(), binary=binary)
    assert str(caught.value) == f"the analyzer {binary} gave no report {end}"


def test_where_the_analyzer_is_looked_for(analyzer, monkeypatch, tmp_path):
    binary = analyzer(entry("matched", matched=1), 0)
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    with pytest.raises(AnalyzerError, match="^no analyzer: give binary=PATH, set TRACEGATE_BINARY, or put tracegate on PATH$"):
        check(torch.nn.Identity())
    monkeypatch.setenv("PATH", str(tmp_path))
    assert check(torch.nn.Identity()).verdict == "matched"
    monkeypatch.setenv("TRACEGATE_BINARY", str(tmp_path / "none"))
    with pytest.raises(AnalyzerError, match="^no analyzer: TRACEGATE_BINARY names .* which is no program$"):
        check(torch.nn.Identity())
    assert check(torch.nn.Identity(), binary=binary).verdict == "matched"
    with pytest.raises(AnalyzerError, match="^no analyzer: binary names .* which is no program$"):
        check(torch.nn.Identity(), binary=tmp_path / "none")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRACEGATE_BINARY", "./tracegate")
    assert check(torch.nn.Identity()).verdict == "matched"


def test_a_program_that_cannot_start(tmp_path):
    path = tmp_path / "tracegate"
    path.write_text("#!/does/not/exist\n")
    path.chmod(0o755)
    with pytest.raises(AnalyzerError, match="could not be run: No such file or directory$"):
        check(torch.nn.Identity(), binary=path)


def test_profiles(analyzer, monkeypatch):
    binary = analyzer(entry("matched", matched=1), 0)
    check(torch.nn.Identity(), binary=binary, profile="dense-cp2-later")
    monkeypatch.chdir(PROFILE.parent)
    check(torch.nn.Identity(), binary=binary, profile=PROFILE.name)
    named = [words[words.index("--profile") + 1] for words, _, _ in analyzer.calls()]
    assert named == ["dense-cp2-later", str(PROFILE)]


def test_wrong_arguments(analyzer):
    binary = analyzer(entry("matched", matched=1), 0)
    with pytest.raises(ValueError, match='^expect must be one of matched, missed, any; found "open"$'):
        check(torch.nn.Identity(), binary=binary, expect="open")
    with pytest.raises(ValueError, match="unknown run fact"):
        check(torch.nn.Identity(), binary=binary, run={"tpp": 1})
    with pytest.raises(TypeError, match="expected a module"):
        check(None, binary=binary)
    assert analyzer.calls() == []


def test_what_the_package_offers():
    for name in ("AnalyzerError", "GateMissed", "GateUndetermined", "Report", "check"):
        assert name in tracegate_export.__all__ and hasattr(tracegate_export, name)
