"""Writes profile files into one C++ source, so that the program needs no data folder.

Usage: embed.py OUTPUT PROFILE.textproto...
"""

import sys
from pathlib import Path

CHUNK = 12_000  # characters in one literal: compilers refuse very long ones, and adjacent ones are joined


def literal(text: str) -> str:
    """The text as adjacent raw string literals."""
    parts = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)] or [""]
    return "\n".join(f'R"textproto({part})textproto"' for part in parts)


def main(output: str, profiles: list[str]) -> None:
    """Writes `output`: the table that rules/shipped.h declares, by id."""
    rows = []
    for path in sorted(Path(name) for name in profiles):
        rows.append(f'    {{"{path.stem}", "{path.name}",\n{literal(path.read_text(encoding="utf-8"))}}},\n')
    text = (
        '#include "rules/shipped.h"\n\n'
        "namespace tracegate::rules {\n"
        "namespace {\n\n"
        f"constexpr ShippedProfile kProfiles[] = {{\n{''.join(rows)}}};\n\n"
        "}  // namespace\n\n"
        "std::span<const ShippedProfile> shipped_profiles() { return kProfiles; }\n\n"
        "}  // namespace tracegate::rules\n"
    )
    Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
