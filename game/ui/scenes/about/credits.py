"""The credits: `assets/CREDITS.md` as a page in the window."""

from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from game.resources import asset, read_words
from game.ui.frame.context import Context
from game.ui.parts import MAIN, PageScene, Row, Scroll, Spacer, Text, Widget
from game.ui.widgets import Segmented


class CreditsPart(NamedTuple):
    """A heading, a paragraph, or a line about the files `name`; `section` is the heading above."""

    words: str
    section: str
    name: str = ""
    is_heading: bool = False


def read_credits() -> list[CreditsPart]:
    """Return the parts of the page without markup."""
    parts: list[CreditsPart] = []
    section = ""
    for block in read_words(asset("CREDITS.md")).strip().split("\n\n"):
        lines = block.strip().replace("`", "").splitlines() or [""]
        if lines[0].startswith("#"):
            section = lines[0].lstrip("# ")
            parts.append(CreditsPart(section, section, is_heading=True))
        elif lines[0].startswith("- "):
            for line in lines:
                *name, words = line.removeprefix("- ").split(": ", 1)
                parts.append(CreditsPart(words, section, "".join(name)))
        else:
            parts.append(CreditsPart(" ".join(lines), section))
    return parts


class CreditsScene(PageScene):
    """The credits, a section at a time."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        parts = (part for part in read_credits() if not part.is_heading)
        named = groupby(parts, attrgetter("section"))
        self._sections = {name: list(section) for name, section in named}
        self._intro = self._sections.pop(next(iter(self._sections), ""), [])
        self.section = next(iter(self._sections), "")

    def page(self) -> Widget:
        text = self.context.text
        tabs = [(name, name) for name in self._sections]
        return self.headed(
            text("about.credits"),
            Row(
                bool(tabs) and Segmented(tabs, self.section, self._open, id=MAIN),
                Spacer(share=1),
            ),
            Scroll(
                *(Text(part.words, most=900) for part in self._intro),
                *map(self._row, self._sections.get(self.section, ())),
                gap=24,
                pad=(20, 8),
                align="left",
                share=1,
            ),
        )

    def _row(self, part: CreditsPart) -> Widget:
        words = Text(part.words[:1].upper() + part.words[1:], share=1)
        name = bool(part.name) and Text(part.name, "label", valign="top", size=320)
        return Row(name, words, gap=34, most=1100)

    def _open(self, section: str) -> None:
        self.section = section
