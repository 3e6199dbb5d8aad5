"""The Climb in the window: the mountain, a stage, its moment, the choice, the end, another one."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from random import Random

import pygame
import pytest

from game.climb.aces import ACES, AceEffect, AceName, AceSlot
from game.climb.days import CLIMBING_BOTS, bot_climbs, usual_stages
from game.climb.ending import FailedGold, MissingLine, Shortfall
from game.climb.game import ClimbKeeper, begin_game, open_games, resume_climb
from game.climb.ghosts import Ghost, GhostKind, computer_ghosts, ghost_of
from game.climb.moments import EndMoment, laid_moments
from game.climb.open_climb import (
    FinishStage,
    NextStage,
    OpenClimb,
    begin_climb,
    parse_open_climb,
    print_open_climb,
)
from game.climb.record import CLIMB_FORMAT, print_climb
from game.climb.score import AcePart, ClimbScore, GoldState, adding_up
from game.climb.scores import finished_climb, friends_climb, name_on_table
from game.climb.sharing import with_climber
from game.climb.stage_rules import rope_price, target_at
from game.climb.state import ClimbState, day_seed
from game.locale.errors import word_error
from game.page.climb_words import (
    name_ace,
    name_stage,
    word_card,
    word_end,
    word_failed,
    word_gold,
    word_offer,
    write_factor,
    write_product,
)
from game.play.table_game import Phase as Waits
from game.progress.goals import Goal
from game.rules.errors import Fault, FormatError
from game.rules.match import legal_placements
from game.rules.moves import Call, Place
from game.storage.pasted import CodeKind, write_code
from game.storage.store import Storage
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Dropped, PointerMoved
from game.ui.frame.scene import Ignored, Scene
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import MAIN, READ_WITH_HEADING, ActionBand, Dialog, ListRow, Text, WordLink
from game.ui.scenes.climb.ace_row import word_paid
from game.ui.scenes.climb.after import _SOUNDS, AfterStage, after_stage_scene
from game.ui.scenes.climb.camps import (
    Camper,
    by_camp,
    campers_of,
    flags_of_climb,
    ghosts_of_stage,
)
from game.ui.scenes.climb.choice import ChoiceScene, HeldAce
from game.ui.scenes.climb.control import (
    ClimbEndControl,
    ClimbList,
    is_climb_file,
    list_climbs,
    read_climb_file,
)
from game.ui.scenes.climb.end import (
    ClimbEndScene,
    StagesScene,
    brought_climb,
    climb_end_scene,
)
from game.ui.scenes.climb.mode import ClimbMode
from game.ui.scenes.climb.naming import word_purse
from game.ui.scenes.climb.score_picture import (
    StageMark,
    draw_stage_marks,
    points_of_aces,
    stage_marks,
    stage_scale,
)
from game.ui.scenes.climb.scores import ScoresScene
from game.ui.scenes.climb.start import MountainScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.share.scene import ShareScene
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.names import action_key, bot_name
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.shared.table_mode import MATCH_ACTIONS
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.names import Sound
from game.ui.widgets import UNUSED, Segmented, say
from tests.climb.codes import climb_code
from tests.gallery import NOW
from tests.gallery.climb import (
    after,
    at_moment,
    at_summit,
    choice,
    keep_climb,
    play_call,
    play_climb,
    play_stage,
    table,
    table_first,
    take_first,
    with_aces,
)
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import FRAME, Stage
from tests.ui.scenes.table_stage import TableStage
from tests.ui.unseen import drawn_words


class ClimbStage(TableStage):
    """A climb on a stage."""

    def __init__(self, context: Context, climb: ClimbKeeper | None = None) -> None:
        self.climb = climb or begin_game(context.store, "Ana", seed="77")
        super().__init__(context, context.routes.climb_table(self.climb))

    def call(self) -> None:
        self.let_until_waits(Waits.ACT)
        self.let(1.0)


def test_enter_begins_the_climb_of_the_day_and_then_goes_on_with_it(player: Context) -> None:
    stage = Stage(player, MountainScene(player))
    stage.press("return")
    assert isinstance(stage.top, TableScene)
    ((stored, climb),) = open_games(player.store)
    today = player.store.today
    assert (stored.key, climb.state.seed) == (today.isoformat(), day_seed(today))
    stage = Stage(player, MountainScene(player))
    assert player.text("climb.start.go_on") in stage.part(MAIN).spoken(player)[0]
    stage.press("return")
    assert isinstance(stage.top, TableScene)
    assert len(open_games(player.store)) == 1


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


def test_giving_up_says_what_is_lost(player: Context) -> None:
    later = ClimbKeeper(player.store, "", take_first(with_aces(2)))
    for keeper, key in ((None, "give_up_first"), (later, "give_up_body")):
        stage = ClimbStage(player, keeper)
        stage.press("escape")
        stage.click(stage.find(player.text("climb.table.give_up")))
        assert isinstance(stage.top, Dialog)
        assert player.text(f"climb.table.{key}") in " ".join(stage.read())
        stage.click(stage.find(player.text("climb.table.give_up")))
        assert isinstance(stage.top, TitleScene if keeper is None else ClimbEndScene)


def test_a_climb_given_up_was_short_of_nothing(player: Context) -> None:
    climb = keep_climb(player, play_climb("4", most=1).record)
    stage = Stage(player, climb_end_scene(player, climb))
    scene = stage.top
    assert isinstance(scene, ClimbEndScene)
    left = player.text("climb.finish.left", stage="1")
    points = player.text("terms.count.points", count=climb.points)
    assert scene.read(Topic.HEADING) == as_sentences((left, points))


def test_marks_and_bands_of_a_stage_are_those_that_count(player: Context) -> None:
    parts = tuple(
        AcePart(name, effect, 0, Fraction(added))
        for name, effect, added in (
            (AceName.FORK, AceEffect.POINTS, 0),
            (AceName.FINALE, AceEffect.POINTS, 3),
            (AceName.LAST_WORD, AceEffect.MULTIPLIER, 2),
        )
    )
    score = ClimbScore(Fraction(100), Fraction(1), parts)
    assert [part.ace for part in points_of_aces(score)] == [AceName.FINALE]
    near, far = StageMark(150, "ghost", ""), StageMark(900, "target", "")
    assert stage_scale(score, [near, far]) == stage_scale(score, [near]) > stage_scale(score, [])
    target = target_at(1)
    for total, has_crystal in ((0, False), (target - 1, False), (target, True)):
        made = stage_marks(player, 1, ClimbScore(Fraction(total), Fraction(1), ()))
        assert ("crystal" in [mark.kind for mark in made]) is has_crystal


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


@pytest.mark.parametrize(
    "words", ["CLIMB-0000", "CLIMB-", "climb-‹›", "0000-7FX", "0000-7FY", "x" * 300]
)
def test_whatever_is_no_code_is_said_to_be_none(player: Context, words: str) -> None:
    stage = Stage(player, MountainScene(player))
    stage.click(stage.widget("code"))
    stage.type(words)
    stage.press("return")
    assert isinstance(stage.top, Dialog)


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


def test_after_the_last_tile_comes_its_moment_then_the_choice_then_the_next_stage(
    player: Context,
) -> None:
    climb = take_first(with_aces(2))
    game = ClimbKeeper(player.store, "", play_stage(climb))
    stage = Stage(player, after_stage_scene(player, game))
    stage.press("return")
    assert isinstance(stage.top, AfterStage), "the first press ends the motion"
    stage.press("return")
    if game.open.state.is_over:
        assert isinstance(stage.top, ClimbEndScene)
        return
    scene = stage.top
    assert isinstance(scene, ChoiceScene)
    assert scene.chosen is None
    for number, card in enumerate(game.open.cards, 1):
        stage.press(str(number))
        assert scene.chosen is card
        assert scene.focused_leaf() is stage.part(("card", number - 1))
    made = game.open.steps[-1].end.score.total
    assert scene.gain(card) >= -made
    stage.press("return")
    assert isinstance(stage.top, TableScene)
    assert card in [slot.ace for slot in game.open.state.slots]


def test_a_climb_goes_on_from_everything_saved_while_a_card_is_taken(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[str] = []
    save = Storage.save_climb

    def keep(store: Storage, day: str, text: str, *, is_flushed: bool = True) -> None:
        saved.append(text)
        save(store, day, text, is_flushed=is_flushed)

    monkeypatch.setattr(Storage, "save_climb", keep)
    game = ClimbKeeper(player.store, "", play_climb("2", most=1))
    stage = Stage(player, ChoiceScene(player, game))
    stage.press("return")
    assert isinstance(stage.top, ChoiceScene), "the first press chooses, the second takes"
    stage.press("return")
    assert isinstance(stage.top, TableScene)
    for text in saved.copy():
        again = ClimbKeeper(player.store, "", parse_open_climb(text))
        assert Stage(player, player.routes.climb_table(again)).read()


def test_a_digit_after_three_other_cards_takes_its_card_and_deals_no_others(
    player: Context, heard: Heard
) -> None:
    climb = with_aces(4)
    rich = replace(climb.state, crystals=9)
    last = replace(climb.steps[-1], chosen=rich)
    climb = replace(climb, state=rich, steps=(*climb.steps[:-1], last))
    stage = Stage(player, ChoiceScene(player, ClimbKeeper(player.store, "", climb)))
    scene = stage.top
    assert isinstance(scene, ChoiceScene)
    stage.press("1")
    assert scene.chosen is not None
    stage.click(stage.widget("reroll"))
    assert heard.sounds[-1] is Sound.CLIMB_CARDS
    assert scene.chosen is None
    stage.press("2")
    card = scene.chosen
    stage.press("return")
    assert isinstance(stage.top, TableScene)
    (game,) = [stage.top.mode.climb.open]
    assert card in [slot.ace for slot in game.state.slots]


@pytest.mark.parametrize(("crystals", "ropes"), [(0, 7), (1, 0), (5, 9), (6, 0)])
def test_what_is_for_sale_says_how_many_crystals_are_missing(
    player: Context, crystals: int, ropes: int
) -> None:
    climb = with_aces(4)
    state = replace(climb.state, crystals=crystals, ropes=ropes, ropes_bought=0)
    climb = replace(climb, state=state)
    stage = Stage(player, ChoiceScene(player, ClimbKeeper(player.store, "", climb)))
    for what, price in (("reroll", 1), ("rope", 6)):
        part, lacks = stage.part(what), price - crystals
        assert isinstance(part, Text) is (lacks > 0)
        words = player.text("climb.choice.lacks", count=str(lacks))
        assert any(words in line for line in stage.read()) is (lacks > 0)


def test_the_words_of_the_stages_ahead_lie_clear_of_all_else(player: Context) -> None:
    for size, scale in (((1280, 800), 1.0), ((1024, 640), 1.0), ((1280, 800), 1.33)):
        player.painter.resize(make_view(size, scale))
        for stages in (2, 3, 4, 5, 6, 8):
            stage = Stage(player, choice(player, stages))
            ahead = stage.part("ahead")
            words = [part for part in ahead.walk() if isinstance(part, Text) and part.reads == " "]
            assert len(words) >= 3
            others = [
                part
                for part in stage.top.root.walk()  # type: ignore[attr-defined]
                if isinstance(part, Text | ActionBand | HeldAce) and part not in words
            ]
            for number, part in enumerate(words):
                assert part.rect.bottom <= ahead.rect.bottom, (size, stages)
                for other in (*others, *words[:number]):
                    area = pygame.Rect(part.rect)
                    assert not area.colliderect(other.rect), (size, stages, other)


def test_no_card_that_replaces_a_better_ace_stands_ready(player: Context) -> None:
    firsts: set[bool] = set()
    for number in range(8):
        climb = play_climb(str(number), most=6)
        if climb.state.is_over:
            continue
        scene = ChoiceScene(player, ClimbKeeper(player.store, "", climb))
        stage = Stage(player, scene)
        focused = scene.focused_leaf()
        assert focused is stage.part(scene.first)
        firsts.add(scene.first == "none")
        if scene.first != "none":
            stage.press("return")
            card = scene.chosen
            assert card is not None
            assert scene.gain(card) >= 0
    assert firsts == {True, False}


def test_the_marked_ace_is_moved_step_by_step_and_stays_marked(player: Context) -> None:
    climb = with_aces(4)
    held = [*(slot.ace for slot in climb.slots if slot.ace is not AceName.ECHO), AceName.ECHO]
    state = replace(climb.state, slots=tuple(map(AceSlot, held)))
    climb = replace(climb, state=state)
    keeper = ClimbKeeper(player.store, "", climb)
    stage = Stage(player, ChoiceScene(player, keeper))
    stage.click(stage.part(("held", 1)))
    orders = []
    for way in ("left", "right", "right", "left", "left", "left"):
        stage.click(stage.part(way))
        orders.append([slot.ace for slot in keeper.open.slots].index(held[1]))
    assert orders == [0, 1, 2, 1, 0, len(held) - 1]
    marked = stage.part(("held", len(held) - 1))
    assert isinstance(marked, HeldAce)
    assert marked.is_chosen
    # At first the last one would be replaced; where the order means nothing, nothing moves.
    first = Stage(player, ChoiceScene(player, keeper))
    chosen = [part.is_chosen for part in first.widgets() if isinstance(part, HeldAce)]
    assert chosen == [False] * (len(held) - 1) + [True]
    others = tuple(slot for slot in map(AceSlot, held) if slot.ace is not AceName.ECHO)
    plain = replace(climb, state=replace(climb.state, slots=others))
    scene = ChoiceScene(player, ClimbKeeper(player.store, "", plain))
    has_echo = AceName.ECHO in plain.cards
    shown = {part.id for part in Stage(player, scene).widgets()}
    assert ({"left", "right"} <= shown) is has_echo


def test_a_card_replaces_the_marked_ace(player: Context) -> None:
    climb = with_aces(4)
    names = [name for name in AceName if name not in climb.cards and name is not AceName.ECHO]
    held = names[:5]
    climb = replace(climb, state=replace(climb.state, slots=tuple(map(AceSlot, held))))
    stage = Stage(player, ChoiceScene(player, ClimbKeeper(player.store, "", climb)))
    card = name_ace(player.catalogue, climb.cards[0])
    stage.press("1")
    for index in (4, 0, 2):
        stage.click(stage.part(("held", index)))
        other = name_ace(player.catalogue, held[index])
        words = player.text("climb.choice.instead", ace=card, other=other)
        assert words in " ".join(stage.read())


def test_a_second_rope_is_dearer_at_once(player: Context, heard: Heard) -> None:
    climb = with_aces(4)
    rich = replace(climb.state, crystals=40, ropes=0, ropes_bought=0)
    last = replace(climb.steps[-1], chosen=rich)
    climb = replace(climb, state=rich, steps=(*climb.steps[:-1], last))
    stage = Stage(player, ChoiceScene(player, ClimbKeeper(player.store, "", climb)))
    for bought in range(3):
        (words,) = stage.part("rope").spoken(player)
        assert words.split()[0] == str(rope_price(bought))
        stage.click(stage.part("rope"))
        assert heard.sounds[-1] is Sound.CLIMB_ROPE


def test_a_card_that_is_held_already_names_the_level_it_comes_to(player: Context) -> None:
    climb = with_aces(4)
    held = (AceSlot(climb.cards[0], 2), AceSlot(climb.cards[1], 1))
    climb = replace(climb, state=replace(climb.state, slots=held))
    stage = Stage(player, ChoiceScene(player, ClimbKeeper(player.store, "", climb)))
    words = " ".join(stage.read())
    for before, is_there in ((0, False), (1, True), (2, True), (3, False)):
        change = player.text("climb.choice.held", before=str(before), after=str(before + 1))
        assert (change in words) is is_there


def test_the_player_comes_first_at_a_camp_then_friends_then_computers() -> None:
    kinds = list(GhostKind)
    made = [Camper(kind, kind.value, stage) for kind in reversed(kinds) for stage in (3, 5)]
    camps = by_camp(made)
    assert {stage: [one.kind for one in camps[stage]] for stage in camps} == {3: kinds, 5: kinds}


def test_computers_are_ghosts_on_the_seed_of_the_day_alone(player: Context) -> None:
    player.store.clock = lambda: datetime(2026, 12, 1, 12, tzinfo=UTC)
    kept = keep_climb(player, play_climb("4", "magpie").record)
    for seed, has_computers in ((day_seed(player.store.today), True), (kept.seed, False)):
        kinds = {ghost.kind for ghost in ghosts_of_stage(player, seed, 1, 0)}
        assert (GhostKind.COMPUTER in kinds) is has_computers


def test_own_climbs_are_listed_from_the_latest_and_a_friend_s_unfinished_one_stays_out(
    player: Context,
) -> None:
    kept = [keep_climb(player, play_climb(f"{n}", "magpie").record, n) for n in (3, 1, 2)]
    mine = [one.climb.identity for one in list_climbs(player, ClimbList.MINE)]
    assert mine == [kept[at].identity for at in (1, 2, 0)]
    for most, can_add in ((1, False), (40, True)):
        record = with_climber(play_climb("4", "magpie", most=most).record, "Mia")
        control = ClimbEndControl(player, friends_climb(record, NOW, player.store.today))
        assert control.can_add is can_add
    stages = control.record.stages[:2]
    for milliseconds, minutes in ((150_000, 5), (9_000, 1)):
        stages = tuple(replace(one, milliseconds=milliseconds) for one in stages)
        control.record = replace(control.record, stages=stages)
        assert control.minutes == minutes


def test_escape_and_the_head_open_the_pause_at_the_table_and_at_the_choice(
    player: Context,
) -> None:
    for open_page, sign in ((ClimbStage, "sign"), (choice, "back")):
        for way in ("escape", "sign"):
            made = open_page(player)
            stage = made if isinstance(made, Stage) else Stage(player, made)
            page = stage.top
            if way == "escape":
                stage.press("escape")
            else:
                stage.click(stage.widget(sign))
            assert isinstance(stage.top, PauseScene), (page, way)
            stage.press("escape")
            assert stage.top is page


def test_a_target_above_the_column_says_the_points_it_takes(player: Context) -> None:
    stage = Stage(player, table(player, 5, 18))
    mode = stage.top.mode  # type: ignore[attr-defined]
    score, target = mode.score, mode.climb.open.state.target
    mark = mode.score_display.marks()[0]
    assert mark.points > 2 * score.points, "above the column"
    factor = score.multiplier * score.gold
    needed = next(points for points in range(target) if points * factor >= target)
    assert str(needed) in mark.about
    assert mark.about in stage.read()
    stage = Stage(player, table_first(player))
    mark = stage.top.mode.score_display.marks()[0]  # type: ignore[attr-defined]
    assert mark.about not in stage.read(), "the target is in the column"


def test_the_records_lead_to_the_player_s_climbs(player: Context) -> None:
    stage = Stage(player, player.routes.records())
    assert not any(part.id == "climb" for part in stage.top.root.walk())  # type: ignore[attr-defined]
    climbs = [keep_climb(player, play_climb(seed, "magpie").record) for seed in ("4", "6")]
    keep_climb(player, play_climb("5").record, friend="Mia")
    stage = Stage(player, player.routes.records())
    words = " ".join(stage.part("climb").spoken(player))
    assert player.text("climb.climbs", count=2) in words
    assert player.catalogue.number(max(climb.points for climb in climbs)) in words
    assert "›" not in words
    stage.click(stage.part("climb"))
    rows = [w for w in stage.top.root.walk() if isinstance(w, ListRow)]  # type: ignore[attr-defined]
    assert {row.id for row in rows} == {("climb", climb.identity) for climb in climbs}


def test_the_aces_add_up_from_left_to_right_and_gold_comes_last(
    player: Context, heard: Heard
) -> None:
    for number in range(8):
        climb = play_climb(str(number), most=6)
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
        paid = [p for p in step.end.score.parts if p.added or p.state is GoldState.SURE]
        assert heard.sounds.count(Sound.CLIMB_PAYS) == len(paid)
        notes = [note for sound, note, *_ in heard.played if sound is Sound.CLIMB_PAYS]
        assert notes == sorted({*notes}), "each a step higher"
        assert stage.let(1.0) == 0, "1.6 seconds at most"


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


def test_the_row_of_aces_stands_on_every_page_of_a_finished_stage(player: Context) -> None:
    climb = next(c for n in range(30) if len((c := play_climb(str(n), most=4)).steps) == 4)
    step = climb.steps[-1]
    game = ClimbKeeper(player.store, "", replace(climb, state=step.after))
    end = climb_end_scene(player, finished_climb(climb.record, player.store.clock()))
    for scene in (AfterStage(player, game, step), end, StagesScene(player, climb.steps)):
        rows = [w for w in Stage(player, scene).top.root.walk() if w.id == "aces"]  # type: ignore[attr-defined]
        spoken = " ".join(words for row in rows for words in row.spoken(player))
        for part in step.end.score.parts:
            paid = f"{name_ace(player.catalogue, part.ace)} {word_paid(player, part)}".strip()
            assert paid in spoken


def test_an_ace_s_payment_is_written_by_its_state(player: Context) -> None:
    gold = AcePart(AceName.FORK, AceEffect.GOLD, 0, factor=Fraction(2), state=GoldState.SURE)
    added = AcePart(AceName.FINALE, AceEffect.POINTS, 0, Fraction(3))
    for part, words in (
        (gold, "×2"),
        (replace(gold, state=GoldState.OPEN), "×2"),
        (replace(gold, state=GoldState.LOST), player.text("climb.table.failed")),
        (added, "+3"),
        (replace(added, effect=AceEffect.MULTIPLIER), "+3"),
        (replace(added, effect=AceEffect.ECHO), ""),
    ):
        assert word_paid(player, part) == words


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


def test_the_end_names_what_was_short_and_enter_climbs_again(player: Context) -> None:
    climb = keep_climb(player, play_climb("3").record)
    stage = Stage(player, climb_end_scene(player, climb, is_new=True))
    scene = stage.top
    assert isinstance(scene, ClimbEndScene)
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


def test_the_player_s_page_has_the_best_stage_and_leads_to_the_climbs(player: Context) -> None:
    stage = Stage(player, player.routes.you())
    assert not any(part.id == "climb" for part in stage.top.root.walk())  # type: ignore[attr-defined]
    climb = keep_climb(player, play_climb("4", "magpie").record)
    keep_climb(player, play_climb("5").record, friend="Mia")
    stage = Stage(player, player.routes.you())
    assert str(climb.stage) in " ".join(stage.part("climb").spoken(player))
    stage.click(stage.part("climb"))
    rows = [w for w in stage.top.root.walk() if isinstance(w, ListRow)]  # type: ignore[attr-defined]
    assert [row.id for row in rows] == [("climb", climb.identity)]


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


def open_before_a_line(context: Context) -> tuple[ClimbStage, int]:
    """A stage whose called tile completes a line on a space, held aces and all."""
    for stages in (4, 5, 6):
        climb, random = take_first(with_aces(stages)), Random(stages)
        for _ in range(17):
            climb = play_call(climb, "greedy", random)
            assert climb.stage is not None
            called = climb.act(Call(climb.stage.next_call))
            assert called.stage is not None
            match = called.stage.match
            (tile,) = match.round.seats[0].hand
            for chosen in legal_placements(match, 0):
                made = called.act(Place(0, tile, chosen.space))
                has_line = len(made.facts.lines) > len(called.facts.lines)
                if has_line and laid_moments(1, called.score, made.score).payers:
                    return ClimbStage(context, ClimbKeeper(context.store, "", called)), chosen.space
    raise LookupError


def test_the_preview_is_the_score_before_and_after(player: Context) -> None:
    stage, space = open_before_a_line(player)
    stage.let(1.0)
    before = stage.climb.open.score.total
    stage.give(PointerMoved(stage.point(space)))
    words = stage.table.read(Topic.FOCUS)
    drawn = drawn_words(lambda _: stage.draw(), (1, 1))
    stage.click_space(space)
    after = stage.climb.open.score.total
    number = player.catalogue.number
    made = player.text("climb.choice.made", before=number(before), after=number(after))
    assert made in words
    assert made in drawn
    assert not any("= " in each and "×" in each for each in drawn), "no points beside the lines"


def test_the_score_ticks_when_the_line_lights_and_each_payer_a_step_higher(
    player: Context, heard: Heard
) -> None:
    stage, space = open_before_a_line(player)
    stage.let(1.0)
    mode = stage.table.mode
    assert isinstance(mode, ClimbMode)
    before, parts = mode.score.total, mode.score.parts
    marks = [mode.score_display.marks()[0].points]
    heard.sounds.clear()
    stage.click_space(space)
    drawn = list[str]()
    assert mode.score_display.score.total == before, "the tile still flies"
    assert mode.score.total > before
    seen, sinking = [before], list[float]()
    for _ in range(120):
        stage.let(FRAME)
        sinking.append(mode.score_display.marks()[0].points)
        if Sound.CLIMB_PAYS in heard.sounds and not drawn:
            drawn = drawn_words(lambda _: stage.draw(), (1, 1))
            paid = [
                f"+{write_factor(player.catalogue, new.added - old.added)}"
                for old, new in zip(parts, mode.score_display.score.parts, strict=True)
                if new.added > old.added
            ]
            assert paid[0] in drawn, "what an ace pays flies as words"
        if mode.score_display.score.total != seen[-1]:
            seen.append(mode.score_display.score.total)
            marks.append(mode.score_display.marks()[0].points)
    assert seen[-1] == mode.score.total
    assert seen == sorted(seen)
    assert Sound.CLIMB_PAYS in heard.sounds
    stage.let(1.0)
    assert mode.score_display.marks()[0].points <= marks[0], "the target's line sinks"
    assert sinking == sorted(sinking, reverse=True), "and never rises"


def test_without_movement_the_score_is_there_at_once(player: Context) -> None:
    player.preferences = replace(player.preferences, has_reduced_motion=True)
    stage, space = open_before_a_line(player)
    stage.let(1.0)
    mode = stage.table.mode
    assert isinstance(mode, ClimbMode)
    stage.click_space(space)
    stage.let(2 * FRAME)
    assert mode.score_display.score == mode.score


def test_the_best_at_this_stage_ever_is_a_ghost_on_another_seed(player: Context) -> None:
    best = max((play_climb(str(n)) for n in range(4)), key=lambda one: one.steps[0].after.total)
    for number in range(4):
        keep_climb(player, play_climb(str(number)).record, number)
    first = ghosts_of_stage(player, "unknown", 1, 0)
    assert [ghost.total_after(1) for ghost in first] == [best.steps[0].after.total]
    keep_climb(player, play_climb("unknown", "magpie").record)
    (same,) = ghosts_of_stage(player, "unknown", 1, 0)
    assert same.total_after(1) == play_climb("unknown", "magpie").steps[0].after.total


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


def test_a_free_climb_is_never_ranked_among_the_day_s(player: Context) -> None:
    player.store.clock = lambda: NOW
    today = player.store.today
    of_day = keep_climb(player, play_climb(day_seed(today), "beaver").record, day=today)
    free = keep_climb(player, play_climb("3").record)
    ranked = [one.climb.identity for one in list_climbs(player, ClimbList.DAY)]
    assert ranked == [of_day.identity]
    both = {one.climb.identity for one in list_climbs(player, ClimbList.EVER)}
    assert both == {of_day.identity, free.identity}
    stage = Stage(player, climb_end_scene(player, free, is_new=True))
    shown = " ".join(stage.read())
    assert player.text("climb.finish.other_mountain") in shown


def test_nobody_stands_above_himself(player: Context) -> None:
    kept = [keep_climb(player, play_climb(seed, "magpie").record) for seed in ("4", "6", "9")]
    lower, higher, highest = sorted(kept, key=lambda one: one.points)
    assert lower.points < higher.points < highest.points
    stage = Stage(player, climb_end_scene(player, lower))
    words = " ".join(stage.read())
    stage.click(stage.part(("climb", higher.identity)))
    assert isinstance(stage.top, ClimbEndScene)
    assert stage.top.control.climb.identity == higher.identity
    margin = player.catalogue.number(higher.points - lower.points)
    assert player.text("climb.finish.above_own", points=margin) in words
    name = name_on_table(higher)
    assert player.text("climb.finish.above", name=name, points=margin) not in words
    friend = keep_climb(player, play_climb("3").record, friend="Mia")
    assert friend.points > highest.points
    words = " ".join(Stage(player, climb_end_scene(player, highest)).read())
    margin = player.catalogue.number(friend.points - highest.points)
    assert player.text("climb.finish.above", name="Mia", points=margin) in words


@pytest.mark.parametrize("day", ["2026-11-01", "2026-12-05", "2031-06-01"])
def test_every_day_has_its_animals_on_the_mountain(player: Context, day: str) -> None:
    campers = campers_of(player, date.fromisoformat(day))
    assert {one.bot for one in campers if one.bot} == {*CLIMBING_BOTS}
    assert all(one.stage for one in campers)


def test_passing_all_computers_is_said_where_it_happens(player: Context) -> None:
    noon = datetime(2026, 12, 1, 12, tzinfo=UTC)
    player.store.clock = lambda: noon
    climb = play_climb(day_seed(noon.date()), most=3)
    most = max(one.totals[-1] for one in bot_climbs(noon.date()))
    step = climb.steps[-1]
    said = player.text("climb.finish.passed_all")
    for before, total, is_said in ((0, most, 0), (most, most + 1, 1), (most + 1, most + 2, 0)):
        shown = replace(
            step,
            before=replace(step.before, total=before),
            after=replace(step.after, total=total),
        )
        game = ClimbKeeper(player.store, "", replace(climb, state=shown.after))
        stage = Stage(player, AfterStage(player, game, shown))
        stage.let(1.7)
        assert (said in " ".join(stage.read())) is bool(is_said)


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


def texts_of(stage: Stage) -> list[str]:
    """Return the words of the page's texts in their order."""
    return [p.words for p in stage.top.root.walk() if isinstance(p, Text)]  # type: ignore[attr-defined]


def exits_of(stage: Stage) -> list[tuple[object, str]]:
    """Return the action band and the links in their order, each with its words."""
    parts = stage.top.root.walk()  # type: ignore[attr-defined]
    return [(p.id, say(p.label)) for p in parts if isinstance(p, ActionBand | WordLink)]


def test_the_page_of_a_climb_has_its_own_exits_and_its_lists_are_in_order(player: Context) -> None:
    noon, text = datetime(2026, 12, 3, 12, tzinfo=UTC), player.text
    player.store.clock = lambda: noon
    seed, climbs = day_seed(noon.date()), player.store.profile.climbs
    records = [
        play_climb(*one).record for one in ((seed, "magpie"), ("4", "magpie"), ("6", "magpie"))
    ]
    days = (0, 2, 9)
    mine, old, high = (
        finished_climb(one, noon - timedelta(days=ago), noon.date() if ago == 0 else None)
        for one, ago in zip(records, days, strict=True)
    )
    friend = friends_climb(
        with_climber(play_climb(seed, "duckling").record, "Zoe"), noon, noon.date()
    )
    brought = friends_climb(with_climber(play_climb("5").record, "Mia"), noon, noon.date())
    for one in (old, mine, friend, high):
        climbs.add(one)
    same = (("share", "share"), ("stages", "stages"), ("mountain", "mountain"))
    for climb, exits in (
        (mine, ((MAIN, "again"), *same)),
        (old, ((MAIN, "again"), *same)),
        (friend, ((MAIN, "play"), *same)),
        (brought, ((MAIN, "add"), ("play", "play"), ("share", "share"), ("mountain", "mountain"))),
    ):
        stage = Stage(player, climb_end_scene(player, climb))
        assert exits_of(stage) == [(id, text(f"climb.finish.{key}")) for id, key in exits]
    computers = [(ghost.name, ghost.totals[-1]) for ghost in computer_ghosts(noon.date())]
    assert computers
    names = {one.identity: name_on_table(one) for one in (mine, old, high, friend)}
    kept = {
        ClimbList.DAY: (mine, friend),
        ClimbList.WEEK: (mine, friend, old),
        ClimbList.EVER: (mine, friend, high, old),
    }
    for what, listed in kept.items():
        stage.choose("lists", what)
        rows = [(one.points, names[one.identity]) for one in listed]
        if what is ClimbList.DAY:
            rows += [(points, bot_name(player, bot)) for bot, points in computers]
        rows.sort(key=lambda row: -row[0])
        shown = [" ".join(p.spoken(player)) for p in stage.widgets() if isinstance(p, ListRow)]
        assert len(shown) == len(rows)
        for place, (words, (points, name)) in enumerate(zip(shown, rows, strict=True), 1):
            assert words.startswith(f"{place}  {name}")
            assert player.catalogue.number(points) in words
    stage.choose("lists", ClimbList.MINE)
    shown_ids = [p.id for p in stage.widgets() if isinstance(p, ListRow)]
    newest = [mine, old, high]
    assert shown_ids == [("climb", one.identity) for one in newest]
    assert newest not in (
        sorted(newest, key=lambda one: one.points),
        sorted(newest, key=lambda one: -one.points),
    )


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
    for key, scene in (("climb.start.replace_go_on", TableScene), ("menu.back", MountainScene)):
        stage = Stage(player, MountainScene(player))
        stage.click(stage.widget("free"))
        assert isinstance(stage.top, Dialog)
        assert player.text("climb.start.replace", stage="1") in " ".join(stage.read())
        stage.click(stage.find(player.text(key)))
        assert isinstance(stage.top, scene)
        assert [climb.state.seed for _, climb in open_games(player.store)] == ["11"]
    # A climb again from an end page asks at the mountain.
    end = climb_end_scene(player, keep_climb(player, play_climb("4", "magpie").record))
    stage = Stage(player, end)
    stage.press("return")
    assert isinstance(stage.top, MountainScene)


def test_the_first_two_failed_conditions_are_named_and_the_line_that_was_missing(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    climb = play_climb("3")
    assert climb.state.is_over
    held, end = climb.steps[-1].before.slots, climb.steps[-1].end
    first, second, *_ = held
    failed = tuple(FailedGold(slot.ace, 9) for slot in (first, second, first))
    text, catalogue = player.text, player.catalogue
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


def test_the_choice_is_read_whole_and_says_what_each_card_is(player: Context) -> None:
    climb, text, catalogue = with_aces(4), player.text, player.catalogue
    held = AceSlot(climb.cards[2], 3)
    climb = replace(climb, state=replace(climb.state, slots=(held, *climb.slots[1:])))
    scene = ChoiceScene(player, ClimbKeeper(player.store, "", climb))
    stage, was = Stage(player, scene), climb.steps[-1].end.score.total
    names = [name_ace(catalogue, card) for card in climb.cards]
    stages = "; ".join(
        text(
            "climb.choice.ahead_stage",
            stage=name_stage(catalogue, ahead),
            target=catalogue.number(target_at(ahead)),
        )
        for ahead in (5, 6, 7)
    )
    keys = text("heard.spoken.take_keys", count="3")
    for is_pad_held in (False, True):
        player.is_pad_held = is_pad_held
        assert scene.read(Topic.HEADING) == as_sentences(
            (
                text("heard.spoken.take_one", count="3", cards=", ".join(names)),
                "" if is_pad_held else keys,
                text("climb.choice.ahead", stages=stages),
                word_purse(player, climb),
            )
        )
    for index, card in enumerate(climb.cards):
        change = scene.gain(card)
        after = catalogue.number(was + change)
        made = text("climb.choice.made_by_ear", before=catalogue.number(was), after=after)
        rarity = text(f"climb.rarity.{ACES[card].rarity}")
        level = text("climb.choice.held", before="3", after="4")
        about = as_sentences((word_offer(catalogue, climb.slots, card), made))
        wanted = text(
            "climb.choice.card",
            key=str(index + 1),
            ace=names[index],
            rarity=level if index == 2 else rarity,
            about=about,
        )
        assert stage.part(("card", index)).spoken(player) == [wanted]
        stage.press(str(index + 1))
        chosen = as_sentences((wanted, text("heard.spoken.is_chosen")))
        assert stage.part(("card", index)).spoken(player) == [chosen]
        assert exits_of(stage)[-1] == (MAIN, text("climb.choice.take", ace=names[index]))


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


def test_a_name_is_changed_on_an_own_stored_climb_alone(player: Context) -> None:
    own = keep_climb(player, play_climb("4", "magpie").record)
    friend = keep_climb(player, play_climb("5").record, friend="Mia")
    loose = finished_climb(play_climb("6", "magpie").record, NOW)
    before = default_name(player, 0)
    for climb in (friend, loose):
        control = ClimbEndControl(player, climb)
        record = control.record
        control.rename("Zoe")
        assert (control.record, default_name(player, 0)) == (record, before)
    control = ClimbEndControl(player, own)
    record = control.record
    control.rename("")
    assert (control.name, control.record) == ("", record)
    control.rename("Zoe")
    kept = {one.identity: one for one in player.store.profile.climbs.finished()}
    names = [name_on_table(kept[one.identity]) for one in (own, friend)]
    assert names == ["Zoe", "Mia"]
    assert default_name(player, 0) == "Zoe"
    assert not control.is_practice
    assert (control.is_new, control.goals, control.day) == (False, (), None)


def test_a_mark_has_a_check_where_it_is_passed_and_an_arrow_above_the_column(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    icons = list[Icon]()
    monkeypatch.setattr(
        type(player.painter), "icon", lambda _, surface, icon, *more: icons.append(icon)
    )
    column, surface = Rect(700, 0, 300, 700), pygame.Surface((1, 1))
    for points, shown in (
        (10, [Icon.CHECK]),
        (60, [Icon.SUMMIT]),
        (900, [Icon.UP, Icon.SUMMIT]),
    ):
        icons.clear()
        mark = StageMark(points, "target", "word")
        draw_stage_marks(surface, player.painter, column, [mark], 100, 350)
        assert icons == shown


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
        assert stage.let(FRAME) == 1, "a request to read ends no motion"
        for _ in range(2):
            assert isinstance(stage.top, AfterStage)
            if way == "click":
                stage.hit((5, 5))
            else:
                stage.type("y") if way == "letter" else stage.press(way)
        assert isinstance(stage.top, scene)


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
    stage.click(stage.part("name"))
    assert scene.focused_leaf() is stage.part("name")
    stage.press("return")
    assert scene.focused_leaf() is stage.part(MAIN)


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


def test_a_row_of_the_high_scores_leads_to_its_climb(player: Context) -> None:
    kept = keep_climb(player, play_climb("4", "magpie").record, day=NOW.date())
    keep_climb(player, play_climb("6", "beaver").record, friend="Mia")
    stage = Stage(player, ScoresScene(player, ClimbList.EVER))
    stage.click(stage.part(("climb", kept.identity)))
    assert isinstance(stage.top, ClimbEndScene)
    assert stage.top.control.climb.identity == kept.identity
    assert not stage.top.control.is_new


def test_a_crowded_camp_names_two_climbers_and_counts_the_others(player: Context) -> None:
    stage = Stage(player, MountainScene(player))
    scene = stage.top
    assert isinstance(scene, MountainScene)
    names = ("Mia", "Zoe", "Kim", "Leo")
    scene.camps = by_camp(Camper(GhostKind.FRIEND, name, 5) for name in names)
    more = player.text("climb.start.more", count="2")
    drawn = drawn_words(lambda _: stage.draw(), (1, 1))
    assert " · ".join(["Mia", "Zoe", more]) in drawn


def test_a_friend_s_seed_is_played_on_its_day_or_as_a_free_climb(player: Context) -> None:
    player.store.clock = lambda: NOW
    today = player.store.today
    of_day = keep_climb(player, play_climb(day_seed(today), "magpie").record, friend="Zoe")
    brought = friends_climb(with_climber(play_climb("5").record, "Mia"), NOW, today)
    for climb, link, key, seed in (
        (of_day, MAIN, today.isoformat(), day_seed(today)),
        (brought, "play", "", "5"),
    ):
        stage = Stage(player, climb_end_scene(player, climb))
        stage.click(stage.part(link))
        assert isinstance(stage.top, TableScene)
        opened = [(stored.key, one.state.seed) for stored, one in open_games(player.store)]
        assert opened == [(key, seed)]
        player.store.save_climb(key, "")


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("climb") == []
