"""Names at a table as they can be shown, people of one name told apart by signs of their keys."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from game.net.table import Table
from game.rules.match import Match
from game.rules.names import MAX_NAME_LENGTH, look_of, show_name

MARK_SIGNS: Final = 4


def marks_of(people: Iterable[tuple[bytes, str]]) -> dict[bytes, str]:
    """By key some signs of it, where others have a name that looks like theirs; "" for all
    others.
    """
    # Capitals may look alike where small letters do not.
    looks = {key: {name.casefold(), look_of(name).casefold()} for key, name in people}
    counts = Counter(look for both in looks.values() for look in both)
    return {
        key: key.hex()[:MARK_SIGNS] if any(counts[look] > 1 for look in both) else ""
        for key, both in looks.items()
    }


def marked(name: str, mark: str) -> str:
    """Return a name as it can be shown, with the sign that tells people of one name apart."""
    shown = show_name(name)
    # Who goes on to the next table sits there under this name: it has to be one.
    return f"{shown[: MAX_NAME_LENGTH - len(mark) - 3]} ({mark})" if mark else shown


def names_of(table: Table) -> list[str]:
    """Return the names at a table, seat by seat."""
    sitting = [(chair.key, show_name(chair.player.name)) for chair in table.chairs]
    marks = marks_of(sitting)
    return [marked(name, marks[key]) for key, name in sitting]


def name_players(table: Table, match: Match) -> Match:
    """Return a table's match with the names of `names_of`."""
    pairs = zip(match.players, names_of(table), strict=True)
    return replace(match, players=tuple(replace(player, name=name) for player, name in pairs))
