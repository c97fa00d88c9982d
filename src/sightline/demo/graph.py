"""One training step of the network as a graph: both passes, and what the optimizer does to each weight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sightline.demo.network import Network
from sightline.kinds.graph.encode import Node

_BATCH = -1


def training_graph(network: Network) -> list[Node]:
    """The operations of a step, in the scopes that a profile of the demo has too."""
    shapes = {name: list(weight.shape) for name, weight in network.weights.items()}
    n_inputs, n_hidden = shapes["hidden/kernel"]
    n_classes = shapes["output/kernel"][1]
    return [
        Node("pictures", "Input", [], [_BATCH, n_inputs], types=["float32"]),
        Node("labels", "Input", [], [_BATCH], types=["int64"]),
        *_layer("hidden", "pictures", shapes, "relu", "Relu"),
        *_layer("output", "hidden/relu", shapes, "softmax", "Softmax"),
        *_loss(n_classes),
        *_backward(shapes, n_hidden),
        *_optimizer(network.hyper.optimizer, shapes),
    ]


def _operation(name: str, op: str, inputs: list[str], shape: list[int]) -> Node:
    return Node(name, op, inputs, shape, types=["float32"])


def _layer(name: str, source: str, shapes: Mapping[str, list[int]], last: str, op: str) -> Iterator[Node]:
    kernel, bias = shapes[f"{name}/kernel"], shapes[f"{name}/bias"]
    shape = [_BATCH, *bias]
    yield _weight(f"{name}/kernel", kernel)
    yield _weight(f"{name}/bias", bias)
    yield _operation(f"{name}/matmul", "MatMul", [source, f"{name}/kernel"], shape)
    yield _operation(f"{name}/add", "Add", [f"{name}/matmul", f"{name}/bias"], shape)
    yield _operation(f"{name}/{last}", op, [f"{name}/add"], shape)


def _weight(name: str, shape: list[int]) -> Node:
    count = 1
    for size in shape:
        count *= size
    return Node(name, "Parameter", [], shape, None, {"parameters": count}, types=["float32"])


def _loss(n_classes: int) -> Iterator[Node]:
    yield _operation("loss/one_hot", "OneHot", ["labels"], [_BATCH, n_classes])
    yield _operation("loss/pick", "Gather", ["output/softmax", "labels"], [_BATCH])
    yield _operation("loss/log", "Log", ["loss/pick"], [_BATCH])
    yield _operation("loss/mean", "Mean", ["loss/log"], [])


def _backward(shapes: Mapping[str, list[int]], n_hidden: int) -> Iterator[Node]:
    n_classes = shapes["output/bias"][0]
    error = "backward/output/error"
    yield _operation(error, "Subtract", ["output/softmax", "loss/one_hot"], [_BATCH, n_classes])
    yield from _gradients("output", "hidden/relu", error, shapes)
    hidden = [_BATCH, n_hidden]
    yield _operation("backward/hidden/matmul", "MatMul", [error, "output/kernel"], hidden)
    yield _operation("backward/hidden/mask", "Greater", ["hidden/relu"], hidden)
    error = "backward/hidden/error"
    yield _operation(error, "Multiply", ["backward/hidden/matmul", "backward/hidden/mask"], hidden)
    yield from _gradients("hidden", "pictures", error, shapes)


def _gradients(layer: str, source: str, error: str, shapes: Mapping[str, list[int]]) -> Iterator[Node]:
    kernel, bias = f"{layer}/kernel", f"{layer}/bias"
    yield _operation(f"backward/{kernel}", "MatMul", [source, error], shapes[kernel])
    yield _operation(f"backward/{bias}", "Sum", [error], shapes[bias])


def _optimizer(name: str, shapes: Mapping[str, list[int]]) -> Iterator[Node]:
    yield Node("learning_rate", "Input", [], [], types=["float32"])
    for weight, shape in shapes.items():
        yield from _update(f"{name}/{weight}", weight, shape, is_adam=name == "adam")


def _update(scope: str, weight: str, shape: list[int], *, is_adam: bool) -> Iterator[Node]:
    gradient = f"backward/{weight}"
    if weight.endswith("kernel"):
        yield _operation(f"{scope}/decay", "AddScaled", [gradient, weight], shape)
        gradient = f"{scope}/decay"
    yield _operation(f"{scope}/first_moment", "Average", [gradient], shape)
    step = f"{scope}/first_moment"
    if is_adam:
        yield _operation(f"{scope}/square", "Square", [gradient], shape)
        yield _operation(f"{scope}/second_moment", "Average", [f"{scope}/square"], shape)
        yield _operation(f"{scope}/root", "Sqrt", [f"{scope}/second_moment"], shape)
        yield _operation(f"{scope}/divide", "Divide", [step, f"{scope}/root"], shape)
        step = f"{scope}/divide"
    yield _operation(f"{scope}/scale", "Multiply", [step, "learning_rate"], shape)
    yield _operation(f"{scope}/assign", "AssignSubtract", [weight, f"{scope}/scale"], shape)
