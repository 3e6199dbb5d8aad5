"""The slab over a paused table, with the action that resumes and other rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.draw.icons import Icon
from game.ui.frame.scene import Pop
from game.ui.parts import MAIN, ActionBand, Row, Slab, Spacer, Text, WordLink

if TYPE_CHECKING:
    from collections.abc import Hashable

    from game.ui.frame.context import Context
    from game.ui.parts import Maybe, Widget
    from game.ui.widgets import OnPress


def paused(context: Context, title: str, *rows: Maybe, about: str = "") -> Widget:
    """Return the page of a pause: a title, a line about it, the band that resumes, and `rows`."""
    text = context.text
    resume = ActionBand(
        text("play.resume"), Pop, icon=Icon.PLAY, bleeds="left", small=True, id=MAIN
    )
    slab = Slab(
        Text(title, "title"), bool(about) and Text(about, "body"), resume, *rows, gap=8, size=520
    )
    return Row(slab, Spacer(share=1))


def pause_row(words: str, icon: Icon, press: OnPress, *, id: Hashable = None) -> WordLink:
    """Return a row of the pause."""
    return WordLink(words, press, icon=icon, id=id or words)
