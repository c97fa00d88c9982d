"""Unchanged programs of many frameworks write the same through the shim as through tensorboardX."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("lightning", reason="the frameworks are not installed: make test-interop-frameworks")

from interop.frameworks.programs_run import PROGRAMS, run_with_shim, run_with_tensorboardx
from support.logs import load, points_of

# Measured times differ from run to run; their points must be there all the same.
MEASURED = ("runtime", "per_second", "time/fps", "time_elapsed")

# Tags that show the program logged what it is here for.
EXPECTED = {
    "accelerate_loop.py": {"loss", "pair"},
    "ignite_trainer.py": {"training/loss", "lr/group_0"},
    "lightning_trainer.py": {"epoch", "hp_metric", "train_loss_epoch", "train_loss_step", "val_loss"},
    "mmengine_runner.py": {"loss", "acc/top1", "acc/top5"},
    "sentence_transformers_trainer.py": {"train/loss", "train/learning_rate"},
    "stable_baselines3_agent.py": {"rollout/ep_rew_mean", "train/value_loss"},
    "transformers_trainer.py": {"train/loss", "train/grad_norm", "eval/loss"},
    "trl_trainer.py": {"train/loss", "train/mean_token_accuracy"},
}


def scalars(log_dir: Path) -> dict[str, list[tuple[int, float]]]:
    """All points by tag. Names of runs hold the time, and tensorboardX names sub-runs another way."""
    found: dict[str, list[tuple[int, float]]] = {}
    for (_, tag), points in points_of(load(str(log_dir))).items():
        measured = any(word in tag for word in MEASURED)
        found.setdefault(tag, []).extend((step, 0.0 if measured else value) for step, _, value in points)
    return {tag: sorted(points) for tag, points in found.items()}


def other_tags(log_dir: Path) -> set[tuple[str, str]]:
    """The kind and tag of everything that is no scalar."""
    runs = load(str(log_dir)).view().runs
    return {(kind, tag) for run in runs for kind in run.kinds if kind != "scalar" for tag in run.series(kind)}


def test_every_program_is_compared() -> None:
    assert {path.name for path in PROGRAMS.glob("*.py")} == set(EXPECTED)


def test_environment_has_no_tensorboard() -> None:
    assert importlib.util.find_spec("tensorboard") is None
    assert importlib.util.find_spec("tensorboardX") is None


@pytest.mark.parametrize("program", sorted(EXPECTED))
def test_program_writes_the_same_as_with_tensorboardx(program: str, tmp_path: Path) -> None:
    said = run_with_shim(program, tmp_path / "ours")
    run_with_tensorboardx(program, tmp_path / "theirs")
    ours = scalars(tmp_path / "ours")
    assert ours == scalars(tmp_path / "theirs")
    assert ours.keys() >= EXPECTED[program]
    assert other_tags(tmp_path / "ours") == other_tags(tmp_path / "theirs")
    assert said.count("Sightline's writer") == 1


@pytest.mark.parametrize("framework", ["accelerate", "stable_baselines3"])
def test_warns_of_a_framework_that_was_imported_before(framework: str) -> None:
    program = f"import {framework}\nimport sightline\nsightline.shim.install()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert f"RuntimeWarning: sightline: {framework} chose a writer at import" in done.stderr


def test_torch_helpers_beside_the_writer_stay_importable() -> None:
    program = (
        "import sightline\nsightline.shim.install()\n"
        "from torch.utils.tensorboard._convert_np import make_np\n"
        "import torch.utils.tensorboard as ours\n"
        "assert make_np(3.0)[0] == 3.0 and ours.__sightline__\n"
        "sightline.shim.uninstall()\n"
        "import torch\nassert not hasattr(torch.utils, 'tensorboard')\n"
        "try:\n    import torch.utils.tensorboard\n"
        "except ModuleNotFoundError as error:\n    assert error.name == 'tensorboard', error\n"
        "else:\n    raise AssertionError('still there')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
