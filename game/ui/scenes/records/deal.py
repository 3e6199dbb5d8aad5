"""The page of a deal: every attempt at it, Master's total, and the best possible one."""

from collections.abc import Iterator, Sequence
from functools import partial

import pygame

from game.play.own_seats import people_here
from game.play.public_boards import public_board
from game.progress.findings import DealFindings
from game.rules.match import Match
from game.rules.match_score import score_match
from game.storage.history import PlayedMatch
from game.ui.draw.board_picture import BoardLook, BoardPicture
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import STILL, Pulse, Push
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    ActionBand,
    Body,
    Column,
    NumberWord,
    PageScene,
    Picture,
    Row,
    Scroll,
    Sides,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.records.rows import MatchRow
from game.ui.scenes.shared.names import rules_words, seat_words
from game.ui.widgets import OnPress, PressResult, Stepper


class DealScene(PageScene):
    """The attempts in order, and the chosen one's boards, for each round and person.

    `match` is one of the `attempts`; `again` plays its deal again, `copy` copies its code.
    """

    door = 4

    def __init__(
        self,
        context: Context,
        match: Match,
        attempts: Sequence[PlayedMatch],
        again: OnPress,
        copy: OnPress,
    ) -> None:
        super().__init__(context)
        self.findings = DealFindings(context.store.profile, match, context.engines)
        self._attempts = sorted(attempts, key=lambda played: played.attempt)
        self._match = match
        self._board = BoardPicture(context.painter)
        self._again, self._copy = again, copy
        self.boards: list[tuple[int, int]] = []
        """The boards of the chosen attempt: (round, seat)."""
        self.board = (0, 0)
        self._choose(self._attempts[0])

    def page(self) -> Widget:
        text = self.context.text
        return Column(
            Spacer(size=28),
            self.head(text("records.deal_title")),
            Body(
                Sides(
                    Column(
                        Row(*self._figures(), Spacer(share=1), gap=40, pad=(58, 0, 0, 0), size=60),
                        Scroll(*map(self._row, self._attempts)),
                        Spacer(share=1),
                        Row(
                            WordLink(text("records.open"), self._open, id=MAIN),
                            WordLink(
                                text("records.copy"), self._copy, id="copy", shortcut=Action.COPY
                            ),
                            Spacer(share=1),
                            gap=30,
                            pad=(58, 0, 0, 0),
                            size=48,
                        ),
                        gap=8,
                        pad=(0, 12, 0, 16),
                        share=1.35,
                    ),
                    Column(
                        Picture(self._paint_board, share=1),
                        len(self.boards) > 1
                        and Stepper(
                            self.boards,
                            self.board,
                            self._turn_to,
                            show=self._board_words,
                            most=440,
                            id="board",
                        ),
                        Text(rules_words(self.context, self._match.rules), "body", align="centre"),
                        ActionBand(
                            text("records.again"),
                            self._again,
                            icon=Icon.PLAY,
                            small=True,
                            id="again",
                            shortcut=Action.RESTART,
                        ),
                        gap=8,
                        pad=(0, 12, 0, 52),
                        share=1,
                    ),
                    gap=30,
                    share=1,
                ),
                share=1,
            ),
        )

    def _figures(self) -> Iterator[Widget]:
        """Yield the best attempt's total, Master's, and the best possible one."""
        text = self.context.text
        for key in ("own", "master", "best"):
            number, name = self._number(key), text(f"records.deal_{key}")
            yield NumberWord(
                number,
                name,
                is_gold=key == "own",
                explain=text(f"records.deal_{key}_about"),
                reads=f"{name}: {number}",
                id=key,
            )

    def _row(self, played: PlayedMatch) -> Widget:
        press = partial(self._press, played)
        best = max(one.result.total for one in self._attempts)
        return MatchRow(
            self.context,
            played,
            press,
            is_selected=played == self._chosen,
            is_best=played.result.total == best,
        )

    def _number(self, key: str) -> str:
        """Return one of the three totals, by its key."""
        best = max(played.result.total for played in self._attempts)
        number = {"own": best, "master": self.findings.master, "best": self.findings.best}[key]
        if number is None:
            return self.context.text(
                "records.asking" if self.findings.is_asking else "records.none"
            )
        return self.context.catalogue.number(number)

    def _choose(self, played: PlayedMatch) -> None:
        self._chosen = played
        self._match = self.context.store.profile.match(played.id) or self._match
        people = people_here(self._match)
        self.boards = [(i, seat) for i in range(len(self._match.rounds)) for seat in people or [0]]
        self._turn_to(self.board if self.board in self.boards else self.boards[-1])

    def _turn_to(self, board: tuple[int, int]) -> None:
        self.board = board

    def _board_words(self, board: tuple[int, int]) -> str:
        """Return the round and the owner of a board, where there are several, and its points."""
        index, seat = board
        match, text = self._match, self.context.text
        words = []
        if len(match.rounds) > 1:
            words.append(text("play.round", round=index + 1, rounds=len(match.rounds)))
        if len(match.players) > 1:
            words.append(seat_words(self.context, match, seat))
        points = score_match(match).players[seat].rounds[index].total
        return " · ".join([*words, text("terms.count.points", count=points)])

    def _press(self, played: PlayedMatch) -> PressResult:
        """Show an attempt's board at the first press, open its count at the second."""
        if played == self._chosen:
            return self._open()
        self._choose(played)
        return None

    def _open(self) -> PressResult:
        return Push(self.context.routes.finished_count(self._match))

    def animate(self, dt: float) -> Pulse:
        return self.redraw() if self.findings.poll() or self.findings.is_asking else STILL

    def leave(self) -> None:
        super().leave()
        self.findings.stop()

    def _paint_board(self, surface: pygame.Surface, room: Rect) -> None:
        rules, (index, seat) = self._match.rules, self.board
        position, face_down = public_board(self._match, seat, index)
        look = BoardLook(rules, position, face_down=face_down)
        self._board.draw(surface, lay_out_board(rules.grid, room, 0.62), look)
