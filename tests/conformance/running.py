"""Builds cases, asks the live gate and the analyzer about them, and says where the two differ.

A case is a plan and lines of edits. A line that the model has no place for, as an earlier line took it away, is left out.
"""

import contextlib
import dataclasses
import pathlib
import tempfile

import edits
import gate
import judging
import models
from tracegate_export import export_module_graph

PROFILES = ("dense-cp2-seed", "dense-cp2-later", "dense-cp2-newest")
BATCH = 250


@dataclasses.dataclass(frozen=True)
class Case:
    """A model: what is built, and how it is edited."""

    plan: models.Plan = models.Plan()
    lines: tuple = ()

    def text(self):
        """The case as one line."""
        return f"{self.plan.text()}: {'; '.join(self.lines) or 'no edit'}"


def _apply(model, lines, undo):
    """Makes the edits one by one. Returns those that could be made."""
    made = []
    for line in lines:
        try:
            undo.enter_context(edits.apply(model, [line]))
        except edits.EditError:
            continue
        made.append(line)
    return made


def observe(case, path):
    """Builds and edits a case's model, exports it to `path`, and returns the live gate's answers and the edits that were made."""
    model = models.build(case.plan)
    with contextlib.ExitStack() as undo:
        made = _apply(model, case.lines, undo)
        live = gate.judge(model.chunks, model.run, model.slots)
        export_module_graph(model.chunks, str(path), run=model.run, slots=model.slots)
    return live, Case(case.plan, tuple(made))


def _told(found):
    """The analyzer's answer in the form of the live gate's."""
    widths = judging.widths(found) if found["verdict"] == gate.MATCHED else None
    return gate.Answer(
        found["verdict"], judging.with_any(found, "missed"), judging.with_any(found, "undetermined"), widths
    )


def difference(live, told):
    """How two answers of one profile differ, as text; empty where they agree."""
    parts = []
    if live.verdict != told.verdict:
        parts.append(f"verdict: live {live.verdict}, analyzer {told.verdict}")
    for name in ("missed", "undetermined"):
        ours, theirs = getattr(live, name), getattr(told, name)
        if ours - theirs:
            parts.append(f"{name} live only: {' '.join(sorted(ours - theirs))}")
        if theirs - ours:
            parts.append(f"{name} by the analyzer only: {' '.join(sorted(theirs - ours))}")
    if live.widths != told.widths:
        parts.append(f"widths: live {live.widths}, analyzer {told.widths}")
    return "; ".join(parts)


@dataclasses.dataclass
class Result:
    """What both said of one case."""

    case: Case
    live: dict
    told: dict

    def difference(self):
        """How they differ, profile by profile; empty where they agree."""
        found = {profile: difference(self.live[profile], self.told[profile]) for profile in PROFILES}
        return "\n".join(f"  {profile}: {text}" for profile, text in found.items() if text)


def run(cases):
    """The results of some cases, in order. The analyzer runs once a profile for each batch of cases."""
    for start in range(0, len(cases), BATCH):
        with tempfile.TemporaryDirectory() as name:
            folder, observed = pathlib.Path(name), []
            for number, case in enumerate(cases[start : start + BATCH]):
                try:
                    observed.append(observe(case, folder / f"{number}.onnx"))
                except Exception as error:
                    raise AssertionError(f"{case.text()}: {type(error).__name__}: {error}") from error
            files = [folder / f"{number}.onnx" for number in range(len(observed))]
            told = {profile: judging.answers(files, profile) for profile in PROFILES}
        for file, (live, made) in zip(files, observed):
            yield Result(made, live, {profile: _told(told[profile][file.name]) for profile in PROFILES})


def one(case):
    """The result of one case."""
    (result,) = run([case])
    return result
