"""A large image log, read picture by picture: memory follows the cache's budget, not the log."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sightline.formats import messages
from support.values import write_values

N_PICTURES = 160
READ_ALL = """
import json, resource, sys
from support.logs import load
from sightline.kinds.image.query import QUERIES
view = load(sys.argv[1]).view()
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before, n_bytes = peak(), 0
for index in range(int(sys.argv[2])):
    n_bytes += len(QUERIES["item"](view, {"run": view.runs[0].id, "tag": "picture", "index": index}).content)
print(json.dumps([before, peak(), n_bytes]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no ru_maxrss")
def test_reading_all_pictures_holds_no_more_than_the_cache(tmp_path: Path) -> None:
    start = b"\x89PNG\r\n\x1a\n"
    pictures = [start + os.urandom(1 << 20) for _ in range(4)]
    values = [
        messages.Summary.Value(
            tag="picture", image=messages.Summary.Image(encoded_image_string=pictures[n % 4])
        )
        for n in range(N_PICTURES)
    ]
    write_values(tmp_path, values)
    tests = str(Path(__file__).parents[3])
    done = subprocess.run(
        [sys.executable, "-c", READ_ALL, str(tmp_path), str(N_PICTURES)],
        env={**os.environ, "PYTHONPATH": tests},
        capture_output=True,
        text=True,
        check=True,
    )
    before_mb, after_mb, n_bytes = json.loads(done.stdout)
    assert n_bytes == N_PICTURES * len(pictures[0])
    # The cache's 32 MiB and what one value takes on its way.
    assert after_mb - before_mb < 32 + 24
