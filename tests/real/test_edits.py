"""The language of edits: what it does to a live model, what it refuses, and that it leaves the process as it was."""

import edits
import models
import pytest
import torch
from megatron.core.transformer.mlp import MLP


@pytest.fixture
def model():
    """A small model for one test."""
    return models.build(models.Plan(mixers="GA", hidden=64, ffn=128))


REFUSED = [
    ("fc9 hook forward", "edit 'fc9 hook forward': no site is named 'fc9'; known: ddp, float16, gpt, "),
    ("decoder hok forward", "edit 'decoder hok forward': no kind is named 'hok'; known: "),
    ("decoder set training boolean:True", "edit 'decoder set training boolean:True': no value has the tag 'boolean'; known: "),
    ("config set activation_func named:torch.nn.nothing", "edit 'config set activation_func named:torch.nn.nothing': "),
    ("run set", "edit 'run set': "),
    ("gpt.encoder hook forward", "edit 'gpt.encoder hook forward': 'GPTModel' object has no attribute 'encoder'"),
]


@pytest.mark.parametrize("line, text", REFUSED, ids=[row[0] for row in REFUSED])
def test_a_line_that_is_refused(model, line, text):
    """The error begins with the line and says what is known instead."""
    with pytest.raises(edits.EditError) as raised:
        edits.apply(model, [line])
    assert str(raised.value).startswith(text)


def test_edits_of_the_process_are_undone(model):
    """A patched class and a process-wide hook are as before when the context is left, also when a later line is refused."""
    own, hooks = MLP.forward, dict(torch.nn.modules.module._global_forward_hooks)
    lines = ["process hook forward", "process patch megatron.core.transformer.mlp.MLP.forward"]
    with edits.apply(model, lines):
        assert MLP.forward is not own
        assert len(torch.nn.modules.module._global_forward_hooks) == len(hooks) + 1
    assert MLP.forward is own and dict(torch.nn.modules.module._global_forward_hooks) == hooks
    with pytest.raises(edits.EditError):
        edits.apply(model, [*lines, "no such edit"])
    assert MLP.forward is own and dict(torch.nn.modules.module._global_forward_hooks) == hooks


def test_a_group_means_every_place(model):
    """One line edits every adapter: five of the delta net's layer's, and three more of the attention layer's."""
    edits.apply(model, ["all_lora rank 3"])
    ranks = [adapter.A_T.shape[1] for _, adapter in models.adapters(model.gpt)]
    assert ranks == [3] * 13


def test_a_subclass_is_made_once(model):
    """Two edits of one kind give one class, as two modules of a user's class would have."""
    edits.apply(model, ["gpt.decoder.layers.0.mlp class subclass", "gpt.decoder.layers.1.mlp class subclass"])
    first, second = (type(layer.mlp) for layer in model.gpt.decoder.layers)
    assert first is second and first.__bases__ == (MLP,)
