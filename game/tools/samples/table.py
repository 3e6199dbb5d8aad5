"""The table and the count as the gallery shows them: matches played by the line-builder."""

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from functools import cache
from random import Random

from game.bots.coach.coach import advise
from game.bots.players.simple import GreedyBot
from game.play.session import Act, Choose, MatchOver, NextCall, NextRound, Session
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.boards import BoardName
from game.rules.match import Player, PlayerKind
from game.rules.placement import ASIDE_INDEX
from game.rules.ruleset import CallRule, PlacementRule, RayRule, Ruleset
from game.rules.tiles import Direction
from game.tools.gallery import Sample
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.table.explaining import BagNumber, ExplainTarget, LineBadge, OtherBoard
from game.ui.scenes.table.hand_over import HandOver
from game.ui.scenes.table.opening import match_table
from game.ui.scenes.table.pause import PauseScene
from game.ui.scenes.table.scene import TableScene

_PEOPLE = ("Ana", "Benedikt", "Chloé", "Dumitru", "Éloïse", "Frank")
_BOTS = ("duckling", "magpie", "beaver", "squirrel", "fox")


def _setup(
    context: Context,
    rules: Ruleset,
    people: int = 1,
    bots: int = 0,
    *,
    edition: str = "",
    seconds: int | None = None,
    is_blind: bool = False,
) -> TableSetup:
    players = [Player(name) for name in _PEOPLE[:people]]
    players += [Player(bot_name(context, name), PlayerKind.BOT, name) for name in _BOTS[:bots]]
    return TableSetup(
        rules, tuple(players), "42", edition=edition, answer_seconds=seconds, is_blind=is_blind
    )


@cache
def _play(
    setup: TableSetup,
    calls: int,
    *,
    missed: tuple[int, ...] = (),
    is_waiting: bool = True,
    stops_at_close: bool = False,
) -> Session:
    """A session to be copied, after so many calls (counted over all rounds), the last one not
    answered by people where it `is_waiting`. It `stops_at_close` before people's closing moves. In
    `missed` calls the first seat lets its time pass.
    """
    session = Session.start(setup.rules, setup.players, setup.seed, setup.caller)
    bots = [GreedyBot()] * len(setup.players)
    made = 0
    while True:
        match session.next():
            case MatchOver():
                return session
            case NextRound():
                if made == calls:
                    return session
                session.begin_round()
            case NextCall():
                if made == calls:
                    return session
                session.call_next()
                made += 1
            case Act(seats):
                seat = seats[0]
                if made == calls and is_waiting:
                    waiting = [i for i in seats if session.is_bot(i)]
                    if not waiting:
                        return session
                    seat = waiting[0]
                if seat == 0 and made in missed:
                    session.miss(seat, ())
                else:
                    _place(session, bots[seat], seat)
            case Choose((seat, *_)):
                if made == calls and not session.is_bot(seat) and stops_at_close:
                    return session
                random = Random(seat)
                session.finish(seat, bots[seat].choose_finish(session.match, seat, random))


def _place(session: Session, bot: GreedyBot, seat: int) -> None:
    """The line-builder's placement; later seats prefer another one, so that boards differ."""
    choice = bot.choose(session.match, seat, Random(0))
    if seat and choice.space != ASIDE_INDEX and len(session.match.round.calls) <= seat:
        legal = session.match.rules.grid.spaces
        state = session.match.round.seats[seat]
        free = [s.index for s in legal if not state.position.filled >> s.index & 1]
        if session.match.rules.placement is PlacementRule.FREE and not session.match.rules.daffodil:
            session.place(seat, choice.tile, free[(seat * 7) % len(free)])
            return
    session.place(seat, choice.tile, choice.space)


def _table(
    rules: Ruleset,
    calls: int,
    selection: str = "",
    *,
    people: int = 1,
    bots: int = 0,
    edition: str = "",
    seconds: int | None = None,
    missed: tuple[int, ...] = (),
    is_closing: bool = False,
    has_coach: bool = False,
    is_blind: bool = False,
) -> Callable[[Context], TableScene]:
    """A maker of a table after so many calls, the cursor on the space `selection`."""

    def make(context: Context) -> TableScene:
        setup = _setup(
            context, rules, people, bots, edition=edition, seconds=seconds, is_blind=is_blind
        )
        session = _play(
            setup, calls, missed=missed, is_waiting=not is_closing, stops_at_close=is_closing
        )
        scene = match_table(context, setup, copy(session))
        if has_coach:
            scene.call_coach(is_on=True)
            game = scene.game
            scene.coach.take(game.match.round.seats[game.view], advise(game.match, game.view))
        if selection:
            scene.selection.cursor = rules.grid.index_of(selection)
            scene.selection.is_keyboard = True
        return scene

    return make


_STANDARD = Ruleset()
_DAFFODIL = Ruleset(BoardName.DAFFODIL, daffodil=4, rays=RayRule.RAYS)
_LEAGUE = Ruleset(call=CallRule.MAIL)
_BEST_RAY = Ruleset(rays=RayRule.BEST_RAY)

_solo = _table(_STANDARD, 12, "d2", edition="standard")


def _asked(
    asked: ExplainTarget, table: Callable[[Context], TableScene] = _solo
) -> Callable[[Context], TableScene]:
    """A maker of a table that explains something."""

    def make(context: Context) -> TableScene:
        scene = table(context)
        scene.selection.keyed = asked
        return scene

    return make


def _pause(context: Context) -> Scene:
    setup = _setup(context, _STANDARD, edition="standard")
    return PauseScene(context, setup, lambda action: None)


def _left_handed(context: Context) -> Scene:
    own = copy(context)
    own.preferences = replace(context.preferences, is_left_handed=True)
    return _table(_BEST_RAY, 11, people=1, bots=5, has_coach=True)(own)


def _missed_ray(context: Context) -> Scene:
    """Another player's half points, beside the marks of a best ray and of a missed call."""
    rules = replace(_LEAGUE, rays=RayRule.BEST_RAY)
    table = _table(rules, 9, people=2, bots=4, missed=(7,))(context)
    table.game.hand_over(1)
    return table


def _hand_over(context: Context) -> Scene:
    """The curtain before the second person."""
    setup = _setup(context, Ruleset(), 3)
    game = TableGame(setup, copy(_play(setup, 7)), context.engines)
    game.hand_over(1)
    return HandOver(context, game, (), _PEOPLE[0], lambda: None)


SAMPLES = {
    "play-start": Sample(_table(_STANDARD, 1, "c3", edition="standard"), 1.0),
    "play-solo": Sample(_solo, 1.0),
    "play-seats": Sample(_table(_BEST_RAY, 11, people=1, bots=5), 1.0),
    "play-coach": Sample(_table(_STANDARD, 12, "d2", edition="standard", has_coach=True), 3.0),
    "play-coach-seats": Sample(_table(_BEST_RAY, 11, people=1, bots=5, has_coach=True), 3.0),
    "play-left": Sample(_left_handed, 3.0),
    "play-daffodil": Sample(_table(_DAFFODIL, 13), 1.0),
    "play-closing": Sample(_table(_DAFFODIL, 21, "b2", is_closing=True), 1.0),
    "play-adjacent": Sample(
        _table(Ruleset(placement=PlacementRule.ADJACENT_SYMBOL, rays=RayRule.RAYS), 6, bots=1), 1.0
    ),
    "play-round-two": Sample(
        _table(Ruleset(rounds=4, rays=RayRule.BEST_RAY), 24, people=2, bots=2), 1.0
    ),
    "play-asked": Sample(_asked(BagNumber(Direction.FALLING, 8)), 1.0),
    "play-badge": Sample(_asked(LineBadge(2)), 1.0),
    "play-other": Sample(_asked(OtherBoard(4), _table(_BEST_RAY, 11, people=1, bots=5)), 1.0),
    "play-other-daffodil": Sample(_asked(OtherBoard(1), _table(_DAFFODIL, 20, bots=1)), 1.0),
    "play-timed": Sample(_table(_STANDARD, 12, "d2", edition="standard", seconds=10), 3.0),
    "play-blind": Sample(
        _table(_STANDARD, 12, "d2", people=2, bots=2, edition="standard", is_blind=True), 1.0
    ),
    "play-league": Sample(
        _table(_LEAGUE, 5, bots=2, seconds=90, edition="league", missed=(4,)), 1.0
    ),
    "play-league-ray": Sample(_missed_ray, 1.0),
    "pause": Sample(_pause, 0.2, below=_solo),
    "hand-over": Sample(_hand_over, 0.2, below=_solo),
}
