"""Meshes: parts of every producer read and put together, wrong shapes refused."""

import hashlib
from typing import Any

import numpy as np
import pytest

from golden_tags import of_plugin
from sightline.formats.summary_values import array_of, tensor_value
from sightline.kinds.mesh.decode import decode
from sightline.kinds.mesh.encode import mesh_values

GOLDEN = list(of_plugin("mesh"))
VERTICES = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
PARTS = {"VERTEX": "vertices", "FACE": "faces", "COLOR": "colors"}


def test_there_are_golden_meshes() -> None:
    assert {name.split("/")[0] for name, _, _ in GOLDEN} == {"tensorboardx", "tf", "torch"}


@pytest.mark.parametrize(("values", "info"), [g[1:] for g in GOLDEN], ids=[g[0] for g in GOLDEN])
def test_decode_of_golden_meshes(values: list[Any], info: dict[str, Any]) -> None:
    expected = info["data"]["plugin_data"]
    assert len(values) == info["count"]
    for value, sample in zip(values, info["data"]["samples"], strict=True):
        raw = array_of(value, kind="mesh")
        assert hashlib.sha256(raw.tobytes()).hexdigest() == sample["sha256"]
        part = decode(value.SerializeToString())
        assert (part.name, part.part) == (expected["name"], PARTS[expected["content_type"]])
        assert list(part.array.shape) == sample["shape"]
        np.testing.assert_array_equal(part.array, raw)


def test_mesh_parts_decode_to_what_was_encoded() -> None:
    faces, colors = np.array([[[0, 1, 2]], [[1, 2, 3]]]), np.full((2, 4, 3), 200)
    values = mesh_values("m", VERTICES, colors=colors, faces=faces, config_dict={"camera": {"fov": 75}})
    assert [value.tag for value in values] == ["m_VERTEX", "m_FACE", "m_COLOR"]
    parts = [decode(value.SerializeToString()) for value in values]
    assert parts[0].components == ("vertices", "faces", "colors")
    assert [part.part for part in parts] == ["vertices", "faces", "colors"]
    assert {part.name for part in parts} == {"m"}
    assert parts[0].config == {"camera": {"fov": 75}}
    assert [part.array.dtype for part in parts] == [np.float32, np.int32, np.uint8]
    for part, array in zip(parts, (VERTICES, faces, colors), strict=True):
        np.testing.assert_array_equal(part.array, array)


def test_point_cloud_has_vertices_only() -> None:
    (part,) = (decode(value) for value in mesh_values("m", VERTICES))
    assert (part.part, part.components) == ("vertices", ("vertices",))


@pytest.mark.parametrize("shape", [(1, 4, 2), (1, 4, 4), (1, 3, 1)])
def test_mesh_whose_last_axis_is_not_3_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"'m': expected vertices of shape \(batch, n, 3\)"):
        mesh_values("m", np.zeros(shape))
    (value,) = mesh_values("m", VERTICES)
    other = tensor_value(
        value.tag, np.zeros(shape), plugin="mesh", content=value.metadata.plugin_data.content
    )
    with pytest.raises(ValueError, match=r"expected shape \(batch, n, 3\)"):
        decode(other)


def test_fractions_as_colors() -> None:
    parts = [decode(v) for v in mesh_values("m", VERTICES, colors=np.full((2, 4, 3), 0.5))]
    assert set(parts[1].array.reshape(-1).tolist()) == {128}


def test_large_face_indices_are_exact() -> None:
    faces = np.array([[[0, 1, (1 << 24) + 1]], [[0, 1, 2]]])
    assert decode(mesh_values("m", VERTICES, faces=faces)[1]).array.tolist() == faces.tolist()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"vertices": np.zeros((4, 3))}, r"'m': expected vertices of shape \(batch, n, 3\)"),
        ({"vertices": VERTICES, "colors": np.zeros((2, 5, 3))}, "'m': expected a color a vertex"),
        ({"vertices": VERTICES, "faces": np.zeros((1, 2, 3))}, "'m': expected faces for 2 meshes"),
    ],
)
def test_mesh_values_refuses_shapes_that_do_not_fit(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mesh_values("m", **options)


def test_mesh_values_refuses_missing_vertices_and_unserializable_config() -> None:
    with pytest.raises(TypeError, match="'m': expected vertices, got None"):
        mesh_values("m", None)
    with pytest.raises(TypeError, match="'m': expected a config_dict"):
        mesh_values("m", VERTICES, config_dict={"a": object()})
