"""Where metrics go. A backend opens what it needs at its first `log`, and knows nothing of the others."""

from __future__ import annotations

import os
from typing import Any, Protocol

from sightline.tracker.config import TrackerConfig


class Backend(Protocol):
    """Takes a dict of numbers at a step."""

    def log(self, metrics: dict[str, float], step: int) -> None:
        """Log numbers; may raise."""

    def close(self) -> None:
        """Flush and close what is open."""


class EventFiles:
    """Event files in a folder, which profiles may share."""

    def __init__(self, folder: str, suffix: str = "") -> None:
        """Remember the folder."""
        self._folder = folder
        self._suffix = suffix
        self.writer: Any = None

    def open(self) -> Any:
        """Return the writer."""
        if self.writer is None:
            from sightline.writer.summary_writer import SummaryWriter

            self.writer = SummaryWriter(self._folder, filename_suffix=self._suffix)
        return self.writer

    def log(self, metrics: dict[str, float], step: int) -> None:
        """Log each number as a scalar."""
        add_scalar = self.open().add_scalar
        for name, value in metrics.items():
            add_scalar(name, value, step)

    def close(self) -> None:
        """Flush and close the file."""
        if self.writer is not None:
            self.writer.close()


class WeightsAndBiases:
    """A run of W&B, where that is installed."""

    def __init__(self, project: str, run_name: str) -> None:
        """Remember the names."""
        self._project = project
        self._run_name = run_name
        self._run: Any = None

    def log(self, metrics: dict[str, float], step: int) -> None:
        """Log the dict as it is."""
        if self._run is None:
            import wandb

            self._run = wandb.init(project=self._project or None, name=self._run_name or None)
        self._run.log(metrics, step=step)

    def close(self) -> None:
        """End the run."""
        if self._run is not None:
            self._run.finish()


class JsonLines:
    """A file with a JSON object on each line: the metrics, `step` and `wall_time`."""

    def __init__(self, path: str) -> None:
        """Remember the file."""
        self._path = path
        self._file: Any = None

    def log(self, metrics: dict[str, float], step: int) -> None:
        """Append a line."""
        import json
        import time

        if self._file is None:
            os.makedirs(os.path.dirname(self._path) or ".", exist_ok=True)
            self._file = open(self._path, "a", encoding="utf-8")  # noqa: SIM115  closed by close()
        row = {"step": step, "wall_time": time.time(), **metrics}
        self._file.write(json.dumps(row) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


class Csv:
    """A file of comma-separated values, a row for each number: names may come later."""

    def __init__(self, path: str) -> None:
        """Remember the file."""
        self._path = path
        self._file: Any = None
        self._rows: Any = None

    def log(self, metrics: dict[str, float], step: int) -> None:
        """Append a row for each number."""
        if self._file is None:
            import csv

            os.makedirs(os.path.dirname(self._path) or ".", exist_ok=True)
            is_new = not os.path.exists(self._path)
            self._file = open(self._path, "a", encoding="utf-8", newline="")  # noqa: SIM115  as above
            self._rows = csv.writer(self._file)
            if is_new:
                self._rows.writerow(["step", "name", "value"])
        self._rows.writerows([step, name, value] for name, value in metrics.items())
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


class Console:
    """One line for each log call."""

    def __init__(self) -> None:
        """Load rich when the first line is printed."""
        self._console: Any = None

    def log(self, metrics: dict[str, float], step: int) -> None:
        """Print a line."""
        from rich.text import Text

        if self._console is None:
            from rich.console import Console as RichConsole

            self._console = RichConsole(stderr=True, highlight=False)
        line = Text.assemble((f"step {step}", "bold"))
        for name, value in metrics.items():
            line.append(f"  {name} ", "dim").append(f"{value:.5g}")
        self._console.print(line, soft_wrap=True)

    def close(self) -> None:
        """Have nothing to close."""


def make_backend(name: str, config: TrackerConfig, suffix: str) -> Backend:
    """Make a backend by its name; nothing is opened."""
    if name == "tensorboard":
        return EventFiles(config.tensorboard_dir, suffix)
    if name == "wandb":
        return WeightsAndBiases(config.wandb_project, config.wandb_run_name)
    if name == "jsonl":
        return JsonLines(os.path.join(config.tensorboard_dir, f"metrics{suffix}.jsonl"))
    if name == "csv":
        return Csv(os.path.join(config.tensorboard_dir, f"metrics{suffix}.csv"))
    if name == "console":
        return Console()
    raise ValueError(f"[metrics] backends: {name!r} is none of tensorboard, wandb, jsonl, csv, console")
