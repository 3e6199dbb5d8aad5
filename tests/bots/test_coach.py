"""Advice and review by hand: reasons, kinds of mistakes, verdicts, and a seat's acts replayed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from game.bots.coach.coach import advise
from game.bots.coach.level import measure_attempt
from game.bots.coach.mistakes import mistakes_of
from game.bots.coach.reasons import LOSSES, Reason, ReasonKind, reasons_for
from game.bots.coach.replay import ReplayAct, RoundTable, play_instead, replay_seat
from game.bots.coach.review import Cancelled, review_round
from game.bots.judge import judge_placements
from game.bots.players.playing import play_rounds
from game.bots.players.registry import make_bot
from game.bots.protocol import Worth
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, parse_move
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.ruleset import Ruleset
from game.rules.tiles import Symbol, Tile
from tests.each import each
from tests.rules.random_matches import walk

SUN, MOON = Symbol.SUN, Symbol.MOON
Kind = ReasonKind


def play(rules: str, *moves: str) -> Match:
    """The match of one after these moves."""
    match, _ = apply(new_match(Ruleset.parse(rules), (Player("Ana"),)), BeginRound())
    for text in moves:
        match, _ = apply(match, parse_move(match.rules.grid, text))
    return match


def single(rules: str, placed: str, tile: str) -> Match:
    """The match of one with tiles on their spaces and `tile` in the hand."""
    moves = [
        text for move in placed.split() for text in (f"call {move.split('@')[0]}", f"0 {move}")
    ]
    return play(rules, *moves, f"call {tile}")


def placement(match: Match, text: str) -> Placement:
    tile, space = text.split("@")
    return Placement(Tile.parse(tile), match.rules.grid.index_of(space))


RAYS = "classic free single rays"
ONES = "213@b3 214@c2 218@c4 613@c5 614@d1 618@d2"
"""Six of the nine tiles with a 1, none of them on a line of a1."""


@each(
    [
        (RAYS, "", "293@a1", [(Kind.STARTS, 9, 27, 2, 8, None)]),
        (
            RAYS,
            "293@a1",
            "298@a2",
            [(Kind.CONTINUES, 9, 27, 1, 7, None), (Kind.CONTINUES_RAY, None, 21, 1, 12, SUN)],
        ),
        (
            RAYS,
            "293@a1 298@a2",
            "694@a3",
            [(Kind.COMPLETES, 9, 27, 0, 0, None), (Kind.COMPLETES_RAY, None, 21, 0, 0, SUN)],
        ),
        (RAYS, "293@a1", "254@a2", [(Kind.KILLS, 9, 27, 0, 0, None)]),
        (RAYS, "293@a1", "294@a2", [(Kind.CONTINUES, 9, 27, 1, 7, None)]),
        (
            RAYS,
            "294@a1 693@a2",
            "293@a3",
            [(Kind.COMPLETES, 9, 27, 0, 0, None), (Kind.BREAKS_RAY, None, 18, 0, 0, MOON)],
        ),
        (RAYS, "293@a1 294@a2", "693@a3", [(Kind.COMPLETES, 9, 27, 0, 0, None)]),
        (
            RAYS,
            "293@a1 254@a2",
            "694@a3",
            [(Kind.COMPLETES_RAY, None, 21, 0, 0, SUN), (Kind.ALREADY_DEAD, None, 0, 0, 0, None)],
        ),
        (RAYS, "293@a1 254@a2", "294@a3", [
            (Kind.BREAKS_RAY, None, 21, 0, 0, SUN), (Kind.ALREADY_DEAD, None, 0, 0, 0, None),
        ]),
        ("classic free single none", "293@a1", "298@a2", [(Kind.CONTINUES, 9, 27, 1, 7, None)]),
        ("classic free single none", f"{ONES} 293@e1", "713@a1", [(Kind.STARTS, 1, 3, 2, 2, None)]),
        (
            "classic free single none",
            f"{ONES} 713@e1",
            "714@a1",
            [(Kind.CANNOT_FINISH, 1, 3, 2, 1, None)],
        ),
        ("daffodil-1 free single none", "293@c1", "***@a1", [(Kind.STARTS, 1, 2, 1, 12, None)]),
        ("daffodil-1 free single none", "*1*@c1", "***@a1", [(Kind.STARTS, 9, 18, 1, 11, None)]),
    ]
)  # fmt: skip
def test_each_effect_on_a_line_is_a_reason_with_its_points_and_tiles(
    rules: str, placed: str, last: str, wanted: list[tuple[object, ...]]
) -> None:
    """Column a alone; of a wild line the number with most tiles left. S1, S2, S4"""
    match = single(rules, placed, last.split("@")[0])
    found = reasons_for(match, 0, placement(match, last))
    assert [
        (r.kind, r.number, r.points, r.needed, r.remaining, r.symbol)
        for r in found
        if r.line is not None and r.line.ends in (("a1", "a3"), ("a1", "a2"))
    ] == wanted


def test_under_best_rays_a_ray_has_no_points_of_its_own_and_must_score() -> None:
    """S5"""
    players = (Player("Ana"), Player("Ben"))
    rules = Ruleset.parse("classic free single best-ray")
    for first, kinds in (("293", [Kind.COMPLETES, Kind.COMPLETES_RAY]), ("254", [])):
        match, _ = apply(new_match(rules, players), BeginRound())
        for index, tile in enumerate((first, "298", "694")):
            match, _ = apply(match, parse_move(rules.grid, f"call {tile}"))
            for seat in (0, 1) if index < 2 else ():
                move = parse_move(rules.grid, f"{seat} {tile}@a{index + 1}")
                match, _ = apply(match, move)
        reasons = reasons_for(match, 0, placement(match, "694@a3"))
        column = [r for r in reasons if r.line is not None and r.line.ends == ("a1", "a3")]
        assert [r.kind for r in column if r.kind is not Kind.ALREADY_DEAD] == kinds
        assert all(r.points == 0 for r in column if r.kind is Kind.COMPLETES_RAY)


def test_tiles_in_hand_are_left_and_late_tiles_promise_half() -> None:
    """C3, M3"""
    match = play("classic free pairs none", "call 293 298")
    (reason, *_) = reasons_for(match, 0, placement(match, "293@a1"))
    assert (reason.line and reason.line.ends, reason.remaining) == (("a1", "a3"), 8)
    mail = play("classic free mail none", "call 293 298 694", "0 miss", "call 793 798")
    for text, points in (("293@a1", 13.5), ("793@a1", 27)):
        (reason, *_) = reasons_for(mail, 0, placement(mail, text))
        assert (reason.kind, reason.points) == (Kind.STARTS, points)


def test_a_tile_set_aside_has_one_reason() -> None:
    match = single("daffodil-4 free single rays", "", "293")
    assert reasons_for(match, 0, Placement(Tile.parse("293"), ASIDE_INDEX)) == (
        Reason(Kind.SETS_ASIDE),
    )


@each(["classic free single rays", "daffodil-4 adjacent pairs rays", "classic free mail none"])
def test_reasons_come_settled_first_dear_first_and_losses_first(text: str) -> None:
    settled = {Kind.KILLS, Kind.COMPLETES, Kind.BREAKS_RAY, Kind.COMPLETES_RAY}
    begun = {Kind.STARTS, Kind.CONTINUES, Kind.CONTINUES_RAY}
    seen = set()
    for _, move, match in walk(Ruleset.parse(text), 1, Random(text)):
        if not isinstance(move, Call):
            continue
        for chosen in legal_placements(match, 0):
            reasons = reasons_for(match, 0, chosen)
            if chosen.space == ASIDE_INDEX:
                continue
            kinds = [reason.kind for reason in reasons]
            seen |= set(kinds)
            first = [reason for reason in reasons if reason.kind in settled]
            assert first == list(reasons[: len(first)])
            keys = [(-reason.points, reason.kind not in LOSSES) for reason in first]
            assert keys == sorted(keys)
            assert not (first and begun & set(kinds))
            lines = {reason.line for reason in reasons}
            assert first or lines == set(match.rules.grid.lines_through[chosen.space])
            assert kinds[-1] is Kind.ALREADY_DEAD or Kind.ALREADY_DEAD not in kinds
    assert Kind.KILLS in seen


def test_advice_has_every_legal_placement_by_its_cost() -> None:
    match = single("classic adjacent single rays", "293@c3", "298")
    advice = advise(match, 0).placements
    assert {one.placement for one in advice} == set(legal_placements(match, 0))
    values = [one.value for one in advice]
    assert values == sorted(values, reverse=True)
    assert [one.cost for one in advice] == [values[0] - value for value in values]
    for one in advice:
        assert one.reasons == reasons_for(match, 0, one.placement)
    deep = [Worth(one.placement, one.value) for one in advise(match, 0, deeply=True).placements]
    assert deep == list(judge_placements(match, 0, deeply=True))
    assert [worth.value for worth in deep] != values


def test_an_attempt_is_measured_by_the_mean_of_its_rounds() -> None:
    rules = Ruleset.parse("classic free single none rounds=2")
    match = new_match(rules, (Player("Ana"), Player("Ben")))
    bots = [make_bot("duckling")] * 2
    match = play_rounds(match, bots, "level", [Random(0), Random(1)])
    sums: dict[str, float] = {}
    for index in (0, 1):
        review = review_round(match, index, 1, deeply=False, with_master=False)
        parts = {"total": review.total, "luck": review.luck}
        for key, value in (parts | mistakes_of(match, index, 1, review)).items():
            sums[key] = sums.get(key, 0) + value / 2
    assert measure_attempt(match, 1) == pytest.approx(sums)
    assert len(sums) > 3
    with pytest.raises(Cancelled):
        measure_attempt(match, 1, is_cancelled=lambda: True)


@each(["classic free mail none", "daffodil-4 free mail rays", "classic adjacent pairs none"])
def test_a_seat_s_acts_lead_from_its_empty_board_to_its_last(text: str) -> None:
    """M1, M2, M4, P6: and the others' boards are those before the call."""
    rules = Ruleset.parse(text)
    steps = [*walk(rules, 2, Random(f"{text} 2"), takebacks=0.1, misses=0.3)]
    at_call = [before.round.seats for before, move, _ in steps if isinstance(move, Call)]
    match = steps[-1][2]
    for seat in (0, 1):
        table, last = RoundTable(match, 0, seat), match.round.seats[seat]
        calls = len(match.round.calls)
        for call in range(calls + 2):
            wanted = at_call[call][seat] if call < calls else last
            assert (table.played(call).position, table.played(call).turns) == (
                *(wanted.position, wanted.turns),
            )
            shown = table.show(call, last).round
            assert shown.seats[seat] == last
            other = at_call[call][1 - seat] if call < calls else match.round.seats[1 - seat]
            assert shown.seats[1 - seat].position == other.position
            assert shown.calls == match.round.calls[: call + 1]
        moments = [*replay_seat(match, 0, seat)]
        placed = [p for moment in moments for p in moment.placements]
        laid = [p for turn in last.turns for p in turn.placements]
        assert placed == [*laid, *(last.finish or ())]
        for one, following in pairwise(moments):
            after, then = one.after.round.seats[seat], following.before.round.seats[seat]
            assert after.position == then.position
        assert moments[-1].after.round.seats[seat] == last
        kinds = [moment.act for moment in moments]
        assert kinds.count(ReplayAct.MISSED) == sum(turn.is_missed for turn in last.turns)
        assert kinds.count(ReplayAct.FINISHED) == (last.finish is not None)
        for moment in moments:
            assert moment.call == len(moment.before.round.seats[seat].turns) - 1
            assert len(moment.before.round.calls) == moment.call + 1


def test_another_player_plays_on_from_a_seat_on_the_same_calls() -> None:
    rules = Ruleset.parse("daffodil-4 free pairs none")
    *_, (_, _, match) = walk(rules, 2, Random(1))
    asked: list[None] = []
    instead = play_instead(match, 0, 1, make_bot("greedy"), Random(0), lambda: asked.append(None))
    played = instead.round
    assert played.calls == match.round.calls
    assert played.seats[0] == match.round.seats[0]
    assert played.seats[1].is_done(rules)
    assert len(asked) == len(rules.grid)
    begin = RoundTable(match, 0, 1).played(5)
    later = play_instead(match, 0, 1, make_bot("greedy"), Random(0), begin=begin).round.seats[1]
    assert later.turns[:5] == match.round.seats[1].turns[:5]
    assert later.is_done(rules)
    assert later.turns != match.round.seats[1].turns
    assert later.finish is not None
    again = play_instead(match, 0, 1, make_bot("random"), Random(0), begin=later)
    assert again.round.seats[1] == later, "nothing is left to play"


class Watching:
    """A player who places anywhere and remembers what is shown."""

    def __init__(self) -> None:
        self.shown = list[Match]()

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        self.shown.append(match)
        return legal_placements(match, seat)[0]

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        self.shown.append(match)
        return ()


def test_another_player_sees_the_calls_so_far_and_the_others_before_the_call() -> None:
    """P6: for the closing moves all that is known at the end."""
    rules, watching = Ruleset.parse("daffodil-4 free pairs none"), Watching()
    *_, (_, _, match) = walk(rules, 2, Random(1))
    instead = play_instead(match, 0, 1, watching, Random(0))
    calls, table = match.round.calls, RoundTable(match, 0, 1)
    tiles = [(number, tile) for number, call in enumerate(calls) for tile in call]
    assert len(watching.shown) == len(tiles) + 1
    for shown, (number, tile) in zip(watching.shown, tiles, strict=False):
        own = shown.round.seats[1]
        assert shown == table.show(number, own)
        assert (len(own.turns), tile in own.hand) == (number + 1, True)
    end = watching.shown[-1].round
    assert (end.calls, end.seats[0]) == (calls, match.round.seats[0])
    assert instead.round.seats[1].finish == ()


def test_a_reason_is_printed_as_a_clause() -> None:
    line = Ruleset().grid.lines[0]
    ends = "-".join(line.ends)
    for reason, words in (
        (Reason(Kind.SETS_ASIDE), "sets the tile aside"),
        (Reason(Kind.ALREADY_DEAD, line), f"lies on the broken line {ends}"),
        (Reason(Kind.KILLS, line, 9, 27.0), f"breaks {ends} as a line of 9: 27 points"),
        (Reason(Kind.COMPLETES, line, 9, 13.5), f"completes {ends} as a line of 9: 13.5 points"),
        (
            Reason(Kind.CONTINUES_RAY, line, None, 4, 2, 3, SUN),
            f"continues {ends} as a ray of suns: 4 points; needs 2, 3 left",
        ),
    ):
        assert str(reason) == words
