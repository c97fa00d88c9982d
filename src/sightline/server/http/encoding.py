"""Content encodings: zstd and brotli where their libraries are installed, gzip always."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

# Below this size the header costs more than compression wins.
MIN_BYTES = 512

# The data, and whether it is compressed once for many requests, so that smaller is worth more than sooner.
Encoder = Callable[[bytes, bool], bytes]


def _zstd() -> Encoder | None:
    try:
        module = import_module("zstandard")
    except ImportError:
        return None
    # A context is not thread-safe; making one costs microseconds at level 1.
    return lambda data, reused: bytes(module.ZstdCompressor(level=9 if reused else 1).compress(data))


def _brotli() -> Encoder | None:
    try:
        module = import_module("brotli")
    except ImportError:
        return None
    return lambda data, reused: bytes(module.compress(data, quality=5 if reused else 1))


def _gzip(data: bytes, reused: bool) -> bytes:
    return gzip.compress(data, compresslevel=6 if reused else 1, mtime=0)


@lru_cache(maxsize=1)
def encoders() -> dict[str, Encoder]:
    """Return the encodings this installation can make, the best first."""
    found = {"zstd": _zstd(), "br": _brotli(), "gzip": _gzip}
    return {name: encoder for name, encoder in found.items() if encoder is not None}


@lru_cache(maxsize=256)
def choose(accept_encoding: str) -> str | None:
    """Return the best encoding that an Accept-Encoding header allows, or None for plain bytes."""
    weights = _weights(accept_encoding)
    best: tuple[float, str | None] = (0.0, None)
    for name in encoders():
        weight = weights.get(name, weights.get("*", 0.0))
        if weight > best[0]:
            best = (weight, name)
    return best[1]


def _weights(accept_encoding: str) -> dict[str, float]:
    weights = {}
    for part in accept_encoding.split(","):
        name, _, parameter = part.strip().partition(";")
        try:
            weights[name.strip().lower()] = float(parameter.strip().removeprefix("q=") or 1.0)
        except ValueError:
            continue
    return weights


def encode(data: bytes, encoding: str, *, reused: bool = False) -> bytes:
    """Return the data in one of `encoders()`; `reused` ones take longer and are smaller."""
    return encoders()[encoding](data, reused)
