"""What the menu offers, as a list.

A new screen comes into the menu by one line in `ENTRIES`: the catalogue's key of its name, its
icon, where it leads (through the context's doors, so that nothing is imported before it is
opened), and `Tier.QUIET`. An entry of `Tier.LARGE` is one of the few that most people come for; it
may say in a short sentence what waits behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import Final, NamedTuple

from game.locale import write_date, write_span
from game.play.editions import all_editions
from game.rules.ruleset import Ruleset
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Push, Quit, Transition


class Tier(Enum):
    """How an entry is shown."""

    LARGE = auto()
    """Side by side, with a sentence; the first of all across the whole width and lit."""

    QUIET = auto()
    """Below, small."""

    HOUSE = auto()
    """At the foot: what concerns the program, not the game."""


class Entry(NamedTuple):
    """One thing to choose: its name's key, its icon, where it leads, a sentence if any."""

    key: str
    icon: Icon
    tier: Tier
    open: Callable[[Context], Transition]
    about: Callable[[Context], str] | None = None


def _play_quickly(context: Context) -> Transition:
    from game.storage.codes import new_seed
    from game.ui.scenes.shared.choosing import choices_of_edition, table_of
    from game.ui.scenes.shared.starting import begin_or_ask, start_match

    choices = choices_of_edition(context, all_editions()[0])
    setup = table_of(context, choices, new_seed())
    return begin_or_ask(context, lambda: start_match(context, setup))


def _quick_words(context: Context) -> str:
    best = context.store.profile.best(str(Ruleset()))
    if best is None:
        return context.text("menu.quick_about")
    points = context.text("terms.count.points", count=best)
    return context.text("menu.quick_best", points=points)


def _apart_words(context: Context) -> str:
    """How many matches apart wait for somebody here, and until when the first of them does."""
    waiting = [n for n in context.apart.notices() if n.waits and not n.is_over]
    if not waiting:
        return context.text("menu.together_about")
    left = min(n.until for n in waiting) - context.apart.now()
    time = write_span(context.catalogue, max(0, left))
    return context.text("menu.together_waiting", count=len(waiting), time=time)


LESSON: Final = Entry(
    "menu.tutorial",
    Icon.BULB,
    Tier.QUIET,
    lambda context: Push(context.doors.tutorial()),
    lambda context: context.text("menu.tutorial_about"),
)
"""Before all others until it was played once."""

ENTRIES: Final = (
    Entry("menu.quick", Icon.HEX, Tier.LARGE, _play_quickly, _quick_words),
    Entry(
        "menu.daily",
        Icon.CALENDAR,
        Tier.LARGE,
        lambda context: Push(context.doors.daily()),
        lambda context: write_date(context.catalogue, context.store.today),
    ),
    Entry(
        "menu.new",
        Icon.PLUS,
        Tier.LARGE,
        lambda context: Push(context.doors.setup()),
        lambda context: context.text("menu.new_about"),
    ),
    Entry(
        "menu.challenges",
        Icon.TARGET,
        Tier.LARGE,
        lambda context: Push(context.doors.challenges()),
        lambda context: context.text("menu.challenges_about"),
    ),
    Entry(
        "menu.together",
        Icon.TOGETHER,
        Tier.LARGE,
        lambda context: Push(context.doors.apart()),
        _apart_words,
    ),
    Entry("menu.goals", Icon.STAR, Tier.QUIET, lambda context: Push(context.doors.goals())),
    Entry("menu.records", Icon.TROPHY, Tier.QUIET, lambda context: Push(context.doors.records())),
    LESSON,
    Entry("menu.box", Icon.PERSON, Tier.QUIET, lambda context: Push(context.doors.box())),
    Entry("menu.rules", Icon.BOOK, Tier.QUIET, lambda context: Push(context.doors.rules())),
    Entry("menu.settings", Icon.SETTINGS, Tier.HOUSE, lambda c: Push(c.doors.settings())),
    Entry("menu.about", Icon.HELP, Tier.HOUSE, lambda context: Push(context.doors.about())),
    Entry("menu.quit", Icon.CLOSE, Tier.HOUSE, lambda context: Quit()),
)
"""Everything, in its order."""
