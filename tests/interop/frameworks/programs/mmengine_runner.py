"""MMEngine's visualizer with its TensorBoard backend; argument: the log directory."""

import sys

import numpy as np
from mmengine.config import Config
from mmengine.visualization import Visualizer

visualizer = Visualizer.get_instance(
    "train", vis_backends=[{"type": "TensorboardVisBackend"}], save_dir=sys.argv[1]
)
visualizer.add_config(Config({"lr": 0.1, "model": {"depth": 2}}))
for step in range(5):
    visualizer.add_scalar("loss", 1 / (step + 1), step)
    visualizer.add_scalars({"acc/top1": step / 5, "acc/top5": step / 4}, step)
visualizer.add_image("picture", np.full((8, 8, 3), 100, np.uint8), 2)
visualizer.close()
