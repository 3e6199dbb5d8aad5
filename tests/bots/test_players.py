"""The simple players, the game master and whole rounds: what each chooses, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import comb, perm
from random import Random

import pytest

from game.bots.judge import judge_placements, judge_task
from game.bots.players.game_master import master_placements
from game.bots.players.local_engines import LocalEngines
from game.bots.players.people import BEAVER, DUCKLING, MAGPIE, Habits, PersonBot
from game.bots.players.playing import TimedBot, play_calls, play_rounds
from game.bots.players.registry import BOT_NAMES, LEVELS, STRENGTH, UnknownBotError, make_bot
from game.bots.players.simple import GreedyBot, RandomBot, closing_choices
from game.bots.values.task import task_of
from game.rules.deal import deal_calls, round_seed
from game.rules.match import Match, Player, PlayerKind, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Finish, format_placement, parse_move
from game.rules.placement import Position
from game.rules.ruleset import Ruleset
from game.rules.scoring import line_status
from game.rules.tiles import Direction
from tests.each import each
from tests.rules.random_matches import walk

VERTICAL, RISING, FALLING = Direction.VERTICAL, Direction.RISING, Direction.FALLING


def single(placed: str, tile: str, rules: str = "classic free single none") -> Match:
    """The match of one with tiles on their spaces and `tile` in the hand."""
    match, _ = apply(new_match(Ruleset.parse(rules), (Player("Ana"),)), BeginRound())
    for move in placed.split():
        for text in (f"call {move.split('@')[0]}", f"0 {move}"):
            match, _ = apply(match, parse_move(match.rules.grid, text))
    return apply(match, parse_move(match.rules.grid, f"call {tile}"))[0]


def spaces_of(bot: PersonBot | GreedyBot | RandomBot, match: Match, times: int = 60) -> set[str]:
    """The spaces that a player chooses by so many chances."""
    random = Random(1)
    chosen = (bot.choose(match, 0, random).space for _ in range(times))
    return {match.rules.grid.name_of(space) for space in chosen}


def test_a_person_builds_only_the_lines_that_it_sees() -> None:
    """293 lies on a1: its column, its rising line of three, its falling line of five."""
    match = single("293@a1", "298")
    for direction, spaces in ((VERTICAL, {"a2", "a3"}), (RISING, {"b1", "c1"})):
        habits = Habits(frozenset({direction}), patience=2.0)
        assert spaces_of(PersonBot(habits), match) == spaces
        blind = Habits(frozenset({direction}), lapses=1.0)
        assert len(spaces_of(PersonBot(blind), match)) > 10, "it overlooks all that it sees"
    assert spaces_of(PersonBot(Habits(frozenset({FALLING}))), match).isdisjoint(
        {"b2", "c3", "d3", "e3"}
    ), "the falling line would break"
    lapse = Habits(frozenset({VERTICAL, RISING}), lapses=1.0)
    assert spaces_of(PersonBot(lapse), match) == {"a2", "a3", "b1", "c1"}, "one or the other"


def test_only_who_sees_rays_builds_them() -> None:
    """254 breaks the column of nines and makes it a ray."""
    match = single("293@a1 213@c1", "254", "classic free single rays")
    sees = Habits(frozenset({VERTICAL}), sees_rays=True)
    blind = Habits(frozenset({VERTICAL}), sees_rays=False)
    assert spaces_of(PersonBot(sees), match) != spaces_of(PersonBot(blind), match)
    none = single("293@a1 213@c1", "254")
    assert spaces_of(PersonBot(sees), none) == spaces_of(PersonBot(blind), none)
    assert (DUCKLING.sees_rays, MAGPIE.sees_rays, BEAVER.sees_rays) == (False, False, True)
    assert (set(DUCKLING.directions), set(MAGPIE.directions)) == ({VERTICAL}, {VERTICAL, RISING})
    assert set(BEAVER.directions) == set(Direction)


def promise(rules: Ruleset, position: Position, habits: Habits) -> float:
    """The points of the lines that are seen and can still be made, by their filled share."""
    total = float(len(position.aside))
    for line in rules.grid.lines:
        status = line_status(line, position)
        share = (status.filled / len(line)) ** habits.patience
        if line.direction not in habits.directions:
            continue
        if status.filled and status.numbers:
            number = status.numbers[-1]
            total += share * number * len(line) * (1 + habits.vanity * number)
        if habits.sees_rays and status.symbol is not None and rules.rays.value != "none":
            total += share * {"sun": 7, "moon": 6}[status.symbol.value] * len(line)
    return total


RULES = (
    "classic free single rays",
    "daffodil-4 adjacent single none",
    "classic free pairs best-ray",
)
HABITS = (
    Habits(),
    Habits(vanity=3.0),
    Habits(frozenset({VERTICAL, RISING}), vanity=0.5, sees_rays=False),
    Habits(frozenset({FALLING}), patience=0.3),
)


@each(RULES)
def test_a_player_takes_the_best_by_its_habits_and_chance_takes_any(text: str) -> None:
    """The builder of lines sees all, and takes the first of equals."""
    for number, (_, move, match) in enumerate(walk(Ruleset.parse(text), 2, Random(text))):
        if not isinstance(move, Call) or number % 4:
            continue
        position, legal = match.round.seats[1].position, legal_placements(match, 1)
        after = [position.place(p.tile, p.space, match.rules) for p in legal]
        for habits in HABITS:
            promises = [promise(match.rules, one, habits) for one in after]
            best = [p for p, one in zip(legal, promises, strict=True) if one > max(promises) - 1e-9]
            assert PersonBot(habits).choose(match, 1, Random(number)) in best
            if habits is HABITS[0]:
                assert GreedyBot().choose(match, 1, Random(0)) == best[0]
    match = single("", "294")
    count = Counter(RandomBot().choose(match, 0, Random(seed)).space for seed in range(400))
    assert set(count) == set(range(19))


def test_closing_choices_are_all_ways_to_move_tame_tiles_to_stamens() -> None:
    """P6"""
    rules, seen = Ruleset.parse("daffodil-4 free single rays"), set[int]()
    for seed in range(12):
        *_, (before, move, _) = walk(rules, 1, Random(seed))
        assert isinstance(move, Finish)
        tame = [t for t in before.round.seats[0].position.aside if not t.is_wild]
        seen.add(len(tame))
        choices = closing_choices(before, 0)
        assert choices[0] == ()
        assert [len(choice) for choice in choices] == sorted(len(choice) for choice in choices)
        assert len(set(map(frozenset, choices))) == len(choices)
        assert len(choices) == sum(comb(len(tame), n) * perm(3, n) for n in range(len(tame) + 1))
        totals = [
            score_match(apply(before, Finish(0, choice))[0]).players[0].total for choice in choices
        ]
        best = choices[totals.index(max(totals))]
        for name in ("greedy", "duckling", "fox"):
            assert make_bot(name).choose_finish(before, 0, Random(1)) == best
        assert make_bot("random").choose_finish(before, 0, Random(seed)) in choices
    assert len(seen) > 2


def test_a_bot_has_a_name_of_the_list() -> None:
    assert set(LEVELS) == set(STRENGTH) == {*BOT_NAMES} - {"random", "greedy"}
    assert list(STRENGTH) == list(LEVELS)
    assert sorted(STRENGTH.values()) == list(STRENGTH.values())
    for name in ("Fox", "nobody"):
        with pytest.raises(UnknownBotError, match=name):
            make_bot(name)


@each([("levels 4", 14), ("levels 6", 13)])
def test_the_strong_levels_place_by_their_estimates(deal: str, answered: int) -> None:
    """Squirrel ignores that lines compete for tiles, Master evaluates deeper."""
    calls = deal_calls(Ruleset(), deal)
    match = play_calls(Ruleset(), [make_bot("greedy")], calls[:answered], [Random(0)])
    match, _ = apply(match, Call(calls[answered]))
    wanted = {
        "squirrel": judge_task(replace(task_of(match, 0), is_blind=True)),
        "fox": judge_placements(match, 0),
        "master": judge_placements(match, 0, deeply=True),
    }
    first = {level: worths[0].placement for level, worths in wanted.items()}
    assert {level: make_bot(level).choose(match, 0, Random(0)) for level in first} == first
    assert len(set(first.values())) == 2


def test_under_best_rays_the_strong_close_against_the_other_boards() -> None:
    """S5, P6: Greedy counts its own board alone."""
    rules, others = Ruleset.parse("daffodil-4 free single best-ray"), 0
    for seed in (0, 33):
        for match, move, _ in walk(rules, 2, Random(seed), takebacks=0):
            if isinstance(move, Finish):
                choices = closing_choices(match, move.seat)
                totals = [
                    score_match(apply(match, Finish(move.seat, choice))[0]).players[move.seat].total
                    for choice in choices
                ]
                best = choices[totals.index(max(totals))]
                assert make_bot("fox").choose_finish(match, move.seat, Random(0)) == best
                others += GreedyBot().choose_finish(match, move.seat, Random(0)) != best
    assert others


def test_a_steady_player_has_no_lapses() -> None:
    """A duckling that overlooks its only direction places anywhere, a steady one never does."""
    match = single("293@a1", "298")
    steady = {
        make_bot("duckling", is_steady=True).choose(match, 0, Random(n)).space for n in range(60)
    }
    usual = {make_bot("duckling").choose(match, 0, Random(n)).space for n in range(60)}
    assert steady == {1, 2}
    assert len(usual) > 4


def test_absent_people_are_played_by_the_stand_in() -> None:
    engines = LocalEngines()
    assert engines.engine(None) is engines.engine("nobody") is engines.engine("squirrel")
    assert type(engines.engine("greedy")) is GreedyBot
    assert engines.engine("greedy") is engines.engine("greedy")
    engines.close()


def test_a_seat_of_a_table_here_places_what_it_owes() -> None:
    """M4: the second seat's tiles, not the first's."""
    match, _ = apply(
        new_match(Ruleset.parse("classic free mail none"), (Player("Ana"), Player("Ben"))),
        BeginRound(),
    )
    for move in ("call 293 298 213", "0 293@a1", "0 298@a2", "0 213@e1", "1 miss", "call 694 758"):
        match, _ = apply(match, parse_move(match.rules.grid, move))
    owed = LocalEngines().place_owed(match, 1)
    assert owed == master_placements(match, 1)
    assert {str(placement.tile) for placement in owed} == {"293", "298", "213"}


def test_an_equal_person_takes_the_next_best_for_the_first_tile_of_a_call() -> None:
    rules, habits = Ruleset.parse("classic free pairs none"), Habits(frozenset({VERTICAL}))
    players = tuple(Player(f"{i}", PlayerKind.BOT, "duckling") for i in range(3))
    match, _ = apply(new_match(rules, players), BeginRound())
    for move in ("call 293 298", "0 293@a1", "1 293@a1", "2 293@e3"):
        match, _ = apply(match, parse_move(rules.grid, move))
    bot = PersonBot(habits)
    assert {bot.choose(match, seat, Random(0)).space for seat in (0, 1)} <= {1, 2}
    for move in ("0 298@a2", "1 298@a2", "2 298@e2", "call 694 618"):
        match, _ = apply(match, parse_move(rules.grid, move))
    grid, chosen = rules.grid, [bot.choose(match, seat, Random(0)) for seat in range(3)]
    assert format_placement(grid, chosen[0]) == "694@a3"
    assert format_placement(grid, chosen[1]) != "694@a3"
    assert format_placement(grid, chosen[2]) != "694@e1", "a half turn is the same board"


def test_rounds_are_dealt_by_their_own_seeds_and_calls_may_end_early() -> None:
    rules = Ruleset.parse("daffodil-4 free pairs none rounds=2")
    people = (Player("Ana"), Player("Ben"))
    randoms = [Random(0), Random(1)]
    match = play_rounds(new_match(rules, people), [make_bot("greedy")] * 2, "7", randoms)
    assert match.is_complete
    assert [played.calls for played in match.rounds] == [
        deal_calls(rules, round_seed("7", index)) for index in range(2)
    ]
    assert [played.seed for played in match.rounds] == [round_seed("7", n) for n in range(2)]
    assert match.players == people
    calls = deal_calls(rules, "7")
    for count in (4, len(calls)):
        bots = [make_bot("greedy"), make_bot("random")]
        short = play_calls(rules, bots, calls[:count], [Random(0), Random(1)])
        assert short.round.calls == calls[:count]
        assert [player.kind for player in short.players] == [PlayerKind.BOT] * 2
        assert [player.name for player in short.players] == ["bot 1", "bot 2"]
        has_ended = count == len(calls)
        assert [seat.is_done(rules) for seat in short.round.seats] == [has_ended] * 2


def test_each_seat_has_its_own_chance() -> None:
    rules, bots = Ruleset(), [make_bot("random")] * 2
    calls = deal_calls(rules, "7")
    one = play_calls(rules, bots, calls, [Random(0), Random(1)]).round.seats
    other = play_calls(rules, bots, calls, [Random(1), Random(0)]).round.seats
    assert one == other[::-1] != other


def test_a_tile_that_helps_nowhere_is_set_aside() -> None:
    """Each column would break but one that is broken: there the tile is worth nothing."""
    placed = "293@a1 298@b1 294@c1 693@d1 213@d2 694@e1 793@f1"
    match = single(placed, "618", "daffodil-4 free single none")
    assert spaces_of(PersonBot(Habits(frozenset({VERTICAL}))), match) == {"x"}
    placed = "258@f2 218@e1 253@b5 794@f1 753@b1 793@e3 298@d3 213@a2 798@c1"
    every = single(placed, "214", "daffodil-4 free single none")
    assert spaces_of(GreedyBot(), every, 1) == spaces_of(PersonBot(Habits()), every, 1) == {"x"}


def test_a_timed_bot_is_timed_for_each_placement_and_plays_the_same() -> None:
    seconds, times = list[float](), iter(range(0, 1000, 3))
    timed = TimedBot(GreedyBot(), seconds, lambda: float(next(times)))
    rules = Ruleset.parse("daffodil-4 free single none")
    calls = deal_calls(rules, "timed")
    one = play_calls(rules, [timed], calls, [Random(0)])
    assert seconds == [3.0] * len(rules.grid)
    assert one == play_calls(rules, [GreedyBot()], calls, [Random(0)])
