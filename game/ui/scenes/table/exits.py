"""The ways out of the table: pause, rules, another deal, the count, the end of the evening."""

from __future__ import annotations

from game.play.session import Session
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.ui.frame.scene import Push, Replace, Transition
from game.ui.scenes.table.motion import Motion
from game.ui.widgets import WidgetScene
from game.ui.widgets.toast import Toast

__all__ = ["TableExits"]


class TableExits(WidgetScene):
    """What leads away from the table, some of it after a question.

    The scenes behind lead back here, so they are imported only when they are wanted.
    """

    setup: TableSetup
    session: Session
    game: TableGame
    motion: Motion
    toast: Toast

    @property
    def has_progress(self) -> bool:
        """Whether starting again would lose anything."""
        rounds = self.game.match.rounds
        return len(rounds) > 1 or any(seat.position.filled for r in rounds for seat in r.seats)

    def _pause(self) -> Transition:
        from game.ui.scenes.table.overlays import PauseScene

        self.motion.finish()
        return Push(PauseScene(self.context, self))

    def _quit(self) -> Transition:
        from game.ui.scenes.shared.dialogs import confirm_quit

        return Push(confirm_quit(self.context))

    def _open_rules(self) -> Transition:
        return Push(self.context.doors.rules())

    def _ask_restart(self) -> Transition:
        from game.ui.scenes.table.overlays import ask_restart

        return ask_restart(self.context, self)

    def _ask_new_deal(self) -> Transition:
        from game.ui.scenes.table.overlays import ask_new_deal

        return ask_new_deal(self.context, self)

    def _ask_give_up(self) -> Transition:
        from game.ui.scenes.table.overlays import ask_give_up

        return ask_give_up(self.context)

    def _copy_code(self) -> Transition | None:
        from game.ui.scenes.shared.ways import copy_code

        self.toast.show(copy_code(self.context, self.setup), 4.0)
        return None

    def _finish_round(self) -> Transition:
        self.motion.finish()
        return Replace(self.context.doors.count(self.setup, self.session))
