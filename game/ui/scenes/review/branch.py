"""Another line from one placement of a review, beside the real game."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from game.bots.players.registry import LEVELS
from game.locale import write_percent
from game.play.question import Question, QuestionFailed
from game.rules.scoring import score_position
from game.ui.draw.bands import draw_harvest, harvest_scale
from game.ui.draw.board_picture import BoardLook
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.intents import Command
from game.ui.frame.scene import STILL, Pop
from game.ui.frame.topics import Topic, as_sentences
from game.ui.parts import (
    MAIN,
    ActionBand,
    Column,
    Head,
    Picture,
    PressedPanel,
    Row,
    Spacer,
    Text,
    WordLink,
)
from game.ui.scenes.shared.board_page import BoardPage, Placing
from game.ui.scenes.shared.flags import reap_position
from game.ui.scenes.shared.names import bot_name, tile_words
from game.ui.sound.names import Sound

if TYPE_CHECKING:
    import pygame

    from game.bots.service.tasks import Rest
    from game.progress.engine_client import EngineClient
    from game.progress.review_branch import Branch
    from game.rules.placement import Position
    from game.rules.tiles import Tile
    from game.ui.frame.context import Context
    from game.ui.frame.intents import Intent
    from game.ui.frame.scene import Navigation, Pulse
    from game.ui.layout.rects import Rect
    from game.ui.parts import Widget
    from game.ui.widgets import OnPress, PressResult

_ABOVE: Final = 96.0
"""Units above a full column, for its total."""

_BESIDE: Final = 64.0
"""Units of width of the real game's harvest."""


class BranchScene(BoardPage):
    """The board of a `Branch` with the tile in hand, and the harvests of both games.

    The real game's harvest, at the same call, is the narrow one.
    """

    door = 4

    counted = ("ahead",)

    def __init__(self, context: Context, branch: Branch, engines: EngineClient) -> None:
        super().__init__(context)
        self.branch = branch
        self._engines = engines
        self._question: Question[Rest] = Question()
        self._has_failed = False

    def page(self) -> Widget:
        text = self.context.text
        return Row(
            Column(
                Spacer(size=28),
                Row(
                    Head(self.door, text("review.title"), Pop, tooltip=text("review.branch_back")),
                    Spacer(share=1),
                    size=64,
                ),
                Column(
                    Text(self._caption(), "heading", lines=2),
                    Text(self._ahead(), "body", lines=2, id="ahead"),
                    Picture(self._paint_board, share=1, id="board"),
                    self._action(),
                    self._foot(),
                    gap=4,
                    align="left",
                    pad=(58, 10, 0, 14),
                    share=1,
                ),
                share=1,
            ),
            Column(
                self._tiles(),
                Picture(self._paint_columns, share=1, reads=self._ahead()),
                size=min(480.0, 0.37 * self.view.units_wide),
            ),
            gap=34,
        )

    def _caption(self) -> str:
        text, calls = self.context.text, len(self.branch.rules.call_sizes)
        call = text("play.call_of", call=self.branch.call + 1, calls=calls)
        return f"{text('review.branch')} · {call}"

    def _tile_words(self) -> str:
        """Return the tile to place for the screen reader, "" for none."""
        tile = self.branch.tile
        return "" if tile is None else tile_words(self.context, self.branch.rules, tile)

    def read(self, topic: Topic) -> str:
        if topic is Topic.HEADING:
            return as_sentences((self._caption(), self._tile_words()))
        return super().read(topic)

    def _ahead(self) -> str:
        """Return the difference between the line and the game in words."""
        text, number = self.context.text, self.context.catalogue.number
        if self._has_failed:
            return text("review.branch_failed")
        if self._question.is_open:
            share = write_percent(self.context.catalogue, self._question.progress or 0.0)
            return text("review.branch_working", share=share)
        mine, played = self._total(self.branch.position), self._total(self.branch.played)
        difference = abs(mine - played)
        if not difference:
            return text("review.branch_same")
        points = text("terms.count.points", count=difference)
        key = "review.branch_more" if mine > played else "review.branch_less"
        return text(key, points=points, total=number(mine), played=number(played))

    def _total(self, position: Position) -> float:
        return score_position(self.branch.rules, position).total

    def _foot(self) -> Widget:
        text, branch = self.context.text, self.branch
        return Row(
            WordLink(
                text("play.take_back"),
                self._take_back,
                shortcut=Action.TAKE_BACK,
                why_disabled=None if branch.has_moves else "",
                id="take_back",
            ),
            not branch.is_closed
            and WordLink(text("review.branch_back"), Pop, leads=True, id="back_to_review"),
            Spacer(share=1),
            gap=30,
        )

    def _action(self) -> Widget:
        """Return the action: the strongest computer plays on, or at the end the way back."""
        text = self.context.text
        words, icon = text("review.branch_back"), Icon.LEFT
        press: OnPress = Pop
        if not self.branch.is_closed:
            words = text("review.branch_finish", name=bot_name(self.context, LEVELS[-1]))
            press, icon = self._finish, Icon.PLAY
        return ActionBand(words, press, icon=icon, bleeds="left", small=True, most=500, id=MAIN)

    def _tiles(self) -> Widget:
        """Return the tiles in hand; of several a press chooses one."""
        branch = self.branch
        hand = [
            PressedPanel(
                partial(self._choose, tile) if len(branch.hand) > 1 else None,
                Picture(partial(self._paint_tile, tile), size=132),
                is_marked=tile == branch.tile and len(branch.hand) > 1,
                reads=tile_words(self.context, branch.rules, tile),
                share=1,
                id=("tile", i),
            )
            for i, tile in enumerate(branch.hand)
        ]
        return Row(*hand, pad=(0, 24, 24, 0), gap=8, size=172)

    # what the player does

    def handle(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(Action.CONFIRM, is_repeat=False) if self.cursor.space is not None:
                self.place(self.cursor.space)
            case Command(Action.NEXT_TILE, is_repeat=False) if len(self.branch.hand) > 1:
                hand, tile = self.branch.hand, self.branch.tile
                at = hand.index(tile) if tile in hand else 0
                self._choose(hand[(at + 1) % len(hand)])
            case _:
                return super().handle(intent)
        return None

    def placing(self) -> Placing:
        branch = self.branch
        return Placing(branch.rules, branch.position, branch.tile, branch.legal, branch.unseen)

    def place(self, space: int) -> PressResult:
        self._question.stop()
        if not self.branch.place(space):
            self.context.sound.play(Sound.REFUSE)
            self.context.speak(self.space_words(space), is_urgent=True)
            return None
        self.context.sound.play(Sound.PLACE)
        return self._arrive()

    def _take_back(self) -> PressResult:
        self._question.stop()
        if not self.branch.take_back():
            return None
        self.context.sound.play(Sound.MOVE)
        return self._arrive()

    def _choose(self, tile: Tile) -> PressResult:
        self.branch.choose(tile)
        self.renew()
        self.context.speak(tile_words(self.context, self.branch.rules, tile), is_urgent=True)
        return None

    def _finish(self) -> PressResult:
        if not self._question.is_open:
            self._question.ask(self._engines.ask(self.branch.ask(LEVELS[-1])))
            self._has_failed = False
            self.renew()
        return None

    def _arrive(self) -> PressResult:
        """Show and read aloud the change: the points, then the next tile."""
        self.renew()
        spoken = self._ahead(), self._tile_words()
        self.context.speak(as_sentences(spoken), is_urgent=True)
        return None

    # time

    def animate(self, dt: float) -> Pulse:
        if not self._question.is_open:
            return STILL
        before = self._question.progress
        try:
            rest = self._question.poll()
        except QuestionFailed:
            self._has_failed = True
            self._arrive()
            return self.redraw()
        if rest is not None:
            self.branch.play_out(rest)
            self.context.sound.play(Sound.TOTAL, loudness=0.5)
            self._arrive()
        elif self._question.progress != before:
            self.renew()
        return self.redraw()

    def leave(self) -> None:
        super().leave()
        self._question.stop()

    # drawing

    def _paint_board(self, surface: pygame.Surface, rect: Rect) -> None:
        branch = self.branch
        look = BoardLook(branch.rules, branch.position, legal=branch.legal or None)
        self._board.draw(surface, self.layout, look)
        self.paint_cursor(surface)

    def _paint_tile(self, tile: Tile, surface: pygame.Surface, rect: Rect) -> None:
        painter = self.context.painter
        radius = min(painter.px(66), rect.h / 1.9, rect.w / 2.1)
        painter.sprites.draw_tile(surface, tile, rect.centre, radius)

    def _paint_columns(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the game's harvest, and this line's up to the window's edge, on one scale."""
        painter, branch, catalogue = self.context.painter, self.branch, self.context.catalogue
        p, styles = painter.theme.palette, painter.theme.type
        mine, played = self._total(branch.position), self._total(branch.played)
        most = harvest_scale(mine, (played,))
        foot = painter.view.area.bottom
        above = painter.px(_ABOVE)
        narrow = rect._replace(y=rect.y + above, w=painter.px(_BESIDE), h=foot - rect.y - above)
        wide = narrow._replace(x=narrow.right + painter.px(14))
        wide = wide._replace(w=painter.view.area.right - wide.x)
        ahead = p.good if mine > played else p.ink
        for column, position, points, style in (
            (narrow, branch.played, played, styles.heading.coloured(p.ink_soft)),
            (wide, branch.position, mine, styles.number.coloured(ahead)),
        ):
            reaped = reap_position(branch.rules, position)
            top = draw_harvest(surface, painter, column, reaped, most)
            words = catalogue.number(points)
            middle = top - painter.px(8) - painter.height_of(words, column.w, style) // 2
            painter.text(surface, words, (column.centre[0], middle), style, "centre")
