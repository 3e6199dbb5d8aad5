"""Ways from a match to another deal or the menu, and the deal's code for somebody else."""

from dataclasses import replace

from game.play.table import Mark, TableSetup
from game.storage.codes import Deal, format_code, new_seed
from game.ui.frame.context import Context
from game.ui.frame.scene import Reset, Transition


def to_menu(context: Context) -> Transition:
    """Leave for the menu; the match is saved already."""
    return Reset(context.doors.menu())


def same_deal(context: Context, setup: TableSetup) -> Transition:
    """The same tiles in the same order, from the beginning."""
    marks = setup.marks & {Mark.CHALLENGE} | {Mark.AGAIN}
    return _play(context, replace(setup, marks=marks))


def new_deal(context: Context, setup: TableSetup) -> Transition:
    """The same table with a new deal."""
    fresh = replace(setup, seed=new_seed(), marks=frozenset(), daily=None, begun=None, challenge="")
    return _play(context, fresh)


def _play(context: Context, setup: TableSetup) -> Transition:
    return Reset(context.doors.new_table(setup))


def copy_code(context: Context, setup: TableSetup) -> str:
    """Put the deal's code on the clipboard; what to tell the player."""
    code = format_code(Deal(setup.rules, setup.seed))
    return context.text("play.copied" if context.copy_text(code) else "play.not_copied", code=code)
