"""Model files as graphs: each format by its structure, and files that are broken or hostile."""

from __future__ import annotations

import contextlib
import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.default_reader import default_reader
from sightline.formats import messages
from sightline.formats.graph import ROOT, Graph, Part, read_graph_def
from sightline.formats.model_file import find_format, model_format, read_model_file
from support.model_files import (
    archive,
    delimited,
    every_format,
    gguf,
    keras_config,
    onnx_model,
    safetensors,
    tensorflow_message,
    torch_program,
)


def graph_of_file(path: Path) -> Graph:
    with default_reader().open(str(path)) as source:
        return read_graph_def(read_model_file(path.name, source))


def graph_of(tmp_path: Path, name: str, content: bytes) -> Graph:
    path = tmp_path / name
    path.write_bytes(content)
    graph = graph_of_file(path)
    assert graph.problems == []
    return graph


def operations(graph: Graph) -> dict[str, str]:
    return {
        graph.string(graph.name[i]): graph.string(graph.op[i])
        for i in range(len(graph))
        if graph.part[i] == Part.OPERATION
    }


def edges(graph: Graph) -> set[tuple[str, str]]:
    names = (
        graph.string(graph.name[i]) for pair in zip(graph.edge_from, graph.edge_to, strict=True) for i in pair
    )
    return set(zip(names, names, strict=True))


def parameters(graph: Graph) -> dict[str, int]:
    return {
        graph.string(graph.name[i]): int(graph.n_parameters[i])
        for i in range(len(graph))
        if graph.n_parameters[i] and graph.part[i] == Part.OPERATION
    }


# ONNX


def test_onnx_puts_weights_into_the_scopes_of_their_modules(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, "m.onnx", onnx_model().SerializeToString())
    assert operations(graph) == {
        "input/x": "Input",
        "blocks.0/fc/weight": "Initializer",
        "blocks.0/onnx..MatMul_7": "Initializer",
        "blocks.0/fc/Gemm": "Gemm",
        "blocks.0/Add": "Add",
        "output/y": "Output",
    }
    assert ("blocks.0/fc/Gemm", "blocks.0/Add") in edges(graph)
    assert (int(graph.n_parameters[ROOT]), int(graph.n_bytes[ROOT])) == (20, 48)
    shapes = {graph.string(shape) for shape in graph.edge_shape}
    assert {"?×4", "4×4"} <= shapes


def test_onnx_functions_are_called_and_subgraphs_are_inside_their_node(tmp_path: Path) -> None:
    model = onnx_model()
    function = model.functions.add(name="gelu", domain="local", input=["a"], output=["b"])
    function.node.add(op_type="Erf", input=["a"], output=["b"])
    model.graph.node.add(op_type="gelu", domain="local", name="act", input=["y"], output=["z"])
    branch = model.graph.node.add(op_type="If", name="choose", input=["z"], output=["w"])
    then = branch.attribute.add(name="then_branch", type=5)
    then.g.node.add(op_type="Neg", name="neg", input=["z"], output=["n"])
    then.g.output.add(name="n")
    graph = graph_of(tmp_path, "m.onnx", model.SerializeToString())
    calls = [
        (graph.string(graph.name[a]), graph.string(graph.name[b]))
        for a, b in zip(graph.call_from, graph.call_to, strict=True)
    ]
    assert calls == [("act", "gelu")]
    assert ("act", "choose/then_branch/neg") in edges(graph)
    assert operations(graph)["choose/then_branch/output/n"] == "Output"


def test_onnx_of_torchs_newer_exporter_has_scopes_in_its_metadata(tmp_path: Path) -> None:
    model = onnx_model()
    for node, scopes in zip(model.graph.node, ["['', 'blocks.0', 'linear']", "no list"], strict=True):
        node.name = f"node_{node.op_type}"
        node.metadata_props.add(key="pkg.torch.onnx.name_scopes", value=scopes)
    graph = graph_of(tmp_path, "m.onnx", model.SerializeToString())
    assert {"blocks/0/node_Gemm", "blocks/0/fc/weight", "node_Add"} <= set(operations(graph))


def test_onnx_weights_are_not_read(tmp_path: Path) -> None:
    model = onnx_model()
    plain = graph_of(tmp_path, "a.onnx", model.SerializeToString())
    # raw_data is a field that the message of this test does not have.
    weight = model.graph.initializer[0].SerializeToString() + b"\x4a\x80\x80\x40" + bytes(1 << 20)
    del model.graph.initializer[0]
    rest = model.graph.SerializeToString()
    data = rest + b"\x2a" + varint(len(weight)) + weight
    content = b"\x08\x08\x3a" + varint(len(data)) + data
    assert operations(graph_of(tmp_path, "b.onnx", content)) == operations(plain)


def varint(value: int) -> bytes:
    parts = bytearray()
    while value > 127:
        parts.append(value & 127 | 128)
        value >>= 7
    return bytes([*parts, value])


# torch.export


@pytest.mark.parametrize("place", ["m__models__model_json", "serialized_exported_program_json"])
def test_exported_program_is_read_from_both_layouts(tmp_path: Path, place: str) -> None:
    content = archive(**{"m__data__weights__weight_0": b"", place: torch_program()})
    graph = graph_of(tmp_path, "m.pt2", content)
    assert operations(graph) == {
        "Net/Linear[fc]/weight": "Parameter",
        "input/x": "Input",
        "Net/Linear[fc]/linear": "aten::linear",
        "Net/split": "aten::split",
        "output/output.1": "Output",
    }
    assert parameters(graph) == {"Net/Linear[fc]/weight": 6}
    assert ("Net/Linear[fc]/linear", "Net/split") in edges(graph)
    assert int(graph.edge_output.max()) == 1


def test_pickles_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"pickles, which Sightline does not open"):
        graph_of(tmp_path, "m.pt2", archive(archive__data__pkl=b"\x80\x02."))
    with pytest.raises(ValueError, match=r"it is a pickle.*torch\.export"):
        graph_of(tmp_path, "m.pt", b"")


# Keras


def test_keras_file_has_layers_nested_models_and_merged_inputs(tmp_path: Path) -> None:
    graph = graph_of(tmp_path, "m.keras", archive(config_json=json.dumps(keras_config())))
    assert edges(graph) == {
        ("m/x", "m/body/in"),
        ("m/body/in", "m/body/d"),
        ("m/body/d", "m/cat"),
        ("m/z", "m/cat"),
        ("m/cat", "m/out"),
    }
    assert parameters(graph) == {"m/body/d": 15, "m/out": 10}
    assert model_format("m.keras") == "Keras model"


def test_keras_2_lists_of_inbound_nodes_are_read(tmp_path: Path) -> None:
    layers = [
        {
            "class_name": "InputLayer",
            "name": "x",
            "config": {"batch_input_shape": [None, 4]},
            "inbound_nodes": [],
        },
        {
            "class_name": "Add",
            "name": "add",
            "config": {},
            "inbound_nodes": [[["x", 0, 0, {}], ["x", 0, 0, {}]]],
        },
        {"class_name": "ReLU", "name": "act", "config": {}, "inbound_nodes": [[["add", 0, 0, {}]]]},
    ]
    model = {"class_name": "Model", "config": {"name": "m", "layers": layers}}
    graph = graph_of(tmp_path, "model.json", json.dumps(model).encode())
    assert edges(graph) == {("m/x", "m/add"), ("m/add", "m/act")}


def test_keras_subclass_says_what_to_do(tmp_path: Path) -> None:
    config = json.dumps({"class_name": "Mine", "config": {"trainable": True}})
    with pytest.raises(ValueError, match=r"writer\.add_graph"):
        graph_of(tmp_path, "m.keras", archive(config_json=config))


# Files of tensors


def test_safetensors_are_a_tree_with_parameters_and_bytes(tmp_path: Path) -> None:
    tensor = {"dtype": "BF16", "shape": [2, 3], "data_offsets": [0, 12]}
    header = {
        "__metadata__": {"format": "pt"},
        "layers.0.weight": tensor,
        "layers.1.weight": tensor,
        "layers.2.weight": tensor,
    }
    graph = graph_of(tmp_path, "m.safetensors", safetensors(header))
    assert set(operations(graph)) == {f"layers/{i}/weight" for i in range(3)}
    assert (int(graph.n_parameters[ROOT]), int(graph.n_bytes[ROOT])) == (18, 36)
    assert Part.SERIES in graph.part


def test_gguf_header_is_a_tree_with_sizes_of_its_blocks(tmp_path: Path) -> None:
    words = struct.pack("<Q", 5) + b"words" + struct.pack("<IIQ", 9, 8, 2) + (struct.pack("<Q", 1) + b"a") * 2
    number = struct.pack("<Q", 3) + b"key" + struct.pack("<II", 4, 7)
    tensors = [("blk.0.attn_q.weight", [256, 4], 12), ("output.weight", [8], 0)]
    graph = graph_of(tmp_path, "m.gguf", gguf(*tensors, keys=words + number, n_keys=2))
    assert parameters(graph) == {"blk/0/attn_q/weight": 1024, "output/weight": 8}
    assert int(graph.n_bytes[ROOT]) == 4 * 144 + 32


BROKEN = [
    ("m.onnx", b"\xff" * 50, "not an ONNX model"),
    ("m.onnx", b"", "no ONNX graph"),
    ("m.onnx", b"\x3a\xff\xff\xff\xff\x0f", "not an ONNX model"),
    ("m.pt2", b"PK\x03\x04 not really", "not a zip archive"),
    ("m.pt2", archive(m__models__model_json=b"{"), "not an exported program"),
    (
        "m.pt2",
        archive(m__models__model_json=b'{"graph_module": {"graph": {"nodes": 3}}}'),
        "not an exported program",
    ),
    ("m.keras", b"", "not a zip archive"),
    ("m.keras", archive(other_json=b"{}"), "no config"),
    ("m.keras", archive(config_json=b"[1]"), "no Keras model"),
    ("m.keras", archive(config_json=b"[" * 100_000), "not the JSON of a Keras model"),
    ("m.json", b'{"class_name": "A", "config": {"layers": [3, null]}}', "does not say how it is built"),
    ("m.safetensors", b"", "not a safetensors file"),
    ("m.safetensors", struct.pack("<Q", 2**63) + b"{}", "header is longer than the file"),
    ("m.safetensors", safetensors([1]), "no object"),
    ("m.safetensors", safetensors({}), "no tensors"),
    ("m.safetensors", safetensors({"a": {"shape": [1]}}), "does not describe"),
    (
        "m.safetensors",
        safetensors({"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}}),
        "impossible",
    ),
    (
        "m.safetensors",
        safetensors({"a": {"dtype": "F32", "shape": [2**70], "data_offsets": [0, 4]}}),
        "impossible",
    ),
    ("m.gguf", b"GGML", "does not begin with GGUF"),
    ("m.gguf", gguf(n_tensors=2**60), "claims to have"),
    ("m.gguf", gguf(n_tensors=10), "ends too early"),
    ("m.gguf", gguf(("a", [2**62, 2**62], 0)), "impossible sizes"),
    ("m.gguf", gguf(keys=struct.pack("<QQ", 2**62, 0), n_keys=1), "ends too early"),
    ("m.gguf", gguf(keys=struct.pack("<QIIQ", 0, 9, 8, 2**40), n_keys=1), "claims to have"),
    ("m.h5", b"", "model.keras"),
    ("m.other", b"", r"Sightline reads \.onnx"),
]


@pytest.mark.parametrize(("name", "content", "message"), BROKEN, ids=[each[2] for each in BROKEN])
def test_broken_file_says_what_is_wrong(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        graph_of(tmp_path, name, content)


@pytest.mark.parametrize("odd", [None, True, 2**70, 1e999, -1, "", "x", [], {}, [1], ["a", 0, 0]])
@pytest.mark.parametrize("kind", ["keras", "pt2"])
def test_odd_values_anywhere_are_read_or_refused(tmp_path: Path, kind: str, odd: Any) -> None:
    whole = keras_config() if kind == "keras" else json.loads(torch_program())
    for place in places(whole):
        changed = json.loads(json.dumps(whole))
        inner = changed
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = odd
        text = json.dumps(changed)
        content = archive(config_json=text) if kind == "keras" else archive(m__models__model_json=text)
        path = tmp_path / f"m.{kind}"
        path.write_bytes(content)
        with contextlib.suppress(ValueError):
            graph_of_file(path)


def places(value: Any, above: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of everything inside a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    found: list[tuple[Any, ...]] = []
    for key, inner in items:
        found += [(*above, key), *places(inner, (*above, key))]
    return found


def test_a_bomb_in_an_archive_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "m.keras"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made, made.open("config.json", "w") as file:
        for _ in range(257):
            file.write(bytes(1 << 20))
    assert path.stat().st_size < 1 << 20
    with pytest.raises(ValueError, match="more than the 256 MiB"):
        graph_of_file(path)


def tensorflow_files() -> dict[str, bytes]:
    # The list of operations of a SavedModel may be longer than what is read at once.
    info = delimited(1, delimited(2, delimited(1, b"op" * 100_000)) + b"\x22\x05serve")
    meta_graph = info + delimited(2, tensorflow_message())
    return {
        "GraphDef": tensorflow_message(),
        "MetaGraphDef": meta_graph,
        "SavedModel": b"\x08\x01" + delimited(2, meta_graph),
        "SavedModel without version": delimited(2, meta_graph),
    }


@pytest.mark.parametrize("name", ["foo.pb", "saved_model.pb", "model.ckpt-10.meta", "model.bin", "model"])
@pytest.mark.parametrize("form", tensorflow_files())
def test_tensorflow_files_are_graphs_whatever_their_name(tmp_path: Path, form: str, name: str) -> None:
    graph = graph_of(tmp_path, name, tensorflow_files()[form])
    assert operations(graph) == {"x": "Placeholder", "net/y": "Relu"}
    assert edges(graph) == {("x", "net/y")}


def test_tensorflow_graph_of_functions_alone_is_read(tmp_path: Path) -> None:
    made = messages.GraphDef()
    function = made.library.function.add()
    function.signature.name = "f"
    function.node_def.add(name="y", op="Relu")
    graph = graph_of(tmp_path, "functions.pb", made.SerializeToString())
    assert operations(graph) == {"f/y": "Relu"}


def test_other_models_under_another_name_are_told_by_their_content(tmp_path: Path) -> None:
    formats = {".onnx": "ONNX", ".gguf": "GGUF", ".safetensors": "safetensors"}
    for name, content in every_format().items():
        title = formats.get(Path(name).suffix)
        path = tmp_path / "model.bin"
        path.write_bytes(content)
        if title is not None:
            with default_reader().open(str(path)) as source:
                assert find_format(path.name, source).title == title
            assert operations(graph_of_file(path)) == operations(graph_of(tmp_path, name, content))


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.pb", b"", r"it is empty; Sightline reads \.onnx"),
        ("saved_model.pb", b"\x08\x01", "begins as a SavedModel does, but has no graph"),
        ("saved_model.pb", b"\x08\x01\x12\x02\x12\x00", "begins as a SavedModel does, but has no graph"),
        ("model.meta", b"\x0a\x00", "no graph, and of no known format"),
        ("host.xplane.pb", b"\x0a\x00", "sightline trace"),
        ("notes.pb", "Grüße\n".encode() * 99, "it is text"),
        ("graph.pbtxt", b'node { name: "x" op: "Neg" }', "it is text"),
        ("model.dat", b"\x89PNG\r\n\x1a\n" + bytes(99), "of type image/png"),
        ("model.dat", archive(weights=b"1"), "it is a zip archive"),
        ("model.dat", b"\x1c\0\0\0TFL3" + bytes(99), "it is a TFLite model"),
        ("model.bin", b"\x80\x02}q\0.", "it is a pickle, which"),
        ("model.dat", bytes(range(256)) * 9, "no known format"),
    ],
)
def test_file_without_a_graph_says_what_it_is(tmp_path: Path, name: str, content: bytes, reason: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(ValueError, match=reason):
        graph_of_file(path)


def test_nested_messages_without_end_are_given_up(tmp_path: Path) -> None:
    content = b"\x0a\x00\x12\x00"
    for _ in range(7):
        content = (delimited(1, content) + delimited(2, content)) * 4
    with pytest.raises(ValueError, match="no graph"):
        graph_of(tmp_path, "deep.pb", content)
