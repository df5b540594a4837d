"""Facts of the process: globals of Python modules, and which distributions the model's classes come from."""

import importlib.metadata
import sys

from . import names, sequences, values
from .text import escape


def global_value(facts, name):
    """The value of the process global `python.module:attribute`. Nothing is imported; a sized container gives its length."""
    module_name, _, attribute = name.partition(":")
    module = sys.modules.get(module_name)
    if module is None:
        return "absent:module"
    found = names.instance_dict(module)
    if attribute not in found:
        return "absent:attribute"
    value = found[attribute]
    if values.kind_of(value) in (values.SEQUENCE, values.OTHER):
        length = sequences.length(value)
        if length is not None:
            return f"int:{length}"
    return facts.value(value, None)


def globals_text(facts, wanted):
    """One line a global, sorted."""
    return "\n".join(f"{name}={global_value(facts, name)}" for name in sorted(wanted))


def _top_names(distribution):
    """The top-level names that a distribution installs, as far as its own records tell."""
    listed = distribution.read_text("top_level.txt")
    if listed:
        return set(listed.split())
    record = distribution.read_text("RECORD") or ""
    return {line.partition(",")[0].partition("/")[0].removesuffix(".py") for line in record.splitlines()}


def versions_text(classes):
    """`package=version`, one a line, sorted: the distributions that own the top-level packages of `classes`, and torch."""
    wanted = {names.class_names(cls)[0].partition(".")[0] for cls in classes}
    wanted = (wanted | {"torch"}) - sys.stdlib_module_names
    versions = {}
    for distribution in importlib.metadata.distributions():
        try:
            if wanted & _top_names(distribution):
                # Of two on the path the first is the one that is imported.
                versions.setdefault(distribution.metadata["Name"].lower().replace("_", "-"), distribution.version)
        except Exception:
            continue
    return "\n".join(sorted(f"{escape(name)}={escape(version)}" for name, version in versions.items()))
