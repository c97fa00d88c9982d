"""The Python blocks of the documents that need a framework."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from support.document_code import FRAMEWORKS, Block, blocks

os.environ["KERAS_BACKEND"] = "torch"
BLOCKS = [block for block in blocks() if set(FRAMEWORKS) & set(block.packages)]


@pytest.mark.parametrize("block", BLOCKS, ids=[block.name for block in BLOCKS])
def test_document_block_runs_on_its_own(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in block.packages:
        pytest.importorskip(package, reason=f"{package} is not installed")
    monkeypatch.chdir(tmp_path)
    block.run(tmp_path)
