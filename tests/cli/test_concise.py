"""`--format concise`: exact lines, and what the problem matcher that comes with the source takes from them."""

import json
import re

import pytest

# Golden reports: one a shape of line.
NAMES = [
    "matched__traced_hybrid_64",
    "matched__pure_attention",
    "missed__rank",
    "missed__rank_257",
    "missed__fp8",
    "missed__chunks",
    "missed__no_decoder_layer",
    "missed__slot_too_wide",
    "missed__layer_hook",
    "undetermined__no_hook_facts",
    "undetermined__no_run_facts",
]

LINE = re.compile(r"(?P<file>.+?\.onnx):(?P<path>[^ ]*:)? (?P<level>error|note|open): .+ \[dense-cp2-seed:[a-z0-9/-]+\]")
MATCHED = re.compile(r"(?P<file>.+?\.onnx): matched[a-z, ]* \[dense-cp2-seed\]")


def concise(tracegate, *words, **options):
    """The answer in the concise format."""
    return tracegate("check", "--format", "concise", *words, **options)


@pytest.mark.parametrize("name", NAMES)
def test_golden(tracegate, golden, name):
    answer = concise(tracegate, f"{name}.onnx")
    assert answer.err == ""
    assert answer.code == {"matched": 0, "missed": 1, "undetermined": 3}[name.split("__")[0]] or "no_decoder" in name
    for line in answer.out.splitlines():
        assert LINE.fullmatch(line) or MATCHED.fullmatch(line)
    golden(f"concise/{name}.txt", answer.out)


LEVELS = [("matched", "error", 1), ("missed", "note", 0), ("any", "note", 0)]


@pytest.mark.parametrize("expect, level, code", LEVELS, ids=[row[0] for row in LEVELS])
def test_level_of_a_miss(tracegate, expect, level, code):
    answer = concise(tracegate, "--expect", expect, "missed__rank_257.onnx")
    assert answer.code == code
    assert {LINE.fullmatch(line)["level"] for line in answer.out.splitlines()} == {level}


def test_what_is_not_decided_is_open(tracegate):
    for expect in ("matched", "missed", "any"):
        answer = concise(tracegate, "--expect", expect, "undetermined__no_hook_facts.onnx")
        assert {LINE.fullmatch(line)["level"] for line in answer.out.splitlines()} == {"open"}


def test_a_match_that_was_not_expected(tracegate):
    answer = concise(tracegate, "--expect", "missed", "matched__traced_hybrid.onnx")
    assert (answer.code, answer.out) == (1, "matched__traced_hybrid.onnx: error: matched, required missed [dense-cp2-seed:verdict]\n")


def test_equal_findings_of_a_class_are_one_line(tracegate):
    """As many lines as there are classes and places, and the layers add up."""
    report = json.loads(tracegate("check", "--expect", "any", "--format", "json", "missed__rank_257.onnx").out)["models"][0]
    subjects = sum(condition["counts"]["missed"] for condition in report["conditions"])
    lines = concise(tracegate, "missed__rank_257.onnx").out.splitlines()
    more = [re.search(r" \(and (\d+) more layers?\) \[", line) for line in lines]
    assert sum(1 + (int(found[1]) if found else 0) for found in more) == subjects > len(lines)


def test_strict_versions(tracegate, tmp_path):
    profile = tmp_path / "p.textproto"
    profile.write_text(
        'id: "p" version: 1 title: "t" base: "dense-cp2-seed" '
        'traced_versions { package { name: "torch" module: "torch" version: "0.1" } }',
        encoding="utf-8",
    )
    words = ["--profile", profile, "matched__traced_hybrid.onnx"]
    answer = concise(tracegate, *words)
    assert (answer.code, answer.out) == (0, "matched__traced_hybrid.onnx: matched, outside traced versions [p]\n")
    answer = concise(tracegate, "--strict-versions", *words)
    first, second = answer.out.splitlines()
    assert answer.code == 1
    assert first == "matched__traced_hybrid.onnx: matched, outside traced versions [p]"
    assert re.fullmatch(r"matched__traced_hybrid\.onnx: error: torch \S+; traced with 0\.1 \[p:traced-versions\]", second)


def test_budget(tracegate, root):
    wave = root / "tests" / "cli" / "waves" / "gradient.json"
    words = ["--wave", wave, "matched__traced_hybrid_64.onnx"]
    matched = "matched__traced_hybrid_64.onnx: matched [dense-cp2-seed]"
    assert concise(tracegate, "--budget", "1000GiB", *words).out == matched + "\n"
    answer = concise(tracegate, "--budget", "1MiB", *words)
    first, second = answer.out.splitlines()
    assert (answer.code, first) == (1, matched)
    assert re.fullmatch(
        r"matched__traced_hybrid_64\.onnx: error: [\d,]+ bytes per rank, required at most 1,048,576 \[dense-cp2-seed:budget\]", second
    )


FILES = [("colon", "a:b: error: c.onnx", "a:b\\u003a error\\u003a c.onnx"), ("line break", "a\nb.onnx", "a\\u000ab.onnx")]


@pytest.mark.parametrize("case, name, shown", FILES, ids=[row[0] for row in FILES])
def test_file_names(tracegate, tmp_path, fixtures, case, name, shown):
    (tmp_path / name).write_bytes((fixtures / "matched__traced_hybrid.onnx").read_bytes())
    assert concise(tracegate, name, cwd=tmp_path).out == f"{shown}: matched [dense-cp2-seed]\n"
    (tmp_path / name).write_bytes(b"")
    answer = concise(tracegate, name, cwd=tmp_path)
    assert (answer.code, answer.out, answer.err) == (3, "", f"{shown}: error: is empty; an ONNX file is needed\n")


def test_several_models(tracegate):
    answer = concise(tracegate, "matched__traced_hybrid.onnx", "nowhere.onnx", "missed__chunks.onnx")
    assert answer.code == 3
    assert [line.split(":")[0] for line in answer.out.splitlines()] == ["matched__traced_hybrid.onnx", "missed__chunks.onnx"]
    assert answer.err.startswith("nowhere.onnx: error: ")


@pytest.fixture
def matchers(root):
    """The problem matchers of the source tree: owner, and a function that gives a line's (severity, file, message, code)."""
    text = (root / ".github" / "problem-matcher.json").read_text(encoding="utf-8")
    found = {}
    for matcher in json.loads(text)["problemMatcher"]:
        (pattern,) = matcher["pattern"]

        def match(line, matcher=matcher, pattern=pattern):
            groups = re.search(pattern["regexp"], line, re.ASCII)
            return groups and (matcher["severity"], *(groups[pattern[key]] for key in ("file", "message", "code")))

        assert matcher["owner"] not in found
        found[matcher["owner"]] = match
    return found


def test_problem_matcher_on_goldens(matchers, root):
    severities = {"error": "error", "open": "warning", "note": "notice"}
    seen = set()
    for path in sorted((root / "tests" / "cli" / "golden" / "concise").glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            found = [one for match in matchers.values() if (one := match(line))]
            if MATCHED.fullmatch(line):
                assert not found, line
                continue
            parts = LINE.fullmatch(line)
            seen.add(parts["level"])
            (one,) = found
            rest = line.removeprefix(parts["file"] + ":").lstrip(" ")
            message, _, code = rest.rpartition(" [")
            assert one == (severities[parts["level"]], parts["file"], message, code.rstrip("]"))
    assert seen == {"error", "open"}


OTHER_LINES = [
    ("a miss that is no error", "m.onnx:decoder: note: a, required b [p:c/d]", ("notice", "m.onnx", "decoder: note: a, required b", "p:c/d")),
    ("unreadable", "m.onnx: error: is empty", ("error", "m.onnx", "error: is empty", None)),
    ("a folder with a colon", "a:b/m.onnx: open: x, required y [p:c]", ("warning", "a:b/m.onnx", "open: x, required y", "p:c")),
    ("brackets in what was found", "m.onnx:a: error: shape [8, 2], required [p] [p:c/d]",
     ("error", "m.onnx", "a: error: shape [8, 2], required [p]", "p:c/d")),
    ("a match", "m.onnx: matched [p]", None),
    ("a complaint", "tracegate: no profile is named `x`", None),
]


@pytest.mark.parametrize("case, line, expected", OTHER_LINES, ids=[row[0] for row in OTHER_LINES])
def test_problem_matcher_on_other_lines(matchers, case, line, expected):
    found = [one for match in matchers.values() if (one := match(line))]
    assert found == ([expected] if expected else [])
