"""The reference's answers for eight other models of Megatron Bridge's providers, each built live, exported and judged."""

import json
import pathlib

import dense
import edits
import gate
import judging
import pytest
from tracegate_export import export_module_graph

ROWS = [json.loads(line) for line in (pathlib.Path(__file__).parent / "models.jsonl").read_text(encoding="utf-8").splitlines()]
PROFILES = ("dense-cp2-seed", "dense-cp2-later")
MATCHED = [row for row in ROWS if row["widths_later"]]

# What the reference was not shown, as a traced run has it.
RUN = {"tp": 1, "cp": 2, "pp": 1, "hidden_size": 1024, "parameter_bytes": 2}
RECOMPUTE = (
    "config set recompute_granularity str:full",
    "config set recompute_method str:uniform",
    "config set recompute_num_layers int:1",
    "config set distribute_saved_activations bool:False",
)
CASES = [(row, profile) for row in ROWS for profile in PROFILES]
IDS = [f"{row['id']}-{profile}" for row, profile in CASES]


def _build(row):
    """The model of a row."""
    plan = row["plan"]
    return dense.build(dense.Dense(**{**plan, "settings": tuple(map(tuple, plan.get("settings", [])))}))


def _compared(ids):
    """The ids that the reference's answers speak of: it saw no recompute setting, no caller and no run."""
    unseen = ("checkpoint/", "config/topology-", "model/no-moe-layer")
    return sorted(one for one in ids if not one.startswith(unseen))


@pytest.fixture(scope="session")
def built():
    """Every model, by its row's id. Each is built once."""
    return {row["id"]: _build(row) for row in ROWS}


@pytest.fixture(scope="session")
def answers(built, tmp_path_factory):
    """The analyzer's answers, by profile and row id."""
    folder = tmp_path_factory.mktemp("models")
    files = {name: folder / f"{number}.onnx" for number, name in enumerate(built)}
    for name, model in built.items():
        export_module_graph(model.chunks, str(files[name]))
    found = {profile: judging.answers(list(files.values()), profile) for profile in PROFILES}
    return {profile: {name: found[profile][files[name].name] for name in built} for profile in PROFILES}


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_the_model_is_the_reference_s(built, row):
    """The model has the mixers and MLPs that the reference was asked about."""
    layers = built[row["id"]].gpt.decoder.layers
    assert sorted({type(layer.self_attention).__name__ for layer in layers}) == row["mixer_classes"]
    assert sorted({type(layer.mlp).__name__ for layer in layers}) == row["mlp_classes"]


@pytest.mark.parametrize("row, profile", CASES, ids=IDS)
def test_the_analyzer(answers, row, profile):
    """The same ids missed; nothing but what the caller did not say is undetermined."""
    found = answers[profile][row["id"]]
    assert _compared(judging.with_any(found, "missed")) == sorted(row["missed"][profile])
    assert _compared(judging.with_any(found, "undetermined")) == []


@pytest.mark.parametrize("row, profile", CASES, ids=IDS)
def test_the_live_gate(built, row, profile):
    """The statement of the gate over live objects says the same."""
    found = gate.judge(built[row["id"]].chunks)[profile]
    assert _compared(found.missed) == sorted(row["missed"][profile])
    assert _compared(found.undetermined) == []


@pytest.mark.parametrize("row", MATCHED, ids=[row["id"] for row in MATCHED])
def test_widths(row, tmp_path):
    """Configured and run as the traced model was, what the reference accepts is matched with its widths."""
    model = _build(row)
    with edits.apply(model, RECOMPUTE):
        export_module_graph(model.chunks, str(tmp_path / "model.onnx"), run=RUN)
        live = gate.judge(model.chunks, RUN)["dense-cp2-later"]
    found = judging.answers([tmp_path / "model.onnx"], "dense-cp2-later")["model.onnx"]
    assert (found["verdict"], judging.widths(found)) == ("matched", row["widths_later"])
    assert found["extrapolated"]
    assert (live.verdict, live.widths) == ("matched", row["widths_later"])
