"""What a kind of data declares about itself: what it reads, how it is stored, and what it adds to a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from sightline.engine.filter import Value
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView

# "columns": numbers that the scan decodes and holds in memory. "items": references into the event files.
Storage = Literal["columns", "items"]
FactLookup: TypeAlias = "Callable[[RunView], Mapping[str, Value]]"


@dataclass(frozen=True, slots=True)
class LogFormat:
    """A log that is no event file, such as a CSV of metrics, and how to read it.

    title: its name for people ("Lightning metrics.csv").
    events: takes its content and the time of its last change, gives serialized events. Raises ValueError with
        the reason where it is something else.
    """

    title: str
    events: Callable[[bytes, float], Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class Claim:
    """One sort of data a kind reads. A value matches when every given field matches.

    plugin: the plugin name in the value's metadata ("scalars", "images", …).
    what: the field with the value: a key of WHAT_CODES, or "simple_value" for numbers in columns.
    data_class: "scalar", "tensor" or "blob_sequence".
    files: a glob below a run's directory ("projector_config.pbtxt", "plugins/profile/*/*.xplane.pb").
    alone: a directory with such a file is a run even without event files.
    log: such a file is a log itself, read like an event file where a run has none, neither in its directory
        nor below. Of several the first that is claimed is read, and of those the one that changed last.
    """

    plugin: str | None = None
    what: str | None = None
    data_class: str | None = None
    files: str | None = None
    alone: bool = False
    log: LogFormat | None = None

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
    """A typed legacy field is more specific than any metadata; `tensor` and `none` are hardly specific."""
    return 1 if what in ("tensor", "none") else 8


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of data. Built-in kinds and those of other packages declare themselves by the same fields.

    slug: the name in URLs, also the folder's name.
    title: the name for people.
    claims: the values and files it reads.
    storage: whether its values are numbers in columns or items in the event files.
    takes_unclaimed: whether values of its storage that no kind claims are shown as this kind.
    end_tags: a run that logged one of these tags has finished.
    failure_tags: a run that logged one of these tags ended with an exception.
    folds: whether a run belongs to a training's run above it, and is shown under it. Called with the run and
        its path below that training, for runs that have series of this kind.
    facts: values of a run that filters may name, as `field` or `slug.field`. Called once per state of the
        logs; what it returns is called for each run.
    given_files: endings of the files that people may give by themselves, without a log.
    beside_given: endings of further files that such a file may come with.
    """

    slug: str
    title: str
    claims: tuple[Claim, ...] = ()
    storage: Storage = "items"
    takes_unclaimed: bool = False
    end_tags: tuple[str, ...] = ()
    failure_tags: tuple[str, ...] = ()
    folds: Callable[[RunView, str], bool] | None = None
    facts: Callable[[StoreView], FactLookup] | None = None
    given_files: tuple[str, ...] = ()
    beside_given: tuple[str, ...] = ()
