"""The animations of the count: the glide, the lights, the parts of the result; no pygame."""

from random import Random
from typing import Final

from game.ui.draw.animation import Timeline, Tween, ease_in_out, ease_out, ease_out_back
from game.ui.scenes.count.particles import Particles

_GLIDE: Final = 0.5
_LIGHTS: Final = 0.4
_PARTS: Final = {
    "number": (0.0, 0.45),
    "ribbon": (0.25, 0.35),
    "remarks": (0.45, 0.35),
    "sheet": (0.2, 0.35),
    "scale": (0.3, 0.3),
    "bar": (0.45, 0.9),
    "lines": (0.45, 0.35),
    "key": (0.6, 0.4),
}
"""When each part begins, and how long it takes, in seconds."""

_BREATH: Final = 0.9
"""Seconds in which the total stands alone, before a moment that is no record or win."""

_MOMENT: Final = 2.6
"""Seconds until another moment takes the place of one."""

_BURST: Final = 64
"""Pieces that are thrown at once."""


class CountTimeline:
    """The count's animations. Where movement is reduced everything stays in its place and fades."""

    def __init__(self, random: Random, *, is_reduced: bool) -> None:
        self.is_reduced = is_reduced
        self.timeline = Timeline()
        self.particles = Particles(random)
        self._late: set[str] = set()

    @property
    def is_gliding(self) -> bool:
        """Whether the board is still on its way from the table."""
        return self.timeline.has("glide")

    def glide(self) -> None:
        """Let the board come from the table, then let its lights go out."""
        if not self.is_reduced:
            self.timeline.play("glide", Tween(_GLIDE, easing=ease_in_out), self._dim)

    def _dim(self) -> None:
        self.timeline.play("lights", Tween(_LIGHTS, 1.0, 0.0))

    def begin(self, *, celebrates: bool) -> None:
        """Show the result: the parts come one after another, with confetti where there is something
        to celebrate.
        """
        self.timeline.finish()
        for key, (delay, duration) in _PARTS.items():
            easing = ease_out_back if key in ("number", "ribbon") else ease_out
            if self.is_reduced:
                easing = ease_out
            self.timeline.play(key, Tween(duration, delay=delay, easing=easing))
        self.wait(_MOMENT if celebrates else _BREATH)
        if celebrates:
            self.timeline.play("glow", Tween(0.8))
            if not self.is_reduced:
                self._throw()
                for number, delay in enumerate((0.5, 1.1)):
                    self.timeline.wait(("throw", number), delay, self._throw)

    @property
    def is_celebrating(self) -> bool:
        """Whether a moment has its time."""
        return self.timeline.has("moment")

    def wait(self, seconds: float = _MOMENT) -> None:
        """Give a moment its time; what ends everything ends it too."""
        self.timeline.wait("moment", seconds, lambda: None)

    def celebrate(self, *, is_first: bool) -> None:
        """Begin another moment: its ribbon falls into place; something first is rained on softly,
        and whoever has beaten the best gets a fountain.
        """
        self.timeline.play("ribbon", Tween(0.35, easing=ease_out if is_first else ease_out_back))
        self.timeline.play("glow", Tween(0.8))
        self.wait()
        if self.is_reduced:
            return
        if is_first:
            for x in (0.6, 0.72, 0.84, 0.96):
                self.particles.throw(_BURST // 8, x, -0.04, 270, 30, speed=0.3)
            return
        for number, delay in enumerate((0.0, 0.35, 0.7)):
            self.timeline.wait(("throw", number), delay, self._spout)

    def _spout(self) -> None:
        self.particles.throw(_BURST // 2, 0.78, 1.02, 90, 9)

    def _throw(self) -> None:
        # Off the windows' edges, so that nobody sees where they come from.
        self.particles.throw(_BURST // 2, -0.02, 1.0, 62, 20)
        self.particles.throw(_BURST // 2, 1.02, 1.0, 118, 20)

    def arrive(self, key: str) -> None:
        """Animate a part of the result that has come later than the rest."""
        self._late.add(key)
        self.timeline.play(key, Tween(0.45), lambda: self._late.discard(key))

    @property
    def is_still(self) -> bool:
        """Whether nothing moves but what flies."""
        return not any(self.timeline.has(key) for key in (*_PARTS, "glow", *self._late))

    def value(self, key: str, rest: float = 1.0) -> float:
        """Return how far a part has come, 0 to 1 and a little beyond."""
        return self.timeline.value(key, rest)

    def shift(self, key: str) -> float:
        """Return how much of its way a part has still to go; none where movement is reduced."""
        return 0.0 if self.is_reduced else 1.0 - self.value(key)

    def advance(self, dt: float) -> bool:
        """Let time pass; whether the picture may have changed."""
        is_moving = self.timeline.advance(dt)
        return self.particles.advance(dt) or is_moving

    def finish(self) -> None:
        """Put everything where it belongs; particles fly on."""
        for number in range(3):
            self.timeline.cancel(("throw", number))
        self.timeline.finish()
