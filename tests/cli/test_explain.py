"""`explain`: exact texts, every condition of every profile, and that the committed pages are what the program writes."""

import json
import os
import re

import pytest

PROFILES = ["dense-cp2-later", "dense-cp2-newest", "dense-cp2-seed"]

# Golden pages of conditions: what each shows, and the words. One an area at least.
CONDITIONS = [
    ("a whole model, dense", ["model/no-moe-layer"]),
    ("a place that is searched for", ["model/language-model-found"]),
    ("a condition of the checkpoint list", ["decoder/type"]),
    ("a class that is often found instead", ["layer/type"]),
    ("attributes, assumed", ["layer/norms-stock"]),
    ("support, on a trait", ["layer/island-boundary"]),
    ("support, where a predicate holds", ["mixer/core-attention-cp"]),
    ("a class with two spellings", ["mixer/type"]),
    ("an operand at another place", ["mlp/fc1-out-features"]),
    ("of the wrapped list", ["mlp/fc1-wrapper-type"]),
    ("slots", ["lora/rank-range"]),
    ("a run fact without a remedy", ["config/topology-cp2"]),
    ("a layer's config", ["config/fused-activation"]),
    ("several scopes", ["forward/class-forward-traced"]),
    ("a group and its guards", ["forward/mlp-site-no-override"]),
    ("all but some places", ["forward/descendant-delegate"]),
    ("the process", ["forward/no-process-hooks"]),
    ("a run fact that may be left out", ["checkpoint/hidden-size-agrees"]),
    ("inherited", ["checkpoint/recompute-full", "--profile", "dense-cp2-newest"]),
]


def slug(words):
    return "explain_" + "_".join(words).replace("/", "_").replace("--profile_", "")


@pytest.mark.parametrize("shows, words", CONDITIONS, ids=[row[0] for row in CONDITIONS])
def test_condition(tracegate, golden, shows, words):
    answer = tracegate("explain", *words)
    assert (answer.code, answer.err) == (0, ""), shows
    golden(slug(words) + ".txt", answer.out)


@pytest.mark.parametrize("name", PROFILES)
def test_profile(tracegate, golden, name):
    answer = tracegate("explain", name)
    assert (answer.code, answer.err) == (0, "")
    golden(f"explain_{name}.txt", answer.out)


@pytest.mark.parametrize("word, name", [("mixer/core-attention-cp", "condition"), ("dense-cp2-later", "profile")])
def test_json(tracegate, golden, word, name):
    answer = tracegate("explain", word, "--format", "json")
    assert (answer.code, answer.err) == (0, "")
    golden(f"explain_{name}.json", answer.out)


def test_markdown_of_a_condition_is_its_part_of_the_page(tracegate):
    part = tracegate("explain", "lora/rank-range", "--format", "markdown").out
    assert part.startswith('<a id="lora/rank-range"></a>\n### `lora/rank-range`\n')
    assert f"\n{part}\n" in tracegate("explain", "dense-cp2-seed", "--format", "markdown").out


@pytest.mark.parametrize("name", PROFILES)
def test_committed_page(tracegate, root, name):
    """docs/profiles holds what the program writes now; TRACEGATE_ACCEPT=1 writes it."""
    text = tracegate("explain", name, "--format", "markdown").out
    path = root / "docs" / "profiles" / f"{name}.md"
    if os.environ.get("TRACEGATE_ACCEPT") == "1":
        assert not os.environ.get("CI"), "pages are not accepted in CI"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{path.name}: TRACEGATE_ACCEPT=1 accepts the new text"


def test_pages_are_those_of_the_shipped_profiles(tracegate, root):
    listed = [line.split()[0] for line in tracegate("profile", "list").out.splitlines()]
    assert listed == PROFILES
    assert sorted(path.stem for path in (root / "docs" / "profiles").iterdir()) == PROFILES
    readme = (root / "README.md").read_text(encoding="utf-8")
    assert all(f"docs/profiles/{name}.md" in readme for name in PROFILES)


@pytest.mark.parametrize("name", PROFILES)
def test_links_of_a_page(tracegate, name):
    """Each anchor stands once, and each link inside the page has one."""
    page = tracegate("explain", name, "--format", "markdown").out
    anchors = re.findall(r'<a id="([^"]+)"></a>', page)
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= set(anchors)
    columns = {line.replace("\\|", "").count("|") for line in page.splitlines() if line.startswith("|")}
    assert columns == {3}


def conditions_of(tracegate, name):
    page = json.loads(tracegate("explain", name, "--format", "json").out)["profile_page"]
    return page, [one for area in page["areas"] for one in area["conditions"]]


SECTIONS = ["required", "judged at", "applies", "because", "remedy", "decides", "price", "blocked by", "evidence", "profiles"]


@pytest.mark.parametrize("name", PROFILES)
def test_every_condition(tracegate, root, name):
    """Each can be explained, none of its sections is empty, and the sections of docs/price.md that it names are there."""
    page, conditions = conditions_of(tracegate, name)
    assert len(conditions) == sum(area["deciding"] + area["support"] for area in page["areas"])
    assert len(conditions) == sum(origin["deciding"] + origin["support"] for origin in page["origins"])
    price = (root / "docs" / "price.md").read_text(encoding="utf-8")
    for one in conditions:
        answer = tracegate("explain", one["id"], "--profile", name)
        assert (answer.code, answer.err) == (0, ""), one["id"]
        head, blank, title, blank_too, *lines = answer.out.splitlines()
        assert (head, blank, title, blank_too) == (f"{one['id']}  {name} v1", "", f"  {one['title']}", "")
        assert [line[2:12].rstrip() for line in lines if line[2] != " "] == SECTIONS, one["id"]
        # Nothing stands under a label but text, and no value was left out of a sentence.
        assert all(line[:2] == "  " and line[12:14] == "  " and line[14:15].strip() for line in lines), one["id"]
        assert not re.search(r"``|: *$|  of |\(\)|, ,|  +;|: ;", "\n".join(line[14:] for line in lines)), answer.out
        for section in re.findall(r"docs/price.md, section ([\d.]+)", answer.out):
            assert re.search(rf"^##+ {re.escape(section)} ", price, re.MULTILINE), section
        assert ("nothing short of a new trace" in answer.out) == (one["id"] in page["without_remedy"])
        assert f"  profiles    since {one['since']} v1; in " in answer.out


def test_without_a_profile_the_first_is_shown(tracegate):
    for name in PROFILES:
        for one in conditions_of(tracegate, name)[1]:
            if one["since"] == name:
                assert tracegate("explain", one["id"]).out == tracegate("explain", one["id"], "--profile", name).out


def test_what_blocks_in_reports_is_listed(tracegate, root):
    """Whatever a report says to be blocked names a condition that the page lists."""
    known = {}
    seen = 0
    for path in sorted((root / "fixtures").glob("dense-cp2-*/m*.onnx")):
        profile = path.parent.name
        report = json.loads(tracegate("check", "--expect", "any", "--profile", profile, "--format", "json", path).out)["models"][0]
        for condition in report["conditions"] + report["support"]:
            blockers = {one["found"].removeprefix("blocked by ") for one in condition["subjects"] if one["reason"] == "blocked_by"}
            if not blockers:
                continue
            key = (condition["id"], profile)
            if key not in known:
                page = json.loads(tracegate("explain", condition["id"], "--profile", profile, "--format", "json").out)["condition_page"]
                known[key] = {one["condition"] for one in page["blocked_by"]}
            assert blockers <= known[key], (path.name, condition["id"])
            seen += len(blockers)
    assert seen > 500


@pytest.fixture
def own(root, tmp_path):
    """A profile of the caller's own: one condition on top of a shipped profile."""
    path = tmp_path / "own.textproto"
    path.write_text(
        'id: "own" base: "dense-cp2-later" version: 3 title: "my own"\n'
        "condition {\n"
        '  id: "config/own-a" scope { place: "layer_config" }\n'
        '  predicate { any { predicate { value { attribute: "fp8" falsy: true } }\n'
        '                    predicate { not { value { attribute: "fp4" equals: "1" } } } } }\n'
        '  title: "one of two" because: "a | b <c>" mark: INFERRED\n'
        "}\n",
        encoding="utf-8",
    )
    return path


def test_own_profile(tracegate, own):
    answer = tracegate("explain", own)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[:3] == ["own v3", "", "  my own"]
    assert "  base        dense-cp2-later" in lines
    assert "              own v3  1 condition" in lines
    answer = tracegate("explain", "config/own-a", "--profile", own)
    assert answer.out.splitlines()[4:10] == [
        "  required    `fp8` is None, False, zero, empty or absent or not: `fp4` equals 1",
        "              compared as a number; the type is not looked at",
        "  judged at   the layer's config, in each decoder layer (`mlp.config`)",
        "  applies     always",
        "  because     a | b <c>",
        "  remedy      nothing short of a new trace",
    ]
    assert answer.out.splitlines()[-1] == "  profiles    since own v3; in no shipped profile"
    markdown = tracegate("explain", "config/own-a", "--profile", own, "--format", "markdown").out
    assert "| because | a \\| b \\<c\\> |\n" in markdown
    # Inherited: from the farthest base, although the file stands on another.
    assert "since dense-cp2-seed v1; in dense-cp2-later v1, " in tracegate("explain", "layer/type", "--profile", own).out


def test_profile_that_prices_nothing(tracegate, root, tmp_path):
    text = (root / "rules" / "profiles" / "dense-cp2-seed.textproto").read_text(encoding="utf-8")
    path = tmp_path / "p.textproto"
    path.write_text(text[: text.index("\npricing {")].replace('"dense-cp2-seed"', '"mine"'), encoding="utf-8")
    assert "\n  price       none: it judges, but prices nothing\n" in tracegate("explain", path).out
    assert "\n  price       none: nothing in the profile's `pricing` names it\n" in tracegate("explain", "layer/type", "--profile", path).out


# words, the line on standard error
WRONG = [
    ([], "SUBJECT is required; see tracegate --help"),
    (["lora/rank-rang"], "no condition or profile is named `lora/rank-rang`; did you mean `lora/rank-range`?"),
    (["dense-cp2-sed"], "no condition or profile is named `dense-cp2-sed`; did you mean `dense-cp2-seed`?"),
    (["checkpoint/no-fp6"], "no condition or profile is named `checkpoint/no-fp6`; did you mean `checkpoint/no-fp8` or `checkpoint/no-fp4`?"),
    (["rank-range"], "no condition or profile is named `rank-range`; did you mean `lora/rank-range`?"),
    (["type"], "no condition or profile is named `type`; did you mean `decoder/type` or `layer/type` or `mixer/type` or `mlp/type`?"),
    (["nothing-like-it"], "no condition or profile is named `nothing-like-it`; tracegate profile list tells the profiles, "
     "tracegate explain PROFILE the conditions of one"),
    (["two\nlines"], "no condition or profile is named `two\\u000alines`; tracegate profile list tells the profiles, "
     "tracegate explain PROFILE the conditions of one"),
    (["./none.textproto"], "./none.textproto: cannot be opened: no such file"),
    (["none.textproto"], "none.textproto: cannot be opened: no such file"),
    (["a/folder/none"], "a/folder/none: cannot be opened: no such file"),
    (["dense-cp2-seed", "--profile", "dense-cp2-later"], "--profile goes with a condition, and `dense-cp2-seed` is a profile"),
    (["layer/norms-stock", "--profile", "dense-cp2-seed"], "dense-cp2-seed has no condition `layer/norms-stock`; dense-cp2-newest brought it in"),
    (["lora/rank-rang", "--profile", "dense-cp2-seed"], "dense-cp2-seed has no condition `lora/rank-rang`; did you mean `lora/rank-range`?"),
    (["lora/rank-range", "--profile", "dense-cp2-sed"],
     "no profile is named `dense-cp2-sed`; did you mean `dense-cp2-seed`?; shipped: dense-cp2-later, dense-cp2-newest, dense-cp2-seed"),
    (["lora/rank-range", "--format", "xml"], "--format: xml not in {text,json,markdown}; see tracegate --help"),
    (["lora/rank-range", "twice"], "`twice` is not known here; see tracegate --help"),
]


@pytest.mark.parametrize("words, line", WRONG, ids=[" ".join(row[0]) or "nothing" for row in WRONG])
def test_wrong_call(tracegate, words, line):
    answer = tracegate("explain", *words)
    assert (answer.code, answer.out, answer.err) == (2, "", f"tracegate: {line}\n")


def test_profile_with_a_fault(tracegate, tmp_path):
    path = tmp_path / "p.textproto"
    path.write_text('id: "p"\nversion: one\n', encoding="utf-8")
    answer = tracegate("explain", path)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == f"tracegate: {path}:2:10: expected integer, got: one\n  version: one\n           ^\n"


@pytest.mark.parametrize("environment", [{"LC_ALL": "de_DE.UTF-8"}, {"LC_ALL": "C", "COLUMNS": "20"}], ids=str)
def test_nothing_but_the_input_changes_a_page(tracegate, environment):
    for words in (["explain", "dense-cp2-seed"], ["explain", "lora/rank-range"]):
        assert tracegate(*words, **environment).out == tracegate(*words).out
