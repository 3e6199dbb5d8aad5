"""The pause, and the questions before something is lost."""

from collections.abc import Callable

import pygame

from game.play.table import TableSetup
from game.storage.codes import Deal, format_code
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Push
from game.ui.layout.rects import Rect, View
from game.ui.scenes.shared.starting import to_menu
from game.ui.widgets import Button, Dialog, DialogChoice, Look, OnPress, WidgetScene


def ask(context: Context, key: str, label: str, act: Callable[[], Navigation | None]) -> Navigation:
    """A question before something is lost; `label` is on the button that does it."""
    text = context.text
    return Push(
        Dialog(
            context,
            lambda: text(f"play.{key}_title"),
            lambda: text(f"play.{key}_body"),
            [
                DialogChoice(lambda: text(f"play.{label}"), act, Look.DANGER),
                DialogChoice(lambda: text("play.cancel"), look=Look.PRIMARY),
            ],
        )
    )


class PauseScene(WidgetScene):
    """The table stands still behind a list of what can be done."""

    is_overlay = True

    def __init__(
        self, context: Context, setup: TableSetup, leave: Callable[[Action], Navigation | None]
    ) -> None:
        super().__init__(context)
        code = format_code(Deal(setup.rules, setup.seed))

        def button(key: str, icon: Icon, press: OnPress, look: Look = Look.NORMAL) -> Button:
            return Button(lambda: context.text(f"play.{key}"), press, icon=icon, look=look)

        deal = [
            Button(
                lambda: context.text("play.deal", code=code),
                lambda: Pop(leave(Action.COPY)),
                icon=Icon.COPY,
                look=Look.QUIET,
            )
        ]
        new = [button("new_deal", Icon.DICE, lambda: Pop(leave(Action.NEW_DEAL)))]
        if setup.challenge:
            # Its calls come from no seed.
            deal, new = [], []
        self.form.replace(
            [
                button("resume", Icon.PLAY, Pop, Look.PRIMARY),
                button("restart", Icon.RESTART, lambda: Pop(leave(Action.RESTART))),
                *new,
                button("rules", Icon.BOOK, lambda: Push(context.routes.rules())),
                button("settings", Icon.SETTINGS, lambda: Push(context.routes.settings())),
                button("give_up", Icon.FLAG, lambda: Pop(leave(Action.GIVE_UP))),
                button("menu", Icon.HOME, lambda: to_menu(context)),
                *deal,
            ]
        )
        self.keys[Action.COPY] = lambda: Pop(leave(Action.COPY))
        self.form.focus(self.form.widgets[0], is_shown=True)
        self._panel = Rect(0, 0, 0, 0)
        self._head = self._panel

    def resize(self, view: View) -> None:
        """A column of buttons in the middle."""
        super().resize(view)
        px = view.px
        count = len(self.form.widgets)
        row, gap, pad = px(46), px(10), px(28)
        height = pad * 2 + px(46) + count * row + (count - 1) * gap
        height = min(height, view.area.h - px(20))
        self._panel = view.area.centred(px(400), height)
        inner = self._panel.inset(pad)
        self._head, inner = inner.cut_top(px(40), px(6))
        self.place_all(self.form.widgets, inner.rows(count, gap))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Dim the table and draw the panel."""
        painter = self.context.painter
        painter.dim(surface)
        painter.panel(surface, self._panel, is_lifted=True)
        title = painter.theme.type.title
        painter.text_in(surface, self.context.text("play.paused"), self._head, title, "centre")
