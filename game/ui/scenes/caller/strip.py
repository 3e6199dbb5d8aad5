"""The row of calls so far; pressing a tile corrects it."""

from collections.abc import Callable
from typing import Unpack

import pygame

from game.play.caller import CallerGame
from game.rules.tiles import Tile
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.wells import Well
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, MouseButton, PointerMoved, PointerReleased
from game.ui.layout.rects import Point
from game.ui.scenes.caller.picture import strip_radius
from game.ui.scenes.shared.names import tile_words
from game.ui.widgets import UNUSED, USED, Outcome, PressResult, Widget, WidgetOptions


class CallStrip(Widget):
    """A place for each tile of the round, grouped by calls.

    The keyboard's cursor visits the called tiles; `on_pick` gets the pressed one.
    """

    state_names = Widget.state_names | {"cursor", "_hovered"}
    is_pressable = True

    def __init__(
        self,
        game: CallerGame,
        on_pick: Callable[[Tile], PressResult],
        **common: Unpack[WidgetOptions],
    ) -> None:
        super().__init__(**common)
        self._game = game
        self._on_pick = on_pick
        self._hovered: int | None = None
        self.cursor = 0

    def measure(self, painter: Painter) -> tuple[int, int]:
        return painter.px(600), painter.px(64)

    def height_for(self, painter: Painter, width: int) -> int:
        return min(painter.px(72), width * 100 // (112 * sum(self._game.rules.call_sizes)))

    @property
    def can_focus(self) -> bool:
        return bool(self._game.calls) and super().can_focus

    def enter_by_key(self, direction: int) -> None:
        self.cursor = len(self._game.called) - 1

    @property
    def _pitch(self) -> tuple[float, float]:
        """Pixels from tile to tile, and the extra gap between calls."""
        sizes = self._game.rules.call_sizes
        gaps = 0.35 * (len(sizes) - 1) if max(sizes) > 1 else 0.0
        pitch = self.rect.w / (sum(sizes) + gaps)
        return pitch, 0.35 * pitch if gaps else 0.0

    def spot(self, index: int) -> Point:
        """Return the centre of a tile's place."""
        pitch, gap = self._pitch
        before, calls = 0, 0
        for size in self._game.rules.call_sizes:
            if index < before + size:
                break
            before += size
            calls += 1
        return (self.rect.x + pitch * (index + 0.5) + gap * calls, self.rect.y + self.rect.h / 2)

    def _at(self, point: Point) -> int | None:
        pitch, _ = self._pitch
        spots = range(len(self._game.called))
        return next((i for i in spots if abs(self.spot(i)[0] - point[0]) < pitch / 2), None)

    def name_and_state(self, context: Context) -> str:
        called = self._game.called
        if not called:
            return ""
        index = min(self.cursor, len(called) - 1)
        words = tile_words(context, self._game.rules, called[index])
        return context.text("heard.spoken.of", words=words, number=index + 1, count=len(called))

    def handle(self, intent: Intent) -> Outcome:
        called = self._game.called
        match intent:
            case PointerMoved(at):
                was, self._hovered = self._hovered, self._at(at)
                return USED if was != self._hovered else UNUSED
            case PointerReleased(at, MouseButton.PRIMARY, is_drag=False):
                index = self._at(at)
                return USED if index is None else Outcome(True, self._on_pick(called[index]))
            case Command(Action.LEFT | Action.RIGHT as action):
                index = self.cursor + (1 if action is Action.RIGHT else -1)
                if not 0 <= index < len(called):
                    return UNUSED
                self.cursor = index
                return USED
            case Command(Action.CONFIRM, is_repeat=False) if called:
                return Outcome(True, self._on_pick(called[min(self.cursor, len(called) - 1)]))
            case _:
                return UNUSED

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        # The frame around the cursor's call already shows the focus.
        return

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        called, rules = self._game.called, self._game.rules
        pitch, _ = self._pitch
        radius = min(strip_radius(self.rect, sum(rules.call_sizes)), pitch / 2.06) * 0.95
        latest = len(self._game.calls[-1]) if self._game.calls else 0
        style = painter.theme.type.strong.coloured(p.ink_name)
        for index in range(sum(rules.call_sizes)):
            at = self.spot(index)
            if index >= len(called):
                painter.sprites.draw_well(surface, at, radius, Well.EMPTY)
                painter.text(surface, str(index + 1), at, style, "centre")
                continue
            painter.sprites.draw_tile(surface, called[index], at, radius)
            if index >= len(called) - latest:
                painter.sprites.draw_cursor(surface, at, radius, p.gold)
            is_meant = self.shows_focus and index == self.cursor
            if is_meant or (self.is_hovered and index == self._hovered):
                painter.sprites.draw_cursor(surface, at, radius)
