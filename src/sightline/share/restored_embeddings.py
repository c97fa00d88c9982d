"""Embeddings of a report as the files that TensorBoard's projector reads: vectors, metadata and sprite."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sightline import _native
from sightline.formats import messages
from sightline.kinds.embedding.encode import labels_tsv
from sightline.kinds.embedding.files import add_to_list
from sightline.share.keys import query_key
from sightline.share.read import Report


class EmbeddingWriter:
    """Writes the embeddings of one run beside its event files."""

    def __init__(self, report: Report, run_id: int, folder: Path) -> None:
        self._report = report
        self._run_id = run_id
        self._folder = folder
        self._answers = report.json("answers/embedding") or {}

    def write(self) -> None:
        """Write all but those that are tensors of the run, which come back with these."""
        key = f"columns/embedding/{self._run_id}"
        if key not in self._report.header["entries"]:
            return
        tensors = {each["name"] for each in self._listed() if each["source"] == "tensor"}
        for place, (name, columns) in enumerate(_native.unpack_columns(self._report.read(key))):
            if name not in tensors:
                self._write_one(name, columns, f"embeddings/{place}")

    def _listed(self) -> list[dict[str, Any]]:
        found = self._answers.get(self._key("list", {})) or {"embeddings": []}
        return [each for each in found["embeddings"] if each["run"] == self._run_id]

    def _write_one(self, name: str, columns: Mapping[str, Any], folder: str) -> None:
        step = int(columns["step"][0]) if len(columns["step"]) else None
        where = {"run": self._run_id, "name": name, "step": step}
        info = messages.EmbeddingInfo(tensor_name=name if step is None else f"{name}:{step:05d}")
        info.tensor_shape.extend(columns["shape"].tolist())
        info.tensor_path = self._file(f"{folder}/tensors.bytes", columns["vector"].astype("<f4").tobytes())
        facts = self._answers.get(self._key("columns", where)) or {}
        metadata = self._metadata(where, facts)
        if metadata is not None:
            info.metadata_path = self._file(f"{folder}/metadata.tsv", metadata)
        sprite, key = facts.get("sprite"), self._key("sprite", where)
        if sprite and key in self._report.header["entries"]:
            info.sprite.image_path = self._file(f"{folder}/sprite.png", self._report.read(key))
            info.sprite.single_image_dim.extend([sprite["point_width"], sprite["point_height"]])
        add_to_list(str(self._folder), info)

    def _metadata(self, where: Mapping[str, Any], facts: Mapping[str, Any]) -> bytes | None:
        key = self._key("metadata", {**where, "form": "text"})
        if not facts.get("columns") or key not in self._report.header["entries"]:
            return None
        words = _words(self._report.read(key))
        names = [column["name"] for column in facts["columns"]]
        rows = [list(row) for row in zip(*(words[name] for name in names), strict=True)]
        return labels_tsv("embedding", rows, names) if facts["header"] else _without_header(rows)

    def _file(self, path: str, content: bytes) -> str:
        target = self._folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        return path

    def _key(self, query: str, params: Mapping[str, Any]) -> str:
        defaults = self._report.header.get("defaults", {}).get(f"embedding/{query}", {})
        return query_key("embedding", query, dict(params), defaults)


def _without_header(rows: list[list[str]]) -> bytes:
    return labels_tsv("embedding", ["\t".join(row) for row in rows])


def _words(data: bytes) -> dict[str, list[str]]:
    """The columns of an Arrow answer of texts."""
    import nanoarrow as na
    from nanoarrow.ipc import InputStream

    with InputStream.from_readable(data) as stream:
        table = na.Array(stream)
    names = [field.name for field in table.schema.fields]
    return {name: column.to_pylist() for name, column in zip(names, table.iter_children(), strict=True)}
