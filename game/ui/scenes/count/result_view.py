"""The result after the count: the total large, the scale it stands on, and what mattered most."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.bots.players.registry import LEVELS
from game.locale import write_date, write_percent, write_signed
from game.play.table import TableSetup
from game.progress.daily import Medal
from game.progress.ladder import show_secret
from game.progress.level import LEAST
from game.progress.level_findings import LevelFindings
from game.rules.placement import Placement
from game.rules.ruleset import MAX_PLAYERS
from game.rules.tiles import Tile
from game.storage.database import identity_of
from game.ui.draw.animation import mix_colour
from game.ui.draw.avatars import draw_avatar
from game.ui.draw.icons import Icon
from game.ui.draw.shapes import SUPERSAMPLE, blit_faded, clear_canvas, shrink
from game.ui.draw.surface_cache import Drawing
from game.ui.draw.theme import WHITE, Colour
from game.ui.frame.context import Context
from game.ui.frame.scene import Push
from game.ui.frame.topics import as_sentences
from game.ui.layout.rects import Rect
from game.ui.parts import (
    Box,
    Column,
    Ink,
    Over,
    Panel,
    Picture,
    PressedPanel,
    Row,
    Scroll,
    Sign,
    Spacer,
    Text,
    Widget,
)
from game.ui.scenes.count.control import CountControl
from game.ui.scenes.count.finish import FinishMood, KeyPlacement, MatchFinish, Milestone
from game.ui.scenes.count.particles import Particle
from game.ui.scenes.count.rows import receipts
from game.ui.scenes.count.scale import draw_scale
from game.ui.scenes.count.sheet import sheet
from game.ui.scenes.count.timeline import CountTimeline
from game.ui.scenes.shared.goal_pictures import draw_goal
from game.ui.scenes.shared.names import (
    beaten_words,
    bot_name,
    edition_name,
    goal_words,
    seat_words,
    space_name,
    tile_name,
    tonight_words,
    winner_words,
)
from game.ui.scenes.shared.people_pictures import people_pictures
from game.ui.widgets import Button, Explained, IconButton, OnPress

_HEAD: Final = 46
_SENTENCE: Final = 44
_TOWARD: Final = 22
_COMPARED: Final = 18
_GOAL: Final = 60
_KEY: Final = 84
_KEY_BELOW_ROWS: Final = 76
"""Units of height of what comes or changes late: its place is there from the first frame."""

_FAR: Final = 25
"""Points over Master from which the praise is greater."""

_FLAKES: Final = (Icon.FLAKE_1, Icon.FLAKE_2, Icon.FLAKE_3, Icon.FLAKE_4)

_RAYS: Final = 22

_POP_STEPS: Final = 14
"""How many sizes the number has until it stands."""

PARTS: Final = ("remarks", "sheet", "scale", "lines", "key")
"""The parts of the result that come in from the right; `CountTimeline` calls their ways so."""


@dataclass(frozen=True, slots=True)
class EarnedRow:
    """Something earned; `people` whose pictures stand before it."""

    icon: Icon
    title: str
    words: str
    is_good: bool = True
    people: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """What is read aloud of it."""
        return as_sentences((self.title, self.words))


class ResultView:
    """What a `MatchFinish` knows as parts of a page, as far as a `CountTimeline` has got.

    A press on the placement that mattered most leads `to_review`. `milestone` is the moment that
    is shown now; `level` measures what this match changed of it. What is not known yet has its
    place.
    """

    def __init__(
        self,
        context: Context,
        setup: TableSetup,
        control: CountControl,
        finish: MatchFinish,
        timeline: CountTimeline,
        to_review: OnPress | None,
        level: LevelFindings | None,
    ) -> None:
        self._context, self._setup, self.control = context, setup, control
        self._finish, self._timeline, self._to_review = finish, timeline, to_review
        self._level, self._identity = level, identity_of(finish.match)
        self.milestone: Milestone | None = None
        self.goal = 0
        """Which of the goals is shown."""

    # the parts

    def page(self) -> Widget:
        """From the top: the total, who else played, the scale, the lines, the placement."""
        finish, control = self._finish, self.control
        # A larger interface folds pictures before it hides receipts.
        usual = self._context.painter.least_word_scale
        has_sheet = not finish.is_alone or finish.match.rules.rounds > 1
        # Six players' rows have room for all of them; where the rounds' head or tonight's wins are
        # there too, in place of the scale, whose totals are theirs.
        rows = len(finish.match.players) + (finish.match.rules.rounds > 1) + bool(finish.tonight)
        least = (76 if has_sheet else 92) * usual
        return Scroll(
            self._head(),
            Row(
                Picture(
                    self._paint_number, least=least, share=44, reads=self.heading(), id="number"
                ),
                Column(
                    Spacer(share=1),
                    self._sentence(),
                    self.measures and self._toward(),
                    self.measures
                    and self._level is not None
                    and Text(
                        self.changes(),
                        "caption",
                        "ink_soft",
                        lines=1,
                        halves=True,
                        size=self._size(_TOWARD),
                        id="changes",
                    ),
                    *(self._earned(i, row) for i, row in enumerate(self.earned_rows())),
                    finish.can_earn and self._goal(),
                    Spacer(share=1),
                    gap=4 * usual,
                    share=56,
                    id="remarks",
                ),
                gap=14,
                share=3,
                id="hero",
            ),
            has_sheet
            and Panel(
                sheet(self._context, finish.match, self._setup, finish.score),
                pad=(14, 4),
                id="sheet",
            ),
            rows <= MAX_PLAYERS
            and Panel(
                Picture(
                    partial(
                        draw_scale,
                        context=self._context,
                        setup=self._setup,
                        finish=finish,
                        timeline=self._timeline,
                        seat=self._seat,
                    ),
                    least=(84 if has_sheet else max(84, 96 * usual))
                    - (_COMPARED if finish.daily is not None else 0),
                    share=1,
                    reads=self.scale_words(),
                ),
                finish.daily is not None
                and Text(
                    self.compared(),
                    "small",
                    "ink_soft",
                    align="centre",
                    lines=1,
                    size=self._size(_COMPARED),
                    id="compared",
                ),
                gap=0,
                pad=(10, 4 if has_sheet else 8),
                explain=self._explain_scale(),
                share=2,
                id="scale",
            ),
            Column(receipts(self._context, finish.match, control.seat, control.steps), id="lines"),
            self._key(),
            gap=10 * usual,
            share=1,
            id="result",
        )

    def _head(self) -> Widget:
        """Return the title, on a ribbon where it is loud; its room is there before it comes."""
        return Picture(self._paint_head, size=self._size(_HEAD), reads=self.title(), id="head")

    def _paint_head(self, surface: pygame.Surface, rect: Rect) -> None:
        painter = self._context.painter
        if self.is_loud:
            self._paint_ribbon(surface, rect)
        else:
            painter.text_in(surface, self.title(), rect, painter.theme.type.caption, max_lines=1)

    @property
    def is_loud(self) -> bool:
        """Whether the board that is shown is one to celebrate: no loser's is, whoever won."""
        if self._moment is not None:
            return True
        is_best = self._finish.is_alone or self._seat in self._finish.score.winners
        return self._finish.mood.celebrates and is_best

    @property
    def _moment(self) -> Milestone | None:
        """The moment that is shown, where it is that of the board that is shown; a win has a title
        of its own.
        """
        is_theirs = self._seat == self._finish.seat
        return self.milestone if is_theirs and self.milestone is not Milestone.WIN else None

    @property
    def _seat(self) -> int:
        """Whose total it is: that of the board that is shown."""
        return self._finish.seat if self._finish.is_alone else self.control.seat

    @property
    def _total(self) -> float:
        return self._finish.score.players[self._seat].total

    @property
    def measures(self) -> bool:
        """Whether the total is compared with what was possible: that of the one person here."""
        return self._finish.is_for_one_player and self._finish.verdict is None

    def _sentence(self) -> Widget | None:
        """Return how the total is to be taken; alone, Master's may still come and change it."""
        words = self.sentence()
        if self._finish.is_alone and self._finish.verdict is None:
            return Text(
                words, "strong", "ink_soft", lines=2, size=self._size(_SENTENCE), id="sentence"
            )
        return Text(words, "strong", "ink_soft", id="sentence") if words else None

    def _toward(self) -> Widget:
        """Return the share of the best and what is missing; a daily deal has one line more."""
        lines = 1 if self._finish.daily is None else 2
        return Text(
            self.toward(),
            "caption",
            "accent",
            lines=lines,
            halves=lines == 1,
            size=self._size(_TOWARD * lines),
            id="toward",
        )

    def _goal(self) -> Widget:
        """One of the goals earned, with its picture; a press leads to it, a button to the next."""
        text, goals = self._context.text, self._finish.goals
        if not goals:
            return Spacer(size=self._size(_GOAL))
        goal = goals[self.goal % len(goals)]
        painter = self._context.painter
        paint = partial(draw_goal, painter=painter, goal=goal, is_earned=True)
        name, about = text(f"goals.name.{goal.value}"), goal_words(self._context, goal)
        count = f"{self.goal % len(goals) + 1}/{len(goals)}"
        card = PressedPanel(
            lambda: Push(self._context.routes.goals(goal.value)),
            Row(
                Picture(paint, 1, least=40, size=44),
                Text(name, "strong", "accent", lines=2, share=1),
                gap=8,
                share=1,
            ),
            pad=(8, 2),
            reads=as_sentences((name, about)),
            tooltip=about,
            share=1,
            id="goal",
        )
        following = IconButton(
            Icon.RIGHT, self.next_goal, tooltip=text("finish.next_goal"), size=36, id="next-goal"
        )
        return Row(
            card,
            len(goals) > 1 and Text(count, "small", "ink_soft"),
            len(goals) > 1 and following,
            gap=6,
            size=self._size(_GOAL),
        )

    def next_goal(self) -> None:
        """Show the next of the goals, after the last the first."""
        self.goal = (self.goal + 1) % max(1, len(self._finish.goals))

    def _earned(self, number: int, row: EarnedRow) -> Widget:
        """Something earned; a title, and what it is for."""
        usual = self._context.painter.least_word_scale
        pictures = tuple(people_pictures(self._context, row.people, 28 * usual))
        return Box(
            Row(
                *pictures,
                not pictures and Sign(row.icon, "good" if row.is_good else "ink_muted", 22 * usual),
                Column(
                    Text(row.title, "caption", "ink"),
                    not pictures and Text(row.words, "small", "ink_soft"),
                    share=1,
                ),
                gap=10 * usual,
            ),
            pad=(12 * usual, 6 * usual),
            reads=row.spoken,
            id=f"news:{number}",
        )

    @property
    def _key_size(self) -> float:
        """Units of height of the placement: it is lower where rows of players stand above it."""
        return self._size(_KEY if self._finish.is_alone else _KEY_BELOW_ROWS)

    def _key(self) -> Widget:
        """The placement that mattered most; all of it leads to the review."""
        text, key = self._context.text, self._finish.key
        if self._finish.is_secret:
            return Panel(
                Row(
                    Text(text("challenges.secret"), "body", "ink_soft", share=1),
                    Column(
                        Spacer(share=1),
                        Button(
                            text("challenges.show_me"), self._show_secret, id="show-me", size=44
                        ),
                        Spacer(share=1),
                        share=0.6,
                    ),
                    gap=14,
                ),
                pad=(14, 10),
                size=self._key_size,
                id="key",
            )
        if key is None:
            asking = "finish.key_asking" if self._finish.is_asking else "finish.key_none"
            return Panel(
                Text(text(asking), "body", "ink_muted", share=1),
                pad=(14, 10),
                size=self._key_size,
                id="key",
            )
        title = text("finish.key")
        if not self._finish.is_alone:
            name = self._finish.match.players[self._finish.seat].name
            title = text("finish.key_of", name=name)
        ink: Ink = "good" if key.points > 0 else "poor"
        panel = Panel(
            Row(
                Picture(
                    partial(self._paint_tile, tile=key.placement.tile),
                    size=self._key_size * 66 / _KEY,
                    across=self._key_size * 60 / _KEY,
                ),
                Column(
                    Text(title, "caption", "ink_soft"),
                    Text(self.key_words(key), "strong", ink),
                    share=1,
                ),
                Sign(Icon.RIGHT, "ink_soft", 20),
                gap=14,
            ),
            pad=(12, 6 if self._finish.is_alone else 3),
        )
        explained = Explained(text("review.open"), self._to_review, id="open-key")
        return Over(panel, explained, size=self._key_size, id="key")

    def _show_secret(self) -> None:
        """Tell what mattered most in a challenge that is not met, because the player asks."""
        show_secret(self._context.store.profile, self._finish.match)
        self._finish.is_secret = False
        self._timeline.arrive("found")

    def _paint_tile(self, surface: pygame.Surface, rect: Rect, tile: Tile) -> None:
        radius = min(rect.w / 2, rect.h * 0.54)
        alpha = self._timeline.value("found")
        self._context.painter.sprites.draw_tile(surface, tile, rect.centre, radius, alpha=alpha)

    def _paint_number(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint the total, as large as there is room for; rays behind it where it is loud."""
        timeline = self._timeline
        if self.is_loud:
            self._draw_glow(surface, rect)
        value = timeline.value("number")
        size = 1.0 if timeline.is_reduced else 0.4 + 0.6 * value
        self._draw_number(surface, rect, size, min(1.0, max(0.0, value * 1.5)))

    def prerender(self, column: Widget) -> Iterator[Drawing]:
        """All that the result will need, one drawing after another; `column` is its page."""
        painter = self._context.painter
        for part in column.walk():
            if part.id == "number":
                for step in range(_POP_STEPS + 1):
                    yield partial(self._draw_number, rect=part.rect, size=step / _POP_STEPS)
        for leaf in column.leaves():
            yield partial(leaf.draw, painter=painter)

    # words

    def heading(self) -> str:
        """Whose total it is, and how much."""
        finish = self._finish
        name = seat_words(self._context, finish.match, self._seat)
        points = self._context.text("terms.count.points", count=self._total)
        return self._context.text("heard.spoken.total", name=name, points=points)

    def scale_words(self) -> str:
        """Return what is marked on the scale, in whole sentences."""
        text = self._context.text
        marks = sorted(self._finish.marks.items(), key=lambda mark: mark[1])
        named = [(text(f"finish.{key}"), self._number(points, 0)) for key, points in marks]
        marked = [text("breakdown.named", name=name, points=points) for name, points in named]
        return "\n".join((*marked, *self._computers()))

    def _computers(self) -> Iterator[str]:
        """What each computer but Master, who has a mark, made of the day's deal."""
        for level, points in self._finish.computers.items():
            if level != LEVELS[-1]:
                name = bot_name(self._context, level)
                yield self._context.text(
                    "breakdown.named", name=name, points=self._number(points, 0)
                )

    def compared(self) -> str:
        """Return how many computers made less of the day's deal."""
        computers = self._finish.computers
        if computers:
            return beaten_words(self._context, self._finish.total, computers)
        return self._context.text("daily.comparing") if self._finish.is_asking else ""

    def _explain_scale(self) -> str:
        """Return what stands on the scale, a sentence a mark."""
        about = [self._context.text(f"finish.about.{key}") for key in self._finish.marks]
        return "\n".join((*about, *self._computers()))

    def _number(self, points: float, decimals: int | None = None) -> str:
        return self._context.catalogue.number(points, decimals)

    def title(self) -> str:
        """Return what happened, for the ribbon or in its place."""
        text, finish = self._context.text, self._finish
        if finish.verdict is not None:
            return finish.verdict.title
        if self._moment is not None:
            return text(f"finish.milestone.{self._moment.value}")
        if finish.mood is FinishMood.RECORD:
            return text("finish.milestone.record")
        if finish.is_alone:
            return edition_name(self._context, self._setup.edition, self._setup.rules)
        if self._seat in finish.score.winners:
            return self._winners()
        rank = 1 + sum(p.total > self._total for p in finish.score.players)
        return text("finish.place", rank=rank, players=len(finish.match.players))

    def _winners(self) -> str:
        return winner_words(self._context, self._finish.match, self._finish.score)

    def sentence(self) -> str:
        """Return how the total is to be taken."""
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
            over = finish.total - finish.master
            if not over:
                return text("finish.like_master", points=self._number(finish.master))
            key = "finish.far_over_master" if over >= _FAR else "finish.over_master"
            return text(key, count=over)
        if finish.average is not None:
            difference = round(finish.total - finish.average)
            if difference >= 1:
                return text("finish.over_average", count=difference)
            return text("finish.near_average", points=self._number(finish.average, 0))
        return text("finish.first") if finish.is_new else ""

    def _sentence_about_others(self) -> str:
        """By how much it was won, or by whom."""
        finish = self._finish
        if self._seat not in finish.score.winners:
            return self._winners()
        others = [p.total for i, p in enumerate(finish.score.players) if i != self._seat]
        lead = self._total - max(others)
        return self._context.text("finish.ahead", count=lead) if lead else ""

    def earned_rows(self) -> list[EarnedRow]:
        """The ladder, or the day's deal and its medal."""
        text, finish = self._context.text, self._finish
        rows: list[EarnedRow] = []
        if finish.tonight:
            words = tonight_words(self._context, finish.tonight)
            about, people = text("finish.tonight_about"), tuple(finish.tonight)
            rows.append(EarnedRow(Icon.TOGETHER, words, about, people=people))
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
        return rows

    def earned_words(self) -> Iterator[str]:
        """What was earned, to be read aloud, a sentence each."""
        yield from (row.spoken for row in self.earned_rows() if row.is_good)
        if self._finish.computers:
            yield self.compared()
        for goal in self._finish.goals:
            name = self._context.text(f"goals.name.{goal.value}")
            yield self._context.text("heard.spoken.goal_met", goal=name)

    def _size(self, units: int) -> float:
        """Return units of height that a larger interface makes smaller, as it does words."""
        return units * self._context.painter.least_word_scale

    def toward(self) -> str:
        """Return the share of the best possible, and what is missing for a medal and for Master."""
        text, finish = self._context.text, self._finish
        parts = []
        if finish.best and finish.total:
            percent = write_percent(self._context.catalogue, finish.total / finish.best)
            parts.append(text("finish.share", percent=percent))
        short = finish.short_of
        if short is not None and short[0] is not Medal.MASTER:
            parts.append(text(f"finish.short.{short[0].value}", count=short[1]))
        if finish.master is not None and finish.total < finish.master:
            missing = round(finish.master - finish.total, 1)
            parts.append(text("finish.short.master", count=missing))
        if not parts and finish.is_asking:
            return text("finish.comparing")
        return " · ".join(parts)

    def changes(self) -> str:
        """Return what the match changed: the level, and the days in a row."""
        text, finish, level = self._context.text, self._finish, self._level
        parts = []
        if level is not None and not level.is_asking and level.is_latest(self._identity):
            now, before = level.standing, level.before
            if now.level is None and len(now.points) < LEAST and level.scale:
                parts.append(text("level.to_first", count=LEAST - len(now.points)))
            elif now.level is not None and now.mean is not None:
                mean = self._number(now.mean, 0)
                if before.level is None or before.mean is None:
                    parts.append(text("finish.level_new", points=mean))
                else:
                    change = write_signed(self._context.catalogue, now.mean - before.mean, 0)
                    parts.append(text("finish.level", points=mean, change=change))
        elif level is not None and level.is_asking:
            parts.append(text("finish.level_asking"))
        if finish.streak:
            parts.append(text("daily.row", count=finish.streak))
        return " · ".join(parts)

    def key_words(self, key: KeyPlacement) -> str:
        """Return what the placement that mattered most gained or cost."""
        points = round(abs(key.points), 1)
        values = {"tile": self._tile(key.placement), "space": self._place(key.placement)}
        if key.points > 0:
            return self._context.text("finish.key_gain", count=points, **values)
        better = self._place(key.better)
        if key.better.tile != key.placement.tile:
            better = f"{self._tile(key.better)} {better}"
        return self._context.text("finish.key_cost", count=points, better=better, **values)

    def _tile(self, placement: Placement) -> str:
        return tile_name(self._context, self._finish.match.rules, placement.tile)

    def _place(self, placement: Placement) -> str:
        return space_name(self._context, self._finish.match.rules.grid, placement.space)

    # what is painted

    def draw_particles(self, surface: pygame.Surface) -> None:
        """Draw what flies, over everything."""
        w, h = surface.get_size()
        for spark in self._timeline.particles.flying:
            self._draw_spark(surface, spark, w, h)

    def _draw_spark(self, surface: pygame.Surface, spark: Particle, w: int, h: int) -> None:
        painter = self._context.painter
        is_hex = spark.number % 3 == 0
        icon = Icon.PIECE if is_hex else _FLAKES[int(spark.shape) % len(_FLAKES)]
        colour = painter.theme.lights[spark.number]
        # A few sizes are enough, and each is rendered once.
        size = max(6, round(spark.size * h / 4) * 4)
        painter.icon(surface, icon, (spark.x * w, spark.y * h), size, colour, spark.alpha)

    def _draw_number(
        self, surface: pygame.Surface, rect: Rect, size: float, alpha: float = 1.0
    ) -> None:
        """Draw the total, of several boards with its player's name above.

        Its sizes are few, because each is rendered.
        """
        painter = self._context.painter
        p = painter.theme.palette
        if not self._finish.is_alone:
            head, rect = rect.cut_top(painter.px(20))
            name = seat_words(self._context, self._finish.match, self._seat)
            seat = painter.theme.seats[self._setup.colour_of(self._seat)]
            small = painter.theme.type.caption.coloured(seat)
            avatar = self._setup.avatar_of(self._seat)
            if avatar:
                side = head.h * 12 // 10
                wide = min(head.w, painter.text_width(name, small) + side + painter.px(6))
                mark, head = head.centred(wide, head.h).cut_left(side, painter.px(6))
                draw_avatar(surface, painter, avatar, seat, mark.centre, side, alpha)
            painter.text_in(surface, name, head, small, "centre", max_lines=1, alpha=alpha)
        widest = painter.text_width(self._number(self._total), painter.theme.type.number)
        most = min(rect.h * 1.1, rect.w * painter.px(76) / max(1, widest)) * 0.94
        size = round(size * _POP_STEPS) / _POP_STEPS * most / painter.view.scale
        is_behind = not self._finish.is_alone and self._seat not in self._finish.score.winners
        colour = p.ink if self._finish.mood is FinishMood.KIND or is_behind else p.accent
        if not self._total:
            # Nothing is no feast for the eyes.
            size, colour = size / 2, p.ink_soft
        style = painter.theme.type.number.sized(size).coloured(colour)
        painter.text(surface, self._number(self._total), rect.centre, style, "centre", alpha)

    def _draw_glow(self, surface: pygame.Surface, rect: Rect) -> None:
        """Rays behind the number."""
        painter = self._context.painter
        size = (rect.w, round(rect.h * 1.5))
        colour = self._loud_colours[0]
        made = painter.cached(("glow", size, colour), partial(_render_glow, size, colour))
        at = (rect.x, rect.centre[1] - size[1] // 2)
        blit_faded(surface, made, at, self._timeline.value("glow"))

    @property
    def _loud_colours(self) -> tuple[Colour, Colour]:
        """The colours of a ribbon and its ends: gold, Master's for who beat it, or the firsts'."""
        p = self._context.painter.theme.palette
        if self._moment is Milestone.MASTER:
            return p.cool, mix_colour(p.cool, p.dark, 0.45)
        if self._moment is not None and self._moment.is_first:
            return p.good, mix_colour(p.good, p.dark, 0.45)
        return p.accent, mix_colour(p.accent, p.dark, 0.25)

    def _paint_ribbon(self, surface: pygame.Surface, rect: Rect) -> None:
        """Paint a golden band with its ends folded behind."""
        painter, timeline = self._context.painter, self._timeline
        p = painter.theme.palette
        if timeline.value("ribbon") <= 0.02:
            return
        style = painter.theme.type.heading.coloured(p.ink_dark)
        icon = rect.h * 6 // 10
        title = self.title()
        width = painter.text_width(title, style) + icon + painter.px(76)
        fold = painter.px(26)
        band = rect.centred(min(width, rect.w - 2 * fold), rect.h * 84 // 100)
        band = band.moved(0, -round(timeline.shift("ribbon") * rect.h * 1.2))
        face, colour = self._loud_colours
        size = (2 * fold, band.h)
        tail = painter.cached(("tail", size, colour), partial(_render_tail, size, colour))
        foot = band.y + band.h // 5
        surface.blit(tail, (band.x - fold, foot))
        surface.blit(pygame.transform.flip(tail, True, False), (band.right - fold, foot))
        painter.box(surface, band, face, mix_colour(face, WHITE, 0.4))
        place, room = band.inset(painter.px(16), 0).cut_left(icon, painter.px(10))
        is_first = self._moment is not None and self._moment.is_first
        painter.icon(
            surface, Icon.STAR if is_first else Icon.TROPHY, place.centre, icon, p.ink_dark
        )
        painter.text_in(surface, title, room, style, "centre", max_lines=1)


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
