"""The challenges from easy to hard, and the details of the chosen one."""

from functools import partial
from itertools import groupby
from typing import Final

import pygame

from game.locale import write_date
from game.play.table import TableSetup
from game.progress.challenge_progress import ChallengeProgress
from game.progress.challenges import Challenge, ChallengeKind, begin_challenge
from game.progress.puzzles import find_puzzles
from game.rules.match import Match
from game.ui.draw.bands import draw_hexagon, draw_hexagon_focus
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Push
from game.ui.frame.topics import labelled
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    ActionBand,
    Column,
    PageScene,
    Panel,
    Picture,
    Row,
    Sides,
    Sign,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.shared.challenge import challenge_table, draw_targets, ends_words, task_words
from game.ui.scenes.shared.names import rules_words
from game.ui.scenes.shared.people_pictures import computer_picture
from game.ui.scenes.shared.starting import continue_match, open_finished, start_match
from game.ui.widgets import OnPress

_IN_ROW: Final = 10
_GRADE: Final = 96
"""Units of width of a grade's name."""


class Rung(Widget):
    """A challenge: a hexagon with its number, blue once it is met, yellow while chosen."""

    def __init__(
        self,
        context: Context,
        progress: ChallengeProgress,
        challenge: Challenge,
        on_press: OnPress,
        *,
        is_chosen: bool,
    ) -> None:
        about = f"{task_words(context, challenge)}\n{rules_words(context, challenge.rules)}"
        stars = progress.stars(challenge)
        met = "open" if progress.met(challenge) is None else "met"
        number = context.text("challenges.number", number=str(progress.number(challenge)))
        kind = context.text(f"challenges.kind_name.{challenge.kind.value}")
        state = context.text(f"challenges.outcome.{met}")
        if stars:
            state = f"{state}, {context.text('challenges.stars', count=stars)}"
        # A tooltip would cover neighbouring challenges; the card has the task.
        reads = f"{number}, {kind}: {state}\n{about}"
        super().__init__(on_press, reads=reads, id=challenge.name)
        self.challenge = challenge
        self.is_chosen = is_chosen
        self.label = str(progress.number(challenge))
        self._stars = stars
        self._is_met = progress.met(challenge) is not None
        self._is_tried = progress.attempts(challenge) > 0

    def measure(self, painter: Painter) -> tuple[int, int]:
        return painter.px(40), painter.px(36 * painter.word_scale)

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        theme, p = painter.theme, painter.theme.palette
        (x, y), radius = self.rect.centre, self.rect.w / 2 - 1
        fill = theme.stripes[9] if self.is_chosen else theme.stripes[4] if self._is_met else p.faint
        edge = None
        if self._is_tried and not self._is_met and not self.is_chosen:
            edge = p.line
        if self.is_hovered:
            edge = p.chosen
        draw_hexagon(surface, painter, (x, y), radius, fill, edge, painter.px(3))
        is_lit = self.is_chosen or self._is_met
        ink = theme.ink_on(fill) if is_lit else p.ink_soft
        rise = radius * 0.18 if self._stars else 0
        style = theme.type.strong.coloured(ink)
        painter.text(surface, self.label, (x, round(y - rise)), style, "centre")
        size = round(radius * 0.4)
        for place in range(self._stars):
            left = x + (place - (self._stars - 1) / 2) * size
            painter.icon(surface, Icon.STAR, (left, y + radius * 0.5), size, ink)

    def draw_focus(self, surface: pygame.Surface, painter: Painter) -> None:
        draw_hexagon_focus(surface, painter, self.rect.centre, self.rect.w / 2)


class ChallengesScene(PageScene):
    """The challenges at the left, the chosen one at the right."""

    door = 4

    turns_at_midnight = True
    counted = ("done",)

    def __init__(self, context: Context, name: str = "") -> None:
        super().__init__(context)
        self._picture = BoardPicture(context.painter)
        self._know()
        named = (c for c in self.progress.challenges if c.name == name)
        self._choose(next(named, self.progress.next_after()))

    def _know(self) -> None:
        """Read the records again."""
        profile = self.context.store.profile
        self.progress = ChallengeProgress(profile)
        self._waiting = [waiting.match for waiting in self.context.store.waiting()]
        self._unsolved = sum(not puzzle.is_solved for puzzle in find_puzzles(profile))

    def page(self) -> Widget:
        text, progress = self.context.text, self.progress
        puzzles = text("challenges.puzzles", count=self._unsolved)
        if not self._unsolved:
            puzzles = text("puzzles.title")
        done = text("challenges.done", done=progress.count, count=len(progress.challenges))
        grades = groupby(progress.challenges, lambda challenge: challenge.grade)
        return self.headed(
            text("challenges.title"),
            Sides(
                Column(
                    *(self._band(grade, list(of_grade)) for grade, of_grade in grades),
                    Spacer(share=1),
                    Row(
                        WordLink(
                            puzzles, lambda: Push(self.context.routes.puzzles()), id="puzzles"
                        ),
                        Spacer(share=1),
                        size=48,
                    ),
                    gap=min(34, 18 + max(0, self.view.units_high - 600) / 4),
                    pad=(20, 8, 0, 0),
                    share=1.24,
                ),
                self._card(),
                gap=40,
                share=1,
            ),
            beside=(Text(done, "heading", align="right", id="done"), Spacer(size=20)),
        )

    @property
    def _pitch(self) -> float:
        """Units from the centre of a challenge to that of the next."""
        wide = self.view.units_wide - 76
        left = (wide if self.view.is_upright else (wide - 40) * 1.24 / 2.24) - 20 - _GRADE - 10
        return min(54.0, left / (_IN_ROW + 0.5))

    def _band(self, grade: int, challenges: list[Challenge]) -> Widget:
        """Return a grade: its stars, its number of met challenges, and its honeycomb."""
        met = sum(self.progress.met(challenge) is not None for challenge in challenges)
        line = self.context.text("challenges.of", done=met, count=len(challenges))
        all_met = self.context.text("challenges.done", done=met, count=len(challenges))
        pitch = self._pitch
        shift = pitch / 2
        rows = [challenges[i : i + _IN_ROW] for i in range(0, len(challenges), _IN_ROW)]
        return Row(
            Column(
                Row(*(Sign(Icon.STAR, "ink_soft", 16) for _ in range(grade))),
                Text(line, "strong", "good" if met == len(challenges) else "ink_soft"),
                gap=2,
                align="left",
                size=_GRADE,
            ),
            Column(
                *(
                    Row(*map(self._rung, row), pad=(shift * (i % 2), 0, 0, 0), size=pitch * 0.88)
                    for i, row in enumerate(rows)
                ),
                share=1,
                align="left",
            ),
            gap=10,
            look="panel",
            reads=labelled([self.context.text("challenges.grade", grade=grade), all_met]),
        )

    def _rung(self, challenge: Challenge) -> Widget:
        is_chosen = challenge is self.chosen
        press = partial(self._choose, challenge)
        rung = Rung(self.context, self.progress, challenge, press, is_chosen=is_chosen)
        rung.size = self._pitch
        return rung

    def _card(self) -> Widget:
        text, challenge, progress = self.context.text, self.chosen, self.progress
        is_met, is_tried = progress.met(challenge) is not None, progress.attempts(challenge) > 0
        number = text("challenges.number", number=str(progress.number(challenge)))
        kind = text(f"challenges.kind_name.{challenge.kind.value}")
        task, ends = task_words(self.context, challenge), ends_words(self.context, challenge)
        play = "retry" if is_tried else "play"
        if self._interrupted() is not None:
            play = "continue"
        words = text(f"challenges.{play}")
        about = [rules_words(self.context, challenge.rules)]
        if challenge.placed:
            about.append(text("challenges.placed", count=len(challenge.placed)))
        if challenge.is_open:
            about.append(text("challenges.shown"))
        state = self._state_words()
        return Panel(
            Text(f"{number} · {kind}", "heading", lines=2),
            Text(" · ".join(about), "body", lines=2),
            Picture(self._paint_board, share=1, least=300 if self.is_enlarged else 80),
            Row(
                *(computer_picture(self.context, bot) for bot in self._bots()),
                Text(task, "label", reads="\n".join(filter(None, (task, ends))), share=1),
                gap=10,
            ),
            bool(state) and Text(state, "body"),
            Row(
                WordLink(words, self._start, id=MAIN),
                WordLink(
                    text("challenges.show"),
                    lambda: open_finished(self.context, self.progress.met(self.chosen)),
                    id="show",
                ),
                Spacer(share=1),
                gap=30,
                size=48,
            )
            if is_met
            else Row(
                ActionBand(words, self._start, icon=Icon.PLAY, small=True, share=1, id=MAIN),
                # The band extends through the page's margin.
                pad=(0, 6, 0, 40),
            ),
            gap=8,
            pad=0,
            align="left",
            share=1,
        )

    def _bots(self) -> tuple[str, ...]:
        """Return the computers that the chosen challenge names."""
        match self.chosen.kind:
            case ChallengeKind.REACH:
                return (self.chosen.level,)
            case _:
                return tuple(level for level, _ in self.chosen.rivals)

    def _state_words(self) -> str:
        text, played = self.context.text, self.progress.met(self.chosen)
        if played is not None:
            day = write_date(self.context.catalogue, played.finished_at.astimezone().date())
            stars = text("challenges.stars", count=self.progress.stars(self.chosen))
            return f"{text('challenges.met_on', date=day)} · {stars}"
        tries = self.progress.attempts(self.chosen)
        return text("challenges.tried", count=tries) if tries else ""

    def _paint_board(self, surface: pygame.Surface, rect: Rect) -> None:
        rules = self.chosen.rules
        board = lay_out_board(rules.grid, rect, 0.5)
        position = self._start_match.round.seats[0].position
        look = BoardLook(rules, position, has_badges=False, has_names=False)
        self._picture.draw(surface, board, look)
        draw_targets(surface, self.context, board, self.chosen)

    # actions

    def _choose(self, challenge: Challenge) -> None:
        self.chosen = challenge
        self._start_match = begin_challenge(challenge)

    def _interrupted(self) -> Match | None:
        """Return the saved match of the chosen challenge, or None."""
        for match in self._waiting:
            is_chosen = TableSetup.from_match(match).challenge == self.chosen.name
            if is_chosen and not match.is_complete:
                return match
        return None

    def _start(self) -> Navigation | None:
        context, waiting = self.context, self._interrupted()
        if waiting is not None:
            return continue_match(context, waiting)
        return start_match(context, challenge_table(context, self.chosen))

    # the scene

    def enter(self) -> None:
        self._know()
        super().enter()
