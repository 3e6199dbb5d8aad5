"""The table and the count as the gallery shows them: matches played by the line-builder."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, TypeVar

from game.bots.coach.coach import advise
from game.bots.players.simple import GreedyBot
from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import EngineTask
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import Phase, TableGame
from game.progress.engine_client import EngineClient
from game.rules.match import Match, Player, PlayerKind
from game.rules.moves import Finish, Miss, Place
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.ruleset import PlacementRule, Ruleset
from game.rules.tiles import Direction
from game.ui.draw.icons import Icon
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.parts import Dialog, DialogChoice
from game.ui.scenes.shared.bag_picture import BagNumber
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.shared.pausing import PauseRow
from game.ui.scenes.table.explaining import LineBadge, OtherBoard
from game.ui.scenes.table.hand_over import HandOver
from game.ui.scenes.table.mode import MatchMode
from game.ui.scenes.table.pause import pause_scene
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import Look

PEOPLE = ("Ana", "Benedikt", "Chloé", "Dumitru", "Éloïse", "Frank")
_AVATARS = ("frog", "star", "", "hedgehog", "butterfly", "moon")
_BOTS = ("duckling", "magpie", "beaver", "squirrel", "fox")

T = TypeVar("T")


class PromptEngines(EngineClient):
    """Computers that choose at once; all other requests are never answered.

    A match that has just ended is not evaluated: a test that needs that passes an oracle.
    """

    def ask(self, task: EngineTask[T]) -> EngineAnswer[T]:
        return EngineAnswer()

    def ask_choice(
        self, match: Match, seat: int, bot: str, seed: str
    ) -> EngineAnswer[tuple[Placement, ...]]:
        answer = EngineAnswer[tuple[Placement, ...]]()
        answer.give(self.choose_now(match, seat, bot, seed))
        return answer


def seated(
    context: Context,
    rules: str = "classic free single none",
    people: int = 1,
    bots: int = 0,
    *,
    edition: str = "",
    answer_seconds: int | None = None,
    is_blind: bool = False,
) -> TableSetup:
    """Return the setup of people and computers with rules given as text."""
    players = [Player(name) for name in PEOPLE[:people]]
    avatars = _AVATARS[:people] if people > 1 else ()
    players += [Player(bot_name(context, name), PlayerKind.BOT, name) for name in _BOTS[:bots]]
    return TableSetup(
        Ruleset.parse(rules),
        tuple(players),
        "42",
        edition=edition,
        answer_seconds=answer_seconds,
        is_blind=is_blind,
        avatars=avatars,
    )


@cache
def play_calls(
    setup: TableSetup,
    calls: int,
    *,
    missed: tuple[int, ...] = (),
    is_waiting: bool = True,
    stops_at_close: bool = False,
) -> Match:
    """A match after so many calls (counted over all rounds), the last one not answered by people
    where it `is_waiting`. It `stops_at_close` before people's closing moves. In `missed` calls the
    first seat lets its time pass.
    """
    game = TableGame.start(setup)
    bots = [GreedyBot()] * len(setup.players)
    made = 0
    while game.phase() is not Phase.MATCH_OVER:
        if not game.awaited():
            if made == calls:
                break
            if game.phase() is Phase.CALL:
                game.call_next()
            else:
                game.begin_round()
            made += 1
            continue
        seat = game.awaited()[0]
        if not game.match.round.seats[seat].hand:
            if made == calls and game.is_person(seat) and stops_at_close:
                break
            moves = bots[seat].choose_finish(game.match, seat, Random(seat))
            game.perform(Finish(seat, moves))
            continue
        if made == calls and is_waiting:
            waiting = [i for i in game.awaited() if not game.is_person(i)]
            if not waiting:
                break
            seat = waiting[0]
        if seat == 0 and made in missed:
            game.perform(Miss(seat))
        else:
            game.perform(_placing(game.match, bots[seat], seat))
    return game.match


def _placing(match: Match, bot: GreedyBot, seat: int) -> Place:
    """The line-builder's placement; later seats prefer another one, so that boards differ."""
    choice = bot.choose(match, seat, Random(0))
    if seat and choice.space != ASIDE_INDEX and len(match.round.calls) <= seat:
        legal = match.rules.grid.spaces
        state = match.round.seats[seat]
        free = [s.index for s in legal if not state.position.filled >> s.index & 1]
        if match.rules.placement is PlacementRule.FREE and not match.rules.daffodil:
            return Place(seat, choice.tile, free[(seat * 7) % len(free)])
    return Place(seat, choice.tile, choice.space)


def table(
    context: Context,
    *,
    calls: int = 12,
    cursor: str = "",
    missed: Sequence[int] = (),
    is_closing: bool = False,
    has_coach: bool = False,
    viewed: int = 0,
    number: str = "",
    line: int | None = None,
    other: int | None = None,
    **seats: Any,
) -> TableScene:
    """A table after so many calls, the cursor on a space, seen by the seat that is `viewed`. It
    explains a `number` of the bag ("rising 8"), a `line` or the board of an `other` seat.
    """
    setup = seated(context, **seats)
    match = play_calls(
        setup, calls, missed=tuple(missed), is_waiting=not is_closing, stops_at_close=is_closing
    )
    scene = TableScene(context, MatchMode(context, TableGame(setup, LocalKeeper(match))))
    game, selection = scene.game, scene.selection
    if has_coach:
        scene.call_coach(is_on=True)
        scene.coach.take(game.match.round.seats[game.view], advise(game.match, game.view))
    if viewed:
        game.hand_over(viewed)
    if cursor:
        selection.cursor.put(setup.rules.grid.index_of(cursor))
        selection.is_keyboard = True
    if number:
        way, shown = number.split()
        selection.keyed = BagNumber(Direction[way.upper()], int(shown))
    if line is not None:
        selection.keyed = LineBadge(line)
    if other is not None:
        selection.keyed = OtherBoard(other)
    return scene


def beside(context: Context, **state: Any) -> Scene:
    """A game alone with a rival, which has answered every call."""
    beside = copy(context)
    beside.engines = PromptEngines()
    beside.preferences = replace(context.preferences, has_rival=True)
    return table(beside, **state)


def left_handed(context: Context, **state: Any) -> Scene:
    """A table for a pointer that comes from the left."""
    left_handed = copy(context)
    left_handed.preferences = replace(context.preferences, is_left_handed=True)
    return table(left_handed, **state)


def pause(context: Context, *, more: str = "") -> Scene:
    """The menu of a match; `more` is a row that only some have."""
    setup = seated(context, edition="standard")
    words = context.text(f"play.{more}") if more else ""
    rows = [PauseRow(words, Icon.ROBOT, lambda: None)] if more else []
    return pause_scene(context, setup, lambda action: None, lambda: rows)


def who_leaves(context: Context) -> Scene:
    """The question whose seat a computer takes over."""
    text = context.text
    names = [DialogChoice(name) for name in PEOPLE[:3]]
    cancel = DialogChoice(text("play.cancel"), look=Look.PRIMARY)
    title, body = text("play.take_over_title"), text("play.take_over_body")
    return Dialog(context, title, body, (*names, cancel))


def hand_over(context: Context) -> Scene:
    """The curtain before the second person."""
    setup = seated(context, people=3)
    game = TableGame(setup, LocalKeeper(play_calls(setup, 7)))
    game.hand_over(1)
    return HandOver(context, game, (), PEOPLE[0], lambda: None)
