"""Reviews for the gallery, and engines that have answered already."""

from functools import cache
from typing import Any, TypeVar

from game.bots.best.result import BestResult
from game.bots.best.solver import best_of_round
from game.bots.coach.review import Review, review_round
from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import BestBoardTask, EngineTask, ReviewTask
from game.play.table_game import Phase
from game.progress.engine_client import EngineClient
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.review.control import ReviewControl
from game.ui.scenes.review.scene import ReviewScene, review_scene
from game.ui.scenes.table.scene import TableScene
from tests.gallery.records import play_out

T = TypeVar("T")


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
        self.tasks: list[Any] = []
        self.answers: list[EngineAnswer[Any]] = []

    def ask(self, task: EngineTask[T]) -> EngineAnswer[T]:
        answer = EngineAnswer[Any]()
        self.tasks.append(task)
        self.answers.append(answer)
        self.reply(task, answer)
        return answer

    @property
    def withdrawn(self) -> list[Any]:
        """The tasks that were stopped before they were done."""
        return [t for t, answer in zip(self.tasks, self.answers, strict=True) if answer.cancelled()]

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        """Give the answer at once."""
        match task:
            case ReviewTask():
                answer.give(_review(task.match, task.round_index, task.seat))
            case BestBoardTask():
                answer.give(_best(task.match, task.round_index))


class ProvingEngines(ReadyEngines):
    """Engines that have reviewed everything, and are still looking for the best board."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        if isinstance(task, BestBoardTask):
            answer.progress = 461
        else:
            super().reply(task, answer)

    def prove(self) -> None:
        """Give the best board that was asked for last."""
        super().reply(self.tasks[-1], self.answers[-1])


class PatientEngines(ReadyEngines):
    """Engines that are not done yet."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        answer.progress = 0.4


def review(
    context: Context,
    rules: str = "classic free single none",
    edition: str = "standard",
    seats: int = 1,
    at: int | None = None,
    *,
    shows_best: bool = False,
    is_stored: bool = False,
) -> Scene:
    """The review of a match that engines have looked at, at a placement."""
    match = play_out(Ruleset.parse(rules), ("Ana", "Zoe", "Ben")[:seats], "42", edition)
    if is_stored:
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


def branch(
    context: Context,
    rules: str = "classic free single none",
    edition: str = "standard",
    at: int = 9,
    more: int = 4,
) -> Scene:
    """Another line from a placement, `more` tiles long at most, each on the last free space."""
    match = play_out(Ruleset.parse(rules), ("Ana", "Zoe"), "42", edition)
    control = ReviewControl(match, 0, 0, ReadyEngines())
    control.poll()
    scene = context.routes.branch(match, 0, control.steps[at])
    assert isinstance(scene, TableScene)
    for _ in range(more):
        game = scene.game
        if game.phase() is Phase.MATCH_OVER:
            break
        if not game.hand():
            scene.control.call_next()
        scene.control.place(game.hand()[0], game.legal(game.hand()[0])[-1])
    return scene
