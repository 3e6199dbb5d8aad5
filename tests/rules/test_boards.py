"""Clauses B1 to B5: spaces, lines and neighbours of the boards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.rules.boards import (
    ASIDE,
    BOARDS,
    CLASSIC,
    DAFFODIL,
    Board,
    BoardName,
    Space,
    build_board,
)
from game.rules.errors import FormatError
from game.rules.placement import ASIDE_INDEX, ASIDE_ROOM
from game.rules.tiles import REGULAR_TILES, Direction
from tests.each import each

BOTH = pytest.mark.parametrize("board", BOARDS.values(), ids=repr)


@BOTH
def test_b1_columns_are_lettered_from_the_left_and_spaces_numbered_from_the_top(
    board: Board,
) -> None:
    columns: dict[int, list[tuple[int, str]]] = {}
    for space in board.spaces:
        columns.setdefault(space.q, []).append((space.r, space.name))
    for letter, (_, column) in zip("abcdef", sorted(columns.items()), strict=False):
        names = [name for _, name in sorted(column)]
        assert names == [f"{letter}{n}" for n in range(1, len(column) + 1)]


@BOTH
def test_b1_every_space_has_a_text_that_reads_back(board: Board) -> None:
    for space in board.spaces:
        assert str(space) == board.name_of(space.index)
        assert board.index_of(str(space)) == space.index
    for text in ("", "a0", "a6", "z1", "A1", "c10", " c1", "X"):
        with pytest.raises(FormatError) as refused:
            board.index_of(text)
        assert str(refused.value) == f"no such space on the {board.name} board: '{text}'"


def test_b2_classic_has_columns_of_3_4_5_4_3_and_five_lines_each_way() -> None:
    assert [sum(s.name[0] == letter for s in CLASSIC.spaces) for letter in "abcde"] == [
        3,
        4,
        5,
        4,
        3,
    ]
    assert (CLASSIC.spaces[0].name, CLASSIC.spaces[-1].name) == ("a1", "e3")
    for direction in Direction:
        lengths = [len(line) for line in CLASSIC.lines if line.direction is direction]
        assert lengths == [3, 4, 5, 4, 3]


def test_b3_daffodil_is_three_flowers_around_its_stamens() -> None:
    assert [sum(s.name[0] == letter for s in DAFFODIL.spaces) for letter in "abcdef"] == [
        2, 5, 5, 4, 3, 2,
    ]  # fmt: skip
    assert [DAFFODIL.name_of(i) for i in DAFFODIL.stamens] == ["b2", "c4", "e2"]
    centres = [(s.q, s.r) for s in (DAFFODIL.spaces[i] for i in DAFFODIL.stamens)]
    assert centres == [(0, 0), (1, 2), (3, -1)]
    petals = [set(DAFFODIL.neighbours[i]) for i in DAFFODIL.stamens]
    assert [len(p) for p in petals] == [6, 6, 6]
    assert len(set().union(*petals)) == 18, "the flowers share no space"
    for direction in Direction:
        lengths = [len(line) for line in DAFFODIL.lines if line.direction is direction]
        assert sorted(lengths) == [2, 2, 3, 4, 5, 5]


@BOTH
def test_b4_lines_keep_q_or_q_plus_r_or_r_and_every_space_is_on_three(board: Board) -> None:
    constant: dict[Direction, Callable[[Space], int]] = {
        Direction.VERTICAL: lambda s: s.q,
        Direction.RISING: lambda s: s.q + s.r,
        Direction.FALLING: lambda s: s.r,
    }
    for line in board.lines:
        key = constant[line.direction]
        kept = {key(board.spaces[i]) for i in line.spaces}
        assert len(kept) == 1
        assert set(line.spaces) == {s.index for s in board.spaces if key(s) in kept}
        assert line.mask == sum(1 << i for i in line.spaces)
        first, last = line.spaces[0], line.spaces[-1]
        assert line.ends == (board.name_of(first), board.name_of(last))
        # From the top, or from the left.
        assert (board.spaces[first].q, first) <= (board.spaces[last].q, last)
        assert board.lines[line.index] is line
    for index, through in enumerate(board.lines_through):
        assert [line.direction for line in through] == list(Direction)
        assert all(index in line.spaces for line in through)


@BOTH
def test_b4_touching_spaces_are_one_step_apart_and_share_a_line(board: Board) -> None:
    for i, neighbours in enumerate(board.neighbours):
        for j in neighbours:
            assert i in board.neighbours[j]
            assert set(board.lines_through[i]) & set(board.lines_through[j])


@each(
    [
        (CLASSIC, "c3", "c2 d2 d3 c4 b3 b2"),
        (CLASSIC, "a1", "b1 b2 a2"),
        (DAFFODIL, "b2", "b1 c1 c2 b3 a2 a1"),
        (DAFFODIL, "f2", "f1 e3 e2"),
    ],
    lambda case: f"{case[0]!r} {case[1]}",
)
def test_b3_a_space_touches_others_clockwise_from_the_top(
    board: Board, space: str, around: str
) -> None:
    touched = board.neighbours[board.index_of(space)]
    assert " ".join(map(board.name_of, touched)) == around


def test_b5_the_daffodil_is_written_x_and_holds_three() -> None:
    assert ASIDE == "x"
    assert ASIDE_ROOM == 3
    for board in BOARDS.values():
        assert board.name_of(ASIDE_INDEX) == "x"
        assert board.index_of("x") == ASIDE_INDEX


@BOTH
def test_b1_b5_every_index_has_one_name_that_reads_back(board: Board) -> None:
    names = {index: board.name_of(index) for index in range(ASIDE_INDEX, len(board))}
    assert len(set(names.values())) == len(board) + 1
    assert all(board.index_of(name) == index for index, name in names.items())
    for index in (ASIDE_INDEX - 1, -len(board), len(board)):
        with pytest.raises(IndexError):
            board.name_of(index)


def test_a_board_of_another_shape_is_whole() -> None:
    columns = ((0, 0, 2), (1, 0, 3), (2, -1, 4), (3, -1, 4), (4, -2, 4), (5, -2, 3), (6, -2, 2))
    board = build_board(BoardName.CLASSIC, columns, (), REGULAR_TILES)
    assert len(board) == sum(length for _, _, length in columns)
    assert board.name_of(len(board) - 1) == "g2"
    for index, space in enumerate(board.spaces):
        assert board.index_of(space.name) == index
        assert all(index in line.spaces for line in board.lines_through[index])
    assert len({i for around in board.neighbours for i in around}) == len(board)


def test_a_board_that_its_tiles_cannot_fill_is_refused_by_name() -> None:
    columns = tuple((q, max(-q, -3), 7 - abs(q - 3)) for q in range(7))
    with pytest.raises(ValueError, match="board classic: 37 spaces, but 27 tiles"):
        build_board(BoardName.CLASSIC, columns, (), REGULAR_TILES)
    long = tuple((q, 0, 1) for q in range(27))
    with pytest.raises(ValueError, match="longer"):
        build_board(BoardName.CLASSIC, long, (), REGULAR_TILES)
