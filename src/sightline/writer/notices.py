"""Warnings that point at the user's line, not at ours."""

from __future__ import annotations

import os
import sys
import warnings

_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep


def warn_user(message: str) -> None:
    """Warn once per place in the user's code: the nearest caller outside this package."""
    level = 2
    # None where native code calls when the program ends: no line of Python is running any more.
    frame = sys._getframe().f_back
    while frame is not None and frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
        level += 1
    warnings.warn(f"sightline: {message}", RuntimeWarning, stacklevel=level)
