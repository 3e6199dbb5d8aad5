"""Which tile was it? The whole bag to choose from, by click, by arrows or by its three numbers."""

from collections.abc import Callable
from functools import partial

import pygame

from game.play.caller import CallerGame
from game.play.entering import read_tile
from game.rules.errors import IllegalReason
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse
from game.ui.frame.sound_names import Sound
from game.ui.layout.rects import Rect, View
from game.ui.widgets import IconButton, Look, Toast, WidgetScene, Words, say
from game.ui.widgets.tiles import TileGrid


class TilePicker(WidgetScene):
    """Takes `count` tiles out of the bag and hands them to `on_picked`, once it is closed."""

    is_overlay = True

    def __init__(
        self,
        context: Context,
        game: CallerGame,
        count: int,
        title: Words,
        on_picked: Callable[[tuple[Tile, ...]], Navigation | None],
    ) -> None:
        super().__init__(context)
        self._game, self._count, self._title = game, count, title
        self._on_picked = on_picked
        self._digits = ""
        self._toast = Toast(context)
        self._panel = self._title_rect = self._typed_rect = Rect(0, 0, 0, 0)
        bag = game.bag
        self.grid = TileGrid(game.rules.grid.tile_set, bag.__contains__, self._pick)
        self._close = IconButton(Icon.CLOSE, Pop, tooltip=partial(context.text, "caller.cancel"))
        self._done = self.button("caller.picked", self._finish, Icon.CHECK, Look.PRIMARY)
        self._done.is_hidden = count == 1
        self.form.replace([self.grid, self._done, self._close])
        self.keys[Action.NEXT_CALL] = lambda: self._done.press() if self._done.is_enabled else None
        self.form.focus(self.grid, is_shown=True)
        self._sync()

    def _sync(self) -> None:
        is_short = len(self.grid.picked) < self._count
        words = partial(self.context.text, "caller.pick_more", count=self._count)
        self._done.why_disabled = words if is_short else None

    def _pick(self, tile: Tile) -> Navigation | None:
        """Take a tile, or put it back; the only one that is wanted closes the question."""
        self._digits = ""
        self.context.sound.play(Sound.PICK)
        picked = self.grid.picked
        if tile in picked:
            self.grid.picked = tuple(t for t in picked if t is not tile)
        else:
            self.grid.picked = (*picked, tile)[-self._count :]
        self._sync()
        return self._finish() if self._count == 1 else None

    def _finish(self) -> Navigation | None:
        return Pop(self._on_picked(self.grid.picked))

    def handle(self, intent: Intent) -> Navigation | None:
        """Digits are typed wherever the keyboard is."""
        match intent:
            case Command(text=text, is_repeat=False) if text and text in "123456789*":
                return self._type(text)
            case Command(Action.TAKE_BACK) if self._digits:
                self._digits = self._digits[:-1]
                return None
        return super().handle(intent)

    def _type(self, sign: str) -> Navigation | None:
        self._digits = (self._digits + sign)[-3:]
        if len(self._digits) < 3:
            return None
        tile = read_tile(self._digits)
        reason = None
        if tile is None or tile not in self._game.rules.grid.tile_set:
            reason = IllegalReason.NOT_IN_TILE_SET
        elif not self.grid.is_free(tile):
            reason = IllegalReason.ALREADY_CALLED
        if tile is not None and reason is None:
            return self._pick(tile)
        assert reason is not None
        self.context.sound.play(Sound.REFUSE)
        self._toast.show(self.context.text(f"errors.illegal.{reason.value}"), is_bad=True)
        self._digits = ""
        return None

    def animate(self, dt: float) -> Pulse:
        """Let the news fade."""
        return Pulse(True) if self._toast.advance(dt) else STILL

    def resize(self, view: View) -> None:
        """A panel over nearly everything."""
        super().resize(view)
        px = view.px
        self._panel = view.area.inset(view.area.w * 9 // 100, view.area.h * 7 // 100)
        inner = self._panel.inset(px(26), px(20))
        head, rest = inner.cut_top(px(46), px(8))
        close, head = head.cut_right(px(46), px(12))
        self._close.place(close)
        self._title_rect = head
        foot, rest = rest.cut_bottom(px(52), px(10))
        self._typed_rect, done = foot, foot.cut_right(min(px(260), foot.w // 3))[0]
        if not self._done.is_hidden:
            self._typed_rect = foot.cut_right(done.w, px(14))[1]
        self._done.place(done)
        self.grid.place(rest)

    def draw_below(self, surface: pygame.Surface) -> None:
        """The panel, the question, and what is being typed."""
        painter = self.context.painter
        types = painter.theme.type
        painter.dim(surface)
        painter.panel(surface, self._panel, is_lifted=True)
        painter.text_in(surface, say(self._title), self._title_rect, types.heading, max_lines=2)
        words = self.context.text("caller.pick_hint")
        if self._digits:
            painter.text_in(surface, self._digits, self._typed_rect, types.title, max_lines=1)
        else:
            painter.text_in(surface, words, self._typed_rect, types.body, max_lines=2)

    def draw_above(self, surface: pygame.Surface) -> None:
        """The news."""
        self._toast.draw(surface, self._panel)
