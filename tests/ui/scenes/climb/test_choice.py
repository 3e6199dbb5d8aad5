"""The choice after a stage: its cards, what is for sale, the order of the aces."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.climb.aces import ACES, AceName, AceSlot, needs_slot
from game.climb.ending import card_gain
from game.climb.game import ClimbKeeper
from game.climb.open_climb import Reroll, parse_open_climb
from game.climb.stage_rules import rope_price, target_at
from game.page.climb_words import (
    name_ace,
    name_stage,
    word_offer,
)
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import make_view
from game.ui.parts import MAIN, ActionBand, Text
from game.ui.scenes.climb.after import AfterStage, after_stage_scene
from game.ui.scenes.climb.choice import ChoiceScene, HeldAce
from game.ui.scenes.climb.end import ClimbEndScene
from game.ui.scenes.climb.naming import word_purse
from game.ui.scenes.table.scene import TableScene
from game.ui.sound.names import Sound
from tests.gallery.climb import (
    play_climb,
    play_stage,
    take_first,
    with_aces,
)
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.climb_stage import exits_of
from tests.ui.scenes.stage import Stage


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
            climb = with_aces(4)
            held = (climb.slots * 2)[: min(5, stages - 1)]
            climb = replace(climb, state=replace(climb.state, stage=stages, slots=held))
            stage = Stage(player, ChoiceScene(player, ClimbKeeper(player.store, "", climb)))
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


def test_the_target_of_a_stage_ahead_is_never_broken(player: Context) -> None:
    player.painter.resize(make_view((1280, 800), 1.15))
    climb = with_aces(4)
    for stages in (4, 5, 7, 8):
        ahead = replace(climb, state=replace(climb.state, stage=stages))
        stage = Stage(player, ChoiceScene(player, ClimbKeeper(player.store, "", ahead)))
        words = [part for part in stage.part("ahead").walk() if isinstance(part, Text)]
        broken = [one.words for one in words if one.reads == " " and one.is_crowded(player.painter)]
        assert broken == [], stages


def test_no_card_that_replaces_a_better_ace_stands_ready(player: Context) -> None:
    firsts: set[bool] = set()
    for number in (1, 2):
        climb = play_climb(str(number), most=6)
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


def test_a_card_s_gain_is_that_in_place_of_the_marked_ace(player: Context) -> None:
    climb = play_climb("2", most=6)
    stage = Stage(player, ChoiceScene(player, ClimbKeeper(player.store, "", climb)))
    scene, step, gains = stage.top, climb.steps[-1], set[int]()
    assert isinstance(scene, ChoiceScene)
    card = next(card for card in climb.cards if needs_slot(climb.slots, card))
    for index, slot in enumerate(climb.slots):
        stage.click(stage.part(("held", index)))
        assert scene.gain(card) == card_gain(step.before.slots, step.end, card, slot.ace)
        gains.add(scene.gain(card))
    assert len(gains) > 1


def test_a_taken_card_is_heard_and_replaces_the_marked_ace(
    player: Context, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(Context, "speak", lambda _, words, **how: spoken.append(words))
    keeper = ClimbKeeper(player.store, "", play_climb("2", most=6))
    stage = Stage(player, ChoiceScene(player, keeper))
    scene, held = stage.top, [slot.ace for slot in keeper.open.slots]
    assert isinstance(scene, ChoiceScene)
    cards = keeper.open.cards
    number = next(n for n, card in enumerate(cards) if needs_slot(keeper.open.slots, card))
    key = str(number + 1)
    stage.give(Command(None, key=key, text=key, is_repeat=True))
    assert scene.chosen is None
    stage.click(stage.part(("held", 1)))
    stage.press(key)
    assert spoken[-1] == scene.spoken(scene.part(("card", number)))
    heard.sounds.clear()
    stage.press("return")
    assert Sound.ACE in heard.sounds
    name = name_ace(player.catalogue, cards[number])
    assert player.text("heard.spoken.taken_ace", name=name) in spoken
    left = {*held[:1], cards[number], *held[2:]}
    assert {slot.ace for slot in keeper.open.state.slots} == left


def test_aces_can_be_moved_where_echo_is_held_or_offered_and_another_is_held(
    player: Context,
) -> None:
    climb = with_aces(4)
    rich = replace(climb.state, crystals=99)
    offered = replace(climb, state=rich)
    while AceName.ECHO not in offered.cards:
        offered = offered.act(Reroll())
    others = tuple(slot for slot in climb.slots if slot.ace is not AceName.ECHO)[:2]
    for slots, is_moved in (
        (others, True),
        (others[:1], False),
        ((AceSlot(AceName.ECHO),), False),
    ):
        keeper = ClimbKeeper(player.store, "", replace(offered, state=replace(rich, slots=slots)))
        shown = {part.id for part in Stage(player, ChoiceScene(player, keeper)).widgets()}
        assert ({"left", "right"} <= shown) is is_moved


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


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("climb_choice") == []
