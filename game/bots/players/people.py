"""Players who err as people do: each looks at a part of the board only.

None of them plays at random. They see some directions only, forget the bag, fall for high
numbers, or build a line that can no longer be finished. What they look at is data, so that a
level is a row of habits.
"""

from dataclasses import dataclass
from random import Random

from game.bots.players.simple import GreedyBot
from game.bots.players.taste import count_doubles
from game.rules.boards import Line
from game.rules.match import Match, legal_placements
from game.rules.placement import Placement, Position, put_unchecked
from game.rules.ruleset import RayRule
from game.rules.scoring import RAY_POINTS, line_bits
from game.rules.tiles import NUMBERS, Direction, Symbol


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of a player: the part of the game that it looks at.

    `directions`: the lines it sees at all. `vanity`: how much more a high number attracts it
    than it is worth (0 not at all). `patience`: how far ahead it sees a line (a small value
    sees one tile, a great one only finished lines). `lapses`: how often it overlooks one
    direction for a move. `sees_rays`: whether it looks for suns and moons.
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
"""Wants what shines: nines, sevens, sixes; never looks down the falling lines."""

BEAVER = Habits(vanity=0.5, lapses=0.35)
"""Builds in all directions, but loses one from sight now and then; never counts the bag."""


class PersonBot:
    """Takes the placement that looks best to somebody of these habits."""

    def __init__(self, habits: Habits) -> None:
        self._habits = habits

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """Return the most attractive legal placement, or another; chance decides among equals."""
        state = match.round.seats[seat]
        directions = self._habits.directions
        # Somebody who sees one direction only and overlooks it places without a plan.
        if random.random() < self._habits.lapses:
            directions -= {random.choice(sorted(directions))}
        attractions = [
            (self._attraction(match, put_unchecked(state.position, p.tile, p.space), directions), p)
            for p in legal_placements(match, seat)
        ]
        # Who finds its board laid out by an equal takes what attracts it next.
        step = 0 if state.turns[-1].placements else count_doubles(match, seat)
        steps = sorted({attraction for attraction, _ in attractions}, reverse=True)
        wanted = steps[min(step, len(steps) - 1)]
        return random.choice([p for attraction, p in attractions if attraction == wanted])

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Return the closing moves that score most: even a beginner sees those."""
        return GreedyBot().choose_finish(match, seat, random)

    def _attraction(
        self, match: Match, position: Position, directions: frozenset[Direction]
    ) -> float:
        total = 0.0
        for line in match.rules.grid.lines:
            if line.direction in directions:
                total += self._of_line(match, line, position)
        # A tile set aside spoils nothing.
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
            points = number * len(line) * share * (1 + habits.vanity * number)
        if habits.sees_rays and match.rules.rays is not RayRule.NONE:
            symbols: set[Symbol] = {tile.symbol for tile in placed}
            if len(symbols) == 1:
                points += RAY_POINTS[symbols.pop()] * len(line) * share
        return points
