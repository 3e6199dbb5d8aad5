"""The hand, the remaining time, and another player's board; the score in words."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.locale import write_clock, write_list
from game.play.lines_now import count_lines
from game.play.table_game import Phase, TableGame
from game.rules.tiles import Symbol, Tile
from game.ui.draw.bands import draw_band
from game.ui.draw.board_picture import BoardLook, BoardPicture, draw_late_mark
from game.ui.draw.sprites.tiles import TileLook
from game.ui.draw.sprites.wells import Well
from game.ui.frame.context import Context
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.table_layout import TableLayout, lay_out_hand
from game.ui.scenes.table.league_words import missed_now, seat_name, seat_news
from game.ui.scenes.table.motion import Motion
from game.ui.scenes.table.spoken import closing_key
from game.ui.widgets.form import draw_tooltip

HURRY: Final = 5.0
"""Seconds from which the clock is red and ticks."""

CLOCK_STEPS: Final = 120

_WIDE: Final = 1.5
"""The width of a slab in its heights from which a board is beside its words, not below them."""

LINE_KEYS: Final = ("complete", "begun", "broken")


@dataclass
class Panels:
    """Draws the called tiles and another player's board."""

    context: Context
    game: TableGame
    motion: Motion

    about: Callable[[], str] = lambda: ""
    """Returns the mode's sentences about the score."""

    def __post_init__(self) -> None:
        self._glimpse = BoardPicture(self.context.painter)

    def explain_score(self) -> str:
        """Return sentences about the harvest and the possible points of the lines."""
        game = self.game
        position = game.position()
        if game.face_down() is not None:
            return self.context.text("score.explain_blind")
        text, catalogue = self.context.text, self.context.catalogue
        now = count_lines(game.match.rules.grid, position)
        counts = [text(f"score.lines.{key}", count=getattr(now, key)) for key in LINE_KEYS]
        points = text("terms.count.points", count=now.hope)
        sentences = [text("score.explain", lines=write_list(catalogue, counts), points=points)]
        if not position.filled:
            sentences = [text("score.explain_none")]
        before = game.points_before()
        if before:
            points = text("terms.count.points", count=before)
            sentences.insert(0, text("score.explain_carried", points=points))
        for symbol in Symbol:
            names = [game.player(i).name for i in game.best_ray_holders(symbol)]
            if names:
                who = write_list(catalogue, names)
                sentences.append(text(f"score.holds.{symbol.value}", names=who))
        news = seat_news(self.context, game, game.view)
        return "\n".join(filter(None, [*sentences, *news, self.about()]))

    def draw_hand(
        self,
        surface: pygame.Surface,
        table: TableLayout,
        chosen: int,
        dragged: Tile | None,
    ) -> None:
        """Draw the tiles in hand, the next one larger; without any the players waited for (T3)."""
        painter, game = self.context.painter, self.game
        theme = painter.theme
        if game.phase() is Phase.CLOSE:
            # In closing moves tiles are picked up from the daffodil.
            words = self.context.text(closing_key(game))
            painter.text_in(surface, words, table.hand, theme.type.strong)
            return
        hand = game.hand()
        if not hand:
            radius = lay_out_hand(table.hand_area, 1)[0].radius * 0.93
            painter.sprites.draw_well(surface, table.hand_area.centre, radius, Well.CLOSED)
            side = round(radius * 1.3)
            x, y = table.hand_area.centre
            box = Rect(x, y, 0, 0).inset(-side)
            words = self._waiting_words()
            painter.text_in(surface, words, box, theme.type.body, "centre")
        for i, tile in enumerate(hand):
            if tile is dragged or self.motion.is_flying_to_hand(tile):
                continue
            spot = table.hand_spot(hand, tile, chosen)
            radius = spot.radius * 0.93
            look = TileLook.LIFTED if i == chosen else TileLook.NORMAL
            painter.sprites.draw_tile(surface, tile, spot.centre, radius, look)
            state = game.seat_state()
            if state is not None and tile in state.owed:
                draw_late_mark(surface, painter, spot.centre, radius * 1.2, (0.56, -0.50))

    def heading(self) -> str:
        """Return the number of the call, and the time on a running clock."""
        game, text = self.game, self.context.text
        current = game.round
        if current is None:
            return ""
        if game.phase() is Phase.CLOSE:
            return text("play.closing")
        call, calls = max(1, len(current.calls)), len(game.match.rules.call_sizes)
        left = game.seconds_left(self.context.now())
        clock = "" if left is None else write_clock(math.ceil(left))
        is_last = call == calls and bool(current.calls)
        words = text("play.last_call") if is_last else text("play.call_of", call=call, calls=calls)
        return " · ".join(filter(None, (words, clock)))

    @property
    def is_hurried(self) -> bool:
        """Whether little time is left."""
        left, limit = self.game.seconds_left(self.context.now()), self.game.deadline.limit
        return left is not None and left < min(HURRY, (limit or 0) / 2)

    def draw_thread(self, surface: pygame.Surface, table: TableLayout) -> None:
        """Draw the remaining time as a thread along the window's top edge."""
        left, limit = self.game.seconds_left(self.context.now()), self.game.deadline.limit
        if left is None or not limit:
            return
        painter, window = self.context.painter, table.window
        p = painter.theme.palette
        thread = Rect(window.x, window.y, window.w, painter.px(9))
        surface.fill(p.faint, thread)
        # The thread moves in steps large enough to be worth a frame.
        share = math.ceil(left / limit * CLOCK_STEPS) / CLOCK_STEPS
        lit = thread._replace(w=max(thread.h, round(thread.w * share)))
        draw_band(surface, painter, p.bad if self.is_hurried else p.gold, lit, "cut")

    def _waiting_words(self) -> str:
        game = self.game
        missed = missed_now(self.context, game)
        match game.phase():
            case Phase.BOTS if game.apart.elsewhere:
                return ""
            case Phase.BOTS:
                return self.context.text("play.thinking")
            case Phase.CALL if missed:
                return missed
            case Phase.CALL if len(game.match.players) > 1 and game.match.round.calls:
                return self.context.text("play.answered")
            case _:
                return ""

    def draw_glimpse(self, surface: pygame.Surface, layout: TableLayout, seat: int) -> None:
        """Draw a seat's board below or beside its points and lines, on a slab at the window's edge.

        The player's own board and hand stay free. Below the lines are the league's penalties.
        """
        painter, context, game = self.context.painter, self.context, self.game
        news = "\n".join(seat_news(context, game, seat))
        if game.is_hidden(seat):
            column = layout.seats[game.others.index(seat)]
            words = context.text("play.covered", name=game.player(seat).name)
            draw_tooltip(surface, painter, "\n".join(filter(None, (words, news))), column)
            return
        theme, slab, position = painter.theme, layout.slab, game.position(seat)
        surface.fill(theme.palette.card, slab)
        edge = theme.seats[game.setup.colour_of(seat)]
        surface.fill(edge, slab._replace(y=slab.bottom - painter.px(5), h=painter.px(5)))
        inner = slab.inset(painter.px(16), painter.px(12))
        is_wide = inner.w > _WIDE * inner.h
        inner, beside = inner.cut_left(inner.w * 2 // 5 if is_wide else inner.w, painter.px(12))
        head, inner = inner.cut_top(painter.px(34))
        name = seat_name(context, game, seat)
        painter.text_in(surface, name, head, theme.type.heading, max_lines=1)
        body = theme.type.body
        facts, room = inner.cut_top(len(LINE_KEYS) * painter.line_height(body), painter.px(6))
        points = "?" if game.is_secret(seat) else context.catalogue.number(game.total_now(seat))
        style = theme.type.display
        wide = min(painter.text_width(points, style), facts.w * 38 // 100)
        number, facts = facts.cut_left(wide, painter.px(9))
        painter.text_in(surface, points, number, style, max_lines=1)
        if not game.is_secret(seat):
            now = count_lines(game.match.rules.grid, position)
            counts = [context.text(f"score.lines.{k}", count=getattr(now, k)) for k in LINE_KEYS]
            painter.text_in(surface, "\n".join(counts), facts, body)
        if news:
            most = room.h if is_wide else room.h // 2
            high = min(painter.height_of(news, room.w, body), most)
            below, room = room.cut_bottom(high, painter.px(4))
            painter.text_in(surface, news, below, body)
        rules = game.match.rules
        room = beside if is_wide else room
        board = lay_out_board(rules.grid, room, 0.2, has_aside=rules.has_aside)
        look = BoardLook(rules, position, has_badges=False, face_down=game.face_down(seat))
        self._glimpse.draw(surface, board, look)
