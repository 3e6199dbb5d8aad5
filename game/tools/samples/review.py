"""Reviews for the gallery, and engines that have answered already."""

from functools import cache

from game.bots.best.result import BestResult
from game.bots.best.solver import best_of_round
from game.bots.coach.review import Review, review_round
from game.bots.service.messages import EngineAnswer, Failure
from game.progress.engines import EngineClient
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.tools.samples.records import play_out
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.review.scene import ReviewScene, review_scene


@cache
def _review(match: Match, round_index: int, seat: int) -> Review:
    has_master = len(match.players) == 1
    return review_round(match, round_index, seat, deeply=False, with_master=has_master)


@cache
def _best(match: Match, round_index: int) -> BestResult:
    return best_of_round(match.rules, match.rounds[round_index].called)


class ReadyEngines(EngineClient):
    """Engines that have always just finished, looking only one placement far."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[int, tuple[Match, int, int | None]] = {}
        self.cancelled: list[int] = []

    def ask_review(self, match: Match, round_index: int, seat: int) -> int:
        """Remember the question."""
        self.asked[len(self.asked)] = (match, round_index, seat)
        return len(self.asked) - 1

    def ask_best(self, match: Match, round_index: int) -> int:
        """Remember this question, too."""
        self.asked[len(self.asked)] = (match, round_index, None)
        return len(self.asked) - 1

    def take(self, ticket: int) -> EngineAnswer | Failure | None:
        """Answer it."""
        match, round_index, seat = self.asked[ticket]
        if seat is None:
            return EngineAnswer(ticket, _best(match, round_index))
        return EngineAnswer(ticket, _review(match, round_index, seat))

    def cancel(self, ticket: int) -> None:
        """Remember that, too."""
        self.cancelled.append(ticket)


class ProvingEngines(ReadyEngines):
    """Engines that are still looking for the best board."""

    is_proven = False

    def take(self, ticket: int) -> EngineAnswer | Failure | None:
        """The review, not yet the best board."""
        is_best = self.asked[ticket][2] is None
        return None if is_best and not self.is_proven else super().take(ticket)

    def bound(self, ticket: int) -> int | None:
        """No board exceeds this."""
        return 461


class PatientEngines(ReadyEngines):
    """Engines that are not done yet."""

    share = 0.4

    def take(self, ticket: int) -> EngineAnswer | Failure | None:
        """Nothing yet."""
        return None

    def progress(self, ticket: int) -> float:
        """As far as they are said to be."""
        return self.share


def review(
    context: Context,
    rules: str = "classic free single none",
    edition: str = "standard",
    seats: int = 1,
    at: int | None = None,
    *,
    shows_best: bool = False,
    is_kept: bool = False,
) -> Scene:
    """The review of a match that engines have looked at, at a placement."""
    match = play_out(Ruleset.parse(rules), ("Ana", "Zoe", "Ben")[:seats], "42", edition)
    if is_kept:
        context.store.profile.add_match(match)
    scene = review_scene(context, match, engines=ReadyEngines())
    scene.resize(context.painter.view)
    scene.update(0.0)
    scene.update(0.0)
    assert isinstance(scene, ReviewScene)
    scene.control.go_to(at)
    scene.control.shows_best = shows_best
    scene.enter()
    return scene


def asking(context: Context, *, is_reviewed: bool) -> Scene:
    """A review while engines still look for the best board, or for all of it."""
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    engines = ProvingEngines() if is_reviewed else PatientEngines()
    return review_scene(context, match, engines=engines)
