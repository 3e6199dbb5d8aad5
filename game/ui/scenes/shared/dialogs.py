"""The dialogs and notices of several screens: quitting, storage problems, errors."""

from collections.abc import Callable, Sequence

from game.locale import write_list
from game.locale.errors import word_error
from game.rules.errors import RulesError, RulesetError
from game.rules.names import show_name
from game.storage.problems import Problem
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Ignored, Navigation, Pop, Push, Quit
from game.ui.parts import Dialog, DialogChoice, make_dialog
from game.ui.widgets import Look, Toast


def confirm_quit(context: Context, *, has_match: bool = True) -> Dialog:
    """Return the question whether to quit; with `has_match` it says that the match is saved."""
    if guests := context.apart.guests():
        return ask_guests_wait(context, guests)
    body = "idle" if not has_match else "saved" if context.store.autosave.is_safe else "unsaved"
    look = Look.DANGER if body == "unsaved" else Look.PRIMARY
    return make_dialog(
        context,
        "menu.quit_dialog.title",
        f"menu.quit_dialog.{body}",
        DialogChoice("menu.quit_dialog.leave", Quit, look),
        DialogChoice("menu.quit_dialog.stay"),
    )


def ask_guests_wait(context: Context, guests: Sequence[str]) -> Dialog:
    """Return the question whether to quit while this program hosts other players' tables."""
    names = write_list(context.catalogue, [show_name(name) for name in guests])
    return make_dialog(
        context,
        "menu.quit_dialog.title",
        "together.quit_body",
        DialogChoice("menu.quit_dialog.leave", Quit, Look.DANGER),
        DialogChoice("menu.quit_dialog.stay"),
        names=names,
    )


def quit_safely(context: Context) -> Navigation:
    """Quit, asking only if the match could not be saved."""
    return Quit() if context.store.autosave.is_safe else Push(confirm_quit(context))


def leave_or_quit(context: Context, action: Action) -> Navigation:
    """Close the scene on Cancel; ask before quitting on Quit."""
    match action:
        case Action.CANCEL:
            return Pop()
        case Action.QUIT:
            return Push(confirm_quit(context, has_match=False))
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


def ask_coach(context: Context, call: Callable[[], Navigation | None]) -> Dialog:
    """Return the question whether to show the coach, which marks the match as aided."""
    return make_dialog(
        context,
        "play.coach_title",
        "play.coach_body",
        DialogChoice("play.coach_ask", call, Look.PRIMARY),
        DialogChoice("play.cancel"),
    )
