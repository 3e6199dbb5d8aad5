"""The pause of a run: the clock stands, and all is saved; and where a run that ends leads."""

from __future__ import annotations

from game.progress.run.game import RunGame
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push, Reset
from game.ui.parts import DialogChoice, PageScene, Widget, WordLink, ask
from game.ui.scenes.shared.pausing import pause_row, paused
from game.ui.scenes.shared.starting import to_menu
from game.ui.widgets import Look, OnPress


def end_run_scene(context: Context, run: RunGame) -> Navigation:
    """Open the end of a run that has ended; the menu where nothing is stored of it."""
    ended = None if run.run_id is None else context.store.profile.runs.run(run.run_id)
    if ended is None:
        return to_menu(context)
    return Reset(context.routes.menu(), Push(context.routes.run_end(ended, is_new=True)))


class RunPause(PageScene):
    """What can be done while the table stands still; giving up ends the run."""

    is_overlay = True

    def __init__(self, context: Context, run: RunGame) -> None:
        super().__init__(context)
        self._run = run

    def page(self) -> Widget:
        text, routes = self.context.text, self.context.routes
        about = "run.table.paused_clock" if self._run.state.is_timed else "run.table.paused_calm"
        return paused(
            self.context,
            text("play.paused"),
            self._row("play.rules", Icon.BOOK, lambda: Push(routes.rules())),
            self._row("play.settings", Icon.SETTINGS, lambda: Push(routes.settings())),
            self._row("play.menu", Icon.HOME, lambda: to_menu(self.context)),
            self._row("run.table.give_up", Icon.FLAG, self._ask_give_up),
            about=text(about),
        )

    def _ask_give_up(self) -> Navigation:
        has_stages = bool(self._run.open.record.stages)
        return Push(
            ask(
                self.context,
                "run.table.give_up_title",
                "run.table.give_up_body" if has_stages else "run.table.give_up_first",
                DialogChoice("run.table.give_up", self._give_up, Look.DANGER),
                DialogChoice("play.cancel", look=Look.PRIMARY),
            )
        )

    def _give_up(self) -> Navigation:
        self._run.end()
        return end_run_scene(self.context, self._run)

    def _row(self, key: str, icon: Icon, press: OnPress) -> WordLink:
        return pause_row(self.context.text(key), icon, press, id=key)
