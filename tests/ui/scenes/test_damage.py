"""Whatever the files contain, no scene fails: damage is reported, or is treated as missing."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.bots.values.fingerprint import sign
from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.progress.match_saving import resume_match, start_game
from game.rules.errors import FormatError
from game.rules.match import Match, Player
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.store import open_storage
from game.ui.frame.context import Context
from game.ui.scenes.guests.scene import open_guest
from game.ui.scenes.shared.starting import continue_match
from game.ui.scenes.shared.waiting import progress_words, waited_words, waiting_name
from tests.play.playing import play_step
from tests.storage.matches import play_match
from tests.test_foreign_records import odd_metas, with_meta
from tests.ui.scenes.stage import Stage

pytestmark = pytest.mark.slow

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 7, 10**400, 1.5, float("inf"), "", "x", "9" * 300, "\ud800", [], ["x"], [[]],
    {}, {"x": []}, "9" * 15, 86401,
)  # fmt: skip
"""Values that may replace another one."""


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
    game = start_game(store, setup)
    for _ in range(9):
        play_step(game)
    return game.match


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
        for _ in range(40):
            tree = json.loads(match.meta or "{}")
            record = json.loads(print_record(match)) | {"meta": spoil(tree, random)}
            try:
                spoilt = parse_record(json.dumps(record))
            except FormatError:
                continue
            assert waiting_name(player, spoilt)
            assert progress_words(player, spoilt)
            waited_words(player, spoilt)
            top = continue_match(player, spoilt).scene  # type: ignore[union-attr]
            stage = Stage(player, top)
            stage.let(0.1)
            stage.draw()


def test_no_odd_meta_of_a_strangers_match_fails(player: Context) -> None:
    record = json.loads(print_record(play_match(names=("Ana", "Bob"))))
    for _, meta in Random(8).sample(list(odd_metas()), 30):
        match = with_meta(record, meta)
        if match is None:
            continue
        for top in (open_guest(player, match), player.routes.finished_count(match)):
            stage = Stage(player, top)
            stage.let(0.1)
            stage.draw()


ROWS = (
    "UPDATE match SET rules = 'classic free single rain'",
    "UPDATE match SET rules = ''",
    "UPDATE match SET finished_at = '2026-11-21 12:00'",
    "UPDATE match SET finished_at = '1970-01-01T00:00:00+00:00'",
    "UPDATE match SET edition = 'none', marks = 'x y z timed', deal = '?'",
    "UPDATE match SET identity = id, seed = 'x'",
    "UPDATE match SET record = 'x' || record",
    "UPDATE match SET record = '[]'",
    "UPDATE match SET record = replace(record, '\"meta\"', '\"mega\"')",
    "UPDATE match SET record = replace(record, '2026', '20e6')",
    "UPDATE result SET lines = '3x9 x 9x x3 99x99', total = 12.25, name = ''",
    "UPDATE result SET is_human = 0, bot = 'nobody'",
    "UPDATE found SET value = '[]'",
    f'UPDATE found SET value = \'{{"best:0": 1e308, "{sign("master:0")}": -1e308, "begun": "x"}}\'',
    "UPDATE found SET value = replace(value, ':', '\":')",
    "UPDATE OR IGNORE found SET what = 'puzzles:' || (SELECT identity FROM match LIMIT 1)",
    'UPDATE found SET value = \'{"0:0": 5, "x:y:z": 5, "0:0:99": 5, "9:9:9": 5}\'',
    "DELETE FROM found",
)
"""Changes of the history's rows that a spoilt byte, or a foreign tool, may have made."""


@pytest.mark.parametrize("damage", ROWS)
def test_no_odd_row_of_the_history_fails_a_page(
    player: Context, tmp_path: Path, damage: str
) -> None:
    places = find_places({HOME_VARIABLE: str(tmp_path)})
    with closing(open_storage(places)) as store:
        day = date(2026, 11, 21)
        begun = datetime(2026, 11, 21, 12, tzinfo=UTC)
        for more in ({}, {"daily": day, "begun": begun}):
            store.file_match(_play_on(store, table_match(store, **more)))
        identity = store.profile.last_matches()[0].identity
        store.profile.store_findings(f"puzzles:{identity}", {"0:0:3": 9.5, "solved:0:0:3": 1})
        store.profile.store_findings(identity, {sign("column:2"): 3.5, sign("rounds"): 1})
    with closing(sqlite3.connect(places.profile)) as database, database:
        database.execute(damage)
    with closing(open_storage(places)) as store:
        player.store = store
        routes = player.routes
        front = (routes.title, routes.records, routes.daily)
        for open_page in (*front, routes.goals, routes.challenges, routes.puzzles):
            stage = Stage(player, open_page())
            stage.let(0.3)
            stage.draw()
        for played in store.profile.last_matches():
            assert played.results
        assert store.profile.add_match(play_match("99")) is not None


def _play_on(store: Any, match: Match) -> Match:
    game = resume_match(store, match)
    while play_step(game):
        pass
    return game.match
