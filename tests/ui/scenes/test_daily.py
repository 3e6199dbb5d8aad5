"""The calendar of daily deals by keyboard and mouse, on a clock of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.bots.best.result import BestResult
from game.bots.coach.review import Cancelled
from game.bots.players.registry import LEVELS
from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import BestBoardTask, ComputersTask, EngineTask
from game.bots.values.fingerprint import sign
from game.climb.state import day_seed
from game.locale import Language, load_catalogue
from game.locale.errors import word_error
from game.page.possible import Possible
from game.page.result import DailyResult, describe_result
from game.play.table import TableSetup
from game.play.table_game import Phase as Waits
from game.progress.daily import (
    STANDARD_EDITION,
    DailyDeal,
    days_with_deals,
    deal_on,
    editions_on,
)
from game.progress.daily_history import FriendTotal, note_friend
from game.progress.days_code import MadeDay, read_days_code, write_days_code
from game.rules.errors import FormatError
from game.rules.marks import Mark
from game.rules.match import Player, apply, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call
from game.rules.record import print_record
from game.storage.climbs import FinishedClimb
from game.storage.database import deal_of, identity_of
from game.storage.store import Storage, with_identity
from game.ui.draw.theme import METALS
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Dropped, PointerMoved
from game.ui.frame.scene import Pop, Push
from game.ui.parts import MAIN, Column, Dialog, Picture, Text
from game.ui.scenes.climb.start import MountainScene
from game.ui.scenes.daily.cells import DayCell, metal_edge
from game.ui.scenes.daily.control import DealState
from game.ui.scenes.daily.scene import DailyScene
from game.ui.scenes.guests.scene import GuestsScene
from game.ui.scenes.records.control import RecordsPage
from game.ui.scenes.records.scene import RecordsScene
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from tests.gallery import NOW, collect_samples, empty_store, make_context, open_sample
from tests.gallery import daily as sample
from tests.gallery.records import play_table
from tests.gallery.review import PatientEngines, ReadyEngines
from tests.golden.pages import changed_pages
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table_stage import TableStage

TODAY = sample.TODAY
SAMPLES = collect_samples("daily")


def open_daily(context: Context) -> tuple[Stage, DailyScene]:
    empty_store(context)
    scene = SAMPLES["daily"].make(context)
    assert isinstance(scene, DailyScene)
    return Stage(context, scene), scene


def cell(scene: DailyScene, day: date) -> DayCell:
    part = scene.part(day)
    assert isinstance(part, DayCell)
    return part


@pytest.mark.parametrize("size", [(640, 960), (800, 900), (800, 1000), (720, 1150), (1080, 1920)])
def test_an_upright_window_has_room_for_the_month_the_board_and_all_links(
    size: tuple[int, int],
) -> None:
    context = make_context(Language.GERMAN, size)
    for name in ("daily", "daily-helped", "daily-result"):
        scene = open_sample(SAMPLES[name], context).top
        assert isinstance(scene, DailyScene)
        parts = [*scene.root.walk()]
        assert not [part for part in parts if isinstance(part, Column) and part.area], name
        board = next(part for part in parts if isinstance(part, Picture) and part.share)
        assert board.rect.h >= 60
        first, second = (cell(scene, TODAY - timedelta(days=days)) for days in (7, 0))
        # A week is at least as high as its letters, and takes no room that the board needs.
        assert 34 <= second.rect.y - first.rect.y <= max(40, board.rect.h)


def test_two_keys_lead_from_the_menu_to_todays_deal(player: Context) -> None:
    player.preferences = replace(player.preferences, knows_game=True)
    player.store.clock = lambda: NOW
    stage = TableStage(player, TitleScene(player))
    stage.press("2")
    assert isinstance(stage.top, DailyScene)
    stage.press("return")
    assert isinstance(stage.top, TableScene)
    stage.let_until_waits(Waits.ACT)
    assert stage.match.round.calls[0] == deal_on(TODAY, STANDARD_EDITION).calls[0][0]
    assert "Daily deal 325" in stage.read()
    stage.play_round()
    stage.let_until_counted()
    (played,) = player.store.profile.last_matches()
    assert played.counts
    stage.press("space")
    stage.click(stage.find("Daily deal"))
    after = stage.top
    assert isinstance(after, DailyScene)
    assert [type(scene) for scene in stage.stack.scenes] == [TitleScene, DailyScene]
    assert after.control.state is DealState.COUNTED
    assert after.control.book.streak == 1


def test_a_day_is_chosen_by_click_and_played_by_another(player: Context) -> None:
    stage, scene = open_daily(player)
    day = date(2026, 11, 8)
    stage.click(cell(scene, day))
    assert scene.control.day == day
    assert stage.top is scene
    stage.click(cell(scene, day))
    assert isinstance(stage.top, TableScene)
    assert stage.top.game.setup.daily == day
    assert stage.top.game.setup.marks == frozenset()


def test_the_result_that_can_be_sent_is_the_chosen_one_else_the_last_standard_one(
    player: Context,
) -> None:
    _, scene = open_daily(player)
    control = scene.control
    played = [day for day in days_with_deals(TODAY) if control.book.counted(day)]
    assert len(played) > 1
    control.choose(played[-1])
    assert control.shown_result() == (played[-1], STANDARD_EDITION)
    others = ((day, edition) for day in days_with_deals(TODAY) for edition in editions_on(day))
    day, edition = next(
        one for one in others if one[1] != STANDARD_EDITION and not control.book.counted(*one)
    )
    control.choose(day, edition)
    assert (control.day, control.edition) == (day, edition)
    assert control.shown_result() == (played[0], STANDARD_EDITION)


def test_a_played_day_is_only_practised(player: Context) -> None:
    stage, scene = open_daily(player)
    stage.click(cell(scene, date(2026, 11, 20)))
    stage.click(cell(scene, date(2026, 11, 20)))
    assert stage.top is scene, "its own board is looked at, not played over"
    stage.click(stage.find("Practise"))
    assert isinstance(stage.top, TableScene)
    assert stage.top.game.setup.marks == {Mark.AGAIN}


def test_days_to_come_cannot_be_chosen(player: Context) -> None:
    stage, scene = open_daily(player)
    stage.click(cell(scene, TODAY + timedelta(days=1)))
    assert scene.control.day == TODAY
    assert not cell(scene, TODAY + timedelta(days=1)).can_focus


def test_months_turn_as_far_as_there_are_deals(player: Context) -> None:
    stage, scene = open_daily(player)
    stage.press("page down")
    assert scene.control.month == date(2026, 11, 1)
    for _ in range(12):
        stage.press("page up")
    assert scene.control.month == date(2026, 1, 1)
    stage.press("home")
    assert scene.control.month == date(2026, 11, 1)


def test_arrows_walk_through_the_month(player: Context) -> None:
    stage, scene = open_daily(player)
    scene.form.focus(cell(scene, date(2026, 11, 11)))
    stage.press("down", "right", "return")
    assert scene.control.day == date(2026, 11, 19)
    focused = scene.form.focused
    assert isinstance(focused, DayCell)
    assert focused.day == date(2026, 11, 19)


def test_the_page_turns_at_midnight(player: Context) -> None:
    stage, scene = open_daily(player)
    assert stage.let(4) <= 2, "an open calendar rests"
    player.store.clock = lambda: datetime(2026, 11, 22, 0, 0, 1, tzinfo=UTC)
    assert stage.let(2) > 0
    assert scene.control.day == TODAY + timedelta(days=1)
    assert any("Sunday, 22 November 2026" in words for words in stage.read())


def test_a_clock_that_is_set_back_leaves_no_day_to_come_in_view(player: Context) -> None:
    _, scene = open_daily(player)
    control = scene.control
    control.choose(TODAY - timedelta(days=1))
    control.load()
    assert control.day == TODAY - timedelta(days=1)
    player.store.clock = lambda: NOW - timedelta(days=3)
    control.load()
    assert control.day == TODAY - timedelta(days=3)


def test_a_day_without_another_editions_deal_shows_the_standard_games(player: Context) -> None:
    _, scene = open_daily(player)
    friday, saturday = date(2026, 11, 20), date(2026, 11, 21)
    scene.control.choose(friday, "league")
    assert scene.control.edition == "league"
    scene.control.choose(saturday, "league")
    assert scene.control.edition == STANDARD_EDITION


def test_the_countdown_counts_minutes(player: Context) -> None:
    stage, scene = open_daily(player)
    assert scene.minutes == "9\u00a0h 12\u00a0min"
    player.store.clock = lambda: NOW + timedelta(seconds=59)
    assert stage.let(2) == 0
    assert scene.minutes == "9\u00a0h 12\u00a0min"
    player.store.clock = lambda: NOW + timedelta(minutes=1)
    assert stage.let(2) > 0
    assert scene.minutes == "9\u00a0h 11\u00a0min"
    player.store.clock = lambda: NOW + timedelta(hours=9, minutes=11, seconds=59)
    assert stage.let(2) > 0
    assert scene.minutes == "1\u00a0min"


@pytest.mark.parametrize(
    ("name", "now", "left"),
    [
        ("Europe/Berlin", "2026-10-25T00:30", "24:30"),
        ("Europe/Berlin", "2026-03-29T00:30", "22:30"),
        ("Europe/Berlin", "2026-03-29T23:30", "0:30"),
        ("Europe/Berlin", "2026-10-24T12:00", "12:00"),
        ("Australia/Lord_Howe", "2026-04-05T00:30", "24:00"),
        ("America/Santiago", "2026-09-05T23:00", "1:00"),
        ("Africa/Cairo", "2026-04-23T23:00", "1:00"),
        ("Asia/Kathmandu", "2026-11-21T23:15", "0:45"),
    ],
)
def test_the_next_deal_is_as_far_as_the_clock_says(
    player: Context, zone: Callable[[str], None], name: str, now: str, left: str
) -> None:
    zone(name)
    player.store.clock = lambda: datetime.fromisoformat(now).astimezone()
    hours, minutes = map(int, left.split(":"))
    until = DailyScene(player).control.until_next
    assert until == timedelta(hours=hours, minutes=minutes)


def test_the_result_that_is_copied_is_the_commands(player: Context, copied: list[str]) -> None:
    stage, scene = open_daily(player)
    copy = player.copy_text
    stage.click(cell(scene, date(2026, 11, 20)))
    for can_copy in (False, True):
        player.copy_text = copy if can_copy else lambda _: False
        stage.press("ctrl+c")
        words = player.text("daily.copied" if can_copy else "menu.not_copied")
        assert words in stage.read()
    (text,) = copied
    lines = text.splitlines()
    assert lines[0] == "Take It Easy! Daily deal 324 · 20 November 2026"
    assert lines[-1] == "12 days in a row"
    assert not any(
        str(tile) in text for tile in deal_on(TODAY, STANDARD_EDITION).rules.grid.tile_set
    )
    match = scene.control.match_of(scene.control.book.attempts(date(2026, 11, 20))[0])
    assert match is not None
    best, master = scene.control.book.possible(date(2026, 11, 20))
    possible = Possible((), best or 0, master or 0)
    deal: DailyDeal = deal_on(date(2026, 11, 20), STANDARD_EDITION)
    expected = describe_result(match, 0, player.catalogue, possible=possible, daily=deal)
    assert lines[:-1] == list(expected)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("is_own", [False, True], ids=["a friend's", "own"])
def test_a_result_is_pasted_as_a_friend_s_or_as_one_s_own(
    player: Context, language: Language, is_own: bool
) -> None:
    stage, scene = open_daily(player)
    day = date(2026, 11, 5)
    catalogue = load_catalogue(language)
    deal = deal_on(day, STANDARD_EDITION)
    match = sample.play_deal(day)
    lines = list(describe_result(match, 0, catalogue, possible=Possible((), 250, 170), daily=deal))
    player.paste_text = lambda: "\r\n".join([*lines, "https://example.org/daily.html"])
    total = score_match(match).players[0].total
    for _ in range(2):
        stage.press("ctrl+v")
        question: object = stage.top
        assert isinstance(question, Dialog)
        stage.press(*["tab"] * is_own, "return")
        assert stage.top is scene
    book, control = scene.control.book, scene.control
    assert (control.day, control.edition) == (day, STANDARD_EDITION)
    assert book.elsewhere(day) == (total if is_own else None)
    assert book.friends(day) == (() if is_own else ((total, ""),))
    # Of a deal that was played elsewhere the order is known.
    assert control.state is (DealState.LOST if is_own else DealState.OPEN)
    assert control.setup().marks == ({Mark.AGAIN} if is_own else set())
    told = scene.spoken(scene.root)
    assert (f"You, on a web page: {total:g} points" in told) is is_own
    assert (f"Friends: {total:g}" in told) is not is_own
    assert (day in book.days_in_time(), book.counted(day)) == (False, None)


def test_what_is_no_result_of_a_day_is_refused(player: Context) -> None:
    stage, scene = open_daily(player)
    tomorrow = deal_on(TODAY + timedelta(days=1), STANDARD_EDITION)
    match = sample.play_deal(date(2026, 11, 5))
    catalogue = load_catalogue(Language.ENGLISH)
    told = list(describe_result(match, 0, catalogue, possible=None, daily=tomorrow))
    late = "\n".join(told)
    other = late.replace(str(tomorrow.number), "12")
    wrong = ("", "7", "/no/such/file", "Take It Easy!\nDaily deal 12\n7", "\n" * 9, "9" * 5000)
    deal = deal_on(date(2026, 11, 5), STANDARD_EDITION)
    title, name, *_ = describe_result(match, 0, catalogue, possible=None, daily=deal)
    for text in (late, other, f"{title}\n{name}\n{'9' * 30} points", *wrong):
        player.paste_text = lambda text=text: text  # type: ignore[misc]
        stage.press("ctrl+v")
        assert stage.top is scene


@pytest.mark.parametrize(("days", "line"), [(1, None), (2, "2 days in a row")])
def test_one_day_alone_is_no_streak_to_send(player: Context, days: int, line: str | None) -> None:
    empty_store(player)
    for day in range(days):
        sample.keep_share(player.store, TODAY - timedelta(days=day), 80)
    scene = DailyScene(player)
    assert scene.control.book.streak == days
    assert scene.result
    rows = [words for words in scene.result if "in a row" in words]
    assert rows == ([] if line is None else [line])


def test_the_records_tell_daily_deals_from_others(player: Context) -> None:
    open_daily(player)
    stage = Stage(player, player.routes.records())
    assert isinstance(stage.top, RecordsScene)
    stage.top.control.page = RecordsPage.SCORES
    stage.top.renew()
    assert any("Daily deal 324" in words for words in stage.read())


def test_an_attempt_that_does_not_count_is_not_sent_for_one(player: Context) -> None:
    empty_store(player)
    scene = SAMPLES["daily-helped"].make(player)
    assert isinstance(scene, DailyScene)
    assert scene.control.state is DealState.MISSED
    assert "Take It Easy! Daily deal 324 · 20 November 2026" in scene.result


def test_another_match_waits_beside_the_days(player: Context) -> None:
    stage, scene = open_daily(player)
    other = sample.play_deal(date(2026, 11, 1))
    player.store.save_match(other)
    scene.enter()
    stage.press("return")
    table = stage.top
    assert isinstance(table, TableScene)
    stage.let(0.5)
    begun = identity_of(table.game.match)
    waiting = [identity_of(found.match) for found in player.store.waiting()]
    assert waiting == [begun, identity_of(other)]


class Finders(ReadyEngines):
    """Engines that find the same best board for every deal."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        answer.give(BestResult(240, True, (), 240))


def test_what_was_possible_is_asked_once_and_kept(player: Context) -> None:
    engines = player.engines = Finders()
    player.store.clock = lambda: NOW
    player.store.profile.add_match(sample.play_deal(TODAY), NOW)
    known = {sign(f"{level}:0"): 170 for level in LEVELS}
    player.store.profile.store_findings(deal_of(sample.play_deal(TODAY)), known)
    scene = DailyScene(player)
    stage = Stage(player, scene)
    assert "Master is thinking…" in " ".join(stage.read())
    assert not scene.result
    stage.let(1)
    assert [type(task) for task in engines.tasks] == [BestBoardTask]
    assert scene.control.book.possible(TODAY) == (240, 170)
    assert "Master is thinking…" not in " ".join(stage.read())
    assert "Take It Easy! Daily deal 325" in " ".join(scene.result)
    again = Stage(player, DailyScene(player))
    again.let(1)
    assert len(engines.tasks) == 1


def test_what_was_asked_when_the_calendar_was_left_is_asked_again(player: Context) -> None:
    engines = player.engines = PatientEngines()
    player.store.clock = lambda: NOW
    player.store.profile.add_match(sample.play_deal(TODAY), NOW)
    scene = DailyScene(player)
    stage = Stage(player, scene)
    for _ in range(2):
        stage.let(0.1)
        stage.stack.apply(Push(player.routes.rules()))
        stage.stack.apply(Pop())
    assert len(engines.tasks) == len(engines.withdrawn) == 2
    before = scene.control.state
    player.store = Storage.in_memory()
    player.store.clock = lambda: NOW
    stage.stack.apply(Push(player.routes.rules()))
    stage.stack.apply(Pop())
    assert (before, scene.control.state) == (DealState.COUNTED, DealState.OPEN)


@pytest.mark.parametrize("year", [1970, 1999])
def test_a_clock_before_the_first_deal_opens_no_day(player: Context, year: int) -> None:
    player.store.clock = lambda: datetime(year, 3, 1, 20, tzinfo=UTC)
    scene = DailyScene(player)
    stage = Stage(player, scene)
    assert scene.control.state is DealState.NONE
    assert not scene.part(MAIN).is_enabled
    assert not any(one.is_enabled for one in scene.root.walk() if isinstance(one, DayCell))
    assert player.text("daily.none") in stage.read()
    stage.press("home", "page up", "page down", "return")
    assert stage.top is scene
    player.store.clock = lambda: datetime.combine(TODAY, time(20), UTC)
    stage.let(2.0)
    assert scene.control.day == TODAY
    assert scene.part(MAIN).is_enabled


def test_the_computers_play_the_chosen_deal_and_are_compared(player: Context) -> None:
    match = sample.play_deal(TODAY)
    total = score_match(match).players[0].total
    player.store.clock = lambda: NOW
    player.store.profile.add_match(match, NOW)
    player.store.profile.store_findings(
        deal_of(match), {sign("master:0"): total, "best:0": total + 9}
    )

    class Levels(ReadyEngines):
        def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
            assert isinstance(task, ComputersTask)
            answer.give({level: total - 40 + 9 * i for i, level in enumerate(LEVELS[:-1])})

    player.engines = engines = Levels()
    stage = Stage(player, DailyScene(player))
    assert player.text("daily.comparing") in stage.read()
    stage.let(0.5)
    assert len(engines.tasks) == 1
    words = " ".join(stage.read())
    assert player.text("daily.beaten", count=5, all=6) in words
    assert f"Master: {total:g}" in words


def test_every_level_plays_a_round_from_its_seat() -> None:
    match = sample.play_deal(TODAY)
    task = ComputersTask(match, 0, 0)
    made = task.run(lambda _: None, lambda: False)
    assert list(made) == list(LEVELS[:-1])
    assert made["duckling"] < made["fox"]
    with pytest.raises(Cancelled):
        task.run(lambda _: None, lambda: True)


@pytest.mark.parametrize("is_dropped", [True, False], ids=["dropped", "its path pasted"])
def test_a_friends_record_stands_beside_ones_own(
    player: Context, tmp_path: Path, is_dropped: bool
) -> None:
    stage, scene = open_daily(player)
    day = date(2026, 11, 5)
    match = replace(sample.play_deal(day), players=(Player("\u202ePlayer 2"),), meta=None)
    path = tmp_path / "ben.take-it-easy"
    path.write_text(print_record(match), encoding="utf-8")
    for _ in range(2):
        if is_dropped:
            stage.give(Dropped(str(path)))
        else:
            player.paste_text = lambda: f'"{path}"'
            stage.press("ctrl+v")
    total = score_match(match).players[0].total
    book = scene.control.book
    assert (scene.control.day, book.friends(day)) == (day, ((total, "Player 2"),))
    assert (book.counted(day), book.elsewhere(day)) == (None, None), "theirs is never one's own"
    assert f"Friends: Player 2: {total:g}" in scene.spoken(scene.root)
    points = player.text("terms.count.points", count=total)
    assert player.text("daily.brought", name="Player 2", points=points) in " ".join(stage.read())
    climb = FinishedClimb("1", day_seed(day), f"{day}", 9, 2, "", NOW, "{}")
    player.store.profile.climbs.add(climb)
    scene.control.load()
    assert scene.control.climb is not None
    # A friend's result of a day that was played leads to one's own of that day.
    played = replace(sample.play_deal(date(2026, 11, 9)), players=match.players, meta=None)
    path.write_text(print_record(played), encoding="utf-8")
    stage.give(Dropped(str(path)))
    assert scene.result[0].endswith("9 November 2026")
    # The player's own record is no friend's.
    own = print_record(sample.play_deal(date(2026, 11, 4), STANDARD_EDITION))
    path.write_text(own, encoding="utf-8")
    stage.give(Dropped(str(path)))
    assert scene.control.book.friends(date(2026, 11, 4)) == ()


LINKS = "Climb of the day. Paste. Open a file."
LAST = "Copy yesterday’s. Copy my days."

DEALS = {
    "today": (
        "daily",
        None,
        "Saturday, 21 November 2026. Standard game · One attempt counts. 12 days in a row.",
        f"Next deal in 9\u00a0h 12\u00a0min. Play today’s deal. {LINKS} {LAST}",
        "",
    ),
    "counted": (
        "daily-result",
        None,
        "Friday, 20 November 2026. Deal 324 · Standard game. 12 days in a row.",
        "Standard game, 1 of 2. 163 of 220. Gold · Master 168. You beat 4 of 6 computers · Fox: 168"
        f" · Master: 168. Practise. {LINKS} Copy result. Copy my days.",
        "Fox: 168\nMaster: 168\nSquirrel: 150\nBeaver: 131\nMagpie: 97\nDuckling: 62",
    ),
    "another edition's": (
        "daily-league",
        None,
        "Friday, 13 November 2026. Correspondence league · One attempt counts. 12 days in a row.",
        "Correspondence league, 2 of 2. It can earn a medal, but does not count towards your"
        f" streak. Play this deal. {LINKS} {LAST}",
        "",
    ),
    "helped": (
        "daily-helped",
        None,
        "Thursday, 5 November 2026. Deal 309 · Standard game. 12 days in a row.",
        "151 of 240. Master 171. The computers are playing this deal… It does not count · with the"
        f" coach. 1 game for practice, best 151. Practise. {LINKS} {LAST}",
        "",
    ),
    "waiting": (
        "daily",
        "waiting",
        "Sunday, 8 November 2026. Deal 312 · Standard game. 12 days in a row.",
        f"Standard game, 1 of 2. Your attempt is waiting. Continue. {LINKS} {LAST}",
        "",
    ),
    "made elsewhere": (
        "daily",
        "elsewhere",
        "Sunday, 8 November 2026. Deal 312 · Standard game. 12 days in a row.",
        "Standard game, 1 of 2. Attempts no longer count · You know the order of the tiles. "
        "Practise as often as you like. Climb of the day: Stage 2 · 90 points. You, on a web page:"
        f" 151 points. Friends: 140 · Ben: 90. Practise. {LINKS} {LAST}",
        "",
    ),
    "below each medal": (
        "daily",
        "poor",
        "Sunday, 8 November 2026. Deal 312 · Standard game. 12 days in a row.",
        "Standard game, 1 of 2. 136 of 340. No medal this time · Master 141. You beat 3 of 6"
        " computers · Squirrel: 150 · Fox: 168 · Master: 141. 2 games for practice, best 136."
        f" Practise. {LINKS} Copy result. Copy my days.",
        "Fox: 168\nSquirrel: 150\nMaster: 141\nBeaver: 131\nMagpie: 97\nDuckling: 62",
    ),
}
"""For each state of a deal the sample, what comes to it, the head, the words after the calendar,
and the totals that are compared.
"""


@pytest.mark.parametrize("state", DEALS)
def test_a_page_says_of_the_chosen_deal_what_it_is_and_what_was_made_of_it(
    player: Context, state: str
) -> None:
    name, more, head, foot, totals = DEALS[state]
    empty_store(player)
    scene = SAMPLES[name].make(player)
    assert isinstance(scene, DailyScene)
    store, day = player.store, date(2026, 11, 8)
    deal = deal_on(day, STANDARD_EDITION)
    match more:
        case "waiting":
            setup = TableSetup(deal.rules, (Player("Ana"),), deal.seed, "standard", daily=day)
            match = new_match(setup.rules, setup.players, with_identity(setup.to_meta()))
            match, _ = apply(match, BeginRound(None, deal.seed))
            store.save_match(apply(match, Call(deal.calls[0][0]))[0])
        case "elsewhere":
            scene.control.store_pasted(deal, 151, is_mine=True)
            for friend in (FriendTotal(90, "Ben"), FriendTotal(140, "")):
                note_friend(store.profile, deal, friend)
            climb = FinishedClimb("1", day_seed(day), f"{day}", 90, 2, "", NOW, "{}")
            store.profile.climbs.add(climb)
        case "poor":
            sample.keep_share(store, day, 40)
            for seed, level in enumerate(("greedy", "random")):
                setup = TableSetup(deal.rules, (Player("Ana"),), deal.seed, "standard")
                meta = with_identity(setup.marked(Mark.AGAIN).to_meta())
                again = play_table(setup, meta, level)
                store.profile.add_match(again, NOW + timedelta(hours=seed))
    if more:
        scene.control.load()
        scene.control.choose(day)
        scene.enter()
    Stage(player, scene)
    words = scene.spoken(scene.root)
    today = "" if state == "today" else ", To today"
    assert words.startswith(
        f"Today. {head} November 2026: October 2026: earlier month{today}. Monday, 2 November"
    )
    days = "Friday, 20 November 2026: 163 points, Gold. "
    assert words.rpartition(days)[2] == foot
    compared = scene.find("compared")
    assert (compared.hint() if compared else "") == totals
    if more == "poor":
        assert cell(scene, day).words() == "Sunday, 8 November 2026: 136 points"


def test_each_day_has_its_words_one_focus_stop_and_a_legend(player: Context) -> None:
    stage, scene = open_daily(player)
    sample.keep_share(player.store, date(2026, 11, 8), 40)
    scene.enter()
    scene.renew()
    assert {day: cell(scene, date(2026, 11, day)).hint() for day in (1, 8, 9, 13)} == {
        1: "Sunday, 1 November 2026: not played",
        8: "Sunday, 8 November 2026: 136 points",
        9: "Monday, 9 November 2026: 156 points, Bronze",
        13: "Friday, 13 November 2026: 146 points, Bronze",
    }

    def focus_stops() -> list[date]:
        cells = (part for part in scene.root.walk() if isinstance(part, DayCell))
        return [one.day for one in cells if one.is_tab_stop]

    assert focus_stops() == [TODAY]
    legend = (
        "Bronze 50%. Silver 60%. Gold 70% of the best possible. Master matched. another edition’s"
        " deal."
    )
    assert legend not in scene.spoken(scene.root)
    scene.form.focus(cell(scene, TODAY), is_shown=True)
    stage.let(0.1)
    assert legend in scene.spoken(scene.root)
    scene.form.focus(None)
    stage.let(0.1)
    assert legend not in scene.spoken(scene.root)
    stage.give(PointerMoved(stage.place_of(cell(scene, TODAY))))
    stage.let(0.1)
    assert legend in scene.spoken(scene.root)
    stage.press("page up")
    assert focus_stops() == [date(2026, 10, 1)], "the chosen day is not there"
    edges = [metal_edge(player.painter, metal) for metal in ("", "plain", "gold", *METALS)]
    assert edges[:2] == [None, None]
    assert len({*edges[2:]}) == len({"gold", *METALS})


def test_the_first_page_explains_until_a_deal_was_tried_or_all_days_are_asked_for(
    player: Context,
) -> None:
    empty_store(player)
    stage = Stage(player, DailyScene(player))
    assert not any(isinstance(part, DayCell) for part in stage.form.widgets)
    stage.click(stage.part("calendar"))
    assert any(isinstance(part, DayCell) for part in stage.form.widgets)
    player.store.profile.add_match(sample.play_deal(TODAY, marks=frozenset({Mark.COACHED})), NOW)
    stage = Stage(player, DailyScene(player))
    assert any(isinstance(part, DayCell) for part in stage.form.widgets)


def test_a_result_of_an_earlier_day_has_no_streak(player: Context) -> None:
    stage, scene = open_daily(player)
    for day, has_row in ((date(2026, 11, 20), True), (date(2026, 11, 19), False)):
        scene.control.choose(day)
        scene.enter()
        assert scene.result[0].endswith(f"{day.day} November 2026")
        assert ("12 days in a row" in scene.result) is has_row
    stage.press("home")
    assert scene.result[0].endswith("20 November 2026")


def test_the_player_s_days_are_copied_and_taken_in(player: Context, copied: list[str]) -> None:
    stage, scene = open_daily(player)
    days = scene.control.book.made_days()
    stage.click(stage.part("copy_days"))
    assert read_days_code(copied[0], TODAY) == tuple(sorted(days))
    assert player.text("daily.days_copied", count=len(days)) in " ".join(stage.read())
    day = date(2026, 11, 8)
    code = write_days_code([MadeDay(day, day, 99)])
    for words in (player.text("daily.days_brought", count=1), player.text("daily.days_known")):
        player.paste_text = lambda: code
        stage.press("ctrl+v")
        assert words in " ".join(stage.read())
    assert scene.control.book.elsewhere(day) == 99
    player.paste_text = lambda: f"{code[:-1]}{'A' if code[-1] != 'A' else 'B'}"
    stage.press("ctrl+v")
    painter = player.painter
    bad = [
        part.words
        for part in scene.root.walk()
        if isinstance(part, Text) and part.style(painter).colour == painter.theme.palette.bad
    ]
    with pytest.raises(FormatError) as refused:
        read_days_code(player.paste_text(), TODAY)
    assert bad == [word_error(player.catalogue, refused.value)]
    player.copy_text = lambda _: False
    stage.click(stage.part("copy_days"))
    assert player.text("menu.not_copied") in stage.read()
    empty_store(player)
    scene.control.load()
    stage.click(stage.part("copy_days"))
    assert player.text("daily.share_none") in stage.read()
    # The page can be opened with a pasted text.
    stage = Stage(player, DailyScene(player, code))
    stage.let(0.1)
    assert player.text("daily.days_brought", count=1) in " ".join(stage.read())
    deal = deal_on(day, STANDARD_EDITION)
    lines = describe_result(
        sample.play_deal(day), 0, player.catalogue, possible=Possible((), 250, 170), daily=deal
    )
    stage = Stage(player, DailyScene(player, "\n".join(lines)))
    stage.let(0.1)
    assert isinstance(stage.top, Dialog)
    stage.press("escape")
    player.paste_text = lambda: "\n".join(lines)
    stage.give(Command(Action.PASTE, key="v", is_repeat=True))
    assert isinstance(stage.top, DailyScene)


def test_another_editions_deal_is_chosen_set_up_and_stays_after_a_result_of_it(
    player: Context,
) -> None:
    stage, scene = open_daily(player)
    control, friday = scene.control, date(2026, 11, 20)
    control.choose(friday)
    scene.enter()
    scene.renew()
    stage.choose("editions", "league")
    assert "Correspondence league, 2 of 2" in scene.spoken(scene.root)
    assert scene.result[0].endswith("20 November 2026"), "the last one of the standard game"
    control.choose(date(2026, 11, 18))
    scene.enter()
    scene.renew()
    stage.choose("editions", "daffodil")
    assert "Daffodil" in " ".join(scene.result[:2])
    control.choose(friday, "league")
    setup = control.setup()
    assert [player.bot for player in setup.players] == [None, "master"]
    assert (setup.edition, setup.daily, setup.begun) == ("league", friday, NOW)
    league = deal_on(friday, "league")
    assert (setup.rules, setup.seed) == (league.rules, league.seed)
    marks = {}
    for edition in editions_on(friday):
        control.choose(friday, edition)
        marks[edition] = control.setup().marks
    assert marks == {STANDARD_EDITION: {Mark.AGAIN}, "league": set()}
    friends = ((99, ""), (98, "Ben"))
    for number, store in enumerate(
        (
            partial(control.store_pasted, league, 99, is_mine=False),
            partial(control.store_friend, DailyResult(league, 98, "Ben")),
        ),
        1,
    ):
        control.choose(TODAY)
        store()
        assert (control.day, control.edition) == (friday, "league")
        assert control.book.friends(friday, "league") == friends[:number]
    # Results of another edition's deal are none of the standard game's.
    control.store_pasted(league, 77, is_mine=True)
    for edition in editions_on(friday):
        control.choose(friday, edition)
        scene.enter()
        scene.renew()
        words = scene.spoken(scene.root)
        is_league = edition == "league"
        assert ("Friends: 99 · Ben: 98" in words) is is_league
        assert ("You, on a web page: 77 points" in words) is is_league
    # Only the standard deal is called the day's.
    empty_store(player)
    player.store.clock = lambda: NOW - timedelta(days=8)
    scene = DailyScene(player)
    for edition, action in ((STANDARD_EDITION, "daily.play_day"), ("league", "daily.play")):
        scene.control.choose(friday - timedelta(days=7), edition)
        Stage(player, scene)
        assert scene.part(MAIN).spoken(player)[0] == player.text(action)


def test_engines_compute_the_chosen_deal_first_and_then_the_latest(player: Context) -> None:
    engines = player.engines = Finders()
    empty_store(player)
    days = [TODAY - timedelta(days=number) for number in (5, 3, 1)]
    deals = {deal_of(sample.play_deal(day)): day for day in days}
    for day in days:
        player.store.profile.add_match(sample.play_deal(day), datetime.combine(day, time(21), UTC))
        known = {sign(f"{level}:0"): 170 for level in LEVELS}
        player.store.profile.store_findings(deal_of(sample.play_deal(day)), known)
    scene = DailyScene(player)
    scene.control.choose(days[0])
    stage = Stage(player, scene)
    order: list[date] = []
    while len(order) < len(days):
        stage.let(0.02)
        order += [day for day in days if day not in order and scene.control.book.possible(day)[0]]
    assert len(deals) == len(engines.tasks)
    assert order == [days[0], days[2], days[1]]


def test_the_last_result_is_computed_whatever_month_is_displayed(player: Context) -> None:
    engines = player.engines = PatientEngines()
    empty_store(player)
    player.store.profile.add_match(sample.play_deal(TODAY - timedelta(days=1)), NOW)
    scene = DailyScene(player)
    scene.control.choose(date(2026, 10, 5))
    Stage(player, scene).let(0.1)
    assert len(engines.tasks) == 1


def test_of_a_deal_with_bonus_points_no_best_board_is_awaited(player: Context) -> None:
    """Bonus points depend on the other boards, so only Master's total measures it."""
    empty_store(player)
    friday, profile = date(2026, 11, 20), player.store.profile
    for edition in ("league", STANDARD_EDITION):
        match = sample.play_deal(friday, edition)
        profile.add_match(match, NOW)
        known = {sign(f"master:{number}"): 99 for number in range(len(match.rounds))}
        profile.store_findings(deal_of(match), known)
    control = DailyScene(player).control
    unknown = {edition: control.is_unknown(friday, edition) for edition in editions_on(friday)}
    assert unknown == {STANDARD_EDITION: True, "league": False}


def test_a_finished_attempt_that_is_not_counted_yet_cannot_be_resumed(player: Context) -> None:
    _, scene = open_daily(player)
    day = date(2026, 11, 8)
    player.store.save_match(sample.play_deal(day))
    scene.enter()
    scene.control.choose(day)
    assert scene.control.waiting is None


def test_an_attempt_that_waits_is_resumed_by_its_day_and_by_the_action(player: Context) -> None:
    stage, scene = open_daily(player)
    day = date(2026, 11, 8)
    deal = deal_on(day, STANDARD_EDITION)
    setup = TableSetup(deal.rules, (Player("Ana"),), deal.seed, "standard", daily=day)
    match = new_match(setup.rules, setup.players, with_identity(setup.to_meta()))
    match, _ = apply(match, BeginRound(None, deal.seed))
    match, _ = apply(match, Call(deal.calls[0][0]))
    player.store.save_match(match)
    scene.enter()
    stage.click(cell(scene, day))
    assert scene.control.waiting is not None
    # What an earlier attempt has made is shown again once this one is over.
    player.store.profile.add_match(sample.play_deal(day), NOW)
    scene.enter()
    scene.renew()
    assert scene.find("compared") is None
    for id in (day, MAIN):
        stage.click(scene.part(id))
        table = stage.top
        assert isinstance(table, TableScene)
        assert identity_of(table.game.match) == identity_of(match)
        stage.stack.apply(Pop())
        assert stage.stack.scenes == (scene,)


def test_the_copied_result_is_named_by_its_day_or_why_there_is_none(player: Context) -> None:
    empty_store(player)
    player.store.clock = lambda: NOW
    stage = Stage(player, DailyScene(player))
    assert stage.part("copy").hint() == player.text("daily.share_none")
    for days, key in ((3, "daily.copy_last"), (1, "daily.copy_yesterday"), (0, "daily.copy")):
        sample.keep_share(player.store, TODAY - timedelta(days=days), 80)
        scene = DailyScene(player)
        stage = Stage(player, scene)
        assert player.text(key) in stage.part("copy").spoken(player)[0]
        assert stage.part("copy").is_enabled
    # The measures of today's attempt are still computed.
    player.engines = PatientEngines()
    player.store = Storage.in_memory()
    player.store.clock = lambda: NOW
    player.store.profile.add_match(sample.play_deal(TODAY), NOW)
    stage = Stage(player, DailyScene(player))
    assert stage.part("copy").hint() == player.text("daily.thinking")


def test_friends_are_compared_with_the_computers_the_highest_first(player: Context) -> None:
    _, scene = open_daily(player)
    day = date(2026, 11, 20)
    deal = deal_on(day, STANDARD_EDITION)
    for total, name in ((150, ""), (163, "Ben"), (300, "Zoé")):
        note_friend(player.store.profile, deal, FriendTotal(total, name))
    scene.control.load()
    scene.control.choose(day)
    scene.enter()
    scene.renew()
    compared = scene.part("compared")
    friend = player.text("daily.friend")
    assert compared.hint().splitlines() == [
        "Zoé: 300",
        "Fox: 168",
        "Master: 168",
        "Ben: 163",
        "Squirrel: 150",
        f"{friend}: 150",
        "Beaver: 131",
        "Magpie: 97",
        "Duckling: 62",
    ]
    # Friends are none of the computers that were beaten.
    assert "You beat 4 of 6 computers · Fox: 168 · Master: 168" in scene.spoken(scene.root)


def test_the_links_at_the_foot_lead_to_the_climb_and_to_files(player: Context) -> None:
    stage, scene = open_daily(player)
    stage.click(stage.part("climb"))
    assert isinstance(stage.top, MountainScene)
    stage.press("escape")
    stage.click(stage.find(player.text("records.guests")))
    assert isinstance(stage.top, GuestsScene)
    stage.press("escape")
    # A streak's number is large, its words are small, and both are read as one.
    streak = next(part for part in scene.root.walk() if part.id == "streak")
    assert streak.spoken(player) == ["12 days in a row"]


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("daily") == []
