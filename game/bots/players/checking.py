"""The edge cases with which an external bot is tested before it plays a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final

from game.bots.protocol import Bot
from game.rules.boards import BoardName
from game.rules.match import Match, Player, PlayerKind, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.names import MAX_NAME_LENGTH
from game.rules.record import read_record, record_json
from game.rules.ruleset import (
    MAX_PLAYERS,
    CallRule,
    RayRule,
    Ruleset,
    all_rulesets,
)

_MIDDLE: Final = 0.5
"""Share of a round's calls before the second test case of each ruleset."""


class CheckKind(StrEnum):
    """The kinds of cases."""

    RULES = "rules"
    """A turn by each of the 180 rulesets: the first, one in the middle, the last."""
    MATCH = "match"
    """A whole round."""
    HAND = "hand"
    """A turn with some of its tiles already placed."""
    CLOSING = "closing"
    """The closing moves of Daffodil 4, with three tiles to choose from and with fewer."""
    LAGGING = "lagging"
    """An unfinished record in which the seat lags behind the calls."""
    LONG = "long"
    """A question of many kilobytes, with names that are not ASCII."""


@dataclass(frozen=True, slots=True)
class CheckCase:
    """A position from which the bot plays `seat`, for at most `turns` tiles."""

    kind: CheckKind
    match: Match
    seat: int = 0
    turns: int = MAX_PLAYERS


def check_cases(seed: str = "check") -> Iterator[CheckCase]:
    """Yield every case, the most basic first; the same cases for the same seed."""
    random = Random(seed)
    yield CheckCase(CheckKind.MATCH, _play(_new(Ruleset()), 1, random, answers=False))
    for call, taken in ((CallRule.PAIRS, 1), (CallRule.MAIL, 1), (CallRule.MAIL, 2)):
        match = _play(_new(Ruleset(call=call), players=2), 1, random, answers=False)
        yield CheckCase(CheckKind.HAND, _place(match, 0, taken, random))
    yield from _closing_moves(random)
    yield CheckCase(CheckKind.LAGGING, _lagging(random), turns=1)
    names = tuple("ț" * (MAX_NAME_LENGTH - 1) + str(i) for i in range(MAX_PLAYERS))
    rules = Ruleset(BoardName.DAFFODIL, call=CallRule.MAIL, rounds=12)
    match = new_match(rules, tuple(map(Player, names)))
    for _ in range(rules.rounds - 1):
        match = _play(apply(match, BeginRound())[0], len(rules.call_sizes), random)
    match = apply(match, BeginRound())[0]
    last = len(rules.call_sizes)
    yield CheckCase(CheckKind.LONG, _play(match, last, random, answers=False), MAX_PLAYERS - 1)
    for rules in all_rulesets():
        calls = len(rules.call_sizes)
        for number in (1, round(calls * _MIDDLE), calls):
            match = _play(_new(rules), number, random, answers=False)
            yield CheckCase(CheckKind.RULES, match)


def _new(rules: Ruleset, players: int | None = None) -> Match:
    count = players or (2 if rules.rays is RayRule.BEST_RAY else 1)
    people = tuple(Player(f"bot {i + 1}", PlayerKind.BOT) for i in range(count))
    return apply(new_match(rules, people), BeginRound())[0]


def _play(match: Match, calls: int, random: Random, *, answers: bool = True) -> Match:
    """Play `calls` calls of the round; leave the last one unanswered unless `answers`."""
    for number in range(calls):
        size = match.rules.call_sizes[number]
        match, _ = apply(match, Call(tuple(random.sample(match.bag, size))))
        if answers or number < calls - 1:
            for seat in range(len(match.players)):
                match = _place(match, seat, size, random)
    return match


def _place(match: Match, seat: int, count: int, random: Random) -> Match:
    for _ in range(count):
        chosen = random.choice(legal_placements(match, seat))
        match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
    return match


def _closing_moves(random: Random) -> Iterator[CheckCase]:
    """Yield full Daffodil 4 boards, one for each count of movable tiles."""
    rules = Ruleset(BoardName.DAFFODIL, daffodil=4)
    counts: set[int] = set()
    for _ in range(40):
        match = _play(_new(rules), len(rules.call_sizes), random)
        count = sum(not tile.is_wild for tile in match.round.seats[0].position.aside)
        if count not in counts:
            counts.add(count)
            yield CheckCase(CheckKind.CLOSING, match)


def _lagging(random: Random) -> Match:
    """Return a record whose first seat has answered one of four calls."""
    match = _play(_new(Ruleset(call=CallRule.MAIL), players=2), 4, random)
    record = record_json(match)
    del record["rounds"][0]["boards"][0]["turns"][1:]
    return read_record(record)


def play_case(bot: Bot, case: CheckCase, random: Random) -> None:
    """Let the bot play the case. Raises the bot's exceptions."""
    match, seat, rules = case.match, case.seat, case.match.rules
    left = len(rules.call_sizes) if case.kind is CheckKind.MATCH else 1
    while True:
        for _ in range(case.turns):
            if not legal_placements(match, seat):
                break
            chosen = bot.choose(match, seat, random)
            match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
        state = match.round.seats[seat]
        if rules.has_aside and state.has_played(rules) and state.finish is None:
            match, _ = apply(match, Finish(seat, bot.choose_finish(match, seat, random)))
        left -= 1
        if left <= 0:
            return
        size = rules.call_sizes[len(match.round.calls)]
        match, _ = apply(match, Call(tuple(random.sample(match.bag, size))))
