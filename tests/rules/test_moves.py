"""Moves as text, which read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import (
    BeginRound,
    Call,
    Finish,
    FormatError,
    Miss,
    Place,
    TakeBack,
    format_move,
    parse_move,
)
from game.rules.boards import DAFFODIL
from game.rules.moves import (
    Move,
)
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.tiles import Tile
from tests.each import each

TILE = Tile.parse

MOVES: dict[str, Move] = {
    "round -": BeginRound(),
    "round 0": BeginRound(0),
    "round - 42": BeginRound(None, "42"),
    "round 3 a seed of words": BeginRound(3, "a seed of words"),
    "call 294": Call((TILE("294"),)),
    "call *** 294 2**": Call((TILE("***"), TILE("294"), TILE("2**"))),
    "0 294@c3": Place(0, TILE("294"), DAFFODIL.index_of("c3")),
    "5 2**@x": Place(5, TILE("2**"), ASIDE_INDEX),
    "1 back": TakeBack(1),
    "1 miss": Miss(1),
    "1 miss 294@c3": Miss(1, (Placement(TILE("294"), DAFFODIL.index_of("c3")),)),
    "0 finish": Finish(0),
    "0 finish 294@b2 753@e2": Finish(
        0,
        (
            Placement(TILE("294"), DAFFODIL.index_of("b2")),
            Placement(TILE("753"), DAFFODIL.index_of("e2")),
        ),
    ),
}


@each(MOVES)
def test_every_kind_of_move_has_a_text_that_reads_back(text: str) -> None:
    assert parse_move(DAFFODIL, text) == MOVES[text]
    assert format_move(DAFFODIL, MOVES[text]) == text


@each(
    [
        "", " ", "round", "round x", "round - ", "round 0 \n", "call", "call ", "call 294 ",
        "call 295", "0", "0 ", "0 294", "0 294@", "0 294@z9", "0 back now", "x 294@c3",
        "-1 294@c3", "100 back", "٣ back", "0  294@c3", "0 miss ", "0 finish x", "294@c3",
    ],
)  # fmt: skip
def test_other_texts_are_no_moves(text: str) -> None:
    with pytest.raises(FormatError):
        parse_move(DAFFODIL, text)


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader_of_moves(text: str) -> None:
    try:
        move = parse_move(DAFFODIL, text)
    except FormatError:
        return
    assert parse_move(DAFFODIL, format_move(DAFFODIL, move)) == move


@each(
    [
        ("round x", "not a caller: 'x'"),
        ("round 100 seed", "not a caller: '100'"),
        ("round - ", "a seed has 1 to 128 characters"),
        (f"round 0 {'x' * 129}", "a seed has 1 to 128 characters"),
        ("round 0 a\nb", "a seed has printable characters only"),
        ("call 294 295", "no such tile: '295'"),
        ("hello there", "not a move: 'hello there'"),
        ("0 294", "not a placement TILE@SPACE: '294'"),
        ("0 294@z9", "no such space on the daffodil board: 'z9'"),
        ("0 back now", "not a move: '0 back now'"),
        ("0 294@c3 753@c2", "not a move: '0 294@c3 753@c2'"),
        ("0 miss 294", "not a placement TILE@SPACE: '294'"),
        ("x" * 99, f"not a move: '{'x' * 40}'"),
    ]
)
def test_a_text_that_is_no_move_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(FormatError) as refused:
        parse_move(DAFFODIL, text)
    assert str(refused.value) == words


def test_a_round_s_seed_may_be_longer_than_a_player_s() -> None:
    """A round's seed is a player's of a hundred characters, and its number."""
    text = f"round - {'x' * 128}"
    assert format_move(DAFFODIL, parse_move(DAFFODIL, text)) == text
