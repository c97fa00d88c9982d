"""SummaryWriter's methods for charts that gather several scalar tags."""

from __future__ import annotations

from sightline.writer.base import WriterBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


class LayoutMethods(WriterBase):
    """add_custom_scalars and its two short forms."""

    def add_custom_scalars(self, layout: Mapping[str, Mapping[str, Any]]) -> None:
        """Lay out charts: {category: {title: ["Multiline", tags] or ["Margin", [value, lower, upper]]}}.

        Tags of a multiline chart are regular expressions. A later layout of the same run takes the place of
        an earlier one.
        """
        from sightline.kinds.custom_scalars.encode import layout_value

        self._add_value(layout_value(layout).SerializeToString())

    def add_custom_scalars_multilinechart(
        self, tags: Sequence[str], category: str = "default", title: str = "untitled"
    ) -> None:
        """Lay out one chart of the scalars with these tags."""
        self.add_custom_scalars({category: {title: ["Multiline", tags]}})

    def add_custom_scalars_marginchart(
        self, tags: Sequence[str], category: str = "default", title: str = "untitled"
    ) -> None:
        """Lay out one chart of a scalar within a band: exactly three tags, for value, lower and upper."""
        self.add_custom_scalars({category: {title: ["Margin", tags]}})
