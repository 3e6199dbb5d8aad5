"""The board being entered, as a widget: the cursor moves over it, a click puts it on a space."""

import math
from collections.abc import Callable
from typing import Unpack

import pygame

from game.play.entering import lift
from game.rules.placement import ASIDE_INDEX
from game.rules.tiles import Tile
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.painter import Painter
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, MouseButton, PointerPressed, PointerReleased
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Point, Rect
from game.ui.scenes.entry.control import EntryControl
from game.ui.scenes.shared.board_cursor import STEPS
from game.ui.scenes.shared.names import space_words
from game.ui.widgets import UNUSED, USED, Outcome, PressResult, Widget, WidgetOptions


class EntryBoard(Widget):
    """The board on display without the `dragged` tile; Enter moves the focus to the tiles."""

    state_names = Widget.state_names | {"_picture", "layout"}

    def __init__(
        self,
        context: Context,
        control: EntryControl,
        on_confirm: Callable[[], PressResult],
        *,
        dragged: Tile | None,
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self._control = control
        self._on_confirm = on_confirm
        self._dragged = dragged
        self._picture = BoardPicture(context.painter)
        self.layout: BoardLayout

    def place(self, rect: Rect) -> None:
        super().place(rect)
        rules = self._control.boards.rules
        self.layout = lay_out_board(rules.grid, rect, 0.62, has_aside=rules.has_aside)

    def tile_at(self, at: Point) -> Tile | None:
        """Return the tile under a pixel, or None."""
        space, position = self.layout.hit(at), self._control.position
        if space is None:
            return None
        if space != ASIDE_INDEX:
            return position.tiles[space]
        lying = zip(position.aside, self.layout.aside, strict=False)
        reach = self.layout.aside_radius * 1.2
        return next((tile for tile, centre in lying if math.dist(centre, at) <= reach), None)

    def name_and_state(self, context: Context) -> str:
        control = self._control
        return space_words(context, control.boards.rules, control.shown, control.space)

    def handle(self, intent: Intent) -> Outcome:
        control = self._control
        match intent:
            case PointerPressed(_, MouseButton.PRIMARY):
                return USED
            case PointerReleased(at, MouseButton.PRIMARY, is_drag=False):
                space = self.layout.hit(at)
                if space is not None:
                    control.type_over(space)
                return USED
            case Command(Action() as action) if action in STEPS:
                # At the edge of the board the focus moves to the next widget.
                if not control.cursor.step(self.layout, STEPS[action]):
                    return UNUSED
                control.forget_typing()
                return USED
            case Command(Action.CONFIRM, is_repeat=False):
                return Outcome(True, self._on_confirm())
            case _:
                return UNUSED

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        # The board's cursor already shows the focus.
        return

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        layout, control = self.layout, self._control
        position, rules = control.shown, control.boards.rules
        held = [i for i, t in enumerate(position.tiles) if t is not None and t is self._dragged]
        self._picture.draw(surface, layout, BoardLook(rules, lift(position, *held)))
        colour = painter.theme.palette.focus if self.shows_focus else painter.theme.palette.accent
        lying = len(control.position.aside)
        self._picture.draw_cursor(surface, layout, control.space, colour, lying=lying)
        if control.digits:
            at, radius = layout.place_of(control.space, lying)
            style = painter.theme.type.heading.sized(radius * 0.62 / painter.view.scale)
            digits = control.digits + "·" * (3 - len(control.digits))
            painter.text(surface, digits, at, style, "centre")
