"""Meshes: parts of every producer read and put together, wrong shapes refused."""

import hashlib
from typing import Any

import numpy as np
import pytest

from golden_tags import of_plugin
from sightline.formats.summary_values import array_of
from sightline.kinds.mesh.decode import assemble, decode
from sightline.kinds.mesh.encode import mesh_values

GOLDEN = list(of_plugin("mesh"))
VERTICES = np.arange(24, dtype=np.float32).reshape(2, 4, 3)
PARTS = {"VERTEX": "vertices", "FACE": "faces", "COLOR": "colors"}


def test_there_are_golden_meshes() -> None:
    assert {name.split("/")[0] for name, _, _ in GOLDEN} == {"tensorboardx", "tf", "torch"}


@pytest.mark.parametrize(("values", "info"), [g[1:] for g in GOLDEN], ids=[g[0] for g in GOLDEN])
def test_golden(values: list[Any], info: dict[str, Any]) -> None:
    said = info["data"]["plugin_data"]
    assert len(values) == info["count"]
    for value, sample in zip(values, info["data"]["samples"], strict=True):
        raw = array_of(value, kind="mesh")
        assert hashlib.sha256(raw.tobytes()).hexdigest() == sample["sha256"]
        part = decode(value.SerializeToString())
        assert (part.name, part.part) == (said["name"], PARTS[said["content_type"]])
        assert list(part.array.shape) == sample["shape"]
        np.testing.assert_array_equal(part.array, raw)


def test_round_trip() -> None:
    faces, colors = np.array([[[0, 1, 2]], [[1, 2, 3]]]), np.full((2, 4, 3), 200)
    values = mesh_values("m", VERTICES, colors=colors, faces=faces, config_dict={"camera": {"fov": 75}})
    assert [value.tag for value in values] == ["m_VERTEX", "m_FACE", "m_COLOR"]
    parts = [decode(value.SerializeToString()) for value in values]
    assert parts[0].components == ("vertices", "faces", "colors")
    mesh = assemble(parts)
    assert mesh.name == "m"
    assert mesh.config == {"camera": {"fov": 75}}
    np.testing.assert_array_equal(mesh.vertices, VERTICES)
    assert mesh.faces is not None
    assert mesh.colors is not None
    assert (mesh.faces.dtype, mesh.colors.dtype) == (np.int32, np.uint8)
    np.testing.assert_array_equal(mesh.faces, faces)
    np.testing.assert_array_equal(mesh.colors, colors)


def test_a_cloud_has_no_faces() -> None:
    mesh = assemble([decode(value) for value in mesh_values("m", VERTICES)])
    assert mesh.faces is None
    assert mesh.colors is None


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
def test_bad_shapes(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mesh_values("m", **options)


def test_bad_types() -> None:
    with pytest.raises(TypeError, match="'m': expected vertices, got None"):
        mesh_values("m", None)
    with pytest.raises(TypeError, match="'m': expected a config_dict"):
        mesh_values("m", VERTICES, config_dict={"a": object()})


def test_faces_alone_are_no_mesh() -> None:
    faces = decode(mesh_values("m", VERTICES, faces=np.zeros((2, 1, 3)))[1])
    with pytest.raises(ValueError, match="vertices are missing"):
        assemble([faces])
