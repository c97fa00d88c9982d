"""`sightline.open`: logs as frames."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline import _native
from sightline.engine.filter import FilterError
from sightline.engine.sidecar import Sidecar
from support.logs import GOLDEN, line, wait_until, write_events


def rows(frame: sightline.logs.logs.Frame, *names: str) -> list[tuple[object, ...]]:
    return list(zip(*(frame[name].tolist() for name in names), strict=True))


@pytest.fixture
def logdir(tmp_path: Path) -> Path:
    for name in ("resnet/1", "resnet/2", "vit/1"):
        points = [*line("loss/train", range(3), at=100), *line("loss/val", range(0, 3, 2), at=100.5)]
        write_events(tmp_path / name, [*points, ("acc", 0, 100.0, float("nan"))])
    return tmp_path


def test_scalars_has_a_row_per_point(logdir: Path) -> None:
    frame = sightline.open(logdir).scalars()
    assert list(frame) == ["run", "tag", "step", "wall_time", "value"]
    assert len(frame) == 18
    assert rows(frame, "run", "tag", "step", "wall_time", "value")[:3] == [
        ("resnet/1", "loss/train", 0, 100.0, 100.0),
        ("resnet/1", "loss/train", 1, 101.0, 101.0),
        ("resnet/1", "loss/train", 2, 102.0, 102.0),
    ]


@pytest.mark.parametrize(
    ("tag", "run", "n"),
    [
        ("loss/*", "resnet*", 10),
        ("loss/val", None, 6),
        (["acc", "loss/val"], "vit/1", 3),
        ("nothing", None, 0),
        ([], None, 0),
        (None, "vit*", 6),
    ],
)
def test_scalars_are_picked_by_globs_and_names(logdir: Path, tag: object, run: object, n: int) -> None:
    assert len(sightline.open(logdir).scalars(tag, run)) == n  # type: ignore[arg-type]


def test_a_tag_that_looks_like_a_glob_matches_itself(tmp_path: Path) -> None:
    write_events(tmp_path, [("loss[0]", 0, 1.0, 1.0), ("loss0", 0, 1.0, 1.0)])
    assert set(sightline.open(tmp_path).scalars("loss[0]")["tag"]) == {"loss[0]", "loss0"}


def test_scalars_wide_has_a_column_per_tag(logdir: Path) -> None:
    frame = sightline.open(logdir).scalars("loss/*", "resnet/1", wide=True)
    assert list(frame) == ["run", "step", "wall_time", "loss/train", "loss/val"]
    assert frame["step"].tolist() == [0, 1, 2]
    assert frame["loss/train"].tolist() == [100.0, 101.0, 102.0]
    assert frame["loss/val"].tolist() == [100.5, None, 101.5]


def test_scalars_wide_tell_a_missing_value_from_a_logged_nan(tmp_path: Path) -> None:
    write_events(tmp_path, [("a", 0, 1.0, float("nan")), ("b", 1, 1.0, 2.0)])
    frame = sightline.open(tmp_path).scalars(wide=True)
    assert np.ma.getmaskarray(frame["a"]).tolist() == [False, True]
    assert np.isnan(frame["a"].data[0])


@pytest.mark.parametrize("filter", ["a && b", "a || b", "a&&b", "a | b", "a & b"])
def test_filter_in_another_language_is_refused(logdir: Path, filter: str) -> None:
    with pytest.raises(FilterError, match=r"write (and|or) instead of"):
        sightline.open(logdir).scalars(filter=filter)


def test_tags_of_an_unknown_kind_are_refused(logdir: Path) -> None:
    with pytest.raises(ValueError, match=r"unknown kind 'scalars'; the kinds are .*\bscalar\b"):
        sightline.open(logdir).tags(kind="scalars")


@pytest.mark.parametrize("logdir", [3, None, [3], b"runs"])
def test_open_of_what_is_no_path_is_refused(logdir: object) -> None:
    with pytest.raises(TypeError, match="expected a path, several paths or a mapping"):
        sightline.open(logdir)  # type: ignore[arg-type]


def test_open_of_a_file_that_is_no_event_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("hello")
    with pytest.raises(ValueError, match="is not an event file"):
        sightline.open(path)


def test_scalars_include_superseded_points_only_on_request() -> None:
    logs = sightline.open(GOLDEN / "torch/resume_without_purge")
    assert len(logs.scalars("loss")) == 30
    frame = logs.scalars("loss", superseded=True)
    assert len(frame) == 40
    assert int(frame["superseded"].sum()) == 10


def test_scalars_by_filter(logdir: Path) -> None:
    logs = sightline.open(logdir)
    assert set(logs.scalars(filter='name ~ "vit" and loss/val.max > 1')["run"]) == {"vit/1"}
    with pytest.raises(FilterError):
        logs.scalars(filter="name ~")


def test_filter_by_hyperparameters() -> None:
    logs = sightline.open(GOLDEN / "torch/hparams")
    table = logs.hparams()
    rate = float(table["lr"][0])
    matching = logs.hparams(filter=f"lr >= {rate} and lr <= {rate}")
    assert 0 < len(matching) < len(table)
    assert set(matching["lr"]) == {rate}


def test_hparams_has_a_row_per_session() -> None:
    frame = sightline.open(GOLDEN / "torch/hparams").hparams()
    assert {"run", "group", "status", "lr", "hparam/accuracy"} <= set(frame)
    assert "trial_0" in frame["run"].tolist()
    assert set(frame["status"]) == {"success"}


def test_runs_has_a_row_per_run(logdir: Path) -> None:
    frame = sightline.open(logdir).runs
    assert frame["run"].tolist() == ["resnet/1", "resnet/2", "vit/1"]
    assert frame["n_points"].tolist() == [6, 6, 6]
    assert frame["last_step"].tolist() == [2, 2, 2]
    assert set(frame["state"]) == {"live"}


def test_tags_has_a_row_per_run_and_tag(logdir: Path) -> None:
    frame = sightline.open(logdir).tags("scalar", run="vit/1")
    assert rows(frame, "tag", "n", "first_step", "last_step", "n_nan") == [
        ("loss/train", 3, 0, 2, 0),
        ("loss/val", 2, 0, 2, 0),
        ("acc", 1, 0, 0, 1),
    ]
    assert frame["last_value"].tolist()[:2] == [102.0, 101.5]


def test_histograms_has_a_row_per_histogram() -> None:
    frame = sightline.open(GOLDEN / "torch/purge_step").histograms()
    assert len(frame) == 40
    assert frame["step"].tolist() == list(range(40))
    assert all(len(left) == len(count) > 0 for left, count in zip(frame["left"], frame["count"], strict=True))


def test_images_has_a_row_per_picture() -> None:
    frame = sightline.open(GOLDEN / "tf/summary_image").images()
    assert len(frame) > 0
    assert set(frame["media_type"]) == {"image/png"}
    assert bytes(frame["data"][0][:4]) == b"\x89PNG"


def test_text_has_a_row_per_string() -> None:
    frame = sightline.open(GOLDEN / "torch/text").text()
    assert list(frame) == ["run", "tag", "step", "wall_time", "index", "text"]
    assert len(frame) > 0


def test_damaged_items_are_counted_not_fatal(tmp_path: Path) -> None:
    (source,) = (GOLDEN / "torch/text").glob("*tfevents*")
    copy = tmp_path / source.name
    copy.write_bytes(source.read_bytes())
    logs = sightline.open(tmp_path)
    n = len(logs.text())
    (run,) = logs.view.runs
    (tag, *_) = run.series("text")
    place = run.items(tag, "text").location(0)
    with copy.open("r+b") as file:
        file.seek(place.value_offset + 3)
        file.write(b"\xff")
    again = sightline.open(tmp_path, progress=True)
    assert len(again.text()) == n - 1
    assert again.view.runs[0].n_damages == 1
    with pytest.raises(ValueError, match=r"(?i)crc"):
        again.view.read(place)


def test_open_with_follow_reads_new_points_until_close(tmp_path: Path) -> None:
    writer = _native.EventFileWriter(str(tmp_path))
    with sightline.open(tmp_path, follow=True) as logs:
        for step in range(3):
            writer.add_scalar("a", 1.0, step, 1.0)
            writer.flush()
            wait_until(lambda step=step: len(logs.scalars()) == step + 1)
    writer.add_scalar("a", 1.0, 3, 1.0)
    writer.close()
    assert len(logs.scalars()) == 3


def test_open_with_follow_lets_the_program_exit(tmp_path: Path) -> None:
    write_events(tmp_path / "a", line("loss", range(3), at=100))
    program = f"import sightline; logs = sightline.open({str(tmp_path)!r}, follow=True); print(logs)"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "<Logs 1 runs, 3 scalar points>\n", "")


def test_open_of_nothing_raises_or_is_empty(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        sightline.open(tmp_path / "nowhere")
    assert len(sightline.open(tmp_path).runs) == 0
    assert len(sightline.open(tmp_path).scalars()) == 0
    assert len(sightline.open(tmp_path).scalars(wide=True)) == 0


def test_frame_is_read_by_nanoarrow(logdir: Path) -> None:
    import nanoarrow

    table = nanoarrow.ArrayStream(sightline.open(logdir).scalars()).read_all()
    assert len(table) == 18
    assert [field.name for field in table.schema.fields] == ["run", "tag", "step", "wall_time", "value"]


def test_filter_by_labels(logdir: Path) -> None:
    name = sightline.open(logdir).view.runs[0].name
    Sidecar(logdir, state_dir=logdir / "state").edit_run(name, {"labels": ["paper"]})
    frame = sightline.open(logdir).scalars(filter="label = paper")
    assert set(frame["run"]) == {name}
