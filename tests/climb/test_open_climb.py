"""Open climbs: resumed at every act, refused where they were changed; swaps (K7, K22)."""

from __future__ import annotations

import json
from random import Random

import pytest

from game.bots.players.registry import make_bot
from game.climb.aces import CLIMB_VERSIONS
from game.climb.open_climb import (
    FinishStage,
    begin_climb,
    parse_open_climb,
    print_open_climb,
)
from game.climb.stage import SwapTile, begin_climb_stage
from game.rules.errors import FormatError, IllegalMove
from game.rules.match import Player
from game.rules.moves import Call, Place, TakeBack
from tests.climb.plays import next_act, play_climb


def test_a_climb_is_resumed_exactly_at_every_act() -> None:
    """K22"""
    random, bot = Random(3), make_bot("greedy")
    words = set[str]()
    for seed in ("resume 12", "resume 13"):
        climb = begin_climb(seed, "Ana")
        while not climb.state.is_over and len(climb.steps) < 5:
            climb = climb.act(next_act(climb, bot, random))
            climb = climb.take_time(climb.milliseconds + random.randrange(3000))
            text = print_open_climb(climb)
            words.update(act.split(" ")[0] for act in json.loads(text)["acts"])
            assert parse_open_climb(text) == climb
            climb = parse_open_climb(text)
    assert {"call", "0", "take", "reroll", "order"} <= words


def test_a_changed_text_is_refused() -> None:
    """K22"""
    climb = play_climb("changed", make_bot("greedy"), Random(1), 2)
    text = print_open_climb(climb)
    for old, new in (
        ("Ana", "Eva"),
        (f'"version":{CLIMB_VERSIONS[-1]}', f'"version":{CLIMB_VERSIONS[-1] + 1}'),
        ("open-run", "open"),
        (text[-8:-4], "0000"),
    ):
        assert old in text
        with pytest.raises(FormatError):
            parse_open_climb(text.replace(old, new))
    for broken in (text[:-1], "", "{}", text.replace('"acts"', '"act"')):
        with pytest.raises(FormatError):
            parse_open_climb(broken)


def test_a_swapped_tile_comes_after_all_others() -> None:
    """K7"""
    stage = begin_climb_stage("swaps", 12, Player("Ana"))
    with pytest.raises(FormatError):
        stage.play(SwapTile(stage.deck[0]), 3)
    stage = stage.play(Call(stage.next_call), 3)
    first, second = stage.match.round.calls[-1]
    came, *rest = stage.deck
    with pytest.raises(FormatError):
        stage.play(SwapTile(came), 3)
    with pytest.raises(FormatError):
        stage.play(SwapTile(first), 0)
    swapped = stage.play(SwapTile(first), 3)
    assert swapped.match.round.calls == ((came, second),)
    assert swapped.deck == (*rest, first)
    again = swapped.play(SwapTile(came), 3).play(SwapTile(second), 3)
    assert not again.can_swap(3)
    assert len(again.swaps) == 3
    placed = swapped.play(Place(0, second, 4), 3)
    assert not placed.can_swap(3)
    back = placed.play(TakeBack(0), 3)
    assert back.can_swap(3)


def test_calls_are_those_of_the_deck() -> None:
    """K19"""
    stage = begin_climb_stage("calls", 1, Player("Ana"))
    with pytest.raises(FormatError):
        stage.play(Call((stage.deck[1],)), 0)
    opened = stage.play(Call(stage.next_call), 0)
    with pytest.raises(IllegalMove):
        opened.play(Call(opened.next_call), 0)


def test_a_stage_ends_when_its_board_is_full_and_not_before() -> None:
    climb = begin_climb("x", "Ana")
    with pytest.raises(FormatError):
        climb.act(FinishStage())
    assert climb.score.total == 0
    bot, random = make_bot("greedy"), Random(2)
    while not climb.steps:
        stage = climb.stage
        assert stage is not None
        seat = stage.match.round.seats[0]
        if seat.hand:
            chosen = bot.choose(stage.match, 0, random)
            place = Place(0, chosen.tile, chosen.space)
            seen = climb.preview(place)
            climb = climb.act(place)
            assert climb.score == seen
        elif stage.next_call:
            climb = climb.act(Call(stage.next_call))
        else:
            last = climb.score
            climb = climb.act(FinishStage())
    assert climb.steps[0].end.score == last
    assert climb.cards == climb.state.cards()


def test_time_never_goes_back() -> None:
    climb = begin_climb("x", "Ana").take_time(500)
    assert climb.take_time(300).milliseconds == 500
