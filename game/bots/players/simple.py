"""The two yardsticks: a random player, and a builder of lines. Both play by all rules."""

from itertools import combinations, permutations
from random import Random

from game.rules.match import Match, legal_placements
from game.rules.placement import Placement, Position, put_unchecked
from game.rules.ruleset import RayRule, Ruleset
from game.rules.scoring import line_bits, ray_points, score_position
from game.rules.tiles import NUMBERS, Symbol


class RandomBot:
    """Places at random; scores about 10.7 points on average in the standard game."""

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """Return any legal placement, each equally likely."""
        return random.choice(legal_placements(match, seat))

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Return any set of closing moves, each equally likely."""
        return random.choice(closing_choices(match, seat))


class GreedyBot:
    """Takes the placement with the greatest sum over all lines that can still score.

    Each counts its points times the square of its filled share.
    """

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """Return the legal placement with the best sum; the first among equals."""
        position = match.round.seats[seat].position
        return max(
            legal_placements(match, seat),
            key=lambda p: _promise(match.rules, put_unchecked(position, p.tile, p.space)),
        )

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Return the closing moves with the highest score; the fewest among equals."""
        position = match.round.seats[seat].position

        def total(placements: tuple[Placement, ...]) -> float:
            after = position
            for p in placements:
                after = put_unchecked(after, p.tile, p.space)
            return score_position(match.rules, after).total

        return max(closing_choices(match, seat), key=total)


def closing_choices(match: Match, seat: int) -> list[tuple[Placement, ...]]:
    """Return every legal set of closing moves of the seat (P6), the empty one first."""
    aside = [t for t in match.round.seats[seat].position.aside if not t.is_wild]
    stamens = match.rules.grid.stamens
    return [
        tuple(Placement(tile, space) for tile, space in zip(chosen, spaces, strict=True))
        for count in range(len(aside) + 1)
        for chosen in combinations(aside, count)
        for spaces in permutations(stamens, count)
    ]


def _promise(rules: Ruleset, position: Position) -> float:
    total = 0.0
    tiles = position.tiles
    for line in rules.grid.lines:
        placed = [tile for i in line.spaces if (tile := tiles[i]) is not None]
        share = len(placed) / len(line)
        bits = line_bits(line, position)
        if placed and bits:
            number = NUMBERS[line.direction][bits.bit_length() - 1]
            total += line.points(number) * share * share
        if placed and rules.rays is not RayRule.NONE:
            symbols = {tile.symbol for tile in placed}
            if len(symbols) == 1:
                symbol: Symbol = symbols.pop()
                total += ray_points(line, symbol) * share * share
    # A tile set aside keeps every line alive but earns nothing: a small value.
    return total + len(position.aside)
