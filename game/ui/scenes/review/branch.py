"""The table's mode that plays on from a placement of a review, beside the real game."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from game.bots.coach.replay import RoundTable
from game.bots.players.registry import LEVELS
from game.bots.service.tasks import PlayOutTask, Rest
from game.locale import write_percent
from game.play.deal_source import KnownCalls
from game.play.keeper import LocalKeeper
from game.play.question import Question, QuestionFailed
from game.play.table import TableSetup
from game.play.table_control import MatchFlow, TableControl, TableEvent, TableSignal
from game.play.table_game import Phase, TableGame
from game.rules.marks import Mark
from game.rules.moves import Event, Finish
from game.rules.scoring import score_position
from game.rules.state import Match, Player, Round
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Ignored, Navigation, Pop, Scene
from game.ui.parts import ActionBand, Maybe, Text, Widget, WordLink
from game.ui.scenes.shared.dialogs import leave_or_quit
from game.ui.scenes.shared.names import action_key, bot_name
from game.ui.scenes.shared.table_mode import (
    MATCH_ACTIONS,
    TableMode,
    TableScreen,
    table_sign,
    undo_links,
)
from game.ui.widgets import UNUSED, IconButton, Outcome

if TYPE_CHECKING:
    from game.progress.review_steps import ReviewStep
    from game.ui.scenes.shared.table_layout import TableLayout


class PlayedBoard:
    """The board of the real game, at the call that the other line answers."""

    def __init__(self, match: Match, round_index: int, seat: int, setup: TableSetup) -> None:
        self._table = RoundTable(match, round_index, seat)
        self._calls = match.rounds[round_index].calls
        self._keeper = LocalKeeper(Match(setup.rules, setup.players, ()))
        self.game = TableGame(setup, self._keeper)

    def poll(self, match: Match) -> bool:
        """Show the board at the call of `match`; return whether it changed."""
        seat = match.round.seats[0]
        call = len(seat.turns) - bool(seat.hand)
        rounds = (Round(None, None, self._calls[:call], (self._table.played(call),)),)
        if self._keeper.match.rounds == rounds:
            return False
        self._keeper.keep(replace(self._keeper.match, rounds=rounds))
        return True


class BranchFlow:
    """The timing of another line: the same calls, or an engine's placements; no count follows."""

    goes_on_by_click = True

    def __init__(self) -> None:
        self._flow = MatchFlow(lambda: 0.0)
        self.question: Question[Rest] = Question()
        self.has_failed = False

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        if self.question.is_open:
            return self._poll(table)
        is_over = table.game.phase() is Phase.MATCH_OVER
        return [] if is_over else self._flow.advance(table, dt, is_moving=is_moving)

    def _poll(self, table: TableControl) -> list[TableEvent]:
        before = self.question.progress
        try:
            rest = self.question.poll()
        except QuestionFailed:
            self.has_failed = True
            return [TableSignal.STEP]
        if rest is None:
            return [TableSignal.STEP] if self.question.progress != before else []
        game, news = table.game, list[TableEvent]()
        for p in rest.placements:
            if not game.hand():
                news += table.call_next()
            news += table.report(game.place(p.tile, p.space), is_helped=True)
        if rest.finish is not None:
            news += table.report(game.perform(Finish(0, rest.finish)))
        return news

    def go_on(self, table: TableControl) -> list[TableEvent]:
        return [] if table.game.phase() is Phase.MATCH_OVER else self._flow.go_on(table)

    def interrupt(self, table: TableControl) -> list[TableEvent]:
        self.question.stop()
        return self._flow.interrupt(table)

    def can_place(self, table: TableControl) -> bool:
        return not self.question.is_open and self._flow.can_place(table)

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        """Do nothing: all follows from the match."""

    def cover(self, table: TableControl) -> None:
        """Stop the engine, whose placements would not be seen."""
        self.question.stop()


class BranchMode(TableMode):
    """Another line from a reviewed placement; never stored."""

    def __init__(self, context: Context, match: Match, round_index: int, step: ReviewStep) -> None:
        self._context, self._match, self._index = context, match, round_index
        self._seat, calls = step.seat, match.rounds[round_index].calls
        rules, text = replace(match.rules, rounds=1), context.text
        # Undoing a call costs nothing here.
        marks, players = frozenset({Mark.TOOK_BACK}), (match.players[step.seat],)
        setup = TableSetup(rules, players, "branch", marks=marks)
        state = step.match.round.seats[step.seat]
        begun = Match(rules, players, (Round(None, None, calls[: len(state.turns)], (state,)),))
        self._game = TableGame(setup, LocalKeeper(begun), KnownCalls(lambda: calls))
        self._flow = BranchFlow()
        words = partial(text, "review.branch_finish", name=bot_name(context, LEVELS[-1]))
        self._finish = WordLink(words, self.finish, id="finish")
        self.control = TableControl(self._game, context.engines, lambda: context.now(), self._flow)
        beside = replace(setup, players=(Player(text("review.branch_played")),))
        self.rival: PlayedBoard = PlayedBoard(match, round_index, step.seat, beside)
        self.rival.poll(begun)

    def sign(self, table: TableScreen) -> IconButton:
        return table_sign(self._context, Icon.CLOSE, "review.branch_back", Pop)

    def links(self, table: TableScreen) -> list[WordLink]:
        return [*undo_links(self._context, table), self._finish]

    def above(self, table: TableScreen) -> Maybe:
        return next(iter(self.highest_above()))

    def highest_above(self) -> list[Widget]:
        return [Text(self.instructions(), "strong", lines=2)]

    def below_hand(self, table: TableScreen) -> Maybe:
        # The button that closes once all is placed; no computer can finish it then.
        is_over = self._game.phase() is Phase.MATCH_OVER
        self._finish.why_disabled = "" if is_over else None
        words = self._context.text("review.branch_back")
        return is_over and ActionBand(words, Pop, icon=Icon.LEFT)

    def finish(self) -> None:
        if not self._flow.question.is_open:
            played = self._match.rounds[self._index]
            seats = list(played.seats)
            seats[self._seat] = self._game.match.round.seats[0]
            played = replace(played, seats=tuple(seats))
            task = PlayOutTask(replace(self._match, rounds=(played,)), self._seat, 0, LEVELS[-1])
            self._flow.has_failed = False
            self._flow.question.ask(self._context.engines.ask(task))

    def hints(self) -> list[tuple[str, str]]:
        text, key = self._context.text, partial(action_key, self._context)
        return [
            *([(key(Action.CONFIRM), text("play.key.place"))] if self._game.hand() else []),
            (key(Action.TAKE_BACK), text("play.key.take_back")),
            (key(Action.COACH), text("play.key.coach")),
            (key(Action.CANCEL), text("review.branch_back")),
        ]

    def title(self) -> tuple[str, str]:
        return self._context.text("review.branch"), ""

    def instructions(self) -> str:
        text, number = self._context.text, self._context.catalogue.number
        if self._flow.has_failed:
            return text("review.branch_failed")
        if self._flow.question.is_open:
            share = write_percent(self._context.catalogue, self._flow.question.progress or 0.0)
            return text("review.branch_working", share=share)
        rules = self._game.match.rules
        mine, played = (
            score_position(rules, one.position()).total for one in (self._game, self.rival.game)
        )
        if mine == played:
            return text("review.branch_same")
        points = text("terms.count.points", count=abs(mine - played))
        key = "review.branch_more" if mine > played else "review.branch_less"
        return text(key, points=points, total=number(mine), played=number(played))

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        is_known = key.action in MATCH_ACTIONS - {Action.COACH}
        return Outcome(True, Ignored()) if is_known else UNUSED

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        return leave_or_quit(self._context, action)

    def draw(self, surface: pygame.Surface, layout: TableLayout) -> None:
        return

    def count(self) -> Scene:
        raise NotImplementedError("another line is never counted")
