"""The pause menu, and the questions before something is lost."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from game.play.table import TableSetup
from game.storage.codes import Deal, format_code
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Push
from game.ui.parts import Dialog, DialogChoice
from game.ui.scenes.shared.names import rules_page
from game.ui.scenes.shared.pausing import PauseRow, PauseScene
from game.ui.scenes.shared.starting import to_title
from game.ui.widgets import Look


def confirm(
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


def pause_scene(
    context: Context,
    setup: TableSetup,
    leave: Callable[[Action], Navigation | None],
    more: Callable[[], Iterable[PauseRow]] = tuple,
) -> PauseScene:
    """Return the pause of a match; `leave` performs its ways out, `more` are this table's rows."""
    text, routes = context.text, context.routes
    deal = format_code(Deal(setup.rules, setup.seed))

    def leaving(words: str, icon: Icon, action: Action) -> PauseRow:
        return PauseRow(words, icon, lambda: Pop(leave(action)), action)

    def rows() -> Iterator[PauseRow]:
        yield leaving(text("play.restart"), Icon.RESTART, Action.RESTART)
        # A challenge's calls have no seed.
        if not setup.challenge:
            yield leaving(text("play.new_deal"), Icon.DICE, Action.NEW_DEAL)
        yield from more()
        rules = partial(routes.rules, rules_page(setup.rules))
        yield PauseRow(text("play.rules"), Icon.BOOK, lambda: Push(rules()), Action.HELP)
        yield PauseRow(text("play.settings"), Icon.SETTINGS, lambda: Push(routes.settings()))
        yield leaving(text("play.give_up"), Icon.FLAG, Action.GIVE_UP)
        yield PauseRow(text("play.menu"), Icon.HOME, partial(to_title, context))
        if not setup.challenge:
            yield leaving(text("play.deal", code=deal), Icon.COPY, Action.COPY)

    return PauseScene(context, partial(text, "play.paused"), rows)
