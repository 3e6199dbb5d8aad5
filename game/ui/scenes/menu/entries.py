"""What the menu offers, as a list.

A new screen comes into the menu by one line in `ENTRIES`: the catalogue's key of its name, its
icon, where it leads (through the context's routes, so that nothing is imported before it is
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
from game.ui.frame.scene import Navigation, Push, Quit


class Tier(Enum):
    """How an entry is shown."""

    LARGE = auto()
    """Side by side, with a sentence; the first of all across the whole width and lit."""

    QUIET = auto()
    """Below, small."""

    HOUSE = auto()
    """At the foot: what concerns the program, not the game."""


class MenuEntry(NamedTuple):
    """One thing to choose: its name's key, its icon, where it leads, a sentence if any."""

    key: str
    icon: Icon
    tier: Tier
    open: Callable[[Context], Navigation]
    about: Callable[[Context], str] | None = None


def _play_quickly(context: Context) -> Navigation:
    from game.storage.codes import new_seed
    from game.ui.scenes.shared.choosing import choices_of_edition, table_of
    from game.ui.scenes.shared.starting import start_match

    choices = choices_of_edition(context, all_editions()[0])
    setup = table_of(context, choices, new_seed())
    return start_match(context, setup)


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


LESSON: Final = MenuEntry(
    "menu.tutorial",
    Icon.BULB,
    Tier.QUIET,
    lambda context: Push(context.routes.tutorial()),
    lambda context: context.text("menu.tutorial_about"),
)
"""Before all others until it was played once."""

ENTRIES: Final = (
    MenuEntry("menu.quick", Icon.HEX, Tier.LARGE, _play_quickly, _quick_words),
    MenuEntry(
        "menu.daily",
        Icon.CALENDAR,
        Tier.LARGE,
        lambda context: Push(context.routes.daily()),
        lambda context: write_date(context.catalogue, context.store.today),
    ),
    MenuEntry(
        "menu.new",
        Icon.PLUS,
        Tier.LARGE,
        lambda context: Push(context.routes.setup()),
        lambda context: context.text("menu.new_about"),
    ),
    MenuEntry(
        "menu.challenges",
        Icon.TARGET,
        Tier.LARGE,
        lambda context: Push(context.routes.challenges()),
        lambda context: context.text("menu.challenges_about"),
    ),
    MenuEntry(
        "menu.together",
        Icon.TOGETHER,
        Tier.LARGE,
        lambda context: Push(context.routes.apart()),
        _apart_words,
    ),
    MenuEntry("menu.goals", Icon.STAR, Tier.QUIET, lambda context: Push(context.routes.goals())),
    MenuEntry(
        "menu.records", Icon.TROPHY, Tier.QUIET, lambda context: Push(context.routes.records())
    ),
    LESSON,
    MenuEntry("menu.box", Icon.PERSON, Tier.QUIET, lambda context: Push(context.routes.box())),
    MenuEntry("menu.rules", Icon.BOOK, Tier.QUIET, lambda context: Push(context.routes.rules())),
    MenuEntry("menu.settings", Icon.SETTINGS, Tier.HOUSE, lambda c: Push(c.routes.settings())),
    MenuEntry("menu.about", Icon.HELP, Tier.HOUSE, lambda context: Push(context.routes.about())),
    MenuEntry("menu.quit", Icon.CLOSE, Tier.HOUSE, lambda context: Quit()),
)
"""Everything, in its order."""
