"""The callback for fastai: in a real training, beside what its own callback would log."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("lightning", reason="the frameworks are not installed: make test-interop-frameworks")

import sightline
from interop.beside import beside_folder, with_beside
from support.logs import load, points_of

if not (beside_folder("torch") / "fastai").is_dir():
    pytest.skip("fastai is not installed: make test-interop-frameworks", allow_module_level=True)

PROGRAM = """
import sys, torch
from fastai.callback.core import Callback, CancelFitException
from fastai.data.core import DataLoaders
from fastai.data.load import DataLoader
from fastai.learner import Learner
from sightline.integrations.fastai import SightlineCallback

assert "tensorboard" not in sys.modules

class Stop(Callback):
    def after_epoch(self):
        if self.epoch == 0: raise CancelFitException()

rows = [(torch.ones(1), torch.ones(1))] * 8
loaders = DataLoaders(DataLoader(rows, bs=2), DataLoader(rows, bs=2))
def learner(): return Learner(loaders, torch.nn.Linear(1, 1), loss_func=torch.nn.functional.mse_loss)
learn = learner()
learn.fit(2, 0.25, cbs=SightlineCallback("runs/whole", hparams={"depth": 3}))
learn.get_preds(cbs=SightlineCallback("runs/predictions"))
learn = learner()
learn.fit(3, 0.25, cbs=[SightlineCallback("runs/stopped"), Stop()])
recorder = type(learn.recorder)
assert SightlineCallback.order > recorder.order
for name in ("smooth_loss", "train_iter", "n_epoch", "opt_func", "dls", "epoch"):
    assert hasattr(learn, name), name
names = learn.recorder.metric_names
assert names[:2] == ["epoch", "train_loss"] and names[-1] == "time", names
"""


def test_training_is_logged_as_by_fastais_callback_with_hparams_and_status(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=tmp_path,
        env=with_beside("torch"),
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = points_of(load(tmp_path / "runs"))
    assert {run for run, _ in found} == {"whole", "stopped"}
    assert [step for step, _, _ in found["whole", "train_loss"]] == list(range(1, 9))
    assert [value for _, _, value in found["whole", "lr_0"]] == [0.25] * 8
    assert [step for step, _, _ in found["whole", "valid_loss"]] == [4, 8]
    frame = sightline.open(tmp_path / "runs").hparams()
    assert sorted(map(str, frame["status"])) == ["failure", "success"]
    assert 3.0 in map(float, frame["depth"])
