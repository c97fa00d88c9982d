"""LightGBM: `SightlineCallback` logs the evaluation of every round."""

from __future__ import annotations

from typing import Any


class SightlineCallback:
    """Logs ``<data>/<metric>`` at each round: ``lgb.train(…, callbacks=[SightlineCallback(writer)])``.

    :param writer: a `sightline.SummaryWriter`; it is left open.
    """

    order = 20  # after LightGBM's own callbacks, which may change the results
    before_iteration = False

    def __init__(self, writer: Any) -> None:
        """Log to a writer."""
        self._writer = writer

    def __call__(self, env: Any) -> None:
        """Log one round. In cross-validation a result has the mean and the deviation over the folds."""
        for data, metric, value, _, *deviation in env.evaluation_result_list:
            tag = f"{data}/{metric}"
            self._writer.add_scalar(tag, value, env.iteration)
            for number in deviation:
                self._writer.add_scalar(f"{tag}_std", number, env.iteration)
