"""Opens tables: a new match, a saved one, the same deal, another deal; or returns to the title."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.play.table import TableSetup
from game.progress.match_saving import leave_match
from game.rules.errors import RulesError
from game.rules.marks import Mark
from game.rules.match import Match
from game.storage.codes import Deal, format_code, new_seed
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push, Reset
from game.ui.scenes.shared.choosing import name_computers
from game.ui.scenes.shared.dialogs import error_notice

if TYPE_CHECKING:
    from game.storage.history import PlayedMatch


def start_match(context: Context, setup: TableSetup) -> Navigation:
    """Push the table of a new match, or a notice why it cannot start."""
    try:
        return Push(context.routes.new_table(setup))
    except RulesError as error:
        return Push(error_notice(context, error))


def continue_match(context: Context, match: Match) -> Navigation:
    """Push the table of a saved match, or a notice why it cannot resume."""
    try:
        return Push(context.routes.saved_table(name_computers(context, match)))
    except RulesError as error:
        return Push(error_notice(context, error))


def open_finished(context: Context, played: PlayedMatch | None) -> Navigation | None:
    """Push the count of a stored match; None if its record cannot be read."""
    match = None if played is None else context.store.profile.match(played.id)
    return None if match is None else Push(context.routes.finished_count(match))


def to_title(context: Context) -> Navigation:
    """Return to the title; a match under way is saved there."""
    leave_match(context.store)
    return Reset(context.routes.title())


def drop_match(context: Context) -> Navigation:
    """Give up the match under way, and return to the title."""
    context.store.autosave.clear()
    return to_title(context)


def same_deal(context: Context, setup: TableSetup) -> Navigation:
    """Start a new match on the same deal."""
    marks = setup.marks & {Mark.CHALLENGE} | {Mark.AGAIN}
    return _play(context, replace(setup, marks=marks))


def new_deal(context: Context, setup: TableSetup) -> Navigation:
    """Start the same table with a new deal."""
    fresh = replace(setup, seed=new_seed(), marks=frozenset(), daily=None, begun=None, challenge="")
    return _play(context, fresh)


def _play(context: Context, setup: TableSetup) -> Navigation:
    try:
        return Reset(context.routes.new_table(setup))
    except RulesError as error:
        # At a real table there were more players than seats here (V6).
        return Push(error_notice(context, error))


def copy_code(context: Context, setup: TableSetup) -> str:
    """Copy the deal's code to the clipboard; return the message for the player."""
    code = format_code(Deal(setup.rules, setup.seed))
    return context.text("play.copied" if context.copy_text(code) else "play.not_copied", code=code)
