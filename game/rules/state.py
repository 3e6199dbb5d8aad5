"""A match as an immutable value: rules, players, rounds. `game.rules.match` applies moves to it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from game.rules.deal import Calls
from game.rules.errors import IllegalMove, IllegalReason
from game.rules.moves import BeginRound, Call, Finish, Miss, Move, Place
from game.rules.ruleset import Ruleset
from game.rules.seat import Seat
from game.rules.tiles import Tile


class PlayerKind(StrEnum):
    """The kinds of players."""

    HUMAN = "human"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a match; `bot` names the engine of a computer player."""

    name: str
    kind: PlayerKind = PlayerKind.HUMAN
    bot: str | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Round:
    """One round: the calling seat, the seed, the calls so far, and the seats in player order."""

    caller: int | None
    seed: str | None
    calls: Calls
    seats: tuple[Seat, ...]

    @property
    def called(self) -> tuple[Tile, ...]:
        """All tiles called so far, in order."""
        return tuple(tile for call in self.calls for tile in call)

    def is_complete(self, rules: Ruleset) -> bool:
        """Whether every board is done."""
        return all(seat.is_done(rules) for seat in self.seats)

    def __repr__(self) -> str:
        return f"<Round of {len(self.seats)} players, {len(self.calls)} calls>"


@dataclass(frozen=True, slots=True, repr=False)
class Match:
    """Rules, players and rounds. `meta` is JSON text of other programs, kept in the record."""

    rules: Ruleset
    players: tuple[Player, ...]
    rounds: tuple[Round, ...] = ()
    meta: str | None = None

    @property
    def round(self) -> Round:
        """The round being played. Raises `IllegalMove` before the first one."""
        if not self.rounds:
            raise IllegalMove(IllegalReason.NO_ROUND)
        return self.rounds[-1]

    @property
    def bag(self) -> tuple[Tile, ...]:
        """The tiles not called in this round, in the order of `TILES`."""
        called = frozenset(self.rounds[-1].called) if self.rounds else frozenset()
        return tuple(t for t in self.rules.grid.tile_set if t not in called)

    @property
    def is_complete(self) -> bool:
        """Whether all rounds are played."""
        return len(self.rounds) == self.rules.rounds and self.rounds[-1].is_complete(self.rules)

    def moves(self) -> Iterator[Move]:
        """Yield the moves that lead to this match, in an order that `apply` accepts.

        Within a call they are ordered by seat; placements that were taken back are not included.
        If a seat lags behind the calls, a later call precedes its answer, and `apply` refuses it.
        """
        for played in self.rounds:
            yield BeginRound(played.caller, played.seed)
            for index, tiles in enumerate(played.calls):
                yield Call(tiles)
                for number, seat in enumerate(played.seats):
                    for turn in seat.turns[index : index + 1]:
                        if turn.is_missed:
                            yield Miss(number, turn.placements)
                        else:
                            yield from (Place(number, p.tile, p.space) for p in turn.placements)
            for number, seat in enumerate(played.seats):
                if seat.finish is not None and self.rules.has_aside:
                    yield Finish(number, seat.finish)

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self.players)
        return f"<Match {self.rules}: {names}; {len(self.rounds)} rounds>"

    @property
    def is_ready_for_call(self) -> bool:
        """Whether a `Call` may come: every seat has answered the one before."""
        if not self.rounds:
            return False
        calls = len(self.rounds[-1].calls)
        return calls < len(self.rules.call_sizes) and all(
            not seat.hand and len(seat.turns) == calls for seat in self.rounds[-1].seats
        )
