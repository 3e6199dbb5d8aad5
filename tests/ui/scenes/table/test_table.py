"""The standard game at the table, by mouse and by keyboard, on a clock of its own."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pygame
import pytest

from game.bots.coach.coach import advise
from game.locale import Language, write_list
from game.play.caller import CallerGame, Pace
from game.play.deal_source import DealSource
from game.play.editions import CallerRule
from game.play.keeper import LocalKeeper
from game.play.lines_now import points_at_best
from game.play.rival import RIVAL
from game.play.table import TableSetup
from game.play.table_control import MovesApplied
from game.play.table_game import Phase as Waits
from game.play.table_game import TableGame
from game.progress.challenges import all_challenges
from game.rules.boards import CLASSIC, DAFFODIL, Board
from game.rules.marks import Mark
from game.rules.match_score import score_match
from game.rules.moves import Event, LineCompleted, LineDied, Placed, TakenBack
from game.rules.placement import empty_position, put_unchecked
from game.rules.ruleset import Ruleset
from game.rules.scoring import LineState, line_status
from game.rules.tiles import TILES, Direction, Symbol, Tile
from game.storage.autosave import Autosave
from game.storage.problems import Problem, ProblemKind
from game.ui.draw.animation import Counter
from game.ui.draw.bands import ScoreBand, draw_rounds, harvest_rects
from game.ui.draw.icons import Icon
from game.ui.draw.sprites.pieces import badge_place
from game.ui.draw.sprites.tiles import TileLook
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
from game.ui.frame.scene import Pop, Push, Scene
from game.ui.frame.topics import as_sentences
from game.ui.layout.hexes import lay_out_board
from game.ui.layout.rects import MIN_WINDOW, Point, Rect, make_view, square_around
from game.ui.parts import ActionBand, Dialog, ListRow, Sign, WordLink
from game.ui.scenes.routes import SceneRoutes
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.shared.bag_picture import BAG_NUMBERS, BagNumber
from game.ui.scenes.shared.challenge import challenge_table
from game.ui.scenes.shared.dialogs import problem_words
from game.ui.scenes.shared.names import bot_name, handicap_words, rules_words, spoken_time
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.shared.table_layout import HEAD, lay_out_hand, lay_out_table
from game.ui.scenes.shared.table_mode import PastTotals
from game.ui.scenes.table import preview
from game.ui.scenes.table.explaining import (
    LineBadge,
    OtherBoard,
    TablePanel,
    answer_words,
    lines_for,
    next_asked,
)
from game.ui.scenes.table.harvest import Harvest
from game.ui.scenes.table.motion import Motion
from game.ui.scenes.table.pause import pause_scene
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.table.stroke import Stroke
from game.ui.scenes.title.scene import TitleScene
from game.ui.sound.music import Mood
from game.ui.widgets import say
from game.ui.widgets.scenes import BaseScene
from tests.gallery import collect_samples, make_context, open_sample
from tests.gallery.review import PatientEngines
from tests.gallery.table import table as sample_table
from tests.golden.pages import changed_pages
from tests.rules.random_matches import random_match
from tests.ui.conftest import Heard
from tests.ui.scenes.moments import MOMENTS
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage, before_lines, bots, open_table, people, tiles_of
from tests.ui.voice import Voice
from tests.ui.written import written_lines

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


def test_a_game_alone_has_totals_to_reach_and_no_other_has(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(player.store.profile), "best", lambda *_: 180.0)
    monkeypatch.setattr(type(player.store.profile), "mean", lambda *_: 120.0)
    assert open_table(player).table.mode.past == PastTotals(best=180.0, mean=120.0)
    assert open_table(player, players=people("Ana", "Ben")).table.mode.past == PastTotals()
    challenge = challenge_table(player, all_challenges()[0])
    assert TableStage(player, player.routes.new_table(challenge)).table.mode.past == PastTotals()
    harvest = Harvest(player, open_table(player).game, Motion(), PastTotals(best=0.0))
    assert harvest.marks() == []


def test_a_left_handed_player_has_the_table_mirrored(player: Context) -> None:
    for is_left_handed in (True, False):
        change_settings(player, is_left_handed=is_left_handed)
        assert open_table(player).layout.is_mirrored is is_left_handed


def test_a_dragged_tile_leaves_the_hand_and_the_next_one_is_lifted(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, "classic free mail none")
    stage.let(3)
    tiles, drawn = stage.game.hand(), list[tuple[Tile, TileLook]]()
    monkeypatch.setattr(
        type(player.painter.sprites),
        "draw_tile",
        lambda _, __, tile, ___, ____, look: drawn.append((tile, look)),
    )
    lifted, plain = TileLook.LIFTED, TileLook.NORMAL
    for chosen, dragged, shown in (
        (0, None, [(tiles[0], lifted), (tiles[1], plain), (tiles[2], plain)]),
        (1, tiles[0], [(tiles[1], lifted), (tiles[2], plain)]),
    ):
        drawn.clear()
        stage.table.picture.panels.draw_hand(pygame.Surface((1, 1)), stage.layout, chosen, dragged)
        assert drawn == shown


def test_the_score_is_explained_whole(stage: TableStage, monkeypatch: pytest.MonkeyPatch) -> None:
    panels = stage.table.picture.panels
    assert panels.explain_score() == "No line begun yet."
    monkeypatch.setattr(TableGame, "points_before", lambda *_: 12.0)
    before = "Of these, 12 points are from earlier rounds."
    assert panels.explain_score() == f"{before}\nNo line begun yet."
    stage.click_space("c3")
    panels.about = lambda: "About it."
    lines = "Lines: 0 complete, 3 begun and 0 broken."
    assert panels.explain_score().splitlines() == [
        before,
        f"{lines} Completing every line begun would earn 70 points more.",
        "About it.",
    ]


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


def test_a_clock_is_written_in_whole_seconds_and_hurries_at_its_end(player: Context) -> None:
    for limit, calm, short in ((30, 5.5, 4.5), (6, 3.5, 2.5)):
        stage = open_table(player, answer_seconds=limit)
        panels = stage.table.picture.panels
        start = stage.clock - limit + (stage.game.seconds_left(stage.clock) or 0)
        for left, is_hurried in ((calm, False), (short, True)):
            stage.clock = start + limit - left
            assert panels.heading().endswith(f"0:0{math.ceil(left)}")
            assert panels.is_hurried is is_hurried
        assert stage.table.holds_arrivals is True, "what arrives waits for the call's end"
        stage.let(short + 0.1)
        assert stage.table.toast.is_bad
        assert stage.table.holds_arrivals is False
    assert open_table(player).table.holds_arrivals is False


def test_a_seat_left_to_a_computer_is_not_the_end_for_those_who_stay(player: Context) -> None:
    stage = open_table(player, players=people("Ana", "Ben"))
    stage.table.show(stage.table.control.leave_seat(1))
    assert stage.game.is_out(1)
    stage.table.toast.show("")
    stage.table.enter()
    assert stage.table.toast.words == ""


# the harvest


def test_bands_are_stacked_in_the_order_in_which_lines_were_completed(player: Context) -> None:
    harvest = before_lines(player).table.picture.harvest
    numbers = [band.number for band, _ in harvest.bands(0)]
    assert numbers == [9, 5, 1]


def test_a_column_has_the_earlier_rounds_below_and_the_totals_to_reach(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = random_match(Ruleset(rounds=3), 2, Random(33))
    game = TableGame(TableSetup.from_match(match), LocalKeeper(match))
    past = PastTotals(best=180.4, mean=120.6)
    harvest = Harvest(player, game, Motion(), past)
    for seat, scored in enumerate(score_match(match).players):
        earlier = [sum(band.points for band in bands) for bands in harvest.rounds(seat)]
        assert earlier == [each.total for each in scored.rounds[:-1]]
        now = sum(band.points for band, _ in harvest.bands(seat))
        assert now == scored.rounds[-1].total
    assert [(mark.points, mark.words) for mark in harvest.marks()] == [
        (120.6, player.text("score.average", points="121")),
        (180.4, player.text("score.best", points="180")),
    ]
    harvest.past = PastTotals()
    monkeypatch.setattr(TableGame, "total_now", lambda _, seat=0: (20.0, 300.0)[seat])
    assert harvest.most() >= 300, "all columns have room on one scale"
    for is_reduced, total, slides in ((False, 500, False), (True, 900, False), (False, 500, True)):
        harvest.motion.timeline.is_reduced = is_reduced
        monkeypatch.setattr(TableGame, "total_now", lambda _, seat=0, now=total: 0 if seat else now)
        harvest.game = TableGame(
            game.setup, LocalKeeper(replace(match, meta=f'{{"id": "{total}{slides}"}}'))
        )
        assert harvest.advance(FRAME) is slides, "the first scale, and reduced motion, jump"
        assert harvest.most() >= total, "the player's own column has room too"


def test_a_line_s_loss_and_what_it_still_needs_are_written_beside_it(player: Context) -> None:
    layout, text = lay_out_table(make_view((1280, 800)), CLASSIC, others=0), player.text
    surface, empty = pygame.Surface((1280, 800)), empty_position(CLASSIC)
    tile = Tile.parse("294")
    begun = put_unchecked(empty, Tile.parse("713"), CLASSIC.index_of("a1"))
    for before, space in ((empty, "a1"), (begun, "a2")):
        place = CLASSIC.index_of(space)
        after = put_unchecked(before, tile, place)
        with written_lines() as lines:
            preview.draw_preview(surface, player, layout, before, after, tile, place)
        words = [one.text for one in lines]
        for line in CLASSIC.lines_through[place]:
            now = line_status(line, after)
            if now.state is LineState.ALIVE:
                points = text("terms.count.points", count=points_at_best(now, after))
                needed = len(line) - now.filled
                assert text("play.line_progress", needed=needed, points=points) in words
        lost = [each for each in words if each.startswith("\N{MINUS SIGN}")]
        assert lost == ([player.catalogue.number(-3)] if before is begun else [])


def test_a_total_above_one_s_own_is_bright(player: Context) -> None:
    inks = set()
    for seed in (3, 6):
        match = random_match(Ruleset(), 3, Random(seed))
        game = TableGame(TableSetup.from_match(match), LocalKeeper(match))
        stage = TableStage(player, player.routes.table(game))
        with written_lines() as lines:
            stage.draw()
        written = {line.text: line.style.colour for line in lines}
        palette = player.painter.theme.palette
        own, *others = (scored.total for scored in score_match(match).players)
        for total in {*others} - {own}:
            ink = written[player.catalogue.number(total)]
            assert ink == (palette.ink if total > own else palette.ink_soft)
            inks.add(ink)
    assert len(inks) == 2


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


def calls_of(stage: TableStage, count: int = 4) -> list[str]:
    for _ in range(count):
        stage.play_call()
    return [str(t) for call in stage.match.round.calls for t in call][:count]


def answer(stage: TableStage, key: str) -> None:
    """Take a choice of the dialog on top."""
    assert isinstance(stage.top, Dialog)
    stage.click(stage.find(stage.context.text(key)))


def test_what_cannot_be_stored_is_told_at_the_table(stage: TableStage) -> None:
    stage.let(3)
    assert stage.let(1) == 0
    problem = Problem(ProblemKind.READ_ONLY, Path("/stick"), "no room")
    stage.context.store.problems.add(problem)
    assert stage.let(FRAME) == 1
    assert problem_words(stage.context, problem) in " ".join(stage.read())


def test_each_phase_has_its_keys_its_links_and_its_heading(player: Context) -> None:
    def shown(stage: TableStage) -> tuple[str, str, str]:
        table = stage.table
        hints = ", ".join(f"{key}: {does}" for key, does in table.mode.hints())
        links = [
            say(link.label)
            for link in stage.form.widgets
            if isinstance(link, WordLink | ActionBand) and link.why_disabled is None
        ]
        return hints, ", ".join(links), table.picture.panels.heading()

    ends, place = "PgDn: other boards, H: coach, Esc: menu, I: explain", "Enter: place"
    back = "Backspace: take back"
    stage = open_table(player)
    assert shown(stage) == (f"{place}, {back}, {ends}", "Coach", "Call 1 of 19")
    stage.click_space("c3")
    placed = f"Enter: next call, {back}, {ends}", "Take back, Coach", "Call 1 of 19"
    assert shown(stage) == placed
    stage.press("backspace")
    again = f"{place}, {back}, Ctrl+Y: redo, {ends}", "Redo, Coach", "Call 1 of 19"
    assert shown(stage) == again
    league = open_table(player, "classic free mail none", people("Ana", "Ben"))
    hand = f"{place}, {back}, Tab: other tile, {ends}", "Coach, Skip this call", "Call 1 of 9"
    assert shown(league) == hand
    for space in ("a1", "a2"):
        league.click_space(space)
    league.press("backspace")
    assert shown(league)[1] == "Take back, Redo, Coach, Skip this call"
    league.press("backspace")
    league.press("page down")
    peeking = "PgDn: other boards, Esc: Back to the game"
    assert shown(league)[::2] == (peeking, hand[2])
    hidden = open_table(player, players=people("Ana", "Ben"), has_hidden_boards=True)
    alone = "H: coach, Esc: menu, I: explain"
    assert shown(hidden)[0] == f"{place}, {back}, {alone}"
    daffodil = open_table(player, "daffodil-4 free pairs none", people("Ana", "Ben"))
    aside = f"{place}, {back}, Tab: other tile, X: set aside, {ends}"
    assert shown(daffodil) == (aside, "Coach", "Call 1 of 11")
    # Closing moves follow a full board.
    while daffodil.waits() is not Waits.CLOSE:
        daffodil.let_until_waits(Waits.ACT, Waits.CLOSE)
        if daffodil.waits() is Waits.ACT:
            daffodil.table.control.place(*first_place(daffodil))
    daffodil.give(PointerLeft())
    keys = f"{place}, {back}, N: done, Tab: other tile, {ends}"
    assert shown(daffodil) == (keys, "Take back, Coach, Done", "Closing moves")


def first_place(stage: TableStage) -> tuple[Tile, int]:
    """Return a tile of the hand and the last space on which it may be placed."""
    tile = stage.game.hand()[0]
    return tile, stage.game.legal(tile)[-1]


def test_the_pause_lists_the_rows_of_its_table(player: Context) -> None:
    head, tail = "Same deal again, New deal", "How to play, Settings, Give up, Menu"
    for rules, players, extra in (
        ("classic free single none", people("Ana"), "No rival"),
        ("classic free single none", people("Ana", "Ben"), "Hand a seat to a computer"),
        ("classic free mail none", (*people("Ana"), *bots("Otto")), ""),
    ):
        stage = open_table(player, rules, players)
        stage.press("escape")
        listed = [row for row in stage.widgets() if isinstance(row, ListRow)]
        rows, keys = [str(row.id) for row in listed], [row.shortcut for row in listed]
        assert [key for key in keys if key is not None] == [
            Action.RESTART, Action.NEW_DEAL, Action.HELP, Action.GIVE_UP, Action.COPY,
        ]  # fmt: skip
        bad = [
            mark.icon for mark in stage.widgets() if isinstance(mark, Sign) and mark.ink == "bad"
        ]
        assert bad == [Icon.FLAG]
        deal = stage.context.text("play.deal", code="")
        assert rows.pop().startswith(deal)
        assert ", ".join(rows) == ", ".join(filter(None, (head, extra, tail)))


def test_the_title_tells_the_rules_or_the_round_and_who_calls(player: Context) -> None:
    one, rounds = "classic free single none", "classic free single none rounds=2"
    pair = people("Ana", "Ben")
    for rules, edition, players, words in (
        (one, "custom", people("Ana"), rules_words(player, Ruleset())),
        (one, "standard", people("Ana"), ""),
        ("classic free pairs none", "standard", people("Ana"), None),
        (rounds, "custom", people("Ana"), player.text("play.round", round=1, rounds=2)),
        (rounds, "custom", pair, player.text("score.round_caller", number=1, count=2, name="Ana")),
    ):
        stage = open_table(player, rules, players, caller=CallerRule.ROTATING, edition=edition)
        expected = rules_words(player, Ruleset.parse(rules)) if words is None else words
        assert stage.table.mode.title()[1] == expected


def test_the_title_names_handicaps_and_every_mark_but_a_challenge_s(player: Context) -> None:
    stage = open_table(player, answer_seconds=30, is_blind=True)
    handicaps = handicap_words(player, {Mark.TIMED, Mark.BLIND})
    assert stage.table.mode.title()[1].startswith(handicaps)
    plain, every = stage.table.mode.title()[1], set(Mark)
    for mark in every - stage.game.setup.marks:
        stage.game.mark(mark)
    words = [player.text(f"records.mark.{mark}") for mark in Mark if mark is not Mark.CHALLENGE]
    assert stage.table.mode.title()[1].removeprefix(plain).split(" · ")[1:] == words


def test_a_challenge_has_no_other_deal_and_no_code(player: Context, copied: list[str]) -> None:
    challenge = all_challenges()[0]
    stage = TableStage(player, player.routes.new_table(challenge_table(player, challenge)))
    stage.let(FRAME)
    table = stage.top
    stage.press("ctrl+n", "ctrl+c")
    assert stage.top is table
    assert copied == []


def test_restarting_calls_the_same_tiles(stage: TableStage) -> None:
    calls = calls_of(stage)
    stage.press("r")
    answer(stage, "play.restart")
    stage.let(FRAME)
    assert tiles_of(stage) == {}
    (waiting,) = stage.context.store.waiting()
    assert waiting.match == stage.match, "the match that was begun is gone"
    assert calls_of(stage) == calls


def test_a_new_deal_calls_others(stage: TableStage) -> None:
    calls = calls_of(stage)
    stage.press("ctrl+n")
    stage.let(FRAME)
    assert tiles_of(stage) == {}
    assert calls_of(stage) != calls


def test_nobody_is_asked_where_nothing_would_be_lost(stage: TableStage) -> None:
    first = stage.top
    stage.press("r")
    assert isinstance(stage.top, TableScene)
    assert stage.top is not first


@pytest.mark.parametrize("key", ["r", "ctrl+g"])
def test_every_question_can_be_answered_with_no(stage: TableStage, key: str) -> None:
    stage.click_space("c3")
    before = stage.top
    stage.press(key)
    answer(stage, "play.cancel")
    assert stage.top is before
    assert list(tiles_of(stage)) == ["c3"]


def test_giving_up_forgets_the_match_and_keeps_no_record(stage: TableStage) -> None:
    stage.click_space("c3")
    stage.press("ctrl+g")
    answer(stage, "play.give_up")
    assert isinstance(stage.top, TitleScene)
    assert stage.saved is None
    assert stage.context.store.profile.last_matches() == ()
    assert not stage.has(stage.context.text("menu.continue"))


def test_leaving_for_the_menu_keeps_the_match(stage: TableStage) -> None:
    stage.click_space("c3")
    left = stage.match
    stage.press("escape")
    stage.click(stage.find(stage.context.text("play.menu")))
    assert isinstance(stage.top, TitleScene)
    # It waits, and is open nowhere.
    assert stage.saved is None
    assert [waiting.match for waiting in stage.context.store.waiting()] == [left]
    stage.click(stage.find(stage.context.text("menu.continue")))
    assert isinstance(stage.top, TableScene)
    assert stage.match == left


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


def test_every_row_of_the_pause_leads_somewhere(stage: TableStage) -> None:
    stage.click_space("c3")
    pause = pause_scene(stage.context, replace(stage.game.setup, challenge="7"), lambda _: None)
    stage.stack.apply(Push(pause))
    rows = ("new_deal", "restart")
    assert [stage.has(stage.context.text(f"play.{row}")) for row in rows] == [False, True]
    assert "Deal" not in " ".join(stage.read()), "its calls come from no seed"
    stage.stack.apply(Pop())
    for key in ("resume", "restart", "rules", "settings", "give_up"):
        stage.press("escape")
        assert stage.has(stage.context.text("play.new_deal"))
        assert "Deal" in " ".join(stage.read())
        stage.click(stage.find(stage.context.text(f"play.{key}")))
        assert not isinstance(stage.top, PauseScene), key
        while not isinstance(stage.top, TableScene):
            stage.press("escape")
            if isinstance(stage.top, PauseScene):
                stage.press("escape")
    assert list(tiles_of(stage)) == ["c3"]


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


@pytest.mark.parametrize("others", range(6))
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080), (640, 1000)])
def test_nothing_covers_the_coach(size: tuple[int, int], others: int) -> None:
    layout = lay_out_table(make_view(size), CLASSIC, others=others, has_coach=True)
    assert layout.coach is not None
    parts = [layout.harvest, layout.hand_area, layout.hints, layout.sign, *layout.seats]
    cells = [around(at, layout.board.radius) for at in layout.board.centres]
    for part in (*map(pygame.Rect, parts), *cells):
        overlap = part.clip(pygame.Rect(layout.coach))
        assert overlap.w * overlap.h == 0


@pytest.mark.parametrize("others", [0, 1, 5])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
def test_calling_the_coach_moves_neither_board_nor_tile(size: tuple[int, int], others: int) -> None:
    view = make_view(size)
    without, with_coach = (
        lay_out_table(view, CLASSIC, others=others, has_coach=is_on) for is_on in (False, True)
    )
    assert without.board == with_coach.board
    assert without.hand_spot((), TILES[0]) == with_coach.hand_spot((), TILES[0])
    assert 2 * without.hand_spot((), TILES[0]).radius >= view.px(240)
    largest = lay_out_board(CLASSIC, without.board_area, 0.62)
    assert without.board.radius == largest.radius, "the tile takes nothing from the board"


@pytest.mark.parametrize("others", [0, 1, 5])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
def test_a_line_s_words_cover_no_badge_and_nothing_beside_the_board(
    size: tuple[int, int], others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = lay_out_table(make_view(size), CLASSIC, others=others)
    board, context = layout.board, make_context(Language.ROMANIAN, size)
    surface, boxes = pygame.Surface(size), []
    monkeypatch.setattr(
        preview,
        "draw_band",
        lambda _surface, _painter, _fill, box, *_ends, **_more: boxes.append(box),
    )
    badges = [badge_place(board, line.index) for line in CLASSIC.lines]
    marks = [pygame.Rect(square_around(at, board.radius * 0.2)) for at in badges]
    empty = empty_position(CLASSIC)
    for space in range(len(board.centres)):
        after = put_unchecked(empty, TILES[-1], space)
        boxes.clear()
        preview.draw_preview(surface, context, layout, empty, after, TILES[-1], space)
        assert len(boxes) == 3
        for box in map(pygame.Rect, boxes):
            assert box.collidelist([*marks, *map(pygame.Rect, layout.blocks)]) == -1


def test_the_next_tile_of_a_hand_is_the_largest_and_none_overlap() -> None:
    area = Rect(10, 20, 350, 244)
    for count in range(1, 6):
        for chosen in range(count):
            spots = lay_out_hand(area, count, chosen)
            assert max(spots, key=lambda spot: spot.radius) == spots[chosen]
            for one, other in combinations(spots, 2):
                apart = math.dist(one.centre, other.centre)
                assert apart >= 3**0.5 / 2 * (one.radius + other.radius)
            cells = [around(spot.centre, spot.radius - 1) for spot in spots]
            assert all(pygame.Rect(area).inflate(0, 40).contains(cell) for cell in cells)


@pytest.mark.parametrize("others", [0, 3, 5])
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_called_tile_is_large_beside_the_coach_too(scale: float, others: int) -> None:
    view = make_view((1024, 640), scale)
    layout = lay_out_table(view, CLASSIC, others=others, has_coach=True)
    assert pygame.Rect(layout.hand).contains(pygame.Rect(layout.hand_area))
    assert layout.hand_spot((), TILES[0]).radius >= 25


@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
def test_notices_cover_nothing_but_the_keys(
    size: tuple[int, int], scale: float, board: Board
) -> None:
    view = make_view(size, scale)
    layout = lay_out_table(view, board, others=5, has_aside=board is DAFFODIL, has_coach=True)
    notices = pygame.Rect(layout.notices)
    assert pygame.Rect(view.area).contains(notices)
    assert notices.contains(pygame.Rect(layout.hints))
    assert layout.coach is not None
    parts = [
        layout.bag,
        layout.harvest,
        layout.hand,
        layout.board_area,
        layout.coach,
        *layout.seats,
    ]
    assert notices.collidelist([pygame.Rect(part) for part in parts]) == -1
    ends = [layout.board.beyond(line.index, layout.board.radius * 0.22) for line in board.lines]
    assert all(y + layout.board.radius * 0.3 < notices.y for both in ends for _, y in both)


@pytest.mark.parametrize("others", [0, 5])
@pytest.mark.parametrize("has_coach", [False, True])
@pytest.mark.parametrize("board", [CLASSIC, DAFFODIL])
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 2.0])
@pytest.mark.parametrize(
    "size", [(1024, 640), (1280, 800), (1024, 768), (2560, 1080), (1080, 1920)]
)
def test_the_board_is_large_and_covers_nothing(
    size: tuple[int, int], scale: float, board: Board, others: int, *, has_coach: bool
) -> None:
    layout = lay_out_table(
        make_view(size, scale),
        board,
        others=others,
        has_aside=board is DAFFODIL,
        has_coach=has_coach,
    )
    laid = layout.board
    assert laid.radius >= 26, "digits can be read"
    if scale == 1.0 and not has_coach and size[0] > size[1]:
        assert laid.radius >= lay_out_board(board, layout.board_area, 0.62).radius * 0.85
    window = pygame.Rect(layout.window)
    for at in (*laid.centres, *laid.aside):
        cell = around(at, laid.aside_radius)
        assert window.contains(cell)
        assert cell.collidelist([pygame.Rect(block) for block in layout.blocks]) == -1


@pytest.mark.parametrize(
    ("size", "board"), [((1080, 1920), CLASSIC), ((800, 1280), CLASSIC), ((1080, 1920), DAFFODIL)]
)
def test_hand_board_and_bag_are_one_group_in_an_upright_window(
    size: tuple[int, int], board: Board
) -> None:
    has_aside = board is DAFFODIL
    tables = [
        lay_out_table(
            make_view(size), board, others=others, has_aside=has_aside, most_tiles=tiles, **has
        )
        for others, tiles in ((0, 1), (5, 4))
        for has in ({}, {"has_coach": True})
    ]
    tables.append(lay_out_table(make_view(size), board, has_aside=has_aside, has_score=True))
    for layout in tables:
        bounds, radius = layout.board.bounds(), layout.board.radius
        above = layout.hand if layout.coach is None else layout.coach
        assert bounds.y - radius <= above.bottom + 1
        assert layout.bag.y <= bounds.bottom + radius
        for at in layout.board.centres:
            cell = around(at, layout.board.aside_radius)
            assert cell.collidelist([pygame.Rect(block) for block in layout.blocks]) == -1


def around(at: Point, reach: float) -> pygame.Rect:
    """The square around a point."""
    return pygame.Rect(Rect(round(at[0]), round(at[1]), 0, 0).inset(-round(reach)))


@pytest.mark.parametrize("sample", ["challenge-lesson-wild", "tutorial-misfit"])
@pytest.mark.parametrize("size", [MIN_WINDOW, (1920, 1080), (1280, 1024)])
def test_a_lesson_folds_before_the_board_shrinks(sample: str, size: tuple[int, int]) -> None:
    """Its strip becomes higher in a larger interface only where the board does not need the
    room.
    """
    context = make_context(Language.GERMAN, size)
    stack, layouts = open_sample(collect_samples()[sample], context), []
    for scale in (1.0, 2.0):
        context.painter.resize(make_view(size, scale))
        stack.resize(context.painter.view)
        assert isinstance(stack.top, TableScene)
        assert stack.top.layout is not None
        layouts.append(stack.top.layout)
    usual, larger = layouts
    assert larger.board.radius >= usual.board.radius
    assert larger.above.h >= usual.above.h * 0.99
    for layout, scale in ((usual, 1.0), (larger, 2.0)):
        number = make_view(size, scale).px(HEAD)
        assert layout.harvest.y - number >= layout.above.bottom, "a full column's number"


@pytest.mark.parametrize("others", [0, 5])
def test_the_left_handed_table_is_the_mirror_of_the_other(others: int) -> None:
    view = make_view((1280, 800))
    right, left = (
        lay_out_table(view, CLASSIC, others=others, has_coach=True, is_mirrored=is_mirrored)
        for is_mirrored in (False, True)
    )

    def mirrored(rect: Rect) -> Rect:
        return rect._replace(x=view.area.w - rect.right)

    names = ("title", "sign", "bag", "harvest", "hand", "hand_area", "coach", "hints", "action")
    for name in names:
        assert getattr(left, name) == mirrored(getattr(right, name)), name
    assert left.seats == tuple(map(mirrored, right.seats))
    assert left.board.bounds() == mirrored(right.board.bounds())


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


def test_the_key_asks_for_panels_then_boards_then_the_bag() -> None:
    for has_coach, panels in ((False, [TablePanel.SCORE]), (True, [*TablePanel])):
        order, last = list[object](), None
        while (last := next_asked(last, (2, 0), has_coach=has_coach)) is not None:
            order.append(last)
        assert order == [*panels, OtherBoard(2), OtherBoard(0), *BAG_NUMBERS]
    assert next_asked(LineBadge(3), (), has_coach=True) is TablePanel.SCORE


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


def test_the_score_names_who_holds_a_best_ray(player: Context) -> None:
    scene = sample_table(player, calls=11, rules="classic free single best-ray", bots=5)
    sentences = scene.picture.panels.explain_score().splitlines()
    for symbol in Symbol:
        holders = [scene.game.player(seat).name for seat in scene.game.best_ray_holders(symbol)]
        words = player.text(
            f"score.holds.{symbol.value}", names=write_list(player.catalogue, holders)
        )
        assert (words in sentences) is bool(holders)
    assert any("Ana" in words for words in sentences)


def test_a_band_is_found_above_those_of_earlier_rounds(player: Context) -> None:
    rules = "classic free single none rounds=2"
    scene = sample_table(player, calls=33, rules=rules)
    scene.resize(player.painter.view)
    assert scene.layout is not None
    harvest, view, layout = scene.picture.harvest, scene.game.view, scene.layout
    column, painter, bands = layout.harvest, player.painter, harvest.bands(scene.game.view)
    assert len(bands) > 1
    earlier = harvest.rounds(view)
    top = draw_rounds(pygame.Surface((1, 1)), painter, column, earlier, harvest.most())
    foot = top - painter.px(5)
    whole = Rect(column.x, foot - column.h, column.w, column.h)
    rects = harvest_rects(painter, whole, [band for band, _ in bands], harvest.most())
    found = [harvest.line_at(layout, rect.centre) for rect in rects]
    assert found == [LineBadge(line) for _, line in bands]
    edges = [harvest.line_at(layout, (column.centre[0], y)) for y in (foot - 1, foot)]
    assert edges == [found[0], None]


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


def test_a_rival_comes_and_goes_by_the_pause_and_its_board_by_a_key(player: Context) -> None:
    player.speaker = voice = Voice()
    stage = open_table(player)
    stage.let(1)
    for asked in (OtherBoard(RIVAL), None):
        voice.spoken.clear()
        stage.press("page down")
        assert stage.table.selection.asked == asked
        assert voice.spoken == [as_sentences([stage.table.reader.explanation()])]
    stage.press("page down")
    voice.spoken.clear()
    stage.press("escape")
    assert stage.table.selection.asked is None
    assert voice.spoken == [stage.table.reader.to_do()]
    for word, has_rival in (("without", False), ("with", True)):
        stage.press("escape")
        stage.click(stage.find(player.text(f"play.{word}_rival")))
        assert isinstance(stage.top, TableScene)
        assert player.preferences.has_rival is has_rival
        assert (stage.table.mode.rival is not None) is has_rival
        assert stage.table.selection.asked is None
        assert len(stage.layout.seats) == has_rival


def test_a_seat_is_handed_to_a_computer_and_the_table_says_to_whom(player: Context) -> None:
    stage = open_table(player, players=people("Ana", "Ben", "Cleo"))
    stage.click_space("c3")
    stage.press("escape")
    stage.click(stage.find(player.text("play.take_over")))
    assert isinstance(stage.top, Dialog)
    stage.click(stage.find("Cleo"))
    assert isinstance(stage.top, TableScene)
    substitute = bot_name(player, stage.game.engine_of(2))
    words = player.text("play.taken_over", name="Cleo", substitute=substitute)
    assert (stage.game.people(), stage.table.toast.words) == ((0, 1), words)


def test_a_call_is_skipped_after_a_question_while_there_is_something_to_place(
    player: Context,
) -> None:
    stage = open_table(player, "classic free mail none", people("Ana", "Ben"))

    def skip() -> None:
        stage.click(stage.find(player.text("play.skip")))

    skip()
    assert isinstance(stage.top, Dialog)
    stage.click(stage.find(player.text("play.skip")))
    assert stage.match.round.seats[0].turns[0].is_missed
    stage.let_until_waits(Waits.ACT)
    stage.press("page down")
    before = stage.match
    skip()
    assert isinstance(stage.top, TableScene), "nothing is lost by a look at another board"
    assert stage.match is before


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
