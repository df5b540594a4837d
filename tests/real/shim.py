"""Makes the genuine framework classes importable on a machine without CUDA.

Importing this module puts one finder in front of Python's import system. The finder knows a short list of modules (`_RECIPES`) and
leaves every other import alone. What it replaces is only what cannot load here: Transformer Engine's compiled extension,
its search for shared objects, the client side of ART, and one CUDA GEMM. Every Python class that a model is made of comes
unedited from the wheel.

It must be imported before the first import of `transformer_engine`, `megatron` or `art`.
"""

import enum
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import re
import sys
import warnings

EXTENSION = "transformer_engine_torch"

# What constructors ask of the extension. Any other function of it raises when it is called.
_ANSWERS = {"get_cudnn_version": 91002, "get_cublasLt_version": 120804}


class _OpenEnumeration(type):
    """A class whose members appear when they are first asked for."""

    def __getattr__(cls, member):
        """Makes the member `member`; its value is its turn."""
        if member.startswith("__"):
            raise AttributeError(member)
        made = enum.IntEnum(f"{cls.__name__}_{member}", {member: len(vars(cls)["members"])})[member]
        cls.members.append(member)
        setattr(cls, member, made)
        return made


def _stand_in(owner, name):
    """What stands for `name` of the compiled module `owner`: a class for a capitalised name, else a function."""
    if name[:1].isupper():
        return _OpenEnumeration(name, (), {"__module__": owner, "members": []})

    def call(*args, **kwargs):
        if name in _ANSWERS:
            return _ANSWERS[name]
        raise RuntimeError(f"{owner}.{name} needs the compiled extension, which is not here")

    call.__name__ = call.__qualname__ = name
    call.__module__ = owner
    return call


class _Nothing(importlib.abc.Loader):
    """Loads a module that has no code; `open_names` gives it a stand-in for each name that is asked of it."""

    def __init__(self, open_names):
        self.open_names = open_names

    def exec_module(self, module):
        """Leaves the module empty, open or not."""
        if self.open_names:
            _open(module)


def _open(module, owner=None):
    """Lets `module` answer every unknown public name with a stand-in, made once."""

    def missing(name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = _stand_in(owner or module.__name__, name)
        setattr(module, name, value)
        return value

    module.__getattr__ = missing


class _Patched(importlib.abc.Loader):
    """Loads a module as its own loader would, with one step before and one after."""

    def __init__(self, genuine, before=None, after=None):
        self.genuine, self.before, self.after = genuine, before, after

    def create_module(self, spec):
        """Leaves the making of the module object to the genuine loader."""
        return self.genuine.create_module(spec)

    def exec_module(self, module):
        """Runs the genuine code between the two steps."""
        if self.before:
            self.before(module)
        self.genuine.exec_module(module)
        if self.after:
            self.after(module)


class _OlderSyntax(importlib.machinery.SourceFileLoader):
    """Reads the `type X = ...` statements of Python 3.12 as plain assignments."""

    def get_code(self, fullname):
        """Compiles the text anew: byte code that lies beside the file would be of the unchanged text."""
        return self.source_to_code(self.get_data(self.path), self.path)

    def source_to_code(self, data, path, **options):
        """Rewrites the statements, then compiles."""
        text = re.sub(r"(?m)^type (\w+) = ", r"\1 = ", data.decode("utf-8"))
        return super().source_to_code(text.encode("utf-8"), path, **options)


def _no_shared_objects(module):
    """Keeps Transformer Engine from looking for its compiled extension."""
    module.load_framework_extension = lambda framework: None


def _reexports_extension(module):
    """Lets a package that re-exports the extension with `import *` find each name when it is used."""
    _open(module, owner=EXTENSION)


# ART's packages whose own `__init__` pulls in the client side: vector stores, model services, tracing.
_WITHOUT_INIT = {"art", "art.utils", "art.preprocessing"}
# Compiled modules that are not installed. ART's `quack` is not the project that has this name on PyPI.
_COMPILED = {EXTENSION, "quack", "quack.gemm"}
_STEPS = {
    "transformer_engine.common": {"after": _no_shared_objects},
    "transformer_engine.pytorch.cpp_extensions": {"before": _reexports_extension},
}


class _Finder(importlib.abc.MetaPathFinder):
    """Answers for the few modules that cannot be imported as they are."""

    def find_spec(self, fullname, path=None, target=None):
        """The spec of a module that needs help, else None."""
        if fullname in _COMPILED:
            return importlib.machinery.ModuleSpec(fullname, _Nothing(True), is_package=fullname == "quack")
        if fullname in _WITHOUT_INIT:
            found = importlib.machinery.PathFinder.find_spec(fullname, path)
            bare = importlib.machinery.ModuleSpec(fullname, _Nothing(False), is_package=True)
            bare.submodule_search_locations = list(found.submodule_search_locations)
            return bare
        if fullname in _STEPS:
            found = importlib.machinery.PathFinder.find_spec(fullname, path)
            found.loader = _Patched(found.loader, **_STEPS[fullname])
            return found
        if fullname.startswith("art.") and sys.version_info < (3, 12):
            found = importlib.machinery.PathFinder.find_spec(fullname, path)
            if found and isinstance(found.loader, importlib.machinery.SourceFileLoader):
                found.loader = _OlderSyntax(found.loader.name, found.loader.path)
            return found
        return None


# Imported up front, so that what a process has loaded never depends on which model it builds first: an export tells
# whether a name resolves to the very object that a model holds.
_MODULES = (
    "torch._dynamo",
    "transformer_engine.pytorch",
    "megatron.core.extensions.transformer_engine",
    "megatron.core.models.gpt.experimental_attention_variant_module_specs",
    "megatron.core.models.gpt.moe_module_specs",
    "megatron.core.transformer.moe.moe_layer",
    "megatron.core.transformer.moe.shared_experts",
    "megatron.core.distributed",
    "megatron.bridge.models.qwen_vl.qwen35_vl_provider",
    "megatron.bridge.models.qwen_vl.modelling_qwen3_vl.attention",
    "art.megatron.lora",
    "art.megatron.gdn.operator",
    "art.megatron.model_support.handlers.qwen3_5",
    "art.megatron.context_parallel.core_attention",
    "art.megatron.flex_attn.attention",
)


def prepare():
    """Installs the finder and imports the frameworks. A second call does nothing."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    if "transformer_engine" in sys.modules or "megatron" in sys.modules:
        raise RuntimeError("import shim before anything imports transformer_engine or megatron")
    # Transformer Engine then skips its search for CUDA libraries.
    os.environ["NVTE_PROJECT_BUILDING"] = "1"
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    sys.meta_path.insert(0, _Finder())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in _MODULES:
            importlib.import_module(name)


prepare()
