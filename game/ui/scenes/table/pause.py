"""The pause menu, and the questions before something is lost."""

from collections.abc import Callable

from game.play.table import TableSetup
from game.storage.codes import Deal, format_code
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Push
from game.ui.parts import MAIN, Dialog, DialogChoice, PageScene, Text, Widget
from game.ui.scenes.shared.names import rules_page
from game.ui.scenes.shared.starting import to_menu
from game.ui.widgets import Button, Look, OnPress


def ask(
    context: Context, key: str, label: str, act: Callable[[], Navigation | None], **values: str
) -> Navigation:
    """Ask before something is lost; `label` is on the button that does it. All its words
    have `values`.
    """
    text = context.text
    title, body = text(f"play.{key}_title", **values), text(f"play.{key}_body", **values)
    choices = (
        DialogChoice(text(f"play.{label}", **values), act, Look.DANGER),
        DialogChoice(text("play.cancel"), look=Look.PRIMARY),
    )
    return Push(Dialog(context, title, body, choices))


class PauseScene(PageScene):
    """The table stands still behind a list of what can be done; `leave` does what is chosen."""

    is_overlay = True

    def __init__(
        self, context: Context, setup: TableSetup, leave: Callable[[Action], Navigation | None]
    ) -> None:
        super().__init__(context)
        self._code = format_code(Deal(setup.rules, setup.seed))
        self._rules = setup.rules
        # A challenge's calls come from no seed.
        self._has_deal = not setup.challenge
        self._leave = leave

    def page(self) -> Widget:
        text, routes = self.context.text, self.context.routes
        return self.lifted(
            Text(text("play.paused"), "title", align="centre"),
            self._button("resume", Icon.PLAY, Pop, look=Look.PRIMARY, id=MAIN),
            self._button("restart", Icon.RESTART, self._leaving(Action.RESTART)),
            self._has_deal and self._button("new_deal", Icon.DICE, self._leaving(Action.NEW_DEAL)),
            self._button("rules", Icon.BOOK, lambda: Push(routes.rules(rules_page(self._rules)))),
            self._button("settings", Icon.SETTINGS, lambda: Push(routes.settings())),
            self._button("give_up", Icon.FLAG, self._leaving(Action.GIVE_UP)),
            self._button("menu", Icon.HOME, lambda: to_menu(self.context)),
            self._has_deal
            and Button(
                text("play.deal", code=self._code),
                self._leaving(Action.COPY),
                icon=Icon.COPY,
                look=Look.QUIET,
                shortcut=Action.COPY,
            ),
            width=400,
            gap=10,
        )

    def _leaving(self, action: Action) -> OnPress:
        return lambda: Pop(self._leave(action))

    def _button(
        self,
        key: str,
        icon: Icon,
        press: OnPress,
        *,
        look: Look = Look.NORMAL,
        id: str | None = None,
    ) -> Button:
        return Button(self.context.text(f"play.{key}"), press, icon=icon, look=look, id=id)
