"""Whole matches of the other editions: closing moves, the league."""

from __future__ import annotations

import pytest

from game.rules.ruleset import Ruleset
from game.ui.scenes.title.scene import TitleScene
from tests.end_to_end.hands import Hands, assert_counted, place_among_widgets, prepare, widget_at
from tests.end_to_end.stage import Game, Stage
from tests.gallery import collect_samples

pytestmark = pytest.mark.window


def start_last_choice(stage: Stage) -> Game:
    """From the menu through the setup by keyboard, with what was chosen last."""
    game = stage.start_game("--windowed", "1280x800", "--mute")
    # The menu opens with the keyboard on its first entry.
    game.press(*["Tab"] * place_among_widgets(TitleScene, "new"), "Return", "Return")
    return game


def person(colour: str, name: str) -> dict[str, str]:
    """A seat's choice."""
    return {"colour": colour, "name": name, "bot": ""}


def duckling(colour: str) -> dict[str, str]:
    """A computer that does not think for long."""
    return {"colour": colour, "name": "", "bot": "duckling"}


def test_the_fourth_daffodil_with_tiles_set_aside_and_closing_moves(stage: Stage) -> None:
    prepare(stage, "daffodil-4 free single none", (person("red", "Ana"),), language="de")
    game = start_last_choice(stage)
    hands = Hands(game)
    assert hands.match().rules == Ruleset.parse("daffodil-4 free single none")
    asides = 0
    while asides < 3:
        match, seat = hands.wait_for_turn()
        (tile,) = match.rounds[0].seats[seat].hand
        if tile.is_wild:
            hands.click()
            continue
        if asides == 1:
            game.click(*hands.point(match, -1))
        else:
            game.press("x", "Return")
        asides += 1
        game.wait_for_match(
            "a tile set aside",
            lambda m: tile in m.rounds[0].seats[0].position.aside,  # noqa: B023
        )
    game.picture("aside")
    match = hands.play_round(hands.click)
    seat_now = match.rounds[0].seats[0]
    assert seat_now.finish is None
    game.picture("closing")
    first, _, third = seat_now.position.aside
    stamens = match.rules.grid.stamens
    # The first by mouse, the second is tried and taken back, then the third by keyboard.
    game.click(*hands.point(match, stamens[0]))
    game.click(*hands.point(match, stamens[1]))
    game.press("BackSpace", "Tab", *match.rules.grid.name_of(stamens[2]), "Return")
    game.picture("closing-tried")
    game.press("n")
    kept = assert_counted(stage)
    game.picture("counted")
    finish = kept.rounds[0].seats[0].finish
    assert finish is not None
    assert [(p.tile, p.space) for p in finish] == [(first, stamens[0]), (third, stamens[2])]


def test_a_league_game_with_a_missed_call(stage: Stage) -> None:
    seats = (person("red", "Ana"), duckling("blue"), duckling("green"))
    prepare(stage, "classic free mail none bonus=call", seats, language="fr")
    game = start_last_choice(stage)
    hands = Hands(game)
    for _ in range(3):
        hands.click()
    match, _ = hands.wait_for_turn()
    assert [len(call) for call in match.rounds[0].calls] == [3, 2]
    table = collect_samples("table")["play-league"].make
    game.click(*widget_at(table, "skip", game.size(), "fr"))
    game.picture("asked")
    game.press("Tab", "Return")
    match = game.wait_for_match(
        "the call to be missed", lambda m: m.rounds[0].seats[0].turns[1].is_missed
    )
    owed = match.rounds[0].calls[1]
    match = game.wait_for_match("the tiles owed", lambda m: len(m.rounds[0].seats[0].hand) == 4)
    assert match.rounds[0].seats[0].owed == owed
    game.picture("owed")
    match = hands.play_round(hands.type)
    assert match.rounds[0].seats[0].position.late.bit_count() == 2
    kept = assert_counted(stage)
    game.picture("counting")
    game.press("Return")
    game.picture("counted")
    assert kept.rounds[0].seats[0] == match.rounds[0].seats[0]
