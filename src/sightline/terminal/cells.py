"""A screen of cells, each a character with a style; drawn by position, printed as rich lines."""

from __future__ import annotations

from rich.text import Text

# What a terminal without Unicode gets instead; braille becomes a star.
_PLAIN = str.maketrans(
    {
        "─": "-",
        "━": "=",
        "▌": "|",
        "●": "o",
        "○": "!",
        "◆": "*",
        "┄": "~",
        "·": "-",
        "↑": "^",
        "↓": "v",
        "…": ".",
    }
    | {"–": "-", "×": "x", **dict(zip("▁▂▃▄▅▆▇█", "__..--==", strict=True))}
)
_BRAILLE = 0x2800


class Cells:
    """A rectangle of characters and styles. What lies outside is left out."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._chars = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, y: int, x: int, text: str, style: str = "") -> None:
        """Write text from a place on to the right."""
        if not 0 <= y < self.height:
            return
        for place, char in enumerate(text, x):
            if 0 <= place < self.width:
                self._chars[y][place] = char
                self._styles[y][place] = style or self._styles[y][place]

    def put_right(self, y: int, end: int, text: str, style: str = "") -> None:
        """Write text that ends before a column."""
        self.put(y, end - len(text), text, style)

    def fill(self, y: int, char: str, style: str, *, x: int = 0, width: int | None = None) -> None:
        """Write one character from a column on."""
        self.put(y, x, char * (self.width - x if width is None else width), style)

    def tint(self, y: int, style: str) -> None:
        """Add a style to a whole line."""
        if 0 <= y < self.height:
            self._styles[y] = [f"{each} {style}".strip() for each in self._styles[y]]

    def is_free(self, y: int, x: int) -> bool:
        """Whether nothing was written there."""
        return 0 <= y < self.height and 0 <= x < self.width and self._chars[y][x] == " "

    def lines(self, *, unicode: bool = True) -> list[Text]:
        """The lines for rich, cells of one style together; without Unicode by signs that are like them."""
        return [
            self._line(chars, styles, unicode)
            for chars, styles in zip(self._chars, self._styles, strict=True)
        ]

    def _line(self, chars: list[str], styles: list[str], unicode: bool) -> Text:
        line = Text(no_wrap=True, overflow="crop", end="")
        first = 0
        for place in range(1, self.width + 1):
            if place == self.width or styles[place] != styles[first]:
                part = "".join(chars[first:place])
                line.append(part if unicode else _plain(part), styles[first] or None)
                first = place
        return line


def _plain(text: str) -> str:
    translated = text.translate(_PLAIN)
    return "".join("*" if ord(char) >= _BRAILLE else char if ord(char) < 128 else "?" for char in translated)
