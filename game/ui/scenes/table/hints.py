"""The keys that matter now, for the line at the table's foot."""

from __future__ import annotations

from game.play.table_game import Stage, TableGame
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import key_name

__all__ = ["key_hints"]


def key_hints(context: Context, game: TableGame, *, is_peeking: bool) -> list[tuple[str, str]]:
    """Keys and what they do, the important ones first."""
    text = context.text
    escape = key_name(context, "escape")
    page_down = key_name(context, "page down")
    if is_peeking:
        return [(page_down, text("play.key.others")), (escape, text("play.back_to_own"))]
    stage = game.stage()
    hints: list[tuple[str, str]] = []
    if stage is Stage.CALL:
        hints.append(("N", text("play.key.next_call")))
    hints.append((key_name(context, "return"), text("play.key.place")))
    hints.append((key_name(context, "backspace"), text("play.key.take_back")))
    if stage is Stage.CLOSE:
        hints.append(("N", text("play.key.close")))
    if len(game.hand()) > 1:
        hints.append((key_name(context, "tab"), text("play.key.next_tile")))
    if game.match.rules.has_aside and stage is Stage.ACT:
        hints.append(("X", text("play.key.aside")))
    if len(game.match.players) > 1:
        hints.append((page_down, text("play.key.others")))
    hints.append(("H", text("play.key.coach")))
    hints.append((escape, text("play.key.pause")))
    return hints
