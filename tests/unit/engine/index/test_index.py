"""An index shows what its source shows, and follows it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from sightline import _native
from sightline.engine.follow import Follower
from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.index.plan import MAX_SMALL_PAGES
from sightline.engine.index.work import index_files
from support.indexes import assert_equal_views, make_index, opened_index
from support.logs import GOLDEN, line, load, write_events


@pytest.mark.parametrize("producer", sorted(path.name for path in GOLDEN.iterdir() if path.is_dir()))
def test_golden_logs_look_the_same_through_an_index(producer: str, tmp_path: Path) -> None:
    make_index(GOLDEN / producer, tmp_path / "index")
    with opened_index(tmp_path / "index") as follower:
        assert_equal_views(follower.store.view(), load(str(GOLDEN / producer)).view())


def test_runs_and_summaries_are_shown_without_any_pack(tmp_path: Path) -> None:
    from sightline.kinds.scalar_facts import Picked, facts_of

    for run in range(3):
        write_events(tmp_path / "logs" / f"run{run}", line("loss", range(50), at=1e9 + run))
    make_index(tmp_path / "logs", tmp_path / "index")
    expected = load(str(tmp_path / "logs")).view()
    shutil.rmtree(tmp_path / "index" / "packs")
    with opened_index(tmp_path / "index") as follower:
        view = follower.store.view()
        mine, theirs = ([Picked(run, "loss") for run in each.runs] for each in (view, expected))
        np.testing.assert_equal(facts_of(mine, 10, superseded=False), facts_of(theirs, 10, superseded=False))
        with pytest.raises(BrokenIndexError, match="makes it again"):
            view.scalar(view.runs[0].id, "loss").steps  # noqa: B018


def test_only_what_changed_is_read_again(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    for run in range(4):
        write_events(logs / f"run{run}", line("loss", range(10), at=1e9))
    assert make_index(logs, index).n_indexed == 4
    assert make_index(logs, index).n_indexed == 0
    write_events(logs / "run1", line("loss", range(10, 20), at=2e9), suffix=".more")
    shutil.rmtree(logs / "run3")
    with opened_index(index) as follower:
        outcome = make_index(logs, index)
        assert (outcome.n_indexed, outcome.n_removed) == (1, 1)
        follower.load()  # the new manifest is picked up
        assert_equal_views(follower.store.view(), load(str(logs)).view())


def test_file_that_was_replaced_by_an_older_one_is_shown_as_it_is_now(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    path = write_events(logs / "run", line("loss", range(10), at=1e9))
    make_index(logs, index)
    other = write_events(tmp_path / "other", line("loss", range(5), at=3e9))
    os.utime(other, (1e9, 1e9))
    os.replace(other, path)
    make_index(logs, index)
    with opened_index(index) as follower:
        assert_equal_views(follower.store.view(), load(str(logs)).view())


def test_equal_sources_give_equal_manifests_whatever_the_order_of_work(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    for run in range(5):
        write_events(logs / f"run{run}", line("loss", range(10), at=1e9))
    first, second = (make_index(logs, tmp_path / name).manifest for name in ("one", "two"))
    assert first == second


def test_another_source_is_refused(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_events(tmp_path / name / "run", line("loss", range(3), at=1e9))
    make_index(tmp_path / "one", tmp_path / "index")
    with pytest.raises(BrokenIndexError, match=r"is the index of .*one, not of .*two"):
        make_index(tmp_path / "two", tmp_path / "index")


def test_worker_of_another_version_is_refused() -> None:
    answer = index_files("0.0.1 (segments 1, pages 1)", b"not looked into")
    assert "install the same version everywhere" in answer["refused"]


def test_missing_index_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BrokenIndexError, match="sightline index SOURCE --to"), opened_index(tmp_path):
        pass


def test_index_of_a_later_version_is_refused(tmp_path: Path) -> None:
    write_events(tmp_path / "logs" / "run", line("loss", range(3), at=1e9))
    make_index(tmp_path / "logs", tmp_path / "index")
    for path in (tmp_path / "index" / "manifests").iterdir():
        path.write_text(path.read_text().replace('"version": 1', '"version": 99'))
    with pytest.raises(BrokenIndexError, match="version 99"), opened_index(tmp_path / "index"):
        pass


def test_index_and_live_log_directories_together(tmp_path: Path) -> None:
    write_events(tmp_path / "old" / "run", line("loss", range(3), at=1e9))
    write_events(tmp_path / "new" / "run", line("loss", range(5), at=2e9))
    make_index(tmp_path / "old", tmp_path / "index")
    with opened_index(tmp_path / "index", roots=[str(tmp_path / "new")]) as follower:
        view = follower.store.view()
        assert {run.name: run.n_points for run in view.runs} == {"old/run": 3, "new/run": 5}


def test_log_directory_that_is_followed_itself_is_not_taken_from_the_index(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    path = write_events(logs / "run", line("loss", range(3), at=1e9))
    make_index(logs, tmp_path / "index")
    path.write_bytes(
        path.read_bytes() + write_events(tmp_path / "x", line("loss", range(3, 9), at=2e9)).read_bytes()
    )
    with opened_index(tmp_path / "index", roots=[str(logs)]) as follower:
        (run,) = follower.store.view().runs
        assert run.n_points == 9
        assert not run.is_indexed


def test_torn_end_is_damage_once_the_file_is_old(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    path = write_events(logs / "run", line("loss", range(10), at=1e9))
    path.write_bytes(path.read_bytes()[:-5])
    modified = path.stat().st_mtime
    make_index(logs, index, clock=lambda: modified + 1)
    with opened_index(index) as follower:
        assert follower.store.view().runs[0].n_damages == 0
        assert make_index(logs, index, clock=lambda: modified + 2).n_indexed == 0
        assert make_index(logs, index, clock=lambda: modified + 3600).n_indexed == 1
        follower.load()
        assert follower.store.view().runs[0].n_damages == 1


def test_hyperparameter_files_are_read_from_the_index_alone(tmp_path: Path) -> None:
    from sightline.kinds.hparams.sources import session_record

    logs = tmp_path / "logs"
    write_events(logs / "run", line("loss", range(3), at=1e9))
    (logs / "run" / "hparams.yaml").write_text("lr: 0.25\n")
    make_index(logs, tmp_path / "index")
    shutil.rmtree(logs)
    with opened_index(tmp_path / "index") as follower:
        view = follower.store.view()
        assert session_record(view, view.runs[0]).hparams == {"lr": 0.25}


def test_link_to_a_file_elsewhere_is_not_copied_into_the_index(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    write_events(logs / "run", line("loss", range(3), at=1e9))
    (tmp_path / "secret").write_text("password: open-sesame\n")
    (logs / "run" / "hparams.yaml").symlink_to(tmp_path / "secret")
    make_index(logs, tmp_path / "index")
    from sightline.formats.index_page import decode_page

    pages = [decode_page(path.read_bytes()) for path in (tmp_path / "index" / "pages").iterdir()]
    assert [side[-1] for page in pages for side in page.texts["side_files"]] == [None]


def test_values_of_a_replaced_event_file_are_not_shown(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    source = next((GOLDEN / "torch").rglob("*tfevents*"))
    (logs / "run").mkdir(parents=True)
    path = shutil.copy(source, logs / "run" / source.name)
    make_index(logs, tmp_path / "index")
    data = bytearray(Path(path).read_bytes())
    data[10] ^= 1
    Path(path).write_bytes(data)
    with opened_index(tmp_path / "index") as follower:
        view = follower.store.view()
        (run,) = view.runs
        kind = next(kind for kind in run.kinds if kind not in view.claims.column_kinds)
        index = view.items(run.id, next(iter(run.series(kind))), kind)
        with pytest.raises(ValueError, match="replaced"):
            view.read(index.location(0))


def test_many_small_pages_are_joined(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    for run in range(MAX_SMALL_PAGES + 3):
        write_events(logs / f"run{run:02d}", line("loss", range(3), at=1e9))
        outcome = make_index(logs, index)
    assert len(outcome.manifest.pages) < MAX_SMALL_PAGES
    with opened_index(index) as follower:
        assert_equal_views(follower.store.view(), load(str(logs)).view())


def test_job_that_is_interrupted_loses_nothing_that_was_finished(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    for run in range(3):
        write_events(logs / f"run{run}", line("loss", range(10), at=1e9))

    def interrupt(n_done: int, n_all: int) -> None:
        if n_done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_index(logs, index, batch_bytes=1, on_progress=interrupt)
    assert make_index(logs, index, batch_bytes=1).n_indexed == 3 - 2
    with opened_index(index) as follower:
        assert_equal_views(follower.store.view(), load(str(logs)).view())


def test_float64_values_and_nonfinite_ones_come_back(tmp_path: Path) -> None:
    from support.event_logs import VERSION, scalar
    from support.records import frame

    folder = tmp_path / "logs" / "run"
    folder.mkdir(parents=True)
    values = [1.0, float("nan"), float("inf"), -float("inf"), 2.5]
    events = [VERSION, *(scalar("x", step, value, 1e9 + step) for step, value in enumerate(values))]
    (folder / "events.out.tfevents.1").write_bytes(b"".join(map(frame, events)))
    writer = _native.EventFileWriter(str(tmp_path / "logs" / "wide"))
    writer.add_scalar("y", 0.1, 1, 1e9)
    writer.close()
    make_index(tmp_path / "logs", tmp_path / "index")
    with opened_index(tmp_path / "index") as follower:
        assert_equal_views(follower.store.view(), load(str(tmp_path / "logs")).view())


def test_cleaning_deletes_what_is_old_and_unused_only(tmp_path: Path) -> None:
    import time

    from sightline.engine.index.cleaning import clean
    from sightline.engine.index.place import open_place

    logs, index = tmp_path / "logs", tmp_path / "index"
    for run in range(3):
        write_events(logs / f"run{run}", line("loss", range(5), at=1e9))
        make_index(logs, index)
    shutil.rmtree(logs / "run0")
    manifest = make_index(logs, index).manifest
    assert len(manifest.pages) == 2
    place = open_place(str(index))
    assert clean(place, manifest, time.time) == 0
    assert clean(place, manifest, lambda: time.time() + 2 * 86_400) == 2 + manifest.number - 1
    assert [len(place.names(folder)) for folder in ("manifests", "pages", "packs")] == [1, 2, 2]
    with opened_index(index) as follower:
        assert_equal_views(follower.store.view(), load(str(logs)).view())


def ids_of(follower: Follower) -> dict[str, int]:
    return {run.name: run.id for run in follower.store.view().runs}


def test_servers_that_started_at_different_times_agree_on_ids(tmp_path: Path) -> None:
    logs, index = tmp_path / "logs", tmp_path / "index"
    for name in ("m", "z"):
        write_events(logs / name, line("loss", range(3), at=1e9))
    make_index(logs, index)
    with opened_index(index) as early:
        for name in ("a", "n"):
            write_events(logs / name, line("loss", range(3), at=1e9))
        make_index(logs, index)
        shutil.rmtree(logs / "m")
        for run in range(MAX_SMALL_PAGES + 1):  # so that pages are joined
            write_events(logs / f"b{run}", line("loss", range(3), at=1e9))
            make_index(logs, index)
        early.load()
        with opened_index(index) as late:
            assert ids_of(late) == ids_of(early)
            assert len(set(ids_of(late).values())) == len(ids_of(late)) == 3 + MAX_SMALL_PAGES + 1
            assert ids_of(late)["z"] == 2


def test_ids_of_several_indexes_and_live_runs_differ(tmp_path: Path) -> None:
    for name in ("one", "two", "live"):
        for run in range(2):
            write_events(tmp_path / name / f"run{run}", line("loss", range(3), at=1e9))
    for name in ("one", "two"):
        make_index(tmp_path / name, tmp_path / f"{name}_index")
    indexes = (tmp_path / "one_index", tmp_path / "two_index")
    with opened_index(*indexes, roots=[str(tmp_path / "live")]) as follower:
        ids = ids_of(follower)
        assert len(set(ids.values())) == len(ids) == 6
        assert max(ids.values()) < 2**32
        assert (ids["one/run0"], ids["one/run1"]) == (1, 2)


def test_configurations_logged_as_texts_are_read_from_the_index_alone(tmp_path: Path) -> None:
    from sightline import SummaryWriter
    from sightline.kinds.hparams.sources import session_record

    with SummaryWriter(tmp_path / "logs" / "run") as writer:
        writer.add_text("args", '{"learning_rate": 0.5}')
        for step in range(5):
            writer.add_text("samples", f"the {step}-th", step)
    before = load(str(tmp_path / "logs")).view()
    expected = session_record(before, before.runs[0]).hparams
    assert expected
    make_index(tmp_path / "logs", tmp_path / "index")
    shutil.rmtree(tmp_path / "logs")
    shutil.rmtree(tmp_path / "index" / "packs")
    with opened_index(tmp_path / "index") as follower:
        view = follower.store.view()
        assert session_record(view, view.runs[0]).hparams == expected
        with pytest.raises(BrokenIndexError, match="makes it again"):
            view.items(view.runs[0].id, "samples/text_summary", "text")
