"""Tiles placed at a table apart and not handed in, kept until the call closes."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from game.net.journal.events import check_whole
from game.net.journal.table import TurnText
from game.rules.errors import Fault, FormatError, RulesError
from game.rules.json_shape import fields_of, list_of, load_json, text_of
from game.rules.match import Match, apply
from game.rules.moves import Finish, Place

MAX_DRAFT_BYTES: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Draft:
    """The turns of the seats here in one call (from 1 through all rounds), as far as they are
    placed.

    `meta` is the match's: it holds the closing moves that are tried.
    """

    call: int
    turns: tuple[tuple[int, str], ...]
    meta: str | None = None

    def write(self) -> str:
        """Return the text of `draft.json`."""
        return json.dumps({"call": self.call, "turns": self.turns, "meta": self.meta}) + "\n"

    @classmethod
    def read(cls, raw: bytes) -> Draft:
        """Parse what `write` wrote. Raises `FormatError`."""
        f = fields_of(load_json(raw, MAX_DRAFT_BYTES), "", ("call", "turns", "meta"), ())
        turns = [list_of(one, "turns", 2) for one in list_of(f["turns"], "turns")]
        if any(len(one) < 2 for one in turns):
            raise FormatError(Fault.NOT_A_PAIR, "turns")
        meta = None if f["meta"] is None else text_of(f["meta"], "meta")
        if meta is not None and not isinstance(load_json(meta, MAX_DRAFT_BYTES), dict):
            raise FormatError(Fault.NOT_AN_OBJECT, "meta")
        return cls(
            check_whole(f["call"], "call"),
            tuple((check_whole(seat, "turns"), text_of(text, "turns")) for seat, text in turns),
            meta,
        )


def draft_of(match: Match, seats: Iterable[int]) -> Draft:
    """Return what these seats have placed in the latest call of a match."""
    call = sum(len(played.calls) for played in match.rounds)
    states = [(seat, match.round.seats[seat]) for seat in seats]
    turns = [
        (seat, TurnText(state.turns[-1].placements, state.finish).write(match.rules.grid))
        for seat, state in states
        if len(state.turns) == len(match.round.calls)
    ]
    return Draft(call, tuple(turns), match.meta)


def with_turns(match: Match, turns: Iterable[tuple[int, str]]) -> Match:
    """Return a match with these seats' turns of its open call, whole ones or parts.

    A turn that does not fit is left out.
    """
    for seat, text in turns:
        with contextlib.suppress(RulesError):
            played, turn = match, TurnText.read(match.rules.grid, text)
            for p in turn.placements:
                played, _ = apply(played, Place(seat, p.tile, p.space))
            if turn.finish is not None:
                played, _ = apply(played, Finish(seat, turn.finish))
            match = played
    return match
