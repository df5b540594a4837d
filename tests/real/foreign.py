"""Code that the traced model never ran: classes, methods and functions from outside the traced packages.

A subclass made here is registered in this module under its own name, as a class that a user wrote would be.
"""

import sys

import torch


def forward(self, *args, **kwargs):
    """A foreign method that an edit binds to a module."""
    raise RuntimeError("a foreign forward was called")


def helper(*args, **kwargs):
    """A foreign function, for hooks, callbacks and shadowed names."""


def silu(x, inplace=False):
    """Another function that says it is torch's silu (`same_named`)."""


class Caller:
    """An object that can be called."""

    def __call__(self, *args, **kwargs):
        """Does nothing."""


class Norm(torch.nn.LayerNorm):
    """A norm with its own forward."""

    def forward(self, x):
        """Is never called."""
        raise RuntimeError("a foreign forward was called")


class Block(torch.nn.Module):
    """A small module that no framework knows."""

    def forward(self, x):
        """Is never called."""
        raise RuntimeError("a foreign forward was called")


class Adapter(torch.nn.Module):
    """Looks like an adapter, and is none."""

    def __init__(self):
        """Holds two tensors under an adapter's names."""
        super().__init__()
        self.A_T = torch.nn.Parameter(torch.empty(16, 8, device="meta", dtype=torch.bfloat16))
        self.B_T = torch.nn.Parameter(torch.empty(8, 16, device="meta", dtype=torch.bfloat16))


class Plain(torch.nn.Module):
    """A model of plain torch modules, without anything a Megatron model has."""

    def __init__(self):
        """Two blocks of the usual shape."""
        super().__init__()
        self.embed = torch.nn.Embedding(1024, 64, device="meta", dtype=torch.bfloat16)
        layer = torch.nn.TransformerEncoderLayer(64, 4, 128, device="meta", dtype=torch.bfloat16)
        self.blocks = torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
        self.head = torch.nn.Linear(64, 1024, bias=False, device="meta", dtype=torch.bfloat16)


class EqualToAll:
    """Says that it is equal to anything."""

    def __eq__(self, other):
        """Yes."""
        return True

    __hash__ = object.__hash__


class Nothing:
    """An object that counts as false."""

    def __bool__(self):
        """No."""
        return False


class Raising:
    """An object that cannot be read."""

    def __getattr__(self, name):
        """Raises, and not the error that means that an attribute is missing."""
        raise RuntimeError(f"'{name}' needs a running engine")


class OwnList(torch.nn.ModuleList):
    """A list of modules that leaves the last one out when it is gone through."""

    def __iter__(self):
        """All but the last."""
        return iter(list(self._modules.values())[:-1])


class OwnText(str):
    """A text that is found by code of its own."""

    def __eq__(self, other):
        """As the text."""
        return str.__eq__(self, other)

    __hash__ = str.__hash__


class EqualNumber(int):
    """A number that is equal to everything."""

    def __eq__(self, other):
        """Always."""
        return True

    __hash__ = int.__hash__


class FalseText(str):
    """A text that is false in its own way."""

    def __bool__(self):
        """Never true."""
        return False


class RaisingConfig:
    """Mixed into a config's class: one field cannot be read."""

    @property
    def fp8(self):
        """Raises, and not the error that means that a field is missing."""
        raise RuntimeError("this field needs a running engine")


def subclass(base, own_forward=False, same_name=False, forward_module=None, mixin=None, raises=None, disguised=False):
    """A subclass of `base`, made once for each set of arguments.

    `own_forward`: it defines forward; `forward_module`: that function claims to come from this module; `same_name`: the
    class has its base's module and qualified name; `raises`: an attribute that cannot be read; `disguised`: its instances say
    that their class is the base."""
    parts = ["Foreign", base.__name__]
    parts += ["Forward"] if own_forward or forward_module else []
    parts += [forward_module.replace(".", "_")] if forward_module else []
    parts += [mixin.__name__] if mixin else []
    parts += ["SameName"] if same_name else []
    parts += ["Raises", raises] if raises else []
    parts += ["Disguised"] if disguised else []
    name = "".join(parts)
    module = sys.modules[__name__]
    if not hasattr(module, name):
        body = {"__module__": __name__, "__qualname__": name}
        if own_forward or forward_module:
            body["forward"] = _method(forward_module or __name__)
        if same_name:
            body |= {"__module__": base.__module__, "__qualname__": base.__qualname__}
        if raises:
            body[raises] = property(_unreadable)
        if disguised:
            body["__class__"] = property(lambda self: base)
        bases = (mixin, base) if mixin else (base,)
        setattr(module, name, type(base)(base.__name__ if same_name else name, bases, body))
    return getattr(module, name)


def _unreadable(self):
    """Raises, and not the error that means that an attribute is missing."""
    raise RuntimeError("this attribute needs a running engine")


def _method(module):
    """A forward whose module is `module`."""

    def forward(self, *args, **kwargs):
        raise RuntimeError("a foreign forward was called")

    forward.__module__ = module
    forward.__qualname__ = "forward"
    return forward


def same_named():
    """A function that carries the module and the name of torch's silu, and is another object."""
    silu.__module__, silu.__qualname__ = "torch.nn.functional", "silu"
    return silu
