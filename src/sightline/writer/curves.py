"""SummaryWriter's methods for judging classifiers: precision-recall and ROC curves, confusion matrices."""

from __future__ import annotations

import time

from sightline._native import EventFileWriter
from sightline.writer.arguments import as_step, as_tag, as_walltime
from sightline.writer.base import WriterBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class CurveMethods(WriterBase):
    """add_pr_curve, add_pr_curve_raw, add_roc_curve and add_confusion_matrix."""

    def add_pr_curve(
        self,
        tag: str,
        labels: Any,
        predictions: Any,
        global_step: Any = None,
        num_thresholds: int = 127,
        weights: Any = None,
        walltime: Any = None,
        *,
        step: Any = None,
    ) -> None:
        """Log how precision and recall of binary predictions in [0, 1] change with the threshold.

        At most 127 thresholds, as in torch; predictions that are NaN or outside [0, 1] are not counted.
        """
        from sightline.kinds.pr_curve.encode import pr_curve_value

        text, at, seconds = as_tag(tag), as_step(global_step, step), as_walltime(walltime)
        value = pr_curve_value(text, labels, predictions, num_thresholds, weights)
        self._claim_tag(text, "pr_curve")
        self._add_value(value.SerializeToString(), at, seconds)

    def add_pr_curve_raw(
        self,
        tag: str,
        true_positive_counts: Any,
        false_positive_counts: Any,
        true_negative_counts: Any,
        false_negative_counts: Any,
        precision: Any,
        recall: Any,
        global_step: Any = None,
        num_thresholds: int = 127,
        weights: Any = None,
        walltime: Any = None,
        *,
        step: Any = None,
    ) -> None:
        """Log a precision-recall curve that is counted already; `weights`, as in torch, is not used."""
        from sightline.kinds.pr_curve.encode import pr_curve_raw_value

        text, at, seconds = as_tag(tag), as_step(global_step, step), as_walltime(walltime)
        value = pr_curve_raw_value(
            text,
            true_positive_counts,
            false_positive_counts,
            true_negative_counts,
            false_negative_counts,
            precision,
            recall,
            num_thresholds=num_thresholds,
        )
        self._claim_tag(text, "pr_curve")
        self._add_value(value.SerializeToString(), at, seconds)

    def add_roc_curve(
        self,
        tag: str,
        labels: Any,
        predictions: Any,
        global_step: Any = None,
        weights: Any = None,
        walltime: Any = None,
        *,
        step: Any = None,
    ) -> None:
        """Log the exact ROC curve of binary labels and any scores; TensorBoard shows a picture of it."""
        from sightline.kinds.roc_curve.encode import curve_rows, curve_value

        text, at, given = as_tag(tag), as_step(global_step, step), as_walltime(walltime)
        seconds = time.time() if given is None else given
        rows = curve_rows(text, labels, predictions, weights)
        self._claim_tag(text, "roc_curve")
        self._add_value(curve_value(text, rows).SerializeToString(), at, seconds)
        self._submit(lambda: _roc_picture(text, rows, at, seconds), rows.nbytes)

    def add_confusion_matrix(
        self,
        tag: str,
        labels: Any = None,
        predictions: Any = None,
        global_step: Any = None,
        class_names: Sequence[str] | None = None,
        weights: Any = None,
        walltime: Any = None,
        *,
        matrix: Any = None,
        step: Any = None,
    ) -> None:
        """Log which class was taken for which, from class numbers or as a `matrix` (rows are true classes).

        TensorBoard shows it as a table in its text page.
        """
        from sightline.kinds.confusion_matrix.encode import confusion_matrix_values, matrix_values

        text, at, seconds = as_tag(tag), as_step(global_step, step), as_walltime(walltime)
        if (matrix is None) == (labels is None and predictions is None):
            raise TypeError(f"add_confusion_matrix {text!r}: expected labels and predictions, or matrix=…")
        if matrix is None:
            values = confusion_matrix_values(text, labels, predictions, class_names, weights)
        else:
            values = matrix_values(text, matrix, class_names)
        self._claim_tag(text, "confusion_matrix")
        self._add_summary_values(values, at, seconds)


def _roc_picture(tag: str, rows: Any, step: int, seconds: float) -> bytes:
    from sightline.kinds.roc_curve.picture import picture_value

    return EventFileWriter.encode_value_event(picture_value(tag, rows).SerializeToString(), step, seconds)
