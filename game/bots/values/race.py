"""A race between close choices: a few rollouts of all, then more of the best.

All choices are played with the same calls, because only differences matter, and those of bad
choices need not be exact. Each round continues with the choices that more rollouts could still
make the best.
"""

import math
from typing import Final

import numpy as np

from game.bots.arrays import Float32s
from game.bots.values.lookahead import Valuer
from game.bots.values.positions import Positions
from game.bots.values.rollouts import Rollouts, orders, values_after

_UNSURE: Final = 0.7
"""Squared error of the lookahead's difference between similar choices, in points² (measured
against more than a thousand rollouts to the end)."""
_EVEN: Final = 0.6
"""Ratio of the variance with evenly distributed calls (`orders`) to that with independent ones
(measured)."""


def race(
    judge: Valuer,
    p: Positions,
    before: Float32s,
    rollouts: Rollouts,
    random: np.random.Generator,
) -> Float32s:
    """Return the values [n] of the boards `p`, choices for one tile with the values `before`.

    Old values and rollouts are weighted by their errors. The mean of the values stays the same,
    because the luck of the calls is common to all.
    """
    behind = np.zeros(len(p), np.float32)
    running, results = np.arange(len(p)), np.zeros((len(p), 0), np.float32)
    for _ in range(rollouts.rounds):
        times = rollouts.times(p.to_come, len(running))
        calls = orders(p.bags[0], rollouts.length(p.to_come), times, random)
        results = np.concatenate([results, values_after(judge, p.take(running), calls)], 1)
        value, error = _judged(before[running], results)
        behind[running] = value.max() - value
        goes_on = _gain(behind[running], error) > rollouts.enough
        if goes_on.sum() < 2:
            break
        running, results = running[goes_on], results[goes_on]
    values: Float32s = behind.mean() - behind + before.mean()
    return values


def _judged(before: Float32s, results: Float32s) -> tuple[Float32s, float]:
    """Return values [n] from `before` and the `results` [n, m], and their differences' error."""
    n, m = results.shape
    apart = results - results.mean(0)
    mean = apart.mean(1)
    noise = float(((apart - mean[:, None]) ** 2).sum()) / ((n - 1) * max(1, m - 1)) / m * _EVEN
    share = _UNSURE / (_UNSURE + noise)
    value: Float32s = share * mean + (1 - share) * (before - before.mean())
    return value, math.sqrt(2 * share * noise)


def _gain(behind: Float32s, error: float) -> Float32s:
    """Return the expected gain in points from knowing exactly how far `behind` each choice is.

    The best choice's gain is that of the second. Errors are assumed to be normal.
    """
    z = behind / max(error, 1e-6)
    tail = np.array([math.erfc(one / math.sqrt(2)) / 2 for one in z])
    gain: Float32s = error * (np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi) - z * tail)
    return gain
