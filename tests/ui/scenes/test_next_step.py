"""The card that says what comes next: after a result, a review; one press goes there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from game.bots.values.fingerprint import sign
from game.play.editions import all_editions
from game.play.table import Mark, TableSetup
from game.play.table_game import TableGame
from game.progress.challenges import all_challenges
from game.progress.daily import deal_on
from game.progress.level import NOWHERE, AttemptPoints, LevelMark, Standing
from game.progress.level_findings import LevelFindings
from game.progress.next_step import PlayerRecords, Suggestion, SuggestionKind, parse_memory
from game.progress.puzzles import find_puzzles, keep_solved
from game.progress.run.game import begin_run
from game.progress.run.progress import RunProgress
from game.rules.match import Match, Player
from game.rules.ruleset import RayRule, Ruleset
from game.rules.standing import score_match
from game.storage.database import deal_of
from game.storage.runs import FinishedRun
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop, Push, Reset
from game.ui.scenes.challenges.scene import ChallengesScene
from game.ui.scenes.count.next_steps import breakdown_scene, open_breakdown
from game.ui.scenes.daily.scene import DailyScene
from game.ui.scenes.menu.progress import read_days, read_ladder, read_level
from game.ui.scenes.menu.scene import MenuScene
from game.ui.scenes.menu.step import find_step, step_words
from game.ui.scenes.puzzles.scene import PuzzlesScene
from game.ui.scenes.run_pages.start import RunStartScene
from game.ui.scenes.setup.scene import SetupScene
from game.ui.scenes.shared.names import tonight_words
from game.ui.scenes.shared.next_step import NextStepControl
from game.ui.scenes.table.scene import TableScene
from tests.gallery.finish import Answered
from tests.gallery.records import play_out, play_table
from tests.gallery.review import PatientEngines
from tests.ui.scenes.stage import Stage


@pytest.fixture
def match(player: Context) -> Match:
    """A match just finished in which one placement was a mistake."""
    player.engines = Answered()
    match = play_out(Ruleset(), ("Ana",), "77", "standard")
    player.store.profile.add_match(match, player.store.clock())
    return match


def result(player: Context, match: Match) -> Stage:
    stage = Stage(player, open_breakdown(player, match))
    stage.let(1.0)
    return stage


def ids(stage: Stage) -> set[object]:
    return {widget.id for widget in stage.widgets() if not widget.is_hidden}


def test_one_press_goes_where_the_card_says(player: Context, match: Match) -> None:
    stage = result(player, match)
    assert "next" in ids(stage)
    assert SuggestionKind.DAILY in parse_memory(player.preferences.steps), "it was shown"
    assert player.text("next.daily") in stage.read()
    stage.click(stage.widget("next"))
    assert isinstance(stage.top, DailyScene)
    assert parse_memory(player.preferences.steps)[SuggestionKind.DAILY].passed == 0


def test_a_closed_card_stays_away(player: Context, match: Match) -> None:
    stage = result(player, match)
    stage.click(stage.widget("next-close"))
    assert "next" not in ids(stage)
    stage.let(0.5)
    assert "next" not in ids(stage)
    assert "next" not in ids(result(player, match))


def test_nothing_is_suggested_where_it_is_off_or_for_a_guest(player: Context, match: Match) -> None:
    stage = Stage(player, open_breakdown(player, match, is_guest=True))
    stage.let(1.0)
    assert "next" not in ids(stage)
    player.preferences = replace(player.preferences, has_next_step=False)
    assert "next" not in ids(result(player, match))
    assert player.preferences.steps == ""


def test_what_comes_next_is_chosen_anew_when_one_comes_back(player: Context, match: Match) -> None:
    stage = result(player, match)
    assert "next" in ids(stage)
    stage.stack.apply(Push(ChallengesScene(player)))
    player.preferences = replace(player.preferences, has_next_step=False)
    stage.stack.apply(Pop())
    stage.let(0.5)
    assert "next" not in ids(stage)


def test_every_suggestion_leads_to_its_scene(player: Context, match: Match) -> None:
    """One kind after another, each left out once it was taken."""
    profile = player.store.profile
    for number in range(4):
        profile.add_match(play_out(Ruleset(), ("Ana",), f"{number}", "standard"))
    profile.store_findings(f"puzzles:{identity(player)}", {"0:0:3": 9.0})
    wanted = {
        SuggestionKind.PUZZLES: PuzzlesScene,
        SuggestionKind.DAILY: DailyScene,
        SuggestionKind.CHALLENGE: ChallengesScene,
        SuggestionKind.RUN: RunStartScene,
        SuggestionKind.EDITION: SetupScene,
    }
    for kind, scene in wanted.items():
        control = NextStepControl(player, match, wanted.keys() - {kind})
        player.preferences = replace(player.preferences, steps="")
        if kind is not SuggestionKind.PUZZLES:
            for puzzle in find_puzzles(profile, match):
                keep_solved(profile, puzzle)
        # Editions are suggested last, when all else is done.
        if kind is SuggestionKind.EDITION:
            control = NextStepControl(player, match, wanted.keys())
        assert control.find()
        assert control.suggestion is not None
        assert control.suggestion.kind is kind
        match control.take():
            case Push(found) | Reset(_, Push(found)):
                assert isinstance(found, scene)
            case other:
                pytest.fail(repr(other))


def identity(player: Context) -> str:
    (newest, *_) = [m for m in player.store.profile.last_matches() if m.seed == "77"]
    return newest.identity


def test_what_the_level_needs_is_asked_no_more_once_one_leaves(
    player: Context, match: Match
) -> None:
    engines = player.engines = PatientEngines()
    control = NextStepControl(player, match)
    assert control.measure()
    assert [answer.cancelled() for answer in engines.answers] == [False]
    control.stop()
    assert [answer.cancelled() for answer in engines.answers] == [True]


def test_a_level_within_reach_leads_to_the_next_deal(
    player: Context, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    near = Standing((AttemptPoints(150, 0),), 150.0, 3.0, "squirrel", ("fox", 153.0))
    monkeypatch.setattr("game.ui.scenes.shared.next_step.known_standing", lambda _: near)
    control = NextStepControl(player, match, (SuggestionKind.DAILY,))
    assert control.find()
    assert "153" in control.about
    assert "150" in control.about
    answer = control.take()
    assert isinstance(answer, Reset)
    assert isinstance(answer.scene, TableScene)


def test_the_line_of_the_menu_leads_where_it_says(player: Context, match: Match) -> None:
    """One thing for each day: its words have a number, and a click goes there."""
    profile = player.store.profile
    profile.store_findings(f"puzzles:{identity(player)}", {"0:0:3": 9.0, "0:0:4": 5.0})
    scenes, lines = set[type](), set[str]()
    for days in range(5):
        now = datetime(2026, 11, 21 + days, 12).astimezone()
        player.store.clock = partial(datetime.astimezone, now)
        stage = Stage(player, MenuScene(player))
        stage.let(0.3)
        lines.add(" ".join(stage.widget("next").spoken(player)))
        stage.click(stage.widget("next"))
        scenes.add(type(stage.top))
    assert scenes == {PuzzlesScene, DailyScene, ChallengesScene, TableScene}
    for key in ("wait", "first_level"):
        words = (player.text(f"next.{key}", count=count) for count in (1, 2, 4))
        assert any(word in " ".join(lines) for word in words)
    player.preferences = replace(player.preferences, has_next_step=False)
    stage = Stage(player, MenuScene(player))
    stage.let(0.3)
    assert "next" not in ids(stage)


def test_the_menu_knows_the_medal_missed_yesterday(player: Context) -> None:
    yesterday = player.store.today - timedelta(days=1)
    deal = deal_on(yesterday, "standard")
    played = play_out(deal.rules, ("Ana",), deal.seed, "standard")
    player.store.profile.store_findings(deal_of(played), {"best:0": 200.0})
    assert read_days(player).nearly is None, "nobody has played it"
    player.store.profile.add_match(played, player.store.clock() - timedelta(days=1))
    assert read_days(player).nearly is None, "Master is still at it"
    total = score_match(played).players[0].total
    found = {sign("master:0"): total + 6, "best:0": total}
    player.store.profile.store_findings(deal_of(played), found)
    stage = Stage(player, MenuScene(player))
    stage.let(0.3)
    points = player.text("terms.count.points", count=6)
    line = player.text("next.nearly.master", points=points)
    assert line in " ".join(stage.widget("next").spoken(player))
    stage.click(stage.widget("next"))
    assert isinstance(stage.top, DailyScene)
    assert read_days(player).is_open
    player.store.clock = lambda: datetime(1999, 3, 1, 12, tzinfo=UTC)
    assert not read_days(player).is_open, "there was no deal yet"


def test_the_line_of_the_menu_is_chosen_by_what_the_menu_shows(
    player: Context, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[PlayerRecords] = []
    monkeypatch.setattr(
        "game.ui.scenes.menu.step.step_of_day", lambda records, day: asked.append(records)
    )
    today, ladder = player.store.today, read_ladder(player)
    days = read_days(player)._replace(is_open=True, nearly=("gold", 4.0))
    standing = Standing((), 150.0, 3.0, "squirrel", ("fox", 153.0))
    level = read_level(player)._replace(standing=standing, missing=2)
    find_step(player, days, ladder, level, RunProgress(3))
    step = Suggestion(SuggestionKind.LEVEL, "fox", 152.5)
    points = player.text("terms.count.points", count=3)
    words = player.text("next.to_level", name=player.text("bots.fox.name"), points=points)
    assert step_words(player, step, days, ladder, level) == words
    untried = tuple(card.name for card in all_editions() if card.name != "standard")
    shown = PlayerRecords(
        *(1, "", 0, today, ladder.challenge.name, untried, standing, 2, ("gold", 4.0), 3, today)
    )
    shown = replace(shown, puzzles=sum(not p.is_solved for p in find_puzzles(player.store.profile)))
    assert asked == [shown]
    (league,) = (card for card in all_editions() if card.name == "league")
    ran = FinishedRun("1", "7", "calm", "", 9, 2, "", player.store.clock(), "{}")
    all_done = ladder._replace(met=ladder.challenges)
    other = level._replace(rules=str(league.rules))
    find_step(player, days._replace(is_open=False), all_done, other, RunProgress(0, ran))
    done = replace(shown, daily=None, challenge="", missing=0, run_waits=0, run_day=None)
    assert asked[1] == replace(done, standing=NOWHERE)
    helped = play_out(Ruleset(rays=RayRule.RAYS), ("Ana",), "9", "", Mark.COACHED)
    player.store.profile.add_match(helped)
    assert read_level(player).rules == str(Ruleset()), "what does not count makes no level"
    find_step(player, days, ladder, level, None)
    assert (asked[2].run_waits, asked[2].run_day) == (0, None)


@pytest.mark.parametrize(("mean", "share"), [(None, 0), (100, 0), (150, 0), (160, 0.5), (200, 1)])
def test_the_menu_s_bar_begins_and_ends_with_the_level(
    player: Context, monkeypatch: pytest.MonkeyPatch, mean: float | None, share: float
) -> None:
    scale = (LevelMark("squirrel", 130, 1, 9), LevelMark("fox", 170, 1, 9))
    following = None if mean is None or mean > 170 else ("beaver", 170.0)
    found = Standing((), mean, None, None if mean is None else "fox", following)
    monkeypatch.setattr(LevelFindings, "standing", found)
    monkeypatch.setattr("game.progress.level_findings.find_scale", lambda rules: scale)
    level = read_level(player)
    assert (level.share, level.missing, level.standing) == (share, 5, found)


def test_the_card_is_chosen_by_the_records_and_what_the_page_leads_to(
    player: Context, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[PlayerRecords] = []
    monkeypatch.setattr(
        "game.ui.scenes.shared.next_step.choose_step", lambda records, _: asked.append(records)
    )
    player.store.profile.store_findings(f"puzzles:{identity(player)}", {"0:0:3": 9.0})
    today, first = player.store.today, all_challenges()[0].name
    untried = tuple(card.name for card in all_editions() if card.name != "standard")
    control = NextStepControl(player, match)
    assert not control.find()
    shown = PlayerRecords(1, identity(player), 1, today, first, untried, run_day=today)
    assert asked == [shown]
    bare = NextStepControl(player, None, tuple(SuggestionKind))
    bare.find()
    assert asked[1] == PlayerRecords(1, untried=untried)
    deal = deal_on(today, "standard")
    player.store.profile.add_match(play_out(deal.rules, ("Ana",), deal.seed, "standard"))
    begin_run(player.store, "Ana", is_timed=False)
    control.find()
    assert (asked[2].daily, asked[2].run_waits, asked[2].run_day) == (None, 1, today)


def test_people_at_one_screen_see_their_evening_and_a_rematch_first(player: Context) -> None:
    player.store.clock = lambda: datetime(2026, 11, 21, 12, tzinfo=UTC)
    for number in range(3):
        last = play_table(TableSetup(Ruleset(), (Player("Ana"), Player("Ben")), str(number)))
        player.store.profile.add_match(last, player.store.clock())
    winners = Counter(
        last.name
        for m in player.store.profile.last_matches()
        for last in m.results
        if last.is_winner
    )
    game = TableGame(TableSetup.from_match(last), last)
    stage = Stage(player, breakdown_scene(player, game))
    stage.let(8)
    wins = ", ".join(f"{name}\N{NO-BREAK SPACE}{count}" for name, count in winners.most_common())
    words = player.text("finish.tonight.day", wins=wins)
    assert words in " ".join(stage.read())
    assert stage.find(player.text("together.rematch")) is not None
    menu = Stage(player, MenuScene(player))
    menu.let(0.3)
    assert words in " ".join(menu.read())
    for hour, key in ((4, "late"), (5, "day"), (17, "day"), (18, "evening"), (23, "evening")):
        player.store.clock = partial(datetime, 2026, 11, 21, hour, 59, tzinfo=UTC)
        assert tonight_words(player, winners) == player.text(f"finish.tonight.{key}", wins=wins)
