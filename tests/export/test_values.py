"""Each form of a value, as the read `plain` gives it."""

import collections
import decimal
import enum
import fractions

import numpy
import pytest
import torch
from torch._subclasses import FakeTensorMode


class Int(int):
    def __repr__(self):
        raise AssertionError("never called")

    __str__ = __int__ = __index__ = __repr__


class Float(float):
    def __repr__(self):
        raise AssertionError("never called")

    __str__ = __float__ = __repr__


class Text(str):
    def __str__(self):
        raise AssertionError("never called")

    __repr__ = __str__


def own(base, *defined):
    """A class of numbers or strings that has its own answers to these questions."""

    def raising(self, *others):
        raise AssertionError("never called")

    return type("Own", (base,), dict.fromkeys(defined, raising) | {"__hash__": raising if "__hash__" in defined else base.__hash__})


class Color(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    LOW = 1


class Word(str, enum.Enum):
    NONE = "none"


class Mask(enum.Flag):
    A = 1
    B = 2


class Secret:
    def __repr__(self):
        raise AssertionError("never called")

    __str__ = __repr__


class Equal(Secret):
    def __eq__(self, other):
        raise AssertionError("never called")

    __hash__ = None


class HeirOfEqual(Equal):
    pass


class Sized:
    def __len__(self):
        raise AssertionError("never called")


class Lying:
    """Says it is an int."""

    __class__ = int


class Tensor(torch.Tensor):
    pass


Named = collections.namedtuple("Named", "first second")

HERE = __name__

VALUES = [
    ("none", None, "none:"),
    ("true", True, "bool:True"),
    ("false", False, "bool:False"),
    ("int", 5, "int:5"),
    ("negative", -3, "int:-3"),
    ("big", 10**30, "int:1" + 30 * "0"),
    ("longer than python prints", 10**5000, "int:1" + 5000 * "0"),
    ("too long", 1 << 4_000_000, "opaque:builtins.int"),
    ("float", 0.0, "float:0.0"),
    ("negative zero", -0.0, "float:-0.0"),
    ("small", 1e-6, "float:1e-06"),
    ("nan", float("nan"), "float:nan"),
    ("inf", float("inf"), "float:inf"),
    ("negative inf", float("-inf"), "float:-inf"),
    ("str", "full", "str:full"),
    ("empty", "", "str:"),
    ("escaped", "a\\b\n\x7f\u2028\ud800é.", "str:a\\\\b\\u000a\\u007f\\u2028\\ud800é."),
    ("longest", "x" * 4096, "str:" + "x" * 4096),
    ("cut", "\n" + "x" * 4096, "cut:4097:\\u000a" + "x" * 255),
    ("10 MB", "x" * 10_000_000, "cut:10000000:" + "x" * 256),
    ("dtype", torch.bfloat16, "dtype:bfloat16"),
    ("int subclass", Int(2048), f"num:{HERE}.Int=2048"),
    ("float subclass", Float(0.5), f"num:{HERE}.Float=0.5"),
    ("numpy int", numpy.int64(2048), "num:numpy.int64=2048"),
    ("numpy float", numpy.float32(0.5), "num:numpy.float32=0.5"),
    ("numpy double", numpy.float64(0.5), "num:numpy.float64=0.5"),
    ("numpy bool", numpy.bool_(True), f"num:numpy.{type(numpy.bool_(True)).__name__}=1"),
    ("numpy str", numpy.str_("a"), "substr:numpy.str_=a"),
    ("numpy array", numpy.zeros(2), "opaque:numpy.ndarray"),
    ("str subclass", Text("none"), f"substr:{HERE}.Text=none"),
    ("equality of its own, str", own(str, "__eq__")("none"), f"opaque:{HERE}.Own"),
    ("equality of its own, int", own(int, "__eq__")(0), f"opaque:{HERE}.Own"),
    ("equality of its own, float", own(float, "__eq__")(0), f"opaque:{HERE}.Own"),
    ("equality of its own, numpy int", own(numpy.int64, "__eq__")(0), f"opaque:{HERE}.Own"),
    ("inequality of its own", own(int, "__ne__")(0), f"opaque:{HERE}.Own"),
    ("truth of its own, int", own(int, "__bool__")(0), f"opaque:{HERE}.Own"),
    ("truth of its own, float", own(float, "__bool__")(0.0), f"opaque:{HERE}.Own"),
    ("truth of its own, str", own(str, "__bool__")(""), f"opaque:{HERE}.Own"),
    ("hash of its own, str", own(str, "__hash__")("none"), f"opaque:{HERE}.Own"),
    ("length of its own, str", own(str, "__len__")(""), f"opaque:{HERE}.Own"),
    ("length of its own, int", own(int, "__len__")(5), f"num:{HERE}.Own=5"),
    ("subclass of a numpy str", own(numpy.str_)("a"), f"substr:{HERE}.Own=a"),
    ("equals sign in a class's name", type("a=b", (str,), {"__module__": HERE})("c"), f"opaque:{HERE}.a=b"),
    ("flag that is a number", enum.IntFlag("Flags", "A", module=HERE).A, f"num:{HERE}.Flags=1"),
    ("more than a double holds", numpy.nextafter(numpy.longdouble(2048), numpy.longdouble(4096)), "opaque:numpy.longdouble"),
    ("less than a double holds", numpy.longdouble("1e-400"), "opaque:numpy.longdouble"),
    ("a long double that a double holds", numpy.longdouble(2048), "num:numpy.longdouble=2048.0"),
    ("half", numpy.float16(0.5), "num:numpy.float16=0.5"),
    ("enum", Color.RED, f"enum:{HERE}.Color.RED"),
    ("int enum", Level.LOW, f"num:{HERE}.Level=1"),
    ("str enum", Word.NONE, f"substr:{HERE}.Word=none"),
    ("flag", Mask.A, f"enum:{HERE}.Mask.A"),
    ("tensor", torch.zeros(2, 3), "tensor:float32[2,3]"),
    ("meta tensor", torch.zeros(2048, 8, dtype=torch.bfloat16, device="meta"), "tensor:bfloat16[2048,8]"),
    ("parameter", torch.nn.Parameter(torch.zeros(0)), "tensor:float32[0]"),
    ("scalar", torch.tensor(0.0), "tensor:float32[]=0.0"),
    ("scalar int", torch.tensor(7), "tensor:int64[]=7"),
    ("scalar bool", torch.tensor(True), "tensor:bool[]=1"),
    ("scalar parameter", torch.nn.Parameter(torch.tensor(1.5)), "tensor:float32[]"),
    ("scalar on meta", torch.zeros((), device="meta"), "tensor:float32[]"),
    ("scalar complex", torch.tensor(1j), "tensor:complex64[]"),
    ("scalar subclass", torch.tensor(1.0).as_subclass(Tensor), "tensor:float32[]"),
    ("fake tensor", FakeTensorMode().from_tensor(torch.zeros(2)), "tensor:float32[2]"),
    ("fake scalar", FakeTensorMode().from_tensor(torch.zeros(())), "tensor:float32[]"),
    ("no shape", torch.nn.UninitializedParameter(), "unreadable:builtins.RuntimeError"),
    ("other", Secret(), f"other:{HERE}.Secret"),
    ("object", object(), "other:builtins.object"),
    ("own __eq__", Equal(), f"opaque:{HERE}.Equal"),
    ("inherited __eq__", HeirOfEqual(), f"opaque:{HERE}.HeirOfEqual"),
    ("own __len__", Sized(), f"opaque:{HERE}.Sized"),
    ("says it is an int", Lying(), f"other:{HERE}.Lying"),
    ("bytes", b"secret", "opaque:builtins.bytes"),
    ("complex", 1j, "opaque:builtins.complex"),
    ("decimal", decimal.Decimal(1), "opaque:decimal.Decimal"),
    ("fraction", fractions.Fraction(1, 2), "opaque:fractions.Fraction"),
    ("named tuple", Named(1, 2), f"opaque:{HERE}.Named"),
    ("mapping of its own", collections.OrderedDict(a=1), "opaque:collections.OrderedDict"),
    ("python module", enum, "other:builtins.module"),
]


@pytest.mark.parametrize("name, value, text", VALUES, ids=[row[0] for row in VALUES])
def test_value(export, holder, name, value, text):
    assert export(holder(plain=value)).fact("plain") == text


def test_symbolic_dimension(export, holder):
    from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv, StatelessSymbolicContext

    context = StatelessSymbolicContext(dynamic_sizes=[DimDynamic.DYNAMIC, DimDynamic.STATIC])
    mode = FakeTensorMode(shape_env=ShapeEnv())
    fake = mode.from_tensor(torch.zeros(5, 3), symbolic_context=context)
    assert export(holder(plain=fake)).fact("plain") == "tensor:float32[?,3]"


def test_values_do_not_depend_on_modes(export, holder):
    module = holder(plain=torch.tensor(1.5))
    expected = export(module).data
    with FakeTensorMode():
        assert export(module).data == expected
    with torch.device("meta"), torch.inference_mode():
        assert export(module).data == expected


def test_no_weight_is_written(export):
    module = torch.nn.Linear(3, 2)
    torch.nn.init.constant_(module.weight, 1.25)
    before = export(module).data
    torch.nn.init.constant_(module.weight, 2.5)
    assert export(module).data == before
