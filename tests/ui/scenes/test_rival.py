"""The computer beside a game alone, on the screen: its column, its board, and who was ahead."""

from __future__ import annotations

from dataclasses import replace

from game.play.rival import RIVAL
from game.rules.match_score import score_match
from game.ui.frame.context import Context
from game.ui.frame.intents import PointerMoved
from game.ui.scenes.count.words import ResultWords
from game.ui.scenes.table.explaining import OtherBoard
from tests.ui.scenes.table_stage import TableStage, open_table, people, reopen_table


def _rival(stage: TableStage) -> float:
    assert stage.table.mode.rival is not None
    return stage.table.mode.rival.game.total_now()


def _words(stage: TableStage) -> str:
    words = stage.breakdown.result_words
    assert isinstance(words, ResultWords)
    return words.beside()


def test_it_is_beside_one_is_in_no_record_and_the_count_says_who_was_ahead(
    player: Context,
) -> None:
    stage = open_table(player)
    stage.play_round()
    stage.let_until_counted()
    rival = stage.breakdown.finish and stage.breakdown.finish.rival
    assert rival
    stage.let_until(lambda: rival.total is not None)
    assert rival.total
    lead = score_match(stage.breakdown.control.match).players[0].total - rival.total
    key = "finish.rival_ahead" if lead > 0 else "finish.rival_behind"
    values = {"name": rival.name, "points": player.catalogue.number(rival.total)}
    assert lead
    assert _words(stage) == player.text(key, count=abs(lead), **values)
    result = stage.breakdown.result_words
    assert isinstance(result, ResultWords)
    (mark,) = (one for one in result.marks() if one.words.startswith(rival.name))
    assert (mark.points, mark.words) == (rival.total, f"{rival.name} {values['points']}")
    stage.let(8)
    assert _words(stage).rstrip(".") in " ".join(stage.read())
    (played,) = player.store.profile.last_matches()
    assert [result.name for result in played.results] == ["Ana"]
    assert played.counts


def test_its_board_is_shown_to_the_pointer_and_by_the_key(player: Context) -> None:
    stage = open_table(player)
    stage.click_space("c3")
    stage.let(1)
    (column,) = stage.layout.seats
    stage.give(PointerMoved(column.centre))
    assert stage.table.selection.asked == OtherBoard(RIVAL)
    stage.hit(column.centre)
    assert not stage.table.control.is_peeking
    stage.give(PointerMoved((1.0, 1.0)))
    stage.press("page down")
    assert stage.table.selection.asked == OtherBoard(RIVAL)
    stage.press("page down")
    assert stage.table.selection.asked is None


def test_the_pause_plays_without_it_and_the_choice_is_remembered(player: Context) -> None:
    stage = open_table(player)
    stage.click_space("c3")
    stage.let(1)
    words = player.text("play.without_rival")
    assert words not in stage.read(), "the table has no word for it"
    stage.press("escape")
    stage.click(stage.find(words))
    assert stage.table.mode.rival is None
    assert not stage.layout.seats
    assert not player.preferences.has_rival
    again = reopen_table(player)
    assert again.table.mode.rival is None
    # It comes back with all that it has played until then.
    again.press("escape")
    again.click(again.find(player.text("play.with_rival")))
    assert player.preferences.has_rival
    again.let(1)
    rival = again.table.mode.rival
    assert rival is not None
    assert rival.game.position(0).filled


def test_people_together_have_none(player: Context) -> None:
    player.preferences = replace(player.preferences, has_rival=True)
    assert open_table(player, players=people("Ana", "Ben")).table.mode.rival is None
