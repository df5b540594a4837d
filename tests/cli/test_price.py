"""`price` and `check --wave`: the reports as goldens, exit codes, and every text about a wrong call."""

import json
import os

import pytest

MATCHED = "matched__traced_hybrid.onnx"
DEEP = "matched__traced_hybrid_64.onnx"
SLOTTED = "matched__slot_16.onnx"

# golden, words; WAVE: is a file of tests/cli/waves.
REPORTS = [
    ("price_gradient.txt", [DEEP, "--wave", "WAVE:gradient"], 0),
    ("price_all.txt", [DEEP, "--wave", "WAVE:layouts", "--policy", "all"], 0),
    ("price_all.json", [DEEP, "--wave", "WAVE:layouts", "--policy", "all", "--format", "json"], 0),
    ("price_shallow.txt", [MATCHED, "--wave", "WAVE:mixed"], 0),
    ("price_no_grad.txt", [DEEP, "--wave", "WAVE:no_grad", "--policy", "all"], 0),
    ("price_no_head.txt", [DEEP, "--wave", "WAVE:no_head"], 0),
    ("price_large_head.txt", [DEEP, "--wave", "WAVE:large_head"], 0),
    ("price_learned.txt", [DEEP, "--wave", "WAVE:learned"], 0),
    ("price_nothing.txt", [DEEP, "--wave", "WAVE:nothing"], 0),
    ("price_budget.txt", [DEEP, "--wave", "WAVE:gradient", "--budget", "50GiB"], 0),
    ("price_over_budget.txt", [DEEP, "--wave", "WAVE:gradient", "--budget", "16GiB"], 1),
    ("price_cp4.txt", ["undetermined__no_run_facts.onnx", "--wave", "WAVE:cp4", "--tp", "1", "--pp", "1"], 0),
    ("price_missed.txt", ["missed__rank.onnx", "--wave", "WAVE:gradient"], 0),
    ("price_missed.json", ["missed__rank.onnx", "--wave", "WAVE:gradient", "--format", "json"], 0),
    ("price_no_remedy.txt", ["missed__other_layer.onnx", "--wave", "WAVE:gradient"], 0),
    ("price_undetermined.txt", ["undetermined__no_hook_facts.onnx", "--wave", "WAVE:gradient"], 0),
    ("price_no_run_facts.txt", ["undetermined__no_run_facts.onnx", "--wave", "WAVE:gradient"], 3),
    ("price_no_decoder.txt", ["missed__no_decoder_layer.onnx", "--wave", "WAVE:gradient"], 3),
    ("price_moe.txt", ["missed__moe_layer.onnx", "--wave", "WAVE:gradient"], 3),
    ("price_slot.txt", [SLOTTED, "--wave", "WAVE:slot"], 0),
    ("price_geometry.txt", ["--geometry", "WAVE:stub_geometry", "--assume", "matched", "--wave", "WAVE:mixed", "--tp", "1", "--cp", "2",
                            "--pp", "1", "--policy", "all"], 0),
    ("price_geometry_missed.txt", ["--geometry", "WAVE:stub_geometry", "--assume", "missed", "--wave", "WAVE:mixed", "--tp", "1",
                                   "--cp", "2", "--pp", "1"], 0),
    ("price_tp.txt", ["--geometry", "WAVE:stub_geometry", "--assume", "missed", "--wave", "WAVE:mixed", "--tp", "2", "--cp", "2",
                      "--pp", "1", "--policy", "all"], 3),
    ("price_tp.json", ["--geometry", "WAVE:stub_geometry", "--assume", "missed", "--wave", "WAVE:mixed", "--tp", "2", "--cp", "2",
                       "--pp", "1", "--format", "json"], 3),
    ("price_no_remedy_cost.txt", ["missed__clamp.onnx", "--wave", "WAVE:gradient"], 0),
    ("max_rows.txt", [DEEP, "--max-rows", "--budget", "36GiB", "--policy", "all", "--wave", "WAVE:mixed"], 0),
    ("max_rows.json", [DEEP, "--max-rows", "--budget", "36GiB", "--format", "json"], 0),
    ("max_rows_none.txt", [DEEP, "--max-rows", "--budget", "1KiB"], 0),
]

# words, exit code, the one line on stderr
WRONG = [
    ([], 2, "price needs a MODEL, or --geometry in its place: one of the two"),
    ([MATCHED, "--geometry", "WAVE:stub_geometry", "--assume", "matched"], 2, "price needs a MODEL, or --geometry in its place: one of the two"),
    (["--geometry", "WAVE:stub_geometry"], 2, "--geometry and --assume belong together: without a model its gate is assumed"),
    ([MATCHED, "--assume", "matched"], 2, "--geometry and --assume belong together: without a model its gate is assumed"),
    ([MATCHED], 2, "price needs --wave, or --max-rows with --budget"),
    ([MATCHED, "--max-rows"], 2, "--max-rows needs --budget"),
    (["--geometry", "WAVE:stub_geometry", "--assume", "matched", "--slot", "a", "--wave", "WAVE:mixed"], 2,
     "--slot needs a MODEL: a geometry has no adapters"),
    (["nowhere.onnx", "--wave", "WAVE:mixed"], 3, "nowhere.onnx: cannot be opened: no such file"),
    ([MATCHED, "--wave", "nowhere.json"], 2, "nowhere.json: cannot be opened: no such file"),
    ([MATCHED, "--wave", "WAVE:cp4"], 2, "WAVES/cp4.json: `cp` 4 contradicts the file, which says int 2"),
    ([MATCHED, "--wave", "WAVE:too_many_rows"], 2, "WAVES/too_many_rows.json:4:5: a group has 1000 rows, more than the wave's 20 packed tokens"),
    ([SLOTTED, "--wave", "WAVE:unknown_slot"], 2,
     "WAVES/unknown_slot.json: group 1: no slot is named `polcy`; did you mean `policy`?; the model's adapters know lora:policy"),
    ([MATCHED, "--wave", "WAVE:slot"], 2,
     "WAVES/slot.json: group 1: no slot is named `policy`; the model's adapters know no named slot"),
    (["--geometry", "WAVE:stub_geometry", "--assume", "matched", "--wave", "WAVE:mixed"], 2, "`tp` is not known: say it in the wave or with --tp"),
    ([MATCHED, "--wave", "WAVE:mixed", "--profile", "dense-cp2-later"], 2,
     "--profile dense-cp2-later: its widths are for policy later, and --policy traced does not ask for it"),
]


@pytest.fixture
def priced(tracegate, root, fixtures):
    """Runs `price` or another verb; WAVE:NAME becomes the file of tests/cli/waves, and its folder WAVES in what comes back."""
    # From the folder in which the program runs: as long on every machine.
    waves = os.path.relpath(root / "tests" / "cli" / "waves", fixtures)

    def run(verb, *words):
        answer = tracegate(verb, *[f"{waves}/{word[5:]}.json" if word.startswith("WAVE:") else word for word in words])
        answer.out, answer.err = (text.replace(waves, "WAVES") for text in (answer.out, answer.err))
        return answer

    return run


@pytest.mark.parametrize("name, words, code", REPORTS, ids=[row[0] for row in REPORTS])
def test_report(priced, golden, name, words, code):
    answer = priced("price", *words)
    golden(name, answer.out)
    assert answer.code == code
    assert (answer.err == "") == (code != 3)


@pytest.mark.parametrize("words, code, text", WRONG, ids=[row[2] for row in WRONG])
def test_wrong_call(priced, words, code, text):
    answer = priced("price", *words)
    assert answer.code == code
    assert answer.out == ""
    assert answer.err.splitlines()[0] == f"tracegate: {text}"


def test_sums_are_exact(priced):
    """In JSON the terms of each policy add up to what the factor is put on."""
    answer = priced("price", DEEP, "--wave", "WAVE:layouts", "--policy", "all", "--format", "json")
    policies = json.loads(answer.out)["prices"][0]["policies"]
    assert [one["policy"] for one in policies] == ["main", "today", "traced", "later"]
    for one in policies:
        assert sum(term["bytes"] for term in one["terms"]) == one["before_factor_bytes"]
        assert int(one["before_factor_bytes"] * 1.10) == one["required_bytes"]


def test_check_with_wave(priced, golden):
    """The gate's report, then the price; over the budget is a finding."""
    answer = priced("check", DEEP, "--wave", "WAVE:gradient", "--budget", "50GiB")
    assert answer.code == 0
    golden("check_wave.txt", answer.out)
    assert priced("check", DEEP, "--wave", "WAVE:gradient", "--budget", "16GiB").code == 1
    answer = priced("check", DEEP, "--wave", "WAVE:gradient", "--format", "json")
    assert answer.code == 0
    golden("check_wave.json", answer.out)
    wrong = priced("check", DEEP, "--budget", "16GiB")
    assert (wrong.code, wrong.err) == (2, "tracegate: --budget needs --wave\n")


SIZES = [
    ("36GiB", "38,654,705,664"),
    ("36 gib", "38,654,705,664"),
    ("79.25GiB", "85,094,039,552"),
    ("40gb", "40,000,000,000"),
    ("1024", "1,024"),
    ("0.0015kb", "1"),
    ("8388607TiB", "9,223,370,937,343,148,032"),
    *((text, None) for text in ("0", "-1", "abc", "36GiBs", "1.GiB", ".5GiB", "1e3", "8388608TiB", "1" * 19, "0.0001kb", "36,5GiB")),
]


@pytest.mark.parametrize("text, size", SIZES, ids=lambda value: str(value))
def test_budget(priced, text, size):
    """What is a size, to the byte, and what is none."""
    answer = priced("price", MATCHED, "--wave", "WAVE:mixed", f"--budget={text}")
    if size is None:
        assert (answer.code, answer.out) == (2, "")
        assert answer.err == (f"tracegate: --budget: `{text}` is no size; a number above 0 and a unit, such as 36GiB or 79.25GB; "
                              "see tracegate --help\n")
    else:
        assert " the budget of " in answer.out
        assert f"({size} bytes)" in answer.out
