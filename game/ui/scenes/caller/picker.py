"""A dialog that chooses tiles from the bag by pointer, arrows or typed numbers."""

from collections.abc import Callable, Collection
from functools import partial

from game.play.entering import read_tile
from game.rules.errors import IllegalReason
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent
from game.ui.frame.scene import STILL, Navigation, Pop, Pulse
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    Across,
    ActionBand,
    Column,
    PageScene,
    Row,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.shared.names import tile_words
from game.ui.sound.names import Sound
from game.ui.widgets import Toast, Words, say
from game.ui.widgets.tiles import TileGrid


class TilePicker(PageScene):
    """Chooses `count` tiles of a bag, closes, and passes them to `on_picked`."""

    is_overlay = True

    def __init__(
        self,
        context: Context,
        rules: Ruleset,
        bag: Collection[Tile],
        count: int,
        title: Words,
        on_picked: Callable[[tuple[Tile, ...]], Navigation | None],
    ) -> None:
        super().__init__(context)
        self._rules, self._bag, self._count, self._title_words = rules, bag, count, title
        self._on_picked = on_picked
        self.picked: tuple[Tile, ...] = ()
        self._digits = ""
        self._toast = Toast(context)

    @property
    def text_area(self) -> Rect | None:
        # The * of a wild tile needs Shift or AltGr on most keyboards.
        return self.view.area

    def page(self) -> Widget:
        text, tiles = self.context.text, self._rules.grid.tile_set
        missing = text("caller.pick_more", count=self._count)
        refused = Text(self._toast.words, "strong", "bad", lines=2, share=1)
        hint = refused if self._toast.is_shown else Text(text("caller.pick_hint"), lines=2, share=1)
        return Column(
            Spacer(size=54),
            Across(
                Text(say(self._title_words), "title", lines=2),
                Row(
                    TileGrid(
                        tiles,
                        self._bag.__contains__,
                        self._pick,
                        name_of=partial(tile_words, self.context, self._rules),
                        picked=self.picked,
                        id=MAIN,
                        share=1,
                    ),
                    pad=(0, 0, 58, 0),
                    share=1,
                ),
                Row(
                    Text(self._digits, "title", share=1) if self._digits else hint,
                    WordLink(text("caller.cancel"), Pop, id="cancel"),
                    self._count > 1
                    and ActionBand(
                        text("caller.picked"),
                        self._finish,
                        icon=Icon.CHECK,
                        small=True,
                        shortcut=Action.NEXT_CALL,
                        why_disabled=missing if len(self.picked) < self._count else None,
                        id="picked",
                    ),
                    gap=34,
                    pad=(0, 0, 0 if self._count > 1 else 58, 0),
                    size=84,
                ),
                gap=16,
                pad=(58, 28, 0, 18),
                share=1,
            ),
            Spacer(size=54),
        )

    def _pick(self, tile: Tile) -> Navigation | None:
        """Select a tile, or deselect it; a single tile closes the dialog at once."""
        self._digits = ""
        self.context.sound.play(Sound.PICK)
        if tile in self.picked:
            self.picked = tuple(t for t in self.picked if t is not tile)
        else:
            self.picked = (*self.picked, tile)[-self._count :]
        return self._finish() if self._count == 1 else None

    def _finish(self) -> Navigation | None:
        return Pop(self._on_picked(self.picked))

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(text=text, is_repeat=False) if text and text in "123456789*":
                return self._type(text)
            case Command(Action.TAKE_BACK) if self._digits:
                self._digits = self._digits[:-1]
                return None
        return super().react(intent)

    def _type(self, sign: str) -> Navigation | None:
        self._digits = (self._digits + sign)[-3:]
        if len(self._digits) < 3:
            return None
        tile = read_tile(self._digits)
        if tile is not None and tile in self._bag:
            return self._pick(tile)
        is_known = tile in self._rules.grid.tile_set
        reason = IllegalReason.ALREADY_CALLED if is_known else IllegalReason.NOT_IN_TILE_SET
        self.context.sound.play(Sound.REFUSE)
        self._toast.show(self.context.text(f"errors.illegal.{reason.value}"), is_bad=True)
        self._digits = ""
        return None

    def animate(self, dt: float) -> Pulse:
        return self.redraw() if self._toast.expire(dt) else STILL
