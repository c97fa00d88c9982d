"""Memory profiles of JAX: a real one is read to columns, and bad ones say what is wrong."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from sightline import _native
from sightline.formats import messages
from sightline.formats.call_stacks import NO_STACK
from sightline.formats.memory_profile import MemoryProfile, read_memory_profile
from support.logs import GOLDEN

REAL = GOLDEN / "jax/memory_profile/memory.prof"


def read(data: bytes) -> MemoryProfile:
    return read_memory_profile(_native.WindowSource(data))


def profile(unit: str = "bytes", **fields: Any) -> bytes:
    """One sample of 64 bytes in a function f."""
    texts = [b"", b"space", unit.encode(), b"f", b"a.py", b"kind", b"buffer", b"\xff"]
    made = messages.PprofProfile(string_table=texts, sample_type=[{"type": 1, "unit": 2}], **fields)
    made.function.add(id=1, name=3, filename=4)
    made.location.add(id=9).line.add(function_id=1, line=12)
    made.sample.add(location_id=[9], value=[64], label=[{"key": 5, "str": 6}])
    content: bytes = made.SerializeToString()
    return content


def test_real_profile_of_jax() -> None:
    found = read(REAL.read_bytes())
    assert set(found.kinds) == {"buffer", "executable"}
    assert found.devices == ["", "cpu:0"]
    assert found.size_bytes.sum() == 16_392
    assert found.n_allocations.tolist() == [1] * len(found)
    largest = found.stacks[found.stack[found.size_bytes.argmax()]]
    assert any(frame.file.endswith("gen_jax.py") for frame in largest)
    assert found.kinds[found.kind[found.size_bytes.argmax()]] == "buffer"


def test_profile_without_compression() -> None:
    found = read(profile(time_nanos=5))
    assert (found.size_bytes.tolist(), found.n_allocations.tolist(), found.time_ns) == ([64], [0], 5)
    assert [tuple(frame) for frame in found.stacks[found.stack[0]]] == [("f", "a.py", 12)]


def test_numbers_that_name_nothing_are_empty() -> None:
    made = messages.PprofProfile.FromString(profile())
    made.sample.add(location_id=[77], value=[], label=[{"key": 99, "str": -4}])
    made.location[0].line.add(function_id=77, line=1)
    made.function[0].name = 7
    found = read(made.SerializeToString())
    assert found.size_bytes.tolist() == [64, 0]
    assert found.stack[1] == NO_STACK
    assert [frame.function for frame in found.stacks[found.stack[0]]] == ["\\xff", ""]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no profile"),
        (b"\xff" * 50, "no profile"),
        (b"{}", "no profile"),
        (REAL.read_bytes()[:700], "cut off"),
        (REAL.read_bytes()[:100] + b"\xff" * 100 + REAL.read_bytes()[200:], "damaged"),
        (gzip.compress(b"not a profile at all"), "no profile"),
        (profile("nanoseconds"), "no memory profile"),
        (gzip.compress(bytes(64 << 20)), "more than the"),
        (bytes(33 << 20), "more than the"),
    ],
    ids=["empty", "noise", "json", "truncated", "damaged", "foreign", "cpu", "bomb", "large"],
)
def test_bad_profiles_say_why(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(data)


def test_stacks_that_multiply_are_refused() -> None:
    made = messages.PprofProfile.FromString(profile())
    for _ in range(2_000):
        made.location[0].line.add(function_id=1, line=1)
    made.sample[0].location_id.extend([9] * 3_000)
    with pytest.raises(ValueError, match="more than 4,000,000 calls"):
        read(made.SerializeToString())
