"""How a live value meets a requirement: exact types, equality, and what counts as off.

A requirement gives True, False, or None where the value's own code decides and nobody can tell what it says elsewhere.
"""

import collections
import enum

import numpy
import torch
from gate_core import ABSENT

_LIBRARY = (numpy.generic, torch.dtype, enum.Enum, collections.deque)


def _is_number_tensor(value):
    """Whether a value is a tensor of one real number that can be looked at here."""
    return isinstance(value, torch.Tensor) and value.dim() == 0 and value.device.type == "cpu" and not value.is_complex()


def _compares_by_value(value):
    """Whether a number or text of a class of its own answers as the built-in one, or numpy's, does."""
    cls = type(value)
    base = next((one for one in cls.__mro__ if one.__module__ in ("builtins", "numpy")), object)
    asked = ("__eq__", "__ne__", "__bool__", "__hash__") + (("__len__",) if issubclass(cls, str) else ())
    return all(getattr(cls, name, None) is getattr(base, name, None) for name in asked)


def _settled(value):
    """Whether comparing a value, or asking for its truth, runs no code but Python's, numpy's scalars' or torch's."""
    if value is ABSENT or (isinstance(value, _LIBRARY) and not isinstance(value, (int, float, str))) or _is_number_tensor(value):
        return True
    if isinstance(value, (int, float, str)):
        return _compares_by_value(value)
    own = {name for cls in type(value).__mro__ if cls.__module__ != "builtins" for name in vars(cls)}
    return not own & {"__eq__", "__ne__", "__bool__", "__len__"}


def equal(value, wanted):
    """Whether a value equals another, whatever its type."""
    if not _settled(value) or not _settled(wanted):
        return None
    return value is not ABSENT and wanted is not ABSENT and bool(value == wanted)


def off(value):
    """Whether a value is false, or not there."""
    if value is ABSENT:
        return True
    return (not value) if _settled(value) else None


def just(wanted):
    """A requirement: exactly this type, and this value."""
    return lambda value: type(value) is type(wanted) and value == wanted


def positive_int(value):
    """Whether a value is exactly an int, and above zero."""
    return type(value) is int and value > 0
