"""Logs as frames in Python: `sightline.open("runs/")`."""

from __future__ import annotations

from sightline.logs.logs import Logs, open

__all__ = ["Logs", "open"]
