"""Cleaning of players' names: no control, invisible or reordering characters.

Records and journals keep names as they were written, and no record is refused for a name. Every
input field and every display of a name uses this module.
"""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from game.rules.texts import normalise

if TYPE_CHECKING:
    from game.rules.state import Match

MAX_NAME_LENGTH: Final = 100
"""The most characters of a name, in a record and on the screen."""

NAMELESS: Final = "?"
"""Displayed for a name without any visible character."""

_JOINERS: Final = "\u200c\u200d"
_MOST_MARKS: Final = 6
"""Most accents on one letter: no script needs more, and hundreds would cover other lines."""

_DROPPED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories of controls, format characters, lone surrogates and unassigned points."""

_BLANKS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f\U0001d159")
"""Letters, marks and signs that Unicode draws as nothing."""

_SELECTORS: Final = (
    (0xFE00, 0xFE0F), (0x180B, 0x180D), (0x180F, 0x180F), (0xE0100, 0xE01EF),
)  # fmt: skip
"""The first and last of the variation selectors, which change the look of the character before."""

_ISOLATE: Final = "\u2068{}\u2069"
_LEFTWARD: Final = ("R", "AL", "AN")
"""Unicode's classes of letters and digits that are read from right to left."""

_ALIKE: Final = str.maketrans(
    "асԁеһіјӏорԛѕԝхуѵАВСЕНІЈКМОРЅТХУԌΑΒΕΖΗΙΚΜΝΟΡΤΥΧονօոհսցՕՍᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏙᏚᏞᏟᏢᏦᏴ‐‑’‘",
    "acdehijlopqswxyvABCEHIJKMOPSTXYGABEZHIKMNOPTYXovonhugOUDRTAJEWMHGZVSLCPKB--''",
)
"""Cyrillic, Greek, Armenian and Cherokee letters, and signs, that look like plainer ones."""


@lru_cache(maxsize=1024)
def clean_name(name: str, most: int = MAX_NAME_LENGTH) -> str:
    """Return a player's `name` cleaned and cut to `most` characters; "" if nothing is visible.

    Letters are composed (NFC), so that equal-looking spellings are equal. Runs of white space
    become one space. Joiners stay between two visible characters, and a variation selector behind
    one.
    """
    if name.isascii() and name.isprintable() and "  " not in name:
        return name.strip()[:most].strip()
    cleaned = ""
    marks = 0
    for c in normalise("NFC", name):
        if len(cleaned) > most:
            break
        if c.isspace():
            c, is_visible = " ", False
            is_allowed = bool(cleaned) and cleaned[-1] != " "
        elif c in _JOINERS or _is_selector(c):
            is_visible, is_allowed = False, bool(cleaned) and cleaned[-1] not in f" {_JOINERS}"
            is_allowed = is_allowed and not (_is_selector(c) and _is_selector(cleaned[-1]))
        else:
            is_mark = unicodedata.category(c) in ("Mn", "Mc", "Me")
            is_visible = not is_mark
            is_allowed = unicodedata.category(c) not in _DROPPED and c not in _BLANKS
            if is_allowed and is_mark:
                is_allowed = bool(cleaned) and cleaned[-1] != " " and marks < _MOST_MARKS
                marks += is_allowed
        if is_allowed:
            # A joiner before a space has nothing to join.
            if c == " ":
                cleaned = cleaned.rstrip(_JOINERS)
            marks = 0 if is_visible else marks
            cleaned += c
    return cleaned[:most].rstrip(f" {_JOINERS}")


def show_name(name: str) -> str:
    """Return `name` for display: cleaned, or `NAMELESS` if nothing is left."""
    return clean_name(name) or NAMELESS


def isolate_name(name: str) -> str:
    """Wrap a right-to-left name in Unicode isolates, for texts that are sent.

    Without them the points beside it would change places. Not for speech output.
    """
    is_leftward = any(unicodedata.bidirectional(c) in _LEFTWARD for c in name)
    return _ISOLATE.format(name) if is_leftward else name


def look_of(name: str) -> str:
    """Return a key that is equal for names that look alike.

    A Cyrillic letter, for example, equals the Latin one of the same shape.
    """
    letters = normalise("NFD", clean_name(name)).translate(_ALIKE)
    return "".join(c for c in letters if c not in _JOINERS and not _is_selector(c))


def show_names(match: Match) -> Match:
    """Return the match with its players' names cleaned for display."""
    players = tuple(replace(player, name=show_name(player.name)) for player in match.players)
    return match if players == match.players else replace(match, players=players)


def _is_selector(c: str) -> bool:
    return any(first <= ord(c) <= last for first, last in _SELECTORS)
