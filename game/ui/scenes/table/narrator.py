"""Tells what happened: events become motion, sounds and short news."""

from __future__ import annotations

from dataclasses import dataclass

from game.locale import write_number
from game.play.table_game import TableGame
from game.rules.moves import (
    Called,
    Event,
    LineCompleted,
    LineDied,
    Missed,
    Placed,
    PlayerOut,
    TakenBack,
)
from game.rules.placement import ASIDE_INDEX
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.frame.sound_names import Sound
from game.ui.layout.rects import Rect
from game.ui.scenes.shared.table_layout import Spot, TableLayout
from game.ui.scenes.table.bag_picture import BagPicture
from game.ui.scenes.table.motion import Motion
from game.ui.widgets.toast import Toast


@dataclass
class Narrator:
    """Knows the table's parts and sets them in motion."""

    context: Context
    game: TableGame
    motion: Motion
    toast: Toast
    bag: BagPicture

    def tell(
        self, events: tuple[Event, ...], layout: TableLayout, start: Spot | None = None
    ) -> None:
        """Show `events`; `start` is where a tile just placed was held."""
        lines = 0
        for event in events:
            match event:
                case Called(_, tiles):
                    self._tell_call(tiles, layout)
                case Placed(seat, tile, space, _, _) if seat == self.game.view:
                    if space != ASIDE_INDEX and start is not None:
                        end = Spot(layout.board.centres[space], layout.board.tile_radius)
                        self.motion.drop(tile, space, start, end)
                    self.context.sound.play(Sound.PLACE)
                case LineCompleted(seat, line, number, points) if seat == self.game.view:
                    colour = self.context.painter.theme.stripes[number]
                    words = self._sum(len(line), number, points)
                    goal = layout.score.centre
                    self.motion.light(line, colour, words, goal, lines)
                    self.context.sound.play(Sound.LINE, step=int(points) // 8)
                    lines += 1
                case LineDied(seat, line) if seat == self.game.view:
                    self.motion.die(line)
                    self.context.sound.play(Sound.LINE_DIES, loudness=0.6)
                case TakenBack(seat, tile, space) if seat == self.game.view:
                    self._tell_back(tile, space, layout)
                case PlayerOut(seat):
                    name = self.game.player(seat).name
                    self.toast.show(self.context.text("play.is_out", name=name), 5.0, is_bad=True)
                case Missed(seat, _):
                    name = self.game.player(seat).name
                    self.toast.show(self.context.text("play.missed", name=name), is_bad=True)
                case _:
                    pass

    def _tell_call(self, tiles: tuple[Tile, ...], layout: TableLayout) -> None:
        for i, tile in enumerate(tiles):
            centre, radius = self.bag.place(Rect(0, 0, *layout.bag.size), tile)
            start = Spot((centre[0] + layout.bag.x, centre[1] + layout.bag.y), radius)
            end = layout.hand_spot(self.game.hand(), tile)
            self.motion.call(tile, start, end, i)
        self.context.sound.play(Sound.CALL)

    def _tell_back(self, tile: Tile, space: int, layout: TableLayout) -> None:
        if space != ASIDE_INDEX:
            start = Spot(layout.board.centres[space], layout.board.tile_radius)
        elif layout.aside:
            start = Spot(layout.aside[0], layout.aside_radius)
        else:
            return
        self.motion.take_back(tile, start, layout.hand_spot(self.game.hand(), tile))
        self.context.sound.play(Sound.TAKE_BACK)

    def _sum(self, length: int, number: int, points: float) -> str:
        is_late = points != length * number
        return self.context.text(
            "score.late_line_sum" if is_late else "score.line_sum",
            length=length,
            number=number,
            points=write_number(self.context.catalogue, points),
        )
