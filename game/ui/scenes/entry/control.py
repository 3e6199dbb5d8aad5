"""The state of entering boards: cursor, typing, undo, and the best possible board."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from game.bots.service.tasks import BestBoardTask
from game.play.entering import (
    entry_refusal,
    find_tile,
    lay,
    lift,
    read_tile,
    set_rest_aside,
    without,
)
from game.play.question import Question, QuestionFailed
from game.progress.review_steps import best_position
from game.rules.deal import Calls
from game.rules.errors import IllegalReason
from game.rules.placement import ASIDE_INDEX, Position
from game.rules.scoring import BoardScore, score_position
from game.ui.scenes.shared.board_cursor import BoardCursor

if TYPE_CHECKING:
    from game.bots.best.result import BestResult
    from game.play.table import TableSetup
    from game.progress.engine_client import EngineClient
    from game.rules.errors import IllegalMove
    from game.rules.match import Match
    from game.rules.ruleset import Ruleset
    from game.rules.state import Player
    from game.rules.tiles import Tile


class BoardsController(Protocol):
    """The boards being entered: of a called round, or of the calculator."""

    @property
    def setup(self) -> TableSetup: ...
    @property
    def rules(self) -> Ruleset: ...
    @property
    def players(self) -> tuple[Player, ...]: ...
    @property
    def people(self) -> tuple[int, ...]: ...
    @property
    def tiles(self) -> tuple[Tile, ...]: ...
    @property
    def calls(self) -> Calls: ...
    @property
    def match(self) -> Match: ...
    def board(self, seat: int) -> Position: ...
    def enter(self, seat: int, position: Position) -> None: ...
    def missing(self, seat: int) -> int: ...
    def fault(self, seat: int) -> IllegalMove | None: ...
    def counted(self) -> Match: ...
    def finished(self) -> Match | None: ...


class EntryEvent(Enum):
    """The result of a typed character."""

    UNUSED = auto()
    TAKEN = auto()
    """It was stored until more are typed, or it moved the cursor."""
    PUT = auto()
    """A tile was placed."""


class EntryControl:
    """The board of `seat`, entered at the `cursor`."""

    def __init__(self, boards: BoardsController, engines: EngineClient) -> None:
        self.boards = boards
        self.seat = boards.people[0]
        self.cursor = BoardCursor()
        self.digits = ""
        self.refused = ""
        """The catalogue key of why the last request was refused; "" if it was accepted."""
        self.latest: tuple[Tile, int] | None = None
        """The last tile placed, and its space."""
        self.shows_best = False
        self.best: BestResult | None = None
        self.bound: float | None = None
        self._engines = engines
        self._question = Question["BestResult"]()
        self._asked: tuple[Ruleset, frozenset[Tile]] | None = None
        self._before: list[tuple[int, Position]] = []
        self._has_column = False
        """Whether a column's letter was typed last, so that a digit is a space's number."""
        self._typed: tuple[Tile, Position] | None = None
        """The tile typed last with the board before it, in case `@` and a space follow."""
        self._aims = False
        self.cursor.put(self.next_empty(-1))

    @property
    def position(self) -> Position:
        """The board on display as entered."""
        return self.boards.board(self.seat)

    @property
    def shown(self) -> Position:
        """The board on display with its leftover tile on the daffodil (P6)."""
        return set_rest_aside(self.boards.rules, self.boards.calls, self.position)

    @property
    def score(self) -> BoardScore:
        """The score of the board on display."""
        return score_position(self.boards.rules, self.shown)

    def is_free(self, tile: Tile) -> bool:
        """Return whether a tile can be placed; each occurs once."""
        return find_tile(self.shown, tile) is None

    def show(self, seat: int) -> None:
        """Display another player's board."""
        self.seat = seat
        self.forget_typing()
        self.cursor.put(self.next_empty(-1))

    def next_empty(self, after: int) -> int:
        """Return the first empty space after one, going round the board; the same if all are full.

        Petals precede stamens where stamens can stay empty.
        """
        rules, position = self.boards.rules, self.position
        count = len(rules.grid)
        order = [(after + 1 + i) % count for i in range(count)]
        late = rules.grid.stamens if rules.has_aside else ()
        order.sort(key=lambda space: space in late)
        return next((s for s in order if position.tiles[s] is None), max(0, after))

    @property
    def space(self) -> int:
        """The space under the cursor."""
        return self.cursor.space or 0

    def type_over(self, space: int) -> None:
        """Move the cursor to a space, and forget characters typed so far."""
        self.cursor.put(space)
        self.forget_typing()

    # entering

    def put(self, tile: Tile, space: int | None = None) -> bool:
        """Place a tile on a space, by default the cursor's, and move to the next empty one.

        Return whether the rules allow it.
        """
        space = self.space if space is None else space
        if tile not in self.boards.tiles:
            known = tile in self.boards.rules.grid.tile_set
            self.refused = f"errors.illegal.{'not-called' if known else 'not-in-tile-set'}"
            return False
        reason = entry_refusal(self.boards.rules, self.position, tile, space)
        if reason is not None:
            self.refused = f"errors.illegal.{reason}"
            return False
        self._enter(lay(self.position, tile, space))
        self.latest = tile, space
        self.cursor.put(self.next_empty(space))
        return True

    def drop(self, tile: Tile, space: int) -> bool:
        """Drop a tile on a space; a tile already there moves to the first one's former space.

        Return whether the rules allow it.
        """
        came_from = find_tile(self.position, tile)
        other = None if space == ASIDE_INDEX else self.position.tiles[space]
        if not self.put(tile, space):
            return False
        if other is not None and other is not tile and came_from is not None:
            refusal = entry_refusal(self.boards.rules, self.position, other, came_from)
            if refusal is None:
                self.boards.enter(self.seat, lay(self.position, other, came_from))
                self.cursor.put(self.next_empty(space))
        return True

    def take_off(self, space: int | None = None) -> bool:
        """Remove the tile on a space, by default the cursor's; return whether there was one."""
        space = self.space if space is None else space
        position = self.position
        is_empty = not position.aside if space == ASIDE_INDEX else position.tiles[space] is None
        if is_empty:
            return False
        self._enter(lift(position, space))
        self.cursor.put(space)
        return True

    def remove(self, tile: Tile) -> None:
        """Remove a tile from the board."""
        self._enter(without(self.position, tile))

    def clear(self) -> None:
        """Empty the board; this can be undone."""
        self._enter(Position((None,) * len(self.boards.rules.grid)))
        self.cursor.put(0)

    def _enter(self, position: Position) -> None:
        self._before.append((self.seat, self.position))
        self.boards.enter(self.seat, position)
        self.refused = ""
        self.forget_typing()

    @property
    def can_undo(self) -> bool:
        """Whether there is an entry to undo."""
        return bool(self._before)

    def undo(self) -> bool:
        """Remove a typed character, else undo the last change; return whether there was one."""
        if self.digits or self._has_column:
            self.digits, self._has_column = self.digits[:-1], False
            return True
        if not self._before:
            return False
        seat, before = self._before.pop()
        old = self.boards.board(seat)
        self.seat = seat
        self.boards.enter(seat, before)
        changed = [i for i, t in enumerate(before.tiles) if t is not old.tiles[i]]
        self.cursor.put(changed[0] if changed else self.space)
        self.forget_typing()
        return True

    def forget_past(self) -> None:
        """Clear the undo history when another board is entered."""
        self._before.clear()
        self.forget_typing()
        self.cursor.put(self.next_empty(-1))

    # typing

    def forget_typing(self) -> None:
        """Forget characters typed so far."""
        self.digits, self._has_column = "", False
        self._typed, self._aims = None, False

    def type(self, sign: str) -> EntryEvent:
        """Type a character of `294`, `294@c3` or a space's name; `refused` says what was wrong."""
        sign = sign.lower()
        self.refused = ""
        rules = self.boards.rules
        if sign == "@" and self._typed is not None:
            self._aims = True
            return EntryEvent.TAKEN
        if sign == "x" and rules.has_aside:
            self.cursor.put(ASIDE_INDEX)
            return self._move_typed()
        if sign.isalpha() and self.cursor.jump(rules.grid, sign):
            self._has_column, self.digits = True, ""
            return EntryEvent.TAKEN
        if self._has_column and sign.isascii() and sign.isdigit():
            self._has_column = False
            if self.cursor.jump(rules.grid, sign):
                return self._move_typed()
            self.refused = "errors.illegal.no-such-space"
            return EntryEvent.TAKEN
        if sign and sign in "123456789*":
            return self._type_digit(sign)
        return EntryEvent.UNUSED

    def _move_typed(self) -> EntryEvent:
        """After an `@`, move the tile typed before it to the space just named."""
        if not (self._aims and self._typed is not None):
            return EntryEvent.TAKEN
        (tile, before), space = self._typed, self.space
        if self.position != before:
            self.boards.enter(self.seat, before)
            self._before.pop()
        return EntryEvent.PUT if self.put(tile, space) else EntryEvent.TAKEN

    def _type_digit(self, sign: str) -> EntryEvent:
        self.digits += sign
        self._typed, self._aims = None, False
        if len(self.digits) < 3:
            return EntryEvent.TAKEN
        tile, before = read_tile(self.digits), self.position
        self.digits = ""
        if tile is None:
            self.refused = f"errors.illegal.{IllegalReason.NOT_IN_TILE_SET.value}"
            return EntryEvent.TAKEN
        is_put = self.put(tile)
        # Where the tile is not allowed, an `@` and a space can still follow.
        self._typed = (tile, before)
        return EntryEvent.PUT if is_put else EntryEvent.TAKEN

    # what is still to be said

    @property
    def missing(self) -> int:
        """The number of tiles the board on display lacks."""
        return self.boards.missing(self.seat)

    @property
    def lacking(self) -> tuple[int, ...]:
        """The seats whose boards lack tiles or break the rules."""
        boards = self.boards
        return tuple(i for i in boards.people if boards.missing(i) or boards.fault(i) is not None)

    # the best board

    @property
    def _search_key(self) -> tuple[Ruleset, frozenset[Tile]]:
        called = frozenset(tile for call in self.boards.calls for tile in call)
        return self.boards.rules, called

    def ask_best(self) -> None:
        """Start the search for the best board of these tiles, unless it is known or running."""
        if self._asked == self._search_key:
            return
        self.stop()
        self._asked = self._search_key
        if self._asked[1]:
            self._question.ask(self._engines.ask(BestBoardTask(self.boards.match, 0)))

    def stop(self) -> None:
        """Stop the search for the best board."""
        if self._question.is_open:
            self._asked = None
        self._question.stop()
        self.bound = None
        if self._asked != self._search_key:
            self.best, self._asked = None, None

    def poll(self) -> bool:
        """Poll the engines; return whether the best board changed."""
        if not self._question.is_open:
            return False
        before, self.bound = self.bound, self._question.progress
        with suppress(QuestionFailed):
            self.best = self._question.poll()
        return before != self.bound or not self._question.is_open

    @property
    def is_searching(self) -> bool:
        """Whether the best board is being searched."""
        return self._question.is_open

    @property
    def best_position(self) -> Position | None:
        """The best board, None while unknown."""
        return None if self.best is None else best_position(self.boards.rules, self.best.board)
