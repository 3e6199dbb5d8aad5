"""The table in sentences: the worst comes first, each column in its turn, each line by its ends."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from game.play.deal_source import DealSource
from game.play.table import TableSetup
from game.play.table_game import Phase, TableGame
from game.progress.challenges import all_challenges
from game.rules.boards import ASIDE_INDEX, CLASSIC
from game.rules.match import Player
from game.rules.moves import Called, LineCompleted, LineDied, Placed, RayCompleted, TakenBack
from game.rules.ruleset import Ruleset
from game.rules.tiles import Direction, Symbol, Tile
from game.ui.frame.context import Context
from game.ui.frame.outline import Role
from game.ui.frame.preferences import change_settings
from game.ui.frame.topics import Topic, as_sentences
from game.ui.scenes.shared.challenge import challenge_table
from game.ui.scenes.shared.names import tile_words
from game.ui.scenes.table.coach import CoachView
from game.ui.scenes.table.input import Selection
from game.ui.scenes.table.motion import Motion
from game.ui.scenes.table.panels import Panels
from game.ui.scenes.table.spoken import CLOSING_HELP, TableWords, closing_key
from tests.gallery.review import PatientEngines
from tests.ui.scenes.moments import MOMENTS
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people


def laid(
    context: Context,
    rules: str,
    *placed: tuple[str, str],
    players: tuple[Player, ...] = (Player("Ana"),),
) -> TableStage:
    """A table at which these tiles are placed, and the last one without a space is called.

    Players after the first one place theirs on the first free space.
    """
    ruleset = Ruleset.parse(rules)
    tiles = [Tile.parse(text) for text, _ in placed]
    rest = [tile for tile in ruleset.grid.tile_set if tile not in tiles]
    order = (*tiles, *rest)[: sum(ruleset.call_sizes)]
    game = TableGame.start(TableSetup(ruleset, players, "42"))
    game.source = DealSource(ruleset, "42", (order,))
    game.begin_round()
    for text, space in placed:
        if space:
            tile = Tile.parse(text)
            for seat in reversed(range(len(players))):
                game.hand_over(seat)
                game.place(tile, game.legal(tile)[0] if seat else ruleset.grid.index_of(space))
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


# whole readings


def entries(block: str) -> list[str]:
    """Return the entries of a text: each begins at the edge, and its other lines are indented."""
    return [" ".join(entry.split()) for entry in re.split(r"\n(?=\S)", block.strip())]


NINES = (
    (tile_with(9, 7, 8), "c1"),
    (tile_with(9, 6, 4), "c2"),
    (tile_with(9, 2, 3), "c4"),
    (tile_with(9, 2, 8), "c5"),
    (tile_with(1, 2, 3), "b2"),
    (tile_with(9, 7, 3), "c3"),
)
"""A column of nines, whose last tile also completes a sun ray."""

FIVES = ((tile_with(5, 6, 8), "c1"), (tile_with(5, 7, 4), "c2"))


def readings(stage: TableStage, telling: str, *spaces: str) -> list[str]:
    """Return everything that is read about a board, with each of these spaces selected."""
    change_settings(stage.context, telling=telling)
    words, heard = stage.table.reader.words, []
    for name in spaces:
        stage.table.selection.go_to(stage.space(name))
        heard += [f"{name}: {words.focus()}", f"named: {words.space_named()}"]
        heard += [f"here: {words.lines_here()}", f"ends: {words.lines_ending()}"]
    heard += [f"lines: {words.lines()}", f"all lines: {words.lines(is_full=True)}"]
    heard += [f"score: {words.score()}", f"board: {words.board()}", f"own: {words.other_board(0)}"]
    heard += [f"part {part}: {words.read_board(part)}" for part in (0, 1, 2)]
    heard += [f"to do: {words.to_do('way on')}", f"next: {words.next_tile()}"]
    return [entry.strip() for entry in heard]


BEFORE_LONG = """\
c3: c3, free. Completes 5 times 9: 45 points. Completes a sun ray, c1 to c5: 35 points. 3: needs
  3, 6 left. Sun ray a1 to e3: 2 of 5.
named: c3.
here: 9 from c1 to c5: 4 of 5; empty c3; 4 such tiles left. Sun ray from c1 to c5: 4 of 5; empty
  c3; 8 suns left. 3 from a1 to e3: 1 of 5; empty a1, c3, d3, e3; 6 such tiles left. From a3 to
  e1: empty, 5 spaces.
ends: No line ends at c3.
b3: b3, free. Minus 4 on 1, 1 of 4. Sun ray b1 to b4: 2 of 4. 3: needs 2, 6 left. Sun ray a2 to
  d4: 2 of 4.
named: b3.
here: 3 from a2 to d4: 1 of 4; empty a2, b3, d4; 6 such tiles left. 1 from b1 to b4: 1 of 4; empty
  b1, b3, b4; 8 such tiles left. From a3 to e1: empty, 5 spaces.
ends: No line ends at b3.
c1: c1: seven, nine, eight, sun.
named: c1: seven, nine, eight, sun.
here: 9 from c1 to c5: 4 of 5; empty c3; 4 such tiles left. Sun ray from c1 to c5: 4 of 5; empty
  c3; 8 suns left. 8 from c1 to e1: 1 of 3; empty d1, e1; 7 such tiles left. 7 from a1 to c1: 1 of
  3; empty a1, b1; 7 such tiles left.
ends: Vertical line. 9 from c1 to c5: 4 of 5; empty c3; 4 such tiles left. Sun ray from c1 to c5:
  4 of 5; empty c3; 8 suns left. Rising line. 7 from a1 to c1: 1 of 3; empty a1, b1; 7 such tiles
  left. Falling line. 8 from c1 to e1: 1 of 3; empty d1, e1; 7 such tiles left.
lines: 9 from c1 to c5: 4 of 5; empty c3; 4 such tiles left. 8 from c1 to e1: 1 of 3; empty d1,
  e1; 7 such tiles left. 8 from a3 to c5: 1 of 3; empty a3, b4; 7 such tiles left. 9 more; F5
  again reads them. 1 line lost.
all lines: 9 from c1 to c5: 4 of 5; empty c3; 4 such tiles left. 8 from c1 to e1: 1 of 3; empty
  d1, e1; 7 such tiles left. 8 from a3 to c5: 1 of 3; empty a3, b4; 7 such tiles left. 7 from a1
  to c1: 1 of 3; empty a1, b1; 7 such tiles left. 4 from b1 to e2: 1 of 4; empty b1, d2, e2; 8
  such tiles left. 3 from a1 to e3: 1 of 5; empty a1, c3, d3, e3; 6 such tiles left. 3 from a2 to
  d4: 1 of 4; empty a2, b3, d4; 6 such tiles left. 2 from b4 to e2: 1 of 4; empty b4, d3, e2; 6
  such tiles left. 2 from c5 to e3: 1 of 3; empty d4, e3; 6 such tiles left. 1 from b1 to b4: 1 of
  4; empty b1, b3, b4; 8 such tiles left. Sun ray from c1 to c5: 4 of 5; empty c3; 8 suns left.
  Sun ray from a2 to d1: 2 of 4; empty a2, d1; 8 suns left. 1 line lost.
score: Ana: 0 points. 13 tiles to come. Left in the bag: 8 with 1; 9 with 5; 4 with 9; 6 with 2; 8
  with 6; 7 with 7; 6 with 3; 8 with 4; 7 with 8; 8 suns; 13 moons.
board: b2: two, one, three, sun. c1: seven, nine, eight, sun. c2: six, nine, four, sun. c4: two,
  nine, three, sun. c5: two, nine, eight, sun. seven, nine, three, sun may go to: a1 to a3, b1,
  b3, b4, c3, d1 to d4, e1 to e3.
own: Ana: 0 points. b2: two, one, three, sun. c1: seven, nine, eight, sun. c2: six, nine, four,
  sun. c4: two, nine, three, sun. c5: two, nine, eight, sun.
part 0: 5 tiles placed. seven, nine, three, sun may go to: a1 to a3, b1, b3, b4, c3, d1 to d4, e1
  to e3. F4 reads on.
part 1: c1: seven, nine, eight, sun. c2: six, nine, four, sun. c3, free. c4: two, nine, three,
  sun. c5: two, nine, eight, sun.
part 2: d1, free. d2, free. d3, free. d4, free.
to do: Call 6 of 19. To place: seven, nine, three, sun.
next: Next: seven, nine, three, sun.
"""
"""Readings before the last nine, in the usual length."""

BEFORE_SHORT = """\
c3: c3. 5 times 9, 45 points. Completes a sun ray, c1 to c5: 35 points.
named: c3.
here: 9 from c1 to c5: 4 of 5. Sun ray from c1 to c5: 4 of 5; empty c3; 8 suns left. 3 from a1 to
  e3: 1 of 5. From a3 to e1: empty, 5 spaces.
ends: No line ends at c3.
b3: b3. Minus 4 on 1.
named: b3.
here: 3 from a2 to d4: 1 of 4. 1 from b1 to b4: 1 of 4. From a3 to e1: empty, 5 spaces.
ends: No line ends at b3.
c1: c1: seven, nine, eight, sun.
named: c1.
here: 9 from c1 to c5: 4 of 5. Sun ray from c1 to c5: 4 of 5; empty c3; 8 suns left. 8 from c1 to
  e1: 1 of 3. 7 from a1 to c1: 1 of 3.
ends: Vertical line. 9 from c1 to c5: 4 of 5; empty c3; 4 such tiles left. Sun ray from c1 to c5:
  4 of 5; empty c3; 8 suns left. Rising line. 7 from a1 to c1: 1 of 3; empty a1, b1; 7 such tiles
  left. Falling line. 8 from c1 to e1: 1 of 3; empty d1, e1; 7 such tiles left.
lines: 9 from c1 to c5: 4 of 5. 8 from c1 to e1: 1 of 3. 1 line lost.
all lines: 9 from c1 to c5: 4 of 5. 8 from c1 to e1: 1 of 3. 8 from a3 to c5: 1 of 3. 7 from a1 to
  c1: 1 of 3. 4 from b1 to e2: 1 of 4. 3 from a1 to e3: 1 of 5. 3 from a2 to d4: 1 of 4. 2 from b4
  to e2: 1 of 4. 2 from c5 to e3: 1 of 3. 1 from b1 to b4: 1 of 4. Sun ray from c1 to c5: 4 of 5;
  empty c3; 8 suns left. Sun ray from a2 to d1: 2 of 4; empty a2, d1; 8 suns left. 1 line lost.
score: Ana: 0 points. 13 tiles to come.
board: b2: two, one, three, sun. c1: seven, nine, eight, sun. c2: six, nine, four, sun. c4: two,
  nine, three, sun. c5: two, nine, eight, sun. Possible: a1 to a3, b1, b3, b4, c3, d1 to d4, e1 to
  e3.
own: Ana: 0 points. b2: two, one, three, sun. c1: seven, nine, eight, sun. c2: six, nine, four,
  sun. c4: two, nine, three, sun. c5: two, nine, eight, sun.
part 0: Possible: a1 to a3, b1, b3, b4, c3, d1 to d4, e1 to e3.
part 1: c1: seven, nine, eight, sun. c2: six, nine, four, sun. c3, free. c4: two, nine, three,
  sun. c5: two, nine, eight, sun.
part 2: d1, free. d2, free. d3, free. d4, free.
to do: To place: seven, nine, three, sun.
next: Next: seven, nine, three, sun.
"""
"""The same readings in the short form."""

AFTER = """\
a2: a2, free. Minus 12 on 3, 1 of 4.
named: a2.
here: 3 from a2 to d4: 1 of 4; empty a2, b3, d4; 6 such tiles left. From a1 to a3: empty, 3
  spaces. From a2 to d1: broken.
ends: Rising line. From a2 to d1: broken. Falling line. 3 from a2 to d4: 1 of 4; empty a2, b3, d4;
  6 such tiles left.
c3: c3: seven, nine, three, sun.
named: c3: seven, nine, three, sun.
here: 9 from c1 to c5: complete, 45 points. Sun ray from c1 to c5: complete, 5 long. 7 from a3 to
  e1: 1 of 5; empty a3, b3, d2, e1; 7 such tiles left. 3 from a1 to e3: 2 of 5; empty a1, d3, e3;
  6 such tiles left. Sun ray from a1 to e3: 2 of 5; empty a1, d3, e3; 8 suns left.
ends: No line ends at c3.
lines: 9 from c1 to c5: complete, 45 points. 8 from c1 to e1: 1 of 3; empty d1, e1; 7 such tiles
  left. 8 from a3 to c5: 1 of 3; empty a3, b4; 7 such tiles left. 11 more; F5 again reads them. 1
  line lost.
all lines: 9 from c1 to c5: complete, 45 points. 8 from c1 to e1: 1 of 3; empty d1, e1; 7 such
  tiles left. 8 from a3 to c5: 1 of 3; empty a3, b4; 7 such tiles left. 7 from a1 to c1: 1 of 3;
  empty a1, b1; 7 such tiles left. 7 from a3 to e1: 1 of 5; empty a3, b3, d2, e1; 7 such tiles
  left. 3 from a1 to e3: 2 of 5; empty a1, d3, e3; 6 such tiles left. 4 from b1 to e2: 1 of 4;
  empty b1, d2, e2; 7 such tiles left. 3 from a2 to d4: 1 of 4; empty a2, b3, d4; 6 such tiles
  left. 2 from b4 to e2: 1 of 4; empty b4, d3, e2; 5 such tiles left. 2 from c5 to e3: 1 of 3;
  empty d4, e3; 5 such tiles left. 1 from b1 to b4: 1 of 4; empty b1, b3, b4; 7 such tiles left.
  Sun ray from c1 to c5: complete, 5 long. Sun ray from a1 to e3: 2 of 5; empty a1, d3, e3; 8 suns
  left. Best sun ray so far: Ana. 1 line lost.
score: Ana: 45 points. Ben: 27 points. Best sun ray so far: Ana. 12 tiles to come. Left in the
  bag: 7 with 1; 9 with 5; 4 with 9; 5 with 2; 8 with 6; 7 with 7; 6 with 3; 7 with 4; 7 with 8; 8
  suns; 12 moons.
board: b2: two, one, three, sun. c1: seven, nine, eight, sun. c2: six, nine, four, sun. c3: seven,
  nine, three, sun. c4: two, nine, three, sun. c5: two, nine, eight, sun. two, one, four, moon may
  go to: a1 to a3, b1, b3, b4, d1 to d4, e1 to e3.
own: Ana: 45 points. b2: two, one, three, sun. c1: seven, nine, eight, sun. c2: six, nine, four,
  sun. c3: seven, nine, three, sun. c4: two, nine, three, sun. c5: two, nine, eight, sun.
part 0: 6 tiles placed. two, one, four, moon may go to: a1 to a3, b1, b3, b4, d1 to d4, e1 to e3.
  F4 reads on.
part 1: c1: seven, nine, eight, sun. c2: six, nine, four, sun. c3: seven, nine, three, sun. c4:
  two, nine, three, sun. c5: two, nine, eight, sun.
part 2: d1, free. d2, free. d3, free. d4, free.
to do: Call 7 of 19. To place: two, one, four, moon.
next: Next: two, one, four, moon.
"""
"""Readings after the last nine, where only the longest ray counts."""

BROKEN = """\
c3: c3, free. Breaks sun ray c1 to c5, 2 of 5. Minus 25 on 5, 2 of 5.
named: c3.
here: 5 from c1 to c5: 2 of 5; empty c3, c4, c5; 7 such tiles left. Sun ray from c1 to c5: 2 of 5;
  empty c3, c4, c5; 12 suns left. From a3 to e1: empty, 5 spaces. From a1 to e3: empty, 5 spaces.
ends: No line ends at c3.
lines: 5 from c1 to c5: 2 of 5; empty c3, c4, c5; 7 such tiles left. 8 from c1 to e1: 1 of 3;
  empty d1, e1; 8 such tiles left. 7 from a2 to d1: 1 of 4; empty a2, b2, d1; 8 such tiles left. 3
  more; F5 again reads them.
"""
"""Readings of a space on which a moon breaks a ray of suns."""

WILD = """\
c2: c2, free. 5: needs 3, 10 left.
named: c2.
here: 1, 5 or 9 from c1 to c5: 1 of 5; empty c2, c3, c4, c5; 29 such tiles left. From b3 to e1:
  empty, 4 spaces. From a1 to e3: empty, 5 spaces.
ends: No line ends at c2.
lines: 1, 5 or 9 from c1 to c5: 1 of 5; empty c2, c3, c4, c5; 29 such tiles left. 3, 4 or 8 from
  b1 to f2: 1 of 5; empty b1, d1, e2, f2; 29 such tiles left. 2 from a2 to c1: 1 of 3; empty a2,
  b2; 12 such tiles left.
"""
"""Readings beside a wild tile."""


def test_a_board_is_read_in_whole_sentences(player: Context) -> None:
    rays, last = "classic free single rays", NINES[-1][0]
    before, broken = (*NINES[:-1], (last, "")), (*FIVES, (tile_with(1, 2, 4), ""))
    usual, wild = player.preferences.telling, (("2**", "c1"), (tile_with(5, 7, 4), ""))
    for telling, rules, placed, names, selected, heard in (
        ("long", rays, before, "Ana", "c3 b3 c1", BEFORE_LONG),
        ("short", rays, before, "Ana", "c3 b3 c1", BEFORE_SHORT),
        ("long", "classic free single best-ray", NINES, "Ana Ben", "a2 c3", AFTER),
        ("long", rays, broken, "Ana", "c3", BROKEN),
        ("long", "daffodil-4 free single none", wild, "Ana", "c2", WILD),
    ):
        stage = laid(player, rules, *placed, players=people(*names.split()))
        expected = entries(heard)
        read = readings(stage, telling, *selected.split())
        assert read[: len(expected)] == expected
    change_settings(player, telling=usual)


def test_events_are_read_for_the_board_in_view_and_skipped_ones_in_one_sentence(
    player: Context,
) -> None:
    usual, (*_, last) = player.preferences.telling, NINES
    stage = laid(player, "classic free single rays", *NINES[:-1], (last[0], ""))
    words, tile, other = stage.table.reader.words, Tile.parse("213"), Tile.parse("293")
    lines, placed = CLASSIC.lines, Placed(0, Tile.parse("213"), 0, False)
    low, high = LineCompleted(0, lines[0], 1, 3, False), LineCompleted(0, lines[5], 7, 21, False)
    great = LineCompleted(0, lines[2], 9, 45, False)
    for events, long, short, skipped in (
        ((Called(0, (tile,)),),
         "Called: two, one, three, sun.", "two, one, three, sun.", "0 tiles placed."),
        ((Called(0, (tile, other)),), "Called: two, one, three, sun; two, nine, three, sun.",
         "two, one, three, sun; two, nine, three, sun.", "0 tiles placed."),
        ((placed,), "two, one, three, sun on a1.", "a1.", "1 tile placed."),
        ((replace(placed, seat=1),), "", "", "1 tile placed."),
        ((TakenBack(0, tile, 0),), "Taken back: two, one, three, sun.",
         "Taken back: two, one, three, sun.", "0 tiles placed."),
        ((TakenBack(1, tile, 0),), "", "", "0 tiles placed."),
        ((placed, low),
         "two, one, three, sun on a1. Line complete: 3 times 1, 3 points.",
         "a1. 3 times 1, 3 points.", "1 tile placed. Lines complete: 3 times 1."),
        ((placed, replace(low, seat=1)), "two, one, three, sun on a1.", "a1.",
         "1 tile placed. Lines complete: 3 times 1."),
        ((low, high), "Lines complete: 3 times 1, 3 times 7. 24 points.",
         "Lines complete: 3 times 1, 3 times 7. 24 points.",
         "0 tiles placed. Lines complete: 3 times 1, 3 times 7."),
        ((high, great), "Lines complete: 3 times 7, 5 times 9. 66 points. Splendid double!",
         "Lines complete: 3 times 7, 5 times 9. 66 points. Splendid double!",
         "0 tiles placed. Lines complete: 3 times 7, 5 times 9."),
        ((LineDied(0, lines[0]), LineDied(0, lines[3]), LineDied(1, lines[4])),
         "2 lines lost.", "2 lines lost.", "0 tiles placed. 3 lines lost."),
    ):  # fmt: skip
        for telling, heard in (("long", long), ("short", short)):
            change_settings(player, telling=telling)
            assert words.describe(events) == heard
            assert words.describe_skipped(events) == skipped
    change_settings(player, telling=usual)
    rays = [
        words.describe((RayCompleted(seat, lines[line], Symbol.SUN),))
        for seat, line in ((0, 2), (1, 2), (0, 0))
    ]
    assert rays == ["Sun ray from c1 to c5: complete, 35 points.", "", ""]


def test_the_task_of_each_phase_is_read_whole(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, tile = player.preferences.telling, "two, nine, three"
    stage = open_table(player)
    words, table = stage.table.reader.words, stage.table
    counted = f"Call 1 of 19. To place: {tile}."
    assert (words.to_do(), words.to_do("N"), table.reader.to_do()) == (counted,) * 3
    assert words.to_do(is_counted=False) == f"To place: {tile}."
    assert words.next_tile() == f"Next: {tile}."
    stage.click_space("c3")
    waits, way_on = "Call 1 of 19. Placed. Next call coming.", "Call 1 of 19. All placed. N."
    assert (words.to_do(), words.to_do("N"), words.next_tile()) == (waits, way_on, "")
    change_settings(player, telling="short")
    assert (words.to_do(), words.to_do("N")) == ("Placed. Next call coming.", "N.")
    change_settings(player, telling=usual)
    stage.let(FRAME)
    assert table.reader.to_do() == waits, "the next call comes by itself"
    stage.press("backspace")
    change_settings(player, has_auto_call=False)
    stage.click_space("c3")
    stage.let(FRAME)
    assert table.reader.to_do() == "Call 1 of 19. All placed. Enter: next call."
    change_settings(player, has_auto_call=True)
    for phase in (Phase.ROUND_OVER, Phase.MATCH_OVER):
        monkeypatch.setattr(TableGame, "phase", lambda _, now=phase: now)
        over = player.text("heard.spoken.wait_for_count")
        assert (words.to_do("N"), words.next_tile()) == (over, "")
    monkeypatch.undo()
    league = open_table(player, "classic free mail none", people("Ana", "Bogdan"))
    words, hand = league.table.reader.words, "two, nine, three; two, five, eight; two, five, four"
    assert words.to_do() == f"Call 1 of 9. To place: {hand}."
    for number, left in ((1, "Next: two, five, eight."), (2, "Next: two, five, four.")):
        league.click_space(f"a{number}")
        assert words.next_tile() == left
    league.press("page down")
    other = "Bogdan: 0 points. The board is empty."
    for topic in (Topic.NOW, Topic.BOARD):
        assert league.table.read(topic) == other
    assert [node.name for node in league.table.outline().nodes if node.role is Role.GRID] == []
    league.press("escape")
    assert league.table.read(Topic.BOARD).startswith(f"a1: {tile}. a2: two, five, eight.")
    player.engines = PatientEngines()
    bots_stage = open_table(player, players=(*people("Ana"), *bots("Otto")))
    bots_stage.click_space("c3")
    thinking = "Call 1 of 19. The others are still thinking…"
    assert bots_stage.table.reader.to_do() == thinking


def test_nothing_secret_is_read_and_nothing_before_its_time(player: Context) -> None:
    hidden = "The tiles are face down: their lines stay secret."
    blind = open_table(player, players=people("Ana", "Ben"), is_blind=True)
    words = blind.table.reader.words
    blind.table.selection.go_to(blind.space("c2"))
    read = [words.focus(), words.lines(), words.lines_here(), words.lines_ending()]
    assert read == ["c2, free.", hidden, hidden, hidden]
    secret = "Ana: secret until the count. Ben: secret until the count. 18 tiles to come."
    assert words.score().startswith(secret)
    assert words.other_board(1) == "Ben. The board is empty."
    events = (
        Placed(0, Tile.parse("213"), 0, False),
        LineCompleted(0, CLASSIC.lines[0], 9, 27, False),
    )
    assert words.describe(events) == "two, one, three on a1."
    players = (*people("Ana", "Ben"), *bots("Otto"))
    covered = open_table(player, players=players, has_hidden_boards=True).table.reader.words
    assert [covered.other_board(seat) for seat in range(3)] == [
        "Ana: 0 points. The board is empty.",
        "Ben’s board stays covered until the count.",
        "Otto: 0 points. The board is empty.",
    ]
    points = "Ana: 0 points. Ben: secret until the count. Otto: 0 points."
    assert covered.score().startswith(points)
    game = TableGame.start(TableSetup(Ruleset(), people("Ana"), "42"))
    before = TableWords(player, game, Selection(), CoachView(player, game))
    first = player.text("heard.spoken.wait_first")
    assert (before.to_do(), before.to_do(is_counted=False), before.next_tile()) == (first, "", "")
    assert Panels(player, game, Motion()).heading() == ""


def test_the_tiles_to_come_of_an_open_challenge_are_read(player: Context) -> None:
    many = [each for each in all_challenges() if each.is_open]
    challenge = max(many, key=lambda each: max(each.rules.call_sizes))
    stage = TableStage(player, player.routes.new_table(challenge_table(player, challenge)))
    stage.let(FRAME)
    left = challenge.tiles[len(stage.match.round.called) :]
    tiles = "; ".join(tile_words(player, stage.match.rules, tile) for tile in left)
    coming = player.text("heard.spoken.coming", tiles=tiles)
    assert stage.table.reader.words.score().endswith(coming)


def test_a_tile_is_read_when_it_is_chosen_and_not_when_it_is_set_aside(
    player: Context, spoken: list[str]
) -> None:
    for rules, is_read in (
        ("classic free pairs none", True), ("daffodil-4 free pairs none", False)
    ):  # fmt: skip
        stage = open_table(player, rules)
        stage.let_until(lambda stage=stage: len(stage.game.hand()) == 2)  # type: ignore[misc]
        player.announced = stage.table
        spoken.clear()
        stage.press("x")
        assert (stage.table.reader.words.chosen_tile() in " ".join(spoken)) is is_read


def test_a_task_has_no_number_of_the_call_and_tiles_their_own_spaces(
    player: Context, spoken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, "classic free pairs none")
    table, hand = stage.table, [tile_words(player, Ruleset(), tile) for tile in stage.game.hand()]
    player.announced, named = table, []
    for key in "c3":
        spoken.clear()
        stage.press(key)
        named.append([*spoken])
    assert named == [["c1."], []], "a digit follows a letter, and then the space is read in full"
    monkeypatch.setattr(table.mode, "instructions", lambda: "A task.")
    heading = f"A task. To place: {hand[0]}; {hand[1]}."
    assert table.reader.read(Topic.HEADING, is_title_known=True) == heading
    first, usual = stage.game.hand()[0], player.preferences.telling
    monkeypatch.setattr(TableGame, "legal", lambda _, tile: (0,) if tile == first else (1,))
    ways = f"{hand[0]} may go to: a1. {hand[1]} may go to: a2."
    for telling in ("long", "short"):
        change_settings(player, telling=telling)
        assert table.reader.words.board() == f"The board is empty. {ways}"
    change_settings(player, telling=usual)


def test_what_a_space_refuses_is_read_but_not_of_the_daffodil_in_closing_moves(
    player: Context,
) -> None:
    stage = MOMENTS["a space too far"](player)
    refused = player.text("errors.illegal.not-adjacent")
    assert stage.table.reader.words.focus() == f"{stage.table.reader.words.space_meant()} {refused}"
    stage = MOMENTS["closing moves"](player)
    words, selection = stage.table.reader.words, stage.table.selection
    selection.go_to(ASIDE_INDEX)
    assert player.text("errors.illegal.not-a-stamen") not in words.focus()
    assert words.focus().startswith(words.space_meant())
    selection.go_to(stage.game.closing[0].space)
    assert words.focus() == words.space_meant(), "it is taken"
    for name in (False, True):
        change_settings(player, telling="short" if name else "long")
        selection.go_to(stage.game.closing[0].space)
        is_short = len(words.space_named()) < len(words.space_meant())
        assert is_short is name


def test_a_face_down_board_is_read_without_its_tiles_and_a_short_one_whole(
    player: Context,
) -> None:
    usual = player.preferences.telling
    stage = MOMENTS["a blind board"](player)
    words = stage.table.reader.words
    (tile,) = (tile for tile in stage.game.position().tiles if tile is not None)
    assert tile_words(player, Ruleset(), tile) not in words.board()
    assert words.read_board(1) == words.board(), "short enough to be read at once"
    change_settings(player, telling="short")
    assert words.read_board(1) != words.board()
    change_settings(player, telling=usual)


def test_the_coach_has_no_reasons_without_a_tile(player: Context) -> None:
    stage = MOMENTS["another space is pointed at"](player)
    assert stage.game.hand() == ()
    coach = stage.table.coach
    coach.is_on = True
    assert (stage.table.reader.words.coach_reasons(), stage.table.reader.words.coach()) == ("", "")
    stage.press("backspace")
    thinking = player.text("coach.thinking")
    assert stage.table.reader.words.coach_reasons() == thinking
    assert stage.table.reader.words.coach() == thinking


def test_what_can_be_done_is_read_with_and_without_a_tile(player: Context) -> None:
    stage = MOMENTS["closing moves"](player)
    words, text = stage.table.reader.words, player.text
    help_words = text("heard.spoken.closing", key="N")
    assert (closing_key(stage.game), words.closing()) == (CLOSING_HELP, help_words)
    stage.press("backspace")
    assert (stage.game.closing, closing_key(stage.game)) == ((), CLOSING_HELP)
    first, *_ = hand = stage.game.hand()
    stage.table.choose(first)
    named = tile_words(player, stage.match.rules, first)
    of = text("heard.spoken.of", words=named, number=1, count=len(hand))
    assert words.chosen_tile() == as_sentences([of])
    assert words.next_tile() == ""
    stage = MOMENTS["another space is pointed at"](player)
    assert stage.table.reader.words.chosen_tile() == ""
    stage = open_table(player)
    stage.press("return")
    assert stage.table.toast.words == text("heard.spoken.no_space")
