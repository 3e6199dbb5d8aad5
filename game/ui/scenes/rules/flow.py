"""Lays out a rules page for one width, as pieces from the top down."""

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from game.locale.rulebook import Block, BlockKind, Page, TextRun
from game.ui.draw.painter import Painter
from game.ui.draw.theme import TextStyle
from game.ui.scenes.rules.figures import FigureMaker


@dataclass(frozen=True, slots=True)
class _FlowWords:
    """Words on one line in the same style; `x` is from the page's left."""

    text: str
    x: int
    style: TextStyle


@dataclass(frozen=True, slots=True)
class _Piece:
    """A drawing between `top` and `top + height` pixels of the page."""

    top: int
    height: int
    words: tuple[_FlowWords, ...] = ()
    bullet_x: int | None = None
    figure: pygame.Surface | None = None


@dataclass(frozen=True, slots=True)
class RulesFlow:
    """A page laid out; `height` in pixels."""

    pieces: tuple[_Piece, ...]
    width: int
    height: int

    def draw(self, surface: pygame.Surface, painter: Painter, top: int) -> None:
        """Draw the part of the page from `top` pixels down."""
        bottom = top + surface.get_height()
        for piece in self.pieces:
            if piece.top + piece.height < top or piece.top > bottom:
                continue
            y = piece.top - top
            if piece.figure is not None:
                surface.blit(piece.figure, (0, y))
            middle = y + piece.height / 2
            if piece.bullet_x is not None:
                radius = painter.px(3.5)
                painter.disc(
                    surface, (piece.bullet_x, middle), radius, painter.theme.palette.accent
                )
            for words in piece.words:
                painter.text(surface, words.text, (words.x, middle), words.style)


def flow_page(page: Page, painter: Painter, width: int, figures: FigureMaker) -> RulesFlow:
    """Lay a page out in a column of `width` pixels."""
    type_ = painter.theme.type
    # Pages are for reading, so their letters are as large as those of buttons.
    size = type_.label.size
    body, strong = type_.body.sized(size), type_.strong.sized(size)
    pieces: list[_Piece] = []
    y = painter.px(4)
    title = (TextRun(page.title, True),)
    y = _add_lines(pieces, painter, title, y, 0, width, type_.title, type_.title)
    y += painter.px(10)
    for i, block in enumerate(page.blocks):
        if i:
            y += painter.px(_gap(page.blocks[i - 1], block))
        match block.kind:
            case BlockKind.FIGURE:
                figure = figures.make(block.words, painter, width)
                pieces.append(_Piece(y, figure.get_height(), figure=figure))
                y += figure.get_height()
            case BlockKind.HEADING:
                y = _add_lines(
                    pieces, painter, block.runs, y, 0, width, type_.heading, type_.heading
                )
            case BlockKind.PARAGRAPH | BlockKind.BULLET:
                is_bullet = block.kind is BlockKind.BULLET
                indent = painter.px(24) if is_bullet else 0
                first = len(pieces)
                y = _add_lines(pieces, painter, block.runs, y, indent, width, body, strong)
                if is_bullet:
                    line = pieces[first]
                    pieces[first] = _Piece(line.top, line.height, line.words, painter.px(9))
    return RulesFlow(tuple(pieces), width, y + painter.px(40))


def _gap(before: Block, block: Block) -> float:
    if block.kind is BlockKind.HEADING:
        return 30
    if block.kind is BlockKind.BULLET and before.kind is BlockKind.BULLET:
        return 6
    if BlockKind.FIGURE in (block.kind, before.kind):
        return 20
    return 10 if before.kind is BlockKind.HEADING else 14


def _add_lines(
    pieces: list[_Piece],
    painter: Painter,
    runs: Iterable[TextRun],
    y: int,
    left: int,
    width: int,
    plain: TextStyle,
    bold: TextStyle,
) -> int:
    """Break `runs` into lines between `left` and `width`; return the height at their end."""
    height = painter.line_height(plain)
    line: list[_FlowWords] = []
    for text, style, has_space in _split(runs, plain, bold):
        longer = _set(line, text, left, style, has_space, painter)
        last = longer[-1]
        if line and last.x + painter.text_width(last.text, last.style) > width:
            pieces.append(_Piece(y, height, tuple(line)))
            y += height
            longer = [_FlowWords(text, left, style)]
        line = longer
    pieces.append(_Piece(y, height, tuple(line)))
    return y + height


def _split(
    runs: Iterable[TextRun], plain: TextStyle, bold: TextStyle
) -> Iterable[tuple[str, TextStyle, bool]]:
    """Yield each word with its style, and whether a space precedes it."""
    has_space = False
    for run in runs:
        style = bold if run.is_bold else plain
        for i, word in enumerate(run.text.split(" ")):
            if i:
                has_space = True
            if word:
                yield word, style, has_space
                has_space = False


def _set(
    line: list[_FlowWords],
    text: str,
    left: int,
    style: TextStyle,
    has_space: bool,
    painter: Painter,
) -> list[_FlowWords]:
    """Return `line` with another word; words of one style are merged for correct kerning."""
    if not line:
        return [_FlowWords(text, left, style)]
    *before, last = line
    link = " " if has_space else ""
    if last.style == style:
        return [*before, _FlowWords(last.text + link + text, last.x, style)]
    end = last.x + painter.text_width(last.text + link, last.style)
    return [*line, _FlowWords(text, end, style)]
