"""The queries of meshes: parts joined by name and step, faces that point nowhere left out and counted."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from golden_tags import expected
from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.formats import messages
from sightline.formats.summary_values import tensor_value
from sightline.kinds.mesh.query import QUERIES
from sightline.wire.params import ParamsError
from support.logs import GOLDEN, load

SQUARE = np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]], np.float32)
FACES = np.array([[[0, 1, 2], [0, 2, 3]]])
COLORS = np.array([[[255, 0, 0], [0, 255, 0], [0, 0, 255], [9, 9, 9]]])


def logged(folder: Path, vertices: Any, **options: Any) -> StoreView:
    with SummaryWriter(folder / "r") as writer:
        writer.add_mesh("m", vertices, global_step=1, **options)
    return load(str(folder)).view()


def run_query(view: StoreView, tag: str = "m", **params: Any) -> dict[str, Any]:
    run = params.pop("run", view.runs[0].id)
    frame = QUERIES["geometry"](view, {"run": run, "tag": tag, **params})
    assert len(frame.to_ipc()) > 100
    lists = {name: frame[name][0].reshape(-1, 3).tolist() for name in frame if name != "index"}
    return frame.metadata | lists | {"indices": frame["index"][0].tolist()}


def test_the_parts_of_a_mesh_are_joined(tmp_path: Path) -> None:
    config = {"camera": {"cls": "PerspectiveCamera", "fov": 60}}
    found = run_query(logged(tmp_path, SQUARE, faces=FACES, colors=COLORS, config_dict=config))
    assert (found["position"], found["face"], found["color"]) == (
        SQUARE[0].tolist(), FACES[0].tolist(), COLORS[0].tolist(),
    )  # fmt: skip
    assert (found["config"], found["notes"], found["batch"], found["indices"]) == (config, [], 1, [])
    assert (found["n_vertices"], found["n_faces"], found["step"]) == (4, 2, 1)


@pytest.mark.parametrize("case", ["tf/mesh", "torch/mesh", "tensorboardx/plugins"])
def test_golden_meshes_have_the_numbers_tensorboard_gives(case: str) -> None:
    view = load(str(GOLDEN / case)).view()
    n_seen = 0
    for name, known in expected(case)["runs"].items():
        run = view.by_name[name]
        for info in known["tags"].values():
            if info["plugin"] != "mesh" or info["data"]["plugin_data"]["content_type"] != "VERTEX":
                continue
            for sample in info["data"]["samples"]:
                tag = info["data"]["plugin_data"]["name"]
                parts = [
                    run_query(view, tag, run=run.id, step=sample["step"], part=part)["position"]
                    for part in range(sample["shape"][0])
                ]
                vertices = np.array(parts, np.float32)
                assert list(vertices.shape) == sample["shape"]
                assert hashlib.sha256(vertices.tobytes()).hexdigest() == sample["sha256"]
                n_seen += 1
    assert n_seen


def test_the_list_goes_by_the_meshes_names() -> None:
    view = load(str(GOLDEN / "tensorboardx/plugins")).view()
    frame = QUERIES["items"](view, {})
    assert (frame["tag"].tolist(), frame["step"].tolist()) == (["mesh"], [0])
    assert len(QUERIES["items"](view, {"tags": ["mesh_1"]})) == 0


def test_every_step_and_every_mesh_of_the_batch(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "r") as writer:
        for step in (0, 10):
            writer.add_mesh("m", np.concatenate([SQUARE, SQUARE + step + 1]), global_step=step)
    view = load(str(tmp_path)).view()
    assert QUERIES["items"](view, {"tags": ["m"]})["step"].tolist() == [0, 10]
    assert run_query(view, part=1, step=2)["position"][0] == [1, 1, 1]
    assert run_query(view, part=1)["position"][0] == [11, 11, 11]
    with pytest.raises(LookupError, match="2 parts, none at 5"):
        run_query(view, part=5)


def test_a_part_stands_for_its_mesh(tmp_path: Path) -> None:
    view = logged(tmp_path, SQUARE, faces=FACES)
    assert run_query(view, "m_FACE")["face"] == run_query(view, "m")["face"] == FACES[0].tolist()


def test_faces_that_point_nowhere_are_left_out_and_counted(tmp_path: Path) -> None:
    faces = np.array([[[0, 1, 2], [0, 1, 99], [-1, 2, 3]]])
    found = run_query(logged(tmp_path, SQUARE, faces=faces))
    assert found["face"] == [[0, 1, 2]]
    assert found["notes"] == ["2 of 3 faces point at no vertex and are left out"]


def test_a_mesh_of_no_whole_face_is_shown_as_points(tmp_path: Path) -> None:
    found = run_query(logged(tmp_path, SQUARE, faces=np.full((1, 2, 3), np.nan)))
    assert (len(found["position"]), found["face"]) == (4, [])
    assert found["notes"][-1] == "no face is left: shown as points"


def test_vertices_that_are_not_finite_go_with_their_faces(tmp_path: Path) -> None:
    vertices = SQUARE.copy()
    vertices[0, 3, 1] = np.nan
    found = run_query(logged(tmp_path, vertices, faces=FACES, colors=COLORS))
    assert (found["position"], found["face"]) == (SQUARE[0, :3].tolist(), [[0, 1, 2]])
    assert found["color"] == COLORS[0, :3].tolist()
    assert found["notes"] == [
        "1 of 4 vertices are not finite and are left out",
        "1 of 2 faces have a corner that is not finite: left out",
    ]


def test_too_many_points_are_thinned_and_reported(tmp_path: Path) -> None:
    cloud = np.arange(3000, dtype=np.float32).reshape(1, 1000, 3)
    found = run_query(logged(tmp_path, cloud), max_points=10)
    assert (len(found["position"]), found["n_vertices"]) == (10, 1000)
    assert found["indices"] == list(range(0, 1000, 111))
    assert (found["position"][0], found["position"][-1]) == ([0, 1, 2], [2997, 2998, 2999])
    assert found["notes"] == ["10 of 1,000 points are shown, evenly chosen"]


def test_too_many_faces_take_only_their_vertices_along(tmp_path: Path) -> None:
    vertices = np.random.default_rng(0).random((1, 300, 3))
    faces = np.arange(300).reshape(1, 100, 3)
    found = run_query(logged(tmp_path, vertices, faces=faces), max_points=5)
    assert (len(found["face"]), len(found["position"])) == (5, 15)
    assert found["notes"] == ["5 of 100 faces are shown, evenly chosen"]


def part_value(part: int, array: Any, config: str = "") -> Any:
    content = messages.MeshPluginData(name="m", content_type=part, json_config=config).SerializeToString()
    return tensor_value(f"m_{part}", np.asarray(array, np.float32), plugin="mesh", content=content)


def test_parts_of_other_steps_and_sizes(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "r") as writer:
        writer._add_value(part_value(1, SQUARE, '{"a": NaN}').SerializeToString(), 0, None)
        writer._add_value(part_value(2, FACES).SerializeToString(), 3, None)
        writer._add_value(part_value(3, COLORS[:, :2]).SerializeToString(), 5, None)
        writer._add_value(part_value(1, SQUARE).SerializeToString(), 5, None)
    view = load(str(tmp_path)).view()
    early, late = run_query(view, step=0), run_query(view, step=5)
    assert early["notes"] == ["there are no faces of this step", "there are no colors of this step"]
    assert early["config"] == {"a": None}
    assert late["notes"] == ["the faces are those of step 3", "colors are for 2 vertices, not 4: left out"]
    assert len(late["face"]) == 2


def test_a_part_that_cannot_be_read_costs_only_itself(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "r") as writer:
        writer._add_value(part_value(1, SQUARE).SerializeToString(), 0, None)
        writer._add_value(part_value(2, np.zeros((4, 3))).SerializeToString(), 0, None)
    found = run_query(load(str(tmp_path)).view())
    assert (len(found["position"]), found["face"]) == (4, [])
    assert "expected shape (batch, n, 3)" in found["notes"][0]


def test_what_there_is_none_of(tmp_path: Path) -> None:
    view = logged(tmp_path, SQUARE)
    for missing in ({"run": 99}, {"tag": "other"}):
        with pytest.raises(LookupError, match="has no vertices of a mesh"):
            run_query(view, **missing)
    with pytest.raises(ParamsError, match="max_points"):
        run_query(view, max_points=10**9)


def test_invalid_plugin_content_is_listed_and_reported(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path / "r") as writer:
        value = tensor_value("odd", SQUARE, plugin="mesh", content=b"\xff\xff")
        writer._add_value(value.SerializeToString(), 0, None)
    view = load(str(tmp_path)).view()
    assert QUERIES["items"](view, {})["tag"].tolist() == ["odd"]
    with pytest.raises(LookupError, match="cannot be read"):
        run_query(view, "odd")
