"""The gate, stated in Python over live objects: what the analyzer must answer for a model's export.

It shares nothing with the exporter, the profiles or the fixtures. It imports the genuine classes and compares identities,
and is written from the same reference text as the profiles, so that a mistake of either shows as a difference.
"""

import dataclasses

import gate_config
import gate_forward
import gate_later
import gate_lora
import gate_structure
from gate_core import MATCHED, MISSED, UNDETERMINED, Verdicts
from gate_places import View


@dataclasses.dataclass
class Answer:
    """What one profile says of one model."""

    verdict: str
    missed: set
    undetermined: set
    widths: list | None
    """Gradient stage and no-grad transient, bytes a row; None where the model is not matched."""


def _seed_widths(f, h, r):
    """The widths of `dense-cp2-seed`."""
    return 2 * (13 * f + 2 * r), 2 * (6 * f + 6 * h + 2 * r)


def _later_widths(f, h, r):
    """The widths of the later profiles."""
    return 2 * (7 * f + h // 4 + 2 * r), 2 * (6 * f + 4 * h + h // 4 + 2 * r)


def _judge_seed(view, verdicts, run, slots):
    """Judges what every profile asks."""
    gate_structure.judge(view, verdicts)
    ffn = gate_config.judge_layers(view, verdicts, run)
    gate_structure.judge_mlp_values(view, verdicts, ffn)
    gate_lora.judge(view, verdicts, slots)
    gate_config.judge_caller(verdicts, run)
    gate_config.judge_decoder(view, verdicts, run)
    gate_forward.judge(view, verdicts)


def _answer(view, verdicts, slots, formula):
    """The answer from the verdicts so far."""
    missed, undetermined = verdicts.among(verdicts.of, MISSED), verdicts.among(verdicts.of, UNDETERMINED)
    verdict = MISSED if missed else UNDETERMINED if undetermined else MATCHED
    widths = gate_lora.widths(view, slots, formula) if verdict == MATCHED else None
    return Answer(verdict, missed, undetermined, widths)


def judge(given, run=None, slots=()):
    """The answer of each profile for what a caller hands over, what it says about the run, and the named slots of the wave."""
    view, verdicts, run = View(given), Verdicts(), run or {}
    answers = {}
    _judge_seed(view, verdicts, run, slots)
    answers["dense-cp2-seed"] = _answer(view, verdicts, slots, _seed_widths)
    gate_later.judge_later(view, verdicts)
    answers["dense-cp2-later"] = _answer(view, verdicts, slots, _later_widths)
    gate_later.judge_newest(view, verdicts)
    answers["dense-cp2-newest"] = _answer(view, verdicts, slots, _later_widths)
    return answers
