"""Play: editions, the drawer of the rules, mixtures, seats, games that wait, and the start."""

from __future__ import annotations

from dataclasses import fields, replace

import pygame
import pytest

from game.bots.players.registry import LEVELS, STRENGTH
from game.play.choices import SeatChoice
from game.play.editions import CallerRule, all_editions
from game.play.presets import MOST_PRESETS
from game.play.table import SEAT_COLOURS, TableSetup
from game.progress.challenges import all_challenges
from game.rules.boards import BoardName
from game.rules.match import Player
from game.rules.ruleset import (
    MAX_PLAYERS,
    CallRule,
    PlacementRule,
    RayRule,
    Ruleset,
)
from game.storage.codes import Deal, format_code
from game.storage.store import Storage
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Navigation, Pop, Push
from game.ui.layout.rects import Rect
from game.ui.parts import MAIN, ListRow, PageScene
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.editions.options import option_keys
from game.ui.scenes.setup.look import SeatButton, SeatLookScene
from game.ui.scenes.setup.scene import SetupScene, setup_scene
from game.ui.scenes.shared.challenge import challenge_table
from game.ui.scenes.shared.choosing import (
    choices_of_edition,
    default_name,
    known_people,
    last_choices,
)
from game.ui.scenes.shared.names import edition_name
from game.ui.scenes.waiting.scene import WaitingMatchesScene
from game.ui.widgets import Stepper
from tests.gallery import collect_samples, empty_store
from tests.gallery.front import wait_for
from tests.gallery.records import fill_history
from tests.golden.pages import changed_pages
from tests.ui.scenes.conftest import Tables
from tests.ui.scenes.setup_stage import choices_of, open_drawer, open_setup
from tests.ui.scenes.stage import Stage


def test_every_choice_can_be_changed_by_keyboard(context: Context, tables: Tables) -> None:
    stage, scene = open_drawer(context)
    changed = set()
    for key in option_keys(scene.control.choices):
        scene.focus(key)
        stage.press("right")
        changed |= {*option_keys(scene.control.choices)}
    assert {field.name for field in fields(Ruleset)} <= changed | {"bonus"}
    # The board became the Daffodil, which brought the variants.
    scene.focus("daffodil")
    stage.press("right", "right", "right")
    scene.focus(MAIN)
    stage.press("return")
    assert not scene.is_open
    scene.focus(MAIN)
    stage.press("return")
    (setup,) = tables.setups
    assert setup.rules == Ruleset(
        BoardName.DAFFODIL,
        PlacementRule.ADJACENT,
        CallRule.PAIRS,
        RayRule.RAYS,
        4,
        rounds=2,
    )
    assert setup.caller is CallerRule.ROTATING, "nobody else is there to call"
    assert setup.edition == ""


def test_a_typed_seed_is_the_matchs_seed(context: Context, tables: Tables) -> None:
    stage, _ = open_setup(context)
    stage.click(stage.part("deal"))
    stage.type("  blue moon 1 ")
    stage.press("return")
    assert tables.setups[0].seed == "blue moon 1"


def test_a_mistyped_code_stands_in_the_way_with_its_reason(
    context: Context, tables: Tables
) -> None:
    stage, scene = open_setup(context)
    stage.click(stage.part("deal"))
    stage.type("0000-1AHX")
    assert scene.part(MAIN).why_disabled == context.text("storage.code.wrong-check")
    stage.press("return")
    assert not tables.setups
    stage.press("backspace")
    stage.type("W")
    assert scene.part(MAIN).why_disabled is None
    stage.press("return")
    assert [setup.seed for setup in tables.setups] == ["42"]


def test_a_deal_code_brings_its_rules(context: Context, tables: Tables) -> None:
    deal = Deal(Ruleset(BoardName.DAFFODIL, call=CallRule.PAIRS, daffodil=2, rounds=3), "77")
    stage, scene = open_setup(context)
    stage.click(stage.part("deal"))
    taken = context.text("setup.code_taken")
    assert taken not in " ".join(stage.read())
    stage.type(format_code(deal))
    assert scene.control.choices.rules == deal.rules
    assert taken in " ".join(stage.read())
    stage.press("return")
    assert (tables.setups[0].rules, tables.setups[0].seed) == (deal.rules, deal.seed)


def test_the_best_so_far_is_that_of_a_deal_codes_rules(context: Context) -> None:
    context.store = fill_history(context, 2)
    stage, scene = open_setup(context)
    standard = scene.control.record
    assert standard is not None
    scene.control.choose("rays", RayRule.RAYS)
    assert scene.control.record is None
    stage.click(stage.part("deal"))
    stage.type(format_code(Deal(Ruleset(), "77")))
    assert scene.control.record == standard


def test_a_picture_is_chosen_by_mouse_and_keys_and_comes_back(
    context: Context, tables: Tables
) -> None:
    stage, scene = open_setup(context)
    stage.click(stage.part("person"))
    stage.click(scene.part(("colour", 0)))
    look = stage.top
    assert isinstance(look, SeatLookScene)
    assert context.text("setup.avatar.frog") in look.part(("avatar", "frog")).read(context)
    stage.click(look.part("colour"))
    stage.click(look.part(("avatar", "frog")))
    assert stage.top is scene
    # The number has the focus; right of it is the sun.
    scene.focus(("colour", 1), is_shown=True)
    stage.press("return", "right", "return")
    assert stage.top is scene
    assert context.text("setup.avatar.sun") in scene.part(("colour", 1)).read(context)
    scene.focus(MAIN)
    stage.press("return")
    (setup,) = tables.setups
    assert setup.avatars == ("frog", "sun")
    assert setup.colours == (SEAT_COLOURS[1], SEAT_COLOURS[0])
    again = last_choices(context, people=2)
    assert [seat.avatar for seat in again.seats] == ["frog", "sun"]
    assert {name: seat.avatar for name, seat in known_people(context).items()} == {
        default_name(context, 0): "frog",
        default_name(context, 1): "sun",
    }
    # Alone, too, and in what needs no setup.
    alone = choices_of_edition(context, all_editions()[0])
    assert [(seat.avatar, seat.colour) for seat in alone.seats] == [("frog", SEAT_COLOURS[1])]
    rival = next(one for one in all_challenges() if one.rivals)
    setup = challenge_table(context, rival)
    assert (setup.avatar_of(0), setup.avatar_of(1)) == ("frog", "")
    assert setup.colours[:2] == (SEAT_COLOURS[1], SEAT_COLOURS[0])


def test_each_computer_says_what_it_averages(context: Context) -> None:
    stage, scene = open_setup(context)
    stage.click(stage.part("computer"))
    stepper = scene.part(("bot", 1))
    assert list(STRENGTH) == list(LEVELS)
    assert sorted(STRENGTH.values()) == list(STRENGTH.values())
    scene.form.focus(stepper, is_shown=True)
    scene.focus(("bot", 1), is_shown=True)
    stage.press(*["left"] * len(LEVELS))
    for level in LEVELS:
        points = round(STRENGTH[level])
        assert context.text("setup.strength", points=points) in stage.read()
        stage.press("right")


def test_names_colours_and_computers_reach_the_table(context: Context, tables: Tables) -> None:
    stage, scene = open_setup(context)
    rows = [part.reads for part in scene.root.walk()]
    assert f"1. {default_name(context, 0)}" in rows
    scene.focus(("name", 0))
    stage.type("Ion")
    stage.click(stage.part("computer"))
    stage.click(stage.part("computer"))
    stage.click(scene.part(("colour", 1)))
    scene.focus(MAIN)
    stage.press("return")
    (setup,) = tables.setups
    assert setup.players[0] == Player("Ion")
    assert setup.colours[:2] == (SEAT_COLOURS[0], SEAT_COLOURS[2])
    names = [player.name for player in setup.players]
    assert len(set(names)) == 3
    assert len({player.bot for player in setup.players[1:]} - {None}) == 2
    assert len(set(setup.colours)) == 3
    assert context.preferences.player_name == "Ion"


def test_two_people_of_one_name_are_told_so(context: Context, tables: Tables) -> None:
    stage, scene = open_setup(context)
    stage.click(stage.part("person"))
    for seat in (0, 1):
        scene.focus(("name", seat))
        stage.type("Ana")
    stage.press("return")
    assert tables.setups == []
    assert "Ana" in stage.find("Start").hint()


def test_six_seats_are_the_most_and_one_the_least(context: Context) -> None:
    stage, scene = open_setup(context)
    while (more := scene.find("computer")) is not None:
        stage.click(more)
    assert len(scene.control.choices.seats) == MAX_PLAYERS
    assert context.text("setup.full") in stage.read()
    while (fewer := scene.find(("remove", 0))) is not None:
        stage.click(fewer)
    assert len(scene.control.choices.seats) == 1


def test_the_last_choice_is_where_the_next_setup_starts(context: Context, tables: Tables) -> None:
    stage, scene = open_drawer(context, "league")
    stage.choose("answer_seconds", 60)
    stage.choose("rounds", 2)
    chosen = scene.control.choices
    scene.focus(MAIN)
    stage.press("return")
    scene.focus(MAIN)
    stage.press("return")
    assert len(tables.setups) == 1
    _, again = open_setup(context, "")
    assert again.control.choices == chosen


def test_a_card_undoes_changes_but_keeps_the_people(context: Context) -> None:
    stage, scene = open_setup(context)
    stage.click(stage.part("person"))
    scene.control.choose("rounds", 5)
    assert not scene.control.choices.is_of_card
    scene.focus(MAIN)
    stage.press("3")
    assert scene.control.choices.is_of_card
    assert scene.control.choices.edition == "four-rounds"
    assert [seat.bot for seat in scene.control.choices.seats] == ["", ""]


@pytest.mark.parametrize("variant", [2, 3, 4])
def test_a_variant_has_one_name_at_setup_and_at_the_table(context: Context, variant: int) -> None:
    stage, scene = open_drawer(context, "daffodil")
    stage.choose("daffodil", variant)
    setup = scene.control.table()
    assert setup.edition == "daffodil"
    name = edition_name(context, setup.edition, setup.rules)
    assert name == f"Daffodil, variant {variant}"
    stage.choose("rounds", 2)
    setup = scene.control.table()
    assert edition_name(context, setup.edition, setup.rules) == "Your own rules"


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
    standard = context.store.profile.best(str(Ruleset()), scene.control.choices.handicaps)
    assert standard is not None
    assert stage.read().count(context.text("score.best", points=f"{standard:g}")) == 1
    scene.control.choose("rays", RayRule.RAYS)
    assert scene.control.record is None
    scene.control.take_card(all_editions()[0])
    assert scene.control.record == standard
    stage.stack.apply(Push(context.routes.rules()))
    context.store = Storage.in_memory()
    stage.stack.apply(Pop())
    assert scene.control.record is None, "whoever comes back sees what has changed"


def test_a_mixture_is_kept_renamed_and_deleted_as_a_row(player: Context) -> None:
    stage, scene = open_drawer(player)
    assert scene.find("preset-keep") is None
    stage.choose("rays", RayRule.RAYS)
    mixture = scene.control.choices.rules
    stage.click(scene.part("preset-keep"))
    stage.type("Sun evening")
    stage.press("return")
    assert (stage.top, scene.is_open) == (scene, True), "Enter names it, and starts nothing"
    assert [p.name for p in scene.control.presets] == ["Sun evening"]
    row = scene.part(("preset", "Sun evening"))
    assert isinstance(row, ListRow)
    assert row.is_marked, "at once"
    stage.choose("rays", RayRule.NONE)
    assert not row.is_marked
    stage.click(row)
    assert scene.control.choices.rules == mixture
    # The same words at the table and in the records.
    assert edition_name(player, "", mixture) == "Sun evening"
    stage.click(scene.part("preset-rename"))
    stage.press("end")
    stage.type(" 2")
    stage.click(scene.part("preset-save"))
    assert [p.name for p in scene.control.presets] == ["Sun evening 2"]
    _, again = open_setup(player)
    assert [p.name for p in again.control.presets] == ["Sun evening 2"]
    # A name that another one has is not given again: that one would be lost.
    control = again.control
    control.choose("placement", PlacementRule.ADJACENT)
    for name in ("Moon", "Sun evening 2"):
        control.save_preset(name)
    assert [p.name for p in control.presets] == ["Sun evening 2", "Moon"]
    kept = control.choices
    for rounds in (3, 5, 7):
        control.choose("rounds", rounds)
        assert control.can_save is (len(control.presets) < MOST_PRESETS)
        control.save_preset(f"{rounds} rounds")
    assert len(control.presets) == MOST_PRESETS
    for _ in range(MOST_PRESETS - 2):
        control.choices = control.presets[-1].fill(control.choices)
        control.delete_preset()
    control.choices = kept
    control.delete_preset()
    stage.click(scene.part("preset-delete"))
    assert scene.control.presets == ()
    assert scene.control.choices.rules == mixture


def test_a_game_that_waits_is_the_first_row(player: Context, tables: Tables) -> None:
    assert open_setup(player)[1].find("waiting") is None
    wait_for(player)
    newest, second, *_ = waiting = player.store.waiting()
    stage, scene = open_setup(player)
    more = player.text("setup.more", count=len(waiting) - 3)
    assert stage.has(f"{more}\N{NO-BREAK SPACE}›")
    stage.click(scene.part(("game", second.key)))
    assert [match.rounds for match in tables.matches] == [second.match.rounds]
    stage, scene = open_setup(player)
    stage.click(scene.part("waiting"))
    assert isinstance(stage.top, WaitingMatchesScene)
    player.store.autosave.end(newest.key)
    stage.press("escape")
    assert stage.stack.top is scene
    assert scene.find(("game", newest.key)) is None, "it was ended there"


def test_rules_for_people_elsewhere_are_the_drawer_alone(player: Context) -> None:
    taken: list[TableSetup] = []

    def take(setup: TableSetup) -> Navigation:
        taken.append(setup)
        return Pop()

    stage = Stage(player, setup_scene(player, begin=take, people=2))
    assert all(stage.top.find(key) is None for key in ("caller", "answer_seconds", "is_blind"))  # type: ignore[attr-defined]
    stage.press("4")
    stage.choose("rays", RayRule.RAYS)
    stage.click(stage.part(MAIN))
    assert [setup.rules.rays for setup in taken] == [RayRule.RAYS]
    assert stage.stack.is_empty
    stage = Stage(player, setup_scene(player, begin=take))
    stage.press("escape")
    assert stage.stack.is_empty


def test_no_computer_can_be_chosen_twice(player: Context) -> None:
    choices = choices_of(player, "league")
    scene = SetupScene(player, choices)
    stage = Stage(player, scene)
    while (more := scene.find("computer")) is not None:
        stage.click(more)
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
    """Their names, hidden or open boards, Start."""
    change_settings(player, player_name="Ana")
    stage = Stage(player, player.routes.people())
    scene = stage.top
    assert isinstance(scene, SetupScene)
    stage.click(scene.part(("name", 1)))
    stage.type("Ana")
    assert player.text("setup.name_twice", name="Ana") in " ".join(stage.read())
    stage.press("return")
    assert tables.setups == []
    stage.click(scene.part(("name", 1)))
    for key in ("end", *["backspace"] * 3):
        stage.press(key)
    stage.type("Ben")
    stage.choose("has_hidden_boards", True)
    scene.focus(MAIN)
    stage.press("return")
    (setup,) = tables.setups
    assert [p.name for p in setup.players] == ["Ana", "Ben"]
    assert setup.has_hidden_boards
    assert not any(p.bot for p in setup.players)


def test_hidden_boards_stay_hidden_by_other_rules(player: Context) -> None:
    stage = Stage(player, player.routes.people())
    scene = stage.top
    assert isinstance(scene, SetupScene)
    stage.click(stage.part(("card", "daffodil")))
    stage.click(stage.part("change"))
    stage.choose("placement", PlacementRule.ADJACENT)
    stage.press("escape")
    own = scene.control.choices
    assert not own.is_of_card
    for is_hidden in (True, False):
        stage.choose("has_hidden_boards", is_hidden)
        stage.click(stage.part(("card", "four-rounds")))
        assert scene.control.choices.has_hidden_boards is is_hidden
        stage.choose("has_hidden_boards", not is_hidden)
        stage.click(stage.part("custom"))
        assert scene.control.choices == replace(own, has_hidden_boards=not is_hidden)


@pytest.mark.parametrize("variant", [1, 2, 3, 4])
def test_each_daffodil_is_three_presses_from_the_title(player: Context, variant: int) -> None:
    """The editions, the Daffodil, its variant; then the action starts it."""
    change_settings(player, knows_game=True)
    stage = Stage(player, player.routes.title())
    stage.click(stage.part("new"))
    stage.click(stage.part(("card", "daffodil")))
    rect, options = stage.part("daffodil").rect, 4
    stage.hit((rect.x + rect.w * (variant - 0.5) / options, rect.centre[1]))
    scene = stage.top
    assert isinstance(scene, SetupScene)
    assert str(scene.control.choices.rules).startswith(f"daffodil-{variant} ")
    assert player.text(f"setup.explain.daffodil.{variant}") in " ".join(stage.read())


EDITIONS = "Standard game. French edition. Four rounds. Daffodil. Correspondence league."


ADDERS = "Add a friend here. Add a computer. Invite someone elsewhere."


FOOT = "Change the rules. Clock: none. Deal: at random. Start,"


PAGES = {
    "setup": f"Play. {EDITIONS.replace('game', 'game, chosen')} Your own rules. Who plays? 1."
    f" Player 1. {ADDERS} {FOOT} Player 1.",
    "setup-full": f"Play. {EDITIONS[:-1]}, chosen. Your own rules. Who plays? 1. Player 1. 2."
    " Beaver. 3. Magpie. 4. Player 4. 5. Master. 6. Duckling. All six seats are taken. Open boards,"
    f" 1 of 2. {FOOT} 6 players.",
    "setup-changed": f"Play. {EDITIONS} Your own rules, Variant: 4 · Rays: Best ray · 3 rounds,"
    " chosen. The rules: Back. Board: Daffodil. 21 spaces, three of them stamens, in 18 lines; 21"
    " of the 31 tiles are called. Four tiles are wild. Variant: 4. You set three tiles aside. At"
    " the end they may go on the stamens, unless they are wild. Placing: Anywhere. A tile goes on"
    " any empty space. Rays: Best ray. The longest sun ray and the longest moon ray at the table"
    " earn 60 points each, if their lines score. Ties share. Rounds: 3 rounds. The points of 3"
    " rounds are added up. Calling: One. One tile at a time. Clock: none. Take all the time you"
    " want. Placed tiles: Face up. What you have placed stays in sight. The best ray is for two"
    " players or more. Save these rules. Done.",
    "setup-waiting": "Play. Saved games. Challenge 7, not yet counted. Today’s deal, 16 of 19."
    f" Correspondence league, not yet counted. 4 more. {EDITIONS.replace('game', 'game, chosen')}"
    f" Your own rules. Who plays? 1. Player 1. 2. Fox. {ADDERS} {FOOT} Player 1 and Fox.",
    "setup-daffodil": f"Play. {EDITIONS.replace('Daffodil', 'Daffodil, chosen')} Your own rules."
    " Variant: 1. All spaces are alike; the stamens are only"
    f" decoration. Who plays? 1. Player 1. {ADDERS} {FOOT} Player 1.",
    "setup-people": f"Play. {EDITIONS.replace('game', 'game, chosen')} Your own rules."
    f" Who plays? 1. Player 1. 2. Player 2. {ADDERS} Open boards, 1 of 2. {FOOT}"
    " Player 1 and Player 2.",
    "setup-others": f"Rules. {EDITIONS.replace('game', 'game, chosen')} Your own rules. The rules:"
    " Back. Board: Classic. 19 spaces in 15 lines; 27 different tiles, of which 19 are called."
    " Placing: Anywhere. A tile goes on any empty space. Rays: None. Suns and moons are mere"
    " decoration. Rounds: 1 round. One round decides. Calling: One. One tile at a time. Take these"
    " rules.",
    "setup-seat": "Ana: picture and colour. Just the number. Sun. Moon. Star. Daffodil. Leaf."
    " Mushroom. Honeycomb. Rabbit. Cat. Hedgehog. Frog, chosen. Fish. Turtle. Snail. Butterfly."
    " Done. Another colour.",
}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_says_what_is_chosen_and_what_can_be_done(player: Context, name: str) -> None:
    empty_store(player)
    scene = collect_samples("setup")[name].make(player)
    assert isinstance(scene, PageScene)
    Stage(player, scene)
    assert scene.spoken(scene.root) == PAGES[name]


def test_somebody_elsewhere_is_invited_while_a_seat_is_left_for_them(player: Context) -> None:
    stage, scene = open_setup(player)
    stage.click(stage.part("elsewhere"))
    assert isinstance(stage.top, LobbyScene)
    stage.press("escape")
    player.apart.close()
    offered, has_averages = [], []
    words = player.text("setup.strength", points=0).split("0")[0].strip()
    while (more := scene.find("computer")) is not None:
        offered.append(scene.find("elsewhere") is not None)
        stage.click(more)
        has_averages.append(words in " ".join(stage.read()))
    assert offered == [True] * (MAX_PLAYERS - 2) + [False]
    # A seat's averages are below its name as long as there is room.
    assert has_averages == [count < 4 for count in range(2, MAX_PLAYERS + 1)]
    stage.click(scene.part(("remove", 3)))
    assert len(scene.control.choices.seats) == MAX_PLAYERS - 1
    assert scene.control.choices.seats[0].bot == ""


def test_a_mixture_brings_its_record_has_a_name_and_each_deal_a_seed(context: Context) -> None:
    context.store = fill_history(context, 2)
    _, scene = open_setup(context)
    control, standard = scene.control, scene.control.record
    control.choose("rays", RayRule.RAYS)
    for name in ("", "  "):
        control.save_preset(name)
        assert [*control.presets] == []
    control.save_preset("Rays")
    (mixture,) = control.presets
    control.take_card(all_editions()[0])
    assert control.record == standard is not None
    control.take_preset(mixture)
    assert control.record is None
    assert not control.take_own()
    control.choose("placement", PlacementRule.ADJACENT)
    own = control.choices
    control.take_preset(mixture)
    assert control.take_own()
    assert control.choices == own
    control.take_card(all_editions()[0])
    control.choose("is_blind", True)
    assert control.record is None, "of other handicaps"
    control.choose("is_blind", False)
    assert control.record == standard
    seeds = [control.table().seed for _ in range(2)]
    assert all(seeds)
    assert seeds[0] != seeds[1]


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("setup") == []


def test_a_computer_s_seat_has_an_edge_in_its_colour(context: Context) -> None:
    painter = context.painter
    button = SeatButton(1, SeatChoice(SEAT_COLOURS[0], "Fox", "fox"), lambda: None)
    button.place(Rect(0, 0, 100, 100))
    surface = pygame.Surface((100, 100))
    button.draw(surface, painter)
    edge, fill = painter.theme.seats[SEAT_COLOURS[0]], painter.theme.palette.sunken
    seen = [surface.get_at((50, y))[:3] for y in range(50)]
    assert seen.index(edge) < seen.index(fill)
