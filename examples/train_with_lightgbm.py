"""Boosting with LightGBM, every round logged; then `sightline runs`. Needs lightgbm."""

from __future__ import annotations

import lightgbm
import numpy as np

from sightline import SummaryWriter
from sightline.integrations.lightgbm import SightlineCallback

x = np.linspace(-1, 1, 200).reshape(-1, 1)
data = lightgbm.Dataset(x, np.sin(4 * x[:, 0]))
options = {"objective": "regression", "num_leaves": 7, "verbose": -1}
with SummaryWriter("runs/lightgbm") as writer:
    writer.log_hparams(options, ["train/l2"])
    lightgbm.train(
        options, data, 20, valid_sets=[data], valid_names=["train"], callbacks=[SightlineCallback(writer)]
    )
