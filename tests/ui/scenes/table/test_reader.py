"""What is read of the table on request, and its outline for a screen reader."""

from __future__ import annotations

from game.play.rival import RIVAL
from game.play.table_game import Phase as Waits
from game.progress.challenges import all_challenges
from game.rules.tiles import Direction, Tile
from game.ui.frame.context import Context
from game.ui.frame.outline import Role
from game.ui.frame.preferences import change_settings
from game.ui.frame.topics import Topic, as_sentences
from game.ui.scenes.shared.bag_picture import BagNumber
from game.ui.scenes.shared.challenge import challenge_table
from game.ui.scenes.table.explaining import LineBadge, OtherBoard, TablePanel
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table.test_spoken import NINES, laid
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people


def test_each_topic_and_each_part_is_read_whole(player: Context) -> None:
    stage = laid(player, "classic free single rays", *NINES[:-1], (NINES[-1][0], ""))
    table, hand = stage.table, "seven, nine, three, sun"
    table.selection.go_to(stage.space("a1"))
    to_do = f"Call 6 of 19. To place: {hand}."
    here = "a1, free. 7: needs 1, 7 left. Sun ray a1 to c1: 2 of 3. 3: needs 3, 6 left."
    here += " Sun ray a1 to e3: 2 of 5."
    words = table.reader.words
    title = "Your own rules against Duckling. Classic · Sun and moon rays."
    for topic, heard in (
        (Topic.HEADING, f"{title} {to_do}"),
        (Topic.FOCUS, here),
        (Topic.HINT, ""),
        (Topic.NOW, f"{to_do} {here}"),
        (Topic.BOARD, words.board()),
        (Topic.LINES, words.lines()),
        (Topic.HERE, words.lines_here()),
        (Topic.ENDS, words.lines_ending()),
        (Topic.SCORE, f"{words.score()} Duckling: 0 points."),
    ):
        assert table.reader.read(topic, is_title_known=False) == heard
    assert table.reader.read(Topic.HEADING, is_title_known=True) == to_do
    assert table.read_on(Topic.LINES, 1) == words.lines(is_full=True)
    assert table.read_on(Topic.LINES, 2) == words.lines()
    assert table.read_on(Topic.BOARD, 1) == words.read_board(1)
    nines = "9: 4 tiles of 9 are left.\nIt fits 1 open line.\ntwo, nine, four, moon; six, nine,"
    nines += " three, moon; six, nine, eight, moon; seven, nine, four, moon"
    lines = "Lines: 0 complete, 10 begun and 1 broken. Completing every line begun would earn 175"
    for keyed, heard in (
        (None, to_do),
        (OtherBoard(RIVAL), "Duckling: 0 points. The board is empty."),
        (TablePanel.SCORE, f"{lines} points more.\n"),
        (TablePanel.COACH, "What this board will score on average if played well from here.\n"),
        (BagNumber(Direction.VERTICAL, 9), nines),
        (LineBadge(0), "Vertical line of 3 spaces, still empty.\n"),
        (LineBadge(2), "Vertical line: 1 more tile with 9 makes 45 points.\n"
         "4 fitting tiles are left in the bag.\n"),
        (LineBadge(5), "Rising line: 2 more tiles with 7 make 21 points.\n"
         "7 fitting tiles are left in the bag.\n"),
        (LineBadge(6), "Rising line: broken; it can no longer score.\n"),
        (Tile.parse("213"), "2–1–3 (sun): already called.\n"),
        (Tile.parse("694"), "6–9–4 (sun): already called.\n"),
    ):  # fmt: skip
        table.selection.keyed = keyed
        assert table.reader.explanation() == heard
    table.selection.keyed = None
    label, grid, *parts = table.outline().nodes
    assert (label.role, label.name) == (Role.LABEL, to_do)
    assert (grid.role, grid.name) == (Role.GRID, "Board")
    assert [part.name for part in parts] == ["Pause", "Take back", "Redo", "Coach"]
    assert [row.name for row in grid.children] == [*"abcde"]
    cells = [cell for row in grid.children for cell in row.children]
    assert [cell.name for cell in cells] == [here, *map(words.space, range(1, 19))]
    focused = []
    for cell in cells[:3]:
        assert table.give_keyboard(cell.number)
        focused.append(table.outline().focus == cell.number)
    assert focused == [True] * 3
    assert table.selection.target == stage.space("a3")
    table.control.cover()
    assert [node.role for node in table.outline().nodes[:2]] == [Role.LABEL, Role.BUTTON]


def test_the_board_and_the_lines_are_read_on_by_the_same_key(player: Context) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("Otto")))
    for _ in range(9):
        stage.play_call()
        stage.let_until_waits(Waits.ACT)
    table, words = stage.table, stage.table.reader.words
    assert table.read_on(Topic.LINES, 1) == words.lines(is_full=True)
    assert table.read_on(Topic.LINES, 2) == words.lines() != words.lines(is_full=True)
    columns = [table.read_on(Topic.BOARD, number) for number in (1, 2, 3)]
    assert columns == [words.read_board(number) for number in (1, 2, 3)]
    assert len({*columns}) == 3
    assert table.read_on(Topic.SCORE, 1) == table.read(Topic.SCORE)
    stage.press("page down")
    assert table.read_on(Topic.BOARD, 1) == table.read(Topic.BOARD) == words.other_board(1)


def test_a_screen_reader_walks_over_the_spaces_and_the_parts(stage: TableStage) -> None:
    table = stage.table
    grid = next(node for node in table.outline().nodes if node.role is Role.GRID)
    cells = [cell for row in grid.children for cell in row.children]
    for place in (7, 0):
        table.selection.point(None)
        assert table.give_keyboard(cells[place].number)
        assert (table.selection.target, table.outline().focus) == (place, cells[place].number)
    link = next(node for node in table.outline().nodes if node.name.startswith("Coach"))
    assert table.give_keyboard(link.number)
    assert not table.give_keyboard(cells[-1].number + 1)


def test_a_short_telling_reads_a_challenge_s_task_whole(player: Context) -> None:
    challenge = next(one for one in all_challenges() if one.placed)
    for telling in ("long", "short"):
        change_settings(player, telling=telling)
        stage = TableStage(player, player.routes.new_table(challenge_table(player, challenge)))
        stage.let(FRAME)
        task = as_sentences([stage.table.mode.instructions()])
        assert len(stage.table.mode.instructions().splitlines()) > 1
        assert task in stage.table.read(Topic.HEADING)
