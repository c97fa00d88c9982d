"""A run of the demo writes small profiles of its own steps, and embeddings of several steps."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import sightline
from sightline.demo.network import Hyper
from sightline.demo.training import PROFILED_STEPS, PROFILED_TURNS, Training
from sightline.kinds.embedding.decode import decode_config


def test_demo_run_has_a_profile_of_named_steps(tmp_path: Path) -> None:
    training = Training(Hyper("adam", 0.001, 8, 0.0, seed=1), str(tmp_path), n_steps=100)
    for _ in range(PROFILED_TURNS[0] + 2):
        training.take_turn()
    training.close()
    assert training.n_done == PROFILED_TURNS[0] + PROFILED_STEPS + 1
    (path,) = tmp_path.glob("*.pt.trace.json.gz")
    assert path.stat().st_size < 100_000
    events = json.loads(gzip.decompress(path.read_bytes()))["traceEvents"]
    names = Counter(event["name"].partition("#")[0] for event in events if event["ph"] == "X")
    wanted = ("ProfilerStep", "enumerate(DataLoader)", "draw", "forward", "backward", "optimizer", "log")
    assert {name: names[name] for name in wanted} == dict.fromkeys(wanted, PROFILED_STEPS - 1)
    assert names["adam/hidden/kernel"] == PROFILED_STEPS - 1


def test_demo_run_has_embeddings_of_several_steps(tmp_path: Path) -> None:
    training = Training(Hyper("adam", 0.001, 8, 0.0, seed=1), str(tmp_path), n_steps=100)
    for _ in range(4):
        training.take_turn()
    training.close()
    infos = decode_config((tmp_path / "projector_config.pbtxt").read_bytes())
    assert [info.name for info in infos] == ["hidden:00000", "hidden:00004"]
    first, second = (tmp_path / infos[0].metadata_path).read_text().splitlines()[:2]
    assert first.split("\t") == ["picture", "class", "guess", "share", "right"]
    assert len(second.split("\t")) == 5


def test_demo_run_that_was_closed_has_ended(tmp_path: Path) -> None:
    training = Training(Hyper("adam", 0.001, 8, 0.0, seed=1), str(tmp_path / "a"), n_steps=100)
    training.take_turn()
    training.close()
    with sightline.open(tmp_path) as logs:
        assert [run.has_ended for run in logs.view.runs] == [True]
