"""Content types by the first bytes of a picture, video or clip: what a log claims is not trusted."""

from __future__ import annotations

UNKNOWN = "application/octet-stream"

_STARTS: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"\x1aE\xdf\xa3", "video/webm"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
    (b"ID3", "audio/mpeg"),
    (b"\xff\xfb", "audio/mpeg"),
    (b"\xff\xf3", "audio/mpeg"),
)
_RIFF = {b"WAVE": "audio/wav", b"WEBP": "image/webp"}


def media_type(data: bytes) -> str:
    """Return the content type; types that could run as a page (SVG, HTML) are never among them."""
    for start, name in _STARTS:
        if data.startswith(start):
            return name
    if data[:4] == b"RIFF":
        return _RIFF.get(data[8:12], UNKNOWN)
    if data[4:8] == b"ftyp":
        return "image/avif" if data[8:12] in (b"avif", b"avis") else "video/mp4"
    return UNKNOWN
