"""Profiles: traces that profilers leave beside the events, offered as files for the tools that open them."""

from __future__ import annotations

from sightline.engine.kind import Claim, Kind

# TensorFlow and JAX write a folder per session; the endings are those of all their tools.
_SESSION_FILES = ("*.pb", "*.json", "*.json.gz", "*.trace", "*.SSTABLE", "*.prof")
# torch.profiler's handler writes into the log directory itself.
_TORCH_FILES = ("*.pt.trace.json", "*.pt.trace.json.gz")
# Memory, from torch (*.pickle) and JAX (*.prof). Other programs use these endings too: without a telling name
# such a file makes no run.
_MEMORY_FILES = ("*snapshot*.pickle", "*memory*.prof")
_MEMORY_FILES_BESIDE = ("*.pickle", "*.prof")

kind = Kind(
    slug="profile",
    title="Profiles",
    claims=(
        *(Claim(files=f"plugins/profile/*/{ending}", alone=True) for ending in _SESSION_FILES),
        *(Claim(files=ending, alone=True) for ending in (*_TORCH_FILES, *_MEMORY_FILES)),
        *(Claim(files=ending) for ending in _MEMORY_FILES_BESIDE),
    ),
)
