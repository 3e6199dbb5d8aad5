"""Puzzles from one's own mistakes: the board as it was, the tile, and another try."""

import pygame

from game.bots.protocol import unseen_tiles
from game.rules.placement import ASIDE_INDEX, put
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.sprites import TileLook
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, MouseButton, PointerMoved, PointerReleased
from game.ui.frame.scene import ANIMATING, STILL, Ignored, Navigation, Pulse, Scene
from game.ui.frame.sound_names import Sound
from game.ui.layout.hexes import BoardLayout, HexStep, lay_out_board
from game.ui.layout.rects import Rect, View
from game.ui.parts import DialogChoice, ask
from game.ui.scenes.puzzles.control import PuzzlesControl
from game.ui.scenes.shared.names import space_name, tile_name
from game.ui.scenes.shared.reason_words import reason_words
from game.ui.widgets import Look, PageHead, PressResult, WidgetScene

_STEPS = {Action[step.name]: step for step in HexStep}


def puzzles_scene(context: Context) -> Scene:
    """The puzzles there are, or how to come by some."""
    control = PuzzlesControl(context.store.profile, context.engines)
    if control.puzzles:
        return PuzzlesScene(context, control)
    ok = DialogChoice(lambda: context.text("menu.problem.ok"), look=Look.PRIMARY)
    return ask(context, "puzzles.none_title", "puzzles.none", ok)


class PuzzlesScene(WidgetScene):
    """The board at the left; the question, the verdict, and what is still to come at the right."""

    def __init__(self, context: Context, control: PuzzlesControl) -> None:
        super().__init__(context)
        self.control = control
        self.target: int | None = None
        self.layout: BoardLayout
        self._board = BoardPicture(context.painter)
        self._panel = Rect(0, 0, 0, 0)
        self._head = PageHead(context, self._title_words, "records.back")
        self._show = self.button("puzzles.show", self._show_answer, Icon.BULB)
        self._next = self.button("puzzles.next", self._go_on, Icon.RIGHT, Look.PRIMARY)
        self.form.replace([self._head.back, self._show, self._next])
        self.form.focus(self._next, is_shown=False)
        self._sync()

    def _title_words(self) -> str:
        number, total = self.control.at + 1, len(self.control.puzzles)
        count = self.context.text("puzzles.count", number=number, total=total)
        return f"{self.context.text('puzzles.title')} · {count}"

    def _sync(self) -> None:
        control = self.control
        is_open = control.advice is not None and not control.is_right and not control.shows_answer
        self._show.why_disabled = None if is_open else ""

    def _show_answer(self) -> None:
        self.control.show_answer()
        self._sync()

    def _go_on(self) -> PressResult:
        self.control.go_on()
        self.target = None
        self.resize(self.view)
        return None

    def enter(self) -> None:
        """Ask again for what was left open."""
        self.control.ask()

    def leave(self) -> None:
        """Nobody waits for the engine any more."""
        self.control.stop()

    def animate(self, dt: float) -> Pulse:
        """Look whether the spaces are weighed."""
        if not self.control.look():
            return STILL
        self._sync()
        return ANIMATING

    def handle(self, intent: Intent) -> Navigation | None:
        """Arrows move over the board before they move between buttons."""
        match intent:
            case Command(Action() as action) if action in _STEPS:
                self.target = self.layout.move(self.target, _STEPS[action])
                return None
            case Command(Action.CONFIRM, is_repeat=False) if self.target is not None:
                if self.control.is_right or self.control.shows_answer:
                    return self._go_on()
                return self._try(self.target)
            case Command(Action.NEXT_CALL, is_repeat=False):
                return self._go_on()
            case _:
                return super().handle(intent)

    def react(self, intent: Intent) -> Navigation | None:
        """A click tries a space; Escape goes back."""
        match intent:
            case PointerMoved(at):
                was, self.target = self.target, self.layout.hit(at)
                return Ignored() if was == self.target else None
            case PointerReleased(at, MouseButton.PRIMARY):
                space = self.layout.hit(at)
                return Ignored() if space is None else self._try(space)
            case _:
                return super().react(intent)

    def _try(self, space: int) -> PressResult:
        if self.control.try_space(space):
            is_right = self.control.is_right
            self.context.sound.play(Sound.TOTAL if is_right else Sound.PLACE)
            self._sync()
        else:
            self.context.sound.play(Sound.REFUSE)
        return None

    def resize(self, view: View) -> None:
        """Lay everything out."""
        super().resize(view)
        area = self._head.place(view)
        right, left = area.cut_right(min(view.px(480), area.w * 42 // 100), view.px(20))
        rules = self.control.match.rules
        self.layout = lay_out_board(rules.grid, left, 0.62, has_aside=rules.has_aside)
        self._board.forget()
        foot, self._panel = right.cut_bottom(view.px(50), view.px(12))
        cells = foot.columns(2, view.px(12))
        self._show.place(cells[0])
        self._next.place(cells[1])
        self._sync()

    def draw_below(self, surface: pygame.Surface) -> None:
        """The board as it was, with what is tried or the answer on it; the words beside it."""
        super().draw_below(surface)
        control, context = self.control, self.context
        painter = context.painter
        self._head.draw(surface)
        position = control.match.round.seats[control.puzzle.seat].position
        shown = control.best if control.shows_answer else control.tried
        space = None if shown is None else shown.placement.space
        legal = control.legal
        if space is not None and space != ASIDE_INDEX:
            position, legal = put(position, control.tile, space), ()
        look = BoardLook(control.match.rules, position, legal=legal or None)
        self._board.draw(surface, self.layout, look)
        sprites, p = painter.sprites, painter.theme.palette
        tile_radius = self.layout.tile_radius
        if space is not None and space != ASIDE_INDEX:
            colour = p.good if control.shows_answer or control.is_right else p.bad
            sprites.draw_cursor(surface, self.layout.centres[space], tile_radius, colour)
        if self.target in control.legal and self.target != space and not control.is_right:
            if self.target == ASIDE_INDEX:
                aside = self.layout.aside
                place = aside[min(len(position.aside), len(aside) - 1)]
                sprites.draw_cursor(surface, place, self.layout.aside_radius)
            elif self.target is not None:
                at = self.layout.centres[self.target]
                sprites.draw_tile(surface, control.tile, at, tile_radius, TileLook.GHOST)
                sprites.draw_cursor(surface, at, tile_radius)
        self._draw_panel(surface)

    def _draw_panel(self, surface: pygame.Surface) -> None:
        """The tile and the question, the verdict, and the tiles still to come."""
        control, painter, text = self.control, self.context.painter, self.context.text
        types, p, px = painter.theme.type, painter.theme.palette, painter.px
        painter.panel(surface, self._panel)
        inner = self._panel.inset(px(20), px(16))
        head, inner = inner.cut_top(px(112), px(10))
        picture, question = head.cut_left(px(124), px(12))
        painter.sprites.draw_tile(surface, control.tile, picture.centre, px(56))
        asked = text("puzzles.ask", tile=tile_name(control.tile))
        painter.text_in(surface, asked, question, types.heading)
        foot, inner = inner.cut_bottom(px(28))
        solved = text("puzzles.solved", solved=len(control.solved), total=len(control.puzzles))
        painter.text_in(surface, solved, foot, types.caption.coloured(p.ink_soft), max_lines=1)
        bag, words = inner.cut_bottom(inner.h * 46 // 100, px(10))
        self._draw_bag(surface, bag)
        verdict, reasons = words.cut_top(px(62), px(4))
        line, colour = self.verdict()
        painter.text_in(surface, line, verdict, types.strong.coloured(colour), max_lines=3)
        shown = control.best if control.shows_answer else control.tried
        told = [] if shown is None else [reason_words(self.context, r) for r in shown.reasons[:3]]
        if control.is_right or control.shows_answer:
            points = text("terms.count.points", count=round(control.puzzle.cost, 1))
            space = self._name(control.own.space)
            told.append(text("puzzles.yours", space=space, points=points))
        rows = reasons.stack([min(px(30), reasons.h // max(1, len(told)))] * len(told))
        for words_of, row in zip(told, rows, strict=True):
            painter.text_in(surface, words_of, row, types.body.sized(16), max_lines=1)

    def verdict(self) -> tuple[str, tuple[int, int, int]]:
        """What is to be said now, and its colour."""
        control, text = self.control, self.context.text
        p = self.context.painter.theme.palette
        if control.has_failed:
            return text("puzzles.failed"), p.bad
        if control.advice is None:
            return text("puzzles.thinking"), p.ink_muted
        if control.shows_answer and control.best is not None:
            return text("puzzles.answer", space=self._name(control.best.placement.space)), p.good
        if control.tried is None:
            return "", p.ink
        if control.is_right:
            return text("puzzles.right"), p.good
        points = text("terms.count.points", count=round(control.loss(control.tried), 1))
        space = self._name(control.tried.placement.space)
        return text("puzzles.wrong", space=space, points=points), p.poor

    def _name(self, space: int) -> str:
        return space_name(self.context, self.control.match.rules.grid, space)

    def _draw_bag(self, surface: pygame.Surface, area: Rect) -> None:
        """The tiles that can still be called, small."""
        painter = self.context.painter
        head, rest = area.cut_top(painter.px(24), painter.px(4))
        soft = painter.theme.type.caption.coloured(painter.theme.palette.ink_soft)
        painter.text_in(surface, self.context.text("puzzles.left"), head, soft, max_lines=1)
        tiles = unseen_tiles(self.control.match, self.control.puzzle.seat)
        columns = 9
        rows = max(3, -(-len(tiles) // columns))
        for tile, cell in zip(tiles, rest.grid(columns, rows), strict=False):
            radius = min(cell.w / 2.1, cell.h / 1.9)
            painter.sprites.draw_tile(surface, tile, cell.centre, radius)
