"""Dialogs and messages that several screens use: quitting, problems, errors."""

from collections.abc import Callable, Sequence

from game.locale import write_list
from game.locale.errors import word_error
from game.rules.errors import RulesError, RulesetError
from game.rules.names import show_name
from game.storage.problems import Problem
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation, Pop, Push, Quit
from game.ui.parts import Dialog, DialogChoice, ask
from game.ui.widgets import Look, Toast


def confirm_quit(context: Context, *, has_match: bool = True) -> Dialog:
    """Return the question whether to leave the game; with a match it says that nothing is lost."""
    if guests := context.apart.guests():
        return ask_guests_wait(context, guests)
    body = "idle" if not has_match else "saved" if context.store.autosave.is_safe else "unsaved"
    look = Look.DANGER if body == "unsaved" else Look.PRIMARY
    return ask(
        context,
        "menu.quit_dialog.title",
        f"menu.quit_dialog.{body}",
        DialogChoice("menu.quit_dialog.leave", Quit, look),
        DialogChoice("menu.quit_dialog.stay"),
    )


def ask_guests_wait(context: Context, guests: Sequence[str]) -> Dialog:
    """Return the question whether to leave a game that carries other people's table."""
    names = write_list(context.catalogue, [show_name(name) for name in guests])
    return ask(
        context,
        "menu.quit_dialog.title",
        "together.quit_body",
        DialogChoice("menu.quit_dialog.leave", Quit, Look.DANGER),
        DialogChoice("menu.quit_dialog.stay"),
        names=names,
    )


def quit_safely(context: Context) -> Navigation:
    """Leave a game that is saved at every act; ask only where it could not be saved."""
    return Quit() if context.store.autosave.is_safe else Push(confirm_quit(context))


def leave_or_quit(context: Context, action: Action) -> Navigation:
    """Go back to where one came from, or leave the game after a question; nothing is lost."""
    match action:
        case Action.CANCEL:
            return Pop()
        case Action.QUIT:
            return Push(confirm_quit(context, has_match=False))
        case _:
            return Ignored()


def notice(context: Context, body: str, title: str = "") -> Dialog:
    """A dialog with one sentence and a button that closes it; bad news where it has no title."""
    return Dialog(
        context,
        title or context.text("menu.problem.title"),
        body,
        [DialogChoice(context.text("menu.problem.ok"), look=Look.PRIMARY)],
    )


def problem_words(context: Context, problem: Problem) -> str:
    """Return what was wrong with a stored file, in the player's language."""
    return context.text(f"storage.problem.{problem.kind.value}", **problem.values)


def problem_notice(context: Context, problem: Problem) -> Dialog:
    """Say what was wrong with something stored."""
    return notice(context, problem_words(context, problem))


def toast_problem(context: Context, toast: Toast) -> bool:
    """Say over a game that goes on what could not be stored; whether there was anything."""
    problem = None if toast.stays and toast.left > 0 else context.store.problems.take()
    if problem is not None:
        toast.show(problem_words(context, problem), 8.0, is_bad=True, stays=True)
    return problem is not None


def error_notice(context: Context, error: RulesError) -> Dialog:
    """Say that something could not be done: in words where the rules have a reason."""
    words = word_error(context.catalogue, error)
    if not isinstance(error, RulesetError):
        detail = context.text("menu.problem.detail", detail=words)
        words = f"{context.text('menu.problem.failed')}\n{detail}"
    return notice(context, words)


def ask_coach(context: Context, call: Callable[[], Navigation | None]) -> Dialog:
    """Return the question whether the coach may speak, which marks the match."""
    return ask(
        context,
        "play.coach_title",
        "play.coach_body",
        DialogChoice("play.coach_ask", call, Look.PRIMARY),
        DialogChoice("play.cancel"),
    )
