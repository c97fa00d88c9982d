"""What ``writer.file_writer`` is: the event file of a writer, for programs that add messages of their own."""

from __future__ import annotations

from sightline._native import EventFileWriter
from sightline.writer.arguments import as_step, as_walltime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sightline.writer.no_file import NoFile


class FileWriter:
    """Adds protobuf messages (ours, tensorboard's or TensorFlow's) to an event file."""

    def __init__(self, log_dir: Any, event_writer: EventFileWriter | NoFile) -> None:
        self._log_dir = log_dir
        self.event_writer = event_writer

    def get_logdir(self) -> Any:
        """Return the directory of the event file."""
        return self._log_dir

    def add_event(self, event: Any, step: Any = None, walltime: Any = None) -> None:
        """Add an Event message, stamped with the time and, if given, the step."""
        import time

        seconds = as_walltime(walltime)
        event.wall_time = time.time() if seconds is None else seconds
        if step is not None:
            event.step = as_step(step)
        self.event_writer.add_event(event.SerializeToString())

    def add_summary(self, summary: Any, global_step: Any = None, walltime: Any = None) -> None:
        """Add a Summary message (or its bytes) as an event."""
        from sightline.formats import messages

        data = summary if isinstance(summary, bytes) else summary.SerializeToString()
        event = messages.Event(summary=messages.Summary.FromString(data))
        self.add_event(event, global_step, walltime)

    def add_graph(self, graph_profile: Any, walltime: Any = None) -> None:
        """Add a pair of GraphDef and RunMetadata messages."""
        from sightline.formats import messages

        graph, run_metadata = graph_profile
        self.add_onnx_graph(graph, walltime)
        tagged = messages.TaggedRunMetadata(tag="step1", run_metadata=run_metadata.SerializeToString())
        self.add_event(messages.Event(tagged_run_metadata=tagged), None, walltime)

    def add_onnx_graph(self, graph: Any, walltime: Any = None) -> None:
        """Add a GraphDef message."""
        from sightline.formats import messages

        self.add_event(messages.Event(graph_def=graph.SerializeToString()), None, walltime)

    def flush(self) -> None:
        """Hand everything added so far to the operating system."""
        self.event_writer.flush()

    def close(self) -> None:
        """Flush and close the file; a later event opens a new one."""
        self.event_writer.close()

    def reopen(self) -> None:
        """Do nothing: a closed file opens anew with the next event."""
