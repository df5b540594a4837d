"""The rooms of the house: a folder is a room, a room is one library, and an arrow between two rooms runs only downwards.

The table is README's too ("The house"); the two are compared, and what they allow is compared with every include and every meson.build.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# From the bottom up. A room includes itself, the rooms it names, and whatever those may include.
ROOMS = {
    "ir/amount.h": [],
    "ir/text": [],
    "ir/graph": ["ir/text"],
    "ir/onnx": ["ir/text"],
    "ir/run": ["ir/graph"],
    "ir/dialects": ["ir/onnx", "ir/run"],
    "rules/language": ["ir/graph"],
    "rules/places": ["rules/language"],
    "rules/predicates": ["rules/places"],
    "rules/evaluate": ["rules/predicates"],
    "analyzer/price": ["ir/amount.h", "ir/text"],
    "analyzer/gate": ["ir/amount.h", "rules/evaluate"],
    "analyzer/input": ["analyzer/price"],
    "analyzer/quote": ["analyzer/gate", "analyzer/price", "analyzer/input"],
    "analyzer/why": ["analyzer/gate", "analyzer/quote"],
    "analyzer/tree": ["analyzer/gate"],
    "analyzer/pages": ["rules/evaluate"],
    "analyzer/report/report.proto": [],
    "analyzer/report/json": ["analyzer/report/report.proto", "ir/text"],
    "analyzer/report/writers": ["analyzer/report/json"],
    "analyzer/report": ["analyzer/report/json", "analyzer/why", "analyzer/tree", "analyzer/pages"],
    "analyzer/ci": ["analyzer/report/report.proto", "ir/text"],
    "tools/tracegate": ["ir/dialects", "rules/places", "analyzer/input", "analyzer/ci"],
    "tools/tracegate/verbs": ["tools/tracegate", "analyzer/report", "analyzer/report/writers"],
}

# Names in meson.build that are not the room's path with underscores, without `analyzer`.
DEPENDENCIES = {
    "ir_amount_dep": "ir/amount.h",
    "report_proto_dep": "analyzer/report/report.proto",
    "rules_dep": "rules/evaluate",
}

# More than 400 lines, and why.
LONG = {
    "rules/language/profile_check.cc": "a table: every field of the schema with its faults",
    "tests/analyzer/geometry_test.cc": "a table: a model and its sizes a row",
    "tests/rules/predicate_test.cc": "a table: one line a case of every kind",
    "tests/rules/profile_test.cc": "a table: a faulty profile and its message a row",
}

FLOORS = ("ir", "rules", "analyzer")


def sources(*endings):
    """What git holds, so that a build folder is never looked at; a copy without git is walked."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = listed.stdout.splitlines()
    else:
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*")]
    return sorted({name for name in names if name.endswith(endings) and not name.startswith("build/") and (ROOT / name).is_file()})


def lines(name):
    return enumerate((ROOT / name).read_text().splitlines(), 1)


def room_of(path):
    """The room of a file, none where it lies in no room."""
    if path == "analyzer/report/report.pb.h":
        return "analyzer/report/report.proto"
    folder = path.rpartition("/")[0]
    return path if path in ROOMS else folder if folder in ROOMS else None


def below(room):
    """The room and all that it may include."""
    found = {room}
    for other in ROOMS[room]:
        found |= below(other)
    return found


def faults_of_includes(name, text):
    room = room_of(name)
    if room is None:
        return [f"{name}:1: lies in no room"]
    faults = []
    for number, line in text:
        include = re.match(r'#include "([^"]+)"', line)
        if not include:
            continue
        other = room_of(include[1])
        if other is None:
            faults.append(f"{name}:{number}: {include[1]} lies in no room; write includes from the top of the source")
        elif other not in below(room):
            faults.append(f"{name}:{number}: {room} includes {include[1]}, but may include {', '.join(sorted(below(room)))} only")
    return faults


def none(faults):
    assert not faults, "\n" + "\n".join(faults)


def test_arrows_of_the_table_run_downwards():
    seen = set()
    for room, uses in ROOMS.items():
        assert set(uses) <= seen, f"{room} uses a room that stands above it or is none: {set(uses) - seen}"
        seen.add(room)


def test_includes_run_downwards():
    names = [name for name in sources(".cc", ".h") if name.startswith((*(floor + "/" for floor in FLOORS), "tools/tracegate/"))]
    names = [name for name in names if "/pch/" not in name]  # no room's: what is compiled ahead of one
    assert len(names) > 200
    none([fault for name in names for fault in faults_of_includes(name, lines(name))])


@pytest.mark.parametrize("name, line, fault", [
    ("ir/graph/value.h", '#include "ir/text/words.h"', None),
    ("ir/graph/value.h", "#include <string>", None),
    ("ir/graph/value.h", '#include "ir/onnx/wire.h"', "ir/graph includes ir/onnx/wire.h"),
    ("ir/graph/value.h", '#include "value.h"', "value.h lies in no room"),
    ("ir/value.h", "", "lies in no room"),
    ("analyzer/report/writers/table.cc", '#include "analyzer/report/report.pb.h"', None),
    ("analyzer/report/writers/table.cc", '#include "analyzer/report/assemble.h"', "analyzer/report/writers includes"),
    ("analyzer/report/writers/table.cc", '#include "rules/places/verdict.h"', "analyzer/report/writers includes"),
    ("analyzer/ci/decide.cc", '#include "analyzer/gate/gate.h"', "analyzer/ci includes"),
    ("tools/tracegate/main.cc", '#include "tools/tracegate/verbs/check.h"', "tools/tracegate includes"),
])
def test_faults_of_includes(name, line, fault):
    faults = faults_of_includes(name, [(7, line)])
    if fault is None:
        assert not faults
    else:
        assert len(faults) == 1 and fault in faults[0] and faults[0].startswith(f"{name}:")


def dependency_room(name):
    if name in DEPENDENCIES:
        return DEPENDENCIES[name]
    rooms = [room for room in ROOMS if name == room.removeprefix("analyzer/").replace("/", "_") + "_dep"]
    return rooms[0] if rooms else None


def libraries(text):
    """The line and name of each library that is not generated by protoc."""
    for found in re.finditer(r"(\w+)_lib = static_library\(", text):
        if not found[1].endswith("_proto"):
            yield text.count("\n", 0, found.start()) + 1, found[1]


def meson_rooms():
    return [room for room in ROOMS if room.startswith(FLOORS) and "." not in room]


@pytest.mark.parametrize("room", meson_rooms())
def test_a_room_is_one_library(room):
    name = f"{room}/meson.build"
    text = (ROOT / name).read_text()
    found = list(libraries(text))
    own = room.removeprefix("analyzer/").replace("/", "_")
    assert [library for _, library in found] == [own], f"{name}:{found[-1][0] if found else 1}: one library, {own}_lib, is expected"
    assert f"{own}_dep = declare_dependency(" in text, f"{name}:1: has no {own}_dep"
    block = text[text.index(f"{own}_dep = declare_dependency("):]
    line = text.count("\n", 0, text.index(f"{own}_dep = declare_dependency(")) + 1
    used = {dependency_room(word) for word in re.findall(r"\w+_dep\b", block.split("dependencies:")[1])} - {None}
    assert used == set(ROOMS[room]), f"{name}:{line}: {own}_dep depends on {sorted(used)}, the table says {sorted(ROOMS[room])}"


def test_every_source_stands_in_its_room():
    faults = []
    for name in sources(".cc"):
        if name == "ir/text/fmt_library.cc":  # fmt's own code, a library of its own in the top meson.build
            continue
        folder, _, file = name.rpartition("/")
        build = "tools/tracegate/meson.build" if folder == "tools/tracegate/verbs" else f"{folder}/meson.build"
        written = f"verbs/{file}" if folder == "tools/tracegate/verbs" else file
        if not (ROOT / build).is_file():
            faults.append(f"{name}:1: {folder} has no meson.build")
        elif folder.startswith(("tools/fuzz", "tools/probes")):
            continue  # programs named by a loop
        elif f"'{written}'" not in (ROOT / build).read_text():
            faults.append(f"{name}:1: is not in {build}")
    for build in (room + "/meson.build" for room in meson_rooms()):
        for number, line in lines(build):
            for file in re.findall(r"'([^']+\.cc)'", line):
                if "/" in file or (not (ROOT / build).with_name(file).is_file() and not file.endswith((".pb.cc", "shipped_profiles.cc"))):
                    faults.append(f"{build}:{number}: {file} is no source of this room")
    none(faults)


def test_no_file_is_long():
    faults = []
    for name in sources(".cc", ".h", ".py"):
        count = sum(1 for _ in lines(name))
        if count > 400 and name not in LONG:
            faults.append(f"{name}:401: {count} lines; at most 400")
        if count <= 400 and name in LONG:
            faults.append(f"{name}:{count}: no longer long; take it from LONG")
    none(faults + [f"{name}:1: in LONG, and not there" for name in LONG if not (ROOT / name).is_file()])


def test_the_readme_draws_the_same_house():
    text = (ROOT / "README.md").read_text()
    house = text.split("## The house\n")[1].split("\n## ")[0]
    drawn = {}
    for room, uses in re.findall(r"^\| `([^`]+)` \| ([^|]*) \| [^|]+ \|$", house, re.MULTILINE):
        drawn[room] = re.findall(r"`([^`]+)`", uses)
    assert list(drawn) == list(ROOMS)
    for room, uses in ROOMS.items():
        assert drawn[room] == uses, f"README.md: the row of {room}"
