"""Streams that are closed or full, and memory that runs out: the exit code says what happened, in one line at most."""

import os
import resource
import subprocess

import pytest

MATCHED, MISSED = "matched__traced_hybrid.onnx", "missed__rank.onnx"
BINARY = os.environ["TRACEGATE_BINARY"]

# redirection, model, exit code, standard error
ROWS = [
    ("2>&-", MISSED, 1, ""),
    ("2>&-", "nowhere.onnx", 3, ""),
    ("2>&-", "-", 2, ""),
    ("2>/dev/full", MISSED, 1, ""),
    ("2>/dev/full", "nowhere.onnx", 3, ""),
    ("2>/dev/full", "-", 2, ""),
    ("<&- 2>&-", MATCHED, 0, ""),
    (">&-", MATCHED, 3, "tracegate: the report cannot be written: Bad file descriptor\n"),
    (">/dev/full", MATCHED, 3, "tracegate: the report cannot be written: No space left on device\n"),
    (">/dev/full 2>&-", MATCHED, 3, ""),
    (">&- 2>&-", MATCHED, 3, ""),
]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
@pytest.mark.parametrize("redirection, model, code, line", ROWS, ids=[f"{row[0]} {row[1]}" for row in ROWS])
def test_stream(fixtures, redirection, model, code, line):
    done = subprocess.run(
        ["sh", "-c", f'"$0" check {model} {redirection}', BINARY], cwd=fixtures, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (code, line)


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["version"], ["profile", "list"]], ids=lambda words: " ".join(words))
def test_help_that_cannot_be_written(words):
    done = subprocess.run(["sh", "-c", '"$0" "$@" >&-', BINARY, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (3, "tracegate: the report cannot be written: Bad file descriptor\n")


def test_reader_that_goes_away(fixtures):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([BINARY, "check", MATCHED], cwd=fixtures, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (3, "tracegate: the report cannot be written: Broken pipe\n")


def test_no_memory(fixtures):
    """Under each limit that lets the program start it ends as it should, or says that there is not enough memory."""
    with open(BINARY, "rb") as file:
        if b"__asan_init" in file.read():
            pytest.skip("the address sanitizer takes more memory than any limit gives")

    def run(words, mebibytes):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))

        return subprocess.run([BINARY, *words], cwd=fixtures, capture_output=True, text=True, check=False, preexec_fn=limit)

    ended = set()
    for mebibytes in range(8, 64):
        if run(["--version"], mebibytes).returncode != 0:
            continue
        done = run(["check", "matched__traced_hybrid_64.onnx"], mebibytes)
        ended.add(done.returncode)
        if done.returncode == 3:
            assert (done.stdout, done.stderr) == ("", "tracegate: there is not enough memory\n")
    assert ended <= {0, 3}
    assert 0 in ended
