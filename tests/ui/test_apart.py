"""Tables apart in the window: only a player who wants them meets them."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pygame
import pytest

from game.bots.coach.review import Review
from game.bots.players.local_engines import LocalEngines
from game.net.journal.events import RemindedEvent
from game.net.journal.invitations import Invitation, read_invitation
from game.net.journal.seating import SeatRequest
from game.net.journal.store import LeadSettings, Seating, StoreBusy, TableOpening, TableStore
from game.net.journal.table import MissedCall, Substitution
from game.net.post.transport import LedElsewhere
from game.net.service.notice import Notice, read_notices, write_notices
from game.net.service.results import finished_match
from game.net.service.service import Service
from game.net.service.snapshots import TableSnapshot, gone_table
from game.net.service.table_flow import ApartFlow, ApartKeeper
from game.net.service.tables import open_table
from game.play.table_control import TableControl, TableSignal
from game.play.table_game import Phase as TableStep
from game.progress.engine_client import EngineClient
from game.progress.findings import store_review
from game.progress.review_steps import seats_to_review
from game.rules.errors import Fault, FormatError
from game.rules.match import Player, legal_placements
from game.rules.ruleset import Ruleset
from game.storage.database import identity_of
from game.storage.pasted import MAX_TEXT
from game.storage.places import HOME_VARIABLE
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.pieces import Sprites
from game.ui.frame.apart import Apart, has_invitation, has_table_code, is_table_file
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Dropped
from game.ui.frame.loop import Loop
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Pop, Push, Scene
from game.ui.frame.stack import SceneStack
from game.ui.frame.topics import Topic
from game.ui.frame.wake import NEWS
from game.ui.layout.rects import make_view
from game.ui.parts import MAIN, Dialog, PageScene, Sign, Text, coloured
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.going import GoingScene, bring, may_play_again, play_again
from game.ui.scenes.apart.joining import JoinScene
from game.ui.scenes.apart.leading import LeadingScene
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.apart.mode import ApartMode
from game.ui.scenes.apart.opening import OpeningScene, TransportChoice
from game.ui.scenes.apart.standings import StandingsScene
from game.ui.scenes.apart.table_rows import TableRows
from game.ui.scenes.apart.waiting import WaitingScene
from game.ui.scenes.apart.words import failure_words, left_words, names_apart, state_words
from game.ui.scenes.phones.inviting import InvitingScene
from game.ui.scenes.phones.sitting import SittingScene
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.setup.scene import OthersRulesScene, SetupScene
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets import Button, Segmented, TextField, say
from game.ui.widgets.base import Widget
from tests.each import some
from tests.gallery import NOW, collect_samples
from tests.gallery import apart as sample
from tests.gallery.apart import LOST as SEEN_ELSEWHERE
from tests.gallery.apart import table_id
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import Stage
from tests.ui.test_loop import FakeWindow
from tests.ui.test_screen_reader import Said

pytestmark = pytest.mark.usefixtures("blank")

SAMPLES = collect_samples("apart")
WATCHED = SAMPLES["apart-watch"]
LEAGUE: Final = Ruleset.parse("classic free mail none bonus=call")

ALONE = """
import socket, sys, threading
def refuse(*arguments, **keywords):
    raise AssertionError("a socket is opened")
socket.socket = refuse
from pathlib import Path
import pygame
pygame.display.init()
pygame.display.set_mode((1, 1))
from game.locale import Language
from tests.gallery import make_context
from game.ui.frame.apart import Apart
from game.ui.frame.scene import Push
from game.ui.frame.stack import SceneStack
from game.play.editions import all_editions
from game.ui.scenes.title.scene import TitleScene
from game.ui.scenes.shared.choosing import choices_of_edition, table_of
context = make_context(Language.ENGLISH, (1024, 640))
context.apart = Apart(Path(sys.argv[1]) / "apart")
context.apart.go_on()
stack = SceneStack(TitleScene(context), context.painter.view)
surface = pygame.Surface((1024, 640))
for _ in range(90):
    stack.update(1 / 60)
stack.draw(surface)
setup = table_of(context, choices_of_edition(context, all_editions()[0]), "7")
stack.apply(Push(context.routes.new_table(setup)))
for _ in range(90):
    stack.update(1 / 60)
stack.draw(surface)
context.apart.close()
wanted = ("asyncio", "game.net.service.service", "game.net.journal.keys")
print([name for name in wanted if name in sys.modules], threading.active_count())
"""


def test_whoever_plays_alone_opens_no_socket_and_loads_no_library(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path)],
        capture_output=True,
        text=True,
        env={"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[] 1"
    assert not (tmp_path / "apart").exists()


def test_the_menu_tells_which_games_wait(context: Context, tmp_path: Path) -> None:
    context.apart = Apart(tmp_path, now=lambda: 1000.0)
    context.preferences = replace(context.preferences, knows_game=True)
    assert context.text("menu.your_turn") not in spoken_of(context)
    notices = [
        Notice("a", True, 1000 + 3 * 86400, False),
        Notice("b", True, 1000 + 7300, False),
        Notice("c", False, 0, False),
        Notice("d", True, 1000 + 60, True),
    ]
    write_notices(tmp_path, notices)
    words = spoken_of(context)
    assert context.text("menu.your_turn") in words
    assert "2\u00a0h 1\u00a0min" in words
    # The door opens the turn that ends first.
    write_notices(tmp_path, [notices[0], Notice("b", True, 1000 + 60, False), *notices[2:]])
    opened: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TitleScene, "_open_turn", lambda _, table: opened.append(table))
        menu = Stage(context, TitleScene(context))
        menu.click(menu.part("together"))
    assert opened == ["b"]
    # A game master's next call, and a rematch, wait without a time.
    write_notices(tmp_path, [Notice("a", True, 0, False)])
    assert context.text("menu.your_turn") in spoken_of(context)
    known = json.dumps([{"table": "a", "waits": True, "until": 1, "is_over": False}])
    odd = (
        "[{}, 3]",
        "3",
        "[" * 50_000,
        *(known.replace("1", n) for n in ("1e999", "-1", "9" * 99)),
    )
    for damaged in odd:
        (tmp_path / "notices.json").write_text(damaged)
        assert context.text("menu.your_turn") not in spoken_of(context)


def spoken_of(context: Context) -> str:
    """Return the words that are read aloud of the title."""
    return Stage(context, TitleScene(context)).top.read(Topic.BOARD)


@pytest.mark.parametrize(("left", "thick"), [(60, "together"), (3 * 86400, MAIN)])
def test_a_turn_that_ends_soon_is_the_thick_door_and_counts_down(
    context: Context, tmp_path: Path, left: int, thick: str
) -> None:
    now = [1000.0]
    context.preferences = replace(context.preferences, knows_game=True)
    context.apart = Apart(tmp_path, now=lambda: now[0])
    write_notices(tmp_path, [Notice("a", True, 1000 + left, False, players=("Ana", "Mara"))])
    stage = Stage(context, TitleScene(context))
    heights = {name: stage.part(name).rect.h for name in (MAIN, "today", "together")}
    assert max(heights, key=lambda name: heights[name]) == thick
    stage.let(1)
    first = stage.part("together").spoken(context)
    assert "Mara" in " ".join(first)
    now[0] += 30
    stage.let(1)
    assert stage.part("together").spoken(context) != first


def test_a_window_that_opens_leads_on_what_is_not_over(
    context: Context, tmp_path: Path, other: Service
) -> None:
    """Nobody opens the list: its guests play on as soon as the game master's window is there."""
    bots = (("Ann", "random"), ("Ben", "random"))
    table = other.open_table(TableOpening(Ruleset(), 2, 3600, (), bots)).result(30)
    other.close()
    calls = len((other.store.folder / table.hex() / "journal.jsonl").read_text().splitlines())
    context.apart = Apart(other.store.folder)
    context.preferences = replace(context.preferences, knows_game=True)
    try:
        stage = Stage(context, TitleScene(context))
        context.apart.go_on()
        assert context.apart.opening is not None
        service = context.apart.service
        wait_for(lambda: table in service.snapshots and service.snapshots[table].is_over)
        assert len(service.store.table(table).journal) > calls
        stage.let(1)
    finally:
        context.apart.close()
    context.apart = Apart(other.store.folder)
    context.apart.go_on()
    assert context.apart.opening is None


def test_the_menu_follows_what_comes_while_it_is_open(context: Context, tmp_path: Path) -> None:
    context.preferences = replace(context.preferences, knows_game=True)
    context.apart = Apart(tmp_path / "one")
    service = context.apart.service
    assert context.apart.opening is not None
    context.apart.opening.result(30)
    try:
        stage = Stage(context, TitleScene(context))
        assert context.text("menu.your_turn") not in stage.top.read(Topic.BOARD)
        bots = (("Ben", "random"),)
        table = service.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), bots)).result(30)
        wait_for(lambda: service.snapshots[table].waits_for_me)
        stage.let(1)
        assert context.text("menu.your_turn") in stage.top.read(Topic.BOARD)
    finally:
        context.apart.close()


def test_a_table_is_led_to_straight_by_its_id_and_one_that_is_gone_to_the_list(
    context: Context, tmp_path: Path, other: Service
) -> None:
    bots = (("Ben", "random"),)
    table = other.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), bots)).result(30)
    wait_for(lambda: other.snapshots[table].waits_for_me)
    other.close()
    assert [(n.rules, n.players) for n in read_notices(other.store.folder)] == [
        (Ruleset(), ("Ana", "Ben"))
    ]
    context.apart = Apart(other.store.folder)
    try:
        stage = Stage(context, context.routes.apart(table.hex()))
        let_until(stage, TableScene)
    finally:
        context.apart.close()
    # A table that is not there any more leads to the list.
    context.apart = Apart(tmp_path / "nobody")
    try:
        stage = Stage(context, context.routes.apart("odd"))
        let_until(stage, LobbyScene)
    finally:
        context.apart.close()


def test_the_review_of_a_table_apart_is_of_ones_own_seat_and_keeps_nobody_elses(
    context: Context,
) -> None:
    match = finished_match(SEEN_ELSEWHERE)
    assert match is not None
    context.store.profile.add_match(match)
    assert seats_to_review(match, 0) == (1, 0, 2)
    review = Review((), (), 0, 0, 0, 0, (), None)
    store_review(context.store.profile, match, 0, 0, review)
    assert not context.store.profile.findings(identity_of(match))
    (played,) = context.store.profile.last_matches()
    assert played.result.name == "Ben"
    assert [result.is_human for result in played.results] == [False, True, False]


class Screen:
    """One program's usual table, with a player who places at once."""

    def __init__(self, service: Service, table: bytes) -> None:
        match = ApartKeeper(service, table)
        self.game = match.game()
        self.flow = ApartFlow(match, time.time)
        self.control = TableControl(self.game, EngineClient(), time.monotonic, self.flow)
        self.is_over = False

    def step(self) -> None:
        news = self.control.advance(0.02, is_moving=False)
        self.is_over |= TableSignal.OVER in news
        stage = self.game.phase()
        if stage is TableStep.ACT and self.flow.can_place(self.control):
            choice = legal_placements(self.game.match, self.game.view)[0]
            self.control.place(choice.tile, choice.space)
        elif stage is TableStep.CLOSE:
            self.control.close_or_go_on()
        elif self.flow.can_hand_in(self.game):
            self.flow.go_on(self.control)


def has_begun(seen: TableSnapshot) -> bool:
    return seen.table is not None and seen.table.match is not None


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Service]:
    service = Service(TableStore(tmp_path / "other"), LocalEngines())
    service.open().result(30)
    yield service
    service.close()


@pytest.fixture
def shared(tmp_path: Path) -> str:
    """A folder that all homes of a test can open."""
    folder = tmp_path / "shared"
    folder.mkdir()
    return str(folder)


def let_until(stage: Stage, what: type[object]) -> None:
    stage.wait_until(lambda: type(stage.top) is what)


def wait_for(what: Callable[[], object]) -> None:
    """Until it has come about, with no window."""
    end = time.monotonic() + 60
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_table_is_opened_shown_and_begins_by_mouse(
    context: Context, other: Service, service: Service, copied: list[str], shared: str
) -> None:
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.part("elsewhere"))
    assert isinstance(stage.top, OpeningScene)
    scene = stage.top
    scene.names[0] = "Cora"
    stage.give(Dropped(shared))
    stage.click(stage.find(context.text("together.open_now")))
    let_until(stage, WaitingScene)
    # The invitation is copied already, and the name kept for the next table.
    assert context.text("together.copied") in stage.read()
    assert context.preferences.player_name == "Cora"
    stage.click(stage.find(context.text("together.copy")))
    assert copied[0] == copied[1]
    assert copied[0].startswith("TIE1I.")
    assert copied[0][6:30] not in "".join(stage.read())
    stage.click(stage.find(context.text("together.show")))
    assert copied[0][6:30] in "".join(stage.read())
    other.join(copied[0], "Ben", shared).result(30)
    let_until(stage, TableScene)
    table = stage.stack.top
    assert isinstance(table, TableScene)
    assert "Ben" in {player.name for player in table.game.match.players}
    # The list has the new table: the page that led to the form is not gone through once more.
    stage.press("escape")
    stage.let(0.05)
    assert isinstance(stage.top, LobbyScene)


def test_a_leagues_defaults_are_a_leagues(
    context: Context, tmp_path: Path, service: Service
) -> None:
    """Nobody plays here, and the way they play does not end with the window."""
    stage = Stage(context, OpeningScene(context))
    scene = stage.top
    assert isinstance(scene, OpeningScene)
    assert (scene.people, scene.transport) == (1, TransportChoice.FOLDER)
    stage.press("5")
    assert (scene.people, scene.computers, scene.transport) == (0, 0, TransportChoice.FOLDER)
    assert context.text("together.only_lead") in " ".join(stage.read())
    assert not stage.find(context.text("together.open_now")).is_enabled
    (tmp_path / "shared").mkdir()
    stage.give(Dropped(str(tmp_path / "shared")))
    stage.click(stage.find(context.text("together.open_now")))
    let_until(stage, WaitingScene)
    (seen,) = service.snapshots.values()
    assert seen.table is not None
    assert seen.table.opened.seconds == 72 * 3600
    assert seen.seating.lead_settings.by_hand
    assert seen.seating.lead_settings.lets_in
    assert not seen.asking
    assert list((tmp_path / "shared").iterdir())


def test_own_rules_are_chosen_for_a_table_apart(context: Context) -> None:
    stage = Stage(context, OpeningScene(context))
    scene = stage.top
    assert isinstance(scene, OpeningScene)
    stage.click(stage.find(context.text("editions.custom.name")))
    let_until(stage, OthersRulesScene)
    stage.press("4")
    stage.click(stage.find(context.text("together.go_on")))
    let_until(stage, OpeningScene)
    assert str(scene.rules).startswith("daffodil")


def test_an_invitation_is_pasted_and_a_wrong_one_is_refused(
    context: Context, other: Service, service: Service, shared: str
) -> None:
    table = other.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), folder=shared)).result(30)
    context.paste_text = lambda: "no invitation"
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.find(context.text("together.join")))
    scene = stage.top
    assert isinstance(scene, JoinScene)
    assert not scene.code
    context.paste_text = lambda: other.invitation(table)
    stage.type("TIE1I.90.nonsense")
    scene.focus("name")
    stage.type("Ben")
    stage.click(stage.find(context.text("together.join_now")))
    wait_for_words(stage, context.text("errors.fault.cut"))
    stage.click(stage.find(context.text("together.paste")))
    assert scene.code == other.invitation(table)
    stage.give(Dropped(shared))
    stage.click(stage.find(context.text("together.join_now")))
    let_until(stage, TableScene)


@pytest.mark.parametrize("first", [LobbyScene, TitleScene])
@pytest.mark.parametrize("kind", ["invitation", "key"])
def test_an_invitation_is_taken_where_it_is_pasted_or_dropped(
    context: Context,
    tmp_path: Path,
    service: Service,
    first: Callable[[Context], Scene],
    kind: str,
) -> None:
    secret = b"" if kind == "invitation" else bytes([9]) * 32
    invitation = Invitation(bytes(16), bytes(32), "", secret)
    mail = tmp_path / "mail.txt"
    mail.write_text(f"Come and play!\n\n> {invitation}\n")
    for intent in (None, Dropped(str(mail))):
        stage = Stage(context, first(context))
        context.paste_text = mail.read_text
        if intent is None:
            stage.press("ctrl+v")
        elif isinstance(stage.top, LobbyScene):
            stage.give(intent)
        else:
            stage.stack.apply(Push(context.routes.guests(str(mail))))
        let_until(stage, JoinScene)
        assert isinstance(stage.top, JoinScene)
        assert stage.top.code == str(invitation)
        # What is still missing is asked for next.
        assert stage.form.focused is stage.part("name")
    # What is nothing of a table's goes nowhere.
    context.paste_text = lambda: "TIE1"
    stage = Stage(context, first(context))
    before = stage.top
    stage.press("ctrl+v")
    stage.let(0.1)
    assert stage.top is before


@pytest.mark.parametrize("first", [JoinScene, OpeningScene, SAMPLES["apart-carry"].make])
def test_an_invitation_is_taken_where_something_else_is_asked_for(
    context: Context, tmp_path: Path, service: Service, first: Callable[[Context], Scene]
) -> None:
    """A page that asks for a folder or a turn file is brought the invitation in its place."""
    invitation = Invitation(bytes(16), bytes(32), "")
    mail = tmp_path / "mail.txt"
    mail.write_text(f"Come and play!\n\n> {invitation}\n")
    stage = Stage(context, first(context))
    stage.give(Dropped(str(mail)))
    stage.wait_until(lambda: getattr(stage.top, "code", "") == str(invitation))
    assert isinstance(stage.top, JoinScene)
    assert not stage.top.folder
    # A turn file's place takes an invitation that is pasted, too.
    stage = Stage(context, SAMPLES["apart-carry"].make(context))
    context.paste_text = mail.read_text
    stage.click(stage.part("take"))
    assert isinstance(stage.top, JoinScene)


def test_a_game_master_who_plays_leads_on_at_the_board(
    context: Context, other: Service, service: Service, shared: str
) -> None:
    """A table that is led by hand waits for them there as well, and says so."""
    opening = TableOpening(
        Ruleset(), 2, 3600, ("Ana",), folder=shared, lead_settings=LeadSettings(by_hand=True)
    )
    table = service.open_table(opening).result(30)
    other.join(service.invitation(table), "Ben", shared).result(30)
    wait_for(lambda: service.snapshots[table].can_go_on and has_begun(service.snapshots[table]))
    stage = Stage(context, context.routes.apart_next(table))
    let_until(stage, TableScene)
    wait_for_words(stage, context.text("together.state.calls_here"))
    stage.click(stage.find(context.text("together.next_call")))
    wait_for_words(stage, context.text("together.your_turn"))
    assert service.snapshots[table].table.calls == 1  # type: ignore[union-attr]


def test_turn_files_and_reports_come_later_and_keep_nothing_waiting(
    context: Context, tmp_path: Path, service: Service, copied: list[str]
) -> None:
    context.paste_text = lambda: "nothing that is a turn file"
    table = open_for_computers(service)
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.part("elsewhere"))
    elsewhere = stage.top
    stage.press("ctrl+v")
    assert stage.top is elsewhere
    wait_for(lambda: service.snapshots[table].is_over)
    desk = Stage(context, LeadingScene(context, table))
    desk.click(desk.part("carry"))
    desk.click(desk.find(context.text("together.copy_turns")))
    wait_for_words(desk, context.text("together.turns_copied"))
    assert copied[0].startswith("TIE1T.")
    context.paste_text = lambda: copied[0]
    desk.click(desk.find(context.text("together.take")))
    wait_for_words(desk, context.text("together.taken"))
    desk.click(desk.find(context.text("together.copy_key")))
    assert read_invitation(copied[1]).table == table
    assert read_invitation(copied[1]).leads
    desk.press("escape")
    desk.click(desk.find(context.text("together.report_open")))
    desk.click(desk.find(context.text("together.report_save")))
    let_until(desk, Dialog)
    (page,) = (tmp_path / "one" / "reports").glob("*.html")
    assert page.name == f"{table.hex()[:8]}-1-9.html"
    assert isinstance(desk.top, Dialog)
    assert desk.top.body == context.text("together.report_saved", path=str(page))


def test_a_table_is_played_again_its_file_is_dropped_and_it_is_removed(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, service: Service
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "documents"))
    table = open_for_computers(service)
    wait_for(lambda: service.snapshots[table].is_over)
    path = service.save_turn_file(table).result(30)
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.part(table))
    stage.wait_until(
        lambda: service.snapshots[table].rematch and not isinstance(stage.top, LobbyScene)
    )
    again = next(id for id in service.snapshots if id != table)
    assert read_invitation(service.snapshots[table].rematch).table == again
    assert service.snapshots[again].table is not None
    found = service.snapshots[again].table
    assert found is not None
    assert found.opened.rules == LEAGUE
    # What is dropped on the list leads to its table, and is refused once that is removed.
    stage = Stage(context, LobbyScene(context))
    stage.give(Dropped(str(path)))
    stage.wait_until(lambda: not isinstance(stage.top, LobbyScene))
    assert not isinstance(stage.top, Dialog)
    # Dropped anywhere else it is taken in over what is there.
    stage = Stage(context, context.routes.guests(str(path)))
    stage.wait_until(lambda: not isinstance(stage.top, GoingScene))
    assert not isinstance(stage.top, Dialog)
    # Its result stays within reach where the row offers the rematch.
    stage = Stage(context, CarryingScene(context, table, can_remove=True))
    stage.click(stage.part("result"))
    assert not isinstance(stage.top, CarryingScene)
    stage = Stage(context, CarryingScene(context, table, can_remove=True))
    stage.click(stage.find(context.text("together.remove")))
    stage.click(stage.find(context.text("together.remove")))
    stage = Stage(context, LobbyScene(context))
    wait_for(lambda: table not in service.snapshots)
    stage.give(Dropped(str(path)))
    wait_for_words(stage, context.text("errors.fault.unknown-turn-file"))


GONE: Final[dict[str, Callable[[Context, bytes], Scene]]] = {
    "waiting": WaitingScene,
    "leading": LeadingScene,
    "standings": StandingsScene,
    "carrying": lambda context, table: CarryingScene(context, table, can_remove=True),
    "rematch": play_again,
    "next": lambda context, table: context.routes.apart_next(table),
    "table": lambda context, table: context.routes.apart_table(table),
}


@pytest.mark.parametrize("scene", GONE)
@pytest.mark.parametrize("table", some([1, 2, 3], 2))
def test_a_table_that_goes_while_it_is_shown_crashes_nothing(
    context: Context, scene: str, table: int
) -> None:
    """Each button of each page is pressed just after; then the page gives way."""
    context.paste_text = lambda: ""
    context.copy_text = lambda words: True
    sample.page(context, "lobby.LobbyScene")
    service, id = context.apart.service, table_id(table)
    known = service.snapshots
    shown = known[id].table
    if scene == "table" and (shown is None or shown.match is None):
        return
    labels = Stage(context, GONE[scene](context, id)).form.widgets
    for index in range(len(labels)):
        service.snapshots = known
        stage = Stage(context, LobbyScene(context))
        stage.stack.apply(Push(GONE[scene](context, id)))
        service.snapshots = {}
        if index < len(stage.form.widgets):
            stage.click(stage.form.widgets[index])
        stage.press("enter")
        stage.let(0.1)
        stage.draw()
        if scene != "table":
            service.snapshots = {}
            stage.press("escape")
    service.snapshots = {}
    stage = Stage(context, LobbyScene(context))
    if scene != "table":
        stage.stack.apply(Push(GONE[scene](context, id)))
        stage.let(0.1)
        assert isinstance(stage.top, LobbyScene)


def test_what_is_asked_of_a_table_that_is_gone_is_refused(service: Service) -> None:
    id = bytes(16)
    for ask in (
        service.rematch, service.join_rematch, service.turn_file, service.save_turn_file,
        service.lead_here, service.remove,
    ):  # fmt: skip
        with pytest.raises((FormatError, OSError)):
            ask(id).result(30)
    for act in (service.remind, service.ask_for_rematch, service.invitation, service.seat_key):
        act(id)
    service.hand_in(id, 0, "")
    service.take_back(id, 0)
    service.lead(id, LeadSettings())


def test_the_result_of_a_table_that_was_never_looked_at_is_kept(
    context: Context, service: Service
) -> None:
    """It is in the history when the table's end is seen; deleted there, it does not come back."""
    table = open_for_computers(service)
    wait_for(lambda: service.snapshots[table].is_over)
    loop = Loop(FakeWindow(), context, SceneStack(TitleScene(context), context.painter.view))
    loop.step()
    (kept,) = context.store.profile.last_matches()
    match = context.store.profile.match(kept.id)
    assert match is not None
    assert identity_of(match) == table.hex()[:16]
    service.remove(table).result(30)
    loop.step()
    assert [one.id for one in context.store.profile.last_matches()] == [kept.id]
    other = open_for_computers(service)
    wait_for(lambda: service.snapshots[other].is_over)
    loop.step()
    (newest, _) = context.store.profile.last_matches()
    context.store.profile.delete_match(newest.id)
    context.apart = Apart(now=lambda: 0.0)
    context.apart.use(service)
    loop.step()
    assert [one.id for one in context.store.profile.last_matches()] == [kept.id]


def test_a_history_that_cannot_be_written_gets_the_result_later(
    context: Context, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_for_computers(service)
    wait_for(lambda: service.snapshots[table].is_over)
    profile = context.store.profile
    with monkeypatch.context() as patch:
        patch.setattr(type(profile), "add_match", lambda *_: None)
        context.apart.file_results(profile)
    assert not service.is_filed(table)
    service.changes += 1
    context.apart.file_results(profile)
    assert len(profile.last_matches()) == 1


def test_what_goes_by_mail_is_not_sent_before_a_turn_file_is_copied(
    context: Context, other: Service, service: Service, copied: list[str]
) -> None:
    """The wish for a seat, then a turn: the page says so, and its main button copies the file."""
    text, rules = context.text, Ruleset()
    id = other.open_table(TableOpening(rules, 2, 3600, ("Ana",))).result(30)
    service.join(f"{other.invitation(id)} {other.turn_file(id).result(30)}", "Ben").result(30)
    wait_for(lambda: service.snapshots[id].must_send)
    stage = Stage(context, LobbyScene(context))
    wait_for_words(stage, text("together.not_sent"))
    assert stage.has(text("together.copy_turns"))
    stage = Stage(context, context.routes.apart_next(id))
    wait_for_words(stage, text("together.not_sent"))
    stage.press("enter")
    wait_for_words(stage, text("together.turns_copied"))
    wait_for(lambda: not service.snapshots[id].must_send)
    other.take(copied[-1]).result(30)
    wait_for(lambda: has_begun(other.snapshots[id]) and other.snapshots[id].waited)
    service.take(other.turn_file(id).result(30)).result(30)
    stage = Stage(context, context.routes.apart_next(id))
    scene = stage.top
    assert isinstance(scene, TableScene)
    mode = scene.mode
    assert isinstance(mode, ApartMode)
    stage.let(0.5)
    (tile,) = scene.game.hand()
    scene.control.place(tile, scene.game.legal(tile)[0])
    stage.press("n")
    stage.wait_until(lambda: service.snapshots[id].must_send)
    assert text("together.not_sent") in mode.strip_words()
    assert text("together.with_master") not in mode.strip_words()
    stage.let(0.5)
    assert text("together.copy_turns") in [words for _, words in mode.hints()]
    before = len(copied)
    stage.press("n")
    stage.wait_until(lambda: len(copied) > before)
    wait_for_words(stage, text("together.turns_copied"))
    stage.wait_until(lambda: text("together.with_master") in mode.strip_words())


def play_league(leader: Service, guest: Service, folder: Path) -> bytes:
    """A league in a shared folder, led and played by Ana, played to its end with Ben."""
    folder.mkdir()
    opening = TableOpening(LEAGUE, 2, 3600, ("Ana",), folder=str(folder))
    table = leader.open_table(opening).result(30)
    guest.join(leader.invitation(table), "Ben", str(folder)).result(30)
    wait_for(lambda: has_begun(leader.snapshots[table]) and has_begun(guest.snapshots[table]))
    screens = [Screen(leader, table), Screen(guest, table)]

    def play_on() -> bool:
        for screen in screens:
            screen.step()
        return all(screen.is_over for screen in screens)

    wait_for(play_on)
    return table


def test_one_press_on_the_result_leads_everybody_who_was_there_to_the_rematch(
    context: Context, tmp_path: Path, other: Service, service: Service
) -> None:
    table = play_league(other, service, tmp_path / "shared")
    # The guest presses first, and is at the table as soon as there is one.
    stage = Stage(context, context.routes.apart_next(table))
    stage.click(stage.find(context.text("together.rematch")))
    wait_for_words(stage, context.text("together.rematch_waits"))
    wait_for(lambda: other.snapshots[table].wants_rematch)
    again = other.rematch(table).result(30)
    stage.wait_until(lambda: not isinstance(stage.top, GoingScene))
    wait_for_words(stage, "Ben")
    assert [seat.name for seat in service.snapshots[again].seating.seats] == ["Ben"]
    # A second press opens no second table.
    stage = Stage(context, context.routes.apart_next(table))
    stage.click(stage.find(context.text("together.rematch")))
    stage.let(0.1)
    assert not isinstance(stage.top, GoingScene)
    assert len(service.snapshots) == 2


def test_the_game_master_is_shown_which_guests_ask_for_a_rematch(
    context: Context, tmp_path: Path, other: Service, service: Service
) -> None:
    """On the result, the list and the page that leads, as it comes; until the rematch is open."""
    table = play_league(service, other, tmp_path / "shared")
    words = "Ben would like another game"
    pages = [context.routes.apart_next(table), LobbyScene(context), LeadingScene(context, table)]
    stages = [Stage(context, page) for page in pages]
    for stage in stages:
        stage.let(0.1)
        assert words not in " ".join(stage.read())
    other.ask_for_rematch(table)
    for stage in stages:
        wait_for_words(stage, words)
    service.rematch(table).result(30)
    wait_for(lambda: not service.snapshots[table].wants_rematch)
    for stage in stages:
        stage.let(1.5)
        assert words not in " ".join(stage.read())


def open_for_computers(service: Service, desk: LeadSettings | None = None) -> bytes:
    """A league's table at which two computers play."""
    bots = (("A", "random"), ("B", "random"))
    opening = TableOpening(LEAGUE, 2, 3600, (), bots, lead_settings=desk or LeadSettings())
    return service.open_table(opening).result(30)


def wait_for_words(stage: Stage, words: str) -> None:
    stage.wait_until(
        lambda: any(words in shown for shown in [" ".join(stage.read()), *stage.read()])
    )


def test_the_game_master_lets_in_who_plays_and_somebody_only_watches(
    context: Context, tmp_path: Path, other: Service, service: Service, shared: str
) -> None:
    opening = TableOpening(
        Ruleset(), 2, 3600, ("Ana",), folder=shared, lead_settings=LeadSettings(lets_in=True)
    )
    table = service.open_table(opening).result(30)
    stage = Stage(context, context.routes.apart_next(table))
    wait_for_words(stage, "1 seat is free")
    said = context.speaker = Said()
    change_settings(context, has_speech=True)
    third = Service(TableStore(tmp_path / "third"), LocalEngines())
    third.open().result(30)
    for home, name in ((other, "Mallory"), (other, "Ben"), (third, "Ana")):
        home.join(service.invitation(table), name, shared).result(30)
        wait_for_words(stage, name)
    told = " ".join(said.texts)
    assert [told.count(f"{name}: Gets a seat.") for name in ("Mallory", "Ben")] == [1, 0]
    assert f"Ben: {context.text('together.asking.in_line')}" in told
    # A guest with a name already there is distinguished by signs of the key.
    wait_for_words(stage, context.text("together.same_name"))
    twice = [one for one in service.snapshots[table].asking if one.mark]
    assert [one.name for one in twice] == ["Ana", "Ana"]
    wait_for_words(stage, f"Ana ({twice[1].mark})")
    wait_for_words(stage, context.text("together.state.full"))
    stage.click(stage.find("Mallory"))
    wait_for_words(stage, context.text("together.let_in"))
    stage.click(stage.find(context.text("together.begin")))
    let_until(stage, TableScene)
    found = service.snapshots[table].table
    assert found is not None
    assert [chair.player.name for chair in found.chairs] == ["Ana", "Ben"]
    third.close()


def test_choosing_who_plays_makes_room_for_the_button_that_begins(
    context: Context, service: Service, shared: str
) -> None:
    table = service.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), folder=shared)).result(30)
    stage = Stage(context, context.routes.apart_next(table))
    wait_for_words(stage, "1 seat is free")
    assert context.text("together.begin") not in stage.read()
    stage.click(stage.find(context.text("together.lets_in")))
    wait_for_words(stage, context.text("together.begin"))
    places = [w.rect for w in stage.form.widgets if w.can_focus or not w.is_enabled]
    assert all(place.w > 0 and place.h > 0 for place in places)
    assert not any(pygame.Rect(a).colliderect(b) for a, b in itertools.combinations(places, 2))


def test_who_only_watches_is_at_the_table_with_nothing_to_place(
    context: Context, other: Service, service: Service, shared: str
) -> None:
    bots = (("Ben", "random"),)
    table = other.open_table(
        TableOpening(Ruleset(), 2, 3600, ("Ana",), bots, folder=shared)
    ).result(30)
    context.paste_text = lambda: other.invitation(table)
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.find(context.text("together.join")))
    stage.click(stage.find(context.text("together.paste")))
    stage.give(Dropped(shared))
    stage.click(stage.find(context.text("together.watch")))
    let_until(stage, TableScene)
    wait_for_words(stage, "Waiting for Ana")
    shown = stage.read()
    assert context.text("together.give_up") not in shown
    assert [a.name for a in other.snapshots[table].asking] == []


def test_whoever_joins_by_a_shared_folder_is_asked_where_it_is_here(
    context: Context, tmp_path: Path, other: Service, service: Service
) -> None:
    shared = tmp_path / "Cloud drive"
    shared.mkdir()
    table = other.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), folder=str(shared))).result(
        30
    )
    stage = Stage(context, JoinScene(context, other.invitation(table)))
    needs = context.text("together.needs_shared", folder="Cloud drive")
    stage.click(stage.part("name"))
    stage.type("Ben")
    assert needs in " ".join(stage.read())
    assert not stage.part("join").is_enabled
    stage.give(Dropped(str(shared)))
    assert needs not in " ".join(stage.read())
    stage.click(stage.part("join"))
    let_until(stage, TableScene)


def test_a_leagues_secretary_opens_the_next_game_at_the_desk(
    context: Context, service: Service
) -> None:
    desk = LeadSettings(league="Autumn league")
    table = open_for_computers(service, desk)
    wait_for(lambda: service.snapshots[table].is_over)
    stage = Stage(context, LeadingScene(context, table))
    stage.click(stage.find(context.text("together.next_match")))
    stage.wait_until(lambda: len(service.snapshots) == 2)
    again = next(seen for seen in service.snapshots.values() if seen.id != table)
    assert again.seating.lead_settings == desk


def test_a_reminder_is_copied_in_the_players_language(context: Context, copied: list[str]) -> None:
    stage = Stage(context, SAMPLES["apart-desk"].make(context))
    stage.let(0.1)
    stage.click(stage.find(context.text("together.remind")))
    stage.click(stage.find("Deutsch"))
    assert "Elif und Tom: Ansage 6 von 9 wartet auf Antwort" in copied[0]
    assert "17. Januar 2027, 12:00 UTC" in copied[0]
    assert any("Elif und Tom" in words for words in stage.read())


def test_a_table_apart_names_the_keys_that_are_bound(context: Context) -> None:
    scene = SAMPLES["apart-table"].make(context)
    assert isinstance(scene, TableScene)
    place, back = context.text("play.key.place"), context.text("play.key.take_back")
    keys = {words: key for key, words in scene.mode.hints()}
    assert keys[place] == "Enter"
    context.bindings = context.bindings.bind(Action.TAKE_BACK, "k")
    assert {words: key for key, words in scene.mode.hints()}[back] == "K"
    context.is_pad_held = True
    assert {words: key for key, words in scene.mode.hints()}[place] == "A"
    # Where the game master's own time is over, nothing more is placed here.
    service = context.apart.service
    assert isinstance(scene.mode, ApartMode)
    seen = replace(scene.mode.snapshot, is_master=True)
    shut = replace(seen, handed_in=frozenset(), waited=seen.waited - set(seen.own_seats))
    service.snapshots = {seen.id: shut}
    assert place not in [words for _, words in scene.mode.hints()]
    assert scene.mode.seconds_left() is None


def test_a_table_never_hands_in_by_itself(context: Context) -> None:
    change_settings(context, has_auto_call=True, call_pause=1.0)
    scene = sample.table(context, 2, "many")
    stage, service = Stage(context, scene), context.apart.service
    assert isinstance(scene.mode, ApartMode)
    seen = scene.mode.snapshot
    service.snapshots = {seen.id: replace(seen, handed_in=frozenset(), waited=frozenset({0}))}
    stage.let(1)
    assert scene.mode.seconds_left() is not None
    (tile,) = scene.game.hand()
    scene.control.place(tile, scene.game.legal(tile)[0])
    stage.let(5)
    hand_in = context.text("together.hand_in")
    assert hand_in in [words for _, words in scene.mode.hints()]
    assert scene.mode.seconds_left() is not None


def test_only_those_of_the_call_before_are_told_to_have_been_stood_in_for(
    context: Context,
) -> None:
    scene = sample.table(context, 2, "stood-in")
    assert isinstance(scene.mode, ApartMode)
    seen = scene.mode.snapshot
    assert seen.table is not None
    missed = (MissedCall(3, 2), *seen.table.missed)
    context.apart.service.snapshots = {
        seen.id: replace(seen, table=replace(seen.table, missed=missed))
    }
    told = context.text("together.stood_in", names="Ben")
    assert told in scene.mode.strip_words()


def test_giving_up_gives_all_seats_of_this_home_up(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(context, sample.table(context, 2))
    service = context.apart.service
    id = sample.table_id(2)
    service.snapshots = {id: replace(service.snapshots[id], own_seats=(0, 1))}
    left: list[int] = []
    monkeypatch.setattr(service, "leave_seat", lambda table, seat: left.append(seat))
    words = context.text("together.give_up")
    assert isinstance(stage.top, TableScene)
    stage.click(stage.widget("sign"))
    stage.click(stage.find(words))
    stage.click(stage.find(words))
    assert left == [0, 1]


def row_of(context: Context, seen: TableSnapshot) -> Widget:
    """A table's row in the list."""
    return TableRows(context).row(seen, "Look in", Icon.EYE, lambda: None, lambda: None)


def test_a_row_names_ones_own_seat_first_and_nobody_who_was_sent_away(context: Context) -> None:
    SAMPLES["apart-table"].make(context)
    (lost,) = sample.TABLES["lost"]
    assert "Ben, Ana and Cléo" in " ".join(row_of(context, lost).spoken(context))
    (crowd,) = sample.TABLES["crowd"]
    first, *others = crowd.asking
    crowd = replace(crowd, asking=(replace(first, is_sent_away=True), *others[:3]))
    names = "Ben, Wilhelmina von Hohenstaufen-Ponyhof and Dörte"
    assert names in " ".join(row_of(context, crowd).spoken(context))


def test_a_row_tells_by_itself_what_is_wrong_until_the_table_is_over(context: Context) -> None:
    SAMPLES["apart-table"].make(context)
    going_on, (over,) = sample.TABLES["few"][1], sample.TABLES["lost"]
    going_on = replace(going_on, handed_in=frozenset({0}))
    for seen, is_told in ((going_on, True), (over, False)):
        parts = row_of(context, replace(seen, trouble="no answer")).walk()
        assert any(words for part in parts for words in part.news(context)) is is_told


def test_a_seat_that_has_handed_in_is_ticked_and_hours_are_told_for_two_days(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Icon] = []
    draw = Painter.icon

    def note(painter: Painter, surface: pygame.Surface, icon: Icon, *rest: Any) -> None:
        drawn.append(icon)
        draw(painter, surface, icon, *rest)

    monkeypatch.setattr(Painter, "icon", note)
    scene = sample.page(context, "lobby.LobbyScene", "many")
    stage, service = Stage(context, scene), context.apart.service
    seen = service.snapshots[sample.table_id(2)]
    call = None if seen.table is None else seen.table.call
    assert seen.table is not None
    assert call is not None
    marks = []
    for handed, hours in ((frozenset[int](), 47), (frozenset({0}), 49)):
        later = replace(call, until=int(context.apart.now()) + hours * 3600 + 1)
        table = replace(seen.table, call=later)
        service.snapshots = {seen.id: replace(seen, handed_in=handed, table=table)}
        stage.let(1)
        drawn.clear()
        words = stage.read()
        marks.append(drawn.count(Icon.HOURGLASS))
        short = ("hour", 47) if hours == 47 else ("day", 2)
        time_left = context.text(f"together.short.{short[0]}", number=short[1])
        assert any(time_left in said for said in words)
    assert marks[0] - marks[1] == 1


def test_the_menu_of_a_table_is_reached_by_gamepad(context: Context) -> None:
    stage = Stage(context, SAMPLES["apart-table"].make(context))
    table = stage.top
    assert isinstance(table, TableScene)
    stage.press("pad 6")
    assert isinstance(stage.top, PauseScene)
    stage.press("pad 0")
    assert stage.stack.top is table
    for name, scene in (("play.rules", RulesScene), ("together.carry", CarryingScene)):
        stage.press("pad 6")
        button = stage.find(context.text(name))
        while stage.form.focused is not button:
            stage.press("pad down")
        stage.press("pad 0")
        assert isinstance(stage.top, scene)
        stage.press("pad 1")
        assert stage.top is table


@pytest.mark.parametrize(
    ("sample", "words"),
    [
        ("apart-newer", "It was opened by a newer version of the game: update yours"),
        ("apart-unreachable", "file:///home/mara/Cloud does not answer"),
    ],
)
def test_a_table_that_does_not_come_says_why(context: Context, sample: str, words: str) -> None:
    stage = Stage(context, SAMPLES[sample].make(context))
    wait_for_words(stage, words)


def test_damaged_tables_are_told_once_each(context: Context, tmp_path: Path) -> None:
    store = TableStore(tmp_path / "apart")
    tables = [open_table(store, TableOpening(Ruleset(), 2, 3600, ("Ana",), ())) for _ in range(2)]
    requests = tables[0].folder / "requests.json"
    requests.write_text("{")
    (tables[1].folder / "table.json").write_text("{}")
    told: list[str] = []
    for _ in range(2):
        context.apart = Apart(tmp_path / "apart")
        stage = Stage(context, context.routes.apart())
        assert context.apart.opening is not None
        context.apart.opening.result(30)
        for _ in range(6):
            stage.let(0.1)
            if isinstance(stage.top, Dialog):
                told.append(" ".join(stage.read()))
                stage.press("return")
        assert list(context.apart.service.snapshots) == [tables[0].id]
        context.apart.close()
    # A file that was put aside is not reported again.
    words = " ".join(told)
    assert len(told) == 3
    assert words.count("requests.kept-1.json") == 1
    # A long path is broken over lines.
    assert all("table.json" in one.replace(" ", "") for one in told if "requests" not in one)
    assert (tables[1].folder / "table.json").read_text() == "{}"


def test_the_state_of_a_table_is_told_as_what_it_is(context: Context) -> None:
    """Before the first call, around the last second, a turn on its way, a seat left."""
    SAMPLES["apart-lobby"].make(context)
    seen = context.apart.service.snapshots[sample.table_id(2)]
    table = seen.table
    assert table is not None
    assert table.call is not None
    begun = replace(seen, table=replace(table, call=None, calls=0))
    assert state_words(context, begun) == context.text("together.state.begins")
    now = context.apart.now()
    last = replace(seen, table=replace(table, call=replace(table.call, until=int(now))))
    assert state_words(context, last) == "Call 8 of 19 · Your turn: time is up"
    for is_master, key in ((True, "late_here"), (False, "late")):
        words = state_words(context, replace(last, is_late=True, is_master=is_master))
        assert words.endswith(f"Your turn: {context.text(f'together.{key}')}")
    waits = replace(seen, handed_in=frozenset({0}), is_master=False)
    with_master = context.text("together.with_master")
    assert state_words(context, waits) == f"Call 8 of 19 · {with_master}: 0:42"
    chairs = [
        replace(chair, key=bytes([seat + 26]) * 32) for seat, chair in enumerate(table.chairs)
    ]
    chairs[2] = replace(chairs[2], player=Player("ANA"))
    alike = replace(seen, table=replace(table, chairs=tuple(chairs)), left=(2,), free=(2,))
    assert names_apart(alike) == ["Ana (1a1a)", "Ben", "ANA (1c1c)"]
    assert left_words(context, alike) == "ANA (1c1c) gave up the seat"
    trouble = replace(seen, trouble="no answer")
    assert state_words(context, trouble) == context.text("together.state.cut")


def test_who_was_turned_away_leaves_a_seat_free(context: Context) -> None:
    waiting = SAMPLES["apart-waiting"].make(context)
    assert isinstance(waiting, WaitingScene)
    one = waiting.snapshot
    (ana,) = one.asking
    for asking, words in (
        ((ana,), "1 seat is free"),
        ((ana, replace(ana, key=b"b" * 32, is_sent_away=True)), "1 seat is free"),
        ((ana, replace(ana, key=b"b" * 32)), "All seats are taken"),
    ):
        assert state_words(context, replace(one, asking=asking)) == words


def test_who_watches_can_read_how_to_play(context: Context) -> None:
    """The first button of a table is not everywhere the one that takes back."""
    stage = Stage(context, WATCHED.make(context))
    stage.let(1)
    assert stage.form.find(Action.TAKE_BACK) is None
    stage.click(stage.widget("sign"))
    stage.click(stage.find(context.text("play.rules")))
    assert isinstance(stage.top, RulesScene)
    # Whoever gets a seat meanwhile has the buttons of who plays.
    stage.press("escape")
    seen = context.apart.service.snapshots[sample.table_id(9)]
    context.apart.service.snapshots = {seen.id: replace(seen, own_seats=(1,))}
    stage.let(0.5)
    assert stage.form.find(Action.TAKE_BACK) is not None


def test_a_guest_takes_a_turn_back_and_finds_it_again(
    context: Context, tmp_path: Path, other: Service, service: Service
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    table = other.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), folder=str(shared))).result(
        30
    )
    service.join(other.invitation(table), "Ben", str(shared)).result(30)
    wait_for(lambda: service.snapshots[table].waits_for_me)

    def hand_in(stage: Stage, space: int) -> None:
        scene = stage.top
        assert isinstance(scene, TableScene)
        stage.let(1)
        scene.control.place(tile, space)
        words = context.text("together.hand_in")
        stage.wait_until(lambda: stage.has(words))
        stage.click(stage.find(words))
        text = ((1, f"{tile}@{('a1', 'a2')[space]}"),)
        wait_for(lambda: service.snapshots[table].turns == text)

    scene = context.routes.apart_next(table)
    assert isinstance(scene, TableScene)
    (tile,) = scene.game.hand()
    hand_in(Stage(context, scene), 0)
    # The table opened again shows the tile on its space.
    scene = context.routes.apart_next(table)
    assert isinstance(scene, TableScene)
    stage = Stage(context, scene)
    stage.let(1)
    assert not scene.game.hand()
    stage.click(stage.widget(Action.TAKE_BACK))
    assert scene.game.hand() == (tile,)
    wait_for(lambda: not service.snapshots[table].turns)
    hand_in(stage, 1)


def test_who_leads_is_said_where_one_joins_and_waits(context: Context) -> None:
    limits = context.text("together.limits")
    for name, words in (("join", limits), ("waiting", "")):
        shown = " ".join(Stage(context, SAMPLES[f"apart-{name}"].make(context)).read())
        assert (limits in shown) is (words == limits)


def test_whoever_is_reminded_reads_by_whom(context: Context) -> None:
    scene = sample.table(context, 9, "watched")
    assert isinstance(scene.mode, ApartMode)
    seen = scene.mode.snapshot
    for by, words in ((None, "together.reminded"), (1, "together.reminded_by")):
        asked = replace(
            seen,
            own_seats=(2,),
            waited=frozenset({2}),
            reminded=RemindedEvent(8, by, (2,), "0" * 16),
        )
        context.apart.service.snapshots = {seen.id: asked}
        told = context.text(words, **({} if by is None else {"name": "Ben"}))
        assert told in scene.mode.strip_words()
    context.apart.service.snapshots = {seen.id: replace(asked, own_seats=(0,))}
    assert context.text("together.reminded_by", name="Ben") not in scene.mode.strip_words()


def test_a_table_that_another_program_leads_is_taken_back_by_one_press(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    SAMPLES["apart-lobby"].make(context)
    service, id = context.apart.service, sample.table_id(2)
    service.snapshots = {id: replace(service.snapshots[id], is_stopped=True)}
    taken: list[bytes] = []
    monkeypatch.setattr(service, "lead_here", taken.append)
    stage = Stage(context, LobbyScene(context))
    wait_for_words(stage, context.text("together.led_elsewhere"))
    stage.click(stage.part(id))
    assert taken == [id]


def test_news_of_a_table_wake_a_calm_window(tmp_path: Path) -> None:
    pygame.display.init()
    apart = Apart(tmp_path)
    try:
        pygame.event.clear()
        apart.service.show(gone_table(bytes(16)))
        assert [event.type for event in pygame.event.get(NEWS)] == [NEWS]
        # What is published twice is no news.
        apart.service.show(gone_table(bytes(16)))
        assert pygame.event.get(NEWS) == []
    finally:
        apart.close()


def test_a_live_game_of_an_earlier_version_is_over_and_shows_what_was_played(
    context: Context,
) -> None:
    stage = Stage(context, sample.page(context, "lobby.LobbyScene", "earlier"))
    assert context.text("together.group.over") in stage.read()
    assert context.text("together.state.earlier") in " ".join(stage.read())
    stage.click(stage.part(sample.table_id(19)))
    assert isinstance(stage.top, LeadingScene)
    assert context.text("together.state.earlier") in stage.read()
    assert "Cléo" in stage.read()
    # One that had not begun is over too: nobody is waited for.
    service, id = context.apart.service, sample.table_id(19)
    seen = service.snapshots[id]
    assert seen.table is not None
    service.snapshots = {id: replace(seen, table=replace(seen.table, match=None, chairs=()))}
    assert isinstance(context.routes.apart_next(id), LeadingScene)


def test_no_rematch_follows_a_game_that_only_an_earlier_version_could_play(
    service: Service,
) -> None:
    again = str(Invitation(b"n" * 16, bytes(32)))
    seen, table = replace(SEEN_ELSEWHERE, rematch=again), SEEN_ELSEWHERE.table
    assert table is not None
    assert (service.rematch_waits(seen), may_play_again(service, seen)) == (True, True)
    for opened in (replace(table.opened, seconds=60), replace(table.opened, club=True)):
        earlier = replace(seen, table=replace(table, opened=opened))
        assert (service.rematch_waits(earlier), may_play_again(service, earlier)) == (False, False)


def test_an_invitation_to_an_earlier_versions_server_is_refused_kindly(context: Context) -> None:
    invitation = Invitation(bytes(16), bytes(32), "nats://t1:word@192.168.0.7:4222")
    stage = Stage(context, JoinScene(context, str(invitation)))
    scene = stage.top
    assert isinstance(scene, JoinScene)
    scene.focus("name")
    stage.type("Ben")
    stage.click(stage.find(context.text("together.join_now")))
    wait_for_words(stage, context.text("errors.fault.earlier-table"))


WORDS: Final = {
    "apart-lobby": (
        "Together. Your turn. Standard game: Your turn: 0:42. Ana, Ben and Cléo · Call 8 of 19."
        " until 15 January 2027. Play. Waiting for others. Autumn league: Waiting for Elif and "
        "Tom: 2 d. Mara, Jonas, Elif and Tom · Call 6 of 9 · Correspondence league. until 17 "
        "January 2027. Lead. Standard game: 1 seat is free. Ana. correspondence: 3 days for "
        "each call. Invite. Over. Autumn league: Over; won by Mara, Jonas, Elif and Tom with "
        "174 points. Mara, Jonas, Elif and Tom · 13 January 2027 · Correspondence league. Next "
        "game. At this screen. On phones. I was invited. Elsewhere."
    ),
    "apart-lobby-many": (
        "Together. Your turn. Standard game: Your turn: 0:42. Ana, Ben and Cléo · Call 8 of 19."
        " until 15 January 2027. Play. Standard game: Over; won by Ana and Ben with 123 points."
        " Ana and Ben · 13 January 2027. Join the rematch. Waiting for others. Four rounds: "
        "Waiting for Jonas: 30 h. Ana and Jonas · Call 5 of 76. until 16 January 2027. Look in."
        " Autumn league: Waiting for Elif and Tom: 2 d. Mara, Jonas, Elif and Tom · Call 6 of 9"
        " · Correspondence league. until 17 January 2027. Lead. Standard game: 1 seat is free. "
        "Ana. correspondence: 3 days for each call. Invite. Over. Standard game: Over; won by "
        "Ana, Ben and Émile with 120 points. Ana, Ben and Émile · 13 January 2027. Ben and "
        "Émile would like another game. Rematch. Autumn league: Over; won by Mara, Jonas, Elif "
        "and Tom with 174 points. Mara, Jonas, Elif and Tom · 13 January 2027 · Correspondence "
        "league. Next game. Standard game: Over; won by Ana, Ben and Émile with 120 points. "
        "Ana, Ben and Émile · 13 January 2027. Rematch. 3 older tables. At this screen. On "
        "phones. I was invited. Elsewhere."
    ),
    "apart-carry": (
        "Autumn league · Call 6 of 9 · Waiting for Elif and Tom: 2 days 4 h. Without a shared "
        "folder, send the game master a turn file, and paste the one you get back, or drop it "
        "here. Your key lets you continue on another computer: anyone who has it can play for "
        "you, so keep it to yourself. Copy the turn file. Save the turn file. Paste a turn "
        "file. Copy my key for this table. Back. Remove the table."
    ),
}
"""The words of pages that name a time of day, without it: it depends on where one is."""


@pytest.mark.parametrize("name", WORDS)
def test_each_page_says_the_state_of_its_table_and_what_can_be_done(
    context: Context, name: str
) -> None:
    context.store.clock = lambda: NOW
    scene = SAMPLES[name].make(context)
    stage = Stage(context, scene)
    stage.let(0.3)
    assert isinstance(scene, PageScene)
    words = re.sub(r", \d\d:\d\d(?=\.)", "", scene.spoken(scene.root))
    assert words.replace("\N{NO-BREAK SPACE}", " ") == WORDS[name]


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Return what is asked of the service, instead of doing it: the method and its arguments."""
    noted: list[tuple[Any, ...]] = []

    def note(name: str) -> Callable[..., Future[Any] | None]:
        def ask(service: Service, *given: Any, **named: Any) -> Future[Any] | None:
            noted.append((name, *given, *named.items()))
            return Future() if name in ("open_table", "join") else None

        return ask

    for name in ("lead", "substitute", "leave_seat", "open_table", "join"):
        monkeypatch.setattr(Service, name, note(name))
    return noted


def until(snapshot: TableSnapshot, seconds: int) -> TableSnapshot:
    """The same table whose open call ends then."""
    assert snapshot.table is not None
    assert snapshot.table.call is not None
    call = replace(snapshot.table.call, until=seconds)
    return replace(snapshot, table=replace(snapshot.table, call=call))


def test_the_game_masters_page_asks_for_what_each_of_its_answers_says(
    context: Context, requests: list[tuple[Any, ...]], copied: list[str]
) -> None:
    stage = Stage(context, SAMPLES["apart-desk"].make(context))
    desk = stage.top
    assert isinstance(desk, LeadingScene)
    table, settings = table_id(1), desk.snapshot.seating.lead_settings
    assert settings.by_hand
    assert stage.part(MAIN).hint() == context.text("together.still_waiting")
    stage.click(stage.find(context.text("together.by_hand")))
    assert requests.pop() == ("lead", table, replace(settings, by_hand=False))
    hour = 3600
    for open_until in (sample.NOW + 52 * hour, sample.NOW - 9):
        late = until(desk.snapshot, open_until)
        context.apart.service.snapshots = {table: late}
        for name, seconds in (("hour", hour), ("day", 24 * hour), ("days", 72 * hour)):
            stage.click(stage.part("extend"))
            stage.click(stage.find(context.text(f"together.extend_by.{name}")))
            end = max(open_until, sample.NOW) + seconds
            assert requests.pop() == ("lead", table, replace(settings, wait_until=end))
    stage.click(stage.part("report_open"))
    stage.click(stage.find(context.text("together.report_copy")))
    assert "Autumn league" in copied[-1]
    assert all(name in copied[-1] for name in ("Mara", "Jonas", "Elif", "Tom"))
    assert context.text("together.report_copied") in " ".join(stage.read())
    stage.press("escape")
    ready = replace(desk.snapshot, waited=frozenset(), can_go_on=True)
    context.apart.service.snapshots = {table: ready}
    stage.let(0.1)
    stage.press("n")
    assert requests.pop() == ("lead", table, settings, ("goes_on", True))
    by_itself = replace(ready.seating, lead_settings=replace(settings, by_hand=False))
    context.apart.service.snapshots = {table: replace(ready, seating=by_itself)}
    stage.let(0.1)
    assert stage.part(MAIN).hint() == context.text("together.by_itself")


def test_a_free_seat_is_given_to_an_applicant_or_a_computer(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    stage = Stage(context, SAMPLES["apart-desk-free"].make(context))
    free = table_id(8)
    links = [part.id for part in stage.widgets() if isinstance(part.id, tuple)]
    assert [link for link in links if link[0] == "substitute"] == [
        ("substitute", 1),
        ("substitute", 3),
    ]
    (ben,) = [one for one in context.apart.service.snapshots[free].asking if one.name == "Ben"]
    for words, request in (
        ("Ben", SeatRequest(3, key=ben.key)),
        ("Duckling", SeatRequest(3, engine="duckling")),
        ("Master", SeatRequest(3, engine="master")),
    ):
        stage.click(stage.part(("substitute", 3)))
        stage.click(stage.find(words))
        assert requests.pop() == ("substitute", free, request)


def test_tables_are_listed_by_the_end_of_their_calls_then_from_the_newest(
    context: Context,
) -> None:
    stage = Stage(context, SAMPLES["apart-lobby-many"].make(context))
    service = context.apart.service
    over = service.snapshots[table_id(10)]
    calls = service.snapshots[table_id(11)]
    begun = {20 + day: over.begun_at + 86_400 * day for day in range(1, 6)}
    service.snapshots = {
        table_id(number): replace(over, id=table_id(number), begun_at=at)
        for number, at in begun.items()
    }
    for number, hours in ((30, 9), (31, 5)):
        ends = until(calls, sample.NOW + hours * 3600)
        service.snapshots[table_id(number)] = replace(ends, id=table_id(number))
    stage = Stage(context, LobbyScene(context))

    def listed() -> list[int]:
        ids = [part.id for part in stage.widgets() if isinstance(part.id, bytes)]
        return [one[0] for one in ids]

    assert listed() == [31, 30, 25, 24, 23]
    older = context.text("together.older", count=2)
    assert older in " ".join(stage.read())
    stage.click(stage.part("older"))
    assert listed() == [31, 30, 25, 24, 23, 22, 21]
    assert stage.top.find("older") is None  # type: ignore[attr-defined]


def set_seats(stage: Stage, seats: int) -> None:
    """Click that number of seats in the form of a table."""
    chosen = next(part for part in stage.part("seats").walk() if isinstance(part, Segmented))
    (x, y), cell = stage.place_of(chosen), chosen.cells()[seats - 2]
    stage.hit((x + cell.centre[0] - chosen.rect.centre[0], y))


def test_the_form_of_a_table_keeps_its_seats_and_asks_for_what_is_missing(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    stage = Stage(context, SAMPLES["apart-open"].make(context))
    scene = stage.top
    assert isinstance(scene, OpeningScene)
    assert stage.part(MAIN).hint() == context.text("together.needs_folder")
    stage.give(Dropped("/home/ana/Cloud"))
    assert (scene.address, stage.part(MAIN).hint()) == ("/home/ana/Cloud", "")
    set_seats(stage, 6)
    scene.people, scene.computers = 3, 2
    scene.names[:3] = ["Ana", " ana\u200b ", "Zoé"]
    scene.renew()
    assert stage.part(MAIN).hint() == ""
    for names, is_refused in ((["Ana", "Ana"], True), (["", "Ben"], True), (["Ana", "Ben"], False)):
        scene.names[:2] = names
        scene.renew()
        assert (stage.part(MAIN).hint() == context.text("together.needs_names")) is is_refused
    seated = []
    for seats in (6, 5, 4, 3, 2):
        set_seats(stage, seats)
        seated.append((scene.people, scene.computers))
    assert seated == [(3, 2), (3, 1), (3, 0), (2, 0), (1, 0)]
    set_seats(stage, 5)
    scene.people, scene.computers, scene.league = 2, 2, " Autumn  league "
    scene.renew()
    assert context.text("together.guests", count=1) in " ".join(stage.read())
    stage.click(stage.part(MAIN))
    bots = tuple((name, scene.level) for name in ("Beaver", "Beaver 2"))
    opening = TableOpening(
        Ruleset(),
        5,
        72 * 3600,
        ("Ana", "Ben"),
        bots,
        folder="/home/ana/Cloud",
        substitute=scene.level,
        lead_settings=LeadSettings(league="Autumn league"),
    )
    assert requests == [("open_table", opening)]
    assert context.preferences.player_name == "Ana"
    assert context.text("together.opening") in " ".join(stage.read())
    stage = Stage(context, SAMPLES["apart-open-league"].make(context))
    scene = stage.top
    assert isinstance(scene, OpeningScene)
    scene.choose_transport(TransportChoice.MAIL)
    scene.renew()
    stage.click(stage.part(MAIN))
    (name, opening) = requests.pop()
    assert (name, opening.people, opening.bots, opening.folder) == ("open_table", (), (), "")
    assert opening.lead_settings == LeadSettings(by_hand=True, lets_in=True)
    assert opening.substitute is None


def test_who_joins_says_where_and_under_which_name_or_only_watches(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    stage = Stage(context, SAMPLES["apart-join"].make(context))
    scene = stage.top
    assert isinstance(scene, JoinScene)
    context.paste_text = lambda: ""
    stage.click(stage.part("paste"))
    assert stage.part("join").hint() == context.text("together.needs_code")
    code = str(Invitation(table_id(60), bytes(32), "file:///home/mara/My%20Cloud/"))
    context.paste_text = lambda: f"Come and play!\n{code}\n"
    stage.click(stage.part("paste"))
    assert scene.code == code
    assert stage.part("join").hint() == context.text("together.needs_name")
    scene.name = "Ana"
    scene.renew()
    missing = context.text("together.needs_shared", folder="My Cloud")
    assert stage.part("join").hint() == missing
    stage.give(Dropped("/home/ana/Cloud"))
    assert (stage.part("join").hint(), scene.folder) == ("", "/home/ana/Cloud")
    stage.click(stage.part("join"))
    assert requests == [("join", f"Come and play!\n{code}\n", "Ana", "/home/ana/Cloud")]
    assert context.preferences.player_name == "Ana"
    stage.click(stage.part("watch"))
    assert len(requests) == 1, "one request at a time"
    stage = Stage(context, JoinScene(context, code))
    watching = stage.top
    assert isinstance(watching, JoinScene)
    watching.folder = "/home/ana/Cloud"
    watching.renew()
    stage.click(stage.part("watch"))
    assert requests[1:] == [("join", code, "", "/home/ana/Cloud")]
    seated = Stage(context, JoinScene(context, "http://192.168.1.20:8720/KQXR"))
    seated.click(seated.part("join"))
    assert isinstance(seated.top, SittingScene)


def test_who_asks_for_a_seat_is_turned_away_and_let_in_again(
    context: Context, requests: list[tuple[Any, ...]], copied: list[str]
) -> None:
    stage = Stage(context, SAMPLES["apart-crowd"].make(context))
    crowd, service = table_id(6), context.apart.service
    snapshot = service.snapshots[crowd]
    settings = snapshot.seating.lead_settings
    keys = {one.name: one.key for one in snapshot.asking}
    assert not stage.part(keys["Ana"]).is_pressable, "she is here"
    for away in ((), (keys["Ben"].hex(),), (keys["Ben"].hex(), keys["Eve"].hex())):
        now = replace(settings, sent_away=away)
        seating = replace(snapshot.seating, lead_settings=now)
        service.snapshots = {crowd: replace(snapshot, seating=seating)}
        stage.click(stage.part(keys["Ben"]))
        left = sorted({*away} ^ {keys["Ben"].hex()})
        assert requests.pop() == ("lead", crowd, replace(now, sent_away=tuple(left)))
    service.snapshots = {crowd: snapshot}
    stage.click(stage.find(context.text("together.lets_in")))
    assert requests.pop() == ("lead", crowd, replace(settings, lets_in=False))
    stage.click(stage.part(MAIN))
    assert requests.pop() == ("lead", crowd, settings, ("goes_on", True))
    stage.click(stage.part("copy"))
    assert copied == [service.invitation(crowd)]
    assert context.text("together.copied") in " ".join(stage.read())
    context.copy_text = lambda _: False
    stage.click(stage.part("copy"))
    assert context.text("menu.not_copied") in " ".join(stage.read())


def test_each_way_to_play_together_leads_to_its_page(context: Context) -> None:
    """From an empty list and from one with tables."""
    pages = {"phones": InvitingScene, "join": JoinScene, "elsewhere": OpeningScene}
    for name in ("apart-lobby-empty", "apart-lobby"):
        stage = Stage(context, SAMPLES[name].make(context))
        lobby = stage.top
        stage.click(stage.part("here" if name == "apart-lobby" else MAIN))
        assert isinstance(stage.top, SetupScene)
        assert [seat.bot for seat in stage.top.control.choices.seats] == ["", ""]
        stage.press("escape")
        for part, page in pages.items():
            stage.click(stage.part(part))
            assert isinstance(stage.top, page)
            context.close_phones()
            stage.stack.apply(Pop())
            assert stage.top is lobby
    # What is on the clipboard is pasted where it is an invitation or a room's address.
    for pasted, page in (("hello", JoinScene), ("http://192.168.1.20:8720/KQXR", SittingScene)):
        context.paste_text = lambda pasted=pasted: pasted  # type: ignore[misc]
        stage.click(stage.part("join"))
        assert isinstance(stage.top, page)
        assert getattr(stage.top, "code", "") == ""
        stage.stack.apply(Pop())


STRIPS: Final = {
    "apart-table": ("Your turn: 0:42", "", 42, ["place", "take back", "other boards", "menu"]),
    "apart-table-cut": (
        "No connection; still trying. What you placed is safe.",
        "No connection; still trying. What you placed is safe.",
        None,
        ["place", "take back", "other boards", "menu"],
    ),
    "apart-watch": ("Waiting for Cléo: 0:42", "Waiting for Cléo", None, ["other boards", "menu"]),
    "apart-stood-in": (
        "Your turn: 0:42 · the computer placed for Ben",
        "the computer placed for Ben",
        42,
        ["place", "take back", "other boards", "menu"],
    ),
}
"""The words above the board, those read aloud, the seconds left, and the keys of each table."""


@pytest.mark.parametrize("name", STRIPS)
def test_a_table_says_whose_turn_it_is_and_which_keys_there_are(
    context: Context, name: str
) -> None:
    above, read, seconds, keys = STRIPS[name]
    scene = SAMPLES[name].make(context)
    assert isinstance(scene, TableScene)
    assert isinstance(scene.mode, ApartMode)
    Stage(context, scene).let(0.1)
    mode = scene.mode
    assert (mode.strip_words(), mode.instructions()) == (above, read)
    assert mode.seconds_left() == seconds
    words = [words for _, words in mode.hints()]
    assert words == [*keys, context.text("together.leave")]
    assert bool(mode.links(scene)) is (name != "apart-watch")
    rules = "Correspondence league" if name == "apart-table-cut" else "Standard game"
    assert mode.title() == (rules, "")


def answered(result: object = None, error: BaseException | None = None) -> Future[Any]:
    """Return an answer of the service that is there already."""
    future: Future[Any] = Future()
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
    return future


def test_each_state_of_a_table_has_its_own_sentence(context: Context) -> None:
    """In the order in which they are looked at: a table that is taken over is nothing else."""
    SAMPLES["apart-lobby"].make(context)
    seen = context.apart.service.snapshots[table_id(2)]
    table, no_folder = seen.table, Seating(Invitation(table_id(2), bytes(32)), ())
    assert table is not None
    assert table.call is not None
    nobody = replace(seen, waited=frozenset(), handed_in=frozenset())
    unsent = replace(seen, unsent=1, seating=no_folder, is_master=False)
    opened = replace(table, match=None, chairs=(), call=None, calls=0)
    between = replace(seen, table=replace(table, call=None))
    (won,), tied = sample.TABLES["won"], SEEN_ELSEWHERE
    not_sent = "Not sent yet: copy the turn file and send it"
    states = {
        "another program leads": (
            replace(seen, is_stopped=True, is_earlier=True),
            "Another program has taken over this table, perhaps from a copy; here it has stopped",
        ),
        "cut": (replace(seen, trouble="x", can_go_on=True), "No connection; still trying"),
        "to close": (replace(nobody, can_go_on=True), "The call waits for you to close it"),
        "to call": (replace(between, can_go_on=True), "The next call waits for you"),
        "to begin": (replace(seen, table=opened, can_go_on=True), "3 seats are free"),
        "nothing": (replace(seen, table=None), "Nothing received yet"),
        "not sent": (replace(unsent, table=None), not_sent),
        "asked, not sent": (replace(unsent, table=opened), not_sent),
        "between": (between, "Call 8 of 19 is closed"),
        "answered": (nobody, "Call 8 of 19 · Everybody has answered: 0:42"),
        "mine": (seen, "Call 8 of 19 · Your turn: 0:42"),
        "theirs": (replace(seen, own_seats=()), "Call 8 of 19 · Waiting for Ana and Cléo: 0:42"),
        "tied": (tied, "Over; won by Ana, Ben and Cléo with 156 points"),
        "cut after its end": (replace(won, trouble="x"), "You have won with 167 points"),
        "lost": (
            replace(won, own_seats=(1,)),
            "You have 125 points; won by Ana with 167 points",
        ),
        "watched": (replace(won, own_seats=()), "Over; won by Ana with 167 points"),
        "both seats": (replace(won, own_seats=(0, 1)), "Over; won by Ana with 167 points"),
        "promise": (
            replace(won, is_promise_broken=True),
            "The calls are not those that were promised: the leader of the table has changed them",
        ),
    }
    words = {name: state_words(context, snapshot) for name, (snapshot, _) in states.items()}
    assert words == {name: expected for name, (_, expected) in states.items()}
    for fault, key in ((Fault.UNKNOWN, "newer"), (Fault.CUT, "altered")):
        unread = replace(seen, problem=FormatError(fault, "line", value="x"), trouble="x")
        assert state_words(context, unread) == context.text(f"together.state.{key}")
    timeless = [state_words(context, one, has_time=False) for one in (nobody, seen)]
    assert timeless == ["Call 8 of 19 · Everybody has answered", "Call 8 of 19 · Your turn"]


def test_a_request_that_fails_says_why(context: Context) -> None:
    for error, words in (
        (StoreBusy(), "Another window or command is using your tables. Close it and come back."),
        (LedElsewhere(), context.text("together.led_elsewhere")),
        (FileNotFoundError(2, "x"), "That did not work: no such file."),
        (FormatError(Fault.CUT, "x"), "That did not work: x: cut in the middle."),
        (ValueError("odd"), "That did not work: ValueError."),
    ):
        assert failure_words(context, error) == words
    # A file that is dropped and cannot be read, and a turn file that is refused.
    service, lost = Service, FileNotFoundError(2, "x")
    for failing in ("read_file", "take"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(service, "read_file", lambda *_: answered("TIE1T.x"))
            patch.setattr(service, failing, lambda *_: answered(error=lost))
            carrying = Stage(context, SAMPLES["apart-carry"].make(context))
            carrying.give(Dropped("turns.txt"))
            going = Stage(context, LobbyScene(context))
            below = going.top
            going.stack.apply(Push(bring(context, path="turns.txt")))
            for stage in (carrying, going):
                stage.let(0.1)
                assert "That did not work: no such file." in " ".join(stage.read())
            assert isinstance(going.top, GoingScene)
            going.press("return")
            assert going.top is below


def test_the_keys_and_the_button_of_a_table_are_those_of_its_moment(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    """Another's board is looked at; a game master who plays closes and calls."""
    scene = sample.table(context, 2)
    stage, mode, service = Stage(context, scene), scene.mode, context.apart.service
    assert isinstance(mode, ApartMode)
    seen = mode.snapshot
    assert seen.table is not None
    stage.let(0.2)
    stage.press("page down")
    stage.let(0.1)
    assert mode.hints() == [("PgDn", "other boards"), ("Esc", "Back to the game")]
    stage.press("escape")
    stage.let(0.1)
    leave = "Leave; the game continues"
    others = [("PgDn", "other boards"), ("H", "menu"), ("Esc", leave)]
    placing = [("Enter", "place"), ("Backspace", "take back"), *others]
    assert (mode.hints(), mode.below_hand(scene)) == (placing, False)
    ready = replace(seen, waited=frozenset(), handed_in=frozenset({0}), can_go_on=True)
    between = replace(ready, table=replace(seen.table, call=None))
    for snapshot, words in ((ready, "Close the call"), (between, "Next call")):
        service.snapshots = {seen.id: snapshot}
        stage.let(0.1)
        assert mode.hints() == [("N", words), *others]
        button = mode.below_hand(scene)
        assert isinstance(button, Button)
        assert say(button.label) == words
        asked = ("lead", seen.id, seen.seating.lead_settings, ("goes_on", True))
        stage.press("n")
        assert requests == [asked]
        stage.give(Command(Action.NEXT_CALL, key="n", is_repeat=True))
        stage.click(stage.find(words))
        assert requests == [asked, asked], "a key that is held asks once"
        requests.clear()
    service.snapshots = {seen.id: replace(ready, can_go_on=False)}
    stage.let(0.1)
    stage.press("n")
    assert (requests, mode.hints(), mode.below_hand(scene)) == ([], others, False)
    stage.press("h")
    assert isinstance(stage.top, PauseScene)
    # A table of several rounds says which one.
    scene = sample.table(context, 11, "many")
    assert scene.mode.title() == ("Four rounds", "Round 1 of 4")


def test_the_desk_names_who_left_who_came_and_what_was_missed(context: Context) -> None:
    desk = sample.page(context, "leading.LeadingScene", "rounds", table=21)
    assert isinstance(desk, LeadingScene)
    seen = desk.snapshot
    assert seen.table is not None
    came = Substitution(1, 3, Player("Cléo"), Player("Ben"), has_left=True)
    substituted = replace(seen, table=replace(seen.table, substitutions=(came,)))
    handed_in = replace(seen, waited=frozenset({0}), handed_in=frozenset())
    for snapshot, state, ben in (
        (seen, ", 0 of 2", "Still to answer"),
        (replace(seen, left=(1,)), ", 0 of 2", "Still to answer"),
        (replace(seen, free=(1,)), ", 0 of 2", "Still to answer, Substitute"),
        (
            replace(seen, left=(1,), free=(1,)),
            " · Ben gave up the seat, 0 of 2",
            "Gave up the seat, Substitute",
        ),
        (substituted, ", 0 of 2", "Still to answer · replaces Cléo"),
        (handed_in, ", 1 of 2", "Answered"),
    ):
        context.apart.service.snapshots = {seen.id: snapshot}
        scene = LeadingScene(context, seen.id)
        Stage(context, scene).let(0.1)
        words = scene.spoken(scene.root).replace("\N{NO-BREAK SPACE}", " ")
        word, _, link = ben.partition(", ")
        assert words.partition(" Run it by hand")[0] == (
            f"Game master’s page · L. Round 1 of 2 · Call 4 of 18 · Your turn: 2 days 4 h{state}."
            " Ana Still to answer: Lines 48, Bonus +20, Total 68."
            f" Ben {word}: Lines 34.5, Bonus +15, Total 49.5{', ' * bool(link)}{link}."
        )


def test_a_row_of_an_upright_window_has_its_state_below_its_names(context: Context) -> None:
    """In the band of a turn, too; beside each other where there is room for them."""
    for size, is_below in (((720, 1280), True), ((1280, 800), False)):
        context.painter.resize(make_view(size))
        scene = SAMPLES["apart-lobby"].make(context)
        stage = Stage(context, scene)
        stage.let(0.1)
        spoken = [" ".join(stage.part(id).spoken(context)) for id in (MAIN, table_id(1))]
        assert [each.split(": ")[0] for each in spoken] == ["Standard game", "Autumn league"]
        for id, name, state in (
            (MAIN, "Standard game", "Play"),
            (table_id(1), "Autumn league", "Lead\N{NO-BREAK SPACE}›"),
        ):
            texts = {say(one.words): one for one in stage.part(id).walk() if isinstance(one, Text)}
            first, second = texts[name].rect, texts[state].rect
            assert (second.y >= first.bottom) is is_below
            assert second.x > first.x or is_below
        assert set(stage.read()) >= {"Your turn", "Play", "0:42", "Lead\N{NO-BREAK SPACE}›"}


def test_in_a_narrow_window_a_sign_turns_an_applicant_away(context: Context) -> None:
    context.painter.resize(make_view((900, 800)))
    stage = Stage(context, SAMPLES["apart-crowd"].make(context))
    stage.let(0.1)
    asking = context.apart.service.snapshots[table_id(6)].asking
    keys = {one.name: one.key for one in asking}
    for name, words, icon in (("Ben", "Turn away", Icon.CLOSE), ("Mallory", "Let in", Icon.CHECK)):
        row = stage.part(keys[name])
        assert words in " ".join(row.spoken(context))
        signs = [part for part in row.walk() if isinstance(part, Sign)]
        assert [(sign.icon, say(sign.reads)) for sign in signs] == [(icon, words)]
    assert not [part for part in stage.part(keys["Ana"]).walk() if isinstance(part, Sign)]


def test_ones_own_row_of_the_standings_is_a_band_across_the_window(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(context, SAMPLES["apart-standings-own"].make(context))
    stage.let(0.1)
    bands: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        "game.ui.scenes.apart.standings.draw_band", lambda *drawn: bands.append(drawn[2:])
    )
    stage.draw()
    row, area = stage.part("Ana").rect, context.painter.view.area
    assert bands == [(context.painter.theme.palette.chosen, (area.x, row.y, area.w, row.h))]
    totals = [
        [part for part in stage.part(name).walk() if isinstance(part, Text)][-1]
        for name in ("Ana", "Ben", "Émile")
    ]
    accent = coloured("accent", context.painter)
    assert [total.style(context.painter).colour == accent for total in totals] == [
        False,
        True,
        False,
    ]


def test_each_call_of_a_round_has_its_mark_and_its_bonus_below(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The wide window alone has room for it."""
    hexagons: list[tuple[Any, ...]] = []
    icons: list[Icon] = []
    place = "game.ui.scenes.apart.players_picture.draw_hexagon"
    monkeypatch.setattr(place, lambda surface, painter, *drawn: hexagons.append(drawn))
    monkeypatch.setattr(Painter, "icon", lambda _, surface, icon, *more: icons.append(icon))
    p = context.painter.theme.palette
    fills = {"bonus": p.cool, "waited": p.gold, "missed": p.bad, "": p.ink_soft, "to come": p.well}
    names = {fill: name for name, fill in fills.items()}
    to_come = ["to come"] * 3
    answered, waited = ["", "bonus", "", "bonus", "bonus", ""], ["", "bonus", "", "bonus", "bonus"]
    tom = ["", "bonus", "", "bonus", "missed", "waited"]
    marks = [*answered, *to_come, *answered, *to_come, *waited, "waited", *to_come, *tom, *to_come]
    for size, has_words in (((1280, 800), False), ((2560, 1080), True)):
        context.painter.resize(make_view(size))
        stage = Stage(context, SAMPLES["apart-desk"].make(context))
        stage.let(0.1)
        hexagons.clear()
        icons.clear()
        words = stage.read()
        assert [names[drawn[2]] for drawn in hexagons] == marks
        (x, y), radius, *_ = hexagons[0]
        assert [drawn[0][0] for drawn in hexagons[:9]] == sorted({at[0] for at, *_ in hexagons})
        assert [drawn[0][1] for drawn in hexagons[:9]] == [y] * 9
        middle = stage.part(0).rect.centre[1]
        assert (y < middle) is has_words
        assert radius * 2 <= hexagons[1][0][0] - x
        assert icons.count(Icon.HOURGLASS) == 2
        assert icons.count(Icon.CLOSE) == 1
        bonuses = sum(mark == "bonus" for mark in marks) if has_words else 0
        assert words.count("+10") == bonuses


FORMS: Final[dict[str, tuple[Callable[[Context], Scene], str, str]]] = {
    "open_table": (OpeningScene, MAIN, "league"),
    "join": (
        lambda context: JoinScene(context, str(Invitation(table_id(60), bytes(32), ""))),
        "join",
        "name",
    ),
}
"""The form that makes each request, the part that sends it, and one of its fields."""


@pytest.mark.parametrize("request_name", FORMS)
def test_a_form_says_why_nothing_came_of_it_until_it_is_changed(
    context: Context, monkeypatch: pytest.MonkeyPatch, request_name: str
) -> None:
    """A request that is under way is not made twice."""
    asked: list[Future[Any]] = []

    def ask(*_: object) -> Future[Any]:
        asked.append(Future())
        return asked[-1]

    monkeypatch.setattr(Service, request_name, ask)
    context.preferences = replace(context.preferences, player_name="Ana")
    SAMPLES["apart-lobby"].make(context)
    make, button, name = FORMS[request_name]
    stage, why = Stage(context, make(context)), "That did not work: no such file."
    stage.give(Dropped("/home/ana/Cloud"))
    for _ in range(2):
        stage.click(stage.part(button))
        stage.let(0.1)
    assert len(asked) == 1
    asked[0].set_exception(FileNotFoundError(2, "x"))
    stage.let(0.1)
    assert why in " ".join(stage.read())
    (field,) = (part for part in stage.part(name).walk() if isinstance(part, TextField))
    stage.form.focus(field)
    stage.type("x")
    assert why not in " ".join(stage.read())
    stage.press("return")
    assert len(asked) == 2, "Enter in a field sends the form"
    asked[1].set_result(bytes(16))
    stage.let(0.1)
    assert isinstance(stage.top, LobbyScene), "the table was removed meanwhile"


def test_an_invitation_asks_for_no_more_than_it_needs(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    """A key has its name, a table that is known here its folder, and mail needs none."""
    SAMPLES["apart-lobby"].make(context)
    folder, key = "file:///home/mara/Cloud", bytes(32)
    name = context.text("together.needs_name")
    missing = context.text("together.needs_shared", folder="Cloud")
    for invitation, why, has_folder in (
        (Invitation(table_id(60), key, folder), name, True),
        (Invitation(table_id(60), key, folder, key), missing, True),
        (Invitation(table_id(2), key, folder), name, True),
        (Invitation(table_id(2), key, folder, key), "", True),
        (Invitation(table_id(60), key, "", key), "", False),
    ):
        stage = Stage(context, JoinScene(context, str(invitation)))
        scene = stage.top
        assert isinstance(scene, JoinScene)
        assert stage.part("join").hint() == why
        assert (scene.find("folder") is not None) is has_folder
        is_new = invitation.table == table_id(60)
        assert stage.part("watch").hint() == (missing if is_new and has_folder else "")
        stage.click(stage.part("join"))
        wanted = [] if why else [("join", str(invitation), "", "")]
        assert requests == wanted
        requests.clear()


def test_the_list_says_that_its_tables_are_loading_or_why_there_are_none(context: Context) -> None:
    for name in ("apart-lobby", "apart-lobby-empty"):
        lobby = SAMPLES[name].make(context)
        opening = context.apart.opening = Future()
        stage = Stage(context, lobby)
        loading = context.text("together.loading")
        assert loading in " ".join(stage.read())
        opening.set_exception(StoreBusy())
        stage.let(1.1)
        shown = " ".join(stage.read())
        assert loading not in shown
        assert context.text("together.busy") in shown
        done = context.apart.opening = Future()
        done.set_result(None)
        stage.let(1.1)
        assert context.text("together.busy") not in " ".join(stage.read())
        context.apart.opening = None


def test_the_words_over_a_board_are_for_those_whom_they_concern(context: Context) -> None:
    """A reminder for who is asked, a stand-in outside a league, a seat that was left for all."""
    scene = sample.table(context, 2, "stood-in")
    mode, service = scene.mode, context.apart.service
    assert isinstance(mode, ApartMode)
    Stage(context, scene).let(0.1)
    seen = mode.snapshot
    assert seen.table is not None
    opened = replace(seen.table.opened, rules=LEAGUE)
    reminded = RemindedEvent(8, None, (0,), "0" * 16)
    for change, words in (
        ({}, "Your turn · the computer placed for Ben"),
        ({"table": replace(seen.table, opened=opened)}, "Your turn"),
        ({"table": replace(seen.table, missed=(MissedCall(6, 1),))}, "Your turn"),
        (
            {"reminded": reminded, "left": (1,), "free": (1,)},
            "Your turn · the game master has sent a reminder · Ben gave up the seat"
            " · the computer placed for Ben",
        ),
        (
            {"reminded": reminded, "own_seats": ()},
            "Waiting for Ana and Cléo · the computer placed for Ben",
        ),
        ({"trouble": "x"}, "No connection; still trying. What you placed is safe."),
    ):
        service.snapshots = {seen.id: replace(seen, **change)}
        above = mode.strip_words().replace(": 0:42", "")
        assert above == words
    stopped = replace(seen, trouble="x", is_stopped=True)
    service.snapshots = {seen.id: stopped}
    assert mode.strip_words() == context.text("together.led_elsewhere")
    assert mode.seconds_left() is None


def test_a_page_that_leads_tells_others_why_they_cannot(context: Context) -> None:
    desk = SAMPLES["apart-desk"].make(context)
    assert isinstance(desk, LeadingScene)
    seen, service, text = desk.snapshot, context.apart.service, context.text
    assert seen.table is not None
    master, idle = text("together.only_master"), text("together.nothing_to_do")
    nobody = text("together.nobody_waited")
    between = replace(seen, table=replace(seen.table, call=None))
    before = replace(seen, table=replace(seen.table, call=None, match=None))
    for snapshot, hints in (
        (seen, ("", "", "")),
        (replace(seen, is_master=False), ("", master, "")),
        (replace(seen, waited=frozenset()), (nobody, "", "")),
        (between, (nobody, idle, "")),
        (before, (nobody, idle, idle)),
    ):
        service.snapshots = {seen.id: snapshot}
        stage = Stage(context, LeadingScene(context, seen.id))
        parts = ("remind", "extend", "report_open")
        assert tuple(stage.part(part).hint() for part in parts) == hints
        assert stage.has(text("together.by_hand")) is snapshot.is_master
        assert stage.part("carry").hint() == stage.part("standings").hint() == ""


def test_a_page_before_the_match_says_what_its_reader_waits_for(context: Context) -> None:
    waiting = SAMPLES["apart-waiting"].make(context)
    assert isinstance(waiting, WaitingScene)
    seen, service, text = waiting.snapshot, context.apart.service, context.text
    watching = replace(seen.seating, seats=())
    nameless = replace(seen.seating, seats=(replace(seen.seating.seats[0], name=""),))
    for snapshot, about in (
        (seen, "invitation"),
        (replace(seen, is_master=False), "joined"),
        (replace(seen, is_master=False, seating=watching), "watching"),
        (replace(seen, is_master=False, seating=nameless), "watching"),
    ):
        service.snapshots = {seen.id: snapshot}
        words = " ".join(Stage(context, WaitingScene(context, seen.id)).read())
        assert text(f"together.{about}_about") in words
        assert (text("together.limits") in words) is not snapshot.is_master
        assert (text("together.lets_in") in words) is snapshot.is_master


def test_who_watches_sees_the_tile_that_was_called(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles: list[object] = []
    monkeypatch.setattr(Sprites, "draw_tile", lambda _, surface, tile, *more: tiles.append(tile))
    for name, is_shown in (("apart-watch", True), ("apart-table", False)):
        scene = SAMPLES[name].make(context)
        assert isinstance(scene, TableScene)
        Stage(context, scene).let(0.5)
        assert scene.layout is not None
        tiles.clear()
        scene.mode.draw(pygame.Surface((1, 1)), scene.layout)
        assert tiles == (list(scene.game.match.round.calls[-1]) if is_shown else [])


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart") == []


def test_files_and_texts_of_tables_are_known_by_their_first_signs(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content, is_found in (
        (b"see TIE1I", True),
        (b"TIE1K", True),
        (b"TIE1T", True),
        ("\ufeffTIE1Tabc".encode("utf-16"), True),
        (b"TIE1X tie1i", False),
        (b"x" * ((1 << 16) - 5) + b"TIE1I", True),
        (b"x" * ((1 << 16) - 4) + b"TIE1I", False),
        (b"", False),
    ):
        path.write_bytes(content)
        assert is_table_file(str(path)) is is_found
    assert is_table_file(str(tmp_path / "none")) is False
    assert is_table_file(str(tmp_path)) is False
    assert [has_table_code(f"see TIE1{kind}") for kind in "IKTX"] == [True, True, True, False]
    assert has_invitation("TIE1I broken") is False
    assert has_invitation("TIE1I" + "x" * MAX_TEXT) is False, "too long to be read"


def test_a_turn_is_safe_where_no_service_has_it_in_memory_alone(tmp_path: Path) -> None:
    for folder, is_used, are_safe, is_safe in (
        (None, True, False, True),
        (tmp_path, False, False, True),
        (tmp_path, True, True, True),
        (tmp_path, True, False, False),
    ):
        apart, service = Apart(folder), SimpleNamespace(are_drafts_safe=are_safe, changes=7)
        assert apart.changes == 0
        if is_used:
            apart.use(cast(Any, service))
            assert apart.changes == 7
        assert apart.is_safe is is_safe


def test_tables_without_a_folder_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    apart = Apart()
    assert apart.notices() == ()
    service = apart.service
    assert service is apart.service
    assert len([*tmp_path.iterdir()]) == 1
    assert apart.opening is None
    apart.close()
    assert [*tmp_path.iterdir()] == []
    assert apart.service is not service
    apart.close()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="times of day depend on the zone")
def test_pages_with_a_time_of_day_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-lobby") == []
