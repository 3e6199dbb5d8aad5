"""What one player's round is made of, in the order it is counted out."""

from __future__ import annotations

from dataclasses import dataclass

from game.locale import write_number
from game.rules.boards import Line
from game.rules.standing import RoundScore
from game.rules.tiles import Symbol
from game.ui.context import Context
from game.ui.sprites.lines import visible
from game.ui.theme import Colour

__all__ = ["Item", "items_of"]


@dataclass(frozen=True, slots=True)
class Item:
    """One sum: its words, what it adds, the line it lights and in which colour."""

    words: str
    points: float
    line: Line | None
    colour: Colour
    symbol: Symbol | None = None


def items_of(context: Context, score: RoundScore) -> tuple[Item, ...]:
    """Lines in the board's order, rays, best rays, the bonus; they add up to the round's total."""
    theme = context.painter.theme
    palette = theme.palette
    items: list[Item] = []
    for scored in score.lines:
        words = context.text(
            "score.late_line_sum" if scored.is_late else "score.line_sum",
            length=len(scored.line),
            number=scored.number,
            points=write_number(context.catalogue, scored.points),
        )
        items.append(Item(words, scored.points, scored.line, visible(theme.stripes[scored.number])))
    for ray in score.rays:
        words = context.text(
            "score.ray_sum",
            length=len(ray.line),
            number=ray.points // len(ray.line),
            points=write_number(context.catalogue, ray.points),
        )
        colour = palette.sun if ray.symbol is Symbol.SUN else palette.moon
        items.append(Item(words, ray.points, ray.line, colour, ray.symbol))
    for symbol, points, colour in (
        (Symbol.SUN, score.best_sun, palette.sun),
        (Symbol.MOON, score.best_moon, palette.moon),
    ):
        if points:
            name = context.text(f"terms.best_{symbol.value}_ray")
            words = context.text("breakdown.named", name=name, points=points)
            items.append(Item(words, points, None, colour, symbol))
    if score.bonus:
        name = context.text("terms.bonus")
        words = context.text("breakdown.named", name=name, points=score.bonus)
        items.append(Item(words, score.bonus, None, palette.good))
    return tuple(items)
