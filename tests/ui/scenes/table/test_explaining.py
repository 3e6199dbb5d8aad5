"""The explanations of parts of the table."""

from __future__ import annotations

from itertools import product

import pytest

from game.play.deal_source import DealSource
from game.play.rival import RIVAL
from game.play.table_game import Phase as Waits
from game.play.table_game import TableGame
from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.ruleset import Ruleset
from game.rules.scoring import LineState, line_status
from game.rules.tiles import Direction, Tile
from game.ui.draw.sprites.pieces import badge_place
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    PointerMoved,
)
from game.ui.scenes.shared.bag_picture import BAG_NUMBERS, BagNumber
from game.ui.scenes.table.explaining import (
    LineBadge,
    OtherBoard,
    TablePanel,
    answer_words,
    is_meant,
    lines_for,
    next_asked,
)
from tests.ui.scenes.table_stage import TableStage, before_lines, open_table


def test_the_key_asks_for_panels_then_boards_then_the_bag() -> None:
    for has_coach, panels in ((False, [TablePanel.SCORE]), (True, [*TablePanel])):
        order, last = list[object](), None
        while (last := next_asked(last, (2, 0), has_coach=has_coach)) is not None:
            order.append(last)
        assert order == [*panels, OtherBoard(2), OtherBoard(0), *BAG_NUMBERS]
    assert next_asked(LineBadge(3), (), has_coach=True) is TablePanel.SCORE


@pytest.mark.parametrize("calls", [9, 18])
def test_what_the_bag_says_is_so(stage: TableStage, calls: int) -> None:
    if calls == 18:
        # No tile with the lowest number of the columns is left.
        order = sorted(CLASSIC.tile_set, key=lambda tile: tile.number(Direction.VERTICAL) or 0)
        game = TableGame.start(stage.game.setup)
        game.source = DealSource(Ruleset(), "42", (tuple(order[:19]),))
        game.begin_round()
        stage = TableStage(stage.context, stage.context.routes.table(game))
    for _ in range(calls):
        stage.play_call()
        stage.let_until_waits(Waits.ACT)
    game, bag = stage.game, stage.match.bag
    position = game.position()
    assert position is not None
    for asked in BAG_NUMBERS:
        wanted = {
            line.index
            for line in stage.match.rules.grid.lines
            if line.direction is asked.direction
            and {t.number(line.direction) for i in line.spaces if (t := position.tiles[i])}
            == {asked.number}
            and not all(position.tiles[i] for i in line.spaces)
        }
        assert {status.line.index for status in lines_for(game, asked)} == wanted
        left = sum(tile.number(asked.direction) == asked.number for tile in bag)
        first, *more = answer_words(stage.context, game, asked).splitlines()
        every = sum(tile.number(asked.direction) == asked.number for tile in CLASSIC.tile_set)
        of_all = {"number": asked.number, "all": every}
        assert first == stage.context.text("bag.left", count=left, **of_all)
        some = stage.context.text("bag.lines", count=len(wanted))
        assert more == ([some if wanted else stage.context.text("bag.no_line")] if left else [])
    called, waiting = stage.match.round.calls[0][0], next(iter(bag))
    numbers = [(d, n) for d in Direction if (n := waiting.number(d)) is not None]
    by_number = [len(lines_for(game, BagNumber(d, number))) for d, number in numbers]
    assert len(lines_for(game, waiting)) == sum(by_number)
    tiles: list[tuple[Tile, str, int]] = [(called, "called", 1), (waiting, "tile_left", 2)]
    for tile, key, lines in tiles:
        words = answer_words(stage.context, game, tile).splitlines()
        assert words[0] == stage.context.text(f"bag.{key}", tile="–".join(str(tile)))
        assert len(words) == lines


def test_a_wild_tile_of_the_bag_fits_every_line_that_its_numbers_fit(player: Context) -> None:
    stage = open_table(player, "daffodil-4 free single none")
    stage.place_somewhere()
    game = stage.game
    alive = [
        status
        for line in game.match.rules.grid.lines
        if (status := line_status(line, game.position())).state is LineState.ALIVE
    ]
    assert alive
    for wild in (tile for tile in DAFFODIL.tile_set if tile.is_wild):
        fitting = [
            status
            for status in alive
            if (number := wild.number(status.line.direction)) is None or number in status.numbers
        ]
        assert lines_for(game, wild) == fitting


def test_the_bag_of_a_blind_game_tells_of_no_line(player: Context) -> None:
    stage = open_table(player, is_blind=True)
    numbers_and_tiles: list[BagNumber | Tile] = [*BAG_NUMBERS, *stage.match.bag]
    for asked in numbers_and_tiles:
        assert len(answer_words(player, stage.game, asked).splitlines()) == 1


def test_a_badge_says_how_its_line_stands(stage: TableStage) -> None:
    at = badge_place(stage.layout.board, 0)
    stage.give(PointerMoved(at))
    assert stage.table.selection.asked == LineBadge(0)
    said = [answer_words(stage.context, stage.game, LineBadge(0))]
    for space in ("a1", "a2", "a3"):
        stage.click_space(space)
        said.append(answer_words(stage.context, stage.game, LineBadge(0)))
        stage.let_until_waits(Waits.ACT)
    assert len(dict.fromkeys(said)) > 2
    assert all(words and "{" not in words for words in said)


def test_a_badge_words_a_line_in_each_of_its_states(player: Context) -> None:
    stage, text = before_lines(player), player.text
    game, lines = stage.game, CLASSIC.lines
    statuses = {line.index: line_status(line, game.position()) for line in lines}

    def words_of(state: LineState, way: Direction) -> tuple[int, str]:
        index = next(
            line.index
            for line in lines
            if line.direction is way and statuses[line.index].state is state
        )
        return index, answer_words(player, game, LineBadge(index))

    column = text("bag.line.vertical")
    index, words = words_of(LineState.COMPLETE, Direction.VERTICAL)
    points = text("terms.count.points", count=3 * statuses[index].numbers[-1])
    assert words == text("bag.badge.complete", line=column, points=points)
    _, words = words_of(LineState.EMPTY, Direction.VERTICAL)
    assert words == text("bag.badge.empty", line=column, count=4)
    for way in (Direction.RISING, Direction.FALLING):
        _, words = words_of(LineState.DEAD, way)
        assert words == text("bag.badge.dead", line=text(f"bag.line.{way.value}"))
    blind = open_table(player, is_blind=True)
    asked = LineBadge(0), TablePanel.SCORE, OtherBoard(RIVAL)
    assert [answer_words(player, blind.game, each) for each in asked] == ["", "", ""]
    assert blind.table.picture.panels.explain_score() == text("score.explain_blind")


def test_a_badge_of_a_begun_line_says_what_it_needs_and_which_tiles_fit(player: Context) -> None:
    stage = open_table(player)
    (tile,) = stage.game.hand()
    space = CLASSIC.index_of("c3")
    stage.game.place(tile, space)
    for line in CLASSIC.lines_through[space]:
        number = tile.number(line.direction)
        assert number is not None
        fitting = sum(other.number(line.direction) == number for other in stage.match.bag)
        badge = player.text(
            "bag.badge.alive",
            count=len(line) - 1,
            line=player.text(f"bag.line.{line.direction.value}"),
            number=str(number),
            points=str(len(line) * number),
        )
        words = f"{badge}\n{player.text('bag.fitting', count=fitting)}"
        assert answer_words(player, stage.game, LineBadge(line.index)) == words


def test_a_tile_of_the_bag_means_itself_and_a_number_all_that_have_it() -> None:
    for asked, tile in product(DAFFODIL.tile_set, repeat=2):
        assert is_meant(asked, tile) is (asked is tile)
    for number, tile in product(BAG_NUMBERS, DAFFODIL.tile_set):
        assert is_meant(number, tile) is (tile.number(number.direction) == number.number)
    for other in (None, LineBadge(0), OtherBoard(1), TablePanel.SCORE):
        assert not any(is_meant(other, tile) for tile in CLASSIC.tile_set)
