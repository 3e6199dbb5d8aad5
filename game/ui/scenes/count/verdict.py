"""The verdict on a challenge: met or missed, the reason, and the challenges met so far."""

from dataclasses import dataclass

from game.locale import write_list
from game.play.table import TableSetup
from game.progress.challenge_progress import ChallengeProgress, outcome_of
from game.progress.challenges import (
    Challenge,
    ChallengeKind,
    ChallengeOutcome,
    find_challenge,
    judge_challenge,
    stars_of,
)
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.scoring import score_position
from game.ui.frame.context import Context


@dataclass(frozen=True, slots=True)
class ChallengeVerdict:
    """The verdict on a challenge, with its words.

    `progress` counts the challenges met, or says that a guest's do not count. `asked` is the total
    to reach, None for a challenge about lines; `laid` is the number of tiles on the board at its
    start.
    """

    is_met: bool
    title: str
    why: str
    progress: str
    asked: float | None
    laid: int


def verdict_of(
    context: Context, setup: TableSetup, match: Match, *, is_guest: bool = False
) -> ChallengeVerdict | None:
    """Return the verdict on a match; None if its table is no challenge, or one unknown here."""
    challenge = find_challenge(setup.challenge)
    if challenge is None:
        return None
    text, progress = context.text, ChallengeProgress(context.store.profile)
    is_met = outcome_of(setup, match) is ChallengeOutcome.MET
    climbed = text("challenges.done", done=progress.count, count=len(progress.challenges))
    if is_met:
        climbed = f"{text('challenges.stars', count=stars_of(challenge, match))} · {climbed}"
    return ChallengeVerdict(
        is_met,
        text("challenges.met_heading" if is_met else "challenges.missed_heading"),
        _why(context, challenge, match, is_met=is_met, is_guest=is_guest),
        text("guests.remark") if is_guest else climbed,
        challenge.points or None,
        len(challenge.placed),
    )


def _why(
    context: Context, challenge: Challenge, match: Match, *, is_met: bool, is_guest: bool
) -> str:
    text = context.text
    match judge_challenge(challenge, match):
        case ChallengeOutcome.OTHER:
            return text("challenges.outcome.different")
        case ChallengeOutcome.MET if not is_met:
            return text("challenges.why.helped")
    if challenge.kind is ChallengeKind.WIN:
        player, *others = score_match(match).players
        best = max(others, key=lambda player: player.total)
        rival = match.players[1 + others.index(best)].name
        totals = {
            "total": context.catalogue.number(player.total),
            "points": text("terms.count.points", count=best.total),
        }
        if is_guest:
            name = match.players[0].name
            return text("challenges.why.named_rival", name=name, rival=rival, **totals)
        return text("challenges.why.rival", rival=rival, **totals)
    score = score_position(challenge.rules, match.rounds[0].seats[0].position)
    if challenge.kind is not ChallengeKind.LINES:
        points = text("terms.count.points", count=challenge.points)
        total = context.catalogue.number(score.total)
        if is_guest:
            name = match.players[0].name
            return text("challenges.why.named", points=points, name=name, total=total)
        return text("challenges.why.points", points=points, total=total)
    complete = {scored.line for scored in score.lines}
    lines = [line for line in challenge.lines if is_met or line not in complete]
    listed = write_list(context.catalogue, ["\N{EN DASH}".join(line.ends) for line in lines])
    return text(f"challenges.why.{'complete' if is_met else 'missing'}", lines=listed)
