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
