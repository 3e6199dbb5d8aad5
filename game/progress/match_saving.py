"""Starts and resumes matches whose every change is saved."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from game.play.table import TableSetup, has_progress
from game.rules.errors import Fault, FormatError
from game.storage.autosave import MatchElsewhereError
from game.storage.store import with_identity

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from game.play.table_game import TableGame
    from game.rules.match import Match
    from game.storage.store import Storage


def start_game(store: Storage, setup: TableSetup) -> TableGame:
    """Start a new match; a challenge is saved from its first move on.

    Raises `RulesetError` for what V1 refuses.
    """
    from game.play.deal_source import DealSource
    from game.play.table_game import TableGame
    from game.progress.challenges import begin_challenge, find_challenge

    store.file_waiting()
    leave_match(store)
    meta = with_identity(setup.to_meta())
    challenge = find_challenge(setup.challenge)
    if challenge is None:
        return TableGame.start(setup, _saver(store, setup), meta)
    match = replace(begin_challenge(challenge, *setup.players), meta=meta)
    source = DealSource(challenge.rules, setup.seed, (challenge.tiles,))
    return TableGame(setup, match, source, store.save_match)


def leave_match(store: Storage) -> None:
    """Let the open match wait; one in which nobody has placed anything is discarded."""
    left = store.autosave.load().match
    if left is not None and not has_progress(left):
        store.autosave.clear()
    else:
        store.autosave.park()


def resume_game(store: Storage, match: Match) -> TableGame:
    """Return the game of a saved match.

    Another match that is open waits from now on. Raises `FormatError` where another window has the
    match open.
    """
    from game.play.deal_source import DealSource
    from game.play.table_game import TableGame
    from game.progress.challenges import challenge_of

    setup = TableSetup.from_match(match)
    match = open_match(store, match)
    challenge = challenge_of(setup.challenge, match)
    pinned = () if challenge is None else (challenge.tiles,)
    source = DealSource(match.rules, setup.seed, pinned)
    return TableGame(setup, match, source, _saver(store, setup))


def open_match(store: Storage, match: Match) -> Match:
    """Open a match that waits, as it was saved last.

    Raises `FormatError` where another window has it open.
    """
    try:
        return store.autosave.open(match)
    except MatchElsewhereError:
        raise FormatError(Fault.OPEN_ELSEWHERE) from None


def _saver(store: Storage, setup: TableSetup) -> Callable[[Match], None]:
    """Return what saves each new match of a game."""
    if setup.daily is None:
        return store.save_match
    return partial(_save_daily, store, setup.daily, setup.edition)


def _save_daily(store: Storage, day: date, edition: str, match: Match) -> None:
    """Save the match, and store that the day's deal has been seen."""
    from game.progress.daily_history import note_begun

    store.save_match(match)
    if has_progress(match):
        note_begun(store.profile, day, edition)
