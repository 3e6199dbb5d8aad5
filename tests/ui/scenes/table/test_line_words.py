"""The lines of a board in words: complete ones first, each by its ends."""

from __future__ import annotations

from game.rules.boards import ASIDE_INDEX, CLASSIC, DAFFODIL
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import LineState, line_status
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.scenes.table.line_words import LineWords, by_points_there


def test_complete_lines_are_read_first_then_those_with_the_most_points(player: Context) -> None:
    position = empty_position(CLASSIC)
    for text, space in (("213", "a1"), ("614", "a2"), ("718", "a3"), ("293", "c1"), ("694", "c2")):
        position = put_unchecked(position, Tile.parse(text), CLASSIC.index_of(space))
    ranked = sorted((line_status(line, position) for line in CLASSIC.lines), key=by_points_there)
    assert [status.state for status in ranked].index(LineState.COMPLETE) == 0
    rest = [status.filled * max(status.numbers, default=0) for status in ranked[1:]]
    assert rest == sorted(rest, reverse=True)
    assert rest[0] == 18


def test_wild_tiles_of_the_bag_fit_every_line_and_a_line_is_read_at_both_ends(
    player: Context,
) -> None:
    rules = Ruleset.parse("daffodil-4 free single none")
    position = put_unchecked(empty_position(DAFFODIL), Tile.parse("294"), 4)
    words = LineWords(player, rules, position, DAFFODIL.tile_set)
    for line in DAFFODIL.lines_through[4]:
        number = Tile.parse("294").number(line.direction)
        fitting = [
            tile for tile in DAFFODIL.tile_set if tile.number(line.direction) in (None, number)
        ]
        assert any(tile.is_wild for tile in fitting)
        assert words.fitting(line_status(line, position)) == len(fitting)
    for space in range(len(DAFFODIL.spaces)):
        said = words.ending(space)
        for line in DAFFODIL.lines_through[space]:
            way = player.text(f"heard.spoken.way.{line.direction.value}")
            assert (way in said) is (space in (line.spaces[0], line.spaces[-1]))
    assert words.ending(None) == player.text("heard.spoken.no_space")
    assert words.through(ASIDE_INDEX) == words.ending(ASIDE_INDEX)
