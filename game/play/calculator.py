"""The score calculator: counts one board of any origin, with each tile at most once."""

from game.play.entering import calls_for, entered_seat, lift, plain_rules, unchecked_seat
from game.play.table import Mark, TableSetup
from game.rules.deal import Calls
from game.rules.errors import IllegalMove
from game.rules.placement import Position, empty_position
from game.rules.ruleset import Ruleset
from game.rules.state import Match, Player, Round
from game.rules.tiles import Tile


class Calculator:
    """One board being entered, its owner's `name`, and the `meta` of its record."""

    people = (0,)
    """The seats whose boards are entered: one."""

    def __init__(self, rules: Ruleset, name: str) -> None:
        self.rules = plain_rules(rules)
        self.players = (Player(name),)
        self.meta: str | None = None
        self._position = empty_position(self.rules.grid)

    @property
    def setup(self) -> TableSetup:
        """The table that the count and the record name."""
        return TableSetup(self.rules, self.players, "", marks=frozenset({Mark.PHYSICAL}))

    def choose(self, rules: Ruleset) -> None:
        """Count by other rules; tiles stay on the board unless the rules need another board."""
        rules = plain_rules(rules)
        if rules.grid is not self.rules.grid:
            self._position = empty_position(rules.grid)
        elif rules.has_aside:
            # In this variant only tiles that were set aside may fill the stamens.
            for space in rules.grid.stamens:
                self._position = lift(self._position, space)
        else:
            p = self._position
            self._position = Position(p.tiles, p.filled)
        self.rules = rules

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that can lie on the board: the whole bag."""
        return self.rules.grid.tile_set

    @property
    def calls(self) -> Calls:
        """Single calls that could have led to the board."""
        return calls_for(self._position)

    def board(self, seat: int = 0) -> Position:
        """The board as it is entered."""
        return self._position

    def enter(self, seat: int, position: Position) -> None:
        """Store the board as it is entered now."""
        self._position = position

    def missing(self, seat: int = 0) -> int:
        """Return how many tiles a round's board still lacks."""
        return len(self.rules.grid) - len(self.calls)

    def fault(self, seat: int = 0) -> IllegalMove | None:
        """Return None: the order of a board's calls is unknown, so that it cannot be wrong."""
        return None

    def counted(self) -> Match:
        """Return the board as a match to count, complete or not."""
        seat = unchecked_seat(self.rules, self.calls, self._position)
        return self._match(Round(None, None, self.calls, (seat,)))

    @property
    def match(self) -> Match:
        """The board as a match for a record; unfinished while spaces are empty."""
        seat = entered_seat(self.rules, self.calls, self._position)
        return self._match(Round(None, None, self.calls, (seat,)))

    def finished(self) -> Match | None:
        """Return the finished match for the records; None while spaces are empty."""
        return None if self.missing() else self.match

    def _match(self, played: Round) -> Match:
        rounds = (played,)
        return Match(self.rules, self.players, rounds, self.setup.to_meta(self.meta))
