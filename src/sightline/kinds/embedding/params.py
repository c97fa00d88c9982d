"""Parameters of the queries of embeddings."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from sightline.kinds.embedding.compute.prepared import Metric
from sightline.wire.params import Params, ParamsError

Point: TypeAlias = Annotated[int, Meta(ge=0)]
Component: TypeAlias = Annotated[int, Meta(ge=0, lt=50)]
Method = Literal["pca", "tsne", "axes"]
SearchMode = Literal["text", "regex", "filter"]


class ListParams(Params, frozen=True):
    """Whose embeddings; null means all runs."""

    runs: tuple[int, ...] | None = None


class EmbeddingParams(Params, frozen=True):
    """One embedding: its run, its name in the list, and a step (the nearest one; the last where null)."""

    run: int
    name: str
    step: int | None = None


class MetadataParams(EmbeddingParams, frozen=True):
    """Which columns (null: all) of which points (null: all), and in which form.

    auto: numbers for continuous columns, codes for categorical ones, strings for text.
    """

    columns: tuple[str, ...] | None = None
    points: tuple[Point, ...] | None = None
    form: Literal["auto", "numbers", "codes", "text"] = "auto"


class VectorsParams(EmbeddingParams, frozen=True, kw_only=True):
    """Some of the vectors."""

    points: tuple[Point, ...]


class SearchTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to look for, how, and in which column (null: all)."""

    query: str
    mode: SearchMode = "text"
    column: str | None = None


class PointSearchParams(EmbeddingParams, frozen=True):
    """Text, a regular expression or a filter over the columns, and in which column (null: all)."""

    query: str = ""
    mode: SearchMode = "text"
    column: str | None = None


class NeighborsParams(EmbeddingParams, frozen=True, kw_only=True):
    """The nearest points to one point, or to the mean of several."""

    points: Annotated[tuple[Point, ...], Meta(min_length=1)]
    k: Annotated[int, Meta(ge=1, le=10_000)] = 100
    metric: Metric = "cosine"
    sphereize: bool = False


class NeighborIndexParams(EmbeddingParams, frozen=True):
    """Which index of neighbors: by which metric."""

    metric: Metric = "cosine"
    sphereize: bool = False


class NeighborGraphParams(EmbeddingParams, frozen=True):
    """The k nearest other points of every point.

    supervised_by: a column; points with another value in it count as farther away, by `supervision`.
    """

    k: Annotated[int, Meta(ge=1, le=200)] = 15
    metric: Metric = "cosine"
    sphereize: bool = False
    supervised_by: str | None = None
    supervision: Annotated[float, Meta(ge=0, le=1)] = 0.5
    seed: int = 0


class AxisParams(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An axis from the mean of the points one search finds to the mean of those another finds."""

    begin: SearchTerms
    end: SearchTerms


class ProjectionParams(EmbeddingParams, frozen=True):
    """How to project.

    components: of PCA, those on x, y (and z); the first ones where null.
    axes: of the method "axes", one for x, y (and z) each.
    align: rotate and scale each step to lie as the step before it.
    """

    method: Method = "pca"
    dimensions: Literal[2, 3] = 2
    components: tuple[Component, ...] | None = None
    metric: Metric = "euclidean"
    sphereize: bool = False
    supervised_by: str | None = None
    supervision: Annotated[float, Meta(ge=0, le=1)] = 0.5
    perplexity: Annotated[float, Meta(ge=1, le=500)] = 30.0
    iterations: Annotated[int, Meta(ge=1, le=10_000)] = 750
    seed: Annotated[int, Meta(ge=0, lt=1 << 32)] = 0
    axes: tuple[AxisParams, ...] = ()
    align: bool = False

    def __post_init__(self) -> None:
        if self.components is not None and len(self.components) != self.dimensions:
            raise ParamsError(f"components must name {self.dimensions} components, one an axis")
        if self.method == "axes" and len(self.axes) != self.dimensions:
            raise ParamsError(f"axes must have {self.dimensions} axes")
