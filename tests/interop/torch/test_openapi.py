"""The API against its own description, with thousands of odd requests by schemathesis."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sightline import SummaryWriter
from unit.server.serving import served

pytest.importorskip("schemathesis")


def test_the_api_keeps_to_its_description(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path / "logs" / "a")) as writer:
        for step in range(10):
            writer.add_scalar("loss", 1.0, step)
    with served(tmp_path / "logs") as it:
        it.wait_loaded()
        base = f"http://127.0.0.1:{it.client.port}"
        command = [
            *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()"),
            *("run", f"{base}/api/v1/openapi.json"),
            *("--url", f"{base}/api/v1", "--exclude-path", "/live"),
            *("--header", f"Origin: {base}", "--max-examples", "15", "--seed", "1", "--no-color"),
            # A kind's own limits (a width of at least one pixel) are told by 400, not by the schema.
            *("--exclude-checks", "positive_data_acceptance"),
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
