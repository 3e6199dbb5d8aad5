"""The three strongest levels, which play by learned estimates: hasty, immediate, or searching."""

from dataclasses import replace
from random import Random

from game.bots.judge import judge_placements, judge_task
from game.bots.players.simple import closing_choices
from game.bots.players.taste import choose_apart
from game.bots.values.task import task_of
from game.rules.match import Match, apply
from game.rules.match_score import score_match
from game.rules.moves import Finish
from game.rules.placement import Placement


class JudgingBot:
    """Takes the placement that the best judge of these rules thinks worth most, by its taste."""

    def __init__(self, *, deeply: bool = False) -> None:
        self._deeply = deeply

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """Return the best placement, the whole hand considered."""
        return choose_apart(judge_placements(match, seat, deeply=self._deeply), match, seat)

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Return the closing moves that score most, the other boards considered; the
        fewest among equals.
        """

        def total(choice: tuple[Placement, ...]) -> float:
            after, _ = apply(match, Finish(seat, choice))
            return score_match(after).players[seat].total

        return max(closing_choices(match, seat), key=total)


class HastyBot(JudgingBot):
    """Counts the bag for each line by itself: it never sees that lines compete for the same tiles.

    Only when all that can still happen is little enough to be tried does it see everything.
    """

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        task = replace(task_of(match, seat), is_blind=True)
        return choose_apart(judge_task(task), match, seat)
