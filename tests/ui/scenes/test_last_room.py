"""The last players on phones and their wins, as the settings store them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.scenes.shared.last_room import LastRoom, note_last_room, read_last_room
from tests.rules.random_matches import random_match
from tests.ui.scenes.table_stage import bots, people


def test_wins_add_up_among_the_same_people_alone_and_computers_take_none(context: Context) -> None:
    def note(*players: Player, seed: int = 3) -> dict[str, int]:
        match = replace(random_match(Ruleset(), len(players), Random(seed)), players=players)
        setup = replace(TableSetup.from_match(match), has_hidden_boards=seed == 3, edition="pairs")
        note_last_room(context, TableGame(setup, LocalKeeper(match)))
        last = read_last_room(context)
        assert (last.edition, last.has_hidden_boards) == ("pairs", seed == 3)
        return last.wins

    pair = people("Ana", "Ben")
    # The three have 0, 37 and 33 points.
    assert note(people("Ana")[0], *bots("Otto"), people("Ben")[0]) == {"Ana": 0, "Ben": 1}
    assert note(*pair, *bots("Otto")) == {"Ana": 0, "Ben": 2}
    assert note(*people("Ben", "Ana", "Eva")) == {"Ben": 0, "Ana": 1, "Eva": 0}
    assert note(*pair, *bots("Otto")) == {"Ana": 0, "Ben": 1}, "others met in between"
    assert note(*pair, seed=2) == {"Ana": 0, "Ben": 2}


@pytest.mark.parametrize(
    "stored", ["", "{", "3", "[]", '{"seats": 3, "edition": 7, "hidden": 1}', "[" * 1_999]
)
def test_damaged_settings_store_no_last_room(context: Context, stored: str) -> None:
    change_settings(context, last_room=stored)
    assert read_last_room(context) == LastRoom()
    assert read_last_room(context).words(context) == ""


def test_a_seat_without_wins_has_none(context: Context) -> None:
    seats = '[{"name": "Ana", "wins": 3}, {"name": "Ben"}, {"name": "Zo\u202eé", "wins": 1}]'
    change_settings(context, last_room=f'{{"edition": "pairs", "hidden": true, "seats": {seats}}}')
    last = read_last_room(context)
    assert (last.edition, last.has_hidden_boards) == ("pairs", True)
    assert last.words(context) == "Ana: 3 · Ben: 0 · Zoé: 1"
