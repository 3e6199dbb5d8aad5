"""The challenges: a ladder from easy to hard, and the one that is chosen in words and picture."""

from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Final

import pygame

from game.locale import write_date, write_percent
from game.play.challenges import GRADES, Challenge, begin_challenge
from game.play.table import TableSetup
from game.rules.errors import FormatError
from game.rules.match import Match, Player
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.sprites import Well
from game.ui.draw.theme import METALS
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect, View
from game.ui.scenes.shared.flags import mark_lines
from game.ui.scenes.shared.ladder import Ladder, challenge_table, task_words
from game.ui.scenes.shared.names import rules_words
from game.ui.scenes.shared.puzzles import find_puzzles
from game.ui.scenes.shared.starting import begin_or_ask, continue_match, start_match
from game.ui.widgets import Button, Look, OnPress, PageHead, PressResult, Widget, WidgetScene

_IN_ROW: Final = 8


@dataclass(frozen=True, slots=True)
class ChallengesLayout:
    """Rectangles in pixels; `bands` has one for each grade's name."""

    done: Rect
    ladder: Rect
    bands: tuple[Rect, ...]
    card: Rect
    heading: Rect
    about: Rect
    board: Rect
    words: Rect


class Rung(Widget):
    """One challenge of the ladder: its number, on gold once it is met."""

    def __init__(
        self, context: Context, ladder: Ladder, challenge: Challenge, on_press: OnPress
    ) -> None:
        super().__init__(on_press, tooltip=partial(task_words, context, challenge))
        self.challenge = challenge
        self.is_chosen = False
        self._number = str(ladder.number(challenge))
        self._is_met = ladder.met(challenge) is not None
        self._is_tried = ladder.attempts(challenge) > 0

    @property
    def label(self) -> str:
        """Its number."""
        return self._number

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        """A hexagon; the chosen one in a frame."""
        p, types = painter.theme.palette, painter.theme.type
        if self.is_chosen or self.is_hovered:
            edge = p.accent if self.is_chosen else p.raised_edge
            painter.box(surface, self.rect, p.raised, edge, width=painter.view.scale * 2)
        radius = min(self.rect.w * 0.42, self.rect.h * 0.46)
        if self._is_met:
            painter.sprites.draw_medal(surface, "gold", self.rect.centre, radius)
        else:
            well = Well.LEGAL if self._is_tried else Well.EMPTY
            painter.sprites.draw_well(surface, self.rect.centre, radius, well)
        ink = METALS["gold"].ink if self._is_met else p.ink_soft
        style = types.label.sized(radius / painter.view.scale * 0.78).coloured(ink)
        painter.text(surface, self._number, self.rect.centre, style, "centre")
        if self.shows_focus:
            painter.focus_ring(surface, self.rect)


class ChallengesScene(WidgetScene):
    """The ladder at the left, the chosen challenge at the right."""

    def __init__(self, context: Context, name: str = "") -> None:
        super().__init__(context)
        self.ladder = Ladder(context.store.profile)
        self.chosen = next(
            (c for c in self.ladder.challenges if c.name == name), self.ladder.next_after()
        )
        self._picture = BoardPicture(context.painter)
        self._layout: ChallengesLayout
        self._waiting: Match | None = None
        self._start_match: Match
        self._head = PageHead(context, "challenges.title", "challenges.back")
        self._play = Button(self._play_words, self._start, icon=Icon.PLAY, look=Look.PRIMARY)
        self._show_met = self.button("challenges.show", self._open_met, Icon.CHART)
        self._puzzles = Button(
            self._puzzles_words, lambda: Push(context.routes.puzzles()), icon=Icon.BULB
        )
        self._unsolved = 0
        self._rungs: list[Rung] = []
        self._fill()
        self.form.focus(self._play, is_shown=False)

    def _fill(self) -> None:
        """What the records tell by now."""
        self.ladder = Ladder(self.context.store.profile)
        self._waiting = self.context.store.autosave.load().match
        puzzles = find_puzzles(self.context.store.profile)
        self._unsolved = sum(not puzzle.is_solved for puzzle in puzzles)
        self._rungs = [
            Rung(self.context, self.ladder, c, partial(self._choose, c))
            for c in self.ladder.challenges
        ]
        self.form.replace(
            [self._head.back, self._play, self._show_met, *self._rungs, self._puzzles]
        )
        self._look_at(self.chosen)

    def _look_at(self, challenge: Challenge) -> None:
        self.chosen = challenge
        self._start_match = begin_challenge(challenge, Player("-"))
        for rung in self._rungs:
            rung.is_chosen = rung.challenge is challenge
        is_met = self.ladder.met(challenge) is not None
        self._play.look = Look.NORMAL if is_met else Look.PRIMARY
        self._show_met.is_hidden = not is_met

    # what is done

    def _play_words(self) -> str:
        if self._own_waiting() is not None:
            return self.context.text("challenges.continue")
        is_tried = self.ladder.attempts(self.chosen) > 0
        return self.context.text("challenges.retry" if is_tried else "challenges.play")

    def _puzzles_words(self) -> str:
        if self._unsolved:
            return self.context.text("challenges.puzzles", count=self._unsolved)
        return self.context.text("puzzles.title")

    def _own_waiting(self) -> Match | None:
        """The interrupted match, if it is the chosen challenge."""
        match = self._waiting
        if match is None or match.is_complete:
            return None
        try:
            setup = TableSetup.from_match(match)
        except FormatError:
            return None
        return match if setup.challenge == self.chosen.name else None

    def _choose(self, challenge: Challenge) -> PressResult:
        if challenge is self.chosen:
            return self._start()
        self._look_at(challenge)
        self.resize(self.view)
        return None

    def _start(self) -> Navigation | None:
        context, waiting = self.context, self._own_waiting()
        if waiting is not None:
            return continue_match(context, waiting)
        setup = challenge_table(context, self.chosen)
        return begin_or_ask(context, lambda: start_match(context, setup))

    def _open_met(self) -> Navigation | None:
        played = self.ladder.met(self.chosen)
        match = None if played is None else self.context.store.profile.match(played.id)
        return None if match is None else Push(self.context.routes.kept_count(match))

    # the scene

    def enter(self) -> None:
        """One may have been met meanwhile."""
        self._fill()
        self.resize(self.view)

    def resize(self, view: View) -> None:
        """Bands of rungs by grades; the card beside them."""
        super().resize(view)
        self._picture.forget()
        px = view.px
        area = self._head.place(view)
        done = self._head.cut_right(px(300))
        left, right = area.weighted_columns([1.24, 1.0], px(16))
        puzzles, left = left.cut_bottom(px(54), px(12))
        self._puzzles.place(puzzles)
        grades = [list(rungs) for _, rungs in groupby(self._rungs, lambda r: r.challenge.grade)]
        rows = [-(-len(rungs) // _IN_ROW) for rungs in grades]
        bands = []
        for rungs, count, band in zip(
            grades, rows, left.inset(px(14), px(12)).weighted_rows(rows, px(12)), strict=True
        ):
            name, cells = band.cut_left(px(104), px(8))
            bands.append(name)
            for rung, cell in zip(rungs, cells.grid(_IN_ROW, count, px(4)), strict=False):
                rung.place(cell)
        inside = right.inset(px(20), px(16))
        heading, inside = inside.cut_top(px(34))
        about, inside = inside.cut_top(px(44), px(6))
        foot, inside = inside.cut_bottom(px(54), px(12))
        if self._show_met.is_hidden:
            self._play.place(foot)
        else:
            play, show = foot.columns(2, px(10))
            self._play.place(play)
            self._show_met.place(show)
        words, board = inside.cut_bottom(min(px(190), inside.h * 44 // 100), px(10))
        self._layout = ChallengesLayout(
            done, left, tuple(bands), right, heading, about, board, words
        )

    # picture

    def draw_below(self, surface: pygame.Surface) -> None:
        """Background, the ladder's bands, the card."""
        super().draw_below(surface)
        layout, painter = self._layout, self.context.painter
        types, text, ladder = painter.theme.type, self.context.text, self.ladder
        self._head.draw(surface)
        done = text("challenges.done", done=ladder.count, count=len(ladder.challenges))
        painter.text_in(surface, done, layout.done, types.label, "right", max_lines=1)
        painter.panel(surface, layout.ladder)
        for grade, band in enumerate(layout.bands, 1):
            self._draw_band(surface, grade, band)
        self._draw_card(surface, layout)

    def _draw_band(self, surface: pygame.Surface, grade: int, band: Rect) -> None:
        painter, text, ladder = self.context.painter, self.context.text, self.ladder
        p, types = painter.theme.palette, painter.theme.type
        own = [c for c in ladder.challenges if c.grade == grade]
        met = sum(ladder.met(c) is not None for c in own)
        inner = band.centred(band.w, min(band.h, painter.px(58)))
        stars, words = inner.cut_top(inner.h * 48 // 100, painter.px(2))
        size = min(painter.px(18), stars.h, band.w // len(GRADES))
        for index in range(len(GRADES) + 1):
            at = (stars.x + size * (index + 0.5), stars.centre[1])
            colour = p.accent if index < grade else p.panel_edge
            painter.icon(surface, Icon.STAR, at, size, colour)
        line = text("challenges.of", done=met, count=len(own))
        style = types.caption.coloured(p.good if met == len(own) else p.ink_soft)
        painter.text_in(surface, line, words, style, valign="top", max_lines=1)

    def _draw_card(self, surface: pygame.Surface, layout: ChallengesLayout) -> None:
        painter, text, challenge = self.context.painter, self.context.text, self.chosen
        p, types = painter.theme.palette, painter.theme.type
        is_met = self.ladder.met(challenge) is not None
        painter.panel(surface, layout.card, is_lit=not is_met)
        number = text("challenges.number", number=str(self.ladder.number(challenge)))
        kind = text(f"challenges.kind_name.{challenge.kind.value}")
        painter.text_in(surface, f"{number} · {kind}", layout.heading, types.heading, max_lines=1)
        grade = text("challenges.grade", grade=challenge.grade)
        about = f"{grade} · {rules_words(self.context, challenge.rules)}"
        painter.text_in(surface, about, layout.about, types.small.coloured(p.ink_soft))
        board = lay_out_board(challenge.rules.grid, layout.board, 0.5)
        position = self._start_match.round.seats[0].position
        look = BoardLook(challenge.rules, position, has_badges=False, has_names=False)
        self._picture.draw(surface, board, look)
        mark_lines(surface, self.context, board, challenge)
        lines = [(task_words(self.context, challenge), types.strong)]
        soft = types.small.coloured(p.ink_soft)
        if challenge.placed:
            lines.append((text("challenges.placed", count=len(challenge.placed)), soft))
        if challenge.is_open:
            lines.append((text("challenges.shown"), soft))
        percent = write_percent(self.context.catalogue, round(challenge.met, 2))
        lines.append((text("challenges.met", percent=percent), soft))
        lines.append((self._state_words(), types.caption))
        heights = [painter.height_of(words, layout.words.w, style) for words, style in lines]
        for (words, style), cell in zip(
            lines, layout.words.weighted_rows(heights, painter.px(2)), strict=True
        ):
            painter.text_in(surface, words, cell, style)

    def _state_words(self) -> str:
        text, ladder = self.context.text, self.ladder
        played = ladder.met(self.chosen)
        if played is not None:
            day = write_date(self.context.catalogue, played.finished_at.astimezone().date())
            return text("challenges.met_on", date=day)
        if ladder.attempts(self.chosen):
            return text("challenges.tried", count=ladder.attempts(self.chosen))
        return text("challenges.outcome.open")
