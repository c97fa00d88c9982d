"""Event logs for tests: plain ones, hostile ones, damaged ones, as hypothesis strategies."""

from __future__ import annotations

import struct

from hypothesis import strategies as st

from sightline.formats import messages
from support.records import frame, masked_crc

VERSION = messages.Event(wall_time=1.0, file_version="brain.Event:2").SerializeToString()


def scalar(tag: str, step: int, value: float, wall_time: float = 2.0) -> bytes:
    summary = messages.Summary(value=[messages.Summary.Value(tag=tag, simple_value=value)])
    event = messages.Event(wall_time=wall_time, step=step, summary=summary)
    return bytes(event.SerializeToString())


def image(tag: str, step: int, size: int) -> bytes:
    value = messages.Summary.Value(tag=tag, image=messages.Summary.Image(encoded_image_string=b"i" * size))
    return bytes(messages.Event(step=step, summary=messages.Summary(value=[value])).SerializeToString())


# Hostile inputs: events in every shape the format allows and some it does not
numbers = st.one_of(st.integers(0, 3), st.integers(0, 2**64 - 1))
tags = st.sampled_from([b"", b"a", b"loss", b"train/accuracy", b"\xff\xfe", "ü".encode(), b"x" * 200])


def encode_varint(value: int) -> bytes:
    out = b""
    while value >= 128:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def key(number: int, wire: int) -> bytes:
    return encode_varint(number << 3 | wire)


def sized(number: int, data: bytes) -> bytes:
    return key(number, 2) + encode_varint(len(data)) + data


def joined(*parts: st.SearchStrategy[bytes], max_size: int = 4) -> st.SearchStrategy[bytes]:
    return st.lists(st.one_of(*parts), max_size=max_size).map(b"".join)


junk = st.one_of(
    st.builds(lambda n, v: key(n, 0) + encode_varint(v), st.integers(1, 40), numbers),
    st.builds(lambda n, v: key(n, 1) + v, st.integers(1, 40), st.binary(min_size=8, max_size=8)),
    st.builds(lambda n, v: key(n, 5) + v, st.integers(1, 40), st.binary(min_size=4, max_size=4)),
    st.builds(sized, st.integers(1, 40), st.binary(max_size=6)),
    st.binary(max_size=3),
)
dims = st.sampled_from([b"", sized(2, key(1, 0) + b"\1"), sized(2, key(1, 0) + b"\3"), key(3, 0) + b"\1"])
tensors = st.builds(
    lambda dtype, shape, content, number, wire, value, rest: (
        key(1, 0)
        + encode_varint(dtype)
        + shape
        + content
        + (sized(number, value) if wire == 2 else b"")
        + rest
    ),
    st.integers(0, 24),
    st.one_of(st.just(b""), dims.map(lambda dim: sized(2, dim))),
    st.one_of(st.just(b""), st.binary(max_size=9).map(lambda raw: sized(4, raw))),
    st.integers(5, 17),
    st.sampled_from([0, 2]),
    st.one_of(st.binary(max_size=9), numbers.map(encode_varint)),
    st.one_of(st.just(b""), junk),
)
metadata = joined(
    st.sampled_from([b"scalars", b"images", b"text"]).map(lambda name: sized(1, sized(1, name))),
    st.binary(max_size=5).map(lambda name: sized(2, name)),
    st.integers(0, 5).map(lambda cls: key(4, 0) + encode_varint(cls)),
    junk,
)
values = joined(
    tags.map(lambda tag: sized(1, tag)),
    st.binary(min_size=4, max_size=4).map(lambda raw: key(2, 5) + raw),
    tensors.map(lambda tensor: sized(8, tensor)),
    metadata.map(lambda data: sized(9, data)),
    st.builds(sized, st.integers(3, 8), st.binary(max_size=20)),
    junk,
    max_size=5,
)
plain_values = st.builds(
    lambda tag, tensor, data: sized(1, tag) + sized(8, tensor) + data,
    tags,
    tensors,
    st.sampled_from([b"", sized(9, sized(1, sized(1, b"scalars"))), sized(9, key(4, 0) + b"\1")]),
)
summaries = st.lists(st.one_of(values, plain_values), max_size=3).map(
    lambda many: sized(5, b"".join(sized(1, value) for value in many))
)
events = joined(
    st.floats(width=64).map(lambda time: key(1, 1) + struct.pack("<d", time)),
    numbers.map(lambda step: key(2, 0) + encode_varint(step)),
    summaries,
    st.builds(sized, st.integers(3, 11), st.binary(max_size=9)),
    st.integers(0, 3).map(lambda status: sized(7, key(1, 0) + bytes([status]))),
    tags.map(lambda tag: sized(8, sized(1, tag) + sized(2, b"meta"))),
    tags.map(lambda tag: sized(10, sized(1, tag))),
    junk,
    max_size=5,
)
plain_events = st.builds(
    scalar, st.sampled_from(["a", "loss", "train/accuracy"]), st.integers(-5, 2**40), st.floats(width=32)
)


def flip(data: bytes, bit: int) -> bytes:
    if not data:
        return data
    at = bit % (len(data) * 8)
    return data[: at // 8] + bytes([data[at // 8] ^ 1 << at % 8]) + data[at // 8 + 1 :]


good = st.one_of(plain_events, events).map(frame)
pieces = st.one_of(
    good,
    good,
    good,
    st.builds(flip, good, st.integers(0, 10_000)),
    st.builds(lambda data, cut: data[: cut % (len(data) + 1)], good, st.integers(0, 200)),
    st.binary(max_size=30),
    st.integers(0, 40).map(bytes),
    st.sampled_from([2**60, 2**31, 2**31 + 1, 100]).map(lambda n: frame_header(n)),
)


def frame_header(length: int) -> bytes:
    raw = struct.pack("<Q", length)
    return raw + struct.pack("<I", masked_crc(raw))


logs = st.lists(pieces, max_size=12).map(b"".join)
