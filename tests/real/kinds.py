"""The tables of edits, and the mark that puts a function into them."""

KINDS = {}
"""Edits of one place, `function(place, *words)`, by name."""

CALLER_KINDS = {}
"""Edits of what is no place, `function(model, *words)`, by site and name. What one returns undoes it."""

CALLER_SITES = ("chunks", "run", "process")


def kind(name):
    """Registers an edit: `NAME` for one of a place, `SITE NAME` for one of a caller's site."""

    def register(function):
        table = CALLER_KINDS if " " in name else KINDS
        assert name not in table, f"two edits are named '{name}'"
        table[name] = function
        return function

    return register
