"""The only shapes that leave the engine: frames of columns, queries and their parameters."""

from __future__ import annotations

from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame
from sightline.wire.params import Params, ParamsError
from sightline.wire.query import Blob, Download, Query

__all__ = ["Blob", "Column", "Dictionary", "Download", "Frame", "Lists", "Params", "ParamsError", "Query"]
