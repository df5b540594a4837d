"""Random edits of a live model: the live gate and the analyzer, over the export, must say the same under every profile.

500 cases, the same at each run. With `TRACEGATE_NIGHTLY=1` 10,000 others, drawn from a seed that the run prints; `TRACEGATE_SEED`
draws those of a seed again.
"""

import collections
import os
import time

import drawing
import gate
import pytest
import running
import shrinking

FIXED_SEED = 20260701
REPORTED = 10


def _drawn():
    """The cases of this run, and the seed they come from."""
    nightly = os.environ.get("TRACEGATE_NIGHTLY") == "1"
    seed = int(os.environ.get("TRACEGATE_SEED") or (time.time() if nightly else FIXED_SEED))
    return drawing.cases(10_000 if nightly else 500, seed), seed


@pytest.fixture(scope="module")
def outcome():
    """The verdicts of all cases, counted, and the cases on which the two gates differ."""
    cases, seed = _drawn()
    print(f"seed {seed}")
    verdicts, different = collections.Counter(), []
    for result in running.run(cases):
        verdicts.update(answer.verdict for answer in result.live.values())
        if result.difference():
            different.append(result.case)
    return seed, verdicts, different


def test_the_two_gates_agree(outcome):
    """Verdict, missed and undetermined ids and widths are the same in every case."""
    seed, _, different = outcome
    texts = [shrinking.report(case) for case in different[:REPORTED]]
    assert not different, f"{len(different)} cases of seed {seed} differ; the smallest form of the first ones:\n" + "\n".join(texts)


def test_the_cases_are_of_every_kind(outcome):
    """A fair share of the cases has each verdict, so that the comparison means something."""
    _, verdicts, _ = outcome
    assert min(verdicts[verdict] for verdict in (gate.MATCHED, gate.MISSED, gate.UNDETERMINED)) >= 30
