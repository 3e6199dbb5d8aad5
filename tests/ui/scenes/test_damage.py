"""Whatever stands in the files, no scene fails: it is told, or it is as if it were not there."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from random import Random
from typing import Any

from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.rules.errors import FormatError
from game.rules.match import Match, Player
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.frame.keeping import start_session
from game.ui.scenes.shared.names import match_words
from game.ui.scenes.shared.starting import continue_match
from tests.storage.test_keeping import play_step
from tests.ui.scenes.stage import Stage

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 7, 10**400, 1.5, float("inf"), "", "x", "9" * 300, "\ud800", [], ["x"], [[]],
    {}, {"x": []}, "9" * 15, 86401,
)  # fmt: skip
"""What may stand where something else did."""


def spoil(tree: Any, random: Random) -> Any:
    """The same tree with one value that is another, or gone."""
    if isinstance(tree, dict) and tree and random.random() < 0.85:
        key = random.choice(list(tree))
        if random.random() < 0.1:
            return {k: v for k, v in tree.items() if k != key}
        return tree | {key: spoil(tree[key], random)}
    if isinstance(tree, list) and tree and random.random() < 0.85:
        index = random.randrange(len(tree))
        return [*tree[:index], spoil(tree[index], random), *tree[index + 1 :]]
    return random.choice(ODD)


def table_match(store: Any, **more: Any) -> Match:
    setup = TableSetup(Ruleset(), (Player("Ana"),), "7", "standard", **more)
    session = start_session(store, setup)
    for _ in range(9):
        play_step(session)
    return session.match


def caller_match(context: Context) -> Match:
    kept: list[Match] = []
    setup = TableSetup(Ruleset(), (Player("Ana"), Player("Bob")), "7", "standard")
    game = CallerGame.start(setup, Pace(30, True), context.engines, kept.append)
    for _ in range(4):
        game.call(game.draw())
    return kept[-1]


def saved_matches(context: Context) -> list[Match]:
    store = context.store
    day = date(2026, 11, 21)
    begun = datetime(2026, 11, 21, 12, tzinfo=UTC)
    return [
        table_match(store),
        table_match(store, answer_seconds=30, marks=frozenset(), daily=day, begun=begun),
        caller_match(context),
    ]


def test_no_odd_meta_of_a_saved_match_fails(player: Context) -> None:
    random = Random(4)
    for match in saved_matches(player):
        for _ in range(60):
            tree = json.loads(match.meta or "{}")
            record = json.loads(print_record(match)) | {"meta": spoil(tree, random)}
            try:
                spoilt = parse_record(json.dumps(record))
            except FormatError:
                continue
            assert match_words(player, spoilt)
            top = continue_match(player, spoilt).scene  # type: ignore[union-attr]
            stage = Stage(player, top)
            stage.let(0.1)
            stage.draw()
