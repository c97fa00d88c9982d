"""SummaryWriter's methods for graphs of models."""

from __future__ import annotations

from sightline.writer.base import WriterBase
from sightline.writer.notices import warn_user

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any

    from sightline.kinds.graph.encode import Drawing


class GraphMethods(WriterBase):
    """Methods for graphs of models."""

    def add_graph(
        self,
        model: Any,
        input_to_model: Any = None,
        verbose: bool = False,
        use_strict_trace: bool = True,
        *,
        way: str | None = None,
    ) -> None:
        """Draw a torch module or a Keras model; warns rather than raises where that cannot be done.

        A torch module is drawn by torch.export, else by torch.jit.trace, else by the modules that ran; `way`
        ("export", "trace" or "modules") says where to begin.
        """
        from sightline.kinds.graph.encode import WAYS, draw, graph_def, run_metadata

        if way is not None and way not in WAYS:
            raise ValueError(f"add_graph: way is one of {', '.join(WAYS)}, not {way!r}")
        try:
            drawing = draw(model, input_to_model, strict=use_strict_trace, way=way)
            graph = graph_def(drawing.nodes)
        except Exception as error:  # a model may raise anything, and logging must not stop the training
            warn_user(f"add_graph: no graph was written: {error}")
            return
        _warn_fallback(drawing)
        if verbose:
            print(graph)
        self._file_writer.add_graph((graph, run_metadata()))

    def add_onnx_graph(self, prototxt: str | os.PathLike[str]) -> None:
        """Draw the graph of an ONNX file; the onnx package is not needed."""
        from sightline.kinds.graph.encode import onnx_graph

        self._file_writer.add_onnx_graph(onnx_graph(prototxt))


def _warn_fallback(drawing: Drawing) -> None:
    """Warn which way was taken where a better one failed."""
    if drawing.failures:
        warn_user(
            f"add_graph: drawn by {drawing.way}, as far as it ran, because {'; '.join(drawing.failures)}"
        )
