"""External bots: a program or a Python class in its own process, asked and answered by lines.

A bot is named `command:PROGRAM …`, `MODULE:NAME` or `PATH.py:NAME`. Such a name starts a program,
so it is accepted from the command line only, never from a record. `game/bots/README.md` documents
the questions and answers.
"""

from __future__ import annotations

import json
import os
import shlex
import time
from enum import StrEnum
from queue import Empty
from random import Random
from threading import Lock
from typing import Any, Final

from game.bots.players.external_process import Allowance, BotProcess
from game.bots.service.process import bot_command
from game.rules.errors import RulesError
from game.rules.json_shape import MAX_RECORD_BYTES, fields_of, list_of, load_json, text_of
from game.rules.match import Match, Round, legal_placements
from game.rules.moves import format_placement, parse_placement
from game.rules.names import MAX_NAME_LENGTH
from game.rules.placement import Placement
from game.rules.record import record_json
from game.rules.seat import choose_finish

COMMAND: Final = "command"

LIMIT_SECONDS: Final = 30.0
"""Default time limit of an answer in seconds; the first includes the bot's start."""

MAX_SHORT: Final = 24
"""Most characters of the name at the table."""


class Failing(StrEnum):
    """The failures that end a bot's match."""

    LOAD = "load"
    DIED = "died"
    RAISED = "raised"
    LATE = "late"
    UNFLUSHED = "unflushed"
    """Late, but it answers at the end of its input: its output is buffered."""
    UNENDED = "unended"
    """Late, and its output has no newline at the end."""
    GARBLED = "garbled"
    ILLEGAL = "illegal"


_CLAUSES: Final = {
    Failing.LOAD: "{name} could not be started ({detail})",
    Failing.DIED: "{name} ended without an answer",
    Failing.RAISED: "{name} broke down ({detail})",
    Failing.LATE: "{name} did not answer within {detail} s (does it flush after each line?)",
    Failing.UNFLUSHED: "{name} answered only once its input had ended, not within {detail} s: it "
    "must read line by line and flush after each line",
    Failing.UNENDED: "{name} did not end its answer with a newline within {detail} s",
    Failing.GARBLED: "{name} gave an answer that cannot be read ({detail})",
    Failing.ILLEGAL: "{name} gave an answer that is not allowed ({detail})",
}


class ExternalBotError(Exception):
    """An external bot failed: its name, the kind of failure, and a detail."""

    def __init__(self, name: str, failing: Failing, detail: str = "") -> None:
        super().__init__(name, failing, detail)
        self.name, self.failing, self.detail = name, failing, detail

    @property
    def reason(self) -> str:
        """The failure as an English clause."""
        return _CLAUSES[self.failing].format(name=self.name, detail=self.detail or "…")


def is_external(name: str) -> bool:
    """Whether the name is an external bot's."""
    kind, colon, rest = name.partition(":")
    return bool(colon and kind.strip() and rest.strip())


def short_name(name: str) -> str:
    """Return an external bot's name at the table: the class, or the program's file."""
    if name.startswith(f"{COMMAND}:"):
        try:
            file = _arguments(name)[0]
        except (ValueError, IndexError):
            file = name
        return os.path.splitext(os.path.basename(file))[0][:MAX_SHORT]
    return name.rpartition(":")[2].rpartition(".")[2][:MAX_SHORT]


def recorded_name(name: str) -> str:
    """Return a bot's name, cut to the length that a record holds."""
    return name[:MAX_NAME_LENGTH]


def _arguments(name: str) -> list[str]:
    """Split a command into words. Raises `ValueError` for an unclosed quotation mark."""
    command = name.partition(":")[2]
    return split_on_windows(command) if os.name == "nt" else shlex.split(command)


def split_on_windows(command: str) -> list[str]:
    """Split a command whose backslashes separate folders. Raises `ValueError` as `shlex` does."""
    words = shlex.split(command, posix=False)
    return [word[1:-1] if word[0] in "\"'" else word for word in words]


class ExternalBot:
    """A `Bot` that is computed by another process; it may be used from several threads.

    Its methods raise `ExternalBotError` and end the process; the next question starts another one.
    Paths in its name are relative to this program's working directory, which is the process's too.
    """

    def __init__(self, name: str, limit: float = LIMIT_SECONDS) -> None:
        self.name = name
        self._limit = limit
        self._process: BotProcess | None = None
        self._allowance = Allowance()
        self._lock = Lock()

    def choose(self, match: Match, seat: int, random: Random) -> Placement:
        grid, legal = match.rules.grid, legal_placements(match, seat)
        texts = {format_placement(grid, p): p for p in legal}
        hand = [str(tile) for tile in match.round.seats[seat].hand]
        question = {"ask": "place", "hand": hand, "legal": list(texts)}
        answer = self._ask(match, seat, random, question, "place")
        if not isinstance(answer, str) or answer not in texts:
            raise self._fail(Failing.ILLEGAL, _show(answer))
        return texts[answer]

    def choose_finish(self, match: Match, seat: int, random: Random) -> tuple[Placement, ...]:
        state, grid = match.round.seats[seat], match.rules.grid
        free = [grid.name_of(i) for i in grid.stamens if not state.position.filled >> i & 1]
        aside = [str(tile) for tile in state.position.aside if not tile.is_wild]
        question = {"ask": "finish", "aside": aside, "free": free}
        answer = self._ask(match, seat, random, question, "finish")
        try:
            listed = [text_of(item, "finish") for item in list_of(answer, "finish")]
            moves = tuple(parse_placement(grid, text) for text in listed)
            choose_finish(match.rules, state, moves)
        except RulesError:
            raise self._fail(Failing.ILLEGAL, _show(answer)) from None
        return moves

    def close(self) -> None:
        """End the process, if one was started."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _ask(
        self, match: Match, seat: int, random: Random, question: dict[str, Any], key: str
    ) -> Any:
        """Return the answer under `key` of the reply to a question."""
        record = record_json(_without_seeds(match))
        question |= {"seat": seat, "seed": random.getrandbits(53), "record": record}
        line = json.dumps(question, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            until = time.monotonic() + self._limit
            if self._process is None:
                self._process = self._start()
            self._process.send_line(line)
            try:
                reply = self._process.read_line(max(0.0, until - time.monotonic()))
            except Empty:
                raise self._fail(_why_late(self._process), f"{self._limit:g}") from None
        if reply is None:
            raise self._fail(Failing.DIED)
        try:
            fields = fields_of(
                load_json(reply, MAX_RECORD_BYTES), "", required=(), optional=(key, "error", "load")
            )
            for field, failing in (("load", Failing.LOAD), ("error", Failing.RAISED)):
                if field in fields:
                    raise self._fail(failing, text_of(fields[field], field))
            return fields_of(fields, "", required=(key,), optional=())[key]
        except RulesError as error:
            raise self._fail(Failing.GARBLED, str(error)) from None

    def _start(self) -> BotProcess:
        is_command = self.name.startswith(f"{COMMAND}:")
        try:
            command = _arguments(self.name) if is_command else bot_command(self.name)
            return BotProcess(command, short_name(self.name), self._allowance)
        except (OSError, ValueError, IndexError) as error:
            raise ExternalBotError(self.name, Failing.LOAD, str(error)) from None

    def _fail(self, failing: Failing, detail: str = "") -> ExternalBotError:
        self.close()
        return ExternalBotError(self.name, failing, " ".join(detail.split())[:200])


def _why_late(process: BotProcess) -> Failing:
    """Return the probable reason for a late answer."""
    if process.has_begun_a_line:
        return Failing.UNENDED
    return Failing.UNFLUSHED if process.answers_at_the_end() else Failing.LATE


def _show(answer: Any) -> str:
    return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def _without_seeds(match: Match) -> Match:
    """Return the match without its seeds, which would reveal the calls to come."""
    rounds = tuple(Round(r.caller, None, r.calls, r.seats) for r in match.rounds)
    return Match(match.rules, match.players, rounds)
