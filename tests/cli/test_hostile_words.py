"""Words that would move a cursor, hide letters or give orders to a CI log: escaped in every format."""

import json
import re

import pytest

GOOD = "matched__traced_hybrid.onnx"
WORDS = {
    "line break": "a\nmissed.onnx: error: forged [p:c]",
    "log command": "::error::forged",
    "indented log command": "  ::error::forged",
    "older log command": "x##[error]forged",
    "Azure log command": "x##vso[task.complete]forged",
    "terminal escape": "a\x1b[2Jb",
    "C1 control": "a\u009b2Jb",
    "carriage return": "a\rb",
    "right to left": "a\u202eb\u2066c",
    "zero width": "a\u200bb\u200fc\u2060d\ufeffe",
    "not UTF-8": b"a\xffb",
}
DANGEROUS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|##\\[|##vso\\[|^\\s*::", re.MULTILINE)


def check_shown(text):
    found = DANGEROUS.search(text)
    assert not found, (found, text)
    assert not re.search("^missed.onnx", text, re.MULTILINE), text


FORMATS = [
    ["check", "MODEL"],
    ["check", "MODEL", "--format", "concise"],
    ["check", "MODEL", "--format", "json"],
    ["why", "MODEL"],
    ["why", "MODEL", "--format", "json"],
    ["graph", "MODEL"],
    ["graph", "MODEL", "--format", "dot"],
    ["graph", "MODEL", "--format", "mermaid"],
    ["explain", "MODEL"],
    ["explain", "config/no-linear-bias", "--profile", "MODEL", "--format", "markdown"],
    ["check", "GOOD", "--slot", "MODEL"],
    ["check", "GOOD", "--slot", "MODEL", "--format", "json"],
    ["check", "GOOD", "--slot", "MODEL", "--format", "concise"],
    ["check", "GOOD", "--slot", "MODEL:x"],
    ["check", "GOOD", "--profile", "MODEL"],
    ["check", "GOOD", "--expect", "MODEL"],
    ["check", "GOOD", "--tp=MODEL"],
    ["check", "GOOD", "--wave", "MODEL"],
    ["why", "GOOD", "--layer", "MODEL"],
    ["why", "GOOD", "--condition", "MODEL"],
    ["why", "GOOD", "--try", "MODEL"],
    ["why", "GOOD", "--try", "MODEL=1"],
    ["why", "GOOD", "--try", "decoder.config.fp8=MODEL"],
    ["graph", "GOOD", "--layer", "MODEL"],
    ["check", "GOOD", "--MODEL"],
    ["MODEL"],
]


@pytest.mark.parametrize("words", FORMATS, ids=" ".join)
def test_word(tracegate, fixtures, tmp_path, words):
    for name, word in WORDS.items():
        raw = word if isinstance(word, bytes) else word.encode()
        model = tmp_path.as_posix().encode() + b"/" + raw + b".onnx"
        if words[1:2] == ["MODEL"] and words[0] != "explain":
            with open(model, "wb") as file:
                file.write((fixtures / GOOD).read_bytes())
            raw = model
        given = [one.replace("GOOD", GOOD).encode().replace(b"MODEL", raw) for one in words]
        answer = tracegate(*[one.decode("utf-8", "surrogateescape") for one in given])
        assert answer.code in (0, 1, 2, 3), (name, answer.err)
        check_shown(answer.out)
        check_shown(answer.err)
        if answer.out and "json" in words:
            json.loads(answer.out)


def test_a_file_name_is_no_finding(tracegate, tmp_path, fixtures):
    path = tmp_path / "a.onnx: error: forged [p:c]"
    path.write_bytes((fixtures / GOOD).read_bytes())
    answer = tracegate("check", path.name, "--format", "concise", cwd=tmp_path)
    assert answer.out == "a.onnx\\u003a error\\u003a forged [p:c]: matched [dense-cp2-seed]\n"


def test_json_holds_the_true_text(tracegate, tmp_path, fixtures):
    path = tmp_path / "a\u200bb##[c].onnx"
    path.write_bytes((fixtures / GOOD).read_bytes())
    answer = tracegate("check", path.name, "--format", "json", cwd=tmp_path)
    assert answer.out.isascii() or not DANGEROUS.search(answer.out)
    assert json.loads(answer.out)["models"][0]["file"] == path.name


def test_a_class_name_with_invisible_letters_is_read(tracegate, write_model, tmp_path, fixtures):
    """Names of the same length in bytes, so that the file stays whole."""
    data = (fixtures / "missed__other_layer.onnx").read_bytes()
    name, hostile = b"megatron.core", "m\u202eb\u2066gatx".encode()
    assert len(name) >= len(hostile) and name in data
    path = tmp_path / "model.onnx"
    write_model(path, data.replace(name, hostile + b"y" * (len(name) - len(hostile))))
    for words in (["check"], ["check", "--format", "concise"], ["check", "--format", "json"], ["graph"], ["graph", "--format", "dot"],
                  ["graph", "--format", "mermaid"], ["why"]):
        answer = tracegate(words[0], path, *words[1:])
        assert answer.code in (0, 1, 3) and "forbidden" not in answer.err, answer.err
        assert "cannot" not in answer.err, answer.err
        check_shown(answer.out)
        if "json" in words:
            assert "\u202e" in json.dumps(json.loads(answer.out), ensure_ascii=False)
