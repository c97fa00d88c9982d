"""What a tracker is told: a TOML file, its section ``[metrics]``, or a dict."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

SECTION = "metrics"

# What the fields' types take, and their names for people.
_EXPECTED: dict[str, tuple[Any, str]] = {
    "int": (int, "a whole number"),
    "float": ((int, float), "a number"),
    "bool": (bool, "true or false"),
    "str": (str, "a text"),
    "list[str]": ((list, tuple), "a list of names"),
    "dict[str, str]": (Mapping, "a table of names"),
}


@dataclass
class TrackerConfig:
    """The settings of a tracker, with their defaults.

    `backends` names any of "tensorboard", "wandb", "jsonl", "csv" and "console"; the switches add to it.
    """

    log_interval: int = 10
    enable_tensorboard: bool = True
    tensorboard_dir: str = "tb_logs"
    enable_wandb: bool = False
    wandb_project: str = ""
    wandb_run_name: str = ""
    backends: list[str] = field(default_factory=list)
    capture: bool = True
    smoothing: float = 0.1
    gpu_metrics_interval_secs: float = 0.0
    rank: int = 0
    per_rank_files: bool = False
    names: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, given: Any) -> TrackerConfig:
        """Take a config, a dict (the section, or one that has it), the path of a TOML file, or None."""
        if isinstance(given, cls):
            return given
        settings = given if isinstance(given, Mapping) else _file(given) if given is not None else {}
        settings = settings.get(SECTION, settings)
        known = {each.name for each in fields(cls)}
        unknown = sorted(settings.keys() - known)
        if unknown:
            raise ValueError(
                f"[{SECTION}]: unknown setting {', '.join(unknown)}; known: {', '.join(sorted(known))}"
            )
        config = cls(**settings)
        config._check_types()
        if config.log_interval < 1:
            raise ValueError(f"[{SECTION}] log_interval: expected at least 1, got {config.log_interval}")
        if not 0 < config.smoothing <= 1:
            raise ValueError(
                f"[{SECTION}] smoothing: expected a number above 0 up to 1, got {config.smoothing}"
            )
        return config

    def _check_types(self) -> None:
        for each in fields(self):
            value, (expected, words) = getattr(self, each.name), _EXPECTED[str(each.type)]
            if not isinstance(value, expected) or (isinstance(value, bool) and expected is not bool):
                raise ValueError(f"[{SECTION}] {each.name}: expected {words}, got {value!r}")

    @property
    def chosen_backends(self) -> list[str]:
        """The names of all backends to log to, each once."""
        by_switch = [("tensorboard", self.enable_tensorboard), ("wandb", self.enable_wandb)]
        return list(dict.fromkeys([*(name for name, on in by_switch if on), *self.backends]))


def _file(path: str | os.PathLike[str]) -> Mapping[str, Any]:
    import sys
    from importlib import import_module

    tomllib = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    with open(path, "rb") as file:
        try:
            settings: dict[str, Any] = tomllib.load(file)
        except tomllib.TOMLDecodeError as error:
            raise ValueError(f"{os.fspath(path)}: {error}") from error
    if SECTION not in settings:
        raise ValueError(f"{os.fspath(path)}: there is no section [{SECTION}]")
    return settings
