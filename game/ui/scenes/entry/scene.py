"""The page that enters boards from a real table, or one board for the calculator."""

from functools import partial

import pygame

from game.locale.errors import word_error
from game.play.calculator import Calculator
from game.play.caller import CallerGame
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.sprites.tiles import TileLook
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
from game.ui.frame.scene import STILL, Navigation, Pulse, Scene
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Point, Rect
from game.ui.parts import (
    MAIN,
    Column,
    Ink,
    PageScene,
    Panel,
    Picture,
    Row,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.entry.board import EntryBoard
from game.ui.scenes.entry.control import EntryControl, EntryEvent
from game.ui.scenes.entry.mode import CalculatorMode, CalledMode, EntryMode
from game.ui.scenes.entry.picture import harvest, lying_rays
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.dialogs import toast_problem
from game.ui.scenes.shared.line_words import LineWords
from game.ui.scenes.shared.names import lying_words, space_name, tile_words
from game.ui.sound.names import Sound
from game.ui.widgets import Toast
from game.ui.widgets.tiles import TileGrid


class EntryScene(PageScene):
    """Enters boards; `mode` adds choices and exits."""

    def __init__(self, context: Context, control: EntryControl, mode: EntryMode) -> None:
        super().__init__(context)
        self.control, self.mode = control, mode
        self._toast = Toast(context)
        self._best_board = BoardPicture(context.painter)
        self._held: Tile | None = None
        self._drag: Point | None = None

    @property
    def text_area(self) -> Rect | None:
        # The @ and * of `29*@c3` need Shift or AltGr on most keyboards.
        return self.view.area

    def page(self) -> Widget:
        context, control, text = self.context, self.control, self.context.text
        if control.shows_best:
            control.ask_best()
        toast = self._toast
        words, is_bad = (toast.words, toast.is_bad) if toast.is_shown else self._status()
        ink: Ink = "bad" if is_bad else "good" if toast.is_shown else "ink_soft"
        held = None if self._drag is None else self._held
        head, *tabs = (*self.mode.tabs(self), None)
        board = EntryBoard(context, control, self._go_to_rack, dragged=held, share=1, id=MAIN)
        rules = control.boards.rules
        why_no_undo = None if control.can_undo else text("entry.nothing_to_undo")
        return Column(
            Spacer(size=28),
            self.head(
                self.mode.title(control.seat),
                Spacer(size=56),
                head,
                Spacer(share=1),
                leave=self.mode.leave,
            ),
            Row(
                Column(
                    Row(
                        board,
                        Panel(
                            *self._rack(),
                            lying_rays(context, rules, control.shown),
                            Text(words, "body", ink),
                            *tabs,
                            gap=10,
                            pad=0,
                            align="left",
                            share=0.72,
                        ),
                        gap=30,
                        share=1,
                    ),
                    Row(
                        *self.mode.parts(self),
                        WordLink(
                            text("entry.tiles" if control.shows_best else "entry.best"),
                            self.toggle_best,
                            id="best",
                        ),
                        WordLink(
                            text("entry.undo"),
                            self._take_back,
                            why_disabled=why_no_undo,
                            id="undo",
                        ),
                        Spacer(share=1),
                        gap=30,
                        size=84,
                    ),
                    gap=12,
                    pad=(58, 12, 0, 28),
                    share=1,
                ),
                harvest(context, rules, control.score, 150),
                gap=30,
                share=1,
            ),
        )

    def _rack(self) -> tuple[Widget, Widget]:
        """Return the tiles still to be placed, or the best board in their place."""
        control = self.control
        if control.shows_best:
            words = Text(self._best_words(), "strong", live=control.best is not None)
            return words, Picture(self._paint_best, share=1)
        boards = control.boards
        tiles = TileGrid(
            boards.tiles,
            control.is_free,
            self._put,
            name_of=partial(tile_words, self.context, boards.rules),
            share=1,
            id="rack",
        )
        return Text(self.context.text("entry.tiles_left"), "strong"), tiles

    def say(self, words: str, *, is_bad: bool = False) -> None:
        self._toast.show(words, 4.0, is_bad=is_bad)
        self.renew()

    def start_over(self) -> None:
        self.control.forget_past()

    # entering

    def _put(self, tile: Tile) -> None:
        self._answer_put(self.control.put(tile))

    def _answer_put(self, is_put: bool) -> None:
        """Play a sound for a placement, and read it or its refusal aloud."""
        if is_put:
            self.context.sound.play(Sound.PLACE)
            self._toast.fade()
            self._announce_put()
        elif self.control.refused:
            self.context.sound.play(Sound.REFUSE)
            self.say(self.context.text(self.control.refused), is_bad=True)

    def _announce_put(self) -> None:
        """Read aloud the placement, and the cursor's next space."""
        assert self.control.latest is not None
        tile, space = self.control.latest
        text, grid = self.context.text, self.control.boards.rules.grid
        name = space_name(self.context, grid, space)
        words = tile_words(self.context, self.control.boards.rules, tile)
        placed = text("heard.spoken.placed", tile=words, space=name)
        self.context.speak(as_sentences((placed, self.form.read())), is_urgent=True)

    def read(self, topic: Topic) -> str:
        context, control = self.context, self.control
        lacks = context.text("entry.missing", count=control.missing)
        title = self.mode.title(control.seat)
        match topic:
            case Topic.HEADING:
                return as_sentences((title, lacks if control.missing else ""))
            case Topic.NOW:
                return as_sentences((self.read(Topic.HEADING), self.form.read()))
            case Topic.BOARD:
                return lying_words(context, control.boards.rules, control.shown)
            case Topic.HERE | Topic.ENDS:
                boards = control.boards
                left = [tile for tile in boards.tiles if control.is_free(tile)]
                lines = LineWords(context, boards.rules, control.shown, left)
                tell = lines.through if topic is Topic.HERE else lines.ending
                return tell(control.space)
            case Topic.SCORE:
                points = context.text("terms.count.points", count=control.score.total)
                return context.text("heard.spoken.score", name=title, points=points)
            case _:
                return super().read(topic)

    def _go_to_rack(self) -> None:
        """Move the focus from the board to the first free tile."""
        rack = self.find("rack")
        if isinstance(rack, TileGrid):
            free = [i for i, tile in enumerate(rack.tiles) if rack.is_free(tile)]
            if free:
                rack.cursor = rack.cursor if rack.cursor in free else free[0]
                self.focus("rack", is_shown=True)

    def _take_back(self) -> None:
        if self.control.undo():
            self.context.sound.play(Sound.TAKE_BACK)

    def toggle_best(self) -> None:
        """Show the best board instead of the tiles, or the tiles again."""
        self.control.shows_best = not self.control.shows_best

    def handle(self, intent: Intent) -> Navigation | None:
        toast = self._toast
        if isinstance(intent, Command) and toast.is_shown and not toast.stays:
            # After typing resumes the tiles are needed again.
            toast.left = 0
            self.renew()
        match intent:
            case Command(text=sign, is_ctrl=False, is_repeat=False) if sign:
                typed = self.control.type(sign)
                if typed is not EntryEvent.UNUSED:
                    # A space typed by name is announced even if the cursor is already on it.
                    self.context.has_moved |= not self.control.digits
                    self._answer_put(typed is EntryEvent.PUT)
                    self.renew()
                    return None
            case PointerPressed(at, MouseButton.PRIMARY):
                self._held = self._tile_at(at)
            case PointerPressed(at, MouseButton.SECONDARY):
                space = self.board.layout.hit(at)
                if space is not None and self.control.take_off(space):
                    self.context.sound.play(Sound.TAKE_BACK)
                    self.renew()
                return None
            case PointerMoved(at, is_drag=True) if self._held is not None:
                self._drag = at
                self.renew()
                return None
            case PointerReleased(at, MouseButton.PRIMARY):
                self._drop(at)
        return super().handle(intent)

    @property
    def board(self) -> EntryBoard:
        """The board on the page."""
        board = self.part(MAIN)
        assert isinstance(board, EntryBoard)
        return board

    def _tile_at(self, at: Point) -> Tile | None:
        rack = self.find("rack")
        if isinstance(rack, TileGrid) and rack.rect.contains(at):
            return rack.tile_at(at)
        return self.board.tile_at(at)

    def _drop(self, at: Point) -> None:
        """Place a dragged tile where it is dropped; off the board remove it."""
        tile, was_dragged = self._held, self._drag is not None
        self._held = self._drag = None
        if tile is None or not was_dragged:
            return
        space = self.board.layout.hit(at)
        if space is not None:
            self._answer_put(self.control.drop(tile, space))
        elif not self.control.is_free(tile):
            self.control.remove(tile)
            self.context.sound.play(Sound.TAKE_BACK)

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action.CANCEL, is_repeat=False):
                rack = self.find("rack")
                if rack is None or not rack.shows_focus:
                    return self.mode.leave()
                self.focus(MAIN)
            case Command(Action.TAKE_BACK):
                self._take_back()
            case Command(Action.DELETE):
                if self.control.take_off():
                    self.context.sound.play(Sound.TAKE_BACK)
            case Command(Action.COACH, is_repeat=False):
                self.toggle_best()
            case Command(Action.COPY, is_repeat=False):
                self.mode.copy(self)
            case _:
                return super().react(intent)
        return None

    # time

    def leave(self) -> None:
        super().leave()
        self.control.stop()

    def animate(self, dt: float) -> Pulse:
        has_changed = toast_problem(self.context, self._toast) or self._toast.expire(dt)
        has_news = self.mode.poll() | self.control.poll()
        return self.redraw() if has_news or has_changed else STILL

    # the picture

    def _paint_best(self, surface: pygame.Surface, room: Rect) -> None:
        best, rules = self.control.best_position, self.control.boards.rules
        if best is not None:
            look = BoardLook(rules, best, has_names=False, is_over=True)
            self._best_board.draw(surface, lay_out_board(rules.grid, room, 0.5), look)

    def _best_words(self) -> str:
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
        """Return the tiles still missing or the instructions, and whether it is a warning."""
        control, text = self.control, self.context.text
        fault = control.boards.fault(control.seat)
        if fault is not None:
            return text("entry.fault", why=word_error(self.context.catalogue, fault)), True
        if control.missing:
            return text("entry.missing", count=control.missing), False
        return text("entry.full"), False

    def draw_above(self, surface: pygame.Surface) -> None:
        if self._drag is not None and self._held is not None:
            radius = self.board.layout.tile_radius
            painter = self.context.painter
            painter.sprites.draw_tile(surface, self._held, self._drag, radius, TileLook.LIFTED)


def called_entry(context: Context, game: CallerGame) -> Scene:
    """Return the page for the boards of a round called here."""
    return EntryScene(context, EntryControl(game, context.engines), CalledMode(context, game))


def calculator_entry(context: Context) -> Scene:
    """Return the score calculator."""
    calculator = Calculator(Ruleset(), context.preferences.player_name or default_name(context, 0))
    return EntryScene(
        context, EntryControl(calculator, context.engines), CalculatorMode(context, calculator)
    )
