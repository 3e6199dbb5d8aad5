"""The part of a board that lists and cards may show while its match is under way."""

from __future__ import annotations

from game.play.public_boards import covered_board, has_secret, public_board
from game.play.table_game import TableGame
from game.rules.match import Match
from game.rules.placement import empty_position
from tests.play.playing import ANA, BEN, OTTO, play_step, sit

TWO = "classic free single none rounds=2"


def played(steps: int, *players: object, **options: object) -> TableGame:
    game = sit(*players, rules=TWO, **options)  # type: ignore[arg-type]
    for _ in range(steps):
        if not play_step(game):
            break
    return game


def whole(game: TableGame, *, index: int = -1) -> list[bool]:
    """Whether each seat's whole board is public in a round."""
    match = game.match
    return [
        public_board(match, seat, index) == (match.rounds[index].seats[seat].position, None)
        for seat in range(len(match.players))
    ]


def spaces(match: Match) -> frozenset[int]:
    return frozenset(range(len(match.rules.grid)))


def test_an_open_match_shows_every_board_and_one_before_its_first_round_none() -> None:
    game = played(30, ANA, BEN)
    assert whole(game) == [True, True]
    assert not has_secret(game.match)
    new = sit(ANA, BEN, has_hidden_boards=True).match
    assert public_board(new, 1) == (empty_position(new.rules.grid), None)


def test_hidden_boards_are_covered_in_the_open_round_alone() -> None:
    game = played(90, ANA, OTTO, BEN, has_hidden_boards=True)
    assert len(game.match.rounds) == 2
    for index in (-1, 1):
        for seat in range(3):
            assert public_board(game.match, seat, index) == covered_board(game.match.rules)
    assert covered_board(game.match.rules).face_down == spaces(game.match)
    assert whole(game, index=0) == [True] * 3
    assert has_secret(game.match)
    alone = played(30, ANA, OTTO, has_hidden_boards=True)
    assert (whole(alone), has_secret(alone.match)) == ([True, True], False)
    over = played(999, ANA, BEN, has_hidden_boards=True)
    assert over.match.is_complete
    assert (whole(over), has_secret(over.match)) == ([True, True], False)


def test_in_a_blind_match_the_tiles_of_people_lie_face_down() -> None:
    game = played(90, ANA, OTTO, is_blind=True)
    assert has_secret(game.match)
    laid = game.match.round.seats[0].position
    board = public_board(game.match, 0)
    assert board.position == empty_position(game.match.rules.grid)
    assert board.face_down == frozenset(i for i, t in enumerate(laid.tiles) if t is not None)
    assert whole(game) == [False, True]
    assert whole(game, index=0) == [True, True]


def test_what_a_phone_has_placed_in_the_open_call_is_not_shown() -> None:
    game = played(8, ANA, BEN, phones=frozenset({1}))
    assert game.match.round.seats[0].position != game.match.round.seats[0].turn_start
    for seat in range(2):
        assert public_board(game.match, seat).position == game.match.round.seats[seat].turn_start
