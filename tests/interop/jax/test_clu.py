"""The metric writer for CLU: its interface, and CLU's own writers on top of it."""

from __future__ import annotations

import importlib
import inspect
import os
import subprocess
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax", reason="JAX is not installed: make test-interop-jax")

from interop.beside import beside_folder
from sightline.integrations.clu import MetricWriter
from support.logs import load, points_of

EXAMPLE = Path(__file__).parents[3] / "examples/train_with_clu.py"


@pytest.fixture
def clu() -> Iterator[Any]:
    """CLU's modules by name, without its package `metric_writers`, which imports TensorFlow."""
    folder = beside_folder("jax")
    if not (folder / "clu").is_dir():
        pytest.skip("CLU is not installed: make test-interop-jax")
    before = set(sys.modules)
    sys.path.append(str(folder))
    package = types.ModuleType("clu.metric_writers")
    package.__path__ = [str(folder / "clu/metric_writers")]
    sys.modules[package.__name__] = package
    yield lambda name: importlib.import_module(f"clu.metric_writers.{name}")
    sys.path.remove(str(folder))
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_contract_writer_has_every_method_of_clus_interface(clu: Any) -> None:
    theirs = clu("interface").MetricWriter
    for name in theirs.__abstractmethods__:
        expected = list(inspect.signature(getattr(theirs, name)).parameters)
        assert list(inspect.signature(getattr(MetricWriter, name)).parameters) == expected, name


def test_writer_takes_everything_through_clus_multi_writer(clu: Any, tmp_path: Path) -> None:
    import jax.numpy as jnp

    writer = clu("multi_writer").MultiWriter([MetricWriter(tmp_path / "run")])
    writer.write_hparams({"lr": 0.1, "depth": 3})
    writer.write_scalars(7, {"loss": jnp.float32(0.5), "accuracy": 1})
    writer.write_images(7, {"one": np.zeros((4, 4, 3)), "two": np.zeros((2, 4, 4, 1), np.uint8)})
    writer.write_videos(7, {"clip": np.zeros((3, 8, 8, 3), np.uint8)})
    writer.write_audios(7, {"sound": np.zeros((2, 100, 1), np.float32)}, sample_rate=8000)
    writer.write_texts(7, {"note": "hello"})
    writer.write_histograms(7, {"weights": jnp.arange(9.0)}, {"weights": 3})
    writer.write_summaries(7, {"raw": np.arange(3)})
    writer.flush()
    writer.close()
    (run,) = load(tmp_path).view().runs
    assert {"scalar", "image", "video", "audio", "text", "histogram", "tensor", "hparams"} <= set(run.kinds)
    assert points_of(load(tmp_path))["run", "loss"][0][::2] == (7, 0.5)


def test_example_leaves_a_run(tmp_path: Path) -> None:
    subprocess.run([sys.executable, EXAMPLE], cwd=tmp_path, env={**os.environ}, check=True, timeout=200)
    assert len(points_of(load(tmp_path))["runs/clu", "loss"]) == 20
