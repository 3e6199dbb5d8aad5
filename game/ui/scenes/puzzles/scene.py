"""Puzzles from the player's own mistakes: the board, the tile, and another try."""

from math import ceil

import pygame

from game.bots.coach.reasons import Reason
from game.bots.protocol import unseen_tiles
from game.locale import write_duration, write_signed
from game.rules.match import Match
from game.rules.placement import ASIDE_INDEX, Position, put_unchecked
from game.ui.draw.bands import draw_ghost
from game.ui.draw.board_picture import BoardLook
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import STILL, Navigation, Pulse, Scene
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    SILENT,
    ActionBand,
    Column,
    Ink,
    Panel,
    Picture,
    Row,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.puzzles.control import BEST, PuzzlesControl
from game.ui.scenes.shared.board_page import BoardPage, Placing
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import space_name, tile_name, tile_words
from game.ui.scenes.shared.reason_words import is_loss, reason_words
from game.ui.sound.names import Sound
from game.ui.widgets import PressResult


def puzzles_scene(context: Context, of: Match | None = None, first: str = "") -> Scene:
    """Return the page of all puzzles, or of those from the match `of`, that of the key `first`
    first; without any a notice.
    """
    control = PuzzlesControl(context.store.profile, context.engines, of, first)
    if control.puzzles:
        return PuzzlesScene(context, control)
    return notice(context, context.text("puzzles.none"), context.text("puzzles.none_title"))


class PuzzlesScene(BoardPage):
    """The board at the left; the question, the verdict and the remaining tiles at the right."""

    door = 4

    counted = ("solved",)

    def __init__(self, context: Context, control: PuzzlesControl) -> None:
        super().__init__(context)
        self.control = control

    def page(self) -> Widget:
        control, text = self.control, self.context.text
        number, total = control.at + 1, len(control.puzzles)
        count = text("puzzles.count", number=number, total=total)
        is_open_still = not control.is_right and not control.shows_answer
        is_open = control.advice is not None and is_open_still
        return self.headed(
            f"{text('puzzles.title')} · {count}",
            Row(
                Picture(self._paint_board, share=58, id="board"),
                Column(
                    self._question(),
                    self._rush(),
                    Row(
                        WordLink(
                            text("puzzles.show"),
                            self._show_answer,
                            why_disabled=None if is_open else "",
                            id="show",
                        ),
                        is_open_still and WordLink(text("puzzles.next"), self._go_on, id=MAIN),
                        Spacer(share=1),
                        gap=30,
                        size=48,
                    ),
                    not is_open_still
                    and ActionBand(
                        text("puzzles.next"), self._go_on, icon=Icon.RIGHT, small=True, id=MAIN
                    ),
                    gap=8,
                    pad=(0, 0, 0, 0 if is_open_still else 38),
                    share=42,
                ),
                gap=34,
                share=1,
            ),
        )

    def _rush(self) -> Widget:
        """Return the streak and the rush: the link that begins it, or its clock."""
        control, text = self.control, self.context.text
        figures, seconds = control.figures, control.rush
        streak = text("puzzles.streak", count=figures.streak, best=figures.best_streak)
        rush = text("puzzles.rush")
        if seconds is not None:
            time = write_duration(self.context.catalogue, ceil(seconds))
            rush = text("puzzles.rush_now", solved=control.rushed, time=time)
        elif figures.best_rush:
            rush = text("puzzles.rush_best", best=figures.best_rush)
        return Row(
            WordLink(
                rush,
                self._begin_rush if seconds is None else control.end_rush,
                why_disabled=None if control.can_rush else text("puzzles.all_shown"),
                id="rush",
            ),
            Text(streak, "body", align="right", share=1, id="streak"),
            gap=20,
            size=48,
        )

    def _begin_rush(self) -> None:
        self.control.begin_rush()
        self._arrive()

    def _question(self) -> Widget:
        """Return the tile and the question, the verdict with its reasons, the remaining tiles."""
        control, text = self.control, self.context.text
        verdict, ink = self.verdict()
        context, rules = self.context, control.match.rules
        unseen = unseen_tiles(control.match, control.puzzle.seat)
        left = "; ".join(tile_words(context, rules, tile) for tile in unseen)
        solved = text("puzzles.solved", solved=len(control.solved), total=len(control.puzzles))
        return Panel(
            Row(
                Picture(self._paint_tile, size=108),
                Text(
                    text("puzzles.ask", tile=tile_name(context, rules, control.tile)),
                    "heading",
                    share=1,
                    reads=text("puzzles.ask", tile=tile_words(context, rules, control.tile)),
                    id=READ_WITH_HEADING,
                ),
                gap=12,
                size=96,
            ),
            Text(verdict, "heading", ink, live=control.advice is not None),
            *(Text(words) for words in self._reasons()),
            bool(self._broken) and Picture(self._paint_broken, size=118, least=40, reads=SILENT),
            Spacer(share=1),
            Text(text("puzzles.left"), "body", reads=SILENT),
            Picture(self._paint_bag, share=2, reads=f"{text('puzzles.left')}: {left}"),
            Text(solved, "body", id="solved"),
            pad=0,
            share=1,
        )

    @property
    def _broken(self) -> list[Reason]:
        """The lines that the try breaks."""
        shown = None if self.control.shows_answer else self.control.tried
        reasons = () if shown is None else shown.reasons
        return [one for one in reasons if is_loss(one) and one.points and one.number]

    def _paint_broken(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the broken lines as ghosts, as thick as their points, the largest at the foot."""
        painter, broken = self.context.painter, self._broken
        whole = sum(one.points for one in broken)
        unit = min(painter.px(1.8), (rect.h - painter.px(6)) / max(1, whole))
        foot, column = float(rect.bottom), rect._replace(w=min(rect.w, painter.px(240)))
        for one in sorted(broken, key=lambda reason: -reason.points):
            top = foot - max(painter.px(4), one.points * unit)
            band = column._replace(y=round(top), h=round(foot) - round(top) - 1)
            ink = painter.theme.number_ink(one.number or 0)
            draw_ghost(surface, painter, band, ink)
            if band.h >= painter.px(24):
                words = write_signed(self.context.catalogue, -one.points)
                at = (band.right - painter.px(16), band.centre[1])
                style = painter.theme.type.label.coloured(ink)
                painter.text(surface, words, at, style, "right")
            foot = top

    def _reasons(self) -> list[str]:
        """Return the reasons for the placement on display, and the one made in the game."""
        control = self.control
        shown = control.best if control.shows_answer else control.tried
        reasons = () if shown is None else shown.reasons[:3]
        words = [reason_words(self.context, reason) for reason in reasons]
        if control.is_right or control.shows_answer:
            words.append(self._price_words("yours", control.played.space, control.puzzle.cost))
        return words

    def _show_answer(self) -> None:
        self.control.show_answer()
        self._announce()

    def _go_on(self) -> None:
        self.control.go_on()
        self._arrive()

    def _arrive(self) -> None:
        """Reset the page for the puzzle now on display, and announce it."""
        self.cursor.put(None)
        self.lay_out_board()
        self.renew()
        self.context.speak(self.read(Topic.HEADING), is_urgent=True)

    def _announce(self) -> None:
        """Read the result of a try aloud."""
        self.context.speak(as_sentences((self.verdict()[0], *self._reasons())), is_urgent=True)

    def placing(self) -> Placing:
        control = self.control
        unseen = unseen_tiles(control.match, control.puzzle.seat)
        return Placing(control.match.rules, self._position, control.tile, control.legal, unseen)

    @property
    def _position(self) -> Position:
        """The board before the placement in the game."""
        return self.control.match.round.seats[self.control.puzzle.seat].position

    def enter(self) -> None:
        super().enter()
        self.control.resume()

    def leave(self) -> None:
        super().leave()
        self.control.stop()

    def animate(self, dt: float) -> Pulse:
        has_news = self.control.poll()
        return self.redraw() if self.control.run_clock(dt) or has_news else STILL

    def handle(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action.CONFIRM, is_repeat=False) if self.cursor.space is not None:
                if self.control.is_right or self.control.shows_answer:
                    self._go_on()
                else:
                    self.place(self.cursor.space)
            case Command(Action.NEXT_CALL, is_repeat=False):
                self._go_on()
            case _:
                return super().handle(intent)
        self.renew()
        return None

    def place(self, space: int) -> PressResult:
        if self.control.try_space(space):
            if self.control.is_right:
                step = max(0, self.control.figures.streak - 1)
                self.context.sound.play(Sound.RIGHT, step=step)
            else:
                self.context.sound.play(Sound.PLACE)
            self._announce()
            if self.control.rush is not None:
                # A rush leaves no time to review answers.
                self._go_on()
        else:
            self.context.sound.play(Sound.REFUSE)
            self.context.speak(self.space_words(space), is_urgent=True)
        return None

    def _paint_board(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the board before the placement, with the try or the answer on it."""
        control, position = self.control, self._position
        shown = control.best if control.shows_answer else control.tried
        space = None if shown is None else shown.placement.space
        legal = control.legal
        if space is not None and space != ASIDE_INDEX:
            position, legal = put_unchecked(position, control.tile, space), ()
        look = BoardLook(control.match.rules, position, legal=legal or None)
        self._board.draw(surface, self.layout, look)
        if space is not None and space != ASIDE_INDEX:
            p = self.context.painter.theme.palette
            colour = p.good if control.shows_answer or control.is_right else p.bad
            self._board.draw_cursor(surface, self.layout, space, colour)
        if not control.is_right and space != self.cursor.space:
            self.paint_cursor(surface)

    def verdict(self) -> tuple[str, Ink]:
        """Return the verdict or the question, and its colour."""
        control, text = self.control, self.context.text
        if control.has_failed:
            return text("puzzles.failed"), "bad"
        if control.advice is None:
            return text("puzzles.thinking"), "ink_soft"
        if control.shows_answer and control.best is not None:
            return text("puzzles.answer", space=self._name(control.best.placement.space)), "good"
        if control.tried is None:
            return "", "ink"
        cost = control.cost(control.tried)
        if control.is_right:
            if cost < BEST or control.best is None:
                return text("puzzles.right"), "good"
            return text("puzzles.near", space=self._name(control.best.placement.space)), "good"
        return self._price_words("wrong", control.tried.placement.space, cost), "poor"

    def _price_words(self, key: str, space: int, cost: float) -> str:
        """Return what a placement on `space` cost, in points where they are told."""
        name, text = self._name(space), self.context.text
        if not self.control.tells_points:
            return text(f"puzzles.{key}_plain", space=name)
        points = text("terms.count.points", count=round(cost, 1))
        return text(f"puzzles.{key}", space=name, points=points)

    def _name(self, space: int) -> str:
        return space_name(self.context, self.control.match.rules.grid, space)

    def _paint_tile(self, surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        radius = min(painter.px(50), rect.h / 1.9)
        painter.sprites.draw_tile(surface, self.control.tile, rect.centre, radius)

    def _paint_bag(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the tiles that can still be called, small."""
        tiles = unseen_tiles(self.control.match, self.control.puzzle.seat)
        columns = 9
        rows = max(3, -(-len(tiles) // columns))
        for tile, cell in zip(tiles, rect.grid(columns, rows), strict=False):
            radius = min(cell.w / 2.1, cell.h / 1.9)
            self.context.painter.sprites.draw_tile(surface, tile, cell.centre, radius)
