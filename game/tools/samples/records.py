"""The records screen with something in it, for the gallery."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from game.bots.players.registry import make_bot
from game.play.editions import all_editions
from game.play.table import CallerRule, TableSetup
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import Ruleset
from game.storage.store import Storage
from game.tools.gallery import Sample
from game.ui.scenes.records.scene import RecordsScene
from game.ui.scenes.shared.names import bot_name

if TYPE_CHECKING:
    from game.ui.frame.context import Context
    from game.ui.frame.scene import Scene


FIRST_DAY = datetime(2026, 3, 1, 19, 20, tzinfo=UTC)


@cache
def play_out(rules: Ruleset, names: tuple[str, ...], seed: str, edition: str = "") -> Match:
    """A whole one-round match in which everybody plays as the simple builder of lines does."""
    players = (
        Player(names[0]),
        *(Player(name, PlayerKind.BOT, "greedy") for name in names[1:]),
    )
    setup = TableSetup(rules, players, seed, edition, CallerRule.COMPUTER)
    match = new_match(rules, players, setup.to_meta())
    match, _ = apply(match, BeginRound(None, seed))
    bot, random = make_bot("greedy"), Random(seed)
    for tiles in deal_calls(rules, seed):
        match, _ = apply(match, Call(tiles))
        for seat in range(len(players)):
            while match.round.seats[seat].hand:
                chosen = bot.choose(match, seat, random)
                match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
    return match


def fill_history(context: Context, count: int = 23) -> Storage:
    """A store with some matches in its history."""
    store = Storage.in_memory(context.preferences)
    standard, daffodil = all_editions()[0], all_editions()[3]
    for number in range(count):
        card = daffodil if number % 6 == 5 else standard
        names: tuple[str, ...] = ("Ana",)
        if number % 4 == 3:
            names = (*names, bot_name(context, "beaver"))
        match = play_out(card.rules, names, str(number), card.name)
        store.profile.add_match(
            match,
            edition=card.name,
            is_coached=number == 9,
            finished_at=FIRST_DAY + timedelta(days=number, minutes=17 * number),
        )
    return store


def _filled(context: Context) -> Scene:
    context.store = fill_history(context)
    return RecordsScene(context)


def _empty(context: Context) -> Scene:
    context.store = Storage.in_memory(context.preferences)
    return RecordsScene(context)


SAMPLES = {
    "records": Sample(_filled, 0.2),
    "records-empty": Sample(_empty, 0.2),
}
