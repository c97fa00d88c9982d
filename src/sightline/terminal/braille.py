"""Lines as braille: a cell has two by four dots; where lines share a cell the last one gives its color."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.terminal.cells import Cells

_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
_BASE = 0x2800


class BrailleCanvas:
    """A rectangle of dots, twice as wide and four times as high as its cells."""

    def __init__(self, width: int, height: int) -> None:
        self.width_dots, self.height_dots = 2 * width, 4 * height
        self._dots: dict[tuple[int, int], int] = {}
        self._styles: dict[tuple[int, int], str] = {}

    def dot(self, x: int, y: int, style: str) -> None:
        """Set one dot, counted from the top left."""
        if 0 <= x < self.width_dots and 0 <= y < self.height_dots:
            cell = (y >> 2, x >> 1)
            self._dots[cell] = self._dots.get(cell, 0) | _BITS[x & 1][y & 3]
            self._styles[cell] = style

    def line(self, points: Sequence[tuple[int, int] | None], style: str) -> None:
        """Join points, in dots; None breaks the line."""
        before: tuple[int, int] | None = None
        for point in points:
            if point is not None:
                self._segment(before or point, point, style)
            before = point

    def _segment(self, start: tuple[int, int], end: tuple[int, int], style: str) -> None:
        (x0, y0), (x1, y1) = start, end
        n = max(abs(x1 - x0), abs(y1 - y0), 1)
        for i in range(n + 1):
            self.dot(x0 + round((x1 - x0) * i / n), y0 + round((y1 - y0) * i / n), style)

    def draw(self, cells: Cells, y: int, x: int) -> None:
        """Put the dots into a screen."""
        for (row, column), bits in self._dots.items():
            cells.put(y + row, x + column, chr(_BASE + bits), self._styles[row, column])
