"""Goals, each earned by a match that does it and by none that only nearly does."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from random import Random

from game.locale import Language, load_catalogue
from game.play.table import TableSetup
from game.progress.goals import LEVEL_GOALS, Goal, PastMatch, progress_of
from game.rules.deal import split_calls
from game.rules.marks import HANDICAPS, Mark
from game.rules.match import Match, Player, PlayerKind, apply, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset, all_rulesets
from game.rules.tiles import Tile
from tests.progress.earned import Earned, earned_goals
from tests.rules.random_matches import random_match

STANDARD = Ruleset()
MAXIMUM = """
653@a1 654@a2 258@a3 698@b1 693@b2 294@b3 798@b4 614@c1 618@c2 213@c3
714@c4 718@c5 694@d1 298@d2 793@d3 794@d4 254@e1 758@e2 753@e3
"""
SUNS = "213@a1 218@a2 614@a3"
FIVES = """
294@c3 694@c1 794@c2 293@c4 693@c5 213@a3 214@b3 218@d2 258@e1 614@a1 714@b2 654@d3 754@e3
"""
"""The three lines of five through the middle."""
COLUMN = "294@c1 694@c2 794@c3 293@c4 693@c5"


def board(text: str, rules: Ruleset = STANDARD, *, finish: str = "", seed: int = 1) -> Match:
    """A finished match of one: the tiles of `text` on their spaces, the others so that they make
    as little as possible of themselves.
    """
    placed = {}
    aside = []
    for word in text.split():
        tile, space = word.split("@")
        if space == "x":
            aside.append(Tile.parse(tile))
        else:
            placed[rules.grid.index_of(space)] = Tile.parse(tile)
    best: Match | None = None
    for n in range(40):
        full = fill(rules, dict(placed), aside, Random(f"{seed} {n}"))
        match = finished(rules, full, aside, finish)
        if best is None or total(match) < total(best):
            best = match
    assert best is not None
    return best


def total(match: Match) -> float:
    return score_match(match).players[0].total


def fill(
    rules: Ruleset, placed: dict[int, Tile], aside: list[Tile], random: Random
) -> dict[int, Tile]:
    taken = {*placed.values(), *aside}
    left = [t for t in rules.grid.tile_set if t not in taken and not t.is_wild]
    random.shuffle(left)
    closed = rules.grid.stamens if rules.has_aside else ()
    for space in range(len(rules.grid)):
        if space not in placed and space not in closed:
            placed[space] = left.pop()
    return placed


def finished(rules: Ruleset, placed: dict[int, Tile], aside: list[Tile], finish: str = "") -> Match:
    moves = [*placed.items(), *((-1, tile) for tile in aside)]
    match = new_match(rules, (Player("Ana"),))
    match, _ = apply(match, BeginRound())
    spaces = {tile: space for space, tile in moves}
    for tiles in split_calls(rules, tuple(tile for _, tile in moves)):
        match, _ = apply(match, Call(tiles))
        for tile in tiles:
            match, _ = apply(match, Place(0, tile, spaces[tile]))
    if rules.has_aside:
        made = [word.split("@") for word in finish.split()]
        closing = tuple(Placement(Tile.parse(t), rules.grid.index_of(s)) for t, s in made)
        match, _ = apply(match, Finish(0, closing))
    return match


def table(own: Match, others: dict[str, Match]) -> Match:
    """One table of several single boards on the same calls; `others` by bot."""
    rest = [other.rounds[0].seats[0] for other in others.values()]
    players = (Player("Ana"), *(Player(bot, PlayerKind.BOT, bot) for bot in others))
    played = replace(own.rounds[0], seats=(own.rounds[0].seats[0], *rest))
    return Match(own.rules, players, (played,))


def poor(match: Match, random: Random) -> Match:
    """The same calls, placed anywhere."""
    spaces = list(range(len(match.rules.grid)))
    random.shuffle(spaces)
    tiles = match.rounds[0].called
    return finished(match.rules, dict(zip(spaces, tiles, strict=True)), [])


def goals(*kept: PastMatch | Match) -> set[Goal]:
    known = (k if isinstance(k, PastMatch) else PastMatch(k) for k in kept)
    return {earned.goal for earned in earned_goals(known)}


def test_nothing_is_earned_with_the_coach_or_by_computers_or_unfinished() -> None:
    match = board(MAXIMUM)
    for mark in Mark:
        helped = mark not in {Mark.AGAIN, *HANDICAPS}
        assert (goals(PastMatch(match, marks=frozenset({mark}))) == set()) is helped
    alone = replace(match, players=(Player("Fox", PlayerKind.BOT, "fox"),))
    assert goals(alone) == set()
    seat = match.rounds[0].seats[0]
    cut = replace(seat, turns=seat.turns[:-1], position=seat.position)
    assert goals(replace(match, rounds=(replace(match.rounds[0], seats=(cut,)),))) == set()


def test_a_row_of_good_rounds_begins_anew_after_a_poor_one() -> None:
    good, poor_one = board(MAXIMUM), board(COLUMN)
    assert progress_of([PastMatch(good)] * 3)[Goal.STEADY] == (3, 5)
    rows = [PastMatch(good), PastMatch(good), PastMatch(poor_one), PastMatch(good)]
    assert progress_of(rows)[Goal.STEADY] == (1, 5)
    days = [PastMatch(good, day=date(2026, 11, day)) for day in (1, 2, 3, 20)]
    assert progress_of(days)[Goal.WEEK_OF_DAYS] == (3, 7)
    # What has no progress is never among the nearest: to break no line costs a good player points.
    assert Goal.NO_BROKEN_LINE not in progress_of(rows)


def test_a_goal_is_missed_by_one_tile_or_one_game() -> None:
    wild = Ruleset.parse("daffodil-1 free single none")
    rays = Ruleset.parse("classic free single rays")
    for goal, rules, near, met in (
        (Goal.FIVE_NINES, STANDARD, COLUMN.replace("294@c1", "254@c1"), COLUMN),
        (Goal.THREE_FIVES, STANDARD, FIVES.replace("754@e3", "753@e3"), FIVES),
        (Goal.WILD_LINE, wild, "***@a1 294@a2", "***@a1 2**@a2"),
        (Goal.DOUBLE_LINE, rays, "293@a1 298@a2 694@a3", "293@b1 298@b2 694@b3 793@b4"),
        (Goal.ALL_NUMBERS, STANDARD, MAXIMUM.replace("653@a1", "214@a1"), MAXIMUM),
        (Goal.NO_BROKEN_LINE, STANDARD, MAXIMUM.replace("653@a1", "658@a1"), MAXIMUM),
        (Goal.SUN_AND_MOON, rays, f"{SUNS} 653@e1 658@e2 754@e3", f"{SUNS} 214@e1 613@e2 618@e3"),
    ):
        assert goal not in goals(board(near, rules)), goal
        assert goal in goals(board(met, rules)), goal
    # Three lines of five that run in two directions.
    two = "693@b1 694@b2 698@b3 294@b4 793@b5 613@c1 614@c2 213@c3 618@c4 713@c5 253@d2 254@e2"
    match = board(f"{two} 258@f1", wild)
    fives = [one for one in score_match(match).players[0].rounds[0].lines if len(one.line) == 5]
    assert len(fives) == 3
    assert Goal.THREE_FIVES not in goals(match)
    one = PastMatch(board(COLUMN))
    for count, is_earned in ((9, False), (10, True)):
        assert (Goal.TEN_GAMES in goals(*[one] * count)) is is_earned
        assert progress_of([one] * count)[Goal.TEN_GAMES] == (count, 10)


def test_three_tiles_on_stamens_are_a_goal_and_a_hundred_points_on_another_board_none() -> None:
    stamens = Ruleset.parse("daffodil-4 free single none")
    for finish, is_met in (("653@b2 693@c4", False), ("653@b2 693@c4 798@e2", True)):
        match = board("653@x 693@x 798@x", stamens, finish=finish)
        assert (Goal.THREE_STAMENS in goals(match)) is is_met
    match = random_match(Ruleset.parse("daffodil-1 free single none"), 1, Random(44))
    assert total(match) >= 100
    assert Goal.POINTS_100 not in goals(match)
    daffodils = progress_of([PastMatch(match), PastMatch(board(COLUMN))])[Goal.FOUR_DAFFODILS]
    assert daffodils == (1, 4)


def test_a_week_has_seven_days() -> None:
    one = board(COLUMN)
    for count in (6, 7):
        days = [PastMatch(one, day=date(2026, 11, n)) for n in range(1, 1 + count)]
        assert (Goal.WEEK_OF_DAYS in goals(*days)) is (count == 7)


def test_master_is_beaten_on_a_deal_that_was_not_played_before() -> None:
    own = board(COLUMN)
    won = table(own, {"master": poor(own, Random(1))})
    assert Goal.BEAT_MASTER in goals(won)
    assert Goal.BEAT_MASTER not in goals(own, won)


def test_a_win_at_a_table_is_one_s_own_or_shared() -> None:
    own = board(COLUMN)
    low, beaten = poor(own, Random(1)), [Goal(f"beat-{level}") for level in LEVEL_GOALS]
    at_tables = {*beaten, Goal.FULL_TABLE, Goal.SHARED_WIN}
    for others, earned in (
        ({"fox": low}, {Goal.BEAT_FOX}),
        ({"fox": own}, {Goal.SHARED_WIN}),
        (dict.fromkeys(LEVEL_GOALS[1:], low), {*beaten[1:]}),
        (dict.fromkeys(LEVEL_GOALS, low), {*beaten, Goal.FULL_TABLE}),
        (dict.fromkeys(LEVEL_GOALS, own), {Goal.SHARED_WIN}),
    ):
        assert goals(table(own, others)) & at_tables == earned
    assert not goals(table(low, {"fox": own, "magpie": own})) & at_tables


def test_five_good_matches_in_a_row_are_steady_and_no_fewer() -> None:
    good = board(MAXIMUM)
    assert [Goal.STEADY in goals(*[good] * count) for count in (1, 4, 5)] == [False, False, True]


def test_a_deal_played_again_is_better_than_every_time_before() -> None:
    match = board(COLUMN)
    low, middle, high = sorted([match, *(poor(match, Random(n)) for n in (1, 2))], key=total)
    assert total(low) < total(middle) < total(high)
    for played, is_better in (
        *(((low, high), True), ((high, low), False), ((low, low), False)),
        *(((high, low, middle), False), ((middle, low, high), True)),
    ):
        assert (Goal.BETTER_AGAIN in goals(*played)) is is_better
    # The same calls under other rules are another game.
    other = replace(low, rules=Ruleset.parse("classic free single rays"))
    assert Goal.BETTER_AGAIN not in goals(other, high)
    assert Goal.BETTER_AGAIN in goals(other, low, high)


def test_a_bonus_is_of_one_round() -> None:
    once = PastMatch(random_match(Ruleset.parse("classic free mail none"), 2, Random(5)))
    assert progress_of([once] * 2)[Goal.BONUSES] == (20, 30)
    assert Goal.BONUSES not in goals(once)


def test_each_goal_is_earned_once_by_the_match_that_earned_it() -> None:
    good, other = board(MAXIMUM), board(COLUMN)
    earned = earned_goals([PastMatch(other), PastMatch(other), PastMatch(good), PastMatch(good)])
    assert Earned(Goal.FIVE_NINES, 0) in earned
    assert Earned(Goal.NO_BROKEN_LINE, 2) in earned
    assert len({e.goal for e in earned}) == len(earned)
    assert [e.place for e in earned] == sorted(e.place for e in earned)
    order = list(Goal)
    for place in {e.place for e in earned}:
        found = [order.index(e.goal) for e in earned if e.place == place]
        assert found == sorted(found)


def test_goals_are_the_same_backwards_and_by_any_rules() -> None:
    """Goals that a longer history earned earlier stay earned; no ruleset breaks the computation."""
    kept = [
        PastMatch(random_match(rules, 2 + i % 2, Random(i)))
        for i, rules in enumerate(all_rulesets()[::3])
    ]
    whole = earned_goals(kept)
    for cut in (5, 20, 40):
        assert earned_goals(kept[:cut]) == tuple(e for e in whole if e.place < cut)


def test_a_record_tells_its_edition_and_its_marks() -> None:
    match = board(COLUMN)
    setup = TableSetup(match.rules, match.players, "1", "french").marked(Mark.COACHED)
    kept = PastMatch.from_match(replace(match, meta=setup.to_meta()))
    assert kept.edition == "french"
    assert kept.marks == {Mark.COACHED}
    assert PastMatch.from_match(match) == PastMatch(match)


def test_every_goal_has_its_words() -> None:
    for language in Language:
        catalogue = load_catalogue(language)
        names = [catalogue.text(f"goals.name.{goal.value}") for goal in Goal]
        assert len(set(names)) == len(Goal) >= 30
        for goal in Goal:
            assert catalogue.messages[f"goals.about.{goal.value}"].placeholders == set()
