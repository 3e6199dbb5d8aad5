"""The editions' rows, the rows of rules, and their explanations."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.play.choices import SeatChoice, add_seat
from game.play.editions import CallerRule, all_editions, find_edition
from game.rules.boards import BoardName
from game.rules.ruleset import (
    BonusRule,
    CallRule,
    RayRule,
)
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Ignored
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import MAIN, Column, Text
from game.ui.scenes.editions.options import option_control, option_keys
from game.ui.scenes.editions.rows import OWN_DIGIT, EditionRow, edition_rows, press_digit
from game.ui.scenes.editions.topic_picture import TopicPicture
from game.ui.scenes.editions.topics import changed_rules, fact_words, topic_of, wrong_seats
from game.ui.scenes.setup.scene import SetupScene
from game.ui.widgets import Segmented
from tests.gallery.front import wait_for
from tests.golden.pages import changed_pages
from tests.ui.scenes.conftest import Tables
from tests.ui.scenes.setup_stage import choices_of, open_drawer, open_setup, point_at
from tests.ui.scenes.stage import Stage
from tests.ui.test_screen_reader import Said
from tests.ui.voice import Voice
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


def test_what_has_no_effect_cannot_be_chosen(context: Context) -> None:
    first, last = ["placement", "rays", "rounds"], ["answer_seconds", "is_blind"]
    alone, two = (SeatChoice("red"),), (SeatChoice("red"), SeatChoice("blue", bot="fox"))
    standard = choices_of(context, "standard")
    mail = replace(standard, call=CallRule.MAIL)
    daffodil = replace(standard, board=BoardName.DAFFODIL)
    for choices, seats, keys in (
        (standard, alone, ["board", *first, "call", *last]),
        (standard, two, ["board", *first, "caller", "call", *last]),
        (daffodil, alone, ["board", "daffodil", *first, "call", *last]),
        (mail, two, ["board", *first, "caller", "call", "bonus", *last]),
    ):
        assert option_keys(replace(choices, seats=seats)) == keys


def test_a_value_is_named_and_explained_with_its_numbers(context: Context) -> None:
    standard = choices_of(context, "standard")
    for key, value, named, words in (
        ("board", BoardName.CLASSIC, "Board: Classic", "19 spaces in 15 lines; 27 different tiles"),
        ("board", BoardName.DAFFODIL, "Board: Daffodil", "21 spaces, three of them stamens, in 18"),
        ("daffodil", 4, "Variant: 4", "You set three tiles aside."),
        (
            "rays",
            RayRule.RAYS,
            "Rays: Every ray",
            "A line of nothing but suns earns 7 extra",
        ),
        (
            "rays",
            RayRule.BEST_RAY,
            "Rays: Best ray",
            "The longest sun ray and the longest moon",
        ),
        ("rounds", 1, "Rounds: 1 round", "One round decides."),
        ("rounds", 4, "Rounds: 4 rounds", "The points of 4 rounds are added up."),
        ("answer_seconds", None, "Clock: none", "Take all the time you want."),
        ("answer_seconds", 90, "Clock: 1 min 30 s", "You have 1 min 30 s for each call. Then"),
        ("is_blind", False, "Placed tiles: Face up", "What you have placed stays in sight."),
        ("is_blind", True, "Placed tiles: Face down (blind)", "At the next call your tiles turn"),
        ("bonus", BonusRule.CALL, "Bonus: Each call", "After each call, the player who gained"),
        ("caller", CallerRule.FIRST, "Caller: Seat 1", "The player in seat 1 calls"),
    ):
        topic = topic_of(context, standard, key, value)
        assert (topic.key, getattr(topic.choices, key)) == (key, value)
        assert topic.title.replace("\N{NO-BREAK SPACE}", " ") == named
        assert topic.words.replace("\N{NO-BREAK SPACE}", " ").startswith(words)
        assert (topic.trouble != "") is (value is RayRule.BEST_RAY), "alone there is no best ray"
    mail = replace(standard, call=CallRule.MAIL)
    clock = topic_of(context, mail, "answer_seconds", 45).words
    assert clock.replace("\N{NO-BREAK SPACE}", " ") == (
        "Each answer has 45 s; afterwards the call counts as missed."
    )
    bonus = topic_of(context, mail, "bonus", BonusRule.GAME).words
    assert bonus.endswith(
        "the player who gained the most in it earns 10 points more, the second 5."
    )
    bonus = topic_of(context, mail, "bonus", BonusRule.CALL).words
    assert bonus.endswith("earns 10 points more, the second 5.")
    rays = topic_of(context, standard, "rays", RayRule.RAYS).words
    assert "a line of nothing but moons 6" in rays


def test_changes_of_an_edition_and_seats_that_it_does_not_know_are_named(context: Context) -> None:
    standard, four = choices_of(context, "standard"), choices_of(context, "four-rounds")
    changed = replace(standard, rounds=3, is_blind=True, rays=RayRule.RAYS)
    words = "Rays: Every ray · 3 rounds · Placed tiles: Face down (blind)"
    assert changed_rules(context, changed, standard) == words
    assert changed_rules(context, standard, standard) == ""
    five = four.seats[:1] * 5
    wrong = context.text("setup.own_seats", edition="Four rounds", fewest=1, most=4)
    for choices, seats, told in (
        (four, four.seats, ""),
        (four, five, wrong),
        (replace(four, rays=RayRule.RAYS), five, ""),
        (replace(four, edition="unknown"), five, ""),
    ):
        assert wrong_seats(context, replace(choices, seats=seats)) == told
    facts = {card.name: fact_words(context, card) for card in all_editions()}
    most = "The most a round can score is {} points, on {} different boards."
    assert facts == {
        "standard": (most.format(307, 16), "For 1 to 6 players"),
        "french": (most.format(307, 16), "For 1 to 6 players"),
        "four-rounds": (most.format(307, 16), "For 1 to 4 players"),
        "daffodil": (most.format(371, 32), "For 1 to 6 players"),
        "league": ("For 2 to 6 players",),
    }


def test_a_trouble_is_shown_in_the_place_of_the_remark(player: Context) -> None:
    choices, seats = choices_of(player, "four-rounds"), choices_of(player, "standard").seats[:1]
    while len(seats) < 5:
        seats = add_seat(seats)
    remark = wrong_seats(player, replace(choices, seats=seats))
    twice = player.text("setup.name_twice", name="Ana")
    assert remark
    named = (*seats[:3], *(replace(seat, name="Ana") for seat in seats[3:]))
    for taken, shown in ((seats, remark), (named, twice)):
        stage = Stage(player, SetupScene(player, replace(choices, seats=taken)))
        text = stage.part("troubles")
        assert isinstance(text, Text)
        assert text.words == shown


def test_an_edition_is_chosen_by_its_digit_which_is_announced(context: Context) -> None:
    chosen: list[str] = []
    said = context.speaker = Said()
    change_settings(context, has_speech=True)
    rows = Column(*edition_rows(context, lambda card: chosen.append(card.name), "french"))
    assert [part.is_chosen for part in rows.walk() if isinstance(part, EditionRow)] == [
        *(False, True, False, False, False)
    ]
    assert press_digit(context, rows, 4) is None
    assert chosen == ["daffodil"]
    assert said.texts == ["Daffodil, chosen."]
    for digit in (0, OWN_DIGIT):
        assert isinstance(press_digit(context, rows, digit), Ignored)
    assert len(chosen) == 1


def test_what_cannot_be_combined_is_said_and_not_started(context: Context, tables: Tables) -> None:
    stage, scene = open_drawer(context)
    assert len(scene.control.choices.seats) == 1
    scene.focus("rays", is_shown=False)
    alone = context.text("errors.conflict.best-ray-needs-opponents")
    stage.press("right", "right")
    assert alone in " ".join(stage.read()), "in the drawer"
    stage.press("return", "return")
    assert not scene.is_open
    assert tables.setups == []
    assert scene.control.choices.rays is RayRule.BEST_RAY
    assert stage.part(MAIN).hint() == alone
    assert alone in " ".join(stage.read()), "beside what does not start"
    stage.click(stage.part("computer"))
    stage.press("return")
    assert tables.setups[0].rules.rays is RayRule.BEST_RAY


def test_enter_starts_after_a_click_but_presses_what_the_keyboard_has_walked_to(
    context: Context, tables: Tables
) -> None:
    stage, scene = open_setup(context)
    stage.click(stage.part("computer"))
    scene.form.focus(stage.part("person"), is_shown=True)
    stage.press("return")
    assert (len(scene.control.choices.seats), tables.setups) == (3, [])
    stage.click(stage.part("computer"))
    stage.give(Command(Action.CONFIRM, key="return", is_repeat=True))
    assert tables.setups == [], "a key that is still held starts nothing"
    stage.press("return")
    assert len(tables.setups[0].players) == 4


def test_what_does_not_apply_is_not_shown(context: Context) -> None:
    stage, scene = open_drawer(context)
    assert {"daffodil", "bonus", "has_hidden_boards"} & {p.id for p in scene.root.walk()} == set()
    stage.press("4")
    assert scene.find("daffodil") is not None
    stage.press("5")
    assert scene.find("daffodil") is None
    assert scene.find("bonus") is not None
    # A board is hidden only from another person at this screen.
    stage.press("escape")
    assert scene.find("has_hidden_boards") is None
    stage.click(stage.part("person"))
    assert scene.find("has_hidden_boards") is not None


def test_a_choice_that_does_not_apply_comes_back_with_what_it_belongs_to(context: Context) -> None:
    stage, scene = open_drawer(context, "daffodil")
    stage.choose("daffodil", 3)
    stage.choose("board", BoardName.CLASSIC)
    assert scene.control.choices.rules.daffodil is None
    stage.choose("board", BoardName.DAFFODIL)
    assert scene.control.choices.rules.daffodil == 3


def test_an_option_under_the_pointer_is_explained_before_it_is_chosen(context: Context) -> None:
    stage, scene = open_drawer(context)
    rays = scene.part("rays")
    assert isinstance(rays, Segmented)
    for number, (value, _) in enumerate(rays.options):
        x, y = stage.place_of(rays)
        cell = rays.cells()[number]
        point_at(stage, x + cell.centre[0] - rays.rect.centre[0], y)
        topic = scene.topic
        assert topic is not None
        assert (topic.key, topic.choices.rays) == ("rays", value)
        assert stage.let(0.3) == 0, "once"
        assert topic.words in " ".join(stage.read())
        is_best = value is RayRule.BEST_RAY
        assert ("60" in topic.words) is is_best
        # Alone there is no best ray, and the drawer says so at once.
        alone = context.text("errors.conflict.best-ray-needs-opponents")
        assert topic.trouble == (alone if is_best else "")
        assert (alone in " ".join(stage.read())) is is_best
    assert scene.control.choices.rays is RayRule.NONE
    # The explanation stays where the pointer leaves the rows, and the pointer precedes the focus.
    topic = scene.topic
    scene.form.focus(None)
    point_at(stage, 1, 1)
    assert scene.topic == topic
    scene.focus("placement", is_shown=True)
    point_at(stage, *stage.place_of(rays))
    assert scene.topic is not None
    assert scene.topic.key == "rays"


def test_the_keyboard_is_explained_too(context: Context) -> None:
    stage, scene = open_drawer(context)
    assert scene.topic is not None
    assert scene.topic.key == "board", "the first row"
    scene.focus("placement", is_shown=True)
    stage.let(0.1)
    assert scene.topic.key == "placement"
    stage.press("right")
    assert scene.topic.words == context.text("setup.explain.placement.adjacent")
    own = context.text("setup.topic", name="Placing", value="Touching")
    assert own in stage.read(), "one's own rules say what has changed"


def test_an_edition_under_the_pointer_tells_about_itself(context: Context) -> None:
    stage, scene = open_setup(context)
    for card in all_editions():
        row = scene.part(("card", card.name))
        point_at(stage, *row.rect.centre)
        assert scene.example == card.rules
        assert context.text(f"editions.{card.name}.about") in row.hint()
        fewest, most = card.players
        players = context.text("editions.fact.players", fewest=fewest, most=most)
        *more, last = fact_words(context, card)
        assert last == players
        assert last in row.hint()
        assert bool(more) is (card.facts.maximum_boards is not None)
    point_at(stage, 1, 1)
    assert scene.example == scene.control.choices.rules
    assert scene.control.choices.edition == "standard"
    # An edition that is chosen meanwhile is shown, wherever the pointer is.
    daffodil, french = scene.part(("card", "daffodil")), find_edition("french")
    point_at(stage, *daffodil.rect.centre)
    stage.press("2")
    stage.let(0.1)
    assert french is not None
    assert scene.example == french.rules


def test_more_seats_than_the_text_knows_are_ones_own_rules(context: Context) -> None:
    stage, scene = open_setup(context, "four-rounds")
    card = find_edition("four-rounds")
    assert card is not None
    while len(scene.control.choices.seats) < card.players[1]:
        stage.click(stage.part("computer"))
    assert scene.control.choices.is_of_card
    stage.click(stage.part("computer"))
    assert not scene.control.choices.is_of_card
    assert "1 to 4 players" in " ".join(stage.read())
    scene.control.choose("rounds", 2)
    scene.renew()
    assert "1 to 4 players" not in " ".join(stage.read())


def test_ones_own_rules_come_back_by_their_digit(player: Context) -> None:
    stage, scene = open_setup(player)
    stage.press(str(OWN_DIGIT))
    assert scene.is_open, "there were none"
    stage.choose("rounds", 3)
    scene.focus(MAIN)
    stage.press("return", "4")
    assert scene.control.choices.edition == "daffodil"
    assert scene.control.choices.is_of_card
    people = add_seat(scene.control.choices.seats, "")
    scene.control.choose_seats(people)
    stage.press(str(OWN_DIGIT))
    assert (scene.is_open, scene.control.choices.rounds) == (False, 3)
    assert scene.control.choices.seats == people, "who plays is not undone"
    assert scene.control.choices.board is BoardName.CLASSIC
    stage.press(str(OWN_DIGIT))
    assert scene.is_open, "to change them"
    stage.press("escape")
    assert (stage.top, scene.is_open) == (scene, False)


def test_a_digit_says_what_it_chooses_and_one_too_many_chooses_nothing(context: Context) -> None:
    context.speaker = voice = Voice()
    stage, scene = open_setup(context)
    names = [context.text(f"editions.{card.name}.name") for card in all_editions()]
    names.append(context.text("editions.custom.name"))
    chosen = context.text("heard.spoken.is_chosen")
    for digit, name in enumerate(names, 1):
        voice.spoken.clear()
        stage.press(str(digit))
        assert f"{name}, {chosen}." in voice.spoken
    assert scene.is_open
    stage.press("escape")
    before = scene.control.choices
    voice.spoken.clear()
    stage.press("9")
    assert (scene.control.choices, scene.is_open, voice.spoken) == (before, False, [])


def test_the_drawer_has_the_focus_and_returns_it_to_its_link(context: Context) -> None:
    stage, scene = open_setup(context)
    for close in ("escape", "return"):
        stage.click(stage.part("change"))
        assert scene.read(Topic.HEADING) == as_sentences([context.text("setup.rules")])
        focused = scene.focused_leaf()
        assert focused is not None
        assert focused.id == "board", "the first row"
        scene.form.focus(None)
        stage.press(close)
        assert not scene.is_open
        assert scene.form.focused is scene.part("change")
        assert scene.read(Topic.HEADING) == as_sentences([context.text("setup.title")])


def test_rows_lose_their_second_line_where_all_have_no_room_else(player: Context) -> None:
    def least() -> int:
        """Return the fewest units of height at which rows have two lines."""
        scene, heights = SetupScene(player, choices_of(player, "standard")), range(800, 1500)

        def has_room(height: int) -> bool:
            scene.resize(make_view((1280, height), 1.7))
            return not scene.is_low

        fewest = heights[bisect_left(heights, True, key=has_room)]
        return round(make_view((1280, fewest), 1.7).units_high)

    alone = least()
    scene = SetupScene(player, replace(choices_of(player, "standard"), rounds=3))
    scene.control.save_preset("A mixture")
    assert least() == pytest.approx(alone + 45, abs=1)
    wait_for(player)
    assert least() == pytest.approx(alone + 45 + 108, abs=1)


def test_only_rules_of_one_s_own_come_back_by_their_digit(player: Context) -> None:
    stage, scene = open_setup(player)
    stage.press("3", "4", str(OWN_DIGIT))
    assert scene.is_open, "an edition's rules are not one's own"
    assert scene.control.choices.edition == "daffodil"
    stage.choose("rounds", 3)
    scene.control.save_preset("A mixture")
    stage.press("escape", "2", str(OWN_DIGIT))
    assert scene.is_open, "nor are those of a mixture"
    assert scene.control.choices.edition == "french"


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("editions") == []
