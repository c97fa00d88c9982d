"""What is known of a program when it begins: its command line, code, packages and host."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import Any

from sightline.capturing.secrets import without_secrets

_MAX_DIFF_CHARS = 100_000
_GIT_TIMEOUT_SECS = 5


def program_facts() -> dict[str, str]:
    """The facts of this process, by name; what cannot be found out is left out."""
    import platform

    facts = {
        "command": " ".join(without_secrets([sys.executable, *sys.orig_argv[1:]])),
        "folder": _current_folder(),
        "started": time.strftime("%Y-%m-%d %H:%M:%S %z"),
        "python": platform.python_version(),
        "host": platform.node(),
        "system": platform.platform(),
        "processors": str(os.cpu_count() or ""),
        "process": str(os.getpid()),
        "devices": devices(),
    }
    facts.update(git_facts())
    return {name: value for name, value in facts.items() if value}


def git_facts() -> dict[str, str]:
    """Commit and branch of the folder, and whether something is not committed; {} outside a repository."""
    commit = _git("rev-parse", "HEAD")
    if not commit:
        return {}
    n_changed = len(_git("status", "--porcelain").splitlines())
    return {
        "git commit": commit,
        "git branch": _git("rev-parse", "--abbrev-ref", "HEAD"),
        "git changes": f"{n_changed} {'file' if n_changed == 1 else 'files'}" if n_changed else "none",
    }


def git_diff() -> str:
    """What is not committed, within a bound; files that look like secrets are left out."""
    diff = _git(
        "diff", "HEAD", "--no-color", "--no-ext-diff", "--", ".", ":(exclude)*.env", ":(exclude)*secret*"
    )
    if len(diff) <= _MAX_DIFF_CHARS:
        return diff
    return diff[:_MAX_DIFF_CHARS] + f"\n({len(diff) - _MAX_DIFF_CHARS} more characters are left out)"


def packages() -> dict[str, list[str]]:
    """Names and versions of the installed packages whose modules this program has imported."""
    from importlib import metadata

    owners = metadata.packages_distributions() if hasattr(metadata, "packages_distributions") else {}
    loaded = {name.partition(".")[0] for name in list(sys.modules)}
    names = sorted({owner for module in loaded for owner in owners.get(module, ())}, key=str.lower)
    return {"package": names, "version": [metadata.version(name) for name in names]}


def devices() -> str:
    """The accelerators that torch or JAX see, if the program uses one of them already."""
    torch: Any = sys.modules.get("torch")
    if torch is not None and hasattr(torch, "cuda") and torch.cuda.is_available():
        return ", ".join(torch.cuda.get_device_name(index) for index in range(torch.cuda.device_count()))
    # Asking JAX for its devices starts them, and takes their memory, where the program has not done so.
    is_started = getattr(sys.modules.get("jax._src.xla_bridge"), "backends_are_initialized", None)
    if is_started is not None and is_started():
        return ", ".join(each.device_kind for each in sys.modules["jax"].local_devices())
    return ""


def _git(*words: str) -> str:
    try:
        done = subprocess.run(
            ["git", *words],
            capture_output=True,
            timeout=_GIT_TIMEOUT_SECS,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"},
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode(errors="replace").strip() if done.returncode == 0 else ""


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""
