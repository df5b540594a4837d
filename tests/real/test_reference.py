"""The reference's 900 answers: each row's edits made on a live model, exported, judged under each shipped profile."""

import pathlib
import sys
import tempfile

import edits
import judging
import models
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "fixtures"))

import make  # noqa: E402
from tracegate_export import export_module_graph  # noqa: E402

ROWS = make.reference()
PROFILES = sorted(path.stem for path in (ROOT / "rules" / "profiles").glob("*.textproto"))
BASE = ROWS["base/hybrid-SelfAttention"]
# The newest profile adds conditions to the later one and keeps its widths, so the reference tells them once.
WIDTHS_OF = {"dense-cp2-newest": "dense-cp2-later"}


def _file(row):
    """The file of a row."""
    return row["id"].replace("/", "__") + ".onnx"


@pytest.fixture(scope="session")
def folder():
    """A folder with an export of every row's model, 40 MB in all; it is removed afterwards."""
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name)
        for row in ROWS.values():
            model, undo = edits.build(models.Plan.read(row["plan"]), row["edits"])
            with undo:
                export_module_graph(model.chunks, str(path / _file(row)), run=model.run, slots=model.slots)
        yield path


@pytest.fixture(scope="session", params=PROFILES)
def judged(request, folder):
    """A profile, and the analyzer's answers under it."""
    return request.param, judging.answers(sorted(folder.glob("*.onnx")), request.param)


def _widths(row, profile):
    """The widths that the analyzer is to give: the maximum over the constructor's adapters and the row's slot."""
    widths = WIDTHS_OF.get(profile, profile)
    own = row["widths"][widths]
    slotted = any(line.startswith("run slot") for line in row["edits"])
    return [max(pair) for pair in zip(own, BASE["widths"][widths])] if slotted else own


def test_every_row_is_exported(folder):
    """Each row's edits can be made, and its model can be exported."""
    assert {path.name for path in folder.iterdir()} == {_file(row) for row in ROWS.values()}


def test_answers(judged):
    """The same ids missed and the same widths, in every row."""
    profile, answers = judged
    wrong = []
    for row in ROWS.values():
        found = answers[_file(row)]
        missed = sorted(judging.with_any(found, "missed"))
        if missed != sorted(row["missed"][profile]):
            wrong.append(f"{row['id']}: missed {missed}, the reference says {sorted(row['missed'][profile])}")
        elif not missed and (found["verdict"] != "matched" or judging.widths(found) != _widths(row, profile)):
            wrong.append(f"{row['id']}: {found['verdict']}, widths {found.get('widths')}, want {_widths(row, profile)}")
    assert not wrong, f"{len(wrong)} of {len(ROWS)} rows under {profile}:\n" + "\n".join(wrong[:40])
