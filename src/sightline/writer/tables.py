"""SummaryWriter's methods for tables and for meshes."""

from __future__ import annotations

from sightline.writer.arguments import as_step, as_tag, as_walltime
from sightline.writer.base import WriterBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


class TableMethods(WriterBase):
    """add_table and add_mesh."""

    def add_table(
        self,
        tag: str,
        data: Any,
        columns: Sequence[str] | None = None,
        global_step: Any = None,
        walltime: Any = None,
        *,
        step: Any = None,
    ) -> None:
        """Log a table: a dict of columns, rows with `columns`, a list of dicts, or a data frame.

        Numbers, text, booleans and dates are stored exactly; TensorBoard shows it in its text page.
        """
        from sightline.kinds.table.encode import table_values

        text, at, seconds = as_tag(tag), as_step(global_step, step), as_walltime(walltime)
        values = table_values(text, data, columns)
        self._claim_tag(text, "table")
        self._add_summary_values(values, at, seconds)

    def add_mesh(
        self,
        tag: str,
        vertices: Any,
        colors: Any = None,
        faces: Any = None,
        config_dict: Mapping[str, Any] | None = None,
        global_step: Any = None,
        walltime: Any = None,
        *,
        step: Any = None,
    ) -> None:
        """Log meshes, or point clouds when there are no `faces`; every part has the shape (batch, n, 3).

        Colors go from 0 to 255. `config_dict` is for the viewer: camera, lights, material.
        """
        from sightline.kinds.mesh.encode import mesh_values

        text, at, seconds = as_tag(tag), as_step(global_step, step), as_walltime(walltime)
        values = mesh_values(text, vertices, colors, faces, config_dict)
        self._claim_tag(text, "mesh")
        if self._admits_large(text):
            self._add_summary_values(values, at, seconds)
