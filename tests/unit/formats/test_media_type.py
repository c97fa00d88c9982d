"""Content types by first bytes."""

from __future__ import annotations

import pytest

from sightline.formats.media_type import media_type


@pytest.mark.parametrize(
    ("start", "name"),
    [
        (b"\x89PNG\r\n\x1a\n", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\0\0\0\0WEBP", "image/webp"),
        (b"\0\0\0\x1cftypavif", "image/avif"),
        (b"RIFF\0\0\0\0WAVE", "audio/wav"),
        (b"\0\0\0\x18ftypisom", "video/mp4"),
        (b"\x1aE\xdf\xa3", "video/webm"),
        (b"<svg xmlns=", "application/octet-stream"),
        (b"<html>", "application/octet-stream"),
        (b"RIFF", "application/octet-stream"),
        (b"", "application/octet-stream"),
    ],
)
def test_media_type_follows_the_first_bytes(start, name):
    assert media_type(start) == name
