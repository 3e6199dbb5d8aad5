"""The card that suggests what to play next; one press goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.play.editions import all_editions
from game.play.table import TableSetup
from game.progress.challenges import find_challenge
from game.progress.daily import FIRST_DAY
from game.progress.daily_history import DailyHistory
from game.progress.ladder import Ladder
from game.progress.level_findings import LevelFindings, known_standing
from game.progress.next_step import (
    PlayerRecords,
    Suggestion,
    SuggestionKind,
    choose_step,
    note_closed,
    note_shown,
    note_taken,
    parse_memory,
    print_memory,
)
from game.progress.puzzles import find_puzzles
from game.progress.run.progress import read_run_progress
from game.rules.ruleset import Ruleset
from game.storage.codes import new_seed
from game.storage.database import identity_of
from game.ui.draw.icons import Icon
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Navigation, Push, Reset
from game.ui.parts import Row
from game.ui.scenes.shared.challenge import task_words
from game.ui.scenes.shared.choosing import choices_of_edition, table_of
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.shared.starting import new_deal, start_match
from game.ui.widgets import IconButton, Widget
from game.ui.widgets.menu_row import MenuRow

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from game.progress.next_step import StepMemory
    from game.rules.match import Match
    from game.ui.frame.context import Context
    from game.ui.widgets import PressResult

_ICONS: Final = {
    SuggestionKind.PUZZLES: Icon.BULB,
    SuggestionKind.DAILY: Icon.CALENDAR,
    SuggestionKind.LEVEL: Icon.CHART,
    SuggestionKind.CHALLENGE: Icon.TARGET,
    SuggestionKind.EDITION: Icon.HEX,
    SuggestionKind.MEDAL: Icon.FLAME,
    SuggestionKind.RUN: Icon.SUMMIT,
}


class NextStepControl:
    """What is suggested after a `match` just finished or reviewed, or on a page of its own.

    `suggestion` is None until `find` has found one, and where there is none. `without` are kinds
    that the page itself leads to.
    """

    def __init__(
        self,
        context: Context,
        match: Match | None = None,
        without: Collection[SuggestionKind] = (),
    ) -> None:
        self._context, self._match, self._without = context, match, without
        self._matches = 0
        self._known_level: LevelFindings | None = None
        self.suggestion: Suggestion | None = None
        self.title = self.about = ""

    @property
    def level(self) -> LevelFindings:
        """The level by the rules of the match."""
        if self._known_level is None:
            rules = Ruleset() if self._match is None else self._match.rules
            profile = self._context.store.profile
            self._known_level = LevelFindings(profile, rules, self._context.engines)
        return self._known_level

    def measure(self) -> bool:
        """Have the engines measure what the level needs; whether something is still to come."""
        self.level.poll()
        return self.level.is_asking

    def stop(self) -> None:
        """Withdraw what the engines were asked."""
        if self._known_level is not None:
            self._known_level.stop()

    def find(self) -> bool:
        """Choose by the records as they are now, unless that is switched off; whether there is a
        suggestion. What was chosen stays while it is possible.
        """
        self.suggestion = None
        if not self._context.preferences.has_next_step:
            return False
        records = self._read()
        self._matches = records.matches
        self.suggestion = step = choose_step(records, self._memory())
        if step is not None:
            self._note(step, note_shown)
            self.title, self.about = _words(self._context, step, records)
        return step is not None

    def _memory(self) -> StepMemory:
        return parse_memory(self._context.preferences.steps)

    def _note(
        self, step: Suggestion, note: Callable[[StepMemory, Suggestion, int], StepMemory]
    ) -> None:
        words = print_memory(note(self._memory(), step, self._matches))
        if words != self._context.preferences.steps:
            change_settings(self._context, steps=words)

    def _read(self) -> PlayerRecords:
        context, match = self._context, self._match
        store, profile = context.store, context.store.profile
        played = profile.last_matches()
        identity = "" if match is None else identity_of(match)
        of_match = () if match is None else find_puzzles(profile, match)
        puzzles = sum(not puzzle.is_solved for puzzle in of_match)
        day, history = store.today, DailyHistory(profile, store.clock())
        is_open = day >= FIRST_DAY and not history.is_known(day)
        ladder = Ladder(profile)
        is_climbed = ladder.count == len(ladder.challenges)
        tried = {one.edition for one in played}
        without = self._without
        run = None if SuggestionKind.RUN in without else read_run_progress(store)
        return PlayerRecords(
            len(played),
            identity,
            puzzles,
            day if is_open and SuggestionKind.DAILY not in without else None,
            "" if is_climbed or SuggestionKind.CHALLENGE in without else ladder.next_after().name,
            tuple(card.name for card in all_editions() if card.name not in tried),
            known_standing(self.level),
            run_waits=0 if run is None else run.waits,
            run_day=day if run is not None and run.today is None else None,
        )

    def take(self) -> PressResult:
        """Go where the suggestion leads."""
        step = self.suggestion
        if step is None:
            return None
        self._note(step, note_taken)
        context = self._context
        if step.kind is SuggestionKind.PUZZLES:
            return Push(context.routes.puzzles(self._match))
        if step.kind is SuggestionKind.LEVEL and self._match is not None:
            return new_deal(context, TableSetup.from_match(self._match))
        there = open_step(context, step)
        return Reset(context.routes.menu(), there) if isinstance(there, Push) else there

    def close(self) -> None:
        """No card now, and none of this kind for a while."""
        if self.suggestion is not None:
            self._note(self.suggestion, note_closed)
        self.suggestion = None


def open_step(context: Context, step: Suggestion) -> Navigation:
    """Go from the menu where a suggestion leads."""
    routes = context.routes
    match step.kind:
        case SuggestionKind.PUZZLES:
            return Push(routes.puzzles(None))
        case SuggestionKind.DAILY | SuggestionKind.MEDAL:
            return Push(routes.daily())
        case SuggestionKind.CHALLENGE:
            return Push(routes.challenges(step.target))
        case SuggestionKind.EDITION:
            return Push(routes.setup(step.target))
        case SuggestionKind.RUN:
            return Push(routes.run_start())
        case SuggestionKind.LEVEL:
            choices = choices_of_edition(context, all_editions()[0])
            return start_match(context, table_of(context, choices, new_seed()))


def _words(context: Context, step: Suggestion, records: PlayerRecords) -> tuple[str, str]:
    """Return what comes next, and why."""
    text, number = context.text, context.catalogue.number
    match step.kind:
        case SuggestionKind.MEDAL:
            return "", ""  # only on the menu, in words of its own
        case SuggestionKind.PUZZLES:
            return text("next.puzzles", count=int(step.number)), text("next.puzzles_about")
        case SuggestionKind.DAILY:
            return text("next.daily"), text("next.daily_about")
        case SuggestionKind.LEVEL:
            mean = records.standing.mean or 0
            about = text("next.level_about", begins=number(step.number, 0), mean=number(mean, 0))
            return text("next.level", name=bot_name(context, step.target)), about
        case SuggestionKind.CHALLENGE:
            challenge = find_challenge(step.target)
            assert challenge is not None
            place = str(Ladder(context.store.profile).number(challenge))
            return text("next.challenge", number=place), task_words(context, challenge)
        case SuggestionKind.RUN if step.number:
            return text("next.run", stage=str(int(step.number))), text("next.run_about")
        case SuggestionKind.RUN:
            return text("next.run_day"), text("next.run_day_about")
        case SuggestionKind.EDITION:
            name = text(f"editions.{step.target}.name")
            return text("next.edition", name=name), text(f"editions.{step.target}.about")


def step_icon(step: Suggestion) -> Icon:
    """The icon of what is suggested."""
    return _ICONS[step.kind]


def step_height(context: Context) -> int:
    """Return the units of height of the card."""
    return 44 if context.painter.least_word_scale < 0.8 else 62


def step_card(context: Context, control: NextStepControl, share: float = 0.0) -> Widget | None:
    """The card and what closes it, as a part of a page; None where nothing is suggested. A much
    larger interface leaves its second line to who points at it: the result needs the room.
    """
    if control.suggestion is None:
        return None
    is_folded = context.painter.least_word_scale < 0.8
    card = MenuRow(
        context,
        control.title,
        control.take,
        step_icon(control.suggestion),
        body="" if is_folded else control.about,
        height=step_height(context),
        tooltip=control.about if is_folded else "",
        share=1,
        id="next",
    )
    words = context.text("next.close")
    close = IconButton(Icon.CLOSE, control.close, tooltip=words, size=36, id="next-close")
    return Row(card, close, gap=6, share=share)
