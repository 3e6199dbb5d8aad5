"""What a server has after a match: its own files are read for names, tiles, rules and secrets."""

from __future__ import annotations

import time
from pathlib import Path

from game.bots.players.stand_ins import StandIns
from game.net.home import Home
from game.net.playing import TableOpening
from game.net.service import Service
from game.rules.ruleset import Ruleset

PATIENCE = 60.0
NAMES = ("Wilhelmina", "Bartholomäus")


def test_a_server_learns_no_name_and_no_tile(tmp_path: Path) -> None:
    service = Service(Home(tmp_path / "home"), StandIns())
    service.open().result(PATIENCE)
    try:
        bots = tuple((name, "random") for name in NAMES)
        opening = TableOpening(Ruleset(), 2, 600, (), bots, is_hosted=True)
        table = service.open_table(opening).result(PATIENCE)
        end = time.monotonic() + PATIENCE
        while not service.seen[table].is_over:
            assert time.monotonic() < end
            time.sleep(0.05)
        seen = service.seen[table]
    finally:
        service.close()
    assert seen.table is not None
    assert seen.table.match is not None
    called = seen.table.match.rounds[0].called
    server = tmp_path / "home" / "server"
    raw = b"".join(path.read_bytes() for path in server.rglob("*") if path.is_file())
    assert len(raw) > 20_000, "the match is there"
    key = seen.seating.invitation.key
    secrets = [key, *(kept.card.secret for kept in seen.seating.cards)]
    authors = [chair.author for chair in seen.table.chairs]
    unknown = [b"classic", b"single", b'"author"', b'"body"', b"greedy", b"random"]
    unknown += [name.encode() for name in NAMES]
    unknown += [name.encode("ascii", "backslashreplace") for name in NAMES]
    unknown += [f"{tile}@".encode() for tile in called]
    unknown += [*secrets, *authors, table]
    unknown += [value.hex().encode() for value in (*secrets, *authors, table)]
    assert [value for value in unknown if value in raw] == []
    # The road's name is all that it knows a table by.
    assert seen.seating.invitation.road.hex().encode() in raw
