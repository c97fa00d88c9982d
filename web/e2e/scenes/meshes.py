"""Meshes and point clouds: two runs over three steps, a configured camera, and a run of broken ones."""

import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter

FOLDER = Path(sys.argv[1])


def torus(n=48, m=24, radius=0.35):
    """Vertices, faces and colors of a ring."""
    turn = 2 * np.pi
    u, v = np.meshgrid(np.linspace(0, turn, n, False), np.linspace(0, turn, m, False), indexing="ij")
    ring = 1 + radius * np.cos(v)
    vertices = np.stack([ring * np.cos(u), radius * np.sin(v), ring * np.sin(u)], -1).reshape(1, -1, 3)
    i, j = np.meshgrid(np.arange(n), np.arange(m), indexing="ij")
    a, b = i * m + j, (i + 1) % n * m + j
    c, d = (i + 1) % n * m + (j + 1) % m, i * m + (j + 1) % m
    faces = np.stack([a, b, c, a, c, d], -1).reshape(1, -1, 3)
    colors = np.stack([127 + 120 * np.cos(u), 127 + 120 * np.sin(v), 200 - 60 * np.sin(u)], -1)
    return vertices, faces, colors.reshape(1, -1, 3).astype(int)


def training(name, wobble):
    """A run that grows a ring, and clouds of one and of two point sets."""
    rng = np.random.default_rng(3)
    noise = rng.normal(size=(1, 4000, 3))
    with SummaryWriter(FOLDER / name) as writer:
        for step in (0, 100, 200):
            vertices, faces, colors = torus(radius=0.15 + step / 1000)
            writer.add_mesh("shape/ring", vertices * (1 + wobble), colors, faces, global_step=step)
            writer.add_mesh("shape/plain", vertices, faces=faces, global_step=step)
            cloud = noise / np.linalg.norm(noise, axis=2, keepdims=True) * (1 + wobble * np.sin(step / 50))
            shade = np.clip((cloud + 1) * 127, 0, 255).astype(int)
            config = {"camera": {"cls": "PerspectiveCamera", "fov": 45}, "material": {"size": 0.03}}
            writer.add_mesh("cloud/sphere", cloud, shade, config_dict=config, global_step=step)
            pair = np.concatenate([noise[:, :500], noise[:, 500:1000] * 2])
            writer.add_mesh("cloud/pair", pair, global_step=step)


def keypoints():
    """A hand of named points, of which one is not finite."""
    names = ["wrist", "thumb", "index", "lost", "little"]
    points = np.array([[[0, -1, 0], [-1, 0.2, 0], [-0.4, 1, 0], [np.nan, 0, 0], [1, 0.6, 0]]])
    colors = np.array([[[255, 0, 0], [0, 255, 0], [0, 0, 255], [0, 0, 0], [255, 128, 0]]])
    with SummaryWriter(FOLDER / "pose") as writer:
        writer.add_mesh("pose/hand", points, colors, config_dict={"labels": names}, global_step=200)


def broken():
    """A run of meshes that are wrong, and of tags that are hard to show."""
    vertices, faces, colors = torus(12, 8)
    nowhere = faces.copy()
    nowhere[0, ::3] = 9999
    holes = vertices.copy()
    holes[0, :10] = np.nan
    with SummaryWriter(FOLDER / "broken") as writer:
        writer.add_mesh("odd/nowhere", vertices, colors, nowhere, global_step=200)
        writer.add_mesh("odd/nan", holes, colors, faces, global_step=200)
        writer.add_mesh("odd/all_nan", np.full((1, 5, 3), np.nan), global_step=200)
        writer.add_mesh("odd/many", np.random.default_rng(0).random((1, 600_000, 3)), global_step=200)
        writer.add_mesh("شبكة/حلقة", vertices, colors, faces, global_step=200)
        writer.add_mesh("long/" + "x" * 1995, vertices, global_step=200)


def another_name(run, name):
    """A mesh of a new name in a run that has others."""
    with SummaryWriter(FOLDER / run) as writer:
        writer.add_mesh(name, *torus(12, 8)[:1], global_step=200)


if len(sys.argv) > 3:
    another_name(sys.argv[2], sys.argv[3])
elif len(sys.argv) > 2:
    training(sys.argv[2], 0.5)
else:
    training("runs/a", 0.0)
    training("runs/b", 0.3)
    broken()
    keypoints()
