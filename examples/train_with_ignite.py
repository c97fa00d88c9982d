"""A training with Ignite, whose handlers log to a run; then `sightline runs`. Needs pytorch-ignite."""

from __future__ import annotations

import torch
from ignite.engine import Engine, Events

from sightline.integrations.ignite import SightlineLogger

layer = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)


def update(engine: Engine, batch: torch.Tensor) -> dict[str, float]:
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(layer(batch), 3 * batch + 1)
    loss.backward()
    optimizer.step()
    return {"loss": loss.item()}


trainer = Engine(update)
with SightlineLogger("runs/ignite") as logger:
    logger.attach_output_handler(
        trainer, Events.ITERATION_COMPLETED, tag="training", output_transform=lambda output: output
    )
    trainer.run([torch.linspace(-1, 1, 16).unsqueeze(1)] * 10, max_epochs=3)
