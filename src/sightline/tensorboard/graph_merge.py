"""Several traced graphs in one, each with a prefix of its own, as TensorBoard merges them."""

from __future__ import annotations

from typing import Any

from sightline.formats import messages


def merged_graphs(graphs: list[Any]) -> Any:
    """One graph as it is; several with the names of their nodes and functions prefixed."""
    if len(graphs) == 1:
        return graphs[0]
    merged = messages.GraphDef()
    if graphs and graphs[0].versions.producer:
        merged.versions.CopyFrom(graphs[0].versions)
    for number, graph in enumerate(graphs, start=1):
        if graph.versions.producer != merged.versions.producer:
            raise ValueError("Cannot combine GraphDefs of different versions.")
        _add(merged, graph, f"graph_{number}")
    return merged


def _add(merged: Any, graph: Any, prefix: str) -> None:
    for node in graph.node:
        made = merged.node.add()
        made.CopyFrom(node)
        made.name = f"{prefix}/{node.name}"
        made.input[:] = [f"{prefix}/{name}" for name in node.input]
        if made.op == "PartitionedCall" and made.attr["f"]:
            made.attr["f"].func.name = f"{prefix}_{made.attr['f'].func.name}"
    for function in graph.library.function:
        made = merged.library.function.add()
        made.CopyFrom(function)
        made.signature.name = f"{prefix}_{function.signature.name}"
    for gradient in graph.library.gradient:
        made = merged.library.gradient.add()
        made.function_name = f"{prefix}_{gradient.function_name}"
        made.gradient_func = f"{prefix}_{gradient.gradient_func}"
