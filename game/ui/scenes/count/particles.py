"""Confetti: where each piece is, from the cosmetic stream of chance; no pygame."""

import math
from dataclasses import dataclass
from random import Random
from typing import Final

_GRAVITY: Final = 0.62
_DRAG: Final = 1.5
"""A share of the speed that is lost in a second."""

_LIFE: Final = (2.2, 4.2)
"""Seconds."""

SHAPES: Final = 4
"""How many ways round a flake is drawn."""


@dataclass(slots=True)
class Particle:
    """A piece; lengths are shares of the window's width and height, times seconds, `number` is a
    stripe's.
    """

    x: float
    y: float
    across: float
    down: float
    life: float
    number: int
    size: float
    shape: float
    spin: float
    age: float = 0.0

    @property
    def alpha(self) -> float:
        """How much of it is to be seen, 0…1."""
        return min(1.0, max(0.0, (self.life - self.age) / 0.7))


class Particles:
    """Pieces thrown from both sides; they fall, turn and fade."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.flying: list[Particle] = []

    def throw(
        self, count: int, x: float, y: float, angle: float, spread: float, *, speed: float = 1.0
    ) -> None:
        """Throw pieces from a point; angles are in degrees, counter-clockwise from the right."""
        draw = self._random.uniform
        for _ in range(count):
            way, fast = math.radians(angle + draw(-spread, spread)), speed * draw(0.8, 2.3)
            self.flying.append(
                Particle(
                    x,
                    y,
                    math.cos(way) * fast * 0.6,
                    -math.sin(way) * fast,
                    draw(*_LIFE),
                    self._random.randint(2, 9),
                    draw(0.016, 0.030),
                    draw(0, SHAPES),
                    draw(-9, 9),
                )
            )

    def advance(self, dt: float) -> bool:
        """Let them fly on; whether any were there."""
        had_any = bool(self.flying)
        for spark in self.flying:
            spark.age += dt
            spark.across -= spark.across * min(1.0, _DRAG * dt)
            spark.down += (_GRAVITY - spark.down * _DRAG) * dt
            spark.x += spark.across * dt
            spark.y += spark.down * dt
            spark.shape += spark.spin * dt
        self.flying = [s for s in self.flying if s.age < s.life and s.y < 1.1]
        return had_any
