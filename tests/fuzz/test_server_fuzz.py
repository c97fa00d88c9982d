"""A short fuzz of the whole server; `python tests/fuzz/server_fuzz.py` runs a long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzz.server_fuzz import ServerFuzz


@pytest.mark.timeout(600)
def test_server_answers_everything_while_its_files_change(tmp_path: Path) -> None:
    fuzz = ServerFuzz(tmp_path, seed=1)
    fuzz.run(secs=20)
    assert fuzz.statuses[200] > 0
    assert fuzz.n_mutations > 0
