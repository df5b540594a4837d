"""What the caller says about the run, as text format of `tracegate.ir.Run` (ir/run/run.proto)."""

import difflib
import re

from . import names, values
from .text import checked

KNOWN = ("cp", "hidden_size", "parameter_bytes", "pp", "taken_at", "tp")
"""The names of run facts. Ranks, elements of the hidden state, bytes of a parameter; `taken_at` is free text."""


_SPECIAL = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029]')


def _quoted(text, what):
    """A string in protobuf's text format. ValueError: `what` is no valid Unicode text."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"{what} is no valid Unicode text") from None
    return '"' + _SPECIAL.sub(lambda match: "".join(f"\\{byte:03o}" for byte in match.group().encode("utf-8")), text) + '"'


def _fact_lines(run):
    """The lines of the run facts, `taken_at` first. ValueError: an unknown name or a value that has no text."""
    lines = []
    for name in run:
        if name not in KNOWN:
            near = difflib.get_close_matches(str(name), KNOWN, 1)
            hint = f'; nearest: "{near[0]}"' if near else ""
            raise ValueError(f'unknown run fact "{name}"; known: {", ".join(KNOWN)}{hint}')
    if run.get("taken_at") is not None:
        if not isinstance(run["taken_at"], str):
            raise ValueError(f"taken_at must be text, found {type(run['taken_at']).__qualname__}")
        lines.append(f"taken_at: {_quoted(str.__str__(run['taken_at']), 'taken_at')}")
    for name in sorted(run):
        value = run[name]
        if name == "taken_at" or value is None:
            continue
        if values.kind_of(value) != values.PLAIN:
            raise ValueError(f'run fact "{name}" must be a number or text, found {type(value).__qualname__}')
        lines.append(f'fact {{ name: "{name}" value: {_quoted(values.plain_text(value), name)} }}')
    return lines


def _slot_parts(slot):
    """`(kind, name)` of one slot as the caller may give it. ValueError: no such form."""
    if isinstance(slot, str):
        kind, colon, name = names.exact(slot).partition(":")
        if colon and kind and name:
            return kind, name
    elif isinstance(slot, (tuple, list)):
        if len(slot) == 2 and all(isinstance(part, str) for part in slot):
            return tuple(map(names.exact, slot))
    else:
        kind, name = getattr(slot, "kind", None), getattr(slot, "name", None)
        if isinstance(kind, str) and (name is None or isinstance(name, str)):
            return names.exact(kind), names.exact(name)
    raise ValueError('a slot must be "kind:name", a pair (kind, name) or an object with these attributes, as text')


def run_text(run=None, slots=()):
    """The text of the message; empty where the caller said nothing. ValueError: what the caller said cannot be written."""
    if isinstance(slots, str):
        raise ValueError('slots must be a sequence, such as ["kind:name"]')
    lines = _fact_lines(dict(run or {}))
    for kind, name in map(_slot_parts, slots):
        lines.append(f"slot {{ kind: {_quoted(kind, 'a slot')} name: {_quoted(name, 'a slot')} }}")
    return checked("".join(line + "\n" for line in lines), "what is said about the run is")
