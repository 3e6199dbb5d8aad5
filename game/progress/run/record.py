"""A run as one JSON object, from which everything is recomputed; a wrong one is refused by stage.

The record holds the seed, the kind, and for each stage the match record, the milliseconds taken,
the uses of aces, and the aces offered and taken after it.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from game.progress.run.aces import OFFERED, Ace
from game.progress.run.deck import AceUse, UseKind, new_deck, use_ace
from game.progress.run.ladder import rules_of
from game.progress.run.state import RunState, StageResult, after_stage, choose_ace, score_stage
from game.rules.deal import Calls, check_seed
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import (
    MAX_RECORD_BYTES,
    fields_of,
    list_of,
    load_json,
    refusing_at,
    show,
    text_of,
)
from game.rules.match import Match
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile

RUN_FORMAT: Final = "take-it-easy-run"
RUN_VERSION: Final = 1
_KINDS: Final = {"clock": True, "calm": False}
_MOST_MILLISECONDS: Final = 10**9
_MOST_STAGES: Final = 200


@dataclass(frozen=True, slots=True)
class StageRecord:
    """A finished stage, and the choice after it; `offered` is None before that is made."""

    match: Match
    milliseconds: int
    uses: tuple[AceUse, ...] = ()
    offered: tuple[Ace, ...] | None = None
    taken: Ace | None = None
    instead: Ace | None = None


@dataclass(frozen=True, slots=True)
class RunStep:
    """A finished stage of a run: the run before it, what the stage came to, the run after it, and
    after the choice that follows, if that was made.
    """

    record: StageRecord
    before: RunState
    result: StageResult
    after: RunState
    chosen: RunState

    @property
    def is_passed(self) -> bool:
        """Whether the stage's total came to its target."""
        return self.result.total >= self.result.target


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run as far as it was played: its seed and kind, its finished stages and choices."""

    seed: str
    is_timed: bool
    stages: tuple[StageRecord, ...] = ()

    def replay(self) -> tuple[RunState, tuple[StageResult, ...]]:
        """Return where the run stands, and what each stage came to.

        Raises `FormatError` with the stage and the reason for what the run's rules refuse.
        """
        state, results = RunState(self.seed, self.is_timed), []
        for step in self.steps():
            results.append(step.result)
            state = step.chosen
        return state, tuple(results)

    def steps(self) -> Iterator[RunStep]:
        """What each stage made of the run, in order. Raises `FormatError` as `replay` does."""
        state = RunState(self.seed, self.is_timed)
        for number, stage in enumerate(self.stages):
            with refusing_at(f"stages[{number}]"):
                before = state
                _check_stage(state, stage)
                result = score_stage(state, stage.match, stage.uses, stage.milliseconds)
                after = state = after_stage(state, result, stage.milliseconds)
                if stage.offered is not None:
                    if stage.offered != state.offered:
                        raise FormatError(Fault.NOT_OFFERED, ace=", ".join(stage.offered))
                    state = choose_ace(state, stage.taken, stage.instead)
            yield RunStep(stage, before, result, after, state)


def is_run_text(head: bytes) -> bool:
    """Whether a text that begins so is the record of a run; in UTF-16 every other byte is zero."""
    return f'"{RUN_FORMAT}"'.encode() in head.replace(b"\0", b"")


def kind_name(*, is_timed: bool) -> str:
    """Return how records and the profile name the kind of a run: "clock" or "calm"."""
    return next(kind for kind, has_clock in _KINDS.items() if has_clock == is_timed)


def print_run(run: RunRecord) -> str:
    """Return the run's record as one line of JSON."""
    stages = []
    for stage in run.stages:
        shown: dict[str, Any] = {
            "record": json.loads(print_record(stage.match)),
            "milliseconds": stage.milliseconds,
            "uses": [_use_json(one) for one in stage.uses],
        }
        if stage.offered is not None:
            shown |= {"offered": stage.offered, "taken": stage.taken}
            shown |= {} if stage.instead is None else {"instead": stage.instead}
        stages.append(shown)
    record = {"format": RUN_FORMAT, "version": RUN_VERSION, "seed": run.seed}
    record |= {"kind": kind_name(is_timed=run.is_timed)}
    return json.dumps(record | {"stages": stages}, ensure_ascii=False, separators=(",", ":"))


def parse_run(text: str | bytes) -> RunRecord:
    """Return the run of a record, replayed and found right. Raises `FormatError`."""
    fields = fields_of(
        load_json(text, MAX_RECORD_BYTES), "", ("format", "version", "seed", "kind", "stages"), ()
    )
    if fields["format"] != RUN_FORMAT:
        raise FormatError(
            Fault.WRONG_FORMAT, "format", wanted=RUN_FORMAT, value=show(fields["format"])
        )
    if type(fields["version"]) is not int or fields["version"] != RUN_VERSION:
        raise FormatError(Fault.UNKNOWN_VERSION, "version", value=show(fields["version"]))
    seed = text_of(fields["seed"], "seed")
    with refusing_at("seed"):
        check_seed(seed)
    kind = text_of(fields["kind"], "kind")
    if kind not in _KINDS:
        raise FormatError(Fault.NONE_OF, "kind", value=repr(kind[:20]), known=", ".join(_KINDS))
    stages = list_of(fields["stages"], "stages", most=_MOST_STAGES)
    read = (_read_stage(value, f"stages[{i}]") for i, value in enumerate(stages))
    run = RunRecord(seed, _KINDS[kind], tuple(read))
    run.replay()
    return run


def _read_stage(value: Any, where: str) -> StageRecord:
    fields = fields_of(
        value, where, ("record", "milliseconds", "uses"), ("offered", "taken", "instead")
    )
    with refusing_at(f"{where}.record"):
        match = parse_record(json.dumps(fields["record"]))
    uses = list_of(fields["uses"], f"{where}.uses", most=100)
    offered: tuple[Ace, ...] | None = None
    if "offered" in fields:
        if "taken" not in fields:
            raise FormatError(Fault.NO_KEY, where, key="'taken'")
        aces = list_of(fields["offered"], f"{where}.offered", most=OFFERED)
        offered = tuple(_read_ace(ace, f"{where}.offered") for ace in aces)
    elif "taken" in fields or "instead" in fields:
        raise FormatError(Fault.NO_KEY, where, key="'offered'")
    taken, instead = (
        None if fields.get(key) is None else _read_ace(fields[key], f"{where}.{key}")
        for key in ("taken", "instead")
    )
    return StageRecord(
        match,
        whole_of_value(fields["milliseconds"], f"{where}.milliseconds"),
        tuple(_read_use(one, f"{where}.uses[{i}]") for i, one in enumerate(uses)),
        offered,
        taken,
        instead,
    )


def _check_stage(state: RunState, stage: StageRecord) -> None:
    """Raise `FormatError` unless the stage is the run's next one, finished, with its own tiles."""
    if state.is_over or state.chooses:
        raise FormatError(Fault.RUN_OVER if state.is_over else Fault.NOT_CHOSEN)
    match, rules = stage.match, rules_of(state.stage)
    if match.rules != rules:
        raise FormatError(Fault.OTHER_RULES, rules=str(rules))
    if len(match.players) != 1 or not match.is_complete:
        raise FormatError(Fault.STAGE_UNFINISHED)
    played = match.rounds[0]
    if played.seed != state.stage_seed or played.calls != _calls_of(state, rules, stage.uses):
        raise FormatError(Fault.OTHER_CALLS)


def _calls_of(state: RunState, rules: Ruleset, uses: tuple[AceUse, ...]) -> Calls:
    """The calls that the stage's seed and the uses of aces make. Raises `FormatError`."""
    for kind in UseKind:
        most = state.uses_of(kind)
        if most is not None and sum(one.kind is kind for one in uses) > most:
            raise FormatError(Fault.NOT_HELD, ace=kind)
    if list(uses) != sorted(uses, key=lambda one: one.call):
        raise FormatError(Fault.NOT_HELD, ace=uses[-1].kind)
    deck, calls = new_deck(rules, state.stage_seed), []
    for call, size in enumerate(rules.call_sizes):
        tiles, deck = deck.draw(size)
        has_acted = False
        for one in uses:
            if one.call == call:
                is_thought = one.kind is UseKind.SECOND_THOUGHT
                if is_thought and (has_acted or not call):
                    raise FormatError(Fault.NOT_HELD, ace=one.kind)
                has_acted |= not is_thought
                tiles, deck = use_ace(tiles, deck, one)
        calls.append(tiles)
    if any(one.call >= len(calls) for one in uses):
        raise FormatError(Fault.NOT_HELD, ace=uses[-1].kind)
    return tuple(calls)


def _use_json(one: AceUse) -> dict[str, Any]:
    shown: dict[str, Any] = {"call": one.call, "use": one.kind}
    return shown if one.tile is None else shown | {"tile": str(one.tile)}


def _read_use(value: Any, where: str) -> AceUse:
    fields = fields_of(value, where, ("call", "use"), ("tile",))
    call = whole_of_value(fields["call"], f"{where}.call", 100)
    name = text_of(fields["use"], f"{where}.use", most=20)
    if name not in tuple(UseKind):
        raise FormatError(Fault.UNKNOWN, f"{where}.use", value=repr(name))
    kind = UseKind(name)
    if ("tile" in fields) == (kind is UseKind.SECOND_THOUGHT):
        raise FormatError(Fault.NO_KEY, where, key="'tile'")
    with refusing_at(f"{where}.tile"):
        tile = Tile.parse(text_of(fields["tile"], "")) if "tile" in fields else None
    return AceUse(call, kind, tile)


def _read_ace(value: Any, where: str) -> Ace:
    name = text_of(value, where, most=20)
    if name not in tuple(Ace):
        raise FormatError(Fault.UNKNOWN, where, value=repr(name))
    return Ace(name)


def whole_of_value(value: Any, where: str, most: int = _MOST_MILLISECONDS) -> int:
    """Return a whole number from 0 to `most`. Raises `FormatError` for anything else."""
    if type(value) is not int or not 0 <= value <= most:
        raise FormatError(Fault.NOT_WHOLE, where, value=show(value))
    return value
