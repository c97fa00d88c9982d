"""Where the package `tensorboard` is installed; it is looked for, never imported."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path


@lru_cache(maxsize=1)
def tensorboard_folder() -> Path | None:
    """The folder of the package, or None."""
    try:
        spec = find_spec("tensorboard")
    except (ImportError, ValueError):
        return None
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None
