"""A stage at the table: keys, aces, messages, and what is saved."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from game.climb.aces import AceEffect, AceName, AceSlot
from game.climb.game import ClimbKeeper, begin_game, open_games, resume_climb
from game.climb.open_climb import OpenClimb
from game.climb.score import AcePart, ClimbScore, GoldState
from game.climb.state import ClimbState
from game.page.climb_words import (
    name_ace,
    word_card,
    word_gold,
    write_factor,
)
from game.rules.moves import Place
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Ignored
from game.ui.scenes.climb.after import AfterStage
from game.ui.scenes.climb.end import climb_end_scene
from game.ui.scenes.climb.mode import ClimbMode
from game.ui.scenes.climb.start import MountainScene
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.shared.names import action_key
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.shared.table_mode import MATCH_ACTIONS
from game.ui.scenes.table.scene import TableScene
from game.ui.sound.names import Sound
from game.ui.widgets import UNUSED
from tests.gallery.climb import (
    choice,
    keep_climb,
    play_climb,
    table,
    take_first,
    with_aces,
)
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.climb_stage import ClimbStage
from tests.ui.scenes.stage import Stage


def test_a_stage_counts_only_what_can_no_longer_be_lost_and_saves_every_act(
    player: Context,
) -> None:
    stage = ClimbStage(player)
    stage.call()
    mode = stage.table.mode
    assert isinstance(mode, ClimbMode)
    assert mode.score.total == stage.climb.open.score.total == 0
    (tile,) = stage.game.hand()
    assert {mode.score_display.outlook(tile, space) for space in stage.game.legal(tile)} == {""}
    stage.press("escape")
    assert isinstance(stage.top, PauseScene)
    stage.press("escape")
    ((_, saved),) = open_games(player.store)
    assert saved.stage == stage.climb.open.stage


def test_a_stage_begins_with_its_sound_and_goes_on_without_it(
    player: Context, heard: Heard
) -> None:
    ClimbStage(player).call()
    assert heard.sounds.count(Sound.CLIMB_BEGIN) == 1
    ClimbStage(player, resume_climb(player.store)).call()
    assert heard.sounds.count(Sound.CLIMB_BEGIN) == 1


def test_a_digit_swaps_the_called_tile(player: Context) -> None:
    held = (AceSlot(AceName.SWAP),)
    climb = begin_game(player.store, "Ana", seed="7").open
    state = ClimbState("7", slots=held)
    game = ClimbKeeper(player.store, "", OpenClimb("Ana", state, stage=climb.stage))
    stage = ClimbStage(player, game)
    stage.call()
    before = stage.game.hand()
    stage.press("1")
    stage.let(1.0)
    assert stage.game.hand() != before
    assert game.open.swaps_left == 2
    mode = stage.table.mode
    assert ("1", player.text("climb.key.swap")) in mode.hints()
    hand = stage.game.hand()
    stage.press("c", "1")
    assert stage.game.hand() == hand, "after a letter a digit names a space"
    assert stage.table.selection.target == stage.space("c1")


def test_the_page_keys_tell_one_ace_after_the_other(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(Context, "speak", lambda _, words, **how: spoken.append(words))
    stage = ClimbStage(player, ClimbKeeper(player.store, "", take_first(with_aces(4))))
    stage.call()
    mode = stage.table.mode
    assert isinstance(mode, ClimbMode)
    _, *aces = mode.explain_score().splitlines()
    assert len(aces) > 2
    for key, index in (("page down", 1), ("page down", 2), ("page up", 1), ("page up", 0)):
        stage.press(key)
        assert spoken[-1] == aces[index]
    stage.press("page up")
    assert spoken[-1] == aces[-1]


def test_open_gold_is_said_to_be_enough_where_it_reaches_the_target(player: Context) -> None:
    stage = ClimbStage(player)
    mode, text = stage.table.mode, player.text
    assert isinstance(mode, ClimbMode)
    target = mode.climb.open.state.target
    gold = AcePart(AceName.FORK, AceEffect.GOLD, 0, factor=Fraction(2), state=GoldState.OPEN)
    for total, key in ((target - 1, "open_gold"), (target, "enough"), (2 * target, "open_gold")):
        mode.score = ClimbScore(Fraction(total, 2), Fraction(1), (gold,))
        assert mode.score.total_with_open == total
        assert text(f"climb.table.{key}", number="2") in mode.instructions()
        lines = 3 + (mode.score.total < target)
        assert len(mode.instructions().splitlines()) == lines, "what is needed, and the purse"


def test_time_is_kept_where_a_stage_is_left(player: Context) -> None:
    stage = ClimbStage(player)
    stage.call()
    stage.let(3)
    stage.press("escape")
    ((_, saved),) = open_games(player.store)
    assert saved.milliseconds >= 3000


def test_f1_explains_the_climb_on_each_of_its_pages(player: Context) -> None:
    """The mountain offers it in words too until the first climb has ended; a first stage says
    what the row at the top is.
    """
    stage = ClimbStage(player)
    stage.call()
    assert player.text("climb.table.about_score") in " ".join(stage.read())
    first = MountainScene(player)
    assert player.text("climb.start.how") in " ".join(Stage(player, first).read())
    climb = keep_climb(player, play_climb("3").record)
    mountain, end = MountainScene(player), climb_end_scene(player, climb)
    assert player.text("climb.start.how") not in " ".join(Stage(player, mountain).read())
    again = ClimbStage(player, begin_game(player.store, "Ana", seed="9"))
    again.call()
    assert player.text("climb.table.about_score") not in " ".join(again.read()), "it is known"
    for scene in (first, mountain, stage.top, choice(player), end):
        explained = Stage(player, scene)
        explained.press("f1")
        assert isinstance(explained.top, RulesScene)
        assert explained.top.sentences()[0] == player.text("menu.climb")


def test_the_target_is_announced_once_and_a_tie_passes_no_ghost(
    player: Context, heard: Heard
) -> None:
    friend = play_climb("3")
    keep_climb(player, friend.record, friend="Mia")
    stage = ClimbStage(player, begin_game(player.store, "Ana", seed="3"))
    stage.call()
    mode = stage.top.mode  # type: ignore[attr-defined]
    reached, (ghost,) = mode.climb.open.state.target, mode.ghosts_ahead
    behind = ghost.total_after(1)
    assert behind > reached
    totals = (reached - 1, reached, reached, behind, behind + 1)
    seen = []
    for total in totals:
        mode.take_in(ClimbScore(Fraction(total), Fraction(1), ()))
        seen.append((heard.sounds.count(Sound.CLIMB_REACHED), len(mode.ghosts_ahead)))
    assert seen == [(0, 1), (1, 1), (1, 1), (1, 1), (1, 0)]


def test_swap_is_a_word_at_the_foot_while_swaps_are_left(player: Context) -> None:
    held = (AceSlot(AceName.SWAP),)
    climb = begin_game(player.store, "Ana", seed="7").open
    state = ClimbState("7", slots=held)
    game = ClimbKeeper(player.store, "", OpenClimb("Ana", state, stage=climb.stage))
    stage = ClimbStage(player, game)
    stage.call()
    assert stage.form.find(Action.REDO) is None
    for left in (2, 1, 0):
        before = stage.game.hand()
        stage.click(stage.widget("swap"))
        stage.let(1.0)
        assert stage.game.hand() != before
        assert game.open.swaps_left == left
    assert stage.widget("swap").is_hidden


def test_keys_at_a_stage_use_aces_and_their_hints_name_them(player: Context) -> None:
    climb = begin_game(player.store, "Ana", seed="7").open
    held = (AceSlot(AceName.FORK), AceSlot(AceName.SWAP))
    state = ClimbState("7", slots=held)
    game = ClimbKeeper(player.store, "", OpenClimb("Ana", state, stage=climb.stage))
    stage, text = ClimbStage(player, game), player.text
    stage.call()
    mode = stage.table.mode
    assert isinstance(mode, ClimbMode)

    def hinted() -> list[str]:
        return [words for _, words in mode.hints()]

    place, back, swap = (
        text(f"{key}") for key in ("play.key.place", "play.key.take_back", "climb.key.swap")
    )
    later = [text("play.key.pause"), text("play.key.explain")]
    assert hinted() == [place, swap, back, *later]
    assert mode.hints()[1][0] == "2"
    player.is_pad_held = True
    pad = [action_key(player, action) for action in (Action.PAGE_DOWN, Action.NEXT_CALL)]
    assert mode.hints()[1] == (" ".join(pad), swap)
    hand = stage.game.hand()
    stage.press("n")
    assert stage.game.hand() == hand, "the first ace is armed"
    stage.press("page down", "n")
    stage.let(1.0)
    assert stage.game.hand() != hand
    player.is_pad_held = False
    hand = stage.game.hand()
    for key in (Command(None, key="2", text="2", is_repeat=True), Command(Action.LEFT)):
        assert mode.use_key(key, stage.table) == UNUSED, "a key that is held uses nothing"
    held_arrow = Command(Action.LEFT, key="left", is_repeat=True)
    assert mode.use_key(held_arrow, stage.table) == UNUSED
    stage.press("i", "2")
    stage.let(1.0)
    assert stage.game.hand() != hand, "a key with another meaning names no column"
    stage.press("3")
    assert game.open.swaps_left == 1
    stage.press("2")
    stage.let(1.0)
    assert game.open.swaps_left == 0
    assert hinted() == [place, back, *later]
    stage.press("2")
    assert text("climb.table.no_swap") in " ".join(stage.read())
    stage.press("1")
    fork = {"name": name_ace(player.catalogue, AceName.FORK)}
    about = text("format.named", words=word_card(player.catalogue, held, 0), **fork)
    assert about.split(".")[0] in " ".join(stage.read())


def test_the_words_of_an_ace_follow_its_state(player: Context) -> None:
    slots = tuple(
        map(
            AceSlot,
            (AceName.FORK, AceName.FINALE, AceName.ECHO, AceName.SWAP, AceName.HIGH_LIFE),
            (1, 2, 3, 1, 2),
        )
    )
    climb = begin_game(player.store, "Ana", seed="7").open
    held = OpenClimb("Ana", ClimbState("7", slots=slots), stage=climb.stage)
    stage = ClimbStage(player, ClimbKeeper(player.store, "", held))
    mode, text = stage.table.mode, player.text
    assert isinstance(mode, ClimbMode)
    open_gold = AcePart(
        slots[4].ace, AceEffect.GOLD, 1, factor=Fraction(3), state=GoldState.OPEN, wanted=2
    )
    sure = AcePart(slots[0].ace, AceEffect.GOLD, 0, factor=Fraction(2), state=GoldState.SURE)
    parts = (
        sure,
        AcePart(slots[1].ace, AceEffect.POINTS, 0, Fraction(9)),
        AcePart(slots[2].ace, AceEffect.ECHO, 0, Fraction(4)),
        AcePart(slots[3].ace, AceEffect.MULTIPLIER, 0, Fraction(1, 2)),
        open_gold,
    )
    score = ClimbScore(Fraction(10), Fraction(1), parts)
    mode.score = score
    swaps = text("climb.table.swaps", count=str(held.swaps_left))
    half = write_factor(player.catalogue, Fraction(1, 2))
    progress = word_gold(player.catalogue, open_gold)
    states = ["×2", "+9", "", f"+{half} · {swaps}", f"×3 · {progress}"]

    def wanted(state: str, index: int) -> str:
        name = name_ace(player.catalogue, slots[index].ace)
        level = str(slots[index].level)
        return text("climb.table.ace", key=str(index + 1), ace=name, level=level, state=state)

    words = [wanted(state, index) for index, state in enumerate(states)]
    assert mode.explain_score().splitlines() == [text("climb.table.about_score"), *words]
    mode.score = replace(score, parts=(replace(sure, state=GoldState.LOST), *parts[1:]))
    assert mode.explain_score().splitlines()[1] == wanted(text("climb.table.failed"), 0)


def test_a_stage_ignores_the_actions_of_a_match_and_its_last_tile_ends_it(
    player: Context,
) -> None:
    stage = Stage(player, table(player, 3, 18))
    scene = stage.top
    assert isinstance(scene, TableScene)
    mode = scene.mode
    assert isinstance(mode, ClimbMode)
    for action in MATCH_ACTIONS:
        is_used, transition = mode.use_key(Command(action), scene)
        assert (is_used, type(transition)) == (True, Ignored)
    (tile,) = mode.control.game.hand()
    space = next(iter(mode.control.game.legal(tile)))
    before = mode.score.total
    made = mode.score_display.outlook(tile, space)
    mode.climb.act(Place(0, tile, space))
    after_all = mode.climb.open.score.total
    words = {"before": player.catalogue.number(before), "after": player.catalogue.number(after_all)}
    assert made == ("" if before == after_all else player.text("climb.choice.made", **words))
    assert isinstance(mode.count(), AfterStage)
    assert mode.score_display.outlook(tile, space) == ""


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("climb_mode") == []
