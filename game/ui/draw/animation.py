"""Motion over time: easings, tweens and timelines; no pygame, no clock of its own.

A scene keeps one `Timeline`, advances it in `update` and reads values from it in `draw`.
The state it shows is final already; a timeline only says how far the picture has got, so
`finish` may be called at any moment, and is called by the next input.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

Easing = Callable[[float], float]

_ROLLING: Final = 0.3
"""Seconds in which a number rolls to the next value."""


def linear(t: float) -> float:
    """No easing."""
    return t


def ease_out(t: float) -> float:
    """Ends slowly (cubic)."""
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    """Starts and ends slowly (cubic)."""
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


def ease_out_back(t: float) -> float:
    """Overshoots by a tenth and settles."""
    c = 1.70158
    return 1 + (c + 1) * (t - 1) ** 3 + c * (t - 1) ** 2


def ease_out_bounce(t: float) -> float:
    """Falls, bounces twice and settles, as a tile dropped on a board."""
    if t < 0.55:
        return (t / 0.55) ** 2
    if t < 0.85:
        return 1 - 0.12 * (1 - ((t - 0.7) / 0.15) ** 2)
    return 1 - 0.03 * (1 - ((t - 0.925) / 0.075) ** 2)


def mix(a: float, b: float, t: float) -> float:
    """Return the value at `t` (0…1, beyond while overshooting) of the way from `a` to `b`."""
    return a + (b - a) * t


def mix_point(a: tuple[float, float], b: tuple[float, float], t: float) -> tuple[float, float]:
    """Return the point at `t` of the way from `a` to `b`."""
    return mix(a[0], b[0], t), mix(a[1], b[1], t)


def mix_colour(a: tuple[int, int, int], b: tuple[int, int, int], t: float) -> tuple[int, int, int]:
    """Return the colour at `t` of the way from `a` to `b`, each 0…255."""
    t = min(1.0, max(0.0, t))
    return round(mix(a[0], b[0], t)), round(mix(a[1], b[1], t)), round(mix(a[2], b[2], t))


@dataclass(slots=True, eq=False, repr=False)
class Tween:
    """One value on its way from `start` to `end`; times in seconds."""

    duration: float
    start: float = 0.0
    end: float = 1.0
    delay: float = 0.0
    easing: Easing = ease_out
    elapsed: float = 0.0

    def advance(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        self.elapsed += dt

    def finish(self) -> None:
        """Jump to the end."""
        self.elapsed = self.delay + self.duration

    @property
    def is_done(self) -> bool:
        """Whether the value has arrived at the end."""
        return self.elapsed >= self.delay + self.duration

    @property
    def value(self) -> float:
        """The current value: exactly `start` during the delay, exactly `end` when done."""
        if self.is_done:
            return self.end
        if self.elapsed <= self.delay:
            return self.start
        return mix(self.start, self.end, self.easing((self.elapsed - self.delay) / self.duration))


class _Track(NamedTuple):
    tween: Tween
    on_done: Callable[[], object] | None


@dataclass(slots=True, eq=False, repr=False)
class Timeline:
    """Running tweens by name.

    With `is_reduced` movement is skipped: tweens keep their delays (which pace a sequence)
    but jump from start to end. A tween that is done is forgotten once its callback has run;
    `value` then gives the caller's resting value.
    """

    is_reduced: bool = False
    _tracks: dict[Hashable, _Track] = field(default_factory=dict)

    def play(
        self,
        key: Hashable,
        tween: Tween,
        on_done: Callable[[], object] | None = None,
        *,
        is_motion: bool = True,
    ) -> None:
        """Start `tween` under `key`; one running under the same key is dropped, unfinished.

        `on_done` runs once, when it ends or is finished. `is_motion=False` marks a mere
        wait, which reduced motion leaves alone.
        """
        if self.is_reduced and is_motion:
            tween.duration = 0.0
        self._tracks[key] = _Track(tween, on_done)

    def wait(self, key: Hashable, seconds: float, on_done: Callable[[], object]) -> None:
        """Call `on_done` after `seconds`, unless finished earlier."""
        self.play(key, Tween(seconds, easing=linear), on_done, is_motion=False)

    def value(self, key: Hashable, rest: float = 1.0) -> float:
        """Return the value under `key`, or `rest` if nothing runs there."""
        track = self._tracks.get(key)
        return rest if track is None else track.tween.value

    def has(self, key: Hashable) -> bool:
        """Whether something runs under `key`."""
        return key in self._tracks

    @property
    def is_running(self) -> bool:
        """Whether anything runs."""
        return bool(self._tracks)

    def advance(self, dt: float) -> bool:
        """Let `dt` seconds pass; whether the picture may have changed.

        Callbacks may start new tweens; those begin with the next advance.
        """
        if not self._tracks:
            return False
        for key, track in list(self._tracks.items()):
            track.tween.advance(dt)
            if track.tween.is_done and self._tracks.get(key) is track:
                self._end(key, track)
        return True

    def finish(self) -> None:
        """End all tweens, in the order they would have ended.

        What callbacks start is finished too.
        """
        for _ in range(_MAX_CHAIN):
            if not self._tracks:
                return
            rest = {
                k: t.tween.delay + t.tween.duration - t.tween.elapsed
                for k, t in self._tracks.items()
            }
            first = min(rest, key=lambda k: rest[k])
            self._end(first, self._tracks[first])
        self._tracks.clear()

    def _end(self, key: Hashable, track: _Track) -> None:
        del self._tracks[key]
        track.tween.finish()
        if track.on_done is not None:
            track.on_done()


_MAX_CHAIN: Final = 10_000
"""The most pulses that `finish` ends: a pulse that restarts itself must not hang the game."""


@dataclass(slots=True, eq=False, repr=False)
class Counter:
    """The score as shown: it rolls to each new total."""

    shown: float
    _start: float = 0
    _goal: float | None = None
    _left: float = 0.0

    def jump(self, goal: float) -> None:
        """Show `goal` at once."""
        self.shown, self._left, self._goal = goal, 0.0, goal

    def advance(self, dt: float, goal: float, *, is_still: bool = False) -> bool:
        """Let time pass; whether a frame is needed."""
        if goal != self._goal:
            self._start, self._goal = self.shown, goal
            self._left = 0.0 if is_still or goal == self.shown else _ROLLING
            if is_still and goal != self.shown:
                self.shown = goal
                return True
        if self._left <= 0:
            return False
        self._left = max(0.0, self._left - dt)
        share = 1 - self._left / _ROLLING
        self.shown = goal if share >= 1 else round(mix(self._start, goal, ease_out(share)))
        return True
