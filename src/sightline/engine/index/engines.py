"""Where a job runs: processes of this machine, or an existing cluster of Dask or Ray, all as executors."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ParamSpec, Protocol, TypeVar
from urllib.parse import urlsplit

from sightline import platform
from sightline.engine.index.processes import Processes

_P = ParamSpec("_P")
_T = TypeVar("_T")
# A task whose worker died is run again so often.
MAX_TRIES = 5
_PROBE_SECS = 10.0
_MAX_JOINS = 4
_JOIN_AGAIN_SECS = 2.0
_PROCESSES = re.compile(r"processes(?::(\d+))?")


class EngineError(OSError):
    """An engine cannot be used; the message says what to do."""


class Engine(Protocol):
    """An executor with a number of workers."""

    name: str  # in sentences
    is_remote: bool  # whether the workers are on other machines
    n_workers: int

    def submit(self, function: Callable[..., _T], /, *args: Any) -> Future[_T]:
        """Have a worker call a function; a task whose worker died raises what `is_lost` knows."""
        ...

    def is_lost(self, error: BaseException) -> bool:
        """Whether the error means that a worker died, so that the task may be run again."""
        ...

    def n_alive(self) -> int:
        """How many workers answer now. Raises ConnectionError where the engine is gone for good."""
        ...

    def close(self) -> None:
        """Leave the engine; a cluster goes on without us."""
        ...


def open_engine(name: str) -> Engine:
    """The engine that a user named: `processes`, `processes:4`, `dask://host:port`, `ray://host:port`."""
    if found := _PROCESSES.fullmatch(name):
        n_workers = int(found[1] or platform.cpu_count())
        if not n_workers:
            raise EngineError(f"{name} does no work: give at least one process, processes:1.")
        return Processes(n_workers)
    if name.startswith("dask://"):
        return DaskCluster(name)
    if name.startswith("ray://"):
        return RayCluster(name)
    raise EngineError(
        f"{name} is no engine: give processes, processes:4, dask://host:port or ray://host:port."
    )


def _probe(address: str, missing: str) -> None:
    """Fail at once where nobody listens: the frameworks ask again for half a minute."""
    try:
        host, port = urlsplit(address).hostname, urlsplit(address).port
    except ValueError as error:
        raise EngineError(f"{address} is no address: give a host and a port.") from error
    if not host or port is None:
        return
    try:
        socket.create_connection((host, port), _PROBE_SECS).close()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise EngineError(f"{missing} ({reason}).") from error


class DaskCluster:
    """Workers of a running Dask scheduler."""

    is_remote = True

    def __init__(self, address: str) -> None:
        self.name = f"the Dask scheduler at {address}"
        try:
            distributed = import_module("distributed")
        except ImportError as error:
            raise EngineError("Dask needs one more package: pip install distributed") from error
        missing = f"no Dask scheduler answers at {address}: start one with `dask scheduler`"
        _probe(address, missing)
        try:
            self._client: Any = distributed.Client(address.replace("dask://", "tcp://", 1), timeout="20s")
        except (OSError, TimeoutError, ValueError) as error:
            raise EngineError(f"{missing}.") from error
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
        self._check_open()
        try:
            return self._executor.submit(function, *args)
        except Exception:
            self._check_open()  # Dask has an error of its own for a client that closed just now
            raise

    def n_alive(self) -> int:
        """None while the client tries to connect again, which it gives up after 20 seconds."""
        self._check_open()
        if self._client.status != "running":
            return 0
        try:
            return len(self._client.nthreads())
        except Exception:  # the connection was lost meanwhile; Dask raises errors of many kinds
            return 0

    def _check_open(self) -> None:
        """A task that is given to a client which closes would wait forever."""
        if self._client.status in ("closing", "closed"):
            raise ConnectionError(f"{self.name} is gone")

    def is_lost(self, error: BaseException) -> bool:
        """Dask gives up a task that was on several workers when they died."""
        return type(error).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError")

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()


class RayCluster:
    """Workers of a running Ray cluster; `ray://auto` is the one that this machine is part of."""

    is_remote = True

    def __init__(self, address: str) -> None:
        self.name = f"the Ray cluster at {address}"
        try:
            ray: Any = import_module("ray")
        except ImportError as error:
            raise EngineError('Ray needs one more package: pip install "ray[client]"') from error
        self._ray = ray
        _probe(address, f"no Ray cluster answers at {address}: start one with `ray start --head`")
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

    def n_alive(self) -> int:
        """How many processors the cluster has now."""
        try:
            return int(self._ray.cluster_resources().get("CPU", 0))
        except ConnectionError:
            raise
        except Exception:  # as above
            return 0

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


def reason_of(error: BaseException) -> str:
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
        theirs: Future[_T] = self._remote[function].remote(*args, **kwargs).future()
        ours: Future[_T] = Future()
        # It cannot be cancelled: Ray sets results without asking whether somebody did.
        ours.set_running_or_notify_cancel()
        theirs.add_done_callback(lambda done: _copy(done, ours))
        return ours


def _copy(done: Future[_T], target: Future[_T]) -> None:
    error = done.exception()
    if error is None:
        target.set_result(done.result())
    else:
        target.set_exception(error)
