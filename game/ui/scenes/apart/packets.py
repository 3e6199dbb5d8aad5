"""Packets by the clipboard, for tables whose entries travel by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.scenes.apart.words import failure_words

if TYPE_CHECKING:
    from game.ui.frame.context import Context


def copy_packet(context: Context, table: bytes) -> str:
    """Put all that is here of a table on the clipboard; what to tell the player."""
    try:
        packet = context.apart.service.packet(table).result(5.0)
    except Exception as error:
        return failure_words(context, error)
    key = "together.packet_copied" if context.copy_text(packet) else "together.not_copied"
    return context.text(key)
