"""The metrics tracker: event files, JSON lines and the console at once; then `sightline runs`."""

from __future__ import annotations

from sightline.tracker import Tracker

config = {"log_interval": 5, "tensorboard_dir": "runs/tracked", "backends": ["jsonl", "console"]}
with Tracker(config) as tracker:
    for step in range(1, 21):
        tracker.end_step(step, loss=0.9**step, lr=3e-4, tokens=4096)
