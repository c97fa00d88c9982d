"""Discovery: which runs are found below which roots, and what they are called."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sightline.engine.claims import Claims
from sightline.engine.follow import Follower
from sightline.engine.kind import Claim, Kind
from sightline.engine.local_reader import LocalReader
from sightline.engine.roots import expand, parse_logdir_spec, parse_roots
from sightline.engine.store import Store
from support.logs import GOLDEN, line, load, wait_until, write_events

POINTS = line("a", range(3), at=1)


def names(store: Store) -> list[str]:
    return [run.name for run in store.view().runs]


def load_with(kind: Kind, root: Path) -> Store:
    store = Store(LocalReader(), Claims([kind]))
    follower = Follower(store, parse_roots(root))
    follower.load()
    follower.close()
    return store


def test_runs_are_named_by_their_path_below_the_root(tmp_path: Path) -> None:
    for below in (".", "a", "a/b", "c/d e"):
        write_events(tmp_path / below, POINTS)
    assert names(load(tmp_path)) == [".", "a", "a/b", "c/d e"]


def test_named_roots_are_put_before_their_runs(tmp_path: Path) -> None:
    write_events(tmp_path / "one", POINTS)
    write_events(tmp_path / "one/a", POINTS)
    write_events(tmp_path / "two/b", POINTS)
    spec = f"first:{tmp_path}/one,second:{tmp_path}/two"
    roots = expand(parse_logdir_spec(spec), LocalReader())
    assert [(root.run_name(root.path), root.run_name(root.path + "/x")) for root in roots] == [
        ("first/.", "first/x"),
        ("second/.", "second/x"),
    ]
    assert names(load({"first": tmp_path / "one", "second": tmp_path / "two"})) == [
        "first/.",
        "first/a",
        "second/b",
    ]


def test_several_roots_go_by_their_own_names(tmp_path: Path) -> None:
    for below in ("x/logs/a", "y/logs/a", "z"):
        write_events(tmp_path / below, POINTS)
    assert names(load([tmp_path / "x/logs", tmp_path / "y/logs", tmp_path / "z"])) == [
        "logs/a",
        "logs_2/a",
        "z",
    ]


def test_a_single_event_file_is_a_root(tmp_path: Path) -> None:
    path = write_events(tmp_path, POINTS)
    write_events(tmp_path, POINTS, suffix=".other")
    store = load(path)
    assert names(store) == ["."]
    assert store.view().runs[0].n_points == 3


def test_a_path_with_a_colon_that_exists_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_events(tmp_path / "lr:0.1", POINTS)
    assert names(load("lr:0.1")) == ["."]


def test_links_are_followed_but_not_in_circles(tmp_path: Path) -> None:
    write_events(tmp_path / "logs/a", POINTS)
    write_events(tmp_path / "outside/b", POINTS)
    os.symlink(tmp_path / "outside", tmp_path / "logs/link")
    os.symlink(tmp_path / "logs", tmp_path / "logs/a/up")
    os.symlink(tmp_path / "logs", tmp_path / "outside/back")
    os.symlink("self", tmp_path / "logs/self")
    os.symlink("nowhere", tmp_path / "logs/events.out.tfevents.gone")
    assert names(load(tmp_path / "logs")) == ["a", "link/b"]


def test_a_folder_that_links_lead_to_is_walked_once_by_its_own_path(tmp_path: Path) -> None:
    write_events(tmp_path / "run_12", POINTS)
    os.symlink("run_12", tmp_path / "latest")
    os.symlink(tmp_path / "run_12", tmp_path / "zz")
    assert names(load(tmp_path)) == ["run_12"]


def test_links_that_double_the_folders_at_every_level_do_not_multiply_the_walk(tmp_path: Path) -> None:
    """Thirty levels with two links each to the next: a thousand million paths, thirty folders."""
    outside = tmp_path / "outside"
    for level in range(30):
        (outside / str(level)).mkdir(parents=True)
        for name in ("a", "b"):
            os.symlink(outside / str(level + 1), outside / str(level) / name)
    write_events(outside / "30", POINTS)
    (tmp_path / "logs").mkdir()
    os.symlink(outside / "0", tmp_path / "logs" / "x")
    assert names(load(tmp_path / "logs")) == ["x/" + "/".join("a" * 30)]


def test_unreadable_paths_are_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    write_events(tmp_path / "a", POINTS)
    (tmp_path / "b").mkdir()
    (tmp_path / "b/events.out.tfevents.dir").mkdir()
    os.mkfifo(tmp_path / "b/events.out.tfevents.pipe")

    class ClosedReader(LocalReader):
        def list(self, paths):  # type: ignore[no-untyped-def]
            error = PermissionError(13, "Permission denied")
            return [
                error if path.endswith("/closed") else found
                for path, found in zip(paths, super().list(paths), strict=True)
            ]

    (tmp_path / "closed").mkdir()
    store = Store(ClosedReader(), Claims())
    follower = Follower(store, parse_roots(tmp_path))
    follower.load()
    follower.close()
    assert [run.name for run in store.view().runs if run.n_points] == ["a"]
    reasons = {os.path.basename(path): why for path, why in follower.problems}
    assert reasons == {"closed": "Permission denied", "events.out.tfevents.pipe": "Not a regular file"}


def test_our_own_notes_are_no_run(tmp_path: Path) -> None:
    write_events(tmp_path / ".sightline", POINTS)
    assert names(load(tmp_path)) == []


def test_side_files_are_offered_to_the_kinds_that_claim_them(tmp_path: Path) -> None:
    write_events(tmp_path / "a", POINTS)
    for path in ("a/.hydra/config.yaml", "a/x/.hydra/config.yaml", "a/hparams.yaml", "b/hparams.yaml"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    kind = Kind("hparams", "Hparams", (Claim(files=".hydra/config.yaml"), Claim(files="hparams.yaml")))
    (run,) = load_with(kind, tmp_path).view().runs
    assert sorted(os.path.relpath(file.path, tmp_path) for file in run.side_files) == [
        "a/.hydra/config.yaml",
        "a/hparams.yaml",
    ]


@pytest.mark.parametrize(
    ("case", "glob", "home"),
    [
        ("tf/projector_tsv", "projector_config.pbtxt", "."),
        ("jax/trace", "plugins/profile/*/*.xplane.pb", "."),
        ("torch_profiler/plain_json", "*.pt.trace.json", None),
        ("torch_profiler/full_gz", "*.pt.trace.json.gz", None),
    ],
)
def test_side_files_of_real_producers_make_runs(case: str, glob: str, home: str | None) -> None:
    if not (GOLDEN / case).exists():
        pytest.skip("not among the copied logs")
    store = load_with(Kind("some", "Some", (Claim(files=glob, alone=True),)), GOLDEN / case)
    found = {run.name: len(run.side_files) for run in store.view().runs if run.side_files}
    assert found
    assert home is None or home in found


def test_side_files_come_and_go(tmp_path: Path, follow) -> None:  # type: ignore[no-untyped-def]
    follower = follow(tmp_path)
    (tmp_path / "p").mkdir()
    config = tmp_path / "p/projector_config.pbtxt"
    config.touch()
    wait_until(lambda: names(follower.store) == ["p"])
    config.unlink()
    wait_until(lambda: names(follower.store) == [])


def test_many_folders_give_first_results_before_the_walk_ends(tmp_path: Path) -> None:
    write_events(tmp_path / "00", POINTS)
    for number in range(1, 30):
        (tmp_path / f"{number:02d}").mkdir()
    met: list[str] = []

    class WaitingReader(LocalReader):
        def list(self, paths):  # type: ignore[no-untyped-def]
            if any(path.endswith("/29") for path in paths):  # the end of the walk: the first run is there
                wait_until(lambda: sum(run.n_points for run in store.view().runs) == 3)
                met.extend(paths)
            return super().list(paths)

    store = Store(WaitingReader(), Claims())
    follower = Follower(store, parse_roots(tmp_path))
    follower.load()
    follower.close()
    assert met
