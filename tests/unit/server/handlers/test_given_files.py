"""Files given in the page: stored in a folder of the server, shown as a run, gone with the server."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from unit.server.serving import Answer, Served, served, wait_for

VECTORS = np.arange(12, dtype=np.float32).reshape(4, 3)
FOLDER = "given/embedding/0123abcd"


def npy() -> bytes:
    data = io.BytesIO()
    np.save(data, VECTORS)
    return data.getvalue()


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files; whatever a server leaves in it is seen."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def board(tmp_path: Path, temporary: Path) -> Iterator[Served]:
    (tmp_path / "logs").mkdir()
    with served(tmp_path / "logs") as it:
        yield it


def listed(board: Served) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = board.client.api("kinds/embedding/list")["embeddings"]
    return found


def columns(board: Served, embedding: dict[str, Any]) -> Answer:
    return board.client.get(
        f"/api/v1/kinds/embedding/columns?run={embedding['run']}&name={embedding['name']}"
    )


def message(answer: Answer) -> str:
    text: str = answer.json["error"]["message"]
    return text


def test_a_given_file_becomes_a_run_with_the_metadata_beside_it(board: Served, temporary: Path) -> None:
    beside = board.client.edit("PUT", f"{FOLDER}/words.metadata.tsv", b"a\nb\nc\nd\n")
    assert (beside.status, beside.json) == (200, {"run": None})
    given = board.client.edit("PUT", f"{FOLDER}/words.npy", npy())
    assert (given.status, given.json) == (200, {"run": "words.npy"})
    (embedding,) = wait_for(lambda: listed(board))
    assert (embedding["source"], embedding["points"], embedding["has_metadata"]) == ("file", 4, True)
    facts = columns(board, embedding).json
    assert [value["value"] for value in facts["columns"][0]["values"]] == ["a", "b", "c", "d"]


def test_the_same_name_again_is_another_run(board: Served) -> None:
    board.client.edit("PUT", f"{FOLDER}/words.npy", npy())
    again = board.client.edit("PUT", "given/embedding/fedc3210/words.npy", npy())
    assert again.json == {"run": "words.npy_2"}
    assert wait_for(lambda: len(listed(board)) == 2)
    taken = board.client.edit("PUT", f"{FOLDER}/words.npy", npy())
    assert (taken.status, message(taken)) == (400, "words.npy is there already; give it in another folder")


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.npy", b"no array", "a.npy"),
        ("a.tsv", b"1\t2\n3\n", "line 2"),
        ("a.csv", b"", "empty"),
    ],
)
def test_a_file_without_vectors_says_why(board: Served, name: str, data: bytes, reason: str) -> None:
    assert board.client.edit("PUT", f"{FOLDER}/{name}", data).status == 200
    (embedding,) = wait_for(lambda: listed(board))
    answer = columns(board, embedding)
    assert answer.status == 404
    assert reason in message(answer)


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        (f"{FOLDER}/model.exe", 400, "has none of the endings"),
        (f"{FOLDER}/.hidden.npy", 400, "cannot be the name"),
        (f"{FOLDER}/..%5Cup.npy", 400, "cannot be the name"),
        ("given/embedding/..../words.npy", 400, "hexadecimal"),
        ("given/scalar/0123abcd/words.npy", 400, "has none of the endings"),
        ("given/nothing/0123abcd/words.npy", 404, "there is no kind"),
    ],
)
def test_what_is_no_file_of_the_kind_is_refused(
    board: Served, temporary: Path, path: str, status: int, reason: str
) -> None:
    answer = board.client.edit("PUT", path, npy())
    assert answer.status == status
    assert reason in message(answer)
    assert not [each for each in temporary.rglob("*") if each.is_file()]


def test_more_than_there_is_room_for_is_refused_and_not_kept(tmp_path: Path, temporary: Path) -> None:
    with served(tmp_path / "logs", max_given_bytes=1000) as board:
        answer = board.client.edit("PUT", f"{FOLDER}/words.tsv", b"1\t2\n" * 300)
        assert answer.status == 413
        assert "too large" in message(answer)
        assert board.client.edit("PUT", f"{FOLDER}/words.tsv", b"1\t2\n" * 200).status == 200
        assert board.client.edit("PUT", f"{FOLDER}/more.tsv", b"1\t2\n" * 100).status == 413
        assert [each.name for each in temporary.rglob("*") if each.is_file()] == ["words.tsv"]


def test_only_the_page_of_a_board_that_takes_edits_may_give_files(tmp_path: Path, temporary: Path) -> None:
    with served(tmp_path / "logs", writable=False) as board:
        assert board.client.edit("PUT", f"{FOLDER}/words.npy", npy()).status == 403
    with served(tmp_path / "logs") as board:
        path = f"/api/v1/{FOLDER}/words.npy"
        assert board.client.ask("PUT", path, npy()).status == 403
        assert board.client.ask("PUT", path, npy(), origin="http://evil.example").status == 403
    assert not list(temporary.iterdir())


def test_given_files_go_with_the_server(tmp_path: Path, temporary: Path) -> None:
    with served(tmp_path / "logs") as board:
        assert board.client.edit("PUT", f"{FOLDER}/words.npy", npy()).status == 200
        assert list(temporary.iterdir())
    assert not list(temporary.iterdir())
