"""Everything that differs by operating system, for Python; native/core/base/platform is its C++ twin."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

# Not inherited by children, and not blocking on a pipe that is named like an event file.
OPEN_FLAGS: int = (
    os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
)

# File systems on which changes made elsewhere send no events here.
_SILENT_FILE_SYSTEMS = frozenset(
    {
        "9p",
        "afs",
        "beegfs",
        "ceph",
        "cifs",
        "drvfs",
        "glusterfs",
        "gpfs",
        "lustre",
        "nfs",
        "nfs4",
        "smb3",
        "smbfs",
        "virtiofs",
    }
)


def cpu_count() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def lower_thread_priority() -> None:
    """Let the calling thread run when others have nothing to do, where the operating system has that."""
    if sys.platform.startswith("linux"):
        import threading

        with suppress(OSError):  # here, a thread has a priority of its own
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


def lower_process_priority() -> None:
    """Let this process run behind others, where the operating system has that."""
    if hasattr(os, "nice"):
        os.nice(5)
    # Linux may share processors out between sessions first: there, the priority of a process counts only
    # among those of its own session.
    with suppress(OSError), open("/proc/self/autogroup", "w") as group:
        group.write("5")


def raise_descriptor_limit(*, at_least: int) -> int:
    """Raise the limit of open files and sockets as far as allowed; return what it is then."""
    if sys.platform == "win32":
        return at_least
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= at_least:
        return at_least
    wanted = at_least if hard == resource.RLIM_INFINITY else min(at_least, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # not allowed: continue with the limit there is
        return soft
    return wanted


def has_file_events(path: str) -> bool:
    """Whether the operating system reports changes below a path, whoever makes them."""
    kind = file_system(path)
    return kind not in _SILENT_FILE_SYSTEMS and not kind.startswith("fuse")


def file_system(path: str) -> str:
    """The type of the file system a path is on ("ext4", "nfs4", …); "" where it is unknown."""
    if not sys.platform.startswith("linux"):
        return ""
    device = os.stat(path).st_dev
    wanted = f"{os.major(device)}:{os.minor(device)}"
    try:
        with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                fields, _, rest = line.partition(" - ")
                if fields.split()[2] == wanted:
                    return rest.split()[0]
    except (OSError, IndexError):
        pass
    return ""


def state_directory(application: str = "sightline") -> str:
    """The directory for sidecars of log directories that cannot be written to."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", os.path.join(home, "AppData", "Local"))
    elif sys.platform == "darwin":
        base = os.path.join(home, "Library", "Application Support")
    else:
        base = os.environ.get("XDG_STATE_HOME", os.path.join(home, ".local", "state"))
    return os.path.join(base, application)


def cache_directory(application: str = "sightline") -> str:
    """The directory for what can be made again at any time."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", os.path.join(home, "AppData", "Local"))
        return os.path.join(base, application, "cache")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches", application)
    return os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.join(home, ".cache")), application)


def resident_bytes(process_id: int | None = None) -> int | None:
    """How much memory a process, this one unless given, holds; None where that is not reported."""
    try:
        with open(f"/proc/{process_id or 'self'}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    try:
        import psutil
    except ImportError:
        return None
    try:
        return int(psutil.Process(process_id).memory_info().rss)
    except psutil.NoSuchProcess:
        return None


def kill_session(process_id: int) -> None:
    """End a process that leads a session of its own, and what it started, at once."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process_id, 9)
        else:
            os.kill(process_id, 9)


def available_memory_bytes() -> int | None:
    """How much memory programs may still take, by the machine and by this container; None where unknown."""
    found = [bytes_left for bytes_left in (_machine_memory_left(), _container_memory_left()) if bytes_left]
    return min(found, default=None)


def _machine_memory_left() -> int | None:
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _container_memory_left() -> int | None:
    """What a Linux control group leaves, where it has a limit; cached files are given up when needed."""
    try:
        with open("/sys/fs/cgroup/memory.max") as limit, open("/sys/fs/cgroup/memory.current") as used:
            left = int(limit.read()) - int(used.read())
        with open("/sys/fs/cgroup/memory.stat") as lines:
            facts = dict(line.split() for line in lines)
        return max(left + int(facts.get("inactive_file", 0)), 1)
    except (OSError, ValueError):  # no such file, or "max": no limit
        return None


@contextmanager
def raw_keyboard() -> Iterator[Callable[[float], str]]:
    """Hand out a function that waits so many seconds and returns what was typed, without Enter or echo."""
    if sys.platform == "win32":
        yield _typed_on_windows
        return
    import codecs
    import select
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def read(timeout_secs: float) -> str:
        ready, _, _ = select.select([descriptor], [], [], timeout_secs)
        if not ready:
            return ""
        data = os.read(descriptor, 1024)
        if not data:  # the terminal is gone
            raise KeyboardInterrupt
        return decoder.decode(data)

    tty.setcbreak(descriptor)
    try:
        yield read
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


def _typed_on_windows(timeout_secs: float) -> str:
    import msvcrt
    import time

    deadline = time.monotonic() + timeout_secs
    while not msvcrt.kbhit():  # type: ignore[attr-defined,unused-ignore]
        if time.monotonic() > deadline:
            return ""
        time.sleep(0.02)
    return str(msvcrt.getwch())  # type: ignore[attr-defined,unused-ignore]
