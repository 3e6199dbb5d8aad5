"""Somebody else's files, and puzzles from one's own games, for the gallery."""

from typing import Any

from game.bots.coach.coach import Advice, Advised
from game.bots.coach.reasons import reasons_for
from game.bots.coach.review import Review
from game.bots.coach.verdicts import LESSON, ReviewedPlacement, Verdict
from game.bots.protocol import Worth
from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import AdviceTask, EngineTask
from game.progress.puzzles import SPARE, find_puzzles, mark_puzzle, store_puzzles
from game.rules.errors import Fault, FormatError
from game.rules.match import Match, legal_placements
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset
from game.storage.profile import Profile
from game.storage.record_files import BadRecord, ReadRecord
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.guests.scene import GuestsScene
from game.ui.scenes.table.scene import TableScene
from tests.gallery.records import play_out
from tests.gallery.review import ReadyEngines


class WeighedEngines(ReadyEngines):
    """An engine that has weighed everything: later spaces are worth less."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        assert isinstance(task, AdviceTask)
        placements = legal_placements(task.match, task.seat)
        judged = (
            Advised(p, 150.0 - 2 * i, 2.0 * i, reasons_for(task.match, task.seat, p))
            for i, p in enumerate(placements)
        )
        answer.give(Advice(tuple(judged)))


def reviewed(placements: tuple[Placement, ...], costs: dict[int, float]) -> Review:
    """A review that only says what placements cost."""
    return Review(
        tuple(
            ReviewedPlacement(
                i, p, 0, costs.get(i, 0.0), Verdict.BEST, (Worth(p, 0.0),),
                seen_by="squirrel" if costs.get(i, 0.0) >= LESSON else "",
            )
            for i, p in enumerate(placements)
        ),
        (), 0, 0, 0, 0, (), None,
    )  # fmt: skip


def list_all(profile: Profile, match: Match) -> None:
    """List all puzzles of a match, as if the player had requested each."""
    for puzzle in find_puzzles(profile, match):
        mark_puzzle(profile, puzzle, SPARE, 0)


def puzzles(context: Context) -> Scene:
    """Return a puzzle that the player has begun to solve."""
    match = play_out(Ruleset(), ("Ana",), "42", "standard")
    context.store.profile.add_match(match)
    placed = tuple(p for turn in match.rounds[0].seats[0].turns for p in turn.placements)
    store_puzzles(context.store.profile, match, 0, 0, reviewed(placed, {11: 12.4, 7: 6.5}))
    list_all(context.store.profile, match)
    context.engines = WeighedEngines()
    scene = context.routes.puzzles()
    assert isinstance(scene, TableScene)
    scene.resize(context.painter.view)
    scene.update(0.0)
    (tile,) = scene.game.hand()
    scene.show(scene.control.place(tile, scene.game.legal(tile)[3]))
    scene.motion.finish()
    return scene


def guests(context: Context) -> Scene:
    """Somebody else's file, a record of it unreadable."""
    records: list[ReadRecord | BadRecord] = [
        ReadRecord("evening.jsonl", number, play_out(Ruleset(), names, str(number), "standard"))
        for number, names in enumerate((("Zoé", "Yann"), ("Zoé",)), 1)
    ]
    records.append(BadRecord("evening.jsonl", 3, FormatError(Fault.NOT_AN_OBJECT)))
    return GuestsScene(context, "evening.jsonl", records)
