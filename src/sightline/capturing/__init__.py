"""What made a run: command line, git state, packages, host, console output, and how it ended."""

from __future__ import annotations

from sightline.capturing.capture import Capture, capture

__all__ = ["Capture", "capture"]
