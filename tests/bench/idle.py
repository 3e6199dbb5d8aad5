"""What a window at rest costs: share of one core and frames drawn (bar: under 1 %, none).

In the dummy driver, ten seconds after one to settle, the busiest page of widgets on screen.
"""

from __future__ import annotations

import os
from time import monotonic, process_time

SECONDS = 10.0


def main() -> None:
    """Print the share and the frames."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from game.locale import Language
    from game.tools.gallery import make_context
    from game.tools.samples.pieces import SAMPLES
    from game.ui.frame.loop import Loop
    from game.ui.frame.stack import SceneStack
    from game.ui.frame.window import GameWindow, open_gamepads

    window = GameWindow("idle")
    context = make_context(Language("en"), window.size)
    stack = SceneStack(SAMPLES["sampler-widgets"].make(context), context.painter.view)
    loop = Loop(window, context, stack)
    open_gamepads()
    _run(loop, 1.0)
    frames, busy, start = loop.frames, process_time(), monotonic()
    _run(loop, SECONDS)
    share = (process_time() - busy) / (monotonic() - start)
    print(f"{share:.2%} of one core, {loop.frames - frames} frames in {SECONDS:.0f} s")


def _run(loop: object, seconds: float) -> None:
    end = monotonic() + seconds
    step = loop.step  # type: ignore[attr-defined]
    while monotonic() < end:
        step()


if __name__ == "__main__":
    main()
