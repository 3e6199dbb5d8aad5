"""Builds the record by which a finished network table enters the history."""

import json
from dataclasses import replace

from game.net.journal.names import name_players
from game.net.journal.record import record_match
from game.net.service.snapshots import TableSnapshot
from game.play.table import TableSetup
from game.rules.match import Match
from game.rules.meta import APART_KEY, ID_KEY


def finished_match(snapshot: TableSnapshot) -> Match | None:
    """Return a finished match's record for the history, with one identity per table; None if
    none.
    """
    if snapshot.table is None or snapshot.is_stopped:
        return None
    match = record_match(snapshot.table)
    if match is None or not match.is_complete:
        return None
    match = name_players(snapshot.table, match)
    setup = TableSetup(match.rules, match.players, snapshot.id.hex()[:8])
    meta = json.loads(setup.to_meta(match.meta)) | {ID_KEY: snapshot.id.hex()[:16]}
    # Only this installation knows its own seats; levels count no others.
    meta[APART_KEY]["own"] = sorted(snapshot.own_seats)
    return replace(match, meta=json.dumps(meta, ensure_ascii=False))
