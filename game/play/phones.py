"""The seats of a match that are played on phones: what each may see and do; no network.

A phone sees its own board, the called tiles and who has answered: never the order of the bag, and
the others' boards only in the count. It knows no rules: each space carries what a tile would earn.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from game.play.closing import note_closing, noted_closing
from game.play.engines import Engines
from game.play.keeper import SeatsApart
from game.play.kept_match import keep_seat
from game.play.pending_choices import SUBSTITUTE, choice_seed
from game.play.placing_for import place_for
from game.play.table_game import Phase, TableGame
from game.rules.errors import IllegalMove
from game.rules.match import MISSES_UNTIL_OUT, Match, Player, PlayerKind, Round
from game.rules.match_score import score_match
from game.rules.meta import SUBSTITUTES_KEY, read_meta, with_field
from game.rules.moves import Event, Move
from game.rules.placement import Position
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.rules.scoring import LineState, LineStatus, line_status, score_position
from game.rules.seat import new_seat
from game.rules.tiles import Symbol, Tile

_ACTS: Final = {Phase.ACT: "place", Phase.CLOSE: "close"}
"""The move that a phone is asked for; in all other phases it waits, or the round is over."""


class _SeatKeeper:
    """Shows a match as one seat on a phone has it, with the closing moves that it tries.

    The owner of the match stays the keeper of `game`.
    """

    def __init__(self, game: TableGame, seat: int, arrived: Callable[[Move], tuple[Event, ...]]):
        self._game, self._seat, self.perform = game, seat, arrived
        others = frozenset(range(len(game.match.players))) - {seat}
        # Whoever is let in after a player was out by the league's rules is the substitute (M5).
        self.apart = SeatsApart(others, substitutes=frozenset({seat}))
        self._shown: tuple[Match, Match] | None = None

    @property
    def match(self) -> Match:
        match = self._game.match
        if self._shown is None or self._shown[0] is not match:
            self._shown = (match, self._of_seat(match))
        return self._shown[1]

    def _of_seat(self, match: Match) -> Match:
        seat, players = self._seat, list(match.players)
        if players[seat].kind is PlayerKind.BOT:
            # A person who was let in plays it now.
            players[seat] = Player(self._game.name_of(seat))
            match = replace(match, players=tuple(players))
        tried = noted_closing(match, seat) if match.rules.has_aside else None
        moves = () if tried is None else tried.placements
        return replace(match, meta=note_closing(match, seat, moves)) if moves else match

    def keep(self, match: Match) -> None:
        tried, game = noted_closing(match), self._game
        moves = () if tried is None else tried.placements
        game.save_meta(note_closing(game.match, self._seat, moves, is_on_phone=True))


class PhoneSeats:
    """The phones' seats of one match; `game` is as the window that calls has it."""

    def __init__(self, game: TableGame) -> None:
        self.game = game
        self._lenses: dict[int, TableGame] = {}
        self._views: dict[int, tuple[object, dict[str, Any]]] = {}
        """The views that depend on a seat's own board alone, each with the state that was its
        source.
        """
        self._signed: dict[int, str] = {}
        """The records that seats have kept of the finished match."""
        self._events: tuple[Event, ...] = ()
        self.left: float | None = None
        """Seconds left to the phones that are awaited, None without a clock."""
        self._rests: dict[tuple[str, Phase], float] = {}
        """Seconds left to answer, by call and phase: whoever takes a tile back has the rest."""
        self._misses: Counter[int] = Counter()
        """Calls that each seat has missed in a row."""
        self.on_out: Callable[[int], None] = self.leave
        """The function for a seat that has missed three calls; `leave` by default."""

    def take_events(self, dt: float, engines: Engines) -> tuple[Event, ...]:
        """Let `dt` seconds pass for the clock; return the events of the phones' moves."""
        self._advance(dt, engines)
        events, self._events = self._events, ()
        return events

    def _perform(self, move: Move) -> tuple[Event, ...]:
        events = self.game.perform(move)
        self._events += events
        return events

    def lens(self, seat: int) -> TableGame:
        """Return the match as the player of a seat has it, with the closing moves being tried."""
        lens = self._lenses.get(seat)
        if lens is None:
            game = self.game
            setup = replace(game.setup, phones=frozenset(), answer_seconds=None)
            keeper = _SeatKeeper(game, seat, self._perform)
            lens = self._lenses[seat] = TableGame(setup, keeper, game.source)
        # In view from the first on, so that its player is at this screen.
        lens.hand_over(seat)
        return lens

    # a phone's view

    def at(self) -> str:
        """Return the round and the call, `2.7`, by which a late word of a phone is known."""
        rounds = self.game.match.rounds
        return f"{len(rounds)}.{len(rounds[-1].calls) if rounds else 0}"

    def view(self, seat: int) -> dict[str, Any]:
        """Return all that the phone of a seat may know, as plain values."""
        lens, game, rules = self.lens(seat), self.game, self.game.match.rules
        current, phase = lens.round, lens.phase()
        is_over = phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)
        awaited, elsewhere = game.awaited(), game.apart.elsewhere
        calls = () if current is None else current.calls
        value: dict[str, Any] = {
            **self._own_view(lens, seat, phase),
            "at": self.at(),
            "do": "over" if is_over else _ACTS.get(phase, "wait"),
            "round": len(game.match.rounds),
            "rounds": rules.rounds,
            "call": len(calls),
            "calls": len(rules.call_sizes),
            "called": [tile.index for tile in calls[-1]] if calls else [],
            "back": lens.can_take_back(seat) and not is_over,
            "you": seat,
            "players": [
                {
                    "name": game.name_of(i),
                    "done": i not in awaited,
                    "bot": i not in elsewhere and not game.is_person(i),
                }
                for i in range(len(game.match.players))
            ],
            "last_round": game.match.is_complete,
            "left": self._left_now(),
        }
        if is_over:
            value["count"] = self._count()
        return value

    def _own_view(self, lens: TableGame, seat: int, phase: Phase) -> dict[str, Any]:
        """Return the part that other seats' answers do not change; computed once a change."""
        state, calls = lens.seat_state(seat), 0 if lens.round is None else len(lens.round.calls)
        key = (state, lens.closing, phase, calls, len(lens.match.rounds))
        before = self._views.get(seat)
        if before is not None and before[0] == key:
            return before[1]
        rules, position, last = lens.match.rules, lens.position(seat), lens.last_placement(seat)
        value = {
            "board": board_view(rules, position),
            "points": lens.points_before(seat) + score_position(rules, position).total,
            "hand": [self._tile(lens, tile) for tile in lens.hand()],
            "last": None if last is None else last.space,
            "moves": list(lens.spaces_to_move_to()),
        }
        self._views[seat] = key, value
        return value

    def _tile(self, lens: TableGame, tile: Tile) -> dict[str, Any]:
        """Return a tile of the hand, and what each space would earn with it."""
        rules, before = lens.match.rules, score_position(lens.match.rules, lens.position()).total
        spaces: dict[str, Any] = {}
        for space in lens.legal(tile):
            after = lens.preview(tile, space)
            gain = 0.0 if after is None else score_position(rules, after).total - before
            lines = [] if after is None else _lines(rules, after)
            spaces[str(space)] = {"gain": gain, "lines": lines}
        return {"tile": tile.index, "spaces": spaces}

    def _count(self) -> list[dict[str, Any]]:
        match, game = self.game.match, self.game
        score = score_match(match)
        return [
            {
                "name": game.name_of(i),
                "board": board_view(match.rules, match.round.seats[i].position),
                "total": score.players[i].total,
                "won": match.is_complete and i in score.winners,
            }
            for i in range(len(match.players))
        ]

    def record(self, seat: int, secret: bytes) -> str:
        """Return the record of the match as a seat may have it, with this seat as its own.

        Before the end it has no seed, and of an open round this seat's board alone. At the end it
        is signed with `secret` (V5).
        """
        game, match = self.game, self.game.match
        if match.is_complete:
            if seat not in self._signed:
                self._signed[seat] = print_record(keep_seat(match, seat, secret))
            return self._signed[seat]
        phones = frozenset(range(len(match.players)))
        setup = replace(game.setup, phones=phones, owner=seat, seed="")
        came = read_meta(match.meta).items(SUBSTITUTES_KEY)
        rounds = tuple(self._known_round(seat, played) for played in match.rounds)
        meta = setup.to_meta(with_field(None, SUBSTITUTES_KEY, came or None))
        return print_record(replace(match, rounds=rounds, meta=meta))

    def _known_round(self, seat: int, played: Round) -> Round:
        rules, seats = self.game.match.rules, played.seats
        if not played.is_complete(rules):
            seats = tuple(s if i == seat else new_seat(rules) for i, s in enumerate(seats))
        return replace(played, seed=None, seats=seats)

    # a phone's moves

    def act(self, seat: int, do: str, at: str, tile: int, space: int) -> str:
        """Do what a phone asks for; return why not as a word, "" for done. Never raises.

        A word that was meant for another call than the open one is late.
        """
        lens = self.lens(seat)
        # The count is seen and filed: nothing of the round can be taken back any more.
        is_over = lens.phase() in (Phase.ROUND_OVER, Phase.MATCH_OVER)
        if at != self.at() or is_over:
            return "late"
        try:
            match do:
                case "place":
                    return self._place(lens, seat, tile, space)
                case "back" if lens.can_take_back(seat):
                    lens.take_back()
                case "finish" if lens.phase() is Phase.CLOSE:
                    lens.close()
                case _:
                    return "illegal"
        except IllegalMove:
            return "illegal"
        return ""

    def _place(self, lens: TableGame, seat: int, index: int, space: int) -> str:
        last = lens.last_placement(seat)
        if last is not None and last.tile.index == index and space in lens.spaces_to_move_to():
            lens.take_back()
            lens.place(last.tile, space)
            self._misses[seat] = 0
            return ""
        tiles = (*lens.hand(), *(tried.tile for tried in lens.closing))
        tile = next((each for each in tiles if each.index == index), None)
        if tile is None or lens.refusal(tile, space) is not None:
            return "illegal"
        if lens.phase() is Phase.CLOSE:
            lens.try_closing(tile, space)
        else:
            lens.place(tile, space)
            self._misses[seat] = 0
        return ""

    # seats

    def leave(self, seat: int) -> None:
        """Let a computer play on for a phone's player (V3)."""
        self._lenses.pop(seat, None)
        game = self.game
        game.save_meta(note_closing(game.match, seat, (), is_on_phone=True))
        game.leave_seat(seat)

    def free_seats(self) -> tuple[int, ...]:
        """Return the seats that computers play, which later guests can have."""
        game, elsewhere = self.game, self.game.apart.elsewhere
        seats = range(len(game.match.players))
        return tuple(i for i in seats if i not in elsewhere and not game.is_person(i))

    # the clock

    def _advance(self, dt: float, engines: Engines) -> None:
        """Let `dt` seconds pass; a call that a phone lets pass is missed (V4)."""
        game = self.game
        awaited = [i for i in game.awaited() if i in game.apart.elsewhere]
        if game.setup.answer_seconds is None or not awaited:
            self.left = None
            return
        asked = (self.at(), self.lens(awaited[0]).phase())
        rest = self._rests.get(asked, float(game.setup.answer_seconds))
        self.left = self._rests[asked] = max(0.0, rest - dt)
        for seat in awaited if self.left == 0 else ():
            self._miss(seat, engines)

    def _left_now(self) -> int | None:
        """Return the seconds left for the phones, also before the clock of a new call runs."""
        limit = self.game.setup.answer_seconds
        awaited = [i for i in self.game.awaited() if i in self.game.apart.elsewhere]
        if limit is None or not awaited:
            return None
        asked = (self.at(), self.lens(awaited[0]).phase())
        return math.ceil(self._rests.get(asked, limit))

    def _miss(self, seat: int, engines: Engines) -> None:
        game, lens = self.game, self.lens(seat)
        seed = choice_seed(game.setup.seed, game.match, seat)
        choose = lambda match, i: engines.choose_now(match, i, SUBSTITUTE, seed)  # noqa: E731
        is_missed = lens.phase() is Phase.ACT
        moves = place_for(game.match, seat, choose, engines.master_placements, lens.closing)
        for move in moves:
            self._perform(move)
        if not is_missed:
            return
        self._misses[seat] += 1
        if self._misses[seat] >= MISSES_UNTIL_OUT:
            self.on_out(seat)


def board_view(rules: Ruleset, position: Position) -> dict[str, Any]:
    """Return a board as it is drawn: tiles, the state of each line, what scores.

    A line is `[state, number]`; one that scores is `[index, number, points]`, a ray `[index, is a
    sun ray, points]`.
    """
    score = score_position(rules, position)
    return {
        "tiles": [-1 if tile is None else tile.index for tile in position.tiles],
        "aside": [tile.index for tile in position.aside],
        "lines": _lines(rules, position),
        "scored": [[one.line.index, one.number, one.points] for one in score.lines],
        "rays": [[one.line.index, one.symbol is Symbol.SUN, one.points] for one in score.rays],
    }


def _lines(rules: Ruleset, position: Position) -> list[list[Any]]:
    return [_line(line_status(line, position)) for line in rules.grid.lines]


def _line(status: LineStatus) -> list[Any]:
    number = status.numbers[-1] if status.numbers else 0
    return [status.state.value, 0 if status.state is LineState.EMPTY else number]
