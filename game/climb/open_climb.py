"""An open climb: an immutable value, changed by acts, and its text.

An act is a move of the rules, a swap, or an act of the choice. The text holds the record of the
finished stages and the acts of the open stage or choice. Reading it replays those acts, so the
climb resumes at any act; a digest detects a changed text (K22).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, TypeAlias

from game.climb.aces import CLIMB_VERSIONS, AceName, Slots, swaps_of
from game.climb.facts import StageFacts, facts_of
from game.climb.record import (
    ClimbRecord,
    ClimbStep,
    StageEntry,
    print_climb,
    read_ace,
    read_climb,
    read_whole,
    take_step,
)
from game.climb.score import ClimbScore, score_stage_facts
from game.climb.stage import OpenStage, SwapTile, begin_climb_stage
from game.climb.state import ClimbChoice, ClimbState, check_choice, price_of, slots_after
from game.rules.boards import Board
from game.rules.errors import Fault, FormatError, IllegalMove
from game.rules.json_shape import (
    MAX_RECORD_BYTES,
    check_format,
    fields_of,
    list_of,
    load_json,
    refusing_at,
    text_of,
)
from game.rules.match import Player
from game.rules.moves import (
    BeginRound,
    Call,
    Finish,
    Miss,
    Move,
    Place,
    TakeBack,
    format_move,
    parse_move,
)
from game.rules.tiles import Tile

OPEN_FORMAT: Final = "take-it-easy-open-run"
OPEN_VERSION: Final = 1
_MOST_ACTS: Final = 10_000
_MOST_MILLISECONDS: Final = 10**9


@dataclass(frozen=True, slots=True)
class FinishStage:
    """An act: end the stage, whose board is full."""


@dataclass(frozen=True, slots=True)
class Reroll:
    """An act of the choice: pay for another three cards."""


@dataclass(frozen=True, slots=True)
class BuyRope:
    """An act of the choice: pay for a rope."""


@dataclass(frozen=True, slots=True)
class TakeCard:
    """An act of the choice: take a card, in the slot of another ace if five are held."""

    ace: AceName
    replaced: AceName | None = None


@dataclass(frozen=True, slots=True)
class OrderSlots:
    """An act of the choice: put the held aces in another order."""

    order: tuple[AceName, ...]


@dataclass(frozen=True, slots=True)
class NextStage:
    """An act of the choice: end it, and begin the next stage."""


ClimbAct: TypeAlias = (
    Move | SwapTile | FinishStage | Reroll | BuyRope | TakeCard | OrderSlots | NextStage
)


@dataclass(frozen=True, slots=True)
class OpenClimb:
    """A climb at one moment: in a stage, at a choice, or over.

    `state` is the state before the open stage, or at the choice; `steps` are the finished stages.
    `acts` are those since the stage or the choice began; `milliseconds` is the open stage's
    duration.

    `player` is the climber's name. `stage` is the open stage and `choice` the open choice, each
    None without one.
    """

    player: str
    state: ClimbState
    steps: tuple[ClimbStep, ...] = ()
    stage: OpenStage | None = None
    choice: ClimbChoice | None = None
    acts: tuple[ClimbAct, ...] = ()
    milliseconds: int = 0

    @property
    def record(self) -> ClimbRecord:
        """The record of the finished stages and choices."""
        entries = tuple(step.entry for step in self.steps)
        return ClimbRecord(self.state.seed, entries, self.state.version)

    @property
    def slots(self) -> Slots:
        """The held aces, at a choice with its changes."""
        return self.state.slots if self.choice is None else slots_after(self.state, self.choice)

    @property
    def crystals(self) -> int:
        """The crystals held, less those spent in an open choice."""
        spent = 0 if self.choice is None else price_of(self.state, self.choice)
        return self.state.crystals - spent

    @property
    def ropes(self) -> int:
        """The ropes held, with those bought in an open choice."""
        return self.state.ropes + (0 if self.choice is None else self.choice.ropes)

    @property
    def cards(self) -> tuple[AceName, ...]:
        """The three cards on offer; empty once one was taken."""
        choice = self.choice
        if choice is None or choice.card is not None:
            return ()
        return self.state.cards(choice.rerolls)

    @property
    def swaps_left(self) -> int:
        """The swaps left in the open stage."""
        used = 0 if self.stage is None else len(self.stage.swaps)
        return swaps_of(self.state.slots) - used

    @property
    def can_swap(self) -> bool:
        """Whether a called tile can be swapped now."""
        return self.stage is not None and self.stage.can_swap(swaps_of(self.state.slots))

    @property
    def facts(self) -> StageFacts:
        """The facts of the open stage's board. Only in a stage."""
        stage = self._open_stage()
        match = stage.match
        seat = match.round.seats[0]
        return facts_of(match.rules, seat, len(stage.swaps), self.state.crystals)

    @property
    def score(self) -> ClimbScore:
        """The open stage's score, as far as it can no longer be lost. Only in a stage."""
        return score_stage_facts(self.state.slots, self.facts)

    def preview(self, move: Place) -> ClimbScore:
        """Return the score after a placement. Raises `IllegalMove`."""
        return replace(self, stage=self._open_stage().play(move, 0)).score

    def act(self, act: ClimbAct) -> OpenClimb:
        """Return the climb after an act. Raises `FormatError`, and `IllegalMove` for a move."""
        match act:
            case FinishStage():
                return self._finish_stage()
            case NextStage():
                return self._next_stage()
            case Reroll() | BuyRope() | TakeCard() | OrderSlots():
                return replace(self, choice=self._choose(act), acts=(*self.acts, act))
            case _:
                stage = self._open_stage().play(act, swaps_of(self.state.slots))
                return replace(self, stage=stage, acts=(*self.acts, act))

    def take_time(self, milliseconds: int) -> OpenClimb:
        """Return the climb with a new duration of its open stage, which never decreases."""
        return replace(self, milliseconds=max(self.milliseconds, milliseconds))

    def _open_stage(self) -> OpenStage:
        if self.stage is None:
            raise FormatError(Fault.NOT_NOW)
        return self.stage

    def _finish_stage(self) -> OpenClimb:
        stage = self._open_stage()
        if not stage.match.is_complete:
            raise FormatError(Fault.STAGE_UNFINISHED)
        step = take_step(self.state, StageEntry(stage.match, stage.swaps, self.milliseconds))
        choice = None if step.after.is_over else ClimbChoice()
        return OpenClimb(self.player, step.after, (*self.steps, step), choice=choice)

    def _choose(self, act: Reroll | BuyRope | TakeCard | OrderSlots) -> ClimbChoice:
        choice = self.choice
        if choice is None:
            raise FormatError(Fault.NOT_NOW)
        match act:
            case Reroll():
                if choice.card is not None:
                    raise FormatError(Fault.NOT_NOW)
                choice = replace(choice, rerolls=choice.rerolls + 1)
            case BuyRope():
                choice = replace(choice, ropes=choice.ropes + 1)
            case TakeCard(ace, replaced):
                if choice.card is not None:
                    raise FormatError(Fault.NOT_NOW)
                # An order chosen before taking the card stays; the card's slot follows from it.
                order = tuple(ace if one is replaced else one for one in choice.order)
                if order and ace not in order:
                    order = (*order, ace)
                choice = replace(choice, card=ace, replaced=replaced, order=order)
            case OrderSlots(order):
                choice = replace(choice, order=order)
        check_choice(self.state, choice)
        return choice

    def _next_stage(self) -> OpenClimb:
        if self.choice is None:
            raise FormatError(Fault.NOT_NOW)
        choice = replace(self.choice, order=tuple(slot.ace for slot in self.slots))
        *before, last = self.steps
        step = take_step(last.before, replace(last.entry, choice=choice))
        return _in_stage(self.player, step.chosen, (*before, step))


def begin_climb(seed: str, player: str, version: int = CLIMB_VERSIONS[-1]) -> OpenClimb:
    """Return a climb in its first stage; `version` decides its cards (K20)."""
    return _in_stage(player, ClimbState(seed, version=version), ())


def _in_stage(player: str, state: ClimbState, steps: tuple[ClimbStep, ...]) -> OpenClimb:
    stage = begin_climb_stage(state.seed, state.stage, Player(player))
    return OpenClimb(player, state, steps, stage)


def print_act(board: Board, act: ClimbAct) -> str:
    """Return an act's text: `call 294`, `0 294@c3`, `0 back`, `swap 294`, `reroll`, `rope`,
    `take streak`, `take streak scrap`, or `order streak echo`.
    """
    match act:
        case SwapTile(tile):
            return f"swap {tile}"
        case Reroll():
            return "reroll"
        case BuyRope():
            return "rope"
        case TakeCard(ace, replaced):
            return " ".join(["take", ace, *([] if replaced is None else [replaced])])
        case OrderSlots(order):
            return " ".join(["order", *order])
        case FinishStage() | NextStage():
            raise ValueError(act)
        case BeginRound() | Call() | Place() | TakeBack() | Miss() | Finish():
            return format_move(board, act)


def parse_act(board: Board, text: str) -> ClimbAct:
    """Return the act of a text of `print_act`. Raises `FormatError`."""
    match text.split(" "):
        case ["swap", tile]:
            return SwapTile(Tile.parse(tile))
        case ["reroll"]:
            return Reroll()
        case ["rope"]:
            return BuyRope()
        case ["take", ace]:
            return TakeCard(read_ace(ace, ""))
        case ["take", ace, replaced]:
            return TakeCard(read_ace(ace, ""), read_ace(replaced, ""))
        case ["order", *order]:
            return OrderSlots(tuple(read_ace(ace, "") for ace in order))
        case _:
            return parse_move(board, text)


def print_open_climb(climb: OpenClimb) -> str:
    """Return the text of a climb, one line of JSON."""
    acts: list[str] = []
    if climb.stage is not None:
        board = climb.stage.match.rules.grid
        acts = [print_act(board, act) for act in climb.acts]
    elif climb.choice is not None:
        acts = [print_act(climb.steps[-1].entry.match.rules.grid, act) for act in climb.acts]
    head = {
        "format": OPEN_FORMAT,
        "version": OPEN_VERSION,
        "player": climb.player,
        "milliseconds": climb.milliseconds,
        "acts": acts,
    }
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))
    body = f'{text[:-1]},"run":{print_climb(climb.record)}'
    return f'{body},"digest":"{_digest(body)}"}}'


def parse_open_climb(text: str) -> OpenClimb:
    """Return the climb of a text by replaying it. Raises `FormatError`."""
    keys = ("format", "version", "player", "milliseconds", "acts", "run", "digest")
    fields = fields_of(load_json(text, MAX_RECORD_BYTES), "", keys, ())
    check_format(fields, OPEN_FORMAT, OPEN_VERSION)
    body, _, _ = text.rpartition(',"digest":')
    if fields["digest"] != _digest(body):
        raise FormatError(Fault.ALTERED)
    with refusing_at("run"):
        record = read_climb(fields["run"])
        climb = _resumed(text_of(fields["player"], "player"), record)
    for number, act in enumerate(list_of(fields["acts"], "acts", most=_MOST_ACTS)):
        with refusing_at(f"acts[{number}]"):
            climb = _act_text(climb, text_of(act, ""))
    took = read_whole(fields["milliseconds"], "milliseconds", _MOST_MILLISECONDS)
    return replace(climb, milliseconds=took)


def _resumed(player: str, record: ClimbRecord) -> OpenClimb:
    """Return the climb at the start of its open stage or choice."""
    steps = tuple(record.steps())
    state = steps[-1].chosen if steps else record.begin()
    if state.is_over:
        return OpenClimb(player, state, steps)
    if state.chooses:
        return OpenClimb(player, state, steps, choice=ClimbChoice())
    return _in_stage(player, state, steps)


def _act_text(climb: OpenClimb, text: str) -> OpenClimb:
    stage = climb.stage
    match = climb.steps[-1].entry.match if stage is None else stage.match
    try:
        return climb.act(parse_act(match.rules.grid, text))
    except IllegalMove as error:
        raise FormatError(Fault.AGAINST_RULES, error=error) from None


def _digest(text: str) -> str:
    return sha256(f"take-it-easy open run\n{text}".encode()).hexdigest()
