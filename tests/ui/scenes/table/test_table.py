"""The standard game at the table, by mouse and by keyboard, on a clock of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.bots.coach.coach import advise
from game.play.caller import CallerGame, Pace
from game.play.rival import RIVAL
from game.play.table import TableSetup
from game.play.table_control import MovesApplied
from game.play.table_game import Phase as Waits
from game.play.table_game import TableGame
from game.rules.boards import CLASSIC, DAFFODIL
from game.rules.moves import Event, LineCompleted, LineDied, Placed, TakenBack
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES, Direction
from game.storage.autosave import Autosave
from game.storage.problems import Problem, ProblemKind
from game.ui.draw.animation import Counter
from game.ui.draw.bands import ScoreBand
from game.ui.draw.theme import Colour
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    CloseAsked,
    Command,
    FocusChanged,
    MouseButton,
    PointerLeft,
    PointerMoved,
)
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Scene
from game.ui.frame.topics import as_sentences
from game.ui.layout.rects import Rect, make_view
from game.ui.parts import Dialog
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.shared.bag_picture import BAG_NUMBERS, BagNumber
from game.ui.scenes.shared.dialogs import problem_words
from game.ui.scenes.shared.names import spoken_time
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.shared.table_layout import lay_out_table
from game.ui.scenes.table.explaining import (
    OtherBoard,
    TablePanel,
)
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.table.stroke import Stroke
from game.ui.sound.music import Mood
from game.ui.widgets.scenes import BaseScene
from tests.gallery.review import PatientEngines
from tests.golden.pages import changed_pages
from tests.ui.conftest import Heard
from tests.ui.scenes.moments import MOMENTS
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage, bots, first_place, open_table, people, tiles_of
from tests.ui.voice import Voice

# placing


def test_a_placement_need_not_wait_for_the_tile_to_arrive(stage: TableStage) -> None:
    assert stage.table.motion.is_running
    stage.click_space("c3")
    assert list(tiles_of(stage)) == ["c3"]


def test_the_next_call_need_not_wait_for_the_tile_to_settle(stage: TableStage) -> None:
    stage.click_space("c3")
    assert stage.table.motion.hidden_spaces() == {stage.space("c3")}
    stage.press("n")
    assert stage.waits() is Waits.ACT
    assert stage.table.motion.hidden_spaces() == frozenset()


def test_nothing_moves_once_the_tile_lies_in_the_hand(stage: TableStage) -> None:
    stage.let(2)
    assert stage.let(1) == 0
    stage.give(PointerMoved(stage.point(0)))
    assert stage.let(1) == 0


# saving


def test_every_placement_is_on_the_disk_before_the_next_frame(
    player: Context, tmp_path: Path
) -> None:
    player.store.autosave = Autosave(tmp_path / "match.json")
    stage = open_table(player)
    for space in ("c3", "a1", "e3"):
        stage.let_until_waits(Waits.ACT)
        stage.click_space(space)
        assert Autosave(tmp_path / "match.json").load().match == stage.match
        assert space in tiles_of(stage)
    stage.press("backspace")
    assert Autosave(tmp_path / "match.json").load().match == stage.match


# taking back


@pytest.mark.parametrize("way", ["backspace", "ctrl+z", "right click", "button"])
def test_a_placement_can_be_taken_back_until_the_next_call(stage: TableStage, way: str) -> None:
    def take_back() -> None:
        if way == "right click":
            stage.hit(stage.layout.harvest.centre, MouseButton.SECONDARY)
        elif way == "button":
            stage.draw()
            stage.click(stage.widget(Action.TAKE_BACK))
        else:
            stage.press(way)

    hand = stage.game.hand()
    stage.click_space("c3")
    stage.let(0.3)
    take_back()
    assert tiles_of(stage) == {}
    assert stage.game.hand() == hand
    assert stage.saved == stage.match
    stage.draw()
    stage.click_space("a2")
    stage.press("n")
    called = stage.match
    assert stage.widget(Action.TAKE_BACK).why_disabled is None, "the call can be undone"
    take_back()
    assert stage.match is called
    assert list(tiles_of(stage)) == ["a2"]


@pytest.mark.parametrize("way", ["ctrl+y", "shift+backspace", "pad lt+rs-left", "button"])
def test_what_was_taken_back_is_placed_again_until_the_next_call(
    stage: TableStage, way: str
) -> None:
    def redo() -> None:
        if way == "button":
            stage.draw()
            stage.click(stage.widget(Action.REDO))
        else:
            stage.press(way)

    assert stage.widget(Action.REDO).why_disabled is not None
    stage.click_space("c3")
    placed = tiles_of(stage)
    stage.press("backspace")
    assert stage.widget(Action.REDO).why_disabled is None
    redo()
    assert tiles_of(stage) == placed
    assert stage.saved == stage.match
    assert stage.widget(Action.REDO).why_disabled is not None
    # Placed elsewhere, the first choice is gone.
    stage.press("backspace")
    stage.click_space("a2")
    stage.press("backspace", "ctrl+y")
    assert list(tiles_of(stage)) == ["a2"]
    stage.press("n")
    called = stage.match
    redo()
    assert stage.match is called


# the next call


def test_the_next_call_comes_by_itself_after_the_pause(stage: TableStage) -> None:
    change_settings(stage.context, call_pause=2.0)
    stage.click_space("c3")
    stage.let(1.9)
    assert stage.waits() is Waits.CALL
    stage.let(0.3)
    assert stage.waits() is Waits.ACT
    assert len(stage.match.round.calls) == 2


def test_the_next_call_waits_while_the_player_looks_at_the_tile(stage: TableStage) -> None:
    change_settings(stage.context, call_pause=1.0)
    stage.click_space("c3")
    at = stage.point(stage.space("c3"))
    # The pointer trembles where it has clicked: that is no look.
    stage.give(PointerMoved((at[0] + 1, at[1])))
    stage.let(0.5)
    assert not stage.table.selection.is_held
    # One move is enough to say that it is looked at.
    stage.give(PointerMoved((at[0] + 20, at[1])))
    stage.let(60)
    assert stage.waits() is Waits.CALL
    stage.give(PointerLeft())
    stage.let(0.7)
    assert stage.waits() is Waits.ACT
    stage.press("a", "1", "return")
    stage.press("a", "2", "a", "1")
    stage.let(60)
    assert stage.waits() is Waits.CALL
    stage.hit(stage.layout.hand.centre)
    assert stage.waits() is Waits.ACT
    assert len(stage.match.round.calls) == 3


def test_going_back_behind_a_call_asks_and_is_said_beside_the_edition(stage: TableStage) -> None:
    stage.click_space("c3")
    stage.press("n", "backspace")
    assert isinstance(stage.top, Dialog)
    stage.press("escape")
    assert len(stage.match.round.calls) == 2
    stage.press("backspace")
    stage.click(stage.find(stage.context.text("play.undo")))
    assert len(stage.match.round.calls) == 1
    assert stage.saved == stage.match
    assert stage.context.text("records.mark.took_back") in " ".join(stage.read())


@pytest.mark.parametrize("key", ["n", "return", "space"])
def test_the_next_call_waits_for_a_key_where_the_player_wants_that(
    stage: TableStage, key: str
) -> None:
    change_settings(stage.context, has_auto_call=False)
    stage.click_space("c3")
    stage.let(20)
    assert stage.waits() is Waits.CALL
    stage.press(key)
    assert len(stage.match.round.calls) == 2


def test_alone_at_the_table_nobody_is_waited_for_and_nothing_carried(stage: TableStage) -> None:
    text = stage.context.text
    assert text("score.carried", points="0") not in stage.read()
    carried = text("score.explain_carried", points=text("terms.count.points", count=0))
    answer = stage.table.picture.answer(TablePanel.SCORE)
    assert answer
    assert carried not in answer
    stage.click_space("c3")
    assert stage.waits() is Waits.CALL
    stage.let(1)
    assert text("play.answered") not in stage.read()


def test_the_table_is_seen_behind_the_pause(stage: TableStage) -> None:
    stage.press("escape")
    assert isinstance(stage.top, PauseScene)
    assert stage.context.text("play.call_of", call=1, calls=19) in stage.read()


def test_the_last_call_is_announced(stage: TableStage) -> None:
    words = stage.context.text("play.last_call")
    for space in list(stage.match.rules.grid.spaces)[:-1]:
        stage.let_until_waits(Waits.ACT)
        assert words not in stage.read()
        stage.click_space(space.name)
    stage.press("n")
    assert stage.table.motion.timeline.has("cheer")
    stage.let_until_waits(Waits.ACT)
    assert words in stage.read()
    assert stage.table.holds_arrivals is False
    stage.place_somewhere()
    assert stage.table.holds_arrivals is None, "nothing more is asked of a finished game"


# a hand of several tiles, several seats, a clock


def test_a_message_goes_with_the_next_press_and_motion_with_a_cover(stage: TableStage) -> None:
    stage.press("ctrl+y")
    assert stage.table.toast.words == stage.context.text("play.no_redo")
    for is_key in (True, False):
        stage.table.say("a message")
        left = stage.table.toast.left
        if is_key:
            stage.press("left")
        else:
            stage.hit(stage.layout.harvest.centre)
        assert stage.table.toast.left < left
    stage.click_space("c3")
    assert stage.table.motion.is_running
    stage.press("escape")
    assert not stage.table.motion.is_running


def test_f1_opens_the_page_of_the_table_s_own_rules(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[str | None] = []

    def opened(_: SceneRoutes, page: str | None = None) -> Scene:
        pages.append(page)
        return BaseScene(player)

    monkeypatch.setattr(SceneRoutes, "rules", opened)
    for rules in (
        "classic free single none",
        "classic free mail none",
        "daffodil-4 free single none",
    ):
        open_table(player, rules).press("f1")
    assert pages == [None, "7-league", "6-daffodil"]


def test_keys_lead_through_the_other_boards_and_back(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("B", "C", "D")))
    monkeypatch.setattr(
        TableGame, "total_now", lambda game, seat=None: 40 * (game.view if seat is None else seat)
    )
    seen = []
    for key in ("page down", "page down", "page up", "page up", "page up", "escape"):
        stage.press(key)
        seen.append(stage.game.view)
        assert stage.table.counter.shown == 40 * seen[-1], "its total at once"
    assert seen == [1, 2, 1, 0, 3, 0]
    stage.give(PointerMoved(stage.layout.seats[1].centre))
    assert stage.table.selection.asked == OtherBoard(2)
    stage.hit(stage.layout.seats[2].centre)
    assert stage.game.view == 3


def test_without_another_board_to_show_that_is_said(player: Context) -> None:
    player.preferences = replace(player.preferences, has_rival=False)
    words = player.text("heard.spoken.no_board")
    for players, shown in ((people("Ana"), words), ((*people("Ana"), *bots("B")), "")):
        stage = open_table(player, players=players)
        stage.table.say("")
        stage.press("page down")
        assert stage.table.toast.words == shown


def test_a_left_handed_player_has_the_table_mirrored(player: Context) -> None:
    for is_left_handed in (True, False):
        change_settings(player, is_left_handed=is_left_handed)
        assert open_table(player).layout.is_mirrored is is_left_handed


def test_only_the_board_in_view_moves_and_sounds(player: Context, heard: Heard) -> None:
    stage = open_table(player, players=people("Ana", "Ben"))
    line, tile = CLASSIC.lines[0], TILES[0]
    events: list[Callable[[int], Event]] = [
        lambda seat: Placed(seat, tile, 0, False),
        lambda seat: TakenBack(seat, tile, 0),
        lambda seat: LineCompleted(seat, line, 9, 27, False),
        lambda seat: LineDied(seat, line),
    ]
    spot = stage.layout.hand_spot((), tile)
    for made in events:
        for seat in (0, 1):
            stage.table.motion.finish()
            heard.sounds.clear()
            stage.table.show([MovesApplied((made(seat),))], spot)
            is_mine = seat == stage.game.view
            assert (stage.table.motion.is_running, bool(heard.sounds)) == (is_mine, is_mine)


def test_the_words_of_a_stroke_have_the_points_of_all_and_the_colour_of_the_best(
    stage: TableStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    cheers: list[tuple[str, Colour]] = []
    monkeypatch.setattr(
        stage.table.motion, "cheer", lambda words, fill, _: cheers.append((words, fill))
    )
    low = LineCompleted(0, CLASSIC.lines[0], 9, 13.5, True)
    high = LineCompleted(0, CLASSIC.lines[7], 7, 34.5, False)
    for events in ((low, high), (high, low)):
        stage.table.show([MovesApplied(events)])
    words = f"{stage.context.text(Stroke(2, 48).key)} +48"
    lit = []
    monkeypatch.setattr(
        stage.table.motion,
        "light",
        lambda line, _, band, order, points, **how: lit.append((line, band, order, points, how)),
    )
    tile = TILES[0]
    placed = Placed(0, tile, 3, False), Placed(0, tile, 5, False)
    stage.table.show([MovesApplied((*placed, low, high))], lead=0.5)
    how = {"space": 5, "lead": 0.5}
    assert lit == [
        (low.line, ScoreBand(13.5, 9, 3, is_late=True), 0, 48, how),
        (high.line, ScoreBand(34.5, 7, 5), 1, 48, how),
    ]
    cheers.pop()
    assert cheers == [(words, stage.context.painter.theme.stripes[7])] * 2


def test_a_seat_left_to_a_computer_is_not_the_end_for_those_who_stay(player: Context) -> None:
    stage = open_table(player, players=people("Ana", "Ben"))
    stage.table.show(stage.table.control.leave_seat(1))
    assert stage.game.is_out(1)
    stage.table.toast.show("")
    stage.table.enter()
    assert stage.table.toast.words == ""


# resizing


def test_resizing_in_the_middle_of_motion_moves_everything(stage: TableStage) -> None:
    stage.click_space("c3")
    stage.let(0.1)
    stage.draw()
    stage.resize_to(1920, 1080)
    assert not stage.table.motion.is_running
    expected = lay_out_table(make_view((1920, 1080)), stage.match.rules.grid, others=1)
    assert stage.layout == expected
    stage.draw()
    stage.resize_to(1024, 640)
    stage.let_until_waits(Waits.ACT)
    stage.click_space("a1")
    assert sorted(tiles_of(stage)) == ["a1", "c3"]
    stage.draw()


# ways out


def test_what_cannot_be_stored_is_told_at_the_table(stage: TableStage) -> None:
    stage.let(3)
    assert stage.let(1) == 0
    problem = Problem(ProblemKind.READ_ONLY, Path("/stick"), "no room")
    stage.context.store.problems.add(problem)
    assert stage.let(FRAME) == 1
    assert problem_words(stage.context, problem) in " ".join(stage.read())


def test_everything_is_one_key_away(stage: TableStage) -> None:
    stage.press("f1")
    assert isinstance(stage.top, RulesScene)
    stage.press("escape")
    stage.press("escape")
    assert isinstance(stage.top, PauseScene)
    stage.draw()
    stage.press("escape")
    assert isinstance(stage.top, TableScene)


@pytest.mark.parametrize("is_safe", [True, False])
def test_leaving_the_game_asks_only_where_something_would_be_lost(
    stage: TableStage, monkeypatch: pytest.MonkeyPatch, *, is_safe: bool
) -> None:
    stage.click_space("c3")
    monkeypatch.setattr(type(stage.context.store.autosave), "is_safe", is_safe)
    for leave in (Command(Action.QUIT, key="ctrl+q"), CloseAsked()):
        stage.give(leave)
        if is_safe:
            assert stage.stack.is_empty
            assert stage.saved == stage.context.store.autosave.load().match
            break
        assert isinstance(stage.top, Dialog)
        stage.press("escape")
        assert isinstance(stage.top, TableScene)


def test_the_first_tile_may_be_called_behind_a_question(player: Context) -> None:
    stage = open_table(player)
    stage.press("escape")
    stage.let(1)
    stage.press("escape")
    stage.let(1)
    assert stage.waits() is Waits.ACT


def test_the_coach_asks_before_it_marks_a_match_and_asks_once(stage: TableStage) -> None:
    stage.press("h")
    assert isinstance(stage.top, Dialog)
    stage.press("escape")
    assert not stage.table.coach.is_on
    stage.click_space("c3")
    assert stage.saved is not None
    assert '"marks": []' in (stage.saved.meta or "")
    stage.click(stage.find(stage.context.text("play.coach")))
    stage.press("return")
    assert stage.table.coach.is_on
    assert '"marks": ["coached"]' in (stage.saved.meta or ""), "at once, not with the next tile"
    stage.press("h")
    assert not stage.table.coach.is_on
    stage.press("h")
    assert stage.table.coach.is_on


@pytest.mark.usefixtures("pixels")
def test_the_bag_answers_the_pointer_and_the_key(stage: TableStage) -> None:
    bag = stage.table.picture.bag
    place = bag.place_of(stage.layout.bag, BagNumber(Direction.RISING, 7))
    assert place is not None
    before = stage.draw()
    stage.give(PointerMoved(place.centre))
    asked = [stage.table.selection.asked]
    assert asked == [BagNumber(Direction.RISING, 7)]
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(stage.draw(), "RGB")
    stage.give(PointerMoved((1.0, 1.0)))
    seen = []
    for _ in range(30):
        stage.press("i")
        seen.append(stage.table.selection.asked)
        if seen[-1] is None:
            break
    assert seen == [TablePanel.SCORE, OtherBoard(RIVAL), *BAG_NUMBERS, None]
    stage.press("i", "escape")
    assert stage.table.selection.keyed is None
    assert isinstance(stage.top, TableScene), "escape only put the answer away"


@pytest.mark.usefixtures("pixels")
def test_a_bar_of_the_bag_is_lit_as_far_as_its_tiles_are_left(stage: TableStage) -> None:
    bag, rect, theme = stage.table.picture.bag, Rect(0, 0, 300, 200), stage.context.painter.theme
    every = CLASSIC.tile_set
    for left in (every, every[:13], every[:1], ()):
        surface = pygame.Surface(rect.size)
        bag.draw(surface, rect, frozenset(left))
        for asked in BAG_NUMBERS:
            place = bag.place_of(rect, asked)
            assert place is not None
            lit = theme.stripes[asked.number]
            middle = round(place.centre[0])
            column = [surface.get_at((middle, y))[:3] == lit for y in range(place.y, 174)]
            bars = sum(now and not before for before, now in pairwise([False, *column]))
            assert bars == sum(tile.number(asked.direction) == asked.number for tile in left)


@pytest.mark.usefixtures("pixels")
def test_the_wild_tiles_of_the_bag_have_a_bar_of_their_own(player: Context) -> None:
    bag = open_table(player, "daffodil-4 free single none").table.picture.bag
    rect, palette = Rect(0, 0, 300, 200), player.painter.theme.palette
    every = DAFFODIL.tile_set
    wild = [tile for tile in every if tile.is_wild]
    last = bag.place_of(rect, None)
    assert last is not None
    for left in (every, (*every[:9], wild[0]), every[:1]):
        surface = pygame.Surface(rect.size)
        bag.draw(surface, rect, frozenset(left))
        x = round(last.centre[0])
        column = [surface.get_at((x, y))[:3] == palette.ink_soft for y in range(last.y, 174)]
        bars = sum(now and not before for before, now in pairwise([False, *column]))
        assert bars == sum(tile.is_wild for tile in left)


def test_points_taken_back_wait_for_none_that_are_on_their_way() -> None:
    counter = Counter(10.0)
    counter.advance(0.1, 20.0)
    assert 10 < counter.shown < 20
    for _ in range(60):
        counter.advance(FRAME, 10.0)
    assert counter.shown == 10
    counter.advance(FRAME, 20.0, is_still=True)
    assert counter.shown == 20, "where nothing may move it is there at once"


# what reads, and who else plays


def test_the_coach_answers_by_picture_and_voice_once(player: Context) -> None:
    player.preferences = replace(player.preferences, has_rival=False)
    engines, voice = PatientEngines(), Voice()
    player.engines, player.speaker = engines, voice
    stage = open_table(player)
    stage.let(2)
    assert engines.tasks == []
    stage.table.call_coach(is_on=True)
    stage.let(0.1)
    assert stage.table.coach.spoken_best(stage.game.hand()[0]) == player.text("coach.thinking")
    (answer,) = engines.answers
    voice.spoken.clear()
    answer.give(advise(stage.match, 0))
    assert [stage.let(FRAME), stage.let(0.5)] == [1, 0]
    assert voice.spoken == [stage.table.reader.words.coach()]
    assert voice.spoken[0].count(";") == 2


def test_a_tile_put_again_while_another_board_is_shown_only_leads_back(player: Context) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("Otto")))
    stage.click_space("c3")
    stage.press("backspace")
    stage.press("page down", "ctrl+y")
    assert (stage.game.view, tiles_of(stage)) == (0, {})
    stage.press("ctrl+y")
    assert list(tiles_of(stage)) == ["c3"]


def test_a_timed_table_pauses_with_the_window_and_another_only_stops(player: Context) -> None:
    league = "classic free mail none", (*people("Ana"), *bots("Otto"))
    alone = "classic free single none", people("Ana")
    for (rules, players), seconds, is_covered in (
        (alone, 10, True),
        (alone, None, False),
        (league, 30, False),
    ):
        stage = open_table(player, rules, players, answer_seconds=seconds)
        stage.let(2)
        left = stage.game.seconds_left(stage.clock)
        stage.give(FocusChanged(has_focus=False))
        assert isinstance(stage.top, PauseScene) is is_covered
        stage.let(30)
        stage.give(FocusChanged(has_focus=True))
        if is_covered:
            named = player.text("play.call_of", call=1, calls=19)
            assert not any(words.startswith(named) for words in stage.read()), "it is curtained"
            stage.press("escape")
        assert stage.game.seconds_left(stage.clock) == (left and pytest.approx(left, abs=0.1))
        stage.let(1)
        assert stage.game.seconds_left(stage.clock) == (left and pytest.approx(left - 1, abs=0.1))


def test_the_last_tile_leads_to_the_count_with_the_rival(
    stage: TableStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[object] = []

    def count(routes: SceneRoutes, game: TableGame, rival: object) -> Scene:
        counted.extend((game, rival))
        return BaseScene(stage.context)

    monkeypatch.setattr(SceneRoutes, "count", count)
    table = stage.table
    stage.play_round()
    assert counted == []
    stage.let(3)
    assert counted == [table.game, table.mode.rival]
    assert table.mode.rival is not None
    assert not table.motion.is_running


def test_a_board_that_only_waits_to_be_counted_is_counted_by_enter(player: Context) -> None:
    setup = TableSetup(Ruleset(), people("Ana"), "42", edition="standard")
    called = CallerGame.start(setup, Pace(), player.engines, player.store.save_match, '{"id": "e"}')
    for _ in Ruleset().call_sizes:
        called.call(called.draw())
    stage = TableStage(player, player.routes.board_entry(called))
    while stage.waits() is not Waits.MATCH_OVER:
        assert stage.table.parts.last_band is None
        if stage.game.hand():
            stage.table.control.place(*first_place(stage))
        stage.let(0.1)
    stage.give(PointerLeft())
    table, band = stage.table, stage.table.parts.last_band
    assert band is not None
    assert table.reader.to_do() == band.read(player)
    stage.press("return")
    assert stage.top is not table


def test_the_time_is_read_once_ten_seconds_before_the_end(player: Context) -> None:
    player.speaker = voice = Voice()
    stage = open_table(player, answer_seconds=13)
    player.announced = stage.table
    stage.let(0.5)
    words = spoken_time(player, 10.0)
    heard = []
    for seconds in (2.0, 1.0, 4.0):
        voice.spoken.clear()
        stage.let(seconds)
        heard.append(sum(words in spoken for spoken in voice.spoken))
    assert heard == [0, 1, 0]


def test_when_time_is_up_the_tiles_are_named_with_their_spaces(player: Context) -> None:
    stage = open_table(player, answer_seconds=10)
    (tile,) = stage.game.hand()
    stage.let(2)
    assert stage.let(2.0) == pytest.approx(24, abs=1), "a frame for each step of the clock"
    stage.let(6.2)
    placed = tiles_of(stage)
    assert [*placed.values()] == [str(tile)]
    words = f"{'–'.join(str(tile))} ({next(iter(placed))})"
    assert stage.table.toast.words == player.text("play.time_up", tiles=words)


def test_behind_another_page_no_tile_is_called_and_the_table_s_music_returns(
    stage: TableStage, heard: Heard
) -> None:
    stage.click_space("c3")
    stage.press("f1")
    stage.let(60)
    assert len(stage.match.round.calls) == 1
    heard.cues.clear()
    stage.press("escape")
    assert [cue.mood for cue in heard.cues] == [Mood.TABLE]
    stage.let(60)
    assert len(stage.match.round.calls) == 2


def test_a_table_knows_from_its_opener_what_is_unsaved(player: Context) -> None:
    stage = open_table(player)
    for is_unsaved in (False, True):
        scene = TableScene(player, stage.table.mode, partial(bool, is_unsaved))
        assert scene.has_unsaved is is_unsaved
    assert not stage.table.has_unsaved


def test_a_voice_names_a_column_at_once_and_a_screen_reader_finds_it_itself(
    player: Context,
) -> None:
    change_settings(player, has_speech=True)
    for is_followed in (False, True):
        player.speaker = voice = Voice(is_followed=is_followed)
        stage = open_table(player)
        voice.urgent.clear()
        stage.press("c")
        named = stage.table.reader.words.space_named()
        assert voice.urgent == ([] if is_followed else [named])
        stage.press("i")
        assert voice.urgent[-1] == as_sentences([stage.table.reader.explanation()])


def test_where_nothing_can_be_taken_back_no_question_is_asked(player: Context) -> None:
    stage = MOMENTS["a hidden board"](player)
    before = stage.match
    stage.press("backspace")
    assert (stage.top, stage.match) == (stage.table, before)


# everything at once


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("table") == []
