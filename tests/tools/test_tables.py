"""Each table has a row for everything that is there: nothing can be written and then not be reached."""

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def text(name):
    return (ROOT / name).read_text()


def all_of(pattern, names, without=()):
    """What the pattern finds in the files, with the file that each stands in."""
    files = [path for path in sorted(ROOT.glob(names)) if path.name not in without]
    return {found: str(path.relative_to(ROOT)) for path in files for found in re.findall(pattern, path.read_text(), re.MULTILINE)}


def same(there, rows, table):
    """`there`: names with their files; `rows`: the table's names."""
    assert there
    missing = [f"{file}:1: {name} has no row in {table}" for name, file in there.items() if name not in rows]
    unknown = [f"{table}:1: {name} is nowhere" for name in rows if name not in there]
    assert not missing + unknown, "\n" + "\n".join(missing + unknown)
    assert len(set(rows)) == len(rows), f"{table}:1: a row twice"


def test_verbs():
    table = "tools/tracegate/verbs.h"
    rows = re.findall(r"&(k\w+)", re.search(r"kVerbs\[\] = \{([^}]*)\}", text(table))[1])
    same(all_of(r"^const Verb (k\w+)", "tools/tracegate/verbs/*.cc"), rows, table)
    assert len(rows) == len(list((ROOT / "tools/tracegate/verbs").glob("*.cc")))


def test_predicates():
    table = "rules/predicates/predicate_kind.cc"
    rows = re.findall(r"&(k\w+)", re.search(r"kKinds = \{([^}]*)\}", text(table))[1])
    same(all_of(r"^(?:extern )?const PredicateKind (k\w+)", "rules/predicates/*.cc"), rows, table)


def test_dialects():
    table = "ir/dialects/dialect.cc"
    rows = re.findall(r'\{"[^"]+", is_(\w+), read_\1\}', text(table))
    same(all_of(r"\bbool is_(\w+)\(const OnnxHeader&", "ir/dialects/*.h"), rows, table)


def test_profiles():
    table = "rules/language/meson.build"
    rows = re.findall(r"'([^']+)'", re.search(r"foreach id : \[([^\]]*)\]", text(table))[1])
    same({path.stem: f"rules/profiles/{path.name}" for path in (ROOT / "rules/profiles").iterdir()}, rows, table)


def test_terms():
    table = "analyzer/price/price_words.cc"
    kinds = re.findall(r"\bk\w+", re.search(r"enum class TermKind[^{]*\{([^}]*)\}", text("analyzer/price/sum.h"))[1])
    rows = re.findall(r"^    \{TermKind::(k\w+),", text(table), re.MULTILINE)
    assert rows == kinds, f"{table}:1: the rows are not those of TermKind, in its order"
    used = all_of(r"TermKind::(k\w+)", "analyzer/price/*.*", without=("price_words.cc", "sum.h"))
    same(used, kinds, "analyzer/price/sum.h")


def rows_of_writers():
    return re.findall(r'Writer\{ReportKind::k(\w+), "(\w+)", (\w+)\}', text("analyzer/report/writers/table.cc"))


def test_writers():
    there = all_of(r"^std::string (write_\w+)\(const schema::Report& report\);", "analyzer/report/writers/*.h")
    there |= all_of(r"^std::string (write_\w+)\(const schema::Report& report\);", "analyzer/report/json/*.h")
    same(there, sorted({row[2] for row in rows_of_writers()}), "analyzer/report/writers/table.cc")


@pytest.mark.parametrize("verb, kinds", [
    ("check", {"Check"}),
    ("price", {"Price", "Capacity"}),
    ("why", {"Why"}),
    ("graph", {"Graph"}),
    ("explain", {"Explain"}),
])
def test_formats(verb, kinds):
    """A verb offers the formats that each of its reports has a row for, and no other."""
    done = subprocess.run([os.environ["TRACEGATE_BINARY"], verb, "--help"], capture_output=True, text=True, check=True)
    offered = re.search(r"--format[^\n]*\{([^}]*)\}", done.stdout.replace("\n                              ", " "))
    assert offered, done.stdout
    for kind in kinds:
        assert sorted(offered[1].split(",")) == sorted(row[1] for row in rows_of_writers() if row[0] == kind), (verb, kind)


def test_every_kind_of_report_has_a_verb():
    assert {row[0] for row in rows_of_writers()} == {"Check", "Price", "Capacity", "Why", "Graph", "Explain"}
