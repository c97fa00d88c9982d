"""What changed between two graphs, for terminals and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sightline.formats.graph import ROOT, Change, Graph, Part
from sightline.kinds.graph.compare import GraphComparison, Status
from sightline.kinds.graph.operation_text import node_def, tensor_text

_MARKS = {Status.ADDED: "+", Status.REMOVED: "-", Status.CHANGED: "~"}


def difference_summary(comparison: GraphComparison, a: Graph, b: Graph) -> dict[str, Any]:
    """Counts of operations, and each difference: a scope that is new or gone is one."""
    return {**_counts(comparison), "differences": list(_differences(comparison, a, b))}


def difference_lines(comparison: GraphComparison, a: Graph, b: Graph) -> Iterator[str]:
    """The same as text: a line of counts, then one for each difference."""
    counts = _counts(comparison)
    yield ", ".join(f"{counts[f'n_{each}']:,} {each}" for each in ("added", "removed", "changed", "same"))
    for each in _differences(comparison, a, b):
        yield f"  {each['mark']} {each['name']}  {_about(each)}".rstrip()


def _counts(comparison: GraphComparison) -> dict[str, int]:
    added, removed, changed = (
        int(column[ROOT]) for column in (comparison.n_added, comparison.n_removed, comparison.n_changed)
    )
    n_all = int(comparison.graph.n_operations[ROOT])
    same = n_all - added - removed - changed
    return {"n_added": added, "n_removed": removed, "n_changed": changed, "n_same": same}


def _differences(comparison: GraphComparison, a: Graph, b: Graph) -> Iterator[dict[str, Any]]:
    graph = comparison.graph
    for entry in comparison.differences():
        status = Status(int(comparison.status[entry]))
        found: dict[str, Any] = {
            "name": graph.string(graph.name[entry]),
            "mark": _MARKS[status],
            "status": status.name.lower(),
        }
        if graph.part[entry] != Part.OPERATION:
            yield {**found, "n_operations": int(graph.n_operations[entry])}
            continue
        found["op"] = graph.string(graph.op[entry])
        if status == Status.CHANGED:
            in_a, in_b = int(comparison.a_entry[entry]), int(comparison.b_entry[entry])
            changes = Change(int(comparison.changes[entry]))
            found |= {"changes": [bit.name.lower() for bit in Change if bit & changes and bit.name]}
            if changes & Change.OP:
                found["was_op"] = a.string(a.op[in_a])
            if changes & Change.RENAMED:
                found["was_name"] = a.string(a.name[in_a])
            if changes & Change.SHAPES:
                found |= {"tensor": _tensor(b, in_b), "was_tensor": _tensor(a, in_a)}
            if changes & Change.DEVICE:
                found |= {"device": b.string(b.device[in_b]), "was_device": a.string(a.device[in_a])}
        yield found


def _tensor(graph: Graph, entry: int) -> str:
    """Shape and type of an operation's first output."""
    return tensor_text(node_def(graph, entry), 0)


def _about(difference: dict[str, Any]) -> str:
    if "n_operations" in difference:
        count = difference["n_operations"]
        return f"{count:,} {'operation' if count == 1 else 'operations'}"
    if "changes" not in difference:
        return str(difference["op"])
    return "; ".join(_change(difference, change) for change in difference["changes"])


def _change(difference: dict[str, Any], change: str) -> str:
    if change == "op":
        return f"{difference['was_op']} → {difference['op']}"
    if change == "renamed":
        return f"was {difference['was_name']}"
    if change == "device":
        return f"device {difference['was_device'] or 'none'} → {difference['device'] or 'none'}"
    if change == "shapes" and difference["was_tensor"] != difference["tensor"]:
        return f"{difference['was_tensor'] or 'unknown shape'} → {difference['tensor'] or 'unknown shape'}"
    return f"other {change}"
