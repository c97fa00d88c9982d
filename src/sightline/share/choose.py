"""Which runs and tags a report has: by filter, globs, pages or a view, as a view of nothing else."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from sightline.engine.facts import FactSources, select
from sightline.engine.store import StoreView
from sightline.share.view_link import ViewLink

# The kinds that each page shows, by the page's slug; as in web/src/dashboards/*/index.ts.
PAGE_KINDS: dict[str, tuple[str, ...]] = {
    "scalars": ("scalar",),
    "timeseries": ("scalar", "histogram", "image"),
    "compare": ("scalar", "hparams"),
    "images": ("image", "video"),
    "audio": ("audio",),
    "text": ("text",),
    "histograms": ("histogram",),
    "curves": ("pr_curve", "roc_curve"),
    "tables": ("table", "confusion_matrix"),
    "meshes": ("mesh",),
    "custom": ("custom_scalars", "scalar"),
    "hparams": ("hparams", "scalar"),
    "step": ("scalar",),
    "tensors": ("tensor",),
    "graph": ("graph",),
    "projector": ("embedding",),
}
_IMAGES = ("image", "video", "mesh")


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What goes into a report; None and the empty text mean all.

    run_ids: the ids of runs. runs, tags: tests of names. expression: a filter of runs.
    pages: slugs of pages. link: a view, whose shown runs and tags are meant.
    """

    run_ids: Collection[int] | None = None
    runs: Callable[[str], bool] | None = None
    tags: Callable[[str], bool] | None = None
    expression: str = ""
    pages: Sequence[str] = ()
    link: ViewLink | None = None
    with_text: bool = True
    with_images: bool = True


class ChoiceError(ValueError):
    """Nothing is left, or a page is unknown; the message says so."""


def chosen_view(view: StoreView, choice: Choice, sources: FactSources) -> StoreView:
    """A view of the chosen runs, with the sub-runs that belong to them, and of the chosen tags."""
    unknown = [page for page in choice.pages if page not in PAGE_KINDS]
    if unknown:
        raise ChoiceError(f"there is no page {unknown[0]!r}; the pages are {', '.join(PAGE_KINDS)}")
    chosen = _with_sub_runs(view, _chosen_runs(view, choice, sources))
    if not chosen:
        raise ChoiceError("no run matches; `sightline inspect` lists them")
    return view.narrowed([run.id for run in view.runs if run.id in chosen], _series_test(choice))


def _chosen_runs(view: StoreView, choice: Choice, sources: FactSources) -> set[int]:
    ids = choice.run_ids
    runs: Iterable[int] = [run.id for run in view.runs if ids is None or run.id in ids]
    for expression in (choice.expression, choice.link.filter_expression if choice.link else ""):
        if expression:
            matching = {run.id for run in select(expression, sources)}
            runs = [run for run in runs if run in matching]
    tests = [choice.runs, choice.link.shows_run if choice.link else None]
    return {run for run in runs if all(test is None or test(view.by_id[run].name) for test in tests)}


def _with_sub_runs(view: StoreView, chosen: set[int]) -> set[int]:
    return chosen | {run.id for run in view.runs if run.parent_id in chosen}


def _series_test(choice: Choice) -> Callable[[str, str], bool]:
    kinds = {kind for page in choice.pages for kind in PAGE_KINDS[page]} if choice.pages else None
    tests = [test for test in (choice.tags, choice.link.shows_tag if choice.link else None) if test]

    def keep(kind: str, tag: str) -> bool:
        if kinds is not None and kind not in kinds:
            return False
        if (kind == "text" and not choice.with_text) or (kind in _IMAGES and not choice.with_images):
            return False
        # Hyperparameters and layouts have tags that nobody chooses, files none.
        return not tag or kind in ("hparams", "custom_scalars") or all(test(tag) for test in tests)

    return keep
