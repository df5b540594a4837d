"""Records of classes, one for each class object (ir/dialect.md, section 4)."""

import hashlib
import inspect
import linecache
from dataclasses import dataclass

import torch

from . import names
from .text import escape

_SEQUENCES = (torch.nn.ModuleList, torch.nn.Sequential)


@dataclass(frozen=True, slots=True)
class ClassRecord:
    """One record C. `module` and `name` are escaped; `bases` holds the numbers of its bases; `forward_in` and `source` may be None."""

    module: str
    name: str
    own: bool
    bases: tuple
    forward_in: str | None
    is_module: bool
    elements: bool
    source: str | None


def has_elements(cls):
    """True where instances are sequences of their children: torch's own containers, and classes that keep their iteration."""
    for base in _SEQUENCES:
        if issubclass(cls, base):
            return all(names.in_class(cls, name) is names.in_class(base, name) for name in ("__iter__", "__len__"))
    return False


def _forward_in(cls):
    """The Python module in which the class's `forward` is defined, escaped; None where there is none."""
    try:
        module = getattr(cls.forward, "__module__", None)
    except names.RAISED:
        return None
    return escape(names.exact(module)) if names.is_a(module, str) else None


def source_digest(cls):
    """The first 16 hex digits of the SHA-256 of the source text of the class's `forward`, blanks at the ends of lines left out.

    None where there is no source: a built-in, or a class that was typed into a prompt.
    """
    try:
        code = cls.forward.__code__
        lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 :]
        text = "".join(line.rstrip() + "\n" for line in inspect.getblock(lines)) if lines else ""
    except names.RAISED:
        return None
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16] if text else None


class Classes:
    """The records, and the classes by number, in the order in which they were first needed; a class before its bases.

    Classes are told apart by identity: a metaclass may define equality.
    """

    def __init__(self):
        self.records = []
        self.classes = []
        self._numbers = {}

    def number(self, cls):
        """The number of the record of `cls`; its bases get records too."""
        known = self._numbers.get(id(cls))
        if known is not None:
            return known
        pending = [cls]
        while pending:
            base = pending.pop(0)
            if id(base) not in self._numbers:
                self._numbers[id(base)] = len(self.classes)
                self.classes.append(base)
                pending += [further for further in names.mro(base) if further is not object]
        self.records += [self._record(base) for base in self.classes[len(self.records) :]]
        return self._numbers[id(cls)]

    def _record(self, cls):
        """The record of a class whose bases are numbered."""
        module, name = names.class_names(cls)
        return ClassRecord(
            module=escape(module),
            name=escape(name),
            own=names.is_own(cls, module, name),
            bases=tuple(self._numbers[id(base)] for base in names.mro(cls) if base is not cls and base is not object),
            forward_in=_forward_in(cls),
            is_module=issubclass(cls, torch.nn.Module),
            elements=has_elements(cls),
            source=source_digest(cls) if issubclass(cls, torch.nn.Module) else None,
        )
