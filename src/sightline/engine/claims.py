"""Which kind of data a logged value or a side file belongs to: kinds declare claims, the best one wins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import translate
from functools import lru_cache

# Codes of the native Segment's `what` column, by the name of the field that holds the value.
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

FALLBACK = "tensor"


@dataclass(frozen=True, slots=True)
class Claim:
    """One sort of data a kind reads. A value matches when every given field matches.

    plugin: the plugin name in the value's metadata ("scalars", "images", …).
    what: the field that holds the value: a key of WHAT_CODES, or "simple_value" for scalars.
    data_class: "scalar", "tensor" or "blob_sequence".
    files: a glob below a run's directory ("projector_config.pbtxt", "plugins/profile/*/*.xplane.pb").
    alone: a directory with such a file is a run even when it holds no event file.
    """

    plugin: str | None = None
    what: str | None = None
    data_class: str | None = None
    files: str | None = None
    alone: bool = False

    def weight(self, plugin: str, data_class: str, what: str) -> int:
        """How specific a match is: legacy field over plugin name over data class; 0 is no match."""
        if self.files is not None:
            return 0
        pairs = (
            (self.plugin, plugin, 4),
            (self.what, what, _what_weight(what)),
            (self.data_class, data_class, 2),
        )
        given = [(wanted == actual, weight) for wanted, actual, weight in pairs if wanted is not None]
        return sum(weight for _, weight in given) if given and all(same for same, _ in given) else 0


def _what_weight(what: str) -> int:
    """A typed legacy field says more than any metadata; `tensor` and `none` say next to nothing."""
    return 1 if what in ("tensor", "none") else 8


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of data: its slug (also the folder's name), its title for people and what it claims."""

    slug: str
    title: str
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class SideClaim:
    """A claim on files beside the events, ready to be matched against paths."""

    slug: str
    glob: str
    pattern: re.Pattern[str]
    n_parts: int
    alone: bool

    def home(self, path: str) -> str | None:
        """The run directory that `path` belongs to ("" is the top); None where nothing matches."""
        parts = path.split("/")
        if len(parts) < self.n_parts or not self.pattern.match("/".join(parts[-self.n_parts :])):
            return None
        return "/".join(parts[: -self.n_parts])


class Claims:
    """All kinds' claims together; asked once per series and once per file name."""

    def __init__(self, kinds: Iterable[Kind] = ()) -> None:
        self.kinds: dict[str, Kind] = {kind.slug: kind for kind in kinds}
        self.side_claims = tuple(_side_claims(self.kinds.values()))
        names = [translate(claim.glob.rpartition("/")[2]) for claim in self.side_claims]
        self._side_name = re.compile("|".join(names)) if names else None
        self.resolve = lru_cache(maxsize=4096)(self._resolve)

    def _resolve(self, plugin: str, data_class: int, what: str) -> str:
        """The slug of the kind that reads such a value; what nobody claims is a plain tensor."""
        best_weight, best_slug = 0, FALLBACK
        for slug, kind in self.kinds.items():
            for claim in kind.claims:
                weight = claim.weight(plugin, DATA_CLASSES.get(data_class, "unknown"), what)
                if weight > best_weight:
                    best_weight, best_slug = weight, slug
        return best_slug

    def may_claim(self, file_name: str) -> bool:
        """Whether any claim ends in this file name: the cheap question, asked for every file of a walk."""
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
                yield SideClaim(kind.slug, claim.files, re.compile(pattern + r"\Z"), n_parts, claim.alone)


def _part_pattern(part: str) -> str:
    """A glob for one path part: its `*` and `?` do not cross a `/`."""
    return re.escape(part).replace(r"\*", "[^/]*").replace(r"\?", "[^/]")
