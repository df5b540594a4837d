"""Reports: exact texts (goldens), what JSON holds, and that nothing but the input changes them."""

import json

import pytest

# Golden text reports: one a shape of report.
TEXTS = [
    "matched__traced_hybrid_64",
    "matched__pure_attention",
    "matched__slot_16",
    "matched__mlp_adapters_only",
    "matched__note_adapter_dtype",
    "matched__note_hook",
    "matched__note_compiled",
    "matched__note_decoder_child",
    "matched__note_layer_config",
    "missed__rank",
    "missed__rank_257",
    "missed__fp8",
    "missed__other_layer",
    "missed__fc1_hook",
    "missed__pure_attention_compiled",
    "missed__chunks",
    "missed__no_decoder_layer",
    "missed__plain_torch_model",
    "missed__slot_too_wide",
    "undetermined__no_hook_facts",
    "undetermined__no_run_facts",
    "undetermined__layers_generator",
    "undetermined__unreadable",
]


@pytest.mark.parametrize("name", TEXTS)
def test_text(tracegate, golden, name):
    golden(f"{name}.txt", tracegate("check", "--expect", "any", f"{name}.onnx").out)


@pytest.mark.parametrize("name", ["matched__traced_hybrid", "matched__note_adapter_dtype", "missed__other_layer"])
def test_json(tracegate, golden, name):
    golden(f"{name}.json", tracegate("check", "--expect", "any", "--format", "json", f"{name}.onnx").out)


def test_several_models(tracegate, golden):
    answer = tracegate("check", "matched__traced_hybrid.onnx", "nowhere.onnx", "missed__rank.onnx")
    golden("several.txt", answer.out)


VERBS = "check price why explain graph profile".split()


@pytest.mark.parametrize("words", [["--help"], *([verb, "--help"] for verb in VERBS), ["profile", "list"]], ids=" ".join)
def test_help(tracegate, golden, words):
    answer = tracegate(*words)
    assert (answer.code, answer.err) == (0, "")
    golden("_".join(words).replace("--", "") + ".txt", answer.out)


def test_version(tracegate):
    lines = tracegate("version").out.splitlines()
    assert lines[0].split()[0] == "tracegate"
    assert lines[1] == "report schema  1.0"
    assert lines[2] == "dialects read  module/1"
    assert [line.split()[1] for line in lines[3:]] == ["dense-cp2-later", "dense-cp2-newest", "dense-cp2-seed"]
    assert all(line.startswith("profile        ") and " v1 uuid5:" in line for line in lines[3:])
    assert json.loads(tracegate("version", "--format", "json").out)["dialects"] == ["module/1"]


def test_profile_show(tracegate, root):
    shipped = root / "rules" / "profiles" / "dense-cp2-seed.textproto"
    assert tracegate("profile", "show", "dense-cp2-seed").out == shipped.read_text(encoding="utf-8")
    text = shipped.read_text(encoding="utf-8")
    decisive = text.count("\ncondition {") - text.count("\n  support: true")
    assert tracegate("profile", "check", shipped).out == f"{shipped}: dense-cp2-seed v1, {decisive} conditions\n"


def test_profile_error(tracegate, tmp_path):
    path = tmp_path / "p.textproto"
    path.write_text('id: "p"\nversion: one\n', encoding="utf-8")
    answer = tracegate("profile", "check", path)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"tracegate: {path}:2:10: expected integer, got: one\n  version: one\n           ^\n"


@pytest.mark.parametrize("environment", [{"LC_ALL": "de_DE.UTF-8"}, {"LC_ALL": "C", "COLUMNS": "20"}, {"TERM": "dumb", "NO_COLOR": "1"}], ids=str)
def test_nothing_but_the_input_changes_a_report(tracegate, environment):
    words = ["check", "--expect", "any", "missed__rank_257.onnx"]
    assert tracegate(*words, **environment).out == tracegate(*words).out


# slots of the command line, exit code, gradient width
SLOTS = [
    ([], 0, 146880),
    (["--slot", "lora:policy"], 0, 146880),
    (["--slot", "policy"], 0, 146880),
    (["--slot", "checkpoint:policy"], 0, 146880),
    (["--slot", "nobody"], 0, 146880),
]


@pytest.mark.parametrize("words, code, width", SLOTS, ids=lambda value: str(value))
def test_slots(tracegate, words, code, width):
    answer = tracegate("check", "--format", "json", "matched__slot_16.onnx", *words)
    assert answer.code == code
    assert json.loads(answer.out)["models"][0]["widths"]["gradient_bytes_per_row"] == width


def test_subjects(tracegate):
    report = json.loads(tracegate("check", "--expect", "any", "--format", "json", "missed__slot_too_wide.onnx").out)["models"][0]
    (condition,) = [one for one in report["conditions"] if one["verdict"] == "missed"]
    assert condition["subjects"] == [
        {
            "path": "module.module.decoder.layers.3.mlp.linear_fc1.gate_lora",
            "slot": "lora:policy",
            "layer": 3,
            "verdict": "missed",
            "level": "note",
            "reason": "out_of_range",
            "required": "rank 1 to 256",
            "found": "rank 300",
        }
    ]
    assert condition["counts"]["missed"] == 1
