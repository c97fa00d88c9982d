"""An embedding of a run: its name, its steps, and where the vectors of each step are."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from sightline.engine.run_view import RunView, SideFile
from sightline.formats.byte_blocks import Progress
from sightline.formats.number_table import Vectors
from sightline.formats.text_table import TextTable
from sightline.kinds.embedding.decode import EmbeddingInfo

SourceName = Literal["projector", "checkpoint", "tensor", "file"]
_STEP = re.compile(r"(.*):(\d{5,18})", re.DOTALL)


class VectorSource(Protocol):
    """Where the vectors of one embedding at one step are."""

    def state(self) -> tuple[Any, ...]:
        """What changes when the vectors do; LookupError where there are none."""
        ...

    def shape(self) -> tuple[int | None, int | None]:
        """Points and dimensions as far as a glance tells; LookupError where there are no vectors."""
        ...

    def read(self, progress: Progress) -> tuple[Vectors, TextTable | None]:
        """The vectors, and the metadata where it is in the same file; LookupError says why there are none."""
        ...


@dataclass(frozen=True)
class Place:
    """One step of an embedding: its vectors and the files beside them."""

    source: VectorSource
    info: EmbeddingInfo | None = None
    metadata_file: SideFile | None = None

    @property
    def metadata(self) -> str | SideFile | None:
        """The file of metadata, as its path below the run or as it was found; None where there is none."""
        listed = self.info.metadata_path if self.info is not None else ""
        return self.metadata_file or listed or None


@dataclass
class Entry:
    """An embedding of a run. `name` is unique in the run; `places` are its steps, None where it has none."""

    run: RunView
    name: str
    tag: str
    source: SourceName
    places: dict[int | None, Place] = field(default_factory=dict)

    @property
    def steps(self) -> list[int]:
        """The steps in order; none where it has no steps."""
        return sorted(step for step in self.places if step is not None)

    def at(self, step: int | None) -> tuple[int | None, Place]:
        """The requested step, the nearest one there is, or the last."""
        steps = self.steps
        if not steps:
            return None, self.places[None]
        chosen = steps[-1] if step is None else min(steps, key=lambda each: (abs(each - step), -each))
        return chosen, self.places[chosen]


def split_name(name: str) -> tuple[str, int | None]:
    """Tag and step of a name as torch gives it ("words:00010"); any other name is a tag."""
    found = _STEP.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, None)
