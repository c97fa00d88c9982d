"""A training loop with accelerate and Sightline's tracker; then `sightline runs`. Needs accelerate."""

from __future__ import annotations

import torch
from accelerate import Accelerator

from sightline.integrations.accelerate import SightlineTracker

accelerator = Accelerator(log_with=[SightlineTracker("runs/accelerate", metrics=["loss"])], cpu=True)
accelerator.init_trackers("line", config={"lr": 0.1, "model": {"features": 1}})
layer = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
layer, optimizer = accelerator.prepare(layer, optimizer)
x = torch.linspace(-1, 1, 64).unsqueeze(1)
for step in range(20):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(layer(x), 3 * x + 1)
    accelerator.backward(loss)
    optimizer.step()
    accelerator.log({"loss": loss.item()}, step=step)
accelerator.end_training()
