"""The page of a finished climb: what was short, its exits, and the stages that can be reviewed."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from game.climb.ending import FailedGold, MissingLine, Shortfall
from game.climb.game import open_games
from game.climb.open_climb import (
    FinishStage,
    NextStage,
    begin_climb,
    print_open_climb,
)
from game.climb.record import CLIMB_FORMAT
from game.climb.scores import finished_climb, friends_climb
from game.climb.sharing import with_climber
from game.climb.state import day_seed
from game.locale.errors import word_error
from game.page.climb_words import (
    name_stage,
    word_card,
    word_failed,
)
from game.progress.goals import Goal
from game.rules.errors import Fault, FormatError
from game.storage.profile import Profile
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, Dialog, ListRow
from game.ui.scenes.climb.camps import (
    flags_of_climb,
    ghosts_of_stage,
)
from game.ui.scenes.climb.control import (
    LONGEST_NAME,
    ClimbEndControl,
    ClimbList,
    is_climb_file,
    read_climb_file,
)
from game.ui.scenes.climb.end import (
    ClimbEndScene,
    StagesScene,
    brought_climb,
    climb_end_scene,
)
from game.ui.scenes.climb.start import MountainScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.share.scene import ShareScene
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import Segmented
from game.ui.widgets.scenes import BaseScene
from tests.gallery import NOW
from tests.gallery.climb import (
    keep_climb,
    play_climb,
    play_stage,
)
from tests.golden.pages import changed_pages
from tests.ui.scenes.climb_stage import exits_of, texts_of
from tests.ui.scenes.stage import Stage


def test_the_action_of_an_end_page_climbs_again_adds_or_plays_and_its_list_is_the_climb_s(
    player: Context,
) -> None:
    today = player.store.today
    seed = day_seed(today)
    record = play_climb(seed, "beaver").record
    mine = keep_climb(player, record, day=today)
    free = keep_climb(player, play_climb("4", "magpie").record)
    friend = keep_climb(player, play_climb(seed, "magpie").record, friend="Zoe")
    brought = friends_climb(with_climber(play_climb("5").record, "Mia"), NOW, today)
    for climb, key, shown in (
        (mine, "again", ClimbList.DAY),
        (free, "again", ClimbList.EVER),
        (friend, "play", ClimbList.DAY),
        (brought, "add", ClimbList.EVER),
    ):
        stage = Stage(player, climb_end_scene(player, climb))
        (words, *_) = stage.part(MAIN).spoken(player)
        assert words.startswith(player.text(f"climb.finish.{key}"))
        lists = stage.part("lists")
        assert isinstance(lists, Segmented)
        assert lists.value is shown
        if climb is not brought:
            stage.press("return")
            (opened,) = (one for _, one in open_games(player.store))
            assert (opened.state.seed == seed) is (climb is friend)
            player.store.save_climb("", "")


def test_a_climb_given_up_was_short_of_nothing(player: Context) -> None:
    climb = keep_climb(player, play_climb("4", most=1).record)
    stage = Stage(player, climb_end_scene(player, climb))
    scene = stage.top
    assert isinstance(scene, ClimbEndScene)
    assert scene.unasked == 0
    left = player.text("climb.finish.left", stage="1")
    points = player.text("terms.count.points", count=climb.points)
    assert scene.read(Topic.HEADING) == as_sentences((left, points))


def test_the_end_names_what_was_short_and_enter_climbs_again(player: Context) -> None:
    climb = keep_climb(player, play_climb("3").record)
    stage = Stage(player, climb_end_scene(player, climb, is_new=True))
    scene = stage.top
    assert isinstance(scene, ClimbEndScene)
    assert scene.unasked == 1, "it came by itself"
    last = scene.control.steps[-1].end
    assert player.catalogue.number(last.shortfall) in " ".join(stage.read())
    scene.control.goals = (Goal.POINTS_100,)
    scene.renew()
    name = player.text(f"goals.name.{Goal.POINTS_100}")
    assert player.text("climb.finish.goal", name=name) in " ".join(stage.read())
    scene.control.rename("Zoe")
    assert default_name(player, 0) == "Zoe"
    stage.press("return")
    assert isinstance(stage.top, TableScene)


def test_a_stage_of_the_end_page_is_reviewed_and_the_climb_shared(player: Context) -> None:
    climb = keep_climb(player, play_climb("3").record)
    stage = Stage(player, climb_end_scene(player, climb))
    stage.click(stage.widget("stages"))
    assert isinstance(stage.top, StagesScene)
    stage.press("return")
    assert isinstance(stage.top, ReviewScene)
    stage.press("escape", "escape")
    stage.click(stage.widget("share"))
    assert isinstance(stage.top, ShareScene)
    for copied in (False, True):
        player.copy_text = lambda _, is_copied=copied: is_copied
        stage.click(stage.find(player.text("climb.finish.share_code")))
        assert stage.top.is_bad is not copied


def test_a_friends_climb_speaks_of_the_friend_and_never_of_you(player: Context) -> None:
    """Brought, and opened from a list in which others are above it."""
    friends = with_climber(play_climb("4", "magpie").record, "Mia")
    kept = keep_climb(player, play_climb("4", "magpie").record, friend="Mia")
    for number in range(5, 12):
        keep_climb(player, play_climb(str(number), "beaver").record)
    brought = climb_end_scene(player, friends_climb(friends, NOW, player.store.today))
    for scene in (brought, climb_end_scene(player, kept)):
        words = " ".join(Stage(player, scene).read())
        assert "Mia" in words
        assert not re.search(r"\b[Yy]ours?\b|\b[Yy]ou\b", words), words


def test_no_tile_of_a_friends_climb_is_shown_before_ones_own_stage_is_done(
    player: Context,
) -> None:
    climb = play_climb("3")
    friends = keep_climb(player, climb.record, friend="Mia")
    stage = Stage(player, climb_end_scene(player, friends))
    assert not any(part.id == "stages" for part in stage.top.root.walk())  # type: ignore[attr-defined]
    mine = begin_climb("3", "Ana")
    for count in (1, 2):
        mine = play_stage(mine).act(FinishStage())
        player.store.save_climb("", print_open_climb(mine))
        stage = Stage(player, climb_end_scene(player, friends))
        stage.click(stage.widget("stages"))
        assert isinstance(stage.top, StagesScene)
        shown = [part for part in stage.top.root.walk() if isinstance(part, ListRow)]
        assert len(shown) == count
        mine = mine.act(NextStage())


def test_a_seed_that_was_known_is_practice(player: Context) -> None:
    first = finished_climb(play_climb("3").record, player.store.clock())
    later = player.store.clock() + timedelta(hours=1)
    second = finished_climb(play_climb("3", "beaver").record, later)
    player.store.profile.climbs.add(first)
    player.store.profile.climbs.add(second)
    stage = Stage(player, climb_end_scene(player, second))
    assert player.text("climb.finish.practice") in " ".join(stage.read())


def test_the_first_two_failed_conditions_are_named_and_the_line_that_was_missing(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    climb = play_climb("3")
    assert climb.state.is_over
    held, end = climb.steps[-1].before.slots, climb.steps[-1].end
    first, second, *_ = held
    totals = (2 * end.target, 4 * end.target, end.target)
    failed = tuple(map(FailedGold, (first.ace, second.ace, first.ace), totals))
    text, catalogue = player.text, player.catalogue
    drawn: dict[str, Rect] = {}
    for name in ("draw_ghost", "fill_gold"):

        def draw(surface: object, painter: object, rect: Rect, *_: object, it: str = name) -> None:
            drawn[it] = rect

        monkeypatch.setattr(f"game.ui.scenes.climb.end.{name}", draw)
    for line in (None, MissingLine(7, 3)):
        short = Shortfall(end.shortfall, failed, line)
        monkeypatch.setattr("game.ui.scenes.climb.end.shortfall_of", lambda *_, it=short: it)
        control = ClimbEndControl(player, finished_climb(climb.record, NOW))
        control.goals = (Goal.POINTS_100, Goal.LINE_OF_FIVE)
        stage = Stage(player, ClimbEndScene(player, control))
        words = texts_of(stage)
        at = words.index(stage.top.read(Topic.HEADING).rsplit("points. ")[1].removesuffix("."))
        wanted = [
            word
            for place, gold in enumerate(failed[:2])
            for word in (word_failed(catalogue, gold), word_card(catalogue, held, place))
        ]
        wanted += [] if line is None else [text("climb.end.line", number="7")]
        wanted += [
            text("climb.finish.goal", name=text(f"goals.name.{goal}")) for goal in control.goals
        ]
        assert words[at + 1 : at + 1 + len(wanted)] == wanted
        stage.draw()
        lack, target, thin = drawn["draw_ghost"], drawn["fill_gold"].x, player.painter.px(2)
        share = (lack.right - target - 2 * thin) / lack.w
        most = max(totals)
        assert share == pytest.approx((most - end.target) / (most - end.score.total), abs=0.03)


def test_the_stages_of_a_climb_are_listed_with_their_scores_and_targets(player: Context) -> None:
    climb, number = play_climb("3"), player.catalogue.number
    stage = Stage(player, StagesScene(player, climb.steps))
    rows = [part for part in stage.widgets() if isinstance(part, ListRow)]
    assert len(rows) == len(climb.steps) > 2
    for row, step in zip(rows, climb.steps, strict=True):
        made = {"score": number(step.end.score.total), "target": number(step.end.target)}
        words = " ".join(row.spoken(player))
        assert words.startswith(name_stage(player.catalogue, step.end.stage))
        assert player.text("climb.finish.of_target", **made) in words
    stage.click(rows[-1])
    assert isinstance(stage.top, ReviewScene)
    assert stage.top.is_guest
    assert stage.top.control.match == climb.steps[-1].entry.match


def test_a_broken_record_is_no_ghost_and_has_no_flags_and_no_page(player: Context) -> None:
    kept = keep_climb(player, play_climb("4", "magpie").record)
    assert len(ghosts_of_stage(player, "4", 1, 0)) == 1
    assert len(flags_of_climb(kept)) == kept.stage
    player.store.profile.climbs.set_record(kept.id or 1, "{}")
    (broken,) = player.store.profile.climbs.finished()
    assert ghosts_of_stage(player, "4", 1, 0) == ()
    assert flags_of_climb(broken) == ()
    assert isinstance(climb_end_scene(player, broken), Dialog)


def test_a_file_without_a_climb_is_refused_with_its_reason(player: Context, tmp_path: Path) -> None:
    missing, letters, other = (tmp_path / name for name in ("missing", "letters", "other"))
    letters.write_bytes(f"{CLIMB_FORMAT} \N{SNOWMAN}".encode()[:-1])
    other.write_text("{}", encoding="utf-8")
    faults = {missing: Fault.NO_SUCH_FILE, letters: Fault.NOT_A_TEXT_FILE}
    for path in (missing, tmp_path, letters, other):
        with pytest.raises(FormatError) as caught:
            read_climb_file(player, str(path))
        if path in faults:
            assert caught.value.fault is faults[path]
        reason = word_error(player.catalogue, caught.value)
        refused = player.text("climb.finish.refused", reason=reason)
        words = Stage(player, brought_climb(player, str(path), "")).top.read(Topic.BOARD)
        assert refused.rstrip(".") in words
        assert is_climb_file(str(path)) is (path == letters)


def test_enter_in_the_field_of_the_name_leads_to_the_action(player: Context) -> None:
    kept = keep_climb(player, play_climb("4", "magpie").record)
    stage = Stage(player, climb_end_scene(player, kept))
    scene = stage.top
    assert isinstance(scene, ClimbEndScene)
    stage.press("f1")
    assert isinstance(stage.top, RulesScene)
    stage.press("escape")
    stage.click(stage.part("name"))
    assert scene.focused_leaf() is stage.part("name")
    stage.type("n" * 20)
    assert scene.control.name == ("Ana" + "n" * 20)[:LONGEST_NAME]
    stage.press("return")
    assert scene.focused_leaf() is stage.part(MAIN)


def test_a_friend_s_seed_is_played_on_its_day_or_as_a_free_climb(player: Context) -> None:
    player.store.clock = lambda: NOW
    today = player.store.today
    of_day = keep_climb(player, play_climb(day_seed(today), "magpie").record, friend="Zoe")
    brought = friends_climb(with_climber(play_climb("5").record, "Mia"), NOW, today)
    before = day_seed(today - timedelta(1))
    of_yesterday = keep_climb(player, play_climb(before, "random").record, friend="Kim")
    for climb, link, key, seed in (
        (of_day, MAIN, today.isoformat(), day_seed(today)),
        (of_yesterday, MAIN, "", before),
        (brought, "play", "", "5"),
    ):
        stage = Stage(player, climb_end_scene(player, climb))
        stage.click(stage.part(link))
        assert isinstance(stage.top, TableScene)
        opened = [(stored.key, one.state.seed) for stored, one in open_games(player.store)]
        assert opened == [(key, seed)]
        stage = Stage(player, climb_end_scene(player, climb))
        stage.click(stage.part(link))
        assert isinstance(stage.top, MountainScene), "there it asks before one is ended"
        player.store.save_climb(key, "")


def test_a_friend_s_climb_that_the_history_refuses_is_said_to_be_in_no_table(
    player: Context, tmp_path: Path
) -> None:
    today = player.store.today
    path = tmp_path / "history.db"
    player.store = replace(player.store, profile=Profile(path))
    record = with_climber(play_climb("5", "magpie").record, "Mia")
    brought = friends_climb(record, NOW, today)
    stage = Stage(player, climb_end_scene(player, brought))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        stage.press("return")
        assert isinstance(stage.top, Dialog)
        assert player.text("climb.finish.not_added") in stage.top.read(Topic.BOARD)
        other.execute("ROLLBACK")
    stage.press("escape")
    assert player.store.profile.climbs.finished() == ()
    assert exits_of(stage)[0] == (MAIN, player.text("climb.finish.add")), "it can be tried again"
    stage.press("return")
    (kept,) = player.store.profile.climbs.finished()
    assert exits_of(stage)[0] == (MAIN, player.text("climb.finish.play"))
    assert stage.part(("climb", kept.identity)).spoken(player), "it is listed at once"
    player.store.profile.close()


def test_what_is_only_in_this_window_is_said_on_the_page_of_its_climb(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = player.text("storage.problem.only-here")
    kept = keep_climb(player, play_climb("4", "magpie").record)
    for is_safe in (True, False):
        monkeypatch.setattr(Storage, "is_safe", is_safe)
        read = " ".join(Stage(player, climb_end_scene(player, kept)).read())
        assert (words in read) is not is_safe


def test_a_flag_of_a_stage_has_a_golden_edge_where_it_was_passed(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    climb, edges = play_climb("3"), list[object]()
    monkeypatch.setattr("game.ui.scenes.climb.end.draw_flag", lambda *how: edges.append(how[-1]))
    Stage(player, StagesScene(player, climb.steps[-2:])).draw()
    assert [step.end.is_passed for step in climb.steps[-2:]] == [True, False]
    assert edges == [player.painter.theme.palette.gold, None]


def test_a_climb_is_shared_with_its_day_and_the_time_of_its_end(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared: list[object] = []
    kept = keep_climb(player, play_climb("4", "magpie").record, 3, day=NOW.date())

    def share(_: SceneRoutes, *given: object) -> Scene:
        shared.extend(given)
        return BaseScene(player)

    monkeypatch.setattr(SceneRoutes, "share_climb", share)
    stage = Stage(player, climb_end_scene(player, kept))
    stage.press("ctrl+c")
    assert shared == [play_climb("4", "magpie").record, NOW.date(), kept.finished_at]


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("climb_end") == []
