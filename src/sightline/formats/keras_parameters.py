"""How many parameters a Keras layer has, from what its configuration says."""

from __future__ import annotations

from math import prod
from typing import Any

_GATES = {"LSTM": 4, "GRU": 3, "SimpleRNN": 1}


def count_parameters(layer: str, config: dict[str, Any], input_shape: list[int] | None) -> int | None:
    """The parameters of a layer, trained or not; None where the file does not tell."""
    try:
        return _count(layer, config, input_shape)
    except (TypeError, KeyError, IndexError, ValueError, ArithmeticError, AttributeError):
        return None


def _count(layer: str, config: dict[str, Any], shape: list[int] | None) -> int | None:
    if layer == "Embedding":
        return int(config["input_dim"]) * int(config["output_dim"])
    if layer == "Bidirectional":
        inner = config["layer"]
        one = count_parameters(inner["class_name"], inner["config"], shape)
        return None if one is None else 2 * one
    if not shape:
        return None
    channels = shape[1] if config.get("data_format") == "channels_first" else shape[-1]
    if channels < 0:
        return None
    if layer == "Dense":
        units = int(config["units"])
        return channels * units + units * bool(config.get("use_bias", True))
    if layer in ("BatchNormalization", "LayerNormalization", "GroupNormalization"):
        return _normalization(layer, config, shape)
    if layer in _GATES:
        return _recurrent(layer, config, channels)
    if "Conv" in layer:
        return _convolution(layer, config, channels)
    return None


def _convolution(layer: str, config: dict[str, Any], channels: int) -> int:
    kernel = int(prod(config["kernel_size"]))
    use_bias = bool(config.get("use_bias", True))
    if layer.startswith(("Depthwise", "Separable")):
        spread = channels * int(config.get("depth_multiplier", 1))
        if layer.startswith("Depthwise"):
            return kernel * spread + spread * use_bias
        filters = int(config["filters"])
        return kernel * spread + spread * filters + filters * use_bias
    filters = int(config["filters"])
    return kernel * (channels // int(config.get("groups") or 1)) * filters + filters * use_bias


def _normalization(layer: str, config: dict[str, Any], shape: list[int]) -> int:
    axis = config.get("axis", -1)
    sizes = [shape[at] for at in (axis if isinstance(axis, list) else [axis])]
    if min(sizes) < 0:
        raise ValueError("a size is not fixed")
    vectors = int(config.get("center", True)) + int(config.get("scale", True))
    return prod(sizes) * (vectors + 2 * (layer == "BatchNormalization"))


def _recurrent(layer: str, config: dict[str, Any], channels: int) -> int:
    units, gates = int(config["units"]), _GATES[layer]
    biases = 0
    if config.get("use_bias", True):
        biases = 2 if layer == "GRU" and config.get("reset_after", True) else 1
    return gates * units * (channels + units + biases)
