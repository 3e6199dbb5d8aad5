"""Separates close choices: all of them are played on a little, then the best ones again.

The calls are the same for all choices, so only their differences count, and those of choices
that fall behind need not be known well. Each round goes on with the choices of which more
playing on could still make something.
"""

import math
from typing import Final

import numpy as np

from game.bots.arrays import Float32s
from game.bots.values.lookahead import Valuer
from game.bots.values.positions import Positions
from game.bots.values.rollouts import Rollouts, orders, play_on

_UNSURE: Final = 0.7
"""The squared error of looking one call ahead between neighbouring choices (points², measured
against boards played to the end more than a thousand times)."""
_EVEN: Final = 0.6
"""What is left of the variance of a mean over independent calls when they are shared out evenly,
as `orders` does (measured)."""


def race(
    judge: Valuer,
    p: Positions,
    before: Float32s,
    rollouts: Rollouts,
    random: np.random.Generator,
) -> Float32s:
    """Return the values [n] of the boards `p`, choices for one tile that had the values
    `before`.

    What was known before counts as much as it is worth beside what playing on says. The mean of
    the values is left as it was, since the calls' luck is common to all.
    """
    behind = np.zeros(len(p), np.float32)
    running, results = np.arange(len(p)), np.zeros((len(p), 0), np.float32)
    for _ in range(rollouts.rounds):
        times = rollouts.times(p.to_come, len(running))
        calls = orders(p.bags[0], rollouts.length(p.to_come), times, random)
        results = np.concatenate([results, play_on(judge, p.take(running), calls)], 1)
        value, error = _judged(before[running], results)
        behind[running] = value.max() - value
        goes_on = _gain(behind[running], error) > rollouts.enough
        if goes_on.sum() < 2:
            break
        running, results = running[goes_on], results[goes_on]
    values: Float32s = behind.mean() - behind + before.mean()
    return values


def _judged(before: Float32s, results: Float32s) -> tuple[Float32s, float]:
    """Values [n] from those `before` and the `results` [n, m]; the error of their differences."""
    n, m = results.shape
    apart = results - results.mean(0)
    mean = apart.mean(1)
    noise = float(((apart - mean[:, None]) ** 2).sum()) / ((n - 1) * max(1, m - 1)) / m * _EVEN
    share = _UNSURE / (_UNSURE + noise)
    value: Float32s = share * mean + (1 - share) * (before - before.mean())
    return value, math.sqrt(2 * share * noise)


def _gain(behind: Float32s, error: float) -> Float32s:
    """Points to be expected from knowing exactly how far `behind` the best each choice is.

    The best one gains what the next can. Errors are taken as normally distributed.
    """
    z = behind / max(error, 1e-6)
    tail = np.array([math.erfc(one / math.sqrt(2)) / 2 for one in z])
    gain: Float32s = error * (np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi) - z * tail)
    return gain
