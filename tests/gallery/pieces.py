"""Pages that show every tile, space, mark, widget and icon, to be looked at."""

import pygame

from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.tiles import REGULAR_TILES, TILES, WILD_TILES, Tile
from game.ui.draw.icons import Icon
from game.ui.draw.sprites.lines import LineLook
from game.ui.draw.sprites.tiles import TileLook
from game.ui.draw.sprites.wells import Well
from game.ui.frame.context import Context
from game.ui.layout.hexes import lay_out_board
from game.ui.parts import (
    MAIN,
    Cells,
    Column,
    Dialog,
    DialogChoice,
    PageScene,
    Panel,
    Row,
    Scroll,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.editions.rows import edition_rows
from game.ui.widgets import (
    Button,
    IconButton,
    KeyHints,
    Look,
    Segmented,
    Slider,
    Stepper,
    TextField,
    Toggle,
)
from game.ui.widgets.scenes import BaseScene


class TilesSheet(BaseScene):
    """All tiles, large and small."""

    def __init__(self, context: Context, *, has_patterns: bool = False) -> None:
        super().__init__(context)
        self._has_patterns = has_patterns

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        sprites = self.context.painter.sprites
        sprites.has_patterns = self._has_patterns
        area = self.view.area.inset(self.view.px(20))
        top, foot = area.cut_top(area.h * 58 // 100)
        for tile, cell in zip(REGULAR_TILES, top.grid(9, 3), strict=True):
            radius = min(cell.w / 2.2, cell.h / 1.95)
            sprites.draw_tile(surface, tile, cell.centre, radius)
        left, right = foot.cut_left(foot.w * 64 // 100)
        for tile, cell in zip(WILD_TILES, left.columns(4), strict=True):
            sprites.draw_tile(surface, tile, cell.centre, min(cell.w / 2.2, cell.h / 2))
        shown = [(TILES[13], look) for look in TileLook] + [(None, TileLook.NORMAL)]
        for (face, look), cell in zip(shown, right.grid(3, 2), strict=False):
            sprites.draw_tile(surface, face, cell.centre, min(cell.w / 2.2, cell.h / 2), look)
        for i, tile in enumerate(TILES):
            at = (left.x + self.view.px(20) + i * self.view.px(24), left.bottom - self.view.px(8))
            sprites.draw_tile(surface, tile, at, self.view.px(13))
        sprites.has_patterns = False


class BoardsSheet(BaseScene):
    """Both boards with every well, track, badge and beam."""

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        sprites = self.context.painter.sprites
        left, right = self.view.area.inset(self.view.px(8)).columns(2)
        layout = lay_out_board(CLASSIC, left)
        sprites.draw_plate(surface, layout)
        tiles = {"a1": "798", "b1": "298", "b2": "794", "b3": "793", "b4": "698", "c1": "614"}
        tiles |= {"c2": "718", "d4": "258", "e2": "694", "c3": "714", "a2": "758"}
        for i, centre in enumerate(layout.centres):
            well = (Well.EMPTY, Well.LEGAL, Well.CLOSED)[i % 3]
            sprites.draw_well(surface, centre, layout.tile_radius, well)
        alive = {2: (1, LineLook.ALIVE), 4: (9, LineLook.ALIVE), 6: (7, LineLook.ALIVE)}
        alive |= {1: (9, LineLook.COMPLETE), 8: (2, LineLook.ALIVE), 12: (8, LineLook.ALIVE)}
        for index, (number, look) in alive.items():
            if look is LineLook.ALIVE:
                sprites.draw_track(surface, layout, index, number)
        for name, text in tiles.items():
            centre = layout.centres[CLASSIC.index_of(name)]
            sprites.draw_tile(surface, Tile.parse(text), centre, layout.tile_radius)
        colour = self.context.painter.theme.stripes[9]
        sprites.draw_beam(surface, layout, 1, colour)
        sprites.draw_beam(surface, layout, 14, self.context.painter.theme.stripes[4], reach=0.6)
        for line in CLASSIC.lines:
            if line.index in alive:
                number, look = alive[line.index]
                sprites.draw_badge(surface, layout, line.index, look, number)
                continue
            look = LineLook.DEAD if line.index % 2 else LineLook.OPEN
            sprites.draw_badge(surface, layout, line.index, look)
        at = layout.centres[CLASSIC.index_of("e1")]
        sprites.draw_tile(surface, Tile.parse("254"), at, layout.tile_radius, TileLook.GHOST)
        sprites.draw_cursor(surface, at, layout.tile_radius)
        daffodil = lay_out_board(DAFFODIL, right)
        sprites.draw_plate(surface, daffodil)
        stamens = iter((Well.STAMEN, Well.STAMEN_LEGAL, Well.STAMEN))
        for i, centre in enumerate(daffodil.centres):
            well = next(stamens) if i in DAFFODIL.stamens else Well.EMPTY
            sprites.draw_well(surface, centre, daffodil.tile_radius, well)
        for i, tile in zip((1, 5, 8, 13), WILD_TILES, strict=True):
            sprites.draw_tile(surface, tile, daffodil.centres[i], daffodil.tile_radius)
        for line in DAFFODIL.lines:
            sprites.draw_badge(surface, daffodil, line.index, LineLook.OPEN)


class WidgetsSheet(PageScene):
    """Every widget in its states."""

    def page(self) -> Widget:
        context = self.context
        widgets = Cells(
            Button("Primary", _nothing, icon=Icon.PLAY),
            WordLink("Normal", _nothing, icon=Icon.DICE),
            WordLink("Danger", _nothing, is_bad=True),
            WordLink("Disabled", _nothing, why_disabled="because"),
            Segmented([(1, "Free"), (2, "Adjacent"), (3, "Suns and moons")], 2, _ignore, id=MAIN),
            Toggle("A switch", True, _ignore),
            Toggle("Another switch", False, _ignore),
            Slider(0.6, _ignore),
            Stepper(range(1, 7), 4, _ignore),
            TextField(context, "Ana Țăranu"),
            TextField(context, placeholder="Name"),
            columns=2,
            gap=14,
        )
        cards = Column(
            next(edition_rows(context, lambda edition: None)),
            gap=8,
            share=1,
        )
        icons = [IconButton(icon, _nothing, tooltip=icon.name.lower()) for icon in Icon]
        words = Column(
            Text("Display 94", "display"),
            Text("A title", "title"),
            Text("A heading", "heading"),
            Text("Body: ăâîșț ÄÖÜß éèçœ « x » „y“ — and words that wrap to a second line here."),
            gap=6,
            share=1,
        )
        rows = Scroll(*(WordLink(f"Row {i}", _nothing) for i in range(12)), gap=6, share=1)
        right = Panel(
            Row(Cells(*icons, columns=8, gap=4, size=330), cards, gap=16, size=200),
            Row(words, rows, gap=16, share=1),
            share=1,
        )
        hints = KeyHints([("Enter", "place"), ("Backspace", "take back"), ("Esc", "menu")], size=40)
        return Column(Row(Panel(widgets, share=1), right, gap=16, share=1), hints, gap=8, pad=18)


def _nothing() -> None:
    """Do nothing: the press of all buttons."""


def _ignore(value: object) -> None:
    """Do nothing: the change of all other controls."""


def dialog(context: Context) -> Dialog:
    """A question."""
    choices = [DialogChoice("Give up", look=Look.DANGER), DialogChoice("Go on", look=Look.PRIMARY)]
    return Dialog(
        context, "Give this game up?", "It will not count. The deal stays yours.", choices
    )
