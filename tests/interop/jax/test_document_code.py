"""The Python blocks of the documents that need JAX."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.document_code import Block, blocks

BLOCKS = [block for block in blocks() if "jax" in block.packages]


@pytest.mark.parametrize("block", BLOCKS, ids=[block.name for block in BLOCKS])
def test_document_block_runs_on_its_own(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("jax", reason="jax is not installed: make test-interop")
    monkeypatch.chdir(tmp_path)
    block.run(tmp_path)
