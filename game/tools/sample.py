"""What a scene has to show in the gallery."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.frame.base import SceneMaker


@dataclass(frozen=True, slots=True)
class Sample:
    """A scene to show: how to make it, how many seconds to let pass first, and for overlays
    what lies below. `make` must use the context's clock and random only, so that the picture
    is the same each time.
    """

    make: SceneMaker
    seconds: float = 2.0
    below: SceneMaker | None = None
