"""Tables whose players are elsewhere, for the gallery: without players, on no disk."""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from random import Random
from typing import Any

from game.bots.players.game_master import master_placements
from game.bots.players.local_engines import LocalEngines
from game.bots.players.registry import make_bot
from game.net.journal.events import OpenedEvent
from game.net.journal.invitations import Invitation
from game.net.journal.store import LeadSettings, OwnSeat, Seating, TableStore
from game.net.journal.table import Chair, MissedCall, OpenCall, Table, calls_of_match
from game.net.service.service import Service
from game.net.service.snapshots import SeatApplicant, TableSnapshot
from game.play.editions import all_editions
from game.rules.deal import deal_calls
from game.rules.errors import Fault, FormatError
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Finish, Miss, Place
from game.rules.ruleset import Ruleset
from game.ui.frame.apart import Apart
from game.ui.frame.context import Context
from game.ui.frame.scene import Push, Scene
from game.ui.scenes.apart.mode import ApartMode
from game.ui.scenes.apart.waiting import WaitingScene
from game.ui.scenes.table.scene import TableScene

NOW = 1_800_000_000
HOUR = 3600
LEAGUE = Ruleset.parse("classic free mail none bonus=call")


def table_id(number: int) -> bytes:
    """Return the id of a sample's table."""
    return bytes([number]) * 16


def _secret(number: int) -> bytes:
    return bytes([number]) * 32


@cache
def _match(
    rules: Ruleset, names: tuple[str, ...], calls: int, missed: frozenset[int], seed: str
) -> Match:
    """A match with so many calls; in the last one only the first half have answered.

    The last player misses the calls (from 0) in `missed`.
    """
    players = tuple(Player(name) for name in names)
    match = new_match(rules, players)
    bot, random = make_bot("greedy"), Random(3)
    dealt = deal_calls(rules, seed)
    match, _ = apply(match, BeginRound(None, None))
    for number in range(calls):
        match, _ = apply(match, Call(dealt[number]))
        for seat in range(len(players)):
            if number == calls - 1 and calls < len(dealt):
                continue
            if seat == len(players) - 1 and number in missed:
                match, _ = apply(match, Miss(seat, master_placements(match, seat)))
                continue
            while legal_placements(match, seat):
                choice = bot.choose(match, seat, random)
                match, _ = apply(match, Place(seat, choice.tile, choice.space))
            if rules.has_aside and number == len(dealt) - 1:
                match, _ = apply(match, Finish(seat, ()))
    return match


def _snapshot(
    number: int,
    rules: Ruleset,
    names: Sequence[str],
    calls: int,
    *,
    own_seats: tuple[int, ...] = (0,),
    waited: frozenset[int] = frozenset(),
    missed: frozenset[int] = frozenset(),
    left: int = 52 * HOUR,
    league: str = "",
    is_master: bool = True,
    asking: tuple[str, ...] = (),
    free: tuple[int, ...] = (),
    sent_away: int = 0,
    lets_in: bool = False,
    trouble: str = "",
) -> TableSnapshot:
    id, seats = table_id(number), len(names)
    opened = OpenedEvent(id, rules, seats, 72 * HOUR, "", bytes(32), league)
    table = Table(opened)
    if calls:
        match = _match(rules, tuple(names), calls, missed, str(number))
        chairs = tuple(Chair(_secret(i), Player(name), i == 0) for i, name in enumerate(names))
        is_over = calls == calls_of_match(rules)
        call = None if is_over else OpenCall(calls, NOW + left, NOW)
        table = replace(table, chairs=chairs, match=match, call=call, calls=calls)
    seating = Seating(
        Invitation(id, bytes(32), "file:///home/mara/Cloud"),
        (OwnSeat(_secret(200), names[0]),),
        _secret(100) if is_master else b"",
        lead_settings=LeadSettings(by_hand=bool(league), league=league, lets_in=lets_in),
    )
    coming = tuple(
        SeatApplicant(bytes([50 + i]) * 32, name, i == 0, i >= len(asking) - sent_away)
        for i, name in enumerate(asking)
    )
    is_open = table.call is not None
    handed = frozenset(own_seats) - waited if is_open else frozenset()
    return TableSnapshot(
        id,
        seating,
        table,
        is_master,
        own_seats if calls else (),
        waited if is_open else frozenset(),
        handed,
        asking=coming,
        free=free,
        trouble=trouble,
        can_go_on=bool(league) and is_open and not waited,
        begun_at=NOW - 40 * HOUR if calls else 0,
    )


def _tables() -> list[TableSnapshot]:
    four = ("Mara", "Jonas", "Elif", "Tom")
    return [
        _snapshot(
            1,
            LEAGUE,
            four,
            6,
            own_seats=(),
            waited=frozenset({2, 3}),
            missed=frozenset({4}),
            league="Autumn league",
        ),
        _snapshot(2, Ruleset(), ("Ana", "Ben", "Cléo"), 8, waited=frozenset({0, 2}), left=42),
        _snapshot(3, Ruleset(), ("Ana", "Ben"), 0, asking=("Ana",)),
        _snapshot(4, LEAGUE, four, 9, own_seats=(), league="Autumn league"),
    ]


def _many() -> list[TableSnapshot]:
    """A list with everything: whose turn it is, a rematch, tables that are over."""
    rules = all_editions()[2].rules
    over = _snapshot(10, Ruleset(), ("Ana", "Ben", "Émile"), 19)
    again = str(Invitation(table_id(40), bytes(32), "file:///home/mara/Cloud"))
    return [
        *_tables(),
        _snapshot(11, rules, ("Ana", "Jonas"), 5, waited=frozenset({1}), left=30 * HOUR),
        replace(_snapshot(12, Ruleset(), ("Ana", "Ben"), 19, is_master=False), rematch=again),
        over,
        replace(over, id=table_id(13), wants_rematch=(1, 2)),
        *(replace(over, id=table_id(number)) for number in range(14, 17)),
    ]  # fmt: skip


_SIX = _snapshot(
    5, LEAGUE, ("Ana", "Ben", "Cleopatra", "Dörte", "Ștefan", "Émile"), 9,
    own_seats=(0,), waited=frozenset({2}), missed=frozenset({2, 3}), left=-5, is_master=False,
    trouble="no answer",
)  # fmt: skip
_CROWD = _snapshot(
    6, LEAGUE, ("Ana", "Ben", "Cléo", "Dörte"), 0, league="Autumn league", lets_in=True,
    asking=("Ana", "Ben", "Wilhelmina von Hohenstaufen-Ponyhof", "Dörte", "Eve", "Mallory"),
    sent_away=1,
)  # fmt: skip
_CUT = replace(_snapshot(7, Ruleset(), ("Ana", "Ben"), 0), table=None, is_master=False,
               trouble="no answer")  # fmt: skip
_NEWER = replace(_CUT, trouble="", problem=FormatError(Fault.UNKNOWN_VERSION, "version", value="2"))
_FREE = replace(
    _snapshot(8, LEAGUE, ("Mara", "Jonas", "Elif", "Tom"), 5, own_seats=(),
              waited=frozenset({0, 1, 2, 3}), league="Autumn league", asking=("Ana", "Ben"),
              free=(1, 3)),
)  # fmt: skip
_WATCHED = _snapshot(
    9, Ruleset(), ("Ana", "Ben", "Cléo"), 8, own_seats=(), waited=frozenset({2}), left=42,
    is_master=False,
)  # fmt: skip
_STOOD_IN = _snapshot(
    2, Ruleset(), ("Ana", "Ben", "Cléo"), 8, waited=frozenset({0, 2}), left=42, is_master=False
)  # fmt: skip
assert _STOOD_IN.table is not None
_STOOD_IN = replace(_STOOD_IN, table=replace(_STOOD_IN.table, missed=(MissedCall(7, 1),)))
_EARLIER = replace(
    _snapshot(19, Ruleset(), ("Ana", "Ben", "Cléo"), 8, own_seats=(), is_master=False),
    is_earlier=True,
)
_WON = _snapshot(20, LEAGUE, ("Ana", "Ben"), 9, missed=frozenset({2}))
_ROUNDS = _snapshot(
    21, replace(LEAGUE, rounds=2), ("Ana", "Ben"), 4, waited=frozenset({0, 1}),
    missed=frozenset({1, 3}), league="L",
)  # fmt: skip
LOST = _snapshot(18, Ruleset(), ("Ana", "Ben", "Cléo"), 19, own_seats=(1,), is_master=False)

TABLES = {
    "few": _tables(),
    "one": _tables()[1:2],
    "none": [],
    "many": _many(),
    "six": [_SIX],
    "crowd": [_CROWD],
    "cut": [_CUT],
    "newer": [_NEWER],
    "free": [_FREE],
    "watched": [_WATCHED],
    "stood-in": [_STOOD_IN],
    "lost": [LOST],
    "rounds": [_ROUNDS],
    "won": [_WON],
    "earlier": [_EARLIER],
}
"""The tables that a sample knows, by the sample's word for them."""


def _know(context: Context, tables: str) -> None:
    context.apart = Apart(now=lambda: float(NOW))
    # In a folder that cannot be made: a press of a sample's buttons leaves no file behind.
    service = Service(TableStore(Path(os.devnull) / "tables"), LocalEngines())
    service.snapshots = {snapshot.id: snapshot for snapshot in TABLES[tables]}
    context.apart.use(service)


def page(context: Context, scene: str, tables: str = "few", **state: Any) -> Scene:
    """A scene of `game.ui.scenes.apart` that knows those tables, one of them named by the
    first byte of its id.
    """
    _know(context, tables)
    if "table" in state:
        state["table"] = table_id(state["table"])
    if "rules" in state:
        state["rules"] = Ruleset.parse(state["rules"])
    made: Scene = resolve_name(f"game.ui.scenes.apart.{scene}")(context, **state)
    return made


def invitation(context: Context, table: int) -> Scene:
    """The other side of a table that waits."""
    scene = page(context, "waiting.WaitingScene", table=table)
    assert isinstance(scene, WaitingScene)
    scene._turn()
    return scene


def table(context: Context, table: int, tables: str = "few") -> TableScene:
    """A table that is played."""
    _know(context, tables)
    return TableScene(context, ApartMode(context, table_id(table)))


def menu(context: Context) -> Scene:
    """Return the menu that a gamepad opens at a table."""
    scene = table(context, 2)
    assert isinstance(scene.mode, ApartMode)
    return scene.mode.menu(scene)


def asked(context: Context, question: str, **about: int) -> Scene:
    """A question of the game master's page of a table with free seats."""
    scene = page(context, "leading.LeadingScene", "free", table=8)
    asks: Push = getattr(scene, f"_ask_{question}")(**about)
    return asks.scene


def after(context: Context, table: int, tables: str) -> Scene:
    """Return the scene that follows at a table."""
    _know(context, tables)
    return context.routes.apart_next(table_id(table))
