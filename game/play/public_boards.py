"""The part of a board that screens other than its table may show: menu, lists, cards."""

from typing import NamedTuple

from game.play.table import TableSetup
from game.rules.match import Match, PlayerKind
from game.rules.placement import Position, empty_position
from game.rules.ruleset import Ruleset


class PublicBoard(NamedTuple):
    """The public part of a board.

    `position` has the open tiles only, `face_down` the spaces of hidden ones; None if the board
    has no secret.
    """

    position: Position
    face_down: frozenset[int] | None = None


def public_board(match: Match, seat: int, index: int = -1) -> PublicBoard:
    """Return the public part of a seat's board in round `index`; empty before the first round.

    Until the match is over, its last round's boards are covered if people hide theirs from each
    other, and people's tiles are face down in a blind game.
    """
    grid = match.rules.grid
    if not match.rounds:
        return PublicBoard(empty_position(grid))
    position = match.rounds[index].seats[seat].position
    setup = _setup_under_way(match)
    if setup is not None and setup.phones:
        # What a phone has placed in the open call is its player's alone.
        position = match.rounds[index].seats[seat].turn_start
    if index in (-1, len(match.rounds) - 1):
        if _is_hidden(match):
            return covered_board(match.rules)
        if _is_blind(match) and match.players[seat].kind is PlayerKind.HUMAN:
            lying = frozenset(i for i, tile in enumerate(position.tiles) if tile is not None)
            return PublicBoard(empty_position(grid), lying)
    return PublicBoard(position)


def covered_board(rules: Ruleset) -> PublicBoard:
    """Return a board with all spaces covered, the empty ones too."""
    return PublicBoard(empty_position(rules.grid), frozenset(range(len(rules.grid))))


def has_secret(match: Match) -> bool:
    """Whether a match in progress has hidden boards or is blind."""
    return _is_hidden(match) or _is_blind(match)


def _is_hidden(match: Match) -> bool:
    setup = _setup_under_way(match)
    people = sum(player.kind is PlayerKind.HUMAN for player in match.players)
    return setup is not None and setup.has_hidden_boards and people > 1


def _is_blind(match: Match) -> bool:
    setup = _setup_under_way(match)
    return setup is not None and setup.is_blind


def _setup_under_way(match: Match) -> TableSetup | None:
    """Return the table of a match; None if the match is over."""
    return None if match.is_complete else TableSetup.from_match(match)
