"""Where the player points: the cursor, the pointer, a dragged tile, the chosen tile of the hand.

No pygame and no rules: the scene asks `target` and does the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.rules.boards import Board
from game.rules.placement import ASIDE_INDEX
from game.ui.frame.bindings import Action
from game.ui.layout.hexes import BoardLayout, Step
from game.ui.layout.rects import Point

__all__ = ["STEPS", "Aim"]

STEPS = {
    Action.UP: Step.UP,
    Action.DOWN: Step.DOWN,
    Action.LEFT: Step.LEFT,
    Action.RIGHT: Step.RIGHT,
    Action.UP_LEFT: Step.UP_LEFT,
    Action.UP_RIGHT: Step.UP_RIGHT,
    Action.DOWN_LEFT: Step.DOWN_LEFT,
    Action.DOWN_RIGHT: Step.DOWN_RIGHT,
}


@dataclass(slots=True)
class Aim:
    """`cursor` is the keyboard's space, `hover` the pointer's (`ASIDE_INDEX` for the daffodil).

    `chosen` counts into the hand; `drag` is where a dragged tile is held. `is_keyboard` tells
    which of the two the player used last; `is_idle` while there is nothing to aim at.
    """

    cursor: int | None = None
    hover: int | None = None
    chosen: int = 0
    drag: Point | None = None
    is_keyboard: bool = False
    is_idle: bool = False
    _column: str = ""
    _row: float | None = None

    @property
    def target(self) -> int | None:
        """The space meant now, None for none."""
        if self.is_idle:
            return None
        return self.cursor if self.is_keyboard else self.hover

    def step(self, layout: BoardLayout, action: Action) -> None:
        """Move the cursor one space; sideways it keeps its height."""
        start = self.target
        if start == ASIDE_INDEX:
            start = None
        step = STEPS[action]
        is_sideways = step in (Step.LEFT, Step.RIGHT)
        if not is_sideways or self._row is None:
            self._row = None if start is None else layout.centres[start][1]
        self.cursor = layout.move(start, step, self._row if is_sideways else None)
        if not is_sideways:
            self._row = layout.centres[self.cursor][1]
        self.is_keyboard = True
        self._column = ""

    def jump(self, board: Board, text: str) -> bool:
        """Take a column's letter, then a number, and go there; whether the key was for us."""
        names = {s.name: s.index for s in board.spaces}
        if text in {name[0] for name in names}:
            self._column = text
            if self.target is None or self.target == ASIDE_INDEX:
                self.cursor = names[f"{text}1"]
            else:
                row = board.spaces[self.target].name[1]
                self.cursor = names.get(text + row, names[f"{text}1"])
        elif text.isdigit() and self._column + text in names:
            self.cursor = names[self._column + text]
        elif text.isdigit() and self.target is not None and self.target != ASIDE_INDEX:
            column = board.spaces[self.target].name[0]
            if column + text not in names:
                return False
            self.cursor = names[column + text]
        else:
            return False
        self.is_keyboard = True
        self._row = None
        return True

    def go_aside(self) -> None:
        """Put the cursor on the daffodil."""
        self.cursor = ASIDE_INDEX
        self.is_keyboard = True

    def point(self, space: int | None) -> bool:
        """The pointer is over a space; whether that changed anything."""
        has_changed = space != self.hover or self.is_keyboard
        self.hover = space
        self.is_keyboard = False
        return has_changed

    def next_tile(self, count: int) -> None:
        """Choose the next tile of the hand."""
        self.chosen = (self.chosen + 1) % count if count else 0

    def clamp(self, count: int) -> None:
        """Keep the choice inside a hand that has become smaller."""
        self.chosen = min(self.chosen, max(0, count - 1))
