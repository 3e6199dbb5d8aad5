"""The choices of the computer players, round by round, and their values of placements: `python -m
tests.golden.choices` keeps both.

Whatever changes a choice changes how strong a level is, and has to be measured before it is kept
(`python -m game.bots.evaluate`); the last line is the fingerprint of the values that chose. Other
versions of numpy, or other processors, change none.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from game.bots.judge import judge_placements
from game.bots.players.playing import play_calls
from game.bots.players.registry import LEVELS, make_bot
from game.bots.values.fingerprint import fingerprint
from game.bots.values.standard_values import can_play_on
from game.rules.deal import deal_calls
from game.rules.match import apply
from game.rules.moves import Call
from game.rules.ruleset import Ruleset

__all__ = ["FILE", "POSITIONS", "ROUNDS", "WORTHS", "line_of", "worths_of"]

FILE = Path(__file__).with_name("choices.txt")
STANDARD = "classic free single none"
ROUNDS = (
    *((STANDARD, bot) for bot in (*LEVELS, "random", "greedy")),
    ("classic adjacent-symbol single rays", "master"),
    ("classic free pairs none", "master"),
    ("classic adjacent pairs none", "fox"),
    ("classic adjacent single none", "master"),
    ("classic free mail none", "fox"),
    ("daffodil-1 free single none", "squirrel"),
    ("daffodil-2 free single rays", "fox"),
    ("daffodil-3 adjacent single none", "master"),
    ("daffodil-4 adjacent pairs best-ray", "fox"),
    ("daffodil-4 free single none", "master"),
)
"""Rules and who plays by them; beside a rival where rules want two."""


WORTHS = Path(__file__).with_name("worths.txt")
POSITIONS = [
    (text, call)
    for text in (
        *dict.fromkeys(text for text, _ in ROUNDS),
        "classic free single rays",
        "classic adjacent single best-ray",
        "classic adjacent mail rays bonus=call",
        "daffodil-2 adjacent-symbol mail best-ray bonus=call",
        "daffodil-4 free mail rays",
    )
    for percent in (0, 20, 40, 60, 75, 90)
    for call in [percent * len(Ruleset.parse(text).call_sizes) // 100]
]
"""Rules, and how many calls a greedy player has answered."""


def line_of(text: str, bot: str) -> str:
    """One round's placements in order, closing moves last, as one line."""
    rules = Ruleset.parse(text)
    bots = [make_bot(bot), make_bot("greedy")][: 2 if "mail" in text or "best" in text else 1]
    randoms = [Random(f"{bot} {seat}") for seat in range(len(bots))]
    match = play_calls(rules, bots, deal_calls(rules, "choices"), randoms)
    seat = match.round.seats[0]
    chosen = [p for turn in seat.turns for p in turn.placements]
    names = [f"{p.tile}@{p.space}" for p in (*chosen, *(seat.finish or ()))]
    return f"{text} | {bot} | {' '.join(names)}"


def worths_of(text: str, call: int) -> list[float]:
    """Return the value at a glance of each legal placement, in the order of the board's spaces, and
    the best one's value after a deeper search: but not where that plays on with calls of its own.
    """
    rules = Ruleset.parse(text)
    seats = 2 if "mail" in text or "best" in text else 1
    bots, randoms = [make_bot("greedy")] * seats, [Random(seat) for seat in range(seats)]
    calls = deal_calls(rules, "worths")
    match = play_calls(rules, bots, calls[:call], randoms)
    match, _ = apply(match, Call(calls[call]))
    glance = judge_placements(match, 0)
    shown = sorted(glance, key=lambda w: (w.placement.tile.index, w.placement.space))
    plays_on = can_play_on(rules) and rules.bonus is None
    deep = () if plays_on else judge_placements(match, 0, deeply=True)[:1]
    return [w.value for w in (*shown, *deep)]


def _line_of_worths(text: str, call: int) -> str:
    return f"{text} | {call} | {' '.join(f'{value:.3f}' for value in worths_of(text, call))}"


if __name__ == "__main__":
    choices, signed = [line_of(*played) for played in ROUNDS], fingerprint()
    *before, by = FILE.read_text(encoding="utf-8").splitlines()
    if choices != before and by == signed:
        sys.exit("Other choices are other values: raise SEARCH in game/bots/values/fingerprint.py.")
    FILE.write_text("".join(line + "\n" for line in (*choices, signed)), encoding="utf-8")
    WORTHS.write_text(
        "".join(_line_of_worths(*place) + "\n" for place in POSITIONS), encoding="utf-8"
    )
