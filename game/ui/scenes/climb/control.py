"""The data of the Climb's pages: open climbs, tables, received climbs; no pygame."""

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Final

from game.climb.arrivals import ArrivedClimb, meet_climb
from game.climb.earned import earning_climbs
from game.climb.game import open_games
from game.climb.open_climb import OpenClimb
from game.climb.record import CLIMB_FORMAT, ClimbRecord, ClimbStep, parse_climb, print_climb
from game.climb.scores import (
    Period,
    RankedClimb,
    counted_climbs,
    first_climb_of,
    name_on_table,
    rank_climbs,
)
from game.climb.sharing import with_climber
from game.climb.state import ClimbState, day_seed
from game.progress.goals import Goal
from game.rules.errors import Fault, FormatError, fault_of_file
from game.rules.json_shape import MAX_RECORD_BYTES
from game.rules.names import clean_name
from game.rules.texts import decode_text, pasted_text
from game.storage.climbs import FinishedClimb
from game.storage.files import open_plain, read_bounded
from game.storage.open_games import StoredGame
from game.storage.pasted import CodeKind, find_code
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings

LONGEST_NAME: Final = 16
"""Most characters of a name in the table."""


class ClimbList(StrEnum):
    """A list of the end page: a table of a period, or own climbs; values are catalogue keys."""

    DAY = Period.DAY.value
    WEEK = Period.WEEK.value
    EVER = Period.EVER.value
    MINE = "mine"


class ClimbStartControl:
    """The open and the finished climbs of the player."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.load()

    def load(self) -> None:
        """Read the open and finished climbs again."""
        store = self._context.store
        self.open: list[tuple[StoredGame, OpenClimb]] = open_games(store)
        self._climbs = store.profile.climbs.finished()

    @property
    def open_today(self) -> tuple[StoredGame, OpenClimb] | None:
        """The open climb of today's seed, or None."""
        seed = day_seed(self._context.store.today)
        return next((one for one in self.open if one[1].state.seed == seed), None)

    @property
    def others(self) -> list[tuple[StoredGame, OpenClimb]]:
        """The open climbs of other seeds."""
        seed = day_seed(self._context.store.today)
        return [one for one in self.open if one[1].state.seed != seed]

    @property
    def played_today(self) -> FinishedClimb | None:
        """The player's first climb on today's seed, or None."""
        return first_climb_of(self._climbs, self._context.store.today)


def list_climbs(context: Context, what: ClimbList) -> tuple[RankedClimb, ...]:
    """Return the climbs of a list; own ones newest first, with place 0 if they do not count."""
    store = context.store
    climbs = store.profile.climbs.finished()
    if what is ClimbList.MINE:
        counted = {climb.identity for climb in counted_climbs(climbs)}
        players = (climb for climb in climbs if not climb.name)
        newest = sorted(players, key=lambda climb: climb.finished_at, reverse=True)
        return tuple(RankedClimb(int(climb.identity in counted), climb) for climb in newest)
    return rank_climbs(climbs, Period(what), store.today, store.zone)


class ClimbEndControl:
    """The climb of an end page: from the table, just ended, or received.

    Raises `FormatError` for a record that the rules refuse.
    """

    def __init__(self, context: Context, climb: FinishedClimb, *, is_new: bool = False) -> None:
        self._context, self.is_new = context, is_new
        self.record = parse_climb(climb.record)
        self.steps: tuple[ClimbStep, ...] = tuple(self.record.steps())
        self.state: ClimbState = self.record.replay()
        self.goals: tuple[Goal, ...] = ()
        """The goals that this climb, if just ended, was the first to earn."""
        self._take(climb)
        if is_new:
            earned = earning_climbs(context.store.profile.climbs.finished())
            mine = (goals for other, goals in earned if other.identity == climb.identity)
            self.goals = next(mine, ())

    def _take(self, climb: FinishedClimb) -> None:
        climbs = self._context.store.profile.climbs
        number = climb.id or climbs.id_of(climb.identity) or 0
        self.climb = climb._replace(id=number)
        self.name = name_on_table(self.climb)

    @property
    def is_players_climb(self) -> bool:
        """Whether it is the player's own climb."""
        return not self.climb.name

    @property
    def can_add(self) -> bool:
        """Whether it is a friend's finished climb that is not stored."""
        return not self.is_players_climb and not self.climb.id and self.state.is_over

    @property
    def day(self) -> date | None:
        """The day of its seed, or None."""
        return date.fromisoformat(self.climb.day) if self.climb.day else None

    @property
    def is_practice(self) -> bool:
        """Whether its seed was known before, so that it is in no table."""
        counted = counted_climbs(self._context.store.profile.climbs.finished())
        return bool(self.climb.id) and self.climb.identity not in {
            climb.identity for climb in counted
        }

    @property
    def minutes(self) -> int:
        """The duration in minutes, at least one."""
        return max(1, round(sum(one.milliseconds for one in self.record.stages) / 60_000))

    def add(self) -> bool:
        """Store a friend's climb; return whether it succeeded."""
        if self._context.store.profile.climbs.add(self.climb) is None:
            return False
        self._take(self.climb)
        return True

    def rename(self, name: str) -> None:
        """Rename the player of an own climb, and of the next one.

        Characters that cannot be displayed are dropped.
        """
        self.name = name
        shown = clean_name(name)
        if self.is_players_climb and self.climb.id and shown:
            self.record = with_climber(self.record, shown)
            text = print_climb(self.record)
            self._context.store.profile.climbs.set_record(self.climb.id, text)
            self.climb = self.climb._replace(record=text)
            change_settings(self._context, player_name=shown)


def read_pasted_climb(context: Context, text: str) -> ArrivedClimb:
    """Return the climb of a pasted code or record. Raises `FormatError`."""
    plain = pasted_text(text[: 4 * MAX_RECORD_BYTES]).strip()
    if plain.startswith("{"):
        return _met(context, parse_climb(plain))
    return _met(context, parse_climb(find_code(text, CodeKind.CLIMB).data))


def has_climb(text: str) -> bool:
    """Return whether a text holds the record or the code of a climb."""
    return CLIMB_FORMAT in text[:4096] or CodeKind.CLIMB in text


def is_climb_file(path: str) -> bool:
    """Return whether a file starts like the record or the code of a climb."""
    try:
        with open_plain(path) as file:
            # In UTF-16 every other byte is zero.
            head = file.read(4096).replace(b"\0", b"")
    except (OSError, ValueError):
        return False
    return CLIMB_FORMAT.encode() in head or CodeKind.CLIMB.encode() in head


def read_climb_file(context: Context, path: str) -> ArrivedClimb:
    """Return the climb of a file. Raises `FormatError` with the stage and the reason."""
    try:
        raw = read_bounded(Path(path), 2 * MAX_RECORD_BYTES)
    except OSError as error:
        raise fault_of_file(error) from None
    if raw is None:
        raise FormatError(Fault.NO_SUCH_FILE)
    try:
        return read_pasted_climb(context, decode_text(raw))
    except UnicodeDecodeError:
        raise FormatError(Fault.NOT_A_TEXT_FILE) from None


def _met(context: Context, record: ClimbRecord) -> ArrivedClimb:
    store = context.store
    return meet_climb(store.profile.climbs, record, store.clock(), store.today)
