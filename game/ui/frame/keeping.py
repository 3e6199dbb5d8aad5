"""Matches are kept: at every change while they are played, in the history when they are over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.play.table import TableSetup
from game.storage.store import with_identity

if TYPE_CHECKING:
    from game.play.session import Session
    from game.rules.match import Match
    from game.storage.store import Storage


def start_session(store: Storage, setup: TableSetup) -> Session:
    """A new match. Raises `RulesetError` for what V1 refuses."""
    from game.play.session import Session

    store.file_waiting()
    meta = with_identity(setup.to_meta())
    return Session.start(
        setup.rules, setup.players, setup.seed, setup.caller, store.save_match, meta
    )


def resume_session(store: Storage, match: Match) -> tuple[TableSetup, Session]:
    """A saved match, and the table it was played at.

    Raises `FormatError` where the record's `meta` is no table's.
    """
    from game.play.deal_source import DealSource
    from game.play.session import Session

    setup = TableSetup.from_match(match)
    # A finished one without identity may be in the history already.
    if not match.is_complete:
        match = replace(match, meta=with_identity(match.meta))
    source = DealSource(match.rules, setup.seed)
    return setup, Session(match, source, setup.caller, store.save_match)
