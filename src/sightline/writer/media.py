"""SummaryWriter's methods for media: histograms, images, video, audio, text and tensors.

Arguments are checked at the call. The values are then copied, because training changes them in place, and
encoded by a background thread; see writer/background.py for what that promises.
"""

from __future__ import annotations

import time

from sightline.writer.arguments import as_step, as_tag, as_walltime
from sightline.writer.base import WriterBase
from sightline.writer.notices import warn_user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from sightline.writer.background import Background


class MediaMethods(WriterBase):
    """Methods for media: histograms, images, video, audio, text and tensors."""

    @property
    def default_bins(self) -> list[float]:
        """The edges that `bins="tensorflow"` stands for, under torch's name."""
        from sightline.kinds.histogram.encode import default_edges

        edges: list[float] = default_edges().tolist()
        return edges

    def add_tensor(
        self, tag: Any, tensor: Any, global_step: Any = None, walltime: Any = None, *, step: Any = None
    ) -> None:
        """Log a whole array of numbers, or of strings, as it is."""
        if (name := self._admitted(tag)) is None:
            return
        from sightline.kinds.tensor.encode import checked_tensor, encode

        array = checked_tensor(name, tensor).copy()
        self._encode_later(
            "tensor", name, lambda: encode(name, array), array.nbytes, global_step, step, walltime
        )

    def add_histogram(
        self,
        tag: Any,
        values: Any,
        global_step: Any = None,
        bins: Any = "tensorflow",
        walltime: Any = None,
        max_bins: int | None = None,
        *,
        step: Any = None,
    ) -> None:
        """Log how values are spread.

        `bins` is "tensorflow" (edges growing by 10 %), an estimator of numpy.histogram ("auto", "fd", …), a
        count or the edges. Values that are NaN, infinite or outside the bins are in no bucket, but in the
        number of values, minimum, maximum and sums.
        """
        if (name := self._admitted(tag)) is None:
            return
        from sightline.kinds.histogram.encode import encode, request

        pending = request(name, values, bins, max_bins).snapshot()
        nbytes = pending.values.nbytes
        self._encode_later("histogram", name, lambda: encode(pending), nbytes, global_step, step, walltime)

    def add_histogram_raw(
        self,
        tag: Any,
        min: Any,
        max: Any,
        num: Any,
        sum: Any,
        sum_squares: Any,
        bucket_limits: Any,
        bucket_counts: Any,
        global_step: Any = None,
        walltime: Any = None,
        *,
        step: Any = None,
    ) -> None:
        """Log a histogram counted elsewhere: the upper limit and the count of each bucket, and statistics."""
        if (name := self._admitted(tag)) is None:
            return
        from sightline.kinds.histogram.encode import encode_raw

        value = encode_raw(name, (min, max, num, sum, sum_squares), bucket_limits, bucket_counts)
        self._encode_later("histogram", name, lambda: value, len(value), global_step, step, walltime)

    def add_image(
        self,
        tag: Any,
        img_tensor: Any,
        global_step: Any = None,
        walltime: Any = None,
        dataformats: str = "CHW",
        *,
        step: Any = None,
    ) -> None:
        """Log a picture: 8-bit values as they are, all others scaled from 0 … 1 and clipped.

        `dataformats` names the axes: a permutation of HW, HWC or NCHW (a batch is shown as a grid).
        """
        if (name := self._admitted(tag)) is None:
            return
        from sightline.kinds.image.encode import request

        self._add_picture(request(name, img_tensor, dataformats).snapshot(), global_step, step, walltime)

    def add_images(
        self,
        tag: Any,
        img_tensor: Any,
        global_step: Any = None,
        walltime: Any = None,
        dataformats: str = "NCHW",
        *,
        step: Any = None,
    ) -> None:
        """Log a batch of pictures as a grid, eight in a row."""
        self.add_image(tag, img_tensor, global_step, walltime, dataformats, step=step)

    def add_image_with_boxes(
        self,
        tag: Any,
        img_tensor: Any,
        box_tensor: Any,
        global_step: Any = None,
        walltime: Any = None,
        rescale: float = 1,
        dataformats: str = "CHW",
        labels: Sequence[str] | None = None,
        *,
        step: Any = None,
    ) -> None:
        """Log a picture with boxes (N rows of xmin, ymin, xmax, ymax), each with a label if given."""
        if (name := self._admitted(tag)) is None:
            return
        from sightline.kinds.image.encode import request_with_boxes

        labels = [labels] if isinstance(labels, str) else labels
        pending = request_with_boxes(
            name, img_tensor, box_tensor, dataformats, rescale=rescale, labels=labels
        )
        if labels is not None and pending.labels is None:
            warn_user(f"image {name!r}: the numbers of labels and boxes differ, so no label is drawn")
        self._add_picture(pending.snapshot(), global_step, step, walltime)

    def add_figure(
        self,
        tag: Any,
        figure: Any,
        global_step: Any = None,
        close: bool = True,
        walltime: Any = None,
        *,
        step: Any = None,
    ) -> None:
        """Log a matplotlib figure, or a list of equally large ones as a grid; then close it in pyplot."""
        name = as_tag(tag)
        from sightline.kinds.image.encode import request
        from sightline.kinds.image.figures import forget, render

        if self._admits_large(name):
            pixels, layout = render(figure, what=f"figure {name!r}")
            self._add_picture(request(name, pixels, layout), global_step, step, walltime)
        if close:
            forget(figure)

    def add_video(
        self,
        tag: Any,
        vid_tensor: Any,
        global_step: Any = None,
        fps: float = 4,
        walltime: Any = None,
        dataformats: str = "NTCHW",
        *,
        step: Any = None,
    ) -> None:
        """Log videos (batch, time, channel, height, width), or the bytes of a GIF, MP4 or WebM file."""
        if (name := self._admitted(tag)) is None:
            return
        from sightline.kinds.video.encode import encode, encode_bytes, request

        if isinstance(vid_tensor, (bytes, bytearray, memoryview)):
            value = encode_bytes(name, vid_tensor)
            self._encode_later("video", name, lambda: value, len(value), global_step, step, walltime)
            return
        pending = request(name, vid_tensor, fps, dataformats).snapshot()
        self._encode_later(
            "video", name, lambda: encode(pending), pending.values.nbytes, global_step, step, walltime
        )

    def add_audio(
        self,
        tag: Any,
        snd_tensor: Any,
        global_step: Any = None,
        sample_rate: int = 44100,
        walltime: Any = None,
        *,
        step: Any = None,
    ) -> None:
        """Log a clip of samples in -1 … 1: one channel, or two as (frames, 2)."""
        if (name := self._admitted(tag)) is None:
            return
        from sightline.kinds.audio.encode import encode, is_out_of_range, request

        pending = request(name, snd_tensor, sample_rate).snapshot()
        if is_out_of_range(pending.values):
            warn_user(f"audio {name!r}: samples beyond -1 … 1 are clipped")
        self._encode_later(
            "audio", name, lambda: encode(pending), pending.values.nbytes, global_step, step, walltime
        )

    def add_text(
        self, tag: Any, text_string: Any, global_step: Any = None, walltime: Any = None, *, step: Any = None
    ) -> None:
        """Log text, shown as Markdown: a string, or an array or (nested) list of strings."""
        from sightline.kinds.text.encode import encode, text_tag

        name = as_tag(tag)
        value = encode(name, text_string)
        self._claim_tag(text_tag(name), "text")
        self._add_value(value, as_step(global_step, step), walltime)

    def _add_picture(self, pending: Any, global_step: Any, step: Any, walltime: Any) -> None:
        from sightline.kinds.image.encode import encode

        nbytes = pending.values.nbytes
        self._encode_later("image", pending.tag, lambda: encode(pending), nbytes, global_step, step, walltime)

    def _admitted(self, tag: Any) -> str | None:
        """The tag, or None where the rate limit for large kinds leaves this call out."""
        name = as_tag(tag)
        return name if self._admits_large(name) else None

    def _encode_later(
        self,
        kind: str,
        tag: str,
        make_value: Callable[[], bytes],
        nbytes: int,
        global_step: Any,
        step: Any,
        walltime: Any,
    ) -> None:
        """Queue a value to be encoded, with the step and time of now."""
        at = as_step(global_step, step)
        given = as_walltime(walltime)
        seconds = time.time() if given is None else given
        self._claim_tag(tag, kind)
        if not self._write_to_disk:
            return
        file = self._file
        self._encoder().submit(lambda: file.add_value(make_value(), at, seconds), nbytes=nbytes, tag=tag)

    def _submit(self, make_event: Callable[[], bytes], nbytes: int, tag: str = "an event") -> None:
        """Queue an event to be made by the background thread."""
        file = self._file
        self._encoder().submit(lambda: file.add_event(make_event()), nbytes=nbytes, tag=tag)

    def _encoder(self) -> Background:
        from sightline.writer.background import Background

        made: Background | None = self.__dict__.get("_background")
        if made is None:  # setdefault is atomic: of two threads that get here, both use the first one's
            made = self.__dict__.setdefault("_background", Background(max_bytes=self._max_buffer_bytes))
        return made

    def _drain(self) -> None:
        background: Background | None = self.__dict__.get("_background")
        if background is not None:
            background.drain()
