"""The digest over everything in a file that a reader looks at (ir/dialect.md, section 1.1)."""

import zlib

import onnx

KEY = "tracegate.digest"

_GRAPH, _METADATA = 7, 14
"""Fields of ModelProto."""

_TENSORS = (5, 15)
"""Fields of GraphProto that are never read: initializer, sparse_initializer."""


def _varint(data, at):
    """A number and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7


def _fields(data, begin, end):
    """Yields of each field of a message its number, where it begins, where its payload does, and where it ends."""
    at = begin
    while at < end:
        start = at
        tag, at = _varint(data, at)
        wire_type, payload = tag & 7, at
        if wire_type == 0:
            _, at = _varint(data, at)
        elif wire_type == 2:
            size, payload = _varint(data, at)
            at = payload + size
        else:
            at += 8 if wire_type == 1 else 4
        yield tag >> 3, start, payload, at


def digest(data):
    """The digest of a serialized ModelProto, whatever order its fields stand in; an entry of the metadata with KEY is left out."""
    count = total = 0
    model, graph = zlib.crc32(b"M"), zlib.crc32(b"G")
    for number, start, payload, end in _fields(data, 0, len(data)):
        if number == _GRAPH:
            for inner, begin, _, stop in _fields(data, payload, end):
                if inner not in _TENSORS:
                    total += zlib.crc32(data[begin:stop], graph)
                    count += 1
        elif number != _METADATA or onnx.StringStringEntryProto.FromString(data[payload:end]).key != KEY:
            total += zlib.crc32(data[start:end], model)
            count += 1
    return f"crc32sum:{count}:{total % 2**64:016x}"


def with_digest(model):
    """The bytes of a ModelProto, with its digest as the last entry of the metadata. One that it holds already is replaced."""
    kept = [entry for entry in model.metadata_props if entry.key != KEY]
    if len(kept) != len(model.metadata_props):
        kept = [(entry.key, entry.value) for entry in kept]
        del model.metadata_props[:]
        for key, value in kept:
            model.metadata_props.add(key=key, value=value)
    data = model.SerializeToString(deterministic=True)
    entry = onnx.ModelProto()
    entry.metadata_props.add(key=KEY, value=digest(data))
    return data + entry.SerializeToString()
