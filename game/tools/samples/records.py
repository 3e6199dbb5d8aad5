"""The records screen with something in it, for the gallery."""

from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

from game.bots.players.registry import make_bot
from game.play.editions import all_editions
from game.play.table import CallerRule, Mark, TableSetup
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.ruleset import Ruleset
from game.storage.database import deal_of, identity_of
from game.storage.store import Storage
from game.tools.gallery import Sample
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.records.deal import DealScene
from game.ui.scenes.records.scene import RecordsScene
from game.ui.scenes.shared.names import bot_name

FIRST_DAY = datetime(2026, 3, 1, 19, 20, tzinfo=UTC)


@cache
def play_out(
    rules: Ruleset, names: tuple[str, ...], seed: str, edition: str = "", *marks: Mark
) -> Match:
    """A whole one-round match in which everybody plays as the simple builder of lines does."""
    players = (Player(names[0]), *(Player(name, PlayerKind.BOT, "greedy") for name in names[1:]))
    setup = TableSetup(rules, players, seed, edition, CallerRule.COMPUTER).marked(*marks)
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
        marks = (Mark.COACHED,) if number == 9 else ()
        match = play_out(card.rules, names, str(number), card.name, *marks)
        when = FIRST_DAY + timedelta(days=number, minutes=17 * number)
        store.profile.add_match(match, when)
    return store


def _filled(context: Context) -> Scene:
    context.store = fill_history(context)
    return RecordsScene(context)


def add_attempts(store: Storage) -> Match:
    """Three more attempts at the first match's deal, one of them marked; the first match."""
    card = all_editions()[0]
    first = play_out(card.rules, ("Ana",), "0", card.name)
    for number, mark in enumerate((Mark.AGAIN, Mark.WHAT_IF, Mark.COACHED)):
        players = (Player("Ana"),)
        setup = TableSetup(card.rules, players, "0", card.name).marked(mark)
        match = new_match(card.rules, players, setup.to_meta())
        match, _ = apply(match, BeginRound(None, "0"))
        bot = make_bot(("random", "greedy", "beaver")[number])
        for tiles in deal_calls(card.rules, "0"):
            match, _ = apply(match, Call(tiles))
            chosen = bot.choose(match, 0, Random(5))
            match, _ = apply(match, Place(0, chosen.tile, chosen.space))
        store.profile.add_match(match, FIRST_DAY + timedelta(days=30 + number))
    store.profile.keep_found(deal_of(first), {"master:0": 166, "best:0": 231})
    store.profile.keep_found(
        identity_of(first),
        {"rounds:0:0": 1, "broken:0:0": 21.5, "unfinished:0:0": 9.3, "elsewhere:0:0": 14},
    )
    return first


def _deal(context: Context) -> Scene:
    context.store = fill_history(context)
    first = add_attempts(context.store)
    attempts = [m for m in context.store.profile.last_matches() if m.deal == deal_of(first)]
    return DealScene(context, first, attempts, lambda: None, lambda: None)


def _lines(context: Context) -> Scene:
    context.store = fill_history(context)
    add_attempts(context.store)
    scene = RecordsScene(context)
    scene.control.shows_lines = scene._pages.value = True
    return scene


def _empty(context: Context) -> Scene:
    context.store = Storage.in_memory(context.preferences)
    return RecordsScene(context)


SAMPLES = {
    "records": Sample(_filled, 0.2),
    "records-deal": Sample(_deal, 0.2),
    "records-lines": Sample(_lines, 0.2),
    "records-empty": Sample(_empty, 0.2),
}
