"""A climb as it is played and saved: begun, resumed, ended.

`begin_game` and `resume_climb` return the `ClimbKeeper` that the window plays; every act is saved
before it returns. `open_games` lists the climbs that can be resumed.

    game = begin_game(store, "Ana", day=store.today)     # or resume_climb(store, day=store.today)
    game.act(Call(game.open.stage.next_call)), game.finish_stage(), game.act(NextStage())
    game.end()                                           # gives up; a climb that is over has ended
    store.profile.climbs.climb(game.climb_id)                # then the row of the high-score table
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, ClassVar, Final

from game.climb.aces import CLIMB_VERSIONS
from game.climb.open_climb import (
    ClimbAct,
    FinishStage,
    OpenClimb,
    begin_climb,
    parse_open_climb,
    print_open_climb,
)
from game.climb.record import ClimbRecord
from game.climb.scores import finished_climb
from game.climb.sharing import climb_identity
from game.climb.stage import OpenStage, SwapTile
from game.climb.state import day_seed
from game.play.keeper import ALL_HERE, SeatsApart
from game.rules.errors import Fault, FormatError
from game.storage.climbs import is_day
from game.storage.codes import new_seed
from game.storage.database import identity_digest

if TYPE_CHECKING:
    from game.climb.record import ClimbStep
    from game.rules.match import Match, Round
    from game.rules.moves import Event, Move
    from game.rules.tiles import Tile
    from game.storage.open_games import StoredGame
    from game.storage.store import Storage

_SECOND: Final = 1000

_BEGUN, _CALLED = "begun", "called"
"""Marks of a stage: from its first call on, and once all its tiles were called."""


class ClimbKeeper:
    """The climb of this window; `open` is its state, `climb_id` its stored row once it has ended.

    At a table it owns the match of the open stage (`MatchKeeper`) and makes its calls
    (`CallSource`).
    """

    apart: ClassVar[SeatsApart] = ALL_HERE
    can_withdraw: ClassVar[bool] = False

    def __init__(self, store: Storage, day: str, climb: OpenClimb) -> None:
        self._store, self.day, self.open = store, day, climb
        self.climb_id: int | None = None

    def act(self, *acts: ClimbAct) -> None:
        """Perform acts, saved together; a climb that is over ends at once.

        Raises `FormatError`, and `IllegalMove` for a move.
        """
        climb = self.open
        for act in acts:
            climb = climb.act(act)
        self._save(climb)
        if self.open.state.is_over:
            self.end()

    # the open stage at a table

    @property
    def match(self) -> Match:
        """The match of the open stage, or of the last one."""
        stage = self.open.stage
        return self.open.steps[-1].entry.match if stage is None else stage.match

    def perform(self, move: Move) -> tuple[Event, ...]:
        """Perform a move of the stage; return its events. Raises `IllegalMove`."""
        self.act(move)
        return self._stage.events

    def keep(self, match: Match) -> None:
        """Refuse: a stage has no clock, no closing moves, and no call that is withdrawn."""
        raise NotImplementedError

    def seed_of(self, index: int) -> str | None:
        """Return None: no seed gives the tiles of a stage."""
        return None

    def next_call(self, played: Round, index: int) -> tuple[Tile, ...]:
        """Return the next tiles of the deck."""
        return self._stage.next_call

    def swap(self, tile: Tile) -> tuple[Event, ...]:
        """Send a called tile under the deck; return the events of the new call. Raises
        `FormatError`.
        """
        self.act(SwapTile(tile))
        return self._stage.events

    @property
    def _stage(self) -> OpenStage:
        stage = self.open.stage
        assert stage is not None, "only in a stage"
        return stage

    def finish_stage(self) -> ClimbStep:
        """End the open stage; return the step with its score."""
        self.act(FinishStage())
        return self.open.steps[-1]

    def take_time(self, milliseconds: int) -> None:
        """Store the duration of the stage so far; whole seconds are saved."""
        climb = self.open.take_time(milliseconds)
        if climb.milliseconds // _SECOND > self.open.milliseconds // _SECOND:
            self._save(climb, is_flushed=False)
        self.open = climb

    def save_time(self) -> None:
        """Save the stage's duration to the millisecond, on leaving the table."""
        self._save(self.open)

    def end(self) -> None:
        """End the climb: finished stages count, the open one does not."""
        self._store.open_climbs.end(self.day)
        file_ended(self._store)
        # A climb without a finished stage is stored too: beginning its seed again is a second
        # attempt.
        record = self.open.record
        if record.stages:
            self.climb_id = self._store.profile.climbs.id_of(climb_identity(record))

    def _save(self, climb: OpenClimb, *, is_flushed: bool = True) -> None:
        text = print_open_climb(climb)
        if self._store.save_climb(self.day, text, is_flushed=is_flushed):
            self._store.profile.note_dealt(_seen_marks(climb))
        self.open = climb


def file_ended(store: Storage) -> None:
    """Move ended climbs to the history; those it cannot store stay in their files."""
    climbs = store.profile.climbs
    for stored in store.open_climbs.ended():
        climb = _read(store, stored)
        if climb is None:
            continue
        # A clock set back must not make this climb the first of its seed.
        before = (one.finished_at for one in climbs.finished() if one.seed == climb.state.seed)
        when = max([store.clock(), *before])
        day = date.fromisoformat(stored.key) if stored.key else None
        if climbs.add(finished_climb(climb.record, when, day)) is not None:
            store.open_climbs.forget(stored)
        else:
            store.report_unfiled()


def games_in_the_way(
    store: Storage, *, day: date | None = None, seed: str = ""
) -> list[tuple[StoredGame, OpenClimb]]:
    """Return the open climbs that a new one ends: that of its day, and all of its seed.

    Their tiles would be known.
    """
    seed = seed if day is None else day_seed(day)
    return [
        (stored, climb)
        for stored, climb in open_games(store)
        if stored.key == _day_text(day) or climb.state.seed == seed
    ]


def begin_game(
    store: Storage,
    player: str,
    *,
    day: date | None = None,
    seed: str = "",
    version: int = CLIMB_VERSIONS[-1],
) -> ClimbKeeper:
    """Begin a climb: of a day, of a seed, or of a new seed. `games_in_the_way` are given up."""
    for stored, climb in games_in_the_way(store, day=day, seed=seed):
        ClimbKeeper(store, stored.key, climb).end()
    seed = day_seed(day) if day is not None else seed or new_seed()
    if store.profile.has_dealt([_mark(seed, 1, _BEGUN)]):
        # The file of the climb before may have been deleted or damaged.
        _note_known(store, seed, day)
    game = ClimbKeeper(store, _day_text(day), begin_climb(seed, player, version))
    game.save_time()
    return game


def resume_climb(store: Storage, *, day: date | None = None) -> ClimbKeeper | None:
    """Return the open climb of a day, None without one.

    One that does not fit the rules is set aside, and a problem is reported.
    """
    stored = store.open_climbs.find(_day_text(day))
    climb = None if stored is None else _read(store, stored)
    if stored is None or climb is None:
        return None
    if store.profile.has_dealt(_later_marks(climb)):
        # The file is one of before.
        _note_known(store, climb.state.seed, day)
    return ClimbKeeper(store, stored.key, climb)


def open_games(store: Storage) -> list[tuple[StoredGame, OpenClimb]]:
    """Return every climb that can be resumed, the latest first.

    Unreadable ones are set aside. Those that are over or given up are moved to the history, in case
    the program stopped before.
    """
    games, listed = [], store.open_climbs.all()
    for problem in store.open_climbs.unread.values():
        store.problems.add(problem)
    for stored in listed:
        climb = _read(store, stored)
        if climb is None:
            continue
        if climb.state.is_over:
            store.open_climbs.end(stored.key)
        else:
            games.append((stored, climb))
    file_ended(store)
    return games


def _note_known(store: Storage, seed: str, day: date | None) -> None:
    """Store a climb without stages, if none of the seed is stored, so that no later one counts."""
    if all(climb.seed != seed or climb.name for climb in store.profile.climbs.finished()):
        store.profile.climbs.add(finished_climb(ClimbRecord(seed), store.clock(), day))


def _seen_marks(climb: OpenClimb) -> list[str]:
    """Return the marks of the open stage: that its first tiles, and its last ones, were called."""
    if climb.stage is None or not climb.stage.match.round.calls:
        return []
    seed, stage = climb.state.seed, climb.state.stage
    ended = [] if climb.stage.next_call else [_mark(seed, stage, _CALLED)]
    return [_mark(seed, stage, _BEGUN), *ended]


def _later_marks(climb: OpenClimb) -> list[str]:
    """Return the next marks that a climb will leave, which only a later one of its seed has."""
    seed, stage = climb.state.seed, len(climb.steps) + 1
    if climb.stage is None or not climb.stage.match.round.calls:
        return [_mark(seed, stage, _BEGUN)]
    called = [_mark(seed, stage, _CALLED)] if climb.stage.next_call else []
    return [*called, _mark(seed, stage + 1, _BEGUN)]


def _mark(seed: str, stage: int, what: str) -> str:
    """Return the key under which the history notes that the tiles of a stage were seen."""
    return identity_digest(f"take-it-easy run {what}\n{seed}\n{stage}")


def _day_text(day: date | None) -> str:
    return "" if day is None else day.isoformat()


def _read(store: Storage, stored: StoredGame) -> OpenClimb | None:
    try:
        if not is_day(stored.key):
            raise FormatError(Fault.ALTERED)
        climb = parse_open_climb(stored.text)
        if not stored.key or climb.state.seed == day_seed(date.fromisoformat(stored.key)):
            return climb
        reason = stored.key
    except FormatError as error:
        reason = str(error)
    store.quarantine_climb(stored, reason)
    return None
