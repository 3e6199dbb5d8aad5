"""The scene in which a match is played."""

from __future__ import annotations

from game.play.session import Session
from game.play.table import TableSetup
from game.ui.context import Context
from game.ui.scene import BaseScene

__all__ = ["TableScene"]


class TableScene(BaseScene):
    """One match at one screen."""

    def __init__(self, context: Context, setup: TableSetup, session: Session) -> None:
        super().__init__(context)
        self.setup = setup
        self.session = session
