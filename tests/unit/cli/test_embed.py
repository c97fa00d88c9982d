"""`sightline embed`, as a person runs it."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from support.logs import wait_until
from unit.cli.commands import running, sightline


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("missing.npy", "does not exist"),
        ("words.docx", "none of the files that hold vectors"),
        (".", "folder"),
    ],
)
def test_embed_of_what_holds_no_vectors_is_one_clear_line(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "words.docx").write_bytes(b"x")
    done = sightline("embed", str(tmp_path / name))
    assert done.returncode == 4
    assert done.stderr.startswith("sightline: ")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


def test_embed_serves_the_vectors_of_one_file(tmp_path: Path) -> None:
    path = tmp_path / "my words.csv"
    path.write_text("word,x,y,z\na,1,2,3\nb,4,5,7\nc,7,8,8\n")

    with running("embed", str(path), "--port", "0") as command:
        port, tail = command.address()
        assert tail == "/#/projector"

        def get(query: str) -> Any:
            url = f"http://127.0.0.1:{port}/api/v1/kinds/embedding/{query}"
            with urllib.request.urlopen(url, timeout=30) as answer:
                return json.load(answer)

        wait_until(lambda: bool(get("list")["embeddings"]))
        (entry,) = get("list")["embeddings"]
        about = get(f"columns?run={entry['run']}&name=my%20words.csv")
        assert (about["points"], about["dimensions"]) == (3, 3)
        assert [column["name"] for column in about["columns"]] == ["word"]
        assert command.interrupt() == 0
    assert [each.name for each in tmp_path.iterdir()] == ["my words.csv"]
