"""The verdict on a challenge at its count."""

from __future__ import annotations

import pytest

from game.locale import write_list
from game.play.table import TableSetup
from game.progress.challenges import (
    ChallengeKind,
    all_challenges,
    begin_challenge,
    solve_challenge,
    stars_of,
)
from game.rules.boards import Line
from game.rules.deal import split_calls
from game.rules.marks import Mark
from game.rules.match import apply
from game.rules.match_score import score_match
from game.rules.moves import Call, Place
from game.rules.ruleset import Ruleset
from game.rules.scoring import score_position
from game.ui.frame.context import Context
from game.ui.scenes.count.verdict import ChallengeVerdict, verdict_of
from game.ui.scenes.shared.challenge import challenge_table


def test_the_verdict_names_the_missing_lines_alone(player: Context) -> None:
    challenge = next(
        c
        for c in all_challenges()
        if c.kind is ChallengeKind.LINES and c.rules == Ruleset() and not _meet(*c.lines[:2])
    )
    done, missing = challenge.lines[:2]
    taken = {space for line in challenge.lines for space in line.spaces}
    space_of = {p.tile: p.space for p in challenge.solution}
    way = missing.direction
    first = next(t for t, space in space_of.items() if space == missing.spaces[0])
    other = next(
        t
        for t, space in space_of.items()
        if space not in taken and t.number(way) != first.number(way)
    )
    space_of[first], space_of[other] = space_of[other], space_of[first]
    match = begin_challenge(challenge)
    for tile in challenge.order:
        match, _ = apply(match, Call((tile,)))
        match, _ = apply(match, Place(0, tile, space_of[tile]))
    verdict = verdict_of(player, challenge_table(player, challenge), match)
    assert verdict is not None
    named, complete = ("\N{EN DASH}".join(line.ends) for line in (missing, done))
    assert named in verdict.why
    assert complete not in verdict.why


def _meet(*lines: Line) -> bool:
    """Whether two lines share a space, as one line does with itself."""
    first, *others = lines
    return not others or bool(set(first.spaces) & set(others[0].spaces))


def test_a_challenge_of_lines_names_those_that_are_missing_or_all(player: Context) -> None:
    lists = (one for one in all_challenges() if one.kind is ChallengeKind.LINES)
    challenge = max(lists, key=lambda one: len(one.lines))
    solved, catalogue = solve_challenge(challenge), player.catalogue
    setup = TableSetup(solved.rules, solved.players, "", challenge=challenge.name)
    # Two tiles have changed places.
    spaces = {one.tile: one.space for one in challenge.solution}
    *_, before, last = spaces
    spaces[before], spaces[last] = spaces[last], spaces[before]
    missed = begin_challenge(challenge)
    for call in split_calls(challenge.rules, challenge.tiles)[len(missed.round.calls) :]:
        missed, _ = apply(missed, Call(call))
        for tile in call:
            missed, _ = apply(missed, Place(0, tile, spaces[tile]))
    listed = []
    for match in (solved, missed):
        position = match.rounds[0].seats[0].position
        complete = {one.line for one in score_position(match.rules, position).lines}
        is_met = match is solved
        lines = [line for line in challenge.lines if is_met or line not in complete]
        listed.append(len(lines))
        names = write_list(catalogue, ["\N{EN DASH}".join(line.ends) for line in lines])
        verdict = verdict_of(player, setup, match)
        assert verdict is not None
        key = "complete" if is_met else "missing"
        assert verdict.why == player.text(f"challenges.why.{key}", lines=names)
        assert (verdict.is_met, verdict.asked) == (is_met, None)
        heading = "met_heading" if is_met else "missed_heading"
        assert verdict.title == player.text(f"challenges.{heading}")
    assert listed[0] == len(challenge.lines) > listed[1] > 0


@pytest.mark.parametrize("kind", ChallengeKind)
@pytest.mark.parametrize("is_guest", [False, True])
def test_a_solution_has_its_whole_verdict(
    player: Context, kind: ChallengeKind, is_guest: bool
) -> None:
    challenge = next(one for one in all_challenges() if one.kind is kind)
    solved, text = solve_challenge(challenge), player.text
    setup, (mine, *others) = challenge_table(player, challenge), score_match(solved).players
    total = player.catalogue.number(mine.total)
    guest = {"name": solved.players[0].name} if is_guest else {}
    if kind is ChallengeKind.LINES:
        lines = ["\N{EN DASH}".join(line.ends) for line in challenge.lines]
        why = text("challenges.why.complete", lines=write_list(player.catalogue, lines))
    elif kind is ChallengeKind.WIN:
        most = max(one.total for one in others)
        (rival,) = (
            p.name for p, s in zip(solved.players[1:], others, strict=True) if s.total == most
        )
        points = text("terms.count.points", count=most)
        key = "named_rival" if is_guest else "rival"
        why = text(f"challenges.why.{key}", total=total, rival=rival, points=points, **guest)
    else:
        points = text("terms.count.points", count=challenge.points)
        key = "named" if is_guest else "points"
        why = text(f"challenges.why.{key}", total=total, points=points, **guest)
    stars = text("challenges.stars", count=stars_of(challenge, solved))
    done = text("challenges.done", done=0, count=len(all_challenges()))
    assert verdict_of(player, setup, solved, is_guest=is_guest) == ChallengeVerdict(
        True,
        text("challenges.met_heading"),
        why,
        text("guests.remark") if is_guest else f"{stars} · {done}",
        challenge.points or None,
        len(challenge.placed),
    )


def test_a_challenge_met_with_the_coach_is_missed_because_of_help(player: Context) -> None:
    challenge = next(one for one in all_challenges() if one.kind is ChallengeKind.LINES)
    setup = challenge_table(player, challenge).marked(Mark.COACHED)
    verdict = verdict_of(player, setup, solve_challenge(challenge))
    assert verdict is not None
    words = [player.text(f"challenges.{key}") for key in ("missed_heading", "why.helped")]
    assert ([verdict.title, verdict.why], verdict.is_met) == (words, False)
