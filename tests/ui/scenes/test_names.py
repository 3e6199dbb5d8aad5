"""The names and short sentences that several screens share, at each of their boundaries."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from game.bots.players.registry import LEVELS
from game.locale import write_span
from game.play.editions import all_editions
from game.play.table import TableSetup
from game.progress.challenges import all_challenges
from game.progress.daily import FIRST_DAY
from game.rules.boards import ASIDE_INDEX, CLASSIC, DAFFODIL, BoardName
from game.rules.marks import Mark
from game.rules.match_score import score_match
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import CallRule, Ruleset
from game.rules.tiles import Tile
from game.storage.history import PlayedMatch
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import (
    action_key,
    attempt_words,
    beaten_words,
    bot_name,
    edition_name,
    handicap_words,
    key_name,
    lying_words,
    rules_beside,
    rules_name,
    rules_page,
    space_name,
    space_words,
    spaces_words,
    spoken_time,
    table_name,
    tile_name,
    tile_words,
    tonight_words,
    winner_words,
)
from tests.rules.random_matches import random_match
from tests.ui.scenes.table_stage import people


def test_the_time_left_is_said_in_the_unit_of_its_length(context: Context) -> None:
    text = partial(context.text)
    for seconds, words in (
        (0.2, text("heard.spoken.seconds_left", count=1)),
        (119.0, text("heard.spoken.seconds_left", count=119)),
        (120.0, text("heard.spoken.minutes_left", count=2)),
        (3599.0, text("heard.spoken.minutes_left", count=60)),
        (3600.0, text("heard.spoken.time_left", time=write_span(context.catalogue, 3600))),
    ):
        assert spoken_time(context, seconds) == words


def test_the_wins_of_a_night_an_evening_and_a_day(player: Context) -> None:
    assert tonight_words(player, {}) == ""
    wins = {"Ana": 2, "Ben 2": 1}
    for hour, key in ((0, "late"), (4, "late"), (5, "day"), (17, "day"), (18, "evening")):
        player.store.clock = partial(datetime, 2026, 11, 21, hour, tzinfo=UTC)
        words = player.text(f"finish.tonight.{key}", wins="Ana: 2 · Ben 2: 1")
        assert tonight_words(player, wins) == words


def test_as_many_points_as_a_computer_s_do_not_beat_it(context: Context) -> None:
    computers = {"fox": 150.0, "beaver": 120.0}
    for total, words in (
        (120, context.text("daily.beaten_none")),
        (121, context.text("daily.beaten", count=1, all=2)),
        (150, context.text("daily.beaten", count=1, all=2)),
        (151, context.text("daily.beaten_all", all=2)),
    ):
        assert beaten_words(context, total, computers) == words


def test_spaces_are_said_as_ranges_within_a_column_from_three_on(context: Context) -> None:
    span = partial(context.text, "heard.spoken.span")
    for names, words in (
        ("a1", "a1"),
        ("a2 a1", "a1, a2"),
        ("c1 c3 c5", "c1, c3, c5"),
        ("a1 a2 a3", span(first="a1", last="a3")),
        ("a2 a3 b1 b2", "a2, a3, b1, b2"),
        ("a3 b1 b2 b3 c5", f"a3, {span(first='b1', last='b3')}, c5"),
    ):
        spaces = [CLASSIC.index_of(name) for name in names.split()]
        assert spaces_words(context, CLASSIC, spaces) == words
    daffodil = context.text("terms.daffodil")
    assert space_name(context, CLASSIC, ASIDE_INDEX) == daffodil
    assert spaces_words(context, CLASSIC, [ASIDE_INDEX, 0, 1]) == f"{daffodil}, a1, a2"


def test_a_table_is_named_by_its_day_its_challenge_or_its_edition(context: Context) -> None:
    cards = {card.name: card for card in all_editions()}
    setup = TableSetup(Ruleset(), people("Ana"), "1", "standard")
    standard = context.text("editions.standard.name")
    assert table_name(context, setup) == standard
    for days in (0, 41):
        daily = replace(setup, daily=FIRST_DAY + timedelta(days))
        assert table_name(context, daily) == context.text("daily.label", number=str(days + 1))
    challenges = all_challenges()
    for number in (1, len(challenges)):
        named = replace(setup, challenge=challenges[number - 1].name)
        assert table_name(context, named) == context.text("challenges.number", number=str(number))
    daffodil = cards["daffodil"]
    assert edition_name(context, "daffodil", daffodil.rules) == context.text(
        "editions.daffodil.name"
    )
    other = 4 if daffodil.rules.daffodil != 4 else 3
    variant = replace(daffodil.rules, daffodil=other)
    name = context.text("editions.daffodil.name")
    words = context.text("editions.variant", edition=name, number=other)
    assert edition_name(context, "daffodil", variant) == words
    own = Ruleset(call=CallRule.PAIRS)
    assert rules_name(context, Ruleset()) == standard
    assert rules_name(context, own) == context.text("editions.custom.name")
    assert rules_beside(context, standard, Ruleset()) == ""
    assert rules_beside(context, standard, own) != ""
    assert [rules_page(cards[key].rules) for key in ("league", "daffodil", "standard")] == [
        "7-league",
        "6-daffodil",
        None,
    ]
    league = replace(cards["daffodil"].rules, call=CallRule.MAIL)
    assert league.board is BoardName.DAFFODIL
    assert rules_page(league) == "7-league", "its penalties are what a player must know first"


def test_computers_and_wild_tiles_are_named_in_words(context: Context) -> None:
    assert [bot_name(context, level) for level in LEVELS] == [
        context.text(f"bots.{level}.name") for level in LEVELS
    ]
    for name, words in (
        ("some-bot", "Some bot"),
        ("python:bots.fine.Player", "Player"),
        ("command:./engines/brave.py --fast", "brave"),
    ):
        assert bot_name(context, name) == words
    for tile, name in ((Tile.parse("294"), "2–9–4"), (Tile.parse("***"), "Triple wild")):
        of_ray = context.text(f"terms.with_{tile.symbol.value}", tile=name)
        for rule, words in (("none", name), ("rays", of_ray)):
            parsed = Ruleset.parse(f"daffodil-4 free single {rule}")
            assert tile_name(context, parsed, tile) == words
    plain = Tile.parse("294")
    (wild, *_) = (t for t in DAFFODIL.tile_set if t.is_wild and any(map(str.isdecimal, str(t))))
    numbers = ", ".join(filter(str.isdecimal, str(wild)))
    assert not any(sign.isdecimal() for sign in tile_words(context, Ruleset(), plain))
    assert tile_words(context, Ruleset(), wild).endswith(f", {numbers}")
    rays = Ruleset.parse("daffodil-4 free single rays")
    for tile in (plain, wild):
        words = tile_words(context, Ruleset(), tile)
        with_symbol = context.text(f"heard.spoken.with_{tile.symbol.value}", tile=words)
        assert tile_words(context, rays, tile) == with_symbol


@pytest.mark.parametrize("seed", [2, 4, 9])
def test_one_winner_is_named_alone_and_all_of_a_tie_together(context: Context, seed: int) -> None:
    match = replace(random_match(Ruleset(), 3, Random(seed)), players=people("Ana", "Ben", "Eva"))
    score = score_match(match)
    words = {
        (1,): context.text("score.winner", name="Ben"),
        (0, 1): context.text("score.winners", names="Ana and Ben"),
        (0, 1, 2): context.text("score.winners", names="Ana, Ben and Eva"),
    }
    assert winner_words(context, match, score) == words[score.winners]


def test_keys_and_buttons_are_named_as_they_are_printed(context: Context) -> None:
    for chord, name, on_mac in (
        ("ctrl+z", "Ctrl+Z", "Cmd+Z"),
        ("ctrl+shift+z", "Ctrl+Shift+Z", "Cmd+Shift+Z"),
        ("alt+return", "Alt+Enter", "Alt+Enter"),
        ("shift+backspace", "Shift+Backspace", "Shift+Backspace"),
        ("f1", "F1", "Fn+F1"),
        ("ctrl+f1", "Ctrl+F1", "Cmd+Fn+F1"),
        ("f", "F", "F"),
        ("page down", "PgDn", "PgDn"),
        ("pad 0", "A", "A"),
        ("pad 12", "Button 13", "Button 13"),
        ("pad up", "D-pad Up", "D-pad Up"),
        ("pad lt+rs-left", "LT + RS Left", "LT + RS Left"),
    ):
        names = [key_name(context, chord, platform) for platform in ("linux", "darwin")]
        assert names == [name, on_mac]
    keys = (Action.CONFIRM, Action.TAKE_BACK, Action.NEXT, Action.QUIT, Action.FULLSCREEN)
    for platform, is_pad, printed in (
        ("linux", False, ["Enter", "Backspace", "Tab", "Ctrl+Q", "F11"]),
        ("darwin", False, ["Enter", "Backspace", "Tab", "Cmd+Q", "Cmd+F"]),
        ("linux", True, ["A", "X", "RB", "Ctrl+Q", "F11"]),
    ):
        context.is_pad_held = is_pad
        assert [action_key(context, action, platform) for action in keys] == printed
    context.is_pad_held = False


def test_a_board_is_named_space_by_space_and_hides_what_is_face_down(context: Context) -> None:
    rules, empty = Ruleset(), empty_position(DAFFODIL)
    board = put_unchecked(empty_position(CLASSIC), Tile.parse("294"), CLASSIC.index_of("b1"))
    board = put_unchecked(board, Tile.parse("213"), CLASSIC.index_of("a1"))
    first = "a1: two, one, three."
    assert lying_words(context, rules, board) == f"{first} b1: two, nine, four."
    b1 = CLASSIC.index_of("b1")
    assert lying_words(context, rules, board, {b1}) == f"{first} b1: face down."
    assert lying_words(context, rules, empty) == "The board is empty."
    daffodil = Ruleset.parse("daffodil-4 free single none")
    for aside, words in (
        ((), "Daffodil, empty: room for three tiles."),
        (("213", "294"), "Daffodil: two, one, three; two, nine, four."),
    ):
        position = replace(empty, aside=tuple(map(Tile.parse, aside)))
        assert space_words(context, daffodil, position, ASIDE_INDEX) == words
        spoken = lying_words(context, daffodil, position)
        assert spoken == (words if aside else "The board is empty.")


def test_a_match_is_named_by_why_it_does_not_count(context: Context) -> None:
    text = context.text
    seen, coached = text(f"records.mark.{Mark.AGAIN}"), text(f"records.mark.{Mark.COACHED}")
    second = text("records.attempt", number=2)
    for attempt, marks, words in (
        (1, set(), ""),
        (1, {Mark.AGAIN}, seen),
        (2, {Mark.AGAIN}, second),
        (2, {Mark.COACHED, Mark.AGAIN, Mark.BLIND}, f"{second}, {coached}"),
        (1, {Mark.TIMED, Mark.BLIND}, ""),
    ):
        played = SimpleNamespace(attempt=attempt, marks=frozenset(marks))
        assert attempt_words(context, cast("PlayedMatch", played)) == words
    handicaps = [text(f"records.mark.{mark}") for mark in Mark if mark in (Mark.TIMED, Mark.BLIND)]
    assert handicap_words(context, {Mark.BLIND, Mark.TIMED}) == ", ".join(handicaps)
    assert handicap_words(context, ()) == ""
