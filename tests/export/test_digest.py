"""The digest: over every piece of the file, in any order, and written by the exporter."""

import random
import zlib

import onnx
import pytest
import torch
from tracegate_export.digest import KEY, digest, with_digest


def _bytes(number, payload):
    """A length-delimited field of fewer than 128 bytes."""
    return bytes([number << 3 | 2, len(payload)]) + payload


def _expected(*pieces):
    """The digest of these pieces."""
    return f"crc32sum:{len(pieces)}:{sum(map(zlib.crc32, pieces)):016x}"


NODE, NAME, TENSOR, SPARSE = _bytes(1, _bytes(4, b"Add")), _bytes(2, b"g"), _bytes(5, b"w"), _bytes(15, b"s")
VERSION, FIXED, WIDE = b"\x08\x88\x01", b"\x7dabcd", b"\x79abcdefgh"
OTHER, OWN = _bytes(14, _bytes(1, b"k") + _bytes(2, b"v")), _bytes(14, _bytes(1, KEY.encode()) + _bytes(2, b"x"))


@pytest.mark.parametrize(
    ("data", "pieces"),
    [
        pytest.param(b"", [], id="nothing"),
        pytest.param(VERSION, [b"M" + VERSION], id="a number"),
        pytest.param(FIXED + WIDE, [b"M" + FIXED, b"M" + WIDE], id="numbers of fixed width"),
        pytest.param(OTHER + OWN, [b"M" + OTHER], id="its own entry"),
        pytest.param(_bytes(7, b""), [], id="an empty graph"),
        pytest.param(_bytes(7, NODE + NODE), [b"G" + NODE, b"G" + NODE], id="equal nodes"),
        pytest.param(NODE, [b"M" + NODE], id="a node outside of the graph"),
        pytest.param(_bytes(7, TENSOR + NAME + SPARSE), [b"G" + NAME], id="tensors"),
        pytest.param(OTHER + _bytes(7, NAME) + VERSION, [b"M" + VERSION, b"G" + NAME, b"M" + OTHER], id="another order"),
    ],
)
def test_pieces(data, pieces):
    assert digest(data) == _expected(*pieces)


def test_an_export_has_it_as_its_last_entry(export):
    model = onnx.load_from_string(export(torch.nn.Sequential(torch.nn.Linear(1, 1))).data)
    assert model.metadata_props[-1].key == KEY
    assert model.metadata_props[-1].value == digest(model.SerializeToString())


def test_another_order_and_a_second_time_change_nothing(export):
    data = export(torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Identity())).data
    model = onnx.load_from_string(data)
    assert with_digest(model) == data
    nodes = list(model.graph.node)
    random.Random(5).shuffle(nodes)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    assert model.SerializeToString() != data
    assert digest(model.SerializeToString()) == digest(data)
