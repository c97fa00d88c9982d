"""What a log call costs through integrations, beside SummaryWriter itself; prints one JSON line.

Those whose framework is not installed are left out.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from types import SimpleNamespace

import sightline

# Rounds shorter than a slice of the scheduler, so that the best is one that nothing interrupted.
N_CALLS = 500
N_ROUNDS = 200


def micros_per_call(log: Callable[[int], object]) -> float:
    """The best round's mean."""
    best = float("inf")
    for _ in range(N_ROUNDS):
        begin = time.perf_counter()
        for step in range(N_CALLS):
            log(step)
        best = min(best, time.perf_counter() - begin)
    return round(1e6 * best / N_CALLS, 3)


def tracker_percent(folder: str) -> float:
    """What ending a step with the tracker adds to a step of 10 ms, in percent."""
    tracker = sightline.tracker.Tracker({"tensorboard_dir": folder, "log_interval": 10, "capture": False})
    micros = micros_per_call(lambda step: tracker.end_step(step, loss=0.5, lr=0.1, tokens=4096))
    return round(100 * micros / 10_000, 3)


def main() -> None:
    folder = tempfile.mkdtemp()
    writer = sightline.SummaryWriter(os.path.join(folder, "writer"))
    found = {"SummaryWriter": micros_per_call(lambda step: writer.add_scalar("loss", 0.5, step))}

    sightline.shim.install(force=True, quiet=True)
    from tensorboardX import SummaryWriter as ShimWriter

    shimmed = ShimWriter(os.path.join(folder, "shim"))
    found["shim"] = micros_per_call(lambda step: shimmed.add_scalar("loss", 0.5, step))

    tracker = sightline.tracker.Tracker({"tensorboard_dir": os.path.join(folder, "t"), "capture": False})
    found["tracker"] = micros_per_call(lambda step: tracker.log({"loss": 0.5}, step))

    from sightline.integrations.clu import MetricWriter

    clu = MetricWriter(os.path.join(folder, "clu"))
    found["clu"] = micros_per_call(lambda step: clu.write_scalars(step, {"loss": 0.5}))
    if find_spec("mmengine") is not None:
        from sightline.integrations.mmengine import SightlineVisBackend

        backend = SightlineVisBackend(os.path.join(folder, "mmengine"))
        found["mmengine"] = micros_per_call(lambda step: backend.add_scalar("loss", 0.5, step))
    if find_spec("lightning") is not None:
        from sightline.integrations.lightning import SightlineLogger

        logger = SightlineLogger(folder)
        found["lightning"] = micros_per_call(lambda step: logger.log_metrics({"loss": 0.5}, step))
    if find_spec("accelerate") is not None:
        from accelerate import PartialState

        from sightline.integrations.accelerate import SightlineTracker

        PartialState(cpu=True)
        accelerate = SightlineTracker(os.path.join(folder, "accelerate"))
        found["accelerate"] = micros_per_call(lambda step: accelerate.log({"loss": 0.5}, step))
    if find_spec("transformers") is not None:
        from sightline.integrations.transformers import SightlineCallback as TrainerCallback

        trainer = TrainerCallback(os.path.join(folder, "transformers"))
        state = SimpleNamespace(is_world_process_zero=True, is_hyper_param_search=False, global_step=0)

        def log_of_trainer(step: int) -> None:
            state.global_step = step
            trainer.on_log(None, state, None, logs={"loss": 0.5})

        found["transformers"] = micros_per_call(log_of_trainer)
    if find_spec("xgboost") is not None:
        from sightline.integrations.xgboost import SightlineCallback as BoosterCallback

        booster, rounds = BoosterCallback(writer), {"validation": {"rmse": [0.5]}}
        found["xgboost"] = micros_per_call(lambda step: booster.after_iteration(None, step, rounds))
    from sightline.integrations.lightgbm import SightlineCallback as LightGbmCallback

    boosted, results = LightGbmCallback(writer), [("validation", "l2", 0.5, False)]
    found["lightgbm"] = micros_per_call(
        lambda step: boosted(SimpleNamespace(evaluation_result_list=results, iteration=step))
    )
    above = {name: round(value - found["SummaryWriter"], 3) for name, value in found.items()}
    slower = tracker_percent(os.path.join(folder, "steps"))
    figures = {"micros_per_call": found, "micros_above_writer": above, "tracker_percent_of_10_ms": slower}
    print(json.dumps({"benchmark": "integrations", **figures}))


main()
