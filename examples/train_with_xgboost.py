"""Boosting with XGBoost, every round logged; then `sightline runs`. Needs xgboost."""

from __future__ import annotations

import numpy as np
import xgboost

from sightline import SummaryWriter
from sightline.integrations.xgboost import SightlineCallback

x = np.linspace(-1, 1, 200).reshape(-1, 1)
data = xgboost.DMatrix(x, np.sin(4 * x[:, 0]))
with SummaryWriter("runs/xgboost") as writer:
    writer.log_hparams({"max_depth": 3, "eta": 0.3}, ["train/rmse"])
    xgboost.train(
        {"max_depth": 3, "eta": 0.3}, data, 20, evals=[(data, "train")], callbacks=[SightlineCallback(writer)]
    )
