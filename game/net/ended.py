"""Reads tables that were begun with the version before: they are shown with their match, as ended.

Their folders hold `entries.txt`, the signed lines of all their authors. The game master's lines
say the match; they are read as the journal's events. Signatures are not checked: the files are the
player's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from game.net.events import (
    AskedEvent,
    BegunEvent,
    CalledEvent,
    ClosedEvent,
    JournalLine,
    LeftEvent,
    OpenedEvent,
    SubstituteEvent,
    TableEventBody,
)
from game.net.table import FINISH, Table, begin_table, follow
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import refusing_at
from game.rules.names import clean_name
from game.rules.record import parse_record
from game.rules.tiles import Tile
from game.storage.files import read_bounded

MAX_BYTES: Final = 256 << 20
_NO_ID: Final = "0" * 16


def read_ended(folder: Path) -> tuple[Table | None, str]:
    """Return an old table as far as its file holds it, None without an opening; and its league.

    Raises `FormatError` and `OSError`.
    """
    raw = read_bounded(folder / "entries.txt", MAX_BYTES) or b""
    entries: dict[str, dict[str, Any]] = {}
    for line in raw.decode("ascii", "replace").split("\n"):
        text = line.partition(" ")[2]
        try:
            value = json.loads(text)
            entries[_hash("entry", text.encode())] = value if isinstance(value, dict) else {}
        except ValueError:
            continue
    table: Table | None = None
    try:
        for number, (at, body) in enumerate(_events(entries, folder.name), 1):
            event = JournalLine(number, at, 0, "", body)
            table = begin_table(event) if table is None else follow(table, event)
    except (KeyError, TypeError, ValueError, AttributeError):
        # What somebody wrote against the form of then is read up to there.
        if table is None:
            raise FormatError(Fault.ALTERED, str(folder / "entries.txt")) from None
    except FormatError:
        if table is None:
            raise
    return table, _league(folder)


def _events(entries: dict[str, dict[str, Any]], id: str) -> Iterator[tuple[int, TableEventBody]]:
    """Yield what the game master's entries say, in their order, with its time."""
    opening = entries.get(id)
    if opening is None:
        return
    master, opened = opening["author"], opening["body"]
    record = {"format": "take-it-easy", "version": 1, "rules": opened["rules"], "rounds": []}
    players = [{"name": "-", "kind": "human"}] * opened["seats"]
    with refusing_at("open"):
        rules = parse_record(json.dumps(record | {"players": players})).rules
    table = bytes.fromhex(id)
    yield (
        0,
        OpenedEvent(
            table[:16], rules, opened["seats"], opened["time"], "0" * 64, bytes.fromhex(master)
        ),
    )
    for entry in entries.values():
        if entry["body"]["kind"] == "sit":
            body, key = entry["body"], bytes.fromhex(entry["author"])
            yield 0, AskedEvent(key, clean_name(body["name"]) or "?", body["bot"], _NO_ID)
    following = {
        entry["before"]: hash for hash, entry in entries.items() if entry["author"] == master
    }
    hash, at, numbers, bag = following.get(id), 0, [], list(rules.grid.tile_set)
    calls = 0
    while hash is not None:
        body = entries[hash]["body"]
        kind = body["kind"]
        if kind == "begin":
            keys = tuple(bytes.fromhex(entries[sit]["author"]) for sit in body["sits"])
            numbers = [bytes.fromhex(sit) for sit in body["sits"]]
            yield at, BegunEvent(keys, tuple(body["house"]))
        elif kind == "call":
            index = calls % len(rules.call_sizes)
            bag = list(rules.grid.tile_set) if not index else bag
            tiles = _draw(table, bytes.fromhex(body["link"]), numbers, bag, rules.call_sizes[index])
            bag = [tile for tile in bag if tile not in tiles]
            calls, at = calls + 1, max(at, body.get("from") or 0)
            yield at, CalledEvent(calls, tiles, max(at, body["until"]))
        elif kind == "close":
            at = max(at, body["at"])
            numbers = [bytes.fromhex(seat.get("salt", "0" * 64)) for seat in body["seats"]]
            turns = tuple(
                (seat["placed"] if "placed" in seat else seat["text"]).replace("/", FINISH)
                for seat in body["seats"]
            )
            missed = tuple(i for i, seat in enumerate(body["seats"]) if "placed" in seat)
            for seat in body["seats"]:
                if "leave" in seat:
                    yield at, LeftEvent(bytes.fromhex(entries[seat["leave"]]["author"]), _NO_ID)
            yield at, ClosedEvent(calls, turns, missed)
        elif kind == "seat":
            if body["leave"] is not None:
                yield at, LeftEvent(bytes.fromhex(entries[body["leave"]]["author"]), _NO_ID)
            key = bytes.fromhex(entries[body["sit"]]["author"])
            yield at, SubstituteEvent(body["seat"], key, body["house"])
        hash = following.get(hash)


def _hash(name: str, *parts: bytes) -> str:
    head = b"take-it-easy 1 " + name.encode() + b"\n"
    return sha256(head + b"".join(parts)).hexdigest()


def _draw(
    table: bytes, link: bytes, numbers: list[bytes], bag: list[Tile], count: int
) -> tuple[Tile, ...]:
    n = int(_hash("draw", table, link, *numbers), 16)
    left, drawn = sorted(bag, key=str), []
    for _ in range(count):
        n, place = divmod(n, len(left))
        drawn.append(left.pop(place))
    return tuple(drawn)


def _league(folder: Path) -> str:
    try:
        value = json.loads(read_bounded(folder / "table.json", 1 << 16) or b"{}")
        league = value["desk"]["league"]
    except (ValueError, KeyError, TypeError):
        return ""
    return clean_name(league) if isinstance(league, str) else ""
