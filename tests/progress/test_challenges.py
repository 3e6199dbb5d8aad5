"""Challenges: the ladder in `seeds/deals`, and how matches are judged against it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby, permutations
from pathlib import Path

import pytest

from game.locale import Language, load_catalogue
from game.progress.challenges import (
    GRADES,
    Challenge,
    ChallengeKind,
    ChallengeOutcome,
    RuleLesson,
    begin_challenge,
    grade_of,
    judge_challenge,
    load_challenges,
    new_lessons,
    rule_lessons,
    solve_challenge,
    stars_of,
)
from game.resources import ResourceError, seed_file
from game.rules.boards import BoardName
from game.rules.deal import split_calls
from game.rules.errors import FormatError
from game.rules.match import (
    Match,
    Player,
    apply,
    find_departures,
    legal_placements,
    new_match,
)
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Miss, Place, TakeBack
from game.rules.placement import Placement, empty_position, put_unchecked
from game.rules.ruleset import CallRule, Ruleset
from game.rules.scoring import score_position
from game.rules.tiles import Tile
from game.tools.challenges import (
    HOW_MANY,
    choose,
    make_candidates,
    measure_challenge,
    play_challenge,
    write_challenges,
    write_ladder,
)
from tests.each import each

FILE = seed_file("deals", "challenges.toml")
ALL = load_challenges(FILE)
BY_KIND = {kind: [c for c in ALL if c.kind is kind] for kind in ChallengeKind}


def test_there_are_forty_and_more_of_every_kind_and_grade() -> None:
    assert len(ALL) >= 40
    assert {kind: len(own) for kind, own in BY_KIND.items()} == HOW_MANY
    assert {c.grade for c in ALL} == {1, 2, 3, 4, 5}
    assert [c.grade for c in ALL] == sorted(c.grade for c in ALL)
    tasks = Counter((c.kind, c.points, len(c.lines), c.level, len(c.order)) for c in ALL[:10])
    assert max(tasks.values()) <= 2
    assert len({(c.order, c.placed) for c in ALL}) == len(ALL)


def test_a_newcomer_begins_with_the_standard_game_on_its_own_board() -> None:
    """Neither the Daffodil nor a computer at the table among the first ten; in each grade what is
    known comes first, and what is new one rule at a time.
    """
    assert all(c.rules.board is BoardName.CLASSIC and not c.rivals for c in ALL[:10])
    assert all(c.rules == Ruleset() for c in ALL[:5])
    assert len({c.kind for c in ALL[:5]}) >= 4
    for _, of_grade in groupby(ALL, lambda c: c.grade):
        boards = [c.rules.daffodil or 0 for c in of_grade]
        assert boards == sorted(boards)
    assert max(len(new_lessons(c)) for c in ALL) == 1


@each(ALL, lambda c: c.name)
def test_a_challenge_is_open_at_first_and_met_by_its_solution(challenge: Challenge) -> None:
    match = begin_challenge(challenge)
    assert judge_challenge(challenge, match) is ChallengeOutcome.OPEN
    assert len(match.round.calls) == len(challenge.placed)
    solved = solve_challenge(challenge)
    assert solved.is_complete
    assert judge_challenge(challenge, solved) is ChallengeOutcome.MET
    if challenge.kind is not ChallengeKind.WIN:
        harder = replace(challenge, points=score_match(solved).players[0].total + 0.5)
        assert judge_challenge(harder, solved) is ChallengeOutcome.MISSED


@pytest.mark.parametrize("challenge", BY_KIND[ChallengeKind.WIN], ids=lambda c: c.name)
def test_the_rule_decides_a_table_that_is_to_be_won(challenge: Challenge) -> None:
    solved = solve_challenge(challenge)
    scores = [player.rounds[0] for player in score_match(solved).players]
    # Everybody earns by it, so that there is something to see on every board.
    assert all(score.best_sun + score.best_moon + score.bonus > 0 for score in scores)
    (_, best), *_ = challenge.rivals
    as_rival = replace(challenge, solution=best)
    outcome = judge_challenge(challenge, solve_challenge(as_rival))
    assert outcome is (ChallengeOutcome.MET if _is_shared(as_rival) else ChallengeOutcome.MISSED)
    alone = new_match(Ruleset(), solved.players)
    assert judge_challenge(challenge, alone) is ChallengeOutcome.OTHER
    others = (solved.players[0], *(replace(p, bot="fox") for p in solved.players[1:]))
    assert judge_challenge(challenge, replace(solved, players=others)) is ChallengeOutcome.OTHER
    if challenge.rules.call is CallRule.SINGLE:
        waiting, _ = apply(solved, TakeBack(1))
        assert judge_challenge(challenge, waiting) is ChallengeOutcome.OPEN
    played = play_challenge(challenge, "master", "")
    assert [p.placements for p in played.round.seats[1].turns] == [
        p.placements for p in solved.round.seats[1].turns
    ]


def _is_shared(challenge: Challenge) -> bool:
    return 0 in score_match(solve_challenge(challenge)).winners


def test_calls_may_be_missed_in_a_league_but_not_the_seat() -> None:
    challenge = next(c for c in BY_KIND[ChallengeKind.WIN] if c.rules.bonus is not None)
    for missed, outcome in ((2, ChallengeOutcome.OPEN), (3, ChallengeOutcome.MISSED)):
        match = begin_challenge(challenge)
        free = iter(range(len(challenge.rules.grid)))
        owed: tuple[Tile, ...] = ()
        for call in split_calls(challenge.rules, challenge.tiles)[:missed]:
            match, _ = apply(match, Call(call))
            match, _ = apply(match, Miss(0, tuple(Placement(tile, next(free)) for tile in owed)))
            owed = call
            for seat in range(1, len(match.players)):
                while placements := legal_placements(match, seat):
                    p = placements[0]
                    match, _ = apply(match, Place(seat, p.tile, p.space))
        assert judge_challenge(challenge, match) is outcome


def test_a_rival_who_is_out_costs_nobody_else_the_challenge() -> None:
    challenge = next(c for c in BY_KIND[ChallengeKind.WIN] if c.rules.bonus is not None)
    match = begin_challenge(challenge)
    owed: tuple[Tile, ...] = ()
    free = iter(range(len(challenge.rules.grid)))
    for call in split_calls(challenge.rules, challenge.tiles)[:3]:
        match, _ = apply(match, Call(call))
        while placements := legal_placements(match, 0):
            match, _ = apply(match, Place(0, placements[0].tile, placements[0].space))
        match, _ = apply(match, Miss(1, tuple(Placement(tile, next(free)) for tile in owed)))
        for seat in range(2, len(match.players)):
            while placements := legal_placements(match, seat):
                match, _ = apply(match, Place(seat, placements[0].tile, placements[0].space))
        owed = call
    assert [departure.seat for departure in find_departures(match)] == [1]
    assert judge_challenge(challenge, match) is ChallengeOutcome.OPEN


@pytest.mark.parametrize("challenge", BY_KIND[ChallengeKind.LAST], ids=lambda c: c.name)
def test_the_last_tiles_cannot_be_placed_better(challenge: Challenge) -> None:
    position = begin_challenge(challenge).round.seats[0].position
    free = [i for i, tile in enumerate(position.tiles) if tile is None]
    totals = []
    for spaces in permutations(free):
        full = position
        for tile, space in zip(challenge.order, spaces, strict=True):
            full = put_unchecked(full, tile, space)
        totals.append(score_position(challenge.rules, full).total)
    assert max(totals) == challenge.points
    assert min(totals) < challenge.points


def test_tiles_to_come_are_shown_where_the_puzzle_asks_for_it() -> None:
    shown = {c.kind for c in ALL if c.is_open}
    assert shown == {ChallengeKind.LAST, ChallengeKind.MAXIMUM}


def test_the_maximum_is_the_most_there_is() -> None:
    assert {c.points for c in BY_KIND[ChallengeKind.MAXIMUM]} == {307}
    assert max(len(c.order) for c in BY_KIND[ChallengeKind.MAXIMUM]) == 19


def test_a_level_s_score_is_what_that_level_makes() -> None:
    names = {c.name: c for c in BY_KIND[ChallengeKind.REACH]}
    checked = 0
    for name, challenge in names.items():
        if challenge.level in ("duckling", "magpie", "beaver"):
            number = int(name.removeprefix("reach-")) - 1
            match = play_challenge(challenge, challenge.level, f"challenge reach {number}")
            assert score_match(match).players[0].total == challenge.points
            checked += 1
    assert checked >= 3
    assert {c.level for c in names.values()} >= {"duckling", "fox", "master"}


def test_what_the_file_says_is_what_is_measured() -> None:
    """A challenge's stored measure is the measured one; the maker's command measures all
    challenges.
    """
    challenge = next(c for c in BY_KIND[ChallengeKind.LAST] if c.grade == 1)
    assert measure_challenge(challenge) == challenge.met


def test_each_rule_is_taught_by_the_first_challenge_that_has_it() -> None:
    taught = [lesson for challenge in ALL for lesson in new_lessons(challenge)]
    assert sorted(taught) == sorted(RuleLesson)
    known: set[RuleLesson] = set()
    for challenge in ALL:
        known |= set(new_lessons(challenge))
        assert rule_lessons(challenge.rules) <= known
    assert rule_lessons(Ruleset()) == frozenset()
    for language in Language:
        catalogue = load_catalogue(language)
        for challenge in filter(new_lessons, ALL):
            keys = [
                f"challenges.lesson.{lesson.value}.{number}"
                for lesson in new_lessons(challenge)
                for number in range(1, 5)
            ]
            assert 2 <= sum(key in catalogue for key in keys) <= 5


def test_the_maker_writes_what_is_read() -> None:
    assert write_ladder(ALL) == FILE.read_text(encoding="utf-8")
    assert choose(ALL) == list(ALL)


def test_candidates_come_from_fixed_seeds() -> None:
    first = next(make_candidates())
    assert first == next(make_candidates())
    assert first.kind is ChallengeKind.REACH


def test_a_broken_line_has_missed_at_once() -> None:
    challenge = next(c for c in BY_KIND[ChallengeKind.LINES] if c.rules == Ruleset())
    match = begin_challenge(challenge)
    line = challenge.lines[0]
    spaces = iter(line.spaces)
    outcome = ChallengeOutcome.OPEN
    for tile in challenge.order[: len(line)]:
        match, _ = apply(match, Call((tile,)))
        match, _ = apply(match, Place(0, tile, next(spaces)))
        outcome = judge_challenge(challenge, match)
        if outcome is ChallengeOutcome.MISSED:
            break
    numbers = {t.number(line.direction) for t in challenge.order[: len(line)]}
    assert (outcome is ChallengeOutcome.MISSED) is (len(numbers) > 1)


def test_other_matches_are_none_of_its() -> None:
    one, two = BY_KIND[ChallengeKind.LAST][:2]
    assert judge_challenge(one, solve_challenge(two)) is ChallengeOutcome.OTHER
    assert judge_challenge(one, new_match(one.rules, (Player("Ana"),))) is ChallengeOutcome.OTHER
    other_rules = replace(one, rules=Ruleset.parse("classic adjacent single none"))
    assert judge_challenge(other_rules, solve_challenge(one)) is ChallengeOutcome.OTHER
    # The same calls from an empty board are another beginning.
    match, _ = apply(new_match(one.rules, (Player("Ana"),)), BeginRound())
    for tile in one.tiles:
        match, _ = apply(match, Call((tile,)))
        chosen = legal_placements(match, 0)[-1]
        match, _ = apply(match, Place(0, tile, chosen.space))
    assert judge_challenge(one, match) is ChallengeOutcome.OTHER


def test_what_was_given_can_be_taken_back_only_by_leaving_the_challenge() -> None:
    challenge = BY_KIND[ChallengeKind.LAST][0]
    match: Match = begin_challenge(challenge)
    match, _ = apply(match, TakeBack(0))
    match, _ = apply(match, Place(0, match.round.seats[0].hand[0], _elsewhere(match)))
    assert judge_challenge(challenge, match) is ChallengeOutcome.OTHER


def _elsewhere(match: Match) -> int:
    return legal_placements(match, 0)[-1].space


@pytest.mark.parametrize(
    ("met", "grade"), [(1, 1), (0.6, 1), (0.599, 2), (0.35, 2), (0.15, 3), (0.03, 4), (0, 5)]
)
def test_grades(met: float, grade: int) -> None:
    assert grade_of(met) == grade
    assert list(GRADES) == sorted(GRADES, reverse=True)


def _text() -> str:
    challenge = min(BY_KIND[ChallengeKind.MAXIMUM], key=lambda c: len(c.order))
    text = write_challenges([challenge])
    return text[text.index("[") :]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('kind = "maximum"', 'kind = "chess"', "'chess' is none of"),
        ('rules = "classic', 'rules = "square', "'square' is none of"),
        ('order = "', 'order = "294 ', "not one tile for each space"),
        ('order = "', 'order = "999 ', "no such tile"),
        ("points = 307", "points = 308", "the solution does not meet the goal"),
        ("points = 307", 'points = "many"', "points is not a number"),
        ("points = 307", "points = 307\ncolour = 1", "colour"),
        ("points = 307", 'points = 307\nlines = ["a1-c3"]', "no such line: 'a1-c3'"),
        ("met = 0.", "met = 7.", "not a number from 0 to 1"),
        ('placed = "', 'placed = "999@a1 ', "no such tile"),
        ('solution = "', 'solution = "254@c9 ', "no such space"),
        ("solution = ", "answer = ", 'unknown key "answer"'),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, old: str, new: str, reason: str) -> None:
    path = tmp_path / "challenges.toml"
    text = _text()
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FormatError, match=reason) as caught:
        load_challenges(path)
    assert "maximum-" in str(caught.value)
    path.write_bytes(b"")
    with pytest.raises(ResourceError, match="no challenges"):
        load_challenges(path)


def test_every_kind_and_outcome_has_its_words() -> None:
    for language in Language:
        catalogue = load_catalogue(language)
        for kind in ChallengeKind:
            assert f"challenges.kind.{kind.value}" in catalogue
        for outcome in ChallengeOutcome:
            assert f"challenges.outcome.{outcome.value}" in catalogue


def test_stars_are_given_for_the_margin() -> None:
    for challenge in ALL:
        solved = solve_challenge(challenge)
        assert stars_of(challenge, solved) in ((3,) if challenge.is_open else (1, 2, 3))
        assert stars_of(challenge, begin_challenge(challenge)) == 0
        if challenge.kind is ChallengeKind.WIN:
            first, *others = (player.total for player in score_match(solved).players)
            margin = first / max(others)
            assert stars_of(challenge, solved) == 1 + (margin >= 1.05) + (margin >= 1.12)
    reach = BY_KIND[ChallengeKind.REACH][0]
    solved = solve_challenge(reach)
    total = score_match(solved).players[0].total
    asked = {total: 1, total / 1.05: 2, total / 1.12: 3, total / 1.049: 1}
    for points, stars in asked.items():
        assert stars_of(replace(reach, points=points), solved) == stars
    duel = BY_KIND[ChallengeKind.WIN][0]
    solved = solve_challenge(duel)
    own, rival = solved.rounds[0].seats[:2]
    nothing = replace(rival, position=empty_position(duel.rules.grid))
    won = stars_of(duel, solved)
    for order, stars in (
        ((rival, nothing), won),
        ((nothing, rival), won),
        ((own, nothing), 1),
        ((nothing, own), 1),
    ):
        # The best of several rivals is the one to beat.
        names = [replace(player, name=f"{i}") for i, player in enumerate(solved.players[:2])]
        table = replace(
            solved,
            players=(*names, replace(names[1], name="2")),
            rounds=(replace(solved.rounds[0], seats=(own, *order)),),
        )
        third = replace(duel, rivals=(duel.rivals[0], duel.rivals[0]))
        assert stars_of(third, table) == stars
    several = BY_KIND[ChallengeKind.LINES][0]
    solved = solve_challenge(several)
    lines = tuple(scored.line for scored in score_match(solved).players[0].rounds[0].lines)
    for more, stars in ((1, 1), (2, 2), (3, 2), (4, 3)):
        assert stars_of(replace(several, points=0, lines=lines[more:]), solved) == stars
