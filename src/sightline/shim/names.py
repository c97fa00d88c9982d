"""The names that the shim answers for, and what must not be there."""

from __future__ import annotations

# Packages whose presence makes the shim step aside.
REAL_PACKAGES = ("tensorboard", "tensorboardX")

# Module -> whether it is a package. `tensorboard` itself is never among them.
MODULES = {
    "tensorboardX": True,
    "tensorboardX.summary": False,
    "tensorboardX.writer": False,
    "torch.utils.tensorboard": True,
    "torch.utils.tensorboard.summary": False,
    "torch.utils.tensorboard.writer": False,
}

# What importlib.metadata is told. The local part of the version says whose it is.
DISTRIBUTION = "tensorboardX"
DISTRIBUTION_VERSION = "2.6.5+sightline"

# Frameworks that look for a writer while they are imported: the shim comes too late for them.
DECIDE_AT_IMPORT = (
    "accelerate",
    "stable_baselines3",
    "ultralytics",
)

# Set for child processes; the value is "1", or "force".
ENVIRONMENT = "SIGHTLINE_SHIM"
