"""What an export reads: the union of the `reads` of profiles, which are protobuf text files.

Only the part of a profile that says what to read is understood here; everything else in the file is skipped.
"""

import pathlib
import re
from dataclasses import dataclass, field

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory, text_format

_DOTTED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_NAME = re.compile(r"[^\W\d]\w*")
_GLOBAL = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")

_TOKEN = re.compile(r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|#[^\n]*|[{}<>]|\w+""")

_SCHEMA = {
    "Profile": (("reads", "Reads", True),),
    "Reads": (
        ("attribute", "AttributeRead", True),
        ("instance", "string", True),
        ("hooks", "string", True),
        ("globals", "string", True),
        ("table", "TableRead", True),
    ),
    "AttributeRead": (("name", "string", True), ("follow", "bool", False), ("on", "string", False)),
    "TableRead": (("name", "string", False), ("field", "string", True)),
}


def _only_reads(text):
    """A profile's `reads { ... }` alone, on their own lines: old versions of protobuf cannot skip lists in fields they do not know."""
    kept, depth, name, start, inside = "", 0, "", 0, False
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in "{<":
            inside = inside or (depth == 0 and name == "reads")
            depth += 1
        elif token in "}>":
            depth -= 1
            if depth == 0 and inside:
                kept += "\n" * (text.count("\n", 0, start) - kept.count("\n")) + text[start : match.end()]
                inside = False
        elif depth == 0:
            name, start = token, match.start()
    return kept + text[start:] if inside else kept


def _base(text):
    """The id of the shipped profile that a profile adds to, or None."""
    depth, name = 0, ""
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in "{<" or token in "}>":
            depth += 1 if token in "{<" else -1
        elif depth == 0 and token[0] in "'\"" and name == "base":
            return token[1:-1]
        elif depth == 0 and token[0] != "#":
            name = token
    return None


def _profile_class():
    """The message class for the part of a profile that is read here, built at run time: no generated code."""
    kinds = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(name="tracegate_export/reads.proto", package="tracegate_export", syntax="proto3")
    for message_name, fields in _SCHEMA.items():
        message = file.message_type.add(name=message_name)
        for number, (name, kind, repeated) in enumerate(fields, 1):
            added = message.field.add(name=name, number=number)
            added.label = kinds.LABEL_REPEATED if repeated else kinds.LABEL_OPTIONAL
            if kind in _SCHEMA:
                added.type, added.type_name = kinds.TYPE_MESSAGE, f".tracegate_export.{kind}"
            else:
                added.type = kinds.TYPE_BOOL if kind == "bool" else kinds.TYPE_STRING
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    descriptor = pool.FindMessageTypeByName("tracegate_export.Profile")
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(descriptor)
    return message_factory.MessageFactory(pool).GetPrototype(descriptor)


@dataclass
class Reads:
    """What to read. `everywhere` and each entry of `restricted` (by ON) give for a name whether its value is followed."""

    everywhere: dict = field(default_factory=dict)
    restricted: dict = field(default_factory=dict)
    instance: set = field(default_factory=set)
    hooks: set = field(default_factory=set)
    globals: set = field(default_factory=set)
    tables: dict = field(default_factory=dict)

    def add(self, message):
        """Add the `reads` of one profile. ValueError: a name that cannot be read."""
        for attribute in message.attribute:
            target = self.restricted.setdefault(_checked(_DOTTED, attribute.on), {}) if attribute.on else self.everywhere
            for name in attribute.name:
                target[_checked(_DOTTED, name)] = target.get(name, False) or attribute.follow
        self.instance.update(_checked(_NAME, name) for name in message.instance)
        self.hooks.update(_checked(_NAME, name) for name in message.hooks)
        self.globals.update(_checked(_GLOBAL, name) for name in message.globals)
        for table in message.table:
            fields = self.tables.setdefault(_checked(_NAME, table.name), [])
            fields += [_checked(_NAME, name) for name in table.field if name not in fields]

    def settle(self):
        """Let unrestricted beat restricted: such a name is followed where either says so."""
        for name in self.tables:
            self.everywhere.pop(name, None)
        for on, restricted in list(self.restricted.items()):
            for name in [name for name in restricted if name in self.everywhere or name in self.tables]:
                follow = restricted.pop(name)
                if name in self.everywhere:
                    self.everywhere[name] |= follow
            if not restricted:
                del self.restricted[on]


def _checked(pattern, name):
    """`name`, or ValueError where it does not have the form of `pattern`."""
    if not pattern.fullmatch(name):
        raise ValueError(f'the name "{name}" cannot be read')
    return name


def shipped_profiles():
    """The profiles that come with this package. ValueError: there is none, so the package is not complete."""
    paths = sorted((pathlib.Path(__file__).parent / "profiles").glob("*.textproto"))
    if not paths:
        raise ValueError("this installation of tracegate_export holds no profile; install it again, or name profiles")
    return paths


def load_reads(profiles=None):
    """The union over `profiles`, paths of .textproto files, and what they add to; None: over all shipped ones.

    ValueError names the file at fault.
    """
    reads, profile_class = Reads(), _profile_class()
    shipped = {path.stem: path for path in shipped_profiles()}
    paths = list(shipped.values() if profiles is None else map(pathlib.Path, profiles))
    for path in paths:  # grows by what the profiles add to
        try:
            text = path.read_text(encoding="utf-8")
            base = shipped.get(_base(text))
            if base is not None and base not in paths:
                paths.append(base)
            for message in text_format.Parse(_only_reads(text), profile_class(), allow_unknown_field=True).reads:
                reads.add(message)
        except (text_format.ParseError, UnicodeDecodeError, ValueError) as error:
            raise ValueError(f"profile {path.name}: {error}") from error
    reads.settle()
    return reads
