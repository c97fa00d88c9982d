"""CLU: a `MetricWriter` with the methods of `clu.metric_writers`, without TensorFlow.

It is none by inheritance: importing theirs imports TensorFlow. CLU's own writers take it as one of several.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np


class MetricWriter:
    """Writes metrics, media and hyperparameters of a JAX training to one run.

    :param logdir: folder of the run. The other arguments are those of `sightline.SummaryWriter`.
    """

    def __init__(self, logdir: str | os.PathLike[str], **kwargs: Any) -> None:
        """Open the run."""
        from sightline.writer.summary_writer import SummaryWriter

        self._writer = SummaryWriter(os.fspath(logdir), **kwargs)

    def write_scalars(self, step: int, scalars: Mapping[str, Any]) -> None:
        """Write numbers."""
        for tag, value in scalars.items():
            self._writer.add_scalar(tag, value, step)

    def write_images(self, step: int, images: Mapping[str, Any]) -> None:
        """Write images, (height, width, channels) or several of them."""
        for tag, image in images.items():
            batch = np.asarray(image)
            batch = batch if batch.ndim == 4 else batch[None]
            self._writer.add_images(tag, batch, step, dataformats="NHWC")

    def write_videos(self, step: int, videos: Mapping[str, Any]) -> None:
        """Write videos, (time, height, width, channels) or several of them."""
        for tag, video in videos.items():
            batch = np.asarray(video)
            batch = batch if batch.ndim == 5 else batch[None]
            self._writer.add_video(tag, batch.transpose(0, 1, 4, 2, 3), step)

    def write_audios(self, step: int, audios: Mapping[str, Any], *, sample_rate: int) -> None:
        """Write clips, (clips, time, channels); of several each under a tag of its own."""
        for tag, clips in audios.items():
            for number, clip in enumerate(np.asarray(clips)):
                name = tag if number == 0 else f"{tag}/{number}"
                self._writer.add_audio(name, np.asarray(clip).T, step, sample_rate)

    def write_texts(self, step: int, texts: Mapping[str, str]) -> None:
        """Write texts."""
        for tag, text in texts.items():
            self._writer.add_text(tag, text, step)

    def write_histograms(
        self, step: int, arrays: Mapping[str, Any], num_buckets: Mapping[str, int] | None = None
    ) -> None:
        """Write histograms; `num_buckets` is by tag."""
        for tag, array in arrays.items():
            n_buckets = (num_buckets or {}).get(tag)
            values = np.asarray(array)
            bins = "tensorflow" if n_buckets is None else np.histogram_bin_edges(values, n_buckets)
            self._writer.add_histogram(tag, values, step, bins=bins)

    def write_summaries(self, step: int, values: Mapping[str, Any], metadata: Any = None) -> None:
        """Write tensors; `metadata` is a SummaryMetadata message or its bytes, for all of them."""
        from sightline.formats import messages
        from sightline.formats.summary_values import tensor_value

        data = metadata if isinstance(metadata, bytes | None) else metadata.SerializeToString()
        for tag, tensor in values.items():
            value = tensor_value(tag, np.asarray(tensor), plugin="")
            if data is not None:
                value.metadata.CopyFrom(messages.SummaryMetadata.FromString(data))
            self._writer._add_summary_values([value], step)

    def write_hparams(self, hparams: Mapping[str, Any]) -> None:
        """Write the hyperparameters of the run, once."""
        self._writer.log_hparams(dict(hparams))

    def flush(self) -> None:
        """Write what is buffered to the file."""
        self._writer.flush()

    def close(self) -> None:
        """Close the run."""
        self._writer.close()
