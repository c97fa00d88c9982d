"""Memory profiles of JAX (`jax.profiler.save_device_memory_profile`, pprof's format) as columns."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline import _native
from sightline.formats import messages
from sightline.formats.call_stacks import CallStacks, CallStackTable, Frame

_GZIP_START = b"\x1f\x8b"
_GZIP = 31  # zlib's name for "with a gzip header"
# Profiles are small: a row stands for all buffers of one stack.
_MAX_BYTES = 32 << 20
_MAX_FRAMES = 4_000_000


@dataclass(frozen=True)
class MemoryProfile:
    """What was alive on JAX's devices, a row for each stack, kind and device.

    kind and device are indexes of `kinds` ("buffer", "executable") and `devices` ("gpu:0"), where "" stands
    for a row that does not say.
    """

    kind: NDArray[np.uint32]
    device: NDArray[np.uint32]
    n_allocations: NDArray[np.int64]
    size_bytes: NDArray[np.int64]
    stack: NDArray[np.uint32]  # number of `stacks`
    kinds: list[str]
    devices: list[str]
    stacks: CallStacks
    time_ns: int  # since the epoch; 0 where the file does not say

    def __len__(self) -> int:
        return len(self.size_bytes)


def read_memory_profile(source: _native.ByteSource) -> MemoryProfile:
    """Read a profile, compressed or not; ValueError says why it is none."""
    return _to_columns(_parse(_inflate(source)))


def _inflate(source: _native.ByteSource) -> bytes:
    too_large = ValueError(f"the profile has more than the {_MAX_BYTES:,} bytes that are read")
    if source.size > _MAX_BYTES:
        raise too_large
    data = source.read(0, source.size)
    if not data.startswith(_GZIP_START):
        return data
    member = zlib.decompressobj(_GZIP)
    try:
        content = member.decompress(data, _MAX_BYTES)
    except zlib.error as error:
        raise ValueError("the compressed data is damaged") from error
    if member.unconsumed_tail:
        raise too_large
    if not member.eof:
        raise ValueError("the compressed data is cut off")
    return content


def _parse(content: bytes) -> Any:
    from google.protobuf.message import DecodeError

    try:
        profile = messages.PprofProfile.FromString(content)
    except DecodeError as error:
        raise ValueError("the file is no profile in pprof's format, or damaged") from error
    if not profile.string_table or not profile.sample_type:
        raise ValueError("the file is no profile in pprof's format, or damaged")
    return profile


class _Texts:
    """The profile's texts by number; "" for a number that it does not have."""

    def __init__(self, profile: Any) -> None:
        self._texts = [raw.decode("utf-8", "backslashreplace") for raw in profile.string_table]

    def __getitem__(self, number: int) -> str:
        return self._texts[number] if 0 <= number < len(self._texts) else ""


def _to_columns(profile: Any) -> MemoryProfile:
    texts = _Texts(profile)
    units = [texts[each.unit] for each in profile.sample_type]
    if "bytes" not in units:
        raise ValueError("the profile has times or counts, but no bytes: it is no memory profile")
    labels = [{texts[label.key]: texts[label.str] for label in row.label} for row in profile.sample]
    kinds, kind = _numbered([each.get("kind", "") for each in labels])
    devices, device = _numbered([each.get("device", "") for each in labels])
    stacks, stack = _stacks(profile, texts)
    return MemoryProfile(
        kind=kind,
        device=device,
        n_allocations=_values(profile, units, "count"),
        size_bytes=_values(profile, units, "bytes"),
        stack=stack,
        kinds=kinds,
        devices=devices,
        stacks=stacks,
        time_ns=profile.time_nanos,
    )


def _values(profile: Any, units: list[str], unit: str) -> NDArray[np.int64]:
    """The last value of this unit of each row, as pprof shows by default; 0 where a row has none."""
    place = len(units) - 1 - units[::-1].index(unit) if unit in units else len(units)
    rows = (row.value[place] if place < len(row.value) else 0 for row in profile.sample)
    return np.fromiter(rows, np.int64, len(profile.sample))


def _numbered(words: list[str]) -> tuple[list[str], NDArray[np.uint32]]:
    """The distinct words in order, and for each place the number of its word."""
    known: dict[str, int] = {}
    numbers = np.fromiter((known.setdefault(word, len(known)) for word in words), np.uint32, len(words))
    return list(known), numbers


def _stacks(profile: Any, texts: _Texts) -> tuple[CallStacks, NDArray[np.uint32]]:
    functions = {each.id: (texts[each.name], texts[each.filename]) for each in profile.function}
    calls = {
        location.id: [Frame(*functions.get(line.function_id, ("", "")), line.line) for line in location.line]
        for location in profile.location
    }
    table = CallStackTable()
    numbers = np.zeros(len(profile.sample), np.uint32)
    n_frames = 0
    for row, sample in enumerate(profile.sample):
        n_frames += sum(len(calls.get(i, ())) for i in sample.location_id)
        if n_frames > _MAX_FRAMES:
            raise ValueError(f"the stacks have more than {_MAX_FRAMES:,} calls")
        numbers[row] = table.add(call for i in sample.location_id for call in calls.get(i, ()))
    return table.finish(), numbers
