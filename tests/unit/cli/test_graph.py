"""`sightline graph`, as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path

import sightline as board
from sightline.kinds.graph.encode import Node, graph_def, run_metadata
from support.model_files import delimited, tensorflow_message
from unit.cli.commands import sightline


def write_graph(folder: Path, nodes: list[Node]) -> None:
    with board.SummaryWriter(folder) as writer:
        writer.file_writer.add_graph((graph_def(nodes), run_metadata()))


def network() -> list[Node]:
    nodes, last = [Node("x", "Placeholder"), Node("scale", "Const")], "x"
    for i in range(4):
        nodes.append(Node(f"net/block{i}/matmul", "MatMul", [last, "scale"]))
        last = f"net/block{i}/matmul"
    return nodes


def test_graph_prints_the_outline_of_each_run(tmp_path: Path) -> None:
    write_graph(tmp_path / "a", network())
    write_graph(tmp_path / "b", [Node("only", "Neg")])
    done = sightline("graph", str(tmp_path))
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "a: 6 operations, 8 edges, 1 set aside",
        "  x  Placeholder",
        "  net  4 operations",
        "    block0 … block3  4 alike, 4 operations",
        "      matmul  MatMul",
        "b: 1 operation, 0 edges",
        "  only  Neg",
    ]


def test_graph_prints_what_is_wrong_with_it(tmp_path: Path) -> None:
    write_graph(tmp_path / "one", [Node("x", "Neg"), Node("y", "Neg", ["x", "gone"])])
    write_graph(tmp_path / "two", [Node("y", "Neg", ["gone", "lost"])])
    lines = sightline("graph", str(tmp_path)).stdout.splitlines()
    wrong = "inputs name operations that are not in the graph"
    assert lines[:2] == ["one: 2 operations, 1 edge", f"  {wrong}: gone"]
    assert lines[4:6] == ["two: 1 operation, 0 edges", f"  2 {wrong}, such as gone"]


def test_graph_as_json_nests_entries(tmp_path: Path) -> None:
    write_graph(tmp_path, network())
    done = sightline("graph", str(tmp_path), "--json", "--depth", "2")
    (graph,) = json.loads(done.stdout)["graphs"]
    assert graph["n_operations"] == 6
    assert graph["problems"] == []
    net = next(entry for entry in graph["entries"] if entry["name"] == "net")
    assert net["entries"][0]["part"] == "series"
    assert "entries" not in net["entries"][0]


def test_graph_compares_two_runs(tmp_path: Path) -> None:
    write_graph(tmp_path / "a", network())
    write_graph(tmp_path / "b", [*network()[:-1], Node("head/out", "Softmax", ["net/block2/matmul"])])
    done = sightline("graph", str(tmp_path / "a"), "--compare", str(tmp_path / "b"))
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        f"{tmp_path / 'a'} → {tmp_path / 'b'}: 1 added, 1 removed, 0 changed, 5 same",
        "  - net/block3  1 operation",
        "  + head  1 operation",
    ]
    as_json = sightline("graph", str(tmp_path / "a"), "--compare", str(tmp_path / "b"), "--json")
    found = json.loads(as_json.stdout)
    assert (found["n_added"], found["n_removed"], found["n_same"]) == (1, 1, 5)
    assert [each["name"] for each in found["differences"]] == ["net/block3", "head"]
    several = sightline("graph", str(tmp_path), "--compare", str(tmp_path / "b"))
    assert several.returncode == 4
    assert "give the folder of one" in several.stderr


def test_graph_says_what_is_missing_where(tmp_path: Path) -> None:
    with board.SummaryWriter(tmp_path / "logs") as writer:
        writer.add_scalar("loss", 1.0, 0)
    none = sightline("graph", str(tmp_path / "logs"))
    assert none.returncode == 4
    assert "no graph below" in none.stderr
    assert "add_graph" in none.stderr
    gone = sightline("graph", str(tmp_path / "gone"))
    assert gone.returncode == 4
    assert "does not exist" in gone.stderr
    (tmp_path / "bad.onnx").write_bytes(b"\xff\xff\xff")
    bad = sightline("graph", str(tmp_path / "bad.onnx"))
    assert bad.returncode == 4
    assert "not an ONNX model" in bad.stderr


def test_graph_reads_a_message_by_its_structure_and_says_why_there_is_nothing(tmp_path: Path) -> None:
    message = delimited(2, delimited(2, tensorflow_message()))
    (tmp_path / "model.bin").write_bytes(b"\x08\x01" + message)
    done = sightline("graph", str(tmp_path / "model.bin"), "--json")
    (graph,) = json.loads(done.stdout)["graphs"]
    assert (graph["format"], graph["n_operations"]) == ("TensorFlow graph", 2)
    (tmp_path / "foo.pb").write_bytes(b"no graph at all")
    text = sightline("graph", str(tmp_path / "foo.pb"))
    assert (text.returncode, text.stdout) == (4, "")
    assert "it is text; Sightline reads .onnx" in text.stderr
    (tmp_path / "config.json").write_text('{"class_name": "Sequential", "config": {"layers": []}}')
    empty = sightline("graph", str(tmp_path / "config.json"))
    assert (empty.returncode, empty.stdout) == (4, "")


def test_graph_tells_problems_and_spells_out_control_characters(tmp_path: Path) -> None:
    write_graph(tmp_path, [Node("a\x1b[31m", "Neg", ["gone"])])
    done = sightline("graph", str(tmp_path))
    assert "\x1b" not in done.stdout
    assert "inputs name operations that are not in the graph: gone" in done.stdout


def test_graph_of_a_cut_record_says_that_the_run_is_damaged(tmp_path: Path) -> None:
    write_graph(tmp_path, network())
    (file,) = tmp_path.iterdir()
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0xFF
    file.write_bytes(data)
    done = sightline("graph", str(tmp_path))
    assert done.returncode == 4
    assert "damaged bytes" in done.stderr


def test_graph_lists_the_other_graphs_of_a_run(tmp_path: Path) -> None:
    write_graph(tmp_path, network())
    write_graph(tmp_path, [Node("only", "Neg")])
    done = sightline("graph", str(tmp_path), "--json", "--graph", "graph_def@0")
    (graph,) = json.loads(done.stdout)["graphs"]
    assert (graph["name"], graph["others"], graph["n_operations"]) == ("graph_def@0", ["graph_def"], 6)
