"""The live gate against the reference's 900 answers, so that what the analyzer is compared with is itself known to be right."""

import edits
import gate
import make
import models

ROWS = make.reference()
BASE = ROWS["base/hybrid-SelfAttention"]


def _widths(row, profile):
    """The widths of a row: the maximum over the constructor's adapters and the row's slot."""
    widths = make.WIDTHS_OF.get(profile, profile)
    own = row["widths"][widths]
    slotted = any(line.startswith("run slot") for line in row["edits"])
    return [max(pair) for pair in zip(own, BASE["widths"][widths])] if slotted else own


def _differences(row):
    """How the live gate's answers for a row differ from the reference's."""
    model, undo = edits.build(models.Plan.read(row["plan"]), row["edits"])
    with undo:
        answers = gate.judge(model.chunks, model.run, model.slots)
    for profile, found in answers.items():
        missed = sorted(row["missed"][profile])
        if sorted(found.missed) != missed:
            yield f"{row['id']} under {profile}: missed {sorted(found.missed)}, the reference says {missed}"
        elif not missed and (found.verdict, found.widths) != (gate.MATCHED, _widths(row, profile)):
            yield f"{row['id']} under {profile}: {found.verdict}, widths {found.widths}, want {_widths(row, profile)}"


def test_every_row():
    """The same ids missed and the same widths, under every profile."""
    wrong = [text for row in ROWS.values() for text in _differences(row)]
    assert not wrong, f"{len(wrong)} differences:\n" + "\n".join(wrong[:40])
