"""SummaryWriter's methods for media: histograms, images, video, audio, text and tensors."""

from __future__ import annotations

from sightline.writer.base import WriterBase


class MediaMethods(WriterBase):
    """Methods for media: histograms, images, video, audio, text and tensors."""
