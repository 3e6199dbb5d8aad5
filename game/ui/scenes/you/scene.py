"""The player's own page: best game, level, latest games on one scale, and linked figures."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import pygame

from game.locale import write_date
from game.progress.level import LEAST, LevelEstimate
from game.ui.draw.bands import (
    draw_band,
    draw_dotted,
    draw_flag,
    draw_harvest,
    draw_hexagon,
)
from game.ui.draw.icons import Icon
from game.ui.draw.portraits import draw_framed_portrait
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Navigation, Pulse, Push, Scene
from game.ui.frame.topics import as_sentences, labelled
from game.ui.layout.lengths import spread_apart
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    ActionBand,
    Column,
    PageScene,
    Panel,
    Picture,
    PressedPanel,
    Row,
    Spacer,
    Text,
    Widget,
)
from game.ui.parts.bands import NumberWord
from game.ui.scenes.shared.flags import bands_of_result
from game.ui.scenes.shared.names import bot_name, rules_name
from game.ui.scenes.shared.reason_words import costliest_words
from game.ui.scenes.shared.starting import open_finished
from game.ui.scenes.you.control import YouControl

_MANY: Final = 5
"""The number of linked figures from which they are closer, to fit into the smallest window."""

_LADDER: Final = (50.0, 180.0)
"""Points at the two ends of the scale of levels, by the standard rules."""


class YouScene(PageScene):
    """The player's own page, from the data of a `YouControl`."""

    door = 4
    counted = ("level", "games", "goals", "challenges", "puzzles")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.control = YouControl(context)

    def page(self) -> Widget:
        text, numbers, is_upright = self.context.text, self._numbers(), self.view.is_upright
        last = (
            self._heading_of_last(),
            Picture(self._paint_last, share=1, least=120, reads=self._last_words())
            if self.control.last
            else Spacer(share=1),
            not self.control.figures.games
            and ActionBand(
                text("records.empty_play"),
                partial(self._go, self.context.routes.setup),
                icon=Icon.PLAY,
                small=True,
                id=MAIN,
            ),
        )
        count, gap = (3, 54) if is_upright else (_MANY, 40 if len(numbers) < _MANY else 18)
        return self.headed(
            text("you.title"),
            Row(
                Column(self._best(), size=350),
                Column(
                    is_upright and Spacer(share=1),
                    *self._level(),
                    *((Spacer(share=1),) if is_upright else last),
                    share=1,
                ),
                gap=54,
                share=0 if is_upright else 1,
                size=410 + 44 * len(self.control.others) if is_upright else None,
            ),
            is_upright and Column(*last, pad=(20, 0, 20, 0), share=1),
            *(
                Row(*numbers[i : i + count], gap=gap, pad=(20, 10, 0, 0), size=84)
                for i in range(0, len(numbers), count)
            ),
        )

    def _best(self) -> Widget:
        text, best = self.context.text, self.control.best
        levels = [*self._other_levels()]
        if best is None:
            below = (Spacer(share=1), *levels, Spacer(share=1)) if levels else (Spacer(share=2),)
            return Column(
                Spacer(share=1),
                Picture(self._paint_best, size=310, least=120, reads=SILENT),
                Text(text("you.no_best"), "label", "ink_soft", align="centre"),
                *below,
                share=1,
            )
        day = write_date(self.context.catalogue, best.finished_at.astimezone().date())
        return Column(
            Spacer(share=1),
            PressedPanel(
                partial(open_finished, self.context, best),
                Picture(
                    self._paint_best,
                    size=min(310, self.view.units_high - 390),
                    least=120,
                    reads=text("terms.count.points", count=best.result.total),
                ),
                Text(text("you.best"), "label", align="centre", lines=1),
                Text(f"{day}\u00a0›", "body", align="centre", lines=1, reads=day),
                pad=(0, 4),
                gap=4,
                id=MAIN,
            ),
            Spacer(share=1),
            *levels,
            Spacer(share=1),
            share=1,
        )

    def _heading_of_last(self) -> Widget:
        """Return what the columns are, and at the right what the line behind them is."""
        text, last, mean = self.context.text, self.control.last, self.control.mean
        if not last:
            return Spacer(size=50)
        average = "" if mean is None else self.context.catalogue.number(mean, 0)
        return Row(
            Text(text("you.last", count=len(last)), "heading", lines=1),
            bool(average)
            and Text(text("you.average", points=average), "body", align="right", lines=1, share=1),
            size=50,
            reads=SILENT,
        )

    def _other_levels(self) -> Iterator[Widget]:
        """Yield a row for each level by other rules."""
        text, number = self.context.text, self.context.catalogue.number
        for findings in self.control.others:
            name, estimate = rules_name(self.context, findings.rules), findings.estimate
            words = text("terms.count.games", count=findings.count)
            if estimate.mean is not None:
                level = "" if estimate.level is None else bot_name(self.context, estimate.level)
                words = " · ".join(filter(None, (level, number(estimate.mean, 0))))
            yield Row(
                Text(name, "strong", lines=1, share=1),
                Text(words, "body", align="right", lines=1),
                gap=14,
                pad=(20, 0),
                reads=labelled([name, words]),
                id=("level", findings.rules),
            )

    def _level(self) -> list[Widget]:
        """Return the player's level among the computers."""
        text, number, estimate = self.context.text, self.context.catalogue.number, self._estimate
        if estimate.level is None:
            title, count = text("you.no_level"), self.control.level.count
            about = text("level.asking")
            if not self.control.level.is_asking:
                about = text("level.to_first", count=max(1, LEAST - count))
        else:
            title = text(f"level.like.{estimate.level}")
            about = text("you.mean", mean=number(estimate.mean or 0, 0))
            if estimate.following is not None:
                level, begins = estimate.following
                next_words = text(
                    "level.begins", name=bot_name(self.context, level), points=number(begins, 0)
                )
                about = f"{about} · {next_words}"
        costliest = costliest_words(self.context, self.control.level)
        return [
            Panel(
                Text(title, "title", lines=1),
                Text(about, "body", lines=1, halves=True),
                bool(costliest) and Text(costliest, "strong", "poor", lines=1),
                pad=0,
                gap=2,
                align="left",
                explain=text("level.about"),
                reads=as_sentences((labelled([title, about]), costliest)),
                id="level",
            ),
            Picture(self._paint_ladder, size=96, least=50, reads=SILENT),
        ]

    @property
    def _estimate(self) -> LevelEstimate:
        return self.control.level.estimate

    def _numbers(self) -> list[Widget]:
        text, number = self.context.text, self.context.catalogue.number
        control, routes = self.control, self.context.routes
        figures, goals = control.figures, control.goals
        earned, all_goals = number(goals.earned), number(len(goals.states()))
        met, all_challenges = number(figures.challenges_met), number(figures.challenges)
        rows: list[tuple[str, str, str, Callable[[], Scene]]] = [
            (
                "games",
                number(figures.games),
                text("you.games", count=figures.games),
                routes.records,
            ),
            (
                "goals",
                text("goals.of", done=earned, count=all_goals),
                text("you.goals"),
                routes.goals,
            ),
            (
                "challenges",
                text("goals.of", done=met, count=all_challenges),
                text("you.challenges"),
                routes.challenges,
            ),
        ]
        if figures.has_puzzles:
            words = text("you.puzzles", count=figures.puzzles)
            rows.append(("puzzles", number(figures.puzzles), words, routes.puzzles))
        if figures.stage:
            rows.append(
                (
                    "climb",
                    text("you.stage_number", stage=str(figures.stage)),
                    text("you.stage"),
                    partial(routes.climb_scores, is_mine=True),
                )
            )
        return [
            NumberWord(
                figure,
                # The catalogue places the number of a counted noun, as each language requires.
                words.replace(figure, "", 1).strip(),
                partial(self._go, route),
                is_gold=name == "puzzles" and figures.puzzles > 0,
                id=name,
            )
            for name, figure, words, route in rows
        ]

    def _last_words(self) -> str:
        points = (self.context.catalogue.number(one.result.total) for one in self.control.last)
        words = ", ".join(points)
        heading = self.context.text("you.last", count=len(self.control.last))
        return labelled([heading, words]) if words else SILENT

    # actions

    def _go(self, route: Callable[[], Scene]) -> Navigation:
        return Push(route())

    def enter(self) -> None:
        if self._is_covered:
            self.control.stop()
            self.control = YouControl(self.context)
        super().enter()

    def leave(self) -> None:
        super().leave()
        self.control.stop()

    def animate(self, dt: float) -> Pulse:
        if not self.control.is_busy:
            return STILL
        return self.redraw() if self.control.poll() else STILL

    # pictures

    def _paint_best(self, surface: pygame.Surface, rect: Rect) -> None:
        painter, best = self.context.painter, self.control.best
        p, radius = painter.theme.palette, min(painter.px(150), rect.w / 2, rect.h / 1.74)
        if best is None:
            draw_flag(surface, painter, rect.centre, radius, ())
            return
        total, bands = best.result.total, bands_of_result(best.result)
        draw_flag(surface, painter, rect.centre, radius, bands, edge=p.gold)
        style = painter.theme.type.display.sized(84 * radius / painter.px(150))
        style = style.coloured(p.digit)._replace(outline=5)
        words = self.context.catalogue.number(total)
        painter.text(surface, words, rect.centre, style, "centre")

    def _paint_ladder(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the computers by their means, and a band up to the player's mean."""
        painter, estimate, scale = self.context.painter, self._estimate, self.control.level.scale
        p, blue = painter.theme.palette, painter.theme.stripes[4]
        radius = min(painter.px(31), rect.h * 0.45, rect.w / (2.02 * len(scale) + 2.02))
        y, low, high = rect.centre[1], *_LADDER
        left, right = rect.x + radius, rect.right - radius

        def place(points: float) -> float:
            share = min(1.0, max(0.0, (points - low) / (high - low)))
            return left + share * (right - left)

        thin, thick = painter.px(6), painter.px(18)
        surface.fill(p.line, Rect(rect.x, y - thin // 2, rect.w, thin))
        mean = estimate.mean
        below = [place(mark.mean) for mark in scale if mean is not None and mark.mean <= mean]
        player = [] if mean is None else [place(mean)]
        above = [place(mark.mean) for mark in scale[len(below) :]]
        places = spread_apart([*below, *player, *above], radius * 2.02, right)
        if player:
            reach = round(places[len(below)])
            band = Rect(rect.x, y - thick // 2, reach - rect.x, thick)
            draw_band(surface, painter, blue, band)
        shown = places[: len(below)] + places[len(below) + len(player) :]
        for mark, x in zip(scale, shown, strict=True):
            is_passed = mean is not None and mark.mean <= mean
            edge = blue if is_passed else p.line
            draw_framed_portrait(surface, painter, mark.level, (x, y), radius, edge)
        if mean is not None:
            at = (places[len(below)], y)
            draw_hexagon(surface, painter, at, radius * 0.92, painter.theme.stripes[9])
            style = painter.theme.type.strong.coloured(p.band_dark)
            painter.text(surface, self.context.catalogue.number(mean, 0), at, style, "centre")

    def _paint_last(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the latest games as harvests on one scale, with a line at their average."""
        painter, last = self.context.painter, self.control.last
        if not last:
            return
        p, best = painter.theme.palette, self.control.best
        gap, mean = painter.px(6), self.control.mean
        pitch = min(painter.px(66), (rect.w + gap) / max(len(last), 12))
        style = painter.theme.type.strong
        room = rect.cut_top(painter.line_height(style) + gap)[1]
        # The tallest column fills the room; no game is played here that needs the same scale.
        most = max(max(one.result.total for one in last), mean or 0, 1)
        is_wide = painter.text_width("188", style) <= pitch
        if mean is not None:
            y = round(room.bottom - mean * room.h / most)
            draw_dotted(surface, painter, (rect.x, y), round(rect.x + len(last) * pitch), p.ink)
        for index, one in enumerate(last):
            x = round(rect.x + index * pitch)
            column = Rect(x, room.y, round(rect.x + (index + 1) * pitch) - x - gap, room.h)
            top = draw_harvest(surface, painter, column, bands_of_result(one.result), most)
            is_best = best is not None and one.id == best.id
            if is_wide or is_best:
                at = (column.centre[0], top - painter.px(12))
                ink = p.accent if is_best else p.ink_soft
                words = self.context.catalogue.number(one.result.total)
                inked = style.coloured(ink)._replace(outline=3)
                painter.text(surface, words, at, inked, "centre")
