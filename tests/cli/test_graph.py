"""`tracegate graph`: pictures as goldens, one layer alone, what is cut, and every wrong call."""

import pytest

# Models whose whole tree is a golden: every shape of tree.
TREES = [
    "matched__traced_hybrid_64",
    "matched__slot_16",
    "matched__adapter_shared",
    "missed__other_layer",
    "missed__layer_none",
    "missed__moe_layer",
    "missed__moe_mlp",
    "missed__chunks",
    "missed__no_decoder",
    "missed__plain_torch_model",
    "undetermined__no_run_facts",
    "undetermined__no_hook_facts",
]


@pytest.mark.parametrize("name", TREES)
def test_text(tracegate, golden, name):
    answer = tracegate("graph", f"{name}.onnx")
    assert (answer.code, answer.err) == (0, "")
    golden(f"graph_{name}.txt", answer.out)


def test_a_deep_model_is_one_page(tracegate):
    assert tracegate("graph", "matched__traced_hybrid_64.onnx").out.count("\n") <= 120


@pytest.mark.parametrize("form", ["dot", "mermaid"])
@pytest.mark.parametrize("name", ["missed__other_layer", "undetermined__no_run_facts"])
def test_pictures(tracegate, golden, name, form):
    answer = tracegate("graph", f"{name}.onnx", "--format", form)
    assert (answer.code, answer.err) == (0, "")
    golden(f"graph_{name}.{form}", answer.out)


@pytest.mark.parametrize("model, word, name", [
    ("missed__other_layer", "3", "index"),
    ("missed__layer_none", "2", "none"),
    ("missed__layer_none", "decoder.layers[1]", "element"),
    ("matched__traced_hybrid_64", "decoder.layers.7.mlp", "inside"),
])
def test_one_layer(tracegate, golden, model, word, name):
    answer = tracegate("graph", f"{model}.onnx", "--layer", word)
    assert (answer.code, answer.err) == (0, "")
    golden(f"graph_layer_{name}.txt", answer.out)


def test_slots_of_the_command_line(tracegate):
    """Findings in a named slot are told with it."""
    out = tracegate("graph", "missed__slot_too_wide.onnx").out
    assert "  <- missed lora/rank-range (slot lora:policy)\n" in out


MODEL = "missed__other_layer.onnx"
LAYERS = "there are 4 decoder layers, 0 to 3"
WRONG = [
    ([MODEL, "--layer", "4"], f"--layer: `4` is no layer; {LAYERS}"),
    ([MODEL, "--layer", "99999999999999999999999"], f"--layer: `99999999999999999999999` is no layer; {LAYERS}"),
    ([MODEL, "--layer", "decoder.layers.4"], f"--layer: `decoder.layers.4` names no module; {LAYERS}"),
    ([MODEL, "--layer", "decoder.layers.3.mpl"],
     "--layer: `decoder.layers.3.mpl` names no module; the nearest path is `module.module.decoder.layers.3.mlp`"),
    ([MODEL, "--layer", "decoder.layers.3.nothing.at.all"],
     "--layer: `decoder.layers.3.nothing.at.all` names no module; the nearest path is `module.module.decoder.layers.3`"),
    ([MODEL, "--layer", "embeding"], "--layer: `embeding` names no module; the nearest path is `module.module.embedding`"),
    (["missed__no_decoder.onnx", "--layer", "0"], "--layer: `0` is no layer; the model has no decoder layer"),
    (["missed__plain_torch_model.onnx", "--layer", "x"], "--layer: `x` names no module; the model's own modules: embed, blocks, head"),
    ([MODEL, "--cp", "3"], f"{MODEL}: --cp 3 contradicts the file, which says int 2"),
    (["-"], "-: `-` is standard input; a file is needed, because the reader seeks"),
    ([], "MODEL is required; see tracegate --help"),
    ([MODEL, "--format", "svg"], "--format: svg not in {text,dot,mermaid}; see tracegate --help"),
    ([MODEL, "--layers", "3"], "`--layers` is not known here; did you mean `--layer`?; see tracegate --help"),
    ([MODEL, MODEL], f"`{MODEL}` is not known here; see tracegate --help"),
    ([MODEL, "--profile", "nobody"], None),
]


@pytest.mark.parametrize("words, text", WRONG, ids=lambda value: str(value))
def test_wrong_call(tracegate, words, text):
    answer = tracegate("graph", *words)
    assert (answer.code, answer.out) == (2, "")
    if text:
        assert answer.err == f"tracegate: {text}\n"


def test_unreadable(tracegate):
    answer = tracegate("graph", "nowhere.onnx")
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.startswith("tracegate: nowhere.onnx: ")


@pytest.mark.parametrize("form", ["text", "dot", "mermaid"])
@pytest.mark.parametrize("environment", [{"LC_ALL": "de_DE.UTF-8"}, {"LC_ALL": "C", "COLUMNS": "20"}], ids=str)
def test_nothing_but_the_input_changes_a_picture(tracegate, environment, form):
    words = ["graph", "missed__rank.onnx", "--format", form]
    assert tracegate(*words, **environment).out == tracegate(*words).out
