"""Fitting words into boxes; no pygame: how wide a text is comes in as a function."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

Measure = Callable[[str, int], int]
"""(text, size in pixels) → width in pixels."""


class FittedText(NamedTuple):
    """A text broken into lines at the size, in pixels, at which it fits its box."""

    size: int
    lines: tuple[str, ...]
    line_height: int

    @property
    def height(self) -> int:
        """The lines' height together, in pixels."""
        return self.line_height * len(self.lines)


def wrap_text(text: str, width: int, measure: Callable[[str], int]) -> list[str]:
    """`text` in lines no wider than `width` pixels.

    Lines break at spaces and at newlines; no-break spaces hold. A single word wider than the
    box is broken between letters, as the last resort against clipping.
    """
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if measure(longer) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word
            while len(line) > 1 and measure(line) > width:
                cut = _letters_that_fit(line, width, measure)
                lines.append(line[:cut])
                line = line[cut:]
        lines.append(line)
    return lines


def _letters_that_fit(word: str, width: int, measure: Callable[[str], int]) -> int:
    low, high = 1, len(word) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if measure(word[:middle]) <= width:
            low = middle
        else:
            high = middle - 1
    return low


def fit_text(
    text: str,
    box: tuple[int, int],
    size: int,
    measure: Measure,
    *,
    min_size: int = 9,
    leading: float = 1.25,
    max_lines: int | None = None,
) -> FittedText:
    """`text` at the largest size up to `size` pixels at which it fits `box` (width, height).

    Words are broken apart only where even `min_size` leaves no other way. If nothing fits,
    the result is at `min_size` and higher than the box; it never drops a word.
    """
    width, height = box
    if size >= min_size and "\n" not in text and measure(text, size) <= width:
        # Most words fit in one line: that needs no other measuring.
        line = FittedText(size, (text,), max(1, round(size * leading)))
        if line.height <= height:
            return line

    @lru_cache(maxsize=512)
    def widest_word(at: int) -> int:
        return max((measure(word, at) for word in text.split()), default=0)

    fitted = FittedText(min_size, (), 0)
    for at in range(max(size, min_size), min_size - 1, -1):
        if widest_word(at) > width and at > min_size:
            continue
        lines = wrap_text(text, width, partial(_measure_at, measure, at))
        fitted = FittedText(at, tuple(lines), max(1, round(at * leading)))
        if fitted.height <= height and (max_lines is None or len(lines) <= max_lines):
            break
    return fitted


def _measure_at(measure: Measure, size: int, text: str) -> int:
    return measure(text, size)
