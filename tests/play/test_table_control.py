"""The table's control on a clock of its own: waits, looks at other boards, the clock."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.bots.players.game_master import master_placements
from game.play.clock import Deadline, noted_left
from game.play.keeper import LocalKeeper
from game.play.table import TableSetup
from game.play.table_control import (
    HAND_OVER_PAUSE,
    BoardShown,
    MatchFlow,
    MoveRefused,
    MovesApplied,
    ScreenPassed,
    TableControl,
    TableEvent,
    TableSignal,
    TimeUp,
)
from game.play.table_game import Phase, TableGame
from game.rules.errors import IllegalReason
from game.rules.marks import Mark
from game.rules.match import Player
from game.rules.moves import Event, Miss, Missed, Place
from game.rules.placement import ASIDE_INDEX
from game.rules.ruleset import Ruleset
from tests.play.engines import ScriptedEngines, first_legal
from tests.play.evening import TICK, Evening
from tests.play.playing import ANA, BEN, OTTO, sit

CLEO = Player("Cleo")


def _sit(
    *players: Player,
    rules: str = "classic free single none",
    call_pause: float | None = 1.0,
    is_hidden: bool = False,
    seconds: int | None = None,
) -> Evening:
    game = sit(*players, rules=rules, has_hidden_boards=is_hidden, answer_seconds=seconds)
    holder: list[Evening] = []

    def now() -> float:
        return holder[0].now if holder else 100.0

    evening = Evening(TableControl(game, ScriptedEngines(), now, MatchFlow(lambda: call_pause)))
    holder.append(evening)
    evening.control.uncover()
    evening.let(TICK)
    return evening


def test_the_next_call_waits_and_a_takeback_begins_the_wait_anew() -> None:
    evening = _sit(ANA)
    evening.place()
    evening.let(0.9)
    assert evening.control.take_back() != []
    evening.place()
    evening.let(0.9)
    assert evening.game.phase() is Phase.CALL
    evening.let(0.3)
    assert evening.game.phase() is Phase.ACT
    # So does a tile that is moved, and a call that was asked for.
    evening.place()
    evening.let(0.9)
    last = evening.game.last_placement()
    assert last is not None
    assert evening.control.place(last.tile, evening.game.spaces_to_move_to()[0]) != []
    evening.let(0.9)
    assert evening.control.miss() == [], "nobody is asked"
    assert evening.game.phase() is Phase.CALL
    evening.control.go_on()
    evening.place()
    evening.let(0.9)
    assert evening.game.phase() is Phase.CALL


def test_the_clock_stands_while_the_window_is_left() -> None:
    evening = _sit(ANA, seconds=10, call_pause=60.0)
    evening.let(4)
    evening.control.stop_clock()
    evening.let(60)
    evening.control.run_clock()
    evening.let(5)
    assert evening.game.phase() is Phase.ACT
    evening.let(2)
    assert evening.game.phase() is Phase.CALL


def test_the_clock_is_paused_while_the_window_is_left_or_an_answer_is_read_aloud() -> None:
    evening = _sit(ANA, seconds=10, call_pause=60.0)
    evening.place()
    evening.let(1)
    evening.control.stop_clock()
    evening.now += 60
    evening.let(20)
    evening.control.run_clock()
    assert isinstance(evening.control.take_back()[-1], MovesApplied), "with frames or without"
    evening.control.is_listening = True
    evening.let(50)
    assert evening.game.phase() is Phase.ACT
    evening.control.is_listening = False
    evening.let(9.5)
    assert evening.game.phase() is Phase.CALL


def test_words_that_are_wished_again_and_again_stop_the_clock_for_a_minute_at_most() -> None:
    evening = _sit(ANA, seconds=10)
    evening.control.is_listening = True
    evening.let(68)
    assert len(evening.game.match.rounds[0].calls) == 1
    # The next answer may be listened to anew.
    for seconds in (4, 60):
        evening.let(seconds)
        assert len(evening.game.match.rounds[0].calls) == 2


def test_only_the_time_of_listening_counts_towards_its_minute() -> None:
    evening = _sit(ANA, seconds=100)
    for is_listening, seconds, left in ((True, 30, 100), (False, 40, 60), (True, 25, 60)):
        evening.control.is_listening = is_listening
        evening.let(seconds)
        assert evening.game.seconds_left(evening.now) == pytest.approx(left, abs=3 * TICK)


def test_each_second_of_the_clock_is_one_signal_and_none_is_given_for_another_board() -> None:
    evening = _sit(ANA, BEN, seconds=10)
    assert evening.let(3) == [TableSignal.SECOND] * 3
    assert evening.control.peek(1) == [BoardShown(1)], "a board that is asked for too"
    assert evening.let(3) == []
    evening.control.cover()
    assert noted_left(evening.game.match, 1) is None, "what is left is Ana's"
    evening.control.stop_peeking()
    evening.control.cover()
    assert noted_left(evening.game.match, 0) == pytest.approx(4, abs=3 * TICK)


def test_a_bot_is_asked_and_a_phone_is_not() -> None:
    game, engines = sit(ANA, OTTO, BEN, CLEO, phones=frozenset({3})), ScriptedEngines()
    control = TableControl(game, engines, lambda: 0.0, MatchFlow(lambda: None))
    control.advance(TICK, is_moving=False)
    control.advance(TICK, is_moving=False)
    assert [(seat, bot) for _, seat, bot, _ in engines.asked] == [(1, "fox")]


def test_a_call_passes_the_screen_at_once_where_the_person_before_it_is_out() -> None:
    """M5: Ana misses three calls, the last of them after Ben has answered."""
    evening = _sit(BEN, ANA, rules="classic free mail none", call_pause=None)
    control, game = evening.control, evening.game
    for _ in range(3):
        if game.phase() is Phase.CALL:
            control.go_on()
        for _ in range(2):
            if game.phase() is Phase.HAND_OVER:
                control.go_on()
            if game.view == 1:
                game.perform(Miss(1, master_placements(game.match, 1)))
            else:
                while game.hand():
                    evening.place()
    assert game.is_out(1)
    assert (game.view, game.phase()) == (1, Phase.CALL)
    called, passed = control.go_on()
    assert isinstance(called, MovesApplied)
    assert (passed, game.view) == (ScreenPassed(0), 0)


def test_what_a_clock_has_run_in_all_outlasts_its_answers() -> None:
    clock = Deadline(10.0)
    clock.restart(0.0)
    clock.restart(4.0)
    clock.pause(7.0)
    assert (clock.elapsed(9.0), clock.remaining(9.0)) == (7.0, 7.0)
    clock.resume(9.0)
    assert clock.remaining(99.0) == 0.0


def test_the_wait_begins_anew_however_the_tile_came_back_to_the_hand() -> None:
    evening = _sit(ANA)
    evening.place()
    evening.let(0.8)
    # As an ace of a run does, without asking the flow.
    evening.game.take_back()
    evening.let(TICK)
    evening.place()
    evening.let(0.9)
    assert evening.game.phase() is Phase.CALL


def test_the_wait_is_shown_as_its_share_whatever_its_length() -> None:
    for pause in (2.0, 8.0):
        evening = _sit(ANA, call_pause=pause)
        evening.place()
        shares: list[float | None] = []
        for _ in range(4):
            evening.let(TICK if not shares else pause / 4)
            shares.append(evening.control.wait_left)
        assert shares == pytest.approx([1, 0.75, 0.5, 0.25], abs=2 * TICK / pause)


def test_what_waits_shows_its_time_and_stands_while_the_tile_is_looked_at() -> None:
    evening = _sit(ANA)
    assert evening.control.wait_left is None
    evening.place()
    evening.let(0.5)
    left = evening.control.wait_left
    assert left is not None
    assert 0.4 < left < 0.8
    evening.control.is_held = True
    assert evening.let(60) == []
    assert evening.control.wait_left is not None
    evening.control.is_held = False
    evening.let(1.0)
    assert evening.game.phase() is Phase.ACT
    assert evening.control.wait_left is None


@pytest.mark.parametrize("is_hidden", [True, False])
def test_the_last_tile_comes_back_after_the_screen_was_handed_over(is_hidden: bool) -> None:
    evening = _sit(ANA, BEN, is_hidden=is_hidden)
    evening.place()
    evening.let(1.5)
    assert (evening.game.view, evening.control.seat_to_take_back) == (1, 0)
    assert evening.control.take_back()[-1] == ScreenPassed(0)
    assert (evening.game.view, evening.game.phase()) == (0, Phase.ACT)
    assert evening.control.seat_to_take_back is None
    evening.place()
    evening.let(1.5)
    evening.place()
    # A player who has begun to answer takes back their own tile, and no other.
    assert evening.control.seat_to_take_back is None
    evening.control.take_back()
    assert evening.game.view == 1
    evening.place()
    evening.let(2.5)
    assert len(evening.game.match.round.calls) == 2
    assert evening.control.seat_to_take_back is None
    assert evening.control.take_back() == [MoveRefused(IllegalReason.TOO_LATE_TO_TAKE_BACK)]


@pytest.mark.parametrize(
    ("is_hidden", "call_pause", "seconds"),
    [(False, 3.0, 3.0), (True, 3.0, HAND_OVER_PAUSE), (False, None, HAND_OVER_PAUSE),
     (False, 0.1, HAND_OVER_PAUSE)],
)  # fmt: skip
def test_the_screen_is_handed_over_after_the_wait_for_a_call_or_at_once_behind_a_curtain(
    is_hidden: bool, call_pause: float | None, seconds: float
) -> None:
    evening = _sit(ANA, BEN, is_hidden=is_hidden, call_pause=call_pause)
    evening.place()
    assert not any(isinstance(news, ScreenPassed) for news in evening.let(seconds - 2 * TICK))
    assert any(isinstance(news, ScreenPassed) for news in evening.let(4 * TICK))


def test_alone_a_call_can_be_undone_for_a_mark_that_is_asked_for_once() -> None:
    evening = _sit(ANA, OTTO)
    game = evening.game
    evening.place()
    evening.let(3)
    (next_tile,) = game.hand()
    assert evening.control.take_back() == [TableSignal.PRICE]
    assert len(game.match.round.calls) == 2
    assert game.setup.marks == frozenset()
    assert evening.control.undo_call() != []
    assert len(game.match.round.calls) == 1
    assert game.hand() == game.match.round.calls[0]
    assert TableSetup.from_match(game.match).marks == {Mark.TOOK_BACK}
    evening.place()
    evening.let(3)
    assert game.hand() == (next_tile,)
    # Whoever has paid is not asked again.
    assert isinstance(evening.control.take_back()[0], MovesApplied)
    assert len(game.match.round.calls) == 1
    timed = _sit(ANA, seconds=10)
    timed.place()
    timed.let(3)
    timed.control.undo_call()
    assert timed.game.deadline.remaining(timed.now) == 10


def test_nothing_comes_by_itself_where_the_player_is_waited_for() -> None:
    evening = _sit(ANA, call_pause=None)
    evening.place()
    assert evening.let(60) == []
    assert evening.control.go_on() != []
    assert len(evening.game.match.round.calls) == 2


def test_a_covered_table_stands_still() -> None:
    evening = _sit(ANA)
    evening.place()
    evening.control.cover()
    assert evening.let(60) == []
    assert len(evening.game.match.round.calls) == 1
    evening = _sit(ANA, rules="classic free mail none", seconds=10)
    evening.let(5)
    evening.control.cover()
    assert evening.let(60) == []
    evening.control.uncover()
    heard = evening.let(4.8)
    assert heard
    assert set(heard) == {TableSignal.SECOND}
    assert any(isinstance(news, MovesApplied) for news in evening.let(0.4))
    assert evening.game.match.round.seats[0].turns[0].is_missed


def test_the_clock_runs_on_while_another_board_is_looked_at() -> None:
    evening = _sit(ANA, OTTO, rules="classic free mail none", seconds=10)
    assert evening.control.peek(1) == [BoardShown(1)]
    heard = evening.let(11)
    assert BoardShown(0) in heard
    events = [e for news in heard if isinstance(news, MovesApplied) for e in news.events]
    assert any(isinstance(event, Missed) and event.seat == 0 for event in events)


def _acts(evening: Evening) -> list[Callable[[], list[TableEvent]]]:
    control = evening.control
    return [control.take_back, control.go_on, control.close_or_go_on, control.miss]


@pytest.mark.parametrize("act", range(4))
def test_the_first_act_only_leads_back_to_ones_own_board(act: int) -> None:
    evening = _sit(ANA, OTTO, rules="classic free mail none")
    evening.place()
    evening.control.peek(1)
    before = evening.game.match
    assert evening.place() == []
    assert _acts(evening)[act]() == [BoardShown(0)]
    assert evening.game.match is before
    assert not evening.control.is_peeking


def test_nobody_places_for_somebody_else_who_is_waited_for_too() -> None:
    evening = _sit(ANA, BEN)
    evening.control.peek(1)
    before = evening.game.match
    assert evening.place() == []
    assert evening.game.match is before


def test_one_looks_round_the_table_and_comes_home() -> None:
    evening = _sit(ANA, OTTO, BEN)
    seen = [evening.control.peek_along(1) for _ in range(3)]
    assert seen == [[BoardShown(1)], [BoardShown(2)], [BoardShown(0)]]
    assert not evening.control.is_peeking
    two = _sit(ANA, OTTO)
    two.place()
    two.let(0.3)
    two.control.peek(1)
    before = two.game.match
    assert two.let(10) == []
    assert two.game.match is before, "nothing goes on behind another board"


def test_hidden_boards_are_passed_over() -> None:
    evening = _sit(ANA, BEN, OTTO, is_hidden=True)
    assert evening.control.peek(1) == []
    assert evening.control.peek_along(1) == [BoardShown(2)]
    two = _sit(ANA, BEN, CLEO, OTTO, is_hidden=True)
    assert two.control.peek_along(1) == [BoardShown(3)], "two hidden boards in a row"
    back = _sit(ANA, OTTO, BEN, CLEO, is_hidden=True)
    assert back.control.peek_along(-1) == [BoardShown(1)], "the other way round the table too"
    alone = _sit(ANA, BEN, is_hidden=True)
    assert alone.control.peek_along(1) == []


def test_people_pass_the_screen_on() -> None:
    evening = _sit(ANA, BEN, CLEO)
    passed = []
    for _ in range(5):
        evening.place()
        passed += [news.seat for news in evening.let(2) if isinstance(news, ScreenPassed)]
    # Who answered last begins the next call.
    assert passed == [1, 2, 0, 1]


def test_what_is_not_allowed_is_refused_with_its_reason() -> None:
    evening = _sit(ANA)
    assert evening.control.take_back() == [MoveRefused(IllegalReason.NOTHING_TO_TAKE_BACK)]
    evening.place()
    evening.let(2)
    (tile,) = evening.game.hand()
    assert evening.control.place(tile, 0) == [MoveRefused(IllegalReason.OCCUPIED)]


def test_a_tile_set_aside_before_the_call_is_too_late_to_take_back() -> None:
    evening = _sit(ANA, BEN, rules="daffodil-4 free single none")
    for _ in range(2):
        (tile,) = evening.game.hand()
        evening.control.place(tile, ASIDE_INDEX)
        evening.let(2)
    assert len(evening.game.match.round.calls) == 2
    assert not evening.game.position().filled
    assert evening.control.take_back() == [MoveRefused(IllegalReason.TOO_LATE_TO_TAKE_BACK)]


def test_closing_moves_are_taken_back_though_the_last_answers_time_is_up() -> None:
    evening = _sit(ANA, rules="daffodil-4 free single none", seconds=5)
    game = evening.game
    for _ in range(3):
        (tile,) = game.hand()
        evening.control.place(tile, ASIDE_INDEX)
        evening.let(2)
    evening.let(21 * 2 * 5)
    assert game.phase() is Phase.CLOSE
    tile = next(tile for tile in game.hand() if game.legal(tile))
    assert evening.control.place(tile, game.legal(tile)[0]) == [TableSignal.TRIED]
    evening.control.take_back()
    assert game.closing == ()
    assert evening.control.take_back() == [MoveRefused(IllegalReason.TOO_LATE_TO_TAKE_BACK)]


def test_the_last_placement_can_be_taken_back_until_the_count() -> None:
    evening = _sit(ANA, call_pause=0.0)
    while evening.game.phase() is not Phase.MATCH_OVER:
        if evening.game.phase() is Phase.ACT:
            evening.place()
        else:
            evening.let(TICK)
    assert evening.let(1.3) == []
    evening.control.take_back()
    evening.place()
    assert evening.let(1.3) == []
    assert evening.let(0.3)[0] is TableSignal.OVER


def test_closing_moves_survive_a_look_elsewhere() -> None:
    evening = _sit(ANA, OTTO, rules="daffodil-4 free single rays", call_pause=0.0)
    for _ in range(2000):
        if evening.game.phase() is Phase.CLOSE:
            break
        if evening.game.phase() is Phase.ACT:
            tile = evening.game.hand()[0]
            legal = evening.game.legal(tile)
            # The daffodil's own places come first among the legal ones.
            aside = [i for i in legal if i < 0]
            evening.control.place(tile, (aside or list(legal))[0])
        else:
            evening.let(TICK)
    assert evening.game.phase() is Phase.CLOSE
    evening.let(5)
    tile = evening.game.hand()[0]
    assert evening.control.place(tile, evening.game.legal(tile)[0]) == [TableSignal.TRIED]
    tried = evening.game.closing
    evening.control.peek(1)
    assert evening.control.close_or_go_on() == [BoardShown(0)]
    evening.control.peek(1)
    evening.control.peek_along(1)
    assert evening.game.closing == tried
    evening.control.close_or_go_on()
    assert evening.game.match.round.seats[0].finish == tried


def test_p6_no_player_closes_the_board_of_another_by_looking_at_it() -> None:
    evening = _sit(ANA, BEN, rules="daffodil-4 free single none", call_pause=None)
    game, control = evening.game, evening.control
    while game.phase() is not Phase.CLOSE:
        evening.place() if game.phase() is Phase.ACT else control.go_on()
    seat = game.view
    control.peek(1 - seat)
    before = game.match
    assert control.close_or_go_on() == [BoardShown(seat)]
    assert game.match is before


def test_m1_the_clock_stands_while_only_a_computer_is_asked() -> None:
    setup = TableSetup(Ruleset.parse("classic free mail none"), (OTTO,), "42", answer_seconds=60)
    game, now = TableGame.start(setup), [100.0]
    engines = ScriptedEngines(is_answering=False)
    control = TableControl(game, engines, lambda: now[0], MatchFlow(lambda: None))
    control.uncover()
    left = set()
    for _ in range(10):
        control.advance(1.0, is_moving=False)
        now[0] += 1
        left.add(game.deadline.remaining(now[0]))
    assert game.match.round.seats[0].hand
    assert left == {59.0}, "it runs while the call is made, and no longer"


def test_a_timed_hand_falls_on_the_first_free_space_and_stays_there() -> None:
    evening = _sit(ANA, seconds=10, call_pause=30.0)
    news = evening.let(9.8)
    assert not any(isinstance(item, TimeUp) for item in news)
    (tile,) = evening.game.hand()
    news = evening.let(0.4)
    fallen = [item for item in news if isinstance(item, TimeUp)]
    # The hand has not been seen leaving by the player's own doing: it is shown from there.
    moved, up = news
    assert isinstance(moved, MovesApplied)
    assert (moved.is_helped, isinstance(up, TimeUp)) == (True, True), "the tile, then the words"
    assert [[(p.tile, p.space) for p in item.placements] for item in fallen] == [[(tile, 0)]]
    assert evening.game.phase() is Phase.CALL
    assert evening.control.take_back() == [MoveRefused(IllegalReason.TOO_LATE_TO_TAKE_BACK)]
    assert evening.control.place(tile, 1) == []
    assert not any(isinstance(item, TimeUp) for item in evening.let(1.0)), "once"
    assert evening.game.match.round.seats[0].position.tiles[0] == tile


def test_a_timed_clock_stands_once_the_tile_lies_unless_it_is_taken_back() -> None:
    evening = _sit(ANA, seconds=10, call_pause=60.0)
    evening.let(4)
    evening.place()
    evening.let(3)
    left = evening.game.deadline.remaining(evening.now)
    assert left is not None
    assert 5.5 < left < 6.5
    evening.control.take_back()
    left = evening.game.deadline.remaining(evening.now)
    assert left is not None
    assert 2.5 < left < 3.5
    evening.place()
    evening.let(30)
    assert evening.control.take_back() == [MoveRefused(IllegalReason.TOO_LATE_TO_TAKE_BACK)]
    last = evening.game.last_placement()
    assert last is not None
    assert evening.control.place(last.tile, evening.game.spaces_to_move_to()[0]) == []
    assert evening.game.phase() is Phase.CALL
    evening.control.go_on()
    assert evening.game.deadline.remaining(evening.now) == 10


@pytest.mark.parametrize(
    "rules",
    [
        "classic free single none",
        "classic adjacent-symbol pairs rays",
        "daffodil-2 adjacent pairs none",
        "daffodil-3 adjacent-symbol single none",
        "daffodil-4 adjacent single best-ray",
    ],
)
def test_a_timed_board_fills_though_nobody_lifts_a_finger(rules: str) -> None:
    evening = _sit(ANA, BEN, rules=rules, seconds=5)
    evening.let(21 * 2 * 9)
    match = evening.game.match
    assert all(seat.has_played(match.rules) for seat in match.round.seats)
    if not match.rules.has_aside:
        assert match.is_complete
        return
    # Closing moves have all the time in the world.
    assert evening.game.phase() is Phase.CLOSE
    evening.control.close_or_go_on()
    evening.let(5)
    evening.control.close_or_go_on()
    assert evening.game.match.is_complete


def test_each_person_has_a_clock_and_nobody_gets_it_again_by_handing_back() -> None:
    evening = _sit(ANA, BEN, seconds=10)
    evening.let(7)
    evening.place()
    evening.let(3)
    assert evening.game.view == 1
    left = evening.game.deadline.remaining(evening.now)
    assert left is not None
    assert left > 7
    assert evening.control.seat_to_take_back is None


def test_the_clock_of_a_league_is_no_timed_game() -> None:
    evening = _sit(ANA, OTTO, rules="classic free mail none", seconds=10)
    assert evening.game.setup.handicaps == frozenset()
    assert any(isinstance(e, Missed) for e in _events(evening.let(11)))
    two = _sit(ANA, BEN, rules="classic free mail none", seconds=30)
    while two.game.phase() is Phase.ACT:
        two.place()
    two.let(9)
    assert two.control.take_back()[-1] == ScreenPassed(0)
    left = two.game.deadline.remaining(two.now)
    assert left is not None
    assert 20 < left < 22, "what was left, without the wait and the time of the next player"
    while two.game.phase() is Phase.ACT:
        two.place()
    two.let(25)
    assert two.control.seat_to_take_back is None
    assert two.control.take_back() == [MoveRefused(IllegalReason.NOTHING_TO_TAKE_BACK)]


@given(acts=st.lists(st.tuples(st.sampled_from("plmbh"), st.integers(1, 12)), max_size=30))
def test_no_way_of_placing_and_taking_back_stops_the_clock(acts: list[tuple[str, int]]) -> None:
    """Place, look at another board, move, take back, hold: what is taken back took all the time
    since the call.
    """
    evening = _sit(ANA, OTTO, seconds=1000, call_pause=50.0)
    start = evening.now - TICK
    for act, ticks in acts:
        match act:
            case "p" if evening.game.phase() is Phase.ACT:
                evening.place()
            case "l":
                evening.control.peek_along(1)
            case "m" if evening.game.spaces_to_move_to():
                last = evening.game.last_placement()
                assert last is not None
                evening.control.place(last.tile, evening.game.spaces_to_move_to()[0])
            case "b":
                evening.control.take_back()
            case "h":
                evening.control.is_held ^= True
            case _:
                pass
        evening.let(ticks * TICK)
    if evening.control.is_peeking:
        evening.control.stop_peeking()
    evening.control.take_back()
    assert len(evening.game.match.round.calls) == 1
    left = evening.game.deadline.remaining(evening.now)
    # A wait is noticed with the next frame.
    assert left == pytest.approx(1000 - (evening.now - start), abs=TICK * (len(acts) + 2))


def _events(news: list[TableEvent]) -> list[object]:
    return [event for item in news if isinstance(item, MovesApplied) for event in item.events]


@pytest.mark.parametrize("rules", ["classic free single none", "classic free mail none"])
def test_a_resumed_clock_goes_on_from_what_was_left(rules: str) -> None:
    evening = _sit(ANA, BEN, rules=rules, seconds=30)
    evening.place()
    while evening.game.phase() is Phase.ACT:
        evening.place()
    evening.control.hand_over()
    evening.let(12)
    evening.control.cover()
    saved = evening.game.match
    resumed = TableGame(TableSetup.from_match(saved), LocalKeeper(saved))
    assert resumed.view == evening.game.view == 1
    left = resumed.deadline.remaining(0.0)
    assert left is not None
    assert 17 < left < 19
    # The next answer has its whole time, and what is over is noted nowhere.
    while resumed.hand():
        move = first_legal(resumed.match, resumed.view)[0]
        resumed.place(move.tile, move.space)
    assert "clock" not in json.loads(resumed.match.meta or "{}")
    resumed.call_next()
    again = TableGame(TableSetup.from_match(resumed.match), LocalKeeper(resumed.match))
    assert again.deadline.remaining(0.0) == 30


def test_a_power_cut_gives_back_a_few_seconds_at_most() -> None:
    evening = _sit(ANA, seconds=30)
    evening.let(17)
    saved = evening.game.match
    left = TableGame(TableSetup.from_match(saved), LocalKeeper(saved)).deadline.remaining(0.0)
    assert left is not None
    assert 13 < left <= 18


@pytest.mark.parametrize(
    "clock", ["7", "{}", '{"seat": 0, "round": 1, "call": 1, "milliseconds": -5}']
)
def test_foreign_words_about_the_clock_end_nothing(clock: str) -> None:
    match = _sit(ANA, seconds=30).game.match
    meta = json.loads(match.meta or "{}") | {"clock": json.loads(clock)}
    match = replace(match, meta=json.dumps(meta))
    left = TableGame(TableSetup.from_match(match), LocalKeeper(match)).deadline.remaining(0.0)
    assert left in (0, 30)


def test_thinking_over_a_tile_that_is_moved_costs_time_like_thinking_before() -> None:
    evening = _sit(ANA, seconds=10, call_pause=60.0)
    evening.place()
    evening.let(4)
    last = evening.game.last_placement()
    assert last is not None
    evening.control.place(last.tile, evening.game.spaces_to_move_to()[0])
    deadline = evening.game.deadline
    used = (deadline.remaining(evening.now), deadline.elapsed(evening.now))
    assert used == pytest.approx((6, 4), abs=2 * TICK), "a climb's stage takes it too"
    evening.let(3)
    evening.control.take_back()
    assert deadline.remaining(evening.now) == pytest.approx(3, abs=2 * TICK)


def test_v3_a_person_who_leaves_gives_the_screen_with_a_whole_clock_to_the_next() -> None:
    for view, leaver in ((0, 0), (1, 0), (0, 1), (1, 1)):
        league = "classic free mail none"
        evening = _sit(ANA, BEN, CLEO, rules=league, seconds=10, call_pause=60.0)
        control, game = evening.control, evening.game
        if view:
            while game.hand():
                evening.place()
            evening.control.go_on()
            assert (game.view, control.seat_to_take_back) == (1, 0)
        evening.let(4)
        control.peek(2)
        heard = control.leave_seat(leaver)
        assert heard[0] == BoardShown(view), "a look at another board ends"
        had_screen = view == leaver
        assert heard[1:] == ([ScreenPassed(game.view)] if had_screen else [TableSignal.STEP])
        assert not game.is_person(leaver)
        left = game.seconds_left(evening.now)
        assert left == pytest.approx(10 if had_screen else 6, abs=0.2)
        assert control.seat_to_take_back is None, "no seat gets the screen back"


def test_a_tile_comes_back_with_the_time_that_both_have_used() -> None:
    evening = _sit(ANA, BEN, rules="classic free mail none", seconds=20, call_pause=60.0)
    control, game = evening.control, evening.game
    evening.let(3)
    while game.hand():
        evening.place()
    evening.let(1)
    control.go_on()
    evening.let(2)
    assert (game.view, control.seat_to_take_back) == (1, 0)
    assert control.take_back()[-1] == ScreenPassed(0)
    assert game.seconds_left(evening.now) == pytest.approx(14, abs=0.3)
    # A timed game gives nothing back over the screen.
    timed = _sit(ANA, BEN, seconds=20)
    timed.place()
    timed.control.go_on()
    assert (timed.game.view, timed.control.seat_to_take_back) == (1, None)
    assert timed.control.pass_back() == []


def test_a_closing_move_is_refused_or_made_and_the_clock_of_a_called_back_call_is_whole() -> None:
    evening = _sit(ANA, seconds=10, call_pause=60.0)
    evening.place()
    evening.control.go_on()
    evening.let(4)
    assert evening.control.undo_call() != []
    assert evening.game.seconds_left(evening.now) == pytest.approx(10, abs=0.2)
    assert Mark.TOOK_BACK in evening.game.setup.marks
    assert evening.control.undo_call() == [], "nothing is placed before the first call"
    alone = _sit(ANA, rules="daffodil-4 free single none")
    while alone.game.phase() is not Phase.CLOSE:
        alone.place() if alone.game.phase() is Phase.ACT else alone.control.go_on()
    tile = alone.game.hand()[0]
    petal = next(i for i in range(19) if i not in alone.game.match.rules.grid.stamens)
    assert alone.control.place(tile, petal) == [MoveRefused(IllegalReason.NOT_A_STAMEN)]
    space = alone.game.legal(tile)[0]
    assert alone.control.place(tile, space) == [TableSignal.TRIED]
    (made,) = alone.control.close_or_go_on()
    assert isinstance(made, MovesApplied)
    finish = alone.game.match.round.seats[0].finish
    assert finish is not None
    assert [(p.tile, p.space) for p in finish] == [(tile, space)]
    assert alone.control.close_or_go_on() == [TableSignal.OVER]


@pytest.mark.parametrize(("pause", "wait"), [(None, 1.4), (0.0, 1.4), (1.0, 1.4), (3.0, 3.0)])
def test_the_count_comes_after_the_longer_of_two_waits(pause: float | None, wait: float) -> None:
    evening = _sit(ANA, call_pause=pause)
    while evening.game.phase() is not Phase.MATCH_OVER:
        evening.place() if evening.game.phase() is Phase.ACT else evening.control.go_on()
    assert TableSignal.OVER not in evening.let(wait - 0.2)
    assert TableSignal.OVER in evening.let(0.5)


def test_moves_of_phones_begin_the_wait_anew() -> None:
    game, moves = sit(ANA), list[tuple[Event, ...]]()
    flow = MatchFlow(lambda: 1.0, lambda _: moves.pop() if moves else ())
    control = TableControl(game, ScriptedEngines(), lambda: 0.0, flow)
    control.advance(0.1, is_moving=False)
    (move,) = first_legal(game.match, 0)
    events = game.place(move.tile, move.space)
    for _ in range(3):
        for _ in range(9):
            assert control.advance(0.1, is_moving=False) == []
        moves.append(events)
        assert control.advance(0.1, is_moving=False) == [MovesApplied(events)]
        assert control.wait_left is None
    heard = [control.advance(0.1, is_moving=False) for _ in range(12)]
    assert sum(map(bool, heard)) == 1
    assert len(game.match.round.calls) == 2


def test_an_answer_to_a_board_that_has_changed_since_is_dropped() -> None:
    engines = ScriptedEngines(is_answering=False)
    game = sit(ANA, OTTO, rules="classic free mail none")
    control = TableControl(game, engines, lambda: 0.0, MatchFlow(lambda: None))
    game.begin_round()
    assert control.poll_bots() == []
    (move,) = first_legal(game.match, 1)
    game.perform(Place(1, move.tile, move.space))
    before, engines.is_answering = game.match, True
    assert control.poll_bots() == []
    assert game.match is before
    assert control.poll_bots() != [], "the answer to the board as it is"
