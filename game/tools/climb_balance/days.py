"""The computers' climbs of the days' seeds; they take a card they hold, else the rarest."""

import json
from collections.abc import Sequence
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final

from game.climb.aces import ACES, CLIMB_VERSIONS
from game.climb.days import CLIMBING_BOTS, format_day
from game.climb.stage_rules import rules_at
from game.climb.state import ClimbState, day_seed, deck_of
from game.tools.climb_balance.runs import CardManner, ClimbingParty

_PARTY: Final = 50
_MOST_STAGES: Final = 60
_HEAD: Final = """\
# The computers' climbs of the days' seeds: the score of each stage in base 36.
# Columns: day, {bots}. Made by python -m game.tools.climb_balance --days.
# {rules}
"""


def rules_fingerprint() -> str:
    """Return the version of climbs and a digest of all that decides the computers' scores.

    The data was played by other rules if its head has another one.
    """
    version, stages = CLIMB_VERSIONS[-1], range(1, _MOST_STAGES)
    rules = [repr([*ACES.items()])]
    for stage in stages:
        state = ClimbState("fingerprint", stage)
        deck = " ".join(map(str, deck_of(state.seed, stage)))
        rules += [str(rules_at(stage)), str(state.target), " ".join(state.cards()), deck]
    return f"Version {version}, rules {sha256(chr(10).join(rules).encode()).hexdigest()[:16]}."


def write_days(
    notes: Path, first: date, count: int, file: Path, bots: Sequence[str] = CLIMBING_BOTS
) -> None:
    """Write the climbs of `count` days from `first`; climbs in `notes` are not played again."""
    days = [first + timedelta(number) for number in range(count)]
    known: dict[tuple[str, str], list[int]] = {}
    if notes.exists():
        for line in notes.read_text(encoding="utf-8").splitlines():
            bot, day, scores = json.loads(line)
            known[bot, day] = scores
    for bot in bots:
        missing = [day for day in days if (bot, day.isoformat()) not in known]
        for start in range(0, len(missing), _PARTY):
            some = missing[start : start + _PARTY]
            party = ClimbingParty(bot, CardManner.SHINY, [*map(day_seed, some)], _MOST_STAGES)
            with notes.open("a", encoding="utf-8") as stream:
                for day, one in zip(some, party.climb(), strict=True):
                    scores = [step.end.score.total for step in one.climb.steps]
                    known[bot, day.isoformat()] = scores
                    stream.write(json.dumps([bot, day.isoformat(), scores]) + "\n")
    lines = (format_day(day, [known[bot, day.isoformat()] for bot in bots]) for day in days)
    head = _HEAD.format(bots=", ".join(bots), rules=rules_fingerprint())
    file.write_text(head + "\n".join(lines) + "\n", encoding="utf-8")
