"""Clauses P1-P7: where a tile may go, as the second referee says; and positions as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules import FormatError, all_rulesets
from game.rules.boards import CLASSIC
from game.rules.errors import IllegalMove, IllegalReason
from game.rules.placement import (
    ASIDE_INDEX,
    Placement,
    Position,
    empty_position,
    is_set_free,
    legal_placements_of,
    legal_spaces,
    put_unchecked,
    refusal,
    take_from_aside,
)
from game.rules.record import rules_json
from game.rules.ruleset import PlacementRule, Ruleset
from game.rules.tiles import Tile
from tests.each import each
from tests.rules.random_matches import random_position
from tests.rules.records import read
from tests.rules.referee import Board, Point, Table, around, is_sun

SETS = ("classic", *(f"daffodil-{variant}" for variant in (1, 2, 3, 4)))
CLOSED = {
    2: IllegalReason.STAMENS_FIRST,
    3: IllegalReason.STAMENS_LAST,
    4: IllegalReason.STAMENS_CLOSED,
}


def boards(rules: Ruleset, random: Random) -> Iterator[tuple[Position, list[Tile]]]:
    """Boards that any tiles lie on anywhere, few or many, and the tiles that are left: all of one
    symbol now and then, on the stamens as elsewhere, and up to three aside.
    """
    for number in range(100):
        position, count = empty_position(rules.grid), len(rules.grid)
        tiles = random.sample(rules.grid.tile_set, len(rules.grid.tile_set))
        if number % 3:
            tiles.sort(key=lambda tile: tile.is_sun)
        spaces = random.sample(range(count), random.choice([0, 1, 4, 9, count - 3, count - 2]))
        if number % 2:
            spaces = [space for space in spaces if space not in rules.grid.stamens]
        for space in spaces:
            position = put_unchecked(position, tiles.pop(), space)
        for _ in range(random.randrange(4) if rules.has_aside else 0):
            position = put_unchecked(position, tiles.pop(), ASIDE_INDEX)
        yield position, tiles


class Ground:
    """A board as the referee sees it, for one tile."""

    def __init__(self, rules: Ruleset, position: Position, tile: Tile) -> None:
        self.table, self.tile = Table(rules_json(rules), 2), str(tile)
        free = Table({**rules_json(rules), "placement": "free"}, 2)
        names = self.table.names.values()
        self.board: Board = {
            point: str(lies)
            for point, lies in zip(names, position.tiles, strict=True)
            if lies is not None
        }
        self.open, self.legal = (t.open_to(self.board, self.tile) for t in (free, self.table))

    def refusal(self, point: Point) -> IllegalReason | None:
        """Why the tile may not go there."""
        if point in self.board:
            return IllegalReason.OCCUPIED
        if point not in self.open:
            return CLOSED[self.table.variant]
        if point in self.legal:
            return None
        if self.table.placement == "adjacent":
            return IllegalReason.NOT_ADJACENT
        is_of_sun = is_sun(self.tile)
        return IllegalReason.NOT_ADJACENT_SUN if is_of_sun else IllegalReason.NOT_ADJACENT_MOON

    def is_set_free(self) -> bool:
        """Whether there is something to touch, and no open space that touches it (P7)."""
        kin = [
            point
            for point, other in self.board.items()
            if self.table.placement == "adjacent" or is_sun(other) == is_sun(self.tile)
        ]
        is_bound = self.table.placement != "free" and not (
            self.table.variant == 2 and self.open & self.table.stamens
        )
        touching = [point for point in self.open if around(point) & set(kin)]
        return is_bound and bool(kin and self.open) and not touching


@each(product(SETS, ("free", "adjacent", "adjacent-symbol")))
def test_p2_a_tile_may_go_just_where_the_referee_lets_it(board: str, placement: str) -> None:
    """P1-P3, the stamens of P5, the daffodil of P6, and P7; each refusal has its own reason."""
    rules = Ruleset.parse(f"{board} {placement} single none")
    met = set()
    for position, tiles in boards(rules, Random(f"{board} {placement}")):
        for tile in tiles[:2]:
            ground = Ground(rules, position, tile)
            refused = [ground.refusal(point) for point in ground.table.names.values()]
            legal = tuple(space for space, reason in enumerate(refused) if reason is None)
            has_room = rules.has_aside and len(position.aside) < 3
            assert legal_spaces(rules, position, tile) == ((ASIDE_INDEX,) * has_room + legal)
            spaces = range(len(rules.grid))
            assert [refusal(rules, position, tile, space) for space in spaces] == refused
            full = IllegalReason.DAFFODIL_FULL if rules.has_aside else IllegalReason.NO_DAFFODIL
            aside = refusal(rules, position, tile, ASIDE_INDEX)
            assert aside is (None if has_room else full)
            for space in (-2, len(rules.grid), 1000):
                assert refusal(rules, position, tile, space) is IllegalReason.NO_SUCH_SPACE
            assert is_set_free(rules, position, tile) is ground.is_set_free()
            met |= {*refused, ground.is_set_free()}
    assert met >= {None, IllegalReason.OCCUPIED, False}
    assert (True in met) is (placement == "adjacent-symbol")


def test_p4_each_tile_of_a_call_is_judged_against_the_board_as_it_is_then() -> None:
    read("classic adjacent pairs none", "294 753", "294@c3 753@c2")
    with pytest.raises(Exception, match="not adjacent"):
        read("classic adjacent pairs none", "294 753", "294@c3 753@a1")
    read("classic adjacent mail none", "294 753 213", "294@a1 753@b2 213@c3")
    with pytest.raises(Exception, match="not adjacent"):
        read("classic adjacent mail none", "294 753 213", "294@a1 213@c3 753@b2")


@each(
    [
        ("294", "a1", "already placed (294)"),
        ("753", "a1", "already placed (753)"),
        ("***", "c3", "occupied (***@c3)"),
        ("***", 99, "no such space (***)"),
        ("***", -2, "no such space (***)"),
        ("***", "b2", "stamens closed (***@b2)"),
        ("***", "x", "daffodil full (***@x)"),
    ]
)
def test_a_refused_placement_is_named_with_its_tile_and_space(
    tile: str, space: str | int, reason: str
) -> None:
    """P6: 753 is on c3; 294 and two others are set aside."""
    rules = Ruleset.parse("daffodil-4 free single none")
    position = empty_position(rules.grid).place("753", "c3")
    for aside in ("294", "293", "298"):
        position = position.place(aside, "x", rules)
    with pytest.raises(IllegalMove) as refused:
        position.place(tile, space, rules)
    assert str(refused.value) == reason


@each(product(SETS, ("free", "adjacent")))
def test_legal_placements_are_the_legal_spaces_with_their_tile(board: str, placement: str) -> None:
    rules = Ruleset.parse(f"{board} {placement} single none")
    for position, tiles in islice(boards(rules, Random(2)), 20):
        tile = tiles[0]
        legal = tuple(Placement(tile, space) for space in legal_spaces(rules, position, tile))
        assert legal_placements_of(rules, position, tile) == legal


def test_a_position_knows_which_of_its_tiles_are_late() -> None:
    late, other = Tile.parse("294"), Tile.parse("753")
    position = put_unchecked(put_unchecked(empty_position(Ruleset().grid), late, 0), other, 1)
    position = replace(position, late=1 << late.index)
    assert (position.is_late(late), position.is_late(other)) == (True, False)


@given(st.sampled_from(all_rulesets()), st.integers(0, 10**6))
def test_a_checked_placement_is_refused_exactly_where_the_rules_refuse_it(
    rules: Ruleset, seed: int
) -> None:
    """P1-P7: `Position.place` agrees with `legal_spaces`, by index and by text."""
    random = Random(seed)
    position = empty_position(rules.grid)
    tiles = random.sample(rules.grid.tile_set, random.randint(1, len(rules.grid)))
    for tile in tiles[:-1]:
        position = put_unchecked(position, tile, random.choice(legal_spaces(rules, position, tile)))
    legal = legal_spaces(rules, position, tiles[-1])
    for space in range(ASIDE_INDEX, len(rules.grid)):
        text = "x" if space == ASIDE_INDEX else rules.grid.name_of(space)
        if space in legal:
            placed = position.place(tiles[-1], space, rules)
            assert placed == put_unchecked(position, tiles[-1], space)
            assert position.place(str(tiles[-1]), text, rules) == placed
        else:
            with pytest.raises(IllegalMove):
                position.place(tiles[-1], text, rules)


@pytest.mark.parametrize(
    ("tile", "space", "reason"),
    [
        ("293", "c3", IllegalReason.OCCUPIED),
        ("294", "a1", IllegalReason.ALREADY_PLACED),
        ("***", "a1", IllegalReason.NOT_IN_TILE_SET),
        ("293", 99, IllegalReason.NO_SUCH_SPACE),
        ("293", "x", IllegalReason.NO_DAFFODIL),
    ],
)
def test_a_placement_without_rules_is_checked_too(
    tile: str, space: str | int, reason: IllegalReason
) -> None:
    position = empty_position(CLASSIC).place("294", "c3")
    with pytest.raises(IllegalMove) as refused:
        position.place(tile, space)
    assert refused.value.reason is reason


@pytest.mark.parametrize(("tile", "space"), [("29x", "a1"), ("294", "c9"), ("294", "")])
def test_a_text_that_names_nothing_is_named(tile: str, space: str) -> None:
    with pytest.raises(FormatError, match="no such"):
        empty_position(CLASSIC).place(tile, space)


@each(range(200))
def test_the_text_reads_back(seed: int) -> None:
    position = random_position(Random(seed))
    assert Position.parse(str(position)) == position
    assert str(position) in repr(position)


EMPTY = " ".join(["..."] * 18)


@each(
    [
        ("", "0 tiles where a round calls 19"),
        (EMPTY, "18 tiles where a round calls 19"),
        (f"{EMPTY} 295", "no such tile: '295'"),
        (f"{EMPTY.removesuffix('...')}294 294", "tile called twice: 294"),
        (f"{EMPTY} 294, aside 294", "tile called twice: 294"),
        (f"{EMPTY} ..., aside 123", "no such tile: '123'"),
        (f"{EMPTY} ..., aside 213 294 293 298", "no such tile: 'aside 213 294 293 29'"),
        (f"{EMPTY} ..., late 294", "no such tile: 'late 294'"),
        (f"{EMPTY} ..., odd 294", "no such tile: 'odd 294'"),
    ]
)
def test_what_is_no_position_is_refused(text: str, words: str) -> None:
    with pytest.raises(FormatError) as refused:
        Position.parse(text)
    assert str(refused.value) == words


def test_p7_nothing_is_set_free_on_a_full_board() -> None:
    for placement in PlacementRule:
        rules = Ruleset(placement=placement)
        position = empty_position(rules.grid)
        for space, tile in enumerate(rules.grid.tile_set[: len(rules.grid)]):
            position = put_unchecked(position, tile, space)
        for tile in rules.grid.tile_set[len(rules.grid) :]:
            assert not is_set_free(rules, position, tile)
            assert legal_spaces(rules, position, tile) == ()


def test_m2_a_late_tile_stays_late_whatever_is_placed_after_it() -> None:
    first, second, third, fourth = CLASSIC.tile_set[:4]
    position = put_unchecked(empty_position(CLASSIC), first, 0, True)
    position = put_unchecked(put_unchecked(position, second, 1), third, ASIDE_INDEX, True)
    position = take_from_aside(put_unchecked(position, fourth, ASIDE_INDEX), fourth)
    assert [position.is_late(tile) for tile in (first, second, third)] == [True, False, True]
    assert str(position).partition(", ")[2] == f"aside {third}, late {first} {third}"
