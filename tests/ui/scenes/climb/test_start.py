"""The mountain: what it offers, whom it shows, and the code of a seed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from game.climb.aces import CLIMB_VERSIONS
from game.climb.days import usual_stages
from game.climb.game import ClimbKeeper, begin_game, open_games
from game.climb.ghosts import GhostKind, computer_ghosts
from game.climb.record import print_climb
from game.climb.sharing import ClimbSeed, with_climber
from game.climb.state import day_seed
from game.storage.codes import CodeMistake
from game.storage.pasted import CodeKind, write_code
from game.storage.problems import ProblemKind
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Push
from game.ui.frame.topics import Topic
from game.ui.parts import MAIN, READ_WITH_HEADING, Dialog
from game.ui.scenes.climb.camps import (
    Camper,
    by_camp,
    campers_of,
)
from game.ui.scenes.climb.end import (
    ClimbEndScene,
    climb_end_scene,
)
from game.ui.scenes.climb.start import CodeScene, MountainScene, begin_asking
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.table.scene import TableScene
from tests.climb.codes import climb_code
from tests.gallery import NOW
from tests.gallery.climb import (
    keep_climb,
    play_climb,
)
from tests.golden.pages import changed_pages
from tests.ui.scenes.climb_stage import exits_of
from tests.ui.scenes.stage import Stage
from tests.ui.unseen import drawn_words


def test_enter_begins_the_climb_of_the_day_and_then_goes_on_with_it(player: Context) -> None:
    change_settings(player, player_name="Zoe")
    stage = Stage(player, MountainScene(player))
    stage.press("return")
    assert isinstance(stage.top, TableScene)
    ((stored, climb),) = open_games(player.store)
    today = player.store.today
    assert (stored.key, climb.state.seed) == (today.isoformat(), day_seed(today))
    assert climb.player == "Zoe"
    stage = Stage(player, MountainScene(player))
    (words, *_) = stage.part(MAIN).spoken(player)
    go_on = player.text("climb.start.go_on"), player.text("climb.start.stage", stage="1")
    assert [key in words for key in go_on] == [True, True]
    stage.press("return")
    assert isinstance(stage.top, TableScene)
    assert len(open_games(player.store)) == 1


def test_the_mountain_says_what_goes_on_and_what_begins_again(player: Context) -> None:
    again = player.text("climb.start.again")
    assert again not in " ".join(Stage(player, MountainScene(player)).part(MAIN).spoken(player))
    keep_climb(player, play_climb(day_seed(player.store.today), "magpie").record, day=NOW.date())
    begin_game(player.store, "Ana", day=player.store.today - timedelta(1))
    begin_game(player.store, "Ana", seed="11")
    stage = Stage(player, MountainScene(player))
    assert again in " ".join(stage.part(MAIN).spoken(player))
    words = " ".join(stage.read())
    for key in ("earlier", "go_on_free"):
        assert player.text(f"climb.start.{key}", stage="1") in words
    for key, wanted in (
        ((player.store.today - timedelta(1)).isoformat(), "earlier"),
        ("", "go_on_free"),
    ):
        (said,) = stage.part(("open", key)).spoken(player)
        assert said.startswith(player.text(f"climb.start.{wanted}", stage="1"))


def test_the_mountain_names_who_is_where(player: Context) -> None:
    keep_climb(player, play_climb(day_seed(player.store.today), "beaver").record, friend="Mia")
    own = keep_climb(player, play_climb("4", "magpie").record)
    stage = Stage(player, MountainScene(player))
    scene = stage.top
    assert isinstance(scene, MountainScene)
    assert "Mia" in scene.spoken(scene.root)
    assert player.text("climb.start.you") in [one.name for one in scene.camps[own.stage]]
    (spoken,) = stage.part(READ_WITH_HEADING).spoken(player)
    camps = [
        player.text("climb.start.camp", stage=str(at), names=", ".join(one.name for one in some))
        for at, some in sorted(scene.camps.items())
    ]
    places = [spoken.index(words.rstrip(".")) for words in camps]
    assert len(places) > 2
    assert places == sorted(places), "from the lowest"


def test_many_open_climbs_leave_the_mountain_its_room(player: Context) -> None:
    rooms = []
    for days in range(1, 13):
        begin_game(player.store, "Ana", day=player.store.today - timedelta(days))
        stage = Stage(player, MountainScene(player))
        rooms.append(stage.part(READ_WITH_HEADING).rect.h)
    links = [part for part in stage.top.root.walk() if isinstance(part.id, tuple)]  # type: ignore[attr-defined]
    assert len(links) == 12
    assert rooms[-1] == rooms[3] >= rooms[2]


def test_a_code_begins_its_seed_and_asks_where_an_open_climb_would_end(player: Context) -> None:
    begin_game(player.store, "Ana", seed="11")
    stage = Stage(player, MountainScene(player))
    stage.click(stage.widget("code"))
    stage.type(climb_code("42"))
    stage.press("return")
    assert isinstance(stage.top, Dialog)
    stage.click(stage.find(player.text("climb.start.replace_begin")))
    assert isinstance(stage.top, TableScene)
    assert [climb.state.seed for _, climb in open_games(player.store)] == ["42"]


def test_a_friends_climb_pasted_or_dropped_is_kept_as_a_ghost(
    player: Context, tmp_path: Path
) -> None:
    record = with_climber(play_climb(day_seed(player.store.today), "beaver").record, "Mia")
    path = tmp_path / "climb.json"
    path.write_text(print_climb(record), encoding="utf-8")
    stage = Stage(player, MountainScene(player))
    stage.give(Dropped(str(path)))
    assert isinstance(stage.top, ClimbEndScene)
    stage.press("return")
    (kept,) = player.store.profile.climbs.finished()
    assert (kept.name, kept.day) == ("Mia", player.store.today.isoformat())
    assert stage.part(("climb", kept.identity)).spoken(player), "it is in the table at once"
    player.paste_text = lambda: write_code(CodeKind.CLIMB, print_climb(record).encode())
    stage = Stage(player, MountainScene(player))
    stage.press("ctrl+v")
    assert isinstance(stage.top, ClimbEndScene)


def test_the_mountain_has_the_best_own_climb_friends_of_the_day_and_computers(
    player: Context,
) -> None:
    player.store.clock = lambda: NOW
    today = NOW.date()
    assert not computer_ghosts(today), "a day without their climbs has their usual stages"
    first = Stage(player, MountainScene(player)).part("best").spoken(player)
    assert first == [player.text("climb.start.first", stage=str(usual_stages()["magpie"]))]
    assert list(usual_stages().values()).count(usual_stages()["magpie"]) == 1
    best = max(
        (keep_climb(player, play_climb(one, "magpie").record) for one in ("4", "6")),
        key=lambda one: one.points,
    )
    friend = keep_climb(player, play_climb(day_seed(today), "magpie").record, friend="Zoe")
    keep_climb(player, play_climb("5").record, friend="Mia")
    usual = [
        Camper(GhostKind.COMPUTER, bot_name(player, bot), stage, None, bot)
        for bot, stage in usual_stages().items()
    ]
    people = [
        Camper(GhostKind.PLAYER, player.text("climb.start.you"), best.stage, best.points),
        Camper(GhostKind.FRIEND, "Zoe", friend.stage, friend.points),
    ]
    assert campers_of(player, today) == (*people, *usual)
    player.store.clock = lambda: datetime(2026, 12, 1, 12, tzinfo=UTC)
    day = player.store.today
    known = [
        Camper(
            GhostKind.COMPUTER,
            bot_name(player, ghost.name),
            len(ghost.totals),
            ghost.totals[-1],
            ghost.name,
        )
        for ghost in computer_ghosts(day)
    ]
    assert campers_of(player, day) == (people[0], *known)
    stage = Stage(player, MountainScene(player))
    points = player.text("terms.count.points", count=best.points)
    about = player.text("climb.start.best", stage=str(best.stage), points=points)
    assert stage.part("best").spoken(player) == [about]
    assert exits_of(stage) == [
        ("free", player.text("climb.start.free")),
        ("code", player.text("climb.start.code")),
        ("scores", player.text("climb.start.scores")),
        ("paste", player.text("guests.paste")),
        ("open_file", player.text("guests.open_file")),
        (MAIN, player.text("climb.start.climb")),
    ]


def test_a_climb_that_would_end_can_be_resumed_or_left_alone(player: Context) -> None:
    begin_game(player.store, "Ana", seed="11")
    for key, scene in (("", TableScene), ("menu.back", MountainScene)):
        stage = Stage(player, MountainScene(player))
        stage.click(stage.widget("free"))
        assert isinstance(stage.top, Dialog)
        assert player.text("climb.start.replace", stage="1") in " ".join(stage.read())
        if key:
            stage.click(stage.find(player.text(key)))
        else:
            stage.press("return")
        assert isinstance(stage.top, scene)
        assert [climb.state.seed for _, climb in open_games(player.store)] == ["11"]
    # A climb again from an end page asks at the mountain.
    end = climb_end_scene(player, keep_climb(player, play_climb("4", "magpie").record))
    stage = Stage(player, end)
    stage.press("return")
    assert isinstance(stage.top, MountainScene)


def test_a_crowded_camp_names_two_climbers_and_counts_the_others(player: Context) -> None:
    stage = Stage(player, MountainScene(player))
    scene = stage.top
    assert isinstance(scene, MountainScene)
    more = player.text("climb.start.more", count="2")
    for at in (1, 15):
        names = ("Mia", "Zoe", "Kim", "Leo")
        scene.camps = by_camp(Camper(GhostKind.FRIEND, name, at) for name in names)
        drawn = drawn_words(lambda _: stage.draw(), (1, 1))
        assert " · ".join(["Mia", "Zoe", more]) in drawn


def test_an_open_climb_that_became_unreadable_is_offered_no_more_and_opens_nothing(
    player: Context,
) -> None:
    yesterday = (player.store.today - timedelta(1)).isoformat()
    begin_game(player.store, "Ana", seed="11")
    begin_game(player.store, "Ana", day=player.store.today - timedelta(1))
    stage = Stage(player, MountainScene(player))
    player.store.save_climb("", "{}")
    stage.click(stage.part(("open", "")))
    mountain = stage.top
    assert isinstance(mountain, MountainScene)
    shown = [part.id for part in mountain.root.walk() if isinstance(part.id, tuple)]
    assert shown == [("open", yesterday)]
    problem = player.store.problems.take()
    assert problem is not None
    assert problem.kind is ProblemKind.CLIMB
    # So does one that became unreadable while the question was open.
    begin_game(player.store, "Ana", seed="11")
    stage.click(stage.part("free"))
    player.store.save_climb("", "{}")
    stage.click(stage.find(player.text("climb.start.replace_go_on")))
    assert stage.top is mountain
    assert [stored.key for stored, _ in open_games(player.store)] == [yesterday]


def test_what_began_or_ended_meanwhile_is_on_the_mountain_when_one_returns(
    player: Context,
) -> None:
    stage = Stage(player, MountainScene(player))
    first = stage.part("best").spoken(player)
    best = keep_climb(player, play_climb("4", "magpie").record)
    begin_game(player.store, "Ana", seed="11")
    for link in ("scores", ""):
        if link:
            stage.click(stage.part(link))
        else:
            stage.press("f1")
        assert not isinstance(stage.top, MountainScene)
        stage.press("escape")
        assert stage.part("best").spoken(player) != first
        assert stage.part(("open", "")).spoken(player)
    points = player.text("terms.count.points", count=best.points)
    (spoken,) = stage.part("best").spoken(player)
    assert spoken == player.text("climb.start.best", stage=str(best.stage), points=points)


def test_a_code_of_an_earlier_version_begins_a_climb_of_that_version(player: Context) -> None:
    for version in CLIMB_VERSIONS:
        began = begin_asking(player, ClimbSeed("42", version))
        assert isinstance(began, Push)
        ((stored, climb),) = open_games(player.store)
        assert (stored.key, climb.state.seed, climb.state.version) == ("", "42", version)
        ClimbKeeper(player.store, "", climb).end()


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        ("CLIMB-0000", CodeMistake.TOO_SHORT),
        ("climb-\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}", CodeMistake.EMPTY),
        ("0000-7FX", CodeMistake.MEANINGLESS),
        ("0000-7FY", CodeMistake.WRONG_CHECK),
        ("x" * 101, CodeMistake.TOO_LONG),
        (climb_code("42", 9), CodeMistake.NEWER),
        (climb_code("42"), None),
    ],
)
def test_a_typed_code_begins_its_climb_or_is_refused_with_its_mistake(
    player: Context, words: str, mistake: CodeMistake | None
) -> None:
    stage = Stage(player, CodeScene(player))
    stage.type(words)
    stage.press("return")
    if mistake is None:
        assert isinstance(stage.top, TableScene)
        return
    assert isinstance(stage.top, Dialog)
    assert player.text(f"storage.code.{mistake.value}") in stage.top.read(Topic.BOARD)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("climb_start") == []
