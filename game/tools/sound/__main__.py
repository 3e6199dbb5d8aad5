"""`python -m game.tools.sound [effects|music|voices]…`: make them anew, all if none is named."""

import sys
from collections.abc import Callable
from typing import Final

from game.tools.sound.effects import write_effects
from game.tools.sound.music import write_music
from game.tools.sound.synth import KNOWN_ENCODER, encoder
from game.tools.sound.voices import write_voices

_MAKERS: Final[dict[str, Callable[[], int]]] = {
    "effects": write_effects,
    "music": write_music,
    "voices": write_voices,
}


def main(wanted: list[str]) -> int:
    """Write the requested sounds; return the exit status."""
    unknown = [name for name in wanted if name not in _MAKERS]
    if unknown:
        print(f"not {', '.join(unknown)}: choose from {', '.join(_MAKERS)}", file=sys.stderr)
        return 2
    if encoder() != KNOWN_ENCODER:
        print("the encoder writes other bytes here than where the kept files were made")
    for name in wanted or _MAKERS:
        print(f"{name}: {_MAKERS[name]() // 1024} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
