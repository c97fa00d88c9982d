"""No request, and no name in a log, makes the server read outside its roots."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

import pytest

from sightline import SummaryWriter
from unit.server.serving import Served, served

SECRET = b"the-secret-outside"
NAMED_PATHS = ("../../secret.txt", "/etc/passwd")


@pytest.fixture(scope="module")
def it(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("machine")
    (folder / "secret.txt").write_bytes(SECRET)
    with SummaryWriter(str(folder / "logs" / "a")) as writer:
        writer.add_scalar("../../secret.txt", 1.0, 1)
        writer.add_text("/etc/passwd", "text", 1)
    (folder / "logs" / "events.out.tfevents.1.link").symlink_to(folder / "secret.txt")
    entries = (
        f'embeddings {{ tensor_name: "t{index}" tensor_path: "{path}" metadata_path: "{path}" }}'
        for index, path in enumerate(NAMED_PATHS)
    )
    (folder / "logs" / "a" / "projector_config.pbtxt").write_text("\n".join(entries))
    with served(folder / "logs") as found:
        found.wait_loaded()
        yield found


@pytest.mark.parametrize(
    "way", ["../secret.txt", "../../secret.txt", "/etc/passwd", "..\\secret.txt", "%2e%2e/secret.txt"]
)
@pytest.mark.parametrize(
    "place",
    [
        "/{}",
        "/assets/{}",
        "/api/v1/{}",
        "/api/v1/views/{}",
        "/api/v1/kinds/{}/item",
        "/api/v1/kinds/image/{}",
    ],
)
def test_paths_in_requests(it: Served, place: str, way: str) -> None:
    for path in (
        place.format(way),
        place.format(quote(way, safe="")),
        place.format(quote(quote(way, safe=""))),
    ):
        answer = it.client.get(path)
        assert answer.status in (404, 405)
        assert SECRET not in answer.body
        assert b"root:" not in answer.body


@pytest.mark.parametrize("tag", ["../../secret.txt", "/etc/passwd"])
@pytest.mark.parametrize("kind", ["image", "audio", "video", "text", "tensor"])
def test_tags_that_look_like_paths_are_only_names(it: Served, kind: str, tag: str) -> None:
    answer = it.client.get(f"/api/v1/kinds/{kind}/item?run=1&tag={quote(tag)}&index=0")
    assert answer.status in (400, 404)
    assert SECRET not in answer.body
    assert b"root:" not in answer.body


def test_a_link_to_a_file_that_is_no_log_shows_none_of_it(it: Served) -> None:
    for path in ("runs", "tags", "roots"):
        assert SECRET not in it.client.get(f"/api/v1/{path}").body


@pytest.mark.parametrize("index", range(len(NAMED_PATHS)))
def test_files_that_a_log_names_are_read_below_its_root_only(it: Served, index: int) -> None:
    (run,) = (run["id"] for run in it.client.api("runs")["runs"] if run["name"] == "a")
    answer = it.client.get(f"/api/v1/kinds/embedding/columns?run={run}&name=t{index}")
    assert answer.status == 404
    assert "outside the log directory" in answer.json["error"]["message"]
