"""A text summary of any producer → an array of strings; other kinds read their texts by the same function."""

from sightline.formats.text import text_of as decode

__all__ = ["decode"]
