"""Whole rounds played by bots, without a session: for measuring, and for "what would … score"."""

from collections.abc import Sequence
from random import Random

from game.bots.protocol import Bot
from game.rules.match import Match, Player, PlayerKind, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


def play_calls(
    rules: Ruleset,
    bots: Sequence[Bot],
    calls: Sequence[tuple[Tile, ...]],
    randoms: Sequence[Random],
) -> Match:
    """One round of these calls, a bot and its generator for each seat.

    The calls may end early; closing moves are chosen if the boards are full. Raises
    `RulesetError` for a table that V1 refuses.
    """
    players = tuple(Player(f"bot {i + 1}", PlayerKind.BOT) for i in range(len(bots)))
    match, _ = apply(new_match(rules, players), BeginRound())
    for call in calls:
        match, _ = apply(match, Call(call))
        for seat, bot in enumerate(bots):
            while legal_placements(match, seat):
                chosen = bot.choose(match, seat, randoms[seat])
                match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
    if rules.has_aside and len(calls) == len(rules.call_sizes):
        for seat, bot in enumerate(bots):
            match, _ = apply(match, Finish(seat, bot.choose_finish(match, seat, randoms[seat])))
    return match
