"""A match being played at one screen, without drawing.

A `TableGame` has the source of a match's calls, and adds the seat in view and the clock. Its keeper
(`game.play.keeper`) owns the match and stores every change. Everything else is computed from the
match, so that takeback and a restart restore it. `game.play.table_control` decides which actions
are allowed and which happen automatically.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from functools import lru_cache

from game.play.clock import Deadline, note_left, noted_left
from game.play.closing import note_closing, noted_closing
from game.play.deal_source import CallSource, DealSource
from game.play.editions import CallerRule
from game.play.keeper import LocalKeeper, MatchKeeper, SeatsApart
from game.play.pending_choices import SUBSTITUTE, substitute_for, successor_for
from game.play.table import TableSetup
from game.rules.errors import IllegalReason
from game.rules.marks import Mark
from game.rules.match import Match, Player, PlayerKind, Round, apply, find_departures, new_match
from game.rules.match_score import MatchScore, score_match, share_best_ray
from game.rules.meta import Substitute, note_substitute, read_substitutes
from game.rules.moves import BeginRound, Call, Event, Finish, Move, Place, TakeBack
from game.rules.placement import (
    ASIDE_INDEX,
    Placement,
    Position,
    empty_position,
    is_set_free,
    legal_spaces,
    put_unchecked,
    refusal,
    take_from_aside,
)
from game.rules.ruleset import CallRule, RayRule
from game.rules.scoring import score_position
from game.rules.seat import Seat
from game.rules.tiles import Symbol, Tile


class Phase(Enum):
    """The phases of a table, as seen from the board in view."""

    BEGIN = auto()
    """The first round can begin."""
    ACT = auto()
    """The person in view has tiles to place."""
    CLOSE = auto()
    """The person in view chooses the closing moves (P6)."""
    HAND_OVER = auto()
    """Another person is to act; until then takebacks are open."""
    BOTS = auto()
    """Only computers are still to act."""
    CALL = auto()
    """All seats have answered; until the next call takebacks are open (C4)."""
    ROUND_OVER = auto()
    """A round is over and another follows."""
    MATCH_OVER = auto()
    """All rounds are played."""


# Needed in every frame for every seat; a module's cache, because drawing must not change the table.
_share_best_ray = lru_cache(maxsize=4)(share_best_ray)


class TableGame:
    """One match at one screen; see the module's docstring.

    `view` is the seat whose board is shown large.
    """

    def __init__(
        self, setup: TableSetup, keeper: MatchKeeper, source: CallSource | None = None
    ) -> None:
        self.setup, self.keeper = setup, keeper
        self.source: CallSource = source or DealSource(setup.rules, setup.seed)
        self.deadline = Deadline(setup.answer_seconds)
        self._scored: tuple[Match, MatchScore] | None = None
        self._tried: tuple[Match, Finish | None] | None = None
        self._taken_back: list[tuple[int, Placement]] = []
        """(seat, placement) taken back in the open call and not placed again, the latest last."""
        self._before_calls: list[Match] = []
        """The match before each call since the table was opened."""
        self._on_phones: tuple[tuple[str | None, frozenset[int]], SeatsApart] | None = None
        """The seats that phones play now, with the `meta` and answers they were computed from."""
        self.view = self._first_view()
        tried = noted_closing(self.match)
        if tried is not None and self.is_person(tried.seat):
            self.view = tried.seat
        left, limit = noted_left(self.match, self.view), setup.answer_seconds
        if left is not None and limit is not None:
            self.deadline.spend(limit - min(left, limit))

    @classmethod
    def start(
        cls,
        setup: TableSetup,
        save: Callable[[Match], None] = lambda match: None,
        meta: str | None = None,
    ) -> TableGame:
        """Return a new match before its first round. Raises `RulesetError` (V1)."""
        return cls(setup, LocalKeeper(new_match(setup.rules, setup.players, meta), save))

    # state

    @property
    def match(self) -> Match:
        """The match, as its keeper stored it."""
        return self.keeper.match

    @property
    def apart(self) -> SeatsApart:
        """The seats that are not played at this screen."""
        if not self.setup.phones:
            return self.keeper.apart
        source = self.match.meta, self.keeper.apart.answered
        if self._on_phones is None or self._on_phones[0] != source:
            seats = frozenset(i for i in self.setup.phones if not self.successor(i))
            self._on_phones = source, SeatsApart(seats, source[1])
        return self._on_phones[1]

    @property
    def closing(self) -> tuple[Placement, ...]:
        """The closing moves that the seat in view tries."""
        match = self.match
        if self._tried is None or self._tried[0] is not match:
            self._tried = (match, noted_closing(match))
        tried = self._tried[1]
        return tried.placements if tried is not None and tried.seat == self.view else ()

    @property
    def round(self) -> Round | None:
        """The round being played or just over, None before the first."""
        return self.match.rounds[-1] if self.match.rounds else None

    def player(self, seat: int) -> Player:
        """Return the player of a seat."""
        return self.match.players[seat]

    def seat_state(self, seat: int | None = None) -> Seat | None:
        """Return a seat's part of the round; by default of the seat in view."""
        current = self.round
        return None if current is None else current.seats[self.view if seat is None else seat]

    def position(self, seat: int | None = None) -> Position:
        """Return a board for display, with the closing moves being tried; empty before a round.

        A computer's placements and closing moves are included once all people at this screen have
        made their own.
        """
        state = self.seat_state(seat)
        if state is None:
            return empty_position(self.match.rules.grid)
        if seat in (None, self.view) and self.closing:
            return _closed(state, self.closing)
        if self.is_person(self.view if seat is None else seat):
            return state.position
        people = [self.match.round.seats[i] for i in self.people()]
        is_open = seat in self.setup.phones and bool(self.awaited())
        if is_open or any(other.hand for other in people):
            return state.turn_start
        if state.finish and not all(other.is_done(self.match.rules) for other in people):
            return _opened(state)
        return state.position

    def face_down(self, seat: int | None = None) -> frozenset[int] | None:
        """Return the spaces of a person's face-down tiles; None for an open board.

        In a blind game all tiles are face down except those that can still be taken back.
        """
        seat = self.view if seat is None else seat
        state, laid = self.seat_state(seat), self.position(seat)
        if not self.setup.is_blind or not self.is_person(seat) or state is None:
            return None
        last = state.turns[-1].placements if state.turns else ()
        tried = self.closing if seat == self.view else ()
        open_spaces = {placement.space for placement in (*last, *tried)}
        return frozenset(
            i for i, t in enumerate(laid.tiles) if t is not None and i not in open_spaces
        )

    def aside(self) -> tuple[Tile | None, ...]:
        """Return the tiles set aside on the board in view; None for each that was moved away."""
        state, laid = self.seat_state(), self.position()
        if state is None:
            return ()
        set_aside = [p.tile for t in state.turns for p in t.placements if p.space == ASIDE_INDEX]
        return tuple(t if t in laid.aside else None for t in set_aside)

    def hand(self) -> tuple[Tile, ...]:
        """Return the tiles that the person in view can place now: called, owed, or set aside."""
        phase = self.phase()
        state = self.seat_state()
        if state is None:
            return ()
        if phase is Phase.ACT:
            return state.hand
        if phase is Phase.CLOSE:
            return tuple(t for t in self.position().aside if not t.is_wild)
        return ()

    @property
    def others(self) -> list[int]:
        """The seats beside the one in view, in table order from it."""
        count = len(self.match.players)
        return [(self.view + i) % count for i in range(1, count)]

    def people(self) -> tuple[int, ...]:
        """Return the seats of the people at this screen."""
        return tuple(i for i in range(len(self.match.players)) if self.is_person(i))

    def is_person(self, seat: int) -> bool:
        """Whether a person at this screen plays the seat now, for a player who is out too."""
        if self.player(seat).kind is PlayerKind.BOT or seat in self.apart.elsewhere:
            return False
        return not self.is_out(seat) or seat in self.apart.substitutes

    def is_out(self, seat: int) -> bool:
        """Whether the seat's player is out (M5), or has left it to a computer (V3)."""
        if self.successor(seat):
            return True
        if self.match.rules.call is not CallRule.MAIL:
            return False
        return any(change.seat == seat for change in find_departures(self.match))

    def successor(self, seat: int) -> str:
        """Return the bot that plays a seat which its player left (V3), "" for none."""
        came = self._last_substitute(seat)
        return "" if came is None else came.bot

    def name_of(self, seat: int) -> str:
        """Return the name of the seat's first player, or of the person who has it now."""
        came = self._last_substitute(seat)
        return self.player(seat).name if came is None or came.bot else came.came

    def _last_substitute(self, seat: int) -> Substitute | None:
        came = [one for one in read_substitutes(self.match.meta) if one.seat == seat]
        return came[-1] if came else None

    def can_be_left(self) -> tuple[int, ...]:
        """Return the seats that people can leave to a computer (V3), while another person stays."""
        people = self.people()
        is_open = self.phase() not in (Phase.ROUND_OVER, Phase.MATCH_OVER)
        if self.setup.phones:
            return tuple(sorted(self.apart.elsewhere)) if is_open else ()
        return people if len(people) > 1 and is_open and not self.apart.elsewhere else ()

    def leave_seat(self, seat: int) -> None:
        """Let a computer take over a seat in its present state (V3)."""
        if seat == self.view:
            self._try(())
        bot = successor_for(self.setup, seat)
        self._substitute(seat, bot, bot)
        people = self.people()
        if seat == self.view and people:
            following = self.next_person()
            self.hand_over(people[0] if following is None else following)

    def let_in(self, seat: int, name: str) -> None:
        """Let a person on a phone take over a computer's seat in its present state."""
        self.setup = replace(self.setup, phones=self.setup.phones | {seat})
        self._substitute(seat, name)
        self.save_meta(self.setup.to_meta(self.match.meta))

    def _substitute(self, seat: int, name: str, bot: str = "") -> None:
        before = sum(len(played.calls) for played in self.match.rounds[:-1])
        state = self.seat_state(seat)
        answered = 0 if state is None else len(state.turns) - bool(state.hand)
        came = Substitute(seat, before + answered, self.name_of(seat), name, bot)
        self.save_meta(note_substitute(self.match.meta, came))

    def order(self) -> tuple[int, ...]:
        """Return the seats in the order they act at one screen, from the caller round the table."""
        count = len(self.match.players)
        first = (self.match.rounds[-1].caller or 0) if self.match.rounds else 0
        return tuple((first + i) % count for i in range(count))

    def awaited(self) -> tuple[int, ...]:
        """Return the seats that the table waits for, in the order they act.

        These are the seats with tiles to place; if there are none, or all of them are elsewhere,
        those that must choose closing moves (P6).
        """
        current, rules = self.round, self.match.rules
        if current is None:
            return ()
        acting = tuple(i for i in self.order() if current.seats[i].hand)
        if len(current.calls) < len(rules.call_sizes):
            return acting
        choosing = tuple(
            i for i in self.order() if i not in acting and not current.seats[i].is_done(rules)
        )
        elsewhere = self.apart.elsewhere
        if not elsewhere.issuperset(choosing) and elsewhere.issuperset(acting):
            return choosing
        return acting or choosing

    def phase(self) -> Phase:
        """Return the phase, which follows from the match and the seat in view."""
        current, awaited = self.round, self.awaited()
        if current is None:
            return Phase.BEGIN
        if awaited:
            people = [i for i in awaited if self.is_person(i)]
            if self.view in people:
                return Phase.ACT if current.seats[self.view].hand else Phase.CLOSE
            return Phase.HAND_OVER if people else Phase.BOTS
        if len(current.calls) < len(self.match.rules.call_sizes):
            return Phase.CALL
        return Phase.MATCH_OVER if self.match.is_complete else Phase.ROUND_OVER

    def seconds_left(self, now: float) -> float | None:
        """Return the seconds left to the seat in view; None without a clock or a tile to place."""
        is_asked = self.deadline.limit is not None and self.phase() is Phase.ACT
        return self.deadline.remaining(now) if is_asked else None

    def next_person(self) -> int | None:
        """Return the seat that takes the screen at a hand-over: the next awaited person's."""
        people = [i for i in self.awaited() if self.is_person(i)]
        count = len(self.match.players)
        return min(people, key=lambda i: (i - self.view) % count, default=None)

    def can_take_back(self, seat: int | None = None) -> bool:
        """Whether a person, by default in view, has a placement to take back (C4)."""
        return bool(self.closing) or self.last_placement(seat) is not None

    def last_placement(self, seat: int | None = None) -> Placement | None:
        """Return the placement that a person, by default in view, can take back (C4)."""
        state = self.seat_state(seat)
        if state is None or not self.is_person(self.view if seat is None else seat):
            return None
        if not state.can_take_back() or len(state.turns) != len(self.match.round.calls):
            return None
        return state.turns[-1].placements[-1]

    @property
    def undone(self) -> Placement | None:
        """The latest placement that the person in view took back and can repeat, or None.

        The next call and any other placement end this.
        """
        seat, placement = self._taken_back[-1] if self._taken_back else (None, None)
        if placement is None or seat != self.view or placement.tile not in self.hand():
            return None
        is_refused = self.refusal(placement.tile, placement.space) is not None
        return None if is_refused else placement

    def _note_placed(self, tile: Tile, space: int) -> None:
        """Forget all placements taken back, or only the latest one if it is repeated."""
        if self._taken_back[-1:] == [(self.view, Placement(tile, space))]:
            del self._taken_back[-1]
        else:
            self._taken_back.clear()

    def spaces_to_move_to(self) -> tuple[int, ...]:
        """Return the other spaces for the tile just placed, until the next call (C4).

        () while other tiles are in hand.
        """
        last = self.last_placement()
        if last is None or self.phase() in (Phase.ACT, Phase.CLOSE):
            return ()
        before, _ = apply(self.match, TakeBack(self.view))
        position = before.round.seats[self.view].position
        return tuple(
            i for i in legal_spaces(self.match.rules, position, last.tile) if i != last.space
        )

    def can_undo_call(self) -> bool:
        """Whether the only person can undo the latest call, at the price of a mark."""
        is_alone = self.people() == (self.view,)
        if not self._before_calls or not is_alone or not self.source.can_withdraw:
            return False
        return self._before_calls[-1].round.seats[self.view].can_take_back()

    def is_set_free(self, tile: Tile) -> bool:
        """Whether `tile` may go to every open space because none is beside an anchor (P7)."""
        is_acting = self.phase() is Phase.ACT
        return is_acting and is_set_free(self.match.rules, self.position(), tile)

    def legal(self, tile: Tile) -> tuple[int, ...]:
        """Return where the person in view may put `tile` now."""
        position = self.position()
        if self.round is None:
            return ()
        if self.phase() is Phase.CLOSE:
            stamens = () if tile.is_wild else self.match.rules.grid.stamens
            return tuple(i for i in stamens if not position.filled >> i & 1)
        return legal_spaces(self.match.rules, position, tile)

    def refusal(self, tile: Tile, space: int) -> IllegalReason | None:
        """Return the reason why the person in view may not put `tile` on `space`, or None."""
        position = self.position()
        if self.round is None:
            return IllegalReason.NO_ROUND
        if self.phase() is Phase.CLOSE:
            if tile.is_wild:
                return IllegalReason.WILD_STAYS_ASIDE
            if space == ASIDE_INDEX and any(p.tile is tile for p in self.closing):
                return None
            if space == ASIDE_INDEX or space not in self.match.rules.grid.stamens:
                return IllegalReason.NOT_A_STAMEN
            is_taken = position.tiles[space] not in (None, tile)
            return IllegalReason.OCCUPIED if is_taken else None
        return refusal(self.match.rules, position, tile, space)

    def preview(self, tile: Tile, space: int) -> Position | None:
        """Return the board in view with `tile` on `space`, or None where it may not go."""
        state, position = self.seat_state(), self.position()
        if state is None or space == ASIDE_INDEX:
            return None
        if self.refusal(tile, space) is not None:
            return None
        if self.phase() is Phase.CLOSE:
            return _closed(state, self._closing_with(tile, space))
        return put_unchecked(position, tile, space, tile in state.owed)

    def score(self) -> MatchScore:
        """Return the scores of the match, cached until the match changes."""
        if self._scored is None or self._scored[0] is not self.match:
            self._scored = (self.match, score_match(self.match))
        return self._scored[1]

    def best_ray_holders(self, symbol: Symbol) -> tuple[int, ...]:
        """Return the seats with a best ray on the displayed boards (S5); () if one is secret."""
        rules, seats = self.match.rules, range(len(self.match.players))
        is_secret = self.setup.has_hidden_boards and sum(map(self.is_person, seats)) > 1
        if rules.rays is not RayRule.BEST_RAY or is_secret or self.setup.is_blind:
            return ()
        shown = tuple(map(self.position, seats))
        return tuple(i for i, share in enumerate(_share_best_ray(rules, shown, symbol)) if share)

    def is_hidden(self, seat: int) -> bool:
        """Whether the person in view may not see the board of a seat."""
        is_other = self.is_person(seat) or seat in self.setup.phones
        return seat != self.view and self.setup.has_hidden_boards and is_other

    def needs_hand_over(self) -> bool:
        """Whether the board in view stays covered until its player takes the screen.

        At a table that has just been opened, the person at the screen is unknown.
        """
        people, current = self.people(), self.round
        if not self.setup.has_hidden_boards or len(people) < 2 or current is None:
            return False
        return any(current.seats[seat].turns for seat in people)

    def is_secret(self, seat: int) -> bool:
        """Whether the person in view may not see the points of a seat."""
        return self.is_hidden(seat) or self.face_down(seat) is not None

    def points_now(self, seat: int | None = None) -> float:
        """Return the points of a displayed board's lines and rays, without best rays and bonus."""
        return score_position(self.match.rules, self.position(seat)).total

    def points_before(self, seat: int | None = None) -> float:
        """Return the points of the earlier rounds."""
        rounds = self.score().players[self.view if seat is None else seat].rounds
        return sum(played.total for played in rounds[:-1])

    def total_now(self, seat: int | None = None) -> float:
        """Return the points of the earlier rounds and of the displayed board."""
        return self.points_before(seat) + self.points_now(seat)

    # moves

    def perform(self, move: Move) -> tuple[Event, ...]:
        """Apply any move and store the match. Raises `IllegalMove` and changes nothing then."""
        return self.keeper.perform(move)

    def begin_round(self) -> tuple[Event, ...]:
        """Begin the next round, with its caller (C5) and seed, and make its first call."""
        index = len(self.match.rounds)
        events = self.perform(BeginRound(self.caller_of(index), self.source.seed_of(index)))
        events += self.call_next()
        self.view = self._first_view()
        return events

    def caller_of(self, index: int) -> int | None:
        """Return the seat that calls in round `index`, or None if the computer calls (C5)."""
        match self.setup.caller:
            case CallerRule.COMPUTER:
                return None
            case CallerRule.FIRST:
                return 0
            case CallerRule.ROTATING:
                return index % len(self.match.players)

    def call_next(self) -> tuple[Event, ...]:
        """Draw and call the next tiles."""
        call = Call(self.source.next_call(self.match.round, len(self.match.rounds) - 1))
        before = self.match
        events = self.perform(call)
        self._taken_back.clear()
        self._before_calls.append(before)
        return events

    def withdraw_call(self) -> None:
        """Undo the latest call; the source will draw it again."""
        self.keeper.keep(replace(self._before_calls.pop(), meta=self.match.meta))

    def place(self, tile: Tile, space: int) -> tuple[Event, ...]:
        """Place a tile for the seat in view. Raises `IllegalMove`."""
        events = self.perform(Place(self.view, tile, space))
        self._note_placed(tile, space)
        return events

    def try_closing(self, tile: Tile, space: int) -> None:
        """Try a tile of the daffodil on a stamen, or put it back; save the trial in `meta`."""
        self._try(self._closing_with(tile, space))
        self._note_placed(tile, space)

    def _closing_with(self, tile: Tile, space: int) -> tuple[Placement, ...]:
        others = tuple(p for p in self.closing if p.tile is not tile)
        return others if space == ASIDE_INDEX else (*others, Placement(tile, space))

    def _try(self, moves: tuple[Placement, ...]) -> None:
        self.save_meta(note_closing(self.match, self.view, moves))

    def close(self) -> tuple[Event, ...]:
        """Make the closing moves that were tried, possibly none (P6)."""
        moves = self.closing
        self._try(())
        return self.perform(Finish(self.view, moves))

    def take_back(self) -> tuple[Event, ...]:
        """Take the last placement or closing move back. Raises `IllegalMove` without one."""
        if self.closing:
            self._taken_back.append((self.view, self.closing[-1]))
            self._try(self.closing[:-1])
            return ()
        last = self.last_placement()
        events = self.perform(TakeBack(self.view))
        if last is not None:
            self._taken_back.append((self.view, last))
        return events

    def drop_hand(self) -> tuple[Placement, ...]:
        """Return placements of the hand in view for a clock that ran out: the first legal spaces.

        Good spaces would make waiting a way to play. The daffodil is the last resort.
        """
        dropped: list[Placement] = []
        state = self.seat_state()
        if state is None:
            return ()
        position = state.position
        for tile in state.hand:
            legal = legal_spaces(self.match.rules, position, tile)
            space = min(legal, key=lambda i: (i == ASIDE_INDEX, i))
            position = put_unchecked(position, tile, space)
            dropped.append(Placement(tile, space))
        return tuple(dropped)

    def note_left(self, left: float | None) -> None:
        """Store the seconds left to the answer of the person in view, for when it is resumed."""
        self.save_meta(note_left(self.match, self.view, left))

    def hand_over(self, seat: int) -> None:
        """Bring another person's board into view."""
        self.view = seat

    def mark(self, mark: Mark) -> None:
        """Put a mark on the match's record, from now on."""
        self.setup = self.setup.marked(mark)
        self.save_meta(self.setup.to_meta(self.match.meta))

    def save_meta(self, meta: str | None) -> None:
        """Replace the match's `meta` and store it."""
        self.keeper.keep(replace(self.match, meta=meta))

    def engine_of(self, seat: int) -> str:
        """Return the name of the bot that plays a seat, also as a substitute (M5)."""
        return (
            self.player(seat).bot
            or self.successor(seat)
            or substitute_for(self.setup, seat).bot
            or SUBSTITUTE
        )

    def _first_view(self) -> int:
        order = self.order()
        return next((i for i in (*self.awaited(), *order) if self.is_person(i)), order[0])


def _opened(seat: Seat) -> Position:
    """Return a seat's board before its closing moves (P6)."""
    moved = {placement.space for placement in seat.finish or ()}
    position = seat.position
    return replace(
        position,
        tiles=tuple(None if i in moved else tile for i, tile in enumerate(position.tiles)),
        filled=position.filled & ~sum(1 << i for i in moved),
        aside=tuple(
            p.tile for turn in seat.turns for p in turn.placements if p.space == ASIDE_INDEX
        ),
    )


def _closed(seat: Seat, moves: tuple[Placement, ...]) -> Position:
    """Return a seat's board after these closing moves (P6)."""
    position = seat.position
    for move in moves:
        position = put_unchecked(take_from_aside(position, move.tile), move.tile, move.space)
    return position
