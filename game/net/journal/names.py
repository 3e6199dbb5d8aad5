"""Names at a table as they can be shown; equal ones get a mark from the player's key."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from game.net.journal.table import Table
from game.rules.match import Match
from game.rules.names import MAX_NAME_LENGTH, look_of, show_name

MARK_SIGNS: Final = 4


def name_marks(people: Iterable[tuple[bytes, str]]) -> dict[bytes, str]:
    """Return for each key its first hex digits if another player's name looks the same, else ""."""
    # Capitals may look alike where small letters do not.
    looks = {key: {name.casefold(), look_of(name).casefold()} for key, name in people}
    counts = Counter(look for both in looks.values() for look in both)
    return {
        key: key.hex()[:MARK_SIGNS] if any(counts[look] > 1 for look in both) else ""
        for key, both in looks.items()
    }


def marked(name: str, mark: str) -> str:
    """Return a name as it can be shown, with the mark that distinguishes equal names."""
    shown = show_name(name)
    # It must be a valid name, as the player takes it to the next table.
    return f"{shown[: MAX_NAME_LENGTH - len(mark) - 3]} ({mark})" if mark else shown


def names_of(table: Table) -> list[str]:
    """Return the names at a table, seat by seat."""
    sitting = [(chair.key, show_name(chair.player.name)) for chair in table.chairs]
    marks = name_marks(sitting)
    return [marked(name, marks[key]) for key, name in sitting]


def name_players(table: Table, match: Match) -> Match:
    """Return a table's match with the names of `names_of`."""
    pairs = zip(match.players, names_of(table), strict=True)
    return replace(match, players=tuple(replace(player, name=name) for player, name in pairs))
