"""The queries of the kind profile."""

from __future__ import annotations

from typing import Any

from sightline.engine.run_view import SideFile
from sightline.engine.store import StoreView
from sightline.kinds.profile.arrows import arrows
from sightline.kinds.profile.chrome_trace import ChromeTraceParams, chrome_trace
from sightline.kinds.profile.compare import CompareParams, CompareTableParams, compare, compare_table
from sightline.kinds.profile.counters import CounterWindowParams, counter_window, counters
from sightline.kinds.profile.distributed import DistributedParams, Worker, distributed
from sightline.kinds.profile.files import find_profile_file
from sightline.kinds.profile.idle_gaps import IdleGapsParams, idle_gaps
from sightline.kinds.profile.kernel_details import KernelParams, kernel
from sightline.kinds.profile.kernel_table import KernelsParams
from sightline.kinds.profile.launches import LaunchesParams, LaunchQueueParams, launch_queue, launches
from sightline.kinds.profile.memory import (
    MemoryCurveParams,
    MemoryParams,
    memory,
    memory_curve,
    memory_operators,
)
from sightline.kinds.profile.memory_file import memory_file
from sightline.kinds.profile.memory_stacks import memory_stacks
from sightline.kinds.profile.names import read_name
from sightline.kinds.profile.opened import open_memory_files, open_profiles
from sightline.kinds.profile.operator_details import OperatorParams, operator
from sightline.kinds.profile.operator_table import OperatorsParams
from sightline.kinds.profile.overview import overview
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.range_statistics import RangeParams, range_statistics
from sightline.kinds.profile.same_training import is_same_training
from sightline.kinds.profile.search import ProfileSearchParams, search
from sightline.kinds.profile.sessions import ProfileFileParams, SessionsParams, item, sessions
from sightline.kinds.profile.slice_details import ProfileSliceParams, slice_details
from sightline.kinds.profile.stacks import StacksParams, stacks
from sightline.kinds.profile.tables import kernel_table, operator_table, step_table
from sightline.kinds.profile.timeline import ProfileWindowParams, tracks, window
from sightline.kinds.profile.training_steps import training_steps
from sightline.kinds.profile.where_called import where_called
from sightline.kinds.profile.workers import file_beside, natural, runs_beside, workers_with
from sightline.wire.frame import Frame
from sightline.wire.query import Download, Query

_opened = open_profiles()
_memory_files = open_memory_files()
# A trace of this size is read in a moment.
_SMALL_BYTES = 2_000_000


def _overview(view: StoreView, params: ProfileFileParams) -> dict[str, Any]:
    profile = _opened.open(view, params.run, params.name)
    return profile.once("overview", lambda: overview(profile))


def _steps(view: StoreView, params: ProfileFileParams) -> Frame:
    return step_table(_opened.open(view, params.run, params.name))


def _operators(view: StoreView, params: OperatorsParams) -> Frame:
    profile = _opened.open(view, params.run, params.name)
    found = operator_table(profile, params.group, params.step, fold_backward=params.fold_backward)
    return found if len(found) <= params.limit else found.head(params.limit)


def _where_called(view: StoreView, params: OperatorsParams) -> Frame:
    return where_called(_opened.open(view, params.run, params.name), params)


def _operator(view: StoreView, params: OperatorParams) -> dict[str, Any]:
    return operator(_opened.open(view, params.run, params.name), params)


def _kernels(view: StoreView, params: KernelsParams) -> Frame:
    found = kernel_table(_opened.open(view, params.run, params.name), params.group, params.step)
    return found if len(found) <= params.limit else found.head(params.limit)


def _kernel(view: StoreView, params: KernelParams) -> dict[str, Any]:
    return kernel(_opened.open(view, params.run, params.name), params)


def _tracks(view: StoreView, params: ProfileFileParams) -> Frame:
    profile = _opened.open(view, params.run, params.name)
    return profile.once("tracks", lambda: tracks(profile))


def _window(view: StoreView, params: ProfileWindowParams) -> Frame:
    return window(_opened.open(view, params.run, params.name), params)


def _arrows(view: StoreView, params: ProfileWindowParams) -> Frame:
    return arrows(_opened.open(view, params.run, params.name), params)


def _counters(view: StoreView, params: ProfileFileParams) -> list[dict[str, Any]]:
    return counters(_opened.open(view, params.run, params.name))


def _counter_window(view: StoreView, params: CounterWindowParams) -> Frame:
    return counter_window(_opened.open(view, params.run, params.name), params)


def _idle_gaps(view: StoreView, params: IdleGapsParams) -> Frame:
    return idle_gaps(_opened.open(view, params.run, params.name), params)


def _range_statistics(view: StoreView, params: RangeParams) -> Frame:
    return range_statistics(_opened.open(view, params.run, params.name), params)


def _chrome_trace(view: StoreView, params: ChromeTraceParams) -> Download:
    return chrome_trace(_opened.open(view, params.run, params.name), params)


def _search(view: StoreView, params: ProfileSearchParams) -> Frame:
    return search(_opened.open(view, params.run, params.name), params)


def _launches(view: StoreView, params: LaunchesParams) -> dict[str, Any]:
    profile = _opened.open(view, params.run, params.name)
    return profile.once(("launches", params.step), lambda: launches(profile, params.step))


def _launch_queue(view: StoreView, params: LaunchQueueParams) -> Frame:
    return launch_queue(_opened.open(view, params.run, params.name), params.width_px, params.step)


def _memory(view: StoreView, params: MemoryParams) -> dict[str, Any]:
    profile = _opened.open(view, params.run, params.name)
    return profile.once(("memory", params.device), lambda: memory(profile, params.device))


def _memory_curve(view: StoreView, params: MemoryCurveParams) -> Frame:
    return memory_curve(_opened.open(view, params.run, params.name), params)


def _memory_file(view: StoreView, params: ProfileFileParams) -> dict[str, Any]:
    return memory_file(_memory_files.open(view, params.run, params.name))


def _memory_stacks(view: StoreView, params: ProfileFileParams) -> Frame:
    return memory_stacks(_memory_files.open(view, params.run, params.name))


def _memory_operators(view: StoreView, params: MemoryParams) -> Frame:
    profile = _opened.open(view, params.run, params.name)
    return profile.once(("memory operators", params.device), lambda: memory_operators(profile, params.device))


def _stacks(view: StoreView, params: StacksParams) -> Frame:
    profile = _opened.open(view, params.run, params.name)
    if params.other_run is None:
        return profile.once(params, lambda: stacks(profile, params))
    return stacks(profile, params, _opened.open(view, params.other_run, params.other_name))


def _slice(view: StoreView, params: ProfileSliceParams) -> dict[str, Any]:
    return slice_details(_opened.open(view, params.run, params.name), params.slice)


def _training_steps(view: StoreView, params: SessionsParams) -> list[dict[str, Any]]:
    return training_steps(view, params, _quickly_opened)


def _quickly_opened(view: StoreView, run: int, name: str, file: SideFile) -> Profile | None:
    """A profile that is open, or small; None where reading it takes longer than a mark is worth."""
    reading = _opened.progress(view, run, name)
    if reading is not None and reading.ended.is_set():
        return reading.content
    if reading is not None or file.size > _SMALL_BYTES:
        return None
    try:
        return _opened.open(view, run, name)
    except LookupError:
        return None


def _progress(view: StoreView, params: ProfileFileParams) -> dict[str, Any]:
    reading = _opened.progress(view, params.run, params.name)
    if reading is None:
        return {"state": "closed", "bytes_done": 0, "bytes_total": 0}
    state = "ready" if reading.ended.is_set() else "reading"
    return {"state": state, "bytes_done": reading.bytes_done, "bytes_total": reading.bytes_total}


def _compare(view: StoreView, params: CompareParams) -> dict[str, Any]:
    return compare(*_both(view, params))


def _compare_table(view: StoreView, params: CompareTableParams) -> Frame:
    return compare_table(*_both(view, params), params.table, params.time)


def _distributed(view: StoreView, params: DistributedParams) -> dict[str, Any]:
    run, _ = find_profile_file(view, params.run, params.name)
    beside = runs_beside(view.runs, run)
    files = [(worker, run, name) for worker, name in workers_with(run, params.name)]
    if params.across_runs and beside:
        among = [(each, file_beside(run, params.name, each)) for each in beside]
        files = [(run.name, run, params.name), *((each.name, each, name) for each, name in among if name)]
        files.sort(key=lambda each: natural(each[0].rpartition("/")[2]))
    workers, problems = [], []
    for worker, owner, name in files:
        try:
            profile = _opened.open(view, owner.id, name)
        except LookupError as error:
            problems.append({"worker": worker, "reason": str(error)})
            continue
        if len(profile.trace.slices):
            workers.append(Worker(worker.rpartition("/")[2], owner.id, name, profile))
        else:
            problems.append({"worker": worker, "reason": f"{name!r} holds no slices"})
    together = _recorded_with(workers, run.id, params.name)
    return {
        **distributed(together),
        "problems": problems,
        "n_runs_beside": len(beside),
        "n_other_trainings": len(workers) - len(together),
    }


def _recorded_with(workers: list[Worker], run: int, name: str) -> list[Worker]:
    """Those of one training with a chosen one: files of one session are, others tell by what is in them."""
    chosen = next((each for each in workers if (each.run, each.name) == (run, name)), None)
    if chosen is None:
        return workers
    session = read_name(name).session
    return [
        each
        for each in workers
        if each is chosen
        or (session and read_name(each.name).session == session)
        or is_same_training(chosen.profile, each.profile)
    ]


def _both(view: StoreView, params: CompareParams | CompareTableParams) -> tuple[Profile, Profile]:
    return (
        _opened.open(view, params.run, params.name),
        _opened.open(view, params.other_run, params.other_name),
    )


QUERIES: dict[str, Query[Any]] = {
    "arrows": Query(ProfileWindowParams, _arrows),
    "compare": Query(CompareParams, _compare, "json"),
    "compare_table": Query(CompareTableParams, _compare_table),
    "chrome_trace": Query(ChromeTraceParams, _chrome_trace, "download"),
    "counter_window": Query(CounterWindowParams, _counter_window),
    "counters": Query(ProfileFileParams, _counters, "json"),
    "idle_gaps": Query(IdleGapsParams, _idle_gaps),
    "distributed": Query(DistributedParams, _distributed, "json"),
    "item": Query(ProfileFileParams, item, "file"),
    "kernel": Query(KernelParams, _kernel, "json"),
    "kernels": Query(KernelsParams, _kernels),
    "launch_queue": Query(LaunchQueueParams, _launch_queue),
    "launches": Query(LaunchesParams, _launches, "json"),
    "memory": Query(MemoryParams, _memory, "json"),
    "memory_curve": Query(MemoryCurveParams, _memory_curve),
    "memory_file": Query(ProfileFileParams, _memory_file, "json"),
    "memory_operators": Query(MemoryParams, _memory_operators),
    "memory_stacks": Query(ProfileFileParams, _memory_stacks),
    "operator": Query(OperatorParams, _operator, "json"),
    "operators": Query(OperatorsParams, _operators),
    "overview": Query(ProfileFileParams, _overview, "json"),
    "progress": Query(ProfileFileParams, _progress, "json", cached=False),
    "range_statistics": Query(RangeParams, _range_statistics),
    "search": Query(ProfileSearchParams, _search),
    "sessions": Query(SessionsParams, sessions),
    "slice": Query(ProfileSliceParams, _slice, "json"),
    "stacks": Query(StacksParams, _stacks),
    "step_times": Query(ProfileFileParams, _steps),
    "tracks": Query(ProfileFileParams, _tracks),
    "training_steps": Query(SessionsParams, _training_steps, "json"),
    "where_called": Query(OperatorsParams, _where_called),
    "window": Query(ProfileWindowParams, _window),
}
