"""The pause of a run: the clock stands, and everything is saved."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Push
from game.ui.parts import MAIN, DialogChoice, PageScene, Text, Widget, ask
from game.ui.scenes.shared.starting import to_menu
from game.ui.widgets import Button, Look, OnPress


class RunPause(PageScene):
    """What can be done while the table stands still; `give_up` ends the run."""

    is_overlay = True

    def __init__(
        self,
        context: Context,
        give_up: Callable[[], Navigation],
        *,
        is_timed: bool,
        has_stages: bool,
    ) -> None:
        super().__init__(context)
        self._give_up, self._is_timed, self._has_stages = give_up, is_timed, has_stages

    def page(self) -> Widget:
        text, routes = self.context.text, self.context.routes
        about = "run.table.paused_clock" if self._is_timed else "run.table.paused_calm"
        return self.lifted(
            Text(text("play.paused"), "title", align="centre"),
            Text(text(about), "caption", align="centre"),
            self._button("play.resume", Icon.PLAY, Pop, look=Look.PRIMARY, id=MAIN),
            self._button("play.rules", Icon.BOOK, lambda: Push(routes.rules())),
            self._button("play.settings", Icon.SETTINGS, lambda: Push(routes.settings())),
            self._button("play.menu", Icon.HOME, lambda: to_menu(self.context)),
            self._button("run.table.give_up", Icon.FLAG, self._ask_give_up),
            width=400,
            gap=10,
        )

    def _ask_give_up(self) -> Navigation:
        return Push(
            ask(
                self.context,
                "run.table.give_up_title",
                "run.table.give_up_body" if self._has_stages else "run.table.give_up_first",
                DialogChoice("run.table.give_up", self._give_up, Look.DANGER),
                DialogChoice("play.cancel", look=Look.PRIMARY),
            )
        )

    def _button(
        self, key: str, icon: Icon, press: OnPress, *, look: Look = Look.NORMAL, id: str = ""
    ) -> Button:
        return Button(self.context.text(key), press, icon=icon, look=look, id=id or key)
