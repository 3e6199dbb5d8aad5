"""Challenges and goals for the gallery: some met, some still to be."""

from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import islice

from game.play.challenges import (
    Challenge,
    ChallengeKind,
    RuleLesson,
    all_challenges,
    new_lessons,
    solve_challenge,
)
from game.rules.match import Match
from game.storage.database import identity_of
from game.storage.store import with_identity
from game.tools.gallery import NOW, Sample
from game.tools.samples.daily import SHARES, TODAY, _keep
from game.ui.frame.context import Context
from game.ui.frame.match_saving import start_session
from game.ui.frame.scene import Scene
from game.ui.scenes.challenges.scene import ChallengesScene
from game.ui.scenes.goals.scene import GoalsScene
from game.ui.scenes.shared.ladder import challenge_table


@cache
def _solved(challenge: Challenge) -> Match:
    return solve_challenge(challenge)


def _with_some_met(context: Context) -> None:
    for number, challenge in enumerate(islice(all_challenges(), 18)):
        if number % 4 != 3:
            meta = with_identity(challenge_table(context, challenge).to_meta())
            solved = replace(_solved(challenge), meta=meta)
            context.store.profile.add_match(solved, NOW - timedelta(days=number))
            if not number:
                dear = {f"0:0:{index}": 4.0 for index in range(12)}
                context.store.profile.keep_found(f"puzzles:{identity_of(solved)}", dear)


def _kind(kind: ChallengeKind, grade: int = 3) -> Challenge:
    own = (c for c in all_challenges() if c.kind is kind)
    return max(own, key=lambda challenge: challenge.grade >= grade)


def _challenges(kind: ChallengeKind | None = None) -> Sample:
    def make(context: Context) -> Scene:
        _with_some_met(context)
        return ChallengesScene(context, "" if kind is None else _kind(kind).name)

    return Sample(make, 0.3)


def _met(context: Context) -> Scene:
    _with_some_met(context)
    return ChallengesScene(context, all_challenges()[0].name)


def _table(kind: ChallengeKind) -> Sample:
    def make(context: Context) -> Scene:
        setup = challenge_table(context, _kind(kind, 2))
        return context.routes.table(setup, start_session(context.store, setup))

    return Sample(make, 2.5)


def _lesson(rule: RuleLesson, calls: int = 2) -> Sample:
    """The challenge that teaches the rule, some calls on."""

    def make(context: Context) -> Scene:
        taught = next(c for c in all_challenges() if rule in new_lessons(c))
        setup = challenge_table(context, taught)
        session = start_session(context.store, setup)
        by_seat = (taught.solution, *(placed for _, placed in taught.rivals))
        for call in range(calls):
            done = len(session.match.round.called)
            session.call_next()
            for seat, placements in enumerate(by_seat):
                for p in placements[done : done + taught.rules.call_sizes[call]]:
                    session.place(seat, p.tile, p.space)
        return context.routes.table(setup, session)

    return Sample(make, 2.5)


def _count(*, is_met: bool) -> Sample:
    def make(context: Context) -> Scene:
        challenge = _kind(ChallengeKind.LAST, 1)
        setup = challenge_table(context, challenge)
        session = start_session(context.store, setup)
        solution = challenge.solution if is_met else challenge.solution[::-1]
        spaces = [p.space for p in solution]
        for placed, space in zip(challenge.order, spaces, strict=True):
            session.call_next()
            session.place(0, placed, space)
        return context.routes.count(setup, session)

    return Sample(make, 12.0)


def _goals(context: Context) -> Scene:
    for number, share in enumerate(SHARES):
        if share:
            _keep(context.store, TODAY - timedelta(days=len(SHARES) - number), share)
    scene = GoalsScene(context)
    while not scene.control.is_done:
        scene.control.advance(1)
    return scene


SAMPLES = {
    "challenges": _challenges(),
    "challenges-met": Sample(_met, 0.3),
    **{f"challenges-{kind.value}": _challenges(kind) for kind in ChallengeKind},
    **{f"challenge-{kind.value}": _table(kind) for kind in ChallengeKind},
    **{f"challenge-lesson-{rule.value}": _lesson(rule) for rule in RuleLesson},
    "challenge-lesson-late": _lesson(RuleLesson.LEAGUE, 3),
    "challenge-done": _count(is_met=True),
    "challenge-missed": _count(is_met=False),
    "goals": Sample(_goals, 0.3),
}
