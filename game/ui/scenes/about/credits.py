"""The credits: `assets/CREDITS.md` as a page in the window."""

from typing import NamedTuple

from game.resources import asset, read_words
from game.ui.frame.context import Context
from game.ui.parts import PageScene, Panel, Scroll, Text, Widget


class CreditsPart(NamedTuple):
    """A heading or a paragraph."""

    words: str
    is_heading: bool = False


def read_credits() -> list[CreditsPart]:
    """The page's parts, without the signs of their markup."""
    parts: list[CreditsPart] = []
    for block in read_words(asset("CREDITS.md")).strip().split("\n\n"):
        lines = block.strip().splitlines() or [""]
        if lines[0].startswith("#"):
            parts.append(CreditsPart(lines[0].lstrip("# "), is_heading=True))
        elif lines[0].startswith("- "):
            parts += [CreditsPart(line.removeprefix("- ").replace("`", "")) for line in lines]
        else:
            parts.append(CreditsPart(" ".join(lines).replace("`", "")))
    return parts


class CreditsScene(PageScene):
    """A page to scroll."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._parts = read_credits()[1:]

    def page(self) -> Widget:
        text = self.context.text
        words = (Text(part.words, "heading" if part.is_heading else "body") for part in self._parts)
        return self.headed(
            text("about.credits"),
            Panel(Scroll(*words, gap=10, most=900, share=1), pad=(36, 20), share=1),
            back=text("about.back"),
        )
