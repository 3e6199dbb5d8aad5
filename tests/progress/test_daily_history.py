"""Days, streak and medals are read out of the records, wherever and whenever they were made."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bots.players.registry import LEVELS, make_bot
from game.bots.values import fingerprint as room
from game.bots.values.fingerprint import sign
from game.locale import Language
from game.play.caller import CallerGame, Pace
from game.play.editions import find_edition
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.progress.daily import (
    FIRST_DAY,
    STANDARD_EDITION,
    Medal,
    days_with_deals,
    deal_on,
    editions_on,
)
from game.progress.daily_history import (
    DailyHistory,
    FriendTotal,
    _key_of,
    note_elsewhere,
    note_friend,
)
from game.progress.days_code import MadeDay, read_days_code, write_days_code
from game.progress.goals import Goal, PastMatch
from game.progress.match_goals import daily_of
from game.progress.match_saving import resume_match, start_game
from game.resources import ResourceError
from game.rules.boards import BoardName
from game.rules.deal import deal_calls
from game.rules.marks import Mark
from game.rules.match import Match, apply, legal_placements
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.record import parse_record
from game.rules.ruleset import PlacementRule
from game.storage.database import deal_of
from game.storage.history import PlayedMatch, SeatResult
from game.storage.places import HOME_VARIABLE, find_places
from game.storage.profile import Profile
from game.storage.store import open_storage
from game.ui.frame.context import Context
from game.ui.scenes.daily.control import DailyControl, DealState
from tests.gallery import make_context
from tests.play.playing import play_step
from tests.progress.earned import earned_goals
from tests.ui.scenes.conftest import PromptEngines

MONDAY = date(2026, 11, 16)


def at(day: date, hour: float = 20, zone: float = 0) -> datetime:
    """A moment by the clock on the wall in a time zone."""
    wall = datetime.combine(day, time(), timezone(timedelta(hours=zone)))
    return wall + timedelta(hours=hour)


@dataclass
class Player:
    """Somebody with a folder of their own, who starts the game anew each time."""

    home: Path
    now: datetime

    _context: Context | None = None

    def open(self) -> Context:
        """The game, which runs already or is started."""
        if self._context is None:
            self._context = make_context(Language.ENGLISH, (1024, 640))
            self._context.store = open_storage(find_places({HOME_VARIABLE: str(self.home)}))
            self._context.store.clock = lambda: self.now
        return self._context

    def close(self) -> None:
        """End the game; the next thing that is done starts it again."""
        if self._context is not None:
            self._context.store.close()
            self._context = None

    def look(self, day: date | None = None, edition: str = STANDARD_EDITION) -> DailyControl:
        """The calendar as it is now, a day chosen."""
        control = DailyControl(self.open())
        if day is not None:
            control.choose(day, edition)
        return control

    def begin(self, day: date | None = None, edition: str = STANDARD_EDITION) -> TableGame:
        """Press play."""
        control = self.look(day, edition)
        store = self.open().store
        waiting = control.waiting
        if waiting is not None:
            return resume_match(store, waiting)
        return start_game(store, control.setup())

    def play(self, day: date | None = None, edition: str = STANDARD_EDITION) -> Match:
        """A whole attempt."""
        return self.finish(self.begin(day, edition))

    def finish(self, game: TableGame) -> Match:
        play_on(game)
        assert game.match.is_complete
        self.open().store.file_match(game.match)
        return game.match


def play_on(game: TableGame, calls: int = 1000) -> None:
    """Place anywhere, for so many calls at most."""
    random, bot = Random(3), make_bot("greedy")
    last = sum(len(r.calls) for r in game.match.rounds) + calls
    while sum(len(r.calls) for r in game.match.rounds) < last or game.awaited():
        if not play_step(game, bot, random):
            return


@pytest.fixture
def player(tmp_path: Path) -> Player:
    return Player(tmp_path, at(MONDAY))


def days_from(day: date, count: int) -> Iterator[date]:
    return (day + timedelta(days=n) for n in range(count))


def test_a_week_is_played_day_by_day(player: Player) -> None:
    for number, day in enumerate(days_from(MONDAY, 7)):
        player.close()
        player.now = at(day, 0.01 if number % 2 else 23.99)
        control = player.look()
        assert (control.day, control.edition) == (day, STANDARD_EDITION)
        assert control.state is DealState.OPEN
        assert control.book.streak == number
        match = player.play()
        assert match.rounds[0].calls == deal_on(day, STANDARD_EDITION).calls[0]
        after = player.look()
        assert after.state is DealState.COUNTED
        assert after.book.streak == number + 1
        assert after.attempt is not None
        assert after.attempt.result.total == score_match(match).players[0].total
    context = player.open()
    history = context.store.profile.last_matches()[::-1]
    kept = []
    for played in history:
        match = parse_record(context.store.profile.record(played.id) or "")
        deal = daily_of(match, player.now.date())
        assert deal is not None
        kept.append(PastMatch.from_match(match, deal.day))
    assert Goal.WEEK_OF_DAYS in {e.goal for e in earned_goals(kept)}
    player.now = at(MONDAY + timedelta(days=7))
    assert player.look().book.streak == 7
    player.now = at(MONDAY + timedelta(days=8))
    assert player.look().book.streak == 0


def test_only_the_first_attempt_counts(player: Player) -> None:
    first = player.play()
    again = player.begin()
    assert json.loads(again.match.meta or "")["table"]["marks"] == [Mark.AGAIN]
    player.now += timedelta(minutes=5)
    player.finish(again)
    control = player.look()
    assert control.state is DealState.COUNTED
    assert control.attempt is not None
    assert control.attempt.result.total == score_match(first).players[0].total
    assert len(control.book.attempts(MONDAY)) == 2
    taken_over = Profile(None)
    taken_over.add_match(first, player.now)
    assert DailyHistory(taken_over, player.now).is_known(MONDAY)


def test_whoever_gives_up_has_seen_the_deal(player: Player) -> None:
    game = player.begin()
    game.begin_round()
    player.open().store.autosave.clear()
    assert player.look().state is DealState.OPEN, "nothing lay yet"
    play_on(player.begin(), calls=2)
    player.open().store.autosave.clear()
    control = player.look()
    assert control.state is DealState.LOST
    assert control.setup().marks == {Mark.AGAIN}
    player.play()
    assert player.look().state is DealState.MISSED
    assert player.look().book.streak == 0


def by_code(player: Player) -> None:
    """Begin today's deal as the one of its code."""
    setup = replace(player.look().setup(), daily=None, begun=None, edition="")
    play_on(start_game(player.open().store, setup), calls=2)


def by_other_rules(player: Player) -> None:
    setup = player.look().setup()
    rules = replace(setup.rules, placement=PlacementRule.ADJACENT)
    play_on(start_game(player.open().store, replace(setup, rules=rules, daily=None)), calls=2)


def as_a_later_round(player: Player) -> None:
    """Begin a match whose second round has today's tiles, as a record from elsewhere may."""
    store, setup = player.open().store, player.look().setup()
    rules = replace(setup.rules, rounds=2)
    game = start_game(store, replace(setup, rules=rules, seed="other", daily=None))
    play_on(game, calls=len(game.match.rules.call_sizes))
    match, _ = apply(game.match, BeginRound(seed=setup.seed))
    calls = deal_calls(rules, setup.seed)
    for call in calls[:2]:
        match, _ = apply(match, Call(call))
        (placement,) = legal_placements(match, 0)[:1]
        match, _ = apply(match, Place(0, placement.tile, placement.space))
    store.save_match(match)


def while_the_history_is_locked(player: Player) -> None:
    store, setup = player.open().store, player.look().setup()
    with closing(sqlite3.connect(store.profile.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        play_on(start_game(store, setup), calls=2)
        other.execute("ROLLBACK")


def with_the_box(player: Player) -> None:
    """Call today's tiles for boards on a real table."""
    store, setup = player.open().store, player.look().setup()
    setup = replace(setup, daily=None)
    game = CallerGame.start(setup, Pace(None, True), PromptEngines(), store.save_match, None)
    for _ in range(2):
        game.call(game.draw())


@pytest.mark.parametrize(
    "see",
    [by_code, by_other_rules, as_a_later_round, while_the_history_is_locked, with_the_box],
)
@pytest.mark.parametrize("is_closed", [False, True])
def test_a_deal_is_known_whatever_way_it_was_seen(
    player: Player, see: Callable[[Player], None], is_closed: bool
) -> None:
    see(player)
    player.open().store.autosave.clear()
    if is_closed:
        player.close()
    control = player.look()
    assert control.state is DealState.LOST
    assert control.setup().marks == {Mark.AGAIN}
    player.play()
    assert player.look().state is DealState.MISSED


def test_a_deal_that_was_given_up_is_no_first_attempt_under_its_seed(player: Player) -> None:
    store, setup = player.open().store, replace(player.look().setup(), daily=None, seed="mine")
    longer = replace(setup, rules=replace(setup.rules, rounds=3))
    for seed, table in (("mine", setup), ("mine", longer), ("7/2", setup), ("8", longer)):
        play_on(start_game(store, replace(table, seed=seed)), calls=2)
        store.autosave.clear()
    for seed, table in (("mine", setup), ("mine", longer), ("7", longer), ("8", setup)):
        game = start_game(store, replace(table, seed=seed))
        assert TableSetup.from_match(game.match).marks == {Mark.AGAIN}, seed
    for seed, table in (("other", setup), ("7", setup), ("8/2", setup)):
        game = start_game(store, replace(table, seed=seed))
        assert TableSetup.from_match(game.match).marks == frozenset(), seed


def test_an_interrupted_attempt_goes_on_and_belongs_to_the_day_it_was_begun(
    player: Player,
) -> None:
    player.now = at(MONDAY, 23.9)
    play_on(player.begin(), calls=5)
    player.close()
    player.now = at(MONDAY + timedelta(days=1), 9)
    assert player.look().day == MONDAY + timedelta(days=1)
    assert player.look().state is DealState.OPEN, "today's is another deal"
    assert player.look(MONDAY).state is DealState.WAITING
    game = player.begin(MONDAY)
    assert len(game.match.round.calls) == 5
    player.finish(game)
    assert player.look(MONDAY).state is DealState.COUNTED
    assert player.look().book.streak == 1


def test_midnight_while_playing_turns_the_page(player: Player) -> None:
    player.now = at(MONDAY, 23.99)
    control = player.look()
    game = start_game(player.open().store, control.setup())
    play_on(game, calls=3)
    player.now += timedelta(minutes=5)
    assert control.book.today != player.now.date()
    control.load()
    assert control.day == MONDAY + timedelta(days=1)
    assert control.state is DealState.OPEN
    player.finish(game)
    assert player.look().book.days_in_time() == {MONDAY}


def test_a_missed_day_is_not_mended_from_the_archive(player: Player) -> None:
    player.play(MONDAY - timedelta(days=1))
    assert player.look().book.days_in_time() == set()
    for day in (MONDAY, MONDAY + timedelta(days=2)):
        player.now = at(day)
        player.play()
    assert player.look().book.streak == 1
    player.play(MONDAY + timedelta(days=1))
    control = player.look(MONDAY + timedelta(days=1))
    assert control.state is DealState.COUNTED
    assert control.book.streak == 1
    assert len(control.book.days_in_time()) == 2


def test_travelling_breaks_no_streak(player: Player) -> None:
    """From New York to Tokyo to Honolulu, by each clock on the day itself."""
    for number, zone in enumerate((-5, 9, -10)):
        player.now = at(MONDAY + timedelta(days=number), 23.5 if zone < 0 else 1, zone)
        player.play(MONDAY - timedelta(days=9 + number))
        player.play()
        assert player.look().book.streak == number + 1
    for zone in (-10, 0, 14):
        player.now = player.now.astimezone(timezone(timedelta(hours=zone)))
        assert player.look().book.streak == 3


def test_a_clock_set_back_makes_no_day_played_in_time(player: Player) -> None:
    for day in (MONDAY, MONDAY + timedelta(days=4)):
        player.now = at(day)
        player.play()
    player.now = at(MONDAY + timedelta(days=3))
    player.play()
    player.now = at(MONDAY + timedelta(days=4), 22)
    in_time = {MONDAY, MONDAY + timedelta(days=4)}
    assert player.look().book.days_in_time() == in_time
    assert player.look().book.streak == 1
    player.now = at(MONDAY + timedelta(days=6))
    game = player.begin()
    player.now = at(MONDAY + timedelta(days=2))
    player.finish(game)
    player.now = at(MONDAY + timedelta(days=6))
    assert player.look().book.days_in_time() == in_time


def test_a_clock_that_was_ahead_by_mistake_spoils_nothing(player: Player) -> None:
    player.now = at(MONDAY + timedelta(days=400))
    player.play()
    for number, day in enumerate(days_from(MONDAY, 3)):
        player.now = at(day)
        assert player.look().day == day
        assert not player.look().is_open(day + timedelta(days=1))
        player.play()
        assert player.look().book.streak == number + 1


def test_the_day_of_a_league_has_somebody_to_play_against(player: Player) -> None:
    friday = MONDAY + timedelta(days=4)
    player.now = at(friday)
    assert editions_on(friday) == (STANDARD_EDITION, "league")
    setup = player.look(friday, "league").setup()
    assert [p.bot for p in setup.players] == [None, "master"]
    player.play(friday, "league")
    control = player.look(friday, "league")
    assert control.state is DealState.COUNTED
    assert control.book.streak == 0, "the day's own deal was not played"


@pytest.mark.parametrize("edition", ["standard", "french", "four-rounds", "daffodil", "league"])
def test_every_edition_of_the_calendar_is_played_and_found(player: Player, edition: str) -> None:
    day = next(d for d in days_from(MONDAY, 7) if edition in editions_on(d))
    player.now = at(day)
    match = player.play(day, edition)
    assert match.rules == deal_on(day, edition).rules
    assert match.rules.board is (BoardName.DAFFODIL if edition == "daffodil" else BoardName.CLASSIC)
    assert player.look(day, edition).attempt is not None


def test_a_friends_total_is_noted_once() -> None:
    profile, deal = Profile(None), deal_on(MONDAY, STANDARD_EDITION)
    made = [FriendTotal(150, "Ben"), FriendTotal(90)]
    for one in (*made, *made):
        note_friend(profile, deal, one)
    assert DailyHistory(profile, at(MONDAY)).friends(MONDAY) == tuple(made)
    assert [len(values) for values in profile.all_findings().values()] == [len(made)]
    note_elsewhere(profile, deal, 170, is_mine=False)
    made.insert(0, FriendTotal(170))
    assert not DailyHistory(profile, at(MONDAY)).is_known(MONDAY)
    note_elsewhere(profile, deal, 120, is_mine=True)
    history = DailyHistory(profile, at(MONDAY))
    assert history.is_known(MONDAY)
    assert (history.elsewhere(MONDAY), history.friends(MONDAY)) == (120, tuple(made))


def test_helped_attempts_count_neither_for_medals_nor_for_days(player: Player) -> None:
    game = player.begin()
    meta = json.loads(game.match.meta or "")
    meta["table"]["marks"] = [Mark.COACHED]
    game.save_meta(json.dumps(meta))
    match = player.finish(game)
    store = player.open().store
    store.profile.store_findings(deal_of(match), {"best:0": 100, sign("master:0"): 0})
    control = player.look()
    assert control.state is DealState.MISSED
    assert control.book.medal(MONDAY) is None
    assert control.book.streak == 0


def test_medals_follow_what_the_engines_found(player: Player) -> None:
    match = player.play()
    total = int(score_match(match).players[0].total)
    control = player.look()
    assert control.book.medal(MONDAY) is None
    assert control.is_thinking
    profile = player.open().store.profile
    for share, medal in ((49, None), (50, Medal.BRONZE), (60, Medal.SILVER), (70, Medal.GOLD)):
        profile.store_findings(
            deal_of(match), {"best:0": total * 100 / share, sign("master:0"): total + 1}
        )
        assert player.look().book.medal(MONDAY) is medal
    profile.store_findings(deal_of(match), {sign("master:0"): total})
    assert player.look().book.medal(MONDAY) is Medal.MASTER
    assert not player.look().is_thinking
    control.book.refresh()
    assert control.book.medal(MONDAY) is Medal.MASTER


def test_a_calendar_s_metal_is_the_medal_plain_or_none(player: Player) -> None:
    assert player.look().book.metal(MONDAY) == ""
    total = int(score_match(player.play()).players[0].total)
    assert player.look().book.metal(MONDAY) == "plain"
    deal, profile = deal_on(MONDAY, STANDARD_EDITION), player.open().store.profile
    found = {"best:0": total * 2, sign("master:0"): total + 1}
    profile.store_findings(_key_of(deal), found)
    assert player.look().book.metal(MONDAY) == "bronze"
    computers = {sign(f"{level}:0"): 90.0 + n for n, level in enumerate(LEVELS[:-1])}
    assert player.look().book.computers(MONDAY) == {}
    profile.store_findings(_key_of(deal), computers)
    levels = player.look().book.computers(MONDAY)
    assert list(levels) == list(LEVELS)
    assert levels["master"] == total + 1


def test_with_bonuses_a_medal_needs_master_s_total_alone(player: Player) -> None:
    friday = MONDAY + timedelta(days=4)
    player.now = at(friday)
    player.play(friday, "league")
    book = player.look(friday, "league").book
    assert book.medal(friday, "league") is None
    rounds = deal_on(friday, "league").rules.rounds
    found = {sign(f"master:{number}"): 0.0 for number in range(rounds)}
    key = _key_of(deal_on(friday, "league"))
    player.open().store.profile.store_findings(key, found)
    book.refresh()
    assert book.medal(friday, "league") is Medal.MASTER
    assert book.possible(friday, "league") == (None, 0)


def test_today_s_result_from_elsewhere_is_taken(player: Player) -> None:
    book = player.look().book
    assert book.take_days([MadeDay(MONDAY, MONDAY, 99)]) == 1
    assert (book.elsewhere(MONDAY), book.is_known(MONDAY)) == (99, True)
    late = MONDAY - timedelta(days=2)
    assert book.take_days([MadeDay(late, MONDAY, 50)]) == 1
    assert book.made_days() == (MadeDay(late, MONDAY, 50), MadeDay(MONDAY, MONDAY, 99))


def test_other_weights_leave_medals_and_ask_anew(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = player.play()
    total = int(score_match(match).players[0].total)
    found = {"best:0": total * 2, sign("master:0"): total}
    player.open().store.profile.store_findings(deal_of(match), found)
    assert player.look().book.possible(MONDAY) == (total * 2, total)
    monkeypatch.setattr(room, "fingerprint", lambda: "others")
    assert player.look().book.possible(MONDAY) == (total * 2, None)
    assert player.look().book.medal(MONDAY) is Medal.MASTER
    assert player.look().is_thinking
    # A Master who makes more of the deal takes no medal away.
    player.open().store.profile.store_findings(deal_of(match), {sign("master:0"): total + 9})
    assert player.look().book.possible(MONDAY) == (total * 2, total + 9)
    assert player.look().book.medal(MONDAY) is Medal.MASTER


def test_a_record_of_other_calls_is_nobodys_day(player: Player) -> None:
    """A seed that says so is not enough: the calls must be the deal's."""
    match = player.play()
    (played,) = player.open().store.profile.last_matches()
    book = DailyHistory(FakeProfile([played._replace(deal="0" * 32)], {}), player.now)
    assert book.attempts(MONDAY) == ()
    assert DailyHistory(
        FakeProfile([played._replace(deal=deal_of(match))], {}), player.now
    ).attempts(MONDAY)
    # A record that a guest keeps of somebody's room is no attempt either.
    kept = played._replace(marks=frozenset({Mark.ROOM}))
    assert DailyHistory(FakeProfile([kept], {}), player.now).attempts(MONDAY) == ()


def test_the_first_attempt_decides_whether_a_day_counts_and_makes_its_deal_known(
    player: Player,
) -> None:
    player.play()
    (played,) = player.open().store.profile.last_matches()
    later = played._replace(id=played.id + 1, finished_at=played.finished_at + timedelta(hours=1))
    helped = frozenset({Mark.COACHED})
    for attempts, counted in (
        ([], None),
        ([played], played),
        ([played, later], played),
        ([played._replace(marks=helped), later], None),
        ([played, later._replace(marks=helped)], played),
    ):
        book = DailyHistory(FakeProfile(attempts, {}), player.now)
        assert book.counted(MONDAY) == counted
        assert book.attempts(MONDAY) == tuple(attempts)
        assert book.is_known(MONDAY) is bool(attempts)
    # Where the day had not begun yet by the player's clock, the attempt was begun on it; a clock
    # that was ahead spoils no code of days.
    for early, late in ((-1, 0), (0, 0), (1, 1), (2, 1), (400, 1)):
        begun = {played.id: at(MONDAY + timedelta(days=early))}
        made = DailyHistory(FakeProfile([played], begun), player.now).made_days()
        total = int(played.result.total)
        assert made == (MadeDay(MONDAY, MONDAY + timedelta(days=late), total),)
        assert read_days_code(write_days_code(made), player.now.date()) == made


# a year


class FakeProfile(Profile):
    """A history without records: only what the calendar asks of one."""

    def __init__(self, matches: list[PlayedMatch], begun: dict[int, datetime]) -> None:
        super().__init__(None)
        self._matches, self._begun = matches, begun

    def last_matches(self) -> tuple[PlayedMatch, ...]:
        return tuple(sorted(self._matches, key=lambda m: (m.finished_at, m.id)))[::-1]

    def record(self, number: int) -> str:
        return json.dumps({"meta": {"table": {"begun": self._begun[number].isoformat()}}})

    def all_findings(self) -> dict[str, dict[str, float]]:
        return {}


def played_on(number: int, day: date, when: datetime) -> PlayedMatch:
    deal = deal_on(day, STANDARD_EDITION)
    return PlayedMatch(
        number, str(number), when.astimezone(UTC), STANDARD_EDITION, str(deal.rules), deal.seeds[0],
        _key_of(deal), frozenset(), 1, (SeatResult("Ana", True, None, 100, False),),
    )  # fmt: skip


YEAR = [FIRST_DAY + timedelta(days=n) for n in range(365)]


@settings(max_examples=25, deadline=None)
@given(
    st.sets(st.integers(0, 364), max_size=364),
    st.integers(300, 364),
    st.integers(-12, 14),
)
def test_the_streak_of_any_year_is_the_longest_run_up_to_today(
    chosen: set[int], today: int, zone: int
) -> None:
    numbers = sorted(n for n in chosen if n <= today)
    matches = [played_on(n, YEAR[n], at(YEAR[n], n % 24, zone)) for n in numbers]
    begun = {n: at(YEAR[n], n % 24, zone) for n in numbers}
    book = DailyHistory(FakeProfile(matches, begun), at(YEAR[today], 23.9, zone))
    assert book.days_in_time() == {YEAR[n] for n in numbers}
    marks = "".join("x" if n in chosen else "-" for n in range(today + 1))
    run = len(marks) - len(marks.rstrip("x"))
    before = marks[:-1]
    expected = run or len(before) - len(before.rstrip("x"))
    assert book.streak == expected
    for day in YEAR[: today + 1]:
        assert bool(book.attempts(day)) is (day in {YEAR[n] for n in numbers})


def test_the_archive_and_the_months_cover_every_day_once(player: Player) -> None:
    player.now = at(date(2027, 3, 4))
    control = player.look()
    seen: list[date] = []
    while True:
        days = control.days()
        assert len(days) == 42
        assert all(day is None or day.weekday() == n % 7 for n, day in enumerate(days))
        seen = [day for day in days if day is not None and control.is_open(day)] + seen
        if not control.can_turn(-1):
            break
        control.turn(-1)
    assert seen == sorted(days_with_deals(control.book.today))
    assert control.month == FIRST_DAY.replace(day=1)
    control.turn(-1)
    assert control.month == FIRST_DAY.replace(day=1)


def test_cards_of_the_calendar_exist() -> None:
    assert all(find_edition(name) for day in days_from(MONDAY, 7) for name in editions_on(day))


def test_a_card_that_is_missing_is_named() -> None:
    with pytest.raises(ResourceError, match=r"nothing\.toml is missing"):
        deal_on(date(2026, 11, 21), "nothing")


def test_the_first_result_of_a_day_stays_and_its_day_travels_on(player: Player) -> None:
    first, second, third = (MONDAY + timedelta(days=n) for n in range(-3, 0))
    match = player.play(MONDAY)
    total = int(score_match(match).players[0].total)
    note_elsewhere(player.open().store.profile, deal_on(first, STANDARD_EDITION), 100, is_mine=True)
    book = player.look().book
    tomorrow = book.today + timedelta(days=1)
    days = (
        MadeDay(first, first, 120),
        MadeDay(second, second, 130),
        MadeDay(third, third, None),
        MadeDay(MONDAY, MONDAY, 140),
        MadeDay(tomorrow, tomorrow, 90),
    )
    assert book.take_days(days) == 1
    assert book.take_days(days) == 0
    book = player.look().book
    assert [book.elsewhere(day) for day in (first, second, third, MONDAY)] == [100, 130, None, None]
    # When the first was begun was never known: it is in no row where it goes next.
    made = book.made_days()
    late = first + timedelta(days=1)
    assert made == (
        MadeDay(first, late, 100),
        MadeDay(second, second, 130),
        MadeDay(MONDAY, book.today, total),
    )
    assert read_days_code(write_days_code(made), book.today) == made
