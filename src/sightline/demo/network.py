"""The model: a two-layer perceptron with momentum or Adam, forward and backward written out in numpy."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sightline.demo.shapes import Floats, Labels

# Names a part of a step while a profile is recorded.
SpanMaker = Callable[[str], AbstractContextManager[Any]]


def no_span(_: str) -> AbstractContextManager[Any]:
    """Name nothing: no profile is recorded."""
    return nullcontext()


@dataclass(frozen=True)
class Hyper:
    """What makes one run differ from another."""

    optimizer: str
    learning_rate: float
    hidden: int
    weight_decay: float
    seed: int

    @property
    def name(self) -> str:
        """The run's folder."""
        return f"{self.optimizer}/lr={self.learning_rate:g},hidden={self.hidden}"

    def values(self) -> dict[str, str | float | int]:
        """The hyperparameters as they are logged."""
        return {
            "optimizer": self.optimizer,
            "learning_rate": self.learning_rate,
            "hidden": self.hidden,
            "weight_decay": self.weight_decay,
        }


@dataclass
class Network:
    """Weights, their moments and the two passes."""

    hyper: Hyper
    n_inputs: int
    n_classes: int
    weights: dict[str, Floats] = field(default_factory=dict)
    gradients: dict[str, Floats] = field(default_factory=dict)
    n_updates: int = 0
    span: SpanMaker = no_span

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.hyper.seed)
        sizes = {
            "hidden/kernel": (self.n_inputs, self.hyper.hidden),
            "hidden/bias": (self.hyper.hidden,),
            "output/kernel": (self.hyper.hidden, self.n_classes),
            "output/bias": (self.n_classes,),
        }
        for name, shape in sizes.items():
            scale = np.sqrt(2.0 / shape[0]) if len(shape) == 2 else 0.0
            self.weights[name] = rng.normal(0.0, 1.0, shape).astype(np.float32) * np.float32(scale)
        self._first = {name: np.zeros_like(array) for name, array in self.weights.items()}
        self._second = {name: np.zeros_like(array) for name, array in self.weights.items()}

    def hidden(self, pictures: Floats) -> Floats:
        """Return the activations of the hidden layer."""
        flat = pictures.reshape(len(pictures), -1)
        with self.span("hidden/matmul"):
            product = flat @ self.weights["hidden/kernel"]
        with self.span("hidden/relu"):
            active: Floats = np.maximum(product + self.weights["hidden/bias"], 0.0)
        return active

    def probabilities(self, hidden: Floats) -> Floats:
        """Return the softmax of the output layer."""
        with self.span("output/matmul"):
            logits = hidden @ self.weights["output/kernel"] + self.weights["output/bias"]
        with self.span("output/softmax"):
            logits -= logits.max(axis=1, keepdims=True)
            raised = np.exp(logits)
            shares: Floats = raised / raised.sum(axis=1, keepdims=True)
        return shares

    def learn(self, pictures: Floats, labels: Labels, learning_rate: float) -> tuple[float, float]:
        """Do one step; return the loss and the accuracy before it."""
        with self.span("forward"):
            hidden = self.hidden(pictures)
            shares = self.probabilities(hidden)
        with self.span("loss"):
            rows = np.arange(len(labels))
            loss = float(-np.log(np.maximum(shares[rows, labels], 1e-12)).mean())
            accuracy = float((shares.argmax(axis=1) == labels).mean())
        with self.span("backward"):
            self._backward(pictures, hidden, shares, labels)
        with self.span("optimizer"):
            self._update(learning_rate)
        return loss, accuracy

    def _backward(self, pictures: Floats, hidden: Floats, shares: Floats, labels: Labels) -> None:
        flat = pictures.reshape(len(pictures), -1)
        error = shares.copy()
        error[np.arange(len(labels)), labels] -= 1.0
        error /= len(labels)
        with self.span("output/gradient"):
            output = {"output/kernel": hidden.T @ error, "output/bias": error.sum(axis=0)}
        with self.span("hidden/gradient"):
            back = (error @ self.weights["output/kernel"].T) * (hidden > 0)
            self.gradients = {"hidden/kernel": flat.T @ back, "hidden/bias": back.sum(axis=0), **output}

    def _update(self, learning_rate: float) -> None:
        self.n_updates += 1
        for name, gradient in self.gradients.items():
            with self.span(f"{self.hyper.optimizer}/{name}"):
                self._update_weight(name, gradient, learning_rate)

    def _update_weight(self, name: str, gradient: Floats, learning_rate: float) -> None:
        if name.endswith("kernel"):
            gradient = gradient + np.float32(self.hyper.weight_decay) * self.weights[name]
        first, second = self._first[name], self._second[name]
        if self.hyper.optimizer == "adam":
            first += np.float32(0.1) * (gradient - first)
            second += np.float32(0.001) * (gradient * gradient - second)
            scale = learning_rate * np.sqrt(1 - 0.999**self.n_updates) / (1 - 0.9**self.n_updates)
            self.weights[name] -= np.float32(scale) * first / (np.sqrt(second) + np.float32(1e-8))
        else:
            first *= np.float32(0.9)
            first += gradient
            self.weights[name] -= np.float32(learning_rate) * first
