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
    seen = context.apart.service.seen[table]
    if seen.table is None or seen.table.match is None:
        return WaitingScene(context, seen.id)
    if seen.is_over:
        match = finished_match(seen)
        if match is not None:
            # Where the history cannot be written the table's journal still has it. Whose seats
            # an old table's are is in the history alone, if at all.
            if not seen.is_old:
                context.store.profile.add_match(match)
            again = lambda: Push(RematchScene(context, table))  # noqa: E731
            is_again = may_play_again(context.apart.service, seen)
            return context.routes.finished_count(match, again if is_again else None)
    if (seen.own or seen.is_watching) and not seen.is_over:
        return context.routes.apart_table(seen.id)
    return LeadingScene(context, seen.id)


def finished_match(seen: TableSnapshot) -> Match | None:
    """Return the record of a finished match as the history keeps it; each table has one
    identity.
    """
    if seen.table is None or seen.is_stopped:
        return None
    match = record_match(seen.table)
    if match is None or not match.is_complete:
        return None
    match = name_players(seen.table, match)
    setup = TableSetup(match.rules, match.players, seen.id.hex()[:8])
    meta = json.loads(setup.to_meta(match.meta)) | {ID_KEY: seen.id.hex()[:16]}
    # Whose seats they are is known here alone; levels count nobody else's.
    meta[META_KEY]["own"] = sorted(seen.own)
    return replace(match, meta=json.dumps(meta, ensure_ascii=False))
