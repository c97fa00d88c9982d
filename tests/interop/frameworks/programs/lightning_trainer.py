"""Lightning with its own TensorBoardLogger; argument: the log directory."""

import sys

import lightning
import torch
from lightning.pytorch.loggers import TensorBoardLogger
from torch.utils.data import DataLoader, TensorDataset


class Line(lightning.LightningModule):
    def __init__(self, lr: float = 0.1, hidden: int = 3) -> None:
        super().__init__()
        self.save_hyperparameters()
        self.layer = torch.nn.Linear(1, 1)

    def training_step(self, batch: list[torch.Tensor]) -> torch.Tensor:
        loss = torch.nn.functional.mse_loss(self.layer(batch[0]), batch[1])
        self.log("train_loss", loss, on_step=True, on_epoch=True)
        return loss

    def validation_step(self, batch: list[torch.Tensor]) -> None:
        self.log("val_loss", torch.nn.functional.mse_loss(self.layer(batch[0]), batch[1]))

    def configure_optimizers(self) -> torch.optim.Optimizer:
        return torch.optim.SGD(self.parameters(), lr=self.hparams.lr)


lightning.seed_everything(3, verbose=False)
x = torch.linspace(-1, 1, 16).unsqueeze(1)
data = DataLoader(TensorDataset(x, 3 * x + 1), batch_size=4, num_workers=0)
trainer = lightning.Trainer(
    logger=TensorBoardLogger(sys.argv[1], name="line"),
    max_epochs=2,
    log_every_n_steps=1,
    accelerator="cpu",
    enable_progress_bar=False,
    enable_model_summary=False,
    enable_checkpointing=False,
)
trainer.fit(Line(), data, data)
