"""The result of a stage: aces add up one after the other, then comes its moment."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby

import pytest

from game.climb.aces import AceEffect
from game.climb.days import bot_climbs
from game.climb.game import ClimbKeeper
from game.climb.ghosts import Ghost, GhostKind, ghost_of
from game.climb.moments import EndMoment
from game.climb.open_climb import begin_climb
from game.climb.score import GoldState, adding_up
from game.climb.stage_rules import target_at
from game.climb.state import day_seed
from game.page.climb_words import (
    name_stage,
    word_end,
    write_product,
)
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, MouseButton
from game.ui.frame.scene import Scene
from game.ui.parts import MAIN, READ_WITH_HEADING, Text
from game.ui.scenes.climb.after import _SOUNDS, AfterStage, after_stage_scene
from game.ui.scenes.climb.choice import ChoiceScene
from game.ui.scenes.climb.end import ClimbEndScene
from game.ui.scenes.shared.names import bot_name
from game.ui.sound.names import Sound
from tests.gallery.climb import (
    after,
    at_moment,
    at_summit,
    keep_climb,
    play_climb,
    play_stage,
    take_first,
)
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.climb_stage import exits_of, texts_of
from tests.ui.scenes.stage import FRAME, Stage


def test_the_aces_add_up_from_left_to_right_and_gold_comes_last(
    player: Context, heard: Heard
) -> None:
    # Points and multipliers, aces that add nothing, gold that is lost and that is sure.
    for seed in ("0", "4", "6"):
        climb = play_climb(seed, most=6)
        step = climb.steps[-1]
        game = ClimbKeeper(player.store, "", replace(climb, state=step.after))
        heard.sounds.clear()
        heard.played.clear()
        stage = Stage(player, AfterStage(player, game, step))
        scene, seen = stage.top, list[str]()
        assert isinstance(scene, AfterStage)
        target = player.catalogue.number(step.end.target)
        for _ in range(round(1.6 / FRAME) + 2):
            words = [p.words for p in scene.root.walk() if isinstance(p, Text)]
            seen += [words[2]] if words[2] not in seen[-1:] else []
            if Sound.CLIMB_PAYS in heard.sounds[-1:]:
                assert target not in words, "the target comes after the last ace"
            stage.let(FRAME)
        adding = [write_product(player.catalogue, one) for one in adding_up(step.end.score)]
        assert seen == [words for words, _ in groupby(adding)]
        gold = [part.effect is AceEffect.GOLD for part in adding_up(step.end.score)[-1].parts]
        assert gold == sorted(gold)
        assert adding_up(step.end.score)[-1].total == step.end.score.total
        ends = {sound for sound, _ in _SOUNDS.values()}
        assert [sound for sound in heard.sounds if sound in ends] == [_SOUNDS[scene.moment][0]]
        assert heard.sounds[-1] in ends
        parts = adding_up(step.end.score)[-1].parts
        paid = [n for n, p in enumerate(parts) if p.added or p.state is GoldState.SURE]
        notes = [note for sound, note, *_ in heard.played if sound is Sound.CLIMB_PAYS]
        assert notes == paid, "each a step higher"
        assert stage.let(1.0) == 0, "1.6 seconds at most"


def test_aces_that_a_slow_frame_skips_have_no_note(player: Context, heard: Heard) -> None:
    climb = play_climb("0", most=6)
    step = climb.steps[-1]
    assert len(step.end.score.parts) > 2
    game = ClimbKeeper(player.store, "", replace(climb, state=step.after))
    scene = AfterStage(player, game, step)
    Stage(player, scene)
    scene.animate(0.9)
    assert heard.sounds == []


def test_any_input_ends_the_adding_and_less_motion_begins_with_its_end(
    player: Context, heard: Heard
) -> None:
    def words_of(scene: Scene) -> list[str]:
        return [p.words for p in scene.root.walk() if isinstance(p, Text)]  # type: ignore[attr-defined]

    def ended() -> Scene:
        return after(player, "boss")

    slow = Stage(player, ended())
    slow.let(2)
    for key in ("return", "down", "x"):
        stage = Stage(player, ended())
        assert words_of(stage.top) != words_of(slow.top)
        stage.press(key)
        assert isinstance(stage.top, AfterStage)
        assert words_of(stage.top) == words_of(slow.top)
        stage.let(FRAME)
        assert heard.sounds[-1] is Sound.CLIMB_BOSS
    player.preferences = replace(player.preferences, has_reduced_motion=True)
    assert words_of(Stage(player, ended()).top) == words_of(slow.top)


def test_no_two_ends_of_a_stage_sound_alike_nor_like_anything_else() -> None:
    sounds = [sound for sound, _ in _SOUNDS.values()]
    assert len({*sounds}) == len(sounds) == len(EndMoment)
    for moment, (sound, _) in _SOUNDS.items():
        climb, *named = sound.value.split("-")
        assert climb == "climb"
        assert {*named} <= {*moment.value.split("-")}, "each is named after its moment"


@pytest.mark.parametrize("moment", list(EndMoment), ids=lambda one: one.value)
def test_each_moment_has_its_word_and_its_own_sound(
    player: Context, heard: Heard, monkeypatch: pytest.MonkeyPatch, moment: EndMoment
) -> None:
    stage = Stage(player, after(player, moment.value))
    begun = texts_of(stage)
    stage.let(1.7)
    assert isinstance(stage.top, AfterStage)
    assert stage.top.moment is moment
    assert heard.sounds.count(_SOUNDS[moment][0]) == 1
    climb = at_summit() if moment is EndMoment.SUMMIT else at_moment(moment)
    step = climb.steps[-1]
    number, catalogue = player.catalogue.number, player.catalogue
    sums = [write_product(catalogue, one) for one in adding_up(step.end.score)]
    assert begun[:3] == [name_stage(catalogue, step.end.stage), "", sums[0]]
    ended, target = texts_of(stage), number(step.end.target)
    assert ended[0] == word_end(catalogue, moment, step.end)
    assert ended[2:4] == [sums[-1], number(step.end.score.total)]
    assert (ended[4:5] == [target]) is step.end.is_passed
    onward = "turn" if moment in (EndMoment.BOSS, EndMoment.SUMMIT) else "go_on"
    assert exits_of(stage) == [(MAIN, player.text(f"climb.after.{onward}"))]
    if not step.end.is_passed:
        assert number(step.end.shortfall) in " ".join(stage.read())
    else:
        margin = number(step.end.score.total - step.end.target)
        words = " ".join(stage.read())
        assert player.text("climb.after.above", points=margin) in words
        assert f"\N{MINUS SIGN}{margin}" not in words
    spoken = " ".join(stage.part(READ_WITH_HEADING).spoken(player))
    ahead = step.end.stage + 3
    name, target = name_stage(player.catalogue, ahead), number(target_at(ahead))
    following = player.text("climb.after.next", name=name, target=target)
    is_high = moment in (EndMoment.BOSS, EndMoment.SUMMIT)
    assert (following in spoken) is is_high
    frayed = list[bool]()
    monkeypatch.setattr(
        "game.ui.scenes.climb.score_picture.draw_rope",
        lambda *_, is_frayed=False: frayed.append(is_frayed),
    )
    stage.draw()
    assert frayed.count(True) == (step.end.ropes_lost > 0)


def test_a_miss_is_never_louder_than_a_pass() -> None:
    missed = {EndMoment.ROPE_HOLDS, EndMoment.FAR_BELOW, EndMoment.OVER}
    loudest = max(_SOUNDS[one][1] for one in missed)
    assert all(_SOUNDS[one][1] > loudest for one in EndMoment if one not in missed)
    assert len({sound for sound, _ in _SOUNDS.values()}) == len(EndMoment)


def test_a_stage_is_compared_with_other_climbs_and_not_with_itself(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    climb, number = play_climb("3"), player.catalogue.number

    def words() -> str:
        over = AfterStage(player, ClimbKeeper(player.store, "", climb), climb.steps[-1])
        return " ".join(Stage(player, over).read())

    own = player.text("climb.after.beside", total=number(climb.state.total))
    keep_climb(player, climb.record)
    assert own not in words()
    keep_climb(player, play_climb("3", has_aces=False).record, friend="Mia")
    assert own in words()
    assert words().count(number(climb.state.total)) == 1
    # A friend with as many points is another climber, who came as far.
    zoe = replace(ghost_of(GhostKind.FRIEND, climb.record), name="Zoe")
    monkeypatch.setattr("game.ui.scenes.climb.after.ghosts_of_stage", lambda *_: (zoe,))
    same = player.text("breakdown.named", name="Zoe", points=number(climb.state.total))
    assert same in words()


def test_passing_all_computers_is_said_where_it_happens(player: Context) -> None:
    noon = datetime(2026, 12, 1, 12, tzinfo=UTC)
    player.store.clock = lambda: noon
    climb = play_climb(day_seed(noon.date()), most=3)
    most = max(one.totals[-1] for one in bot_climbs(noon.date()))
    step = climb.steps[-1]
    over = replace(step, end=replace(step.end, target=step.end.score.total + 1, ropes_lost=1))
    assert not over.end.is_passed
    said = player.text("climb.finish.passed_all")
    for ended, before, total, is_said in (
        (step, 0, most, 0),
        (step, most, most + 1, 1),
        (step, most + 1, most + 2, 0),
        (over, most, most + 1, 1),
    ):
        shown = replace(
            ended,
            before=replace(ended.before, total=before),
            after=replace(ended.after, total=total),
        )
        game = ClimbKeeper(player.store, "", replace(climb, state=shown.after))
        stage = Stage(player, AfterStage(player, game, shown))
        stage.let(1.7)
        assert (said in " ".join(stage.read())) is bool(is_said)


def test_the_totals_beside_a_stage_are_a_fall_a_best_and_computers_in_order(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    climb, number, text = play_climb("8", "beaver"), player.catalogue.number, player.text
    step = climb.steps[2]
    total = step.after.total
    ghosts = (
        Ghost(GhostKind.FRIEND, "Zoe", (50, 90)),
        Ghost(GhostKind.PLAYER, "", (50, 90, total + 7)),
        Ghost(GhostKind.COMPUTER, "magpie", (50, 90, 140), has_fallen=False),
        Ghost(GhostKind.FRIEND, "Mia", (50, 90, 130)),
        Ghost(GhostKind.PLAYER, "", (50, 90, total)),
    )
    monkeypatch.setattr("game.ui.scenes.climb.after.ghosts_of_stage", lambda *_: ghosts)
    stage = Stage(player, AfterStage(player, ClimbKeeper(player.store, "", climb), step))
    named = (("breakdown.named", bot_name(player, "magpie"), 140), ("breakdown.named", "Mia", 130))
    assert texts_of(stage)[-1] == " · ".join(
        (
            text("climb.after.beside", total=number(total)),
            text("climb.after.fell", name="Zoe", stage="2"),
            text("score.best", points=number(total + 7)),
            *(text(key, name=name, points=number(points)) for key, name, points in named),
        )
    )


@pytest.mark.parametrize("way", ["click", "letter", "return", "escape"])
def test_each_input_goes_on_from_a_stage_and_from_the_last_one_to_the_end(
    player: Context, way: str
) -> None:
    for bot, scene in (("squirrel", ChoiceScene), ("random", ClimbEndScene)):
        climb = begin_climb("5", "Ana")
        keeper = ClimbKeeper(player.store, "", play_stage(climb, bot))
        while True:
            stage = Stage(player, after_stage_scene(player, keeper))
            if keeper.open.state.is_over is (scene is ClimbEndScene):
                break
            keeper = ClimbKeeper(player.store, "", play_stage(take_first(keeper.open), bot))
        stage.press("f3")
        stage.hit((5, 5), MouseButton.SECONDARY)
        assert stage.let(FRAME) == 1, "neither a request to read nor another button ends the motion"
        for number in range(2):
            if number:
                stage.give(Command(None, key="y", text="y", is_repeat=True))
            assert isinstance(stage.top, AfterStage)
            if way == "click":
                stage.hit((5, 5))
            else:
                stage.type("y") if way == "letter" else stage.press(way)
        assert isinstance(stage.top, scene)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("climb_after") == []
