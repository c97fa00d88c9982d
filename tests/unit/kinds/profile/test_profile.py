"""Profiles: real profilers' files are found and named, and no name leads out of the log directory."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.store import StoreView
from sightline.formats.memory_profile import MemoryProfile
from sightline.formats.memory_snapshot import MemorySnapshot
from sightline.kinds.profile.names import ProfileName, read_name
from sightline.kinds.profile.opened import open_memory_files
from sightline.kinds.profile.query import QUERIES
from support.logs import GOLDEN, line, load, write_events
from support.traces import span
from unit.server.serving import Served, served

SESSION = "plugins/profile/2026_11_15_19_34_32"


def rows_of(view: StoreView, **params: Any) -> list[dict[str, Any]]:
    columns = QUERIES["sessions"](view, params).to_numpy()
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        (f"{SESSION}/trainbox.xplane.pb", ("2026_11_15_19_34_32", "trainbox", "xplane")),
        (f"{SESSION}/a.b.example.trace.json.gz", ("2026_11_15_19_34_32", "a.b.example", "trace")),
        (f"{SESSION}/perfetto_trace.json.gz", ("2026_11_15_19_34_32", "", "perfetto_trace")),
        (
            f"{SESSION}/10.0.0.1_8470.overview_page.pb",
            ("2026_11_15_19_34_32", "10.0.0.1_8470", "overview_page"),
        ),
        ("plugins/profile/1/host.trace", ("1", "host", "trace")),
        ("worker0.1794771175629375806.pt.trace.json.gz", ("1794771175629375806", "worker0", "torch")),
        ("a.b_12.1700000000000.pt.trace.json", ("1700000000000", "a.b_12", "torch")),
        ("host_1.pt.trace.json", ("", "host_1", "torch")),
        (".pt.trace.json", ("", "", "torch")),
        ("worker0.1794771175629375806.pickle", ("1794771175629375806", "worker0", "memory_snapshot")),
        ("host_1_snapshot.pickle", ("", "host_1", "memory_snapshot")),
        ("memory.prof", ("", "", "memory_profile")),
        (f"{SESSION}/trainbox.memory.prof", ("2026_11_15_19_34_32", "trainbox", "memory_profile")),
    ],
)
def test_names(path: str, wanted: tuple[str, str, str]) -> None:
    assert read_name(path) == ProfileName(*wanted)


@pytest.mark.parametrize(
    ("case", "run", "tools"),
    [
        ("jax/perfetto_trace", ".", ["perfetto_trace", "trace", "xplane"]),
        ("jax/memory_profile", ".", ["memory_profile"]),
        ("tf/profile", ".", ["xplane"]),
        ("tf/keras_fit_profile", "train", ["xplane"]),
        ("torch_profiler/full_gz", ".", ["torch", "torch"]),
        ("torch_profiler/export_chrome_trace", ".", ["torch"]),
    ],
)
def test_what_the_real_profilers_left_is_listed(case: str, run: str, tools: list[str]) -> None:
    """A folder with nothing but profiles is a run too, as it is for the profilers' own plugins."""
    view = load(str(GOLDEN / case)).view()
    rows = [row for row in rows_of(view) if row["tool"] != "torch_spans"]
    assert sorted(row["tool"] for row in rows) == tools
    (found,) = {view.by_id[row["run"]] for row in rows}
    assert found.name == run
    for row in rows:
        path = GOLDEN / case / found.name / row["name"]
        assert row["bytes"] == path.stat().st_size
        assert row["modified"] == path.stat().st_mtime
        assert row["problem"] == ""
        file = QUERIES["item"](view, {"run": found.id, "name": row["name"]})
        assert (file.path, file.filename) == (os.path.realpath(path), path.name)


def test_profiles_belong_to_the_run_of_the_events_beside_them(tmp_path: Path) -> None:
    write_events(tmp_path / "a/b", line("loss", range(3), at=100))
    folder = tmp_path / "a/b" / SESSION
    folder.mkdir(parents=True)
    (folder / "host.xplane.pb").write_bytes(b"x" * 10)
    (folder / "readme.txt").write_bytes(b"no profile")
    view = load(str(tmp_path)).view()
    (run,) = view.runs
    assert (run.name, run.n_points) == ("a/b", 3)
    assert [row["name"] for row in rows_of(view)] == [f"{SESSION}/host.xplane.pb"]
    assert rows_of(view, runs=[]) == rows_of(view, runs=[99]) == []


def test_memory_files_belong_to_runs_and_only_telling_names_make_one(tmp_path: Path) -> None:
    write_events(tmp_path / "run", line("loss", range(3), at=100))
    for path in (
        "run/oom.pickle",
        "run/cpu.prof",
        "data/words.pickle",
        "data/main.prof",
        "alone/snapshot.pickle",
    ):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(b"x")
    view = load(str(tmp_path)).view()
    found = [(view.by_id[row["run"]].name, row["name"], row["tool"]) for row in rows_of(view)]
    assert sorted(found) == [
        ("alone", "snapshot.pickle", "memory_snapshot"),
        ("run", "cpu.prof", "memory_profile"),
        ("run", "oom.pickle", "memory_snapshot"),
    ]


def test_memory_files_are_opened_once_and_say_what_is_wrong(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "jax/memory_profile/memory.prof", tmp_path)
    (tmp_path / "snapshot.pickle").write_bytes(pickle.dumps({"segments": [], "device_traces": []}))
    (tmp_path / "hostile_snapshot.pickle").write_bytes(pickle.dumps(os.system))
    view = load(str(tmp_path)).view()
    files, run = open_memory_files(), view.runs[0].id
    assert isinstance(files.open(view, run, "memory.prof"), MemoryProfile)
    assert isinstance(files.open(view, run, "snapshot.pickle"), MemorySnapshot)
    assert files.open(view, run, "snapshot.pickle") is files.open(view, run, "snapshot.pickle")
    with pytest.raises(LookupError, match="it holds more than plain data"):
        files.open(view, run, "hostile_snapshot.pickle")


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """Everything that may be wrong with a file or its name."""
    folder = tmp_path / "logs" / SESSION
    folder.mkdir(parents=True)
    (folder / "empty.trace.json.gz").touch()
    (folder / "broken.trace.json.gz").write_bytes(b"{}")
    (folder / 'ü "quoted"; rm -rf \'.trace.json').write_bytes(b"odd")
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff.xplane.pb")).write_bytes(b"bytes")
    (folder / "folder.pb").mkdir()
    os.mkfifo(folder / "pipe.pb")
    (tmp_path / "secret.pb").write_bytes(b"outside")
    (folder / "link.pb").symlink_to(tmp_path / "secret.pb")
    (folder / "nowhere.pb").symlink_to(tmp_path / "none")
    return tmp_path / "logs"


def test_what_is_wrong_is_said(odd: Path) -> None:
    view = load(str(odd)).view()
    problems = {row["name"].rpartition("/")[2]: row["problem"] for row in rows_of(view)}
    assert problems["empty.trace.json.gz"] == "the file is empty"
    assert problems["broken.trace.json.gz"] == "this is no gzip file"
    assert problems["link.pb"].endswith("is outside the log directory")
    assert problems['ü "quoted"; rm -rf \'.trace.json'] == problems["\\xff.xplane.pb"] == ""
    assert problems["nowhere.pb"].endswith("is outside the log directory")
    assert "folder.pb" not in problems
    assert "Not a regular file" in problems["pipe.pb"]


@pytest.mark.parametrize(
    "name",
    [
        "pipe.pb",
        "link.pb",
        "nowhere.pb",
        "../secret.pb",
        "../../../../secret.pb",
        "/etc/passwd",
        "",
        "\0",
        "readme",
    ],
)
def test_nothing_else_is_handed_out(odd: Path, name: str) -> None:
    view = load(str(odd)).view()
    for path in (name, f"{SESSION}/{name}"):
        with pytest.raises(LookupError):
            QUERIES["item"](view, {"run": view.runs[0].id, "name": path})
    with pytest.raises(LookupError):
        QUERIES["item"](view, {"run": 99, "name": f"{SESSION}/empty.trace.json.gz"})


@pytest.fixture
def board(odd: Path) -> Iterator[Served]:
    shutil.copytree(GOLDEN / "torch_profiler/memory_no_stack/run_b", odd / "torch")
    with served(odd) as it:
        it.wait_loaded()
        yield it


def test_files_over_http(board: Served, odd: Path) -> None:
    view = board.board.view()
    for row in rows_of(view):
        params = {"run": int(row["run"]), "name": row["name"]}
        answer = board.client.ask("POST", "/api/v1/kinds/profile/item", params)
        reason = next((text for text in ("outside", "Not a regular file") if text in row["problem"]), None)
        if reason is not None:
            assert answer.status == 404
            assert reason in answer.json["error"]["message"]
            continue
        assert answer.status == 200
        assert len(answer.body) == row["bytes"]
        assert answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["content-disposition"].startswith("attachment")
        assert "sandbox" in answer.headers["content-security-policy"]
    assert {"slug": "profile", "title": "Profiles", "n_tags": 0} in board.client.get("/api/v1/tags").json[
        "kinds"
    ]


def test_parts_of_a_file(board: Served, odd: Path) -> None:
    (path,) = (odd / "torch").glob("*.gz")
    content = path.read_bytes()
    run = next(run for run in board.board.view().runs if run.name == "torch")

    def ask(**headers: str) -> Any:
        return board.client.get(f"/api/v1/kinds/profile/item?run={run.id}&name={path.name}", **headers)

    part = ask(range="bytes=10-19")
    assert (part.status, part.body) == (206, content[10:20])
    assert part.headers["content-range"] == f"bytes 10-19/{len(content)}"
    assert ask(range="bytes=-5").body == content[-5:]
    assert ask(range=f"bytes={len(content)}-").status == 416
    assert ask(**{"if-none-match": ask().headers["etag"]}).status == 304
    path.unlink()
    assert ask().status == 404


def test_all_spans_of_a_worker_open_as_one_profile(tmp_path: Path) -> None:
    for worker, session, at_us in (
        ("a", 1700000000000, 0),
        ("a", 1700000000500, 500_000),
        ("b", 1700000000000, 0),
    ):
        events = [span(f"ProfilerStep#{at_us}", at_us, 100, cat="user_annotation")]
        events += [span("gemm", at_us + 10, 50, pid=0, tid=7, cat="kernel")]
        path = tmp_path / f"{worker}.{session}.pt.trace.json"
        path.write_text(json.dumps({"traceEvents": events}))
    view = load(str(tmp_path)).view()
    (group,) = [row for row in rows_of(view) if row["tool"] == "torch_spans"]
    spans = [row for row in rows_of(view) if row["host"] == "a" and row["tool"] == "torch"]
    assert (group["name"], group["host"], group["session"]) == ("a/*", "a", "")
    assert group["bytes"] == sum(row["bytes"] for row in spans)
    params = {"run": view.runs[0].id, "name": "a/*"}
    found = QUERIES["overview"](view, params)
    assert found["steps"]["count"] == 2
    assert found["device"]["utilization"] == pytest.approx(0.5)  # the pause between spans does not count
    assert QUERIES["progress"](view, params)["state"] == "ready"
    for name in ("b/*", "none/*", "/*"):
        with pytest.raises(LookupError, match="has no profiles of a worker"):
            QUERIES["overview"](view, {**params, "name": name})


def test_files_that_are_being_written_are_taken_up_when_whole(tmp_path: Path) -> None:
    """Neither the draft of a producer nor the half of a file is kept once there is more."""
    source = next((GOLDEN / "torch_profiler/full_gz").glob("*.json.gz"))
    whole, path = source.read_bytes(), tmp_path / source.name
    path.with_name(source.name + ".tmp").write_bytes(whole[:1000])
    (tmp_path / "a.pt.trace.json").write_text("[]")
    store = load(str(tmp_path))
    assert [row["name"] for row in rows_of(store.view())] == ["a.pt.trace.json"]

    def state(n_bytes: int) -> tuple[int, set[str]]:
        path.write_bytes(whole[:n_bytes])
        view = load(str(tmp_path)).view()
        found = QUERIES["overview"](view, {"run": view.runs[0].id, "name": source.name})
        return found["n_slices"], {problem["what"] for problem in found["problems"]}

    n_half, problems = state(len(whole) // 2)
    assert "the compressed data is cut off" in problems
    n_slices, problems = state(len(whole))
    assert n_slices > n_half
    assert problems == set()
