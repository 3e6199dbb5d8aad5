"""A table apart at the usual table, without threads: what arrives there, what is handed in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.net.journal.draft import Draft
from game.net.journal.keys import new_secret
from game.net.journal.names import names_of
from game.net.journal.store import OwnSeat, TableStore
from game.net.journal.table import Substitution, TurnText
from game.net.service.service import Service, _Runner
from game.net.service.snapshots import TableSnapshot
from game.net.service.table_flow import ApartFlow, ApartKeeper, replacements
from game.play.closing import note_closing
from game.play.keeper import SeatsApart
from game.play.league import Replacement
from game.play.table_control import (
    HAND_OVER_PAUSE,
    LAST_PAUSE,
    BoardShown,
    MovesApplied,
    ScreenPassed,
    TableControl,
    TableSignal,
)
from game.play.table_game import Phase
from game.progress.engine_client import EngineClient
from game.rules.match import Player, legal_placements
from game.rules.moves import Called
from game.rules.placement import ASIDE_INDEX
from game.rules.ruleset import Ruleset
from tests.net.worlds import RandomEngines, World, any_turn
from tests.rules.random_matches import walk

PERSON = 1
"""The seat: the leader's own come first."""


class Noting(Service):
    """Notes what is handed in."""

    def __init__(self, store: TableStore) -> None:
        super().__init__(store, RandomEngines())
        self.handed: list[tuple[int, str]] = []
        self.asked_back: list[int] = []

    def hand_in(self, id: bytes, seat: int, text: str) -> None:
        self.handed.append((seat, text))

    def take_back(self, id: bytes, seat: int) -> None:
        self.asked_back.append(seat)


class Evening:
    """A computer of the house, and people elsewhere, whose screen this is."""

    def __init__(
        self, folder: Path, people: int = 1, rules: str = "classic free single none"
    ) -> None:
        self.own = tuple(range(PERSON, PERSON + people))
        self.world = World(folder / "world", Ruleset.parse(rules), guests=(), seats=1 + people)
        self.guest = self.world.join("Person 1")
        for seat in self.own[1:]:
            self.guest.stored.keep_seat(OwnSeat(new_secret(), f"Person {seat}"))
        self.service = Noting(TableStore(folder))
        self.go_on()
        self.look()
        self.open_page()

    def open_page(self) -> None:
        """Open the table's page, the first time or again."""
        match = ApartKeeper(self.service, self.table)
        self.flow = ApartFlow(match, lambda: 0.0)
        self.game = match.game()
        self.control = TableControl(self.game, EngineClient(), lambda: 0.0, self.flow)

    def keep_drafts(self) -> None:
        """Let the service store drafts on the disk, as it does while it plays the table."""
        runner = _Runner(self.service, self.guest.stored, RandomEngines())
        self.service._runners[self.table] = runner

    @property
    def table(self) -> bytes:
        return self.world.invitation.table

    def go_on(self) -> None:
        """Everybody says what there is to say."""
        for _ in range(4):
            self.world.step(1)

    def look(self, own: tuple[int, ...] | None = None, handed: tuple[int, ...] = ()) -> None:
        """The table's thread looks."""
        own = self.own if own is None else own
        seen = TableSnapshot(
            self.table,
            self.guest.stored.seating,
            self.guest.table,
            False,
            own,
            handed_in=frozenset(handed),
        )
        self.service.snapshots = {self.table: seen}

    def place(self) -> None:
        placement = legal_placements(self.game.match, self.game.view)[0]
        self.control.place(placement.tile, placement.space)

    def answer(self) -> None:
        """The turn that was handed in is sent, and the next call comes."""
        for seat, text in self.service.handed:
            self.guest.hand_in(seat, text)
        self.service.handed.clear()
        self.go_on()
        self.look()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.service.close()


def called(evening: Evening) -> list[int]:
    """Calls in the news of one look: how many tiles each."""
    news = evening.control.advance(0.0, is_moving=False)
    events = [event for one in news if isinstance(one, MovesApplied) for event in one.events]
    return [len(event.tiles) for event in events if isinstance(event, Called)]


def test_what_happened_before_is_no_news_and_each_call_is_news_once(evening: Evening) -> None:
    news = evening.control.advance(0.0, is_moving=False)
    assert news == [BoardShown(PERSON)], "the table is shown as it is"
    assert called(evening) == called(evening) == []
    for calls in range(2, 5):
        evening.place()
        evening.flow.hand_in(evening.game)
        evening.answer()
        assert called(evening) == [1]
        assert called(evening) == []
        assert len(evening.game.match.round.calls) == calls


def test_nothing_arrives_while_the_picture_moves(evening: Evening) -> None:
    evening.control.advance(0.0, is_moving=False)
    evening.place()
    evening.flow.hand_in(evening.game)
    evening.answer()
    evening.control.advance(0.0, is_moving=True)
    assert len(evening.game.match.round.calls) == 1
    assert called(evening) == [1]


def test_a_look_at_another_board_ends_when_something_arrives(evening: Evening) -> None:
    evening.control.advance(0.0, is_moving=False)
    evening.place()
    evening.flow.hand_in(evening.game)
    evening.control.peek(0)
    assert evening.control.is_peeking
    assert not evening.flow.can_place(evening.control)
    evening.answer()
    ended, moved = evening.control.advance(0.0, is_moving=False)
    assert ended == BoardShown(PERSON)
    assert isinstance(moved, MovesApplied)
    assert [len(one.tiles) for one in moved.events if isinstance(one, Called)] == [1]
    assert not evening.control.is_peeking
    assert evening.game.view == PERSON


def test_a_turn_is_handed_in_once_and_stays_until_the_next_call(evening: Evening) -> None:
    flow, game = evening.flow, evening.game
    evening.control.advance(0.0, is_moving=False)
    assert not flow.can_hand_in(game), "nothing is placed"
    evening.place()
    assert flow.can_hand_in(game)
    assert not flow.has_handed_in(game)
    assert game.can_take_back()
    assert flow.can_place(evening.control)
    flow.go_on(evening.control)
    # The table's thread has not said so yet.
    assert flow.has_handed_in(game)
    assert not flow.can_hand_in(game)
    assert game.can_take_back(), "until the call is closed"
    assert not flow.can_place(evening.control)
    flow.go_on(evening.control)
    ((seat, _),) = evening.service.handed
    assert seat == PERSON
    evening.answer()
    assert called(evening) == [1]
    assert not flow.has_handed_in(game)
    assert flow.can_place(evening.control)


def test_the_last_turn_waits_for_the_closing_moves(tmp_path: Path) -> None:
    evening = Evening(tmp_path, rules="daffodil-4 free single none")
    flow, game, control = evening.flow, evening.game, evening.control
    calls = len(game.match.rules.call_sizes)
    for _ in range(calls):
        control.advance(0.0, is_moving=False)
        assert game.phase() is Phase.ACT
        evening.place()
        if len(game.match.round.calls) < calls:
            flow.hand_in(game)
            evening.answer()
    assert game.phase() is Phase.CLOSE
    assert not flow.can_hand_in(game)
    control.close_or_go_on()
    assert flow.can_hand_in(game)
    evening.service.close()


def test_moves_tried_on_a_board_are_gone_with_the_board_that_comes(evening: Evening) -> None:
    evening.control.advance(0.0, is_moving=False)
    tried = legal_placements(evening.game.match, PERSON)[:1]
    evening.place()
    evening.flow.hand_in(evening.game)
    evening.game.save_meta(note_closing(evening.game.match, PERSON, tried))
    evening.answer()
    evening.control.advance(0.0, is_moving=False)
    assert evening.game.closing == ()


def test_a_turn_that_another_program_handed_in_is_not_asked_for_again(evening: Evening) -> None:
    evening.control.advance(0.0, is_moving=False)
    evening.place()
    evening.look(own=(0, PERSON), handed=(PERSON,))
    assert not evening.flow.has_handed_in(evening.game), "the other person has not"
    evening.look(handed=(PERSON,))
    assert evening.flow.has_handed_in(evening.game)
    assert not evening.flow.can_hand_in(evening.game)


def test_a_turn_is_asked_back_once_and_only_where_its_tile_was_placed(evening: Evening) -> None:
    flow, control = evening.flow, evening.control
    control.advance(0.0, is_moving=False)
    evening.look(handed=(PERSON,))
    assert flow.interrupt(control) == []
    assert (evening.service.asked_back, flow.has_handed_in(evening.game)) == ([], True)
    evening.look()
    evening.place()
    assert flow.interrupt(control) == []
    assert evening.service.asked_back == [], "nothing was handed in"
    flow.hand_in(evening.game)
    for _ in range(2):
        assert flow.interrupt(control) == []
        assert (evening.service.asked_back, flow.has_handed_in(evening.game)) == ([PERSON], False)


def test_a_turn_that_is_handed_in_is_shown_whatever_the_draft_says(evening: Evening) -> None:
    evening.control.advance(0.0, is_moving=False)
    table = evening.guest.table
    assert table is not None
    turns = [any_turn(table, PERSON, Random(seed)) for seed in range(9)]
    draft, handed = turns[0], next(turn for turn in turns if turn != turns[0])
    evening.service.drafts[evening.table] = Draft(1, ((PERSON, draft), (0, draft)), None)
    for turn, news in ((draft, ()), (handed, ((PERSON, handed),))):
        snapshot = replace(evening.flow.snapshot, turns=news)
        evening.service.snapshots = {evening.table: snapshot}
        evening.open_page()
        placed = evening.game.match.round.seats[PERSON].turns[-1].placements
        assert TurnText(placed).write(evening.game.match.rules.grid) == turn
        assert not evening.game.match.round.seats[0].turns[-1].placements, "no seat of this home"
    evening.service.drafts[evening.table] = Draft(2, ((PERSON, draft),), None)
    evening.service.snapshots = {evening.table: replace(evening.flow.snapshot, turns=())}
    evening.open_page()
    assert not evening.game.match.round.seats[PERSON].turns[-1].placements, "of another call"


def test_who_watches_hands_nothing_in(evening: Evening) -> None:
    evening.look(own=())
    evening.control.advance(0.0, is_moving=False)
    assert not evening.flow.has_handed_in(evening.game)
    assert not evening.flow.can_hand_in(evening.game)


def test_nothing_is_handed_in_by_itself(evening: Evening) -> None:
    evening.control.advance(0.0, is_moving=False)
    evening.place()
    for _ in range(3):
        evening.control.advance(100.0, is_moving=False)
    assert evening.service.handed == []


def test_who_has_answered_elsewhere_is_known_at_the_table(evening: Evening) -> None:
    evening.control.advance(0.0, is_moving=False)
    for waited in (frozenset({0}), frozenset[int]()):
        evening.service.snapshots = {evening.table: replace(evening.flow.snapshot, waited=waited)}
        evening.control.advance(0.0, is_moving=False)
        assert evening.game.apart.answered == {0} - waited


def test_whoever_loses_the_seat_sees_the_tile_land_before_the_table_changes(
    evening: Evening,
) -> None:
    evening.control.advance(0.0, is_moving=False)
    evening.look(own=())
    assert TableSignal.OVER not in evening.control.advance(0.0, is_moving=True)
    assert evening.control.advance(0.0, is_moving=False) == [TableSignal.OVER]


def test_tiles_that_are_not_handed_in_lie_there_when_the_page_is_opened_again(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path, rules="classic free mail none")
    evening.control.advance(0.0, is_moving=False)
    evening.place()
    evening.place()
    shown, hand = evening.game.position(), evening.game.hand()
    assert len(hand) == 1
    evening.open_page()
    evening.control.advance(0.0, is_moving=False)
    assert (evening.game.position(), evening.game.hand()) == (shown, hand)
    evening.control.take_back()
    evening.open_page()
    evening.control.advance(0.0, is_moving=False)
    assert len(evening.game.hand()) == 2, "a tile that was taken back is in the hand"
    evening.place()
    evening.place()
    evening.flow.hand_in(evening.game)
    evening.answer()
    evening.open_page()
    evening.control.advance(0.0, is_moving=False)
    current = evening.game.match.round
    assert (len(current.calls), evening.game.hand()) == (2, current.calls[-1])
    evening.service.close()


def test_a_player_who_comes_in_the_middle_of_a_call_sweeps_no_tile_from_the_board(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path, rules="classic free mail none")
    evening.control.advance(0.0, is_moving=False)
    evening.place()
    shown = evening.game.position()
    table = evening.guest.table
    assert table is not None
    assert table.match is not None
    came = replace(table.match, players=(Player("Zoe"), *table.match.players[1:]))
    evening.guest.journal.table = replace(table, match=came)
    evening.look()
    evening.control.advance(0.0, is_moving=False)
    assert evening.game.position() == shown
    evening.service.close()


def test_closing_moves_that_are_tried_are_there_when_the_page_is_opened_again(
    tmp_path: Path,
) -> None:
    evening = Evening(tmp_path, rules="daffodil-4 free single none")
    calls = len(evening.game.match.rules.call_sizes)
    for call in range(calls):
        evening.control.advance(0.0, is_moving=False)
        state = evening.game.seat_state()
        assert state is not None
        aside = [p for p in legal_placements(evening.game.match, PERSON) if p.space == ASIDE_INDEX]
        if call == 0 and aside:
            evening.control.place(aside[0].tile, aside[0].space)
        else:
            evening.place()
        if call + 1 < calls:
            evening.flow.hand_in(evening.game)
            evening.answer()
    assert evening.game.phase() is Phase.CLOSE
    tile = evening.game.hand()[0]
    evening.control.place(tile, evening.game.legal(tile)[0])
    tried = evening.game.closing
    assert len(tried) == 1
    evening.open_page()
    evening.control.advance(0.0, is_moving=False)
    assert (evening.game.phase(), evening.game.closing) == (Phase.CLOSE, tried)
    # The program ends, or is killed, and is started again.
    evening.keep_drafts()
    evening.game.keeper.keep(evening.game.match)
    again = TableStore(evening.guest.stored.folder.parent).table(evening.table).draft
    assert again is not None
    evening.service.drafts = {evening.table: again}
    evening.open_page()
    evening.control.advance(0.0, is_moving=False)
    assert (evening.game.phase(), evening.game.closing) == (Phase.CLOSE, tried)
    evening.service.close()


def test_people_of_one_home_place_in_turn_and_hand_in_together(tmp_path: Path) -> None:
    evening = Evening(tmp_path, people=2)
    flow, control = evening.flow, evening.control
    control.advance(0.0, is_moving=False)
    evening.place()
    assert not flow.can_hand_in(evening.game), "the other person has a tile to place"
    assert flow.go_on(control) == [ScreenPassed(2)]
    evening.place()
    assert flow.can_hand_in(evening.game)
    flow.go_on(control)
    assert [seat for seat, _ in evening.service.handed] == [1, 2]
    handed, evening.service.handed = evening.service.handed, []
    # A tile is taken back: the turns of both are asked back, and handed in again.
    control.take_back()
    assert evening.service.asked_back == [1, 2]
    evening.place()
    snapshot = replace(flow.snapshot, waited=frozenset({1, 2}))
    evening.service.snapshots = {evening.table: snapshot}
    flow.go_on(control)
    assert [seat for seat, _ in evening.service.handed] == [1, 2]
    evening.service.handed = handed
    evening.answer()
    assert called(evening) == [1]
    assert evening.game.view == 2, "who placed last begins"
    evening.place()
    control.advance(0.0, is_moving=False)
    # The screen passes on by itself, after a while that is never too short to see.
    passed = [
        control.advance(seconds, is_moving=False) for seconds in (0.0, HAND_OVER_PAUSE - 0.1, 0.2)
    ]
    assert passed == [[], [], [ScreenPassed(1)]]
    evening.service.close()


def test_a_seat_that_is_given_up_here_is_elsewhere_from_the_next_call_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path, people=2)
    evening.control.advance(0.0, is_moving=False)
    assert evening.game.apart == SeatsApart(frozenset({0}), substitutes=frozenset({1, 2}))
    evening.guest.leave(2)
    evening.place()
    seat = evening.game.match.round.seats[1]
    turn = TurnText(seat.turns[-1].placements).write(evening.game.match.rules.grid)
    evening.service.handed.append((1, turn))
    evening.answer()
    evening.look(own=(1,))
    evening.control.advance(0.0, is_moving=False)
    assert evening.game.apart == SeatsApart(frozenset({0, 2}), substitutes=frozenset({1}))
    evening.service.close()


def test_at_the_end_of_the_match_the_last_tile_is_seen_before_the_count(evening: Evening) -> None:
    control, game = evening.control, evening.game
    control.advance(0.0, is_moving=False)
    table = evening.guest.table
    assert table is not None
    assert table.match is not None
    rules = table.match.rules
    # A match that the journal has played to its end.
    over = next(after for _, _, after in walk(rules, 2, Random(1)) if after.is_complete)
    evening.guest.journal.table = replace(
        table, match=replace(over, players=table.match.players), call=None, calls=19
    )
    evening.look()
    control.advance(0.0, is_moving=False)
    control.advance(0.0, is_moving=False)
    assert game.phase() is Phase.MATCH_OVER
    for seconds in (0.0, LAST_PAUSE - 0.1):
        control.advance(seconds, is_moving=False)
    control.peek(0)
    assert control.advance(0.2, is_moving=False) == [], "another's board is looked at"
    control.stop_peeking()
    news = [control.advance(s, is_moving=False) for s in (0.0, LAST_PAUSE - 0.1, 0.2)]
    assert news == [[], [], [TableSignal.OVER]]
    assert evening.flow.go_on(control) == [TableSignal.OVER]
    assert not evening.flow.can_hand_in(game)


def test_a_turn_taken_back_is_handed_in_again_once_the_leader_has_answered(
    evening: Evening,
) -> None:
    flow, game, control = evening.flow, evening.game, evening.control
    control.advance(0.0, is_moving=False)
    evening.place()
    flow.go_on(control)
    assert flow.has_handed_in(game)
    evening.look(handed=(PERSON,))
    control.take_back()
    assert (flow.has_handed_in(game), evening.service.asked_back) == (False, [PERSON])
    assert flow.can_place(control)
    control.take_back()
    assert evening.service.asked_back == [PERSON], "asked for once"
    evening.place()
    assert not flow.can_hand_in(game), "the leader still has the first one"
    evening.service.snapshots = {
        evening.table: replace(flow.snapshot, waited=frozenset({PERSON, 0}))
    }
    assert flow.can_hand_in(game)
    flow.go_on(control)
    assert flow.has_handed_in(game)
    assert not flow.can_place(control)
    assert [seat for seat, _ in evening.service.handed] == [PERSON, PERSON]


def test_a_leaders_person_whose_time_is_over_places_nothing(evening: Evening) -> None:
    flow, control = evening.flow, evening.control
    control.advance(0.0, is_moving=False)
    plain = flow.snapshot
    assert plain.table is not None
    here = frozenset({PERSON})
    for changes, is_shut in (
        ({"is_master": True}, True),
        ({"is_master": False}, False),
        ({"is_master": True, "waited": here}, False),
        ({"is_master": True, "handed_in": here}, False),
        ({"is_master": True, "waited": frozenset({0})}, True),
        ({"is_master": True, "table": replace(plain.table, call=None)}, False),
    ):
        evening.service.snapshots = {evening.table: replace(plain, **changes)}
        assert flow.is_shut is is_shut, changes
        if "handed_in" not in changes:
            assert flow.can_place(control) is not is_shut
    evening.place()
    evening.service.snapshots = {evening.table: replace(plain, is_master=True)}
    assert not flow.can_hand_in(evening.game)


def test_substitutes_are_named_by_the_last_one_in_each_seat(evening: Evening) -> None:
    ana, ben, zoe, kim = (Player(name) for name in ("Ana", "\u202eBen", "Zoe", "Kim"))
    snapshot = evening.flow.snapshot
    assert replacements(replace(snapshot, table=None)) == ()
    assert snapshot.table is not None
    chairs = tuple(
        replace(chair, player=player)
        for chair, player in zip(snapshot.table.chairs, (kim, kim), strict=True)
    )
    table = replace(
        snapshot.table,
        chairs=chairs,
        substitutions=(
            Substitution(1, 2, ana, ben, has_left=True),
            Substitution(1, 5, ben, kim, has_left=False),
            Substitution(0, 7, zoe, kim, has_left=True),
        ),
    )
    names = names_of(table)
    assert names[0] != names[1], "equal names are marked"
    assert replacements(replace(snapshot, table=table)) == (
        Replacement(1, "Ana", "Ben", 2),
        Replacement(1, "Ben", names[1], 5),
        Replacement(0, "Zoe", names[0], 7),
    )


def test_a_wait_is_over_for_nobody_who_looks_at_another_board(evening: Evening) -> None:
    control = evening.control
    control.advance(0.0, is_moving=False)
    control.advance(0.0, is_moving=False)
    again = [control.advance(0.0, is_moving=False) for _ in range(3)]
    assert again == [[]] * 3, "no news without another second"
    control.peek(0)
    assert control.advance(100.0, is_moving=False) == []
    assert control.is_peeking


def test_whoever_looks_on_is_led_to_the_first_own_board_by_the_next_news(tmp_path: Path) -> None:
    evening = Evening(tmp_path, people=2)
    game, control = evening.game, evening.control
    control.advance(0.0, is_moving=False)
    for view, shown in ((0, 1), (1, 1), (2, 2)):
        table = evening.guest.table
        assert table is not None
        assert table.match is not None
        # The match comes anew from the journal.
        evening.guest.journal.table = replace(table, match=replace(table.match))
        evening.look()
        game.hand_over(view)
        assert BoardShown(shown) in control.advance(0.0, is_moving=False)
        assert game.view == shown
    evening.service.close()


def test_nothing_is_handed_in_before_the_newest_state_is_shown(evening: Evening) -> None:
    flow, game, control = evening.flow, evening.game, evening.control
    control.advance(0.0, is_moving=False)
    evening.place()
    assert flow.can_hand_in(game)
    table = evening.guest.table
    assert table is not None
    assert table.match is not None
    evening.guest.journal.table = replace(table, match=replace(table.match))
    evening.look()
    assert not flow.can_hand_in(game), "the journal has another match"
    control.advance(0.0, is_moving=False)
    assert flow.can_hand_in(game), "the tile is still there"
    for other in (None, replace(table, call=None)):
        evening.service.snapshots = {evening.table: replace(flow.snapshot, table=other)}
        assert not flow.can_hand_in(game)
