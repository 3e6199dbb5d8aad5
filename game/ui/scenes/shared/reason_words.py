"""The coach's reasons in the player's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.locale import write_number

if TYPE_CHECKING:
    from game.bots.coach.reasons import Reason
    from game.ui.frame.context import Context


def reason_words(context: Context, reason: Reason) -> str:
    """One reason as a sentence."""
    if reason.line is None:
        return context.text("coach.sets-aside")
    direction = context.text(f"terms.direction.{reason.line.direction.value}")
    symbol = "" if reason.symbol is None else context.text(f"terms.{reason.symbol.value}_ray")
    values: dict[str, str | int] = {
        "line": direction,
        "points": write_number(context.catalogue, reason.points),
        "number": reason.number or 0,
        "needed": reason.needed,
        "remaining": reason.remaining,
        "ray": symbol,
    }
    wanted = _WANTED[reason.kind.value]
    return context.text(f"coach.{reason.kind.value}", **{k: values[k] for k in wanted})


_WANTED = {
    "completes": ("line", "points"),
    "continues": ("line", "number", "needed", "remaining"),
    "starts": ("line", "number", "needed", "remaining"),
    "cannot-finish": ("line", "number", "needed", "remaining"),
    "kills": ("line", "points"),
    "already-dead": ("line",),
    "completes-ray": ("ray", "points"),
    "continues-ray": ("ray", "needed", "remaining"),
    "breaks-ray": ("ray",),
}
"""The placeholders of each sentence."""
