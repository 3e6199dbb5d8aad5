"""The time to draw a frame at 1920×1080 in the busiest animation (bar: 6 copies, p99 10).

The dummy driver, the flip excluded. A full board is redrawn piece by piece with tracks, badges and
panels, while five beams run, a tile flies and turns, points fly and the score counts up: more than
any scene does at once.
"""

from __future__ import annotations

FRAMES = 400


def main() -> None:
    """Print median, p99 and the slowest frame."""
    from tests.bench._busy import Busy
    from tests.bench._stage import BenchStage, report

    stage = BenchStage()
    stage.open(Busy(stage.context))
    for _ in range(90):
        stage.tick()
    stage.forget()
    for _ in range(FRAMES):
        stage.tick()
    report("busiest", stage.times, stage.copies)


if __name__ == "__main__":
    main()
