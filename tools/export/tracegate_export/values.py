"""Values as typed text (ir/dialect.md, section 2): what kind of value a Python object is, and the text of a plain one.

A value's kind depends on its type alone, so that no code of the model runs; `repr` and `str` of the model's objects are never used.
"""

import decimal
import enum
import functools
import sys

import torch
from torch.utils import _python_dispatch

from . import names, sequences
from .text import escape, string_value

LONGEST_INT = 1_000_000
"""Decimal digits of the longest int that is written."""

PLAIN, MODULE, CALLABLE, SEQUENCE, OTHER = range(5)
"""Kinds of values: text of its own; a torch module; a callable; a sequence; any other object."""


def int_text(number):
    """The decimal digits of an int or of an instance of a subclass; None above LONGEST_INT digits."""
    bits = int.bit_length(number)
    if bits <= 12_000:
        return int.__repr__(number)
    if bits > LONGEST_INT * 3.32:
        return None
    return format(decimal.Decimal(number), "f")


def _int(value):
    """Exactly an int."""
    text = int_text(value)
    return f"int:{text}" if text else "opaque:builtins.int"


def _number(convert, exact, cls_text, value):
    """A number that is not exactly bool, int or float; `convert` gives its int or float, `exact` its class where that may round."""
    number = convert(value)
    if exact and number == number and exact(number) != value:
        return f"opaque:{cls_text}"
    text = float.__repr__(number) if isinstance(number, float) else int_text(number)
    return f"num:{cls_text}={text}" if text else f"opaque:{cls_text}"


def _enum(cls_text, value):
    """A member of an enumeration that is neither number nor string."""
    name = names.instance_dict(value).get("_name_")
    return f"enum:{cls_text}.{escape(names.exact(name))}" if name else f"opaque:{cls_text}"


def _tensor(value):
    """dtype and shape; the value of a real tensor without dimensions on the CPU that is no parameter."""
    with torch._C.DisableTorchFunction():
        dtype, shape = str(value.dtype).removeprefix("torch."), tuple(value.shape)
        text = f"tensor:{dtype}[{','.join(str(size) if type(size) is int else '?' for size in shape)}]"
        if shape or type(value) is not torch.Tensor or value.device.type != "cpu":
            return text
        try:
            with _python_dispatch._disable_current_modes():
                number = value.item()
        except Exception:
            return text
    if isinstance(number, complex):
        return text
    return f"{text}={float.__repr__(number) if isinstance(number, float) else int(number)}"


def _numpy_number(cls):
    """What turns a numpy scalar of class `cls` into an int or float; None where it is no number."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not hasattr(numpy, "generic") or not issubclass(cls, numpy.generic):
        return None
    if issubclass(cls, (numpy.integer, numpy.bool_)):
        return int
    return float if issubclass(cls, numpy.floating) else None


_EXACT = {
    id(type(None)): lambda value: "none:",
    id(bool): lambda value: f"bool:{value}",
    id(int): _int,
    id(float): lambda value: "float:" + float.__repr__(value),
    id(str): lambda value: string_value(value, "str:"),
    id(torch.dtype): lambda value: "dtype:" + str(value).removeprefix("torch."),
}


_known_classes = {}


def _by_class(cls):
    """`(kind, function that gives the text of a plain value, the class)` for all instances of a class, looked at once."""
    known = _known_classes.get(id(cls))
    if known is None:
        known = _known_classes[id(cls)] = *_judge(cls), cls
    return known


def _compares_by_value(cls):
    """True where equality, truth and hash of a number or string are those of Python's own class, or of numpy's."""
    base = names.numpy_own(cls) or next(base for base in (int, float, str) if issubclass(cls, base))
    asked = ("__eq__", "__ne__", "__bool__", "__hash__")
    # The class's name ends at the first equals sign.
    return names.keeps(cls, base, *asked, *(("__len__",) if issubclass(cls, str) else ())) and "=" not in names.dotted(cls)


def _of_subclass(cls, cls_text):
    """The function that gives the text of a number or string of a subclass."""
    if issubclass(cls, int):
        return functools.partial(_number, int.__int__, None, cls_text)
    if numpy_number := _numpy_number(cls):
        rounds = numpy_number is float and not issubclass(cls, float)
        return functools.partial(_number, numpy_number, names.numpy_own(cls) if rounds else None, cls_text)
    if issubclass(cls, float):
        return functools.partial(_number, float.__float__, None, cls_text)
    return lambda value: string_value(str.__str__(value), f"substr:{cls_text}=")


def _judge(cls):
    """`(kind, function that gives the text of a plain value)` for all instances of a class."""
    if id(cls) in _EXACT:
        return PLAIN, _EXACT[id(cls)]
    if issubclass(cls, torch.Tensor):
        return PLAIN, _tensor
    cls_text = names.dotted(cls)
    if issubclass(cls, (int, float, str)) or _numpy_number(cls):
        return PLAIN, _of_subclass(cls, cls_text) if _compares_by_value(cls) else lambda value: f"opaque:{cls_text}"
    if issubclass(cls, enum.Enum):
        return PLAIN, functools.partial(_enum, cls_text)
    if issubclass(cls, torch.nn.Module):
        return MODULE, None
    if issubclass(cls, type) or names.defines(cls, "__call__"):
        return CALLABLE, None
    if sequences.is_sequence_class(cls):
        return SEQUENCE, None
    return OTHER, None


def forget_classes():
    """Forget what is known about classes: they may have been changed since, and need not be kept alive."""
    _known_classes.clear()


def kind_of(value):
    """The kind of a value: PLAIN, MODULE, CALLABLE, SEQUENCE or OTHER."""
    return _by_class(type(value))[0]


def plain_text(value):
    """The text of a value of kind PLAIN; `unreadable:` where it cannot be read."""
    try:
        return _by_class(type(value))[1](value)
    except names.RAISED as error:
        return unreadable_text(type(error))


def unreadable_text(error_class):
    """The value of what raised `error_class` when it was read."""
    return "unreadable:" + names.dotted(error_class)


def other_text(value):
    """The value of an object of which only the class is written."""
    cls = type(value)
    tag = "opaque:" if names.defines(cls, "__eq__", "__ne__", "__bool__", "__len__") else "other:"
    return tag + names.dotted(cls)
