"""The caller for the box on the table: calls, corrections, crashes, boards, computers."""

from __future__ import annotations

import dataclasses
import json
from random import Random

import pytest

from game.play.caller import CallerGame, Pace
from game.play.entering import tiles_on
from game.play.table import CALLER_KEY, TableSetup, is_called
from game.rules.deal import deal_calls, round_seed
from game.rules.errors import FormatError, IllegalMove, IllegalReason, RulesetError
from game.rules.marks import Mark
from game.rules.match import apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.placement import ASIDE_INDEX, Placement, empty_position, put_unchecked
from game.rules.record import parse_record, print_record
from game.rules.ruleset import CallRule, RayRule, Ruleset, all_rulesets
from game.rules.state import Match, Player, PlayerKind
from game.rules.tiles import Tile
from tests.each import some
from tests.play.boards import lay
from tests.play.engines import ScriptedEngines

RULES = all_rulesets(rounds=2)


def setup_for(rules: Ruleset, people: int = 2, bots: int = 0) -> TableSetup:
    players = [Player(f"Ana {i}") for i in range(people)]
    players += [Player(f"Bot {i}", PlayerKind.BOT, "greedy") for i in range(bots)]
    return TableSetup(rules, tuple(players), "7")


class Evening:
    """A caller's game, saved at every change as it would be on a disk."""

    def __init__(self, rules: Ruleset, people: int = 2, bots: int = 0) -> None:
        self.saved: list[str] = []
        self.engines = ScriptedEngines()
        self.game = CallerGame.start(
            setup_for(rules, people, bots), Pace(20), self.engines, self.keep, '{"id": "x"}'
        )

    def keep(self, match: Match) -> None:
        self.saved.append(print_record(match))

    def crash(self) -> None:
        """Go on from what was saved last, as another run would."""
        before = self.game.match
        self.game = CallerGame.resume(parse_record(self.saved[-1]), self.engines, self.keep)
        assert print_record(self.game.match) == print_record(before)
        assert self.game.setup == dataclasses.replace(
            setup_for(before.rules, 0), players=before.players, colours=self.game.setup.colours
        )

    def think(self) -> None:
        for _ in range(200):
            self.game.poll_bots()
            if not self.game.bots_think:
                return
        raise AssertionError("the computers never answer")


def place_randomly(match: Match, random: Random) -> Match:
    """Everybody answers the call; the last call's closing moves too."""
    for seat in range(len(match.players)):
        while match.round.seats[seat].hand:
            p: Placement = random.choice(legal_placements(match, seat))
            match, _ = apply(match, Place(seat, p.tile, p.space))
        state = match.round.seats[seat]
        if state.has_played(match.rules) and not state.is_done(match.rules):
            able = [t for t in state.position.aside if not t.is_wild]
            count = random.randint(0, len(able))
            stamens = random.sample(match.rules.grid.stamens, count)
            moves = tuple(Placement(t, s) for t, s in zip(able, stamens, strict=False))
            match, _ = apply(match, Finish(seat, moves))
    return match


def step(evening: Evening, random: Random) -> None:
    """Call, or correct something, or crash."""
    game = evening.game
    what = random.random()
    bag = game.bag
    if what < 0.12 and game.calls:
        before = game.calls
        game.take_back()
        assert game.calls == before[:-1]
        assert set(game.bag) == {*bag, *before[-1]}
        return
    if what < 0.24 and game.calls:
        old, new = random.choice(game.called), random.choice(bag)
        game.correct(old, new)
        assert set(game.bag) == {*bag, old} - {new}
        assert new in game.called
        return
    if not game.is_round_called:
        drawn = game.draw()
        tiles = drawn if random.random() < 0.8 else tuple(random.sample(bag, game.next_size))
        game.call(tiles)
        assert set(game.bag) == set(bag) - set(tiles)


@pytest.mark.parametrize("part", some(range(6), 2))
def test_calls_and_boards_come_to_what_the_core_says(part: int) -> None:
    random = Random(part)
    for rules in RULES[part::18]:
        evening = Evening(rules)
        match = new_match(rules, evening.game.players)
        for index in range(2):
            while not evening.game.is_round_called:
                step(evening, random)
                evening.crash()
            game = evening.game
            assert (game.next_size, game.is_last_round) == (0, index == 1)
            match, _ = apply(match, BeginRound(None, None))
            for tiles in game.calls:
                match, _ = apply(match, Call(tiles))
                match = place_randomly(match, random)
            for seat, state in enumerate(match.round.seats):
                board = game.board(seat)
                for space, tile in random.sample(
                    [*enumerate(state.position.tiles)], len(board.tiles)
                ):
                    if tile is not None:
                        board = lay(board, tile, space)
                        game.enter(seat, board)
                evening.crash()
                game = evening.game
                assert (game.missing(seat), game.fault(seat)) == (0, None)
            counted = score_match(game.counted())
            assert counted.players == score_match(match).players
            if index == 0:
                assert game.finished() is None
                game.next_round()
                evening.crash()
        finished = evening.game.finished()
        assert finished is not None
        assert parse_record(print_record(finished)) == finished
        assert score_match(finished) == score_match(match)
        assert Mark.PHYSICAL in TableSetup.from_match(finished).marks
        assert not is_called(finished)


def test_what_is_drawn_and_never_corrected_is_a_deal_to_play_again() -> None:
    rules = Ruleset(rounds=2, call=CallRule.PAIRS)
    evening = Evening(rules, people=1)
    for index in range(2):
        game = evening.game
        while not game.is_round_called:
            game.call(game.draw())
        assert game.calls == deal_calls(rules, round_seed("7", index))
        for tile, space in zip(game.called, range(19), strict=True):
            game.enter(0, lay(game.board(0), tile, space))
        if index == 0:
            game.next_round()
    finished = evening.game.finished()
    assert finished is not None
    assert [r.seed for r in finished.rounds] == ["7", "7/2"]
    corrected = evening.game.called[3]
    evening.game.correct(corrected, evening.game.bag[0])
    assert evening.game.finished() is None  # The corrected tile lies nowhere.
    board = evening.game.board(0)
    empty = board.tiles.index(None)
    new = next(t for t in evening.game.called if t not in tiles_on(board))
    evening.game.enter(0, lay(board, new, empty))
    finished = evening.game.finished()
    assert finished is not None
    assert [r.seed for r in finished.rounds] == [None, None]


def test_a_call_taken_back_comes_again_and_a_corrected_one_does_not_come_next() -> None:
    came_next = 0
    for seed in range(40):
        game = CallerGame.start(
            dataclasses.replace(setup_for(Ruleset()), seed=str(seed)), Pace(), ScriptedEngines()
        )
        game.call(game.draw())
        drawn = game.draw()
        game.call(drawn)
        game.take_back()
        assert game.draw() == drawn
        game.call(drawn)
        game.correct(drawn[0], game.bag[-1])
        came_next += game.draw() == drawn
        game.call(next((tile,) for tile in game.bag if (tile,) != game.draw()))
        assert game.corrections == 2
    assert came_next < 10


def test_both_tiles_of_a_call_that_is_taken_back_leave_every_board() -> None:
    rules = Ruleset.parse("daffodil-4 free pairs none")
    game = CallerGame.start(setup_for(rules), Pace(), ScriptedEngines())
    for _ in range(2):
        game.call(game.draw())
    before = empty_position(rules.grid)
    for space, tile in enumerate(game.calls[0]):
        before = put_unchecked(before, tile, space)
    first, second = game.calls[1]
    game.enter(0, put_unchecked(put_unchecked(before, first, 7), second, 8))
    game.enter(1, put_unchecked(put_unchecked(before, first, ASIDE_INDEX), second, 8))
    game.take_back()
    assert [game.board(seat) for seat in (0, 1)] == [before, before]


def test_what_cannot_be_called_is_refused_and_changes_nothing() -> None:
    game = CallerGame.start(setup_for(Ruleset()), Pace(), ScriptedEngines())
    with pytest.raises(IllegalMove) as caught:
        game.take_back()
    assert caught.value.reason is IllegalReason.NOTHING_TO_TAKE_BACK
    game.call((Tile.parse("294"),))
    before = print_record(game.match)
    for old, new, reason, detail in (
        ("294", "294", IllegalReason.ALREADY_CALLED, "294"),
        ("753", "618", IllegalReason.NOT_CALLED, "753"),
        ("294", "***", IllegalReason.NOT_IN_TILE_SET, "***"),
    ):
        with pytest.raises(IllegalMove) as caught:
            game.correct(Tile.parse(old), Tile.parse(new))
        assert (caught.value.reason, caught.value.detail) == (reason, detail)
    for tiles in ("294", "***", "753 618"):
        with pytest.raises(IllegalMove):
            game.call(tuple(map(Tile.parse, tiles.split())))
    assert print_record(game.match) == before
    with pytest.raises(RulesetError):
        CallerGame.start(setup_for(Ruleset(rays=RayRule.BEST_RAY), 1), Pace(), ScriptedEngines())


def test_computers_play_along_and_never_see_what_is_still_to_come() -> None:
    random = Random(5)
    for rules in RULES[3::23]:
        evening = Evening(rules, people=1, bots=2)
        while not evening.game.is_round_called:
            step(evening, random)
            if random.random() < 0.5:
                evening.engines.is_answering = random.random() < 0.7
                evening.game.poll_bots()
        evening.engines.is_answering = True
        evening.think()
        evening.crash()
        evening.think()
        game = evening.game
        for seat in (1, 2):
            tiles = tiles_on(game.board(seat))
            assert sorted(map(str, tiles)) == sorted(map(str, game.called))
            assert game.match.round.seats[seat].is_done(rules)
        for match, seat, _, _ in evening.engines.asked:
            own = match.round.seats[seat]
            assert len(match.round.calls) == len(own.turns)
            assert not any(s.position.filled for i, s in enumerate(match.round.seats) if i != seat)
            assert parse_record(print_record(match)) == match


def test_boards_that_lack_a_tile_are_counted_and_not_kept() -> None:
    evening = Evening(Ruleset(), people=1)
    game = evening.game
    while not game.is_round_called:
        game.call(game.draw())
    board = game.board(0)
    for tile, space in zip(game.called[:18], range(18), strict=True):
        board = lay(board, tile, space)
    game.enter(0, board)
    assert game.missing(0) == 1
    assert game.finished() is None
    assert score_match(game.counted()).is_complete


@pytest.mark.parametrize(
    "damage",
    ['"seconds"', '"boards"', '"corrections"', '"past"', '"drawn_here"'],
)
def test_a_damaged_note_is_refused_with_its_place(damage: str) -> None:
    evening = Evening(Ruleset())
    evening.game.call(evening.game.draw())
    before, found, after = evening.saved[-1].rpartition(damage)
    assert found
    text = f'{before}"other"{after}'
    twice = '"past":[{"calls":[["294"],["294"]],"boards":[[],[]]}]'
    for record in (text, evening.saved[-1].replace('"past":[]', twice)):
        with pytest.raises(FormatError) as caught:
            CallerGame.resume(parse_record(record), evening.engines)
        assert caught.value.where == "meta.caller"


@pytest.mark.parametrize(
    ("seconds", "pace"), [(0, 1), (-3, 1), (1, 1), (86400, 86400), (86401, 86400), (None, None)]
)
def test_no_kept_pace_is_too_short_or_too_long(seconds: int | None, pace: int | None) -> None:
    evening = Evening(Ruleset())
    record = json.loads(evening.saved[-1])
    record["meta"][CALLER_KEY]["seconds"] = seconds
    game = CallerGame.resume(parse_record(json.dumps(record)), evening.engines)
    assert game.pace == Pace(pace)


def test_an_evening_is_finished_with_the_last_call_of_its_last_round() -> None:
    rules = Ruleset.parse("classic free single none rounds=2")
    game = Evening(rules, people=1).game
    for number in range(2):
        assert (game.round_index, game.is_last_round, game.called) == (number, number == 1, ())
        while not game.is_round_called:
            assert game.next_size == 1
            assert len(game.bag) == 27 - len(game.calls)
            game.call(game.draw())
            position = game.board(0)
            assert (game.missing(0), game.lacking) == (1, (0,))
            game.enter(0, put_unchecked(position, game.called[-1], len(game.called) - 1))
            assert (game.missing(0), game.lacking) == (0, ())
            assert (game.finished() is None) is not (number == 1 and game.is_round_called)
        assert game.next_size == 0
        counted = game.counted()
        assert len(counted.rounds) == number + 1
        assert counted.rounds[-1].calls == game.calls
        if number == 0:
            game.next_round()
            assert [played.calls for played in game.past] == [counted.rounds[0].calls]
            assert not game.board(0).filled


def test_each_correction_changes_the_draw_that_follows() -> None:
    game = Evening(Ruleset(), people=1).game
    drawn = []
    for number in range(3):
        assert game.corrections == number
        drawn.append(game.draw())
        other = next(tile for tile in game.bag if (tile,) != drawn[-1])
        game.call((other,))
    assert game.corrections == 3
    game.call(game.draw())
    assert game.corrections == 3, "what was drawn is no correction"
    again = CallerGame.resume(game.match, ScriptedEngines())
    assert (again.corrections, again.draw(), again.calls) == (3, game.draw(), game.calls)


def test_an_evening_is_stored_in_whole_and_goes_on_where_it_was() -> None:
    saved: list[Match] = []
    rules = Ruleset.parse("classic free single none rounds=2")
    setup = setup_for(rules, people=2, bots=1)
    engines = ScriptedEngines()
    game = CallerGame.start(setup, Pace(None, False), engines, saved.append, '{"id": "x", "a": 1}')

    def state() -> dict[str, object]:
        meta = json.loads(saved[-1].meta or "")
        assert (meta["id"], meta["a"], meta["table"]["marks"]) == ("x", 1, ["physical"])
        value: dict[str, object] = meta[CALLER_KEY]
        return value

    begun: dict[str, object] = {"seconds": None, "drawn_here": False, "corrections": 0, "past": []}
    assert state() == begun | {"boards": {"0": [], "1": []}}
    tiles = []
    for number in range(19):
        game.call(game.draw())
        tiles.append(game.called[-1])
        for seat in game.people:
            game.enter(seat, lay(game.board(seat), tiles[-1], number))
        while game.bots_think:
            game.poll_bots()
    words = [f"{tile}@{rules.grid.name_of(space)}" for space, tile in enumerate(tiles)]
    assert state() == begun | {"boards": {"0": words, "1": words}}
    bot = game.match.round.seats[2]
    assert not game.poll_bots(), "all has arrived"
    game.next_round()
    calls = [[str(tile)] for tile in tiles]
    played = [f"{t}@{rules.grid.name_of(i)}" for i, t in enumerate(bot.position.tiles)]
    past = [{"calls": calls, "boards": [words, words, played]}]
    assert state() == begun | {"boards": {"0": [], "1": []}, "past": past}
    game.call((game.bag[-1],))
    meta = saved[-1].meta
    again = CallerGame.resume(saved[-1], engines, saved.append)
    assert (again.pace, again.corrections) == (Pace(None, False), 1)
    assert dataclasses.replace(again.setup, colours=()) == setup
    assert (again.past, again.calls, again.round_index) == (game.past, game.calls, 1)
    assert again.match == game.match
    count = len(saved)
    again.enter(0, lay(again.board(0), again.called[0], 4))
    assert len(saved) == count + 1, "it is stored where it is played on"
    assert saved[-1].meta != meta
    assert state()["boards"] == {"0": [f"{again.called[0]}@{rules.grid.name_of(4)}"], "1": []}


def test_a_correction_takes_the_tile_off_all_boards_and_computers_choose_again_from_there() -> None:
    evening = Evening(Ruleset(), people=2, bots=2)
    game = evening.game
    for number in range(4):
        game.call(game.draw())
        for seat in game.people:
            game.enter(seat, lay(game.board(seat), game.called[-1], number))
        evening.think()
    turns = [seat.turns for seat in game.match.round.seats[2:]]
    assert [len(each) for each in turns] == [4, 4]
    one, two, three, four = game.called
    new = game.bag[5]
    game.correct(three, new)
    assert [*game.called] == [one, two, new, four]
    for seat in game.people:
        assert game.board(seat).tiles[:5] == (one, two, None, four, None)
        assert game.missing(seat) == 1
    kept = [seat.turns for seat in game.match.round.seats[2:]]
    assert kept == [each[:2] for each in turns]
    assert evening.saved[-1] == print_record(game.match)
    assert game.bots_think
    evening.think()
    for played in game.match.round.seats[2:]:
        assert [p.tile for turn in played.turns for p in turn.placements] == [*game.called]
    game.take_back()
    assert [*game.called] == [one, two, new]
    assert game.board(0).tiles[:5] == (one, two, None, None, None)
    assert [len(seat.turns) for seat in game.match.round.seats[2:]] == [3, 3]
    assert evening.saved[-1] == print_record(game.match)


def test_a_choice_for_a_call_that_was_corrected_meanwhile_is_dropped() -> None:
    evening = Evening(Ruleset(), people=1, bots=1)
    game, engines = evening.game, evening.engines
    engines.is_answering = False
    game.call(game.draw())
    assert not game.poll_bots()
    assert [(seat, bot) for _, seat, bot, _ in engines.asked] == [(1, "greedy")]
    old, new = game.called[0], game.bag[0]
    game.correct(old, new)
    engines.is_answering = True
    count = len(evening.saved)
    assert not game.poll_bots(), "it was asked about another tile"
    assert (game.board(1).filled, len(evening.saved)) == (0, count)
    assert game.poll_bots()
    assert evening.saved[-1] == print_record(game.match)
    assert tiles_on(game.board(1)) == (new,)
    assert (game.bots_think, game.poll_bots()) == (False, False)
    # A choice that comes after the round is dropped too.
    engines.is_answering = False
    game.call(game.draw())
    game.poll_bots()
    game.next_round()
    engines.is_answering = True
    assert not game.poll_bots()
    assert (game.board(1).filled, game.bots_think) == (0, False)


def test_a_full_board_that_breaks_the_rules_is_named_and_lacks_something() -> None:
    rules = Ruleset.parse("classic adjacent single none")
    game = CallerGame.start(setup_for(rules, 2), Pace(), ScriptedEngines())
    assert game.pace == Pace(None, True)
    for _ in range(2):
        game.call(game.draw())
    one, two = game.called
    a1, c3, c4, e3 = (rules.grid.index_of(name) for name in ("a1", "c3", "c4", "e3"))
    for spaces, fault, lacking in (
        ((c3, c4), "", (1,)),
        ((a1, e3), f"{two}@e3", (0, 1)),
        ((c3,), "", (0, 1)),
    ):
        board = game.board(1)
        for tile, space in zip((one, two), spaces, strict=False):
            board = lay(board, tile, space)
        game.enter(0, board)
        found = game.fault(0)
        assert ("" if found is None else found.detail) == fault
        assert game.lacking == lacking
