"""scikit-learn: searches, learning curves and validation curves as runs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from sightline.integrations.session import end_session


def log_search(search: Any, log_dir: str | os.PathLike[str]) -> None:
    """Log a fitted search (`GridSearchCV`, `RandomizedSearchCV`, …): a run for each candidate.

    A run has the candidate's parameters as hyperparameters, the score of every fold at the fold's number
    (``<score>/split``), and mean, deviation and times as metrics.
    """
    from sightline.writer.summary_writer import SummaryWriter

    results: Mapping[str, Any] = search.cv_results_ if hasattr(search, "cv_results_") else search
    for index, params in enumerate(results["params"]):
        with SummaryWriter(os.path.join(os.fspath(log_dir), f"candidate-{index}")) as writer:
            _log_candidate(writer, results, index, params)


def log_learning_curve(writer: Any, tag: str, sizes: Any, train_scores: Any, test_scores: Any) -> None:
    """Log what `learning_curve` returns, at the number of samples: mean and deviation over the folds."""
    for size, train, test in zip(sizes, np.asarray(train_scores), np.asarray(test_scores), strict=True):
        _log_scores(writer, tag, int(size), train, test)


def log_validation_curve(writer: Any, tag: str, values: Any, train_scores: Any, test_scores: Any) -> None:
    """Log what `validation_curve` returns, at the number of the value; ``<tag>/parameter`` is the value."""
    folds = zip(values, np.asarray(train_scores), np.asarray(test_scores), strict=True)
    for index, (value, train, test) in enumerate(folds):
        _log_scores(writer, tag, index, train, test)
        if isinstance(value, (int, float, np.number)):
            writer.add_scalar(f"{tag}/parameter", value, index)


def _log_candidate(writer: Any, results: Mapping[str, Any], index: int, params: Mapping[str, Any]) -> None:
    metrics = [
        name for name in results if name.startswith(("mean_", "std_")) and np.isfinite(results[name][index])
    ]
    writer.log_hparams(dict(params), metrics)
    for name in metrics:
        writer.add_scalar(name, results[name][index], 0)
    for name, column in results.items():
        if name.startswith("split"):
            fold, _, score = name.removeprefix("split").partition("_")
            writer.add_scalar(f"{score}/split", column[index], int(fold))
    end_session(writer, succeeded=bool(np.isfinite(results["mean_fit_time"][index])))


def _log_scores(writer: Any, tag: str, step: int, train: Any, test: Any) -> None:
    for name, scores in (("train", train), ("test", test)):
        writer.add_scalar(f"{tag}/{name}", np.mean(scores), step)
        writer.add_scalar(f"{tag}/{name}_std", np.std(scores), step)
