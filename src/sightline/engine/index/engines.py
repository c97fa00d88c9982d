"""Where a job runs: processes of this machine, or an existing cluster of Dask or Ray, all as executors."""

from __future__ import annotations

import multiprocessing
import re
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ParamSpec, Protocol, TypeVar

from sightline import platform

_P = ParamSpec("_P")
_T = TypeVar("_T")
# A task whose worker died is run again so often.
MAX_TRIES = 5
_MAX_JOINS = 4
_JOIN_AGAIN_SECS = 2.0
_PROCESSES = re.compile(r"processes(?::(\d+))?")


class EngineError(OSError):
    """An engine cannot be used; the message says what to do."""


class Engine(Protocol):
    """An executor with a number of workers."""

    n_workers: int

    def submit(self, function: Callable[..., _T], /, *args: Any) -> Future[_T]:
        """Have a worker call a function; a task whose worker died raises what `is_lost` knows."""
        ...

    def is_lost(self, error: BaseException) -> bool:
        """Whether the error means that a worker died, so that the task may be run again."""
        ...

    def close(self) -> None:
        """Leave the engine; a cluster goes on without us."""
        ...


def open_engine(name: str) -> Engine:
    """The engine that a user named: `processes`, `processes:4`, `dask://host:port`, `ray://host:port`."""
    if found := _PROCESSES.fullmatch(name):
        return Processes(int(found[1] or platform.cpu_count()))
    if name.startswith("dask://"):
        return DaskCluster(name)
    if name.startswith("ray://"):
        return RayCluster(name)
    raise EngineError(
        f"{name} is no engine: give processes, processes:4, dask://host:port or ray://host:port."
    )


class Processes:
    """Processes of this machine; one that dies is replaced."""

    def __init__(self, n_workers: int) -> None:
        self.n_workers = max(1, n_workers)
        self._pool = self._new_pool()

    def submit(self, function: Callable[..., _T], /, *args: Any) -> Future[_T]:
        """Use a new pool where the last one lost a process: it takes no more tasks."""
        try:
            return self._pool.submit(function, *args)
        except BrokenExecutor:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._new_pool()
            return self._pool.submit(function, *args)

    def is_lost(self, error: BaseException) -> bool:
        """A pool loses all its tasks with one process."""
        return isinstance(error, BrokenExecutor)

    def pids(self) -> list[int]:
        """The processes there are now."""
        return [process.pid for process in multiprocessing.active_children() if process.pid is not None]

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _new_pool(self) -> ProcessPoolExecutor:
        # A fork would copy threads in the middle of native code.
        return ProcessPoolExecutor(self.n_workers, mp_context=multiprocessing.get_context("spawn"))


class DaskCluster:
    """Workers of a running Dask scheduler."""

    def __init__(self, address: str) -> None:
        try:
            distributed = import_module("distributed")
        except ImportError as error:
            raise EngineError("Dask needs one more package: pip install distributed") from error
        try:
            self._client: Any = distributed.Client(address.replace("dask://", "tcp://", 1), timeout="20s")
        except (OSError, TimeoutError, ValueError) as error:
            raise EngineError(
                f"no Dask scheduler answers at {address}: start one with `dask scheduler`."
            ) from error
        self.n_workers = sum(self._client.nthreads().values())
        # A killed worker's task is given to another by Dask itself, a few times.
        self._executor: Executor = self._client.get_executor(pure=False)
        problem = self._problem(address)
        if problem:
            self._client.close()
            raise EngineError(problem)

    def _problem(self, address: str) -> str:
        """Why the workers are of no use; a task that they cannot even unpack would wait forever."""
        if not self.n_workers:
            return f"{address} has no workers: start some with `dask worker`."
        found = self._client.run(version, "sightline", on_error="return")
        lacking = [name for name, answer in found.items() if isinstance(answer, PackageNotFoundError)]
        return f"the worker {lacking[0]} has no sightline: install it on every worker." if lacking else ""

    def submit(self, function: Callable[..., _T], /, *args: Any) -> Future[_T]:
        """Have a worker of the cluster call the function."""
        return self._executor.submit(function, *args)

    def is_lost(self, error: BaseException) -> bool:
        """Dask gives up a task that was on several workers when they died."""
        return type(error).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError")

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()


class RayCluster:
    """Workers of a running Ray cluster; `ray://auto` is the one that this machine is part of."""

    def __init__(self, address: str) -> None:
        try:
            ray: Any = import_module("ray")
        except ImportError as error:
            raise EngineError('Ray needs one more package: pip install "ray[client]"') from error
        self._ray = ray
        try:
            _join_ray(ray, "auto" if address == "ray://auto" else address)
            self.n_workers = int(ray.cluster_resources().get("CPU", 0))
        except Exception as error:  # Ray raises its own errors, those of gRPC and plain ones
            raise EngineError(
                f"no Ray cluster answers at {address} ({reason_of(error)}): "
                "start one with `ray start --head`; where it asks for a token, as Ray 2.60 does, "
                "set RAY_AUTH_MODE=token."
            ) from error
        self._executor = RayExecutor(ray)

    def submit(self, function: Callable[..., _T], /, *args: Any) -> Future[_T]:
        """Have a worker of the cluster call the function."""
        return self._executor.submit(function, *args)

    def is_lost(self, error: BaseException) -> bool:
        """Ray tries again by itself, and then says so."""
        return isinstance(error, self._ray.exceptions.RayError) and not isinstance(
            error, self._ray.exceptions.RayTaskError
        )

    def close(self) -> None:
        """Leave the cluster."""
        self._executor.shutdown()
        self._ray.shutdown()


def _join_ray(ray: Any, address: str) -> None:
    """Join a cluster; again where it fails to start the process that it has for a client, as busy ones do."""
    for tries_left in reversed(range(_MAX_JOINS)):
        try:
            ray.init(address=address, logging_level="ERROR", log_to_driver=False)
            return
        except ConnectionAbortedError:
            if not tries_left:
                raise
            time.sleep(_JOIN_AGAIN_SECS)


def reason_of(error: Exception) -> str:
    """The line of an error that says what happened: the first, or the last where a traceback follows it."""
    lines = [line for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return lines[-1 if lines[0].endswith(":") else 0].strip().rstrip(".")


class RayExecutor(Executor):
    """Ray's tasks as futures."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._remote: dict[Callable[..., Any], Any] = {}

    def submit(self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Start a task; one whose worker dies is started again."""
        if function not in self._remote:
            self._remote[function] = self._ray.remote(max_retries=MAX_TRIES)(function)
        future: Future[_T] = self._remote[function].remote(*args, **kwargs).future()
        return future
