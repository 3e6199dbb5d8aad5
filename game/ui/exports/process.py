"""The process that draws a picture to share, beside the window: no frame waits for it."""

import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from game.climb.record import is_climb_text, parse_climb
from game.locale import Language, load_catalogue
from game.rules.record import parse_record

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.ui.exports.climb_card import picture_of_climb
from game.ui.exports.saving import picture_of


def draw_picture(arguments: Sequence[str]) -> int:
    """Draw the record of a finished match or of a climb; returns the exit status.

    The arguments are the language, the day to write on it or "", the medal or "", the file of the
    record, `-o`, and the picture's file, whose ending names its kind.
    """
    language, day, medal, source, _, target = arguments
    raw, catalogue = Path(source).read_bytes(), load_catalogue(Language(language))
    when = date.fromisoformat(day) if day else None
    if is_climb_text(raw):
        picture = picture_of_climb(parse_climb(raw), catalogue, when)
    else:
        picture = picture_of(parse_record(raw), Path(target).suffix, catalogue, when, medal)
    Path(target).write_bytes(picture)
    return 0
