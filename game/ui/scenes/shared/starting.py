"""The ways to a table: a new match, an interrupted one, and the question between the two."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.rules.errors import RulesError
from game.ui.frame.scene import Ignored, Push, Transition
from game.ui.scenes.shared.dialogs import ask_before_new_match, tell_error
from game.ui.scenes.shared.names import match_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.play.table import TableSetup
    from game.rules.match import Match
    from game.ui.frame.context import Context


def start_match(context: Context, setup: TableSetup) -> Transition:
    """Put the table of a new match on top, or say why that cannot be."""
    try:
        return Push(context.doors.new_table(setup))
    except RulesError as error:
        return Push(tell_error(context, error))


def continue_match(context: Context, match: Match) -> Transition:
    """Put the table of an interrupted match on top, or say why that cannot be."""
    try:
        return Push(context.doors.saved_table(match))
    except RulesError as error:
        return Push(tell_error(context, error))


def waiting_match(context: Context) -> Match | None:
    """The match that can be continued or is still to be counted, `None` where there is none."""
    return context.store.autosave.load().match


def begin_or_ask(
    context: Context,
    begin: Callable[[], Transition | None],
    close: Callable[[Transition], Transition] = lambda transition: transition,
) -> Transition:
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
