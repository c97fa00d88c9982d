"""MMEngine's visualizer with Sightline as its backend; then `sightline runs`. Needs mmengine."""

from __future__ import annotations

from mmengine.config import Config
from mmengine.visualization import Visualizer

import sightline.integrations.mmengine  # noqa: F401  registers the backend

backend = {"type": "SightlineVisBackend", "metrics": ["loss"]}
visualizer = Visualizer("visualizer", vis_backends=[backend], save_dir="runs/mmengine")
visualizer.add_config(Config({"lr": 0.1, "model": {"depth": 2}}))
for step in range(20):
    visualizer.add_scalars({"loss": 0.9**step}, step)
visualizer.close()
