"""Pictures to send whose checksums are stored: matches on their way and at their end, climbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from random import Random
from typing import Final

import pygame

from game.climb.record import ClimbRecord
from game.play.table import TableSetup
from game.rules.match import Match, Player, PlayerKind
from game.rules.ruleset import Ruleset
from game.ui.exports.card import draw_card, moments_of
from game.ui.exports.climb_card import draw_climb
from game.ui.frame.context import Context
from tests.gallery.climb import play_climb
from tests.gallery.daily import play_deal
from tests.gallery.records import play_out, play_table
from tests.rules.random_matches import random_match

DAY: Final = date(2026, 11, 21)
TWO_ROUNDS: Final = Ruleset.parse("daffodil-4 free single rays rounds=2")


def two_rounds() -> Match:
    """Return two rounds of one player who sets tiles aside and moves them at the close."""
    return replace(random_match(TWO_ROUNDS, 1, Random(5)), players=(Player("Ana"),))


def _cards(
    make: Callable[[], Match], *ends: bool, seat: int = 0, day: date | None = DAY, medal: str = ""
) -> Callable[[Context, pygame.Surface], None]:
    """Return a drawing of a seat's boards at the end of each round, or with one tile missing."""

    def draw(context: Context, surface: pygame.Surface) -> None:
        match = make()
        moments = list(moments_of(match, seat))
        last = [index for index, moment in enumerate(moments) if moment.is_end]
        shown = [moments[index - (0 if is_end else 2)] for index in last for is_end in ends]
        for moment in shown:
            draw_card(surface, context.painter, context.catalogue, match, seat, moment, day, medal)

    return draw


def _climb(
    make: Callable[[], ClimbRecord], day: date | None
) -> Callable[[Context, pygame.Surface], None]:
    return lambda context, surface: draw_climb(
        make(), context.catalogue, day, surface, context.painter
    )


def _four_players() -> Match:
    """Return a match of four, one of whom has chosen the picture of a moon."""
    bots = (Player(name, PlayerKind.BOT, "greedy") for name in ("Cleo", "Otto"))
    players = (Player("Ana"), Player("Ben"), *bots)
    setup = TableSetup(Ruleset(), players, "4", avatars=("", "moon", "", ""))
    return play_table(setup, level="random")


CARDS: Final[Mapping[str, Callable[[Context, pygame.Surface], None]]] = {
    "card": _cards(lambda: play_out(Ruleset(), ("Ana",), "42", "standard"), True),
    "card-on-its-way": _cards(two_rounds, False, True, day=None, medal="gold"),
    "card-daily": _cards(lambda: play_deal(date(2026, 11, 20)), False, True, medal="gold"),
    "card-players": _cards(_four_players, False, True, seat=3),
    "climb-card": _climb(lambda: play_climb("0", "greedy").record, None),
    "climb-card-of-a-day": _climb(lambda: play_climb("3", "greedy", most=2).record, DAY),
    "climb-card-empty": _climb(lambda: ClimbRecord("new"), None),
}
