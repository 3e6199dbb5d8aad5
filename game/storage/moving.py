"""A whole profile as one file: its history, runs, findings, waiting matches and settings.

The file is lines of JSON: a head with format and version, one line for each thing, and a last line
with the digest of all lines before it. Taking one over adds what is not known here and overwrites
nothing; settings are taken over only where somebody asks for that. A file that is damaged in any
place is refused as a whole.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from game.rules.errors import Fault, FormatError, fault_of_file
from game.rules.json_shape import dump_json, fields_of, load_json, refusing_at
from game.rules.meta import time_of
from game.rules.record import parse_record, print_record
from game.rules.texts import decode_text
from game.storage.files import read_bounded
from game.storage.problems import Problem, ProblemKind
from game.storage.runs import FinishedRun, StoredRun, has_kind_and_day, is_storable
from game.storage.settings import Settings, read_settings
from game.storage.steps import Steps

if TYPE_CHECKING:
    from game.rules.match import Match
    from game.storage.store import Storage

ENDING: Final = ".take-it-easy-profile"
"""How the names of such files end."""

MAX_BYTES: Final = 1 << 29
_MAX_LINE: Final = 1 << 22
_FORMAT: Final = "take-it-easy profile"
_VERSIONS: Final = (1, 2)
"""The second one has runs; a profile without any is written as the first."""

STAYING: Final = frozenset(
    [
        "is_fullscreen",
        "is_maximised",
        "window_width",
        "window_height",
        "interface_scale",
    ]
)
"""Settings that belong to a computer; a file from elsewhere names no program to be started."""


@dataclass(frozen=True, slots=True)
class ProfileCopy:
    """The content of the file: finished matches with times, waiting ones, findings, settings."""

    matches: tuple[tuple[Match, datetime], ...] = ()
    waiting: tuple[Match, ...] = ()
    findings: Mapping[str, Mapping[str, float]] = dataclasses.field(default_factory=dict)
    settings: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    runs: tuple[FinishedRun, ...] = ()
    open_runs: tuple[StoredRun, ...] = ()
    problems: tuple[Problem, ...] = ()
    """What could not be read when it was made; no file holds that."""


class TakenOver(NamedTuple):
    """The numbers of matches that an import has added: finished ones, and waiting ones."""

    matches: int
    waiting: int


def copying_profile(store: Storage, settings: Settings) -> Steps[ProfileCopy]:
    """Copy everything of the player that another computer can go on with."""
    moving = {k: v for k, v in dataclasses.asdict(settings).items() if k not in STAYING}
    waiting = tuple(waiting.match for waiting in store.waiting())
    matches = yield from store.profile.reading_all()
    problems = [*store.autosave.problems]
    problem, lost = store.profile.problem, store.profile.count() - len(matches)
    if problem is not None and problem.kind in (ProblemKind.NEWER, ProblemKind.READ_ONLY):
        # What a damaged history could be restored to is the history from then on.
        problems.append(problem)
    if lost:
        problems.append(Problem(ProblemKind.RECORDS, store.profile.path, str(lost)))
    runs = store.profile.runs
    finished = runs.finished()
    if lost := runs.count() - len(finished):
        problems.append(Problem(ProblemKind.RUNS, store.profile.path, str(lost)))
    return ProfileCopy(
        matches,
        waiting,
        store.profile.all_findings(),
        moving,
        finished,
        runs.open_runs(),
        tuple(problems),
    )


def printing_profile(profile: ProfileCopy) -> Steps[str]:
    """Write the file's text."""
    version = _VERSIONS[bool(profile.runs or profile.open_runs)]
    lines: list[dict[str, Any]] = [{"format": _FORMAT, "version": version}]
    for number, (match, when) in enumerate(profile.matches):
        yield number / len(profile.matches)
        lines.append({"finished_at": when.isoformat(), "record": print_record(match)})
    lines += [{"waiting": print_record(match)} for match in profile.waiting]
    lines += [{"run": _run_fields(run)} for run in profile.runs]
    lines += [{"open_run": run.text, "kind": run.kind, "day": run.day} for run in profile.open_runs]
    lines += [{"what": what, "found": dict(values)} for what, values in profile.findings.items()]
    lines.append({"settings": dict(profile.settings)})
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    return text + json.dumps({"sha256": _digest(text.encode())}) + "\n"


def _digest(raw: bytes) -> str:
    return sha256(raw).hexdigest()


def parsing_profile(raw: bytes) -> Steps[ProfileCopy]:
    """Read what a file holds. Raises `FormatError` for one that is damaged or cut."""
    with contextlib.suppress(UnicodeDecodeError):
        # Its digest is that of the text as it was written.
        raw = decode_text(raw).encode()
    *lines, last = raw.splitlines(keepends=True) or [b""]
    if not lines or not last.endswith(b"\n"):
        raise FormatError(Fault.CUT if raw else Fault.EMPTY)
    head = fields_of(load_json(lines[0], _MAX_LINE), "", ("format", "version"), ())
    if head["format"] != _FORMAT:
        raise FormatError(Fault.WRONG_FORMAT, wanted=_FORMAT, value=repr(head["format"])[:40])
    if head["version"] not in _VERSIONS or isinstance(head["version"], bool):
        raise FormatError(Fault.UNKNOWN_VERSION, value=repr(head["version"])[:20])
    end = load_json(last, _MAX_LINE)
    if not isinstance(end, dict) or set(end) != {"sha256"}:
        raise FormatError(Fault.CUT)
    if end["sha256"] != _digest(b"".join(lines)):
        raise FormatError(Fault.ALTERED)
    matches: list[tuple[Match, datetime]] = []
    waiting: list[Match] = []
    findings: dict[str, dict[str, float]] = {}
    settings: dict[str, Any] = {}
    runs: list[FinishedRun] = []
    open_runs: list[StoredRun] = []
    for number, line in enumerate(lines[1:], 2):
        yield number / (len(lines) + 1)
        with refusing_at(f"{number}"):
            item = load_json(line, _MAX_LINE)
            # What could not be written again is not taken over.
            dump_json(item, "")
            match item:
                case {"finished_at": when, "record": str(record)}:
                    finished_at, played = time_of(when), parse_record(record)
                    if finished_at is None or not played.is_complete:
                        raise FormatError(Fault.ALTERED)
                    matches.append((played, finished_at))
                case {"waiting": str(record)}:
                    waiting.append(parse_record(record))
                case {"run": dict(values)}:
                    runs.append(_read_run(values))
                case {"open_run": str(text), "kind": kind, "day": day} if has_kind_and_day(
                    kind, day
                ):
                    open_runs.append(StoredRun(kind, day, text, 0, datetime.now(UTC)))
                case {"what": str(what), "found": dict(values)}:
                    findings[what] = _numbers(values)
                case {"settings": dict(values)}:
                    settings = {k: v for k, v in values.items() if k not in STAYING}
                case _:
                    raise FormatError(Fault.ALTERED)
    return ProfileCopy(
        tuple(matches), tuple(waiting), findings, settings, tuple(runs), tuple(open_runs)
    )


def reading_profile(path: Path) -> Steps[ProfileCopy]:
    """Read what the file at `path` holds. Raises `FormatError` where it cannot be read."""
    try:
        raw = read_bounded(path, MAX_BYTES)
    except OSError as error:
        raise fault_of_file(error).at(path.name) from None
    except ValueError:
        raise FormatError(Fault.NOT_A_FILE_NAME, repr(str(path))[:60]) from None
    if raw is None:
        raise FormatError(Fault.NO_SUCH_FILE, path.name)
    if len(raw) > MAX_BYTES:
        raise FormatError(Fault.TOO_MANY_BYTES, path.name, most=MAX_BYTES)
    try:
        return (yield from parsing_profile(raw))
    except FormatError as error:
        raise error.at(f"{path.name}: {error.where}" if error.where else path.name) from None


def taking_over(store: Storage, profile: ProfileCopy) -> Steps[TakenOver | None]:
    """Add what is not known here: matches, those that wait, runs, findings; nothing has changed
    before the last step. None where the history cannot be written. Doing it twice is the same as
    once.
    """
    added = yield from store.profile.adding_all(profile.matches, profile.findings)
    if added is None:
        return None
    runs = store.profile.runs
    for run in profile.runs:
        runs.add(run)
    for open_run in profile.open_runs:
        if runs.open_run(open_run.kind, open_run.day) is None:
            runs.save(open_run.kind, open_run.day, open_run.text, None)
    missing = [match for match in profile.waiting if not store.profile.has(match)]
    return TakenOver(added, sum(map(store.autosave.add_waiting, missing)))


def moved_settings(profile: ProfileCopy, usual: Settings) -> Settings:
    """Return the settings of a file, this computer's own where it names none or none that
    make sense.
    """
    return read_settings(profile.settings, usual)


def _run_fields(run: FinishedRun) -> dict[str, Any]:
    fields = run._asdict() | {"finished_at": run.finished_at.isoformat()}
    del fields["id"]
    return fields


def _read_run(values: Mapping[str, Any]) -> FinishedRun:
    """A finished run of a file; what its record says is checked where it is opened."""
    texts = ("identity", "seed", "kind", "day", "name", "finished_at", "record")
    fields = fields_of(values, "run", (*texts, "points", "stage"), ())
    finished_at = time_of(fields["finished_at"])
    if finished_at is None or not is_storable(run := FinishedRun(**fields)):
        raise FormatError(Fault.ALTERED)
    return run._replace(finished_at=finished_at)


def _numbers(values: Mapping[str, Any]) -> dict[str, float]:
    for key, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e6:
            raise FormatError(Fault.NOT_A_NUMBER, key=repr(key)[:20])
    return dict(values)
