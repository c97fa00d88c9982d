"""Which kind of data a logged value or a side file belongs to: kinds declare claims, the best one wins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache
from typing import TYPE_CHECKING

from sightline.engine.kind import Kind, LogFormat, Storage

if TYPE_CHECKING:
    from sightline.engine.series_of_kind import SeriesRows

# Codes of the native Segment's `what` column, by the name of the field with the value.
WHAT_CODES: dict[str, int] = {
    "tensor": 1,
    "image": 2,
    "histo": 3,
    "audio": 4,
    "obsolete_old_style_histogram": 5,
    "graph_def": 6,
    "meta_graph_def": 7,
    "tagged_run_metadata": 8,
    "log_message": 9,
    "session_log": 10,
    "none": 11,
}
WHAT_NAMES: dict[int, str] = {code: name for name, code in WHAT_CODES.items()}
DATA_CLASSES: dict[int, str] = {0: "unknown", 1: "scalar", 2: "tensor", 3: "blob_sequence"}


@dataclass(frozen=True, slots=True)
class SideClaim:
    """A claim on files beside the events, ready to be matched against paths."""

    slug: str
    glob: str
    pattern: re.Pattern[str]
    n_parts: int
    alone: bool
    log: LogFormat | None

    def home(self, path: str) -> str | None:
        """The run directory that `path` belongs to ("" is the top); None where nothing matches."""
        parts = path.split("/")
        if len(parts) < self.n_parts or not self.pattern.match("/".join(parts[-self.n_parts :])):
            return None
        return "/".join(parts[: -self.n_parts])


class Claims:
    """All kinds together: which one reads a value or a file, and what they declare about runs."""

    def __init__(self, kinds: Iterable[Kind] = ()) -> None:
        self.kinds: dict[str, Kind] = {kind.slug: kind for kind in kinds}
        self.side_claims = tuple(_side_claims(self.kinds.values()))
        names = [translate(claim.glob.rpartition("/")[2]) for claim in self.side_claims]
        self._side_name = re.compile("|".join(names)) if names else None
        self.column_kinds = tuple(kind.slug for kind in self.kinds.values() if kind.storage == "columns")
        self.end_tags = frozenset(tag for kind in self.kinds.values() for tag in kind.end_tags)
        self.failure_tags = frozenset(tag for kind in self.kinds.values() for tag in kind.failure_tags)
        # What follows from the tags of a run alone, by `ListFacts.tag_key`, as very many have the same:
        # whether it has ended and has failed, and which series of scalars it has.
        self.outcomes: dict[bytes, tuple[bool, bool]] = {}
        self.series_rows: dict[bytes, Mapping[str, Mapping[str, SeriesRows]]] = {}
        self.resolve = lru_cache(maxsize=4096)(self._resolve)
        self.resolve_claimed = lru_cache(maxsize=4096)(self._resolve_claimed)

    def _resolve(self, plugin: str, data_class: int, what: str, storage: Storage = "items") -> str | None:
        """The slug of the kind that reads such a value: the best claim, else the kind for unclaimed ones."""
        claimed = self.resolve_claimed(plugin, data_class, what, storage)
        return claimed if claimed is not None else self._unclaimed(storage)

    def _resolve_claimed(
        self, plugin: str, data_class: int, what: str, storage: Storage = "items"
    ) -> str | None:
        """The slug of the kind with the best claim on such a value; None where no kind claims it."""
        best_weight, best_slug = 0, None
        for slug, kind in self.kinds.items():
            for claim in kind.claims if kind.storage == storage else ():
                weight = claim.weight(plugin, DATA_CLASSES.get(data_class, "unknown"), what)
                if weight > best_weight:
                    best_weight, best_slug = weight, slug
        return best_slug

    def _unclaimed(self, storage: Storage) -> str | None:
        kinds = (kind for kind in self.kinds.values() if kind.takes_unclaimed and kind.storage == storage)
        return next((kind.slug for kind in kinds), None)

    def may_claim(self, file_name: str) -> bool:
        """Whether any claim ends in this file name. Cheap, because it is called for every file of a walk."""
        return self._side_name is not None and self._side_name.match(file_name) is not None

    def side_file(self, path: str) -> tuple[SideClaim, str] | None:
        """The claim on a side file (path below the root, with `/`) and its run's directory."""
        for claim in self.side_claims:
            home = claim.home(path)
            if home is not None:
                return claim, home
        return None


def _side_claims(kinds: Iterable[Kind]) -> Iterator[SideClaim]:
    for kind in kinds:
        for claim in kind.claims:
            if claim.files is not None:
                n_parts = claim.files.count("/") + 1
                pattern = "/".join(_part_pattern(part) for part in claim.files.split("/"))
                compiled = re.compile(pattern + r"\Z")
                yield SideClaim(kind.slug, claim.files, compiled, n_parts, claim.alone, claim.log)


def _part_pattern(part: str) -> str:
    """A glob for one path part: its `*` and `?` do not cross a `/`."""
    return re.escape(part).replace(r"\*", "[^/]*").replace(r"\?", "[^/]")
