"""The session behind a table: a new one, or one that was interrupted; each change is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.play.deal_source import DealSource
from game.play.session import Session
from game.play.table import TableSetup

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.ui.frame.context import Context

__all__ = ["resume_session", "start_session"]


def start_session(context: Context, setup: TableSetup) -> Session:
    """A new match. Raises `RulesetError` for what V1 refuses."""
    return Session.start(
        setup.rules,
        setup.players,
        setup.seed,
        setup.caller,
        lambda match: _save(context, match),
        meta=setup.to_meta(),
    )


def resume_session(context: Context, match: Match) -> tuple[TableSetup, Session]:
    """A saved match, and the table it was played at.

    Raises `FormatError` where the record's `meta` is no table's.
    """
    setup = TableSetup.from_match(match)
    source = DealSource(match.rules, setup.seed)
    return setup, Session(match, source, setup.caller, lambda changed: _save(context, changed))


def _save(context: Context, match: Match) -> None:
    """Keep the match before anything of the change is shown."""
    context.store.autosave.save(match)
