"""The facts of a run are told by flags and by the exporter's `run=`: both know the same ones."""

import ast
import re
from pathlib import Path

EXPORTER = Path(__file__).resolve().parent.parent.parent / "tools" / "export" / "tracegate_export" / "run.py"


def exporter_facts():
    """The names in `KNOWN`, read from the source: the exporter itself needs PyTorch. `taken_at` is text, and no fact."""
    for statement in ast.parse(EXPORTER.read_text()).body:
        if isinstance(statement, ast.Assign) and statement.targets[0].id == "KNOWN":
            return sorted(name for name in ast.literal_eval(statement.value) if name != "taken_at")
    return None


def test_same_facts(tracegate):
    flags = re.findall(r"^  --(\S+) N +", tracegate("check", "--help").out, re.MULTILINE)
    assert sorted(flag.replace("-", "_") for flag in flags) == exporter_facts()
