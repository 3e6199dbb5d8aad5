"""A climb as one JSON object, from which everything is recomputed; errors name the stage.

The record holds the seed and for each stage the match record, the swaps, the duration in
milliseconds and the choice after it (K21). Crystals, ropes, levels, targets and scores are
computed, never stored.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from game.climb.aces import CLIMB_VERSIONS, SLOTS, AceName, swaps_of
from game.climb.facts import facts_of
from game.climb.score import GoldState
from game.climb.stage import SwapUse, calls_with
from game.climb.stage_rules import rules_at
from game.climb.state import (
    ClimbChoice,
    ClimbState,
    StageEnd,
    deck_of,
    end_stage,
    make_choice,
)
from game.rules.deal import check_seed
from game.rules.errors import Fault, FormatError
from game.rules.json_shape import (
    MAX_RECORD_BYTES,
    check_format,
    fields_of,
    list_of,
    load_json,
    refusing_at,
    show,
    text_of,
)
from game.rules.match import Match
from game.rules.record import read_record, record_json
from game.rules.tiles import Tile

CLIMB_FORMAT: Final = "take-it-easy-run"
_MOST_MILLISECONDS: Final = 10**9
_MOST_STAGES: Final = 200
_MOST_COUNT: Final = 10_000


@dataclass(frozen=True, slots=True)
class StageEntry:
    """A finished stage in a record; `choice` is None before it is made, and at the end."""

    match: Match
    swaps: tuple[SwapUse, ...] = ()
    milliseconds: int = 0
    choice: ClimbChoice | None = None


@dataclass(frozen=True, slots=True)
class ClimbStep:
    """A finished stage with the states before it, after it, and after the following choice, if
    any.
    """

    entry: StageEntry
    before: ClimbState
    end: StageEnd
    after: ClimbState
    chosen: ClimbState


@dataclass(frozen=True, slots=True)
class ClimbRecord:
    """A climb so far: its seed, its finished stages and choices, and its version (K20)."""

    seed: str
    stages: tuple[StageEntry, ...] = ()
    version: int = CLIMB_VERSIONS[-1]

    def begin(self) -> ClimbState:
        """Return the state before the first stage."""
        return ClimbState(self.seed, version=self.version)

    def steps(self) -> Iterator[ClimbStep]:
        """Yield the step of each stage, in order.

        Raises `FormatError` with the stage and the reason if the rules refuse something.
        """
        state = self.begin()
        for number, entry in enumerate(self.stages):
            with _refusing_in(f"stages[{number}]"):
                step = take_step(state, entry)
            state = step.chosen
            yield step

    def replay(self) -> ClimbState:
        """Return the state after the last stage and choice. Raises as `steps` does."""
        state = self.begin()
        for step in self.steps():
            state = step.chosen
        return state


@contextmanager
def _refusing_in(where: str) -> Iterator[None]:
    """Prefix the place in format errors with `where`."""
    try:
        yield
    except FormatError as error:
        raise error.at(f"{where}.{error.where}" if error.where else where) from None


def take_step(state: ClimbState, entry: StageEntry) -> ClimbStep:
    """Return the step of a finished stage and its choice from a state. Raises `FormatError`."""
    _check_stage(state, entry)
    match = entry.match
    seat = match.round.seats[0]
    facts = facts_of(match.rules, seat, len(entry.swaps), state.crystals)
    end, after = end_stage(state, facts)
    chosen = after
    if entry.choice is not None:
        if after.is_over:
            raise FormatError(Fault.CLIMB_OVER)
        with refusing_at("choice"):
            chosen = make_choice(after, entry.choice)
    return ClimbStep(entry, state, end, after, chosen)


def _check_stage(state: ClimbState, entry: StageEntry) -> None:
    """Raise `FormatError` unless the entry is the next stage, finished, with its own tiles."""
    if state.is_over or state.chooses:
        raise FormatError(Fault.CLIMB_OVER if state.is_over else Fault.NOT_CHOSEN)
    match, rules = entry.match, rules_at(state.stage)
    if match.rules != rules:
        raise FormatError(Fault.OTHER_RULES, rules=str(rules))
    if len(match.players) != 1 or not match.is_complete:
        raise FormatError(Fault.STAGE_UNFINISHED)
    played = match.round
    if played.seed is not None:
        raise FormatError(Fault.UNKNOWN_KEY, "record.rounds[0]", key="'seed'")
    if len(entry.swaps) > swaps_of(state.slots):
        raise FormatError(Fault.NOT_HELD, ace=AceName.SWAP)
    deck = deck_of(state.seed, state.stage)
    if played.caller is not None or played.calls != calls_with(rules, deck, entry.swaps):
        raise FormatError(Fault.OTHER_CALLS)


def is_climb_text(head: bytes) -> bool:
    """Return whether a text with this beginning is a climb's record; UTF-16 has zero bytes in
    it.
    """
    return f'"{CLIMB_FORMAT}"'.encode() in head.replace(b"\0", b"")


def print_climb(climb: ClimbRecord) -> str:
    """Return the record of a climb as one line of JSON."""
    stages = []
    for entry in climb.stages:
        shown: dict[str, Any] = {
            "record": record_json(entry.match),
            "swaps": [{"call": one.call, "tile": str(one.tile)} for one in entry.swaps],
            "milliseconds": entry.milliseconds,
        }
        if entry.choice is not None:
            shown["choice"] = _choice_json(entry.choice)
        stages.append(shown)
    record = {"format": CLIMB_FORMAT, "version": climb.version, "seed": climb.seed}
    return json.dumps(record | {"stages": stages}, ensure_ascii=False, separators=(",", ":"))


def climb_json(climb: ClimbRecord) -> dict[str, Any]:
    """Return a climb's scores as a JSON value, its factors as texts such as `17/2`.

    Raises `FormatError` as `steps` does.
    """
    steps = list(climb.steps())
    return {
        "seed": climb.seed,
        "total": steps[-1].chosen.total if steps else 0,
        "over": bool(steps) and steps[-1].chosen.is_over,
        "stages": [
            {
                "stage": step.end.stage,
                "target": step.end.target,
                "points": str(step.end.score.points),
                "multiplier": str(step.end.score.multiplier),
                "gold": str(step.end.score.gold),
                "score": step.end.score.total,
                "aces": [
                    {"ace": p.ace, "added": str(p.added), "factor": str(p.factor)}
                    | ({} if p.state is None else {"met": p.state is GoldState.SURE})
                    for p in step.end.score.parts
                ],
                "crystals": step.chosen.crystals,
                "ropes": step.chosen.ropes,
            }
            for step in steps
        ],
    }


def parse_climb(text: str | bytes) -> ClimbRecord:
    """Return the climb of a record after replaying it. Raises `FormatError`."""
    climb = read_climb(load_json(text, MAX_RECORD_BYTES))
    climb.replay()
    return climb


def read_climb(value: Any) -> ClimbRecord:
    """Return the climb of a JSON value without replaying it. Raises `FormatError`."""
    fields = fields_of(value, "", ("format", "version", "seed", "stages"), ())
    check_format(fields, CLIMB_FORMAT, *CLIMB_VERSIONS)
    seed = text_of(fields["seed"], "seed")
    with refusing_at("seed"):
        check_seed(seed)
    stages = list_of(fields["stages"], "stages", most=_MOST_STAGES)
    entries = tuple(_read_stage(value, f"stages[{i}]") for i, value in enumerate(stages))
    return ClimbRecord(seed, entries, fields["version"])


def _choice_json(choice: ClimbChoice) -> dict[str, Any]:
    shown: dict[str, Any] = {"rerolls": choice.rerolls, "ropes": choice.ropes}
    shown["taken"] = choice.card
    if choice.replaced is not None:
        shown["replaced"] = choice.replaced
    return shown | {"order": choice.order}


def _read_stage(value: Any, where: str) -> StageEntry:
    fields = fields_of(value, where, ("record", "swaps", "milliseconds"), ("choice",))
    with _refusing_in(f"{where}.record"):
        match = read_record(fields["record"])
    swaps = list_of(fields["swaps"], f"{where}.swaps", most=_MOST_COUNT)
    choice = fields.get("choice")
    if "choice" in fields and choice is None:
        raise FormatError(Fault.NOT_AN_OBJECT, f"{where}.choice")
    return StageEntry(
        match,
        tuple(_read_swap(one, f"{where}.swaps[{i}]") for i, one in enumerate(swaps)),
        read_whole(fields["milliseconds"], f"{where}.milliseconds", _MOST_MILLISECONDS),
        None if choice is None else _read_choice(choice, f"{where}.choice"),
    )


def _read_swap(value: Any, where: str) -> SwapUse:
    fields = fields_of(value, where, ("call", "tile"), ())
    call = read_whole(fields["call"], f"{where}.call")
    with refusing_at(f"{where}.tile"):
        return SwapUse(call, Tile.parse(text_of(fields["tile"], "")))


def _read_choice(value: Any, where: str) -> ClimbChoice:
    fields = fields_of(value, where, ("rerolls", "ropes", "taken", "order"), ("replaced",))
    card, replaced = (
        None if fields.get(key) is None else read_ace(fields[key], f"{where}.{key}")
        for key in ("taken", "replaced")
    )
    if "replaced" in fields and replaced is None:
        raise FormatError(Fault.NOT_A_TEXT, f"{where}.replaced", value=show(None))
    order = list_of(fields["order"], f"{where}.order", most=SLOTS)
    return ClimbChoice(
        read_whole(fields["rerolls"], f"{where}.rerolls"),
        read_whole(fields["ropes"], f"{where}.ropes"),
        card,
        replaced,
        tuple(read_ace(name, f"{where}.order[{i}]") for i, name in enumerate(order)),
    )


def read_ace(value: Any, where: str) -> AceName:
    """Return the ace of a JSON value. Raises `FormatError`."""
    name = text_of(value, where, most=20)
    if name not in tuple(AceName):
        raise FormatError(Fault.UNKNOWN, where, value=repr(name))
    return AceName(name)


def read_whole(value: Any, where: str, most: int = _MOST_COUNT) -> int:
    """Return a whole number from 0 to `most`. Raises `FormatError` for anything else."""
    if type(value) is not int or not 0 <= value <= most:
        raise FormatError(Fault.NOT_WHOLE, where, value=show(value))
    return value
