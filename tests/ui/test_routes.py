"""Every route hands on all that it is given; the types say that its screen takes it."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

import game.ui
from game.play.caller import CallerGame, Pace
from game.play.table import TableSetup
from game.progress.challenges import all_challenges
from game.progress.match_saving import start_game
from game.rules.match import Player
from game.rules.ruleset import RayRule, Ruleset
from game.storage.store import with_identity
from game.ui.frame.context import Context
from game.ui.frame.routes import Routes
from game.ui.frame.scene import Scene
from game.ui.scenes import routes
from game.ui.scenes.climb.control import ClimbList
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import Segmented
from tests.each import each
from tests.gallery.climb import keep_climb, play_climb
from tests.gallery.records import play_out
from tests.play.phones import House
from tests.ui.scenes.stage import Stage

pytestmark = pytest.mark.usefixtures("blank")

TREE = ast.parse(Path(routes.__file__).read_text(encoding="utf-8"))
METHODS = {node.name: node for node in ast.walk(TREE) if isinstance(node, ast.FunctionDef)}
NAMES = [name for name in vars(Routes) if not name.startswith("_")]


@each(NAMES)
def test_a_route_hands_on_every_argument(name: str) -> None:
    asked = dict(inspect.signature(getattr(Routes, name)).parameters)
    taken = dict(inspect.signature(getattr(routes.SceneRoutes, name)).parameters)
    assert asked == taken
    used = {node.id for node in ast.walk(METHODS[name]) if isinstance(node, ast.Name)}
    assert used >= set(asked)


def test_each_page_is_opened_from_another() -> None:
    """A page without a link is one that no player ever sees."""
    sources = Path(game.ui.__file__).parent.rglob("*.py")
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    assert {*NAMES} <= {*re.findall(r"\broutes\.(\w+)", code)}


SOLO: Final = TableSetup(Ruleset(), (Player("Ana"),), "7", "standard")
MATCH: Final = play_out(Ruleset(), ("Ana",), "1", "standard")
INVITED: Final = "http://192.168.1.20:8720/KQXR"


def called(context: Context) -> CallerGame:
    """A game whose tiles are called for a real table."""
    setup = replace(SOLO, players=(Player("Ana"), Player("Ben")))
    meta = with_identity(None)
    game = CallerGame.start(setup, Pace(), context.engines, context.store.save_match, meta)
    game.call(game.draw())
    return game


OPENED: Final[dict[str, Callable[[Context], Scene]]] = {
    "AboutScene": lambda context: context.routes.about(),
    "BoxScene": lambda context: context.routes.box(),
    "CallerScene": lambda context: context.routes.caller(called(context)),
    "ChallengesScene": lambda context: context.routes.challenges(),
    "DailyScene": lambda context: context.routes.daily(),
    "GoalsScene": lambda context: context.routes.goals(),
    "GuestsScene": lambda context: context.routes.guests(),
    "InvitingScene": lambda context: context.routes.phones(),
    "JoinScene": lambda context: context.routes.join(),
    "SittingScene": lambda context: context.routes.join(INVITED),
    "GoingScene": lambda context: context.routes.join("TIE1T.4.AAAA"),
    "Keyboard": lambda context: context.routes.keyboard("Ana", lambda text: None),
    "LanguageScene": lambda context: context.routes.language(),
    "LineSheet": lambda context: context.routes.line_sheet(),
    "LobbyScene": lambda context: context.routes.apart(),
    "MountainScene": lambda context: context.routes.climb_start(),
    "RecordsScene": lambda context: context.routes.records(),
    "ReviewScene": lambda context: context.routes.review(MATCH),
    "RulesScene": lambda context: context.routes.rules(),
    "ScoresScene": lambda context: context.routes.climb_scores(),
    "SettingsScene": lambda context: context.routes.settings(),
    "SetupScene": lambda context: context.routes.setup(),
    "ShareScene": lambda context: context.routes.share(MATCH),
    "TitleScene": lambda context: context.routes.title(),
    "WaitingMatchesScene": lambda context: context.routes.waiting(),
    "YouScene": lambda context: context.routes.you(),
    "CountScene": lambda context: context.routes.finished_count(MATCH),
    "Dialog": lambda context: context.routes.puzzles(),
}
"""A way to each scene, by the name of its class."""


@pytest.mark.parametrize("name", OPENED)
def test_a_route_opens_its_page(context: Context, name: str) -> None:
    try:
        assert type(OPENED[name](context)).__name__ == name
    finally:
        context.close_phones()
        context.leave_room()
        context.apart.close()


TABLES: Final[dict[str, Callable[[Context], Scene]]] = {
    "MatchMode": lambda context: context.routes.new_table(SOLO),
    "LessonMode": lambda context: context.routes.tutorial(),
    "CalculatorMode": lambda context: context.routes.calculator(),
    "EnteredMode": lambda context: context.routes.board_entry(called(context), 1),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_route_opens_its_table(context: Context, name: str) -> None:
    scene = TABLES[name](context)
    assert isinstance(scene, TableScene)
    assert type(scene.mode).__name__ == name
    if name == "EnteredMode":
        assert scene.mode.seat == 1  # type: ignore[attr-defined]


def test_what_a_page_begins_with_is_what_the_route_was_given(context: Context) -> None:
    go = context.routes
    keep_climb(context, play_climb("4", "magpie").record)
    lists = []
    for is_mine in (False, True):
        scores = Stage(context, go.climb_scores(is_mine=is_mine))
        chosen = (part for part in scores.widgets() if isinstance(part, Segmented))
        lists += [part.value for part in chosen if isinstance(part.value, ClimbList)]
    assert lists == [ClimbList.DAY, ClimbList.MINE]
    titles = [go.rules(page).sentences()[0] for page in (None, "7-league")]  # type: ignore[attr-defined]
    assert titles == ["The game in brief", "The correspondence league"]
    assert go.settings().section is Section.GENERAL  # type: ignore[attr-defined]
    scene = go.settings()
    assert isinstance(scene, SettingsScene)
    scene.open(Section.SOUND)
    assert go.settings().section is Section.SOUND  # type: ignore[attr-defined]
    rules = Ruleset(rays=RayRule.RAYS)
    assert go.calculator(rules).mode.game.rules == rules  # type: ignore[attr-defined]
    challenge = all_challenges()[5]
    assert go.challenges(challenge.name).chosen is challenge  # type: ignore[attr-defined]
    seats = [len(go.setup(people=count).control.choices.seats) for count in (1, 3)]  # type: ignore[attr-defined]
    assert seats == [1, 3]
    assert go.setup(code="blue moon").control.typed == "blue moon"  # type: ignore[attr-defined]
    assert [seat.bot for seat in go.people().control.choices.seats] == ["", ""]  # type: ignore[attr-defined]


def test_a_saved_match_opens_where_it_was_played(context: Context) -> None:
    """At the table, at the caller, or at a seat in a room."""
    game = start_game(context.store, SOLO)
    game.begin_round()
    at_table = context.routes.saved_table(game.match)
    assert isinstance(at_table, TableScene)
    assert at_table.game.match.round.called == game.match.round.called
    people = replace(SOLO, players=(Player("Ana"), Player("Ben")), has_hidden_boards=True)
    game = start_game(context.store, people)
    assert isinstance(context.routes.new_table(people), TableScene)
    game.begin_round()
    assert type(context.routes.saved_table(game.match)).__name__ == "HandOver"
    call = called(context)
    saved = context.store.autosave.load().match
    assert saved is not None
    at_caller = context.routes.saved_table(saved)
    assert type(at_caller).__name__ == "CallerScene"
    assert at_caller.game.called == call.called  # type: ignore[attr-defined]


def test_the_title_leaves_the_room(context: Context) -> None:
    house = House("Anna")
    context.phones = house.room
    context.routes.title()
    assert context.phones is None
