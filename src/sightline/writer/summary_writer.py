"""SummaryWriter: the methods of all kinds over one event file."""

from __future__ import annotations

from sightline.writer.graphs import GraphMethods
from sightline.writer.media import MediaMethods
from sightline.writer.scalars import ScalarMethods
from sightline.writer.structured import StructuredMethods

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class SummaryWriter(ScalarMethods, MediaMethods, StructuredMethods, GraphMethods):
    """Logs a training run to event files that Sightline and TensorBoard read.

    Takes the calls of ``torch.utils.tensorboard.SummaryWriter`` with its arguments, defaults and results.
    Every method also takes ``step=`` in place of ``global_step=``.

    :param log_dir: directory of the run; ``runs/<date>_<host><comment>`` if not given. Also as ``logdir``.
        An address (``s3://bucket/run``, ``gs://…``, ``az://…``) is uploaded to, with ``sightline[remote]``.
    :param comment: end of the default directory's name.
    :param purge_step: a restarted run goes on from this step; points from there on are superseded.
    :param max_queue: so many waiting events make the background thread write.
    :param flush_secs: events never wait longer than this.
    :param filename_suffix: end of the event files' names.
    :param write_to_disk: False makes every call check its arguments and do nothing else.
    :param max_file_bytes: begin a new event file at this size; 0 is never.
    :param max_run_bytes: take no more events when the run has this size (with a warning); 0 is no cap.
    :param max_buffer_bytes: most memory for events that wait for the disk.
    :param large_every_secs: of images, audio and other large kinds keep one in so many seconds for each tag.
    """

    def every(self, n: int) -> SummaryWriter:
        """Return a view of this writer that records a tag once in `n` steps.

        Of each stretch of steps ``[k*n, (k+1)*n)`` the first call for a tag is written; without a step, every
        n-th call for the tag, beginning with the first. Calls without a tag always go through. Asking again
        gives the same view, so that ``writer.every(n).add_image(…)`` may stand in the loop.
        """
        from sightline.writer.every import Every

        views: dict[int, Any] = self.__dict__.setdefault("_every", {})
        if n not in views:
            views[n] = Every(self, n)
        return views[n]  # type: ignore[no-any-return]
