"""What was played: every batch is a line of a file, so that a tool that was stopped goes on.

A batch has every hand of aces that change calls once, and the empty hand more often. Its deals are
the same for all players.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

from game.bots.bar import Bar
from game.progress.run.aces import MOST_HELD, PLACES, Ace
from game.progress.run.ladder import rules_of
from game.tools.run_balance.playing import Hand, Played, SideBySide, play_alone

CALL_ACES: Final = (Ace.PREVIEW, Ace.SWAP, Ace.POCKET, Ace.EITHER, Ace.SECOND_THOUGHT)
"""The aces that change which tile is called when; the others change no board."""

MASTER: Final = "master"
"""Its bot takes a second a stage: it plays as Fox, and makes more by what was measured."""

STAGES: Final = 13
"""The stages whose rules are played; later ones have rules of these."""

_PLAIN: Final = 10
"""So many games of a batch are without aces."""


def all_hands() -> list[Hand]:
    """Return every hand of `CALL_ACES` that can be held, the empty one first."""
    counts = product(*(range(MOST_HELD[ace] + 1) for ace in CALL_ACES))
    return [
        tuple(ace for ace, n in zip(CALL_ACES, count, strict=True) for _ in range(n))
        for count in counts
        if sum(count) <= PLACES
    ]


@dataclass(frozen=True, slots=True)
class StagePlayed:
    """A stage that was played: the hand, the board's total, its lines by length and number, and
    the take-backs that were used.
    """

    hand: Hand
    total: int
    lines: tuple[tuple[int, int], ...]
    thoughts: int

    @staticmethod
    def of(hand: Hand, played: Played) -> "StagePlayed":
        """Return what is kept of a played stage."""
        lines = tuple((len(one.line), one.number) for one in played.score.lines)
        return StagePlayed(hand, int(played.score.total), lines, played.thoughts)


Plays = Mapping[str, Mapping[str, list[StagePlayed]]]
"""What was played, by player and by the words of the rules."""


def hands_of_batch(rules: str, batch: int, count: int) -> list[Hand]:
    """Return the hands of a batch in an order of its own, the first `count` of them."""
    hands = [*all_hands(), *[()] * _PLAIN]
    Random(f"{rules} {batch}").shuffle(hands)
    return hands[:count]


def batch_size() -> int:
    """Return how many games a whole batch has."""
    return len(all_hands()) + _PLAIN


def play_stages(path: Path, players: tuple[str, ...], count: int) -> Plays:
    """Return `count` plays at least of each stage by each player, those of the file first.

    What is missing is played and added to the file, batch by batch.
    """
    batches: dict[tuple[str, str, int], list[StagePlayed]] = dict(_read(path))
    if path.exists() and not path.read_text("utf-8").endswith("\n"):
        with path.open("a", encoding="utf-8") as file:
            file.write("\n")
    stages = {str(rules_of(stage)): stage for stage in range(1, STAGES + 1)}
    size = min(count, batch_size())
    wanted = [
        (player, rules, batch)
        for batch in range(-(-count // size))
        for rules in stages
        for player in players
    ]
    bar = Bar(len(wanted))
    for number, (player, rules, batch) in enumerate(wanted):
        if len(batches.get((player, rules, batch), ())) >= size:
            continue
        bar.show(number, f"{player} {rules}")
        hands = hands_of_batch(rules, batch, size)
        seeds = [f"balance {batch} {game}" for game in range(size)]
        played = SideBySide(player, stages[rules], hands, seeds).play()
        made = [StagePlayed.of(*one) for one in zip(hands, played, strict=True)]
        batches[player, rules, batch] = made
        _append(path, player, rules, batch, made)
    bar.clear()
    plays: dict[str, dict[str, list[StagePlayed]]] = {}
    for (player, rules, _), made in batches.items():
        if player in players and rules in stages:
            plays.setdefault(player, {}).setdefault(rules, []).extend(made)
    return plays


def master_gain(path: Path, count: int) -> float:
    """Return what Master makes more than Fox in the mean, each playing the same `count` deals of
    every stage by its own bot, without aces: Master takes a second a stage.
    """
    batches = dict(_read(path))
    gains: list[float] = []
    bar = Bar(count * STAGES)
    for batch in range(count):
        for stage in range(1, STAGES + 1):
            bar.show(batch * STAGES + stage - 1, MASTER)
            rules = str(rules_of(stage))
            totals = []
            for player in (MASTER, "fox"):
                key = f"{player} alone", rules, batch
                if key not in batches:
                    score = play_alone(player, stage, f"balance alone {batch}")
                    batches[key] = [StagePlayed.of((), Played(score, 0))]
                    _append(path, *key, batches[key])
                totals.append(batches[key][0].total)
            gains.append(totals[0] - totals[1])
    bar.clear()
    return sum(gains) / max(1, len(gains))


def _append(path: Path, player: str, rules: str, batch: int, made: list[StagePlayed]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(_line(player, rules, batch, made))


def _line(player: str, rules: str, batch: int, made: list[StagePlayed]) -> str:
    games = [["+".join(one.hand), one.total, one.thoughts, *map(list, one.lines)] for one in made]
    value = {"player": player, "rules": rules, "batch": batch, "games": games}
    return json.dumps(value, separators=(",", ":")) + "\n"


def _read(path: Path) -> Iterator[tuple[tuple[str, str, int], list[StagePlayed]]]:
    """The batches of the file; a line that was cut off is played again."""
    if not path.exists():
        return
    for line in path.read_text("utf-8").splitlines():
        try:
            value: dict[str, Any] = json.loads(line)
        except ValueError:
            continue
        made = [
            StagePlayed(
                tuple(Ace(name) for name in hand.split("+") if name),
                total,
                tuple((length, number) for length, number in lines),
                thoughts,
            )
            for hand, total, thoughts, *lines in value["games"]
        ]
        yield (value["player"], value["rules"], value["batch"]), made
