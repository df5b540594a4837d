"""The pages that people read name files, tests and code that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    "README.md", "CONTRIBUTING.md", "docs/price.md", "docs/versions.md", "docs/widths.md", "fixtures/README.md", "ir/dialect.md",
    "tests/conformance/README.md", "tests/oracle/README.md", "tests/real/README.md", "tools/export/README.md",
)
# A path from the top of the source; a page may write NAME, FOLDER or VERB for what is still to come.
PATH = re.compile(r"(?<![\w/.~-])((?:analyzer|rules|ir|tools|tests|fixtures|docs)/[\w./*{},-]*\w[}*]?|analyzer/|rules/|ir/)")
PLACEHOLDER = re.compile(r"\b(NAME|FOLDER|VERB|PROFILE)\b")


def lines(page):
    return enumerate((ROOT / page).read_text().splitlines(), 1)


def is_there(path, folder):
    braces = re.fullmatch(r"(.*)\{([\w,]+)\}(.*)", path)
    if braces:
        return all(is_there(braces[1] + part + braces[3], folder) for part in braces[2].split(","))
    if "*" in path:
        return any(ROOT.glob(path))
    return (ROOT / path).exists() or (folder / path).exists()


@pytest.mark.parametrize("page", PAGES)
def test_paths(page):
    folder = (ROOT / page).parent
    faults = []
    for number, line in lines(page):
        named = PATH.findall(line) + re.findall(r"\]\(([^)#:]+)\)", line)
        faults += [f"{page}:{number}: {path} is not there"
                   for path in named if not PLACEHOLDER.search(path) and not is_there(path, folder)]
    assert not faults, "\n" + "\n".join(faults)


def test_every_page_is_looked_at():
    found = {str(path.relative_to(ROOT)) for folder in ("docs", "fixtures", "ir", "rules", "analyzer", "tests", "tools")
             for path in (ROOT / folder).rglob("*.md")} | {path.name for path in ROOT.glob("*.md")}
    assert {page for page in found if not page.startswith("docs/profiles/")} == set(PAGES)


CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
SECTIONS = {part.split("\n", 1)[0]: part for part in CONTRIBUTING.split("\n## ")[1:]}


def test_contributing_says_how_to_add_each_thing():
    assert list(SECTIONS) == ["A predicate", "A condition", "A profile", "A report format", "A verb", "A dialect", "A price term"]
    assert CONTRIBUTING.count("\n") <= 150


@pytest.mark.parametrize("section", SECTIONS)
def test_at_most_three_files(section):
    line = re.search(r"^Files: (.*)$", SECTIONS[section], re.MULTILINE)[1]
    listed = re.sub(r"\(.*?\)", "", line.split(". ")[0])
    assert 1 <= len(re.findall(r"`[^`]+/[^`]+`", listed)) <= 3


@pytest.mark.parametrize("section", SECTIONS)
def test_examples_are_the_real_ones(section):
    examples = re.findall(r"^`([^`]+)`:\n```\w*\n(.*?)^```$", SECTIONS[section], re.MULTILINE | re.DOTALL)
    assert len(examples) == SECTIONS[section].count("\n```") / 2 > 0
    for path, code in examples:
        assert code in (ROOT / path).read_text(), f"{path}:1: no longer holds what CONTRIBUTING.md shows of it:\n{code}"


@pytest.mark.parametrize("section", SECTIONS)
def test_what_fails_is_there(section):
    rows = re.findall(r"^\* .*?`(tests/[^`]+)`, (.*)$", SECTIONS[section].split("Forgotten:")[1], re.MULTILINE)
    assert rows
    for path, cases in rows:
        for case in re.findall(r'"([^"]+)"', cases):
            marks = (f'TEST_CASE("{case}")', f"def {case}(")
            assert any(mark in (ROOT / path).read_text() for mark in marks), f"{path}:1: has no case {case}"
