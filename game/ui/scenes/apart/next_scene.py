"""Finds the scene for a table apart, and makes the record of its match for the history."""

import json
from dataclasses import replace

from game.net.names import name_players
from game.net.record import META_KEY, record_match
from game.net.service import TableSnapshot
from game.play.table import TableSetup
from game.rules.match import Match
from game.storage.database import ID_KEY
from game.ui.frame.context import Context
from game.ui.frame.scene import Push, Scene
from game.ui.scenes.apart.leading import LeadingScene
from game.ui.scenes.apart.rematch import RematchScene, may_play_again
from game.ui.scenes.apart.waiting import WaitingScene


def scene_of(context: Context, table: bytes) -> Scene:
    """The scene for where a table stands: seats, the game master's page, the table, the count."""
    snapshot = context.apart.service.snapshot(table)
    if snapshot.is_gone:
        return context.routes.apart()
    if snapshot.table is None or snapshot.table.match is None:
        return WaitingScene(context, snapshot.id)
    if snapshot.is_over:
        match = finished_match(snapshot)
        if match is not None:
            # Where the history cannot be written the table's journal still has it.
            context.store.profile.add_match(match)
            again = lambda: Push(RematchScene(context, table))  # noqa: E731
            is_again = may_play_again(context.apart.service, snapshot)
            return context.routes.finished_count(match, again if is_again else None)
    if (snapshot.own_seats or snapshot.is_watching) and not snapshot.is_over:
        return context.routes.apart_table(snapshot.id)
    return LeadingScene(context, snapshot.id)


def finished_match(snapshot: TableSnapshot) -> Match | None:
    """Return the record of a finished match as the history keeps it; each table has one
    identity.
    """
    if snapshot.table is None or snapshot.is_stopped:
        return None
    match = record_match(snapshot.table)
    if match is None or not match.is_complete:
        return None
    match = name_players(snapshot.table, match)
    setup = TableSetup(match.rules, match.players, snapshot.id.hex()[:8])
    meta = json.loads(setup.to_meta(match.meta)) | {ID_KEY: snapshot.id.hex()[:16]}
    # Whose seats they are is known here alone; levels count nobody else's.
    meta[META_KEY]["own"] = sorted(snapshot.own_seats)
    return replace(match, meta=json.dumps(meta, ensure_ascii=False))
