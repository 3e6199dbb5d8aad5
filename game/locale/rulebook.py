"""The rules pages: a small Markdown with directives for pictures.

A page begins with `# Title`. It holds `## headings`, paragraphs, `- ` bullets, `**bold**`
words, and on lines of their own the directives

    {{tiles 294 ***}}          tiles in a row
    {{row vertical 294 793}}   tiles along a line, with the sum that they earn
    {{board NAME}}             an example's board
    {{legal NAME TILE}}        an example's board with the spaces where TILE may go
    {{counted NAME}}           its board with its lines and rays as a harvest, and its total
    {{climb 46 26 2}}          a stage's points, multiplier and gold with their product, above
                               a rope, a crystal, aces and a boss

The screen computes the figures of directives from the rules; a page contains no result.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from game.locale.languages import Language
from game.locale.typography import typeset
from game.resources import ResourceError, read_words


class PageError(ResourceError):
    """A malformed rules page; the message has its name and line."""


class BlockKind(StrEnum):
    """The kinds of blocks."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    BULLET = "bullet"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of text in one style."""

    text: str
    is_bold: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """One block: `runs` of text, or for a figure its directive's `words`."""

    kind: BlockKind
    runs: tuple[TextRun, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One page; `name` is its file's name, the same in every language."""

    name: str
    title: str
    blocks: tuple[Block, ...]


_DIRECTIVE: Final = re.compile(r"\{\{(.+)\}\}")
_FIGURES: Final = ("tiles", "row", "board", "legal", "counted", "climb")


def load_pages(folder: Path, language: Language) -> tuple[Page, ...]:
    """Return all pages of one language in order. Raises `ResourceError`."""
    pages = (folder / language.value).glob("*.md")
    files = sorted(pages, key=lambda file: int(file.stem.partition("-")[0]))
    return tuple(parse_page(f.stem, read_words(f), language) for f in files)


def parse_page(name: str, text: str, language: Language) -> Page:
    """Parse a page's text. Raises `PageError`."""
    title, *rest = text.strip().split("\n")
    if not title.startswith("# "):
        raise PageError(f"{name}: a page begins with a title")
    blocks: list[Block] = []
    paragraph: list[str] = []

    def end_paragraph() -> None:
        if paragraph:
            runs = _runs(typeset(language, " ".join(paragraph)))
            blocks.append(Block(BlockKind.PARAGRAPH, runs))
            paragraph.clear()

    for number, line in enumerate(rest, start=2):
        directive = _DIRECTIVE.fullmatch(line)
        if line and not directive and not line.startswith(("## ", "- ")):
            paragraph.append(line)
            continue
        end_paragraph()
        if directive:
            words = tuple(directive[1].split())
            if words[0] not in _FIGURES:
                raise PageError(f"{name}, line {number}: no such figure: {words[0]}")
            blocks.append(Block(BlockKind.FIGURE, (), words))
        elif line.startswith("## "):
            heading = typeset(language, line.removeprefix("## "))
            blocks.append(Block(BlockKind.HEADING, (TextRun(heading, True),)))
        elif line.startswith("- "):
            runs = _runs(typeset(language, line.removeprefix("- ")))
            blocks.append(Block(BlockKind.BULLET, runs))
    end_paragraph()
    return Page(name, typeset(language, title.removeprefix("# ")), tuple(blocks))


def _runs(text: str) -> tuple[TextRun, ...]:
    parts = text.split("**")
    return tuple(TextRun(part, i % 2 == 1) for i, part in enumerate(parts) if part)
