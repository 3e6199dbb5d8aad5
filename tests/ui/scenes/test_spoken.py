"""The table in sentences: the worst comes first, each column in its turn, each line by its ends."""

from __future__ import annotations

import pytest

from game.play.deal_source import DealSource
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.boards import ASIDE_INDEX, CLASSIC, DAFFODIL
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import LineState, line_status
from game.rules.tiles import Direction, Tile
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.topics import Topic, as_sentences
from game.ui.scenes.shared.names import tile_words
from game.ui.scenes.table.line_words import LineWords, by_points_there
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people


def laid(context: Context, rules: str, *placed: tuple[str, str]) -> TableStage:
    """A table at which these tiles are placed, and the last one without a space is called."""
    ruleset = Ruleset.parse(rules)
    tiles = [Tile.parse(text) for text, _ in placed]
    rest = [tile for tile in ruleset.grid.tile_set if tile not in tiles]
    order = (*tiles, *rest)[: sum(ruleset.call_sizes)]
    game = TableGame.start(TableSetup(ruleset, people("Ana"), "42"))
    game.source = DealSource(ruleset, "42", (order,))
    game.begin_round()
    for text, space in placed:
        if space:
            game.place(Tile.parse(text), ruleset.grid.index_of(space))
            game.call_next()
    stage = TableStage(context, context.routes.table(game))
    stage.let(FRAME)
    return stage


def tile_with(vertical: int, rising: int, falling: int) -> str:
    """Return the tile with these numbers."""
    wanted = {
        Direction.VERTICAL: vertical,
        Direction.RISING: rising,
        Direction.FALLING: falling,
    }
    return next(
        str(tile)
        for tile in CLASSIC.tile_set
        if all(tile.number(way) == number for way, number in wanted.items())
    )


def neighbours(space: str) -> dict[Direction, str]:
    """Return another space on each line through a space."""
    here = CLASSIC.index_of(space)
    return {
        line.direction: CLASSIC.name_of(next(i for i in line.spaces if i != here))
        for line in CLASSIC.lines_through[here]
    }


def test_what_a_placement_breaks_is_said_from_the_dearest_and_before_what_goes_on(
    player: Context,
) -> None:
    beside, said, usual = neighbours("c3"), player.text, player.preferences.telling
    for rising, vertical in ((7, 1), (2, 9)):
        # Both numbers are missed by the tile to place; the third line goes on.
        stage = laid(
            player,
            "classic free single none",
            (tile_with(5, rising, 3), beside[Direction.RISING]),
            (tile_with(vertical, 6, 4), beside[Direction.VERTICAL]),
            (tile_with(9, 7, 8), beside[Direction.FALLING]),
            (tile_with(5, 6, 8), ""),
        )
        stage.table.selection.go_to(stage.space("c3"))
        heard = stage.table.reader.words.focus()
        lost = {}
        for number in (rising, vertical):
            values = {"number": str(number), "points": f"{5 * number}"}
            lost[number] = said("heard.spoken.breaks", filled=1, length=5, **values)
        dear, cheap = sorted(lost, reverse=True)
        assert heard.index(lost[dear]) < heard.index(lost[cheap])
        left = sum(tile.number(Direction.FALLING) == 8 for tile in stage.match.bag)
        goes_on = said("heard.spoken.goes_on", number="8", needed=3, left=left)
        assert goes_on in heard.partition(lost[cheap])[2]
        change_settings(player, telling="short")
        short = stage.table.reader.words.focus()
        numbers, points = f"{dear}, {cheap}", f"{5 * (dear + cheap)}"
        named = said("heard.spoken.breaks_all", points=points, numbers=numbers)
        assert named in short
        change_settings(player, telling=usual)


def test_a_hand_is_named_from_the_chosen_tile_on_and_a_line_sheet_has_its_gist(
    player: Context,
) -> None:
    stage = open_table(player, "classic free mail none")
    words, hand = stage.table.reader.words, stage.game.hand()
    names = [tile_words(player, stage.match.rules, tile) for tile in hand]
    for number, order in ((1, (0, 1, 2)), (2, (1, 2, 0)), (3, (2, 0, 1))):
        told = player.text("heard.spoken.to_place", tiles="; ".join(names[i] for i in order))
        assert told in words.to_do()
        place = player.text("heard.spoken.of", words=names[order[0]], number=number, count=3)
        assert words.chosen_tile() == as_sentences([place])
        stage.press("tab")
    for space in ("a1", "c3", "e3"):
        stage.click_space(space)
    usual, more = player.preferences.telling, player.text("heard.spoken.more_lines", count=3)
    assert more in words.lines()
    assert [words.lines(is_full=is_full).count(" of ") for is_full in (False, True)] == [3, 6]
    change_settings(player, telling="short")
    assert words.lines().count(" of ") == 2
    change_settings(player, telling=usual)


def test_the_bag_and_what_is_to_come_are_counted(player: Context) -> None:
    stage = open_table(player, "classic free single rays")
    stage.play_call()
    stage.press("n")
    bag = stage.match.bag
    suns = sum(tile.is_sun for tile in bag)
    assert suns != len(bag) - suns
    score = stage.table.reader.words.score()
    for key, count in (("to_come", 17), ("suns", suns), ("moons", len(bag) - suns)):
        assert player.text(f"heard.spoken.{key}", count=count) in score


def test_a_full_board_is_read_in_columns_from_that_of_the_cursor_on(player: Context) -> None:
    stage = open_table(player)
    for space in ("a1", "a2", "a3", "b1", "b2", "c1", "c2", "c3", "d1", "e1", "e2"):
        stage.let_until(lambda: bool(stage.game.hand()))
        stage.click_space(space)
    words, grid = stage.table.reader.words, stage.match.rules.grid
    columns = {
        letter: " ".join(words.space(s.index) for s in grid.spaces if s.name[0] == letter)
        for letter in "abcde"
    }
    for start in "ad":
        stage.table.selection.go_to(stage.space(f"{start}2"))
        order = "abcdeabcde"["abcde".index(start) :][:5]
        read = [words.read_board(number) for number in range(7)]
        assert read[1:6] == [columns[letter] for letter in order]
        assert read[6] == read[0]
        assert player.text("heard.spoken.skipped", count=11) in read[0]


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


@pytest.fixture
def spoken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is read aloud."""
    words: list[str] = []
    monkeypatch.setattr(Context, "speak", lambda _, said, **how: words.extend(filter(None, [said])))
    return words


def test_the_last_ten_seconds_are_said_once_and_none_left_is_not_said(
    player: Context, spoken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, answer_seconds=30)
    table = stage.table
    player.announced = table
    words = player.text("heard.spoken.seconds_left", count=10)
    for seconds, count in (((10.5, 10.0, 9.5), 1), ((10.0, 9.5), 0), ((12.0, 9.0, 10.5, 9.0), 2)):
        left = iter((seconds[0], *seconds))
        monkeypatch.setattr(table.mode, "seconds_left", lambda left=left: next(left))
        table.announcer.speak_changes(0.0)
        spoken.clear()
        for _ in seconds:
            table.announcer.speak_changes(0.0)
        assert " ".join(spoken).count(words) == count
    for seconds_left, is_told in ((10.0, True), (0.0, False)):
        monkeypatch.setattr(table.mode, "seconds_left", lambda left=seconds_left: left)
        told = player.text("heard.spoken.seconds_left", count=round(seconds_left))
        assert (told in table.read(Topic.NOW)) is is_told


def test_a_computer_s_points_are_said_when_they_grow_alone(
    player: Context, spoken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("Otto")))
    player.announced = stage.table
    spoken.clear()
    for points, is_said in ((3.0, True), (9.0, True), (9.0, False), (6.0, False), (7.0, True)):
        monkeypatch.setattr(TableGame, "total_now", lambda *_, now=points: now)
        spoken.clear()
        stage.table.announcer.speak_company()
        words = player.text("breakdown.named", name="Otto", points=points)
        assert ([words.rstrip(".") in said for said in spoken] == [True]) is is_said
