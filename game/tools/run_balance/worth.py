"""How many more stages a player can expect: what one who weighs the aces compares.

A hand's mean points by each stage's rules are fitted to what was played; how far boards scatter is
taken from there too. From the last stage looked at back to the next one this gives, for every
reserve, the chance to go on and the stages that follow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import NormalDist
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.progress.run.aces import PLACES, REBATE_POINTS, Ace, HeldAce, pay_of
from game.progress.run.ladder import MOST_RESERVE, is_bonus, rules_of, target_of
from game.progress.run.state import RunState, choose_ace
from game.rules.boards import BOARDS, Line
from game.rules.ruleset import Ruleset
from game.rules.scoring import BoardScore, ScoredLine
from game.tools.run_balance.playing import Hand
from game.tools.run_balance.plays import CALL_ACES, StagePlayed

Floats = NDArray[np.float64]

AHEAD: Final = 12
"""So many stages are looked ahead."""
_RESERVES: Final = 21
_SHARES: Final = (np.arange(12) + 0.5) / 12
_BANK_STEP: Final = 20
"""Seconds in the bank are told apart so coarsely."""
_LEAST: Final = 6
"""Of so few plays with the very hand, others are taken too, by what their hands differ in."""

PACE: Final = {"magpie": 7.2, "beaver": 7.0, "squirrel": 6.2, "fox": 5.7, "master": 5.4}
"""Seconds that a tile takes a person of a player's strength in the mean; taken, not measured."""
SPREAD: Final = 0.5
"""Of the logarithm of a tile's time."""
DAY: Final = 0.08
"""Of the logarithm of a stage's pace."""
SLOWER: Final = {
    Ace.PREVIEW: 0.1,
    Ace.SWAP: 0.15,
    Ace.POCKET: 0.4,
    Ace.EITHER: 0.15,
    Ace.SECOND_THOUGHT: 0.2,
}
"""Seconds a tile that an ace costs whoever thinks about it."""


def hand_of(aces: Sequence[HeldAce]) -> Hand:
    """Return the aces that change calls, as plays have them."""
    names = [one.ace for one in aces]
    return tuple(ace for ace in CALL_ACES for _ in range(names.count(ace)))


def pace_of(player: str, hand: Hand) -> float:
    """Return the seconds that a tile takes in the mean."""
    return PACE[player] + sum(SLOWER[ace] for ace in set(hand))


@cache
def rules_name(stage: int) -> str:
    """Return the words of a stage's rules."""
    return str(rules_of(stage))


@cache
def tiles_of(stage: int) -> int:
    """Return how many tiles a stage calls."""
    return sum(rules_of(stage).call_sizes)


@cache
def _line_of(rules: str, length: int) -> Line:
    lines = BOARDS[Ruleset.parse(rules).board].lines
    return next(line for line in lines if len(line) == length)


def score_of(rules: str, played: StagePlayed, more: float = 0.0) -> BoardScore:
    """Return the board's score, its total higher by `more`, as far as the run looks at it."""
    lines = tuple(
        ScoredLine(_line_of(rules, length), number, length * number, False)
        for length, number in played.lines
    )
    return BoardScore(lines, (), max(0, round(played.total + more)))


def _features(hand: Hand) -> list[float]:
    """What the mean of a hand is fitted to: each ace once and twice, how many come together, and
    what a preview shows of them.
    """
    counts = [hand.count(ace) for ace in CALL_ACES]
    kinds = sum(count > 0 for count in counts)
    return [
        *(float(count > 0) for count in counts),
        float(hand.count(Ace.SWAP) > 1),
        float(hand.count(Ace.EITHER) > 1),
        kinds * (kinds - 1) / 2,
        float(Ace.PREVIEW in hand) * (kinds - 1),
    ]


class Stock:
    """What a player's plays are like: means by rules and hand, spread, and what aces pay."""

    def __init__(self, plays: Mapping[str, list[StagePlayed]], more: float = 0.0) -> None:
        self._plays, self._more = plays, more
        names = sorted(plays)
        rows = [
            [*(float(name == other) for other in names), *_features(one.hand)]
            for name in names
            for one in plays[name]
        ]
        totals = np.array([one.total for name in names for one in plays[name]], float)
        fit, *_ = np.linalg.lstsq(np.array(rows), totals, rcond=None)
        self._base = dict(zip(names, fit[: len(names)] + more, strict=True))
        self._gains: Floats = fit[len(names) :]
        left = totals - np.array(rows) @ fit
        self._spread: dict[str, Floats] = {}
        first = 0
        for name in names:
            count = len(plays[name])
            self._spread[name] = np.quantile(left[first : first + count], _SHARES)
            first += count
        self._by_hand: dict[tuple[str, Hand], list[StagePlayed]] = {}
        for name in names:
            for one in plays[name]:
                self._by_hand.setdefault((name, one.hand), []).append(one)
        self._pays: dict[tuple[str, Ace, bool], float] = {}
        self._gain: dict[Hand, float] = {}

    def gain(self, hand: Hand) -> float:
        """Return how many points the hand makes beyond none."""
        if hand not in self._gain:
            self._gain[hand] = float(np.dot(_features(hand), self._gains))
        return self._gain[hand]

    def mean(self, rules: str, hand: Hand) -> float:
        """Return the mean of the hand by these rules."""
        return float(self._base[rules]) + self.gain(hand)

    def spread(self, rules: str) -> Floats:
        """Return how far boards are from their mean, from the worst share to the best."""
        return self._spread[rules]

    def pay(self, rules: str, ace: Ace, *, has_echo: bool) -> float:
        """Return what an ace that was taken a stage before pays in the mean."""
        key = rules, ace, has_echo
        if key not in self._pays:
            held = [HeldAce(ace, 1), *([HeldAce(Ace.ECHO, 1)] if has_echo else [])]
            some = self._plays[rules]
            if ace is Ace.SECOND_THOUGHT:
                some = [one for one in some if ace in one.hand] or some
            pays = [pay_of(held, 2, score_of(rules, one), one.thoughts) for one in some[:100]]
            self._pays[key] = float(np.mean(pays))
        return self._pays[key]

    def draw(self, rules: str, hand: Hand, random: np.random.Generator) -> tuple[BoardScore, int]:
        """Return the score and the take-backs of a play with the hand, or with another where too
        few had that one, moved by what the hands differ in the mean.
        """
        some = self._by_hand.get((rules, hand), [])
        more = self._more
        if len(some) < _LEAST:
            some = self._plays[rules]
        one = some[random.integers(len(some))]
        if one.hand != hand:
            more += self.gain(hand) - self.gain(one.hand)
        thoughts = one.thoughts if Ace.SECOND_THOUGHT in hand else 0
        return score_of(rules, one, more), thoughts


_NORMAL: Final = NormalDist()


@dataclass(frozen=True, slots=True)
class Choice:
    """An ace to take, None for none, and the one that is left for it."""

    ace: Ace | None
    instead: Ace | None = None


def choices_of(run: RunState) -> list[Choice]:
    """Return all that can be chosen after a stage."""
    choices = [Choice(None)]
    for ace in run.offered:
        is_held = ace not in (Ace.REBATE, Ace.SECOND_WIND, Ace.FREE_PASS)
        if is_held and len(run.aces) == PLACES:
            choices += [Choice(ace, left) for left in dict.fromkeys(a.ace for a in run.aces)]
        else:
            choices.append(Choice(ace))
    return choices


class Outlook:
    """What a player expects of the rest of a run; `later` (stages,) are the points a stage that
    aces still to come will bring, measured in runs.
    """

    def __init__(self, player: str, stock: Stock, later: Floats | None = None) -> None:
        self._player, self._stock = player, stock
        self._later = np.zeros(60) if later is None else later
        self._known: dict[tuple[int, tuple[HeldAce, ...]], Floats] = {}
        self._ways: dict[tuple[int, Ace | None, bool], Floats] = {}
        self._late: dict[tuple[int, float, int, int], Floats] = {}

    def choose(self, run: RunState) -> Choice:
        """Return the choice after which most stages can be expected."""
        choices = choices_of(run)
        after = [choose_ace(run, choice.ace, choice.instead) for choice in choices]
        return choices[int(self.stages(after).argmax())]

    def stages(self, runs: Sequence[RunState]) -> Floats:
        """(n,): how many stages can be expected from each of the runs, all before one stage.

        From the last stage looked at back to the next: what each reserve can expect after it.
        """
        first = runs[0].stage
        ahead = range(first, first + AHEAD)
        step = MOST_RESERVE / (_RESERVES - 1)
        reserves = np.arange(_RESERVES) * step
        means = np.array([self._means(run) for run in runs])
        later = np.maximum(0, self._later[first : first + AHEAD] - self._later[first])
        further = np.zeros((len(runs), _RESERVES))
        each = np.arange(len(runs))[:, None, None]
        for stage in reversed(ahead):
            place = stage - first
            surplus = (means[:, place] + later[place])[:, None] + self._stock.spread(
                rules_name(stage)
            )
            if is_bonus(stage):
                surplus = np.maximum(0, surplus)
            elif not place:
                is_free = np.array([run.has_free_pass for run in runs])
                surplus[is_free] = np.maximum(0, surplus[is_free])
            after = np.minimum(MOST_RESERVE, reserves[:, None] + surplus[:, None, :])
            at = np.clip(after / step, 0, _RESERVES - 1.001)
            low = at.astype(np.intp)
            share = at - low
            goes_on = 1 + further[each, low] * (1 - share) + further[each, low + 1] * share
            further = np.where(after >= 0, goes_on, 0.0).mean(axis=2)
        return np.array(
            [
                np.interp(run.reserve, reserves, worth)
                for run, worth in zip(runs, further, strict=True)
            ]
        )

    def points(self, run: RunState, stage: int) -> float:
        """Return what the held aces bring in a stage in the mean, on the board and beside it."""
        rules = rules_name(stage)
        has_echo = run.count(Ace.ECHO) > 0
        pay = 0.0
        for one in run.aces:
            worth = self._stock.pay(rules, one.ace, has_echo=has_echo)
            pay += worth * (stage - one.since) if one.ace is Ace.SNOWBALL else worth
        return pay + self._stock.gain(hand_of(run.aces))

    def _means(self, run: RunState) -> Floats:
        """(`AHEAD`,): the mean surplus of the stages ahead with what is held."""
        held = tuple(sorted(run.aces, key=lambda one: (one.ace, one.since)))
        key = run.stage, held
        if key not in self._known:
            stages = np.arange(run.stage, run.stage + AHEAD)
            means = self._along(run.stage, None) + self._stock.gain(hand_of(held))
            for one in held:
                pays = self._along(run.stage, one.ace, has_echo=run.count(Ace.ECHO) > 0)
                means += pays * (stages - one.since) if one.ace is Ace.SNOWBALL else pays
            self._known[key] = means
        means = self._known[key].copy()
        means[: run.rebates] += REBATE_POINTS
        return means - self._overtime(run) if run.is_timed else means

    def _along(self, first: int, ace: Ace | None, *, has_echo: bool = False) -> Floats:
        """(`AHEAD`,): what an ace pays in the stages ahead; for None boards without the targets."""
        key = first, ace, has_echo
        if key not in self._ways:
            self._ways[key] = np.array(
                [
                    self._stock.mean(rules_name(stage), ()) - target_of(stage)
                    if ace is None
                    else self._stock.pay(rules_name(stage), ace, has_echo=has_echo)
                    for stage in range(first, first + AHEAD)
                ]
            )
        return self._ways[key].copy()

    def _overtime(self, run: RunState) -> Floats:
        """(`AHEAD`,): the seconds beyond the bank that each stage will take in the mean."""
        pace = pace_of(self._player, hand_of(run.aces))
        bank = round(run.bank / 1000 / _BANK_STEP) * _BANK_STEP
        key = run.stage, pace, bank, run.count(Ace.HOURGLASS)
        if key not in self._late:
            late, left, variance = [], float(bank), 0.0
            for stage in range(run.stage, run.stage + AHEAD):
                tiles = tiles_of(stage)
                left += replace(run, stage=stage, bank=0).stage_bank / 1000 - tiles * pace
                variance += tiles * (pace * SPREAD) ** 2 + (tiles * pace * DAY) ** 2
                sigma = variance**0.5
                z = left / sigma
                late.append(sigma * _NORMAL.pdf(z) - left * _NORMAL.cdf(-z))
                if left < 0:
                    left, variance = 0.0, 0.0
            self._late[key] = np.array(late)
        return self._late[key]
