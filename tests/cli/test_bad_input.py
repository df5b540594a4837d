"""Files that cannot be read and calls that are wrong: the exact line, the exit code, nothing on standard output that is not a report."""

import json
import os

import pytest

GOOD = "matched__traced_hybrid.onnx"


def onnx(path, data):
    """A file of these bytes."""
    path.write_bytes(data)
    return path


def field(number, data):
    """A length-delimited protobuf field, at most 16 KiB long."""
    head = bytes([number << 3 | 2])
    return head + (bytes([len(data)]) if len(data) < 128 else bytes([len(data) & 127 | 128, len(data) >> 7])) + data


def entry(key, value):
    """A metadata entry of a model."""
    return field(14, field(1, key) + field(2, value))


# name, bytes, message
FILES = [
    ("empty", b"", "is empty; an ONNX file is needed"),
    ("text", b"hello world\n", None),
    ("png", b"\x89PNG\r\n\x1a\n", None),
    ("no graph", b"\x08\x08", "holds 0 ONNX graphs, expected one: not an ONNX model"),
    ("two graphs", field(7, b"") * 2, "holds 2 ONNX graphs, expected one: not an ONNX model"),
    (
        "no nodes",
        b"\x08\x08" + field(7, b""),
        "has no nodes, which is not read yet; export the live model with tracegate_export (dialect `module/1`)",
    ),
    (
        "operators only",
        b"\x08\x08" + field(7, field(1, field(4, b"Relu"))),
        "holds operators only (dialect `bare`), which is not read yet; export the live model with tracegate_export (dialect `module/1`)",
    ),
    (
        "later dialect",
        b"\x08\x08" + field(7, b"") + entry(b"tracegate.dialect", b"module/2"),
        "is of the dialect `module/2`, which this tracegate does not read; it reads module/1",
    ),
    (
        "length past the end",
        b"\x08\x08\x3a\x64\x0a\x02",
        "field 7 claims 100 bytes, but 2 are left in what holds it: cut off or damaged, at offset 2",
    ),
]


@pytest.mark.parametrize("name, data, message", FILES, ids=[row[0] for row in FILES])
def test_damaged_file(tracegate, tmp_path, name, data, message):
    path = onnx(tmp_path / "model.onnx", data)
    answer = tracegate("check", path, "--format", "json")
    assert answer.code == 3
    entry_ = json.loads(answer.out)["models"][0]
    assert set(entry_) == {"file", "error"}
    assert answer.err == f"tracegate: {path}: {entry_['error']}\n"
    assert "\n" not in entry_["error"]
    if message:
        assert entry_["error"] == message


def test_truncated_file(tracegate, tmp_path, fixtures):
    data = (fixtures / GOOD).read_bytes()
    for size in (1, 100, len(data) // 2, len(data) - 1):
        answer = tracegate("check", onnx(tmp_path / "cut.onnx", data[:size]))
        assert answer.code == 3, size
        assert answer.err.count("\n") == 1, size


def test_missing_file(tracegate):
    answer = tracegate("check", "nowhere.onnx")
    assert (answer.code, answer.err) == (3, "tracegate: nowhere.onnx: cannot be opened: no such file\n")
    assert answer.out == "error  nowhere.onnx  cannot be opened: no such file\n"


def test_directory(tracegate, tmp_path):
    answer = tracegate("check", tmp_path)
    assert (answer.code, answer.err) == (3, f"tracegate: {tmp_path}: is a directory; a model file is needed\n")


def test_pipe(tracegate, tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    answer = tracegate("check", path)
    text = "is a pipe or a device; a regular file is needed, because the reader seeks"
    assert (answer.code, answer.err) == (2, f"tracegate: {path}: {text}\n")


def test_standard_input(tracegate):
    answer = tracegate("check", "-")
    assert answer.code == 2
    assert answer.err == "tracegate: -: `-` is standard input; a file is needed, because the reader seeks\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_full_disk(fixtures):
    import subprocess

    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [os.environ["TRACEGATE_BINARY"], "check", str(fixtures / GOOD)], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (3, "tracegate: the report cannot be written: No space left on device\n")


# words after `check`, the line on standard error
CALLS = [
    (["--tp", "2", GOOD], f"{GOOD}: --tp 2 contradicts the file, which says int 1"),
    (["--hidden-size", "2049", GOOD], f"{GOOD}: --hidden-size 2049 contradicts the file, which says int 2048"),
    (["--profile", "dense-cp2-sed", GOOD], "no profile is named `dense-cp2-sed`; did you mean `dense-cp2-seed`?; shipped: dense-cp2-later, dense-cp2-newest, dense-cp2-seed"),
    (["--profile", "./none.textproto", GOOD], "./none.textproto: cannot be opened: no such file"),
    (["--slot", "lor:policy", GOOD], f"{GOOD}: --slot lor:policy: no kind of slot is named `lor`; did you mean `lora`?; kinds: lora, checkpoint"),
    (["--slot", "lora:", GOOD], f"{GOOD}: --slot lora:: a slot needs a name, [KIND:]NAME"),
]


@pytest.mark.parametrize("words, line", CALLS, ids=[" ".join(row[0]) for row in CALLS])
def test_wrong_call(tracegate, words, line):
    answer = tracegate("check", *words)
    assert answer.code == 2
    assert answer.err == f"tracegate: {line}\n"


# words, what the line on standard error begins with
FLAGS = [
    ([], "tracegate: A subcommand is required; see tracegate --help"),
    (["chek", GOOD], "tracegate: `chek` is not known here; did you mean `check`?; see tracegate --help"),
    (["check"], "tracegate: MODEL is required; see tracegate --help"),
    (["check", GOOD, "--expct", "any"], "tracegate: `--expct` is not known here; did you mean `--expect`?; see tracegate --help"),
    (["check", GOOD, "--expect", "maybe"], "tracegate: --expect: maybe not in {matched,missed,any}; see tracegate --help"),
    (["check", GOOD, "--tp", "two"], "tracegate: --tp: `two` is no whole number; digits only, such as 2; see tracegate --help"),
    (["profile"], "tracegate: A subcommand is required; see tracegate --help"),
]


@pytest.mark.parametrize("words, line", FLAGS, ids=[" ".join(row[0]) or "nothing" for row in FLAGS])
def test_wrong_flags(tracegate, words, line):
    answer = tracegate(*words)
    assert (answer.code, answer.out, answer.err) == (2, "", line + "\n")


def test_facts_of_the_command_line_that_agree(tracegate):
    answer = tracegate("check", GOOD, "--tp", "1", "--cp", "2", "--pp", "1", "--hidden-size", "2048", "--parameter-bytes", "2")
    assert answer.code == 0


def test_facts_of_the_command_line_complete_the_file(tracegate):
    words = ["check", "undetermined__no_run_facts.onnx", "--tp", "1", "--cp", "2", "--pp", "1", "--parameter-bytes", "2"]
    assert tracegate(*words).code == 0
    assert tracegate(*words[:-4], "--parameter-bytes", "2").code == 3
    assert tracegate(*words, "--hidden-size", "4096").code == 1
