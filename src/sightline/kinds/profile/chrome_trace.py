"""A profile, or a part of it, as a Chrome trace: what the Perfetto UI and other tools open."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import numpy as np

from sightline.formats.trace import NO_ARGS, FlowKind, TrackKind
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.kinds.profile.range_statistics import slices_within
from sightline.kinds.profile.timeline import on_clock
from sightline.wire.params import Params
from sightline.wire.query import Download

_PIECE_EVENTS = 2_000
_FLOW_CATEGORIES = {
    FlowKind.LAUNCH: "ac2g",
    FlowKind.FORWARD_BACKWARD: "fwdbwd",
    FlowKind.OTHER: "flow",
}


class ChromeTraceParams(Params, frozen=True):
    """One profile's file, and which part of it; null: up to its ends. Times count from its start."""

    run: int
    name: str
    start_ns: int | None = None
    end_ns: int | None = None


def chrome_trace(profile: Profile, params: ChromeTraceParams) -> Download:
    """All that happens within the part, slices that reach out of it as a whole."""
    limits = np.iinfo(np.int64)
    start = limits.min if params.start_ns is None else on_clock(profile, params.start_ns)
    end = limits.max if params.end_ns is None else on_clock(profile, params.end_ns)
    stem = params.name.rpartition("/")[2].split(".")[0] or "profile"
    part = "" if params.start_ns is None and params.end_ns is None else "-part"
    filename = "".join(each if (each.isascii() and each.isalnum()) or each in "-_" else "_" for each in stem)
    return Download(_pieces(profile, start, end), "application/json", f"{filename}{part}.trace.json")


def _pieces(profile: Profile, start: int, end: int) -> Iterator[bytes]:
    head = {**profile.trace.metadata, "baseTimeNanoseconds": profile.trace.base_ns}
    # Infinity and NaN, which some producers write, as text: they are no JSON.
    plain = json.loads(json.dumps(head), parse_constant=str)
    yield _json(plain)[:-1] + b', "traceEvents": [\n'
    waiting: list[bytes] = []
    separator = b""
    for event in _events(profile, start, end):
        waiting.append(event)
        if len(waiting) >= _PIECE_EVENTS:
            yield separator + b",\n".join(waiting)
            waiting, separator = [], b",\n"
    yield (separator if waiting else b"") + b",\n".join(waiting) + b"\n]}\n"


def _events(profile: Profile, start: int, end: int) -> Iterator[bytes]:
    writer = _EventWriter(profile)
    yield from writer.names()
    is_inside = np.zeros(len(profile.trace.slices), np.bool_)
    for track in range(len(profile.trace.tracks.kind)):
        found = slices_within(profile, track, start, end)
        is_inside[found] = True
        yield from writer.slices(track, found)
    yield from writer.flows(is_inside)
    yield from writer.counters(start, end)
    yield from writer.memory(start, end)
    yield from writer.instants(start, end)


class _EventWriter:
    """Events as JSON text. Names and places are written once and used again."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._trace = profile.trace
        self._texts: dict[int, bytes] = {}
        self._categories = [_json(text) for text in self._trace.raw_categories]
        self._places = [self._place(track) for track in range(len(self._trace.tracks.kind))]

    def names(self) -> Iterator[bytes]:
        """What processes and threads are called, and in which order they stand."""
        processes, tracks = self._trace.processes, self._trace.tracks
        for i in range(len(processes.pid)):
            place = b'"pid":%b,"tid":0' % self._id(processes.pid[i])
            yield from self._named(b"process_name", place, b"name", self._text(processes.name[i]))
            yield from self._named(b"process_labels", place, b"labels", self._text(processes.labels[i]))
            order = b"%d" % processes.sort_index[i]
            yield from self._named(b"process_sort_index", place, b"sort_index", order)
        for track in np.flatnonzero((tracks.kind != TrackKind.COUNTER) & (tracks.lane == 0)):
            name = self._text(tracks.name[track])
            yield from self._named(b"thread_name", self._places[track], b"name", name)
            order = b"%d" % tracks.sort_index[track]
            yield from self._named(b"thread_sort_index", self._places[track], b"sort_index", order)

    def slices(self, track: int, found: Indexes) -> Iterator[bytes]:
        """The slices of one track as complete events."""
        slices, place = self._trace.slices, self._places[track]
        for i in found:
            yield b'{"ph":"X","cat":%b,"name":%b,%b,"ts":%b,"dur":%b%b}' % (
                self._categories[slices.raw_category[i]],
                self._text(slices.name[i]),
                place,
                _micros(slices.start_ns[i]),
                _micros(slices.dur_ns[i]),
                self._args(slices.args[i]),
            )

    def flows(self, is_inside: Any) -> Iterator[bytes]:
        """The flows whose two ends are written."""
        flows, slices = self._trace.flows, self._trace.slices
        for number in np.flatnonzero(is_inside[flows.source] & is_inside[flows.target]):
            category = _json(_FLOW_CATEGORIES[FlowKind(flows.kind[number])])
            for phase, end in ((b's"', flows.source[number]), (b'f","bp":"e"', flows.target[number])):
                yield b'{"ph":"%b,"id":%d,"cat":%b,"name":%b,%b,"ts":%b}' % (
                    phase, number, category, category, self._places[slices.track[end]],
                    _micros(slices.start_ns[end]),
                )  # fmt: skip

    def counters(self, start: int, end: int) -> Iterator[bytes]:
        """Samples of counters."""
        samples, tracks = self._trace.counters, self._trace.tracks
        for i in _within(samples.time_ns, start, end):
            pid = self._id(self._trace.processes.pid[tracks.process[samples.track[i]]])
            name = self._text(tracks.name[samples.track[i]])
            if np.isfinite(samples.value[i]):
                yield b'{"ph":"C","name":%b,"pid":%b,"ts":%b,"args":{"value":%b}}' % (
                    name, pid, _micros(samples.time_ns[i]), _json(float(samples.value[i])),
                )  # fmt: skip

    def memory(self, start: int, end: int) -> Iterator[bytes]:
        """Allocations and frees, as torch writes them."""
        memory = self._trace.memory
        for i in _within(memory.time_ns, start, end):
            args = {"Addr": int(memory.address[i]), "Bytes": int(memory.bytes[i])}
            if memory.total_allocated[i] >= 0:
                args["Total Allocated"] = int(memory.total_allocated[i])
                args["Total Reserved"] = int(memory.total_reserved[i])
            args |= {"Device Type": int(memory.device_type[i]), "Device Id": int(memory.device_id[i])}
            yield b'{"ph":"i","cat":"cpu_instant_event","s":"t","name":"[memory]",%b,"ts":%b,"args":%b}' % (
                self._places[memory.track[i]], _micros(memory.time_ns[i]), _json(args),
            )  # fmt: skip

    def instants(self, start: int, end: int) -> Iterator[bytes]:
        """What has a time and no length."""
        instants = self._trace.instants
        for i in _within(instants.time_ns, start, end):
            yield b'{"ph":"i","s":"t","name":%b,%b,"ts":%b%b}' % (
                self._text(instants.name[i]), self._places[instants.track[i]], _micros(instants.time_ns[i]),
                self._args(instants.args[i]),
            )  # fmt: skip

    def _named(self, what: bytes, place: bytes, key: bytes, value: bytes) -> Iterable[bytes]:
        if value not in (b'""', b"0"):
            yield b'{"ph":"M","name":"%b",%b,"args":{"%b":%b}}' % (what, place, key, value)

    def _place(self, track: int) -> bytes:
        tracks = self._trace.tracks
        # Marks of a stream share its thread; a lane's slices go back to the track they were taken from.
        base = int(tracks.base[track])
        pid = self._trace.processes.pid[tracks.process[base]]
        return b'"pid":%b,"tid":%b' % (self._id(pid), self._id(tracks.tid[base]))

    def _id(self, string_id: int) -> bytes:
        """A process or thread: a number where its text is one."""
        text = self._trace.string(int(string_id))
        digits = text.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and (digits == "0" or digits[0] != "0")
        return text.encode() if is_number else _json(text)

    def _text(self, string_id: int) -> bytes:
        text = self._texts.get(int(string_id))
        if text is None:
            text = self._texts[int(string_id)] = _json(self._trace.string(int(string_id)))
        return text

    def _args(self, record: int) -> bytes:
        if record == NO_ARGS:
            return b""
        text = self._trace.args_text(int(record))
        return b',"args":' + _valid(text) if text else b""


def _within(times: Any, start: int, end: int) -> Indexes:
    return np.flatnonzero((times >= start) & (times < end))


def _valid(text: str) -> bytes:
    """Arguments as they were written; written anew where other tools would not take them."""
    data = text.encode("utf-8", "replace")
    try:
        msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return _json({"args": text})
    return data


def _micros(time_ns: int) -> bytes:
    """Microseconds with all digits that the time has."""
    whole, rest = divmod(abs(int(time_ns)), 1000)
    sign = b"-" if time_ns < 0 else b""
    return b"%b%d.%03d" % (sign, whole, rest) if rest else b"%b%d" % (sign, whole)


def _json(value: Any) -> bytes:
    return json.dumps(value, allow_nan=False).encode()
