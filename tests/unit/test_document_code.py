"""Every Python block of the documents runs on its own, as written, with the base install."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.document_code import ROOT, Block, blocks

BASE = [block for block in blocks() if not block.packages]


@pytest.mark.parametrize("block", BASE, ids=[block.name for block in BASE])
def test_document_block_runs_on_its_own(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    block.run(tmp_path)


def test_every_kind_has_an_example() -> None:
    with_code = {block.document for block in blocks()}
    assert set((ROOT / "docs" / "kinds").glob("*.md")) <= with_code
