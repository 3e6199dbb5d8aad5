"""Tiles placed and not handed in: the draft of a call, as text and on the board again."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.net.journal.draft import Draft, draft_of, with_turns
from game.rules.errors import FormatError
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Finish, Place, TakeBack
from game.rules.ruleset import Ruleset
from tests.rules.random_matches import walk

MAIL = Ruleset.parse("classic free mail none")
PAIRS = Ruleset.parse("classic free pairs none rounds=2")


def called(rules: Ruleset, round_index: int = 0, call: int = 1) -> Match:
    """A match of two in a call of which nothing is placed."""
    return next(
        after
        for _, move, after in walk(rules, 2, Random(1))
        if isinstance(move, Call)
        and (len(after.rounds), len(after.round.calls)) == (round_index + 1, call)
    )


def place(match: Match, seat: int, count: int = 1) -> Match:
    for _ in range(count):
        chosen = legal_placements(match, seat)[-1]
        match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
    return match


def test_a_draft_has_its_seats_turns_of_the_open_call_and_is_placed_again() -> None:
    empty = called(MAIL)
    match = replace(place(place(empty, 0, 2), 1, 3), meta='{"closing": 1}')
    draft = draft_of(match, (0, 1))
    assert (draft.call, [seat for seat, _ in draft.turns], draft.meta) == (1, [0, 1], match.meta)
    assert [text.count("@") for _, text in draft.turns] == [2, 3]
    assert draft_of(match, (1,)).turns == draft.turns[1:]
    assert Draft.read(draft.write().encode()) == draft
    assert with_turns(empty, draft.turns).rounds == match.rounds
    # A turn that does not fit is left out whole, and the others are placed.
    (first, text), second = draft.turns
    for odd in ("999@c3", f"{text} {text}", f"{text} finish", "x"):
        assert with_turns(empty, ((first, odd), second)).rounds == place(empty, 1, 3).rounds


def test_calls_are_counted_through_all_rounds() -> None:
    calls = len(PAIRS.call_sizes)
    for round_index, call in ((0, 1), (0, calls), (1, 1), (1, 3)):
        match = called(PAIRS, round_index, call)
        assert draft_of(match, (0,)).call == round_index * calls + call
    assert draft_of(new_call_without_turns(), (0, 1)).turns == ()


def new_call_without_turns() -> Match:
    """A match whose seats have not begun the open call, as one that is out by the rules."""
    match = called(PAIRS, 0, 2)
    seats = tuple(replace(seat, turns=seat.turns[:1]) for seat in match.round.seats)
    return replace(match, rounds=(replace(match.round, seats=seats),))


def test_closing_moves_are_a_part_of_the_turn() -> None:
    rules = Ruleset.parse("daffodil-4 free single none")
    before, move = next(
        (before, move)
        for before, move, _ in walk(rules, 2, Random(2))
        if isinstance(move, Finish) and move.placements
    )
    after, _ = apply(before, move)
    draft = draft_of(after, (move.seat,))
    ((seat, text),) = draft.turns
    tiles, _, closing = text.partition(" finish ")
    assert len(closing.split()) == len(move.placements)
    # The tiles of the last call are placed already: the moves alone do not fit, nor do both.
    assert with_turns(before, ((seat, text),)) == before
    assert tiles == draft_of(before, (seat,)).turns[0][1]
    opened, _ = apply(before, TakeBack(seat))
    assert with_turns(opened, ((seat, text),)).round.seats[seat] == after.round.seats[seat]


@pytest.mark.parametrize(
    "text",
    [
        '{"call": -1, "turns": [], "meta": null}',
        '{"call": 1, "turns": [[0]], "meta": null}',
        '{"call": 1, "turns": [[]], "meta": null}',
        '{"call": 1, "turns": [[0, "x", 1]], "meta": null}',
        '{"call": 1, "turns": [["0", "x"]], "meta": null}',
        '{"call": 1, "turns": [[0, 5]], "meta": null}',
        '{"call": 1, "turns": [], "meta": 5}',
        '{"call": 1, "turns": [], "meta": "5"}',
        '{"call": 1, "turns": []}',
    ],
)
def test_another_shape_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        Draft.read(text.encode())


def test_a_draft_of_nothing_is_a_draft() -> None:
    match, _ = apply(new_match(MAIL, (Player("A"), Player("B"))), BeginRound(None, None))
    assert draft_of(match, ()) == Draft(0, (), None)
    assert Draft.read(Draft(0, (), None).write().encode()) == Draft(0, ())
