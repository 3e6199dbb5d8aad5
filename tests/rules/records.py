"""Short ways to write records in tests."""

from __future__ import annotations

import json
from typing import Any

from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.match import Match
from game.rules.placement import Position, empty_position, put_unchecked
from game.rules.record import parse_record, rules_json
from game.rules.ruleset import Ruleset
from game.rules.score_json import score_json
from game.rules.tiles import Tile
from tests.rules.referee import judge, ordered


def words(text: str) -> list[list[str]]:
    """`"294 753 / 618"` as `[["294", "753"], ["618"]]`; `-` alone is an empty entry."""
    return [part.replace("-", "").split() for part in text.split("/")] if text.strip() else []


def record(rules: str, calls: str, *boards: str, **extra: Any) -> dict[str, Any]:
    """A record of one round by `rules` (as `Ruleset.parse` reads them).

    Each board is its turns, parted by `/`; after `; finish` come the closing moves.
    """
    written = []
    for board in boards:
        turns, semicolon, finish = board.partition("; finish")
        written.append({"turns": words(turns)} | ({"finish": finish.split()} if semicolon else {}))
    return {
        "format": "take-it-easy",
        "version": 1 if len(boards) <= 6 else 2,
        "rules": rules_json(Ruleset.parse(rules)),
        "players": [{"name": f"P{i}", "kind": "human"} for i in range(len(boards))],
        "rounds": [{"caller": None, "seed": None, "calls": words(calls), "boards": written}],
    } | extra


def read(rules: str, calls: str, *boards: str) -> Match:
    """The match of a record, which the referee has found in order too."""
    value = record(rules, calls, *boards)
    match = parse_record(json.dumps(value))
    assert ordered(score_json(match)) == ordered(judge(value))
    return match


def full_boards(rules: str, *boards: str) -> Match:
    """A match of one round that ended with these boards, their tiles in the order of spaces.

    The first board gives the calling order; all boards must hold the same tiles.
    """
    grid = DAFFODIL if rules.startswith("daffodil") else CLASSIC
    order = boards[0].split()
    at = [dict(zip(board.split(), map(str, grid.spaces), strict=True)) for board in boards]
    turns = [" / ".join(f"{tile}@{spaces[tile]}" for tile in order) for spaces in at]
    return read(rules, " / ".join(order), *turns)


def score_of(match: Match, player: int = 0) -> dict[str, Any]:
    """A player's first round as the score's JSON shows it."""
    score: dict[str, Any] = score_json(match)["players"][player]["rounds"][0]
    return score


def products(match: Match, player: int = 0) -> list[tuple[int, int]]:
    """The scoring lines of a player's first round as (length, number), in no order."""
    lines = score_of(match, player)["lines"]
    return sorted((len(line["spaces"]), line["number"]) for line in lines)


def board(tiles: str, grid: str = "classic") -> Position:
    """A full board, or one with `...` on its empty spaces."""
    position = empty_position(DAFFODIL if grid.startswith("daffodil") else CLASSIC)
    for space, tile in enumerate(tiles.split()):
        if tile != "...":
            position = put_unchecked(position, Tile.parse(tile), space)
    return position
