"""The ways to a table, a new match, an interrupted one, the same deal, another; and to the menu."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.play.table import Mark, TableSetup
from game.rules.errors import RulesError
from game.storage.codes import Deal, format_code, new_seed
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation, Push, Reset
from game.ui.scenes.shared.dialogs import ask_before_new_match, error_notice
from game.ui.scenes.shared.names import match_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.rules.match import Match


def start_match(context: Context, setup: TableSetup) -> Navigation:
    """Put the table of a new match on top, or say why that cannot be."""
    try:
        return Push(context.routes.new_table(setup))
    except RulesError as error:
        return Push(error_notice(context, error))


def continue_match(context: Context, match: Match) -> Navigation:
    """Put the table of an interrupted match on top, or say why that cannot be."""
    try:
        return Push(context.routes.saved_table(match))
    except RulesError as error:
        return Push(error_notice(context, error))


def waiting_match(context: Context) -> Match | None:
    """The match that can be continued or is still to be counted, `None` where there is none."""
    return context.store.autosave.load().match


def begin_or_ask(
    context: Context,
    begin: Callable[[], Navigation | None],
    close: Callable[[Navigation], Navigation] = lambda transition: transition,
) -> Navigation:
    """Begin a new match, asking first where another one waits.

    `close` wraps what is done in the end, for a scene that goes away with it.
    """
    from game.play.session import has_progress

    match = waiting_match(context)
    if match is None or not has_progress(match):
        return close(begin() or Ignored())
    return Push(
        ask_before_new_match(
            context,
            lambda: match_words(context, match),
            lambda: close(begin() or Ignored()),
            lambda: close(continue_match(context, match)),
        )
    )


def to_menu(context: Context) -> Navigation:
    """Leave for the menu; the match is saved already."""
    return Reset(context.routes.menu())


def same_deal(context: Context, setup: TableSetup) -> Navigation:
    """The same tiles in the same order, from the beginning."""
    marks = setup.marks & {Mark.CHALLENGE} | {Mark.AGAIN}
    return _play(context, replace(setup, marks=marks))


def new_deal(context: Context, setup: TableSetup) -> Navigation:
    """The same table with a new deal."""
    fresh = replace(setup, seed=new_seed(), marks=frozenset(), daily=None, begun=None, challenge="")
    return _play(context, fresh)


def _play(context: Context, setup: TableSetup) -> Navigation:
    return Reset(context.routes.new_table(setup))


def copy_code(context: Context, setup: TableSetup) -> str:
    """Put the deal's code on the clipboard; what to tell the player."""
    code = format_code(Deal(setup.rules, setup.seed))
    return context.text("play.copied" if context.copy_text(code) else "play.not_copied", code=code)
