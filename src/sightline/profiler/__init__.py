"""Profiles of a training: where its time goes, written into the run's folder, and its timings as scalars.

``profile`` records with torch's profiler, or the program's own spans where there is no torch; ``trace``
records with JAX's. Neither ever stops the training: what fails is warned about once, and the training
goes on.
"""

from __future__ import annotations

import sys
from typing import Any, Literal

from sightline.profiler.profiler import Profiler
from sightline.profiler.recorder import Options, Recorder
from sightline.profiler.schedule import Schedule

__all__ = ["Profiler", "profile", "trace"]


def profile(
    target: Any,
    *,
    wait: int = 1,
    warmup: int = 1,
    active: int = 3,
    repeat: int = 1,
    step: int = 0,
    framework: Literal["torch", "python"] | None = None,
    record_shapes: bool = True,
    profile_memory: bool = True,
    with_stack: bool = False,
) -> Profiler:
    """Record some steps of a training: ``with profile(writer) as prof:``, ``prof.step()`` after each step.

    :param target: the run: its writer, or its directory. None profiles nothing.
    :param wait: steps that are not recorded, at the beginning of each cycle.
    :param warmup: steps after them that are recorded and dropped, because a profiler is slow at first.
    :param active: steps that are recorded, into a file for each cycle.
    :param repeat: how many cycles; 0 is no end.
    :param step: number of the first step; a resumed training passes its own.
    :param framework: whose profiler; torch's if the program has imported torch, otherwise our own.
    :param record_shapes: record the shapes of operators' inputs.
    :param profile_memory: record allocations.
    :param with_stack: record Python stacks; this slows the recorded steps down.
    """
    chosen = framework or ("torch" if "torch" in sys.modules else "python")
    options = Options(record_shapes=record_shapes, profile_memory=profile_memory, with_stack=with_stack)
    schedule = Schedule(wait=wait, warmup=warmup, active=active, repeat=repeat)
    return Profiler(target, _torch if chosen == "torch" else _python, schedule, options, first_step=step)


def trace(
    target: Any,
    *,
    wait: int = 0,
    active: int = 5,
    repeat: int = 1,
    step: int = 0,
    profile_memory: bool = True,
    with_stack: bool = False,
) -> Profiler:
    """Record with JAX's profiler: ``with trace(writer) as prof:``, and ``prof.step()`` after each step.

    Without a call of ``step`` the whole block is recorded, as ``jax.profiler.trace`` does.

    :param target: the run: its writer, or its directory. None profiles nothing.
    :param wait: steps that are not recorded, at the beginning of each cycle; JAX compiles in the first.
    :param active: steps that are recorded, into a session for each cycle.
    :param repeat: how many cycles; 0 is no end.
    :param step: number of the first step; a resumed training passes its own.
    :param profile_memory: write what is in the devices' memory at the end of each cycle.
    :param with_stack: record Python calls; this slows the recorded steps down.
    """
    options = Options(record_shapes=False, profile_memory=profile_memory, with_stack=with_stack)
    schedule = Schedule(wait=wait, warmup=0, active=active, repeat=repeat)
    return Profiler(target, _jax, schedule, options, first_step=step)


def _torch(folder: str, options: Options) -> Recorder:
    from sightline.profiler.torch_recorder import TorchRecorder

    return TorchRecorder(folder, options)


def _python(folder: str, options: Options) -> Recorder:
    from sightline.profiler.python_recorder import PythonRecorder

    return PythonRecorder(folder, options)


def _jax(folder: str, options: Options) -> Recorder:
    from sightline.profiler.jax_recorder import JaxRecorder

    return JaxRecorder(folder, options)
