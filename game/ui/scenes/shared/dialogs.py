"""The dialogs and notices of several screens: quitting, storage problems, errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from game.locale import write_list
from game.locale.errors import word_error
from game.rules.errors import RulesError, RulesetError
from game.rules.names import show_name
from game.storage.problems import Problem
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation, Pop, Quit
from game.ui.parts import Dialog, DialogChoice, make_dialog
from game.ui.widgets import Look, Toast

if TYPE_CHECKING:
    from game.play.table_game import TableGame


def confirm_quit(context: Context, *, has_match: bool = True) -> Dialog:
    """Return the question whether to quit, where nothing is lost by it; with `has_match` it says
    that the match is saved.
    """
    return make_dialog(
        context,
        "menu.quit_dialog.title",
        f"menu.quit_dialog.{'saved' if has_match else 'idle'}",
        DialogChoice("menu.quit_dialog.leave", Quit, Look.PRIMARY),
        DialogChoice("menu.quit_dialog.stay"),
    )


def ask_before_loss(
    context: Context, on_phones: Sequence[str], *, is_safe: bool, has_unsaved: bool
) -> Dialog:
    """Return the question whether to quit although something is lost with the window, or guests
    play on phones in its room.
    """
    text, bodies = context.text, []
    if not is_safe:
        bodies.append(text("storage.problem.only-here"))
    if has_unsaved:
        bodies.append(text("entry.leave_body"))
    if on_phones:
        names = write_list(context.catalogue, [show_name(name) for name in on_phones])
        bodies.append(text("room.quit_body", names=names))
    choices = (
        DialogChoice(text("menu.quit_dialog.leave"), Quit, Look.DANGER),
        DialogChoice(text("menu.quit_dialog.stay")),
    )
    return Dialog(context, text("menu.quit_dialog.title"), "\n".join(bodies), choices)


def leave_or_quit(context: Context, action: Action) -> Navigation:
    """Close the scene on Cancel; quit on Quit, before which the stack asks where it must."""
    match action:
        case Action.CANCEL:
            return Pop()
        case Action.QUIT:
            return Quit()
        case _:
            return Ignored()


def notice(context: Context, body: str, title: str = "") -> Dialog:
    """Return a dialog with one sentence and a button; without `title` it announces a problem."""
    return Dialog(
        context,
        title or context.text("menu.problem.title"),
        body,
        [DialogChoice(context.text("menu.problem.ok"), look=Look.PRIMARY)],
    )


def problem_words(context: Context, problem: Problem) -> str:
    """Return a sentence about a storage problem."""
    return context.text(f"storage.problem.{problem.kind.value}", **problem.values)


def problem_notice(context: Context, problem: Problem) -> Dialog:
    """Return a notice about a storage problem."""
    return notice(context, problem_words(context, problem))


def saved_words(context: Context, key: str) -> str:
    """Return the sentence that something is saved, or, where that is false, that it is only
    here.
    """
    return context.text(key if context.store.is_safe else "storage.problem.only-here")


def toast_problem(context: Context, toast: Toast) -> bool:
    """Show the next storage problem as a toast; return whether there was one."""
    problem = None if toast.stays and toast.left > 0 else context.store.problems.take()
    if problem is not None:
        toast.show(problem_words(context, problem), 8.0, is_bad=True, stays=True)
    return problem is not None


def error_notice(context: Context, error: RulesError) -> Dialog:
    """Return a notice about a refused action, with the reason of the rules where one is worded."""
    words = word_error(context.catalogue, error)
    if not isinstance(error, RulesetError):
        detail = context.text("menu.problem.detail", detail=words)
        words = f"{context.text('menu.problem.failed')}\n{detail}"
    return notice(context, words)


def ask_who_leaves(
    context: Context,
    game: TableGame,
    seats: Sequence[int],
    leave: Callable[[int], Navigation | None],
) -> Dialog:
    """Return the question which of these seats a computer takes over (V3); `leave` lets it."""
    text = context.text
    choices = [DialogChoice(game.name_of(seat), partial(leave, seat)) for seat in seats]
    cancel = DialogChoice(text("play.cancel"), look=Look.PRIMARY)
    title, body = text("play.take_over_title"), text("play.take_over_body")
    return Dialog(context, title, body, (*choices, cancel))


def ask_coach(context: Context, call: Callable[[], Navigation | None]) -> Dialog:
    """Return the question whether to show the coach, which marks the match as aided."""
    return make_dialog(
        context,
        "play.coach_title",
        "play.coach_body",
        DialogChoice("play.coach_ask", call, Look.PRIMARY),
        DialogChoice("play.cancel"),
    )
