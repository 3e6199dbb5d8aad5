"""Clauses M1-M6: answering by a deadline, with a game master (`mail`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.bots.players.game_master import master_placements
from game.rules.errors import FormatError, IllegalMove, IllegalReason
from game.rules.match import (
    Departure,
    Match,
    Player,
    apply,
    find_departures,
    legal_placements,
    new_match,
)
from game.rules.match_score import bonuses_by_call, gains_by_call, score_match
from game.rules.moves import (
    BeginRound,
    Event,
    Finish,
    LineCompleted,
    MatchEnded,
    Miss,
    Missed,
    Place,
    Placed,
    PlayerOut,
    RoundEnded,
    parse_move,
)
from game.rules.placement import Placement
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.score_json import score_json
from game.rules.tiles import TILES, Tile
from tests.rules.records import read, score_of

MAIL = "classic free mail none"

CALLS = (
    "293 298 694 / 793 798 / 294 693 / 698 794 / 213 218 / 614 713 / 718 253 / 254 258 / 653 658"
)
"""A whole round: nine calls, the first five tiles all nines and suns."""

ANSWERS = (
    "293@a1 298@a2 694@a3 / 793@c1 798@c2 / 294@c3 693@c4 / 698@c5 794@e1 / 213@b1 218@b2 / "
    "614@b3 713@b4 / 718@d1 253@d2 / 254@d3 258@d4 / 653@e2 658@e3"
)
"""Answers to them: 27 points in the first call, 45 in the fourth, and others."""


def answers(**changed: str) -> str:
    """`ANSWERS` with other turns, by number: `answers(t2="-")` misses the second call."""
    turns = ANSWERS.split(" / ")
    for turn, text in changed.items():
        turns[int(turn[1:]) - 1] = text
    return " / ".join(turns)


def play(*moves: str, rules: str = MAIL, players: int = 1) -> tuple[Match, tuple[Event, ...]]:
    """The match after these moves and the events of the last one."""
    match = new_match(Ruleset.parse(rules), tuple(Player(f"P{i}") for i in range(players)))
    events: tuple[Event, ...] = ()
    for text in ("round -", *moves):
        match, events = apply(match, parse_move(match.rules.grid, text))
    return match, events


def refused(match: Match, text: str) -> IllegalReason:
    with pytest.raises(IllegalMove) as error:
        apply(match, parse_move(match.rules.grid, text))
    return error.value.reason


def points(match: Match, *spaces: str, player: int = 0) -> tuple[float, bool]:
    """(points, late) of the scoring line on these spaces."""
    lines: list[dict[str, Any]] = score_of(match, player)["lines"]
    line = next(x for x in lines if x["spaces"] == list(spaces))
    return line["points"], line["late"]


def bonuses(match: Match) -> list[int]:
    return [player.rounds[0].bonus for player in score_match(match).players]


def test_m1_every_call_is_answered_or_missed() -> None:
    full = read(MAIL, CALLS, ANSWERS)
    assert full.is_complete
    assert score_json(full)["complete"]
    assert points(full, "c1", "c2", "c3", "c4", "c5") == (45, False)
    match, events = play("call 293 298 694", "0 miss")
    assert events == (Missed(0, 1),)
    assert match.is_ready_for_call
    assert legal_placements(match, 0) == ()


def test_m1_a_deadline_passes_once_and_only_in_the_league() -> None:
    match, _ = play("call 293 298 694", "0 miss")
    assert refused(match, "0 miss") is IllegalReason.ALREADY_ANSWERED
    assert refused(match, "0 293@a1") is IllegalReason.NOT_CALLED
    answered, _ = play("call 293 298 694", "0 293@a1", "0 298@a2", "0 694@a3")
    assert refused(answered, "0 miss") is IllegalReason.ALREADY_ANSWERED
    table, _ = play("call 293", rules="classic free single none")
    assert refused(table, "0 miss") is IllegalReason.NO_DEADLINE
    assert refused(play()[0], "0 miss") is IllegalReason.NO_ROUND


def test_m2_an_answer_places_the_call_and_the_tiles_owed_from_the_one_missed() -> None:
    match, _ = play("call 293 298 694", "0 miss", "call 793 798")
    assert [str(t) for t in match.round.seats[0].hand] == ["293", "298", "694", "793", "798"]
    assert [str(t) for t in match.round.seats[0].owed] == ["293", "298", "694"]
    read(MAIL, CALLS, answers(t1="-", t2="793@c1 293@a1 298@a2 694@a3 798@c2"))
    with pytest.raises(FormatError, match="not everything is placed: 694"):
        read(MAIL, CALLS, answers(t1="-", t2="793@c1 293@a1 298@a2 798@c2"))


def test_m2_an_answer_begun_but_not_finished_is_withdrawn_at_the_deadline() -> None:
    match, _ = play("call 293 298 694", "0 293@a1", "0 miss")
    seat = match.round.seats[0]
    assert seat.position.filled == 0
    assert refused(match, "0 back") is IllegalReason.NOTHING_TO_TAKE_BACK
    match, _ = apply(match, parse_move(match.rules.grid, "call 793 798"))
    assert len(match.round.seats[0].hand) == 5


def test_m3_a_line_with_a_late_tile_earns_half_its_points() -> None:
    match = read(MAIL, CALLS, answers(t1="-", t2="293@a1 298@a2 694@a3 793@c1 798@c2"))
    assert points(match, "a1", "a2", "a3") == (13.5, True)
    assert points(match, "c1", "c2", "c3", "c4", "c5") == (45, False)
    assert str(score_of(match)["total"]).endswith(".5")


def test_m4_after_a_second_miss_the_game_master_places_the_first_calls_tiles() -> None:
    match, _ = play("call 293 298 694", "0 miss", "call 793 798")
    assert refused(match, "0 miss") is IllegalReason.MASTER_TILES
    assert refused(match, "0 miss 293@a1 298@a2 793@a3") is IllegalReason.MASTER_TILES
    assert refused(match, "0 miss 293@a1 298@a2 694@a2") is IllegalReason.OCCUPIED
    match, events = apply(match, parse_move(match.rules.grid, "0 miss 293@a1 298@a2 694@a3"))
    assert events[0] == Missed(0, 2)
    placed = [e for e in events if isinstance(e, Placed)]
    assert [(str(e.tile), e.is_late, e.by_master) for e in placed] == [
        ("293", True, True),
        ("298", True, True),
        ("694", True, True),
    ]
    assert [e.points for e in events if isinstance(e, LineCompleted)] == [13.5]
    match, _ = apply(match, parse_move(match.rules.grid, "call 294 693"))
    assert [str(t) for t in match.round.seats[0].owed] == ["793", "798"]


def test_m4_at_the_last_deadline_the_master_places_what_was_owed_as_well() -> None:
    match = read(MAIL, CALLS, answers(t8="-", t9="!254@d3 !658@e3 !653@e2 !258@d4"))
    assert match.is_complete
    some = read(MAIL, CALLS, answers(t8="-", t9="!254@d3 !658@e3"))
    assert not some.is_complete
    none = read(MAIL, CALLS, answers(t8="-", t9="-"))
    assert not none.is_complete
    assert len(none.rounds[0].seats[0].hand) == 4, "the last call may still be answered"


def test_m4_missing_the_last_call_ends_the_round() -> None:
    match = read(MAIL, CALLS, answers(t9="-"))
    move = parse_move(match.rules.grid, "0 miss 653@e2 658@e3")
    match, events = apply(match, move)
    assert events[0] == Missed(0, 1)
    assert events[-2:] == (RoundEnded(0), MatchEnded())
    assert match == read(MAIL, CALLS, answers(t9="!653@e2 !658@e3"))


def test_m5_three_misses_in_a_row_put_the_player_out() -> None:
    moves = ["call 293 298 694", "0 miss", "call 793 798", "0 miss 293@a1 298@a2 694@a3"]
    _, events = play(*moves)
    assert PlayerOut(0) not in events
    match, events = play(*moves, "call 294 693", "0 miss 793@c1 798@c2")
    assert events[:2] == (Missed(0, 3), PlayerOut(0))
    match, _ = apply(match, parse_move(match.rules.grid, "call 698 794"))
    hand = [str(t) for t in match.round.seats[0].hand]
    assert hand == ["294", "693", "698", "794"], "the substitute owes what the player owed"


def test_m5_the_substitutes_own_misses_count_anew() -> None:
    match = new_match(Ruleset.parse(MAIL), (Player("Ana"), Player("Ben")))
    match, _ = apply(match, parse_move(match.rules.grid, "round -"))
    told: list[Event] = []
    for call, tiles in enumerate(CALLS.split(" / ")[:8]):
        match, _ = apply(match, parse_move(match.rules.grid, f"call {tiles}"))
        for seat in (0, 1):
            if seat == 1 and call == 4:  # an answer between: Ben's row begins again after it
                for tile in match.round.seats[1].hand:
                    match, _ = apply(match, Place(1, tile, legal_placements(match, 1)[0].space))
                continue
            match, events = apply(match, Miss(seat, master_placements(match, seat)))
            told += [e for e in events if isinstance(e, Missed | PlayerOut) and e.seat == seat]
    rows = [[e.in_a_row for e in told if isinstance(e, Missed) and e.seat == s] for s in (0, 1)]
    assert rows == [[1, 2, 3, 1, 2, 3, 1, 2], [1, 2, 3, 1, 1, 2, 3]]
    assert [e.seat for e in told if isinstance(e, PlayerOut)] == [0, 1, 0, 1]
    left = [Departure(0, 2, 0), Departure(0, 2, 1), Departure(0, 5, 0), Departure(0, 7, 1)]
    assert find_departures(match) == tuple(left)
    assert find_departures(parse_record(print_record(match))) == tuple(left)


def test_m5_a_row_does_not_go_on_in_the_next_round() -> None:
    turns = answers(t8="-", t9="!254@d3 !258@d4 !653@e2 !658@e3")
    one = read(MAIL, CALLS, turns)
    two = replace(one, rules=Ruleset.parse(f"{MAIL} rounds=2"))
    match, _ = apply(two, BeginRound())
    match, _ = apply(match, parse_move(match.rules.grid, "call 293 298 694"))
    match, events = apply(match, Miss(0))
    assert events == (Missed(0, 1),)
    assert find_departures(match) == ()


def test_m2_a_late_tile_stays_late_on_the_daffodil_and_on_a_stamen() -> None:
    calls = (
        "293 298 694 / 213 218 / 614 214 / 253 254 / 258 653 / 654 658 / 753 754 / 758 613 / "
        "618 713 / 714 718"
    )
    turns = (
        "- / 293@e1 298@e3 694@x 213@a1 218@a2 / 614@b1 214@b3 / 253@b4 254@b5 / 258@c1 653@c2 / "
        "654@c3 658@c5 / 753@d1 754@d2 / 758@d3 613@d4 / 618@f1 713@f2 / 714@x 718@x"
    )
    kept = read("daffodil-4 free mail none", calls, f"{turns}; finish")
    moved = read("daffodil-4 free mail none", calls, f"{turns}; finish 694@e2")
    for match in (kept, moved):
        position = match.rounds[0].seats[0].position
        assert [str(t) for t in TILES if position.is_late(t)] == ["293", "298", "694"]
    # A closing move's event says so too, and the other two tiles are not late.
    open_end = read("daffodil-4 free mail none", calls, turns)
    tile, stamens = Tile.parse("694"), open_end.rules.grid.stamens
    _, events = apply(open_end, Finish(0, (Placement(tile, stamens[2]),)))
    assert [e.is_late for e in events if isinstance(e, Placed)] == [True]
    _, events = apply(open_end, Finish(0, (Placement(Tile.parse("714"), stamens[2]),)))
    assert [e.is_late for e in events if isinstance(e, Placed)] == [False]


NINES, SPLIT = "293@a1 298@a2 694@a3", "293@a1 298@b1 694@c1"


def test_m6_the_most_points_gained_in_a_call_earn_ten_and_the_second_most_five() -> None:
    calls = "293 298 694 / 793 798 / 294 213"
    all_nines = "293@a1 298@a2 694@a3 / 793@c1 798@c2 / 294@d1 213@e1"
    risers = "293@a1 298@b1 694@a2 / 793@e1 798@e3 / 294@d1 213@c1"
    nothing = "293@a1 298@c3 694@e1 / 793@e3 798@d1 / 294@b4 213@d4"
    match = read(MAIL, calls, risers, all_nines, nothing)
    first, second = (match.rounds[0].seats[i] for i in (0, 1))
    assert gains_by_call(match.rules, second)[:3] == (27, 0, 0)
    assert gains_by_call(match.rules, first)[:3] == (0, 0, 6)
    # 27 is the only gain of the first call, 6 the only one of the third.
    assert bonuses(match) == [10, 10, 0]
    total = score_json(match)["players"][0]["rounds"][0]
    assert (total["bonus"], total["total"]) == (10, 6 + 10)


def test_m6_by_game_the_bonus_is_reckoned_once_over_all_calls() -> None:
    calls = "293 298 694 / 213 218 / 254 214"
    boards = (
        f"{NINES} / 213@c1 218@c2 / 254@d1 214@d2",
        f"{SPLIT} / 213@e1 218@e2 / 254@d1 214@e3",
        "293@a1 298@d1 694@e3 / 213@b1 218@c2 / 254@b2 214@c1",
    )
    by_call = read("classic free mail none bonus=call", calls, *boards)
    by_game = read("classic free mail none bonus=game", calls, *boards)
    for match in (by_call, by_game):
        gains = [gains_by_call(match.rules, seat)[:3] for seat in match.rounds[0].seats]
        assert gains == [(27, 0, 0), (0, 0, 3), (0, 0, 6)]
    assert bonuses(by_call) == [10, 5, 10]
    assert bonuses(by_game) == [10, 0, 5]
    # Under the last of the round's calls, in a list as long as they are.
    empty = (0,) * (len(by_game.rules.call_sizes) - 1)
    earned = bonuses_by_call(by_game.rules, by_game.rounds[0])
    assert earned == ((*empty, 10), (*empty, 0), (*empty, 5))
