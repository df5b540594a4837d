"""Models of other families, as their own classes build them: `why` says what the model is and where it first differs, in few lines."""

import os
import subprocess

import pytest
import torch
import transformers
from tracegate_export import export_module_graph

SCREEN = 60
SMALL = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 4, "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 128}


def _causal(name, **more):
    """A causal language model of the Hugging Face classes named NAME."""
    config = getattr(transformers, f"{name}Config")(**{**SMALL, **more})
    return getattr(transformers, f"{name}ForCausalLM")(config)


def _cnn():
    """A model that has no layers in any sense of a decoder."""
    return torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(8, 2))


def _t5():
    """An encoder and a decoder, each with its own list of blocks."""
    config = transformers.T5Config(d_model=64, d_ff=128, num_layers=4, num_heads=4, d_kv=16, vocab_size=128)
    return transformers.T5ForConditionalGeneration(config)


FAMILIES = [
    ("llama", lambda: _causal("Llama"), "llama.modeling_llama.LlamaForCausalLM", "model.layers: 4 x", "LlamaDecoderLayer"),
    ("mixtral", lambda: _causal("Mixtral", num_local_experts=4), "mixtral.modeling_mixtral.MixtralForCausalLM", "model.layers: 4 x",
     "MixtralDecoderLayer"),
    ("gpt-oss", lambda: _causal("GptOss", num_local_experts=4, head_dim=16), "gpt_oss.modeling_gpt_oss.GptOssForCausalLM",
     "model.layers: 4 x", "GptOssDecoderLayer"),
    ("mamba", lambda: transformers.MambaForCausalLM(transformers.MambaConfig(hidden_size=64, num_hidden_layers=4, vocab_size=128)),
     "mamba.modeling_mamba.MambaForCausalLM", "backbone.layers: 4 x", "MambaBlock"),
    ("t5", _t5, "T5ForConditionalGeneration", "decoder.block: 4 x", "T5Block"),
    ("cnn", _cnn, "torch.nn.modules.container.Sequential", None, None),
]


@pytest.mark.parametrize("build, model, layers, block", [row[1:] for row in FAMILIES], ids=[row[0] for row in FAMILIES])
def test_family(tmp_path, build, model, layers, block):
    """The report names the model's class, where its layers are likely to be and what is required there, on one screen."""
    with torch.device("meta"):
        live = build()
    path = tmp_path / "model.onnx"
    export_module_graph(live, path, run={"tp": 1, "cp": 2, "pp": 1, "hidden_size": 64, "parameter_bytes": 2})
    done = subprocess.run([os.environ["TRACEGATE_BINARY"], "why", path], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) <= SCREEN
    assert model in done.stdout
    if layers is None:
        assert "looks like" not in done.stdout
        return
    [line] = [line for line in done.stdout.splitlines() if line.startswith("  looks like")]
    assert layers in line and line.endswith(block)
    assert "a decoder layer is exactly megatron.core.transformer.transformer_layer.TransformerLayer (layer/type)" in done.stdout
