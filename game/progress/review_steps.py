"""A review as a list of steps."""

from dataclasses import dataclass

from game.bots.coach.replay import placed_moments
from game.bots.coach.review import Review
from game.bots.coach.verdicts import ReviewedPlacement
from game.play.own_seats import own_seats, people_here
from game.rules.match import Match
from game.rules.placement import Position, empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One placement of a seat, with the match of that round alone before it."""

    reviewed: ReviewedPlacement
    match: Match
    seat: int

    @property
    def position(self) -> Position:
        """The board before the placement."""
        return self.match.round.seats[self.seat].position


def has_placements(match: Match, round_index: int, seat: int) -> bool:
    """Whether the seat's player placed a tile in the round."""
    turns = match.rounds[round_index].seats[seat].turns
    return any(turn.placements and not turn.is_missed for turn in turns)


def seats_to_review(match: Match, round_index: int) -> tuple[int, ...]:
    """Return the seats with placements in the round: people here who kept their seats, other
    people, computers.
    """
    seats = [i for i in range(len(match.players)) if has_placements(match, round_index, i)]
    here = own_seats(match) or people_here(match)
    return tuple(sorted(seats, key=lambda i: (i not in here, match.players[i].bot is not None, i)))


def steps_of_review(
    match: Match, round_index: int, seat: int, review: Review
) -> tuple[ReviewStep, ...]:
    """Return the seat's placements in order, with their reviews."""
    moments = placed_moments(match, round_index, seat)
    return tuple(
        ReviewStep(placement, moment.before, seat)
        for placement, moment in zip(review.placements, moments, strict=True)
    )


def best_position(rules: Ruleset, board: tuple[Tile | None, ...]) -> Position:
    """Return the best board as a position."""
    position = empty_position(rules.grid)
    for space, tile in enumerate(board):
        if tile is not None:
            position = put_unchecked(position, tile, space)
    return position


def rounded_sum(review: Review) -> tuple[int, int, int, float]:
    """Return start, luck, skill and total in whole points that sum exactly.

    Skill is rounded; luck is the remainder.
    """
    start, skill = round(review.start), round(review.skill)
    total = review.total if review.total % 1 == 0.5 else round(review.total)
    return start, round(total - start - skill), skill, total
