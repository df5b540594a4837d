"""Text as the dialect writes it (ir/dialect.md, section 2): escaped, valid UTF-8, without control characters."""

import re

CUT_ABOVE = 4096
"""A `str` or a name of more characters than this is cut."""

CUT_TO = 256
"""How many characters of a cut `str` are kept."""

LONGEST = 1 << 20
"""The longest name, path or value that a reader accepts, in bytes."""

_SPECIAL = re.compile("[\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_SPECIAL_IN_PATH = re.compile("[.\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def _replace(match):
    """The escaped form of one special character."""
    character = match.group()
    return "\\" + character if character in "\\." else f"\\u{ord(character):04x}"


def escape(text):
    """`text` with backslashes, control characters, line separators and lone surrogates escaped."""
    return _SPECIAL.sub(_replace, text)


def component(name):
    """`name` as one component of a path: escaped, dots too."""
    return _SPECIAL_IN_PATH.sub(_replace, name)


def cut_name(name):
    """`name`, or where it is too long to keep its beginning and a note of its length."""
    return name if len(name) <= CUT_ABOVE else f"{name[:CUT_TO]}...[{len(name)} characters]"


def string_value(text, tag):
    """The value of a string: `tag` and the escaped text, or `cut:` where it is too long to keep."""
    if len(text) > CUT_ABOVE:
        return f"cut:{len(text)}:{escape(text[:CUT_TO])}"
    return tag + escape(text)


def checked(text, what):
    """`text`, or ValueError where it is longer than any reader accepts. `what` names it in the message."""
    if len(text) * 4 > LONGEST and len(text.encode("utf-8")) > LONGEST:
        raise ValueError(f"{what} longer than {LONGEST} bytes: it begins with {text[:80]!r}")
    return text
