"""A Hydra job that logs its configuration as hyperparameters; then `sightline runs`. Needs hydra-core."""

from __future__ import annotations

from dataclasses import dataclass, field

import hydra
from hydra.core.config_store import ConfigStore

from sightline import SummaryWriter
from sightline.integrations.hydra import log_config


@dataclass
class Model:
    depth: int = 2


@dataclass
class Config:
    lr: float = 0.1
    model: Model = field(default_factory=Model)


ConfigStore.instance().store(name="config", node=Config)


@hydra.main(version_base=None, config_name="config")
def main(config: Config) -> None:
    with SummaryWriter("runs/hydra") as writer:
        log_config(config, writer, metrics=["loss"])
        for step in range(20):
            writer.add_scalar("loss", (1 - config.lr) ** step, step)


main()
