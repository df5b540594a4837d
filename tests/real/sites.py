"""Names for the places of a model that an edit can be made at.

A site is a name of `ALIASES`, a name of `GROUPS`, or a dotted path that begins with such a name or with `ddp`, `float16`
or `gpt`: `layer_attn.mlp.linear_fc1`. Layer 0 is a gated delta net and layer 3 an attention layer in the traced hybrid; a model of
fewer layers has its attention layer last.
"""

import dataclasses
import typing

import models
import torch

_ATTN = "gpt.decoder.layers.{attention}"
_GDN = "gpt.decoder.layers.0"
_FC1 = _ATTN + ".mlp.linear_fc1"
_FC2 = _ATTN + ".mlp.linear_fc2"

ALIASES = {
    "embedding": "gpt.embedding",
    "word_embeddings": "gpt.embedding.word_embeddings",
    "embedding_dropout": "gpt.embedding.embedding_dropout",
    "rotary": "gpt.rotary_pos_emb",
    "output_layer": "gpt.output_layer",
    "config": "gpt.config",
    "decoder": "gpt.decoder",
    "layers_list": "gpt.decoder.layers",
    "final_norm": "gpt.decoder.final_layernorm",
    "layer_attn": _ATTN,
    "input_layernorm": _ATTN + ".input_layernorm",
    "cross_attn_bda": _ATTN + ".cross_attn_bda",
    "mixer_attn": _ATTN + ".self_attention",
    "core_attention": _ATTN + ".self_attention.core_attention",
    "dense_kernel": _ATTN + ".self_attention.core_attention.dense_kernel",
    "attn_proj": _ATTN + ".self_attention.linear_proj",
    "linear_qkv": _ATTN + ".self_attention.linear_qkv",
    "qkv_base": _ATTN + ".self_attention.linear_qkv.linear_qkv",
    "q_lora": _ATTN + ".self_attention.linear_qkv.q_proj_lora",
    "q_lora_slots": _ATTN + ".self_attention.linear_qkv.q_proj_lora._slot_modules",
    "q_layernorm": _ATTN + ".self_attention.q_layernorm",
    "layer_gdn": _GDN,
    "mixer_gdn": _GDN + ".self_attention",
    "gdn_in_proj": _GDN + ".self_attention.in_proj",
    "gdn_in_base": _GDN + ".self_attention.in_proj.in_proj",
    "gdn_z_lora": _GDN + ".self_attention.in_proj.z_lora",
    "conv1d": _GDN + ".self_attention.conv1d",
    "out_norm": _GDN + ".self_attention.out_norm",
    "gdn_out_proj": _GDN + ".self_attention.out_proj",
    "mlp": _ATTN + ".mlp",
    "fc1": _FC1,
    "fc1_base": _FC1 + ".linear_fc1",
    "gate_lora": _FC1 + ".gate_lora",
    "up_lora": _FC1 + ".up_lora",
    "fc2": _FC2,
    "row": _FC2 + ".row_parallel_lora",
    "row_base": _FC2 + ".row_parallel_lora.linear_proj",
    "down_lora": _FC2 + ".row_parallel_lora.lora",
}

# Sites that stand for several objects at once.
GROUPS = {
    "all_lora": lambda gpt: [name for name, _ in models.adapters(gpt)],
    "all_up_lora": lambda gpt: [name for name, _ in models.adapters(gpt) if name.endswith(".up_lora")],
    "all_modules": lambda gpt: [name for name, _ in gpt.named_modules() if name],
    "all_layers": lambda gpt: [f"decoder.layers.{number}" for number in range(len(gpt.decoder.layers))],
}


@dataclasses.dataclass
class Place:
    """One object of a live model, and how to put another in its place."""

    model: models.Model
    holder: typing.Any
    """What holds the object; None for a chunk."""
    name: str
    object: typing.Any

    def replace(self, other):
        """Puts `other` where the object stands."""
        if self.holder is None:
            self.model.chunks[0] = other
        elif isinstance(self.holder, torch.nn.Module):
            assign(self.holder, self.name, other)
        else:
            setattr(self.holder, self.name, other)

    def remove(self):
        """Takes the object out of what holds it."""
        delattr(self.holder, self.name)


def assign(module, name, value):
    """Sets an attribute of a module, whatever stood there: a child, a parameter or a plain attribute.

    A module that follows a module keeps its place in the order of the children, and so does a None."""
    table = next((table for table in (module._modules, module._parameters) if name in table), None)
    if table is not None and (value is None or (table is module._modules and isinstance(value, torch.nn.Module))):
        table[name] = value
        return
    if table is not None:
        del table[name]
    setattr(module, name, value)


def _root(model, name):
    """The holder, name and object of a path's first component."""
    chunk = model.chunks[0]
    if name == "ddp":
        return None, "0", chunk
    if name == "float16":
        return chunk, "module", chunk.module
    if name == "gpt":
        holder, found = None, chunk
        while found is not model.gpt:
            holder, found = found, found.module
        return holder, "module", found
    raise LookupError(f"no site is named '{name}'; known: {', '.join(['ddp', 'float16', 'gpt', *ALIASES, *GROUPS])}")


def _walk(model, path):
    """The place at a dotted path."""
    first, *rest = path.split(".")
    holder, name, found = _root(model, first)
    for part in rest:
        holder, name = found, part
        found = holder[int(part)] if part.isdigit() and hasattr(holder, "__getitem__") else getattr(holder, part)
    return Place(model, holder, name, found)


def _path(model, site):
    """The dotted path of a site that is no group."""
    first, _, rest = site.partition(".")
    path = ALIASES.get(first, first).format(attention=min(3, model.layers - 1))
    return path + ("." + rest if rest else "")


def places(model, site):
    """The places that a site means in this model; at least one."""
    first, _, rest = site.partition(".")
    if first not in GROUPS:
        return [_walk(model, _path(model, site))]
    return [_walk(model, f"gpt.{name}" + ("." + rest if rest else "")) for name in GROUPS[first](model.gpt)]


def where(model, site):
    """The site as the exporter names it, a path below the first chunk; '' for the chunk itself."""
    first = site.partition(".")[0]
    if first in GROUPS or first in ("chunks", "run", "process"):
        return site
    root, _, below = _path(model, site).partition(".")
    depth, found = 0, model.chunks[0]
    while root == "gpt" and found is not model.gpt:
        depth, found = depth + 1, found.module
    prefix = {"ddp": [], "float16": ["module"], "gpt": ["module"] * depth}[root]
    return ".".join([*prefix, below] if below else prefix)
