"""Words the coach's reasons in the player's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.ui.draw.icons import Icon

if TYPE_CHECKING:
    from game.bots.coach.reasons import Reason
    from game.progress.level_findings import LevelFindings
    from game.ui.frame.context import Context

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
