"""Logs in SQL, by DuckDB, and as frames of other libraries."""

from __future__ import annotations

from pathlib import Path

import pytest

import sightline

GOLDEN = Path(__file__).parents[2] / "golden"


def test_sql_joins_scalars_and_hyperparameters() -> None:
    pytest.importorskip("duckdb")
    logs = sightline.open(GOLDEN / "torch/hparams")
    answer = logs.sql("select run, lr, value from scalars join hparams using (run) where tag = 'hparam/loss'")
    rows = answer.fetchall()
    assert sorted(run for run, _, _ in rows) == [f"trial_{number}" for number in range(5)]
    assert logs.sql("select count(*) from runs").fetchall() == [(9,)]


def test_frames_of_other_libraries() -> None:
    pytest.importorskip("polars")
    pytest.importorskip("pandas")
    frame = sightline.open(GOLDEN / "torch/scalars").scalars()
    assert frame.to_polars().shape == frame.to_pandas().shape == (80, 5)
