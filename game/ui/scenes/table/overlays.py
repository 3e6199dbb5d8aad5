"""What comes over the table: pause, hand-over, and questions before something is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.storage.codes import Deal, format_code
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import Ignored, Pop, Push, Transition
from game.ui.layout.rects import Rect, View
from game.ui.scenes.shared.ways import copy_code, new_deal, same_deal, to_menu
from game.ui.widgets import Button, Choice, Dialog, Look, WidgetScene

if TYPE_CHECKING:
    from game.ui.frame.context import Context
    from game.ui.scenes.table.exits import TableExits

__all__ = [
    "HandOver",
    "PauseScene",
    "ask_give_up",
    "ask_new_deal",
    "ask_restart",
]


def ask_restart(context: Context, table: TableExits) -> Transition:
    """Restart, after a question where something would be lost."""
    if not table.has_progress:
        return same_deal(context, table.setup)
    return Push(_question(context, "restart", lambda: same_deal(context, table.setup)))


def ask_new_deal(context: Context, table: TableExits) -> Transition:
    """A new deal, after a question where something would be lost."""
    if not table.has_progress:
        return new_deal(context, table.setup)
    return Push(_question(context, "new", lambda: new_deal(context, table.setup)))


def ask_give_up(context: Context) -> Transition:
    """Give the game up, after a question."""

    def give_up() -> Transition:
        context.store.autosave.clear()
        return to_menu(context)

    return Push(_question(context, "give_up", give_up))


_LABELS = {"restart": "restart", "new": "new_deal", "give_up": "give_up"}


def _question(context: Context, key: str, act: object) -> Dialog:
    text = context.text
    return Dialog(
        context,
        lambda: text(f"play.{key}_title"),
        lambda: text(f"play.{key}_body"),
        [
            Choice(lambda: text(f"play.{_LABELS[key]}"), act, Look.DANGER),  # type: ignore[arg-type]
            Choice(lambda: text("play.cancel"), look=Look.PRIMARY),
        ],
    )


class PauseScene(WidgetScene):
    """The table stands still behind a list of what can be done."""

    is_overlay = True

    def __init__(self, context: Context, table: TableExits) -> None:
        super().__init__(context)
        self._table = table
        text = context.text

        def button(key: str, icon: Icon, press: object, look: Look = Look.NORMAL) -> Button:
            return Button(lambda: text(f"play.{key}"), press, icon=icon, look=look)  # type: ignore[arg-type]

        self.form.replace(
            [
                button("resume", Icon.PLAY, Pop, Look.PRIMARY),
                button("restart", Icon.RESTART, lambda: Pop(ask_restart(context, table))),
                button("new_deal", Icon.DICE, lambda: Pop(ask_new_deal(context, table))),
                button("rules", Icon.BOOK, self._rules),
                button("settings", Icon.SETTINGS, self._settings),
                button("give_up", Icon.FLAG, lambda: Pop(ask_give_up(context))),
                button("menu", Icon.HOME, lambda: to_menu(context)),
            ]
        )
        self.form.focus(self.form.widgets[0], is_shown=True)
        self._panel = Rect(0, 0, 0, 0)
        self._head = self._code = self._panel

    def _rules(self) -> Transition:
        return Push(self.context.doors.rules())

    def _settings(self) -> Transition:
        return Push(self.context.doors.settings())

    def react(self, intent: Intent) -> Transition | None:
        """Escape goes on playing."""
        match intent:
            case Command(Action.CANCEL, is_repeat=False):
                return Pop()
            case Command(Action.COPY):
                self._table.toast.show(copy_code(self.context, self._table.setup), 4.0)
                return Pop()
            case _:
                return Ignored()

    def resize(self, view: View) -> None:
        """A column of buttons in the middle."""
        super().resize(view)
        px = view.px
        count = len(self.form.widgets)
        row, gap, pad = px(46), px(10), px(28)
        height = pad * 2 + px(46) + px(34) + count * row + (count - 1) * gap
        height = min(height, view.area.h - px(20))
        self._panel = view.area.centred(px(400), height)
        inner = self._panel.inset(pad)
        self._head, inner = inner.cut_top(px(40), px(6))
        self._code, inner = inner.cut_bottom(px(24), px(10))
        for widget, cell in zip(self.form.widgets, inner.rows(count, gap), strict=True):
            widget.place(cell)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Dim the table and draw the panel, with the deal's code at its foot."""
        painter = self.context.painter
        painter.dim(surface)
        painter.panel(surface, self._panel, is_lifted=True)
        title = painter.theme.type.title
        painter.text_in(surface, self.context.text("play.paused"), self._head, title, "centre")
        setup = self._table.setup
        code = format_code(Deal(setup.rules, setup.seed))
        words = self.context.text("play.deal", code=code)
        small = painter.theme.type.small
        painter.text_in(surface, words, self._code, small, "centre", max_lines=1)


class HandOver(WidgetScene):
    """A curtain over the table until the next person is ready."""

    is_overlay = True

    def __init__(self, context: Context, name: str) -> None:
        super().__init__(context)
        self._name = name
        self._ready = Button(lambda: context.text("play.ready"), Pop, look=Look.PRIMARY)
        self.form.replace([self._ready])
        self.form.focus(self._ready, is_shown=True)
        self._words = Rect(0, 0, 0, 0)
        self._body = self._words

    def resize(self, view: View) -> None:
        """Words above one large button."""
        super().resize(view)
        px = view.px
        box = view.area.centred(min(px(640), view.area.w), px(260))
        self._words, rest = box.cut_top(px(90), px(8))
        self._body, rest = rest.cut_top(px(60), px(20))
        self._ready.place(rest.centred(px(280), px(54)))

    def draw_below(self, surface: pygame.Surface) -> None:
        """Nothing of the boards is to be seen."""
        super().draw_below(surface)
        painter = self.context.painter
        text = self.context.text
        title, body = painter.theme.type.title, painter.theme.type.body
        words = text("play.pass_on", name=self._name)
        painter.text_in(surface, words, self._words, title, "centre")
        words = text("play.pass_body", name=self._name)
        painter.text_in(surface, words, self._body, body, "centre")
