"""The changes that a placement would make, shown before it is made."""

from __future__ import annotations

import pygame
import pytest

from game.locale import Language
from game.play.lines_now import points_at_best
from game.rules.boards import CLASSIC
from game.rules.placement import empty_position, put_unchecked
from game.rules.scoring import LineState, line_status
from game.rules.tiles import TILES, Tile
from game.ui.draw.sprites.pieces import badge_place
from game.ui.frame.context import Context
from game.ui.layout.rects import make_view, square_around
from game.ui.scenes.shared.table_layout import lay_out_table
from game.ui.scenes.table import preview
from tests.gallery import make_context
from tests.golden.pages import changed_pages
from tests.ui.written import written_lines


def test_a_line_s_loss_and_what_it_still_needs_are_written_beside_it(player: Context) -> None:
    layout, text = lay_out_table(make_view((1280, 800)), CLASSIC, others=0), player.text
    surface, empty = pygame.Surface((1280, 800)), empty_position(CLASSIC)
    tile = Tile.parse("294")
    begun = put_unchecked(empty, Tile.parse("713"), CLASSIC.index_of("a1"))
    for before, space in ((empty, "a1"), (begun, "a2")):
        place = CLASSIC.index_of(space)
        after = put_unchecked(before, tile, place)
        with written_lines() as lines:
            preview.draw_preview(surface, player, layout, before, after, tile, place)
        words = [one.text for one in lines]
        for line in CLASSIC.lines_through[place]:
            now = line_status(line, after)
            if now.state is LineState.ALIVE:
                points = text("terms.count.points", count=points_at_best(now, after))
                needed = len(line) - now.filled
                assert text("play.line_progress", needed=needed, points=points) in words
        lost = [each for each in words if each.startswith("\N{MINUS SIGN}")]
        assert lost == ([player.catalogue.number(-3)] if before is begun else [])


@pytest.mark.parametrize("others", [0, 1, 5])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
def test_a_line_s_words_cover_no_badge_and_nothing_beside_the_board(
    size: tuple[int, int], others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = lay_out_table(make_view(size), CLASSIC, others=others)
    board, context = layout.board, make_context(Language.ROMANIAN, size)
    surface, boxes = pygame.Surface(size), []
    monkeypatch.setattr(
        preview,
        "draw_band",
        lambda _surface, _painter, _fill, box, *_ends, **_more: boxes.append(box),
    )
    badges = [badge_place(board, line.index) for line in CLASSIC.lines]
    marks = [pygame.Rect(square_around(at, board.radius * 0.2)) for at in badges]
    empty = empty_position(CLASSIC)
    for space in range(len(board.centres)):
        after = put_unchecked(empty, TILES[-1], space)
        boxes.clear()
        preview.draw_preview(surface, context, layout, empty, after, TILES[-1], space)
        assert len(boxes) == 3
        for box in map(pygame.Rect, boxes):
            assert box.collidelist([*marks, *map(pygame.Rect, layout.blocks)]) == -1


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("preview") == []
