"""The player's own page: measured once, from the records alone, with few games and many."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from game.bots.coach.level import measure_attempt
from game.bots.service.answer import EngineAnswer
from game.bots.service.runner import EngineRunner
from game.bots.service.tasks import EngineTask, LevelTask
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.progress.engine_client import EngineClient
from game.progress.goals import PastMatch
from game.progress.level import (
    LEAST,
    MOST_ATTEMPTS,
    AttemptPoints,
    find_level_scale,
    level_of,
)
from game.progress.level_findings import LevelFindings
from game.progress.puzzles import SOLVED, find_puzzles, mark_puzzle
from game.rules.marks import Mark
from game.rules.match import Match, Player, PlayerKind
from game.rules.match_score import score_match
from game.rules.ruleset import CallRule, PlacementRule, RayRule, Ruleset
from game.storage.store import Storage, with_identity
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, SILENT, Dialog, NumberWord, Picture
from game.ui.scenes.climb.control import ClimbList
from game.ui.scenes.climb.scores import ScoresScene
from game.ui.scenes.count.next_steps import count_scene
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.records.scene import RecordsScene
from game.ui.scenes.shared.choosing import last_choices, remember_choices
from game.ui.scenes.shared.names import bot_name, rules_name
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.progress import read_level
from game.ui.scenes.you.control import YouControl
from game.ui.scenes.you.scene import YouScene
from game.ui.widgets import Segmented
from tests.gallery.climb import keep_climb, play_climb
from tests.gallery.finish import Answered
from tests.gallery.guests import puzzles as make_puzzles
from tests.gallery.records import FIRST_DAY, fill_history, measured, play_out, play_table
from tests.gallery.review import PatientEngines
from tests.golden.pages import changed_pages
from tests.play.engines import FailingEngines
from tests.ui.scenes.stage import Stage
from tests.ui.unseen import drawn_words


def test_the_level_is_measured_once_and_by_the_records_alone(player: Context) -> None:
    matches = [play_out(Ruleset(), ("Ana",), str(number), "standard") for number in range(7)]
    for number, match in enumerate(matches):
        player.store.profile.add_match(match, FIRST_DAY.replace(day=number + 1))
    engines = EngineClient(EngineRunner(in_process=False))
    findings = LevelFindings(player.store.profile, Ruleset(), engines)
    assert (findings.count, findings.estimate.points) == (7, ())
    while findings.is_asking:
        findings.poll()
        time.sleep(0.002)
    found = [measure_attempt(match, 0) for match in matches]
    points = [AttemptPoints(one["total"], one["luck"]) for one in found]
    assert findings.estimate == level_of(find_level_scale(Ruleset()), points)
    assert findings.estimate.level is not None
    assert findings.costs
    again = LevelFindings(player.store.profile, Ruleset(rounds=4), FailingEngines())
    assert not again.is_asking
    assert again.estimate == findings.estimate
    assert again.costs == pytest.approx(findings.costs)


@pytest.mark.parametrize(
    ("names", "counts"),
    [
        (("Ana",), True),
        (("ana\u200b",), True),
        (("Ben",), False),
        (("Ana", "Ben"), True),
        (("Ben", "Ana"), False),
        (("Player 1",), False),
    ],
)
def test_a_game_under_another_name_is_none_of_one_s_own(
    player: Context, names: tuple[str, ...], counts: bool
) -> None:
    """Not in the average, the best, the level, the goals; nor does it rename the player."""
    change_settings(player, player_name="Ana")
    store = player.store
    for seed in "12345":
        store.profile.add_match(play_out(Ruleset(), ("Ana",), seed, "standard"))
    before = store.profile.mean(), store.profile.best()
    setup = TableSetup(Ruleset(), tuple(map(Player, names)), "6", edition="standard")
    game = open_table_game(player, setup)
    played = play_table(TableSetup.from_match(game.match))
    store.file_match(played)
    (newest, *_) = store.profile.last_matches()
    assert newest.counts is counts
    assert ((store.profile.mean(), store.profile.best()) == before) is not counts
    assert LevelFindings(store.profile, Ruleset(), player.engines).count == 5 + counts
    assert PastMatch.from_match(played).can_earn is counts
    again = open_table_game(player, replace(TableSetup.from_match(played), seed="7"))
    assert (Mark.OTHER_NAME in TableSetup.from_match(again.match).marks) is not counts
    choices = last_choices(player)
    remember_choices(player, replace(choices, seats=(replace(choices.seats[0], name="Ben"),)))
    assert player.preferences.player_name == "Ana"


def open_table_game(context: Context, setup: TableSetup) -> TableGame:
    """The game of a new match."""
    scene = context.routes.new_table(setup)
    assert isinstance(scene, TableScene)
    return scene.game


def test_without_engines_what_is_kept_is_shown(player: Context) -> None:
    fill_history(player, 5)
    engines = FailingEngines()
    findings = LevelFindings(player.store.profile, Ruleset(), engines)
    assert findings.is_asking
    findings.poll()
    findings.poll()
    assert not findings.is_asking
    assert (findings.estimate.mean, len(engines.tasks)) == (None, 1)


@pytest.mark.parametrize("count", [1, 4, 27, 130])
def test_it_is_told_with_one_game_and_with_many(player: Context, count: int) -> None:
    player.store = Storage.in_memory()
    stage = Stage(player, measured(player, count))
    scene = stage.top
    assert isinstance(scene, RecordsScene)
    estimate = scene.control.level.estimate
    own = [m for m in scene.control.matches if m.edition == "standard" and m.counts]
    assert len(estimate.points) == min(MOST_ATTEMPTS, len(own))
    assert (estimate.mean is None) is (len(own) < LEAST)
    assert (estimate.level is None) is (len(own) < 5)
    stage.click(stage.part("puzzles"))
    assert isinstance(stage.top, Dialog), "how to come by some is told"


def test_levels_by_other_rules_are_rows_of_their_own(player: Context) -> None:
    player.store = Storage.in_memory()
    measured(player, 27)
    scene = YouScene(player)
    (daffodil,) = scene.control.others
    assert daffodil.rules.board.value == "daffodil"
    name = player.text("editions.daffodil.name")
    told = scene.spoken(scene.page())
    games = player.text("terms.count.games", count=daffodil.count)
    mean = daffodil.estimate.mean
    assert f"{name}: {games if mean is None else round(mean)}" in told


def test_the_latest_three_other_rules_have_a_level(player: Context) -> None:
    """Neither the number of rounds nor help makes other rules of them."""
    played = (
        Ruleset(call=CallRule.PAIRS),
        Ruleset(placement=PlacementRule.ADJACENT),
        Ruleset(rays=RayRule.RAYS),
        Ruleset(placement=PlacementRule.ADJACENT_SYMBOL),
        Ruleset(rays=RayRule.RAYS, rounds=2),
        Ruleset(),
    )
    for number, rules in enumerate(played):
        match = play_out(rules, ("Ana",), f"{number}")
        player.store.profile.add_match(match, FIRST_DAY.replace(day=number + 1))
    helped = play_out(Ruleset.parse("daffodil-4 free single none"), ("Ana",), "9", "", Mark.COACHED)
    player.store.profile.add_match(helped, FIRST_DAY.replace(day=9))
    others = [one.rules for one in YouControl(player).others]
    assert others == [played[2], played[3], played[1]]


def test_the_title_and_the_player_s_page_show_the_level_that_is_known(player: Context) -> None:
    player.preferences = replace(player.preferences, knows_game=True)
    player.store = Storage.in_memory()
    measured(player, 3)
    stage = Stage(player, player.routes.you())
    assert player.text("level.to_first", count=2) in stage.read()
    player.store = Storage.in_memory()
    level = measured(player, 27).control.level
    # The mean before the latest attempt is of as many: of one more, the eldest.
    assert len(level.before.points) == MOST_ATTEMPTS
    estimate = level.estimate
    assert level.before.points[1:] == estimate.points[:-1]
    stage = Stage(player, player.routes.title())
    stage.let(0.5)
    name, mean = player.text(f"bots.{estimate.level}.name"), f"{round(estimate.mean or 0)}"
    assert f"{name} {mean}" in stage.part("you").spoken(player)[-1]
    stage.click(stage.part("you"))
    assert isinstance(stage.top, YouScene)
    assert player.text(f"level.like.{estimate.level}") in stage.read()
    for name, scene in {"games": "Records", "goals": "Goals", "challenges": "Challenges"}.items():
        stage.click(stage.part(name))
        assert type(stage.top).__name__ == f"{scene}Scene"
        stage.press("escape")


def test_the_level_is_the_standard_game_s_whatever_else_was_played(player: Context) -> None:
    """Neither other rules, nor helped games, nor a friend's make it fall or begin anew."""
    profile = player.store.profile
    for seed in "123456":
        profile.add_match(play_out(Ruleset(), ("Ana",), seed, "standard"))
    known = read_level(player)
    measured = LevelFindings(profile, Ruleset(), player.engines).count
    assert measured == 6
    for other in (
        play_out(Ruleset(rays=RayRule.RAYS), ("Ana",), "7"),
        play_out(Ruleset.parse("daffodil-4 adjacent single rays"), ("Ana",), "8"),
        play_out(Ruleset(), ("Ana",), "9", "standard", Mark.COACHED),
        play_out(Ruleset(), ("Ben",), "10", "standard", Mark.OTHER_NAME),
    ):
        profile.add_match(other)
        assert read_level(player) == known
        assert LevelFindings(profile, Ruleset(), player.engines).count == measured
    profile.add_match(play_out(Ruleset(rounds=2), ("Ana",), "11"))
    assert LevelFindings(profile, Ruleset(), player.engines).count == 7


def test_games_by_the_clock_and_of_others_are_none_of_the_page(player: Context) -> None:
    """The latest of equal games is the best, and the page asks for a level until it is known."""
    engines = player.engines = PatientEngines()
    profile, number = player.store.profile, 0

    def add(match: Match) -> None:
        nonlocal number
        number += 1
        profile.add_match(match, FIRST_DAY.replace(day=number))

    own = TableSetup(Ruleset(), (Player("Ana"),), "5", "standard")
    for _ in range(LEAST - 1):
        setup = replace(own, seed=f"{number}")
        add(play_table(setup, with_identity(setup.to_meta())))
    add(play_table(replace(own, answer_seconds=20), level="beaver"))
    add(play_table(replace(own, seed="6", is_blind=True), level="beaver"))
    rays = Ruleset(rays=RayRule.RAYS)
    add(play_table(replace(own, rules=rays, answer_seconds=20), level="beaver"))
    computers = (Player("Fox", PlayerKind.BOT, "fox"), Player("Owl", PlayerKind.BOT, "fox"))
    add(play_table(replace(own, players=computers, seed="7")))
    stage = Stage(player, YouScene(player))
    scene = stage.top
    assert isinstance(scene, YouScene)
    totals = [one.result.total for one in scene.control.last]
    ordinary = [one for one in profile.last_matches() if one.counts and not one.handicaps]
    mine = [one for one in ordinary if one.result.is_human]
    assert totals == [one.result.total for one in reversed(mine)]
    assert len(totals) == LEAST - 1
    assert scene.control.best is not None
    assert scene.control.best.result.total == max(totals)
    assert scene.control.others == ()
    assert scene.control.figures.games == LEAST + 3
    stage.let(0.1)
    assert player.text("level.asking") in " ".join(stage.read())
    assert engines.tasks
    assert engines.withdrawn == []
    scene.leave()
    assert len(engines.withdrawn) == len(engines.tasks)


def test_a_level_by_other_rules_is_asked_for_and_withdrawn_as_the_standard_game_s(
    player: Context,
) -> None:
    engines = player.engines = PatientEngines()
    player.store.profile.add_match(play_out(Ruleset(rays=RayRule.RAYS), ("Ana",), "5"))
    scene = YouScene(player)
    stage = Stage(player, scene)
    stage.let(0.5)
    assert scene.control.goals.is_done
    assert [type(task) for task in engines.tasks] == [LevelTask]
    scene.leave()
    assert len(engines.withdrawn) == 1


class Measuring(Answered):
    """Engines that have measured every attempt, too."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        if isinstance(task, LevelTask):
            answer.give({"total": 150.0, "luck": 4.0})
        else:
            super().reply(task, answer)


def test_a_level_by_other_rules_has_its_own_mean(player: Context) -> None:
    player.engines = Measuring()
    rays = Ruleset(rays=RayRule.RAYS)
    for seed in range(LEAST):
        player.store.profile.add_match(play_out(rays, ("Ana",), f"{seed}"))
    scene = YouScene(player)
    Stage(player, scene).let(0.5)
    (level,) = scene.control.others
    assert level.estimate.mean is not None
    words = (bot_name(player, level.estimate.level or ""), f"{level.estimate.mean:.0f}")
    assert f"{rules_name(player, rays)}: {' · '.join(filter(None, words))}." in scene.spoken(
        scene.root
    )


def test_the_days_are_those_of_the_player_s_zone(
    player: Context, zone: Callable[[str], None]
) -> None:
    zone("Pacific/Kiritimati")
    match = play_out(Ruleset(), ("Ana",), "5", "standard")
    player.store.profile.add_match(match, FIRST_DAY)
    scene = YouScene(player)
    Stage(player, scene)
    assert "your best. 2 March 2026" in scene.spoken(scene.root)


def test_the_result_says_what_a_standard_game_changed_of_the_level(player: Context) -> None:
    player.engines = Measuring()
    for rules, is_said in ((Ruleset(), True), (Ruleset(rays=RayRule.RAYS), False)):
        match = play_out(rules, ("Ana",), "77")
        game = TableGame(TableSetup.from_match(match), LocalKeeper(match))
        stage = Stage(player, count_scene(player, game))
        stage.let(8)
        words = player.text("level.to_first", count=LEAST - 1)
        assert (words in " ".join(stage.read())) is is_said


def test_the_columns_are_games_by_the_rules_of_the_flag(player: Context) -> None:
    """Other editions and games with help are in the list, and in no column beside the best."""
    fill_history(player)
    control = YouControl(player)
    played = player.store.profile.last_matches()
    assert {one.rules for one in played} > {str(Ruleset())}
    assert control.last
    assert {one.rules for one in control.last} == {str(Ruleset())}
    assert all(one.counts for one in control.last)
    assert control.best is not None
    assert max(one.result.total for one in control.last) <= control.best.result.total


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (0, "Your best game will be shown here. No level yet: Level in 5 more standard games."),
        (4, "No level yet: Level in one more standard game. The last 4 games: 92, 81, 94, 122."),
        (
            5,
            "You play like a Magpie: 94 with the luck of the calls taken out · Beaver begins at"
            " 106. Falling lines cost you 6 points a game. The last 5 games: 92, 81, 94, 122, 130.",
        ),
        (
            27,
            "You play like a Beaver: 127 with the luck of the calls taken out · Squirrel begins at"
            " 136. Falling lines cost you 6 points a game. The last 20 games: 94, 122, 130, 136,"
            " 123, 129, 120, 123, 111, 136, 156, 143, 156, 155, 152, 169, 165, 108, 177, 137.",
        ),
    ],
)
def test_the_page_says_the_level_the_latest_games_and_what_was_reached(
    player: Context, count: int, words: str
) -> None:
    player.store = Storage.in_memory()
    measured(player, count)
    if count:
        keep_climb(player, play_climb("4", "magpie").record)
    stage = Stage(player, YouScene(player))
    scene = stage.top
    assert isinstance(scene, YouScene)
    stage.let(0.5)
    spoken = scene.spoken(scene.root)
    assert words in spoken
    goals = {0: 0, 4: 3, 5: 3, 27: 12}[count]
    foot = f"{count} games. {goals} of 38 goals. 0 of 50 challenges."
    play = player.text("records.empty_play")
    assert spoken.endswith(f"{foot} 3 Climb stage." if count else f"{play}. {foot}")
    best = {4: "122", 5: "130", 27: "177"}.get(count, "")
    assert spoken.startswith(f"You. {best} points. your best." if best else "You. Your best game")
    average = {4: "97", 5: "104", 27: "133"}.get(count, "")
    assert (f"average {average}" in stage.read()) is bool(average)
    if not count:
        return
    stage.click(stage.part(MAIN))
    assert isinstance(stage.top, CountScene)
    assert str(score_match(stage.top.control.match).players[0].total) == best
    stage.press("escape")
    stage.click(stage.part("climb"))
    assert isinstance(stage.top, ScoresScene)
    lists = stage.part("lists")
    assert isinstance(lists, Segmented)
    assert lists.value is ClimbList.MINE
    # The page is read again when another one has covered it.
    player.store.profile.add_match(play_out(Ruleset(), ("Ana",), "99", "standard"))
    stage.press("escape")
    assert stage.stack.scenes == (scene,)
    assert scene.control.figures.games == count + 1


def test_columns_without_room_for_numbers_have_only_that_of_the_best_game(player: Context) -> None:
    player.store = Storage.in_memory()
    measured(player, 27)
    scene = YouScene(player)
    Stage(player, scene)
    pictures = [part for part in scene.root.walk() if isinstance(part, Picture)]
    (columns,) = (one for one in pictures if one.reads not in (SILENT, "177 points"))
    totals = [str(one.result.total) for one in scene.control.last]
    for width, written in ((1200, totals), (240, ["177"])):
        columns.arrange(player, Rect(0, 0, width, 300))
        words = drawn_words(lambda on: columns.draw(on, player.painter), (width, 300))
        # Wide bands have words, too.
        assert [word for word in words if word in totals] == written


def test_of_equal_games_one_column_is_the_best(player: Context) -> None:
    match = play_out(Ruleset(), ("Ana",), "5", "standard")
    for day in (1, 2):
        again = replace(match, meta=with_identity(None))
        player.store.profile.add_match(again, FIRST_DAY.replace(day=day))
    scene = YouScene(player)
    Stage(player, scene)
    pictures = [part for part in scene.root.walk() if isinstance(part, Picture)]
    total = str(score_match(match).players[0].total)
    (columns,) = (one for one in pictures if one.reads not in (SILENT, f"{total} points"))
    columns.arrange(player, Rect(0, 0, 240, 300))
    words = drawn_words(lambda on: columns.draw(on, player.painter), (240, 300))
    assert words == [total]


def test_unsolved_puzzles_are_counted_and_lead_to_them(player: Context) -> None:
    make_puzzles(player)
    profile = player.store.profile
    one, two = find_puzzles(profile)
    for solved, words in ((one, "2 puzzles"), (two, "1 puzzle"), (None, "0 puzzles")):
        scene = YouScene(player)
        stage = Stage(player, scene)
        assert words in scene.spoken(scene.root)
        figures = [part for part in scene.root.walk() if isinstance(part, NumberWord)]
        gold = [part.id for part in figures if part.is_gold]
        assert gold == (["puzzles"] if solved is not None else [])
        if solved is not None:
            mark_puzzle(profile, solved, SOLVED)
    stage.click(stage.part("puzzles"))
    assert isinstance(stage.top, TableScene)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("you") == []
