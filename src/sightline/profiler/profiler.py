"""Profiler: takes a training's steps through a schedule, and logs each one's times."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from types import TracebackType
from typing import Any, TypeVar

from sightline.profiler.data_loading import TimedLoader
from sightline.profiler.guard import Guard
from sightline.profiler.recorder import Options, Recorder, Shapes, Span
from sightline.profiler.schedule import Phase, Schedule
from sightline.profiler.step_scalars import StepScalars
from sightline.profiler.target import Target, open_target
from sightline.writer.notices import warn_user

_T = TypeVar("_T")
_NO_SPAN: Span = nullcontext()


class Profiler:
    """A profile of some steps. Made by `profile` and `trace`; used as a context manager, by one thread.

    Only `span` may be used by other threads too.
    """

    def __init__(
        self,
        target: Any,
        make_recorder: Callable[[str, Options], Recorder],
        schedule: Schedule,
        options: Options,
        *,
        first_step: int,
    ) -> None:
        self._given = target
        self._make_recorder = make_recorder
        self._schedule = schedule
        self._options = options
        self._step = first_step
        self._index = 0
        self._window_begin = -1
        self._phase = Phase.IDLE
        self._tracing = Guard("profiling")
        self._logging = Guard("logging of profile/… scalars")
        self._reading_device = Guard("logging of the device's memory")
        self._target = Target(None, None)
        self._recorder: Recorder | None = None
        self._scalars: StepScalars | None = None
        self._step_span: Span = _NO_SPAN
        self._writes: ThreadPoolExecutor | None = None
        self._written: list[Future[None]] = []

    def __enter__(self) -> Profiler:
        self._target = self._tracing.call(open_target, self._given) or self._target
        if self._target.folder is not None:
            self._recorder = self._tracing.call(self._make_recorder, self._target.folder, self._options)
        if self._target.writer is not None:
            self._scalars = StepScalars(self._target.writer, self._device_scalars(self._recorder))
        self._enter_step()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # A window that began with the last call of step() has no step of the training.
        is_empty = error is None and self._index > 0 and self._window_begin == self._index
        self._leave_step()
        self._end_window(keep=not is_empty)
        if self._writes is not None:
            self._writes.shutdown(wait=True)
            self._warn_of_failed_writes()
        if self._target.owns_writer:
            self._logging.call(self._target.writer.close)
        if error is None and self._recorder is not None and self._index == 0 and not self._records_at_once:
            warn_user(
                "nothing was profiled: call step() after each step, or pass wait=0 and warmup=0 "
                "to record the whole block"
            )

    def step(self, global_step: int | None = None) -> None:
        """End a step and begin the next. Its times are logged at `global_step`, else at the last plus 1."""
        if global_step is not None:
            self._step = int(global_step)
        if self._scalars is not None:
            self._logging.call(self._scalars.end_step, self._step)
        self._leave_step()
        if self._schedule.ends_window(self._index):
            self._end_window()
        self._step += 1
        self._index += 1
        self._enter_step()

    def data(self, loader: Iterable[_T]) -> TimedLoader[_T]:
        """Return `loader` with its waits for data measured: ``for batch in prof.data(loader):``."""
        return TimedLoader(loader, lambda: self._wait_for(loader))

    def span(self, name: str, *, shapes: Shapes = ()) -> Span:
        """Name a part of a step: ``with prof.span("forward"):``. Costs nothing unless it is recorded."""
        recorder = self._recorder
        if self._phase is not Phase.ACTIVE or recorder is None:
            return _NO_SPAN
        return self._tracing.call(recorder.span, name, shapes) or _NO_SPAN

    @property
    def is_recording(self) -> bool:
        """Whether the current step is recorded."""
        return self._phase is Phase.ACTIVE and not self._tracing.has_failed

    @property
    def _records_at_once(self) -> bool:
        return self._schedule.phase(0) is Phase.ACTIVE

    def _enter_step(self) -> None:
        if self._recorder is None:
            return
        before, self._phase = self._phase, self._schedule.phase(self._index)
        if self._phase is not before:
            if self._phase is Phase.WARMUP:
                self._tracing.call(self._recorder.prepare)
            elif self._phase is Phase.ACTIVE:
                self._tracing.call(self._recorder.start)
                self._window_begin = self._index
        if self._phase is Phase.ACTIVE:
            span = self._tracing.call(self._recorder.step_span, self._step) or _NO_SPAN
            self._tracing.call(span.__enter__)
            self._step_span = span
        self._discard_if_failed()

    def _leave_step(self) -> None:
        self._tracing.call(self._step_span.__exit__, None, None, None)
        self._step_span = _NO_SPAN
        self._discard_if_failed()

    def _end_window(self, *, keep: bool = True) -> None:
        phase, self._phase = self._phase, Phase.IDLE
        if self._recorder is None or phase is Phase.IDLE:
            return
        if phase is Phase.ACTIVE and keep:
            self._tracing.call(self._stop, self._recorder)
        else:
            self._tracing.call(self._recorder.discard)
        self._discard_if_failed()

    def _stop(self, recorder: Recorder) -> None:
        write = recorder.stop()
        self._warn_of_failed_writes()
        if self._writes is None:
            self._writes = ThreadPoolExecutor(1, "sightline-profile")
        self._written.append(self._writes.submit(write))

    def _warn_of_failed_writes(self) -> None:
        done = [future for future in self._written if future.done()]
        self._written = [future for future in self._written if future not in done]
        for future in done:
            self._tracing.call(future.result)

    def _discard_if_failed(self) -> None:
        """Leave no profiler running that nobody will stop."""
        if self._tracing.has_failed and self._recorder is not None:
            recorder, self._recorder = self._recorder, None
            with suppress(Exception):  # the failure was warned about already
                recorder.discard()

    def _device_scalars(self, recorder: Recorder | None) -> Callable[[], dict[str, float]]:
        """Return what reads them, also after the recorder's profiler failed."""
        if recorder is None:
            return dict
        return lambda: self._reading_device.call(recorder.device_scalars) or {}

    @contextmanager
    def _wait_for(self, loader: Any) -> Iterator[None]:
        span = _NO_SPAN
        if self._phase is Phase.ACTIVE and self._recorder is not None:
            span = self._tracing.call(self._recorder.data_span, loader) or _NO_SPAN
        begun = time.perf_counter()
        try:
            with span:
                yield
        finally:
            if self._scalars is not None:
                self._scalars.add_data_secs(time.perf_counter() - begun)
