"""Chooses one suggestion of what to do next, from the records.

The rules, each with a test:

1. Only what is possible and not done is suggested (`possible_steps`).
2. The order is: puzzles from the match just finished; a run that waits; the day's deal while it is
   open; a level that another game may reach; the next challenge; the day's run; an edition that was
   never tried.
3. The same is never suggested twice in a row, nor its kind after two matches in a row. A kind that
   was passed over so many times in a row rests for as many matches, for `CLOSED` where its card
   was closed. What was taken up starts afresh.
4. The suggestion after a match stays the same wherever it is shown, while it is possible.
5. Newcomers are not led away: an edition and the day's run are suggested after `SETTLED` matches.

The menu has a line of its own (`step_of_day`): what yesterday left, else one thing after another,
another each day.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final, NamedTuple
from zlib import crc32

from game.progress.level import NOWHERE, Standing

REACH: Final = 6.0
"""Points below the beginning of the next level from which it is within reach."""

SETTLED: Final = 3
"""Matches before an edition is suggested."""

NEAR: Final = 15.0
"""Points missing for a medal from which it was nearly earned."""

CLOSED: Final = 10
"""Matches that a kind rests whose card was closed."""


class SuggestionKind(StrEnum):
    """The kinds of suggestions, the most pressing first; values are catalogue keys."""

    PUZZLES = "puzzles"
    DAILY = "daily"
    LEVEL = "level"
    CHALLENGE = "challenge"
    EDITION = "edition"
    RUN = "run"
    MEDAL = "medal"
    """A medal that was nearly earned yesterday; only on the menu."""


class Suggestion(NamedTuple):
    """A suggestion of what to do next.

    `target` is the match of the puzzles, the date of the deal, the level, the name of the challenge
    or of the edition, the medal, or the day of a run. `number` is how many puzzles there are, the
    points at which the level begins (0 for one without a level yet), the points that were missing,
    or the stage of the run that waits (0 for the day's, which is still to be begun).
    """

    kind: SuggestionKind
    target: str
    number: float = 0


@dataclass(frozen=True, slots=True)
class PlayerRecords:
    """The part of the records from which a suggestion is chosen.

    `matches` are finished; `match` is the one just finished, empty elsewhere, and `puzzles` how
    many unsolved ones it has. `daily` is the day whose deal is open, `challenge` the next one that
    is not met, `untried` the editions never played; `standing` is by the rules of the match.
    `run_waits` is the stage of an open run, 0 for none, `run_day` the day whose run is not played.
    `missing` are the games until there is a level, `nearly` the medal that yesterday's deal nearly
    brought and the points missing.
    """

    matches: int = 0
    match: str = ""
    puzzles: int = 0
    daily: date | None = None
    challenge: str = ""
    untried: tuple[str, ...] = ()
    standing: Standing = NOWHERE
    missing: int = 0
    nearly: tuple[str, float] | None = None
    run_waits: int = 0
    run_day: date | None = None


class ShownBefore(NamedTuple):
    """After how many matches a kind was suggested last, how often in a row it was `passed` over
    since it was taken up, and the checksum of the target.
    """

    after: int
    passed: int
    target: int


StepMemory = Mapping[SuggestionKind, ShownBefore]
"""What was suggested until now, the latest last."""


def possible_steps(records: PlayerRecords) -> tuple[Suggestion, ...]:
    """Everything that could be suggested, the most pressing first."""
    suggestions = []
    if records.puzzles:
        suggestions.append(Suggestion(SuggestionKind.PUZZLES, records.match, records.puzzles))
    if records.run_waits:
        suggestions.append(Suggestion(SuggestionKind.RUN, "", records.run_waits))
    if records.daily is not None:
        suggestions.append(Suggestion(SuggestionKind.DAILY, records.daily.isoformat()))
    mean, following = records.standing.mean, records.standing.following
    if mean is not None and following is not None and following[1] - mean <= REACH:
        suggestions.append(Suggestion(SuggestionKind.LEVEL, *following))
    if records.challenge:
        suggestions.append(Suggestion(SuggestionKind.CHALLENGE, records.challenge))
    if records.run_day is not None and not records.run_waits and records.matches >= SETTLED:
        suggestions.append(Suggestion(SuggestionKind.RUN, records.run_day.isoformat()))
    if records.untried and records.matches >= SETTLED:
        suggestions.append(Suggestion(SuggestionKind.EDITION, records.untried[0]))
    return tuple(suggestions)


def step_of_day(records: PlayerRecords, day: date) -> Suggestion | None:
    """Return what the menu names on `day`: the medal missed yesterday where the day's deal is
    open, else each possible step in turn, from day to day; None without any. A newcomer is led to
    a game of the standard rules.
    """
    if records.nearly is not None and records.nearly[1] <= NEAR and records.daily is not None:
        return Suggestion(SuggestionKind.MEDAL, *records.nearly)
    steps = possible_steps(records)
    if records.missing:
        level = Suggestion(SuggestionKind.LEVEL, str(records.missing))
        # Nobody's first game is a challenge with rules of its own.
        steps = (*steps, level) if records.matches else (level,)
    return steps[day.toordinal() % len(steps)] if steps else None


def choose_step(records: PlayerRecords, memory: StepMemory) -> Suggestion | None:
    """Return the one suggestion, None where there is nothing to suggest now."""
    steps = possible_steps(records)
    now = [kind for kind, shown in memory.items() if shown.after == records.matches]
    if any(memory[kind].passed >= CLOSED for kind in now):
        return None
    last = next(reversed(tuple(memory)), None)
    fresh = []
    for step in steps:
        if step.kind in now:
            return step
        shown = memory.get(step.kind)
        if shown is None:
            fresh.append(step)
            continue
        is_same = step.kind is last and shown.target == _checksum(step)
        is_resting = 0 <= records.matches - shown.after <= max(1, shown.passed)
        if not is_same and not is_resting:
            fresh.append(step)
    return next(iter(fresh), None)


def note_shown(memory: StepMemory, step: Suggestion, matches: int) -> StepMemory:
    """Return the memory after a suggestion was shown after so many matches; safe to repeat.

    It counts as passed over until it is taken up.
    """
    before = memory.get(step.kind)
    if before is not None and before.after == matches:
        return memory
    passed = 0 if before is None else min(before.passed, CLOSED - 2)
    return _note(memory, step, matches, passed + 1)


def note_taken(memory: StepMemory, step: Suggestion, matches: int) -> StepMemory:
    """Return the memory after the player has followed a suggestion."""
    return _note(memory, step, matches, 0)


def note_closed(memory: StepMemory, step: Suggestion, matches: int) -> StepMemory:
    """Return the memory after the card was closed: its kind rests, and no other card comes now."""
    return _note(memory, step, matches, CLOSED)


def _note(memory: StepMemory, step: Suggestion, matches: int, passed: int) -> StepMemory:
    """Return the memory with this suggestion as the one shown last."""
    others = {kind: earlier for kind, earlier in memory.items() if kind is not step.kind}
    return {**others, step.kind: ShownBefore(matches, passed, _checksum(step))}


def _checksum(step: Suggestion) -> int:
    return crc32(step.target.encode("utf-8", "replace"))


def print_memory(memory: StepMemory) -> str:
    """Return a text that `parse_memory` reads back, such as `daily:4:1:99 puzzles:5:0:7`."""
    return " ".join(f"{kind}:{':'.join(map(str, shown))}" for kind, shown in memory.items())


def parse_memory(text: str) -> StepMemory:
    """Return the memory that `print_memory` wrote; what is not understood is forgotten."""
    memory: dict[SuggestionKind, ShownBefore] = {}
    for word in text.split():
        kind, *numbers = word.split(":")
        if kind in tuple(SuggestionKind) and len(numbers) == 3 and all(map(_is_number, numbers)):
            memory[SuggestionKind(kind)] = ShownBefore(*map(int, numbers))
    return memory


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 12
