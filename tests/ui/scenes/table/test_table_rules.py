"""The variants at the table: setting aside, closing moves, several tiles, the league."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.play.table_control import MovesApplied
from game.play.table_game import Phase as Waits
from game.play.table_game import TableGame
from game.rules.boards import Line
from game.rules.deal import deal_calls
from game.rules.errors import IllegalReason
from game.rules.match_score import score_match
from game.rules.moves import LineCompleted, Placed
from game.rules.placement import ASIDE_INDEX
from game.rules.ruleset import Ruleset
from game.rules.tiles import Tile
from game.storage.store import Storage
from game.ui.draw.bands import ScoreBand
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Colour, TextStyle
from game.ui.frame.context import Context
from game.ui.frame.intents import FocusChanged
from game.ui.layout.rects import Rect
from game.ui.parts import Dialog
from game.ui.scenes.shared.names import bot_name
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.table.league_words import seat_news
from game.ui.sound.names import Sound
from game.ui.sound.voices import caller_words
from tests.ui.conftest import Heard
from tests.ui.scenes.stage import FRAME
from tests.ui.scenes.table_stage import TableStage, bots, open_table, people, reopen_table

MAIL = "classic free mail none"


# the Daffodil


@pytest.fixture
def daffodil(player: Context) -> TableStage:
    """Variant 4 of the Daffodil, its first tile called."""
    return open_table(player, "daffodil-4 free single none")


def aside_of(stage: TableStage) -> list[str]:
    position = stage.match.round.seats[0].position
    return [str(tile) for tile in position.aside]


def play_to_closing(stage: TableStage, aside: int) -> None:
    """Set so many regular tiles aside, as early as can be, until closing moves are asked for.

    Three lie aside in the end, the others whatever they are.
    """
    while True:
        stage.let_until_waits(Waits.ACT, Waits.CLOSE)
        if stage.waits() is Waits.CLOSE:
            return
        (tile,) = stage.game.hand()
        if not tile.is_wild and len(aside_of(stage)) < aside:
            stage.click_space(ASIDE_INDEX)
        else:
            petals = [s for s in stage.game.legal(tile) if s != ASIDE_INDEX]
            stage.click_space(petals[0] if petals else ASIDE_INDEX)


def test_x_and_enter_set_a_tile_aside(daffodil: TableStage) -> None:
    (tile,) = daffodil.game.hand()
    daffodil.press("x")
    daffodil.draw()
    daffodil.press("return")
    assert aside_of(daffodil) == [str(tile)]
    daffodil.press("backspace")
    assert aside_of(daffodil) == []
    assert daffodil.game.hand() == (tile,)


def test_arrows_lead_to_the_daffodil_whose_tiles_are_read_with_the_board(
    daffodil: TableStage,
) -> None:
    (tile,) = daffodil.game.hand()
    daffodil.table.selection.cursor.put(len(daffodil.match.rules.grid) - 1)
    daffodil.table.selection.is_keyboard = True
    daffodil.press("down")
    assert daffodil.table.selection.target == ASIDE_INDEX
    daffodil.press("up", "down", "return")
    assert aside_of(daffodil) == [str(tile)]
    words = caller_words(daffodil.context.catalogue, tile)
    assert (
        daffodil.context.text("heard.spoken.daffodil", tiles=words)
        in daffodil.table.reader.words.board()
    )


def test_a_tile_dragged_to_the_daffodil_is_set_aside(daffodil: TableStage) -> None:
    (tile,) = daffodil.game.hand()
    daffodil.drag(daffodil.hand_point(), daffodil.layout.board.aside[2])
    assert aside_of(daffodil) == [str(tile)]


def test_the_daffodil_holds_no_fourth_tile(daffodil: TableStage) -> None:
    for _ in range(3):
        daffodil.let_until_waits(Waits.ACT)
        daffodil.press("x", "return")
    daffodil.let_until_waits(Waits.ACT)
    before = daffodil.match
    daffodil.press("x", "return")
    assert daffodil.match is before
    assert daffodil.table.toast.is_bad
    daffodil.draw()


def test_closing_moves_by_mouse_are_tried_taken_back_and_made(
    daffodil: TableStage, heard: Heard
) -> None:
    play_to_closing(daffodil, 3)
    tiles = daffodil.game.hand()
    assert len(tiles) == 3
    free = daffodil.game.legal(tiles[0])
    before = daffodil.match
    daffodil.draw()
    heard.sounds.clear()
    daffodil.click_space(free[0])
    assert heard.sounds[-1] is Sound.PLACE
    assert daffodil.match.rounds == before.rounds
    assert daffodil.game.hand() == tiles[1:]
    daffodil.draw()
    daffodil.press("backspace")
    assert daffodil.game.hand() == tiles
    assert daffodil.match == before
    daffodil.drag(daffodil.hand_point(1), daffodil.point(free[1]))
    daffodil.click(daffodil.find(daffodil.context.text("play.close")))
    seat = daffodil.match.rounds[0].seats[0]
    assert seat.finish is not None
    assert [(p.tile, p.space) for p in seat.finish] == [(tiles[1], free[1])]
    assert daffodil.saved == daffodil.match
    assert daffodil.match.is_complete
    assert "closing" not in (daffodil.match.meta or "")


def tried(stage: TableStage) -> dict[int, Tile]:
    """The closing moves that lie on the board."""
    return {p.space: p.tile for p in stage.game.closing}


def test_every_tile_set_aside_goes_to_every_stamen_and_no_other_tile_moves(
    daffodil: TableStage,
) -> None:
    play_to_closing(daffodil, 3)
    tiles = daffodil.game.hand()
    lying = daffodil.game.aside()
    for tile in tiles:
        for space in daffodil.game.legal(tile):
            # Another one is chosen: what is taken moves all the same.
            daffodil.table.selection.chosen = (tiles.index(tile) + 1) % 3
            place = daffodil.layout.board.aside[lying.index(tile)]
            daffodil.drag(place, daffodil.point(space))
            assert tried(daffodil) == {space: tile}
            daffodil.draw()
            left = tuple(None if t is tile else t for t in lying)
            assert daffodil.game.aside() == left, "the others stay in their places"
            daffodil.drag(daffodil.point(space), place)
            assert tried(daffodil) == {}
            daffodil.hit(place)
            daffodil.click_space(space)
            assert tried(daffodil) == {space: tile}
            daffodil.hit(daffodil.point(space))
            assert tried(daffodil) == {space: tile}
            daffodil.press("backspace")
            assert daffodil.game.aside() == lying


def test_a_closing_move_is_changed_by_dragging_it_to_another_stamen(daffodil: TableStage) -> None:
    play_to_closing(daffodil, 3)
    tile = daffodil.game.hand()[2]
    first, second = daffodil.game.legal(tile)[:2]
    daffodil.drag(daffodil.hand_point(2), daffodil.point(first))
    daffodil.drag(daffodil.point(first), daffodil.point(second))
    assert tried(daffodil) == {second: tile}
    daffodil.drag(daffodil.point(second), daffodil.point(second))
    assert tried(daffodil) == {second: tile}


def test_a_drag_that_takes_no_tile_places_none(daffodil: TableStage) -> None:
    daffodil.press("x", "return")
    daffodil.let_until_waits(Waits.ACT)
    before = daffodil.match
    petal = next(s for s in daffodil.game.legal(daffodil.game.hand()[0]) if s != ASIDE_INDEX)
    daffodil.drag(daffodil.layout.board.aside[0], daffodil.point(petal))
    assert daffodil.match is before


def test_the_keyboard_chooses_among_the_tiles_set_aside(daffodil: TableStage) -> None:
    play_to_closing(daffodil, 3)
    tiles = daffodil.game.hand()
    space = daffodil.game.legal(tiles[0])[0]
    for key, tile in (("tab", tiles[1]), ("x", tiles[2])):
        daffodil.press(key)
        daffodil.draw()
        daffodil.key_to(daffodil.match.rules.grid.name_of(space))
        daffodil.press("return")
        assert tried(daffodil) == {space: tile}
        daffodil.press("backspace")
        daffodil.table.selection.chosen = tiles.index(tile)


def test_a_wild_tile_stays_on_the_daffodil_and_says_so(daffodil: TableStage) -> None:
    while daffodil.waits() is not Waits.CLOSE:
        daffodil.let_until_waits(Waits.ACT, Waits.CLOSE)
        if daffodil.waits() is Waits.ACT:
            (tile,) = daffodil.game.hand()
            legal = daffodil.game.legal(tile)
            petals = [s for s in legal if s != ASIDE_INDEX]
            is_kept = ASIDE_INDEX in legal and (tile.is_wild or not aside_of(daffodil))
            daffodil.click_space(ASIDE_INDEX if is_kept or not petals else petals[0])
    wild = next(t for t in daffodil.game.aside() if t is not None and t.is_wild)
    at = daffodil.layout.board.aside[daffodil.game.aside().index(wild)]
    stamen = next(iter(daffodil.match.rules.grid.stamens))
    words = daffodil.context.text(f"errors.illegal.{IllegalReason.WILD_STAYS_ASIDE.value}")
    for end in (at, daffodil.point(stamen)):
        daffodil.table.toast.show("")
        daffodil.drag(at, end)
        assert daffodil.table.toast.words == words
        assert not daffodil.game.closing
    assert len(daffodil.game.hand()) == 1, "another tile could be moved"
    daffodil.hit(at)
    daffodil.click_space(stamen)
    assert not daffodil.game.closing, "nothing is chosen any more"


def test_closing_moves_that_are_tried_survive_the_end_of_the_program(daffodil: TableStage) -> None:
    play_to_closing(daffodil, 3)
    tile = daffodil.game.hand()[1]
    space = daffodil.game.legal(tile)[2]
    daffodil.drag(daffodil.hand_point(1), daffodil.point(space))
    assert daffodil.saved == daffodil.match
    again = reopen_table(daffodil.context)
    assert tried(again) == {space: tile}
    assert again.game.aside() == daffodil.game.aside()
    again.press("backspace")
    assert tried(reopen_table(daffodil.context)) == {}


@pytest.mark.parametrize(
    "noted",
    [
        "7",
        "{}",
        '"0 finish 111@a1"',
        '"9 finish"',
        '"0 back"',
        '{"seat": 0, "moves": ["294@b2"]}',
        '"0 finish 294"',
    ],
)
def test_tried_moves_that_do_not_fit_lie_on_the_daffodil(daffodil: TableStage, noted: str) -> None:
    play_to_closing(daffodil, 3)
    match = daffodil.match
    meta = json.loads(match.meta or "{}") | {"closing": json.loads(noted)}
    daffodil.context.store.save_match(replace(match, meta=json.dumps(meta)))
    again = reopen_table(daffodil.context)
    assert tried(again) == {}
    assert again.waits() is Waits.CLOSE


def test_closing_moves_by_keyboard(daffodil: TableStage) -> None:
    play_to_closing(daffodil, 3)
    tiles = daffodil.game.hand()
    grid = daffodil.match.rules.grid
    first, second = daffodil.game.legal(tiles[0])[:2]
    daffodil.key_to(grid.name_of(first))
    daffodil.press("return")
    daffodil.key_to(grid.name_of(second))
    daffodil.press("return", "n")
    finish = daffodil.match.rounds[0].seats[0].finish
    assert finish is not None
    assert [(p.tile, p.space) for p in finish] == [(tiles[0], first), (tiles[1], second)]


def test_closing_moves_go_to_stamens_alone(daffodil: TableStage) -> None:
    play_to_closing(daffodil, 3)
    tiles = daffodil.game.hand()
    petal = next(s for s in range(21) if s not in daffodil.match.rules.grid.stamens)
    daffodil.click_space(petal)
    assert daffodil.game.hand() == tiles
    words = daffodil.context.text(f"errors.illegal.{IllegalReason.NOT_A_STAMEN.value}")
    assert daffodil.table.toast.words == words


def test_closing_moves_can_be_skipped_and_wait_until_they_are(daffodil: TableStage) -> None:
    play_to_closing(daffodil, 3)
    daffodil.let(30)
    assert daffodil.waits() is Waits.CLOSE
    daffodil.press("n")
    assert daffodil.match.rounds[0].seats[0].finish == ()
    daffodil.let_until_counted()
    assert len(daffodil.context.store.profile.last_matches()) == 1


def test_the_last_placement_can_be_taken_back_before_the_closing_moves(
    daffodil: TableStage,
) -> None:
    play_to_closing(daffodil, 0)
    daffodil.let(5)
    daffodil.draw()
    daffodil.press("backspace")
    assert daffodil.waits() is Waits.ACT


# adjacency


def test_adjacency_refuses_in_words(player: Context) -> None:
    stage = open_table(player, "classic adjacent single none")
    stage.click_space("c3")
    stage.let_until_waits(Waits.ACT)
    before = stage.match
    stage.click_space("a1")
    assert stage.match is before
    words = player.text(f"errors.illegal.{IllegalReason.NOT_ADJACENT.value}")
    assert stage.table.toast.words == words
    stage.draw()
    stage.click_space("c2")
    assert stage.match is not before


# several tiles at once


def test_the_first_tile_that_may_go_anywhere_is_named(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = open_table(player, MAIL)
    first, second, third = stage.game.hand()
    for free in ((), (third,), (second, third)):
        monkeypatch.setattr(TableGame, "is_set_free", lambda _, tile, free=free: tile in free)
        stage.table.say("")
        stage.table.show([MovesApplied((Placed(0, first, 0, is_late=False),))])
        name = "–".join(str(free[0])) if free else ""
        words = player.text("play.all_open", tile=name) if free else ""
        assert stage.table.toast.words == words


def test_any_tile_of_a_call_can_be_placed_first(player: Context) -> None:
    stage = open_table(player, "classic free pairs none")
    while len(stage.game.hand()) < 2:
        stage.play_call()
        stage.let_until_waits(Waits.ACT)
    first, second = stage.game.hand()
    stage.draw()
    stage.press("tab", "c", "3", "return")
    assert stage.game.hand() == (first,)
    assert second in stage.match.round.seats[0].position.tiles
    stage.press("backspace")
    assert set(stage.game.hand()) == {first, second}


def test_tiles_of_the_hand_are_chosen_forwards_and_backwards(player: Context) -> None:
    stage = open_table(player, MAIL)
    assert len(stage.game.hand()) == 3
    chosen = []
    for key in ("x", "x", "x", "shift+tab", "shift+tab"):
        stage.press(key)
        chosen.append(stage.table.selection.chosen)
    assert chosen == [1, 2, 0, 2, 1]


def test_takebacks_go_through_the_call_one_by_one(player: Context) -> None:
    stage = open_table(player, MAIL, (*people("Ana"), *bots("Otto")))
    for space in ("a1", "a2", "a3"):
        stage.click_space(space)
    for left in (1, 2, 3):
        stage.press("backspace")
        assert len(stage.game.hand()) == left
    before = stage.match
    stage.press("backspace")
    assert stage.match is before


# the league


def test_a_call_is_missed_when_the_clock_runs_out(league: TableStage) -> None:
    called = league.game.hand()
    league.click_space("a1")
    league.let(29)
    assert not league.match.round.seats[0].turns[0].is_missed
    league.draw()
    league.let(2)
    seat = league.match.round.seats[0]
    assert seat.turns[0].is_missed
    assert seat.position.filled == 0
    league.let_until_waits(Waits.ACT)
    assert league.game.hand()[:3] == called
    assert len(league.game.hand()) == 5
    league.draw()
    for _ in range(5):
        league.place_somewhere()
    late = league.match.round.seats[0].position.late
    assert late.bit_count() == 3
    assert league.saved == league.match
    league.draw()


def test_a_button_lets_a_call_pass(league: TableStage) -> None:
    league.draw()
    league.click(league.find(league.context.text("play.skip")))
    assert isinstance(league.top, Dialog)
    league.press("escape")
    assert not league.match.round.seats[0].turns[0].is_missed
    league.click(league.find(league.context.text("play.skip")))
    league.click(league.find(league.context.text("play.skip")))
    assert league.match.round.seats[0].turns[0].is_missed
    missed = league.context.text("play.missed_by", call=1, names="Ana")
    league.let_until_waits(Waits.CALL)
    said = league.read()
    assert missed in " ".join(said)
    assert league.context.text("play.answered") not in said
    assert seat_news(league.context, league.game, 0) == [
        league.context.text("breakdown.missed", calls="1")
    ]


def test_the_clock_stands_behind_the_pause_and_without_the_keyboard(league: TableStage) -> None:
    league.let(5)
    league.press("escape")
    league.let(100)
    league.press("escape")
    league.give(FocusChanged(False))
    league.let(100)
    league.give(FocusChanged(True))
    left = league.game.deadline.remaining(league.clock)
    assert left is not None
    assert 24 < left < 26
    assert not league.match.round.seats[0].turns[0].is_missed


def test_a_match_that_goes_on_gives_time_to_answer(league: TableStage) -> None:
    league.click_space("a1")
    again = reopen_table(league.context)
    again.let(20)
    assert not again.match.round.seats[0].turns[0].is_missed
    again.let(15)
    assert again.match.round.seats[0].turns[0].is_missed


def test_the_second_round_gives_time_to_answer_too(player: Context) -> None:
    stage = open_table(
        player, MAIL + " rounds=2", (*people("Ana"), *bots("Otto")), answer_seconds=30
    )
    stage.play_round()
    stage.let_until_counted()
    stage.press("return", "return")
    stage.let(20)
    assert len(stage.match.rounds) == 2
    assert not stage.match.round.seats[0].turns[0].is_missed


def test_three_misses_and_a_substitute_plays_on_to_the_end(league: TableStage) -> None:
    league.let_until(lambda: league.game.is_out(0))
    seat = league.match.round.seats[0]
    assert [turn.is_missed for turn in seat.turns] == [True] * 3
    text, who = league.context.text, bot_name(league.context, league.game.engine_of(0))
    out = text("play.is_out", name="Ana", substitute=who)
    assert seat_news(league.context, league.game, 0)[-1] == out
    league.draw()
    league.let(FRAME * 3)
    league.let_until_counted()
    (played,) = league.context.store.profile.last_matches()
    match = league.breakdown.control.match
    assert match.is_complete
    assert [r.total for r in played.results] == [p.total for p in score_match(match).players]


def test_the_clock_warns_at_five_seconds_and_a_short_one_at_its_half(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Painter.write_line
    written: dict[str, Colour] = {}

    def listen(painter: Painter, surface: pygame.Surface, text: str, *rest: Any) -> Rect:
        written[text] = next(part.colour for part in rest if isinstance(part, TextStyle))
        return line(painter, surface, text, *rest)

    monkeypatch.setattr(Painter, "write_line", listen)
    palette = player.painter.theme.palette
    for limit, calm, short in ((30, 6, 4), (6, 4, 2)):
        stage = open_table(player, MAIL, (*people("Ana"), *bots("Otto")), answer_seconds=limit)
        for left, colour in ((calm, palette.ink), (short, palette.bad)):
            stage.let((stage.game.deadline.remaining(stage.clock) or 0) - left + FRAME)
            stage.draw()
            assert next(written[w] for w in written if f"0:0{left}" in w) == colour
            written.clear()


def test_a_line_with_a_late_tile_says_that_it_earns_half(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Ruleset.parse(MAIL)
    line = next(one for one in rules.grid.lines if len(one) == 3)
    seed = next(
        seed
        for seed in map(str, range(1000))
        if len({tile.number(line.direction) for tile in deal_calls(rules, seed)[0]}) == 1
    )
    stage = open_table(player, MAIL, seed=seed, answer_seconds=30)
    called = stage.game.hand()
    stage.let(31)
    stage.let_until_waits(Waits.ACT)
    told: list[ScoreBand] = []
    light = stage.table.motion.light

    def listen(line: Line, colour: Colour, band: ScoreBand, *rest: Any, **how: Any) -> None:
        told.append(band)
        light(line, colour, band, *rest, **how)

    monkeypatch.setattr(stage.table.motion, "light", listen)
    for space in line.spaces:
        stage.click_space(space)
    number = called[0].number(line.direction)
    assert number is not None
    assert told.pop() == ScoreBand(3 * number / 2, number, 3, is_late=True)
    # Other points than length times number are not late by themselves.
    completed = LineCompleted(stage.game.view, line, number, 6 * number, False)
    stage.table.show([MovesApplied((completed,))])
    assert told == [ScoreBand(6 * number, number, 3)]


def picture_of(stage: TableStage) -> bytes:
    return pygame.image.tobytes(stage.draw(), "RGB")


@pytest.mark.usefixtures("pixels")
def test_whoever_stops_a_timed_clock_sees_nothing_to_think_about(player: Context) -> None:
    pictures = set()
    for space in ("a1", "e3"):
        stage = open_table(player, answer_seconds=10)
        stage.click_space(space)
        stage.let_until_waits(Waits.ACT)
        stage.give(FocusChanged(True))
        assert not isinstance(stage.top, PauseScene)
        stage.give(FocusChanged(False))
        assert isinstance(stage.top, PauseScene)
        stage.let(100)
        pictures.add(picture_of(stage))
        stage.press("escape")
        stage.let(5)
        assert stage.waits() is Waits.ACT
    assert len(pictures) == 1


def test_a_clock_ticks_in_its_last_five_seconds_alone(player: Context, heard: Heard) -> None:
    stage = open_table(player, answer_seconds=10)
    stage.let(4.5)
    assert Sound.TICK not in heard.sounds
    stage.let(5.4)
    assert [step for sound, step, *_ in heard.played if sound is Sound.TICK] == [5, 4, 3, 2, 1]


def test_after_a_hand_has_fallen_the_first_tile_of_the_next_is_chosen(player: Context) -> None:
    stage = open_table(player, "classic free pairs none", answer_seconds=10)
    stage.let_until(lambda: len(stage.game.hand()) == 2)
    stage.press("x")
    assert stage.table.selection.chosen == 1
    stage.let_until(lambda: len(stage.match.round.calls) == 2)
    assert stage.table.selection.chosen == 0


@pytest.mark.usefixtures("pixels")
def test_a_blind_board_tells_nothing_of_what_lies_where(player: Context) -> None:
    pictures = []
    for spaces in (("a1", "b2"), ("b2", "a1")):
        # The deal is new to both.
        player.store = Storage.in_memory()
        stage = open_table(player, is_blind=True)
        for space in spaces:
            stage.let_until_waits(Waits.ACT)
            stage.press(*space, "return")
        stage.let_until_waits(Waits.ACT)
        stage.press("c", "3")
        stage.let(10)
        pictures.append(picture_of(stage))
    assert pictures[0] == pictures[1]


def test_a_blind_game_tells_of_no_line_until_the_count(player: Context) -> None:
    lit = []
    for is_blind in (False, True):
        stage = open_table(player, is_blind=is_blind)
        lit.append(0)
        while stage.waits() is not Waits.MATCH_OVER:
            stage.play_call()
            lit[-1] += len(stage.table.motion.dark_lines())
    assert lit[0] > lit[1] == 0


def test_when_the_only_person_is_out_the_table_says_so_until_the_end(player: Context) -> None:
    rules = "classic free mail none"
    stage = open_table(player, rules, (*people("Ana"), *bots("Ben")), answer_seconds=10)
    stage.let_until(lambda: stage.game.is_out(0))
    said = player.text("play.nobody_left", key="Esc")
    for calls in (3, 4, 5):
        stage.let_until(lambda calls=calls: len(stage.match.round.calls) >= calls)  # type: ignore[misc]
        assert said in " ".join(stage.read())
    again = reopen_table(player)
    assert said in " ".join(again.read()), "and when the table is opened again"
