"""Names and words shared by the pages of climbs."""

from game.climb.ghosts import Ghost, GhostKind
from game.climb.open_climb import OpenClimb
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import bot_name


def name_ghost(context: Context, ghost: Ghost) -> str:
    """Return the name of a ghost's climber."""
    match ghost.kind:
        case GhostKind.COMPUTER:
            return bot_name(context, ghost.name)
        case GhostKind.PLAYER:
            return context.text("climb.start.you")
        case GhostKind.FRIEND:
            return ghost.name


def word_ropes(context: Context, ropes: int) -> str:
    """Return the number of held ropes in words."""
    if not ropes:
        return context.text("climb.table.no_rope")
    return context.text("climb.ropes", count=ropes)


def word_purse(context: Context, climb: OpenClimb) -> str:
    """Return the held ropes and crystals in words."""
    crystals = context.text("climb.crystals", count=climb.crystals)
    return f"{word_ropes(context, climb.ropes)}, {crystals}"
