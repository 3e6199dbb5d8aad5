"""A board's picture: which wells, tracks, tiles, beams, badges and signs are drawn, and where."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pygame
import pytest

from game.rules.boards import ASIDE_INDEX, CLASSIC, DAFFODIL, Board, BoardName
from game.rules.placement import Position, empty_position, put_unchecked
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import LineState, line_status
from game.rules.tiles import REGULAR_TILES, TILES, WILD_TILES, Direction, Tile
from game.ui.draw.board_picture import BoardLook, BoardPicture, draw_late_mark, other_end
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.lines import LineLook
from game.ui.draw.sprites.pieces import Sprites
from game.ui.draw.sprites.wells import Well
from game.ui.draw.surface_cache import SliceSpent, rendering_deadline
from game.ui.draw.theme import find_theme
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout, lay_out_board
from game.ui.layout.rects import Rect

Call = tuple[str, tuple[Any, ...], dict[str, Any]]


class Pieces:
    """The pieces that a board's picture consists of, in the order of their drawing."""

    def __init__(self, context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
        self.painter = context.painter
        self.calls: list[Call] = []
        for owner, names in (
            (Sprites, ("well", "tile", "digits", "track", "beam", "badge", "symbol", "cursor")),
            (Painter, ("text", "icon")),
        ):
            for name in names:
                attribute = f"draw_{name}" if owner is Sprites else name

                def note(_: Any, __: Any, *given: Any, name: str = name, **more: Any) -> None:
                    self.calls.append((name, given, more))

                monkeypatch.setattr(owner, attribute, note)

    def of(self, layout: BoardLayout, look: BoardLook) -> dict[str, list[Any]]:
        """Draw a look; return what each kind of piece was given."""
        self.calls.clear()
        BoardPicture(self.painter).prerender(pygame.Surface((9, 9)), layout, look)
        kinds: dict[str, list[Any]] = {name: [] for name in ("well", "tile", "digits", "track")}
        for name, given, more in self.calls:
            kinds.setdefault(name, []).append((*given, more))
        return kinds


@pytest.fixture
def pieces(context: Context, monkeypatch: pytest.MonkeyPatch) -> Pieces:
    """Boards are drawn piece by piece."""
    return Pieces(context, monkeypatch)


def spread(board: Board, count: int, seed: int) -> Position:
    """Return a board with `count` tiles, two of them wild."""
    random, position = Random(seed), empty_position(board)
    tiles = [*WILD_TILES[:2], *random.sample(REGULAR_TILES, count - 2)]
    spaces = random.sample(range(len(board.spaces)), count)
    for tile, space in zip(tiles, spaces, strict=True):
        position = put_unchecked(position, tile, space)
    return position


LAYOUTS = {board.name: lay_out_board(board, Rect(0, 0, 600, 600)) for board in (CLASSIC, DAFFODIL)}


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_each_line_is_marked_as_its_state_is(pieces: Pieces, board: Board, is_over: bool) -> None:
    layout, seen = LAYOUTS[board.name], set[tuple[LineState, int]]()
    for seed in range(12):
        position = spread(board, 5 + seed, seed)
        look = BoardLook(Ruleset(board.name), position, is_over=is_over)
        drawn = pieces.of(layout, look)
        badges, tracks, beams = [], [], []
        dead: dict[int, set[Direction]] = {space: set() for space in range(len(board.spaces))}
        settled: dict[int, set[int]] = {space: set() for space in range(len(board.spaces))}
        for line in board.lines:
            status = line_status(line, position)
            numbers = status.numbers
            seen.add((status.state, len(numbers)))
            one = numbers[0] if len(numbers) == 1 else None
            match status.state:
                case LineState.COMPLETE:
                    badges.append((line.index, LineLook.COMPLETE, one))
                    beams.append((line.index, one))
                case LineState.ALIVE if not is_over:
                    badges.append((line.index, LineLook.ALIVE if one else LineLook.OPEN, one))
                    tracks.append((line.index, numbers[-1]))
                case LineState.EMPTY if not is_over:
                    badges.append((line.index, LineLook.OPEN, None))
                case _:
                    badges.append((line.index, LineLook.DEAD, None))
            for space in line.spaces:
                if status.state is LineState.DEAD or (
                    is_over and status.state is not LineState.COMPLETE
                ):
                    dead[space].add(line.direction)
                tile = position.tiles[space]
                if one and tile is not None and tile.number(line.direction) is None:
                    settled[space].add(one)
        assert [given[1:4] for given in drawn["badge"]] == badges
        assert [given[1:3] for given in drawn["track"]] == tracks
        lights = pieces.painter.theme.lights
        alpha = 0.85 if is_over else 0.6
        assert [given[1:] for given in drawn.get("beam", [])] == [
            (line, lights[number or 0], {"alpha": alpha}) for line, number in beams
        ]
        tiles = [(space, tile) for space, tile in enumerate(position.tiles) if tile is not None]
        assert drawn["tile"] == [
            (
                tile,
                layout.centres[space],
                layout.tile_radius,
                {"faded": frozenset(dead[space]), "settled": frozenset(settled[space])},
            )
            for space, tile in tiles
        ]
        lit = {
            space: {board.lines[i].direction for i, _ in beams if space in board.lines[i].spaces}
            for space, _ in tiles
        }
        assert [given[:4] for given in drawn["digits"]] == [
            (tile, layout.centres[space], layout.tile_radius, lit[space])
            for space, tile in tiles
            if is_over and lit[space]
        ]
    assert {state for state, _ in seen} == {*LineState}
    assert (LineState.ALIVE, 2) in seen or (LineState.ALIVE, 3) in seen


def test_a_line_whose_light_comes_later_is_dark_and_flat_themes_have_bars(
    pieces: Pieces, context: Context
) -> None:
    line = CLASSIC.lines[0]
    position = empty_position(CLASSIC)
    one = [tile for tile in REGULAR_TILES if tile.number(line.direction) == 1]
    for tile, space in zip(one, line.spaces, strict=False):
        position = put_unchecked(position, tile, space)
    look = BoardLook(Ruleset(), position)
    layout = LAYOUTS[CLASSIC.name]
    for theme, bars in (("night", []), ("contrast", [(line.index, 1, {"is_complete": True})])):
        context.painter.apply_theme(find_theme(theme, "box"))
        for dark, is_lit in (((), True), ((line.index,), False)):
            drawn = pieces.of(layout, replace(look, dark_lines=frozenset(dark)))
            assert len(drawn.get("beam", [])) == is_lit
            complete = [given[1:] for given in drawn["track"] if given[-1]]
            assert complete == (bars if is_lit else [])
            assert (line.index, LineLook.COMPLETE, 1) in [given[1:4] for given in drawn["badge"]]


@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_wells_show_where_a_tile_may_go_and_names_where_none_is(
    pieces: Pieces, board: Board
) -> None:
    layout, rules = LAYOUTS[board.name], Ruleset(board.name)
    position = spread(board, 6, 1)
    empty = [space for space, tile in enumerate(position.tiles) if tile is None]
    stamens = board.stamens
    for legal in (None, (), tuple(empty[::2]), tuple(empty[1::2])):
        look = BoardLook(rules, position, legal)
        drawn = pieces.of(layout, look)
        wells: list[object] = []
        for space in empty:
            if legal is not None and space in legal:
                well = Well.STAMEN_LEGAL if space in stamens else Well.LEGAL
            elif space in stamens:
                well = Well.STAMEN
            else:
                well = Well.EMPTY if legal is None else Well.CLOSED
            wells.append((layout.centres[space], layout.tile_radius, well, {}))
        assert drawn["well"] == wells
        assert [given[0] for given in drawn["text"]] == [board.name_of(space) for space in empty]
    for change in ({"has_names": False}, {"has_badges": False}):
        drawn = pieces.of(layout, replace(look, **change))  # type: ignore[arg-type]
        assert "text" not in drawn
        assert ("badge" in drawn) is ("has_names" in change)


def test_face_down_tiles_hide_their_faces_and_all_lines(pieces: Pieces) -> None:
    position = put_unchecked(put_unchecked(empty_position(CLASSIC), TILES[3], 0), TILES[4], 1)
    look = BoardLook(Ruleset(), position, face_down=frozenset({1, 5}))
    drawn = pieces.of(LAYOUTS[CLASSIC.name], look)
    assert [given[0] for given in drawn["tile"]] == [TILES[3], None, None]
    assert all(
        given[-1] == {"faded": frozenset(), "settled": frozenset()} for given in drawn["tile"]
    )
    assert len(drawn["well"]) == 19 - 3
    assert drawn["track"] == drawn["digits"] == []
    assert "badge" not in drawn


def of_symbol(symbol: str, count: int) -> list[Tile]:
    return [tile for tile in REGULAR_TILES if tile.symbol == symbol][:count]


def test_a_sign_stands_at_a_line_s_far_end_while_it_can_become_a_ray(pieces: Pieces) -> None:
    layout = LAYOUTS[CLASSIC.name]
    line = next(one for one in CLASSIC.lines if len(one.spaces) == 3)
    size = len(line.spaces)
    for rays, symbol, count, is_over, radius in (
        (RayRule.RAYS, "sun", 1, False, None),
        (RayRule.RAYS, "sun", 2, False, 0.13),
        (RayRule.RAYS, "moon", 2, False, 0.13),
        (RayRule.RAYS, "sun", 2, True, None),
        (RayRule.RAYS, "moon", size, False, 0.19),
        (RayRule.RAYS, "sun", size, True, 0.19),
        (RayRule.NONE, "sun", size, False, None),
        (RayRule.BEST_RAY, "sun", 2, False, 0.13),
    ):
        position = empty_position(CLASSIC)
        tiles = of_symbol(symbol, 27)
        same = [
            tile for tile in tiles if tile.number(line.direction) == tiles[0].number(line.direction)
        ]
        for tile, space in zip(same[:count], line.spaces, strict=False):
            position = put_unchecked(position, tile, space)
        drawn = pieces.of(layout, BoardLook(Ruleset(rays=rays), position, is_over=is_over))
        expected = (other_end(layout, line.index), radius, symbol == "sun")
        signs = [(at, r / layout.radius, more["is_sun"]) for at, r, more in drawn.get("symbol", [])]
        assert [sign for sign in signs if sign[0] == expected[0]] == (
            [] if radius is None else [(expected[0], pytest.approx(radius), expected[2])]
        )
    # A dead line can be no best ray, but a ray of its own.
    other = next(
        tile for tile in tiles if tile.number(line.direction) != same[0].number(line.direction)
    )
    position = empty_position(CLASSIC)
    for tile, space in zip((same[0], other), line.spaces, strict=False):
        position = put_unchecked(position, tile, space)
    for rays, count in ((RayRule.RAYS, 1), (RayRule.BEST_RAY, 0)):
        drawn = pieces.of(layout, BoardLook(Ruleset(rays=rays), position))
        assert [at for at, *_ in drawn.get("symbol", [])].count(
            other_end(layout, line.index)
        ) == count
    for one in CLASSIC.lines:
        ends = layout.beyond(one.index, layout.radius * 0.2)
        assert other_end(layout, one.index) == ends[one.direction is not Direction.FALLING]


def test_the_daffodil_shows_its_tiles_and_the_one_place_that_is_next(pieces: Pieces) -> None:
    layout = lay_out_board(DAFFODIL, Rect(0, 0, 600, 600), has_aside=True)
    rules = Ruleset(BoardName.DAFFODIL)
    position = put_unchecked(empty_position(DAFFODIL), TILES[5], ASIDE_INDEX)
    empty, legal = Well.EMPTY, Well.LEGAL
    for aside, spaces, wells, tiles in (
        (None, None, [(1, empty), (2, empty)], [(0, TILES[5])]),
        (None, (0,), [(1, empty), (2, empty)], [(0, TILES[5])]),
        (None, (0, ASIDE_INDEX), [(1, legal), (2, empty)], [(0, TILES[5])]),
        ((), (ASIDE_INDEX,), [(0, legal), (1, empty), (2, empty)], []),
        ((None, TILES[6]), None, [(0, empty), (2, empty)], [(1, TILES[6])]),
    ):
        drawn = pieces.of(layout, BoardLook(rules, position, spaces, aside_tiles=aside))
        radius = layout.aside_radius
        assert [given for given in drawn["well"] if given[0] in layout.aside] == [
            (layout.aside[place], radius, well, {}) for place, well in wells
        ]
        assert [given for given in drawn["tile"] if given[1] in layout.aside] == [
            (tile, layout.aside[place], radius, {}) for place, tile in tiles
        ]


def test_late_tiles_bear_a_clock_where_it_can_be_seen(pieces: Pieces) -> None:
    layout = lay_out_board(DAFFODIL, Rect(0, 0, 600, 600), has_aside=True)
    position = empty_position(DAFFODIL)
    for tile, space, is_late in ((TILES[1], 0, True), (TILES[2], 1, False), (TILES[3], -1, True)):
        position = put_unchecked(position, tile, space, is_late)
    drawn = pieces.of(layout, BoardLook(Ruleset(BoardName.DAFFODIL), position))
    (x, y), (aside_x, aside_y) = layout.centres[0], layout.aside[0]
    places = [(x, y + 0.6 * layout.tile_radius), (aside_x, aside_y + 0.6 * layout.aside_radius)]
    assert [given[:2] for given in drawn["icon"]] == [(Icon.CLOCK, place) for place in places]
    for radius, count in ((12, 1), (11.9, 0)):
        pieces.calls.clear()
        draw_late_mark(pygame.Surface((50, 50)), pieces.painter, (20, 20), radius)
        assert len(pieces.calls) == count


def test_a_board_is_drawn_again_only_for_another_look_place_or_size(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[BoardLook] = []
    draw_pieces = vars(BoardPicture)["_draw_pieces"]

    def note(self: BoardPicture, canvas: Any, layout: BoardLayout, look: BoardLook) -> None:
        drawn.append(look)
        draw_pieces(self, canvas, layout, look)

    monkeypatch.setattr(BoardPicture, "_draw_pieces", note)
    for is_first in (True, False):
        picture, surface = (
            BoardPicture(context.painter, is_first=is_first),
            pygame.Surface((400, 400)),
        )
        look = BoardLook(Ruleset(), empty_position(CLASSIC))
        near, far = (lay_out_board(CLASSIC, Rect(x, 0, 300, 300)) for x in (0, 90))
        small = lay_out_board(CLASSIC, Rect(0, 0, 200, 200))
        for layout, shown, times in (
            (near, look, 1),
            (near, replace(look), 0),
            (near, replace(look, legal=(3,)), 1),
            (near, look, 1),
            (far, look, 1),
            (far, look, 0),
            (small, look, 1),
        ):
            drawn.clear()
            surface.fill((1, 2, 3))
            picture.draw(surface, layout, shown)
            assert len(drawn) == times
            inside = pygame.Rect(picture.area(layout)).clip(surface.get_rect())
            assert surface.get_at(layout.bounds().centre)[:3] != (1, 2, 3)
            if times == 0:
                context.painter.sprites.clear()
                picture.draw(surface, layout, shown)
                assert len(drawn) == 1, "pieces may look otherwise"
            if inside.right < 399:
                assert surface.get_at((inside.right + 1, 200))[:3] == (1, 2, 3)


def test_a_board_that_is_drawn_first_looks_like_one_over_the_backdrop(context: Context) -> None:
    painter, position = context.painter, spread(CLASSIC, 6, 3)
    first = BoardPicture(painter, is_first=True)
    look = BoardLook(Ruleset(), position)
    near, far = (lay_out_board(CLASSIC, Rect(x, 20, 260, 260)) for x in (10, 90))
    for layout, shown, sky in (
        (near, look, None),
        (near, replace(look, legal=(0, 1)), None),
        (near, look, None),
        (far, look, None),
        (far, replace(look, is_over=True), None),
        (far, look, painter.theme.lit_sky(3)),
    ):
        if sky is not None:
            first = BoardPicture(painter, is_first=True)
        first.sky = sky
        surfaces = []
        for picture in (first, BoardPicture(painter)):
            surface = pygame.Surface((400, 300))
            painter.draw_background(surface, sky)
            picture.draw(surface, layout, shown)
            surfaces.append(surface)
        one, two = surfaces
        for x in range(0, 400, 13):
            for y in range(0, 300, 13):
                pairs = zip(one.get_at((x, y)), two.get_at((x, y)), strict=True)
                assert all(abs(a - b) <= 12 for a, b in pairs), (x, y)


def test_the_cursor_is_on_a_space_or_on_the_daffodil_s_next_place(pieces: Pieces) -> None:
    layout = lay_out_board(DAFFODIL, Rect(0, 0, 600, 600), has_aside=True)
    picture = BoardPicture(pieces.painter)
    surface, gold = pygame.Surface((9, 9)), pieces.painter.theme.palette.gold
    pieces.calls.clear()
    picture.draw_cursor(surface, layout, 3)
    picture.draw_cursor(surface, layout, 3, gold, lying=2)
    picture.draw_cursor(surface, layout, ASIDE_INDEX, lying=2)
    given = [arguments for name, arguments, _ in pieces.calls if name == "cursor"]
    assert given == [
        (layout.centres[3], layout.tile_radius, None),
        (layout.centres[3], layout.tile_radius, gold),
        (layout.aside[2], layout.aside_radius, None),
    ]


def test_a_board_s_next_look_leaves_nothing_of_the_one_before_or_of_one_given_up(
    context: Context,
) -> None:
    painter = context.painter
    layout = lay_out_board(CLASSIC, Rect(0, 0, 200, 200))
    full = BoardLook(Ruleset(), spread(CLASSIC, 6, 3))
    empty = BoardLook(Ruleset(), empty_position(CLASSIC), has_badges=False)

    def drawn(picture: BoardPicture, look: BoardLook) -> bytes:
        surface = pygame.Surface((200, 200))
        surface.fill(painter.theme.palette.sky)
        picture.draw(surface, layout, look)
        return pygame.image.tobytes(surface, "RGB")

    for is_first in (False, True):
        fresh = [drawn(BoardPicture(painter, is_first=is_first), look) for look in (full, empty)]
        kept = BoardPicture(painter, is_first=is_first)
        assert [drawn(kept, look) for look in (full, empty, full)] == [*fresh, fresh[0]]
        # Another tile is given up half-way; the look before comes back whole.
        other = replace(full, position=put_unchecked(full.position, TILES[30], free_space(full)))
        with pytest.raises(SliceSpent), rendering_deadline(-1.0, is_late=True):
            drawn(kept, other)
        assert drawn(kept, full) == fresh[0]


def free_space(look: BoardLook) -> int:
    """Return a space without a tile."""
    return look.position.tiles.index(None)


def test_a_ray_has_a_glow_behind_its_sign_and_a_line_that_may_become_one_has_none(
    pieces: Pieces, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout, glows = LAYOUTS[CLASSIC.name], list[tuple[Any, ...]]()
    monkeypatch.setattr(Painter, "disc", lambda _, __, *given: glows.append(given))
    line = next(one for one in CLASSIC.lines if len(one.spaces) == 3)
    p = pieces.painter.theme.palette
    for symbol, colour in (("sun", p.sun), ("moon", p.moon)):
        for count, is_ray in ((2, False), (3, True)):
            position = empty_position(CLASSIC)
            for tile, space in zip(of_symbol(symbol, 27)[:count], line.spaces, strict=False):
                position = put_unchecked(position, tile, space)
            glows.clear()
            pieces.of(layout, BoardLook(Ruleset(rays=RayRule.RAYS), position))
            radius = layout.radius * 0.19 * 1.28
            at = other_end(layout, line.index)
            assert glows == [(at, radius, (*colour, 120))] * is_ray


def test_the_daffodil_is_one_body_with_an_edge_around_all_its_places(
    pieces: Pieces, monkeypatch: pytest.MonkeyPatch
) -> None:
    spots: list[tuple[Any, ...]] = []
    monkeypatch.setattr(Painter, "disc", lambda _, __, *given: spots.append(given))
    pieces.painter.apply_theme(find_theme("contrast", "box"))
    p = pieces.painter.theme.palette
    for has_aside in (True, False):
        layout = lay_out_board(DAFFODIL, Rect(0, 0, 600, 600), has_aside=has_aside)
        spots.clear()
        pieces.of(layout, BoardLook(Ruleset(BoardName.DAFFODIL), empty_position(DAFFODIL)))
        assert spots == [
            (place, layout.aside_radius * share, colour)
            for share, colour in ((1.30, p.plate_edge), (1.24, p.plate))
            for place in layout.aside
        ]
