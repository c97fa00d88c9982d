"""A short fuzz of the readers of model files; `python tests/fuzz/model_file_fuzz.py` runs a long one."""

from __future__ import annotations

from pathlib import Path

from fuzz.model_file_fuzz import ModelFileFuzz
from support.model_files import every_format


def test_model_files_with_wrong_bytes_are_read_or_refused(tmp_path: Path) -> None:
    fuzz = ModelFileFuzz(tmp_path, seed=1)
    fuzz.run(600)
    assert set(fuzz.n_refused) == set(every_format())
    assert sum(fuzz.n_read.values()) > 30
