"""Train with Lightning and Sightline's logger; then `sightline logs`. Needs lightning."""

from __future__ import annotations

import lightning
import torch
from torch.utils.data import DataLoader, TensorDataset

from sightline.integrations.lightning import SightlineLogger


class Line(lightning.LightningModule):
    def __init__(self, lr: float = 0.1) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.layer = torch.nn.Linear(1, 1)

    def training_step(self, batch: list[torch.Tensor]) -> torch.Tensor:
        loss = torch.nn.functional.mse_loss(self.layer(batch[0]), batch[1])
        self.log("train_loss", loss)
        return loss

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.SGD(self.parameters(), lr=self.hparams.lr)


x = torch.linspace(-1, 1, 64).unsqueeze(1)
trainer = lightning.Trainer(
    logger=SightlineLogger("logs", name="line", metrics=["train_loss"]),
    max_epochs=3,
    log_every_n_steps=1,
    accelerator="cpu",
    enable_checkpointing=False,
    enable_progress_bar=False,
)
trainer.fit(Line(), DataLoader(TensorDataset(x, 3 * x + 1), batch_size=8))
