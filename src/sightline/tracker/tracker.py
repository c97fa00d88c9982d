"""Tracker: takes a training's metrics, names and smooths them, and hands the same dict to every backend."""

from __future__ import annotations

from typing import Any

from sightline.tracker.config import TrackerConfig
from sightline.tracker.guarded import GuardedBackend
from sightline.tracker.throughput import Smoothed, StepClock, model_flops_utilization

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

    from sightline.capturing import Capture
    from sightline.tracker.host_metrics import HostMetrics

# Of these, moving averages are logged too.
_SMOOTHED = ("loss", "tokens_per_sec", "mfu", "step_time_sec")


class Tracker:
    """Logs a training's metrics from one process: ``Tracker("config.toml")``.

    Nothing is opened, imported or started before the first value is logged.

    :param config: a TOML file with a section ``[metrics]``, that section as a dict, or a `TrackerConfig`.
    :param flops_per_token: of the model, for ``train/mfu``; see `flops_per_token`.
    :param peak_flops_per_sec: of all devices together, for ``train/mfu``.
    """

    def __init__(
        self, config: Any = None, *, flops_per_token: float = 0.0, peak_flops_per_sec: float = 0.0
    ) -> None:
        self.config = TrackerConfig.read(config)
        self._flops_per_token = flops_per_token
        self._peak_flops_per_sec = peak_flops_per_sec
        self._smoothed = Smoothed(self.config.smoothing)
        self._clock = StepClock()
        self._backends: list[GuardedBackend] | None = None
        self._host_metrics: HostMetrics | None = None
        self._capture: Capture | None = None
        self._is_first_step = True
        self._step = 0
        self._warned_names: set[str] = set()
        for name in self.config.chosen_backends:
            self._make(name, "")  # a wrong name fails here, not after hours

    def end_step(
        self,
        step: int,
        *,
        loss: Any = None,
        grad_norm: Any = None,
        lr: Any = None,
        tokens: float = 0,
        **more: Any,
    ) -> None:
        """End a training step: measured now, smoothed always, logged at the first and each `log_interval`.

        `tokens` are those of this step, over all processes. `more` are metrics of your own, logged as
        ``train/<name>``. A value may be a tensor; it is read only where it is used.
        """
        seconds = self._clock.end_step()
        numbers = {"loss": loss, "grad_norm": grad_norm, "lr": lr, **more}
        numbers = self._numbers({name: value for name, value in numbers.items() if value is not None})
        numbers["step_time_sec"] = seconds
        if tokens and seconds > 0:
            numbers["tokens_per_sec"] = tokens / seconds
            if self._flops_per_token and self._peak_flops_per_sec:
                numbers["mfu"] = model_flops_utilization(
                    numbers["tokens_per_sec"], self._flops_per_token, self._peak_flops_per_sec
                )
        self._smoothed.add({name: number for name, number in numbers.items() if name in _SMOOTHED})
        if self._is_first_step or step % self.config.log_interval == 0:
            self._is_first_step = False
            smoothed = {f"smoothed/{name}": number for name, number in self._smoothed.values.items()}
            self.log({**{f"train/{name}": number for name, number in numbers.items()}, **smoothed}, step)

    def log(self, metrics: dict[str, Any], step: int) -> None:
        """Log numbers as they are named, at once; `names` of the config may rename them."""
        self._step = step
        backends = self._open()
        if not backends:
            return
        numbers = self._renamed(self._numbers(metrics))
        for backend in backends:
            backend.log(numbers, step)

    @property
    def writer(self) -> Any:
        """The `sightline.SummaryWriter` of this process, for other kinds of data; None where it logs none."""
        from sightline.tracker.backends import EventFiles

        for guarded in self._open():
            if isinstance(guarded.backend, EventFiles):
                return guarded.backend.open()
        return None

    def close(self) -> None:
        """Flush and close all backends. Logging again opens them anew."""
        if self._host_metrics is not None:
            self._host_metrics.close()
            self._host_metrics = None
        if self._capture is not None:
            self._capture.close()
            self._capture = None
        for backend in self._backends or ():
            backend.close()
        self._backends = None

    def __enter__(self) -> Tracker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and self._capture is not None:
            self._capture.__exit__(kind, error, trace)
        self.close()

    def _open(self) -> list[GuardedBackend]:
        """The backends of this process: none, unless it is the rank that logs or every rank does."""
        if self._backends is None:
            from sightline.profiler.worker import rank_and_size

            rank, _ = rank_and_size()
            self._backends = []
            if self.config.per_rank_files or rank == self.config.rank:
                suffix = f".rank{rank}" if self.config.per_rank_files else ""
                self._backends = [self._make(name, suffix) for name in self.config.chosen_backends]
                self._start_host_metrics()
                self._start_capture()
        return self._backends

    def _make(self, name: str, suffix: str) -> GuardedBackend:
        from sightline.tracker.backends import make_backend

        return GuardedBackend(name, make_backend(name, self.config, suffix))

    def _start_capture(self) -> None:
        from sightline.tracker.backends import EventFiles

        for guarded in self._backends or () if self.config.capture else ():
            if isinstance(guarded.backend, EventFiles):
                from sightline.capturing import capture

                self._capture = capture(guarded.backend.open())

    def _start_host_metrics(self) -> None:
        if self.config.gpu_metrics_interval_secs > 0:
            from sightline.tracker.host_metrics import HostMetrics

            self._host_metrics = HostMetrics(self.config.gpu_metrics_interval_secs, self._log_host)

    def _log_host(self, metrics: dict[str, float]) -> None:
        numbers = self._renamed(metrics)
        for backend in self._backends or ():
            backend.log(numbers, self._step)

    def _renamed(self, numbers: dict[str, float]) -> dict[str, float]:
        names = self.config.names
        return {names.get(name, name): number for name, number in numbers.items()} if names else numbers

    def _numbers(self, metrics: dict[str, Any]) -> dict[str, float]:
        """The metrics as numbers; one that is none is left out, and does not stop the training."""
        numbers: dict[str, float] = {}
        for name, value in metrics.items():
            try:
                numbers[name] = float(value)
            except (TypeError, ValueError):
                self._warn_once(name, value)
        return numbers

    def _warn_once(self, name: str, value: Any) -> None:
        if name not in self._warned_names:
            from sightline.writer.notices import warn_user

            self._warned_names.add(name)
            warn_user(f"metric {name}: expected a number, got {type(value).__name__}; it is not logged")
