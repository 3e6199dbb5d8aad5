"""Pictures: centred, of the size asked for, cached, different where they should differ."""

from __future__ import annotations

import itertools
from contextlib import suppress

import pygame
import pytest

from game.rules.boards import CLASSIC, DAFFODIL, Board
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.tiles import NUMBERS, TILES, Direction, Tile
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.fonts import Fonts
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.lines import LineLook
from game.ui.draw.sprites.pieces import Sprites, badge_place
from game.ui.draw.sprites.stripes import STRIPE_ANGLES, render_stripe
from game.ui.draw.sprites.tiles import TileLook, pale_colour, render_digits
from game.ui.draw.sprites.wells import Well
from game.ui.draw.surface_cache import SliceSpent, rendering_deadline
from game.ui.draw.theme import STRIPE_SETS, STRIPES, THEMES, Colour, find_theme
from game.ui.frame.context import Context
from game.ui.layout.hexagon import hex_height
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, make_view


@pytest.fixture
def sprites(context: Context) -> Sprites:
    """The pictures."""
    return context.painter.sprites


def same(one: pygame.Surface, two: pygame.Surface) -> bool:
    """Whether two pictures are equal, pixel for pixel."""
    return pygame.image.tobytes(one, "RGBA") == pygame.image.tobytes(two, "RGBA")


@pytest.mark.parametrize(("is_over", "mark"), [(False, LineLook.OPEN), (True, LineLook.DEAD)])
def test_once_no_tile_comes_a_line_with_a_hole_is_dead(
    context: Context, monkeypatch: pytest.MonkeyPatch, is_over: bool, mark: LineLook
) -> None:
    seen: list[LineLook] = []
    monkeypatch.setattr(
        Sprites, "draw_badge", lambda sprites, surface, layout, line, look, *_: seen.append(look)
    )
    layout = lay_out_board(CLASSIC, Rect(0, 0, 400, 400))
    look = BoardLook(Ruleset(), empty_position(CLASSIC), is_over=is_over)
    BoardPicture(context.painter).draw(pygame.Surface((400, 400)), layout, look)
    assert seen == [mark] * len(CLASSIC.lines)


@pytest.mark.parametrize("is_first", [False, True])
def test_a_board_is_rendered_anew_once_pieces_look_otherwise(
    context: Context, is_first: bool
) -> None:
    painter, layout = context.painter, lay_out_board(CLASSIC, Rect(0, 0, 400, 400))
    position = put_unchecked(empty_position(CLASSIC), TILES[13], 9)
    look = BoardLook(Ruleset(), position)
    kept = BoardPicture(painter, is_first=is_first)

    def drawn(board: BoardPicture) -> pygame.Surface:
        surface = pygame.Surface((400, 400))
        board.draw(surface, layout, look)
        return surface

    seen = [drawn(kept)]
    painter.apply_patterns(has_patterns=True)
    painter.sprites.clear()
    seen.append(drawn(kept))
    painter.apply_theme(find_theme("daylight", STRIPE_SETS[0]))
    seen.append(drawn(kept))
    assert not any(same(*two) for two in itertools.combinations(seen, 2))
    assert same(seen[-1], drawn(BoardPicture(painter, is_first=is_first)))


@pytest.mark.parametrize("radius", [10, 22, 47.5, 80, 150])
def test_a_tile_fills_its_hexagon_and_no_more(sprites: Sprites, radius: float) -> None:
    surface = pygame.Surface((400, 400), pygame.SRCALPHA)
    sprites.draw_tile(surface, TILES[13], (200, 200), radius, TileLook.GHOST)
    ink = surface.get_bounding_rect(min_alpha=60)
    # Its corners are rounded off.
    assert ink.w == pytest.approx(2 * radius, abs=3 + radius * 0.03)
    assert ink.w <= 2 * radius + 1
    assert ink.h == pytest.approx(hex_height(radius), abs=3)
    assert abs(ink.centerx - 200) <= 1
    assert abs(ink.centery - 200) <= 1


def test_every_tile_has_a_face_of_its_own(sprites: Sprites) -> None:
    faces = {pygame.image.tobytes(sprites.tile(tile, 30), "RGBA") for tile in TILES}
    assert len(faces) == 31
    for look in (TileLook.DIMMED, TileLook.GHOST):
        assert not same(sprites.tile(TILES[0], 30), sprites.tile(TILES[0], 30, look))


@pytest.mark.parametrize(
    ("text", "place", "number"),
    [
        ("798", (0.0, 0.62), 9),
        ("294", (0.66, 0.0), None),
        ("798", (0.62, -0.36), 7),
        ("213", (-0.62, -0.36), 3),
        ("258", (-0.62, -0.36), 8),
        ("614", (0.62, -0.36), 6),
    ],
)
def test_stripes_lie_where_the_rules_say(  # T1, T2
    sprites: Sprites, text: str, place: tuple[float, float], number: int | None
) -> None:
    """Rising runs to the top right, falling to the lower right, vertical to the foot."""
    radius = 100
    picture = sprites.tile(Tile.parse(text), radius)
    x = round(picture.get_width() / 2 + place[0] * radius)
    y = round(picture.get_height() / 2 + place[1] * radius)
    r, g, b, a = picture.get_at((x, y))
    assert a >= 250
    nearest = min(
        STRIPES, key=lambda n: sum((p - q) ** 2 for p, q in zip(STRIPES[n], (r, g, b), strict=True))
    )
    if number is None:
        assert (r, g, b) != STRIPES[nearest], "between the stripes lies the tile's own face"
    else:
        assert nearest == number


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("is_faded", [False, True])
@pytest.mark.parametrize("direction", Direction)
def test_patterns_alone_tell_the_numbers_of_a_direction_apart(
    direction: Direction, is_faded: bool, name: str
) -> None:
    palette = find_theme(name, STRIPE_SETS[0]).palette
    # All bars are of one grey and as wide as at 1024×640: nothing but the pattern differs.
    grey: Colour = (120, 120, 128)
    if is_faded:
        grey = pale_colour(palette, grey)
    bars = {}
    for number in (None, *NUMBERS[direction]):
        shade = dict.fromkeys(NUMBERS[direction], grey)
        picture = render_stripe(
            direction,
            number or NUMBERS[direction][1],
            16,
            90,
            shade,
            palette,
            has_pattern=number is not None,
        )
        upright = pygame.transform.rotate(picture, -STRIPE_ANGLES[direction])
        middle = upright.get_rect()
        part = pygame.Rect(0, 0, 14, 60)
        part.center = middle.center
        bars[number] = pygame.surfarray.array3d(upright.subsurface(part)).mean(axis=2)
    for one, two in itertools.combinations(bars, 2):
        apart = abs(bars[one] - bars[two])
        assert apart.mean() >= 8, (one, two)
        assert (apart > 30).mean() >= 0.10, (one, two)


def test_pictures_are_kept_until_cleared(sprites: Sprites) -> None:
    first = sprites.tile(TILES[0], 40)
    assert sprites.tile(TILES[0], 40.1) is first
    sprites.clear()
    again = sprites.tile(TILES[0], 40)
    assert again is not first
    assert same(first, again), "rendering is the same each time"


def steps_to_draw(sprites: Sprites, radius: float) -> int:
    """Return the number of pictures of a tile of that size that are not cached yet."""
    for steps in range(1, 100):
        with suppress(SliceSpent), rendering_deadline(0.0):
            sprites.tile(TILES[0], radius)
            return steps
    raise AssertionError("no tile")


def test_a_small_picture_leaves_what_the_windows_tiles_share(sprites: Sprites) -> None:
    from_nothing = steps_to_draw(sprites, 40)
    small = Painter(make_view((160, 100)), is_whole=False).sprites
    assert steps_to_draw(small, 40) < from_nothing


@pytest.mark.parametrize("direction", Direction)
def test_only_digits_of_dead_directions_are_dim(sprites: Sprites, direction: Direction) -> None:
    tile, dead = TILES[13], frozenset({direction})
    living, over = sprites.tile(tile, 100), sprites.tile(tile, 100, faded=dead)
    palette = find_theme("night", STRIPE_SETS[0]).palette
    for directions, is_dim in ((dead, True), (frozenset(Direction) - dead, False)):
        alone = render_digits(tile, 100, directions, palette, Fonts())
        digits = pygame.surfarray.array_alpha(alone)
        before, after = (pygame.surfarray.array3d(each).astype(int) for each in (living, over))
        white = (digits > 250) & (before.min(axis=2) > 240)
        assert white.sum() > 50
        apart = (before - after)[white].max(axis=1)
        assert bool((apart > 50).mean() > 0.9) is is_dim


@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_badges_do_not_touch_each_other_or_the_tiles(board: Board) -> None:
    layout = lay_out_board(board, Rect(0, 0, 900, 900))
    places = [badge_place(layout, line.index) for line in board.lines]
    size = layout.radius * 0.235 * 2
    for i, (x, y) in enumerate(places):
        assert layout.hit((x, y)) is None
        for ox, oy in places[:i]:
            assert (x - ox) ** 2 + (y - oy) ** 2 >= size**2 * 0.99


@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_a_beam_runs_along_its_line(sprites: Sprites, board: Board) -> None:
    layout = lay_out_board(board, Rect(0, 0, 700, 700))
    for line in board.lines:
        surface = pygame.Surface((700, 700), pygame.SRCALPHA)
        sprites.draw_beam(surface, layout, line.index, (255, 200, 0))
        for space in range(len(board)):
            x, y = layout.centres[space]
            is_lit = surface.get_at((round(x), round(y)))[3] > 0
            assert is_lit is (space in line.spaces)


def test_a_beam_grows_from_its_first_end(sprites: Sprites) -> None:
    layout = lay_out_board(CLASSIC, Rect(0, 0, 700, 700))
    line = CLASSIC.lines[7]
    first, last = layout.centres[line.spaces[0]], layout.centres[line.spaces[-1]]
    surface = pygame.Surface((700, 700), pygame.SRCALPHA)
    sprites.draw_beam(surface, layout, line.index, (255, 200, 0), reach=0.5)
    assert surface.get_at((round(first[0]), round(first[1])))[3]
    assert not surface.get_at((round(last[0]), round(last[1])))[3]
    assert surface.get_clip() == surface.get_rect()


def test_wells_and_marks_look_different(sprites: Sprites) -> None:
    seen = set()
    for well in Well:
        surface = pygame.Surface((120, 120), pygame.SRCALPHA)
        sprites.draw_well(surface, (60, 60), 50, well)
        seen.add(pygame.image.tobytes(surface, "RGBA"))
    layout = lay_out_board(CLASSIC, Rect(0, 0, 500, 500))
    for look in LineLook:
        surface = pygame.Surface((500, 500), pygame.SRCALPHA)
        number = None if look in (LineLook.OPEN, LineLook.DEAD) else 5
        sprites.draw_badge(surface, layout, 0, look, number)
        seen.add(pygame.image.tobytes(surface, "RGBA"))
    assert len(seen) == len(Well) + len(LineLook)
