"""A run's pages: begun and gone on with, ended, named, reviewed, shared, and friends' runs."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from game.progress.goals import Goal
from game.progress.run.game import RunGame, begin_run
from game.progress.run.record import RunRecord, parse_run, print_run
from game.progress.run.scores import finished_run, friends_run, with_name
from game.progress.run.state import day_seed
from game.storage.pasted import CodeKind, write_code
from game.storage.runs import FinishedRun
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.frame.scene import Scene
from game.ui.frame.topics import Topic
from game.ui.parts import MAIN, Dialog
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.run_pages.control import RunList, RunStartControl
from game.ui.scenes.run_pages.end import RunEndScene, run_end_scene
from game.ui.scenes.run_pages.start import RunStartScene
from game.ui.scenes.share.scene import ShareScene
from game.ui.scenes.shared.choosing import default_name
from game.ui.widgets import TextField
from tests.gallery.run import keep_run, play_run
from tests.ui.scenes.stage import Stage


@pytest.fixture
def games(player: Context, monkeypatch: pytest.MonkeyPatch) -> list[RunGame]:
    """The runs whose table was opened."""
    opened: list[RunGame] = []

    def run_table(routes: SceneRoutes, game: RunGame) -> Scene:
        opened.append(game)
        return routes.rules()

    monkeypatch.setattr(SceneRoutes, "run_table", run_table)
    return opened


def start_page(context: Context) -> tuple[Stage, RunStartScene]:
    stage = Stage(context, RunStartScene(context))
    assert isinstance(stage.top, RunStartScene)
    return stage, stage.top


def end_page(context: Context, run: FinishedRun) -> tuple[Stage, RunEndScene]:
    stage = Stage(context, run_end_scene(context, run))
    assert isinstance(stage.top, RunEndScene)
    return stage, stage.top


def text_of(context: Context, record: RunRecord, name: str = "Mia") -> str:
    return write_code(CodeKind.RUN, print_run(with_name(record, name)).encode())


def test_enter_begins_the_run_of_the_day(player: Context, games: list[RunGame]) -> None:
    stage, _ = start_page(player)
    stage.press("return")
    (game,) = games
    today = player.store.today
    assert (game.day, game.open.record.seed) == (today.isoformat(), day_seed(today))
    assert game.open.record.is_timed


@pytest.mark.parametrize("is_timed", [True, False])
def test_the_table_that_opens_is_of_the_kind_played_and_the_name_is_kept(
    player: Context, is_timed: bool
) -> None:
    """Also while a run of the other kind is open."""
    run = keep_run(player, play_run("7", is_timed=is_timed))
    begin_run(player.store, "Ana", is_timed=not is_timed, seed="11").act("call")
    stage, scene = end_page(player, run)
    scene.control.rename("Zoe")
    stage.click(stage.widget("table"))
    assert isinstance(stage.top, RunStartScene)
    assert stage.top.control.kind == ("clock" if is_timed else "calm")
    assert default_name(player, 0) == "Zoe"


def test_enter_goes_on_with_the_run_that_is_open(player: Context, games: list[RunGame]) -> None:
    begin_run(player.store, "Ana", is_timed=False, seed="11").act("call")
    stage, scene = start_page(player)
    assert scene.control.kind == "calm"
    stage.press("return")
    (game,) = games
    assert (game.open.record.seed, game.open.acts) == ("11", ("call",))


def test_a_seed_begins_its_run_and_an_open_one_ends_after_a_question(
    player: Context, games: list[RunGame]
) -> None:
    stage, scene = start_page(player)
    scene.focus("seed")
    stage.type("42")
    stage.press("return")
    assert games[-1].open.record.seed == "42"
    stage.press("escape")
    scene.focus("seed")
    stage.press("return")
    assert isinstance(stage.top, Dialog)
    assert len(games) == 1
    stage.click(stage.find(player.text("run.start.replace_begin")))
    assert len(games) == 2
    (left,) = player.store.profile.runs.finished()
    assert (left.seed, left.stage) == ("42", 0)


def test_today_is_practice_once_it_was_played(player: Context, games: list[RunGame]) -> None:
    today = player.store.today
    record = play_run(day_seed(today), "duckling")
    player.store.profile.runs.add(finished_run(record, player.store.clock(), today))
    stage, _ = start_page(player)
    assert player.text("run.start.today_again") in stage.read()
    again = with_name(play_run(day_seed(today), "beaver"), "ANA")
    later = player.store.clock() + timedelta(hours=1)
    run = finished_run(again, later, today)
    player.store.profile.runs.add(run)
    stage, scene = end_page(player, run)
    assert " ".join(player.text("run.end.practice").split()) in " ".join(stage.read())
    assert scene.find("name") is None


def test_today_is_begun_once_whichever_the_kind(player: Context, games: list[RunGame]) -> None:
    """A seed that is open goes on; typed, it asks first."""
    stage, scene = start_page(player)
    stage.press("return", "escape")
    assert len(games) == 1
    stage.choose("kind", "calm")
    assert scene.find("today") is None
    scene.focus("seed")
    stage.type(day_seed(player.store.today))
    stage.press("return")
    assert isinstance(stage.top, Dialog)
    stage.click(stage.find(player.text("run.start.replace_go_on")))
    assert (games[-1].kind, games[-1].open) == ("clock", games[0].open)


def test_the_start_page_shows_the_kind_of_the_latest_run_and_whose_runs(player: Context) -> None:
    now, seed = player.store.clock(), day_seed(player.store.today)
    for name, kind, whose, days, stage in (
        ("old", "calm", "", 3, 2),
        ("timed", "clock", "", 2, 2),
        ("mine", "calm", "", 1, 4),
        ("again", "calm", "", 0, 3),
        ("friend", "clock", "Ben", 0, 9),
    ):
        played = seed if name in ("mine", "again") else name
        when = now - timedelta(days=days)
        run = FinishedRun(name, played, kind, "", 100 * stage, stage, whose, when, "{}")
        player.store.profile.runs.add(run)
    control = RunStartControl(player)
    assert control.kind == "calm"
    listed = [(ranked.place, ranked.run.identity) for ranked in control.listed(RunList.OWN)]
    assert listed == [(0, "again"), (1, "mine"), (1, "old")]
    control.kind = "clock"
    assert [ranked.run.identity for ranked in control.listed(RunList.OWN)] == ["timed"]
    assert control.played_today is not None
    assert control.played_today.identity == "mine", "the first one"
    assert not control.has_open_today
    begin_run(player.store, "Ana", is_timed=True, day=player.store.today)
    control.load()
    assert control.has_open_today
    assert RunStartControl(player).kind == "clock", "that of the run that is open"
    assert RunStartControl(player, is_mine=True).kind == "calm"
    assert RunStartControl(player, is_mine=True).list is RunList.OWN


def test_the_table_lists_runs_and_opens_one(player: Context) -> None:
    run = keep_run(player, with_name(play_run("1", "beaver"), "ANA"))
    keep_run(player, play_run("2", "duckling"), friend="Mia")
    stage, scene = start_page(player)
    stage.choose("lists", RunList.EVER)
    words = stage.read()
    assert "ANA" in words
    assert "Mia" in words
    stage.choose("lists", RunList.OWN)
    assert "Mia" not in stage.read()
    scene.focus(("run", run.identity))
    stage.press("return")
    assert isinstance(stage.top, RunEndScene)
    assert stage.top.control.run.identity == run.identity


def test_the_end_says_what_broke_the_run_and_every_stage_can_be_reviewed(player: Context) -> None:
    run = keep_run(player, play_run("1", "beaver"))
    stage, scene = end_page(player, run)
    last, missing = scene.control.outcome.broken, scene.control.outcome.missing
    assert last is not None
    said = scene.read(Topic.BOARD)
    assert str(missing) in said
    assert player.text("run.scores.stage", stage=str(last.result.stage)) in said
    scene.focus(("stage", 1))
    stage.press("return")
    assert isinstance(stage.top, ReviewScene)
    assert stage.top.is_guest
    assert stage.top.control.match == scene.control.record.stages[0].match
    assert player.store.profile.last_matches() == ()


def test_a_name_that_is_entered_stands_in_the_table_and_in_the_record(player: Context) -> None:
    run = keep_run(player, play_run("1", "beaver"))
    stage, scene = end_page(player, run)
    scene.focus("name")
    field = scene.part("name")
    assert isinstance(field, TextField)
    field.enter_by_key(1)
    stage.type("ZOÉ")
    stage.press("return")
    (stored,) = player.store.profile.runs.finished()
    assert parse_run(stored.record) == with_name(parse_run(run.record), "ZOÉ")
    assert stored.identity == run.identity
    assert scene.form.focused is scene.part(MAIN)


def test_again_is_one_press(player: Context, games: list[RunGame]) -> None:
    run = keep_run(player, play_run("1", "beaver", is_timed=False))
    stage, _ = end_page(player, run)
    stage.press("return")
    (game,) = games
    assert (game.kind, game.day) == ("calm", "")
    assert game.open.record.seed != "1"


def test_a_pasted_run_is_shown_and_added_as_the_friends(player: Context) -> None:
    record = play_run("1", "beaver")
    pasted = f"Hi!\n> {text_of(player, record).replace(chr(10), chr(10) + '> ')}\nBye"
    player.paste_text = lambda: pasted
    stage, _ = start_page(player)
    stage.press("ctrl+v")
    assert isinstance(stage.top, RunEndScene)
    assert player.store.profile.runs.finished() == ()
    stage.press("return")
    (stored,) = player.store.profile.runs.finished()
    assert (stored.name, stored.points) == ("Mia", record.replay()[0].points)
    assert not stage.top.control.can_add
    # Under another name it is the same run; of one's own it stays one's own.
    player.paste_text = lambda: text_of(player, record, "Bo")
    stage.press("escape", "ctrl+v")
    assert isinstance(stage.top, RunEndScene)
    assert (stage.top.control.can_add, stage.top.control.name) == (False, "Mia")


def test_a_pasted_record_that_was_edited_is_refused_by_stage_and_reason(player: Context) -> None:
    record = print_run(play_run("1", "beaver"))
    player.paste_text = lambda: record.replace('"milliseconds":', '"milliseconds":-', 1)
    stage, scene = start_page(player)
    stage.press("ctrl+v")
    assert stage.top is scene
    assert "stages[0].milliseconds" in " ".join(stage.read())


def test_a_file_of_a_run_is_shown_wherever_it_is_dropped(player: Context, tmp_path: Path) -> None:
    record = play_run("1", "beaver")
    path = tmp_path / "run.json"
    path.write_text(print_run(with_name(record, "Mia")), encoding="utf-8")
    opened = player.routes.guests(str(path))
    assert isinstance(opened, RunEndScene)
    assert opened.control.can_add
    stage, _ = start_page(player)
    stage.give(Dropped(str(path)))
    assert isinstance(stage.top, RunEndScene)
    path.write_text(print_run(record).replace("798@", "798@z", 1), encoding="utf-8")
    assert isinstance(player.routes.guests(str(path)), Dialog)


def test_a_run_that_goes_on_can_be_looked_at_and_not_added(player: Context) -> None:
    record = play_run("1", "greedy", most=1)
    assert not record.replay()[0].is_over
    run = friends_run(record, player.store.clock(), player.store.today)
    _, scene = end_page(player, run)
    assert not scene.control.can_add


def test_a_run_is_shared_as_text_without_spoilers_and_as_code(
    player: Context, copied: list[str]
) -> None:
    run = keep_run(player, play_run("1", "beaver"))
    stage, _ = end_page(player, run)
    stage.click(stage.part("share"))
    assert isinstance(stage.top, ShareScene)
    stage.press("return")
    title, reached, *rows, seed = copied[0].splitlines()
    assert player.text("menu.climb") in title
    assert str(run.points) in reached.replace(player.text("format.number.group"), "")
    assert len(rows) == run.stage
    assert "1" in seed
    stage.click(stage.find(player.text("run.end.share_code")))
    assert copied[1].startswith("TIE1R")


def test_the_games_of_a_run_are_no_attempts(player: Context) -> None:
    """Nothing of them is among the matches: no level, no record, no goal of matches."""
    run = keep_run(player, play_run("1", "beaver"))
    profile = player.store.profile
    assert (profile.last_matches(), profile.best(), profile.mean()) == ((), None, None)
    match = parse_run(run.record).stages[0].match
    assert not profile.has(match)


def test_the_calendar_shows_the_run_of_the_day_beside_its_deal(player: Context) -> None:
    stage = Stage(player, player.routes.daily())
    assert player.text("run.start.of_day") not in " ".join(stage.read())
    today = player.store.today
    record = play_run(day_seed(today), "duckling")
    run = finished_run(record, player.store.clock(), today)
    player.store.profile.runs.add(run)
    stage = Stage(player, player.routes.daily())
    assert player.text("run.start.of_day") in " ".join(stage.read())
    stage.click(stage.part("climb"))
    assert isinstance(stage.top, RunStartScene)


def test_a_goal_that_a_run_earned_opens_that_run(player: Context) -> None:
    run = keep_run(player, play_run("2", "greedy"))
    stage = Stage(player, player.routes.goals("run-stage-4"))
    stage.let(0.5)
    stage.press("return")
    assert isinstance(stage.top, RunEndScene)
    assert stage.top.control.run.identity == run.identity


def test_a_run_that_has_just_ended_names_the_goals_it_was_first_to_earn(player: Context) -> None:
    keep_run(player, play_run("1", "duckling"), days=2)
    run = keep_run(player, play_run("2", "greedy"))
    scene = run_end_scene(player, run, is_new=True)
    assert isinstance(scene, RunEndScene)
    assert Goal.RUN_STAGE_4 in scene.control.goals
    said = Stage(player, scene).read()
    assert player.text("run.end.goal", name=player.text("goals.name.run-stage-4")) in said
    _, again = end_page(player, run)
    assert again.control.goals == ()
