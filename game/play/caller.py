"""An evening with the boxed game: calls tiles, corrects calls, takes the boards people enter.

Computer players may play along. In the match every person counts as sitting elsewhere: their seats
wait at the first call until their boards are entered. The match holds only the round being called.
Entered boards and earlier rounds are stored in its `meta`, so that a crash loses nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from game.play.deal_source import DealSource
from game.play.engines import Engines
from game.play.entering import (
    empty_spaces,
    entered_seat,
    fault_of,
    parse_board,
    print_board,
    set_rest_aside,
    tiles_on,
    unchecked_seat,
    without,
)
from game.play.keeper import LocalKeeper, MatchKeeper
from game.play.pending_choices import PendingChoices
from game.play.table import CALLER_KEY, LONGEST_ANSWER, TableSetup
from game.rules.deal import Calls, deal_calls, round_seed
from game.rules.errors import Fault, FormatError, IllegalMove, IllegalReason
from game.rules.marks import Mark
from game.rules.match import check_call, new_match
from game.rules.placement import Position, empty_position
from game.rules.ruleset import MOST_BOARDS, Ruleset
from game.rules.seat import answer_next_call, choose_finish, new_seat, place_tile
from game.rules.state import Match, Player, PlayerKind, Round
from game.rules.tiles import Tile

PACES: Final = (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 180)
"""The choices of seconds between two calls."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of calls: one every `seconds`, or by hand if None.

    `is_drawn_here` is false if the players draw from their own bag.
    """

    seconds: int | None = None
    is_drawn_here: bool = True


@dataclass(frozen=True, slots=True)
class CalledRound:
    """A finished round: its calls, and every seat's board as entered or played."""

    calls: Calls
    boards: tuple[Position, ...]


class CallerGame:
    """One evening with the box; see the module's docstring.

    Its `keeper` gets the match after every change, before the method returns; `save` is the
    keeper's.
    """

    def __init__(
        self,
        setup: TableSetup,
        pace: Pace,
        engines: Engines,
        save: Callable[[Match], None] = lambda match: None,
    ) -> None:
        self.setup, self.pace = setup, pace
        self.past: tuple[CalledRound, ...] = ()
        self.corrections = 0
        """The number of calls that differed from the draw; it changes the seed of later draws."""
        self._engines = engines
        self._meta: str | None = None
        self._pending = PendingChoices(setup.seed, engines)
        self._clear()
        self._keeper: MatchKeeper = LocalKeeper(self._collect(), save)

    def _clear(self) -> None:
        seats, rules = range(len(self.players)), self.rules
        self.calls: Calls = ()
        self._bots = {i: new_seat(rules) for i in seats if self.is_bot(i)}
        self._boards = {i: empty_position(rules.grid) for i in self.people}

    # state

    @property
    def rules(self) -> Ruleset:
        """The rules of the box."""
        return self.setup.rules

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, computers included."""
        return self.setup.players

    def is_bot(self, seat: int) -> bool:
        """Whether a computer plays the seat."""
        return self.players[seat].kind is PlayerKind.BOT

    @property
    def people(self) -> tuple[int, ...]:
        """The seats whose boards are entered."""
        return tuple(i for i in range(len(self.players)) if not self.is_bot(i))

    @property
    def round_index(self) -> int:
        """The round being called, from 0."""
        return len(self.past)

    @property
    def is_last_round(self) -> bool:
        """Whether no round follows."""
        return self.round_index + 1 >= self.rules.rounds

    @property
    def is_round_called(self) -> bool:
        """Whether all tiles of the round are called."""
        return len(self.calls) == len(self.rules.call_sizes)

    @property
    def called(self) -> tuple[Tile, ...]:
        """All tiles called in this round, in order."""
        return tuple(tile for call in self.calls for tile in call)

    @property
    def bag(self) -> tuple[Tile, ...]:
        """The tiles that can still be called in this round."""
        called = self.called
        return tuple(t for t in self.rules.grid.tile_set if t not in called)

    @property
    def next_size(self) -> int:
        """The number of tiles in the next call (C2); 0 after the last."""
        return 0 if self.is_round_called else self.rules.call_sizes[len(self.calls)]

    def board(self, seat: int) -> Position:
        """Return a person's board as entered, or a computer's as played."""
        return self._bots[seat].position if self.is_bot(seat) else self._boards[seat]

    def missing(self, seat: int) -> int:
        """Return how many called tiles a person's board still lacks."""
        return empty_spaces(self.rules, self.calls, self._boards[seat])

    @property
    def lacking(self) -> tuple[int, ...]:
        """The people whose boards lack tiles or break the rules."""
        return tuple(i for i in self.people if self.missing(i) or self.fault(i) is not None)

    def fault(self, seat: int) -> IllegalMove | None:
        """Return the error of a person's full board that breaks the rules."""
        return fault_of(self.rules, self.calls, self._boards[seat])

    @property
    def match(self) -> Match:
        """The match as it is stored: the round being called, with boards and earlier rounds in
        `meta`.
        """
        return self._keeper.match

    def _collect(self) -> Match:
        """Return the match in its present state."""
        waiting = answer_next_call(new_seat(self.rules), self.calls) if self.calls else None
        seats = tuple(
            self._bots[i] if self.is_bot(i) else waiting or new_seat(self.rules)
            for i in range(len(self.players))
        )
        current = Round(None, None, self.calls, seats)
        return Match(self.rules, self.players, (current,), self._write_meta())

    # calls

    def draw(self) -> tuple[Tile, ...]:
        """Draw the next call's tiles from the bag, without making the call."""
        seed = self.setup.seed
        if self.corrections:
            seed = f"{seed}~{self.corrections}"
        drawn = Round(None, round_seed(seed, self.round_index), self.calls, ())
        return DealSource(self.rules, seed).next_call(drawn, self.round_index)

    def call(self, tiles: tuple[Tile, ...]) -> None:
        """Call these tiles. Raises `IllegalMove` (C1, C2)."""
        check_call(self.rules, self.calls, tiles)
        if tiles != self.draw():
            self.corrections += 1
        self.calls = (*self.calls, tiles)
        self._save()

    def take_back(self) -> None:
        """Put the last call back into the bag. Raises `IllegalMove` before the first call."""
        if not self.calls:
            raise IllegalMove(IllegalReason.NOTHING_TO_TAKE_BACK)
        self._recall(self.calls[:-1])

    def correct(self, old: Tile, new: Tile) -> None:
        """Replace the called tile `old`, which goes back into the bag, by `new`.

        Raises `IllegalMove` if `old` was not called, or if `new` was or is not in the set.
        """
        if old not in self.called:
            raise IllegalMove(IllegalReason.NOT_CALLED, str(old))
        if new not in self.bag:
            known = new in self.rules.grid.tile_set
            reason = IllegalReason.ALREADY_CALLED if known else IllegalReason.NOT_IN_TILE_SET
            raise IllegalMove(reason, str(new))
        self.corrections += 1
        self._recall(tuple(tuple(new if t is old else t for t in call) for call in self.calls))

    def _recall(self, calls: Calls) -> None:
        """Change the calls: remove uncalled tiles from boards, let computers choose again."""
        unchanged = 0
        for new, old in zip(calls, self.calls, strict=False):
            if new != old:
                break
            unchanged += 1
        self.calls = calls
        for seat, board in self._boards.items():
            for tile in tiles_on(board):
                if tile not in self.called:
                    self._boards[seat] = without(self._boards[seat], tile)
        for seat, played in self._bots.items():
            again = new_seat(self.rules)
            for turn in played.turns[:unchanged]:
                again = answer_next_call(again, calls)
                for p in turn.placements:
                    again = place_tile(self.rules, again, p.tile, p.space)
            self._bots[seat] = again
        self._save()

    # computers

    @property
    def bots_think(self) -> bool:
        """Whether a computer has not answered yet."""
        return bool(self._waiting())

    def _waiting(self) -> tuple[int, ...]:
        return tuple(
            i
            for i, seat in self._bots.items()
            if seat.hand
            or len(seat.turns) < len(self.calls)
            or (seat.has_played(self.rules) and not seat.is_done(self.rules))
        )

    def poll_bots(self) -> bool:
        """Request the computers' choices and apply those that arrived; return whether any did."""
        has_news = False
        for answer in self._pending.answers():
            seat = self._bots.get(answer.seat)
            if seat is None or seat is not answer.asked:
                continue
            if answer.is_finish:
                seat = choose_finish(self.rules, seat, answer.placements)
            else:
                (p,) = answer.placements
                seat = place_tile(self.rules, seat, p.tile, p.space)
            self._bots[answer.seat] = seat
            has_news = True
        if has_news:
            self._save()
        for i in self._waiting():
            seat = self._bots[i]
            if not seat.hand and len(seat.turns) < len(self.calls):
                seat = self._bots[i] = answer_next_call(seat, self.calls)
            self._pending.ask(self._match_for(i), i, self.players[i].bot or "")
        return has_news

    def _match_for(self, seat: int) -> Match:
        """Return the match as a computer may see it: calls up to its own, no other board."""
        playing = self._bots[seat]
        calls = self.calls[: len(playing.turns)]
        other = answer_next_call(new_seat(self.rules), calls)
        seats = tuple(playing if i == seat else other for i in range(len(self.players)))
        return Match(self.rules, self.players, (Round(None, None, calls, seats),))

    # boards

    def enter(self, seat: int, position: Position) -> None:
        """Store a person's board as entered so far."""
        self._boards[seat] = position
        self._save()

    def next_round(self) -> None:
        """Store the round as it is now, and begin the next one."""
        self.past = (*self.past, self._closed())
        self._clear()
        self._save()

    def _closed(self) -> CalledRound:
        boards = [self.board(i) for i in range(len(self.players))]
        laid_out = tuple(set_rest_aside(self.rules, self.calls, board) for board in boards)
        return CalledRound(self.calls, laid_out)

    def counted(self) -> Match:
        """Return all boards entered so far as a match to count, complete or not.

        A board that lacks a tile or breaks the rules fits no record; see `finished`.
        """
        rounds = tuple(
            Round(
                None,
                None,
                played.calls,
                tuple(unchecked_seat(self.rules, played.calls, b) for b in played.boards),
            )
            for played in (*self.past, self._closed())
        )
        return self._recorded(rounds)

    def finished(self) -> Match | None:
        """Return the finished match for the records; None before the last round is complete, or
        if a board breaks the rules.
        """
        rounds: list[Round] = []
        for index, played in enumerate((*self.past, self._closed())):
            if len(played.calls) < len(self.rules.call_sizes):
                return None
            try:
                seats = tuple(entered_seat(self.rules, played.calls, b) for b in played.boards)
            except IllegalMove:
                return None
            rounds.append(Round(None, round_seed(self.setup.seed, index), played.calls, seats))
        if len(rounds) < self.rules.rounds:
            return None
        if any(r.calls != deal_calls(self.rules, r.seed or "") for r in rounds):
            # The players' own draw has no seed, so that the deal cannot be repeated.
            rounds = [replace(r, seed=None) for r in rounds]
        return self._recorded(tuple(rounds))

    def _recorded(self, rounds: tuple[Round, ...]) -> Match:
        return Match(self.rules, self.players, rounds, self._physical().to_meta(self._meta))

    def _physical(self) -> TableSetup:
        return self.setup.marked(Mark.PHYSICAL)

    # saving

    def _save(self) -> None:
        self._keeper.keep(self._collect())

    def _write_meta(self) -> str:
        grid = self.rules.grid
        past = [
            {
                "calls": [[str(tile) for tile in call] for call in played.calls],
                "boards": [print_board(grid, board) for board in played.boards],
            }
            for played in self.past
        ]
        state: dict[str, Any] = {
            "seconds": self.pace.seconds,
            "drawn_here": self.pace.is_drawn_here,
            "corrections": self.corrections,
            "boards": {str(i): print_board(grid, board) for i, board in self._boards.items()},
            "past": past,
        }
        meta: dict[str, Any] = json.loads(self._physical().to_meta(self._meta))
        return json.dumps(meta | {CALLER_KEY: state}, ensure_ascii=False)

    @classmethod
    def start(
        cls,
        setup: TableSetup,
        pace: Pace,
        engines: Engines,
        save: Callable[[Match], None] = lambda match: None,
        meta: str | None = None,
    ) -> CallerGame:
        """Return a new game before its first call. Raises `RulesetError` (V1, V6)."""
        new_match(setup.rules, setup.players, most=MOST_BOARDS)
        game = cls(setup, pace, engines, save)
        game._meta = meta
        game._save()
        return game

    @classmethod
    def resume(
        cls,
        match: Match,
        engines: Engines,
        save: Callable[[Match], None] = lambda match: None,
    ) -> CallerGame:
        """Return the game that was saved as `match`. Raises `FormatError` for invalid `meta`."""
        setup = TableSetup.from_match(match)
        setup = replace(setup, marks=setup.marks - {Mark.PHYSICAL})
        try:
            state: Any = json.loads(match.meta or "{}")[CALLER_KEY]
            seconds = state["seconds"]
            if seconds is not None:
                seconds = min(max(1, int(seconds)), LONGEST_ANSWER)
            pace = Pace(seconds, bool(state["drawn_here"]))
            game = cls(setup, pace, engines, save)
            game._meta = _without_caller(match.meta)
            game.corrections = int(state["corrections"])
            game.past = tuple(_read_past(match.rules, item) for item in state["past"])
            game.calls = match.rounds[-1].calls if match.rounds else ()
            for i in game.people:
                texts = state["boards"][str(i)]
                game._boards[i] = parse_board(match.rules, game.called, texts)
            for i in game._bots:
                game._bots[i] = match.rounds[-1].seats[i]
        except (AttributeError, LookupError, TypeError, ValueError, IllegalMove) as error:
            raise FormatError(Fault.NOT_A_TABLE, f"meta.{CALLER_KEY}") from error
        game._keeper = LocalKeeper(game._collect(), save)
        return game


def _read_past(rules: Ruleset, item: Any) -> CalledRound:
    """Read a round from `meta`. Raises the errors of Python or of the rules for an invalid one."""
    calls: Calls = ()
    for call in item["calls"]:
        tiles = tuple(Tile.parse(text) for text in call)
        check_call(rules, calls, tiles)
        calls = (*calls, tiles)
    called = [tile for call in calls for tile in call]
    boards = tuple(parse_board(rules, called, texts) for texts in item["boards"])
    return CalledRound(calls, boards)


def _without_caller(meta: str | None) -> str | None:
    if meta is None:
        return None
    tree: dict[str, Any] = json.loads(meta)
    tree.pop(CALLER_KEY, None)
    return json.dumps(tree, ensure_ascii=False)
