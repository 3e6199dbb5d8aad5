"""The table's mode for puzzles: the board before a placement, the tile, and another try."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Final

import pygame

from game.locale import write_duration, write_list
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_control import TableControl, TableEvent, TableSignal
from game.play.table_game import TableGame
from game.rules.marks import Mark
from game.rules.moves import Event, Placed
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.rules.state import Match, Round
from game.rules.tiles import Tile
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Ignored, Navigation, Replace, Scene
from game.ui.parts import MAIN, ActionBand, Column, Ink, Maybe, Text, Widget, WordLink
from game.ui.scenes.puzzles.control import BEST, PuzzlesControl
from game.ui.scenes.shared.dialogs import leave_or_quit
from game.ui.scenes.shared.names import action_key, space_name, tile_name, tile_words
from game.ui.scenes.shared.reason_words import reason_words
from game.ui.scenes.shared.table_mode import (
    MATCH_ACTIONS,
    TableMode,
    TableScreen,
    table_link,
    table_sign,
)
from game.ui.sound.names import Sound
from game.ui.widgets import UNUSED, IconButton, Outcome

if TYPE_CHECKING:
    from game.ui.scenes.shared.table_layout import TableLayout

_LOOK: Final = 1.0
"""Seconds in which a wrong try is on the board before it returns to the hand."""


class PuzzleFlow:
    """The timing of a puzzle: a wrong try returns to the hand; in a rush the next one follows."""

    goes_on_by_click = False

    def __init__(self, puzzles: PuzzlesControl, on_try: Callable[[], None]) -> None:
        self._puzzles, self._puzzle, self._on_try = puzzles, puzzles.puzzle, on_try
        self._left: float | None = None
        """Seconds until a wrong try returns to the hand; None without one on the board."""

    def advance(self, table: TableControl, dt: float, *, is_moving: bool) -> list[TableEvent]:
        puzzles = self._puzzles
        puzzles.resume()
        has_news = puzzles.poll()
        has_news |= puzzles.run_clock(dt)
        news: list[TableEvent] = [TableSignal.STEP] if has_news else []
        if is_moving or puzzles.tried is None:
            return news
        if puzzles.rush is not None:
            # A rush leaves no time to look at answers.
            puzzles.go_on()
            return [TableSignal.OVER]
        if self._left is not None:
            self._left -= dt
            news += self.go_on(table) if self._left <= 0 else []
        return news

    def go_on(self, table: TableControl) -> list[TableEvent]:
        """Return a wrong try to the hand."""
        return [] if self._left is None else table.report(table.game.take_back())

    def interrupt(self, table: TableControl) -> list[TableEvent]:
        return []

    def can_place(self, table: TableControl) -> bool:
        puzzles = self._puzzles
        is_free = self._left is None or not table.game.hand()
        return puzzles.advice is not None and not puzzles.is_done and is_free

    def handle_events(self, table: TableControl, events: tuple[Event, ...]) -> None:
        self._left = None
        for event in events:
            if isinstance(event, Placed) and not self._puzzles.shows_answer:
                self._puzzles.try_placement(Placement(event.tile, event.space))
                self._left = None if self._puzzles.is_right else _LOOK
                self._on_try()

    def cover(self, table: TableControl) -> None:
        """Withdraw the requests to the engines."""
        if self._puzzles.puzzle == self._puzzle:
            self._puzzles.stop()

    def show_answer(self, table: TableControl) -> list[TableEvent]:
        """Place the tile where it is worth most."""
        game, events = table.game, tuple["Event", ...]()
        if self._left is not None:
            events = game.take_back()
        self._puzzles.show_answer()
        best = self._puzzles.best
        if best is not None:
            events += game.place(best.placement.tile, best.placement.space)
        return table.report(events)


class PuzzleMode(TableMode):
    """A position of one's own games; `follow` returns the table of the next puzzle."""

    def __init__(
        self, context: Context, puzzles: PuzzlesControl, follow: Callable[[PuzzlesControl], Scene]
    ) -> None:
        self._context, self.puzzles, self._follow = context, puzzles, follow
        match, seat = puzzles.match, puzzles.puzzle.seat
        rules, players = replace(match.rules, rounds=1), (match.players[seat],)
        setup = TableSetup(rules, players, "puzzle", marks=frozenset({Mark.TOOK_BACK}))
        begun = Round(None, None, match.round.calls, (match.round.seats[seat],))
        self._game = TableGame(setup, LocalKeeper(Match(rules, players, (begun,))))
        self._flow = PuzzleFlow(puzzles, self._play_result)
        self.control = TableControl(self._game, context.engines, lambda: context.now(), self._flow)

    def _play_result(self) -> None:
        if self.puzzles.is_right:
            self._context.sound.play(Sound.RIGHT, step=max(0, self.puzzles.figures.streak - 1))

    def sign(self, table: TableScreen) -> IconButton:
        leave = partial(self.leave, Action.CANCEL, table)
        return table_sign(self._context, Icon.CLOSE, "menu.back", leave)

    def links(self, table: TableScreen) -> list[WordLink]:
        word = partial(table_link, self._context)
        self._show = word(
            "puzzles.show", lambda: table.show(self._flow.show_answer(self.control)), "show"
        )
        self._rush = WordLink(self._rush_words, self._toggle_rush, id="rush")
        return [self._show, word("puzzles.next", self._go_on, "next"), self._rush]

    def _rush_words(self) -> str:
        """Return the words that begin a rush, or its clock."""
        puzzles, text = self.puzzles, self._context.text
        if puzzles.rush is not None:
            time = write_duration(self._context.catalogue, ceil(puzzles.rush))
            return text("puzzles.rush_now", solved=puzzles.rushed, time=time)
        best = puzzles.figures.best_rush
        return text("puzzles.rush_best", best=best) if best else text("puzzles.rush")

    def above(self, table: TableScreen) -> Maybe:
        words, ink = self._verdict()
        return Column(
            Text(words or self._question(tile_name), "strong", ink, lines=2),
            Text(" · ".join(self._reasons()), "body", lines=2),
            gap=2,
        )

    def highest_above(self) -> list[Widget]:
        return [Column(Text("\n", "strong", lines=2), Text("\n", "body", lines=2), gap=2)]

    def below_hand(self, table: TableScreen) -> Maybe:
        puzzles, text = self.puzzles, self._context.text
        self._show.why_disabled = "" if puzzles.is_done or puzzles.advice is None else None
        self._rush.why_disabled = None if puzzles.can_rush else text("puzzles.all_shown")
        words = text("puzzles.next")
        return puzzles.is_done and ActionBand(words, self._go_on, icon=Icon.RIGHT, id=MAIN)

    def hints(self) -> list[tuple[str, str]]:
        text, key = self._context.text, partial(action_key, self._context)
        is_done, following = self.puzzles.is_done, text("puzzles.next")
        return [
            (key(Action.CONFIRM), following if is_done else text("play.key.place")),
            *([] if is_done else [(key(Action.NEXT_CALL), following)]),
            (key(Action.CANCEL), text("menu.back")),
        ]

    def title(self) -> tuple[str, str]:
        puzzles, text = self.puzzles, self._context.text
        number, total = puzzles.at + 1, len(puzzles.puzzles)
        return text("puzzles.title"), text("puzzles.count", number=number, total=total)

    def instructions(self) -> str:
        return "\n".join((self._question(tile_words), self._verdict()[0], *self._reasons()))

    def _question(self, name_of: Callable[[Context, Ruleset, Tile], str]) -> str:
        """Return the question; `name_of` words a tile for the eye or for a voice."""
        hand = self._game.hand() or (self.puzzles.played.tile,)
        tiles = [name_of(self._context, self.puzzles.match.rules, tile) for tile in hand]
        return self._context.text("puzzles.ask", tile=write_list(self._context.catalogue, tiles))

    def _verdict(self) -> tuple[str, Ink]:
        """Return the verdict, and its colour; "" for the question."""
        puzzles, text = self.puzzles, self._context.text
        best, tried = puzzles.best, puzzles.tried
        if puzzles.has_failed:
            return text("puzzles.failed"), "bad"
        if puzzles.shows_answer and best is not None:
            return text("puzzles.answer", space=self._name(best.placement)), "good"
        if tried is None:
            return "" if best else text("puzzles.thinking"), "ink"
        if not puzzles.is_right:
            return self._price_words("wrong", tried.placement, tried.cost), "poor"
        if tried.cost < BEST or best is None:
            return text("puzzles.right"), "good"
        return text("puzzles.near", space=self._name(best.placement)), "good"

    def _reasons(self) -> list[str]:
        """Return the reasons for the placement on display; before a try how many were solved, in
        the end also what was placed in the game.
        """
        puzzles, text = self.puzzles, self._context.text
        shown = puzzles.best if puzzles.shows_answer else puzzles.tried
        if shown is None:
            done, figures = len(puzzles.solved), puzzles.figures
            return [
                text("puzzles.solved", solved=done, total=len(puzzles.puzzles)),
                text("puzzles.streak", count=figures.streak, best=figures.best_streak),
            ]
        words = [reason_words(self._context, reason) for reason in shown.reasons[:3]]
        if puzzles.is_done:
            words.append(self._price_words("yours", puzzles.played, puzzles.puzzle.cost))
        return words

    def _price_words(self, key: str, placement: Placement, cost: float) -> str:
        """Return the words of a placement's cost, in points if those are shown."""
        name, text = self._name(placement), self._context.text
        if not self.puzzles.tells_points:
            return text(f"puzzles.{key}_plain", space=name)
        points = text("terms.count.points", count=round(cost, 1))
        return text(f"puzzles.{key}", space=name, points=points)

    def _name(self, placement: Placement) -> str:
        """Return the space of a placement, and the tile where another one was placed."""
        rules = self.puzzles.match.rules
        name = space_name(self._context, rules.grid, placement.space)
        if placement.tile is self.puzzles.played.tile:
            return name
        return f"{tile_name(self._context, rules, placement.tile)} ({name})"

    def use_key(self, key: Command, table: TableScreen) -> Outcome:
        if key.action in MATCH_ACTIONS | {Action.TAKE_BACK, Action.REDO}:
            return Outcome(True, Ignored())
        goes_on = key.action is Action.CONFIRM and self.puzzles.is_done
        if (goes_on or key.action is Action.NEXT_CALL) and not key.is_repeat:
            return Outcome(True, self._go_on())
        return UNUSED

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        return leave_or_quit(self._context, action)

    def draw(self, surface: pygame.Surface, layout: TableLayout) -> None:
        return

    def _toggle_rush(self) -> Navigation | None:
        if self.puzzles.rush is not None:
            self.puzzles.end_rush()
            return None
        self.puzzles.begin_rush()
        return Replace(self.count())

    def _go_on(self) -> Navigation:
        self.puzzles.go_on()
        return Replace(self.count())

    def count(self) -> Scene:
        return self._follow(self.puzzles)
