"""The cursor on a board, as table, entry and puzzles have it: every space by steps and by name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.rules.boards import ASIDE_INDEX, BOARDS, BoardName
from game.ui.layout.hexes import BoardLayout, HexStep, lay_out_board
from game.ui.layout.rects import Rect
from game.ui.scenes.table.board_cursor import BoardCursor

ROOM = Rect(40, 20, 900, 700)


@pytest.fixture(params=BoardName)
def layout(request: pytest.FixtureRequest) -> BoardLayout:
    """Each board, the daffodil beside it."""
    return lay_out_board(BOARDS[request.param], ROOM, has_aside=True)


def reached(layout: BoardLayout, *, can_set_aside: bool) -> set[int]:
    """All spaces to which steps lead from the first one."""
    found, waiting = {0}, [0]
    while waiting:
        start = waiting.pop()
        for step in HexStep:
            cursor = BoardCursor(start)
            has_moved = cursor.step(layout, step, can_set_aside=can_set_aside)
            assert has_moved is (cursor.space != start)
            assert cursor.space is not None
            if cursor.space not in found:
                found.add(cursor.space)
                waiting.append(cursor.space)
    return found


def test_steps_lead_to_every_space_and_to_the_daffodil(layout: BoardLayout) -> None:
    spaces = set(range(len(layout.board)))
    assert reached(layout, can_set_aside=True) == spaces | {ASIDE_INDEX}
    assert reached(layout, can_set_aside=False) == spaces
    bare = lay_out_board(layout.board, ROOM)
    assert reached(bare, can_set_aside=True) == spaces


def test_only_the_lower_right_edge_leads_to_the_daffodil(layout: BoardLayout) -> None:
    starts = set()
    for space in range(len(layout.board)):
        for step in HexStep:
            cursor = BoardCursor(space)
            cursor.step(layout, step)
            if cursor.space == ASIDE_INDEX:
                starts.add(layout.board.name_of(space))
                assert step in (HexStep.DOWN, HexStep.DOWN_RIGHT)
                assert layout.move(space, step) == space
    wanted = {"classic": {"d4", "e1", "e2", "e3"}, "daffodil": {"d3", "d4", "e3", "f1", "f2"}}
    assert starts == wanted[layout.board.name.value]


def test_from_the_daffodil_one_returns_to_the_space_above_it_or_leaves_the_board(
    layout: BoardLayout,
) -> None:
    for step in HexStep:
        cursor = BoardCursor(ASIDE_INDEX)
        leaves = step in (HexStep.DOWN, HexStep.DOWN_RIGHT, HexStep.RIGHT)
        assert cursor.step(layout, step) is not leaves
        assert (cursor.space == ASIDE_INDEX) is leaves
        if not leaves:
            assert cursor.step(layout, HexStep.DOWN)
            assert cursor.space == ASIDE_INDEX


def test_steps_to_the_side_and_back_return(layout: BoardLayout) -> None:
    for space in range(len(layout.board)):
        for there, back in ((HexStep.LEFT, HexStep.RIGHT), (HexStep.RIGHT, HexStep.LEFT)):
            cursor = BoardCursor(space)
            count = 0
            while cursor.step(layout, there):
                count += 1
            for _ in range(count):
                assert cursor.step(layout, back)
            assert cursor.space == space


def test_another_step_or_place_forgets_the_height(layout: BoardLayout) -> None:
    changes: tuple[Callable[[BoardCursor], object], ...] = (
        lambda cursor: cursor.put(0),
        lambda cursor: cursor.jump(layout.board, "a"),
        lambda cursor: cursor.step(layout, HexStep.UP_LEFT),
    )
    for change in changes:
        cursor, fresh = BoardCursor(len(layout.board) // 2), BoardCursor(0)
        cursor.step(layout, HexStep.RIGHT)
        change(cursor)
        fresh.put(cursor.space)
        for _ in range(3):
            cursor.step(layout, HexStep.RIGHT)
            fresh.step(layout, HexStep.RIGHT)
        assert cursor.space == fresh.space


def test_the_first_step_enters_in_the_middle(layout: BoardLayout) -> None:
    cursor = BoardCursor()
    assert cursor.step(layout, HexStep.UP)
    assert cursor.space == layout.nearest(layout.bounds().centre)


@pytest.mark.parametrize("start", [None, ASIDE_INDEX, 0, 11])
def test_every_space_is_reached_by_its_name(layout: BoardLayout, start: int | None) -> None:
    for space in layout.board.spaces:
        cursor = BoardCursor(start)
        assert cursor.jump(layout.board, space.name[0])
        assert cursor.jump(layout.board, space.name[1])
        assert cursor.space == space.index


def test_a_column_keeps_the_number_where_it_has_one(layout: BoardLayout) -> None:
    grid = layout.board
    names = {space.name for space in grid.spaces}
    for start in grid.spaces:
        for column in {name[0] for name in names}:
            cursor = BoardCursor(start.index)
            assert cursor.jump(grid, column)
            kept = column + start.name[1]
            assert cursor.space == grid.index_of(kept if kept in names else f"{column}1")


@pytest.mark.parametrize("sign", ["", "z", "0", "9", "*", "@", " "])
def test_what_names_no_space_leaves_the_cursor(layout: BoardLayout, sign: str) -> None:
    for start in (None, ASIDE_INDEX, 3):
        cursor = BoardCursor(start)
        assert not cursor.jump(layout.board, sign)
        assert cursor.space == start


def test_a_number_needs_a_column(layout: BoardLayout) -> None:
    for start in (None, ASIDE_INDEX):
        assert not BoardCursor(start).jump(layout.board, "1")
