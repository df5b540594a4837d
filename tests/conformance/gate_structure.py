"""The conditions about presence and type: model, decoder, layers, mixers and the MLP's sites."""

import torch
from art.megatron.lora import LoRA, SelfAttentionLinearProjLoRA, SharedExpertsLinearFC1LoRA, SharedExpertsLinearFC2LoRA
from gate_core import ABSENT, BLOCKED, MATCHED, MISSED, is_module, read
from gate_values import equal
from megatron.bridge.models.qwen_vl.modelling_qwen3_vl.attention import Qwen3VLSelfAttention
from megatron.core.extensions.transformer_engine import TELayerNormColumnParallelLinear, TERowParallelLinear
from megatron.core.ssm.gated_delta_net import GatedDeltaNet
from megatron.core.transformer.attention import SelfAttention
from megatron.core.transformer.mlp import MLP
from megatron.core.transformer.moe.moe_layer import BaseMoELayer
from megatron.core.transformer.transformer_block import TransformerBlock
from megatron.core.transformer.transformer_layer import TransformerLayer

MIXERS = (SelfAttention, GatedDeltaNet, Qwen3VLSelfAttention)

SITE_TYPES = {
    "mlp": ("mlp/type", MLP),
    "fc1": ("mlp/fc1-wrapper-type", SharedExpertsLinearFC1LoRA),
    "fc1_base": ("mlp/fc1-base-type", TELayerNormColumnParallelLinear),
    "fc2": ("mlp/fc2-wrapper-type", SharedExpertsLinearFC2LoRA),
    "fc2_row": ("mlp/fc2-row-type", SelfAttentionLinearProjLoRA),
    "fc2_base": ("mlp/fc2-base-type", TERowParallelLinear),
    "gate_adapter": ("mlp/gate-adapter-type", LoRA),
    "up_adapter": ("mlp/up-adapter-type", LoRA),
    "down_adapter": ("mlp/down-adapter-type", LoRA),
}


def exactly(*classes):
    """Whether a value's class is one of these, by identity."""
    return lambda value: any(type(value) is cls for cls in classes)


def _present(value):
    """Whether something is there; None is."""
    return value is not ABSENT


def _mixer_present(value):
    """Whether a mixer is there; None is none."""
    return value is not ABSENT and value is not None


def _has_moe(chunks):
    """Whether any module of the chunks is a mixture-of-experts layer, by its class or one of its bases."""
    modules = [module for chunk in chunks if is_module(chunk) for module in chunk.modules()]
    return any(issubclass(type(module), BaseMoELayer) for module in modules)


def judge(view, verdicts):
    """Judges what the other conditions stand on; it must run before them."""
    verdicts.fact("model/single-chunk", len(view.chunks) == 1)
    verdicts.fact("model/no-moe-layer", not _has_moe(view.chunks))
    verdicts.shape("model/language-model-found", view.language_model, _present)
    verdicts.shape("decoder/found", view.decoder, _present)
    verdicts.shape("decoder/type", view.decoder, exactly(TransformerBlock))
    verdicts.shape("decoder/layers-present", view.layer_list, lambda value: view.is_sequence and len(view.layers) > 0)
    for layer in view.layers:
        verdicts.shape("layer/type", layer.place, exactly(TransformerLayer))
        verdicts.shape("layer/has-mlp", layer.mlp, _present)
        present = verdicts.shape("mixer/present", layer.mixer, _mixer_present)
        verdicts.shape("mixer/type", layer.mixer, exactly(*MIXERS), blocked=present in (MISSED, BLOCKED))
        for site, (condition, cls) in SITE_TYPES.items():
            verdicts.shape(condition, layer.sites[site], exactly(cls))


def judge_mlp_values(view, verdicts, ffn_verdict):
    """Judges the three values of each MLP. `ffn_verdict`: the verdict of `config/ffn-size`, layer by layer."""
    for layer, ffn in zip(view.layers, ffn_verdict):
        fc1 = layer.sites["fc1"]
        verdicts.attribute("mlp/fc1-gated", fc1, "non_gated", lambda value: value is False)
        width = read(layer.config.value, "ffn_hidden_size")
        verdicts.attribute(
            "mlp/fc1-out-features", fc1, "out_features",
            lambda value: None if ffn != MATCHED else equal(value, 2 * width),
            blocked=ffn in (MISSED, BLOCKED),
        )
        verdicts.attribute("mlp/activation-silu", layer.mlp, "activation_func", lambda value: value is torch.nn.functional.silu)
