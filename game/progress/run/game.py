"""One run as it is played and saved: begun, resumed, ended.

`begin_run` and `resume_run` return the `RunGame` that the table plays; every act of it is saved
before it returns. `open_runs` lists what can be resumed.

    run = begin_run(store, "Ana", is_timed=True)         # or resume_run(store, is_timed=True)
    run.begin_stage(), run.act("call"), run.finish_stage(), run.choose(Ace.SWAP)
    run.end()                                            # gives up; a run that is over has ended
    store.profile.runs.run(run.run_id)                   # then the row of the high-score table
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Final

from game.progress.run.open_run import OpenRun, parse_open_run, print_open_run
from game.progress.run.record import RunRecord, kind_name, print_run
from game.progress.run.scores import finished_run, identity_of_run
from game.progress.run.state import day_seed
from game.rules.errors import Fault, FormatError
from game.storage.codes import new_seed
from game.storage.problems import ProblemKind
from game.storage.runs import has_kind_and_day

if TYPE_CHECKING:
    from game.progress.run.aces import Ace
    from game.progress.run.stage import StagePlay
    from game.progress.run.state import RunState, StageResult
    from game.rules.placement import Placement
    from game.storage.open_runs import StoredRun
    from game.storage.store import Storage

_SECOND: Final = 1000


class RunGame:
    """A run of this window; `open` is how it stands, `run_id` the finished run once it ended."""

    def __init__(self, store: Storage, kind: str, day: str, run: OpenRun) -> None:
        self._store, self.kind, self.day = store, kind, day
        self.open = run
        self.state: RunState = run.state
        self.run_id: int | None = None
        self._record = print_run(run.record)

    @property
    def play(self) -> StagePlay | None:
        """The stage being played, None between two stages."""
        return self.open.play

    def begin_stage(self) -> None:
        """Begin the next stage."""
        self._save(self.open.begin_stage())

    def act(self, act: str) -> None:
        """Do something in the open stage: see `game.progress.run.open_run`. Raises `FormatError`
        and `IllegalMove`.
        """
        self._save(self.open.act(act))

    def take_time(self, milliseconds: int) -> None:
        """Note what the stage has taken so far; each whole second of it is saved."""
        before = self.open.milliseconds
        run = replace(self.open, milliseconds=max(before, milliseconds))
        is_second = run.milliseconds // _SECOND > before // _SECOND
        if is_second:
            self._save(run, is_flushed=False)
        else:
            self.open = run

    def save_time(self) -> None:
        """Save to the millisecond what the stage has taken: the table is left."""
        self._save(self.open)

    def try_closing(self, moves: tuple[Placement, ...]) -> None:
        """Note the closing moves that are tried."""
        if moves != self.open.closing:
            self._save(replace(self.open, closing=moves))

    def finish_stage(self) -> StageResult:
        """Finish the open stage, and the run where it is over; return what the stage came to."""
        run = self.open.finish_stage()
        result = run.results[-1]
        if run.state.is_over:
            self._end(run)
        else:
            self._save(run)
        return result

    def choose(self, ace: Ace | None, instead: Ace | None = None) -> None:
        """Take one of the aces that are offered, or none."""
        self._save(self.open.choose(ace, instead))

    def end(self) -> None:
        """Give up: what is finished counts, the open stage does not."""
        self._end(OpenRun(self.open.record, self.open.player))

    def _save(self, run: OpenRun, *, is_flushed: bool = True) -> None:
        record = self._record
        if run.record is not self.open.record:
            record = print_run(run.record)
        text = print_open_run(run, record)
        self._store.save_run(self.kind, self.day, text, is_flushed=is_flushed)
        self._take(run, record)

    def _take(self, run: OpenRun, record: str) -> None:
        if run.play is None or run.play.run is not self.state:
            self.state = run.state
        self.open, self._record = run, record

    def _end(self, run: OpenRun) -> None:
        if run.record is not self.open.record:
            self._save(run)
        else:
            self._take(run, self._record)
        self._store.open_runs.end(self.kind, self.day)
        file_ended(self._store)
        # One without a stage is stored too: whoever begins its seed again knows the tiles.
        if run.record.stages:
            self.run_id = self._store.profile.runs.id_of(identity_of_run(run.record))


def file_ended(store: Storage) -> None:
    """Add the runs that have ended to the history; those that it cannot take wait in their
    files.
    """
    runs = store.profile.runs
    for stored in store.open_runs.ended():
        run = _read(store, stored)
        if run is None:
            continue
        # A clock that was put back makes no run the first of its seed.
        before = (one.finished_at for one in runs.finished() if one.seed == run.record.seed)
        when = max([store.clock(), *before])
        day = date.fromisoformat(stored.day) if stored.day else None
        if runs.add(finished_run(run.record, when, day)) is not None:
            store.open_runs.forget(stored)
        elif store.profile.problem is not None:
            store.problems.add(store.profile.problem._replace(kind=ProblemKind.UNFILED))


def runs_in_the_way(
    store: Storage, *, is_timed: bool, day: date | None = None, seed: str = ""
) -> list[tuple[StoredRun, OpenRun]]:
    """Return the open runs that end when a run begins: that of its kind and day, and every one of
    its seed, whose tiles would be known.
    """
    place = kind_name(is_timed=is_timed), _day_text(day)
    seed = seed if day is None else day_seed(day)
    return [
        (stored, run)
        for stored, run in open_runs(store)
        if (stored.kind, stored.day) == place or run.record.seed == seed
    ]


def begin_run(
    store: Storage, player: str, *, is_timed: bool, day: date | None = None, seed: str = ""
) -> RunGame:
    """Begin a run: of a day, of a seed, or of a new one. `runs_in_the_way` end as given up."""
    for stored, run in runs_in_the_way(store, is_timed=is_timed, day=day, seed=seed):
        open_day = date.fromisoformat(stored.day) if stored.day else None
        open_one = resume_run(store, is_timed=run.record.is_timed, day=open_day)
        if open_one is not None:
            open_one.end()
    seed = day_seed(day) if day is not None else seed or new_seed()
    run = OpenRun(RunRecord(seed, is_timed), player)
    game = RunGame(store, kind_name(is_timed=is_timed), _day_text(day), run)
    game.begin_stage()
    return game


def resume_run(store: Storage, *, is_timed: bool, day: date | None = None) -> RunGame | None:
    """Return the open run of a kind and day to go on with, None where there is none.

    One that does not fit the rules is kept aside, and the player is told.
    """
    stored = store.open_runs.find(kind_name(is_timed=is_timed), _day_text(day))
    run = None if stored is None else _read(store, stored)
    if stored is None or run is None:
        return None
    return RunGame(store, stored.kind, stored.day, run)


def open_runs(store: Storage) -> list[tuple[StoredRun, OpenRun]]:
    """Return every run that can be resumed, the one saved last first; those that cannot be read
    are kept aside.

    One that is over, or was given up, is in the history from here on, wherever the program was
    ended.
    """
    runs = []
    for stored in store.open_runs.all():
        run = _read(store, stored)
        if run is None:
            continue
        if run.state.is_over:
            store.open_runs.end(stored.kind, stored.day)
        else:
            runs.append((stored, run))
    file_ended(store)
    return runs


def _day_text(day: date | None) -> str:
    return "" if day is None else day.isoformat()


def _read(store: Storage, stored: StoredRun) -> OpenRun | None:
    try:
        run = parse_open_run(stored.text)
        if not has_kind_and_day(stored.kind, stored.day):
            raise FormatError(Fault.ALTERED)
        is_of_day = not stored.day or run.record.seed == day_seed(date.fromisoformat(stored.day))
        if is_of_day and kind_name(is_timed=run.record.is_timed) == stored.kind:
            return run
        reason = f"{stored.kind} {stored.day}"
    except FormatError as error:
        reason = str(error)
    store.quarantine_run(stored, reason)
    return None
