"""The listed puzzles, their order, and the player who is named as seeing better."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.bots.coach.replay import placed_moments
from game.bots.coach.review import Review, review_round
from game.bots.coach.verdicts import LESSON, ReviewedPlacement, Verdict
from game.bots.players.playing import play_calls
from game.bots.players.registry import LEVELS, make_bot
from game.bots.service.tasks import SightTask
from game.bots.values.fingerprint import sign
from game.play.table import TableSetup
from game.progress.challenge_progress import reveal_review
from game.progress.challenges import all_challenges, solve_challenge
from game.progress.level_findings import stored_level
from game.progress.puzzles import (
    SHOWN,
    SOLVED,
    SPARE,
    TRIED,
    PuzzleFigures,
    find_puzzles,
    mark_puzzle,
    position_of,
    read_figures,
    store_figures,
    store_puzzles,
    store_seer,
)
from game.rules.deal import deal_calls
from game.rules.marks import Mark
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.storage.database import identity_of, with_identity
from game.storage.profile import Profile
from game.ui.scenes.puzzles.control import PuzzlesControl
from tests.each import some
from tests.gallery.guests import WeighedEngines
from tests.gallery.records import play_out

POINTS = {"duckling": 60.0, "magpie": 95.0, "beaver": 125.0, "squirrel": 148.0, "fox": 168.0}


def placed_at(level: str | None, profile: Profile) -> None:
    """Store five games of a player of this level."""
    for number in range(5 if level else 0):
        match = play_out(Ruleset(), ("Ana",), f"level {number}", "standard")
        assert profile.add_match(match)
        points = {"total": POINTS[level or ""], "luck": 0.0}
        profile.store_findings(sign(f"measured:{identity_of(match)}"), points)


def judged(match: Match, costs: dict[int, tuple[float, str]]) -> Review:
    placements = [p for turn in match.rounds[0].seats[0].turns for p in turn.placements]
    rows = (costs.get(i, (0.0, "")) for i in range(len(placements)))
    return Review(
        tuple(
            ReviewedPlacement(i, p, 0, cost, Verdict.BEST, (), seen_by=seen_by)
            for i, (p, (cost, seen_by)) in enumerate(zip(placements, rows, strict=True))
        ),
        (), 0, 0, 0, 0, (), None,
    )  # fmt: skip


COSTS = {
    1: (20.0, "fox"),
    3: (4.0, "duckling"),
    5: (9.0, "beaver"),
    7: (12.0, "squirrel"),
    9: (30.0, "master"),
    11: (6.0, "magpie"),
    13: (2.9, ""),
}


@pytest.mark.parametrize(
    ("level", "order", "listed"),
    [
        (None, [3, 11, 5, 7, 1, 9], 2),
        ("magpie", [11, 3, 5, 7, 1, 9], 2),
        ("beaver", [5, 11, 3, 7, 1, 9], 1),
        ("squirrel", [7, 5, 11, 3, 1, 9], 1),
        ("fox", [1, 7, 5, 11, 3, 9], 1),
    ],
)
def test_puzzles_come_by_who_sees_better_and_few_are_listed(
    level: str | None, order: list[int], listed: int
) -> None:
    profile = Profile(None)
    placed_at(level, profile)
    assert stored_level(profile, Ruleset()) == level
    assert stored_level(profile, Ruleset.parse("daffodil-2 adjacent single rays")) == level
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    assert profile.add_match(match)
    review = judged(match, COSTS)
    store_puzzles(profile, match, 0, 0, review)
    assert [one.index for one in find_puzzles(profile, match, level)] == order
    assert [one.index for one in find_puzzles(profile, None, level)] == order[:listed]
    assert {one.index: one.seen_by for one in find_puzzles(profile, match)} == {
        index: seen_by for index, (_, seen_by) in COSTS.items() if seen_by
    }
    # A second review of the same match lists no more; a requested puzzle is listed.
    store_puzzles(profile, match, 0, 0, review)
    control = PuzzlesControl(profile, WeighedEngines(), match, f"0:0:{order[-1]}")
    assert control.puzzle.index == order[-1]
    assert [one.index for one in find_puzzles(profile, None, level)] == [*order[:listed], order[-1]]
    assert control.tells_points is (level not in (None, "magpie"))
    assert control.puzzle.is_open
    mark_puzzle(profile, control.puzzle, TRIED)
    assert not find_puzzles(profile, match, level)[-1].is_open


@pytest.mark.slow
def test_what_was_listed_before_stays_and_learns_who_sees_better() -> None:
    """The findings of an earlier version: costs alone."""
    profile, old = Profile(None), play_out(Ruleset(), ("Ana",), "42", "standard")
    review = review_round(old, 0, 0, deeply=True, with_master=False)
    dear = {i: p for i, p in enumerate(review.placements) if p.cost >= LESSON}
    assert profile.add_match(old)
    costs = {f"0:0:{index}": one.cost for index, one in dear.items()}
    assert len(costs) > 2
    profile.store_findings(f"puzzles:{identity_of(old)}", costs)
    assert {one.key for one in find_puzzles(profile)} == set(costs)
    store_puzzles(profile, old, 0, 0, replace(review, placements=review.placements[:-1]))
    assert {one.key for one in find_puzzles(profile)} == set(costs)
    for index, one in dear.items():
        task = SightTask(old, 0, 0, index)
        assert task.run(lambda share: None, lambda: False) == one.seen_by


@pytest.mark.parametrize("rules", [str(Ruleset()), "daffodil-4 adjacent pairs rays"])
@pytest.mark.parametrize("level", some(["magpie", "random", "squirrel", "beaver"], 2))
def test_who_sees_better_regains_half_and_so_do_all_stronger_ones(rules: str, level: str) -> None:
    """Counted anew, from the weakest computer up."""
    ruleset = Ruleset.parse(rules)
    calls = deal_calls(ruleset, level)
    match = play_calls(ruleset, [make_bot(level)], calls, [Random(level)])
    review = review_round(match, 0, 0, deeply=False, with_master=False)
    seers = set()
    for reviewed, moment in zip(review.placements, placed_moments(match, 0, 0), strict=True):
        regained = {}
        for name in LEVELS[:-1]:
            bot = make_bot(name, is_steady=True)
            answer = bot.choose(moment.before, 0, Random(0))
            value = next(one.value for one in reviewed.choices if one.placement == answer)
            regained[name] = value - reviewed.value
        able = [name for name in LEVELS[:-1] if regained[name] >= reviewed.cost / 2]
        stronger = {name: LEVELS[LEVELS.index(name) : -1] for name in LEVELS}
        wanted = next((n for n in LEVELS if set(stronger[n]) <= set(able)), "master")
        assert reviewed.seen_by == (wanted if reviewed.cost >= LESSON else "")
        seers.add(reviewed.seen_by)
    assert len(seers) > 1


def test_a_steady_computer_has_no_lapses() -> None:
    match = play_out(Ruleset(), ("Ana",), "1", "standard")
    moment = placed_moments(match, 0, 0)[9]
    for level, answers in (("beaver", 1), ("magpie", 1)):
        steady, lapsing = make_bot(level, is_steady=True), make_bot(level)
        found = {steady.choose(moment.before, 0, Random(seed)) for seed in range(40)}
        assert len(found) == answers
        assert len({lapsing.choose(moment.before, 0, Random(seed)) for seed in range(40)}) > answers


def test_a_spare_mark_is_only_set_for_new_puzzles() -> None:
    profile, match = Profile(None), play_out(Ruleset(), ("Ana",), "42", "standard")
    assert profile.add_match(match)
    store_puzzles(profile, match, 0, 0, judged(match, {5: (9.0, "beaver")}))
    store_puzzles(profile, match, 0, 0, judged(match, COSTS))
    findings = profile.findings(f"puzzles:{identity_of(match)}")
    assert sum(bool(value) for key, value in findings.items() if key.startswith(SPARE)) == 4


def test_a_spare_puzzle_takes_no_room_from_new_ones() -> None:
    """It was spare to a better player, to whom fewer are listed."""
    profile, match = Profile(None), play_out(Ruleset(), ("Ana",), "42", "standard")
    assert profile.add_match(match)
    spare = {"0:0:2": 5.0, f"{SPARE}:0:0:2": 1}
    profile.store_findings(f"puzzles:{identity_of(match)}", spare)
    store_puzzles(profile, match, 0, 0, judged(match, COSTS))
    assert [one.index for one in find_puzzles(profile)] == [3, 11]


def test_a_match_with_more_listed_than_a_better_player_gets_lists_no_more() -> None:
    profile, match = Profile(None), play_out(Ruleset(), ("Ana",), "42", "standard")
    placed_at("fox", profile)
    assert profile.add_match(match)
    profile.store_findings(f"puzzles:{identity_of(match)}", {"0:0:2": 5.0, "0:0:4": 5.0})
    store_puzzles(profile, match, 0, 0, judged(match, COSTS))
    assert {one.index for one in find_puzzles(profile)} == {2, 4}


def test_solved_and_shown_puzzles_come_last_and_each_mark_is_its_own() -> None:
    profile, match = Profile(None), play_out(Ruleset(), ("Ana",), "42", "standard")
    profile.add_match(match)
    costs = {i: (10.0 + i, "fox") for i in range(9)}
    store_puzzles(profile, match, 0, 0, judged(match, costs))
    marks = {8: (SOLVED, SHOWN), 7: (SOLVED,), 6: (SHOWN,), 5: (TRIED,)}
    for puzzle in find_puzzles(profile, match):
        for mark in marks.get(puzzle.index, ()):
            assert mark_puzzle(profile, puzzle, mark)
    listed = find_puzzles(profile, match)
    assert [one.index for one in listed] == [5, 4, 3, 2, 1, 0, 6, 7, 8]
    for one in listed:
        known = marks.get(one.index, ())
        found = (one.is_solved, one.is_shown, one.is_tried, one.is_open)
        assert found == (SOLVED in known, SHOWN in known, TRIED in known, not known)
    before, placement = position_of(profile, listed[0]) or (match, None)
    turns = match.rounds[0].seats[0].turns
    assert placement == turns[5].placements[0]
    assert len(before.round.calls) == 6
    assert position_of(profile, replace(listed[0], index=19)) is None
    assert position_of(profile, replace(listed[0], number=99)) is None
    assert store_seer(profile, listed[0], "magpie")
    seen = {one.index: one.seen_by for one in find_puzzles(profile, match)}
    assert seen == dict.fromkeys(costs, "fox") | {5: "magpie"}
    for unknown in (len(LEVELS), -1):
        assert mark_puzzle(profile, listed[0], "seen", unknown)
        assert {one.index: one.seen_by for one in find_puzzles(profile, match)}[5] == ""


def test_figures_begin_at_nothing_and_come_back() -> None:
    profile = Profile(None)
    assert read_figures(profile) == PuzzleFigures(0, 0, 0)
    for figures in (PuzzleFigures(3, 7, 12), PuzzleFigures(0, 7, 13)):
        assert store_figures(profile, figures)
        assert read_figures(profile) == figures


def test_a_challenge_that_keeps_its_secret_lists_no_puzzle() -> None:
    challenge, profile = all_challenges()[0], Profile(None)
    solved = solve_challenge(challenge)
    setup = TableSetup(solved.rules, solved.players, "", challenge=challenge.name)
    missed = setup.marked(Mark.CHALLENGE, Mark.COACHED)
    match = replace(solved, meta=with_identity(missed.to_meta()))
    other = play_out(Ruleset(), ("Ana",), "42", "standard")
    last = len(challenge.placed)
    for one in (match, other):
        assert profile.add_match(one)
        store_puzzles(profile, one, 0, 0, judged(one, {last: (LESSON, "fox")}))
    assert [one.identity for one in find_puzzles(profile)] == [identity_of(other)]
    reveal_review(profile, match)
    assert {one.identity for one in find_puzzles(profile)} == {
        identity_of(match),
        identity_of(other),
    }


def test_only_dear_placements_of_the_player_are_puzzles() -> None:
    challenge, profile = next(c for c in all_challenges() if c.placed), Profile(None)
    solved = solve_challenge(challenge)
    setup = TableSetup(solved.rules, solved.players, "", challenge=challenge.name)
    match = replace(solved, meta=with_identity(setup.to_meta()))
    assert profile.add_match(match)
    own = len(challenge.placed)
    cheap = judged(match, {own - 1: (50.0, "fox"), own: (LESSON - 0.1, "fox")})
    store_puzzles(profile, match, 0, 0, cheap)
    assert profile.all_findings() == {}
    store_puzzles(profile, match, 0, 0, judged(match, {own - 1: (50.0, ""), own: (LESSON, "")}))
    (puzzle,) = find_puzzles(profile, match)
    assert (puzzle.index, puzzle.cost, puzzle.seen_by) == (own, LESSON, "")
    assert (puzzle.is_solved, puzzle.is_shown, puzzle.is_tried) == (False, False, False)
    mark_puzzle(profile, puzzle, SOLVED)
    assert profile.findings(f"puzzles:{identity_of(match)}")[f"{SOLVED}:{puzzle.key}"] == 1
    (solved_one,) = find_puzzles(profile)
    assert (solved_one.is_solved, solved_one.is_shown, solved_one.is_tried) == (True, False, False)
    assert read_figures(profile) == PuzzleFigures(0, 0, 0)
