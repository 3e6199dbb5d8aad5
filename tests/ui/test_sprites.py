"""Pictures: centred, of the size asked for, cached, different where they should differ."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pygame
import pytest

from game.rules.boards import CLASSIC, DAFFODIL, Board
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.tiles import NUMBERS, TILES, Direction, Tile
from game.ui.draw.animation import mix_colour
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.fonts import Fonts
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.lines import LineLook
from game.ui.draw.sprites.pieces import Sprites, badge_place
from game.ui.draw.sprites.stripes import STRIPE_ANGLES, render_pattern, render_stripe
from game.ui.draw.sprites.tiles import TileLook, pale_colour, render_digits
from game.ui.draw.sprites.wells import Well
from game.ui.draw.surface_cache import SliceSpent, rendering_deadline
from game.ui.draw.theme import METALS, STRIPE_SETS, STRIPES, THEMES, Colour, Theme, find_theme
from game.ui.frame.context import Context
from game.ui.layout.hexagon import hex_height
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, make_view
from tests.ui.painted import Sketch, compare_sketches


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


def test_a_lifted_tile_is_higher_over_its_shadow_than_one_that_only_flies(
    sprites: Sprites,
) -> None:
    feet = []
    for look, height in (
        (TileLook.NORMAL, 0.0),
        (TileLook.LIFTED, 0.0),
        (TileLook.NORMAL, 0.5),
        (TileLook.LIFTED, 0.5),
    ):
        surface = pygame.Surface((300, 300), pygame.SRCALPHA)
        sprites.draw_tile(surface, TILES[13], (150, 150), 60, look, height=height)
        feet.append(surface.get_bounding_rect().bottom)
    assert feet == sorted(set(feet))


def test_wild_stripes_lie_over_those_with_a_number(sprites: Sprites) -> None:  # T4
    """Close to the symbol all three stripes are over each other, further down one is alone."""
    picture = sprites.tile(Tile.parse("*1*"), 120)
    w, h = picture.get_size()
    for y, is_black in ((0.207, False), (0.32, True)):
        pixel = picture.get_at((w // 2, round(h / 2 + y * 120)))[:3]
        apart = sum(abs(a - b) for a, b in zip(pixel, STRIPES[1], strict=True))
        assert (apart < 90) is is_black, (y, pixel)


def test_a_wild_stripe_of_a_dead_line_has_its_number_too(sprites: Sprites) -> None:
    tile = Tile.parse("***")
    for direction in Direction:
        faded, number = frozenset({direction}), frozenset({NUMBERS[direction][1]})
        pictures = [
            sprites.tile(tile, 60, faded=dead, settled=settled)
            for dead in (frozenset[Direction](), faded)
            for settled in (frozenset[int](), number)
        ]
        assert not any(same(*two) for two in itertools.combinations(pictures, 2))


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


TILE, WILD = Tile.parse("798"), Tile.parse("***")


def draw_one(
    surface: pygame.Surface, painter: Painter, tile: Tile | None, radius: float, **how: Any
) -> None:
    """Draw a tile in the middle."""
    middle = surface.get_width() / 2, surface.get_height() / 2
    painter.sprites.draw_tile(surface, tile, middle, radius, **how)


def draw_patterned(surface: pygame.Surface, painter: Painter) -> None:
    """Draw a tile with patterns on its stripes."""
    painter.apply_patterns(has_patterns=True)
    draw_one(surface, painter, TILE, 40)


def draw_patterns(surface: pygame.Surface, painter: Painter) -> None:
    """Draw the patterns of the nine numbers below each other, each on its stripe."""
    for number, colour in STRIPES.items():
        row = pygame.Rect(0, number * 12 - 12, 64, 12)
        surface.fill(colour, row)
        picture = render_pattern(12, 64, number, colour, painter.theme.palette)
        surface.blit(picture, row)


def draw_sign(surface: pygame.Surface, painter: Painter, *, is_sun: bool) -> None:
    """Draw a sun or a moon."""
    painter.sprites.draw_symbol(surface, (24, 24), 22, is_sun=is_sun)


def draw_wells(surface: pygame.Surface, painter: Painter) -> None:
    """Draw the states of an empty space beside each other."""
    for place, well in enumerate(Well):
        painter.sprites.draw_well(surface, (place * 48 + 24, 24), 22, well)


def draw_badges(surface: pygame.Surface, painter: Painter) -> None:
    """Draw the badges of a line below each other: on each board it is at the line's end."""
    layout = lay_out_board(CLASSIC, Rect(0, 0, 640, 640))
    for place, (look, number) in enumerate(
        ((LineLook.OPEN, None), (LineLook.DEAD, None), (LineLook.ALIVE, 5), (LineLook.COMPLETE, 6))
    ):
        x, y = badge_place(layout, 0)
        part = pygame.Surface((640, 640))
        part.fill(painter.theme.palette.plate)
        painter.sprites.draw_badge(part, layout, 0, look, number)
        surface.blit(part, (place * 48, 0), (round(x) - 24, round(y) - 24, 48, 48))


def draw_lines(surface: pygame.Surface, painter: Painter, **how: Any) -> None:
    """Draw the tracks or beams of three lines, one in each direction, of a small board."""
    layout = lay_out_board(CLASSIC, Rect(0, 0, *surface.get_size()))
    lines = {line.direction: line for line in CLASSIC.lines if len(line) == 3}
    numbers = {Direction.VERTICAL: 1, Direction.RISING: 6, Direction.FALLING: 3}
    for direction, line in lines.items():
        number = numbers[direction]
        if "reach" in how:
            colour = painter.theme.lights[number]
            painter.sprites.draw_beam(surface, layout, line.index, colour, **how)
        else:
            painter.sprites.draw_track(surface, layout, line.index, number, **how)


def draw_boards(surface: pygame.Surface, painter: Painter, board: Board) -> None:
    """Draw a board's plate with a veil on two of its spaces."""
    layout = lay_out_board(board, Rect(10, 10, 140, 140))
    painter.sprites.draw_plate(surface, layout)
    painter.sprites.draw_veil(surface, layout, (0, 9), 1.0)


def draw_medals(surface: pygame.Surface, painter: Painter) -> None:
    """Draw all medals beside each other."""
    for place, metal in enumerate(METALS):
        painter.sprites.draw_medal(surface, metal, (place * 56 + 28, 28), 20)


def tile_inks(theme: Theme) -> dict[str, Colour]:
    """Return the letters of a tile's colours."""
    p = theme.palette
    return {
        "7": theme.stripes[7],
        "9": theme.stripes[9],
        "8": theme.stripes[8],
        "w": p.digit,
        "h": p.halo,
        "t": p.tile,
        "e": p.tile_edge,
        "s": p.sun,
        "m": p.moon,
    }


def pale_inks(theme: Theme) -> dict[str, Colour]:
    """Return the same with the vertical stripe paled."""
    return {**tile_inks(theme), "9": pale_colour(theme.palette, theme.stripes[9])}


def board_inks(theme: Theme) -> dict[str, Colour]:
    p = theme.palette
    return {
        "#": p.plate,
        "v": p.sky_foot,
        "_": mix_colour(p.plate, p.dark, 0.6),
        "/": p.plate_edge,
        "s": p.shadow,
    }


def line_inks(theme: Theme) -> dict[str, Colour]:
    lights = theme.lights
    hot = mix_colour(lights[6], theme.palette.light, 0.2)
    return {"1": lights[1], "0": theme.stripes[1], "6": lights[6], "3": lights[3], "h": hot}


def well_inks(theme: Theme) -> dict[str, Colour]:
    p = theme.palette
    return {
        ".": p.well,
        "l": mix_colour(p.well, p.faint, 0.42),
        "c": mix_colour(p.well, p.plate, 0.5),
        "o": p.stamen,
        "g": p.stamen_grain,
        "e": p.well_edge,
        "i": mix_colour(p.well_edge, p.ink_soft, 0.45),
        "_": mix_colour(p.plate, p.light, 0.14),
    }


_SIZE, _GRID = (96, 88), (48, 22)
_TILES: list[tuple[str, Tile | None, float, dict[str, Any]]] = [
    ("tile", TILE, 40, {}),
    ("back", None, 40, {}),
    ("wild", WILD, 40, {}),
    ("wild and settled", WILD, 40, {"settled": frozenset({9, 3})}),
    ("wild and small", WILD, 25, {}),
    ("smaller than digits", TILE, 8, {}),
    ("gone", TILE, 40, {"look": TileLook.DIMMED}),
    ("ghost", TILE, 40, {"look": TileLook.GHOST}),
    ("narrow", TILE, 40, {"squeeze": 0.5}),
    ("zoomed", TILE, 40, {"zoom": 0.5}),
]
_LIFTS: list[tuple[str, dict[str, Any]]] = [
    ("seated", {}),
    ("lifted", {"look": TileLook.LIFTED}),
    ("high", {"height": 1.0}),
]
_LINES: list[tuple[str, dict[str, Any]]] = [
    ("tracks", {}),
    ("complete tracks", {"is_complete": True}),
    ("beams", {"reach": 1.0}),
    ("half of the beams", {"reach": 0.5}),
]
SKETCHES = [
    *(
        Sketch(
            name, _SIZE, _GRID, partial(draw_one, tile=tile, radius=radius, **how), inks, near=90
        )
        for name, tile, radius, inks, how in (
            ("tile", TILE, 40, tile_inks, {}),
            (
                "dead in a direction",
                TILE,
                40,
                pale_inks,
                {"faded": frozenset({Direction.VERTICAL})},
            ),
            ("back", None, 40, tile_inks, {}),
            ("wild", Tile.parse("***"), 40, tile_inks, {}),
            ("wild and settled", Tile.parse("***"), 40, tile_inks, {"settled": frozenset({9, 3})}),
            ("wild and small", Tile.parse("***"), 25, tile_inks, {}),
            ("smaller than digits", TILE, 8, tile_inks, {}),
            ("gone", TILE, 40, tile_inks, {"look": TileLook.DIMMED}),
            ("ghost", TILE, 40, tile_inks, {"look": TileLook.GHOST}),
            ("narrow", TILE, 40, tile_inks, {"squeeze": 0.5}),
            ("zoomed", TILE, 40, tile_inks, {"zoom": 0.5}),
        )
    ),
    *(
        Sketch(
            f"{name} by day",
            _SIZE,
            _GRID,
            partial(draw_one, tile=TILE, radius=30, **how),
            lambda theme: {
                ".": mix_colour(theme.palette.sky, theme.palette.shadow, 0.3),
                **tile_inks(theme),
            },
            "daylight",
            near=60,
        )
        for name, how in _LIFTS
    ),
    Sketch("patterned", _SIZE, _GRID, draw_patterned, tile_inks, near=90),
    Sketch(
        "patterns",
        (64, 108),
        (64, 108),
        draw_patterns,
        lambda t: {str(n): c for n, c in t.stripes.items()},
    ),
    Sketch("wells", (240, 48), (120, 24), draw_wells, well_inks, near=18),
    *(
        Sketch(
            f"cursor {name}",
            (64, 64),
            (32, 16),
            lambda s, a: a.sprites.draw_cursor(s, (32, 32), 26),
            lambda t: {"#": t.palette.focus, "e": t.palette.cursor_edge},
            name,
        )
        for name in ("night", "daylight")
    ),
    Sketch(
        "golden cursor by day",
        (64, 64),
        (32, 16),
        lambda s, a: a.sprites.draw_cursor(s, (32, 32), 26, a.theme.palette.gold),
        lambda t: {"#": t.palette.gold, "i": t.palette.ink},
        "daylight",
    ),
    *(
        Sketch(
            name,
            (48, 48),
            (48, 24),
            partial(
                lambda s, a, is_sun: a.sprites.draw_symbol(s, (24, 24), 22, is_sun=is_sun),
                is_sun=is_sun,
            ),
            lambda t: {"#": t.palette.sun, "m": t.palette.moon, ".": t.palette.symbol},
        )
        for name, is_sun in (("sun", True), ("moon", False))
    ),
    *(
        Sketch(
            f"badges {name}",
            (192, 48),
            (96, 24),
            draw_badges,
            lambda t: {
                " ": t.palette.plate,
                "6": t.stripes[6],
                "5": t.stripes[5],
                "o": mix_colour(t.palette.plate, t.palette.ink_soft, 0.8),
                "x": mix_colour(t.palette.plate, t.palette.ink_soft, 0.6),
                "w": t.palette.digit,
                "h": t.palette.halo,
                "l": t.palette.light,
                "i": t.palette.ink,
            },
            name,
            near=60,
        )
        for name in ("night", "daylight")
    ),
    *(
        Sketch(
            f"{name} {theme}",
            (180, 180),
            (90, 45),
            partial(draw_lines, **how),
            line_inks,
            theme,
            60,
        )
        for theme in ("night", "daylight")
        for name, how in _LINES
    ),
    *(
        Sketch(
            f"{board.name} {theme}",
            (160, 160),
            (80, 40),
            partial(draw_boards, board=board),
            board_inks,
            theme,
            30,
        )
        for board, theme in ((CLASSIC, "contrast"), (CLASSIC, "daylight"), (DAFFODIL, "night"))
    ),
    Sketch(
        "medals",
        (56 * len(METALS), 56),
        (28 * len(METALS), 28),
        draw_medals,
        lambda t: {
            **{name[0]: metal.top for name, metal in METALS.items()},
            **{name[0].upper(): metal.foot for name, metal in METALS.items()},
            "e": METALS["bronze"].edge,
            "i": METALS["silver"].edge,
            "f": METALS["gold"].edge,
        },
        near=40,
    ),
]


def test_pieces_are_drawn_as_their_letters_say() -> None:
    compare_sketches(SKETCHES, "pieces")


def test_a_cached_piece_is_shown_for_its_own_look_alone() -> None:
    small, large = (lay_out_board(CLASSIC, Rect(0, 0, side, side)) for side in (80, 96))
    flower = lay_out_board(DAFFODIL, Rect(0, 0, 96, 96))
    upright = frozenset({Direction.VERTICAL})
    alike = replace(small, board=DAFFODIL)
    draws: list[Callable[[Sprites, pygame.Surface], object]] = [
        *(
            partial(Sprites.draw_tile, tile=tile, centre=(48, 48), radius=radius, **how)
            for tile, radius, how in (
                *((tile, 16, dict[str, Any]()) for tile in (TILE, WILD, None)),
                (TILE, 18, {}),
                (TILE, 16, {"faded": upright}),
                (WILD, 16, {"settled": frozenset({9})}),
                (TILE, 16, {"look": TileLook.GHOST}),
                (TILE, 16, {"look": TileLook.DIMMED}),
                (TILE, 16, {"look": TileLook.LIFTED}),
            )
        ),
        *(
            partial(
                Sprites.draw_digits,
                tile=tile,
                centre=(48, 48),
                radius=16,
                directions=directions,
                settled=settled,
            )
            for tile, directions, settled in (
                (WILD, frozenset(Direction), frozenset[int]()),
                (TILE, frozenset(Direction), frozenset[int]()),
                (WILD, upright, frozenset[int]()),
                (WILD, upright, frozenset({9})),
            )
        ),
        *(
            partial(Sprites.draw_well, centre=(48, 48), radius=radius, well=well)
            for radius in (16, 18)
            for well in Well
        ),
        *(
            partial(Sprites.draw_cursor, centre=(48, 48), radius=radius, colour=colour)
            for radius, colour in ((16, None), (18, None), (16, STRIPES[9]))
        ),
        *(
            partial(Sprites.draw_symbol, centre=(48, 48), radius=radius, is_sun=is_sun)
            for radius, is_sun in ((20, True), (20, False), (24, True))
        ),
        *(partial(Sprites.draw_plate, layout=layout) for layout in (small, alike, large, flower)),
        *(
            partial(Sprites.draw_veil, layout=layout, spaces=(0, 9), alpha=1.0)
            for layout in (small, large)
        ),
        *(
            partial(
                Sprites.draw_track,
                layout=layout,
                line_index=index,
                number=number,
                is_complete=is_complete,
            )
            for layout, index, number, is_complete in (
                (small, 0, 5, False),
                (small, 0, 5, True),
                (small, 0, 9, False),
                (small, 1, 5, False),
                (small, 7, 5, False),
                (large, 0, 5, False),
            )
        ),
        *(
            partial(Sprites.draw_beam, layout=layout, line_index=index, colour=colour)
            for layout, index, colour in (
                (small, 0, STRIPES[5]),
                (small, 0, STRIPES[9]),
                (small, 1, STRIPES[5]),
                (small, 7, STRIPES[5]),
                (large, 0, STRIPES[5]),
            )
        ),
        *(
            partial(Sprites.draw_badge, layout=layout, line_index=index, look=look, number=number)
            for layout, index, look, number in (
                (small, 0, LineLook.ALIVE, 5),
                (small, 0, LineLook.COMPLETE, 5),
                (small, 0, LineLook.ALIVE, 9),
                (small, 0, LineLook.OPEN, None),
                (flower, 0, LineLook.ALIVE, 5),
            )
        ),
        *(
            partial(Sprites.draw_medal, metal=metal, centre=(48, 48), radius=radius)
            for metal, radius in (("gold", 20), ("silver", 20), ("gold", 24))
        ),
    ]
    for has_patterns in (False, True):
        theme = find_theme("night", "box")
        shared = Sprites(theme)
        shared.has_patterns = has_patterns
        for draw in draws[: len(draws) if not has_patterns else 4]:
            fresh = Sprites(theme)
            fresh.has_patterns = has_patterns
            one, two = pygame.Surface((96, 96)), pygame.Surface((96, 96))
            draw(shared, one)
            draw(fresh, two)
            assert same(one, two), draw


def test_light_that_grows_stays_inside_what_may_be_drawn_on(sprites: Sprites) -> None:
    layout = lay_out_board(CLASSIC, Rect(0, 0, 700, 700))
    surface, part = pygame.Surface((700, 700)), pygame.Rect(0, 0, 700, 200)
    surface.set_clip(part)
    for line in CLASSIC.lines:
        for reach in (0.4, 1.0):
            sprites.draw_beam(surface, layout, line.index, (255, 200, 0), reach=reach)
            assert surface.get_clip() == part
    surface.set_clip(None)
    below = surface.subsurface((0, 200, 700, 500))
    assert pygame.mask.from_threshold(below, (0, 0, 0), (1, 1, 1, 255)).count() == 700 * 500


def test_tiles_of_a_row_are_around_its_middle(
    sprites: Sprites, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[Any, ...]] = []
    monkeypatch.setattr(Sprites, "draw_tile", lambda _, __, *given: drawn.append(given))
    sprites.draw_row(pygame.Surface((9, 9)), [TILE, None, WILD], (100, 50), 20, 30)
    assert drawn == [(TILE, (70, 50), 20), (None, (100, 50), 20), (WILD, (130, 50), 20)]
    sprites.draw_row(pygame.Surface((9, 9)), [TILE, WILD], (100, 50), 20, 30)
    assert drawn[3:] == [(TILE, (85, 50), 20), (WILD, (115, 50), 20)]


def test_another_theme_leaves_no_line_or_piece_of_the_one_before() -> None:
    layout = lay_out_board(CLASSIC, Rect(0, 0, 96, 96))
    draws: list[Callable[[Sprites, pygame.Surface], object]] = [
        partial(Sprites.draw_beam, layout=layout, line_index=7, colour=STRIPES[9]),
        partial(Sprites.draw_track, layout=layout, line_index=7, number=9),
        partial(Sprites.draw_badge, layout=layout, line_index=7, look=LineLook.ALIVE, number=9),
        partial(Sprites.draw_well, centre=(48, 48), radius=20, well=Well.LEGAL),
        partial(Sprites.draw_symbol, centre=(48, 48), radius=20, is_sun=True),
        partial(Sprites.draw_tile, tile=TILE, centre=(48, 48), radius=20),
        partial(
            Sprites.draw_digits,
            tile=TILE,
            centre=(48, 48),
            radius=20,
            directions=frozenset(Direction),
        ),
        partial(Sprites.draw_veil, layout=layout, spaces=(0,), alpha=1.0),
        partial(Sprites.draw_plate, layout=layout),
    ]
    kept = Sprites(find_theme("night", "box"))
    for theme in (find_theme(name, "box") for name in THEMES):
        kept.apply_theme(theme)
        kept.clear()
        for draw in draws:
            one, two = pygame.Surface((96, 96)), pygame.Surface((96, 96))
            draw(kept, one)
            draw(Sprites(theme), two)
            assert same(one, two), draw
