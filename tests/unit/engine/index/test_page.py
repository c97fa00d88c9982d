"""Pages of an index: refused where they cannot be right, and a list of runs from their columns alone."""

from __future__ import annotations

from math import nan
from pathlib import Path

import numpy as np
import pytest

from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.page_check import check_page
from sightline.engine.store import StoreView
from sightline.formats.index_page import Page, decode_page
from sightline.server.runs.run_list import listed_tags
from support.indexes import make_index, opened_index
from support.logs import line, load, write_events


def page_of_a_run(folder: Path) -> Page:
    write_events(folder / "logs" / "run", line("loss", range(3), at=1e9))
    make_index(folder / "logs", folder / "index")
    return decode_page(next((folder / "index" / "pages").iterdir()).read_bytes())


def test_page_that_leads_out_of_its_source_is_refused(tmp_path: Path) -> None:
    page = page_of_a_run(tmp_path)
    for name in ("paths", "directories"):
        texts = {**page.texts, name: ["../../etc/passwd"]}
        with pytest.raises(BrokenIndexError, match="outside of its source"):
            check_page(page._replace(texts=texts))


def test_page_whose_columns_do_not_fit_together_is_refused(tmp_path: Path) -> None:
    page = page_of_a_run(tmp_path)
    check_page(page)
    for name, column in page.columns.items():
        longer = np.append(column, np.zeros(1, column.dtype))
        for changed in (None, longer, column.astype("S8"), column[:-1] if len(column) else longer):
            columns = {key: value for key, value in page.columns.items() if key != name}
            if changed is not None:
                columns[name] = changed
            with pytest.raises(BrokenIndexError, match="a page of the index"):
                check_page(page._replace(columns=columns))


def test_page_with_a_tag_that_is_not_in_it_is_refused(tmp_path: Path) -> None:
    page = page_of_a_run(tmp_path)
    columns = {**page.columns, "meta": page.columns["meta"] + np.uint32(9)}
    with pytest.raises(BrokenIndexError, match="without metadata"):
        check_page(page._replace(columns=columns))


def tags_of(view: StoreView) -> list[tuple[str, int, list[str]]]:
    names = {run.id: run.name for run in view.runs}
    tags = listed_tags(view.runs, view.claims.kinds)[1]
    return [(tag.tag, tag.n_points, [names[run] for run in tag.runs]) for tag in tags]


def test_runs_with_the_same_tags_are_listed_without_an_object_for_each_series(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    for run in range(6):
        write_events(logs / f"same{run}", [*line("a", range(4), at=1e9), *line("b", range(9 + run), at=1e9)])
    write_events(logs / "nan", [("b", 7, 1e9, nan), ("a", 9, 1e9, nan), ("a", 7, 1e9 + 1, nan)][::-1])
    write_events(logs / "other", line("a", range(3), at=1e9))
    write_events(logs / "none", [])
    make_index(logs, index, batch_bytes=2000)
    assert len(list((index / "pages").iterdir())) > 2
    live = load(str(logs)).view()
    with opened_index(index) as follower:
        view = follower.store.view()
        keys = {run.name: run.scalars_key for run in view.runs}
        assert len({keys[f"same{run}"] for run in range(6)}) == 1  # whatever page they are from
        assert len({keys[name] for name in ("same0", "other", "none")}) == 3
        for run, expected in zip(view.runs, live.runs, strict=True):
            assert (run.name, run.last_step) == (expected.name, expected.last_step)
            assert (run.first_nan, run.n_points) == (expected.first_nan, expected.n_points)
        assert tags_of(view) == tags_of(live)
        alike = [run for run in view.runs if run.scalars_key == keys["same0"]]
        assert sum("_index" in vars(run) for run in alike) == 1
