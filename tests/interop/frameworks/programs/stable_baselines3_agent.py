"""stable-baselines3's A2C on a tiny environment; argument: the log directory."""

import sys

import gymnasium
import numpy as np
from stable_baselines3 import A2C
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import HParam


class Corridor(gymnasium.Env[np.ndarray, int]):
    """Three steps to the right and the episode ends."""

    observation_space = gymnasium.spaces.Box(0, 3, (1,), np.float32)
    action_space = gymnasium.spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: object = None) -> tuple[np.ndarray, dict]:
        self.place = 0
        return np.zeros(1, np.float32), {}

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict]:
        self.place += 1
        return np.array([self.place], np.float32), float(action), self.place == 3, False, {}


class LogsHParams(BaseCallback):
    def _on_training_start(self) -> None:
        hparams = HParam({"algorithm": "A2C", "gamma": 0.9}, {"rollout/ep_len_mean": 0.0})
        self.logger.record("hparams", hparams, exclude=("stdout", "json", "csv"))

    def _on_step(self) -> bool:
        return True


agent = A2C("MlpPolicy", Corridor(), gamma=0.9, seed=3, device="cpu", tensorboard_log=sys.argv[1])
agent.learn(40, log_interval=2, callback=LogsHParams())
