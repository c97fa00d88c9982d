"""Ignite's TensorboardLogger on a small engine; argument: the log directory."""

import sys

import torch
from ignite.engine import Engine, Events
from ignite.handlers import TensorboardLogger
from ignite.handlers.tensorboard_logger import OptimizerParamsHandler

torch.manual_seed(3)
layer = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)


def update(engine: Engine, batch: torch.Tensor) -> dict[str, float]:
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(layer(batch), 3 * batch + 1)
    loss.backward()
    optimizer.step()
    return {"loss": loss.item()}


trainer = Engine(update)
logger = TensorboardLogger(log_dir=sys.argv[1])
logger.attach_output_handler(
    trainer, Events.ITERATION_COMPLETED, tag="training", output_transform=lambda out: out
)
logger.attach(trainer, OptimizerParamsHandler(optimizer), event_name=Events.ITERATION_STARTED)
trainer.run([torch.linspace(-1, 1, 4).unsqueeze(1)] * 3, max_epochs=2)
logger.close()
