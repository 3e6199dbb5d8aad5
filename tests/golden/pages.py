"""Pages that must not change unseen: `python -m tests.golden.pages` stores their checksums anew.

Each is a sample of the gallery, a moment of a table or a picture to send: what is drawn, in its
order (words, shapes, colours, icons, tiles), and what a screen reader gets (names, roles, states,
the focus). Behind `@` are another window, a `large` interface, a theme, a key that is pressed
first, or `hover`: the pointer is on what has the focus. No pixel is compared, no font is measured
and no program awaited: all letters have one width, and pictures are prepared at once, so that the
checksums are the same on every machine.

`python -m tests.golden.pages NAME` prints a page line by line: compare those of two commits.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import partial, wraps
from itertools import product
from math import ceil
from pathlib import Path
from random import Random
from typing import Any, Final
from zlib import crc32

import pygame
import pytest

from game.locale import Language
from game.play.choices import SeatChoice
from game.play.editions import find_edition
from game.progress.challenges import find_challenge
from game.progress.goals import Goal
from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.placement import empty_position, put_unchecked
from game.rules.tiles import TILES
from game.ui.draw import fonts, surface_cache
from game.ui.draw.bands import ScoreBand
from game.ui.draw.painter import Painter
from game.ui.draw.sprites.pieces import Sprites
from game.ui.draw.theme import THEMES
from game.ui.frame.bindings import DEFAULT_BINDINGS
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, PointerMoved
from game.ui.frame.outline import Node
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Scene
from game.ui.frame.topics import Topic
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, make_view
from game.ui.scenes.editions.options import option_control, option_keys
from game.ui.scenes.editions.topic_picture import TopicPicture
from game.ui.scenes.editions.topics import topic_of
from game.ui.scenes.share.control import ShareJob
from game.ui.scenes.shared import goals_control
from game.ui.scenes.shared.challenge import draw_targets, mark_lines
from game.ui.scenes.shared.choosing import choices_of_edition
from game.ui.scenes.shared.goal_pictures import draw_goal
from game.ui.scenes.shared.table_layout import (
    HEAD,
    Spot,
    TableLayout,
    lay_out_hand,
    lay_out_table,
)
from game.ui.scenes.table.explaining import ExplainTarget, LineBadge, next_asked
from game.ui.scenes.table.motion import DROP_SECONDS, LAND_SECONDS, Motion, stroke_words_at
from game.ui.scenes.table.preview import draw_preview
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title import loading
from game.ui.scenes.title.attract import Attract
from game.ui.scenes.title.table_ahead import drawings_ahead
from game.ui.widgets import Stepper
from tests.gallery import collect_samples, make_context, open_sample
from tests.gallery.table import PromptEngines
from tests.gallery.table import table as open_table
from tests.ui.exports.cards import CARDS
from tests.ui.scenes.moments import MOMENTS
from tests.ui.scenes.table_modes import BOARDS, MODES
from tests.ui.unseen import draw_blank
from tests.ui.written import WrittenLine, drawing_stills, hearing_lines

_FRAME: Final = 0.25
"""Seconds of a frame until a page is drawn."""

FILE: Final = Path(__file__).parent / "pages.txt"

_WINDOWS: Final = {"upright": (640, 1000), "low": (1024, 600)}
_SHAPES: Final = ("polygon", "line", "lines", "aaline", "aalines", "circle", "rect", "arc")
_PIECES: Final = ("plate", "tile", "beam", "badge")


class _Paper(pygame.Surface):
    """A surface that lists what is drawn on it; its parts share its list."""

    lines: list[str]

    def fill(self, *how: Any, **options: Any) -> Any:
        _note("fill", how, options)
        return super().fill(*how, **options)

    def blit(self, source: pygame.Surface, *how: Any, **options: Any) -> Any:
        _note(f"picture {source.get_size()}", how, options)
        return super().blit(source, *how, **options)


def _note(name: str, how: tuple[Any, ...], options: Mapping[str, Any]) -> None:
    shown = [_plain(one) for one in (*how, *options.items()) if not isinstance(one, _SURROUNDINGS)]
    _Paper.lines.append(f"{name} {' '.join(shown)}")


_SURROUNDINGS: Final = (pygame.Surface, Painter, Sprites)


def _plain(thing: Any) -> str:
    """Return a value as text, lengths to a tenth of a pixel."""
    if isinstance(thing, float):
        return f"{round(thing, 1) + 0:g}"
    if isinstance(thing, tuple | list):
        return f"({' '.join(map(_plain, thing))})"
    return str(thing)


def _listed(name: str, draw: Callable[..., Any], *, at: int = 0) -> Callable[..., Any]:
    """Return a function that draws, and lists what it was given if that is on a `_Paper`."""

    @wraps(draw)
    def listed(*how: Any, **options: Any) -> Any:
        if isinstance(how[at], _Paper):
            _note(name, how, options)
        return draw(*how, **options)

    return listed


@contextmanager
def _listing() -> Iterator[list[str]]:
    """Collect what is drawn meanwhile on a `_Paper`."""
    lines = _Paper.lines = list[str]()

    def hear(line: WrittenLine) -> None:
        if isinstance(line.surface, _Paper):
            _note("words", line[1:], {})

    with pytest.MonkeyPatch.context() as patch, drawing_stills(), hearing_lines(hear):
        draw_blank(patch)
        patch.setattr(fonts.Fonts, "width", lambda _, text, size, **__: ceil(len(text) * size / 2))
        patch.setattr(fonts.Fonts, "cap_middle", lambda _, size, **__: size / 2)
        patch.setattr(fonts, "render_line", _empty_line)
        for module in (surface_cache, goals_control):
            patch.setattr(module, "perf_counter", lambda: 0.0)
        patch.setattr(loading, "_give_back_memory", lambda: None)
        patch.setattr(ShareJob, "__init__", lambda *_: None)
        patch.setattr(ShareJob, "is_done", False)
        patch.setattr(Painter, "icon", _listed("icon", Painter.icon, at=1))
        for name in _PIECES:
            draw = _listed(name, getattr(Sprites, f"draw_{name}"), at=1)
            patch.setattr(Sprites, f"draw_{name}", draw)
        for name in _SHAPES:
            patch.setattr(pygame.draw, name, _listed(name, getattr(pygame.draw, name)))
        yield lines


@contextmanager
def _in_utc() -> Iterator[None]:
    """Let times of day be those of UTC, where a program can choose its zone."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TZ", "UTC")
            _take_zone()
            yield
    finally:
        _take_zone()


def _take_zone() -> None:
    if sys.platform != "win32":
        time.tzset()


def _empty_line(text: str, size: int, *_: Any, outline: int = 0, **__: Any) -> pygame.Surface:
    width = ceil(len(text) * size / 2)
    return pygame.Surface((width + 2 * outline, size + 2 * outline), pygame.SRCALPHA)


def _read(scene: Scene) -> Iterator[str]:
    """Yield what a reader gets of a scene."""
    outline = scene.outline()
    nodes = [node for one in outline.nodes for node in one.walk()]
    yield from (f"{_plain(node[1:-1])} {node.number == outline.focus}" for node in nodes)
    for topic in Topic:
        yield f"{topic.name} {scene.read(topic)}"


def _focused(scene: Scene) -> Node:
    outline = scene.outline()
    nodes = (node for one in outline.nodes for node in one.walk())
    return next(node for node in nodes if node.number == outline.focus)


def page_lines(name: str) -> list[str]:
    """Return all that is drawn and read of a page. Needs a video mode."""
    page, *how = name.split("@")
    size = next((size for window, size in _WINDOWS.items() if window in how), (1280, 800))
    theme = next((theme for theme in THEMES if theme in how), THEMES[0])
    with _in_utc(), _listing() as lines:
        context = make_context(Language.ENGLISH, size, 1.5 if "large" in how else 1.0, theme)
        context.engines = PromptEngines()
        # Else the title would load modules first, in the first of all tests alone.
        deque(loading.load_behind(context.catalogue), maxlen=0)
        if (draw := _DRAWINGS.get(page)) is not None:
            draw(context, _Paper(size))
            return lines
        if page in MOMENTS:
            stack = MOMENTS[page](context).stack
        else:
            stack = open_sample(collect_samples()[page], context, _FRAME)
        for key in how:
            if key == "hover":
                stack.handle(PointerMoved(_focused(stack.top).rect.centre))
                stack.update(1.0)
            elif key not in (*_WINDOWS, *THEMES, "large"):
                text = key if len(key) == 1 else ""
                stack.handle(Command(DEFAULT_BINDINGS.action(key), key=key, text=text))
                stack.update(0.3)
        lines.clear()
        stack.draw(_Paper(size))
        return [*lines, *_read(stack.top)]


def _draw_explained(context: Context, surface: pygame.Surface) -> None:
    """Draw the pictures beside the explanations of all rules."""
    picture, card = TopicPicture(context), find_edition("league")
    assert card is not None
    seats = (SeatChoice("red"), SeatChoice("blue", bot="fox"))
    choices = replace(choices_of_edition(context, card), seats=seats, rounds=3)
    for key in option_keys(choices):
        control = option_control(context, choices, key, lambda *_: None)
        if isinstance(control, Stepper):
            values = control.values[3:9:5]
        else:
            values = [value for value, _ in control.options]
        for value in values:
            topic = topic_of(context, choices, key, value)
            picture.draw(surface, topic, Rect(10, 20, 250, 118))


def _draw_goals(context: Context, surface: pygame.Surface) -> None:
    """Draw the picture of every goal, earned and not, and list how each is composed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pygame, "Surface", _Paper)
        for goal, is_earned in product(Goal, (True, False)):
            draw_goal(surface, Rect(10, 20, 90, 60), context.painter, goal, is_earned=is_earned)


def _draw_challenges(context: Context, surface: pygame.Surface) -> None:
    """Draw the lines of two challenges on boards of two sizes, as targets and as marks."""
    for name, side in (("lines-3", 400), ("lines-8", 90)):
        challenge = find_challenge(name)
        assert challenge is not None
        layout = lay_out_board(challenge.rules.grid, Rect(10, 20, side, side), 0.6)
        draw_targets(surface, context, layout, challenge)
        mark_lines(surface, context, layout, challenge)


def _draw_motion(context: Context, surface: pygame.Surface) -> None:
    """Draw all that moves at a table, from its beginning to its end: tiles of keys and of the
    pointer, lines alone and together, plain and great, with all motion and with less.
    """
    for is_mirrored, is_reduced, lead, lines in (
        (False, False, DROP_SECONDS, {0: 9}),
        (True, False, LAND_SECONDS, {1: 9, 7: 8, 12: 10}),
        (True, False, DROP_SECONDS, {0: 18, 6: 20, 11: 24}),
        (False, False, LAND_SECONDS, {2: 45}),
        (False, True, DROP_SECONDS, {2: 45}),
    ):
        table = lay_out_table(make_view((1280, 800)), CLASSIC, is_mirrored=is_mirrored)
        _draw_moves(context, surface, table, Motion(is_reduced=is_reduced), lead, lines)


def _draw_moves(
    context: Context,
    surface: pygame.Surface,
    table: TableLayout,
    motion: Motion,
    lead: float,
    lines: Mapping[int, int],
) -> None:
    """Begin an animation of each kind, with lines of some points each, and draw until all end."""
    painter, board, hand = context.painter, table.board, table.hand_spot((), TILES[0])
    stripes, spots = painter.theme.stripes, [Spot(at, board.tile_radius) for at in board.centres]
    motion.position = empty_position(CLASSIC)
    for space, tile in enumerate(TILES[:17]):
        motion.position = put_unchecked(motion.position, tile, space)
    motion.call(TILES[20], Spot(table.bag.centre, 20.0), hand, 1, is_last=table.is_mirrored)
    motion.take_back(TILES[21], spots[18], hand)
    motion.drop(TILES[4], 4, hand, spots[4], lead)
    for order, (index, points) in enumerate(lines.items()):
        band, whole = ScoreBand(points, 9 - 4 * order), sum(lines.values())
        line = CLASSIC.lines[index]
        motion.light(line, stripes[band.number], band, order, whole, space=4, lead=lead)
    motion.die(CLASSIC.lines[9], lead)
    motion.cheer("Words", stripes[9], stroke_words_at(len(lines), lead))
    for draw in motion.drawings(painter, table):
        draw(surface)
    while motion.is_running:
        motion.advance(0.11)
        spaces, unlit = sorted(motion.hidden_spaces()), sorted(motion.unlit)
        shares = [(space, share * 100) for space, share in motion.landings().items()]
        _note("tiles", (spaces, shares, motion.is_flying_to_hand(TILES[20])), {})
        _note("lines", (unlit, sorted(motion.dark_lines()), sorted(motion.coming)), {})
        _note("points", (motion.unlit_points, motion.lift(2.0), motion.dim_share * 100), {})
        _note("deaths", (*motion.deaths, motion.arrived.is_flying, motion.arrived.is_still), {})
        if motion.dim_share:
            motion.draw_stroke(surface, painter, table)
        motion.draw_bands(surface, painter, table, 600, 2.0)
        motion.draw(surface, painter, table)


def _draw_attract(context: Context, surface: pygame.Surface) -> None:
    """Draw the board behind the title: a game to its end, the next one's begin, and the rest."""
    for has_reduced_motion in (False, True):
        change_settings(context, has_reduced_motion=has_reduced_motion)
        context.random = Random(7)
        attract = Attract(context)
        attract.resize(Rect(20, 30, 500, 400))
        for step in range(10 if has_reduced_motion else 260):
            # Somebody is there for as long as the first game lasts.
            if step < 100 and step % 20 == 0:
                attract.wake()
            has_moved = attract.advance(0.05 if step < 12 else 0.25)
            _note("moves", (has_moved, attract.is_resting, attract.is_appearing), {})
            if has_moved:
                attract.draw(surface)


def _list_ahead(context: Context, surface: pygame.Surface) -> None:
    """List the pictures of a table that are rendered while the title is open."""
    for is_left_handed, has_rival in ((False, False), (False, True), (True, True)):
        change_settings(context, is_left_handed=is_left_handed, has_rival=has_rival)
        for drawing in drawings_ahead(context, context.painter.view):
            assert isinstance(drawing, partial)
            given = dict(drawing.keywords)
            if (board := given.pop("layout", None)) is not None:
                given |= {"radius": board.radius, "origin": board.origin}
            _note("ahead", (), given)


def _draw_previews(context: Context, surface: pygame.Surface) -> None:
    """Draw the preview of a tile on every free space, early and late in a game, at a table of one,
    with a coach, and where the words are elsewhere.
    """
    for calls in (6, 15):
        game = open_table(context, calls=calls).game
        (tile,) = game.hand()
        for has_coach, has_words in ((False, True), (True, True), (False, False)):
            view = context.painter.view
            table = lay_out_table(view, CLASSIC, others=3 * has_coach, has_coach=has_coach)
            for space in game.legal(tile):
                after = game.preview(tile, space)
                assert after is not None
                given = game.position(), after, tile, space
                draw_preview(surface, context, table, *given, has_words=has_words)


def _draw_answers(context: Context, surface: pygame.Surface) -> None:
    """Draw the explanation of every part of a table of six, one after the other."""
    scene = collect_samples()["play-seats"].make(context)
    assert isinstance(scene, TableScene)
    scene.resize(context.painter.view)
    assert scene.layout is not None
    badges = map(LineBadge, range(len(scene.game.match.rules.grid.lines)))
    targets: list[ExplainTarget] = [*badges, *scene.game.match.bag[:2]]
    asked = next_asked(None, scene.game.others, has_coach=True)
    while asked is not None:
        targets.append(asked)
        asked = next_asked(asked, scene.game.others, has_coach=True)
    for target in targets:
        scene.selection.keyed = target
        _note("asked", (target,), {})
        scene.picture.draw_answer(surface, scene.layout)


def _list_tables(context: Context, surface: pygame.Surface) -> None:
    """List the parts of tables in three windows, with strips, with a band at the foot, and the
    tiles of hands.
    """
    sizes = (1280, 800), (1024, 640), (2560, 1080), (800, 1280), (700, 1700)
    scales = 1.0, 1.5, 1.0, 1.0, 1.0
    views = map(make_view, sizes, scales)
    for view, board, mode in product(views, BOARDS, MODES):
        table = lay_out_table(view, board, has_aside=board is DAFFODIL, **mode)
        low, high = (table.with_strip(view.px(h), view.px(6), view.px(HEAD)) for h in (120, 320))
        for laid in (table, table.with_action(), low, high):
            parts = [getattr(laid, field.name) for field in fields(laid) if field.name != "board"]
            place = laid.board.radius, laid.board.origin
            computed = laid.slab, laid.corner, laid.coach_rows, laid.strip_width
            _note("table", (*parts, *place, *computed), {})
    for count, chosen in ((1, 0), (2, 1), (3, 0), (4, 2), (5, 4), (6, 0)):
        spots = lay_out_hand(Rect(10, 20, 350, 244), count, chosen)
        _note("hand", tuple((spot.centre, spot.radius) for spot in spots), {})


_DRAWINGS: Final[Mapping[str, Callable[[Context, pygame.Surface], None]]] = {
    "every rule explained": _draw_explained,
    "every goal": _draw_goals,
    "lines to complete": _draw_challenges,
    "all that moves": _draw_motion,
    "every answer": _draw_answers,
    "every preview": _draw_previews,
    "the title's board": _draw_attract,
    "a table ahead": _list_ahead,
    "tables laid out": _list_tables,
    **CARDS,
}
"""Drawings that are no scene, by their names."""


def checksum(name: str) -> str:
    """Return the checksum of a page, as it is now."""
    whole = "\n".join(page_lines(name))
    return f"{crc32(whole.encode()):08x}"


def _stored() -> dict[str, dict[str, str]]:
    """Return the checksum of every page, in groups: each is compared by one test."""
    groups: dict[str, dict[str, str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        name, stored = line.rsplit(" ", 1)
        if name == "#":
            assert stored not in groups, f"two groups are called {stored}"
            pages = groups[stored] = {}
        else:
            pages[name] = stored
    return groups


def changed_pages(group: str) -> list[str]:
    """Return the stored pages of a group that are different now."""
    return [name for name, stored in _stored()[group].items() if checksum(name) != stored]


def main() -> None:
    """Print one page, or store all checksums anew."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.pages", description=__doc__)
    parser.add_argument("page", nargs="?", metavar="NAME")
    options = parser.parse_args()
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    if options.page:
        print("\n".join(page_lines(options.page)))
        return
    lines: list[str] = []
    for group, pages in _stored().items():
        lines += [f"# {group}", *(f"{name} {checksum(name)}" for name in pages)]
    FILE.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
