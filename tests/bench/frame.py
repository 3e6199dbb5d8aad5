"""How long drawing a frame takes at 1920×1080 in the busiest animation (bar: median 3, p99 6 ms).

The dummy driver, the flip excluded. A full board is redrawn piece by piece with tracks, badges
and panels, while five beams run, a tile flies and turns, points fly and the score counts up:
more than any scene does at once.
"""

from __future__ import annotations

import os
import statistics
from time import perf_counter

FRAMES = 400


def main() -> None:
    """Print median, p99 and the slowest frame."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame

    from game.locale import Language
    from game.tools.gallery import make_context
    from tests.bench._busy import Busy

    pygame.display.init()
    surface = pygame.display.set_mode((1920, 1080))
    context = make_context(Language("en"), surface.get_size())
    scene = Busy(context)
    scene.resize(context.painter.view)
    for _ in range(90):
        scene.update(1 / 60)
        scene.draw(surface)
    times = []
    for _ in range(FRAMES):
        scene.update(1 / 60)
        start = perf_counter()
        scene.draw(surface)
        times.append((perf_counter() - start) * 1e3)
    times.sort()
    plain = pygame.Surface(surface.get_size())
    start = perf_counter()
    for _ in range(FRAMES):
        surface.blit(plain, (0, 0))
    yardstick = (perf_counter() - start) / FRAMES * 1e3
    print(
        f"median {statistics.median(times):.2f} ms, p99 {times[FRAMES * 99 // 100]:.2f} ms, "
        f"slowest {times[-1]:.2f} ms "
        f"(one opaque full-screen blit here and now: {yardstick:.2f} ms; 0.2 on a quiet machine)"
    )


if __name__ == "__main__":
    main()
