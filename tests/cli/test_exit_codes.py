"""Exit codes: every verdict under every expectation, and several models at once."""

import pytest

MATCHED, MISSED = "matched__traced_hybrid.onnx", "missed__rank.onnx"
UNDETERMINED, NO_LAYER = "undetermined__no_run_facts.onnx", "missed__no_decoder_layer.onnx"

# models, expectation (None: the default), exit code
ROWS = [
    ([MATCHED], None, 0),
    ([MATCHED], "matched", 0),
    ([MATCHED], "missed", 1),
    ([MATCHED], "any", 0),
    ([MISSED], None, 1),
    ([MISSED], "missed", 0),
    ([MISSED], "any", 0),
    ([UNDETERMINED], None, 3),
    ([UNDETERMINED], "missed", 3),
    ([UNDETERMINED], "any", 0),
    ([NO_LAYER], None, 3),
    ([NO_LAYER], "missed", 3),
    ([NO_LAYER], "any", 0),
    (["nowhere.onnx"], None, 3),
    (["nowhere.onnx"], "any", 3),
    ([MATCHED, MATCHED], None, 0),
    ([MATCHED, MISSED], None, 1),
    ([MISSED, UNDETERMINED], None, 3),
    ([UNDETERMINED, MISSED], None, 3),
    ([MISSED, "nowhere.onnx"], "any", 3),
    ([MISSED, "-"], None, 2),
    (["-", UNDETERMINED], None, 2),
]


@pytest.mark.parametrize("models, expect, code", ROWS, ids=lambda value: str(value))
def test_exit_code(tracegate, models, expect, code):
    words = ["check", *models] + (["--expect", expect] if expect else [])
    assert tracegate(*words).code == code


def test_strict_versions(tracegate, write_model, fixtures, tmp_path):
    """Outside the traced versions: a note, and with --strict-versions a finding."""
    data = (fixtures / MATCHED).read_bytes()
    assert data.count(b"megatron-core=0.17.0") == 1
    newer = tmp_path / "newer.onnx"
    write_model(newer, data.replace(b"megatron-core=0.17.0", b"megatron-core=0.99.0"))
    note = "megatron-core 0.99.0; traced with 0.17.0"
    answer = tracegate("check", newer)
    assert answer.code == 0
    assert answer.out.startswith("matched, outside traced versions  dense-cp2-seed")
    assert f"  versions    {note}\n" in answer.out
    assert tracegate("check", newer, "--strict-versions").code == 1
    assert tracegate("check", newer, "--strict-versions", "--expect", "any").code == 0
    assert tracegate("check", MATCHED, "--strict-versions").code == 0


def test_interrupted(tmp_path):
    """Ctrl-C ends with 130, whatever the shell makes of signals."""
    import os
    import signal
    import subprocess
    import time

    # A file that takes long to walk: a graph of many empty nodes, written sparse and cheap.
    node = b"\x0a\x00"
    graph = node * 40_000_000
    size = len(graph)
    varint = bytearray()
    while size > 127:
        varint.append(size & 127 | 128)
        size >>= 7
    varint.append(size)
    path = tmp_path / "long.onnx"
    path.write_bytes(b"\x3a" + bytes(varint) + graph)
    running = subprocess.Popen([os.environ["TRACEGATE_BINARY"], "check", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.2)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    assert out == b""
