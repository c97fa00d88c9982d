"""The workers of a training beside each other: four made ranks, one real rank alone, odd arguments."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline.kinds.profile.advice.rules import find
from sightline.kinds.profile.distributed import Worker, distributed
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.query import QUERIES
from sightline.kinds.profile.same_training import is_same_training
from sightline.kinds.profile.worker_collectives import collective_name, worker_collectives
from support.traces import read_bytes, read_events, real_profile, span

SCENE = runpy.run_path(str(Path(__file__).parents[4] / "web/e2e/scenes/profile_distributed.py"))


def rank(number: int) -> Worker:
    trace = read_bytes(json.dumps(SCENE["worker_trace"](number)).encode())
    return Worker(f"rank{number}", 0, f"rank{number}.json", Profile(trace))


@pytest.fixture(scope="module")
def four() -> dict[str, Any]:
    return distributed([rank(number) for number in range(4)])


def test_clocks_are_aligned_on_common_collectives(four: dict[str, Any]) -> None:
    assert [row["shift_ns"] for row in four["workers"]] == [0.0, 0.0, 0.0, 1_840_000.0]
    assert four["n_matched"] == 12


def test_parts_of_each_worker_add_up_to_its_step(four: dict[str, Any]) -> None:
    for row in four["workers"]:
        assert sum(row["parts_ns"].values()) == pytest.approx(row["step_ns"])
    assert four["workers"][0]["parts_ns"]["overlap"] == 2_000_000
    assert four["workers"][0]["overlap_share"] == 0.25


def test_the_late_worker_is_the_one_that_does_not_wait(four: dict[str, Any]) -> None:
    assert four["straggler"] == SCENE["LATE_RANK"]
    assert [row["waiting_ns"] for row in four["workers"]] == [3_500_000, 3_500_000, 0, 3_500_000]
    (finding,) = four["advice"]
    assert finding["title"] == "rank2 holds up the others"
    assert "It comes last in 12 of 12 common collectives" in finding["evidence"]
    assert "Its data loading takes 3.0 ms more of each step than the others' median" in finding["evidence"]


def test_without_the_late_worker_nobody_is_blamed() -> None:
    found = distributed([rank(0), rank(1), rank(3)])
    assert (found["straggler"], found["advice"]) == (None, [])
    assert [row["waiting_ns"] for row in found["workers"]] == [0, 0, 0]


def test_collectives_are_listed_by_size_with_transfer_waiting_and_bandwidth(four: dict[str, Any]) -> None:
    first, second = four["collectives"]
    assert (first["collective"], first["bytes"], first["calls"]) == ("all_reduce", 13_107_200, 6)
    assert (first["transfer_ns"], first["waiting_ns"], first["skew_ns"]) == (1.5e6, 2.25e6, 3e6)
    assert first["bus_gb_s"] == pytest.approx(1.5 * 13_107_200 / 1.5e6)
    assert (second["last_worker"], second["n_last"]) == (2, 6)
    assert first["example"]["start_ns"] == [0.0, 0.0, 3e6, 0.0]


def test_one_real_rank_alone_has_communication_overlap_and_sizes() -> None:
    found = distributed([Worker("rank0", 0, "nccl", real_profile("nccl"))])
    (row,) = found["workers"]
    assert row["communication_ns"] / 1e6 == pytest.approx(15.6, abs=0.1)
    assert row["overlap_share"] == pytest.approx(0.156, abs=0.001)
    assert (row["waiting_ns"], row["shift_ns"], found["n_matched"]) == (0.0, None, 0)
    assert found["world_size"] == 2
    assert {each["bytes"] for each in found["collectives"]} >= {8_196_000, 31_502_336}
    assert all(each["transfer_ns"] is None for each in found["collectives"])


def test_gloo_on_the_host_counts_as_collectives() -> None:
    size = {"Input Dims": [[18696]], "Input type": ["float"]}
    profile = Profile(
        read_events(
            span("aten::mm", 0, 100),
            span("gloo:all_reduce", 50, 100, tid=2, cat="user_annotation", **size),
        )
    )
    found = worker_collectives(profile)
    assert (found.names, found.n_bytes.tolist()) == (["all_reduce"], [18696 * 4])
    row = distributed([Worker("rank0", 0, "x", profile)])["workers"][0]
    assert (row["communication_ns"], row["parts_ns"]["overlap"]) == (100_000, 50_000)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "all_reduce"),
        ("_allgather_base", "all_gather"),
        ("reduce_scatter_tensor_coalesced", "reduce_scatter"),
        ("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t", "all_to_all"),
        ("custom", "custom"),
    ],
)
def test_collectives_have_the_names_of_torch(name: str, plain: str) -> None:
    assert collective_name(name) == plain


def test_odd_arguments_of_collectives_are_no_trouble() -> None:
    odd = {"Collective name": None, "Seq": "x", "Group size": {}, "In msg nelems": "N/A", "dtype": []}
    profile = Profile(read_events(span("ncclKernel_AllReduce", 0, 10, cat="kernel", pid=0, tid=7, **odd)))
    (row,) = distributed([Worker("", 0, "x", profile)])["collectives"]
    assert (row["collective"], row["bytes"], row["bus_gb_s"]) == ("all_reduce", None, None)


def test_no_collectives_and_no_slices_are_no_trouble() -> None:
    empty = Worker("a", 0, "a", Profile(read_events()))
    plain = Worker("b", 0, "b", Profile(read_events(span("aten::mm", 0, 10))))
    found = distributed([empty, plain])
    assert (found["collectives"], found["n_matched"], found["straggler"]) == ([], 0, None)


def test_the_query_takes_each_worker_once_and_goes_on_where_a_file_is_broken(tmp_path: Path) -> None:
    SCENE["write"](tmp_path)
    run = tmp_path / "four_ranks"
    (run / "rank1.1700000000001.pt.trace.json").write_bytes(b"no trace")
    (run / "rank0.1600000000000.pt.trace.json").write_bytes(b"an older one")
    view = sightline.open(tmp_path).view
    (chosen,) = [each for each in view.runs if each.name == "four_ranks"]
    name = "rank0.1700000000000.pt.trace.json"
    found = QUERIES["distributed"](view, {"run": chosen.id, "name": name})
    assert [each["worker"] for each in found["problems"]] == ["rank1"]
    assert [row["name"] for row in found["workers"]] == [
        name,
        "rank2.1700000000002.pt.trace.json",
        "rank3.1700000000003.pt.trace.json",
    ]
    assert found["straggler"] is not None


def test_workers_in_folders_of_their_own_are_one_training_where_that_is_asked_for(tmp_path: Path) -> None:
    for number in range(3):
        folder = tmp_path / "train" / f"rank{number}"
        folder.mkdir(parents=True)
        name = f"host.170000000000{number}.pt.trace.json"
        (folder / name).write_text(json.dumps(SCENE["worker_trace"](number)))
    (tmp_path / "train" / "eval").mkdir()
    (tmp_path / "train" / "eval" / "host.1700000000009.pt.trace.json").write_text("{}")
    view = sightline.open(tmp_path).view
    (chosen,) = [each for each in view.runs if each.name == "train/rank1"]
    params = {"run": chosen.id, "name": "host.1700000000001.pt.trace.json"}
    alone = QUERIES["distributed"](view, params)
    assert (len(alone["workers"]), alone["n_runs_beside"]) == (1, 2)
    together = QUERIES["distributed"](view, {**params, "across_runs": True})
    assert [row["worker"] for row in together["workers"]] == ["rank0", "rank1", "rank2"]
    assert together["n_matched"] > 0


def test_other_trainings_in_one_folder_are_no_workers() -> None:
    def at(begin_us: int, **metadata: Any) -> Profile:
        return Profile(read_events(span("aten::mm", begin_us, 10), **metadata))

    def ranked(rank: int, world_size: int, begin_us: int = 0) -> Profile:
        return at(begin_us, distributedInfo={"rank": rank, "world_size": world_size})

    hour_us = 3_600_000_000
    assert is_same_training(at(0), at(30_000_000))
    assert not is_same_training(at(0), at(hour_us))
    assert is_same_training(ranked(0, 2), ranked(1, 2, hour_us)), "clocks that disagree"
    assert not is_same_training(ranked(0, 2), ranked(0, 2)), "one rank twice"
    assert not is_same_training(ranked(0, 2), ranked(1, 8))
    assert not is_same_training(ranked(0, 2), at(hour_us))


def test_the_query_counts_other_trainings_of_the_folder(tmp_path: Path) -> None:
    SCENE["write"](tmp_path)
    run = tmp_path / "four_ranks"
    other = {"traceEvents": [span("aten::mm", 0, 10)], "distributedInfo": {"rank": 0, "world_size": 8}}
    (run / "resnet.1700000000009.pt.trace.json").write_text(json.dumps(other))
    view = sightline.open(tmp_path).view
    (chosen,) = [each for each in view.runs if each.name == "four_ranks"]
    found = QUERIES["distributed"](view, {"run": chosen.id, "name": "rank0.1700000000000.pt.trace.json"})
    assert (len(found["workers"]), found["n_other_trainings"], found["problems"]) == (4, 1, [])


def test_slow_backend_is_found_where_devices_could_use_nccl() -> None:
    def rules(backend: str, major: int) -> set[str]:
        trace = read_events(
            span("kernel", 0, 10, cat="kernel", pid=0, tid=7),
            distributedInfo={"backend": backend, "world_size": 2},
            deviceProperties=[{"computeMajor": major}],
        )
        return {finding.rule for finding in find(Profile(trace))}

    assert "slow_backend" in rules("gloo", 8)
    assert "slow_backend" not in rules("nccl", 8)
    assert "slow_backend" not in rules("gloo", 3)
