"""A small picture of the rule that the drawer explains.

`game.ui.scenes.editions.rules_picture` draws rules that need a whole board.
"""

from collections.abc import Sequence
from typing import Final

import pygame

from game.play.editions import CallerRule
from game.rules.boards import CLASSIC, BoardName
from game.rules.match_score import BEST_RAY_POINTS, BONUS_POINTS
from game.rules.ruleset import PlacementRule, RayRule
from game.rules.scoring import RAY_POINTS
from game.rules.tiles import WILD_TILES, Symbol, Tile
from game.ui.draw.bands import ScoreBand, draw_harvest, draw_hexagon
from game.ui.draw.icons import Icon
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.layout.hexagon import SQRT3
from game.ui.layout.rects import Rect
from game.ui.scenes.editions.rules_picture import CALLED, RulesPicture
from game.ui.scenes.editions.topics import RuleTopic

RAYS: Final = {
    symbol: [t for t in CLASSIC.tile_set if t.symbol is symbol and t.vertical == 9][:3]
    for symbol in Symbol
}
"""Three tiles that form both a ray and a line, for each symbol."""


class TopicPicture:
    """Draws the pictures of rules."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._rules = RulesPicture(context)

    def draw(self, surface: pygame.Surface, topic: RuleTopic, rect: Rect) -> None:
        """Draw the picture of a rule inside `rect`."""
        p, choices = self._context.painter.theme.palette, topic.choices
        match topic.key:
            case "rays":
                self._draw_rays(surface, choices.rays, rect)
            case "rounds":
                signs = [str(n + 1) for n in range(min(10, choices.rounds))]
                self._draw_signs(surface, [(sign, p.line) for sign in signs], rect)
            case "caller":
                self._draw_signs(surface, self._callers(topic), rect)
            case "bonus":
                signs = [f"+{points}" for points in BONUS_POINTS]
                self._draw_signs(surface, [(signs[0], p.gold), (signs[1], p.ink_soft)], rect)
            case "answer_seconds":
                self._draw_signs(surface, [(Icon.CLOCK, p.gold)], rect)
            case "is_blind":
                self._draw_placed(surface, rect, is_blind=choices.is_blind)
            case key:
                tiles: list[Sequence[Tile]] = []
                if key == "call":
                    sizes = choices.rules.call_sizes
                    tiles = [CALLED[: sizes[0]], CALLED[: sizes[1]], CALLED[-sizes[-1] :]]
                elif key == "board" and choices.board is BoardName.DAFFODIL:
                    tiles = [WILD_TILES[:2], WILD_TILES[2:]]
                elif choices.placement is not PlacementRule.FREE:
                    tiles = [CALLED[:1]]
                if tiles:
                    beside, rect = rect.cut_right(rect.w * (2 + max(map(len, tiles))) // 10)
                    self._draw_tiles(surface, tiles, beside)
                self._rules.draw(surface, choices.rules, rect, has_sum=False)

    def _draw_tiles(
        self, surface: pygame.Surface, rows: Sequence[Sequence[Tile]], rect: Rect
    ) -> None:
        """Draw rows of tiles, as large as they fit."""
        sprites, widest = self._context.painter.sprites, max(map(len, rows))
        radius = min(rect.w / (2.2 * widest), rect.h / (len(rows) * (SQRT3 + 0.25)))
        for row, line in zip(rows, rect.rows(len(rows)), strict=True):
            sprites.draw_row(surface, row, line.centre, radius * 0.95, radius * 2.15)

    def _draw_placed(self, surface: pygame.Surface, rect: Rect, *, is_blind: bool) -> None:
        """Draw two placed tiles, face up or face down, and one to be placed."""
        lying = [None, None] if is_blind else RAYS[Symbol.SUN][:2]
        radius = min(rect.w / 6.6, rect.h / (SQRT3 + 0.25))
        tiles, sprites = (*lying, CALLED[0]), self._context.painter.sprites
        sprites.draw_row(surface, tiles, rect.centre, radius * 0.95, radius * 2.15)

    def _draw_rays(self, surface: pygame.Surface, rule: RayRule, rect: Rect) -> None:
        """Draw the rays' share of a harvest; without rays plain suns and moons."""
        painter = self._context.painter
        if rule is RayRule.NONE:
            radius = min(rect.w / 6.6, rect.h / (SQRT3 + 0.25))
            tiles = (*RAYS[Symbol.SUN][:2], RAYS[Symbol.MOON][0])
            painter.sprites.draw_row(surface, tiles, rect.centre, radius * 0.95, radius * 2.15)
            return
        bands = [
            ScoreBand(
                BEST_RAY_POINTS if rule is RayRule.BEST_RAY else RAY_POINTS[symbol] * length,
                length=length,
                kind="sun" if symbol is Symbol.SUN else "moon",
            )
            for symbol, length in ((Symbol.SUN, 4), (Symbol.MOON, 3))
        ]
        column = rect.centred(rect.w, min(rect.h, painter.px(104)))
        draw_harvest(surface, painter, column, bands, sum(one.points for one in bands))

    def _callers(self, topic: RuleTopic) -> list[tuple[str | Icon, Colour]]:
        """Return the caller of each of the first rounds as a sign and a colour."""
        theme = self._context.painter.theme
        rule, seats = topic.choices.caller, topic.choices.seats
        if rule is CallerRule.COMPUTER:
            return [(Icon.ROBOT, theme.palette.gold)]
        rounds = max(2, min(6, topic.choices.rounds))
        who = [n % len(seats) if rule is CallerRule.ROTATING else 0 for n in range(rounds)]
        return [(str(n + 1), theme.seats[seats[n].colour]) for n in who]

    def _draw_signs(
        self, surface: pygame.Surface, signs: Sequence[tuple[str | Icon, Colour]], rect: Rect
    ) -> None:
        """Draw hexagons with a word or an icon, up to five in a row."""
        painter = self._context.painter
        columns = min(5, len(signs))
        count = -(-len(signs) // columns)
        radius = min(rect.w / columns, rect.h / count, painter.px(100)) * 0.42
        for row, line in enumerate(rect.centred(rect.w, round(radius * 2.3 * count)).rows(count)):
            shown = signs[row * columns : (row + 1) * columns]
            for i, (sign, colour) in enumerate(shown):
                at = (line.centre[0] + (i - (len(shown) - 1) / 2) * radius * 2.3, line.centre[1])
                draw_hexagon(surface, painter, at, radius, colour)
                ink = painter.theme.ink_on(colour)
                if isinstance(sign, Icon):
                    painter.icon(surface, sign, at, round(radius * 1.2), ink)
                else:
                    style = painter.theme.type.title.coloured(ink)
                    size = min(34.0, radius / painter.view.scale)
                    painter.text(surface, sign, at, style.sized(size), "centre")
