"""A loop with accelerate's TensorBoard tracker; argument: the log directory."""

import sys

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed

set_seed(3)
accelerator = Accelerator(log_with="tensorboard", project_dir=sys.argv[1], cpu=True)
accelerator.init_trackers("loop", config={"lr": 0.1, "name": "line"})
layer = torch.nn.Linear(1, 1)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
layer, optimizer = accelerator.prepare(layer, optimizer)
x = torch.linspace(-1, 1, 8).unsqueeze(1)
for step in range(5):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(layer(x), 3 * x + 1)
    accelerator.backward(loss)
    optimizer.step()
    accelerator.log({"loss": loss.item(), "note": f"step {step}", "pair": {"a": step, "b": -step}}, step=step)
accelerator.end_training()
