"""A review as steps to walk through."""

from dataclasses import dataclass

from game.bots.coach.replay import ReplayAct, replay
from game.bots.coach.review import Review
from game.bots.coach.verdicts import ReviewedPlacement
from game.play.own_seats import people_here
from game.rules.match import Match
from game.rules.placement import Position, empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class ReviewStep:
    """One placement of a seat with the match in which it was made, of that round alone."""

    reviewed: ReviewedPlacement
    match: Match
    seat: int

    @property
    def position(self) -> Position:
        """The board before the placement."""
        return self.match.round.seats[self.seat].position


def has_placements(match: Match, round_index: int, seat: int) -> bool:
    """Whether the seat itself placed anything in the round."""
    turns = match.rounds[round_index].seats[seat].turns
    return any(turn.placements and not turn.is_missed for turn in turns)


def seats_to_review(match: Match, round_index: int) -> tuple[int, ...]:
    """The seats that placed something in the round: people here, other people, computers."""
    seats = [i for i in range(len(match.players)) if has_placements(match, round_index, i)]
    here = people_here(match)
    return tuple(sorted(seats, key=lambda i: (i not in here, match.players[i].bot is not None, i)))


def steps_of(match: Match, round_index: int, seat: int, review: Review) -> tuple[ReviewStep, ...]:
    """The seat's placements in order, as reviewed."""
    moments = [m for m in replay(match, round_index, seat) if m.act is ReplayAct.PLACED]
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
    """Start, luck, skill and total in whole points that still add up; skill is rounded, luck
    takes what is left.
    """
    start, skill = round(review.start), round(review.skill)
    total = review.total if review.total % 1 == 0.5 else round(review.total)
    return start, round(total - start - skill), skill, total
