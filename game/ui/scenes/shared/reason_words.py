"""Words the coach's reasons, and what a player can learn, in the player's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.bots.players.registry import LEVELS
from game.progress.level import tells_points
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import bot_name

if TYPE_CHECKING:
    from game.bots.coach.reasons import Reason
    from game.progress.level_findings import LevelFindings

_BAD: Final = {"cannot-finish", "kills", "breaks-ray"}


def is_loss(reason: Reason) -> bool:
    """Return whether the reason is against the placement."""
    return reason.kind.value in _BAD


def reason_icon(reason: Reason) -> Icon:
    """Return the icon of a reason for the placement, against it, or neutral."""
    if reason.kind.value == "already-dead":
        return Icon.MINUS
    return Icon.CLOSE if is_loss(reason) else Icon.CHECK


def costliest_words(context: Context, findings: LevelFindings | None) -> str:
    """Return which direction's broken lines cost most, with the points a game; "" for none."""
    way = "" if findings is None else findings.costliest
    if findings is None or not way:
        return ""
    points = context.text("terms.count.points", count=round(findings.costs[way]))
    return context.text(f"level.costliest.{way}", points=points)


def is_below(seen_by: str, level: str | None) -> bool:
    """Whether a computer is weaker than a player of `level`."""
    return level is not None and LEVELS.index(seen_by) < LEVELS.index(level)


def lesson_words(context: Context, call: int, cost: float, seen_by: str, level: str | None) -> str:
    """Return what a placement cost a player of `level`, and the question who sees better."""
    text = context.text
    if tells_points(level):
        points = text("terms.count.points", count=round(cost))
        lost = text("review.lesson.lost", points=points, call=call + 1)
    else:
        lost = text("review.lesson.much", call=call + 1)
    if is_below(seen_by, level):
        return f"{lost} {text('review.lesson.yours')}"
    return f"{lost} {text('review.lesson.better', name=bot_name(context, seen_by))}"


def seen_words(context: Context, seen_by: str, level: str | None) -> str:
    """Return who sees a better space than a player of `level` took."""
    if is_below(seen_by, level):
        return context.text("review.seen.yours")
    key = {"duckling": "even", "magpie": "even", "fox": "only", "master": "only"}
    name = bot_name(context, seen_by)
    return context.text(f"review.seen.{key.get(seen_by, 'better')}", name=name)


def reason_words(context: Context, reason: Reason) -> str:
    """Return a reason as a sentence."""
    text, kind, line = context.text, reason.kind.value, reason.line
    if line is None:
        return text("coach.sets-aside")
    way = line.direction.value
    if kind == "already-dead":
        return text(f"coach.already-dead.{way}")
    points = text("terms.count.points", count=reason.points)
    if reason.symbol is not None:
        ray = text(f"coach.ray.{reason.symbol.value}")
        if kind == "continues-ray":
            return text(
                "coach.continues-ray", ray=ray, needed=reason.needed, count=reason.remaining
            )
        if kind == "completes-ray" and reason.points:
            return text("coach.completes-ray", ray=ray, points=points)
        return text("coach.makes-ray" if kind == "completes-ray" else "coach.breaks-ray", ray=ray)
    name = text(f"coach.{'a' if kind == 'starts' else 'the'}.{way}", number=reason.number or 0)
    if kind in ("completes", "kills"):
        return text(f"coach.{kind}", line=name, points=points)
    return text(f"coach.{kind}", line=name, needed=reason.needed, count=reason.remaining)
