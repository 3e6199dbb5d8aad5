"""Tests of what a player knows of the tiles to come."""

from __future__ import annotations

from game.bots.protocol import unseen_tiles
from game.rules.match import Player, apply, new_match
from game.rules.moves import BeginRound, Call
from game.rules.record import read_record, record_json
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


def test_a_seat_has_not_seen_the_tiles_of_the_calls_after_its_own() -> None:
    """In a record a seat may lag behind the calls."""
    rules = Ruleset.parse("classic free pairs none")
    match, _ = apply(new_match(rules, (Player("Ana"), Player("Ben"))), BeginRound())
    assert unseen_tiles(match, 0) == rules.grid.tile_set
    tiles = [*map(Tile.parse, ["293", "298", "694", "758"])]
    match, _ = apply(match, Call(tuple(tiles[:2])))
    record = record_json(match)
    assert unseen_tiles(match, 1) == tuple(t for t in rules.grid.tile_set if t not in tiles[:2])
    (played,) = record["rounds"]
    played["calls"].append([str(tile) for tile in tiles[2:]])
    played["boards"][0]["turns"] = [["293@a1", "298@a2"]]
    ahead = read_record(record)
    assert unseen_tiles(ahead, 0) == tuple(t for t in rules.grid.tile_set if t not in tiles)
    assert unseen_tiles(ahead, 1) == tuple(t for t in rules.grid.tile_set if t not in tiles[:2])
