"""The name of this process among those of a training."""

from __future__ import annotations

import os
import sys
from typing import Any

from sightline._native import host_name

# torchrun and accelerate, Slurm, IBM's jsrun, Open MPI and MPICH. LOCAL_RANK is 0 on every node.
_RANKS = (
    ("RANK", "WORLD_SIZE"),
    ("SLURM_PROCID", "SLURM_NTASKS"),
    ("JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"),
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    ("PMI_RANK", "PMI_SIZE"),
)


def rank_and_size() -> tuple[int, int]:
    """Return this process's rank and how many there are, as the framework or the launcher set them."""
    torch_group = _initialized("torch")
    if torch_group is not None:
        return torch_group.get_rank(), torch_group.get_world_size()
    if _initialized("jax") is not None:
        return sys.modules["jax"].process_index(), sys.modules["jax"].process_count()
    for rank, size in _RANKS:
        try:
            found = int(os.environ[rank])
            return found, int(os.environ.get(size, found + 1))
        except (KeyError, ValueError):
            continue
    return 0, 1


def _initialized(framework: str) -> Any:
    """The `distributed` module of a framework, if the program has imported it and joined a group."""
    module = getattr(sys.modules.get(framework), "distributed", None)
    is_initialized = getattr(module, "is_initialized", None)
    return module if is_initialized is not None and is_initialized() else None


def worker_name() -> str:
    """Return host and process, and the rank where there are several; no dot: file names are split at them."""
    rank, size = rank_and_size()
    name = f"{host_name()}_{os.getpid()}" + (f"_rank{rank}" if size > 1 else "")
    return name.replace(".", "-").replace(os.sep, "-")
