"""The speed of the rules: `python -m tests.bench rules` (about ten seconds, one core).

CPU time, so that other processes disturb it little; the best of several runs. The bar is 1.5 times
the whole random matches through `apply` of version 153e303: run it there and here in turn, many
times, and take the median of the ratios.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from game.rules.deal import deal_calls, deal_order
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.placement import Position, empty_position, legal_spaces, put_unchecked
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import Tile

GAMES = 300
REPEATS = 7

RULES = Ruleset()
PLAYERS = (Player("random"),)
DEALS = [deal_calls(RULES, f"bench {i}") for i in range(GAMES)]
ORDERS = [deal_order(RULES.grid, f"bench {i}") for i in range(GAMES)]


def seconds_of(work: Callable[[], object]) -> float:
    """The least CPU time of several runs of `work`."""
    best = float("inf")
    for _ in range(REPEATS):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def play_match(calls: tuple[tuple[Tile, ...], ...], random: Random) -> Match:
    """A whole match of one round through the moves that a session applies."""
    match, _ = apply(new_match(RULES, PLAYERS), BeginRound())
    for tiles in calls:
        match, _ = apply(match, Call(tiles))
        placement = random.choice(legal_placements(match, 0))
        match, _ = apply(match, Place(0, placement.tile, placement.space))
    return match


def play_position(order: tuple[Tile, ...], random: Random) -> Position:
    """The same on a bare position, as a search would."""
    position = empty_position(RULES.grid)
    for tile in order:
        position = put_unchecked(position, tile, random.choice(legal_spaces(RULES, position, tile)))
    return position


def measure() -> dict[str, float]:
    """Figures by name: games a second, microseconds a score, milliseconds a record."""
    positions = [play_position(order, Random(0)) for order in ORDERS]
    match = play_match(DEALS[0], Random(0))
    text = print_record(match)

    def matches() -> None:
        random = Random(1)
        for calls in DEALS:
            score_match(play_match(calls, random))

    def searches() -> None:
        random = Random(1)
        for order in ORDERS:
            score_position(RULES, play_position(order, random))

    def scores() -> None:
        for position in positions:
            score_position(RULES, position)

    def records() -> None:
        for _ in range(100):
            parse_record(text)

    return {
        "random matches through apply, a second": GAMES / seconds_of(matches),
        "random games on a position, a second": GAMES / seconds_of(searches),
        "score of a full board, µs": seconds_of(scores) / GAMES * 1e6,
        "reading a record of one round, ms": seconds_of(records) / 100 * 1e3,
    }


def main() -> None:
    """Print the figures."""
    for name, figure in measure().items():
        print(f"{name:40} {figure:10,.2f}")


if __name__ == "__main__":
    main()
