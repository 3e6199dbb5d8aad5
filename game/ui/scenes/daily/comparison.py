"""The totals of the chosen deal, of player, computers and friends, in words and a picture."""

from __future__ import annotations

import pygame

from game.ui.draw.bands import draw_hexagon
from game.ui.draw.portraits import draw_framed_portrait
from game.ui.frame.context import Context
from game.ui.layout.lengths import spread_apart
from game.ui.layout.rects import Rect
from game.ui.scenes.daily.control import DailyControl
from game.ui.scenes.shared.names import beaten_words, bot_name


class Comparison:
    """Words and draws how the totals of the chosen deal compare."""

    def __init__(self, context: Context, control: DailyControl) -> None:
        self._context = context
        self._control = control

    def _named(self, name: str, total: float) -> str:
        points = self._context.catalogue.number(total)
        return self._context.text("breakdown.named", name=name, points=points)

    def words(self) -> str:
        """Return the computers that were beaten, and those that were not."""
        control, context = self._control, self._context
        computers = control.book.computers(control.day, control.edition)
        if not computers or control.attempt is None:
            return context.text("daily.comparing")
        total = control.attempt.result.total
        ahead = [
            self._named(bot_name(context, level), points)
            for level, points in computers.items()
            if points >= total
        ]
        return " · ".join((beaten_words(context, total, computers), *ahead))

    def words_of_all(self) -> str:
        """Return the totals of all computers and friends, the highest first."""
        control, context = self._control, self._context
        book, day, edition = control.book, control.day, control.edition
        totals = [
            (bot_name(context, level), total)
            for level, total in book.computers(day, edition).items()
        ]
        totals += [
            (friend.name or context.text("daily.friend"), friend.total)
            for friend in book.friends(day, edition)
        ]
        totals.sort(key=lambda named: -named[1])
        return "\n".join(self._named(*named) for named in totals)

    def paint(self, surface: pygame.Surface, room: Rect) -> None:
        """Paint a line from 0 to the best total with faces of computers and marks of friends.

        The player's hexagon is yellow and in front.
        """
        control, painter = self._control, self._context.painter
        p, book, played = painter.theme.palette, control.book, control.attempt
        if played is None:
            return
        day, edition = control.day, control.edition
        computers, friends = book.computers(day, edition), book.friends(day, edition)
        totals = [played.result.total, *computers.values(), *(friend.total for friend in friends)]
        best, _ = book.possible(day, edition)
        end = max(*totals, best or 0, 1)
        radius, thin = painter.px(18), max(2, painter.px(6))
        line = Rect(room.x + radius, room.centre[1] - thin // 2, room.w - 2 * radius, thin)
        surface.fill(p.line, line)

        # Each mark is drawn by its key: the player's own is "", a friend's a number.
        player_total = played.result.total
        marks: list[tuple[float, str | int]] = [
            *((points, level) for level, points in computers.items()),
            *((friend.total, index) for index, friend in enumerate(friends)),
            (player_total, ""),
        ]
        marks.sort(key=lambda mark: mark[0])
        exact = [line.x + line.w * max(0.0, points) / end for points, _ in marks]
        places = spread_apart(exact, radius * 1.9, line.right)
        here = places[marks.index((player_total, ""))]
        surface.fill(painter.theme.stripes[8], line._replace(w=round(here) - line.x))
        for x, (points, whose) in zip(places, marks, strict=True):
            at = (x, room.centre[1])
            if whose == "":
                ink = painter.theme.ink_on(p.gold)
                draw_hexagon(surface, painter, at, radius * 0.8, p.gold, ink, painter.px(2))
            elif isinstance(whose, str):
                edge = painter.theme.stripes[8] if points < player_total else p.line
                draw_framed_portrait(surface, painter, whose, at, radius, edge)
            else:
                draw_hexagon(surface, painter, at, radius * 0.7, painter.theme.stripes[3])
