"""Matches are kept: at every change while they are played, in the history when they are over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.play.table import Mark, TableSetup
from game.storage.store import with_identity

if TYPE_CHECKING:
    from game.play.session import Session
    from game.rules.match import Match
    from game.storage.store import Storage


def start_session(store: Storage, setup: TableSetup) -> Session:
    """A new match. Raises `RulesetError` for what V1 refuses."""
    from game.play.session import Session

    file_waiting(store)
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


def file_match(store: Storage, match: Match) -> None:
    """Put the match just finished into the history: see `Storage.file_match`."""
    store.file_match(match, _about)


def file_waiting(store: Storage) -> None:
    """Try again with finished matches that could not be filed before."""
    store.file_waiting(_about)


def _about(match: Match) -> tuple[str, bool]:
    setup = TableSetup.from_match(match)
    return setup.edition, bool(setup.marks & {Mark.COACHED, Mark.WHAT_IF})
