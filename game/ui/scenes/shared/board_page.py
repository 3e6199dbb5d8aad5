"""A page with a board on which a tile is placed, outside a table."""

from typing import NamedTuple

import pygame

from game.rules.placement import ASIDE_INDEX, Position
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from game.ui.draw.board_picture import BoardPicture
from game.ui.draw.sprites.tiles import TileLook
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, MouseButton, PointerMoved, PointerReleased
from game.ui.frame.scene import Ignored, Navigation
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import View
from game.ui.parts import PageScene
from game.ui.scenes.shared.board_cursor import CURSOR_STEPS, BoardCursor
from game.ui.scenes.shared.line_words import LineWords
from game.ui.scenes.shared.names import lying_words, space_words
from game.ui.widgets import PressResult


class Placing(NamedTuple):
    """A board and the tile to place; `legal` has the spaces where it may be placed."""

    rules: Ruleset
    position: Position
    tile: Tile | None
    legal: tuple[int, ...]
    bag: tuple[Tile, ...]
    """The tiles that can still be drawn."""


class BoardPage(PageScene):
    """A page whose part "board" is the board; keys move its cursor, a click places the tile."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.cursor = BoardCursor()
        self.layout: BoardLayout
        self._board = BoardPicture(context.painter)

    def placing(self) -> Placing:
        """Return the board as it is now, and the tile."""
        raise NotImplementedError

    def place(self, space: int) -> PressResult:
        """Place the tile on a space, or refuse it."""
        raise NotImplementedError

    def handle(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action() as action) if action in CURSOR_STEPS:
                self.cursor.step(self.layout, CURSOR_STEPS[action])
                self.context.has_moved |= not intent.is_repeat
            case Command(text=sign) if self.cursor.jump(self.placing().rules.grid, sign):
                self.context.has_moved = True
            case Command(Action.NEXT | Action.PREVIOUS):
                self.cursor.put(None)
                return super().handle(intent)
            case _:
                return super().handle(intent)
        return None

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case PointerMoved(at):
                before, space = self.cursor.space, self.layout.hit(at)
                self.cursor.put(space)
                return Ignored() if before == space else None
            case PointerReleased(at, MouseButton.PRIMARY):
                space = self.layout.hit(at)
                return Ignored() if space is None else self.place(space)
            case _:
                return super().react(intent)

    def read(self, topic: Topic) -> str:
        space = self.cursor.space
        match topic:
            case Topic.FOCUS if space is not None:
                return self.space_words(space)
            case Topic.BOARD:
                rules, position, *_ = self.placing()
                return lying_words(self.context, rules, position)
            case Topic.LINES:
                return super().read(Topic.BOARD)
            case Topic.HERE:
                return self._lines().through(space)
            case Topic.ENDS:
                return self._lines().ending(space)
            case _:
                return super().read(topic)

    def _lines(self) -> LineWords:
        placing = self.placing()
        return LineWords(self.context, placing.rules, placing.position, placing.bag)

    def space_words(self, space: int) -> str:
        """Return a space with its tile; for a free one, whether the tile is allowed there."""
        rules, position, _, legal, _ = self.placing()
        is_free = space == ASIDE_INDEX or position.tiles[space] is None
        idle = self.context.text("heard.spoken.is_idle") if is_free and space not in legal else ""
        return as_sentences((space_words(self.context, rules, position, space), idle))

    def resize(self, view: View) -> None:
        super().resize(view)
        self.lay_out_board()

    def lay_out_board(self) -> None:
        """Place the spaces of the board in its part of the page."""
        rules, room = self.placing().rules, self.part("board").rect
        self.layout = lay_out_board(rules.grid, room, 0.62, has_aside=rules.has_aside)

    def paint_cursor(self, surface: pygame.Surface) -> None:
        """Paint the tile as a ghost at the cursor, where it is allowed."""
        _, position, tile, legal, _ = self.placing()
        space = self.cursor.space
        if tile is None or space is None or space not in legal:
            return
        if space != ASIDE_INDEX:
            at, radius = self.layout.place_of(space)
            self.context.painter.sprites.draw_tile(surface, tile, at, radius, TileLook.GHOST)
        self._board.draw_cursor(surface, self.layout, space, lying=len(position.aside))
