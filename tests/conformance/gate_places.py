"""Where things are in a live model: the wrapper chain, the decoder, and the places of each layer."""

import collections
import collections.abc

import torch
from gate_core import ABSENT, UNREADABLE, Place, is_module, read

SITES = {
    "mlp": (),
    "fc1": ("linear_fc1",),
    "fc1_base": ("linear_fc1", "linear_fc1"),
    "gate_adapter": ("linear_fc1", "gate_lora"),
    "up_adapter": ("linear_fc1", "up_lora"),
    "fc2": ("linear_fc2",),
    "fc2_row": ("linear_fc2", "row_parallel_lora"),
    "fc2_base": ("linear_fc2", "row_parallel_lora", "linear_proj"),
    "down_adapter": ("linear_fc2", "row_parallel_lora", "lora"),
}
"""The nine MLP sites, as attribute paths below the MLP."""

MANY = (list, tuple, torch.nn.ModuleList)


def chunks_of(given):
    """The entries of what the caller hands over: a list of chunks, or one chunk."""
    return list(given) if isinstance(given, MANY) else [given]


def _language_model(chunk):
    """What the wrapper chain leads to from a chunk."""
    found = chunk
    while (inner := read(found, "module")) is not ABSENT:
        if inner is UNREADABLE:
            return UNREADABLE
        found = inner
    both = [read(found, "_preprocess"), read(found, "decoder")]
    if not any(one is ABSENT for one in both):
        return UNREADABLE if any(one is UNREADABLE for one in both) else found
    held = read(found, "language_model")
    return ABSENT if held is None else held


class Layer:
    """One decoder layer: its mixer, the nine sites of its MLP, and the config of its MLP."""

    def __init__(self, value, layers):
        """`layers`: the place of the list that the layer is an element of."""
        self.place = Place(value, layers)
        self.mixer = self.place.below("self_attention")
        self.sites = {}
        for name, path in SITES.items():
            above = next((one for one, other in SITES.items() if path and other == path[:-1]), None)
            self.sites[name] = self.sites[above].below(path[-1]) if above else self.place.below("mlp")
        self.mlp = self.sites["mlp"]
        self.config = self.mlp.below("config")

    def modules(self):
        """Every module of the layer by its child tables, the layer itself first; each once."""
        return list(self.place.value.modules()) if is_module(self.place.value) else []

    def descendants(self):
        """The modules below the layer that are neither its mixer nor a site."""
        named = [self.place.value, self.mixer.value, *(site.value for site in self.sites.values())]
        return [module for module in self.modules() if not any(module is one for one in named)]


_SEQUENCES = (list, tuple, set, frozenset, collections.deque, torch.nn.ModuleList, torch.nn.Sequential)


def _is_sequence(value):
    """Whether a value is a sequence of modules, and no mapping; None where only its own code could tell."""
    if isinstance(value, collections.abc.Iterator):
        return None
    base = next((cls for cls in type(value).__mro__ if cls in _SEQUENCES), None)
    if base is None:
        return False
    plain = all(getattr(type(value), name) is getattr(base, name) for name in ("__iter__", "__len__"))
    return True if plain else None


class View:
    """The places of a model as the gate finds them."""

    def __init__(self, given):
        """`given`: what the caller hands over."""
        self.chunks = chunks_of(given)
        self.chunk = Place(self.chunks[0] if self.chunks else ABSENT)
        self.language_model = Place(_language_model(self.chunk.value), self.chunk)
        self.decoder = self.language_model.below("decoder")
        self.decoder_config = self.decoder.below("config")
        self.layer_list = self.decoder.below("layers")
        self.is_sequence = _is_sequence(self.layer_list.value)
        elements = self.layer_list.value if self.is_sequence else []
        if self.is_sequence is None or self.layer_list.value is UNREADABLE:
            # Nobody knows the layers: one of which nothing can be told stands for all.
            elements = [UNREADABLE]
        self.layers = [Layer(value, self.layer_list) for value in elements]
        self.final_norm = self.decoder.below("final_layernorm")

    def final_norm_modules(self):
        """The final norm and every module below it."""
        return list(self.final_norm.value.modules()) if is_module(self.final_norm.value) else []
