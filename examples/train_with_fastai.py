"""A training with fastai and Sightline's callback; then `sightline runs`. Needs fastai."""

from __future__ import annotations

import torch
from fastai.data.core import DataLoaders
from fastai.data.load import DataLoader
from fastai.learner import Learner

from sightline.integrations.fastai import SightlineCallback

x = torch.linspace(-1, 1, 64).unsqueeze(1)
rows = list(zip(x, 3 * x + 1, strict=True))
loaders = DataLoaders(DataLoader(rows, bs=16), DataLoader(rows, bs=16))
learner = Learner(loaders, torch.nn.Linear(1, 1), loss_func=torch.nn.functional.mse_loss)
learner.fit(5, 0.1, cbs=SightlineCallback("runs/fastai", hparams={"features": 1}))
