"""Numbers of flags: digits and nothing else, read as decimal."""

import pytest

GOOD = "matched__traced_hybrid.onnx"
FLAGS = ["--tp", "--cp", "--pp", "--hidden-size", "--parameter-bytes"]
WRONG = ["", "+2", "-2", "2x", "0x10", " 2", "2 ", "1_000", "1,000", "2.0", "1e3", "two", "٢", "9223372036854775808"]
SIZES = ["", "+2", "-2", "0", "0x10", " 2", "2 XiB", "1e9", "36 GiB ", "GiB", "1.GiB", "9223372036854775808"]


@pytest.mark.parametrize("flag", FLAGS)
@pytest.mark.parametrize("word", WRONG)
def test_wrong_number(tracegate, flag, word):
    answer = tracegate("check", GOOD, f"{flag}={word}") if word else tracegate("check", GOOD, flag, "")
    line = f"tracegate: {flag}: `{word}` is no whole number; digits only, such as 2; see tracegate --help\n"
    assert (answer.code, answer.out, answer.err) == (2, "", line)


@pytest.mark.parametrize("word", SIZES)
def test_wrong_size(tracegate, word):
    answer = tracegate("price", GOOD, "--max-rows", *([f"--budget={word}"] if word else ["--budget", ""]))
    line = f"tracegate: --budget: `{word}` is no size; a number above 0 and a unit, such as 36GiB or 79.25GB; see tracegate --help\n"
    assert (answer.code, answer.out, answer.err) == (2, "", line)


@pytest.mark.parametrize("word, code, line", [
    ("02", 0, ""),
    ("010", 2, f"tracegate: {GOOD}: --cp 10 contradicts the file, which says int 2\n"),
    ("9223372036854775807", 2, f"tracegate: {GOOD}: --cp 9223372036854775807 contradicts the file, which says int 2\n"),
])
def test_decimal(tracegate, word, code, line):
    answer = tracegate("check", GOOD, "--cp", word)
    assert (answer.code, answer.err) == (code, line)
