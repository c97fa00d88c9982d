"""Parameters of the scalar queries, with their limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from sightline.engine.pattern import PatternError, TextPattern
from sightline.wire.params import Params, ParamsError

WidthPx: TypeAlias = Annotated[int, Meta(ge=1, le=65_536)]
# Beyond these a view takes seconds and shows a straight line.
_SMOOTHING_LIMITS = {"ema": (0.0, 0.999999), "window": (1.0, 1e6), "gaussian": (0.01, 1000.0)}


class OtherScalar(Params, frozen=True):
    """Another scalar as x, joined on step."""

    tag: str


Axis = Literal["step", "wall", "relative"] | OtherScalar


class Smoothing(Params, frozen=True):
    """ema: weight of the past in [0, 1); window: points, centered; gaussian: standard deviation in points.

    With `auto_px`, the width of the plot in pixels, the amount follows from the points per pixel; the answer
    names it.
    """

    kind: Literal["ema", "window", "gaussian"]
    amount: float = 0.0
    auto_px: WidthPx | None = None

    def __post_init__(self) -> None:
        if self.auto_px is not None:
            return
        low, high = _SMOOTHING_LIMITS[self.kind]
        if not low <= self.amount <= high:
            raise ParamsError(f"amount of {self.kind} must be from {low:g} to {high:g}")


class SeriesParams(Params, frozen=True):
    """`runs` null means all; `raw` false chooses points by the smoothed values alone."""

    tags: tuple[str, ...]
    runs: tuple[int, ...] | None = None
    x: Axis = "step"
    range: tuple[float, float] | None = None
    width_px: WidthPx = 1000
    smoothing: Smoothing | None = None
    superseded: bool = False
    raw: bool = True

    def __post_init__(self) -> None:
        check_range(self.range)


class GroupBy(Params, frozen=True):
    """How runs are grouped: exactly one field is given.

    pattern: a regular expression searched in the run's name; its groups (else the whole match) name the
    group, and runs that do not match are left out.
    folder: so many leading folders of the name; negative counts from the end (-1 is the parent folder).
    values: run id to value, for example of a hyperparameter; runs that are not in it are left out.
    """

    pattern: str | None = None
    folder: int | None = None
    values: Mapping[str, str | float | bool | None] | None = None

    def __post_init__(self) -> None:
        if sum(given is not None for given in (self.pattern, self.folder, self.values)) != 1:
            raise ParamsError("give exactly one of pattern, folder and values")
        if self.pattern is not None:
            compiled(self.pattern)
        if self.folder == 0:
            raise ParamsError("folder must not be 0")


class GroupsParams(Params, frozen=True):
    """`quantiles` come out as columns q0 … qn; `band` is what they and the mean are for: any of them."""

    tags: tuple[str, ...]
    by: GroupBy
    runs: tuple[int, ...] | None = None
    x: Axis = "step"
    range: tuple[float, float] | None = None
    width_px: WidthPx = 500
    quantiles: tuple[Annotated[float, Meta(ge=0, le=1)], ...] = (0.25, 0.75)
    smoothing: Smoothing | None = None
    superseded: bool = False

    def __post_init__(self) -> None:
        check_range(self.range)


class SummariesParams(Params, frozen=True):
    """`k`: how many of the last finite values the mean takes."""

    runs: tuple[int, ...] | None = None
    tags: tuple[str, ...] | None = None
    k: Annotated[int, Meta(ge=1, le=1_000_000)] = 10
    superseded: bool = False


class SpansParams(Params, frozen=True):
    """`range` of steps, both ends included; one step is [step, step]."""

    tags: tuple[str, ...]
    range: tuple[float, float]
    runs: tuple[int, ...] | None = None
    superseded: bool = False

    def __post_init__(self) -> None:
        check_range(self.range)


class JumpsParams(Params, frozen=True):
    """`step` null is each tag's last; `n_before`: how many values before the step make mean and spread."""

    runs: tuple[int, ...]
    step: float | None = None
    n_before: Annotated[int, Meta(ge=3, le=100_000)] = 200
    superseded: bool = False


class LoggedStepsParams(Params, frozen=True):
    """`runs` and `tags` null mean all."""

    runs: tuple[int, ...] | None = None
    tags: tuple[str, ...] | None = None


class NoticesParams(Params, frozen=True):
    """Which runs to check; null means all."""

    runs: tuple[int, ...] | None = None


class ExportParams(Params, frozen=True):
    """`runs` and `tags` null mean all; `range` is of steps, both ends included."""

    format: Literal["csv", "parquet"] = "csv"
    runs: tuple[int, ...] | None = None
    tags: tuple[str, ...] | None = None
    range: tuple[float, float] | None = None
    superseded: bool = False

    def __post_init__(self) -> None:
        check_range(self.range)


class TagsParams(Params, frozen=True):
    """Which runs to list the tags of; null means all."""

    runs: tuple[int, ...] | None = None


def check_range(within: tuple[float, float] | None) -> None:
    """Raise ParamsError unless the ends of a range are in order."""
    if within is not None and within[0] > within[1]:
        raise ParamsError("range must be [low, high]")


def compiled(pattern: str) -> TextPattern:
    """Compile a pattern; ParamsError says what is wrong with it."""
    try:
        return TextPattern(pattern, captures=True)
    except PatternError as error:
        raise ParamsError(f"pattern is {error}") from None
