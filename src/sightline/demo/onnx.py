"""The network as an ONNX file, written by hand: such files are drawn without the onnx package."""

from __future__ import annotations


def network_file(n_inputs: int, n_hidden: int, n_classes: int) -> bytes:
    """Return an ONNX model of two dense layers."""
    sizes = {
        "picture": (1, n_inputs),
        "hidden/kernel": (n_inputs, n_hidden),
        "hidden/bias": (n_hidden,),
        "output/kernel": (n_hidden, n_classes),
        "output/bias": (n_classes,),
    }
    nodes = (
        ("MatMul", ("picture", "hidden/kernel"), "hidden/product"),
        ("Add", ("hidden/product", "hidden/bias"), "hidden/sum"),
        ("Relu", ("hidden/sum",), "hidden/active"),
        ("MatMul", ("hidden/active", "output/kernel"), "output/product"),
        ("Add", ("output/product", "output/bias"), "output/logits"),
        ("Softmax", ("output/logits",), "output/shares"),
    )
    graph = b"".join(_field(1, _node(*node)) for node in nodes)
    graph += _field(2, b"shapes")
    graph += b"".join(_field(11, _value(name, size)) for name, size in sizes.items())
    graph += _field(12, _value("output/shares", (1, n_classes)))
    return _number(1, 8) + _field(7, graph)


def _node(op: str, inputs: tuple[str, ...], output: str) -> bytes:
    fields = [_field(1, name.encode()) for name in inputs]
    return b"".join([*fields, _field(2, output.encode()), _field(3, output.encode()), _field(4, op.encode())])


def _value(name: str, size: tuple[int, ...]) -> bytes:
    shape = b"".join(_field(1, _number(1, n)) for n in size)
    float32 = _number(1, 1)
    return _field(1, name.encode()) + _field(2, _field(1, float32 + _field(2, shape)))


def _field(number: int, data: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _number(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
