"""The panels at the table's right: score, hand, and the other players."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.locale import write_clock, write_list, write_signed
from game.play.entering import lift
from game.play.lines_now import count_lines
from game.play.table_game import Stage, TableGame
from game.rules.match import PlayerKind
from game.rules.tiles import Symbol, Tile
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.board_picture import BoardLook, BoardPicture, draw_late_mark
from game.ui.draw.icons import Icon
from game.ui.draw.portraits import draw_portrait, has_portrait
from game.ui.draw.sprites import TileLook, Well
from game.ui.frame.context import Context
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.table_layout import TableLayout, lay_out_hand
from game.ui.scenes.shared.table_mode import PastTotals
from game.ui.scenes.table.league_words import missed_now, seat_name, seat_news
from game.ui.scenes.table.motion import Motion
from game.ui.scenes.table.spoken import closing_key
from game.ui.sound.voices import WILD_KEYS
from game.ui.widgets.form import draw_tooltip

HURRY: Final = 5.0
"""Seconds from which on the clock is red, and ticks."""

CLOCK_STEPS: Final = 120


_LOWEST_BOARD: Final = 34
"""Pixels of a row below which nothing of a board can be told."""

LINE_KEYS: Final = ("complete", "begun", "broken")


@dataclass
class Panels:
    """Draws what stands at the right; keeps the small boards' pictures, one a seat."""

    context: Context
    game: TableGame
    motion: Motion

    about: Callable[[], str] = lambda: ""
    """What a mode says of what it shows in the score's panel."""

    def __post_init__(self) -> None:
        self._boards = [BoardPicture(self.context.painter) for _ in self.game.match.players]
        self._glimpse = BoardPicture(self.context.painter)

    def draw_score(
        self, surface: pygame.Surface, rect: Rect, points: float, past: PastTotals
    ) -> None:
        """Draw the points so far and whose they are, how the lines stand, what there is to beat."""
        painter, game = self.context.painter, self.game
        theme = painter.theme
        inner = rect.inset(painter.px(16), painter.px(10))
        head, rest = inner.cut_top(painter.px(24))
        # Too low for three rows below the name: they stand beside it.
        is_low = rest.h < painter.px(42)
        if is_low:
            head = head.cut_left(head.w * 62 // 100)[0]
        is_alone = len(game.match.players) == 1
        name = seat_name(self.context, game, game.view)
        name = self.context.text("terms.score") if is_alone else name
        style = theme.type.caption
        if not is_alone:
            style = style.coloured(theme.palette.ink)
        head = self._draw_marks(surface, head, game.view)
        if not is_alone or game.setup.avatar_of(game.view):
            head = self._draw_mark(surface, head, game.view, name, dot=12)
        painter.text_in(surface, name, head, style, max_lines=1)
        is_secret = game.face_down() is not None
        shown = "?" if is_secret else self.context.catalogue.number(points)
        number = theme.type.number
        if not points and not is_secret:
            # Nothing yet: no reason to shine.
            number = number.sized(number.size * 0.55).coloured(theme.palette.ink_muted)
        if rest.h <= painter.px(140):
            number_area, marks = rest, rest
            if not is_secret:
                number_area, marks = rest.cut_left(rest.w * 62 // 100, painter.px(8))
                marks = Rect(marks.x, inner.y, marks.w, inner.h) if is_low else marks
            carried, number_area = number_area.cut_bottom(painter.px(18))
            if not self._draw_carried(surface, carried):
                number_area = Rect(number_area.x, number_area.y, number_area.w, rest.h)
            number = number.sized(min(number.size, 60, number_area.h / painter.view.scale))
            painter.text_in(surface, shown, number_area, number, "centre", max_lines=1)
            if not is_secret:
                self._draw_lines(surface, marks, game.view, has_words=False)
            return
        for key, past_points, decimals in (("average", past.mean, 1), ("best", past.best, None)):
            if past_points is not None:
                number_words = self.context.catalogue.number(past_points, decimals)
                words = self.context.text(f"score.{key}", points=number_words)
                foot, rest = rest.cut_bottom(painter.px(22))
                painter.text_in(surface, words, foot, theme.type.caption, max_lines=1)
        if not is_secret:
            marks, rest = rest.cut_bottom(painter.px(72), painter.px(10))
            self._draw_lines(surface, marks, game.view, has_words=True)
        carried, above = rest.cut_bottom(painter.px(20))
        if self._draw_carried(surface, carried):
            rest = above
        number = number.sized(min(76, rest.h / painter.view.scale))
        painter.text_in(surface, shown, rest, number, "centre", max_lines=1)

    def _draw_carried(self, surface: pygame.Surface, rect: Rect) -> bool:
        """What earlier rounds brought, where there were any; whether there were."""
        if len(self.game.match.rounds) < 2:
            return False
        points = self.context.catalogue.number(self.game.points_before())
        words = self.context.text("score.carried", points=points)
        style = self.context.painter.theme.type.small
        self.context.painter.text_in(surface, words, rect, style, "centre", max_lines=1)
        return True

    def _draw_lines(
        self,
        surface: pygame.Surface,
        rect: Rect,
        seat: int,
        *,
        has_words: bool,
    ) -> None:
        """Draw how many lines are complete, begun and broken, and what the begun would bring."""
        painter, position = self.context.painter, self.game.position(seat)
        if seat == self.game.view:
            # A tile on its way to its space has changed nothing yet.
            position = lift(position, *self.motion.hidden_spaces() - self.motion.landings().keys())
        text, catalogue = self.context.text, self.context.catalogue
        p, style = painter.theme.palette, painter.theme.type.caption
        now = count_lines(self.game.match.rules.grid, position)
        hope = write_signed(catalogue, now.hope) if now.begun else ""
        rows = (
            ("complete", now.complete, Icon.CHECK, p.good, ""),
            ("begun", now.begun, Icon.HEX, p.accent, hope),
            ("broken", now.broken, Icon.CLOSE, p.bad, ""),
        )
        for row, (key, count, icon, colour, points) in zip(rect.rows(3), rows, strict=True):
            mark, words = row.cut_left(painter.px(16), painter.px(6))
            painter.icon(surface, icon, mark.centre, painter.px(14), colour)
            if not has_words:
                painter.text_in(surface, str(count), words, style.coloured(p.ink), max_lines=1)
                continue
            room = words
            if points:
                width = painter.text_width(points, style) + 2
                gain, room = words.cut_right(width, painter.px(6))
                painter.text_in(surface, points, gain, style.coloured(p.accent), "right")
            label = text(f"score.lines.{key}", count=count)
            painter.text_in(surface, label, room, style, max_lines=1)

    def explain_score(self) -> str:
        """Return what the score's panel shows, in sentences."""
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
        """Draw the call's number, the tiles in hand, and how the chosen one is called (T3)."""
        painter, game = self.context.painter, self.game
        theme = painter.theme
        inner = whole = table.hand.inset(painter.px(14), painter.px(10))
        is_low = table.hand_area.y < inner.y
        if is_low:
            inner = table.hand.inset(painter.px(8), painter.px(10))
            inner = inner.cut_left(table.hand_area.right - inner.x, painter.px(6))[1]
        head, rest = inner.cut_top(painter.px(26), painter.px(4))
        foot, _ = rest.cut_bottom(painter.px(36))
        left = self._seconds_left()
        room = head if left is None else head.cut_left(head.w - painter.px(56))[0]
        painter.text_in(
            surface,
            self._heading(),
            room,
            theme.type.caption,
            "centre" if left is None else "left",
            max_lines=1,
        )
        self._draw_clock(surface, head)
        if game.stage() is Stage.CLOSE:
            # What can be moved lies on the daffodil, and is taken from there.
            words = self.context.text(closing_key(game))
            area = whole.cut_bottom(painter.px(44))[1] if is_low else table.hand_area
            painter.text_in(surface, words, area, theme.type.body, "centre")
            return
        hand = game.hand()
        layout = lay_out_hand(table.hand_area, len(hand))
        if not hand and not is_low:
            radius = lay_out_hand(table.hand_area, 1).radius * 0.93
            painter.sprites.draw_well(surface, table.hand_area.centre, radius, Well.CLOSED)
        for i, tile in enumerate(hand):
            if tile is dragged or self.motion.is_flying_to_hand(tile):
                continue
            is_chosen = i == chosen and len(hand) > 1
            look = TileLook.LIFTED if i == chosen else TileLook.NORMAL
            painter.sprites.draw_tile(surface, tile, layout.centres[i], layout.radius * 0.93, look)
            if is_chosen:
                accent = theme.palette.accent
                painter.sprites.draw_cursor(
                    surface, layout.centres[i], layout.radius * 0.93, accent
                )
            state = game.seat_state()
            if state is not None and tile in state.owed:
                radius = layout.radius * 1.1
                draw_late_mark(surface, painter, layout.centres[i], radius, (0.56, -0.50))
        words = self._call_words(hand, chosen)
        if hand and self.motion.is_flying_to_hand(hand[min(chosen, len(hand) - 1)]):
            # What is called is seen before it is said.
            words = ""
        style = theme.type.heading if hand else theme.type.caption
        painter.text_in(surface, words, foot, style, "centre")

    def _heading(self) -> str:
        """Call n of m, and the clock where one runs."""
        game = self.game
        text = self.context.text
        current = game.round
        if current is None:
            return ""
        if game.stage() is Stage.CLOSE:
            return text("play.closing")
        call, calls = max(1, len(current.calls)), len(game.match.rules.call_sizes)
        return text("play.call_of", call=call, calls=calls)

    def _seconds_left(self) -> float | None:
        """Return what the clock shows, None where none runs."""
        left = self.game.deadline.remaining(self.context.now())
        return left if self.game.stage() is Stage.ACT else None

    def _draw_clock(self, surface: pygame.Surface, head: Rect) -> None:
        """Draw the time that is left, as a clock's face and as a bar that grows short."""
        left, limit = self._seconds_left(), self.game.deadline.limit
        if left is None or not limit:
            return
        painter = self.context.painter
        p, types = painter.theme.palette, painter.theme.type
        is_short = left < min(HURRY, limit / 2)
        colour = p.bad if is_short else p.accent
        clock = write_clock(math.ceil(left))
        painter.text_in(surface, clock, head, types.strong.coloured(colour), "right", max_lines=1)
        bar = Rect(head.x, head.bottom, head.w, painter.px(5))
        painter.box(surface, bar, p.sunken, radius=bar.h // 2)
        # In steps, so that a frame is worth it.
        share = math.ceil(left / limit * CLOCK_STEPS) / CLOCK_STEPS
        lit = Rect(bar.x, bar.y, max(bar.h, round(bar.w * share)), bar.h)
        painter.box(surface, lit, colour, radius=bar.h // 2)

    def _call_words(self, hand: tuple[Tile, ...], chosen: int) -> str:
        game = self.game
        if not hand:
            missed = missed_now(self.context, game)
            match game.stage():
                case Stage.BOTS if game.elsewhere:
                    return ""
                case Stage.BOTS:
                    return self.context.text("play.thinking")
                case Stage.CALL if missed:
                    return missed
                case Stage.CALL if len(game.match.players) > 1 and game.match.round.calls:
                    return self.context.text("play.answered")
                case _:
                    return ""
        return self._name(hand[min(chosen, len(hand) - 1)])

    def prerender_call(self, stage: pygame.Surface) -> None:
        """Draw on `stage` what the next call will say, whichever tile it brings."""
        game = self.game
        painter, theme, current = self.context.painter, self.context.painter.theme, game.round
        if current is None:
            return
        calls = len(game.match.rules.call_sizes)
        call = min(len(current.calls) + 1, calls)
        words = self.context.text("play.call_of", call=call, calls=calls)
        painter.text(stage, words, (0, 0), theme.type.caption)
        for tile in game.match.bag:
            painter.text(stage, self._name(tile), (0, 0), theme.type.heading)

    def _name(self, tile: Tile) -> str:
        if tile.is_wild:
            return self.context.text(WILD_KEYS[str(tile)])
        return "\u00a0–\u00a0".join(str(tile))

    def draw_seats(self, surface: pygame.Surface, rects: tuple[Rect, ...]) -> None:
        """Small boards, names and points of the other players."""
        for rect, seat in zip(rects, self.game.others, strict=True):
            self._draw_seat(surface, rect, seat)

    def _draw_seat(self, surface: pygame.Surface, rect: Rect, seat: int) -> None:
        """Draw a board, a name and points; in a low row the words stand side by side."""
        painter, game = self.context.painter, self.game
        theme = painter.theme
        player = game.player(seat)
        is_low = rect.h < painter.px(50)
        radius = painter.px(theme.radius) if is_low else None
        painter.box(surface, rect, theme.palette.panel, theme.palette.panel_edge, radius=radius)
        inner = rect.inset(painter.px(8), painter.px(2))
        if rect.h >= _LOWEST_BOARD:
            wide = 30 if is_low else 50 if painter.least_word_scale > 0.9 else 42
            side = min(inner.h * 11 // 10, inner.w * wide // 100)
            small, inner = inner.cut_left(side, painter.px(8))
            self._draw_board(surface, small, seat)
        shown = self._points_words(seat)
        if is_low:
            wide = painter.text_width(shown, theme.type.caption)
            points, name = inner.cut_right(wide + 2, painter.px(4))
            name = self._draw_marks(surface, name, seat)
        else:
            name, points = inner.inset(0, painter.px(4)).rows(2)
            if not self._has_face_room(name, seat, seat_name(self.context, game, seat)):
                face, points = points.cut_left(self._face_side(points), painter.px(8))
                self._draw_face(surface, face, seat)
            if self._is_waiting(seat):
                mark, points = points.cut_right(painter.px(18), painter.px(4))
                icon = Icon.ROBOT if player.kind is PlayerKind.BOT else Icon.PERSON
                painter.icon(surface, icon, mark.centre, painter.px(16), theme.palette.ink_muted)
            points = self._draw_marks(surface, points, seat)
        self._draw_name(surface, name, seat)
        style = theme.type.caption if is_low else theme.type.heading
        painter.text_in(surface, shown, points, style, "right" if is_low else "left", max_lines=1)

    def _draw_name(self, surface: pygame.Surface, rect: Rect, seat: int) -> None:
        """Draw who sits there, behind the seat's colour."""
        painter, name = self.context.painter, seat_name(self.context, self.game, seat)
        room = self._draw_mark(surface, rect, seat, name, dot=10)
        style = painter.theme.type.caption.coloured(painter.theme.palette.ink)
        painter.text_in(surface, name, room, style, max_lines=1)

    def _draw_mark(
        self, surface: pygame.Surface, row: Rect, seat: int, name: str, *, dot: float
    ) -> Rect:
        """Draw at the row's start the seat's colour, and whose it is where that leaves room for
        the name; return the rest of the row.
        """
        painter, setup = self.context.painter, self.game.setup
        has_room, gap = self._has_face_room(row, seat, name), painter.px(dot / 2)
        if not (has_room and setup.avatar_of(seat)):
            mark, row = row.cut_left(painter.px(dot), gap)
            colour = painter.theme.seats[setup.colour_of(seat)]
            painter.disc(surface, mark.centre, painter.px(dot / 2), colour)
        if has_room and self._has_face(seat):
            face, row = row.cut_left(self._face_side(row), gap)
            self._draw_face(surface, face, seat)
        return row

    def _has_face(self, seat: int) -> bool:
        bot = self.game.player(seat).bot
        return has_portrait(bot or "") or bool(self.game.setup.avatar_of(seat))

    def _face_side(self, row: Rect) -> int:
        return min(row.h, self.context.painter.px(26))

    def _has_face_room(self, row: Rect, seat: int, name: str) -> bool:
        """Whether a face, if the seat has one, fits a row beside the whole name."""
        painter = self.context.painter
        style = painter.theme.type.caption
        beside = painter.px(6 if self.game.setup.avatar_of(seat) else 20)
        with painter.words_at(painter.least_word_scale):
            width = painter.text_width(name, style) + beside + self._face_side(row)
        return not self._has_face(seat) or width <= row.w

    def _draw_face(self, surface: pygame.Surface, place: Rect, seat: int) -> None:
        """Draw a person's picture or a computer's face."""
        painter, setup = self.context.painter, self.game.setup
        avatar, bot = setup.avatar_of(seat), self.game.player(seat).bot
        if avatar:
            colour = painter.theme.seats[setup.colour_of(seat)]
            draw_avatar(surface, painter, avatar, colour, place.centre, place.w * 1.1)
        elif bot is not None:
            draw_portrait(surface, painter, bot, place.centre, place.w)

    def _points_words(self, seat: int) -> str:
        game, catalogue = self.game, self.context.catalogue
        if not game.is_secret(seat):
            return catalogue.number(game.total_now(seat))
        # What earlier rounds brought is known to all.
        before = catalogue.number(game.points_before(seat))
        return f"{before} + ?" if len(game.match.rounds) > 1 else "?"

    def _draw_board(self, surface: pygame.Surface, area: Rect, seat: int) -> None:
        game = self.game
        painter, position = self.context.painter, game.position(seat)
        if game.is_hidden(seat):
            ink = painter.theme.palette.ink_muted
            painter.icon(surface, Icon.LOCK, area.centre, min(area.size) // 2, ink)
        else:
            layout = lay_out_board(game.match.rules.grid, area, 0.45)
            look = BoardLook(
                game.match.rules, position, has_badges=False, face_down=game.face_down(seat)
            )
            self._boards[seat].draw(surface, layout, look)

    def draw_glimpse(self, surface: pygame.Surface, layout: TableLayout, seat: int) -> None:
        """Draw a seat's board large enough to be read, its points and lines, over the bag: one's
        own board stays free. What the league did to the seat stands below.
        """
        painter, context, game = self.context.painter, self.context, self.game
        row = layout.seats[game.others.index(seat)]
        painter.focus_ring(surface, row)
        news = "\n".join(seat_news(context, game, seat))
        position = game.position(seat)
        if game.is_hidden(seat):
            words = context.text("play.covered", name=game.player(seat).name)
            draw_tooltip(surface, painter, "\n".join(filter(None, (words, news))), row)
            return
        theme, room = painter.theme, layout.beside
        pad, style = painter.px(12), theme.type.caption
        wide = room.w - 2 * pad
        lines = 0 if game.is_secret(seat) else painter.px(72)
        news_height = painter.height_of(news, wide, style) if news else 0
        around = 2 * pad + painter.px(32) + sum(h + pad for h in (lines, news_height) if h)
        panel = Rect(room.x, room.y, room.w, min(room.h, around + wide))
        painter.shadow(surface, panel, painter.px(theme.radius), painter.px(10), 150)
        painter.box(surface, panel, theme.palette.panel, theme.seats[game.setup.colour_of(seat)])
        head, inner = panel.inset(pad).cut_top(painter.px(32))
        name, points = head.weighted_columns([7, 3])
        self._draw_name(surface, name, seat)
        shown = self._points_words(seat)
        painter.text_in(surface, shown, points, theme.type.heading, "right", max_lines=1)
        if news_height:
            foot, inner = inner.cut_bottom(news_height, pad)
            painter.text_in(surface, news, foot, style)
        if lines:
            foot, inner = inner.cut_bottom(lines, pad)
            self._draw_lines(surface, foot, seat, has_words=True)
        rules = game.match.rules
        board = lay_out_board(rules.grid, inner, 0.2, has_aside=rules.has_aside)
        look = BoardLook(rules, position, has_badges=False, face_down=game.face_down(seat))
        self._glimpse.draw(surface, board, look)

    def _draw_marks(self, surface: pygame.Surface, row: Rect, seat: int) -> Rect:
        """Draw marks at the row's end, and return the rest of the row, for words.

        A clock stands for missed calls (M2), a sun and a moon for the best rays held now (S5).
        """
        painter, game = self.context.painter, self.game
        state = game.seat_state(seat)
        if state is not None and any(turn.is_missed for turn in state.turns):
            # What the row answers says which.
            mark, row = row.cut_right(painter.px(18), painter.px(4))
            bad = painter.theme.palette.bad
            painter.icon(surface, Icon.CLOCK, mark.centre, painter.px(15), bad)
        for symbol in Symbol:
            if seat in game.best_ray_holders(symbol):
                mark, row = row.cut_right(painter.px(18), painter.px(4))
                is_sun = symbol is Symbol.SUN
                painter.sprites.draw_symbol(surface, mark.centre, painter.px(9), is_sun=is_sun)
        return row

    def _is_waiting(self, seat: int) -> bool:
        state = self.game.seat_state(seat)
        return state is not None and bool(state.hand) and seat not in self.game.answered
