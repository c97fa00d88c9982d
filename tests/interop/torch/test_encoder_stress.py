"""The encoder thread beside other packages with protobuf messages, and a busy garbage collector."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.encoder_stress import OTHER_PACKAGES, run_child


def test_encoder_makes_messages_while_others_import_and_collect(tmp_path: Path) -> None:
    for package in OTHER_PACKAGES:
        pytest.importorskip(package, reason=f"{package} is not installed: make test-interop")
    child = run_child(str(tmp_path), n_rounds=1)
    assert child.returncode == 0, child.stderr
    assert len(list(tmp_path.glob("ours_*/*/events.out.tfevents.*"))) == 2
