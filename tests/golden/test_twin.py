"""Every golden event file, record by record: the native scan against its readable twin."""

from __future__ import annotations

from pathlib import Path

import pytest

from sightline._native import FileSource, Segment
from support.scan_twin import Twin, assert_same

HERE = Path(__file__).parent
FILES = sorted(path for path in HERE.rglob("*tfevents*") if path.is_file())


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(HERE)) for path in FILES])
def test_scan_equals_twin(path: Path) -> None:
    twin = Twin(path.read_bytes(), final=True)
    segment = Segment()
    segment.read(FileSource(str(path)), final=True)
    assert_same(segment, twin)
