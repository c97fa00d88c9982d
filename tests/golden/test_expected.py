"""Golden logs through the scan, against what TensorBoard itself reads: columns, metadata, payloads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline._native import FileSource, Segment, read_record
from sightline.formats import messages

HERE = Path(__file__).parent
SCALAR, TENSOR, IMAGE, HISTO, AUDIO = 0, 1, 2, 3, 4
GRAPH, META_GRAPH, RUN_METADATA = 6, 7, 8
# What TensorBoard takes values for that say no plugin.
OLD_STYLE = {SCALAR: "scalars", IMAGE: "images", HISTO: "histograms", AUDIO: "audio"}
FIELDS = {TENSOR: "tensor", IMAGE: "image", HISTO: "histo", AUDIO: "audio"}
# The data class that TensorBoard knows for a plugin whose values say none.
DATA_CLASSES = {
    "scalars": "SCALAR",
    **dict.fromkeys(["histograms", "text", "hparams", "pr_curves", "mesh", "custom_scalars"], "TENSOR"),
    **dict.fromkeys(["images", "audio"], "BLOB_SEQUENCE"),
    **dict.fromkeys(["graph_keras_model", "graph_run_metadata_graph", "graph_run_metadata"], "BLOB_SEQUENCE"),
}


@dataclass
class Read:
    """All that the scan gives of one tag of a run, file after file."""

    metadata: tuple[str, str, bytes, str, str, int]
    rows: list[tuple[int, float, int, Any]] = field(
        default_factory=list
    )  # step, wall time, what, value or None
    payloads: list[Any] = field(default_factory=list)  # Summary.Value or payload bytes of references

    @property
    def steps(self) -> list[int]:
        return [row[0] for row in self.rows]

    @property
    def wall_times(self) -> list[float]:
        return [row[1] for row in self.rows]


class Run:
    """A run directory as the scan sees it."""

    def __init__(self, folder: Path) -> None:
        self.tags: dict[str, Read] = {}
        self.of_run: list[tuple[int, bytes]] = []  # (what, payload) of what has no tag
        self.segments: list[Segment] = []
        for path in sorted(folder.glob("*tfevents*")):
            if path.is_file():
                self._add(path)

    def _add(self, path: Path) -> None:
        segment = Segment()
        source = FileSource(str(path))
        assert segment.read(source, final=True) is False
        self.segments.append(segment)
        names = [segment.tag(number) for number in range(segment.n_tags)]
        for number, metadata in enumerate(names):
            tag = self.tags.setdefault(metadata[0], Read(metadata))
            columns = [column.tolist() for column in segment.scalars(number)]
            tag.rows += [(step, time, SCALAR, value) for step, time, value in zip(*columns, strict=True)]
        self._add_references(segment, source, names)
        assert segment.damage() == []
        assert segment.offset == path.stat().st_size

    def _add_references(self, segment: Segment, source: FileSource, names: list[Any]) -> None:
        columns = segment.references()
        for row in zip(*(column.tolist() for column in columns.values()), strict=True):
            tag_id, what, step, wall_time, record_offset, record_length, offset, length = row
            record = read_record(source, record_offset)
            assert len(record) == record_length
            payload = source.read(offset, length)
            assert payload == record[offset - record_offset - 12 :][:length]
            if tag_id == 2**32 - 1:
                self.of_run.append((what, payload))
                continue
            tag = self.tags[names[tag_id][0]]
            tag.rows.append((step, wall_time, what, None))
            tag.payloads.append(payload)
            if what in FIELDS:
                value = messages.Summary.Value.FromString(payload)
                assert (value.tag, value.WhichOneof("value")) == (names[tag_id][0], FIELDS[what])


def runs() -> Iterator[Any]:
    for path in sorted(HERE.rglob("expected.json")):
        facts = json.loads(path.read_text())
        if "files" not in facts or "official_readers" in facts:
            continue
        without_purge = facts.get("counts_without_purge")
        for name, run in facts["runs"].items():
            purged = without_purge.get(name, {}) if isinstance(without_purge, dict) else {}
            yield pytest.param(path.parent / name, run, purged, id=f"{facts['case']}/{name}")


RUNS = list(runs())


def sha256(values: Any, dtype: str) -> str:
    array = np.asarray(values, dtype=dtype)
    if dtype == "<f8":
        array = np.where(np.isnan(array), 0.0, array)
    return hashlib.sha256(array.tobytes()).hexdigest()


def is_within(part: list[Any], whole: list[Any]) -> bool:
    rest = iter(whole)
    return all(one in rest for one in part)


def expected_plugin(read: Read) -> str:
    return read.metadata[1] or OLD_STYLE.get(read.rows[0][2], "")


def check_columns(read: Read, expected: dict[str, Any], purged_count: int | None) -> None:
    if (
        len({row[2] == SCALAR for row in read.rows}) > 1
    ):  # scalars and references lie apart: back in file order
        read.rows.sort(key=lambda row: row[1])
    if purged_count is not None:  # TensorBoard drops points at a restart; the scan keeps them
        assert len(read.rows) == purged_count
        assert is_within(list(zip(expected["steps"], map(float, expected["wall_times"]), strict=True)),
                         list(zip(read.steps, read.wall_times, strict=True)))  # fmt: skip
        return
    assert len(read.rows) == expected["count"]
    assert sha256(read.steps, "<i8") == expected["steps_sha256_le_i64"]
    assert sha256(read.wall_times, "<f8") == expected["wall_times_sha256_le_f64"]
    if expected["listed"] == "all":
        assert read.steps == expected["steps"]
        assert read.wall_times == [float(text) for text in expected["wall_times"]]


def check_scalars(read: Read, expected: dict[str, Any], purged_count: int | None) -> None:
    data = expected.get("data")
    if data is None:  # TensorBoard itself fails on the tag
        return
    values = [row[3] for row in read.rows]
    assert all(row[2] == SCALAR for row in read.rows)
    if purged_count is None:
        assert sha256(values, "<f8") == data["values_sha256_le_f64"]
        assert int(np.isnan(values).sum()) == data["nan_count"]
    if expected["listed"] == "all" and purged_count is None:
        assert list(map(repr, values)) == data["values"]
    elif expected["listed"] == "all":
        assert is_within(data["values"], list(map(repr, values)))


def check_images(read: Read, expected: dict[str, Any]) -> None:
    """Old images hold their bytes, new ones a tensor of width, height and images."""
    found = []
    for payload in read.payloads:
        value = messages.Summary.Value.FromString(payload)
        strings = (
            value.tensor.string_val[2:] if value.HasField("tensor") else [value.image.encoded_image_string]
        )
        found.append([hashlib.sha256(one).hexdigest() for one in strings])
    assert [sample["sha256"] for sample in expected["data"]["samples"]] == found[
        : len(expected["data"]["samples"])
    ]


def check_metadata(read: Read, expected: dict[str, Any]) -> None:
    _, _, content, display_name, description, data_class = read.metadata
    plugin = expected_plugin(read)
    assert plugin == expected["plugin"]
    if expected["plugin_content_bytes"] == 0 or read.metadata[1]:
        assert len(content) == expected["plugin_content_bytes"]
        assert hashlib.sha256(content).hexdigest() == expected["plugin_content_sha256"]
    if not read.metadata[1] and read.rows[0][2] in OLD_STYLE:
        display_name = display_name or read.metadata[0]
    assert (display_name, description) == (expected["display_name"], expected["description"])
    known = DATA_CLASSES.get(plugin)
    names = ["UNKNOWN", "SCALAR", "TENSOR", "BLOB_SEQUENCE"]
    assert expected["data_class"] == f"DATA_CLASS_{known or names[data_class]}"
    if data_class:
        assert expected["data_class"] == f"DATA_CLASS_{names[data_class]}"


@pytest.mark.parametrize(("folder", "expected", "purged"), RUNS)
def test_run_is_read_as_tensorboard_reads_it(
    folder: Path, expected: dict[str, Any], purged: dict[str, int]
) -> None:
    run = Run(folder)
    graphs = {tag for tag, facts in expected["tags"].items() if facts["plugin"] == "graphs"}
    assert set(run.tags) == set(expected["tags"]) - graphs
    assert any(what == GRAPH for what, _ in run.of_run) == (expected["graph"] is not None)
    assert any(what == META_GRAPH for what, _ in run.of_run) == expected["has_meta_graph"]
    for tag, read in run.tags.items():
        facts = expected["tags"][tag]
        if facts["plugin"] == "graph_tagged_run_metadata":
            assert [row[2] for row in read.rows] == [RUN_METADATA] * facts["count"]
            continue
        check_metadata(read, facts)
        check_columns(read, facts, purged.get(tag))
        if facts["plugin"] == "scalars":
            check_scalars(read, facts, purged.get(tag))
        if facts["plugin"] == "images" and tag not in purged:
            check_images(read, facts)


@pytest.mark.parametrize(("folder", "expected", "purged"), RUNS)
def test_header_is_read(folder: Path, expected: dict[str, Any], purged: dict[str, int]) -> None:
    run = Run(folder)
    versions = {segment.file_version for segment in run.segments}
    assert versions == {f"brain.Event:{int(expected['file_version'])}"}
    assert run.segments[0].start_time == float(expected["first_event_timestamp"])
    assert (run.segments[0].source_writer or "") == (expected["source_writer"] or "")
