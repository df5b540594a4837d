"""Names of classes and functions, and whether a name stands for the very object where the model runs.

Nothing here imports a module, and nothing runs code of the model: names are read from the types' own slots.
"""

import sys
import types

from .text import cut_name, escape

_TYPE_MODULE = type.__dict__["__module__"].__get__
_TYPE_QUALNAME = type.__dict__["__qualname__"].__get__
_TYPE_MRO = type.__dict__["__mro__"].__get__
_TYPE_FLAGS = type.__dict__["__flags__"].__get__
_TYPE_DICT = type.__dict__["__dict__"].__get__
_MISSING = object()
_HEAP_TYPE = 1 << 9

RAISED = (Exception, SystemExit)
"""What code of the model may raise without ending an export. Ctrl-C does, and so does what tells a program from outside to stop."""


def is_a(value, *classes):
    """`isinstance` by the type alone, whatever the object says its class is."""
    return issubclass(type(value), classes)


def exact(text):
    """`text` as exactly `str`; empty for what is no string."""
    return str.__str__(text) if is_a(text, str) else ""


def class_names(cls):
    """`(__module__, __qualname__)` of a class, unescaped, cut where too long; empty where a class hides them."""
    try:
        module = _TYPE_MODULE(cls)
    except AttributeError:
        module = ""
    return cut_name(exact(module)), cut_name(exact(_TYPE_QUALNAME(cls)))


def dotted(cls):
    """A class's name in a value: module, dot, qualified name, escaped."""
    module, name = class_names(cls)
    return escape(f"{module}.{name}")


def mro(cls):
    """The method resolution order, whatever a metaclass says about it."""
    return _TYPE_MRO(cls)


def in_class(cls, name, default=None):
    """What the dictionaries of the class and its bases hold under `name`, without running a descriptor."""
    for base in _TYPE_MRO(cls):
        found = _TYPE_DICT(base).get(name, _MISSING)
        if found is not _MISSING:
            return found
    return default


def defines(cls, *names):
    """True where the class or a base other than `object` has one of `names` in its dictionary, and not as None."""
    return any(_TYPE_DICT(base).get(name) is not None for base in _TYPE_MRO(cls) if base is not object for name in names)


def keeps(cls, base, *names):
    """True where `cls` answers each of `names` as `base` does, and no class between them has its own."""
    return all(in_class(cls, name) is in_class(base, name) for name in names)


def numpy_own(cls):
    """The nearest of numpy's own scalar classes, which compare by value; None for other classes. Python code makes none of them."""
    return next((base for base in _TYPE_MRO(cls) if not _TYPE_FLAGS(base) & _HEAP_TYPE and class_names(base)[0] == "numpy"), None)


def instance_dict(value):
    """The instance dictionary of an object; empty where it has none."""
    try:
        found = object.__getattribute__(value, "__dict__")
    except RAISED:
        return {}
    return found if is_a(found, dict) else {}


def _static(holder, name):
    """Attribute `name` of a module or class, without running any of its code; None where it is not there."""
    if is_a(holder, types.ModuleType):
        return instance_dict(holder).get(name)
    if is_a(holder, type):
        found = in_class(holder, name)
        return found.__func__ if is_a(found, staticmethod, classmethod) else found
    return None


def is_own(value, module, name):
    """True where `value` is the very object that `module` and qualified `name` stand for in `sys.modules`."""
    found = sys.modules.get(module)
    for part in name.split("."):
        if found is None or part.startswith("<"):
            return False
        found = _static(found, part)
    return found is not None and found is value
