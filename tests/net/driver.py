"""A program that opens or joins a table, and plays its computers until the match is over.

`python -m tests.net.driver open --rules TEXT --seats N [--packets DIR]` prints the
invitation and the leader's key; `… join CODE [--name NAME] [--packets DIR]` asks for a seat, or
goes on with a key. Its home is `TAKE_IT_EASY_HOME`.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from dataclasses import replace
from functools import partial

from game.bots.players.local_engines import LocalEngines
from game.net.journal.invitations import read_invitation
from game.net.journal.store import TableOpening, TableStore
from game.net.service.tables import (
    join_table,
    lead_or_follow,
    make_player,
    open_table,
    open_transport,
)
from game.rules.ruleset import Ruleset
from game.storage.places import find_places

BOT = "random"


def main() -> None:
    """Open or join, and play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("open", "join"))
    parser.add_argument("code", nargs="?", default="")
    parser.add_argument("--rules", type=Ruleset.parse)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--name", default="")
    parser.add_argument("--packets", default="")
    options = parser.parse_args()
    store = TableStore(find_places().profile.parent / "apart")
    with store.locked():
        if options.what == "open":
            opening = TableOpening(
                options.rules, options.seats, 3 * 86_400, bots=((BOT, BOT),),
                folder=options.packets, substitute=BOT,
            )  # fmt: skip
            stored = open_table(store, opening)
            invitation = stored.seating.invitation
            print(invitation, flush=True)
            print(replace(invitation, secret=stored.secret, leads=True), flush=True)
        else:
            invitation = read_invitation(options.code)
            stored = join_table(store, invitation, options.name, options.packets, BOT)
        player = make_player(stored, LocalEngines())
        with closing(
            lead_or_follow(stored, player, partial(open_transport, stored.seating))
        ) as steps:
            for failure in steps:
                table = player.journal.table
                if failure is None and table is not None and table.seed:
                    return


if __name__ == "__main__":
    main()
