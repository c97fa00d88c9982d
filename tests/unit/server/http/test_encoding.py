from __future__ import annotations

import argparse
import gzip
from importlib import import_module
from pathlib import Path

import pytest

from sightline.server.http import encoding

DATA = b"sightline " * 200


def test_gzip_is_always_there() -> None:
    assert "gzip" in encoding.encoders()
    assert gzip.decompress(encoding.encode(DATA, "gzip")) == DATA


@pytest.mark.parametrize(("name", "module"), [("zstd", "zstandard"), ("br", "brotli")])
def test_better_encodings_where_installed(name: str, module: str) -> None:
    pytest.importorskip(module)
    library = import_module(module)
    packed = encoding.encode(DATA, name)
    restored = library.ZstdDecompressor().decompress(packed) if name == "zstd" else library.decompress(packed)
    assert restored == DATA


def test_reused_data_is_compressed_further() -> None:
    text = Path(argparse.__file__).read_bytes()
    for name in encoding.encoders():
        assert len(encoding.encode(text, name, reused=True)) < len(encoding.encode(text, name))


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("gzip", "gzip"),
        ("", None),
        ("identity", None),
        ("gzip;q=0", None),
        ("deflate, gzip;q=0.5", "gzip"),
        ("gzip;q=nonsense", None),
    ],
)
def test_the_client_chooses(accept: str, chosen: str | None) -> None:
    assert encoding.choose(accept) == chosen


def test_the_best_comes_first_and_weights_count() -> None:
    best = next(iter(encoding.encoders()))
    assert encoding.choose("gzip, deflate, br, zstd") == best
    assert encoding.choose("*") == best
    assert encoding.choose("gzip;q=1.0, zstd;q=0.1, br;q=0.1") == "gzip"
