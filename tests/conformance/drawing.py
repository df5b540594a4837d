"""Random cases, drawn from sites, kinds and values of the language of edits.

A draw is a function of a random generator. Most are made for the place they go to, so that an edit is near the line between
matched and missed; some are anything anywhere. What cannot be made on the model at hand is left out when it is run.
"""

import random

import models
import shim  # noqa: F401
import values
from makers import MAKERS
from running import Case


def _of(choices):
    """One of some choices."""
    choices = list(choices)
    return lambda generator: generator.choice(choices)


def _among(text):
    """One of some words."""
    return _of(text.split())


def _one_of(*draws):
    """What one of some draws gives."""
    return lambda generator: generator.choice(draws)(generator)


def _words(*parts):
    """A line of what each part gives; a text stands for itself."""
    return lambda generator: " ".join(part if isinstance(part, str) else part(generator) for part in parts)


# ---- sites ----

_LORAS = "gate_lora up_lora down_lora q_lora gdn_z_lora gpt.decoder.layers.1.self_attention.out_proj.lora all_lora"
_LAYERS = "layer_attn layer_gdn gpt.decoder.layers.1 gpt.decoder.layers.2"
_MIXERS = "mixer_attn mixer_gdn gpt.decoder.layers.1.self_attention"
_NINE = "mlp fc1 fc1_base gate_lora up_lora fc2 row row_base down_lora gpt.decoder.layers.1.mlp gpt.decoder.layers.2.mlp.linear_fc1"
_BELOW = (
    "input_layernorm cross_attn_bda core_attention dense_kernel attn_proj linear_qkv qkv_base q_lora q_layernorm gdn_in_proj "
    "gdn_in_base gdn_z_lora conv1d out_norm gdn_out_proj q_lora_slots layer_attn.cross_attention layer_attn.pre_mlp_layernorm "
    "layer_gdn.pre_cross_attn_layernorm"
)
_OUTSIDE = "ddp float16 gpt embedding word_embeddings rotary output_layer layers_list"
_ALL = " ".join([_LAYERS, _MIXERS, _NINE, _BELOW, _OUTSIDE, "decoder final_norm"])
_INSIDE = " ".join([_LAYERS, _MIXERS, _NINE, _BELOW, "decoder final_norm"])
_WRAPPED = "layer_attn layer_gdn mixer_attn mixer_gdn out_norm q_layernorm final_norm mlp fc1 gate_lora decoder core_attention"

# ---- values ----

_TORCH = "named:torch.nn.functional.silu named:torch.nn.functional.gelu named:torch.enable_grad named:torch.no_grad"
_MEGATRON = (
    "named:megatron.core.fusions.fused_bias_dropout.get_bias_dropout_add "
    "named:megatron.core.tensor_parallel.random.get_cuda_rng_tracker"
)
_ANY = _among(
    "none: bool:True bool:False int:0 int:1 int:2 int:-1 int:2048 int:5632 int:11264 float:0.0 float:-0.0 float:1.0 float:2048.0 "
    "float:5632.0 float:11264.0 float:nan float:inf str: str:none str:None str:full str:uniform str:False str:1 "
    "dtype:bfloat16 dtype:float16 dtype:float32 numpy:int64=1 numpy:int64=2048 numpy:int64=5632 numpy:float64=0.0 numpy:bool_=True "
    "numpy:bool_=False numpy:int64=11264 int-subclass:1 int-subclass:2048 int-subclass:5632 str-subclass:none str-subclass:full "
    "str-enum:none tensor:0.0 tensor:1.0 tensor:True tensor:False tensor:2048 list: list:a ints:2,3 function: lambda: partial: "
    "object: made:torch.nn.Identity made:foreign.Caller made:foreign.Block parameter: same-named-silu: meta:4,4 numpy-array:2,2 "
    f"made:dict made:foreign.EqualToAll made:foreign.Nothing made:foreign.Raising made:foreign.Caller made:collections.OrderedDict made:int made:foreign.Adapter {_TORCH} {_MEGATRON}"
)

_FLAGS = _among("bool:True bool:False int:0 int:1 none: str: str:none numpy:bool_=False numpy:bool_=True float:0.0 tensor:False")
_SIZES = _among(
    "int:2048 int:5632 int:4096 int:0 int:-1 int:1 bool:True float:2048.0 float:5632.0 numpy:int64=2048 numpy:int64=5632 "
    "int-subclass:2048 int-subclass:5632 str:2048 none: tensor:2048 int:100000000000000000000"
)
_TEXTS = _among("str:none str:full str:uniform str:local str:block str: none: str-subclass:none str-subclass:full str-enum:none bool:True")
_ONES = _among("int:1 int:2 bool:True float:1.0 numpy:int64=1 int-subclass:1 str:1 none:")

_FIELDS = {
    **dict.fromkeys("ffn_hidden_size hidden_size".split(), _SIZES),
    **dict.fromkeys(
        "gated_linear_unit add_bias_linear sequence_parallel bias_activation_fusion use_te_activation_func cpu_offloading fp8 fp4 "
        "distribute_saved_activations fp32_residual_connection".split(), _FLAGS),
    **dict.fromkeys("cuda_graph_impl recompute_granularity recompute_method fp8 fp4".split(), _TEXTS),
    **dict.fromkeys(
        "tensor_model_parallel_size pipeline_model_parallel_size recompute_num_layers num_layers context_parallel_size".split(), _ONES),
    "params_dtype": _among("dtype:bfloat16 dtype:float16 dtype:float32 str:bfloat16 none:"),
    "activation_func": _among(f"{_TORCH} same-named-silu: partial:torch.nn.functional.silu none: str:silu made:torch.nn.SiLU"),
    "activation_func_clamp_value": _among("none: float:7.0 float:0.0 int:0 bool:False tensor:0.0"),
    "glu_linear_offset": _among("float:0.0 float:-0.0 float:1.0 int:0 none: bool:False tensor:0.0 numpy:float64=0.0 float:nan str:0.0"),
    "num_attention_heads": _SIZES,
    "kv_channels": _SIZES,
}
_FIELD = _of(sorted(_FIELDS))

# ---- configs ----


def _field_line(*head):
    """Lines that end with a field and a value for it, or with any value."""

    def draw(generator):
        name = _FIELD(generator)
        return _words(*head, name, _one_of(_FIELDS[name], _FIELDS[name], _ANY))(generator)

    return draw


_CONFIG = _one_of(
    _field_line("config", "set"),
    _field_line("config", "set"),
    _field_line(_among(_LAYERS), "own-config"),
    _field_line("decoder", "other-configs"),
    _words("config", "unset", _FIELD),
    _words(_among(_LAYERS), "bare-config", _FIELD),
    _words(_among("layer_attn layer_gdn"), "config-dict"),
    _words(_among("mlp decoder gpt.decoder.layers.1.mlp"), "delete", "config"),
    _words(_among("mlp decoder"), "set", "config", _ANY),
    _words("config", "class", _among("subclass raising subclass-same-name")),
    _words(_among("decoder mixer_attn mlp"), "copy-config"),
)

# ---- what runs ----

_HOOKS = _among(
    "forward forward-prepend forward-kwargs forward-always forward-removed pre pre-kwargs full-backward full-backward-pre "
    "backward-legacy state-dict load-pre load-post"
)
_CALLABLE = _of(sorted(set(values._CALLABLES) - {"own-helper"}))
_WRAPPERS = _of(sorted(values.WRAPPERS))
_DELEGATES = "_art_gdn_island_physical_forward _art_physical_forward _art_empty_safe_norm_physical_forward"
_SHADOWED = _among(
    "_forward_mlp _slot active_lora_tensors _checkpointed_forward _get_layer callback group_prefetch_offload_commit_async "
    f"__call__ extra_repr train reset_parameters sharded_state_dict forward backward_dw {_DELEGATES}"
)

_RUNS = _one_of(
    _words(_among(_ALL), "hook", _HOOKS),
    _words(_among(_INSIDE), "forward", _CALLABLE),
    _words(_among(_WRAPPED), "forward", _WRAPPERS),
    _words(_among(_WRAPPED), "delegate", _WRAPPERS, _CALLABLE),
    _words(_among(_WRAPPED), "delegate", _WRAPPERS, _among("own-bound dynamo1 dynamo2 compiled disabled")),
    _words(_among(_INSIDE), "forward-as", _SHADOWED, _CALLABLE),
    _words(_among(_INSIDE), "put", _SHADOWED, _among("function: none: int:0 partial: object: lambda: made:torch.nn.Identity")),
    _words(_among(_WRAPPED), _among("drop-delegates no-forward")),
    _words(_among(_ALL), "compile"),
)

# ---- classes, children, attributes ----

_CLASSES = _among(
    "subclass subclass-own-forward subclass-same-name subclass-claims-torch subclass-claims-lookalike subclass-claims-te subclass-disguised "
    "megatron.core.transformer.attention.SelfAttention megatron.core.transformer.attention.CrossAttention "
    "megatron.bridge.models.qwen_vl.modelling_qwen3_vl.attention.Qwen3VLSelfAttention art.megatron.lora.RowParallelLinearLoRA "
    "megatron.core.transformer.moe.shared_experts.SharedExpertMLP megatron.core.ssm.gated_delta_net.GatedDeltaNet "
    "megatron.core.transformer.identity_op.IdentityOp torch.nn.Identity megatron.core.transformer.transformer_layer.TransformerLayer "
    "art.megatron.lora.LoRA torch.nn.Module"
)
_MADE = _of(sorted(MAKERS))
_ATTRIBUTES = {
    "mlp": "activation_func linear_fc1 linear_fc2 config",
    "fc1": "non_gated out_features linear_fc1 gate_lora up_lora",
    "fc2": "row_parallel_lora",
    "row": "linear_proj lora",
    "row_base": "get_rng_state_tracker",
    "attn_proj.linear_proj": "get_rng_state_tracker",
    "fc1_base": "get_rng_state_tracker",
    "layer_attn": "mlp_bda self_attn_bda bias_dropout_add_exec_handler cudagraph_manager cross_attn_bda cross_attention mlp "
    "self_attention input_layernorm pre_mlp_layernorm config training",
    "layer_gdn": "mlp_bda self_attn_bda bias_dropout_add_exec_handler cudagraph_manager cross_attn_bda cross_attention "
    "self_attention pre_cross_attn_layernorm",
    "mixer_gdn": "act_fn in_proj out_norm out_proj linear_proj",
    "mixer_attn": "linear_proj in_proj act_fn core_attention",
    "decoder": "training num_layers_per_pipeline_rank layers final_layernorm config group_prefetch_offload_commit_async",
    "gpt": "decoder _preprocess language_model module",
    "float16": "language_model _preprocess module",
    "gate_lora": "A_T B_T scale",
    "down_lora": "A_T B_T",
    "q_lora": "A_T B_T",
}
_ATTRIBUTE = _of([(site, name) for site, names in _ATTRIBUTES.items() for name in names.split()])


def _attribute_line(kinds, *value):
    """Lines about one of the attributes that the conditions read."""

    def draw(generator):
        site, name = _ATTRIBUTE(generator)
        return _words(site, kinds, name, *value)(generator)

    return draw


def _attribute_line_as(kind, prefix):
    """Lines whose last word is made of the name of an attribute that the conditions read."""

    def draw(generator):
        site, name = _ATTRIBUTE(generator)
        return f"{site} {kind} {prefix}{name}"

    return draw


_SHAPE = _one_of(
    _words(_among(_INSIDE), "class", _CLASSES),
    _attribute_line_as("class", "raises-"),
    _words(_among(_INSIDE + " layers_list ddp float16 gpt"), "swap", _MADE),
    _words(_among(_INSIDE), "add", _among("extra qkv_lora zz"), _MADE),
    _words(_among(_INSIDE), "delete"),
    _words(_among(_INSIDE), "swap-for", _among(_INSIDE)),
    _words(_among(_INSIDE), "exchange", _among(_INSIDE)),
    _attribute_line("delete"),
    _attribute_line(_among("set put"), _ANY),
    _attribute_line("set", _ANY),
    _words("fc1", "set", "non_gated", _FLAGS),
    _words("fc1", "set", "out_features", _among("int:11264 int:5632 float:11264.0 numpy:int64=11264 bool:True str:11264 tensor:11264")),
    _words("decoder", "set", "num_layers_per_pipeline_rank", _among("int:4 float:4.0 int:3 numpy:int64=4 none: bool:True str:4 tensor:4")),
    _words(
        "layers_list", "elements", _among("list tuple set deque dict modulelist sequential moduledict generator own-list"),
        _among("fewer empty repeated reversed none-entry namespace-entry linear-entry"),
    ),
    _words("layers_list", "elements", _among("list tuple set deque dict modulelist sequential moduledict generator own-list")),
    _words(_among(_INSIDE), "torch-util", _among("prune weight-norm")),
    _words(_among("word_embeddings out_norm mixer_gdn fc1_base embedding"), "dtype", _among("float32 float16 bfloat16")),
    _words("core_attention", "set", "softmax_offset", _ANY),
    _words(_among(_LAYERS), "delete", "_art_gdn_island_boundary"),
)

# ---- adapters and slots ----

_RANK = _among("0 1 7 8 9 32 255 256 257 512")
_SLOT = _among("policy wide other")
_SLOT_KIND = _among("lora checkpoint")
_ADAPTERS = _one_of(
    _words(_among(_LORAS), "rank", _RANK),
    _words(_among(_LORAS), "rank", _RANK, _RANK),
    _words(_among(_LORAS), "transpose"),
    _words(_among(_LORAS), "shape", _among("A_T B_T"), _among("8 16 2048"), _RANK),
    _words(_among(_LORAS), "shape", _among("A_T B_T"), _among("2 2048"), _among("8 2048"), _RANK),
    _words(_among(_LORAS), "shape", _among("A_T B_T"), _among("8 2048")),
    _words(_among(_LORAS), "dtype", _among("float32 float16")),
    _words(_among(_LORAS), "delete", _among("A_T B_T")),
    _words(_among(_LORAS), "set", _among("A_T B_T"), _ANY),
    _words(_among(_LORAS), "set", _among("A_T B_T"), _among("meta:2048,8 meta:8,2048 meta:8 meta:2,2,2 numpy-array:2048,8 none:")),
    _words(_among(_LORAS), "class", _among("subclass subclass-own-forward subclass-same-name")),
    _words(_among(_LORAS), "put", _among("_slot active_lora_tensors"), _among("function: none: int:0")),
    _words(_among(_MIXERS + " " + _LAYERS + " mlp fc1 decoder core_attention gate_lora"), "add", "extra_lora",
           _among("adapter-8 adapter-32 adapter-512 foreign-adapter")),
    _words(_among(_LORAS), "slot", _SLOT, _RANK),
    _words(_among(_LORAS), "slot", _SLOT, _RANK, _RANK, _SLOT_KIND),
    _words("run", "slot", _SLOT),
    _words("run", "slot", _SLOT, _SLOT_KIND),
    _words(_among(_LORAS), "drop-slot", _SLOT),
    _words("gate_lora._slot_modules.slot_0", _among("hook"), _HOOKS),
    _words("gate_lora._slot_modules.slot_0", "set", _among("A_T B_T"), _among("none: meta:16,16 meta:8 int:1")),
)

# ---- the caller and the process ----

_PATCHED = _of(
    [
        "megatron.core.transformer.mlp.MLP.forward",
        "megatron.core.transformer.transformer_layer.TransformerLayer.forward",
        "megatron.core.transformer.transformer_layer.TransformerLayer._forward_mlp",
        "megatron.core.ssm.gated_delta_net.GatedDeltaNet.forward",
        "megatron.core.transformer.attention.Attention.forward",
        "art.megatron.lora.LoRA.forward",
        "transformer_engine.pytorch.module.rmsnorm.RMSNorm.forward",
        "megatron.core.transformer.transformer_block.TransformerBlock.forward",
    ]
)
_CALLER = _one_of(
    _words("chunks are", _among("module-none tuple modulelist sequential empty one twice and-none only-none decoder holder no-decoder no-preprocess")),
    _words("run set", _among("tp cp pp parameter_bytes"), _among("int:1 int:2 int:4 float:1.0 float:2.0 bool:True str:2 numpy:int64=2 int-subclass:2")),
    _words("run set hidden_size", _among("int:2048 int:2049 float:2048.0 numpy:int64=2048 str:2048 bool:True int-subclass:2048")),
    _words("run delete", _among("tp cp pp parameter_bytes hidden_size")),
    _words("run none"),
    _words("process hook", _among("forward pre full-backward full-backward-pre module-registration parameter-registration")),
    _words("process patch", _PATCHED),
    _words("process global art.megatron.gdn.operator._GDN_TRACE_TOKEN_UID_HOOKS", _among("none: list: int:0 object:")),
)

_FAMILIES = (
    "layer_attn mlp fc1 fc1_base gate_lora up_lora",
    "layer_attn mlp fc2 row row_base down_lora",
    "layer_attn mixer_attn core_attention linear_qkv qkv_base q_lora attn_proj q_layernorm",
    "layer_gdn mixer_gdn gdn_in_proj gdn_in_base gdn_z_lora out_norm gdn_out_proj layer_gdn.mlp",
    "gpt decoder layers_list layer_attn final_norm",
)


def _nearby(lines, generator):
    """The lines, each that is about a place of the model moved to one of a few that lie together."""
    family, moved = generator.choice(_FAMILIES).split(), []
    for line in lines:
        site, rest = line.split(" ", 1)
        moved.append(f"{generator.choice(family)} {rest}" if site in _INSIDE.split() else line)
    return tuple(moved)


_LINE = _one_of(_CONFIG, _RUNS, _RUNS, _SHAPE, _SHAPE, _ADAPTERS, _CALLER)
_SLOTTED = (
    _words("all_lora", "slot", _SLOT, _among("8 16 256")),
    _words(_among(_LORAS), "slot", _SLOT, _RANK),
    _words("run", "slot", _SLOT),
)

_OTHER_PLANS = (
    models.Plan(attention="Qwen3VLSelfAttention"),
    models.Plan(compiled=False),
    models.Plan(wrappers=False, compiled=False),
    models.Plan(mixers="AAAA", wrappers=False, compiled=False),
    models.Plan(mixers="GA", rank=16),
    models.Plan(targets=models.MLP_TARGETS),
    models.Plan(ddp=False),
)


def case(generator):
    """A case of one to three edits."""
    plan = generator.choice(_OTHER_PLANS) if generator.random() < 0.4 else models.Plan()
    if generator.random() < 0.1:
        return Case(plan, tuple(draw(generator) for draw in _SLOTTED))
    lines = tuple(_LINE(generator) for _ in range(generator.randint(1, 3)))
    return Case(plan, _nearby(lines, generator) if generator.random() < 0.5 else lines)


def cases(count, seed):
    """As many cases, the same for the same seed."""
    generator = random.Random(seed)
    return [case(generator) for _ in range(count)]
