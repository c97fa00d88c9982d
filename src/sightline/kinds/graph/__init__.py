"""Graphs: what a model computes, as its framework exports it."""

from sightline.engine.kind import Claim, Kind

# Models as files beside the events. They alone make no run: folders of models are everywhere.
_MODEL_FILES = ("*.onnx", "*.pt2", "*.keras", "*.safetensors", "*.gguf", "model.json", "saved_model.pb")

kind = Kind(
    slug="graph",
    title="Graphs",
    claims=(
        Claim(what="graph_def"),
        Claim(what="meta_graph_def"),
        Claim(what="tagged_run_metadata"),
        Claim(plugin="graphs"),
        Claim(plugin="graph_run_metadata"),
        Claim(plugin="graph_run_metadata_graph"),
        Claim(plugin="graph_keras_model"),
        Claim(plugin="graph_tagged_run_metadata"),
        *(Claim(files=pattern) for pattern in _MODEL_FILES),
    ),
)
