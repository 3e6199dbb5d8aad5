"""Entering boards from a real table, and the score calculator: the same entry, alone."""

from functools import partial

import pygame

from game.locale.errors import word_error
from game.play.calculator import Calculator
from game.play.caller import CallerGame
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.draw.sprites import TileLook
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    Command,
    Intent,
    MouseButton,
    PointerMoved,
    PointerPressed,
    PointerReleased,
)
from game.ui.frame.scene import STILL, Ignored, Navigation, Pulse, Scene
from game.ui.frame.sound_names import Sound
from game.ui.frame.topics import Topic, as_sentences
from game.ui.frame.voice_names import words_of
from game.ui.layout.rects import Point, View
from game.ui.scenes.entry.board import EntryBoard
from game.ui.scenes.entry.control import EntryControl, EntryEvent
from game.ui.scenes.entry.mode import CalculatorMode, CalledMode, EntryMode
from game.ui.scenes.entry.picture import EntryLayout, SmallBoard, draw_score, lay_out_entry
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.dialogs import toast_problem
from game.ui.scenes.shared.names import space_name
from game.ui.widgets import Button, IconButton, PressResult, Toast, WidgetScene
from game.ui.widgets.tiles import TileGrid


class EntryScene(WidgetScene):
    """Boards entered at one desk; `mode` says what heads the panel and where it leads."""

    def __init__(self, context: Context, control: EntryControl, mode: EntryMode) -> None:
        super().__init__(context)
        self.control, self.mode = control, mode
        self._toast = Toast(context)
        self._layout: EntryLayout
        self._small = SmallBoard(context)
        self._held: Tile | None = None
        self._drag: Point | None = None
        text = context.text
        self.board = EntryBoard(context, control, self._go_to_rack)
        self.rack = TileGrid(control.desk.tiles, control.is_free, self._put)
        self._back = IconButton(Icon.LEFT, mode.leave, tooltip=partial(text, "entry.back"))
        self._undo = self.button("entry.undo", self._take_back, Icon.UNDO)
        best = Button(self._best_words, self.toggle_best, icon=Icon.STAR)
        self._tabs = mode.tabs(self)
        self._buttons = [*mode.buttons(self), best, self._undo]
        self.form.replace([self.board, self.rack, *self._tabs, *self._buttons, self._back])
        self.form.focus(self.board, is_shown=False)
        self.arrange()

    def say(self, words: str, *, is_bad: bool = False) -> None:
        """Say something that goes away by itself."""
        self._toast.show(words, 4.0, is_bad=is_bad)

    def start_over(self) -> None:
        """The desk has another board, by other rules perhaps."""
        self.control.forget_past()
        self.resize(self.view)
        self.arrange()

    # entering

    def _put(self, tile: Tile) -> PressResult:
        self._told(self.control.put(tile))
        return None

    def _told(self, is_put: bool) -> None:
        if is_put:
            self.context.sound.play(Sound.PLACE)
            self._toast.fade()
            self._tell_put()
        elif self.control.refused:
            self.context.sound.play(Sound.REFUSE)
            self._toast.show(self.context.text(self.control.refused), is_bad=True)
        self.arrange()

    def _tell_put(self) -> None:
        """What lies where now, and what the cursor has gone on to."""
        assert self.control.latest is not None
        tile, space = self.control.latest
        text, grid = self.context.text, self.control.desk.rules.grid
        name = space_name(self.context, grid, space)
        words = words_of(self.context.catalogue, tile)
        said = (text("heard.spoken.placed", tile=words, space=name), self.form.read())
        self.context.speak(as_sentences(said), is_urgent=True)

    def read(self, topic: Topic) -> str:
        """Whose board it is and what it lacks; what lies where; what it earns."""
        context, control = self.context, self.control
        lacks = context.text("entry.missing", count=control.missing)
        match topic:
            case Topic.HEADING:
                return as_sentences((self.mode.title(), lacks if control.missing else ""))
            case Topic.NOW:
                return as_sentences((self.read(Topic.HEADING), self.form.read()))
            case Topic.BOARD:
                return self._board_words()
            case Topic.SCORE:
                points = context.catalogue.number(control.score.total)
                return context.text("heard.spoken.score", name=self.mode.title(), points=points)
            case _:
                return super().read(topic)

    def _board_words(self) -> str:
        text, catalogue = self.context.text, self.context.catalogue
        position, grid = self.control.shown, self.control.desk.rules.grid
        lying = [
            text("heard.spoken.taken", space=grid.name_of(i), tile=words_of(catalogue, tile))
            for i, tile in enumerate(position.tiles)
            if tile is not None
        ]
        if position.aside:
            tiles = "; ".join(words_of(catalogue, tile) for tile in position.aside)
            lying.append(text("heard.spoken.daffodil", tiles=tiles))
        return " ".join(lying or [text("heard.spoken.empty_board")])

    def _go_to_rack(self) -> PressResult:
        """From the board on to the tiles: the first that is free."""
        free = [i for i, tile in enumerate(self.rack.tiles) if self.rack.is_free(tile)]
        if free and not self.rack.is_hidden:
            if self.rack.cursor not in free:
                self.rack.cursor = free[0]
            self.form.focus(self.rack, is_shown=True)
        return None

    def _take_back(self) -> PressResult:
        if self.control.undo():
            self.context.sound.play(Sound.TAKE_BACK)
        self.arrange()
        return None

    def toggle_best(self) -> PressResult:
        """The best board in the place of the tiles, or the tiles again."""
        control = self.control
        control.shows_best = not control.shows_best
        if control.shows_best:
            control.ask_best()
        if self.form.focused is self.rack:
            self.form.focus(self.board)
        self.arrange()
        return None

    def _best_words(self) -> str:
        return self.context.text("entry.tiles" if self.control.shows_best else "entry.best")

    def arrange(self) -> None:
        """Show what matters now."""
        control = self.control
        self.rack.show(control.desk.tiles)
        self.rack.is_hidden = control.shows_best
        if control.shows_best:
            control.ask_best()
        none = partial(self.context.text, "entry.nothing_to_undo")
        self._undo.why_disabled = None if control.can_undo else none
        self.mode.arrange()

    def handle(self, intent: Intent) -> Navigation | None:
        """Dragging and typing work wherever the keyboard is."""
        match intent:
            case Command(text=sign, is_ctrl=False, is_repeat=False) if sign:
                typed = self.control.type(sign)
                if typed is not EntryEvent.UNUSED:
                    self._told(typed is EntryEvent.PUT)
                    return None
            case PointerPressed(at, MouseButton.PRIMARY):
                self._held = self._tile_at(at)
            case PointerPressed(at, MouseButton.SECONDARY):
                space = self._layout.board.hit(at)
                if space is not None and self.control.take_off(space):
                    self.context.sound.play(Sound.TAKE_BACK)
                    self.arrange()
                return None
            case PointerMoved(at, is_drag=True) if self._held is not None:
                self._drag, self.board.dragged = at, self._held
                return None
            case PointerReleased(at, MouseButton.PRIMARY):
                self._drop(at)
        return super().handle(intent)

    def _tile_at(self, at: Point) -> Tile | None:
        if self.rack.rect.contains(at) and not self.rack.is_hidden:
            return self.rack.tile_at(at)
        return self.board.tile_at(at)

    def _drop(self, at: Point) -> None:
        """A dragged tile goes where it is let go; beside the board, away from it."""
        tile, was_dragged = self._held, self._drag is not None
        self._held = self._drag = self.board.dragged = None
        if tile is None or not was_dragged:
            return
        space = self._layout.board.hit(at)
        if space is not None:
            self._told(self.control.put(tile, space))
        elif not self.control.is_free(tile):
            self.control.remove(tile)
            self.context.sound.play(Sound.TAKE_BACK)
            self.arrange()

    def react(self, intent: Intent) -> Navigation | None:
        """Escape leaves the tiles for the board, and the board for where one came from."""
        match intent:
            case Command(Action.CANCEL, is_repeat=False):
                if self.form.focused is self.rack and self.rack.shows_focus:
                    self.form.focus(self.board)
                    return None
                return self.mode.leave()
            case Command(Action.TAKE_BACK):
                self._take_back()
                return None
            case Command(Action.DELETE):
                if self.control.take_off():
                    self.context.sound.play(Sound.TAKE_BACK)
                self.arrange()
                return None
            case Command(Action.NEXT_CALL, is_repeat=False):
                count = self.form.find(Action.NEXT_CALL)
                return count.press() if count is not None and count.is_enabled else Ignored()
            case Command(Action.COACH, is_repeat=False):
                return self.toggle_best()
            case Command(Action.COPY, is_repeat=False):
                return self.mode.copy(self)
            case _:
                return Ignored()

    # time

    def enter(self) -> None:
        """What was looked for is looked for again."""
        self.arrange()

    def leave(self) -> None:
        """Nobody waits for the best board."""
        self.control.stop()

    def animate(self, dt: float) -> Pulse:
        """The best board, and the news."""
        has_news = toast_problem(self.context, self._toast) or self._toast.advance(dt)
        has_news |= self.mode.poll()
        return Pulse(True) if self.control.look() or has_news else STILL

    # the picture

    def resize(self, view: View) -> None:
        """Place everything."""
        super().resize(view)
        rules = self.control.desk.rules
        layout = lay_out_entry(view, rules, len(self._tabs), len(self._buttons))
        self._layout = self.board.layout = layout
        self.board.forget()
        self._small.forget()
        self._back.place(layout.back)
        bounds = layout.board.bounds().inset(-round(layout.board.radius * 0.6))
        if layout.board.aside:
            right = max(x for x, _ in layout.board.aside) + layout.board.aside_radius
            foot = max(y for _, y in layout.board.aside) + layout.board.aside_radius
            w, h = max(bounds.right, round(right)), max(bounds.bottom, round(foot))
            bounds = bounds._replace(w=w - bounds.x, h=h - bounds.y)
        self.board.place(bounds)
        self.rack.place(layout.rack)
        self.place_all(self._tabs, layout.tabs)
        self.place_all(self._buttons, layout.buttons)

    def draw_below(self, surface: pygame.Surface) -> None:
        """Title, panel, score, what is missing."""
        super().draw_below(surface)
        layout, control, painter = self._layout, self.control, self.context.painter
        types, p = painter.theme.type, painter.theme.palette
        painter.text_in(surface, self.mode.title(), layout.title, types.title, max_lines=1)
        painter.panel(surface, layout.panel)
        rules = control.desk.rules
        draw_score(surface, self.context, layout, rules, control.shown, control.score)
        words, is_bad = self._status()
        style = types.caption.coloured(p.bad if is_bad else p.ink_soft)
        painter.text_in(surface, words, layout.status, style)
        label = self._best_found() if control.shows_best else self.context.text("entry.tiles_left")
        strong = types.strong if control.shows_best else types.caption
        painter.text_in(surface, label, layout.rack_label, strong, max_lines=1)
        best = control.best_position
        if control.shows_best and best is not None:
            self._small.draw(surface, rules, best, layout.rack)

    def _best_found(self) -> str:
        control, text = self.control, self.context.text
        if control.best is not None:
            points = text("terms.count.points", count=control.best.total)
            return text("entry.best_found", points=points)
        if control.is_searching:
            if control.bound is None:
                return text("entry.searching")
            number = self.context.catalogue.number(control.bound)
            return text("entry.searching_below", points=number)
        return text("entry.no_best")

    def _status(self) -> tuple[str, bool]:
        """What the board in view still lacks, or how to enter it; whether it is a warning."""
        control, text = self.control, self.context.text
        fault = control.desk.fault(control.seat)
        if fault is not None:
            why = word_error(self.context.catalogue, fault)
            return text("entry.fault", why=why), True
        if control.missing:
            return text("entry.missing", count=control.missing), False
        return text("entry.full"), False

    def draw_above(self, surface: pygame.Surface) -> None:
        """The dragged tile, and the news."""
        layout = self._layout
        if self._drag is not None and self._held is not None:
            radius = layout.board.tile_radius
            painter = self.context.painter
            painter.sprites.draw_tile(surface, self._held, self._drag, radius, TileLook.LIFTED)
        self._toast.draw(surface, self.view.area)


def called_entry(context: Context, game: CallerGame) -> Scene:
    """The boards of a round that was called here."""
    return EntryScene(context, EntryControl(game, context.engines), CalledMode(context, game))


def calculator_entry(context: Context) -> Scene:
    """The score calculator."""
    name = context.preferences.player_name or default_name(context, 0)
    desk = Calculator(Ruleset(), name)
    return EntryScene(context, EntryControl(desk, context.engines), CalculatorMode(context, desk))
