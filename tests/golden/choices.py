"""What the computer players choose, round by round: `python -m tests.golden.choices` keeps it.

Whatever changes a choice changes how strong somebody is, and has to be measured before it is kept
(`python -m game.bots.evaluate`, `python -m game.bots.standard`). Other versions of numpy, or other
processors, change none.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from game.bots.players.playing import play_calls
from game.bots.players.registry import LEVELS, make_bot
from game.rules.deal import deal_calls
from game.rules.ruleset import Ruleset

__all__ = ["FILE", "ROUNDS", "line_of"]

FILE = Path(__file__).with_name("choices.txt")
STANDARD = "classic free single none"
ROUNDS = (
    *((STANDARD, bot) for bot in (*LEVELS, "random", "greedy")),
    ("classic adjacent-symbol single rays", "master"),
    ("classic free pairs none", "master"),
    ("classic adjacent pairs none", "fox"),
    ("classic free mail none", "fox"),
    ("daffodil-1 free single none", "squirrel"),
    ("daffodil-2 free single rays", "fox"),
    ("daffodil-3 adjacent single none", "master"),
    ("daffodil-4 adjacent pairs best-ray", "fox"),
    ("daffodil-4 free single none", "master"),
)
"""Rules and who plays by them; beside a rival where rules want two."""


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


if __name__ == "__main__":
    FILE.write_text("".join(line_of(*played) + "\n" for played in ROUNDS), encoding="utf-8")
