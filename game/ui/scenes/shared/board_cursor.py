"""The cursor on a board: it steps from space to space, or goes to one by its name. No pygame."""

from dataclasses import dataclass
from typing import Final

from game.rules.boards import ASIDE_INDEX, Board
from game.ui.frame.bindings import Action
from game.ui.layout.hexes import BoardLayout, HexStep

STEPS: Final = {Action[step.name]: step for step in HexStep}
"""The steps by the actions that keys and gamepads ask for."""

_SIDEWAYS: Final = (HexStep.LEFT, HexStep.RIGHT)

_TO_ASIDE: Final = (HexStep.DOWN, HexStep.DOWN_RIGHT)
"""The daffodil lies in the free corner at the lower right (B5)."""


@dataclass(slots=True)
class BoardCursor:
    """A space of a board, `ASIDE_INDEX` for the daffodil, None before the cursor is used."""

    space: int | None = None
    _row: float | None = None
    """The height in pixels that steps to the side keep to, so that going back returns."""

    def put(self, space: int | None) -> None:
        """Put the cursor on a space, or take it away."""
        self.space, self._row = space, None

    def step(self, layout: BoardLayout, step: HexStep, *, can_set_aside: bool = True) -> bool:
        """Go one space on; return whether there was one."""
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
        """Go to the column of that letter, or to the space of that number in the cursor's column.

        Return whether there is one. A column keeps the cursor's number where it has as many.
        """
        spaces = {space.name: space.index for space in board.spaces}
        is_on = self.space is not None and self.space != ASIDE_INDEX
        here = board.name_of(self.space) if is_on and self.space is not None else ""
        names = (sign + here[1:], f"{sign}1") if sign.isalpha() else (here[:1] + sign,)
        goals = [spaces[name] for name in names if name in spaces]
        if goals:
            self.put(goals[0])
        return bool(goals)
