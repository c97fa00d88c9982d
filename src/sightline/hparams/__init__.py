"""What tensorboard.plugins.hparams.api offers: declare an experiment, log each session's hyperparameters.

Only the import changes: ``from sightline import hparams as hp``. Writing goes to the default writer of
`sightline.summary`.
"""

from __future__ import annotations

from typing import Any

from sightline.hparams.declared import HParam, Metric
from sightline.hparams.domains import Discrete, Domain, IntInterval, RealInterval
from sightline.hparams.write import (
    hparams,
    hparams_config,
    hparams_config_pb,
    hparams_pb,
    session_end,
    session_end_pb,
)

__all__ = [
    "Discrete",
    "Domain",
    "HParam",
    "IntInterval",
    "KerasCallback",
    "Metric",
    "RealInterval",
    "hparams",
    "hparams_config",
    "hparams_config_pb",
    "hparams_pb",
    "session_end",
    "session_end_pb",
]


def __getattr__(name: str) -> Any:
    """Load Keras only for the one name that needs it."""
    if name == "KerasCallback":
        from sightline.hparams.keras import callback_class

        return callback_class()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
