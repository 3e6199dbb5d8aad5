"""The three strongest levels, which play by learned estimates."""

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
    """Takes the placement with the best estimate for these rules; `taste` varies equal players."""

    def __init__(self, *, deeply: bool = False) -> None:
        self._deeply = deeply

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        """Return the best placement, considering the whole hand."""
        return choose_apart(judge_placements(match, seat, deeply=self._deeply), match, seat)

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        """Return the fewest closing moves with the highest score, considering other boards."""

        def total(choice: tuple[Placement, ...]) -> float:
            after, _ = apply(match, Finish(seat, choice))
            return score_match(after).players[seat].total

        return max(closing_choices(match, seat), key=total)


class HastyBot(JudgingBot):
    """Counts the bag for each line alone, ignoring that lines compete for the same tiles.

    Near the end, when all continuations can be computed, it plays exactly.
    """

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        task = replace(task_of(match, seat), is_blind=True)
        return choose_apart(judge_task(task), match, seat)
