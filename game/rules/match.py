"""`apply`, which returns the match after a move, and the lists of legal moves.

Chance is not in here: a `Match` knows what was called and which tiles are left in the bag, never
the order to come. The program that plays it applies `BeginRound` and `Call` moves: from a deal of
`game.rules.deal`, from a physical table, or from a network.

>>> from game.rules.tiles import Tile
>>> match = new_match(Ruleset(), (Player("Ana"),))
>>> match, _ = apply(match, BeginRound(seed="42"))
>>> match, events = apply(match, Call((Tile.parse("294"),)))
>>> events
(Called(index=0, tiles=(Tile.parse('294'),)),)
>>> match, events = apply(match, Place(0, Tile.parse("294"), match.rules.grid.index_of("c3")))
>>> match.rounds[0].seats[0].position.tiles[9]
Tile.parse('294')
"""

from collections.abc import Iterator
from dataclasses import dataclass

from game.rules.deal import Calls
from game.rules.errors import IllegalMove, IllegalReason, RulesetError
from game.rules.moves import (
    BeginRound,
    Call,
    Called,
    Event,
    Finish,
    Finished,
    LineCompleted,
    LineDied,
    MatchEnded,
    Miss,
    Missed,
    Move,
    Place,
    Placed,
    PlayerOut,
    RayCompleted,
    RoundBegan,
    RoundEnded,
    TakeBack,
    TakenBack,
)
from game.rules.placement import Placement, Position, legal_placements_of, put_unchecked
from game.rules.ruleset import MAX_PLAYERS, MOST_BOARDS, RayRule, Ruleset
from game.rules.scoring import line_bits, score_line, shared_symbol
from game.rules.seat import (
    MISSES_UNTIL_OUT,
    Seat,
    answer_next_call,
    choose_finish,
    miss_call,
    new_seat,
    place_tile,
    take_back,
)
from game.rules.state import Match, Player, PlayerKind, Round
from game.rules.tiles import Tile

__all__ = [
    "MISSES_UNTIL_OUT",
    "Departure",
    "Match",
    "Player",
    "PlayerKind",
    "Round",
    "apply",
    "find_departures",
    "legal_placements",
    "new_match",
    "replay",
]


@dataclass(frozen=True, slots=True)
class Departure:
    """The departure of a player: `seat` was left with call `call` of round `round_index`
    (both from 0; M5).
    """

    round_index: int
    call: int
    seat: int


def new_match(
    rules: Ruleset,
    players: tuple[Player, ...],
    meta: str | None = None,
    *,
    most: int = MAX_PLAYERS,
) -> Match:
    """Return a match before its first round. Raises `RulesetError` for what V1 refuses.

    `most` is the number of seats: `MOST_BOARDS` at a real table (V6).
    """
    conflicts = rules.conflicts(len(players), most)
    if conflicts:
        raise RulesetError(conflicts)
    return Match(rules, players, (), meta)


def legal_placements(match: Match, seat: int) -> tuple[Placement, ...]:
    """Return all legal placements of the seat's hand, tile by tile (C3, P1-P7)."""
    if not match.rounds:
        return ()
    state = match.rounds[-1].seats[seat]
    if state.turns and state.turns[-1].is_missed:
        return ()
    placements: tuple[Placement, ...] = ()
    for tile in state.hand:
        placements += legal_placements_of(match.rules, state.position, tile)
    return placements


def find_departures(match: Match) -> tuple[Departure, ...]:
    """Return each loss of a seat by three calls missed in a row, the earliest first (M5)."""
    departures: list[Departure] = []
    for round_index, played in enumerate(match.rounds):
        for seat, state in enumerate(played.seats):
            row = 0
            for call, turn in enumerate(state.turns):
                row = row + 1 if turn.is_missed else 0
                if row == MISSES_UNTIL_OUT:
                    departures.append(Departure(round_index, call, seat))
                    row = 0
    return tuple(sorted(departures, key=lambda d: (d.round_index, d.call)))


def apply(match: Match, move: Move) -> tuple[Match, tuple[Event, ...]]:
    """Return the match after `move` and its events in order.

    Raises `IllegalMove` with the reason.
    """
    if isinstance(move, Place):
        return _place(match, move)
    if isinstance(move, Call):
        return _call(match, move)
    if isinstance(move, BeginRound):
        return _begin_round(match, move)
    if isinstance(move, TakeBack):
        return _take_back(match, move)
    if isinstance(move, Miss):
        return _miss(match, move)
    return _finish(match, move)


def replay(match: Match) -> Iterator[tuple[Move, Match, tuple[Event, ...]]]:
    """Yield each move of the match with the match after it and the events of the move.

    The last match equals the one given. Raises `IllegalMove` where `Match.moves` has no legal
    order: when a seat of the record lags behind the calls.
    """
    replayed = new_match(match.rules, match.players, match.meta, most=MOST_BOARDS)
    for move in match.moves():
        replayed, events = apply(replayed, move)
        yield move, replayed, events


def _begin_round(match: Match, move: BeginRound) -> tuple[Match, tuple[Event, ...]]:
    if len(match.rounds) == match.rules.rounds:
        raise IllegalMove(IllegalReason.MATCH_OVER)
    if match.rounds and not match.rounds[-1].is_complete(match.rules):
        raise IllegalMove(IllegalReason.ROUND_NOT_OVER)
    if move.caller is not None and not 0 <= move.caller < len(match.players):
        raise IllegalMove(IllegalReason.NO_SUCH_SEAT, str(move.caller))
    seats = (new_seat(match.rules),) * len(match.players)
    rounds = (*match.rounds, Round(move.caller, move.seed, (), seats))
    return Match(match.rules, match.players, rounds, match.meta), (RoundBegan(len(rounds) - 1),)


def _call(match: Match, move: Call) -> tuple[Match, tuple[Event, ...]]:
    current = match.round
    check_call(match.rules, current.calls, move.tiles)
    index, calls = len(current.calls), (*current.calls, move.tiles)
    seats: list[Seat] = []
    for seat in current.seats:
        if seat.hand or len(seat.turns) != index:
            raise IllegalMove(IllegalReason.SEATS_NOT_READY)
        seats.append(answer_next_call(seat, calls))
    called = Round(current.caller, current.seed, calls, tuple(seats))
    return _with_round(match, called), (Called(index, move.tiles),)


def check_call(rules: Ruleset, calls: Calls, tiles: tuple[Tile, ...]) -> None:
    """Raise `IllegalMove` unless `tiles` can be called after `calls` (C1, C2)."""
    sizes, index = rules.call_sizes, len(calls)
    if index == len(sizes):
        raise IllegalMove(IllegalReason.ROUND_OVER)
    if len(tiles) != sizes[index]:
        raise IllegalMove(IllegalReason.WRONG_CALL_SIZE, " ".join(map(str, tiles)))
    for tile in tiles:
        if tile.index >= len(rules.grid.tile_set):
            raise IllegalMove(IllegalReason.NOT_IN_TILE_SET, str(tile))
        if tiles.count(tile) > 1:
            raise IllegalMove(IllegalReason.ALREADY_CALLED, str(tile))
        for call in calls:
            if tile in call:
                raise IllegalMove(IllegalReason.ALREADY_CALLED, str(tile))


def _place(match: Match, move: Place) -> tuple[Match, tuple[Event, ...]]:
    index, tile, space = move.seat, move.tile, move.space
    before = _seat(match, index)
    after = place_tile(match.rules, before, tile, space)
    events: list[Event] = [Placed(index, tile, space, after.position.is_late(tile))]
    _add_line_events(events, match.rules, index, before.position, after.position, tile, space)
    return _settle(match, index, after, events)


def _take_back(match: Match, move: TakeBack) -> tuple[Match, tuple[Event, ...]]:
    seat, undone = take_back(_seat(match, move.seat))
    return _settle(match, move.seat, seat, [TakenBack(move.seat, undone.tile, undone.space)])


def _miss(match: Match, move: Miss) -> tuple[Match, tuple[Event, ...]]:
    seat = _seat(match, move.seat)
    events: list[Event] = []
    if not (seat.turns and seat.turns[-1].is_missed and seat.hand):
        withdrawn = seat.turns[-1].placements if seat.turns else ()
        seat = miss_call(match.rules, seat)
        events += [TakenBack(move.seat, p.tile, p.space) for p in reversed(withdrawn)]
    if sorted(p.tile.index for p in move.placements) != sorted(t.index for t in seat.hand):
        needed = " ".join(map(str, seat.hand))
        raise IllegalMove(IllegalReason.MASTER_TILES, needed)
    in_a_row = seat.misses_in_row
    events.append(Missed(move.seat, in_a_row))
    if in_a_row == MISSES_UNTIL_OUT:
        events.append(PlayerOut(move.seat))
    for p in move.placements:
        before = seat.position
        seat = place_tile(match.rules, seat, p.tile, p.space, by_master=True)
        events.append(Placed(move.seat, p.tile, p.space, True, by_master=True))
        _add_line_events(events, match.rules, move.seat, before, seat.position, p.tile, p.space)
    return _settle(match, move.seat, seat, events)


def _finish(match: Match, move: Finish) -> tuple[Match, tuple[Event, ...]]:
    seat = _seat(match, move.seat)
    after = choose_finish(match.rules, seat, move.placements)
    events: list[Event] = []
    position = seat.position
    for p in move.placements:
        before, position = position, put_unchecked(position, p.tile, p.space)
        events.append(Placed(move.seat, p.tile, p.space, position.is_late(p.tile)))
        _add_line_events(events, match.rules, move.seat, before, position, p.tile, p.space)
    events.append(Finished(move.seat, move.placements))
    return _settle(match, move.seat, after, events)


def _settle(
    match: Match, index: int, seat: Seat, events: list[Event]
) -> tuple[Match, tuple[Event, ...]]:
    """Return the match with `seat` in place, and `events` with the round's or match's end.

    A seat that lags behind takes its next call.
    """
    current = match.rounds[-1]
    calls, seats = current.calls, list(current.seats)
    if not seat.hand and len(seat.turns) < len(calls):
        seat = answer_next_call(seat, calls)
    seats[index] = seat
    current = Round(current.caller, current.seed, calls, tuple(seats))
    match = _with_round(match, current)
    if len(calls) == len(match.rules.call_sizes) and current.is_complete(match.rules):
        events.append(RoundEnded(len(match.rounds) - 1))
        if len(match.rounds) == match.rules.rounds:
            events.append(MatchEnded())
    return match, tuple(events)


def _seat(match: Match, index: int) -> Seat:
    seats = match.round.seats
    if not 0 <= index < len(seats):
        raise IllegalMove(IllegalReason.NO_SUCH_SEAT, str(index))
    return seats[index]


def _with_round(match: Match, current: Round) -> Match:
    return Match(match.rules, match.players, (*match.rounds[:-1], current), match.meta)


def _add_line_events(
    events: list[Event],
    rules: Ruleset,
    seat: int,
    before: Position,
    after: Position,
    tile: Tile,
    space: int,
) -> None:
    """Append the events of the three lines through `space`; the daffodil has no lines."""
    if space < 0:
        return
    filled = after.filled
    for line in rules.grid.lines_through[space]:
        is_full = filled & line.mask == line.mask
        bits = line_bits(line, before)
        if bits:
            if not bits & tile.masks[line.axis]:
                events.append(LineDied(seat, line))
            elif is_full:
                scored = score_line(line, after)
                events.append(
                    LineCompleted(seat, line, scored.number, scored.points, scored.is_late)
                )
        if is_full and rules.rays is not RayRule.NONE:
            symbol = shared_symbol([after.tiles[i] for i in line.spaces])
            if symbol is not None:
                events.append(RayCompleted(seat, line, symbol))
