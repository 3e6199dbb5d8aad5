"""Begins a match and plays it step by step, for tests of what comes before and after."""

from __future__ import annotations

from random import Random
from typing import Any

from game.bots.players.game_master import master_placements
from game.bots.protocol import Bot
from game.play.table import TableSetup
from game.play.table_game import Phase, TableGame
from game.rules.match import Player, PlayerKind, legal_placements
from game.rules.moves import Finish, Miss, Place
from game.rules.ruleset import Ruleset

ANA, BEN, OTTO = Player("Ana"), Player("Ben"), Player("Otto", PlayerKind.BOT, "fox")


def sit(*players: Player, rules: str = "classic free single none", **options: Any) -> TableGame:
    """A match of these players; the options are those of a `TableSetup`."""
    setup = TableSetup(Ruleset.parse(rules), players, "42", **options)
    return TableGame.start(setup, meta=setup.to_meta())


def play_step(
    game: TableGame, bot: Bot | None = None, random: Random | None = None, misses: float = 0.0
) -> bool:
    """Do the next thing of a match; whether there was one.

    Without a `bot` each tile goes where it first may, and no closing move is made. `misses` is the
    share of turns that are not answered.
    """
    random = random or Random(0)
    if game.phase() is Phase.MATCH_OVER:
        return False
    if not game.awaited():
        events = game.call_next() if game.phase() is Phase.CALL else game.begin_round()
        return bool(events)
    seat = game.awaited()[0]
    if not game.match.round.seats[seat].hand:
        game.perform(Finish(seat, bot.choose_finish(game.match, seat, random) if bot else ()))
    elif random.random() < misses:
        game.perform(Miss(seat, master_placements(game.match, seat)))
    else:
        match = game.match
        p = bot.choose(match, seat, random) if bot else legal_placements(match, seat)[0]
        game.perform(Place(seat, p.tile, p.space))
    return True
