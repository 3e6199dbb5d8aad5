"""The breakdown: a round counted line by line, until the sum convinces."""

from __future__ import annotations

from game.play.session import Session
from game.play.table import TableSetup
from game.ui.context import Context
from game.ui.scene import BaseScene, Scene

__all__ = ["BreakdownScene", "breakdown_scene"]


class BreakdownScene(BaseScene):
    """One round of a match, counted for every seat."""

    def __init__(self, context: Context, setup: TableSetup, session: Session) -> None:
        super().__init__(context)
        self.setup = setup
        self.session = session


def breakdown_scene(context: Context, setup: TableSetup, session: Session) -> Scene:
    """The breakdown of the round that has just ended."""
    return BreakdownScene(context, setup, session)
