"""Makes a case on which the two gates differ smaller: fewer edits, the plain plan, simpler words."""

import dataclasses

import models
from running import Case, one

_SIMPLER = {
    "set": ("none:", "int:0", "str:"),
    "put": ("none:", "function:"),
    "hook": ("forward",),
    "forward": ("lambda", "own-bound"),
    "delegate": ("own-bound", "lambda"),
    "swap": ("none", "identity"),
    "add": ("identity",),
    "class": ("subclass",),
}
"""Simpler last words of an edit, by its kind."""


def _smaller(case):
    """Cases that are a step simpler, the largest steps first."""
    if case.plan != models.Plan():
        yield dataclasses.replace(case, plan=models.Plan())
    for number in range(len(case.lines)):
        yield dataclasses.replace(case, lines=case.lines[:number] + case.lines[number + 1 :])
    for number, line in enumerate(case.lines):
        head, _, last = line.rpartition(" ")
        words = _SIMPLER.get(line.split()[1], ())
        for word in words[: words.index(last)] if last in words else words:
            yield dataclasses.replace(case, lines=(*case.lines[:number], f"{head} {word}", *case.lines[number + 1 :]))


def _differs(case):
    """Whether the two gates differ on a case; what raises is a case of its own."""
    try:
        return bool(one(case).difference())
    except AssertionError:
        return False


def shrunk(case):
    """The smallest case found on which the two gates still differ."""
    while True:
        smaller = next((other for other in _smaller(case) if _differs(other)), None)
        if smaller is None:
            return case
        case = smaller


def report(case):
    """The smallest case and both answers, as text."""
    smallest = shrunk(Case(case.plan, case.lines))
    return f"{smallest.text()}\n{one(smallest).difference()}"
