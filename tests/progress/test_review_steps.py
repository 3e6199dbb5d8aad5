"""A review as steps: whose seats it has, in which order, and sums in whole points."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from game.progress.review_steps import (
    best_position,
    has_placements,
    rounded_sum,
    seats_to_review,
    steps_of_review,
)
from game.rules.match import Match, Player, PlayerKind
from game.rules.ruleset import Ruleset
from tests.gallery.guests import reviewed
from tests.gallery.records import play_out


def absent(match: Match, seat: int, *, calls: int) -> Match:
    """Return the match with a seat's first calls played by the game master."""
    played, seats = match.rounds[0], list(match.rounds[0].seats)
    turns = tuple(
        replace(turn, is_missed=number < calls) for number, turn in enumerate(seats[seat].turns)
    )
    seats[seat] = replace(seats[seat], turns=turns)
    return replace(match, rounds=(replace(played, seats=tuple(seats)),))


def test_people_here_come_first_then_other_people_then_computers() -> None:
    match = play_out(Ruleset(), ("Ana", "Ben", "Cleo", "Dora"), "7")
    people = (Player(name) for name in ("Ben", "Cleo", "Dora"))
    match = replace(match, players=(Player("Ana", PlayerKind.BOT, "fox"), *people))
    assert seats_to_review(match, 0) == (1, 2, 3, 0)
    away = replace(match, meta='{"apart": {"own": [3]}}')
    assert seats_to_review(away, 0) == (3, 1, 2, 0)
    came = '{"apart": {"own": [1, 3], "substitutes": [{"seat": 1}]}}'
    assert seats_to_review(replace(match, meta=came), 0) == (3, 1, 2, 0)
    lost = '{"apart": {"own": [3], "substitutes": [{"seat": 3}]}}'
    assert seats_to_review(replace(match, meta=lost), 0) == (3, 1, 2, 0)
    calls = len(match.round.calls)
    for missed, is_there in ((calls, False), (calls - 1, True)):
        one = absent(match, 2, calls=missed)
        assert has_placements(one, 0, 2) is is_there
        assert seats_to_review(one, 0) == ((1, 3, 2, 0) if is_there else (1, 3, 0)), (
            "she lost her seat"
        )


def test_each_step_has_its_seat_s_board_before_it() -> None:
    match = play_out(Ruleset(), ("Ana", "Ben"), "7")
    placed = tuple(p for turn in match.round.seats[1].turns for p in turn.placements)
    steps = steps_of_review(match, 0, 1, reviewed(placed, {}))
    assert len(steps) == len(placed)
    for number, step in enumerate(steps):
        lying = {
            (tile, space) for space, tile in enumerate(step.position.tiles) if tile is not None
        }
        assert step.seat == 1
        assert lying == {(one.tile, one.space) for one in placed[:number]}
        assert step.reviewed.placement == placed[number]
    board = match.round.seats[1].position.tiles
    assert best_position(match.rules, board).tiles == board
    lacking = (None, *board[1:])
    assert best_position(match.rules, lacking).tiles == lacking


@given(st.floats(0, 200), st.floats(-90, 90), st.integers(0, 614))
def test_whole_points_add_up(start: float, skill: float, doubled: int) -> None:
    total = doubled / 2
    odd = replace(reviewed((), {}), start=start, skill=skill, luck=total - start - skill)
    first, luck, own, last = rounded_sum(replace(odd, total=total))
    assert (first, own, last) == (round(start), round(skill), total)
    assert abs(first + luck + own - total) <= 0.5
