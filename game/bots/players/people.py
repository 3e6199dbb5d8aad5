"""Players with people's mistakes: each sees only a part of the board.

They see some directions only, forget the bag, prefer high numbers, or build a line that can no
longer be finished. A level is a row of such habits.
"""

from dataclasses import dataclass
from random import Random

from game.bots.players.simple import GreedyBot
from game.bots.players.taste import count_doubles
from game.rules.boards import Line
from game.rules.match import Match, legal_placements
from game.rules.placement import Placement, Position, put_unchecked
from game.rules.ruleset import RayRule
from game.rules.scoring import line_bits, ray_points
from game.rules.tiles import NUMBERS, Direction, Symbol


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of a player.

    `directions`: the lines that it sees. `vanity`: extra weight of high numbers (0 for none).
    `patience`: the exponent of a line's filled share; a small one values each tile, a great one
    only finished lines. `lapses`: probability of overlooking one direction in a move. `sees_rays`:
    whether it builds rays.
    """

    directions: frozenset[Direction] = frozenset(Direction)
    vanity: float = 0.0
    patience: float = 2.0
    lapses: float = 0.0
    sees_rays: bool = True


DUCKLING = Habits(frozenset({Direction.VERTICAL}), lapses=0.15, sees_rays=False)
"""Builds columns and nothing else."""

MAGPIE = Habits(
    frozenset({Direction.VERTICAL, Direction.RISING}), vanity=3.0, lapses=0.5, sees_rays=False
)
"""Prefers high numbers and does not see the falling lines."""

BEAVER = Habits(vanity=0.5, lapses=0.35)
"""Builds in all directions but overlooks one now and then; ignores the bag."""


class PersonBot:
    """Takes the placement that looks best with its habits."""

    def __init__(self, habits: Habits) -> None:
        self._habits = habits

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """Return the most attractive legal placement, or one that `taste` prefers.

        Equals are chosen at random.
        """
        state = match.round.seats[seat]
        directions = self._habits.directions
        # A player with one direction who overlooks it sees no line and places at random.
        if random.random() < self._habits.lapses:
            directions -= {random.choice(sorted(directions))}
        attractions = [
            (self._attraction(match, put_unchecked(state.position, p.tile, p.space), directions), p)
            for p in legal_placements(match, seat)
        ]
        # If an equal player has the same board, take the next most attractive placement.
        step = 0 if state.turns[-1].placements else count_doubles(match, seat)
        steps = sorted({attraction for attraction, _ in attractions}, reverse=True)
        wanted = steps[min(step, len(steps) - 1)]
        return random.choice([p for attraction, p in attractions if attraction == wanted])

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Return the closing moves with the highest score, which even a beginner sees."""
        return GreedyBot().choose_finish(match, seat, random)

    def _attraction(
        self, match: Match, position: Position, directions: frozenset[Direction]
    ) -> float:
        total = 0.0
        for line in match.rules.grid.lines:
            if line.direction in directions:
                total += self._of_line(match, line, position)
        # A tile set aside breaks no line.
        return total + len(position.aside)

    def _of_line(self, match: Match, line: Line, position: Position) -> float:
        habits = self._habits
        placed = [tile for i in line.spaces if (tile := position.tiles[i]) is not None]
        if not placed:
            return 0.0
        share = (len(placed) / len(line)) ** habits.patience
        points = 0.0
        bits = line_bits(line, position)
        if bits:
            number = NUMBERS[line.direction][bits.bit_length() - 1]
            points = line.points(number) * share * (1 + habits.vanity * number)
        if habits.sees_rays and match.rules.rays is not RayRule.NONE:
            symbols: set[Symbol] = {tile.symbol for tile in placed}
            if len(symbols) == 1:
                points += ray_points(line, symbols.pop()) * share
        return points
