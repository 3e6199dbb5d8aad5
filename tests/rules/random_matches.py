"""Random matches in every combination of rules, for properties and for goldens."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from game.rules.boards import BOARDS
from game.rules.match import Match, Player, PlayerKind, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Finish, Miss, Move, Place, TakeBack
from game.rules.placement import (
    ASIDE_INDEX,
    ASIDE_ROOM,
    Placement,
    Position,
    empty_position,
    legal_spaces,
    put_unchecked,
)
from game.rules.ruleset import MOST_BOARDS, CallRule, Ruleset
from game.rules.seat import Seat, miss_call
from game.rules.tiles import TILES


def players(count: int) -> tuple[Player, ...]:
    """Humans and bots by turns, under names that are not plain ASCII."""
    return tuple(
        Player(f"Jucătoare {i}")
        if i % 2 == 0
        else Player(f"Bot {i}", PlayerKind.BOT, "greedy" if i % 3 else None)
        for i in range(count)
    )


def random_move(
    match: Match, random: Random, takebacks: float = 0.1, misses: float = 0.12
) -> Move | None:
    """A legal move chosen at random, None once the match is complete."""
    if match.is_complete:
        return None
    rules = match.rules
    if not match.rounds or match.rounds[-1].is_complete(rules):
        caller = random.choice([None, *range(len(match.players))])
        return BeginRound(caller, random.choice([None, str(random.randrange(10**6))]))
    if match.is_ready_for_call:
        size = rules.call_sizes[len(match.rounds[-1].calls)]
        return Call(tuple(random.sample(match.bag, size)))
    seats = match.rounds[-1].seats
    index = random.choice([i for i, s in enumerate(seats) if not _waits(rules, s)])
    seat = seats[index]
    if seat.can_take_back() and random.random() < takebacks:
        return TakeBack(index)
    if not seat.hand:
        return Finish(index, random_finish(rules, seat, random))
    if seat.turns[-1].is_missed or (rules.call is CallRule.MAIL and random.random() < misses):
        return Miss(index, master_placements(rules, seat, random))
    placement = random.choice(legal_placements(match, index))
    return Place(index, placement.tile, placement.space)


def _waits(rules: Ruleset, seat: Seat) -> bool:
    return not seat.hand and (seat.is_done(rules) or not seat.has_played(rules))


def random_finish(rules: Ruleset, seat: Seat, random: Random) -> tuple[Placement, ...]:
    """Closing moves for some of the tiles set aside (P6)."""
    movable = [t for t in seat.position.aside if not t.is_wild]
    chosen = random.sample(movable, random.randint(0, len(movable)))
    return tuple(map(Placement, chosen, random.sample(rules.grid.stamens, len(chosen))))


def master_placements(rules: Ruleset, seat: Seat, random: Random) -> tuple[Placement, ...]:
    """Return the game master's placements for a seat that misses the call (M4)."""
    missed = seat if seat.turns[-1].is_missed else miss_call(rules, seat)
    position, placements = missed.position, []
    for tile in random.sample(missed.hand, len(missed.hand)):
        space = random.choice(legal_spaces(rules, position, tile))
        position = put_unchecked(position, tile, space, is_late=True)
        placements.append(Placement(tile, space))
    return tuple(placements)


def walk(
    rules: Ruleset, count: int, random: Random, takebacks: float = 0.1, misses: float = 0.12
) -> Iterator[tuple[Match, Move, Match]]:
    """A random match as (before, move, after), to its end."""
    match = new_match(rules, players(count), most=MOST_BOARDS)
    while (move := random_move(match, random, takebacks, misses)) is not None:
        after, _ = apply(match, move)
        yield match, move, after
        match = after


def random_match(rules: Ruleset, count: int, random: Random) -> Match:
    """A random match played to its end."""
    match = new_match(rules, players(count), most=MOST_BOARDS)
    for _, _, match in walk(rules, count, random, takebacks=0.02):  # noqa: B007
        pass
    return match


def truncate(record: dict[str, Any], random: Random) -> dict[str, Any]:
    """Cut a finished record, in place, to an unfinished one that is still valid."""
    rounds = record["rounds"]
    del rounds[random.randint(1, len(rounds)) :]
    last = rounds[-1]
    calls = random.randint(0, len(last["calls"]))
    del last["calls"][calls:]
    for board in last["boards"]:
        was_full = len(board["turns"])
        # Mostly nearly as many turns as calls, sometimes far fewer: seats may lag behind.
        turns = random.choice([calls, calls, max(0, calls - 1), random.randint(0, calls)])
        del board["turns"][turns:]
        if board["turns"]:
            turn = board["turns"][-1]
            del turn[random.choice([len(turn), len(turn), random.randint(0, len(turn))]) :]
        is_cut = len(board["turns"]) < was_full or calls < was_full
        if is_cut or random.random() < 0.5:
            board.pop("finish", None)
            if record["rules"].get("daffodil") == 4 and random.random() < 0.5:
                board["finish"] = None
        if board.get("finish") and len(board["turns"][-1]) < was_full:
            del board["finish"]
    return record


def random_position(random: Random) -> Position:
    """Any tiles anywhere, some aside and some late."""
    board = random.choice(list(BOARDS.values()))
    position = empty_position(board)
    tiles = random.sample(TILES, len(board) + ASIDE_ROOM)
    for space in random.sample(range(len(board)), random.randrange(len(board) + 1)):
        position = put_unchecked(position, tiles.pop(), space, is_late=random.random() < 0.2)
    for _ in range(random.choice((0, 0, 1, 3))):
        position = put_unchecked(position, tiles.pop(), ASIDE_INDEX, is_late=random.random() < 0.2)
    return position
