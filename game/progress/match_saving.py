"""Starts and resumes sessions whose every change is saved, and files finished matches."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from game.play.table import TableSetup
from game.rules.errors import Fault, FormatError
from game.storage.autosave import MatchElsewhereError
from game.storage.store import with_identity

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from game.play.session import Session
    from game.progress.challenges import Challenge
    from game.rules.match import Match
    from game.storage.store import Storage


def start_session(store: Storage, setup: TableSetup) -> Session:
    """Start a new match. Raises `RulesetError` for what V1 refuses."""
    from game.play.session import Session
    from game.progress.challenges import find_challenge

    store.file_waiting()
    leave_match(store)
    meta = with_identity(setup.to_meta())
    challenge = find_challenge(setup.challenge)
    if challenge is not None:
        return _challenge_session(store, setup, challenge, meta)
    return Session.start(
        setup.rules, setup.players, setup.seed, setup.caller, _keeper(store, setup), meta
    )


def leave_match(store: Storage) -> None:
    """Let the open match wait; one in which nobody has placed anything is discarded."""
    from game.play.session import has_progress

    left = store.autosave.load().match
    if left is not None and not has_progress(left):
        store.autosave.clear()
    else:
        store.autosave.put_by()


def resume_session(store: Storage, match: Match) -> tuple[TableSetup, Session]:
    """Return a saved match, and the table it was played at.

    Another match that is open waits from now on. Raises `FormatError` where another window has the
    match open.
    """
    from game.play.deal_source import DealSource
    from game.play.session import Session
    from game.progress.challenges import challenge_of

    setup = TableSetup.from_match(match)
    match = open_match(store, match)
    challenge = challenge_of(setup.challenge, match)
    pinned = () if challenge is None else (challenge.tiles,)
    source = DealSource(match.rules, setup.seed, pinned)
    return setup, Session(match, source, setup.caller, _keeper(store, setup))


def open_match(store: Storage, match: Match) -> Match:
    """Open a match that waits, as it was saved last.

    Raises `FormatError` where another window has it open.
    """
    try:
        return store.autosave.open(match)
    except MatchElsewhereError:
        raise FormatError(Fault.OPEN_ELSEWHERE) from None


def _challenge_session(
    store: Storage, setup: TableSetup, challenge: Challenge, meta: str
) -> Session:
    """The challenge as it is found; nothing is saved before the first move."""
    from game.play.deal_source import DealSource
    from game.play.session import Session
    from game.progress.challenges import begin_challenge

    match = replace(begin_challenge(challenge, *setup.players), meta=meta)
    source = DealSource(challenge.rules, setup.seed, (challenge.tiles,))
    return Session(match, source, setup.caller, store.save_match)


def _keeper(store: Storage, setup: TableSetup) -> Callable[[Match], None]:
    """Return what a session calls with each new match: it saves it."""
    if setup.daily is None:
        return store.save_match
    return partial(_keep_daily, store, setup.daily, setup.edition)


def _keep_daily(store: Storage, day: date, edition: str, match: Match) -> None:
    """Save the match, and store that the day's deal has been seen."""
    from game.play.session import has_progress
    from game.progress.daily_history import note_begun

    store.save_match(match)
    if has_progress(match):
        note_begun(store.profile, day, edition)
