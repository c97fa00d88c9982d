"""All embeddings of a run, whatever wrote them, by name."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.engine.run_view import RunView
from sightline.engine.side_files import read_side_file
from sightline.engine.store import StoreView
from sightline.kinds.embedding.checkpoint_source import checkpoint_entries
from sightline.kinds.embedding.decode import EmbeddingInfo, decode_config
from sightline.kinds.embedding.entries import Entry, Place, split_name
from sightline.kinds.embedding.files import PROJECTOR_FILENAME
from sightline.kinds.embedding.given_file import given_entries
from sightline.kinds.embedding.projector_source import ProjectorFile
from sightline.kinds.embedding.tensor_source import tensor_entries

MAX_LIST_BYTES = 4 << 20


def find_entry(view: StoreView, run: int, name: str) -> Entry:
    """One embedding; LookupError where there is none of that name."""
    if run not in view.by_id:
        raise LookupError(f"there is no run {run}")
    found = entries_of(view, view.by_id[run])
    if name not in found:
        raise LookupError(f"run {view.by_id[run].name!r} has no embedding {name!r}")
    return found[name]


def entries_of(view: StoreView, run: RunView) -> Mapping[str, Entry]:
    """All embeddings of a run; LookupError where the projector's list cannot be read."""
    found: dict[str, Entry] | None = run.cache.get("embedding entries")
    if found is None:
        infos = listed_infos(run)
        found = _projector_entries(run, [info for info in infos if info.tensor_path])
        in_checkpoints = [info for info in infos if not info.tensor_path]
        if in_checkpoints or any(file.path.endswith(".index") for file in run.side_files):
            found |= _new(found, checkpoint_entries(run, in_checkpoints))
        found |= _new(found, given_entries(run))
        found |= _new(found, tensor_entries(view, run))
        run.cache["embedding entries"] = found
    return found


def _new(found: Mapping[str, Entry], more: Mapping[str, Entry]) -> dict[str, Entry]:
    """Those whose names are not taken."""
    return {name: entry for name, entry in more.items() if name not in found}


def _projector_entries(run: RunView, infos: list[EmbeddingInfo]) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for info in infos:
        tag, step = split_name(info.name)
        entry = found.setdefault(tag, Entry(run, tag, tag, "projector"))
        entry.places[step] = Place(ProjectorFile(run, info), info)
    for entry in found.values():
        if len(entry.places) > 1:
            entry.places.pop(None, None)  # a name without a step beside names with steps
    return found


def listed_infos(run: RunView) -> list[EmbeddingInfo]:
    """The entries of the projector's lists of a run; LookupError where one is no list."""
    infos: list[EmbeddingInfo] = []
    for file in run.side_files:
        if file.kind == "embedding" and file.path.endswith("/" + PROJECTOR_FILENAME):
            try:
                infos += decode_config(read_side_file(run, file, max_bytes=MAX_LIST_BYTES))
            except ValueError as error:
                raise LookupError(str(error)) from error
    return infos
