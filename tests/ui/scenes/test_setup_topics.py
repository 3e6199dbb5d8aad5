"""The setup explains what the pointer or the keyboard is at, and names what will be played."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from game.bots.players.registry import LEVELS, STRENGTH
from game.play.choices import add_seat
from game.play.editions import all_editions, find_edition
from game.play.table import TableSetup
from game.rules.boards import BoardName
from game.rules.ruleset import MAX_PLAYERS, PlacementRule, RayRule, Ruleset
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, PointerMoved
from game.ui.frame.preferences import change_settings
from game.ui.frame.routes import Routes
from game.ui.frame.scene import Pop, Push, Scene
from game.ui.frame.topics import Topic
from game.ui.parts import MAIN
from game.ui.scenes.menu.scene import MenuScene
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.setup.people import PeopleScene
from game.ui.scenes.setup.scene import SetupScene, setup_scene
from game.ui.scenes.setup.topics import fact_words, title_of
from game.ui.scenes.shared.choosing import evening_choices, first_choices, remember_choices
from game.ui.scenes.shared.edition_cards import EditionCard
from game.ui.scenes.shared.names import edition_name
from game.ui.widgets import Segmented, Stepper
from game.ui.widgets.scenes import BaseScene
from tests.gallery.records import fill_history
from tests.ui.scenes.stage import Stage


@dataclass
class Tables:
    """What was started instead of the real table."""

    setups: list[TableSetup] = field(default_factory=list)


@pytest.fixture
def tables(player: Context, monkeypatch: pytest.MonkeyPatch) -> Tables:
    """Catch the way to a new table."""
    caught = Tables()

    def start(routes: Routes, setup: TableSetup) -> Scene:
        caught.setups.append(setup)
        return BaseScene(player)

    monkeypatch.setattr(SceneRoutes, "new_table", start)
    return caught


def open_setup(context: Context, edition: str = "standard") -> tuple[Stage, SetupScene]:
    scene = setup_scene(context, edition)
    assert isinstance(scene, SetupScene)
    return Stage(context, scene), scene


def point_at(stage: Stage, x: float, y: float) -> None:
    stage.give(PointerMoved((x, y)))
    stage.let(0.1)


def test_an_option_under_the_pointer_is_explained_before_it_is_chosen(context: Context) -> None:
    stage, scene = open_setup(context)
    rays = scene.part("rays")
    assert isinstance(rays, Segmented)
    for (value, _), cell in zip(rays.options, rays.cells(), strict=True):
        point_at(stage, *cell.centre)
        topic = scene.control.topic
        assert (topic.key, topic.choices.rays) == ("rays", value)
        assert stage.let(0.3) == 0, "once"
        assert topic.words in " ".join(stage.read())
        is_best = value is RayRule.BEST_RAY
        assert ("60" in topic.words) is is_best
        # Alone there is no best ray, and the panel says so at once.
        alone = context.text("errors.conflict.best-ray-needs-opponents")
        assert topic.trouble == (alone if is_best else "")
    assert scene.control.choices.rays is RayRule.NONE


def test_the_keyboard_is_explained_too_and_a_card_takes_the_word(context: Context) -> None:
    stage, scene = open_setup(context)
    scene.form.focus(scene.part("placement"), is_shown=True)
    stage.let(0.1)
    assert scene.control.topic.key == "placement"
    stage.press("4")
    stage.let(0.1)
    assert scene.control.topic.key == "card"
    assert context.text("editions.daffodil.about") in " ".join(stage.read())
    # Though what the keyboard is at changes with it.
    scene.form.focus(scene.part("board"), is_shown=True)
    stage.let(0.1)
    assert scene.control.topic.key == "board"
    stage.press("1")
    stage.let(0.1)
    assert scene.control.topic.key == "card"


def test_a_card_under_the_pointer_tells_about_itself(context: Context) -> None:
    stage, scene = open_setup(context)
    for card, edition in [(scene.part(("card", e.name)), e) for e in all_editions()]:
        point_at(stage, *card.rect.centre)
        assert scene.control.topic.words == context.text(f"editions.{edition.name}.about")
        fewest, most = edition.players
        players = context.text("editions.fact.players", fewest=fewest, most=most)
        *more, last = scene.control.topic.facts
        assert last == players
        assert bool(more) is (edition.facts.maximum_boards is not None)
        mixed = replace(scene.control.topic.choices, rays=RayRule.BEST_RAY, board=BoardName.CLASSIC)
        assert mixed.is_of_card or fact_words(context, mixed) == ()
        stage.let(2)
        assert not card.hint()


def test_every_level_is_told_with_its_points(context: Context) -> None:
    stage, scene = open_setup(context)
    stage.click(stage.find("Computer"))
    assert scene.control.topic.key == "bot"
    stepper = scene.part(("bot", 1))
    assert list(STRENGTH) == list(LEVELS)
    assert sorted(STRENGTH.values()) == list(STRENGTH.values())
    scene.form.focus(stepper, is_shown=True)
    stage.press(*["left"] * len(LEVELS))
    for level in LEVELS:
        stage.let(0.1)
        topic = scene.control.topic
        assert topic.words == context.text(f"bots.{level}.character")
        assert str(round(STRENGTH[level])) in topic.facts[0]
        stage.press("right")


@pytest.mark.parametrize("variant", [2, 3, 4])
def test_a_variant_has_one_name_at_setup_and_at_the_table(context: Context, variant: int) -> None:
    stage, scene = open_setup(context, "daffodil")
    stage.choose("daffodil", variant)
    setup = scene.control.table()
    assert setup.edition == "daffodil"
    name = edition_name(context, setup.edition, setup.rules)
    assert name == title_of(context, scene.control.choices)
    assert name == f"Daffodil, variant {variant}"
    card = find_edition("daffodil")
    assert card is not None
    has_facts = bool(fact_words(context, scene.control.choices))
    assert has_facts is (variant == card.rules.daffodil), "they are the card's own variant's"
    stage.choose("rounds", 2)
    setup = scene.control.table()
    assert edition_name(context, setup.edition, setup.rules) == "Your own rules"
    assert title_of(context, scene.control.choices) == "Your own rules"


def test_more_seats_than_the_text_knows_are_ones_own_rules(context: Context) -> None:
    stage, scene = open_setup(context, "four-rounds")
    card = find_edition("four-rounds")
    assert card is not None
    while len(scene.control.choices.seats) < card.players[1]:
        stage.click(stage.find("Computer"))
    assert title_of(context, scene.control.choices) == "Four rounds"
    stage.click(stage.find("Computer"))
    assert title_of(context, scene.control.choices) == "Your own rules"
    assert "1 to 4 players" in " ".join(stage.read())
    stage.choose("rounds", 2)
    assert "1 to 4 players" not in " ".join(stage.read())


def test_a_card_is_lit_while_the_rules_are_its_own(context: Context) -> None:
    stage, scene = open_setup(context, "league")
    card = scene.part(("card", "league"))
    assert isinstance(card, EditionCard)
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
    stage, scene = open_setup(context)
    scene.focus("placement")
    stage.press("right")
    about = context.text("setup.explain.placement.adjacent")
    assert scene.read(Topic.FOCUS) == f"Placing: Touching. {about}"
    scene.focus("answer_seconds")
    stage.press("right")
    assert scene.read(Topic.FOCUS).startswith("Clock: 5\xa0s. Each call leaves you 5\xa0s.")
    scene.focus(("card", "standard"))
    assert scene.read(Topic.FOCUS) == "Standard game."
    stage.press("1")
    assert scene.read(Topic.FOCUS) == "Standard game, chosen."


def test_enter_and_escape_leave_a_name_and_start_nothing(context: Context) -> None:
    stage, scene = open_setup(context)
    field = scene.part(("name", 0))
    for key in ("return", "escape"):
        stage.click(field)
        stage.type("A")
        stage.press(key)
        assert stage.top is scene
        assert scene.form.focused is scene.part(MAIN)
    assert scene.control.choices.seats[0].name == "A"
    stage.give(Command(None))
    assert stage.top is scene


def test_the_best_so_far_is_that_of_the_chosen_rules(context: Context) -> None:
    context.store = fill_history(context, 7)
    stage, scene = open_setup(context)
    standard = context.store.profile.best(str(Ruleset()), scene.control.choices.ways)
    assert standard is not None
    assert stage.read().count(context.text("score.best", points=f"{standard:g}")) == 1
    stage.choose("rays", RayRule.RAYS)
    assert scene.control.record is None
    scene.control.take_card(all_editions()[0])
    assert scene.control.record == standard
    stage.stack.apply(Push(context.routes.rules()))
    context.store = Storage.in_memory()
    stage.stack.apply(Pop())
    assert scene.control.record is None, "whoever comes back sees what has changed"


def test_a_mixture_is_saved_renamed_and_deleted_as_a_card(player: Context) -> None:
    stage = Stage(player, setup_scene(player, "standard"))
    scene = stage.top
    assert isinstance(scene, SetupScene)
    assert scene.find("presets") is None
    stage.choose("rays", RayRule.RAYS)
    mixture = scene.control.choices.rules
    scene.focus("preset-name")
    stage.type("Sun evening")
    stage.press("return")
    assert stage.top is scene, "Enter names it, and starts nothing"
    assert [p.name for p in scene.control.presets] == ["Sun evening"]
    assert scene.control.topic.title == "Sun evening", "at once"
    stage.choose("rays", RayRule.NONE)
    stage.let(0.1)
    assert scene.control.topic.key == "rays"
    stage.click(scene.part(("preset", "Sun evening")))
    assert scene.control.choices.rules == mixture
    # The same words at the table and in the records.
    assert edition_name(player, "", mixture) == "Sun evening"
    assert scene.control.topic.title == "Sun evening"
    stage.click(scene.part("preset-rename"))
    scene.focus("preset-name")
    stage.press("end")
    stage.type(" 2")
    stage.click(scene.part("preset-save"))
    assert [p.name for p in scene.control.presets] == ["Sun evening 2"]
    again = setup_scene(player, "standard")
    assert isinstance(again, SetupScene)
    assert [p.name for p in again.control.presets] == ["Sun evening 2"]
    # A name that another one has is not given again: that one would be lost.
    control = again.control
    control.choose("placement", PlacementRule.ADJACENT)
    for name in ("Moon", "Sun evening 2"):
        control.save_preset(name)
    assert [p.name for p in control.presets] == ["Sun evening 2", "Moon"]
    control.delete_preset()
    stage.click(scene.part("preset-delete"))
    assert scene.control.presets == ()
    assert scene.control.choices.rules == mixture


def test_friends_find_their_seats_and_names_again(player: Context) -> None:
    choices = evening_choices(player)
    named = tuple(replace(s, name=n) for s, n in zip(choices.seats, ("Ana", "Ben"), strict=True))
    remember_choices(player, replace(choices, seats=(named[0], replace(named[1], colour="orange"))))
    remember_choices(player, replace(choices, seats=named[:1]))
    assert len(first_choices(player).seats) == 1
    again = evening_choices(player).seats
    assert [(seat.name, seat.colour) for seat in again][1] == ("Ben", "orange")


def test_two_people_find_the_standard_game_or_their_last_evening(player: Context) -> None:
    """Never the league, nor computers, whatever one of them played alone before."""
    standard = first_choices(player, "standard")
    league = first_choices(player, "league")
    bots = [seat.bot for seat in league.seats if seat.bot]
    assert len(bots) == len(set(bots)) > 1, "no animal sits twice"
    remember_choices(player, league)
    two = evening_choices(player)
    assert (two.rules, two.is_of_card, len(two.seats)) == (standard.rules, True, 2)
    assert not any(seat.bot for seat in two.seats)
    named = tuple(replace(s, name=n) for s, n in zip(two.seats, ("Ana", "Ben"), strict=True))
    rays = replace(two, seats=named, rays=RayRule.RAYS, rounds=3, is_blind=True)
    remember_choices(player, replace(rays, seats=add_seat(named, "beaver")))
    remember_choices(player, league)
    evening = evening_choices(player)
    assert evening == replace(rays, has_hidden_boards=evening.has_hidden_boards)
    remember_choices(player, replace(league, seats=named))
    assert evening_choices(player) == replace(two, seats=named)


def test_no_computer_can_be_chosen_twice(player: Context) -> None:
    choices = first_choices(player, "league")
    scene = SetupScene(player, choices)
    stage = Stage(player, scene)
    for _ in range(MAX_PLAYERS):
        stage.click(scene.part("computer"))
    seats = scene.control.choices.seats
    bots = [seat.bot for seat in seats if seat.bot]
    assert len(seats) == MAX_PLAYERS
    assert len(set(bots)) == len(bots)
    for index, seat in enumerate(seats):
        if seat.bot:
            stepper = scene.part(("bot", index))
            assert isinstance(stepper, Stepper)
            assert set(stepper.values).isdisjoint({*bots} - {seat.bot})


def test_two_people_need_three_things(player: Context, tables: Tables) -> None:
    """Their names, hidden or open boards, Start; the rest is behind one button."""
    change_settings(player, player_name="Ana")
    stage = Stage(player, MenuScene(player))
    stage.let(0.3)
    stage.click(stage.part("here"))
    scene = stage.top
    assert isinstance(scene, PeopleScene)
    stage.click(scene.part(("name", 1)))
    stage.type("Ben")
    stage.choose("has_hidden_boards", True)
    stage.click(scene.part("change"))
    assert isinstance(stage.top, SetupScene)
    seats = stage.top.control.choices.seats
    assert [seat.name for seat in seats] == ["", "Ben"]
    assert stage.top.control.choices.has_hidden_boards
    stage.press("escape")
    stage.click(stage.part("here"))
    scene = stage.top
    assert isinstance(scene, PeopleScene)
    stage.click(scene.part(("name", 1)))
    stage.type("Ana")
    assert player.text("setup.name_twice", name="Ana") in " ".join(stage.read())
    stage.press("return")
    assert tables.setups == []
    stage.click(scene.part(("name", 1)))
    stage.type("Ben")
    scene.focus(MAIN)
    stage.press("return")
    (setup,) = tables.setups
    assert [p.name for p in setup.players] == ["Ana", "Ben"]
    assert not any(p.bot for p in setup.players)
