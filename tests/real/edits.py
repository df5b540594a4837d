"""Edits of live models, as lines of text: `SITE KIND ARGUMENT...`.

    fc1 hook forward
    layer_attn delegate layer-wrapper foreign-bound
    config set fp8 str:hybrid
    core_attention swap norm-hooked

SITE is a name of `sites.py`, or `chunks`, `run` or `process` for what is no place of the model. KIND is a function with the mark
`@kind` in one of the files imported below; its arguments are words. Values are tagged texts of `values.py`. An edit is made on
the live objects, in place.
"""

import contextlib

import adapter_edits  # noqa: F401
import caller_edits  # noqa: F401
import config_edits  # noqa: F401
import models
import place_edits  # noqa: F401
import sites
from kinds import CALLER_KINDS, CALLER_SITES, KINDS


class EditError(Exception):
    """A line that is no edit, or that this model has no place for."""


def apply(model, lines):
    """Makes the edits of some lines on a model, in order. Returns a context whose exit undoes what they did outside the model.

    Raises EditError with the line and the reason; then the model is half edited, and what was done outside of it is undone."""
    undo = contextlib.ExitStack()
    for line in lines:
        try:
            undone = _make(model, *line.split())
        except Exception as error:
            undo.close()
            raise EditError(f"edit '{line}': {error}") from error
        if undone:
            undo.callback(undone)
    return undo


def _make(model, site, kind, *arguments):
    """Makes one edit. Returns how to undo what it did outside the model, if anything."""
    if site in CALLER_SITES:
        return _known(CALLER_KINDS, f"{site} {kind}")(model, *arguments)
    function = _known(KINDS, kind)
    for place in sites.places(model, site):
        function(place, *arguments)
    return None


def _known(table, name):
    """The function of a name; LookupError with the known names."""
    if name not in table:
        raise LookupError(f"no kind is named '{name}'; known: {', '.join(sorted(table))}")
    return table[name]


def build(plan, lines):
    """A model of a plan with the edits made, and the context of `apply`, which the caller closes after the export."""
    model = models.build(plan)
    return model, apply(model, lines)
