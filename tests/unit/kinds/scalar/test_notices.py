from __future__ import annotations

import math
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.store import StoreView
from sightline.kinds.scalar.query import QUERIES
from support.indexes import make_index, opened_index
from support.logs import load, write_events


def notices(view: StoreView) -> dict[str, dict[str, Any]]:
    """Of the only run, by rule."""
    return {notice["rule"]: notice for notice in QUERIES["notices"](view, {})["notices"]}


def losses(n: int, *, flat_from: int, noise: float = 0.01) -> list[tuple[str, int, float, float]]:
    rng = random.Random(1)
    return [
        ("train/loss", i, float(i), 1 + max(0, flat_from - i) / flat_from + rng.gauss(0, noise))
        for i in range(n)
    ]


def test_nan_notice_has_the_first_tag_and_the_number_of_tags(open_logs: Callable[..., StoreView]) -> None:
    points = [("loss", step, 0.0, math.nan if step > 4 else 1.0) for step in range(9)]
    points += [("norm", step, 0.0, math.nan if step > 3 else 1.0) for step in range(9)]
    points += [("lr", step, 0.0, 1.0) for step in range(9)]
    found = notices(open_logs({"run": points}))
    assert found["nan"] | {"run": 0} == {"rule": "nan", "run": 0, "tag": "norm", "step": 4, "n_tags": 2}


def test_loss_that_stopped_moving_is_a_plateau(open_logs: Callable[..., StoreView]) -> None:
    found = notices(open_logs({"run": losses(2000, flat_from=1200)}))
    assert (found["plateau"]["tag"], found["plateau"]["step"], found["plateau"]["last_step"]) == (
        "train/loss",
        1500,
        1999,
    )


@pytest.mark.parametrize("flat_from", [2000, 1], ids=["still moving", "never moved"])
def test_loss_that_moves_or_never_did_is_no_plateau(
    open_logs: Callable[..., StoreView], flat_from: int
) -> None:
    assert "plateau" not in notices(open_logs({"run": losses(2000, flat_from=flat_from)}))


def test_slower_notice_has_the_pace_before(open_logs: Callable[..., StoreView]) -> None:
    times = [i * 0.5 for i in range(200)]
    times += [times[-1] + 2.0 * (i + 1) for i in range(20)]
    found = notices(open_logs({"run": [("loss", i, time, 1.0) for i, time in enumerate(times)]}))
    assert (found["slower"]["pace"], found["slower"]["was"], found["slower"]["step"]) == (0.5, 2.0, 199)


def test_one_long_pause_is_not_slower(open_logs: Callable[..., StoreView]) -> None:
    points = [("loss", i, i * 0.5 + (60.0 if i > 210 else 0.0), 1.0) for i in range(220)]
    assert "slower" not in notices(open_logs({"run": points}))


def test_runs_long_over_have_only_nan_and_damage_notices(tmp_path: Path) -> None:
    old = [
        (tag, i, time - 1e6, math.nan if i == 9 else v) for tag, i, time, v in losses(2000, flat_from=1200)
    ]
    path = write_events(tmp_path / "old", old)
    with open(path, "r+b") as file:
        file.seek(5000)
        file.write(b"\xff" * 9)
    write_events(tmp_path / "new", [("loss", 0, 2000.0, 1.0)])
    found = QUERIES["notices"](load(str(tmp_path)).view(), {})["notices"]
    assert [notice["rule"] for notice in found] == ["nan", "damage"]


def test_notices_of_an_index_request_no_points(tmp_path: Path) -> None:
    points = [(tag, i, time, math.nan if i == 9 else v) for tag, i, time, v in losses(2000, flat_from=1200)]
    write_events(tmp_path / "logs" / "run", points)
    assert set(notices(load(str(tmp_path / "logs")).view())) == {"nan", "plateau"}
    make_index(tmp_path / "logs", tmp_path / "index")
    shutil.rmtree(tmp_path / "index" / "packs")
    with opened_index(tmp_path / "index") as follower:
        assert set(notices(follower.store.view())) == {"nan"}
