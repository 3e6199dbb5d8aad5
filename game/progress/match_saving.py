"""Starting and resuming matches that save every change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.play.table import TableSetup, has_progress
from game.rules.marks import Mark
from game.storage.store import with_identity

if TYPE_CHECKING:
    from game.play.table_game import TableGame
    from game.rules.match import Match
    from game.storage.store import Storage


def start_game(store: Storage, setup: TableSetup) -> TableGame:
    """Start a new match; a challenge is saved only from its first move on.

    Raises `RulesetError` for a table that V1 forbids.
    """
    from game.play.deal_source import DealSource
    from game.play.keeper import LocalKeeper
    from game.play.table_game import TableGame
    from game.progress.challenges import begin_challenge, find_challenge

    store.file_waiting()
    leave_match(store)
    if not setup.challenge and is_deal_known(store, setup):
        setup = setup.marked(Mark.AGAIN)
    meta = with_identity(setup.to_meta())
    challenge = find_challenge(setup.challenge)
    if challenge is None:
        return TableGame.start(setup, store.save_match, meta)
    match = replace(begin_challenge(challenge, *setup.players), meta=meta)
    source = DealSource(challenge.rules, setup.seed, (challenge.tiles,))
    return TableGame(setup, LocalKeeper(match, store.save_match), source)


def is_deal_known(store: Storage, setup: TableSetup) -> bool:
    """Whether any round of the setup's seed was dealt before, in any game."""
    from game.rules.deal import deal_order, round_seed
    from game.storage.database import order_key

    rules = setup.rules
    seeds = (round_seed(setup.seed, index) for index in range(rules.rounds))
    return store.profile.has_dealt(order_key(deal_order(rules.grid, seed)) for seed in seeds)


def leave_match(store: Storage) -> None:
    """Put the open match among the waiting ones; discard it if it has no progress."""
    left = store.autosave.load().match
    if left is not None and not has_progress(left):
        store.autosave.clear()
    else:
        store.autosave.park()


def resume_match(store: Storage, match: Match) -> TableGame:
    """Return the game of a saved match; another open match is put among the waiting ones.

    Raises `RulesetError` for more players than there are seats (V6).
    """
    from game.play.deal_source import DealSource
    from game.play.keeper import LocalKeeper
    from game.play.table_game import TableGame
    from game.progress.challenges import find_challenge
    from game.rules.match import new_match

    setup = TableSetup.from_match(match)
    new_match(match.rules, match.players)
    match = open_match(store, match)
    challenge = find_challenge(setup.challenge)
    pinned = () if challenge is None else (challenge.tiles,)
    source = DealSource(match.rules, setup.seed, pinned)
    return TableGame(setup, LocalKeeper(match, store.save_match), source)


def open_match(store: Storage, match: Match) -> Match:
    """Open a waiting match in its last saved state."""
    return store.autosave.open(match)
