"""What a report has and has not: chosen runs and tags, hostile texts, sizes, what was left out."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline.share.choose import ChoiceError
from sightline.share.contents import TooLargeError
from sightline.share.read import open_report
from sightline.share.view_link import ViewLink
from support.reports import contents_of, everything_in, write_report

HOSTILE = "</script><script>alert(1)</script><!--"


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    for name, marker in (("shown", "WANTED"), ("other", "MARKER")):
        with sightline.SummaryWriter(folder / name) as writer:
            for step in range(5):
                writer.add_scalar("loss", step, step)
                writer.add_scalar(f"{marker}/acc", step, step)
                writer.add_image("sample", np.full((3, 40, 40), step * 40, np.uint8), step)
            writer.add_text("note", f"{marker} text")
            writer.add_hparams({"lr": 0.1, "model": f"{marker}-net"}, {"loss": 1.0})
            writer.add_histogram(f"{marker}/weights", np.arange(10.0))
    return folder


def test_nothing_of_runs_that_were_not_chosen_is_in_the_file(logs: Path, tmp_path: Path) -> None:
    link = ViewLink.parse("#/scalars?only=shown,other&base=other&top=other&runs=MARKER.%2A&also=shown")
    report = write_report(logs, tmp_path / "r.html", runs=lambda name: name.startswith("shown"), link=link)
    content = everything_in(open_report(str(report)))
    assert b"WANTED" in content
    assert b"MARKER" not in content
    assert b"other" not in content.replace(b"others", b"")


def test_tags_that_were_not_chosen_are_not_in_the_file(logs: Path, tmp_path: Path) -> None:
    report = write_report(logs, tmp_path / "r.html", tags=lambda tag: tag == "loss", pages=["scalars"])
    content = everything_in(open_report(str(report)))
    assert b"loss" in content
    assert b"WANTED/acc" not in content
    assert b"-net" not in content


def test_no_text_and_no_images_leave_them_out(logs: Path, tmp_path: Path) -> None:
    report = write_report(logs, tmp_path / "r.html", with_text=False, with_images=False)
    opened = open_report(str(report))
    assert not any(key.startswith(("kinds/image", "kinds/text", "answers/text")) for key in opened.keys)
    assert b"WANTED text" not in everything_in(opened)


def test_hostile_names_and_texts_cannot_end_a_block(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path / "logs" / "a") as writer:
        writer.add_scalar(HOSTILE, 1.0, 0)
        writer.add_text("note", HOSTILE)
    path = write_report(tmp_path / "logs", tmp_path / "r.html", name=HOSTILE, note=HOSTILE)
    page = path.read_text()
    assert page.count("<script") == 2
    assert page.count("</script>") == 2
    assert "<!--" not in page
    opened = open_report(str(path))
    assert opened.header["name"] == opened.header["note"] == HOSTILE
    assert sightline.open(path).scalars()["tag"].tolist() == [HOSTILE]


def test_report_of_bounded_size_has_evenly_spread_images_and_says_so(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    with sightline.SummaryWriter(tmp_path / "logs" / "a") as writer:
        for step in range(40):
            writer.add_image("noise", random.integers(0, 255, (3, 64, 64), np.uint8), step)
    path = write_report(tmp_path / "logs", tmp_path / "r.html", max_bytes=300_000)
    opened = open_report(str(path))
    assert path.stat().st_size <= 300_000
    (left,) = opened.header["left_out"]
    assert (left["kind"], left["of"]) == ("image", 40)
    steps = sightline.open(path).images()["step"].tolist()
    assert len(steps) == 40 - left["n"] > 3
    assert (steps[0], steps[-1]) == (0, 39)
    assert max(np.diff(steps)) - min(np.diff(steps)) <= 1


def test_scalars_that_do_not_fit_are_refused_with_a_sentence(logs: Path) -> None:
    with pytest.raises(TooLargeError, match="choose fewer runs or tags"):
        contents_of(logs, max_bytes=500)


def test_unknown_pages_and_empty_choices_are_refused_with_a_sentence(logs: Path) -> None:
    with pytest.raises(ChoiceError, match="no page 'scalar'"):
        contents_of(logs, pages=["scalar"])
    with pytest.raises(ChoiceError, match="no run matches"):
        contents_of(logs, runs=lambda name: False)


def test_paths_hosts_users_and_secrets_are_removed_unless_kept(tmp_path: Path) -> None:
    home = "/".join(["", "home", "ann"])
    logs = tmp_path / "home" / "ann" / "runs"
    with sightline.SummaryWriter(logs / "a") as writer:
        writer.add_text("note", f"weights in {home}/ckpt/last.pt, api_key: sk-0123456789abcdef")
        writer.add_text(f"tag {logs}/x", "found")
        writer.add_scalar("loss", 1.0, 0)
        writer.add_hparams({"hf_token": "hf_abcdefghijklmnop", "data": "/mnt/data/imagenet"}, {})
    scrubbed = everything_in(open_report(str(write_report(logs, tmp_path / "s.html"))))
    kept = everything_in(open_report(str(write_report(logs, tmp_path / "k.html", keep_paths=True))))
    for secret in (str(logs), home, "sk-0123456789abcdef", "hf_abcdefghijklmnop", "/mnt/data"):
        assert secret.encode() in kept
        assert secret.encode() not in scrubbed
    assert "weights in …/last.pt".encode() in scrubbed or b"weights in \\u2026/last.pt" in scrubbed


def test_a_secret_behind_a_very_long_word_is_found(tmp_path: Path) -> None:
    """Read again from each of its letters, such a word would take hours."""
    with sightline.SummaryWriter(tmp_path / "logs") as writer:
        writer.add_text("note", "a" * 500_000 + "_token=abcdefgh12345678")
    content = everything_in(open_report(str(write_report(tmp_path / "logs", tmp_path / "r.html"))))
    assert b"a_token=(removed)" in content
    assert b"abcdefgh12345678" not in content


def test_scrubbed_tags_are_the_same_in_lists_and_keys(tmp_path: Path) -> None:
    logs = tmp_path / "runs"
    with sightline.SummaryWriter(logs / "a") as writer:
        writer.add_text(f"{logs}/x", "found")
        writer.add_scalar(f"{logs}/loss", 1.0, 0)
        writer.add_histogram(f"{logs}/weights", np.arange(9.0), 0)
    report = write_report(logs, tmp_path / "s.html")
    opened = open_report(str(report))
    tags = {tag["tag"] for tag in opened.json("tags")["tags"]}
    (key,) = opened.json("answers/text")
    assert tags == {"runs/x/text_summary", "runs/loss", "runs/weights"}
    assert "runs%2Fx%2Ftext_summary" in key
    assert str(logs).encode() not in everything_in(opened)
    read = sightline.open(report)
    assert [read.scalars()["tag"][0], read.histograms()["tag"][0]] == ["runs/loss", "runs/weights"]


def test_recorded_answers_are_those_of_the_server(logs: Path, tmp_path: Path) -> None:
    from sightline.kinds.text.query import QUERIES

    opened = open_report(str(write_report(logs, tmp_path / "r.html", keep_paths=True)))
    with sightline.open(logs) as read:
        run = read.view.by_name["shown"]
        params = {"run": run.id, "tag": "note/text_summary", "index": 0}
        expected = QUERIES["item"](read.view, params)
    answers = opened.json("answers/text")
    assert json.loads(json.dumps(expected)) in list(answers.values())


def test_report_has_the_views_of_the_latest_profiles(logs: Path) -> None:
    trace = {
        "traceEvents": [
            {"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 10.0, "dur": 5.0}
        ]
    }
    (logs / "shown" / "host_1.1.pt.trace.json").write_text(json.dumps(trace))
    _about, contents = contents_of(logs)
    found = {entry.key.split("?")[0] for entry in contents.entries if entry.kind == "profile"}
    assert {"kinds/profile/operators", "kinds/profile/stacks", "kinds/profile/step_times"} <= found
    assert not any("window" in key or "chrome_trace" in key for key in found)
    assert "profile" not in {each.kind for each in contents.left_out}
