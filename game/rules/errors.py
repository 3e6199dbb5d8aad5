"""The errors of the rules, as data: `game.locale.errors` words them in the player's
language.

`FormatError` is text that cannot be read (a record, a tile, a space); `IllegalMove` is
a well-formed move that the rules forbid; `RulesetError` is a combination of choices that
clause V1 refuses. Each carries a reason from a closed list, so that a catalogue can hold
one sentence for each, and an English `str` for the command line and for developers.
"""

from __future__ import annotations

import errno
from enum import StrEnum
from typing import Final


class RulesError(Exception):
    """Base of every error that the rules raise on purpose."""


class Fault(StrEnum):
    """The possible faults of a text; each value is an English clause with named placeholders.

    Each catalogue translates them, `NO_SUCH_TILE` under `errors.fault.no-such-tile`.
    """

    # Any text
    TOO_MANY_BYTES = "longer than {most} bytes"
    NOT_UTF_8 = "not UTF-8 at byte {byte}"
    NOT_JSON = "not JSON (line {line}, column {column})"
    NOT_IN_JSON = "{text} is not JSON"
    TOO_DEEP = "nested too deeply"
    TOO_LARGE = "a number too large"
    KEY_TWICE = "key given twice: {key}"
    NOT_UNICODE = "not Unicode text"
    NOT_AN_OBJECT = "not an object"
    UNKNOWN_KEY = "unknown key {key}"
    NO_KEY = "no {key}"
    NOT_A_LIST = "not a list"
    TOO_MANY = "{found} entries where {most} are allowed"
    NOT_A_TEXT = "not a text: {value}"
    TOO_MANY_CHARACTERS = "longer than {most} characters"
    NOT_WHOLE = "not a whole number: {value}"
    UNKNOWN = "unknown: {value}"
    NONE_OF = "{value} is none of {known}"
    A_LIST = "a list"
    AN_OBJECT = "an object"
    # Records
    WRONG_FORMAT = "not {wanted}: {value}"
    UNKNOWN_VERSION = "unknown version {value}"
    NEWER_VERSION = "version {value}, which only a newer game reads"
    OLDER_VERSION = "version {value}, which only an older game reads"
    ROUND_UNFINISHED = "the previous round is not finished"
    ONLY_A_BOT = "only a bot has one"
    NO_SUCH_PLAYER = "no such player: {value}"
    WRONG_BOARDS = "{found} boards for {players} players"
    NO_CLOSING_MOVES = "only Daffodil variant 4 has closing moves"
    MASTER_OWES = "the game master must place what is owed"
    MIXED_TURN = "a turn is the player's or the game master's, not both"
    NO_MASTER = "there is no game master in these rules"
    TILES_LEFT = "not everything is placed: {tiles}"
    AGAINST_RULES = "{error}"
    NOT_A_TABLE = "not a table of this game"
    # Tiles, spaces, moves, seeds, rules
    NO_SUCH_TILE = "no such tile: {text}"
    NO_SUCH_SPACE = "no such space on the {board} board: {text}"
    NOT_A_PLACEMENT = "not a placement TILE@SPACE: {text}"
    NOT_A_CALLER = "not a caller: {text}"
    NOT_A_MOVE = "not a move: {text}"
    SEED_LENGTH = "a seed has 1 to {most} characters"
    SEED_UNPRINTABLE = "a seed has printable characters only"
    WRONG_TILES = "{found} tiles where a round calls {wanted}"
    FOREIGN_TILE = "not a tile of the {board} board: {tile}"
    TILE_TWICE = "tile called twice: {tile}"
    FEW_WORDS = "a ruleset has at least four words: {text}"
    UNKNOWN_OPTION = "unknown option in a ruleset: {text}"
    NO_SUCH_VARIANT = "no such Daffodil variant: {text}"
    NOT_ROUNDS = "not a number of rounds: {text}"
    # Files and arguments
    EMPTY = "empty"
    NOT_A_TEXT_FILE = "not a text file"
    NOT_A_FILE_NAME = "not a file name"
    NO_SUCH_FILE = "no such file"
    IS_A_DIRECTORY = "a directory, not a file"
    IS_THE_INPUT = "the file that is read"
    IN_THE_WAY = "this file already exists; {option} overwrites it"
    NO_PERMISSION = "permission denied"
    DISK_FULL = "no space left on the disk"
    SYSTEM = "{text}"
    NO_DEALS = "no deals"
    DEALS_LEFT = "{deals} deals cannot be split into games of {rounds} rounds"
    NOT_A_SIZE = "not a size such as 1280x800: {text}"
    NOT_A_TIME = "not a time such as 90s, 5m, 12h or 3d: {text}"
    NOT_A_DATE = "not a date such as {first}: {text}"
    NO_SUCH_DAY = "no such day: {text}"
    NO_CLUSTER = "no Dask cluster answers at {address}"
    TOO_EARLY = "the first daily deal is that of {first}, not of {day}"
    # Runs
    FOREIGN_CALL = "an ace was used on {tile}, which was not there"
    NOT_OFFERED = "not an ace that is offered: {ace}"
    NOT_HELD = "an ace that cannot be used or kept like this: {ace}"
    NOT_CHOSEN = "the choice after the previous stage is missing"
    CLIMB_OVER = "the climb was over before this stage"
    OTHER_RULES = "not this stage's rules: {rules}"
    STAGE_UNFINISHED = "not one player's finished round"
    OTHER_CALLS = "not the tiles that the seed and the aces call"
    NOT_PAID = "costs {price} crystals, but only {held} are held"
    # Tables whose players are apart
    NOT_HEX = "not lower-case hex"
    WRONG_LENGTH = "{found} bytes instead of {wanted}"
    NOT_BASE64 = "a character that does not belong in a code"
    CUT = "cut in the middle"
    ALTERED = "changed or damaged since it was written"
    NOT_FIRST = "a table is opened by the first line of its journal"
    NOT_NOW = "not possible at this point of the game"
    WRONG_SEATS = "{found} seats instead of {wanted}"
    CLOSING_LEFT = "the closing moves are missing"
    ONE_DAMAGED = "a turn file in it is damaged; the others have been read"
    NOT_PROVED = "not proved by its seat key"
    NO_CODE = "no invitation and no turn file in this text"
    NO_ADDRESS = "it names no readable address"
    EARLIER_TABLE = "made by an earlier version, whose tables at home no longer exist"
    UNKNOWN_TURN_FILE = "a turn file for a table that is not kept here"
    SEAT_TWICE = "a seat twice"
    NOT_A_BOOLEAN = "neither true nor false"
    TOO_MANY_ROUNDS = "more than {most} rounds"
    OTHER_LEADER = "an invitation to this table from somebody who does not lead it"
    OTHER_TABLE = "from another table"
    NO_TABLE = "no such table here"
    NO_SUCH_FOLDER = "no such folder"
    NOT_ITS_FOLDER = "this table is not played through {folder}; name the shared folder yourself"
    # The game's own files
    UNREADABLE = "cannot be read: {text}"
    NOT_ONE_EACH = "not one tile for each space"
    PLACED_TWICE = "placed twice: {text}"
    NO_EDITION = "holds no edition"
    TAKEN = "{value} is taken by {name} already"
    FEWEST_FIRST = "the smallest number comes first"
    OUT_OF_RANGE = "is not a number from {least} to {most}: {value}"
    NOT_A_PAIR = "is not a list of 2 numbers"
    WRONG_SUM = "the lines score {points}"
    NO_MAXIMUM = "is missing beside maximum_boards"
    NOT_A_NUMBER = "{key} is not a number"
    NO_SUCH_LINE = "no such line: {text}"
    GOAL_MISSED = "the solution does not meet the goal"


class FormatError(RulesError):
    """Malformed or inconsistent text.

    `where` is a path into the text such as `rounds[0].boards[1].turns[3]` ("" for the whole) or
    the number of a line, `values` fills the fault's placeholders, `reason` is the English
    clause. A `fault` that is a plain `str` is a finished sentence.
    """

    def __init__(self, fault: str, where: str | int = "", **values: str | int | RulesError) -> None:
        self.fault = fault
        self.where = where
        self.values = values
        self.reason = fault.format(**values) if isinstance(fault, Fault) else fault
        place = f"line {where}" if isinstance(where, int) else where
        super().__init__(f"{place}: {self.reason}" if place else self.reason)

    def at(self, where: str | int) -> FormatError:
        """Return the same fault at another place."""
        return FormatError(self.fault, where, **self.values)


class IllegalReason(StrEnum):
    """Why a move is refused; values are catalogue keys."""

    NOT_CALLED = "not-called"
    ALREADY_CALLED = "already-called"
    WRONG_CALL_SIZE = "wrong-call-size"
    NOT_IN_TILE_SET = "not-in-tile-set"
    SEATS_NOT_READY = "seats-not-ready"
    ROUND_OVER = "round-over"
    ROUND_NOT_OVER = "round-not-over"
    MATCH_OVER = "match-over"
    NO_ROUND = "no-round"
    NO_SUCH_SPACE = "no-such-space"
    OCCUPIED = "occupied"
    ALREADY_PLACED = "already-placed"
    STAMENS_FIRST = "stamens-first"
    STAMENS_LAST = "stamens-last"
    STAMENS_CLOSED = "stamens-closed"
    NOT_ADJACENT = "not-adjacent"
    NOT_ADJACENT_SUN = "not-adjacent-sun"
    NOT_ADJACENT_MOON = "not-adjacent-moon"
    NO_DAFFODIL = "no-daffodil"
    DAFFODIL_FULL = "daffodil-full"
    NOTHING_TO_TAKE_BACK = "nothing-to-take-back"
    TOO_LATE_TO_TAKE_BACK = "too-late-to-take-back"
    NOT_SET_ASIDE = "not-set-aside"
    WILD_STAYS_ASIDE = "wild-stays-aside"
    NOT_A_STAMEN = "not-a-stamen"
    NO_FINISH = "no-finish"
    ALREADY_FINISHED = "already-finished"
    BOARD_NOT_FULL = "board-not-full"
    NO_DEADLINE = "no-deadline"
    ALREADY_ANSWERED = "already-answered"
    MASTER_TILES = "master-tiles"
    NO_SUCH_SEAT = "no-such-seat"


class IllegalMove(RulesError):
    """A move the rules forbid in this state."""

    def __init__(self, reason: IllegalReason, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason.value.replace('-', ' ')}{f' ({detail})' if detail else ''}")


class Conflict(StrEnum):
    """Why a set of choices cannot be played together (V1); values are catalogue keys."""

    DAFFODIL_NEEDS_BOARD = "daffodil-needs-board"
    BEST_RAY_NEEDS_OPPONENTS = "best-ray-needs-opponents"
    BONUS_NEEDS_MAIL = "bonus-needs-mail"
    TOO_FEW_PLAYERS = "too-few-players"
    TOO_MANY_PLAYERS = "too-many-players"
    BEST_RAY_IS_FOR_SIX = "best-ray-is-for-two-to-six"
    NO_ROUNDS = "no-rounds"

    @property
    def words(self) -> str:
        """The reason as an English clause."""
        return _CONFLICT_WORDS.get(self, self.value.replace("-", " "))


_CONFLICT_WORDS: Final = {
    Conflict.DAFFODIL_NEEDS_BOARD: "a Daffodil variant, 1 to 4, needs the Daffodil board",
    Conflict.BONUS_NEEDS_MAIL: "a bonus needs the mail call",
}


class RulesetError(RulesError):
    """Choices that clause V1 refuses, each named."""

    def __init__(self, conflicts: tuple[Conflict, ...]) -> None:
        self.conflicts = conflicts
        super().__init__("; ".join(c.words for c in conflicts))


_FILE_FAULTS: Final = {
    errno.ENOENT: Fault.NO_SUCH_FILE,
    errno.EISDIR: Fault.IS_A_DIRECTORY,
    errno.EACCES: Fault.NO_PERMISSION,
    errno.EPERM: Fault.NO_PERMISSION,
    errno.ENOSPC: Fault.DISK_FULL,
}


def fault_of_file(error: OSError) -> FormatError:
    """Return the fault that an `OSError` means; an uncommon one keeps the system's own words."""
    fault = _FILE_FAULTS.get(error.errno or 0)
    if fault is None:
        return FormatError(Fault.SYSTEM, text=error.strerror or str(error))
    return FormatError(fault)
