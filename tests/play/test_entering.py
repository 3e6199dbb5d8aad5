"""Boards entered from a real table: they are exactly what the core makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from game.play.entering import (
    add_legal,
    empty_spaces,
    entered_seat,
    entry_refusal,
    fault_of,
    find_tile,
    lift,
    parse_board,
    print_board,
    read_tile,
    set_rest_aside,
    tiles_on,
    unchecked_seat,
    without,
)
from game.rules.boards import BOARDS, BoardName
from game.rules.deal import Calls
from game.rules.errors import IllegalMove, IllegalReason
from game.rules.match import Match
from game.rules.match_score import score_match
from game.rules.placement import ASIDE_INDEX, Placement, Position, empty_position, put_unchecked
from game.rules.record import parse_record, print_record
from game.rules.ruleset import PlacementRule, Ruleset
from game.rules.score_json import score_json
from game.rules.seat import Turn
from game.rules.state import Round
from game.rules.tiles import TILES, Tile
from tests.play.boards import lay

RECORDS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "golden" / "records.jsonl").read_text().splitlines()
]


def published() -> list[tuple[Match, dict[str, object]]]:
    """The golden matches that a table of people can have played, and what they score.

    Nobody there misses a deadline.
    """
    found = []
    for entry in RECORDS:
        match = parse_record(json.dumps(entry["record"]))
        seats = [seat for played in match.rounds for seat in played.seats]
        if match.is_complete and not any(t.is_missed for s in seats for t in s.turns):
            found.append((match, entry["score"]))
    return found


def retyped(match: Match, random: Random) -> Match:
    """The match with every board taken apart and typed in again, in any order."""
    rounds = []
    for played in match.rounds:
        seats = []
        for seat in played.seats:
            words = print_board(match.rules.grid, seat.position)
            random.shuffle(words)
            position = empty_position(match.rules.grid)
            for word in words:
                tile, space = word.split("@")
                index = match.rules.grid.index_of(space)
                # Stamens and daffodil share three places; what is checked is a full board.
                position = lay(position, Tile.parse(tile), index)
            for lying in tiles_on(position):
                place = find_tile(position, lying)
                assert place is not None
                assert entry_refusal(match.rules, position, lying, place) is None
            seats.append(entered_seat(match.rules, played.calls, position))
        rounds.append(Round(played.caller, played.seed, played.calls, tuple(seats)))
    return Match(match.rules, match.players, tuple(rounds), match.meta)


def test_boards_of_published_matches_score_the_same_when_entered() -> None:
    random = Random(1)
    matches = published()
    assert len(matches) >= 60
    assert {m.rules.board for m, _ in matches} == set(BoardName)
    assert {m.rules.placement for m, _ in matches} == set(PlacementRule)
    for match, score in matches:
        again = retyped(match, random)
        assert score_json(again) == score
        assert parse_record(print_record(again)) == again
        standing = tuple(
            Round(
                None,
                None,
                played.calls,
                tuple(unchecked_seat(match.rules, played.calls, s.position) for s in played.seats),
            )
            for played in match.rounds
        )
        assert score_match(Match(match.rules, match.players, standing)).players == (
            score_match(match).players
        )


def test_a_tile_lies_once_and_a_space_holds_one() -> None:
    random = Random(3)
    rules = Ruleset(BoardName.DAFFODIL, daffodil=4)
    position = empty_position(rules.grid)
    for _ in range(400):
        tile, space = random.choice(TILES), random.randrange(-1, len(rules.grid))
        if entry_refusal(rules, position, tile, space) is None:
            position = lay(position, tile, space)
            assert find_tile(position, tile) == space
        elif random.random() < 0.5:
            position = lift(position, space)
        tiles = tiles_on(position)
        assert len(set(tiles)) == len(tiles)
        assert position.filled == sum(1 << i for i, t in enumerate(position.tiles) if t)
        on_stamens = sum(position.tiles[s] is not None for s in rules.grid.stamens)
        assert on_stamens + len(position.aside) <= 3
        assert not any(t and t.is_wild for t in (position.tiles[s] for s in rules.grid.stamens))


def board(rules: Ruleset, text: str) -> Position:
    return parse_board(rules, TILES, text.split())


def singles(text: str) -> Calls:
    return tuple((Tile.parse(word),) for word in text.split())


def test_what_the_rules_forbid_is_named_with_its_tile() -> None:
    touching = Ruleset(placement=PlacementRule.ADJACENT)
    calls = singles("294 753 218")
    assert fault_of(touching, calls, board(touching, "294@c3 753@c4 218@c5")) is None
    fault = fault_of(touching, calls, board(touching, "294@c3 753@e1 218@c4"))
    assert fault is not None
    assert fault.detail == "753@e1"
    # While a tile is missing, nothing can be said about the order.
    assert fault_of(touching, calls, board(touching, "294@c3 753@e1")) is None
    with pytest.raises(IllegalMove) as caught:
        entered_seat(touching, calls, board(touching, "294@c3 753@c4"))
    assert (caught.value.reason, caught.value.detail) == (IllegalReason.NOT_CALLED, "218")


def test_the_tiles_of_one_call_came_in_any_order() -> None:
    rules = Ruleset.parse("classic adjacent mail none")
    calls = (tuple(Tile.parse(t) for t in ["294", "753", "218"]),)
    for text in ("294@c1 753@c3 218@c2", "294@c3 753@c2 218@c1", "294@c2 753@c1 218@c3"):
        assert fault_of(rules, calls, board(rules, text)) is None
    fault = fault_of(rules, calls, board(rules, "294@c1 753@c2 218@c5"))
    assert str(fault) == "not adjacent (218@c5)", "the first order's"


def test_what_is_left_lies_on_the_daffodil_once_the_petals_are_full() -> None:
    rules = Ruleset(BoardName.DAFFODIL, daffodil=4)
    order = rules.grid.tile_set[:21]
    calls = tuple((tile,) for tile in order)
    position = empty_position(rules.grid)
    petals = [i for i in range(21) if i not in rules.grid.stamens]
    for tile, space in zip(order, petals[:-1], strict=False):
        position = lay(position, tile, space)
    assert empty_spaces(rules, calls, position) == 4
    position = lay(position, order[17], petals[-1])
    # Until the last call a petal may still be meant for a later tile.
    assert set_rest_aside(rules, calls[:-1], position) is position
    assert empty_spaces(rules, calls[:-1], position) == 2
    assert set_rest_aside(rules, calls, position).aside == order[18:]
    assert empty_spaces(rules, calls, position) == 0
    moved = lay(position, order[18], rules.grid.stamens[0])
    seat = entered_seat(rules, calls, moved)
    assert seat.is_done(rules)
    assert seat.position.aside == order[19:]
    assert seat.finish == (Placement(order[18], rules.grid.stamens[0]),)
    assert unchecked_seat(rules, calls, moved) == seat


def test_a_seat_under_way_has_no_closing_moves_and_a_counted_one_every_turn() -> None:
    for text, finish in (("daffodil-4 free single none", 1), ("daffodil-1 free single none", 0)):
        rules = Ruleset.parse(text)
        stamen, (one, two, three) = rules.grid.stamens[0], rules.grid.tile_set[:3]
        position = lay(lay(empty_position(rules.grid), one, stamen), two, 4)
        calls = ((one,), (two,), (three,))
        first = Turn((Placement(one, ASIDE_INDEX if finish else stamen),))
        second, none = Turn((Placement(two, 4),)), Turn()
        counted = unchecked_seat(rules, calls, position)
        assert counted.turns == (first, second, *[none] * 19)
        assert counted.finish == (Placement(one, stamen),) * finish
        assert (counted.position, counted.is_done(rules)) == (position, True)
        open_seat = entered_seat(rules, calls[:2], position)
        assert (open_seat.turns, open_seat.finish) == ((first, second), None)


def test_three_typed_signs_name_a_tile_in_any_order() -> None:
    for tile in TILES:
        assert read_tile(str(tile)) is tile
    for written in ("942", "9-2-4", "4/9/2"):
        assert read_tile(written) is Tile.parse("294")
    assert read_tile("222") is None
    assert read_tile("**9") is None


def test_what_is_lifted_is_gone_and_the_rest_stays_as_late_as_it_was() -> None:
    position = Position((None,) * 19)
    for space, tile in enumerate(TILES[:4]):
        position = put_unchecked(position, tile, space, is_late=space % 2 == 1)
    lifted = lift(position, 0, 2)
    assert lifted.tiles == (None, TILES[1], None, TILES[3], *[None] * 15)
    assert lifted.filled == 0b1010
    assert lifted.late == position.late
    aside = empty_position(BOARDS[BoardName.DAFFODIL])
    for tile in TILES[:2]:
        aside = put_unchecked(aside, tile, ASIDE_INDEX)
    assert lift(aside, ASIDE_INDEX).aside == TILES[:1]


def test_a_tile_is_added_once_and_only_to_a_space_that_is_free() -> None:
    rules = Ruleset.parse("daffodil-4 free single none")
    grid = rules.grid
    one, two, three, *more = (tile for tile in grid.tile_set if not tile.is_wild)
    stamen = grid.stamens[0]
    petals = [i for i in range(len(grid)) if i not in grid.stamens]
    laid = add_legal(
        rules,
        empty_position(grid),
        [(one, petals[0]), (one, petals[1]), (two, petals[0]), (two, petals[2]), (three, stamen)],
    )
    assert [find_tile(laid, tile) for tile in (one, two, three)] == [petals[0], petals[2], stamen]
    assert len(tiles_on(laid)) == 3
    last = len(grid) - 1
    both = add_legal(rules, laid, [(more[0], last), (more[1], ASIDE_INDEX), (more[2], last)])
    assert [find_tile(both, tile) for tile in more[:3]] == [last, ASIDE_INDEX, None]
    # A daffodil has room for as many as there are stamens, those on stamens included.
    full = add_legal(rules, laid, [(tile, ASIDE_INDEX) for tile in more])
    room = next(n for n in range(20) if n == len(full.aside))
    assert entry_refusal(rules, full, more[room], ASIDE_INDEX) == "daffodil-full"
    assert entry_refusal(rules, full, more[room], grid.stamens[1]) == "daffodil-full"
    assert entry_refusal(rules, full, three, stamen) is None, "it lies there"
    assert entry_refusal(rules, full, more[room], stamen) is None, "it replaces what lies there"
    assert entry_refusal(rules, full, three, grid.stamens[1]) is None, "it moves"
    assert len(add_legal(rules, full, [(more[room], ASIDE_INDEX)]).aside) == room


def test_typed_signs_between_the_numbers_do_not_matter() -> None:
    tile = Tile.parse("754")
    for text in ("574", "745", "5-7-4", "4/5/7", "7/4-5"):
        assert read_tile(text) == tile
    for text in ("57", "5744", "5.7.4", "571", ""):
        assert read_tile(text) is None


def test_a_board_is_written_and_read_again_without_what_was_not_called() -> None:
    rules = Ruleset.parse("daffodil-4 free single none")
    grid = rules.grid
    one, two, three, four, five = [tile for tile in grid.tile_set if not tile.is_wild][:5]
    position = empty_position(grid)
    for tile, space in ((one, 4), (two, 0), (three, ASIDE_INDEX), (four, ASIDE_INDEX)):
        position = put_unchecked(position, tile, space)
    words = print_board(grid, position)
    names = [grid.name_of(space) for space in (0, 4, ASIDE_INDEX, ASIDE_INDEX)]
    assert words == [f"{t}@{n}" for t, n in zip((two, one, three, four), names, strict=True)]
    assert parse_board(rules, (one, two, three, four), words) == position
    known = parse_board(rules, (one, three), ["", "x@y", *words, f"{five}@c3", words[0]])
    assert tiles_on(known) == (one, three)
    for tile, rest in ((one, (two, three, four)), (three, (two, one, four)), (five, None)):
        left = without(position, tile)
        assert tiles_on(left) == (rest or tiles_on(position))
        assert (left.filled == position.filled) is (tile is not one)


def test_only_a_daffodil_takes_tiles_aside_and_its_wild_tiles_stay_there() -> None:
    classic = Ruleset()
    tile = classic.grid.tile_set[0]
    empty = empty_position(classic.grid)
    assert entry_refusal(classic, empty, tile, ASIDE_INDEX) == "no-daffodil"
    assert entry_refusal(classic, empty, tile, 0) is None
    rules = Ruleset.parse("daffodil-4 free single none")
    wild = next(tile for tile in rules.grid.tile_set if tile.is_wild)
    empty = empty_position(rules.grid)
    for space, refusal in (
        (ASIDE_INDEX, None),
        (rules.grid.stamens[0], "wild-stays-aside"),
        (rules.grid.stamens[0] - 1, None),
    ):
        assert entry_refusal(rules, empty, wild, space) == refusal
