"""Draws the table: the board and panels, the preview of a placement, and the animations."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Literal

import pygame

from game.play.entering import lift
from game.play.rival import RIVAL, BesideBoard
from game.play.table_game import Phase, TableGame
from game.rules.placement import ASIDE_INDEX, ASIDE_ROOM, Position
from game.rules.scoring import LineState
from game.rules.tiles import Tile
from game.ui.draw.animation import Counter, mix_point
from game.ui.draw.bands import draw_band, draw_band_focus
from game.ui.draw.board_picture import BoardLook, BoardPicture, line_states
from game.ui.draw.sprites.pieces import badge_place
from game.ui.draw.sprites.tiles import TileLook
from game.ui.draw.surface_cache import Drawing, Prerender
from game.ui.frame.context import Context
from game.ui.layout.hexes import BoardLayout
from game.ui.layout.rects import Point, Rect, square_around
from game.ui.scenes.shared.bag_picture import BagPicture
from game.ui.scenes.shared.table_layout import TableLayout
from game.ui.scenes.shared.table_mode import PastTotals, ScoreDisplay
from game.ui.scenes.table.coach import CoachView
from game.ui.scenes.table.explaining import (
    ExplainTarget,
    LineBadge,
    OtherBoard,
    TablePanel,
    answer_words,
    lines_for,
)
from game.ui.scenes.table.harvest import Harvest
from game.ui.scenes.table.input import Selection
from game.ui.scenes.table.last_tile import LastTile
from game.ui.scenes.table.motion import Motion
from game.ui.scenes.table.panels import Panels
from game.ui.scenes.table.preview import draw_preview
from game.ui.widgets.form import draw_tooltip


@dataclass
class TablePicture:
    """Draws a `TableGame`; caches expensive surfaces.

    `game` is drawn for the `context`'s painter, with the player's `selection`, the animation of
    `motion`, the score as `counter` rolls it, the words of `coach`, and the totals of `past`
    matches. `score_display` is a mode's own score, None without one.
    """

    context: Context
    game: TableGame
    selection: Selection
    motion: Motion
    counter: Counter
    coach: CoachView
    past: PastTotals
    score_display: ScoreDisplay | None = None

    def __post_init__(self) -> None:
        self.bag = BagPicture(self.context, self.game.match.rules.grid.tile_set)
        self.board = BoardPicture(self.context.painter, is_first=True)
        self._wanted: tuple[Position | None, tuple[Tile, ...], TableLayout, int] | None = None
        self._shown: tuple[frozenset[int], frozenset[int], int | None] | None = None
        self._prerender = Prerender()
        self.panels = Panels(self.context, self.game, self.motion)
        self.harvest = Harvest(self.context, self.game, self.motion, self.past, self.score_display)
        self.last_tile = LastTile(self.context, self.game, self.motion)
        self._rival: Panels | None = None

    def seat_rival(self, rival: BesideBoard | None) -> None:
        """Show another rival beside a single player, or None."""
        self._rival = self.harvest.beside = None
        if rival is not None:
            still = Motion()
            self._rival = Panels(self.context, rival.game, still)
            self.harvest.beside = Harvest(self.context, rival.game, still, PastTotals())

    def prepare(self, layout: TableLayout, seconds: float) -> bool:
        """Render surfaces for coming frames, for about `seconds`; return whether some are left.

        First the board after all landings, then previews of the hand's tiles, then tiles that can
        still be called.
        """
        version = self.context.painter.sprites.version
        wanted = (self.game.position(), self.game.hand(), layout, version)
        shown = (self.motion.hidden_spaces(), self.motion.dark_lines(), self.selection.target)
        is_same = (wanted, shown) == (self._wanted, self._shown)
        if wanted != self._wanted:
            self._prerender = Prerender(self._drawings(layout))
        self._wanted, self._shown = wanted, shown
        # A frame with changes is expensive enough.
        return not is_same or self._prerender.go_on(seconds)

    def _drawings(self, layout: TableLayout) -> Iterator[Drawing]:
        game, board = self.game, layout.board
        position, hand = game.position(), game.hand()
        rules = game.match.rules
        down = game.face_down()
        yield from self.motion.drawings(self.context.painter, layout)
        bare = BoardLook(rules, position, face_down=down)
        for look in (bare, *(replace(bare, legal=game.legal(tile)) for tile in hand)):
            yield partial(self.board.prerender, layout=board, look=look)
        if down is None:
            yield from self._beams(board, position)
        for tile in hand:
            for space in game.legal(tile):
                after = None if space == ASIDE_INDEX else game.preview(tile, space)
                if after is not None and down is None:
                    yield partial(
                        draw_preview,
                        context=self.context,
                        table=layout,
                        before=position,
                        after=after,
                        tile=tile,
                        space=space,
                        has_words=self.score_display is None,
                    )
                    yield partial(
                        self.board.prerender, layout=board, look=replace(bare, position=after)
                    )
        sprites = self.context.painter.sprites
        bag = game.match.bag
        if position.tiles.count(None) <= len(hand):
            # No call follows.
            return
        held = layout.hand_spot((), bag[0]).radius
        sizes = ((held, held * 0.93), (board.tile_radius,))
        ways = ((TileLook.LIFTED,), (TileLook.GHOST, TileLook.NORMAL))
        for count in range(1, len(bag) + 1):
            # The words depend only on the number of tiles left, so any tiles serve.
            yield partial(self.bag.prerender, rect=layout.bag, left=frozenset(bag[:count]))
        for radii, shown in zip(sizes, ways, strict=True):
            # One size after another: tiles of a size share parts in a small cache.
            for radius, tile, way in product(radii, bag, shown):
                yield partial(sprites.draw_tile, tile=tile, centre=(0, 0), radius=radius, look=way)

    def _beams(self, layout: BoardLayout, position: Position) -> Iterator[Drawing]:
        """Yield the glow of the lines that the next tile can complete or break."""
        painter = self.context.painter
        for status in line_states(layout.board, position):
            colours = [painter.theme.palette.bad]
            if status.filled == len(status.line) - 1:
                colours += [painter.theme.lights[number] for number in status.numbers]
            for colour in colours if status.numbers and status.filled else ():
                yield partial(
                    painter.sprites.draw_beam,
                    layout=layout,
                    line_index=status.line.index,
                    colour=colour,
                )

    def draw(
        self,
        surface: pygame.Surface,
        layout: TableLayout,
        title: tuple[str, str],
    ) -> None:
        """Draw the parts at rest and the selection; `title` is a name and a line about it."""
        game, selection = self.game, self.selection
        self._draw_board(surface, layout)
        self._draw_title(surface, layout, title)
        if not self._is_slab_over_bag(layout):
            self.bag.draw(surface, layout.bag, frozenset(game.match.bag), selection.asked)
        if not self.motion.dim_share:
            self._draw_harvest(surface, layout)
        self.panels.draw_hand(surface, layout, selection.chosen, selection.dragged)
        self.panels.draw_thread(surface, layout)
        for status in lines_for(game, selection.asked):
            if status.numbers:
                colour = self.context.painter.theme.stripes[status.numbers[-1]]
                sprites = self.context.painter.sprites
                sprites.draw_beam(surface, layout.board, status.line.index, colour, alpha=0.75)
        if selection.is_idle:
            self._draw_banner(surface, layout)

    def _is_slab_over_bag(self, layout: TableLayout) -> bool:
        """Whether another player's board is open over the bag, of which it may leave an edge."""
        asked = self.selection.asked
        if not isinstance(asked, OtherBoard):
            return False
        is_rival = asked.seat == RIVAL
        is_open = self._rival is not None if is_rival else not self.game.is_hidden(asked.seat)
        return is_open and bool(pygame.Rect(layout.slab).colliderect(layout.bag))

    def _draw_harvest(self, surface: pygame.Surface, layout: TableLayout) -> None:
        self.harvest.draw(surface, layout, self.counter.shown, self.selection.asked)

    def asked_at(self, layout: TableLayout, at: Point) -> ExplainTarget | None:
        """Return the part of the bag, column, band or badge at a point that can be explained."""
        if layout.bag.contains(at):
            return self.bag.asked_at(layout.bag, at)
        row = layout.seat_at(at)
        if row is not None:
            return OtherBoard([*self.game.others, RIVAL][row])
        band = self.harvest.line_at(layout, at)
        if band is not None:
            return band
        reach = max(10.0, layout.board.radius * 0.3)
        badges = ((badge_place(layout.board, i), i) for i in range(len(layout.board.board.lines)))
        return next((LineBadge(i) for place, i in badges if math.dist(place, at) <= reach), None)

    def answer(self, asked: ExplainTarget) -> str:
        """Return the explanation of a part; "" if it is drawn instead."""
        match asked:
            case TablePanel.SCORE:
                return self.panels.explain_score()
            case TablePanel.COACH:
                return self.context.text("coach.explain")
            case _:
                return answer_words(self.context, self.game, asked)

    def draw_answer(self, surface: pygame.Surface, layout: TableLayout) -> None:
        """Draw the explanation of the requested part beside it."""
        asked = self.selection.asked
        if asked is None:
            return
        around = [layout.title, layout.bag, layout.harvest, layout.hand, *layout.seats]
        match asked:
            case TablePanel.SCORE:
                anchor = layout.harvest
            case TablePanel.COACH:
                anchor = layout.coach or layout.harvest
            case OtherBoard(seat):
                if self._rival is not None and seat == RIVAL:
                    self._rival.draw_glimpse(surface, layout, self._rival.game.view)
                elif seat in self.game.others:
                    self.panels.draw_glimpse(surface, layout, seat)
                return
            case LineBadge(line):
                laid = layout.board
                badges = [badge_place(laid, each) for each in range(len(laid.board.lines))]
                around += [square_around(at, laid.radius * 0.3) for at in badges]
                around += [square_around(at, laid.radius * 0.8) for at in laid.centres]
                anchor = square_around(badges[line], laid.radius * 0.3)
            case _:
                # Above the whole bag, whose other bars stay in sight.
                anchor = layout.bag
        words = self.answer(asked)
        if isinstance(asked, TablePanel):
            draw_band_focus(surface, self.context.painter, anchor)
        if words:
            draw_tooltip(surface, self.context.painter, words, anchor, around=around)

    def draw_moving(self, surface: pygame.Surface, layout: TableLayout) -> None:
        """Draw the animations and the dragged tile."""
        self._draw_nudged(surface, layout.board)
        if self.motion.dim_share:
            self.motion.draw_stroke(surface, self.context.painter, layout)
            # The harvest and the number stay bright.
            self._draw_harvest(surface, layout)
        self.motion.draw(surface, self.context.painter, layout)
        if self.selection.dragged is not None and self.selection.drag is not None:
            radius = layout.board.tile_radius
            self.context.painter.sprites.draw_tile(
                surface,
                self.selection.dragged,
                self.selection.drag,
                radius,
                TileLook.LIFTED,
                height=0.8,
            )

    def _draw_nudged(self, surface: pygame.Surface, layout: BoardLayout) -> None:
        """Push the neighbours of a tile that has just landed slightly away from it.

        Those under a line's glow stay, since they would cover it.
        """
        position, landings = self.game.position(), self.motion.landings()
        if not landings or self.game.face_down() is not None:
            return
        position = lift(position, *self.motion.hidden_spaces())
        states = line_states(layout.board, position)
        for landed, share in landings.items():
            if landed == ASIDE_INDEX:
                continue
            for space in layout.board.neighbours[landed]:
                through = [states[line.index] for line in layout.board.lines_through[space]]
                tile = position.tiles[space]
                if tile is None or any(s.state is LineState.COMPLETE for s in through):
                    continue
                x, y = mix_point(layout.centres[landed], layout.centres[space], 1 + 0.02 * share)
                dead = frozenset(s.line.direction for s in through if s.state is LineState.DEAD)
                sprites = self.context.painter.sprites
                sprites.draw_tile(surface, tile, (x, y), layout.tile_radius, faded=dead)

    def _draw_title(
        self, surface: pygame.Surface, layout: TableLayout, title: tuple[str, str]
    ) -> None:
        """Write the table's name, the number of the call, and the line about it."""
        painter, (name, words) = self.context.painter, title
        types, room = painter.theme.type, layout.title
        align: Literal["left", "right"] = "right" if layout.is_mirrored else "left"
        heading = self.panels.heading()
        style = types.label
        # A long name takes two lines and moves the line below.
        high = min(painter.height_of(name, room.w, style), 2 * painter.line_height(style))
        head, room = room.cut_top(high, painter.px(2))
        painter.text_in(surface, name, head, style, align, max_lines=2)
        if heading:
            below, room = room.cut_top(painter.line_height(types.strong))
            palette = painter.theme.palette
            ink = palette.bad if self.panels.is_hurried else palette.ink
            style = types.strong.coloured(ink)
            painter.text_in(surface, heading, below, style, align, max_lines=1)
        high = painter.height_of(words, room.w, types.body)
        line = painter.line_height(types.body)
        fitting = min(high, max(line, room.h // line * line))
        shown = words if high <= fitting else words.split(" · ")[0]
        painter.text_in(surface, shown, room._replace(h=fitting), types.body, align)

    def _draw_board(self, surface: pygame.Surface, layout: TableLayout) -> None:
        game = self.game
        position = game.position()
        tile = self.selection.dragged or self.selection.tile_of(game.hand())
        # Legal spaces are drawn after the tile has arrived, when its face is visible.
        has_come = tile is not None and not self.motion.is_flying_to_hand(tile)
        legal = game.legal(tile) if tile is not None and has_come else None
        dragged, aside = self.selection.dragged, game.aside()
        lifted = [i for i, t in enumerate(position.tiles) if t and t is dragged]
        hidden = self.motion.hidden_spaces()
        if ASIDE_INDEX in hidden:
            aside = aside[:-1]
        look = BoardLook(
            game.match.rules,
            lift(position, *hidden, *lifted),
            legal,
            self.motion.dark_lines(),
            aside_tiles=tuple(None if t is dragged else t for t in aside),
            face_down=game.face_down(),
        )
        if self.score_display is not None:
            self.board.sky = self.score_display.sky()
        area = self.board.area(layout.board)
        self.context.painter.draw_background(surface, self.board.sky, area)
        self.board.draw(surface, layout.board, look)
        self.last_tile.draw(surface, layout)
        if layout.board.aside:
            self._draw_daffodil(surface, layout, tile)
        if tile is not None:
            self._draw_target(surface, layout, tile)
        else:
            self._draw_move(surface, layout.board)
        if self.coach.is_on:
            self.coach.draw(surface, layout, tile, self.selection.target)

    def _draw_banner(self, surface: pygame.Surface, layout: TableLayout) -> None:
        """Write the owner of another board on display, on a band in the seat's colour."""
        painter, game = self.context.painter, self.game
        colour = painter.theme.seats[game.setup.colour_of(game.view)]
        words = self.context.text("play.looking", name=game.player(game.view).name)
        style = painter.theme.type.label
        wide = painter.text_width(words, style) + painter.px(120)
        window = layout.window
        right = window.x if layout.is_mirrored else window.right
        x = right if layout.is_mirrored else right - wide
        box = Rect(x, window.y + painter.px(28), wide, painter.px(44))
        draw_band(surface, painter, colour, box, "edge", start="cut")
        with painter.ink_on(colour):
            painter.text_in(surface, words, box.inset(painter.px(36), 0), style, max_lines=1)

    def _draw_daffodil(
        self, surface: pygame.Surface, layout: TableLayout, chosen: Tile | None
    ) -> None:
        """Write the daffodil's name and its number of tiles.

        During closing moves the chosen tile is framed.
        """
        painter, lying, board = self.context.painter, self.game.aside(), layout.board
        if chosen in lying and self.selection.dragged is None:
            at = board.aside[lying.index(chosen)]
            gold = painter.theme.palette.gold
            painter.sprites.draw_cursor(surface, at, board.aside_radius, gold)
        low = max(y for _, y in board.aside) + board.aside_radius * 1.36
        count = len(lying) - lying.count(None)
        words = self.context.text("play.set_aside", filled=count, room=ASIDE_ROOM)
        style = painter.theme.type.strong.coloured(painter.theme.palette.ink_soft)
        wide = math.ceil(painter.text_width(words, style)) + painter.px(4)
        x, high = round(board.aside[0][0]) - wide // 2, painter.px(20)
        if self.game.phase() is Phase.CLOSE and round(low) + high > layout.action.y:
            # The band that ends the closing moves is there.
            x = min(x, layout.action.x - wide)
        box = Rect(x, round(low), wide, high)
        painter.text_in(surface, words, box, style, "centre", max_lines=1)

    def _draw_move(self, surface: pygame.Surface, layout: BoardLayout) -> None:
        """Draw a ghost of the tile just placed where a click would move it (C4)."""
        target, last = self.selection.target, self.game.last_placement()
        if last is not None and target is not None and target in self.game.spaces_to_move_to():
            if target != ASIDE_INDEX:
                centre, radius = layout.centres[target], layout.tile_radius
                look = TileLook.GHOST
                self.context.painter.sprites.draw_tile(surface, last.tile, centre, radius, look)
            self.board.draw_cursor(surface, layout, target, lying=len(self.game.aside()))

    def _draw_target(self, surface: pygame.Surface, layout: TableLayout, tile: Tile) -> None:
        target = self.selection.target
        position = self.game.position()
        if target is None:
            return
        sprites = self.context.painter.sprites
        if target == ASIDE_INDEX:
            self.board.draw_cursor(surface, layout.board, target, lying=len(self.game.aside()))
            return
        after = self.game.preview(tile, target)
        if after is not None and self.game.face_down() is not None:
            centre, radius = layout.board.centres[target], layout.board.tile_radius
            sprites.draw_tile(surface, tile, centre, radius, TileLook.GHOST)
            self.board.draw_cursor(surface, layout.board, target)
        elif after is not None:
            draw_preview(
                surface,
                self.context,
                layout,
                position,
                after,
                tile,
                target,
                has_words=self.score_display is None,
            )
            if self.score_display is not None:
                self.score_display.draw_outlook(surface, layout, tile, target)
        elif self.selection.is_keyboard:
            palette = self.context.painter.theme.palette
            is_taken = position.filled >> target & 1
            colour = palette.line if is_taken else palette.bad
            self.board.draw_cursor(surface, layout.board, target, colour)
