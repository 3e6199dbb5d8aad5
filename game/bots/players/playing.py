"""Whole rounds played by bots, without a table, for measurements and comparisons."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from game.bots.protocol import Bot
from game.rules.deal import deal_calls, round_seed
from game.rules.match import Match, Player, PlayerKind, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


def play_calls(
    rules: Ruleset,
    bots: Sequence[Bot],
    calls: Sequence[tuple[Tile, ...]],
    randoms: Sequence[Random],
) -> Match:
    """Play one round of these calls, with a bot and its random generator for each seat.

    The calls may end early; closing moves are chosen if the boards are full. Raises
    `RulesetError` for a table that V1 forbids.
    """
    players = tuple(Player(f"bot {i + 1}", PlayerKind.BOT) for i in range(len(bots)))
    match, _ = apply(new_match(rules, players), BeginRound())
    return play_on(match, bots, calls, randoms)


def play_rounds(match: Match, bots: Sequence[Bot], seed: str, randoms: Sequence[Random]) -> Match:
    """Play all rounds of a new match with the calls of `seed` and a bot for each seat."""
    for index in range(match.rules.rounds):
        of_round = round_seed(seed, index)
        match, _ = apply(match, BeginRound(None, of_round))
        match = play_on(match, bots, deal_calls(match.rules, of_round), randoms)
    return match


def play_on(
    match: Match, bots: Sequence[Bot], calls: Iterable[tuple[Tile, ...]], randoms: Sequence[Random]
) -> Match:
    """Continue the current round with these calls and a bot for each seat."""
    for call in calls:
        match, _ = apply(match, Call(call))
        for seat, bot in enumerate(bots):
            while legal_placements(match, seat):
                chosen = bot.choose(match, seat, randoms[seat])
                match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
    if match.rules.has_aside and len(match.round.calls) == len(match.rules.call_sizes):
        for seat, bot in enumerate(bots):
            match, _ = apply(match, Finish(seat, bot.choose_finish(match, seat, randoms[seat])))
    return match


class TimedBot:
    """A bot whose moves are timed into `seconds`."""

    def __init__(self, bot: Bot, seconds: list[float], clock: Callable[[], float]) -> None:
        self._bot, self._seconds, self._clock = bot, seconds, clock

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        since = self._clock()
        chosen = self._bot.choose(match, seat, random)
        self._seconds.append(self._clock() - since)
        return chosen

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        return self._bot.choose_finish(match, seat, random)
