"""The editions' rows, the rows of rules, and their explanations."""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.locale import Language, load_catalogue
from game.play.choices import add_seat
from game.play.editions import CallerRule
from game.rules.ruleset import BonusRule, RayRule
from game.ui.frame.context import Context
from game.ui.frame.topics import Topic
from game.ui.layout.rects import Rect
from game.ui.scenes.editions.options import option_control, option_keys
from game.ui.scenes.editions.rows import EditionRow
from game.ui.scenes.editions.topic_picture import TopicPicture
from game.ui.scenes.editions.topics import topic_of
from tests.ui.scenes.setup_stage import choices_of, open_drawer, open_setup, point_at
from tests.ui.written import Written


def test_every_value_of_every_row_is_explained_in_every_language(context: Context) -> None:
    _, scene = open_setup(context, "league")
    chosen = scene.control.choices
    for language in Language:
        context.catalogue = load_catalogue(language)
        for key in option_keys(chosen):
            control = option_control(context, chosen, key, lambda field, value: None)
            for value in getattr(control, "options", [(getattr(chosen, key), "")]):
                topic = topic_of(context, chosen, key, value[0])
                assert topic.title
                assert topic.words


def test_a_card_is_lit_while_the_rules_are_its_own(context: Context) -> None:
    stage, scene = open_drawer(context, "league")
    card = scene.part(("card", "league"))
    assert isinstance(card, EditionRow)
    # Deadlines are what the league is about; rays are not.
    scene.focus("answer_seconds")
    stage.press("right")
    assert card.is_marked
    assert scene.control.table().edition == "league"
    scene.focus("rays")
    stage.press("right")
    assert not card.is_marked
    stage.press("left")
    assert card.is_marked


def test_a_choice_is_read_with_its_name_and_what_it_means(context: Context) -> None:
    stage, scene = open_drawer(context)
    scene.focus("placement")
    stage.press("right")
    about = context.text("setup.explain.placement.adjacent")
    assert scene.read(Topic.FOCUS) == f"Placing: Touching. {about}"
    scene.focus("answer_seconds")
    stage.press("right")
    assert scene.read(Topic.FOCUS).startswith("Clock: 5\xa0s. You have 5\xa0s for each call.")
    stage.press("escape")
    scene.focus(("card", "standard"))
    assert scene.read(Topic.HERE).startswith("Standard game. The classic board")
    stage.press("1")
    assert scene.read(Topic.FOCUS) == "Standard game, chosen."
    assert scene.read(Topic.HERE).startswith("Standard game, chosen. The classic board")


def test_the_picture_of_a_rule_has_its_signs(player: Context) -> None:
    """Rounds, who calls each, the bonus, and a ray's points; the caller after the last is the
    first again.
    """
    people = replace(choices_of(player, "standard"), rounds=3)
    people = replace(people, seats=add_seat(people.seats, ""))
    picture, room = TopicPicture(player), Rect(0, 0, 400, 200)
    for key, value, words in (
        ("rounds", 3, ["1", "2", "3"]),
        ("rounds", 10, [str(number) for number in range(1, 11)]),
        ("caller", CallerRule.ROTATING, ["1", "2", "1"]),
        ("caller", CallerRule.FIRST, ["1", "1", "1"]),
        ("caller", CallerRule.COMPUTER, []),
        ("bonus", BonusRule.CALL, ["+10", "+5"]),
        ("answer_seconds", 60, []),
        ("rays", RayRule.RAYS, ["28", "18"]),
        ("rays", RayRule.BEST_RAY, ["60", "60"]),
        ("rays", RayRule.NONE, []),
    ):
        written = Written(room[2:])
        with written.listening():
            picture.draw(pygame.Surface(room[2:]), topic_of(player, people, key, value), room)
        assert written.words == words, (key, value)


def test_a_rule_with_many_values_is_explained_under_the_pointer_too(context: Context) -> None:
    stage, scene = open_drawer(context, "league")
    for key in ("rounds", "answer_seconds"):
        point_at(stage, *stage.place_of(scene.part(key)))
        assert scene.topic is not None
        assert scene.topic == topic_of(
            context, scene.control.choices, key, getattr(scene.control.choices, key)
        )
