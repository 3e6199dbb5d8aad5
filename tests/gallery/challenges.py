"""Challenges and goals for the gallery: some met, some still to be."""

from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import islice

from game.progress.challenges import (
    Challenge,
    ChallengeKind,
    RuleLesson,
    all_challenges,
    new_lessons,
    solve_challenge,
)
from game.progress.match_saving import start_game
from game.rules.moves import Place
from game.storage.database import identity_of
from game.storage.store import with_identity
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.challenges.scene import ChallengesScene
from game.ui.scenes.goals.scene import GoalsScene
from game.ui.scenes.shared.challenge import challenge_table
from tests.gallery import NOW
from tests.gallery.daily import SHARES, TODAY, keep_share

_solved = cache(solve_challenge)


def _with_some_met(context: Context) -> None:
    for number, challenge in enumerate(islice(all_challenges(), 18)):
        if number % 4 != 3:
            meta = with_identity(challenge_table(context, challenge).to_meta())
            solved = replace(_solved(challenge), meta=meta)
            context.store.profile.add_match(solved, NOW - timedelta(days=number))
            if not number:
                dear = {f"0:0:{index}": 4.0 for index in range(12)}
                context.store.profile.store_findings(f"puzzles:{identity_of(solved)}", dear)


def _kind(kind: ChallengeKind, grade: int = 3) -> Challenge:
    of_kind = (c for c in all_challenges() if c.kind is kind)
    return max(of_kind, key=lambda challenge: challenge.grade >= grade)


def challenges(context: Context, kind: str = "", *, is_first: bool = False) -> Scene:
    """The ladder, a challenge of a kind or the first one chosen."""
    _with_some_met(context)
    chosen = all_challenges()[0].name if is_first else ""
    return ChallengesScene(context, _kind(ChallengeKind(kind)).name if kind else chosen)


def table(context: Context, kind: str) -> Scene:
    """A challenge of a kind at the table."""
    setup = challenge_table(context, _kind(ChallengeKind(kind), 2))
    return context.routes.table(start_game(context.store, setup))


def lesson(context: Context, rule: str, calls: int = 2) -> Scene:
    """The challenge that teaches the rule, some calls on."""
    taught = next(c for c in all_challenges() if RuleLesson(rule) in new_lessons(c))
    setup = challenge_table(context, taught)
    game = start_game(context.store, setup)
    solution = (*taught.placed, *taught.solution)
    by_seat = (solution, *(placed for _, placed in taught.rivals))
    for _ in range(calls):
        done = len(game.match.round.called)
        game.call_next()
        for seat, placements in enumerate(by_seat):
            for p in placements[done : len(game.match.round.called)]:
                game.perform(Place(seat, p.tile, p.space))
    return context.routes.table(game)


def count(context: Context, *, is_met: bool) -> Scene:
    """The count of a challenge."""
    challenge = _kind(ChallengeKind.LAST, 1)
    setup = challenge_table(context, challenge)
    game = start_game(context.store, setup)
    solution = challenge.solution if is_met else challenge.solution[::-1]
    for placed, placement in zip(challenge.order, solution, strict=True):
        game.call_next()
        game.place(placed, placement.space)
    return context.routes.count(game)


def goals(context: Context) -> Scene:
    """Goals after a month of daily deals."""
    for number, share in enumerate(SHARES):
        if share:
            keep_share(context.store, TODAY - timedelta(days=len(SHARES) - number), share)
    scene = GoalsScene(context)
    while not scene.control.is_done:
        scene.control.advance(1)
    return scene
