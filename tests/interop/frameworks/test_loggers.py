"""Our loggers and callbacks by name, each with its real framework."""

from __future__ import annotations

import inspect
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("lightning", reason="the frameworks are not installed: make test-interop-frameworks")

import sightline
from sightline.kinds.table.captured import captured_facts
from support.logs import load, points_of


def scalars(log_dir: Path) -> dict[tuple[str, str], list[tuple[int, float]]]:
    points = points_of(load(str(log_dir)))
    return {key: [(step, value) for step, _, value in found] for key, found in points.items()}


def hparams(log_dir: Path) -> dict[str, Any]:
    frame = sightline.open(log_dir).hparams()
    return {name: list(frame[name]) for name in frame}


def texts(run: Any) -> set[str]:
    return {tag.removesuffix("/text_summary") for tag in run.series("text")}


def run_python(code: str, cwd: Path, *args: str) -> None:
    (cwd / "program.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "program.py", *args], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


LIGHTNING = """
import sys, torch
{imports}
from sightline.integrations.lightning import SightlineLogger

class Line(module.LightningModule):
    def __init__(self, lr=0.1, model={{"depth": 2}}):
        super().__init__()
        self.save_hyperparameters()
        self.example_input_array = torch.zeros(1, 1)
        self.layer = torch.nn.Linear(1, 1)
    def forward(self, x): return self.layer(x)
    def training_step(self, batch):
        loss = torch.nn.functional.mse_loss(self(batch[0]), batch[0])
        self.log("train_loss", loss)
        return loss
    def configure_optimizers(self): return torch.optim.SGD(self.parameters(), lr=0.1)

logger = SightlineLogger("logs", name="line", log_graph=True, metrics=["train_loss"], prefix="p")
assert logger.version == 0 and logger.log_dir == "logs/line/version_0"
data = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.ones(4, 1)), num_workers=0)
module.Trainer(logger=logger, max_epochs=2, log_every_n_steps=1, accelerator="cpu", enable_progress_bar=False,
    enable_model_summary=False, enable_checkpointing=False).fit(Line(), data)
logger.log_text("note", "done")
logger.log_image("picture", [torch.zeros(3, 4, 4)])
logger.log_table("rows", ["a", "b"], [[1, 2], [3, 4]])
logger.log_hyperparams({{"later": 1}})
logger.save()
assert SightlineLogger("logs", name="line").version == 1
"""


@pytest.mark.parametrize("package", ["lightning", "pytorch_lightning"])
def test_lightning_logger_writes_one_run(package: str, tmp_path: Path) -> None:
    base = "lightning.pytorch" if package == "lightning" else package
    check = f"assert SightlineLogger.__mro__[1].__module__ == '{base}.loggers.logger'\n"
    run_python(LIGHTNING.format(imports=f"import {package} as module") + check, tmp_path)
    (run,) = load(str(tmp_path)).view().runs
    assert run.name == "logs/line/version_0"
    assert {"scalar", "hparams", "graph", "text", "image", "table"} <= set(run.kinds)
    assert [step for step, _ in scalars(tmp_path)[run.name, "p-train_loss"]] == list(range(8))
    settings = (tmp_path / "logs/line/version_0/hparams.yaml").read_text()
    assert "lr: 0.1" in settings
    assert "later: 1" in settings


def test_lightning_logger_takes_the_arguments_of_tensorboard_logger() -> None:
    from lightning.pytorch.loggers import TensorBoardLogger

    from sightline.integrations.lightning import SightlineLogger

    theirs = list(inspect.signature(TensorBoardLogger.__init__).parameters)
    ours = list(inspect.signature(SightlineLogger.__init__).parameters)
    assert ours[: len(theirs) - 1] == theirs[:-1]
    methods = ("log_metrics", "log_hyperparams", "log_graph", "save", "finalize", "log_dir", "experiment")
    assert all(hasattr(SightlineLogger, name) for name in methods)


def test_lightning_logger_is_lazy_and_pickles(tmp_path: Path) -> None:
    from sightline.integrations.lightning import SightlineLogger

    logger = SightlineLogger(tmp_path / "logs")
    assert logger.version == 0
    assert not (tmp_path / "logs").exists()
    logger.log_metrics({"loss": 1.0}, 1)
    copy = pickle.loads(pickle.dumps(logger))
    assert copy.log_dir == logger.log_dir
    logger.finalize("success")


def test_lightning_logger_fails_a_session_that_failed(tmp_path: Path) -> None:
    from sightline.integrations.lightning import SightlineLogger

    for status in ("success", "failed"):
        logger = SightlineLogger(tmp_path, version=status)
        logger.log_hyperparams({"lr": 0.1})
        logger.finalize(status)
    columns = hparams(tmp_path)
    assert sorted(map(str, columns["status"])) == ["failure", "success"]


FAILING_LIGHTNING = """
import lightning, torch
from sightline.integrations.lightning import SightlineLogger

class Model(lightning.LightningModule):
    def __init__(self, lr=0.1):
        super().__init__()
        self.save_hyperparameters()
        self.layer = torch.nn.Linear(1, 1)
    def training_step(self, batch, index):
        raise RuntimeError("the loss is gone")
    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), self.hparams.lr)

trainer = lightning.Trainer(
    max_epochs=1, logger=SightlineLogger("logs"), enable_progress_bar=False, enable_checkpointing=False
)
try:
    trainer.fit(Model(), torch.utils.data.DataLoader(torch.zeros(2, 1)))
except RuntimeError:
    pass
"""


def test_lightning_run_that_raised_is_marked_with_the_exception(tmp_path: Path) -> None:
    run_python(FAILING_LIGHTNING, tmp_path)
    (run,) = load(str(tmp_path)).view().runs
    assert run.has_failed
    (text,) = sightline.open(tmp_path).text("run/exception")["text"]
    assert "RuntimeError: the loss is gone" in text
    view = load(str(tmp_path)).view()
    assert captured_facts(view, view.runs[0]) == {"exception": "RuntimeError: the loss is gone"}


def test_transformers_callback_logs_as_tensorboards_and_hparams(tmp_path: Path) -> None:
    from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments

    from sightline.integrations.transformers import SightlineCallback

    config = LlamaConfig(
        vocab_size=8, hidden_size=8, intermediate_size=8, num_hidden_layers=1, num_attention_heads=1
    )
    rows = [{"input_ids": [1, 2, 3], "labels": [1, 2, 3]}] * 4
    arguments = TrainingArguments(
        output_dir=str(tmp_path / "out"),
        report_to="none",
        max_steps=2,
        logging_steps=1,
        eval_strategy="steps",
        eval_steps=2,
        save_strategy="no",
        use_cpu=True,
        disable_tqdm=True,
        learning_rate=0.25,
    )
    callback = SightlineCallback(tmp_path / "run", hparams={"depth": 1})
    model = LlamaForCausalLM(config)
    Trainer(model, arguments, train_dataset=rows, eval_dataset=rows, callbacks=[callback]).train()
    found = scalars(tmp_path)
    assert {"train/loss", "train/grad_norm", "train/learning_rate", "eval/loss"} <= {tag for _, tag in found}
    (run,) = load(str(tmp_path)).view().runs
    assert texts(run) >= {"args", "model_config"}
    columns = hparams(tmp_path)
    assert [float(value) for value in columns["learning_rate"]] == [0.25]
    assert [str(status) for status in columns["status"]] == ["success"]


def test_transformers_contract_rewrites_logs_as_ours() -> None:
    from transformers.integrations.integration_utils import rewrite_logs

    from sightline.integrations.transformers import _tag

    names = ["loss", "eval_loss", "test_accuracy", "eval_eval_x", "epoch"]
    assert {_tag(name): 0 for name in names} == rewrite_logs(dict.fromkeys(names, 0))


def test_accelerate_tracker_writes_one_run(tmp_path: Path) -> None:
    from accelerate import Accelerator

    from sightline.integrations.accelerate import SightlineTracker

    tracker = SightlineTracker(tmp_path / "run", metrics=["loss"])
    assert not (tmp_path / "run").exists()
    accelerator = Accelerator(log_with=[tracker], cpu=True)
    accelerator.init_trackers("project", config={"lr": 0.1, "model": {"depth": 2}})
    for step in range(3):
        accelerator.log({"loss": 1.0 / (step + 1), "note": "hello"}, step=step)
    accelerator.end_training()
    assert scalars(tmp_path)["run", "loss"] == [(0, 1.0), (1, 0.5), (2, pytest.approx(1 / 3))]
    columns = hparams(tmp_path)
    assert [float(value) for value in columns["model/depth"]] == [2]
    assert len(load(str(tmp_path)).view().runs) == 1


def test_accelerate_tracker_writes_from_the_main_process_alone(tmp_path: Path) -> None:
    from sightline.integrations.accelerate import SightlineTracker

    tracker = SightlineTracker(tmp_path / "run")
    tracker._is_main = False
    tracker.store_init_configuration({"lr": 0.1})
    tracker.log({"loss": 1.0}, 1)
    tracker.log_images({"picture": np.zeros((1, 3, 4, 4))}, 1)
    tracker.finish()
    assert not (tmp_path / "run").exists()


def test_hydra_callback_and_log_config(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(
        "lr: 0.1\nmodel:\n  depth: 2\nhydra:\n  callbacks:\n    sightline:\n"
        "      _target_: sightline.integrations.hydra.SightlineCallback\n      metrics: [loss]\n"
    )
    run_python(
        "import hydra\nfrom sightline import SummaryWriter\n"
        "from sightline.integrations.hydra import log_config\n"
        "@hydra.main(version_base=None, config_path='.', config_name='config')\n"
        "def main(cfg):\n"
        "    with SummaryWriter('by_hand') as writer: log_config(cfg, writer)\n"
        "main()\n",
        tmp_path,
        "lr=0.25",
        "hydra.run.dir=job",
    )
    columns = hparams(tmp_path)
    assert [float(value) for value in columns["lr"]] == [0.25, 0.25]
    runs = load(str(tmp_path)).view().runs
    assert sorted(run.name for run in runs) == ["by_hand", "job"]
    for run in runs:
        assert texts(run) == {"config", "overrides"}


def test_hydra_job_that_raised_is_marked_with_the_exception(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(
        "lr: 0.1\nhydra:\n  callbacks:\n    sightline:\n"
        "      _target_: sightline.integrations.hydra.SightlineCallback\n"
    )
    run_python(
        "import hydra\nfrom sightline import SummaryWriter\n"
        "@hydra.main(version_base=None, config_path='.', config_name='config')\n"
        "def main(cfg):\n"
        "    with SummaryWriter('job') as writer: writer.add_scalar('loss', 1.0, 1)\n"
        "    raise RuntimeError('the loss is gone')\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n",
        tmp_path,
        "hydra.run.dir=job",
    )
    (run,) = load(str(tmp_path)).view().runs
    assert run.has_failed
    assert list(map(str, hparams(tmp_path)["status"])) == ["failure"]


def test_optuna_callback_logs_a_run_for_each_trial(tmp_path: Path) -> None:
    import optuna

    from sightline.integrations.optuna import SightlineCallback

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    callback = SightlineCallback(tmp_path)

    def objective(trial: Any) -> float:
        x = trial.suggest_float("x", 0, 1)
        trial.suggest_categorical("kind", ["a", "b"])
        callback.start(trial).add_scalar("own", x, 1)
        for step in range(3):
            trial.report(x + step, step)
        if trial.number == 2:
            raise ValueError("no")
        return x

    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1))
    study.optimize(objective, n_trials=3, callbacks=[callback], catch=(ValueError,))
    found = scalars(tmp_path)
    assert found["trial-1", "value"][0][1] == pytest.approx(study.trials[1].value)
    assert len(found["trial-0", "intermediate_value"]) == 3
    columns = hparams(tmp_path)
    assert sorted(map(str, columns["status"])) == ["failure", "success", "success"]
    assert set(map(str, columns["kind"])) <= {"a", "b"}


def test_xgboost_callback_logs_every_round(tmp_path: Path) -> None:
    import xgboost

    from sightline.integrations.xgboost import SightlineCallback

    data = xgboost.DMatrix(np.arange(20.0).reshape(-1, 1), np.arange(20.0))
    results: dict[str, Any] = {}
    with sightline.SummaryWriter(tmp_path / "run") as writer:
        callbacks = [SightlineCallback(writer)]
        xgboost.train({}, data, 4, [(data, "train")], evals_result=results, callbacks=callbacks)
        xgboost.cv({}, data, 2, nfold=2, callbacks=callbacks)
    expected = [pytest.approx(value) for value in results["train"]["rmse"]]
    found = scalars(tmp_path)
    assert [value for _, value in found["run", "train/rmse"]][:4] == expected
    assert len(found["run", "test/rmse_std"]) == 2


def test_lightgbm_callback_logs_every_round(tmp_path: Path) -> None:
    import lightgbm

    from sightline.integrations.lightgbm import SightlineCallback

    data = lightgbm.Dataset(np.arange(60.0).reshape(-1, 1), np.arange(60.0))
    with sightline.SummaryWriter(tmp_path / "run") as writer:
        options = {"verbose": -1, "objective": "regression", "min_data_in_leaf": 2}
        lightgbm.train(
            options, data, 4, valid_sets=[data], valid_names=["train"], callbacks=[SightlineCallback(writer)]
        )
    assert [step for step, _ in scalars(tmp_path)["run", "train/l2"]] == [0, 1, 2, 3]


def test_sklearn_search_and_curves(tmp_path: Path) -> None:
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import GridSearchCV, learning_curve, validation_curve

    from sightline.integrations import sklearn as ours

    x = np.random.default_rng(0).normal(size=(40, 3))
    y = x.sum(axis=1)
    search = GridSearchCV(Ridge(), {"alpha": [0.1, 10.0]}, cv=3).fit(x, y)
    ours.log_search(search, tmp_path / "search")
    found = scalars(tmp_path / "search")
    assert len(found["candidate-1", "test_score/split"]) == 3
    assert found["candidate-0", "mean_test_score"][0][1] == pytest.approx(
        search.cv_results_["mean_test_score"][0]
    )
    assert [float(value) for value in hparams(tmp_path / "search")["alpha"]] == [0.1, 10.0]
    with sightline.SummaryWriter(tmp_path / "curves") as writer:
        ours.log_learning_curve(writer, "learning", *learning_curve(Ridge(), x, y, cv=3)[:3])
        values = [0.1, 1.0]
        scores = validation_curve(Ridge(), x, y, param_name="alpha", param_range=values, cv=3)
        ours.log_validation_curve(writer, "alpha", values, *scores)
    curves = scalars(tmp_path / "curves")
    assert len(curves[".", "learning/test"]) == 5
    assert [value for _, value in curves[".", "alpha/parameter"]] == [pytest.approx(0.1), 1.0]


def test_ignite_logger_takes_ignites_handlers(tmp_path: Path) -> None:
    from ignite.engine import Engine, Events

    from sightline.integrations.ignite import SightlineLogger

    trainer = Engine(lambda engine, batch: {"loss": batch})
    with SightlineLogger(tmp_path / "run") as logger:
        logger.attach_output_handler(
            trainer, Events.ITERATION_COMPLETED, tag="training", output_transform=lambda output: output
        )
        trainer.run([1.0, 2.0])
    assert scalars(tmp_path)["run", "training/loss"] == [(1, 1.0), (2, 2.0)]


def test_mmengine_backend_is_found_by_name(tmp_path: Path) -> None:
    from mmengine.config import Config
    from mmengine.visualization import Visualizer

    import sightline.integrations.mmengine  # noqa: F401

    visualizer = Visualizer("v", vis_backends=[{"type": "SightlineVisBackend"}], save_dir=str(tmp_path))
    visualizer.add_config(Config({"lr": 0.1}))
    visualizer.add_scalars({"loss": 0.5, "acc": 1.0}, 3)
    visualizer.add_image("picture", np.zeros((4, 4, 3), np.uint8), 1)
    visualizer.close()
    (run,) = load(str(tmp_path)).view().runs
    assert {"scalar", "image", "hparams", "text"} <= set(run.kinds)
    assert scalars(tmp_path)[run.name, "loss"] == [(3, 0.5)]


@pytest.mark.parametrize("rank", ["0", "3"])
def test_only_rank_zero_writes(tmp_path: Path, rank: str) -> None:
    code = (
        "from sightline.integrations.lightning import SightlineLogger\n"
        "logger = SightlineLogger('logs')\n"
        "logger.log_metrics({'loss': 1.0}, 1)\nlogger.log_hyperparams({'a': 1})\nlogger.finalize('success')\n"
    )
    environ = {**os.environ, "RANK": rank, "LOCAL_RANK": "0"}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environ, check=True)
    assert len(list(tmp_path.rglob("*tfevents*"))) == (1 if rank == "0" else 0)
