"""One paste: whatever is pasted or dropped on any page is told by its content, and opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from game.climb.record import print_climb
from game.climb.sharing import with_climber
from game.locale import Language, load_catalogue
from game.net.journal.invitations import Invitation
from game.page.possible import Possible
from game.page.result import describe_result
from game.play.table_game import Phase
from game.progress.daily import FIRST_DAY, STANDARD_EDITION, deal_on
from game.progress.days_code import MadeDay, write_days_code
from game.rules.match import Player
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal, format_code
from game.storage.pasted import CodeKind, write_code
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.frame.scene import Scene
from game.ui.parts import Dialog
from game.ui.scenes.apart.going import GoingScene
from game.ui.scenes.apart.joining import JoinScene
from game.ui.scenes.climb.end import ClimbEndScene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.daily.scene import DailyScene
from game.ui.scenes.phones.sitting import SittingScene
from game.ui.scenes.setup.scene import SetupScene
from game.ui.scenes.table.scene import TableScene
from tests.gallery import daily as sample
from tests.gallery.climb import play_climb
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table_stage import open_table

DAY = date(2026, 11, 5)
DEAL = Deal(Ruleset.parse("daffodil-2 free pairs rays"), "77")


def invitation() -> str:
    return str(Invitation(bytes(16), bytes(32), "file:///tmp/shared"))


def turns() -> str:
    return write_code(CodeKind.TURN_FILE, b"no turns, but whole")


def climb() -> str:
    record = with_climber(play_climb("5", "beaver").record, "Mia")
    return write_code(CodeKind.CLIMB, print_climb(record).encode())


def climb_record() -> str:
    return print_climb(with_climber(play_climb("5", "beaver").record, "Mia"))


def result() -> str:
    catalogue, deal = load_catalogue(Language.FRENCH), deal_on(DAY, STANDARD_EDITION)
    possible = Possible((), 250, 170)
    match = sample.play_deal(DAY)
    return "\n".join(describe_result(match, 0, catalogue, possible=possible, daily=deal))


def record() -> str:
    return print_record(replace(sample.play_deal(DAY), players=(Player("Ben"),), meta=None))


def deal() -> str:
    return format_code(DEAL)


KINDS: dict[str, tuple[Callable[[], str], type[Scene]]] = {
    "room": (lambda: "http://192.168.1.20:8720/KQXR", SittingScene),
    "invitation": (invitation, JoinScene),
    "turns": (turns, GoingScene),
    "climb": (climb, ClimbEndScene),
    "climb in full": (climb_record, ClimbEndScene),
    "result": (result, Dialog),
    "days": (lambda: write_days_code([MadeDay(FIRST_DAY, FIRST_DAY, 120)]), DailyScene),
    "record": (record, CountScene),
    "deal": (deal, SetupScene),
}
PAGES: dict[str, Callable[[Context], Scene]] = {
    "title": lambda context: context.routes.title(),
    "today": lambda context: context.routes.daily(),
    "mountain": lambda context: context.routes.climb_start(),
    "together": lambda context: context.routes.apart(),
    "you": lambda context: context.routes.you(),
    "rules": lambda context: context.routes.rules(),
}


class Told:
    """The sentences shown over the screen."""

    def __init__(self, context: Context) -> None:
        self.words: list[str] = []
        context.tell = self.tell

    def tell(self, words: str, *, is_bad: bool = False) -> None:
        self.words.append(f"!{words}" if is_bad else words)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_pasted_on_a_page_is_opened_and_named(
    player: Context, kind: str, page: str
) -> None:
    make, scene = KINDS[kind]
    told = Told(player)
    stage = Stage(player, PAGES[page](player))
    player.paste_text = make
    stage.press("ctrl+v")
    stage.let(0.1)
    assert isinstance(stage.top, scene)
    words = player.text(f"guests.arrived.{kind.split()[0]}")
    # The calendar asks whose result it is, or says how many days it took.
    is_said = page == "today" and kind in ("result", "days")
    assert told.words == ([] if is_said else [words])
    stage.press("escape")
    stage.let(0.1)


@pytest.mark.parametrize("kind", [*KINDS, "its path"])
def test_a_file_is_told_by_its_content_too(player: Context, kind: str, tmp_path: Path) -> None:
    make, scene = KINDS.get(kind, KINDS["deal"])
    path = tmp_path / "from a friend.txt"
    path.write_text(f"{make()}\n", encoding="utf-8")
    stage = Stage(player, player.routes.you())
    if kind == "its path":
        player.paste_text = lambda: f'"{path}"'
        stage.press("ctrl+v")
    else:
        stage.give(Dropped(str(path)))
    stage.wait_until(lambda: isinstance(stage.top, scene))


def test_a_code_is_found_in_a_web_page_and_a_mistyped_one_says_what_is_wrong(
    player: Context,
) -> None:
    stage = Stage(player, player.routes.title())
    player.paste_text = lambda: f"<html><body><p>Our deal: <b>{deal()}</b></p></body></html>"
    stage.press("ctrl+v")
    assert isinstance(stage.top, SetupScene)
    assert stage.top.control.deal == DEAL
    assert stage.top.control.choices.rules == DEAL.rules
    stage = Stage(player, player.routes.title())
    player.paste_text = lambda: deal()[:-1] + ("0" if deal()[-1] != "0" else "1")
    stage.press("ctrl+v")
    assert isinstance(stage.top, SetupScene)
    assert player.text("storage.code.wrong-check") in stage.top.control.troubles


@pytest.mark.parametrize("text", ["", "7", "Dear Ben, see you on Sunday.", "{}", "x" * 100_000])
def test_what_is_nothing_of_the_game_stays_where_it_is(player: Context, text: str) -> None:
    told = Told(player)
    stage = Stage(player, player.routes.title())
    before = stage.top
    player.paste_text = lambda: text
    stage.press("ctrl+v")
    assert stage.top is before
    assert told.words == [f"!{player.text('guests.nothing')}"]


def test_at_a_table_in_play_a_press_opens_it_and_the_game_is_kept(player: Context) -> None:
    stage = open_table(player)
    stage.let_until_waits(Phase.ACT)
    table = stage.top
    player.paste_text = deal
    stage.press("ctrl+v")
    assert isinstance(stage.top, Dialog)
    assert player.text("guests.arrived.deal") in stage.read()
    stage.press("return")
    assert stage.top is table, "a hasty Enter stays"
    stage.press("ctrl+v")
    stage.click(stage.find(player.text("guests.open_it")))
    assert isinstance(stage.top, SetupScene)
    stage.press("escape")
    assert stage.top is table
    stage.place_somewhere()
    assert stage.saved is not None


def test_with_a_clock_it_is_said_and_waits_for_the_end_of_the_call(player: Context) -> None:
    told = Told(player)
    stage = open_table(player, answer_seconds=30)
    stage.let_until_waits(Phase.ACT)
    player.paste_text = deal
    stage.press("ctrl+v")
    assert isinstance(stage.top, TableScene)
    what = player.text("guests.arrived.deal")
    assert told.words == [player.text("guests.after_call", what=what)]
    stage.place_somewhere()
    assert stage.waits() is Phase.CALL
    stage.press("ctrl+v")
    assert isinstance(stage.top, Dialog)


def test_pads_and_keys_have_a_word_for_it(player: Context) -> None:
    for page in ("today", "mountain"):
        stage = Stage(player, PAGES[page](player))
        player.paste_text = deal
        stage.click(stage.find(player.text("guests.paste")))
        assert isinstance(stage.top, SetupScene)
        stage.press("escape")
        stage.click(stage.part("open_file"))
        assert player.text("guests.title") in stage.read()
