"""What matters: rank correlation by hand, a forest where scikit-learn is, cautions where trials are few."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sightline.engine.store import StoreView
from sightline.kinds.hparams.importance import caution
from sightline.kinds.hparams.query import QUERIES
from sightline.kinds.hparams.ranks import bend, correlation_ratio, rank_correlation, ranks

Write = Callable[..., None]
View = Callable[[], StoreView]


def run_query(view: View, **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = QUERIES["importance"](view(), {"metric": {"tag": "loss"}, **more})
    return answer


def test_ranks_share_ties() -> None:
    assert ranks(np.array([10.0, 30.0, 20.0, 20.0])).tolist() == [1.0, 4.0, 2.5, 2.5]


@pytest.mark.parametrize(
    ("x", "y", "rho"),
    [([1, 2, 3, 4], [1, 4, 9, 16], 1.0), ([1, 2, 3, 4], [9, 3, 2, 1], -1.0), ([1, 1, 1], [1, 2, 3], None)],
)
def test_rank_correlation_is_spearmans(x: list[float], y: list[float], rho: float | None) -> None:
    assert rank_correlation(np.array(x, float), np.array(y, float)) == rho


def test_rank_correlation_is_scipys() -> None:
    stats = pytest.importorskip("scipy.stats")
    random = np.random.default_rng(1)
    x, y = random.integers(0, 9, 60).astype(float), random.normal(size=60)
    assert rank_correlation(x, y) == pytest.approx(float(stats.spearmanr(x, y).statistic))


def test_a_valley_bends() -> None:
    x = np.linspace(-1, 1, 41)
    assert bend(x, x**2) == pytest.approx(1.0, abs=0.01)
    assert abs(rank_correlation(x, x**2) or 0.0) < 0.05


def test_correlation_ratio_of_two_categories_is_the_rank_correlation() -> None:
    y = np.array([1.0, 5.0, 2.0, 7.0, 3.0])
    rho = rank_correlation(np.array([0.0, 1.0, 0.0, 1.0, 0.0]), y)
    assert correlation_ratio(["a", "b", "a", "b", "a"], y) == pytest.approx(abs(rho or 0.0))


def test_correlation_ratio_needs_repeated_categories_and_a_metric_that_varies() -> None:
    y = np.array([1.0, 2.0, 3.0, 4.0])
    assert correlation_ratio(["a", "a", "b", "b"], y) == pytest.approx(np.sqrt(0.8))
    assert correlation_ratio(["a", "b", "c", "d"], y) is None
    assert correlation_ratio(["a", "a", "a", "a"], y) is None
    assert correlation_ratio(["a", "a", "b", "b"], np.ones(4)) is None


def sweep(write: Write, n: int) -> None:
    random = np.random.default_rng(0)
    for i in range(n):
        lr, noise, opt = random.uniform(0, 1), random.uniform(0, 1), ("adam", "sgd")[i % 2]
        loss = 3 * lr + (opt == "sgd") + 0.01 * noise
        write(f"{i:02d}", {"lr": lr, "noise": noise, "opt": opt, "same": 1}, {"loss": [loss]})


def test_importance_ranks_what_was_put_in(write: Write, view: View) -> None:
    pytest.importorskip("sklearn")
    sweep(write, 40)
    answer = run_query(view)
    assert [each["key"] for each in answer["hparams"]] == ["lr", "opt", "noise"]
    assert sum(each["importance"] for each in answer["hparams"]) == pytest.approx(1.0)
    assert answer["hparams"][0]["correlation"] > 0.8
    assert answer["hparams"][1]["correlation"] is None  # words have no order
    assert answer["n"] == 40
    assert answer["caution"] is None
    assert answer["forest"]["explained"] > 0.5


def test_every_hyperparameter_has_a_number_without_a_forest(write: Write, view: View) -> None:
    sweep(write, 12)
    answer = {each["key"]: each for each in run_query(view)["hparams"]}
    assert all(each["correlation"] is not None for each in (answer["lr"], answer["noise"]))
    assert answer["opt"]["ratio"] > 0.3
    assert answer["lr"]["ratio"] is None


def test_too_few_trials_are_cautioned(write: Write, view: View) -> None:
    sweep(write, 4)
    answer = run_query(view)
    assert answer["caution"] == "4 trials are too few for 3 hyperparameters: about 30 are needed."
    assert answer["problem"] == "Importance needs at least 5 trials with this metric."
    assert all("importance" not in each for each in answer["hparams"])
    assert caution(1, 1) == "1 trial is too few for 1 hyperparameter: about 30 are needed."
    assert caution(100, 30) == "100 trials are too few for 30 hyperparameters: about 150 are needed."


def test_without_a_forest_a_bend_counts_as_much_as_a_line(write: Write, view: View) -> None:
    for i, (lr, other, loss) in enumerate([(1, 3, 4.0), (2, 2, 1.0), (3, 1, 2.0), (4, 4, 3.0)]):
        write(f"{i}", {"other": other, "lr": lr}, {"loss": [loss]})
    bent, plain = run_query(view)["hparams"]
    assert (bent["key"], plain["key"]) == ("lr", "other")
    assert abs(bent["bend"]) > abs(plain["correlation"]) > abs(bent["correlation"])


def test_chosen_runs_only_and_nan_left_out(write: Write, view: View) -> None:
    for i in range(6):
        write(f"{i}", {"lr": float(i)}, {"loss": [float("nan") if i == 5 else -float(i)]})
    assert (run_query(view)["n"], run_query(view)["left_out"]) == (5, 1)
    seen = view()
    chosen = [run.id for run in seen.runs[:3]]
    answer = QUERIES["importance"](seen, {"metric": {"tag": "loss"}, "runs": chosen})
    assert answer["n"] == 3
    assert answer["hparams"][0]["correlation"] == -1.0


def test_missing_and_mixed_values(write: Write, view: View) -> None:
    pytest.importorskip("sklearn")
    for i in range(8):
        hparams = {"x": "auto" if i % 2 else i, "huge": 1e300 * i} | ({"some": i} if i > 3 else {})
        write(f"{i}", hparams, {"loss": [float(i)]})
    answer = run_query(view)
    by_key = {each["key"]: each for each in answer["hparams"]}
    assert (by_key["x"]["type"], by_key["x"]["correlation"]) == ("mixed", None)
    assert by_key["some"]["n"] == 4
    assert all(0 <= each["importance"] <= 1 for each in answer["hparams"])
