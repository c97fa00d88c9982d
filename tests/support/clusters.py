"""Real clusters of Dask and Ray on this machine, each process of which can be killed."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from support.cloud_servers import free_port
from support.logs import wait_until

_START_SECS = 120.0
# Below those that the system gives to connections: Ray binds its port seconds after it was chosen. Above
# 24,000, since Ray gives its clients servers of their own from 23,000 on.
_PORTS = range(24_000, 30_000)
# Ray ends what has not answered within half a minute, which a busy machine takes to start a process.
_PATIENCE = {
    "RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S": "60",
    "RAY_agent_register_timeout_ms": "180000",
    "RAY_worker_register_timeout_seconds": "180",
    "RAY_health_check_failure_threshold": "30",
}


def _lasting_port() -> int:
    """A port that nobody listens on, and that no connection takes meanwhile."""
    while True:
        port = random.choice(_PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@dataclass
class DaskCluster:
    """A scheduler and workers, each a process of its own. A context manager."""

    folder: Path
    n_workers: int
    port: int = field(default_factory=free_port)

    @property
    def address(self) -> str:
        """What `--on` takes."""
        return f"dask://127.0.0.1:{self.port}"

    def __enter__(self) -> DaskCluster:
        at = ["--host", "127.0.0.1"]
        self._processes = [self._start("scheduler", "--port", str(self.port), "--no-dashboard", *at)]
        for _ in range(self.n_workers):
            self.add_worker()
        self.wait_for_workers(self.n_workers)
        return self

    def __exit__(self, *args: object) -> None:
        for process in self._processes:
            process.kill()
            process.wait()

    def add_worker(self, *, python: str = sys.executable, python_path: str = "") -> None:
        """Start one more worker: by another Python with its own packages only, or with some before ours."""
        options = ["--nthreads", "1", "--no-dashboard", "--no-nanny", "--host", "127.0.0.1"]
        scheduler = f"tcp://127.0.0.1:{self.port}"
        self._processes.append(
            self._start("worker", scheduler, *options, python=python, python_path=python_path)
        )

    def kill_worker(self) -> None:
        """End one with -9."""
        process = self._processes.pop(1)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def kill_scheduler(self) -> None:
        """End it with -9; workers and clients lose their connection."""
        self._processes[0].kill()
        self._processes[0].wait()

    def _start(
        self, *args: str, python: str = sys.executable, python_path: str = ""
    ) -> subprocess.Popen[bytes]:
        paths = [python_path] if python_path else []
        packages = os.pathsep.join([*paths, *sys.path]) if python == sys.executable else ""
        env = {**os.environ, "PYTHONPATH": packages}
        with open(self.folder / "dask.log", "ab") as log:
            return subprocess.Popen(
                [python, "-m", "distributed.cli.dask_" + args[0], *args[1:]],
                cwd=self.folder,
                env=env,
                stdout=log,
                stderr=log,
            )

    def wait_for_workers(self, n_workers: int) -> None:
        """Wait until so many have joined."""
        from distributed import Client

        with Client(f"tcp://127.0.0.1:{self.port}", timeout=_START_SECS) as client:
            if n_workers:
                client.wait_for_workers(n_workers, timeout=_START_SECS)


@dataclass
class RayCluster:
    """A head with a client port. A context manager."""

    folder: Path
    n_workers: int

    @property
    def address(self) -> str:
        """What `--on` takes."""
        return f"ray://127.0.0.1:{self._client_port}"

    @property
    def own_address(self) -> str:
        """What RAY_ADDRESS is on the cluster's own machines, for `ray://auto`."""
        return f"127.0.0.1:{self._port}"

    def __enter__(self) -> RayCluster:
        self._client_port, self._port = _lasting_port(), _lasting_port()
        try:
            self._start(self._port)
        except BaseException:
            self.kill()
            raise
        return self

    def _start(self, port: int) -> None:
        self._ray(
            "start",
            "--head",
            "--node-ip-address=127.0.0.1",
            f"--port={port}",
            f"--ray-client-server-port={self._client_port}",
            f"--num-cpus={self.n_workers}",
            "--include-dashboard=false",
            "--object-store-memory=100000000",
            f"--temp-dir={self.folder}",
            "--disable-usage-stats",
        )
        # Its client server comes up after `ray start` has ended.
        wait_until(self._accepts_clients, secs=_START_SECS)

    def _accepts_clients(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self._client_port)) == 0

    def __exit__(self, *args: object) -> None:
        self.kill()

    def kill(self) -> None:
        """End all processes with -9, also those that another process started in this folder."""
        for pid in self.processes():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def processes(self, name: str = "") -> list[int]:
        """The processes of this cluster, those whose command has a word in it; each names its folder."""
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit() or int(entry.name) == os.getpid():
                continue
            try:
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                environ = (entry / "environ").read_bytes().decode(errors="replace")
            except OSError:
                continue
            mark = f"SIGHTLINE_TEST_CLUSTER={self.folder}"
            if mark in environ and name in command:
                found.append(int(entry.name))
        return found

    def client_errors(self) -> list[str]:
        """What the processes that serve clients wrote before they failed."""
        paths = self.folder.glob("session_*/logs/ray_client_server*.err")
        return [path.read_text(errors="replace")[-2000:] for path in sorted(set(paths))]

    def kill_workers(self) -> bool:
        """End all with -9 that run a task of an index; False where there are none.

        Not every process with Ray's title is a worker: a node ends itself when one of its agents
        (`ray::RuntimeEnvAgent`, `ray::DashboardAgent`) dies.
        """
        workers = self.processes("ray::index_files")
        for pid in workers:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return bool(workers)

    def _ray(self, *args: str) -> None:
        env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(sys.path),
            "SIGHTLINE_TEST_CLUSTER": str(self.folder),
            "RAY_USAGE_STATS_ENABLED": "0",
            **_PATIENCE,
        }
        command = [sys.executable, "-c", "from ray.scripts.scripts import main; main()", *args]
        with open(self.folder.with_suffix(".log"), "ab") as log:
            subprocess.run(command, env=env, stdout=log, stderr=log, timeout=_START_SECS, check=True)
