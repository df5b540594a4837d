"""Writes profiles into one C++ source, so that the program needs no data folder.

Usage: embed.py OUTPUT PROFILE.textproto... PROFILE.binpb...
"""

import sys
from pathlib import Path

CHUNK = 12_000  # characters in one literal: compilers refuse very long ones, and adjacent ones are joined


def raw(text: str) -> str:
    """The text as adjacent raw string literals."""
    parts = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)] or [""]
    return "\n".join(f'R"textproto({part})textproto"' for part in parts)


def octal(data: bytes) -> str:
    """The bytes as adjacent string literals of octal escapes."""
    lines = [data[at : at + 32] for at in range(0, len(data), 32)] or [b""]
    return "\n".join('"' + "".join(f"\\{byte:03o}" for byte in line) + '"' for line in lines)


def main(output: str, files: list[str]) -> None:
    """Writes `output`: the table that rules/language/shipped.h declares, by id."""
    paths = sorted(Path(name) for name in files)
    binaries = {path.stem: path.read_bytes() for path in paths if path.suffix == ".binpb"}
    rows = []
    for path in paths:
        if path.suffix != ".textproto":
            continue
        data = binaries[path.stem]
        text = path.read_text(encoding="utf-8")
        rows.append(f'    {{"{path.stem}", "{path.name}",\n{raw(text)},\n{{{octal(data)}, {len(data)}}}}},\n')
    source = (
        '#include "rules/language/shipped.h"\n\n'
        "namespace tracegate::rules {\n"
        "namespace {\n\n"
        f"constexpr ShippedProfile kProfiles[] = {{\n{''.join(rows)}}};\n\n"
        "}  // namespace\n\n"
        "std::span<const ShippedProfile> shipped_profiles() { return kProfiles; }\n\n"
        "}  // namespace tracegate::rules\n"
    )
    Path(output).write_text(source, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
