"""Models of torch, ONNX and Keras to the GraphDef that boards draw."""

from sightline.formats.graph_nodes import Node, graph_def, run_metadata
from sightline.kinds.graph.encode.model import WAYS, Drawing, draw
from sightline.kinds.graph.encode.onnx import onnx_graph

__all__ = ["WAYS", "Drawing", "Node", "draw", "graph_def", "onnx_graph", "run_metadata"]
