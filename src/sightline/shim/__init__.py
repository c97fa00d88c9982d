"""Lets frameworks that know only tensorboardX or torch.utils.tensorboard write through Sightline's writer.

Opt-in: call `install()` before the framework is imported, or start the program by `sightline run`.
"""

from __future__ import annotations

from sightline.shim.installation import install, is_installed, uninstall

__all__ = ["install", "is_installed", "uninstall"]
