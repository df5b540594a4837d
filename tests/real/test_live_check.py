"""`tracegate_export.check` on live models of the genuine classes, with the real analyzer."""

import os
import time

import edits
import models
import pytest
from tracegate_export import GateMissed, GateUndetermined, check

TRACED_64 = models.Plan(
    "GGGA" * 16, 5120, 17408, attention="Qwen3VLSelfAttention", settings=(("num_attention_heads", 24), ("linear_num_value_heads", 48))
)
PAIR = models.Plan(mixers="GA")
WIDTHS = ("gradient_bytes_per_row", "no_grad_bytes_per_row")


@pytest.fixture(autouse=True)
def analyzer():
    """Skips where TRACEGATE_BINARY does not name the analyzer."""
    if not os.environ.get("TRACEGATE_BINARY"):
        pytest.skip("TRACEGATE_BINARY is not set")


@pytest.fixture(scope="module")
def traced():
    """The traced model with all its layers."""
    return models.build(TRACED_64)


# profile, both widths, as the reference has them
OPEN = [("dense-cp2-seed", 452832, 270560), ("dense-cp2-later", 246496, 252640), ("dense-cp2-newest", 246496, 252640)]


@pytest.mark.parametrize("profile, gradient, no_grad", OPEN, ids=[row[0] for row in OPEN])
def test_the_traced_model(traced, profile, gradient, no_grad):
    """The gate is open, with the widths of the reference."""
    found = check(traced.chunks, profile=profile, run=traced.run)
    assert (found.verdict, found.missed, found.undetermined, found.extrapolated) == ("matched", (), (), False)
    assert found.widths == dict(zip(WIDTHS, (gradient, no_grad), strict=True))
    assert found.entry["decoder_layers"] == 64


def test_in_under_a_second(traced):
    """The best of a few calls, since the machine may be busy, takes less than a second for 64 layers."""
    took = []
    for _ in range(5):
        begin = time.perf_counter()
        check(traced.chunks, run=traced.run)
        took.append(time.perf_counter() - begin)
    assert min(took) < 1.0, took


def test_a_gate_that_is_shut():
    """The report says what is missed and where, and is the exception's message."""
    model, undo = edits.build(PAIR, ["fc1 hook forward"])
    with undo, pytest.raises(GateMissed) as caught:
        check(model.chunks, run=model.run)
    assert type(caught.value) is GateMissed
    assert caught.value.report.missed == ("forward/mlp-site-no-hooks",)
    text = str(caught.value)
    assert text.startswith("missed  dense-cp2-seed  model.onnx ")
    assert "decoder.layers.1.mlp.linear_fc1" in text and "forward/mlp-site-no-hooks" in text
    model, undo = edits.build(PAIR, ["fc1 hook forward"])
    with undo:
        assert check(model.chunks, run=model.run, expect="missed").verdict == "missed"


def test_no_verdict():
    """What was not said about the run is undetermined, and an open gate where a shut one was expected is a miss."""
    model = models.build(PAIR)
    with pytest.raises(GateUndetermined) as caught:
        check(model.chunks)
    assert "config/topology-cp2" in caught.value.report.undetermined
    assert check(model.chunks, expect="any").verdict == "undetermined"
    with pytest.raises(GateMissed):
        check(model.chunks, run=model.run, expect="missed")
    with pytest.raises(GateUndetermined):
        check([], run=model.run)
