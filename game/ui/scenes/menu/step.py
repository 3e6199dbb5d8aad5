"""The menu's line of what to do next: what waits, and its number."""

from __future__ import annotations

from datetime import date
from math import ceil
from typing import TYPE_CHECKING

from game.play.editions import all_editions
from game.progress.daily import STANDARD, deal_on
from game.progress.level import NOWHERE
from game.progress.next_step import PlayerRecords, Suggestion, SuggestionKind, step_of_day
from game.progress.puzzles import find_puzzles
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import bot_name

if TYPE_CHECKING:
    from game.progress.run.progress import RunProgress
    from game.ui.scenes.menu.progress import DailyProgress, LadderProgress, LevelProgress


def find_step(
    context: Context,
    days: DailyProgress,
    ladder: LadderProgress,
    level: LevelProgress,
    run: RunProgress | None,
) -> Suggestion | None:
    """What to name today, from what the menu shows and the puzzles there are."""
    store = context.store
    played = store.profile.last_matches()
    tried = {one.edition for one in played}
    # The line begins a standard game: another ruleset's level is not its matter.
    is_standard = level.rules == str(Ruleset())
    records = PlayerRecords(
        len(played),
        puzzles=sum(not puzzle.is_solved for puzzle in find_puzzles(store.profile)),
        daily=store.today if days.is_open else None,
        challenge="" if ladder.met == ladder.challenges else ladder.challenge.name,
        untried=tuple(card.name for card in all_editions() if card.name not in tried),
        standing=level.standing if is_standard else NOWHERE,
        missing=level.missing if is_standard else 0,
        nearly=days.nearly,
        run_waits=0 if run is None else run.waits,
        run_day=store.today if run is not None and run.today is None else None,
    )
    return step_of_day(records, store.today)


def step_words(
    context: Context,
    step: Suggestion | None,
    days: DailyProgress,
    ladder: LadderProgress,
    level: LevelProgress,
) -> str:
    """Return what the line says of a step; without one, that all is done."""
    text = context.text
    if step is None:
        return text("next.done")
    match step.kind:
        case SuggestionKind.PUZZLES:
            return text("next.wait", count=int(step.number))
        case SuggestionKind.DAILY if days.streak:
            return text("next.row", row=text("daily.day_row", count=days.streak + 1))
        case SuggestionKind.DAILY:
            number = deal_on(date.fromisoformat(step.target), STANDARD).number
            return text("next.open", number=str(number))
        case SuggestionKind.MEDAL:
            points = text("terms.count.points", count=step.number)
            return text(f"next.nearly.{step.target}", points=points)
        case SuggestionKind.LEVEL if not step.number:
            return text("next.first_level", count=int(step.target))
        case SuggestionKind.LEVEL:
            missing = max(1, ceil(step.number - (level.standing.mean or 0)))
            points = text("terms.count.points", count=missing)
            return text("next.to_level", name=bot_name(context, step.target), points=points)
        case SuggestionKind.CHALLENGE:
            of = text("challenges.of", done=ladder.met, count=ladder.challenges)
            return text("next.climb", number=str(ladder.number), of=of)
        case SuggestionKind.RUN if step.number:
            return text("next.run_waits", stage=str(int(step.number)))
        case SuggestionKind.RUN:
            return text("next.run_day")
        case SuggestionKind.EDITION:
            return text("next.edition", name=text(f"editions.{step.target}.name"))
