"""Tables with several seats: hand-over, computers, rounds, and matches that go on later."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pygame
import pytest

from game.play.editions import CallerRule
from game.play.keeper import LocalKeeper, SeatsApart
from game.play.table import TableSetup
from game.play.table_control import MovesApplied
from game.play.table_game import Phase as Waits
from game.play.table_game import TableGame
from game.progress.match_saving import leave_match
from game.rules.boards import CLASSIC, DAFFODIL, Board
from game.rules.marks import Mark
from game.rules.match import Match, Player
from game.rules.match_score import score_match
from game.rules.moves import LineCompleted, LineDied
from game.storage.store import Storage
from game.ui.draw.sprites.pieces import badge_place
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import MouseButton, PointerLeft, PointerMoved
from game.ui.frame.preferences import change_settings
from game.ui.frame.topics import Topic
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import Point, Rect, make_view
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.shared.bag_picture import BagNumber
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.shared.table_layout import lay_out_table
from game.ui.scenes.table import harvest
from game.ui.scenes.table.explaining import OtherBoard
from game.ui.scenes.table.hand_over import HandOver
from game.ui.scenes.table.league_words import seat_name
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.names import Sound
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table.test_hand_over import SINGLE
from tests.ui.scenes.table_stage import (
    TableStage,
    bots,
    open_table,
    people,
    picture_bytes,
    reopen_table,
)


def finished_of(stage: TableStage) -> tuple[float, ...]:
    """The total of every seat of the one match in the records."""
    (played,) = stage.context.store.profile.last_matches()
    return tuple(result.total for result in played.results)


# one person and computers


def test_computers_answer_each_call_beside_the_person(player: Context) -> None:
    stage = open_table(player, SINGLE, (*people("Ana"), *bots("Otto", "Mia")))
    stage.play_call()
    stage.let_until_waits(Waits.CALL)
    assert [seat.position.filled.bit_count() for seat in stage.match.round.seats] == [1, 1, 1]
    assert stage.saved == stage.match
    stage.draw()


def test_a_six_seat_match_with_best_ray_is_counted_for_everybody(player: Context) -> None:
    players = (*people("Ana"), *bots("B1", "B2", "B3", "B4", "B5"))
    stage = open_table(player, "classic free single best-ray", players)
    stage.draw()
    stage.play_round()
    match = stage.match
    stage.let_until_counted()
    score = score_match(match)
    assert finished_of(stage) == tuple(p.total for p in score.players)
    best = [p.rounds[0].best_sun + p.rounds[0].best_moon for p in score.players]
    assert any(best)
    stage.press("return")
    stage.draw()


@pytest.mark.parametrize("act", ["backspace", "right click", "drag", "n", "click"])
def test_nobody_acts_for_the_board_that_is_looked_at(player: Context, act: str) -> None:
    stage = open_table(player, SINGLE, people("Ana", "Ben"))
    stage.click_space("c3")
    stage.let_until_waits(Waits.ACT)
    assert stage.game.view == 1
    own, before = stage.game.view, stage.match
    hand = stage.hand_point()
    stage.hit(stage.layout.seats[0].centre)
    assert stage.game.view == 0
    match act:
        case "right click":
            stage.hit(stage.layout.title.centre, MouseButton.SECONDARY)
        case "drag":
            stage.drag(hand, stage.point(0))
        case "click":
            stage.click_space("a1")
        case key:
            stage.press(key)
    assert stage.match is before
    assert stage.game.view == own


# several people


def test_the_first_seats_tile_comes_back_without_a_question_where_all_is_open(
    player: Context,
) -> None:
    stage = open_table(player, SINGLE, people("Ana", "Ben"))
    stage.click_space("c3")
    stage.press("n")
    assert (stage.game.view, stage.waits()) == (1, Waits.ACT)
    button = stage.form.find(Action.TAKE_BACK)
    assert button is not None
    assert button.is_enabled
    stage.press("backspace")
    assert isinstance(stage.top, TableScene)
    assert (stage.game.view, stage.match.round.seats[0].position.filled) == (0, 0)


@pytest.mark.usefixtures("pixels")
def test_whoever_has_answered_elsewhere_is_marked_as_waited_for_no_more(player: Context) -> None:
    stage = open_table(player, SINGLE, people("Ana", "Ben"))
    stage.let(2)
    keeper = stage.game.keeper
    assert isinstance(keeper, LocalKeeper)
    keeper.apart = SeatsApart(frozenset({1}))
    waiting = picture_bytes(stage)
    keeper.apart = SeatsApart(frozenset({1}), answered=frozenset({1}))
    assert picture_bytes(stage) != waiting


def test_a_column_has_the_face_of_the_computer_that_plays_it(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces: list[str] = []
    monkeypatch.setattr(harvest, "draw_portrait", lambda *drawn: faces.append(drawn[2]))
    stage = open_table(player, players=(*people("Ana", "Ben"), *bots("Fox", engine="fox")))
    stage.draw()
    assert faces == ["fox"]
    stage.table.show(stage.table.control.leave_seat(1))
    faces.clear()
    stage.draw()
    assert faces == [stage.game.engine_of(1), "fox"]


def test_a_glimpse_of_a_board_has_its_points_and_its_lines(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("Otto", "Cleo")))
    stage.play_call()
    stage.let_until_waits(Waits.ACT)
    monkeypatch.setattr(
        TableGame, "total_now", lambda game, seat=None: 40 * (game.view if seat is None else seat)
    )
    before = stage.read()
    for seat, name in ((1, "Otto"), (2, "Cleo")):
        stage.give(PointerMoved(stage.layout.seats[seat - 1].centre))
        shown = stage.read()
        new = {words for words in shown if shown.count(words) > before.count(words)}
        assert new == {name, str(40 * seat), "0 complete", "3 begun", "0 broken"}


def test_a_hidden_board_of_the_first_round_has_earned_nothing_before(player: Context) -> None:
    stage = open_table(player, SINGLE, people("Ana", "Ben"), has_hidden_boards=True)
    assert "0" in stage.read()
    assert "?" not in stage.read(), "nothing is said of a board that nobody may see"


# rounds


def test_rounds_pass_the_caller_on_and_are_counted_one_by_one(player: Context) -> None:
    change_settings(player, call_pause=0.0)
    stage = open_table(
        player, SINGLE + " rounds=3", people("Ana", "Ben"), caller=CallerRule.ROTATING
    )
    seeds = set()
    for index in range(3):
        assert stage.match.round.caller == index % 2
        assert stage.game.view == index % 2
        seeds.add(stage.match.round.seed)
        stage.play_round()
        match = stage.match
        stage.let_until_counted()
        stage.press("return")
        stage.draw()
        if index < 2:
            assert stage.saved == match
            assert player.store.profile.last_matches() == ()
            stage.press("return")
            stage.let(FRAME)
    assert len(seeds) == 3
    assert match.is_complete
    assert stage.saved is None
    assert finished_of(stage) == tuple(p.total for p in score_match(match).players)


def test_a_match_stopped_between_rounds_goes_on_another_day(player: Context) -> None:
    stage = open_table(
        player, SINGLE + " rounds=2", people("Ana", "Ben"), caller=CallerRule.ROTATING
    )
    stage.play_round()
    stage.let_until_counted()
    stage.press("return")
    stage.click(stage.find(player.text("play.menu")))
    stage.click(stage.find(player.text("menu.continue")))
    stage.let_until_counted()
    stage.press("return", "return")
    assert isinstance(stage.top, TableScene)
    assert len(stage.match.rounds) == 2
    assert stage.match.round.caller == 1
    assert len(stage.match.round.calls) == 1


# the end


def test_a_finished_match_lands_in_the_records_once(player: Context) -> None:
    stage = open_table(player)
    stage.play_round()
    match = stage.match
    assert stage.waits() is Waits.MATCH_OVER
    stage.let_until_counted()
    assert stage.saved is None
    stage.let(10)
    stage.press("return")
    stage.resize_to(1920, 1080)
    stage.draw()
    profile = player.store.profile
    assert len(profile.last_matches()) == 1
    (total,) = finished_of(stage)
    assert total == score_match(match).players[0].total == profile.best()


def test_a_pause_after_the_last_tile_counts_the_match_once_too(player: Context) -> None:
    stage = open_table(player)
    stage.play_round()
    stage.press("escape")
    stage.let(10)
    assert player.store.profile.last_matches() == ()
    assert stage.saved == stage.match
    stage.press("escape")
    stage.let_until_counted()
    stage.let(10)
    assert len(player.store.profile.last_matches()) == 1


# going on exactly there


def goes_on(stage: TableStage) -> TableStage:
    """The saved match, which opens as the table was left."""
    again = reopen_table(stage.context)
    assert again.match == stage.match
    if stage.waits() is Waits.HAND_OVER:
        again.let_until_waits(Waits.ACT)
        assert again.game.view == stage.game.next_person()
        return again
    assert again.waits() is stage.waits()
    assert again.game.hand() == stage.game.hand()
    assert again.game.can_take_back() == stage.game.can_take_back()
    if stage.waits() is not Waits.CALL and len(stage.match.players) == 1:
        assert again.game.position() == stage.game.position()
    again.draw()
    return again


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        ("classic free pairs none rounds=2", people("Ana")),
        ("daffodil-4 free single none", people("Ana")),
        (SINGLE, people("Ana", "Ben")),
    ],
)
def test_a_match_goes_on_just_where_it_was_left(
    player: Context, rules: str, players: tuple[Player, ...]
) -> None:
    stage, met = goes_on(open_table(player, rules, players)), set[Waits]()
    while stage.waits() not in (Waits.ROUND_OVER, Waits.MATCH_OVER):
        met.add(stage.waits())
        if stage.waits() is Waits.ACT:
            stage.place_somewhere()
        else:
            stage.press("n")
        stage = goes_on(stage)
    assert met >= {Waits.ACT, Waits.CALL}
    assert (Waits.CLOSE in met) is stage.match.rules.has_aside
    stage.let_until_counted()


def by_menu(player: Context) -> TableStage:
    """Resume the waiting match from the menu."""
    stage = TableStage(player, TitleScene(player))
    stage.click(stage.find(player.text("menu.continue")))
    return stage


def by_list(player: Context) -> TableStage:
    """Resume the first match of the list of waiting ones."""
    leave_match(player.store)
    stage = TableStage(player, player.routes.waiting())
    stage.click(stage.find(player.text("waiting.go")))
    return stage


@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("go_on", [reopen_table, by_menu, by_list])
def test_going_on_begins_behind_the_curtain_where_boards_are_hidden(
    player: Context, go_on: Callable[[Context], TableStage]
) -> None:
    def curtain_and_board(space: str) -> tuple[bytes, bytes]:
        stage = open_table(player, SINGLE, people("Ana", "Ben"), has_hidden_boards=True)
        stage.click_space(space)
        stage.let_until(lambda: isinstance(stage.top, HandOver))
        stage.press("return")
        stage.click_space("c3")
        stage.let_until_waits(Waits.CALL)
        stage.let_until_waits(Waits.ACT)
        assert stage.game.view == 1
        again = go_on(player)
        # What is shown before any time has passed, as well as after a while.
        seen = [picture_bytes(again)]
        assert again.top.read(Topic.NOW).count("Ana") == 1
        again.let(3)
        assert isinstance(again.top, HandOver)
        seen.append(picture_bytes(again))
        again.press("return")
        assert (again.game.view, again.waits()) == (0, Waits.ACT)
        again.let(3)
        board = picture_bytes(again)
        player.store.autosave.clear()
        return b"".join(seen), board

    first, second = curtain_and_board("a1"), curtain_and_board("c5")
    assert first[0] == second[0]
    assert first[1] != second[1]


def test_no_moment_of_a_match_is_gone_on_with_in_front_of_the_curtain(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[Match] = []
    monkeypatch.setattr(Storage, "save_match", lambda _, match: saved.append(match))
    rules = "daffodil-4 free single none rounds=2"
    stage = open_table(player, rules, people("Ana", "Ben"), has_hidden_boards=True)
    stage.play_round()
    assert len(saved) > 40
    for match in saved:
        is_empty = not any(seat.turns for seat in match.round.seats)
        is_open = isinstance(player.routes.saved_table(match), TableScene)
        assert is_open is is_empty


@pytest.mark.parametrize(
    ("players", "is_hidden"),
    [
        ((*people("Ana"), *bots("Otto")), True),
        (people("Ana", "Ben"), False),
    ],
)
def test_going_on_needs_no_curtain_where_no_board_is_hidden(
    player: Context, players: tuple[Player, ...], is_hidden: bool
) -> None:
    stage = open_table(player, SINGLE, players, has_hidden_boards=is_hidden)
    stage.place_somewhere()
    assert isinstance(reopen_table(player).top, TableScene)


def test_a_mark_stays_for_every_round_of_a_match(player: Context) -> None:
    stage = open_table(player, SINGLE + " rounds=2")
    stage.press("h", "return")
    stage.play_round()
    stage.let_until_counted()
    stage.press("return", "return")
    stage.let_until_waits(Waits.ACT)
    stage.press("h")
    assert stage.table.coach.is_on, "whoever has called the coach is not asked again"
    stage.game.mark(Mark.TOOK_BACK)
    assert stage.saved is not None
    assert TableSetup.from_match(stage.saved).marks == {Mark.COACHED, Mark.TOOK_BACK}


def test_going_on_with_a_match_that_was_only_not_counted(player: Context) -> None:
    stage = open_table(player)
    stage.play_round()
    assert stage.waits() is Waits.MATCH_OVER
    menu = TableStage(player, TitleScene(player))
    menu.click(menu.find(player.text("menu.continue")))
    menu.let_until_counted()
    assert isinstance(menu.top, CountScene)
    assert len(player.store.profile.last_matches()) == 1
    assert menu.saved is None


def test_the_keyboard_leafs_through_the_boards(player: Context) -> None:
    stage = open_table(player, SINGLE, (*people("Ana"), *bots("Otto", "Mia")))
    stage.let_until_waits(Waits.ACT)
    seen = []
    for _ in range(3):
        stage.press("page down")
        seen.append(stage.game.view)
    assert seen == [1, 2, 0]
    stage.press("page up")
    assert stage.game.view == 2
    stage.press("escape")
    assert (stage.game.view, stage.waits()) == (0, Waits.ACT)


@pytest.mark.parametrize("seat", [0, 1])
def test_only_the_lines_of_the_board_in_view_light_and_flash(
    player: Context, heard: Heard, seat: int
) -> None:
    stage = open_table(player, SINGLE, (*people("Ana"), *bots("Otto")))
    stage.let(2)
    heard.sounds.clear()
    first, second = stage.match.rules.grid.lines[:2]
    stage.table.show(
        [MovesApplied((LineCompleted(seat, first, 9, 27, False), LineDied(seat, second)))]
    )
    is_mine = seat == stage.game.view
    assert stage.table.motion.is_running is is_mine
    assert (stage.table.motion.dark_lines() == {first.index}) is is_mine
    assert (heard.sounds == [Sound.LINE, Sound.LINE_DIES, Sound.STROKE]) is is_mine
    assert bool(heard.sounds) is is_mine


def test_a_tile_that_is_called_and_placed_at_once_flies_once(player: Context) -> None:
    stage = open_table(player, SINGLE, (*people("Ana"), *bots("Otto")))
    stage.let_until(lambda: stage.table.motion.is_running)
    stage.table.show([MovesApplied(())])
    assert stage.table.motion.is_running
    stage.table.show([MovesApplied((), is_helped=True)])
    assert not stage.table.motion.is_running


@pytest.mark.usefixtures("pixels")
def test_a_hidden_board_stays_so_when_it_is_asked_for(player: Context) -> None:
    stage = open_table(player, players=people("Ana", "Bogdan"), has_hidden_boards=True)
    stage.let_until(lambda: isinstance(stage.top, TableScene))
    before = stage.draw().subsurface(stage.layout.board.bounds()).copy()
    stage.give(PointerMoved(stage.layout.seats[0].centre))
    assert stage.table.selection.asked == OtherBoard(1)
    words = player.text("play.covered", name="Bogdan")
    assert words in " ".join(stage.read())
    after = stage.draw().subsurface(stage.layout.board.bounds())
    assert pygame.image.tobytes(after, "RGB") == pygame.image.tobytes(before, "RGB")
    stage.give(PointerMoved((1.0, 1.0)))
    assert stage.table.selection.asked is None
    stage.give(PointerMoved(stage.layout.seats[0].centre))
    stage.give(PointerLeft())
    assert stage.table.selection.asked is None


@pytest.mark.parametrize("is_blind", [False, True])
def test_what_the_picture_hides_is_not_read_aloud(player: Context, *, is_blind: bool) -> None:
    players = (*people("Ana", "Bogdan"), *bots("Otto"))
    stage = open_table(player, players=players, is_blind=is_blind, has_hidden_boards=not is_blind)
    stage.let_until(lambda: isinstance(stage.top, TableScene))
    told = stage.table.read(Topic.SCORE)
    secret = [player.text("play.secret", name=name) in told for name in ("Ana", "Bogdan", "Otto")]
    assert secret == [is_blind, True, False]


@pytest.mark.usefixtures("pixels")
def test_the_key_shows_one_board_after_the_other_large_beside_ones_own(player: Context) -> None:
    stage = open_table(player, players=(*people("Ana"), *bots("B", "C", "D", "E", "F")))
    for _ in range(4):
        stage.play_call()
        stage.let_until_waits(Waits.ACT)
    own = stage.draw().subsurface(stage.layout.board.bounds()).copy()
    seen = []
    while not isinstance(stage.table.selection.asked, BagNumber):
        stage.press("i")
        asked = stage.table.selection.asked
        if isinstance(asked, OtherBoard):
            seen.append(asked.seat)
            assert stage.read().count(stage.game.player(asked.seat).name) == 1
            drawn = stage.draw().subsurface(stage.layout.board.bounds())
            assert pygame.image.tobytes(drawn, "RGB") == pygame.image.tobytes(own, "RGB")
    assert seen == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("is_mirrored", [False, True])
@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
def test_a_board_beside_ones_own_is_large_and_covers_neither_it_nor_the_hand(
    board: Board, scale: float, *, is_mirrored: bool
) -> None:

    def around(at: Point, reach: float) -> Rect:
        return Rect(round(at[0]), round(at[1]), 1, 1).inset(-round(reach))

    upright = ((1080, 1920), (800, 1280), (720, 1280), (800, 1000), (640, 1000))
    for size, others in product(((1024, 640), (1280, 800), (1920, 1080), *upright), (1, 5)):
        view = make_view(size, scale)
        table = lay_out_table(view, board, others=others, is_mirrored=is_mirrored)
        radius, slab = table.board.radius, table.slab
        for centre in table.board.centres:
            assert not pygame.Rect(table.slab).colliderect(around(centre, radius))
        for line in board.lines:
            at = badge_place(table.board, line.index)
            assert not pygame.Rect(table.slab).colliderect(around(at, radius * 0.3))
        for part in (table.hand, table.title, table.sign, table.harvest, *table.seats, table.hints):
            assert not pygame.Rect(slab).colliderect(part)
        is_wide = slab.w > 1.5 * slab.h
        room = slab._replace(w=slab.w // 2) if is_wide else slab._replace(h=slab.h // 2)
        assert lay_out_board(board, room.inset(view.px(12)), 0.2).radius >= 11


def test_v3_a_seat_is_left_to_a_computer_from_the_pause(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    faces: list[str] = []
    for scene in ("table.harvest", "count.harvests"):
        drawn = f"game.ui.scenes.{scene}.draw_portrait"
        monkeypatch.setattr(drawn, lambda surface, painter, bot, at, side: faces.append(bot))
    stage = open_table(player, players=people("Ana", "Ben"), has_hidden_boards=True)
    stage.click_space("c3")
    stage.let_until(lambda: isinstance(stage.top, HandOver))
    stage.press("return")
    stage.press("escape")
    stage.click(stage.find(player.text("play.take_over")))
    stage.click(stage.find("Ben"))
    assert stage.game.people() == (0,)
    assert isinstance(stage.top, HandOver)
    stage.press("return")
    stage.let_until_waits(Waits.ACT)
    assert (stage.game.view, len(stage.match.round.calls)) == (0, 2)
    assert stage.saved == stage.match
    assert seat_name(player, stage.game, 1) == player.text(
        "breakdown.two_names", name="Ben", substitute=bot_name(player, "beaver")
    )
    stage.draw()
    assert set(faces) == {"beaver"}
    # A player who is alone now has no seat to leave.
    stage.press("escape")
    assert not stage.has(player.text("play.take_over"))
    stage.press("escape")
    stage.play_round()
    stage.let_until_counted()
    faces.clear()
    stage.draw()
    assert set(faces) == {"beaver"}, "the winner would have a cup"
    stage.press("return")
    assert "Ben, then Beaver" in " ".join(stage.read())
