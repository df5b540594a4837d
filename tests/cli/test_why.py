"""`why`: reports as goldens, the checked changes of every negative, what-ifs, and every text about a wrong call."""

import json

import pytest

MATCHED, DEEP = "matched__traced_hybrid.onnx", "matched__traced_hybrid_64.onnx"

# The negatives of docs: one edit of a live model each, and under the later profiles.
SEED_NEGATIVES = (
    "fc1_hook row_hook lora_hook base_hook layer_hook layer_forward layer_delegate compiled_custom_delegate layer_type mixer_delegate "
    "mixer_class_forward mixer_hook mixer_forward no_mixer decoder_hook decoder_subclass non_gated activation config_activation clamp "
    "linear_offset unfused_activation te_activation fp8 fp4 dtype tensor_parallel pipeline_parallel sequence_parallel cuda_graphs bias "
    "out_features other_layer unwrapped_fc1 unfused_norm rank mixer_adapter_rank mixer_child_hook mixer_child_forward norm_delegate "
    "slot_selector active_selector chunks"
).split()
LATER_NEGATIVES = {
    "dense-cp2-later": "child_class_forward helper_override helper_partial final_norm_hook final_norm_override".split(),
    "dense-cp2-newest": "custom_mlp_bda custom_bda_handler function_cross_attention gdn_activation function_in_proj backward_hook "
                        "global_forward_hook cudagraph_manager fused_residual_norm decoder_callback".split(),
}

REPORTS = [
    ("why_hook.txt", ["missed__fc1_hook.onnx"]),
    ("why_fp8.txt", ["missed__fp8.onnx"]),
    ("why_out_features.txt", ["missed__out_features.onnx"]),
    ("why_other_layer.txt", ["missed__other_layer.onnx"]),
    ("why_no_mixer.txt", ["missed__no_mixer.onnx"]),
    ("why_no_adapters.txt", ["missed__no_adapters.onnx"]),
    ("why_compiled.txt", ["missed__pure_attention_compiled.onnx"]),
    ("why_moe.txt", ["missed__moe_layer.onnx"]),
    ("why_plain.txt", ["missed__plain_torch_model.onnx"]),
    ("why_no_decoder.txt", ["missed__no_decoder.onnx"]),
    ("why_undetermined.txt", ["undetermined__no_hook_facts.onnx"]),
    ("why_no_run_facts.txt", ["undetermined__no_run_facts.onnx"]),
    ("why_matched.txt", [DEEP]),
    ("why_layer.txt", ["missed__rank_257.onnx", "--layer", "1"]),
    ("why_layer_path.txt", ["missed__rank_257.onnx", "--layer", "decoder.layers.1"]),
    ("why_condition.txt", ["missed__fp8.onnx", "--condition", "config/no-fp8"]),
    ("why_try.txt", ["missed__fp8.onnx", "--try", "decoder.config.fp8=None"]),
    ("why_try_worse.txt", [MATCHED, "--try", "decoder.config.fp8=hybrid", "--try", "run.cp=4"]),
    ("why_hook.json", ["missed__fc1_hook.onnx", "--format", "json"]),
    ("why_try.json", [MATCHED, "--try", "decoder.config.fp8=hybrid", "--format", "json"]),
]

WRONG = [
    (["nowhere.onnx"], 3, "nowhere.onnx: cannot be opened: no such file"),
    ([MATCHED, "--profile", "dense-cp2-sed"], 2,
     "no profile is named `dense-cp2-sed`; did you mean `dense-cp2-seed`?; shipped: dense-cp2-later, dense-cp2-newest, dense-cp2-seed"),
    ([MATCHED, "--layer", "9"], 2, "--layer 9: no decoder layer is there; there are 4, 0 to 3"),
    ([MATCHED, "--layer", "decoder.layer.2"], 2,
     "--layer decoder.layer.2: no decoder layer is there; did you mean `decoder.layers.2` or `decoder.layers.0` or "
     "`decoder.layers.1` or `decoder.layers.3`?; there are 4, 0 to 3"),
    ([MATCHED, "--condition", "config/no-fp9"], 2,
     "--condition config/no-fp9: dense-cp2-seed has no such condition; did you mean `config/no-fp8` or `config/no-fp4`?"),
    ([MATCHED, "--try", "fp8"], 2, "--try fp8: what is tried is written PATH.attr=VALUE, such as decoder.config.fp8=None"),
    ([MATCHED, "--try", "decoder.fp8=fn:3"], 2,
     "--try decoder.fp8=fn:3: `fn:3` is no value; None, True, 3, 0.5, \"text\", absent, or a typed one such as dtype:bfloat16"),
    ([MATCHED, "--try", "decodr.training=True"], 2, "--try decodr.training=True: nothing in the file is at `decodr`; did you mean `decoder`?"),
    ([MATCHED, "--try", "decoder.config.fp9=1"], 2,
     "--try decoder.config.fp9=1: `fp9` was not exported there, so no condition reads it from this file"),
]


@pytest.mark.parametrize("name, words", REPORTS, ids=[row[0] for row in REPORTS])
def test_report(tracegate, golden, name, words):
    """Exit 0 whatever the verdict; the text is the golden."""
    answer = tracegate("why", *words)
    golden(name, answer.out)
    assert (answer.code, answer.err) == (0, "")
    assert name.endswith("json") or len(answer.out.splitlines()) <= 60


@pytest.mark.parametrize("words, code, text", WRONG, ids=[row[2][:60] for row in WRONG])
def test_wrong_call(tracegate, words, code, text):
    """One line, nothing on stdout."""
    answer = tracegate("why", *words)
    assert (answer.code, answer.out, answer.err) == (code, "", f"tracegate: {text}\n")


def _lines(tracegate, file, profile):
    """A negative's conditions with place and value, and its change sets or why there is none, one line each."""
    answer = tracegate("why", file, "--profile", profile, "--format", "json")
    assert answer.code == 0
    model = json.loads(answer.out)["models"][0]
    lines = [f"{file} {profile}"]
    for condition in model["conditions"]:
        for subject in condition["subjects"][:1]:
            if subject["verdict"] == "missed":
                lines.append(f"  {condition['id']}  {subject['path']}  {subject['found']}")
    explanation = model["explanation"]
    for number, changes in enumerate(explanation["change_sets"]):
        assert changes["checked"]
        for change in changes["changes"]:
            lines.append(f"    {'or ' if number else ''}{change['kind']}  {change['path']} x{change['objects']}  {change['text']}  {change['now']}".rstrip())
    lines += [f"    none  {none['id']}: {none['why']}" for none in explanation["without_change"]]
    assert explanation["change_sets"] or explanation["without_change"]
    return lines


def test_every_negative(tracegate, golden, fixtures):
    """Each of the structural and of the later negatives is named, and has a checked change or a reason."""
    rows = [(f"missed__{name}.onnx", "dense-cp2-seed") for name in SEED_NEGATIVES]
    for profile, names in LATER_NEGATIVES.items():
        for name in names:
            [file] = [path for folder in sorted(fixtures.parent.glob("dense-*")) for path in folder.glob(f"*__{name}.onnx")][:1]
            rows.append((f"../{file.parent.name}/{file.name}", profile))
    assert len(rows) == 43 + 15
    golden("why_negatives.txt", "\n".join(line for row in rows for line in _lines(tracegate, *row)) + "\n")
