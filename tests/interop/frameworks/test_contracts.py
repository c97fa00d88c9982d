"""Names of the frameworks that our modules lean on and that are not promised: each must still be there."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("lightning", reason="the frameworks are not installed: make test-interop-frameworks")


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


def test_hydra_calls_job_hooks_and_has_the_jobs_folder_and_overrides() -> None:
    from hydra.conf import HydraConf
    from hydra.core.utils import JobReturn, JobStatus
    from hydra.experimental.callback import Callback

    assert parameters(Callback.on_job_start) == ["self", "config", "task_function", "kwargs"]
    assert parameters(Callback.on_job_end) == ["self", "config", "job_return", "kwargs"]
    assert JobStatus.COMPLETED.name == "COMPLETED"
    assert hasattr(JobReturn(), "_return_value")  # of a failed job its exception
    assert hasattr(HydraConf().runtime, "output_dir")
    assert hasattr(HydraConf().overrides, "task")


def test_ignite_handlers_need_only_the_writer_of_a_logger() -> None:
    from ignite.handlers import tensorboard_logger
    from ignite.handlers.base_logger import BaseLogger

    assert issubclass(tensorboard_logger.TensorboardLogger, BaseLogger)
    assert BaseLogger.__init__ is object.__init__ or parameters(BaseLogger.__init__) == ["self"]
    for name in ("OutputHandler", "OptimizerParamsHandler", "WeightsScalarHandler", "GradsHistHandler"):
        source = inspect.getsource(getattr(tensorboard_logger, name).__call__)
        assert "logger.writer." in source


def test_mmengine_backends_are_initialized_by_their_decorator(tmp_path: Path) -> None:
    from mmengine.visualization.vis_backend import BaseVisBackend, force_init_env

    assert parameters(BaseVisBackend.__init__) == ["self", "save_dir"]
    assert "_init_env" in inspect.getsource(force_init_env)
    abstract = {"experiment", "_init_env"}
    assert BaseVisBackend.__abstractmethods__ == abstract
    for name in ("add_config", "add_image", "add_scalar", "add_scalars", "close"):
        assert hasattr(BaseVisBackend, name)


def test_lightning_loggers_have_these_abstract_names() -> None:
    from lightning.pytorch.loggers.logger import Logger

    assert Logger.__abstractmethods__ == {"name", "version", "log_metrics", "log_hyperparams"}
    for name in ("save", "finalize", "log_graph", "after_save_checkpoint"):
        assert hasattr(Logger, name)


def test_transformers_callbacks_get_these_hooks() -> None:
    from transformers import TrainerCallback

    for name in ("on_train_begin", "on_log", "on_train_end"):
        assert parameters(getattr(TrainerCallback, name))[:4] == ["self", "args", "state", "control"]


def test_accelerate_trackers_have_these_names() -> None:
    from accelerate.tracking import GeneralTracker

    for name in ("store_init_configuration", "log", "finish", "start"):
        assert hasattr(GeneralTracker, name)
    assert GeneralTracker.main_process_only is True
    assert parameters(GeneralTracker.__init__)[:2] == ["self", "_blank"]


def test_optuna_trials_have_these_fields_and_states() -> None:
    import optuna

    fields = {"number", "values", "params", "user_attrs", "intermediate_values", "state"}
    trial = optuna.trial.create_trial(value=1.0)
    assert [name for name in fields if not hasattr(trial, name)] == []
    assert {"COMPLETE", "PRUNED", "FAIL"} <= set(optuna.trial.TrialState.__members__)


def test_boosters_hand_these_things_to_callbacks() -> None:
    import lightgbm
    import xgboost

    assert {"iteration", "evaluation_result_list"} <= set(lightgbm.callback.CallbackEnv.__annotations__)
    assert parameters(xgboost.callback.TrainingCallback.after_iteration) == [
        "self",
        "model",
        "epoch",
        "evals_log",
    ]


def test_searches_of_sklearn_have_these_results() -> None:
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import GridSearchCV

    search = GridSearchCV(Ridge(), {"alpha": [1.0]}, cv=2).fit([[0.0], [1.0], [2.0], [3.0]], [0, 1, 2, 3])
    assert {"params", "mean_test_score", "split0_test_score"} <= set(search.cv_results_)
