"""What a person may add to a run, and the limits of each field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from sightline.wire.params import convert

DisplayName: TypeAlias = Annotated[str, Meta(max_length=500)]
Color: TypeAlias = Annotated[str, Meta(pattern="^#[0-9a-fA-F]{6}$", examples=["#2460fa"])]
Note: TypeAlias = Annotated[str, Meta(max_length=100_000)]
Label: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Labels: TypeAlias = Annotated[tuple[Label, ...], Meta(max_length=100)]


class StepNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A note at a step of a run, shown in its charts: of one tag, or of all where it is null."""

    step: Annotated[int, Meta(ge=-(2**53), le=2**53)]
    text: Annotated[str, Meta(min_length=1, max_length=500)]
    tag: Annotated[str, Meta(max_length=10_000)] | None = None


Step: TypeAlias = Annotated[int, Meta(ge=1, le=2**53)]
StepNotes: TypeAlias = Annotated[tuple[StepNote, ...], Meta(max_length=200)]


class RunNotes(Struct, frozen=True):
    """The additions to one run; the defaults mean that nobody added anything."""

    display_name: str | None = None
    color: str | None = None
    note: str | None = None
    labels: tuple[str, ...] = ()
    step_notes: tuple[StepNote, ...] = ()
    goal_step: int | None = None
    pinned: bool = False
    hidden: bool = False


NO_NOTES = RunNotes()


class RunEdit(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person may change about a run; null clears a field, one that is left out stays as it is."""

    display_name: DisplayName | UnsetType | None = UNSET
    color: Color | UnsetType | None = UNSET
    note: Note | UnsetType | None = UNSET
    labels: Labels | UnsetType | None = UNSET
    step_notes: StepNotes | UnsetType | None = UNSET
    goal_step: Step | UnsetType | None = UNSET
    pinned: bool | UnsetType | None = UNSET
    hidden: bool | UnsetType | None = UNSET

    def given(self) -> dict[str, Any]:
        """The fields that are not left out."""
        return {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) is not UNSET}


def checked(changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes in the form they are stored in; None clears. ValueError names the field that is wrong."""
    given = convert(changes, RunEdit).given()
    if given.get("color") is not None:
        given["color"] = given["color"].lower()
    if given.get("labels") is not None:
        given["labels"] = list(dict.fromkeys(given["labels"]))
    if given.get("step_notes") is not None:
        given["step_notes"] = to_builtins(sorted(given["step_notes"], key=lambda note: note.step))
    return given
