"""A run that is being played, as a value and as the text that is saved at every act.

The text holds the record of the finished stages and what was done in the open one, act by act:
`call`, the moves of the rules (`0 294@c3`, `0 back`), `either` for the choice that an ace opens,
`use swap 294`. Reading it plays everything again, so that an act which the rules refuse is
refused here too; its last line is a digest, by which a changed text is known.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from game.progress.run.aces import Ace
from game.progress.run.deck import UseKind
from game.progress.run.record import RunRecord, StageRecord, parse_run, print_run, whole_of_value
from game.progress.run.stage import StagePlay, begin_stage, call_next, move, open_choice, use
from game.progress.run.state import RunState, StageResult
from game.rules.errors import Fault, FormatError, IllegalMove
from game.rules.json_shape import (
    MAX_RECORD_BYTES,
    fields_of,
    list_of,
    load_json,
    refusing_at,
    show,
    text_of,
)
from game.rules.moves import Finish, format_move, parse_move
from game.rules.placement import Placement
from game.rules.tiles import Tile

_FORMAT: Final = "take-it-easy-open-run"
_VERSION: Final = 1
_MOST_ACTS: Final = 10_000
_CALL, _EITHER, _USE = "call", "either", "use"


@dataclass(frozen=True, slots=True)
class OpenRun:
    """A run as it stands: its record, and the stage being played, None between two stages.

    `acts` are what was done in that stage, `milliseconds` what its calls have taken so far,
    `closing` the closing moves that are tried (P6), of which none is final.
    """

    record: RunRecord
    player: str
    play: StagePlay | None = None
    acts: tuple[str, ...] = ()
    milliseconds: int = 0
    closing: tuple[Placement, ...] = ()

    def begin_stage(self) -> OpenRun:
        """Return the run with its next stage begun. Raises `FormatError` before a choice is made,
        and after the end.
        """
        state = self.state
        if state.is_over or state.chooses:
            raise FormatError(Fault.RUN_OVER if state.is_over else Fault.NOT_CHOSEN)
        return replace(
            self, play=begin_stage(state, self.player), acts=(), milliseconds=0, closing=()
        )

    def act(self, act: str) -> OpenRun:
        """Return the run after an act. Raises `FormatError`, and `IllegalMove` for a move."""
        play = self.play
        if play is None:
            raise FormatError(Fault.NOT_A_MOVE, text=repr(act[:40]))
        word, *rest = act.split(" ")
        match word:
            case "call":
                play = call_next(play)
            case "either":
                play = open_choice(play)
            case "use" if rest and rest[0] in tuple(UseKind):
                tile = Tile.parse(rest[1]) if len(rest) > 1 else None
                play = use(play, UseKind(rest[0]), tile)
            case _:
                play = move(play, parse_move(play.match.rules.grid, act))
        return replace(self, play=play, acts=(*self.acts, act), closing=())

    def finish_stage(self) -> OpenRun:
        """Return the run with its open stage, whose board is full, in the record."""
        play = self.play
        if play is None or not play.match.is_complete:
            raise FormatError(Fault.STAGE_UNFINISHED)
        stage = StageRecord(play.match, self.milliseconds, play.uses)
        record = replace(self.record, stages=(*self.record.stages, stage))
        return OpenRun(record, self.player)

    def choose(self, ace: Ace | None, instead: Ace | None = None) -> OpenRun:
        """Return the run after the choice of an ace. Raises `FormatError` for one that cannot be
        chosen.
        """
        *before, last = self.record.stages
        offered = self.state.offered
        chosen = replace(last, offered=offered, taken=ace, instead=instead)
        run = replace(self, record=replace(self.record, stages=(*before, chosen)))
        _ = run.state
        return run

    @property
    def state(self) -> RunState:
        """Where the run stands before the open stage. Raises `FormatError`."""
        return self.record.replay()[0] if self.play is None else self.play.run

    @property
    def results(self) -> tuple[StageResult, ...]:
        """What each finished stage came to."""
        return self.record.replay()[1]


def use_act(kind: UseKind, tile: Tile | None = None) -> str:
    """Return the act of an ace's use."""
    return f"{_USE} {kind}" if tile is None else f"{_USE} {kind} {tile}"


def print_open_run(run: OpenRun, record: str | None = None) -> str:
    """Return the text of a run; `record` is its record's text where that is known."""
    stage: dict[str, Any] | None = None
    if run.play is not None:
        stage = {"milliseconds": run.milliseconds, "acts": run.acts}
        if run.closing:
            grid = run.play.match.rules.grid
            stage["closing"] = format_move(grid, Finish(0, run.closing))
    head = json.dumps(
        {"format": _FORMAT, "version": _VERSION, "player": run.player, "stage": stage},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    text = f'{head[:-1]},"run":{record or print_run(run.record)}}}\n'
    return text + _digest(text)


def parse_open_run(text: str) -> OpenRun:
    """Return the run of a text, played again from its beginning. Raises `FormatError`."""
    body, _, digest = text.rpartition("\n")
    keys = ("format", "version", "player", "stage", "run")
    fields = fields_of(load_json(body, MAX_RECORD_BYTES), "", keys, ())
    if fields["format"] != _FORMAT:
        raise FormatError(
            Fault.WRONG_FORMAT, "format", wanted=_FORMAT, value=show(fields["format"])
        )
    if fields["version"] != _VERSION:
        raise FormatError(Fault.UNKNOWN_VERSION, "version", value=show(fields["version"]))
    if digest != _digest(f"{body}\n"):
        raise FormatError(Fault.ALTERED)
    with refusing_at("run"):
        record = parse_run(json.dumps(fields["run"]))
    run = OpenRun(record, text_of(fields["player"], "player"))
    stage = fields["stage"]
    return run if stage is None else _read_stage(run.begin_stage(), stage)


def _read_stage(run: OpenRun, value: Any) -> OpenRun:
    fields = fields_of(value, "stage", ("milliseconds", "acts"), ("closing",))
    for number, act in enumerate(list_of(fields["acts"], "stage.acts", most=_MOST_ACTS)):
        where = f"stage.acts[{number}]"
        with refusing_at(where):
            try:
                run = run.act(text_of(act, ""))
            except IllegalMove as error:
                raise FormatError(Fault.AGAINST_RULES, error=error) from None
    assert run.play is not None
    if "closing" in fields:
        with refusing_at("stage.closing"):
            tried = parse_move(run.play.match.rules.grid, text_of(fields["closing"], ""))
        if isinstance(tried, Finish):
            run = replace(run, closing=tried.placements)
    took = whole_of_value(fields["milliseconds"], "stage.milliseconds")
    return replace(run, milliseconds=took)


def _digest(text: str) -> str:
    return sha256(f"take-it-easy open run\n{text}".encode()).hexdigest()
