"""The cursor on a board: it steps to neighbours, or jumps to a space by its name. No pygame."""

from dataclasses import dataclass
from typing import Final

from game.rules.boards import ASIDE_INDEX, Board
from game.ui.frame.bindings import Action
from game.ui.layout.hexes import BoardLayout, HexStep

CURSOR_STEPS: Final = {Action[step.name]: step for step in HexStep}
"""The steps of the cursor by the actions of keys and gamepads."""

_SIDEWAYS: Final = (HexStep.LEFT, HexStep.RIGHT)

_TO_ASIDE: Final = (HexStep.DOWN, HexStep.DOWN_RIGHT)
"""Steps that reach the daffodil, which is at the lower right of the board (B5)."""


@dataclass(slots=True)
class BoardCursor:
    """The cursor's space: an index, `ASIDE_INDEX` for the daffodil, None before its first use."""

    space: int | None = None
    _row: float | None = None
    """The height in pixels at which sideways steps began, so that a step back returns."""

    def put(self, space: int | None) -> None:
        """Put the cursor on a space; None removes it."""
        self.space, self._row = space, None

    def step(self, layout: BoardLayout, step: HexStep, *, can_set_aside: bool = True) -> bool:
        """Go one space on; return whether the cursor moved."""
        start = self.space
        if start == ASIDE_INDEX:
            if step in _TO_ASIDE or step is HexStep.RIGHT:
                return False
            self.put(layout.nearest(layout.aside[0]))
            return True
        if self._row is None and start is not None:
            self._row = layout.centres[start][1]
        goal = layout.move(start, step, self._row)
        if goal == start:
            is_right = layout.centres[goal][0] > layout.bounds().centre[0]
            if not (is_right and step in _TO_ASIDE and can_set_aside and layout.aside):
                return False
            goal = ASIDE_INDEX
        self.space = goal
        if step not in _SIDEWAYS:
            self._row = None
        return True

    def jump(self, board: Board, sign: str) -> bool:
        """Jump to the column of a letter, or to the space of a number in the cursor's column.

        Return whether that space exists. A jump to a column stays at the cursor's number if it can.
        """
        spaces = {space.name: space.index for space in board.spaces}
        is_on = self.space is not None and self.space != ASIDE_INDEX
        here = board.name_of(self.space) if is_on and self.space is not None else ""
        names = (sign + here[1:], f"{sign}1") if sign.isalpha() else (here[:1] + sign,)
        goals = [spaces[name] for name in names if name in spaces]
        if goals:
            self.put(goals[0])
        return bool(goals)
