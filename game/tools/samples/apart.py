"""Tables whose players are elsewhere, for the gallery: played by nobody, on no disk."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

from game.bots.players.game_master import master_placements
from game.bots.players.registry import make_bot
from game.bots.players.stand_ins import StandIns
from game.net.draws import calls_of_match
from game.net.entries import Open
from game.net.fold import Chair, MissedCall, OpenCall, Table
from game.net.home import Desk, Home, KeptCard, Seating
from game.net.invitations import Invitation
from game.net.keys import Card
from game.net.service import Asking, Seen, Service
from game.play.editions import all_editions
from game.rules.deal import deal_calls
from game.rules.errors import Fault, FormatError
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Finish, Miss, Place
from game.rules.ruleset import Ruleset
from game.tools.gallery import Sample
from game.ui.frame.apart import Apart
from game.ui.frame.context import Context
from game.ui.frame.scene import Push, Scene
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.desk import DeskScene
from game.ui.scenes.apart.joining import JoinScene
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.apart.managing import ManagingScene
from game.ui.scenes.apart.menu import TableMenu
from game.ui.scenes.apart.missing import missing_library
from game.ui.scenes.apart.mode import ApartMode
from game.ui.scenes.apart.opening import OpeningScene
from game.ui.scenes.apart.rematch import RematchScene
from game.ui.scenes.apart.standings import StandingsScene
from game.ui.scenes.apart.waiting import WaitingScene
from game.ui.scenes.menu.scene import MenuScene
from game.ui.scenes.table.scene import TableScene

NOW = 1_800_000_000
HOUR = 3600
LEAGUE = Ruleset.parse("classic free mail none bonus=call")


def _card(number: int) -> Card:
    return Card(bytes([number]) * 32)


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


def _seen(
    number: int,
    rules: Ruleset,
    names: Sequence[str],
    calls: int,
    *,
    own: tuple[int, ...] = (0,),
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
) -> Seen:
    id, master = bytes([number]) * 32, _card(100 + number)
    seats = len(names)
    opened = Open(rules, seats, 72 * HOUR if left > HOUR else 60, master.box, bytes(32))
    table = Table(id, master.author, opened)
    if calls:
        match = _match(rules, tuple(names), calls, missed, str(number))
        chairs = tuple(
            Chair(_card(i).author, bytes([i]) * 32, Player(name), i == 0)
            for i, name in enumerate(names)
        )
        is_over = calls == calls_of_match(rules)
        call = None if is_over else OpenCall(bytes(32), calls, NOW + left, NOW)
        table = replace(table, chairs=chairs, match=match, call=call, calls=calls)
    url = "nats://192.168.1.20:43117"
    seating = Seating(
        Invitation(id, bytes(32), url), (KeptCard(master), KeptCard(_card(0), names[0])),
        is_hosted=True,
        desk=Desk(by_hand=bool(league), league=league, lets_in=lets_in),
    )  # fmt: skip
    coming = tuple(
        Asking(bytes([50 + i]) * 32, name, i == 0, i >= len(asking) - sent_away)
        for i, name in enumerate(asking)
    )
    is_open = table.call is not None
    handed = frozenset(own) - waited if is_open else frozenset()
    return Seen(
        id, seating, table, is_master, own if calls else (), waited if is_open else frozenset(),
        handed, coming, free, trouble, can_go_on=bool(league) and is_open and not waited,
        begun_at=NOW - 40 * HOUR if calls else 0,
    )  # fmt: skip


def _tables() -> list[Seen]:
    four = ("Mara", "Jonas", "Elif", "Tom")
    return [
        _seen(
            1,
            LEAGUE,
            four,
            6,
            own=(),
            waited=frozenset({2, 3}),
            missed=frozenset({4}),
            league="Autumn league",
        ),
        _seen(2, Ruleset(), ("Ana", "Ben", "Cléo"), 8, waited=frozenset({0, 2}), left=42),
        _seen(3, Ruleset(), ("Ana", "Ben"), 0, asking=("Ana",)),
        _seen(4, LEAGUE, four, 9, own=(), league="Autumn league"),
    ]


def _many() -> list[Seen]:
    """A list with everything: whose turn it is, a rematch, tables that are over."""
    rules = all_editions()[2].rules
    over = _seen(10, Ruleset(), ("Ana", "Ben", "Émile"), 19)
    again = str(Invitation(bytes([40]) * 32, bytes(32), "nats://192.168.1.20:43117"))
    return [
        *_tables(),
        _seen(11, rules, ("Ana", "Jonas"), 5, waited=frozenset({1}), left=30 * HOUR),
        replace(_seen(12, Ruleset(), ("Ana", "Ben"), 19, is_master=False), rematch=again),
        replace(over, goes_at=NOW + 20 * 24 * HOUR),
        *(replace(over, id=bytes([number]) * 32) for number in range(13, 17)),
    ]  # fmt: skip


def _with_tables(context: Context, tables: Sequence[Seen] | None = None) -> None:
    context.apart = Apart(now=lambda: float(NOW))
    service = Service(Home(Path("nowhere")), StandIns())
    service.seen = {seen.id: seen for seen in (_tables() if tables is None else tables)}
    context.apart.use(service)


def _scene(make: Callable[[Context], Scene], tables: list[Seen] | None = None) -> Sample:
    def open_scene(context: Context) -> Scene:
        _with_tables(context, tables)
        return make(context)

    return Sample(open_scene, 0.3)


def _shown(context: Context) -> Scene:
    scene = WaitingScene(context, bytes([3]) * 32)
    scene._turn()
    return scene


def _table(number: int) -> Callable[[Context], Scene]:
    id = bytes([number]) * 32
    return lambda context: TableScene(context, ApartMode(context, id))


_SIX = _seen(
    5, LEAGUE, ("Ana", "Ben", "Cleopatra", "Dörte", "Ștefan", "Émile"), 9,
    own=(0,), waited=frozenset({2}), missed=frozenset({2, 3}), left=-5, is_master=False,
    trouble="nats://192.168.1.20:43117: no answer",
)  # fmt: skip

_CROWD = _seen(
    6, LEAGUE, ("Ana", "Ben", "Cléo", "Dörte"), 0, league="Autumn league", lets_in=True,
    asking=("Ana", "Ben", "Wilhelmina von Hohenstaufen-Ponyhof", "Dörte", "Eve", "Mallory"),
    sent_away=1,
)  # fmt: skip
_CUT = replace(_seen(7, Ruleset(), ("Ana", "Ben"), 0), table=None, is_master=False,
               trouble="no answer")  # fmt: skip
_NEWER = replace(
    _CUT, trouble="", refused=(FormatError(Fault.UNKNOWN_VERSION, "body.version", value="2"),)
)
_FREE = replace(
    _seen(8, LEAGUE, ("Mara", "Jonas", "Elif", "Tom"), 5, own=(), waited=frozenset({0, 1, 2, 3}),
          league="Autumn league", asking=("Ana", "Ben"), free=(1, 3)),
)  # fmt: skip
_WATCHED = _seen(
    9, Ruleset(), ("Ana", "Ben", "Cléo"), 8, own=(), waited=frozenset({2}), left=42,
    is_master=False,
)  # fmt: skip


_STOOD_IN = _seen(
    2, Ruleset(), ("Ana", "Ben", "Cléo"), 8, waited=frozenset({0, 2}), left=42, is_master=False
)  # fmt: skip
assert _STOOD_IN.table is not None
_STOOD_IN = replace(_STOOD_IN, table=replace(_STOOD_IN.table, missed=(MissedCall(7, 1),)))


LOST = _seen(18, Ruleset(), ("Ana", "Ben", "Cléo"), 19, own=(1,), is_master=False)


def _menu(context: Context) -> Scene:
    """What a gamepad opens at a table."""
    table = _table(2)(context)
    assert isinstance(table, TableScene)
    return TableMenu(context, table.mode.title()[0], table.mode.icons(table)[1:])


def _asked(ask: Callable[[DeskScene], Push]) -> Callable[[Context], Scene]:
    """A question of the desk."""
    return lambda context: ask(DeskScene(context, bytes([8]) * 32)).scene


SAMPLES = {
    "apart-lobby": _scene(LobbyScene),
    "apart-lobby-many": _scene(LobbyScene, _many()),
    "apart-manage": Sample(
        _scene(lambda c: ManagingScene(c, bytes([1]) * 32)).make, 0.3, below=_scene(LobbyScene).make
    ),
    "apart-lobby-empty": _scene(LobbyScene, []),
    "apart-missing": Sample(missing_library, 0.2, below=MenuScene),
    "apart-join": _scene(lambda context: JoinScene(context, "TIE1I.AAECAwQF")),
    "apart-open": _scene(lambda context: OpeningScene(context)),
    "apart-open-league": _scene(lambda c: OpeningScene(c, LEAGUE)),
    "apart-waiting": _scene(lambda c: WaitingScene(c, bytes([3]) * 32)),
    "apart-invitation": _scene(_shown),
    "apart-table": _scene(_table(2)),
    "apart-table-cut": _scene(_table(5), [_SIX]),
    "apart-menu": Sample(_scene(_menu).make, 0.3, below=_scene(_table(2)).make),
    "apart-desk": _scene(lambda context: DeskScene(context, bytes([1]) * 32)),
    "apart-desk-six": _scene(lambda c: DeskScene(c, bytes([5]) * 32), [_SIX]),
    "apart-crowd": _scene(lambda c: WaitingScene(c, bytes([6]) * 32), [_CROWD]),
    "apart-unreachable": _scene(lambda c: WaitingScene(c, bytes([7]) * 32), [_CUT]),
    "apart-newer": _scene(lambda c: WaitingScene(c, bytes([7]) * 32), [_NEWER]),
    "apart-watch": _scene(_table(9), [_WATCHED]),
    "apart-remind": _scene(_asked(DeskScene._ask_remind), [_FREE]),
    "apart-substitute-seat": _scene(_asked(DeskScene._ask_substitute), [_FREE]),
    "apart-substitute": _scene(_asked(lambda desk: desk._ask_who(3)), [_FREE]),
    "apart-carry": Sample(
        _scene(lambda c: CarryingScene(c, bytes([1]) * 32)).make, 0.3, below=_scene(LobbyScene).make
    ),
    "apart-stood-in": _scene(_table(2), [_STOOD_IN]),
    "apart-result": _scene(lambda c: c.routes.apart_next(bytes([12]) * 32), _many()),
    "apart-rematch": Sample(
        _scene(lambda c: RematchScene(c, bytes([18]) * 32), [LOST]).make,
        0.3,
        below=_scene(lambda c: c.routes.apart_next(bytes([18]) * 32), [LOST]).make,
    ),
    "apart-standings": _scene(lambda context: StandingsScene(context, bytes([1]) * 32)),
}
