"""The Python blocks of the documents that need packages beyond the base install, but no framework."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.document_code import FRAMEWORKS, Block, blocks

ELSEWHERE = {"jax", *FRAMEWORKS}
MORE = [block for block in blocks() if block.packages and not ELSEWHERE & set(block.packages)]


@pytest.mark.parametrize("block", MORE, ids=[block.name for block in MORE])
def test_document_block_runs_on_its_own(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in block.packages:
        pytest.importorskip(package, reason=f"{package} is not installed")
    monkeypatch.chdir(tmp_path)
    block.run(tmp_path)
