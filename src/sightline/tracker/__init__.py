"""Sends one dict of metrics to event files, W&B, JSON lines, CSV and the console, from rank zero."""

from __future__ import annotations

from sightline.tracker.config import TrackerConfig
from sightline.tracker.throughput import flops_per_token, model_flops_utilization
from sightline.tracker.tracker import Tracker

__all__ = ["Tracker", "TrackerConfig", "flops_per_token", "model_flops_utilization"]
