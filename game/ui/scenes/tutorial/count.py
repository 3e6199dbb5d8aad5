"""The end of the first game: its board is counted, and three ways lead on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.play.table import TableSetup
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from game.storage.codes import new_seed
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.intents import CloseAsked, Command, Intent
from game.ui.frame.scene import Ignored, Push, Transition
from game.ui.scenes.count.scene import BreakdownScene
from game.ui.scenes.shared.starting import begin_or_ask, start_match
from game.ui.scenes.shared.ways import to_menu
from game.ui.widgets import Button, Look

if TYPE_CHECKING:
    from game.play.session import Session
    from game.ui.frame.context import Context

__all__ = ["TutorialCount"]


class TutorialCount(BreakdownScene):
    """The count as after any game, but nothing of it is kept."""

    def __init__(self, context: Context, setup: TableSetup, session: Session) -> None:
        super().__init__(context, setup, session.match, session, None)

    def _make_buttons(self) -> list[Button]:
        text, context = self.context.text, self.context
        return [
            Button(
                lambda: text("tutorial.play_now"), self._play, icon=Icon.PLAY, look=Look.PRIMARY
            ),
            Button(lambda: text("play.rules"), self._open_rules, icon=Icon.BOOK),
            Button(lambda: text("play.menu"), lambda: to_menu(context), icon=Icon.HOME),
        ]

    def _heading(self) -> str:
        return self.context.text("tutorial.heading")

    def _play(self) -> Transition:
        """A standard game alone, as the menu's first entry."""
        setup = TableSetup(
            Ruleset(), (Player(self._match.players[0].name),), new_seed(), edition="standard"
        )
        return begin_or_ask(self.context, lambda: start_match(self.context, setup))

    def _open_rules(self) -> Transition:
        return Push(self.context.doors.rules())

    def react(self, intent: Intent) -> Transition | None:
        """Escape leads to the menu, F1 to the rules."""
        match intent:
            case Command(Action.CANCEL, is_repeat=False):
                return to_menu(self.context)
            case Command(Action.HELP, is_repeat=False):
                return self._open_rules()
            case CloseAsked() | _:
                return Ignored()
