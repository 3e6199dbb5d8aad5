"""Decides what of a board may be pictured outside its table: at the menu, in lists, on cards."""

from typing import NamedTuple

from game.play.table import TableSetup
from game.rules.match import Match, PlayerKind
from game.rules.placement import Position, empty_position
from game.rules.ruleset import Ruleset


class PublicBoard(NamedTuple):
    """What may be pictured of a board: the tiles that lie open, and the spaces where one lies face
    down, None in a board that has no secret. What is face down is not in `position`.
    """

    position: Position
    face_down: frozenset[int] | None = None


def public_board(match: Match, seat: int, index: int = -1) -> PublicBoard:
    """Return what may be pictured of a seat's board in round `index`, bare where there is none.

    Until the match is over, the board of its last round is covered whole where people hide theirs
    from each other, and lies face down where a person plays blind.
    """
    grid = match.rules.grid
    if not match.rounds:
        return PublicBoard(empty_position(grid))
    position = match.rounds[index].seats[seat].position
    if index in (-1, len(match.rounds) - 1):
        if _is_hidden(match):
            return covered_board(match.rules)
        if _is_blind(match) and match.players[seat].kind is PlayerKind.HUMAN:
            lying = frozenset(i for i, tile in enumerate(position.tiles) if tile is not None)
            return PublicBoard(empty_position(grid), lying)
    return PublicBoard(position)


def covered_board(rules: Ruleset) -> PublicBoard:
    """Return a board of which nothing is to be seen, not even where tiles lie."""
    return PublicBoard(empty_position(rules.grid), frozenset(range(len(rules.grid))))


def has_secret(match: Match) -> bool:
    """Whether a board of a match under way may not be seen: by others, or by anybody."""
    return _is_hidden(match) or _is_blind(match)


def _is_hidden(match: Match) -> bool:
    setup = _setup_under_way(match)
    people = sum(player.kind is PlayerKind.HUMAN for player in match.players)
    return setup is not None and setup.has_hidden_boards and people > 1


def _is_blind(match: Match) -> bool:
    setup = _setup_under_way(match)
    return setup is not None and setup.is_blind


def _setup_under_way(match: Match) -> TableSetup | None:
    """Return the table of a match that is not over; None where it is."""
    return None if match.is_complete else TableSetup.from_match(match)
