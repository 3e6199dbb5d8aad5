"""The pause menu, and the questions before something is lost."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple

from game.play.table import TableSetup
from game.storage.codes import Deal, format_code
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Push
from game.ui.parts import (
    MAIN,
    ActionBand,
    Dialog,
    DialogChoice,
    Ink,
    ListRow,
    PageScene,
    Row,
    Sign,
    Slab,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.shared.names import action_key, rules_page
from game.ui.scenes.shared.starting import to_title
from game.ui.widgets import Look, OnPress


def ask(
    context: Context, key: str, label: str, act: Callable[[], Navigation | None], **values: str
) -> Navigation:
    """Ask before something is lost; `label` is the button that performs `act`.

    All words are filled with `values`.
    """
    text = context.text
    title, body = text(f"play.{key}_title", **values), text(f"play.{key}_body", **values)
    choices = (
        DialogChoice(text(f"play.{label}", **values), act, Look.DANGER),
        DialogChoice(text("play.cancel"), look=Look.PRIMARY),
    )
    return Push(Dialog(context, title, body, choices))


_WIDTH: Final = 520
"""Units of width of the slab."""

_AROUND: Final = 250
"""Units above and below its rows."""


class PauseRow(NamedTuple):
    """An extra row of some tables: the catalogue's key, the icon and the action."""

    key: str
    icon: Icon
    press: OnPress


class PauseScene(PageScene):
    """The pause: a list of actions over the covered table; `leave` performs the chosen one.

    `more` are the extra rows of this table.
    """

    is_overlay = True

    def __init__(
        self,
        context: Context,
        setup: TableSetup,
        leave: Callable[[Action], Navigation | None],
        more: Iterable[PauseRow] = (),
    ) -> None:
        super().__init__(context)
        self._code = format_code(Deal(setup.rules, setup.seed))
        self._rules = setup.rules
        # A challenge's calls have no seed.
        self._has_deal = not setup.challenge
        self._leave = leave
        self._more = tuple(more)

    def page(self) -> Widget:
        text, routes = self.context.text, self.context.routes
        rules = partial(routes.rules, rules_page(self._rules))
        rows = (
            self._row("restart", Icon.RESTART, self._leaving(Action.RESTART), Action.RESTART),
            self._has_deal
            and self._row("new_deal", Icon.DICE, self._leaving(Action.NEW_DEAL), Action.NEW_DEAL),
            *(self._row(*each) for each in self._more),
            self._row("rules", Icon.BOOK, lambda: Push(rules()), Action.HELP),
            self._row("settings", Icon.SETTINGS, lambda: Push(routes.settings())),
            self._row("give_up", Icon.FLAG, self._leaving(Action.GIVE_UP), Action.GIVE_UP),
            self._row("menu", Icon.HOME, lambda: to_title(self.context)),
            self._has_deal
            and ListRow(
                self._leaving(Action.COPY),
                text("play.deal", code=self._code),
                mark=Sign(Icon.COPY),
                style="label",
                shortcut=Action.COPY,
                size=self._row_height,
            ),
        )
        slab = Slab(
            Text(text("play.paused"), "action", lines=1),
            Spacer(size=8),
            ActionBand(
                text("play.resume"), Pop, icon=Icon.PLAY, bleeds="left", small=True, id=MAIN
            ),
            Spacer(size=14),
            *rows,
            gap=0,
            pad=(58, 36, 0, 20),
            size=_WIDTH,
        )
        return Row(slab, Spacer(share=1))

    @property
    def _row_height(self) -> float:
        """Units of height of a row, fewer in a low window."""
        rows = 7 + len(self._more)
        return max(44.0, min(60.0, (self.view.units_high - _AROUND) / rows))

    def _leaving(self, action: Action) -> OnPress:
        return lambda: Pop(self._leave(action))

    def _row(self, key: str, icon: Icon, press: OnPress, action: Action | None = None) -> Widget:
        """Return a row with the key that does the same at the table."""
        ink: Ink = "bad" if action is Action.GIVE_UP else "ink_soft"
        keys = "" if action is None else action_key(self.context, action)
        return ListRow(
            press,
            self.context.text(f"play.{key}"),
            "",
            bool(keys) and Text(keys, "strong", "ink_soft", align="right", lines=1),
            mark=Sign(icon, ink),
            style="label",
            shortcut=action,
            size=self._row_height,
            id=key,
        )
