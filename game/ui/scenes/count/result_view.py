"""The moment after the count: the total large, the scale it stands on, and what mattered most."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.locale import write_date, write_list
from game.play.table import TableSetup
from game.rules.placement import Placement
from game.ui.draw.animation import mix, mix_colour
from game.ui.draw.icons import Icon
from game.ui.draw.shapes import SUPERSAMPLE, blit_faded, clear_canvas, shrink
from game.ui.draw.surface_cache import Drawing
from game.ui.draw.theme import WHITE, Colour
from game.ui.frame.context import Context
from game.ui.layout.rects import Rect
from game.ui.scenes.count.finish import FinishMood, KeyPlacement, MatchFinish
from game.ui.scenes.count.particles import Particle
from game.ui.scenes.count.scale import draw_scale
from game.ui.scenes.count.sheet import draw_sheet, sheet_rows
from game.ui.scenes.count.timeline import CountTimeline
from game.ui.scenes.shared.names import edition_name, space_name, tile_name, winner_words

MOST_NEWS: Final = 3
"""Rows; more goals than that are named in one of them."""

_FLAKES: Final = (Icon.FLAKE_1, Icon.FLAKE_2, Icon.FLAKE_3, Icon.FLAKE_4)

_RAYS: Final = 22

_POP_STEPS: Final = 14
"""How many sizes the number has until it stands."""


@dataclass(frozen=True, slots=True)
class ResultLayout:
    """Rectangles in pixels; `sheet` is empty where somebody played alone, one round."""

    hero: Rect
    sheet: Rect
    scale: Rect
    key: Rect
    earned_rows: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class EarnedRow:
    """A row at the foot: something earned."""

    icon: Icon
    title: str
    words: str
    is_good: bool = True


class ResultView:
    """Draws what a `MatchFinish` knows as far as a `CountTimeline` has got."""

    def __init__(
        self, context: Context, setup: TableSetup, finish: MatchFinish, show: CountTimeline
    ) -> None:
        self._context, self._setup, self._finish, self._show = context, setup, finish, show

    def lay_out(self, area: Rect) -> ResultLayout:
        """From the top: the hero, who else played, the scale, the placement, the news."""
        px = self._context.painter.px
        finish = self._finish
        has_sheet = not finish.is_alone or finish.match.rules.rounds > 1
        rows = sheet_rows(finish.match) if has_sheet else 0
        earned_rows = max(1, len(self.earned_rows()))
        # The least and the most height of each part, in units.
        parts = [
            (96, 170 if has_sheet else 300),
            (rows * 19 + 8, rows * 32 + 16) if has_sheet else (0, 0),
            (100, 190),
            (54, 110),
            *[(38, 62)] * earned_rows,
        ]
        gap = px(10)
        free = area.h - gap * (len(parts) - 1 - (not has_sheet))
        least, most = sum(px(low) for low, _ in parts), sum(px(high) for _, high in parts)
        share = min(1.0, max(0.0, (free - least) / max(1, most - least)))
        heights = [round(mix(px(low), px(high), share)) if high else -gap for low, high in parts]
        hero, sheet, scale, key, *rest = area.stack(heights, gap)
        if not has_sheet:
            sheet = Rect(sheet.x, sheet.y, sheet.w, 0)
        return ResultLayout(hero, sheet, scale, key, tuple(rest))

    # words

    def _number(self, points: float, decimals: int | None = None) -> str:
        return self._context.catalogue.number(points, decimals)

    def title(self) -> str:
        """What happened, for the ribbon or in its place."""
        text, finish = self._context.text, self._finish
        if finish.verdict is not None:
            return finish.verdict.title
        if finish.mood is FinishMood.RECORD:
            return text("finish.record")
        if finish.is_alone:
            return edition_name(self._context, self._setup.edition, self._setup.rules)
        if finish.seat in finish.score.winners:
            return self._winners()
        rank = 1 + sum(p.total > finish.total for p in finish.score.players)
        return text("finish.place", rank=rank, players=len(finish.match.players))

    def _winners(self) -> str:
        return winner_words(self._context, self._finish.match, self._finish.score)

    def sentence(self) -> str:
        """How the total is to be taken."""
        text, finish = self._context.text, self._finish
        if finish.verdict is not None:
            return finish.verdict.why
        if finish.mood is FinishMood.RECORD and finish.record is not None:
            return text("finish.over_best", count=finish.total - finish.record)
        if finish.mood is FinishMood.KIND:
            return text("finish.kind")
        if finish.remark:
            return finish.remark
        if not finish.is_alone:
            return self._sentence_about_others()
        if finish.master is not None and finish.total >= finish.master:
            return text("finish.like_master", points=self._number(finish.master))
        if finish.average is not None:
            difference = round(finish.total - finish.average)
            if difference >= 1:
                return text("finish.over_average", count=difference)
            return text("finish.near_average", points=self._number(finish.average, 0))
        return text("finish.first") if finish.is_new else ""

    def _sentence_about_others(self) -> str:
        """By how much it was won, or by whom."""
        finish = self._finish
        if finish.seat not in finish.score.winners:
            return self._winners()
        others = [p.total for i, p in enumerate(finish.score.players) if i != finish.seat]
        lead = finish.total - max(others)
        return self._context.text("finish.ahead", count=lead) if lead else ""

    def earned_rows(self) -> list[EarnedRow]:
        """The ladder, or the day's deal and its medal; then the goals."""
        text, finish = self._context.text, self._finish
        rows: list[EarnedRow] = []
        if finish.verdict is not None:
            verdict = finish.verdict
            rows.append(EarnedRow(Icon.TARGET, verdict.rung, verdict.ladder, verdict.is_met))
        if finish.daily is not None:
            date = write_date(self._context.catalogue, finish.daily.day)
            title = text("daily.title", number=str(finish.daily.number), date=date)
            medal = finish.medal
            if medal is not None:
                rows.append(EarnedRow(Icon.TROPHY, text(f"daily.medal.{medal.value}"), title))
            else:
                words = "finish.medal_asking" if finish.is_asking else "finish.no_medal"
                rows.append(EarnedRow(Icon.STAR, text(words), title, False))
        goals = finish.goals
        if len(goals) > MOST_NEWS - len(rows):
            names = [text(f"goals.name.{goal.value}") for goal in goals]
            words = write_list(self._context.catalogue, names)
            return [*rows, EarnedRow(Icon.CHECK, text("finish.goals", count=len(goals)), words)]
        for goal in goals:
            about = f"goals.about.{goal.value}"
            takes = self._context.catalogue.messages[about].placeholders
            level = goal.value.removeprefix("beat-")
            values = {"name": text(f"bots.{level}.name")} if takes else {}
            rows.append(
                EarnedRow(Icon.CHECK, text(f"goals.name.{goal.value}"), text(about, **values))
            )
        return rows

    # the picture

    def prerender(self, layout: ResultLayout) -> Iterator[Drawing]:
        """All that the moment will need, one drawing after another."""
        yield partial(self._draw_hero, rect=layout.hero)
        for step in range(_POP_STEPS + 1):
            yield partial(self._draw_number, rect=self._cut(layout.hero)[1], size=step / _POP_STEPS)
        yield partial(self.draw, layout=layout)

    def draw(self, surface: pygame.Surface, layout: ResultLayout) -> None:
        """Everything as far as it has come."""
        self._draw_hero(surface, layout.hero)
        if layout.sheet.h:
            self._draw_sheet(surface, layout.sheet)
        scale = self._come_in(surface, layout.scale, "scale")
        draw_scale(surface, self._context, scale, self._setup, self._finish, self._show)
        self._draw_key(surface, layout.key)
        for number, (row, earned_rows) in enumerate(
            zip(layout.earned_rows, self.earned_rows(), strict=False)
        ):
            self._draw_news(surface, row, earned_rows, number)

    def draw_particles(self, surface: pygame.Surface) -> None:
        """What flies, over everything."""
        w, h = surface.get_size()
        for spark in self._show.sparks.flying:
            self._draw_spark(surface, spark, w, h)

    def _draw_spark(self, surface: pygame.Surface, spark: Particle, w: int, h: int) -> None:
        painter = self._context.painter
        is_hex = spark.number % 3 == 0
        icon = Icon.PIECE if is_hex else _FLAKES[int(spark.shape) % len(_FLAKES)]
        colour = painter.theme.lights[spark.number]
        # A few sizes are enough, and each is rendered once.
        size = max(6, round(spark.size * h / 4) * 4)
        painter.icon(surface, icon, (spark.x * w, spark.y * h), size, colour, spark.alpha)

    def _cut(self, rect: Rect) -> tuple[Rect, Rect, Rect]:
        """The ribbon's place, the number's, the sentence's."""
        ribbon, rest = rect.cut_top(rect.h * 22 // 100)
        words, number = rest.cut_bottom(max(self._context.painter.px(26), rect.h * 15 // 100))
        return ribbon, number, words

    def _draw_hero(self, surface: pygame.Surface, rect: Rect) -> None:
        painter, show, finish = self._context.painter, self._show, self._finish
        types, p = painter.theme.type, painter.theme.palette
        ribbon, number, words = self._cut(rect)
        alpha = min(1.0, show.value("words"))
        if finish.mood.is_loud:
            self._draw_glow(surface, number)
            self._draw_ribbon(surface, ribbon)
        else:
            style = types.heading.coloured(p.ink_soft)
            title = self.title()
            painter.text_in(surface, title, ribbon, style, "centre", max_lines=1, alpha=alpha)
        value = show.value("number")
        size = 1.0 if show.is_reduced else 0.4 + 0.6 * value
        self._draw_number(surface, number, size, min(1.0, max(0.0, value * 1.5)))
        soft = types.strong.coloured(p.ink_soft)
        sentence = self.sentence()
        painter.text_in(surface, sentence, words, soft, "centre", max_lines=2, alpha=alpha)

    def _draw_number(
        self, surface: pygame.Surface, rect: Rect, size: float, alpha: float = 1.0
    ) -> None:
        """The total; its sizes are few, because each is rendered."""
        painter = self._context.painter
        p = painter.theme.palette
        size = round(size * _POP_STEPS) / _POP_STEPS * rect.h * 0.92 / painter.view.scale
        colour = p.ink if self._finish.mood is FinishMood.KIND else p.accent
        style = painter.theme.type.number.sized(size).coloured(colour)
        painter.text(surface, self._number(self._finish.total), rect.centre, style, "centre", alpha)

    def _draw_glow(self, surface: pygame.Surface, rect: Rect) -> None:
        """Rays behind the number."""
        painter = self._context.painter
        size = (rect.w, round(rect.h * 1.7))
        colour = painter.theme.palette.accent
        made = painter.kept(("glow", size), partial(_render_glow, size, colour))
        at = (rect.x, rect.centre[1] - size[1] // 2)
        blit_faded(surface, made, at, self._show.value("glow"))

    def _draw_ribbon(self, surface: pygame.Surface, rect: Rect) -> None:
        """A golden band with its ends folded behind."""
        painter, show = self._context.painter, self._show
        p = painter.theme.palette
        value = show.value("ribbon")
        if value <= 0.02:
            return
        style = painter.theme.type.heading.coloured(p.ink_dark)
        icon = rect.h * 6 // 10
        title = self.title()
        width = painter.text_width(title, style) + icon + painter.px(76)
        fold = painter.px(26)
        band = rect.centred(min(width, rect.w - 2 * fold), rect.h * 84 // 100)
        band = band.moved(0, -round(show.shift("ribbon") * rect.h * 1.2))
        colour = mix_colour(p.accent_press, p.dark, 0.25)
        size = (2 * fold, band.h)
        tail = painter.kept(("tail", size), partial(_render_tail, size, colour))
        foot = band.y + band.h // 5
        surface.blit(tail, (band.x - fold, foot))
        surface.blit(pygame.transform.flip(tail, True, False), (band.right - fold, foot))
        painter.box(surface, band, p.accent, p.accent_edge, is_glossy=True)
        inner = band.inset(painter.px(16), 0)
        place, room = inner.cut_left(icon, painter.px(10))
        painter.icon(surface, Icon.TROPHY, place.centre, icon, p.ink_dark)
        painter.text_in(surface, title, room, style, "centre", max_lines=1)

    def _draw_sheet(self, surface: pygame.Surface, rect: Rect) -> None:
        painter, finish = self._context.painter, self._finish
        rect = self._come_in(surface, rect, "sheet")
        painter.panel(surface, rect)
        inner = rect.inset(painter.px(16), painter.px(4))
        draw_sheet(surface, self._context, inner, finish.match, self._setup, finish.score)

    def _come_in(self, surface: pygame.Surface, rect: Rect, key: str) -> Rect:
        """Where a part is on its way from beyond the window's right edge."""
        return rect.moved(round(self._show.shift(key) * (surface.get_width() - rect.x)), 0)

    # what mattered, what was earned

    def _draw_key(self, surface: pygame.Surface, rect: Rect) -> None:
        painter, show, finish = self._context.painter, self._show, self._finish
        text, types, p = self._context.text, painter.theme.type, painter.theme.palette
        rect = self._come_in(surface, rect, "key")
        painter.panel(surface, rect)
        inner = rect.inset(painter.px(14), painter.px(5))
        key = finish.key
        if key is None:
            asking = "finish.key_asking" if finish.is_asking else "finish.key_none"
            style = types.body.coloured(p.ink_muted)
            painter.text_in(surface, text(asking), inner, style, "centre", max_lines=2)
            return
        alpha = show.value("found")
        radius = inner.h * 0.54
        picture, words = inner.cut_left(round(radius * 2.05), painter.px(14))
        painter.sprites.draw_tile(surface, key.placement.tile, picture.centre, radius, alpha=alpha)
        head, rest = words.cut_top(words.h * 38 // 100)
        soft = types.caption.coloured(p.ink_soft)
        painter.text_in(surface, text("finish.key"), head, soft, max_lines=1, alpha=alpha)
        colour = p.good if key.points > 0 else p.poor
        strong = types.strong.coloured(colour)
        sentence = self.key_words(key)
        painter.text_in(surface, sentence, rest, strong, max_lines=2, alpha=alpha)

    def key_words(self, key: KeyPlacement) -> str:
        """What it gained or cost."""
        points = round(abs(key.points), 1)
        values = {"tile": tile_name(key.placement.tile), "space": self._place(key.placement)}
        if key.points > 0:
            return self._context.text("finish.key_gain", count=points, **values)
        better = self._place(key.better)
        if key.better.tile != key.placement.tile:
            better = f"{tile_name(key.better.tile)} {better}"
        return self._context.text("finish.key_cost", count=points, better=better, **values)

    def _place(self, placement: Placement) -> str:
        return space_name(self._context, self._finish.match.rules.grid, placement.space)

    def _draw_news(
        self, surface: pygame.Surface, rect: Rect, earned_rows: EarnedRow, number: int
    ) -> None:
        painter, show = self._context.painter, self._show
        types, p = painter.theme.type, painter.theme.palette
        value = show.value(f"news:{number}", show.value("key"))
        if value <= 0.02:
            return
        away = 0.0 if show.is_reduced else (1 - value) * (surface.get_width() - rect.x)
        rect = rect.moved(round(away), 0)
        colour = p.good if earned_rows.is_good else p.ink_muted
        fill = mix_colour(p.panel, colour, 0.12)
        painter.box(surface, rect, fill, mix_colour(p.panel, colour, 0.7), radius=rect.h // 2)
        spot, words = rect.inset(painter.px(6), 0).cut_left(rect.h, painter.px(8))
        painter.disc(surface, spot.centre, rect.h * 0.34, colour)
        painter.icon(surface, earned_rows.icon, spot.centre, rect.h * 4 // 10, p.ink_dark)
        words = words.inset(painter.px(4), 0)
        width = min(painter.text_width(earned_rows.title, types.strong) + 2, words.w * 46 // 100)
        title, rest = words.cut_left(width, painter.px(12))
        painter.text_in(surface, earned_rows.title, title, types.strong, max_lines=2)
        soft = types.caption.coloured(p.ink_soft)
        painter.text_in(surface, earned_rows.words, rest, soft, max_lines=2)


def _render_tail(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """A ribbon's left end."""
    w, h = size[0] * SUPERSAMPLE, size[1] * SUPERSAMPLE
    canvas = clear_canvas(w, h, colour)
    pygame.draw.polygon(canvas, colour, [(0, 0), (w, 0), (w, h), (0, h), (w // 4, h // 2)])
    return shrink(canvas)


def _render_glow(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Rays of light that fade outwards."""
    w, h = size
    k = 2
    small = clear_canvas(w // k, h // k, colour)
    middle, reach = (w / k / 2, h / k / 2), w / k * 0.52
    for ray in range(_RAYS):
        first, last = (2 * math.pi * (ray + part) / _RAYS for part in (-0.25, 0.25))
        corners = [(middle[0] + math.cos(a) * reach, middle[1] + math.sin(a) * reach)
                   for a in (first, last)]  # fmt: skip
        pygame.draw.polygon(small, (*colour, 90), [middle, *corners])
    mask = clear_canvas(w // k, h // k, WHITE)
    steps = 36
    for step in range(steps):
        share = 1 - step / steps
        ellipse = pygame.Rect(0, 0, round(w / k * share), round(h / k * share))
        ellipse.center = (w // k // 2, h // k // 2)
        strength = round(255 * (1 - share) ** 1.5)
        pygame.draw.ellipse(mask, (*WHITE, strength), ellipse)
    small.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(small, size)
