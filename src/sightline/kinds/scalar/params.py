"""Parameters of the scalar queries, with their limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from sightline.engine.pattern import PatternError, TextPattern
from sightline.wire.params import Params, ParamsError

MAX_WIDTH_PX = 65_536
# Beyond these a view takes seconds and shows a straight line.
_SMOOTHING_LIMITS = {"ema": (0.0, 0.999999), "window": (1.0, 1e6), "gaussian": (0.01, 1000.0)}


@dataclass(frozen=True)
class OtherScalar(Params):
    """Another scalar as x, joined on step."""

    tag: str


Axis = Literal["step", "wall", "relative"] | OtherScalar


@dataclass(frozen=True)
class Smoothing(Params):
    """ema: weight of the past in [0, 1); window: points, centerd; gaussian: standard deviation in points."""

    kind: Literal["ema", "window", "gaussian"]
    amount: float

    def __post_init__(self) -> None:
        low, high = _SMOOTHING_LIMITS[self.kind]
        if not low <= self.amount <= high:
            raise ParamsError(f"smoothing.amount of {self.kind} must be from {low:g} to {high:g}")


@dataclass(frozen=True)
class SeriesParams(Params):
    """`runs` null means all; `raw` false chooses points by the smoothed values alone."""

    tags: tuple[str, ...]
    runs: tuple[int, ...] | None = None
    x: Axis = "step"
    range: tuple[float, float] | None = None
    width_px: int = 1000
    smoothing: Smoothing | None = None
    superseded: bool = False
    raw: bool = True

    def __post_init__(self) -> None:
        check_window(self.range, self.width_px)


@dataclass(frozen=True)
class GroupBy(Params):
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
            raise ParamsError("by must have exactly one of pattern, folder and values")
        if self.pattern is not None:
            compiled(self.pattern)
        if self.folder == 0:
            raise ParamsError("by.folder must not be 0")


@dataclass(frozen=True)
class GroupsParams(Params):
    """`quantiles` come out as columns q0 … qn; `band` is what they and the mean are for: any of them."""

    tags: tuple[str, ...]
    by: GroupBy
    runs: tuple[int, ...] | None = None
    x: Axis = "step"
    range: tuple[float, float] | None = None
    width_px: int = 500
    quantiles: tuple[float, ...] = (0.25, 0.75)
    smoothing: Smoothing | None = None
    superseded: bool = False

    def __post_init__(self) -> None:
        check_window(self.range, self.width_px)
        if not all(0 <= q <= 1 for q in self.quantiles):
            raise ParamsError("quantiles must be from 0 to 1")


@dataclass(frozen=True)
class SummariesParams(Params):
    """`k`: how many of the last finite values the mean takes."""

    runs: tuple[int, ...] | None = None
    tags: tuple[str, ...] | None = None
    k: int = 10
    superseded: bool = False

    def __post_init__(self) -> None:
        if self.k < 1:
            raise ParamsError("k must be at least 1")


@dataclass(frozen=True)
class SpansParams(Params):
    """`range` of steps, both ends included; one step is [step, step]."""

    tags: tuple[str, ...]
    range: tuple[float, float]
    runs: tuple[int, ...] | None = None
    superseded: bool = False

    def __post_init__(self) -> None:
        check_window(self.range, 1)


@dataclass(frozen=True)
class ExportParams(Params):
    """`runs` and `tags` null mean all; `range` is of steps, both ends included."""

    format: Literal["csv", "parquet"] = "csv"
    runs: tuple[int, ...] | None = None
    tags: tuple[str, ...] | None = None
    range: tuple[float, float] | None = None
    superseded: bool = False

    def __post_init__(self) -> None:
        check_window(self.range, 1)


@dataclass(frozen=True)
class TagsParams(Params):
    """Which runs to list the tags of; null means all."""

    runs: tuple[int, ...] | None = None


def check_window(within: tuple[float, float] | None, width_px: int) -> None:
    """Raise ParamsError where a range falls or a width is not one."""
    if within is not None and within[0] > within[1]:
        raise ParamsError("range must be [low, high]")
    if not 1 <= width_px <= MAX_WIDTH_PX:
        raise ParamsError(f"width_px must be from 1 to {MAX_WIDTH_PX}")


def compiled(pattern: str) -> TextPattern:
    """Compile a pattern or say what is wrong with it."""
    try:
        return TextPattern(pattern, captures=True)
    except PatternError as error:
        raise ParamsError(f"by.pattern is {error}") from None
