"""The pause of a climb, which is saved, and the page after a climb has ended."""

from __future__ import annotations

from game.progress.climb.game import ClimbGame
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push, Reset
from game.ui.parts import DialogChoice, PageScene, Widget, WordLink, ask
from game.ui.scenes.shared.pausing import pause_row, paused
from game.ui.scenes.shared.starting import to_title
from game.ui.widgets import Look, OnPress


def end_climb_scene(context: Context, climb: ClimbGame) -> Navigation:
    """Open the page of a climb that has ended; the title if it was not stored."""
    ended = None if climb.run_id is None else context.store.profile.runs.run(climb.run_id)
    if ended is None:
        return to_title(context)
    return Reset(context.routes.title(), Push(context.routes.climb_end(ended, is_new=True)))


class ClimbPause(PageScene):
    """The pause; giving up ends the climb."""

    is_overlay = True

    def __init__(self, context: Context, climb: ClimbGame) -> None:
        super().__init__(context)
        self._climb = climb

    def page(self) -> Widget:
        text, routes = self.context.text, self.context.routes
        return paused(
            self.context,
            text("play.paused"),
            self._row("play.rules", Icon.BOOK, lambda: Push(routes.rules())),
            self._row("play.settings", Icon.SETTINGS, lambda: Push(routes.settings())),
            self._row("play.menu", Icon.HOME, lambda: to_title(self.context)),
            self._row("climb.table.give_up", Icon.FLAG, self._ask_give_up),
            about=text("climb.table.paused"),
        )

    def _ask_give_up(self) -> Navigation:
        has_stages = bool(self._climb.open.steps)
        return Push(
            ask(
                self.context,
                "climb.table.give_up_title",
                "climb.table.give_up_body" if has_stages else "climb.table.give_up_first",
                DialogChoice("climb.table.give_up", self._give_up, Look.DANGER),
                DialogChoice("play.cancel", look=Look.PRIMARY),
            )
        )

    def _give_up(self) -> Navigation:
        self._climb.end()
        return end_climb_scene(self.context, self._climb)

    def _row(self, key: str, icon: Icon, press: OnPress) -> WordLink:
        return pause_row(self.context.text(key), icon, press, id=key)
