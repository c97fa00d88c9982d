"""`sightline profile` and `sightline trace`, as a person runs them."""

from __future__ import annotations

import gzip
import json
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from support.logs import wait_until
from support.traces import Event, span
from support.xplane import Span, plane
from unit.cli.commands import running, sightline


def training(step_us: int = 1000) -> list[Event]:
    """Two steps, most of each one operator."""
    events = []
    for step in range(2):
        start = step * step_us
        events += [
            span(f"ProfilerStep#{step}", start, step_us, cat="user_annotation"),
            span("aten::mm", start + 100, step_us - 200),
            span("aten::add", start + step_us - 90, 40),
        ]
    return events


def write_trace(path: Path, events: list[Event]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = json.dumps({"traceEvents": events}).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def get_json(url: str) -> Any:
    with urllib.request.urlopen(url) as answer:
        return json.load(answer)


def test_summary_of_a_trace_file_of_any_name(tmp_path: Path) -> None:
    done = sightline("profile", "summary", str(write_trace(tmp_path / "odd name.txt", training())))
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 steps, 1.00 ms" in done.stdout
    assert "nothing ran on a device" in done.stdout
    mm = next(line for line in done.stdout.splitlines() if "aten::mm" in line)
    assert mm.split() == ["aten::mm", "2", "1.60", "ms", "1.60", "ms"]
    assert "\x1b" not in done.stdout


def test_summary_of_a_log_directory_as_json_has_every_profile(tmp_path: Path) -> None:
    write_trace(tmp_path / "a/worker0.pt.trace.json.gz", training())
    write_trace(tmp_path / "b/worker0.pt.trace.json", training(3000))
    found = json.loads(sightline("profile", "summary", str(tmp_path), "--json", check=True).stdout)
    assert [(each["run"], each["steps"]["mean_ns"]) for each in found["profiles"]] == [("a", 1e6), ("b", 3e6)]
    first = found["profiles"][0]
    assert first["operators"][0]["operator"] == "aten::mm"
    assert first["split_ns"]["cpu"] == pytest.approx(840_000)
    only = json.loads(sightline("profile", "summary", str(tmp_path), "--json", "--run", "b").stdout)
    assert [each["run"] for each in only["profiles"]] == ["b"]


def test_summary_goes_on_where_one_of_several_files_is_broken(tmp_path: Path) -> None:
    write_trace(tmp_path / "a/worker0.pt.trace.json", training())
    (tmp_path / "a/worker1.pt.trace.json").write_bytes(b"not JSON at all")
    done = sightline("profile", "summary", str(tmp_path), "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert [each["name"] for each in found["profiles"]] == ["worker0.pt.trace.json"]
    assert [each["name"] for each in found["problems"]] == ["worker1.pt.trace.json"]
    assert "worker1.pt.trace.json" in done.stderr


def test_compare_says_what_got_slower_per_step(tmp_path: Path) -> None:
    a = write_trace(tmp_path / "a.json", training())
    b = write_trace(tmp_path / "b.json", training(3000))
    done = sightline("profile", "compare", str(a), str(b))
    assert (done.returncode, done.stderr) == (0, "")
    assert "+2.00 ms" in next(line for line in done.stdout.splitlines() if line.lstrip().startswith("Step"))
    found = json.loads(sightline("profile", "compare", str(a), str(b), "--json", check=True).stdout)
    assert (found["a"]["steps"]["mean_ns"], found["b"]["steps"]["mean_ns"]) == (1e6, 3e6)
    assert found["operator_time"] == "host"
    first = found["operators"][0]
    assert (first["name"], first["state"], first["difference_ns"]) == ("aten::mm", "slower", 2e6)


def test_profiles_of_tensorflow_have_their_own_roles_and_beside_torch_common_ones(tmp_path: Path) -> None:
    work = [Span("IteratorGetNext", 100, 300), Span("MatMul", 400, 500)]
    step = Span("train", 0, 1000, {"_r": 1, "step_num": 1})
    a = tmp_path / "run/plugins/profile/one/box.xplane.pb"
    a.parent.mkdir(parents=True)
    a.write_bytes(plane("/host:CPU", {"python": [step, *work]}))
    summary = sightline("profile", "summary", str(tmp_path / "run"), check=True).stdout
    rows = [line.split() for line in summary.splitlines()]
    assert any(row[:3] == ["Input", "0.30", "ms"] for row in rows)
    b = write_trace(tmp_path / "b.json", training())
    compared = sightline("profile", "compare", str(tmp_path / "run"), str(b), check=True).stdout
    names = {line.split()[0] for line in compared.splitlines() if line.split()}
    assert {"Input", "Host", "Other"} <= names
    assert "CPU" not in names


def test_compare_takes_the_latest_profile_of_a_folder_and_says_so(tmp_path: Path) -> None:
    write_trace(tmp_path / "run/w0.pt.trace.json", training())
    write_trace(tmp_path / "run/w1.pt.trace.json", training())
    other = write_trace(tmp_path / "other.json", training())
    done = sightline("profile", "compare", str(tmp_path / "run"), str(other), "--json")
    assert done.returncode == 0
    assert "has 2 profiles; the latest is taken" in done.stderr
    bad = sightline("profile", "compare", str(other), str(tmp_path / "missing"))
    assert (bad.returncode, bad.stderr.count("\n")) == (4, 1)


BAD = {
    "missing": (None, "does not exist"),
    "empty": (b"", "is empty"),
    "no_slices.json": (b"{}", "nothing to see"),
    "words.json": (b"hello", "nothing to see"),
    "picture.png": (b"\x89PNG....", "cannot be read"),
}


@pytest.mark.parametrize("name", BAD)
def test_summary_of_what_is_no_profile_is_one_clear_line(tmp_path: Path, name: str) -> None:
    content, reason = BAD[name]
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = sightline("profile", "summary", str(tmp_path / name))
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.startswith("sightline: ")
    assert done.stderr.count("\n") == 1
    assert reason in done.stderr


def test_summary_of_a_folder_without_profiles_says_what_is_looked_for(tmp_path: Path) -> None:
    done = sightline("profile", "summary", str(tmp_path))
    assert done.returncode == 4
    assert "*.pt.trace.json" in done.stderr


@pytest.mark.parametrize("name", ["missing", "empty", "picture.png"])
def test_trace_of_what_is_no_trace_is_one_clear_line(tmp_path: Path, name: str) -> None:
    content, _ = BAD[name]
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = sightline("trace", str(tmp_path / name))
    assert done.returncode == 4
    assert done.stderr.startswith("sightline: ")
    assert done.stderr.count("\n") == 1


def test_trace_serves_one_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = write_trace(tmp_path / "here" / "my trace.bin", training())
    write_trace(tmp_path / "here" / "other.pt.trace.json", training())
    link = tmp_path / "link.json"
    link.symlink_to(path)
    for file in (path, link):
        with running("trace", str(file), "--port", "0") as command:
            port, tail = command.address()
            assert tail == "/#/profile"
            url = f"http://127.0.0.1:{port}/api/v1"
            wait_until(lambda url=url: get_json(f"{url}/runs")["runs"])
            runs = get_json(f"{url}/runs")["runs"]
            assert [run["name"] for run in runs] == [file.name]
            query = urlencode({"run": runs[0]["id"], "name": file.name})
            assert get_json(f"{url}/kinds/profile/overview?{query}")["steps"]["count"] == 2
            assert command.interrupt() == 0
    assert {each.name for each in path.parent.iterdir()} == {"my trace.bin", "other.pt.trace.json"}
