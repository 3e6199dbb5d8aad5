"""Goals, each earned by a match that does it and by none that only nearly does."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest

from game.locale import Language, load_catalogue
from game.play.editions import read_editions
from game.play.table import WAYS, Mark, TableSetup
from game.progress.goals import EDITIONS_TO_PLAY, LEVEL_GOALS, Goal, PastMatch, progress_of
from game.resources import seed_file
from game.rules.deal import split_calls
from game.rules.match import Match, Player, PlayerKind, apply, new_match
from game.rules.moves import BeginRound, Call, Finish, Place
from game.rules.placement import Placement
from game.rules.ruleset import Ruleset, all_rulesets
from game.rules.standing import score_match
from game.rules.tiles import Tile
from tests.progress.earned import Earned, earned_goals
from tests.rules.random_matches import random_match

STANDARD = Ruleset()
MAXIMUM = """
653@a1 654@a2 258@a3 698@b1 693@b2 294@b3 798@b4 614@c1 618@c2 213@c3
714@c4 718@c5 694@d1 298@d2 793@d3 794@d4 254@e1 758@e2 753@e3
"""
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


def test_a_line_of_five_and_five_nines() -> None:
    assert {Goal.LINE_OF_FIVE, Goal.FIVE_NINES} <= goals(board(COLUMN))
    fives = "254@c1 654@c2 754@c3 253@c4 653@c5"
    assert goals(board(fives)) & {Goal.LINE_OF_FIVE, Goal.FIVE_NINES} == {Goal.LINE_OF_FIVE}
    assert Goal.LINE_OF_FIVE not in goals(board(COLUMN.replace("294@c1", "254@c1")))


def test_the_best_board_earns_what_lines_can_earn() -> None:
    found = goals(board(MAXIMUM))
    assert found >= {
        Goal.NO_BROKEN_LINE, Goal.TWELVE_LINES, Goal.TEN_LINES, Goal.ALL_COLUMNS,
        Goal.ONE_DIRECTION, Goal.THREE_FIVES, Goal.POINTS_220, Goal.POINTS_200, Goal.POINTS_180,
        Goal.POINTS_150, Goal.POINTS_100,
    }  # fmt: skip
    broken = MAXIMUM.replace("653@a1", "654@a1").replace("654@a2", "658@a2")
    assert Goal.NO_BROKEN_LINE not in goals(board(broken))
    assert Goal.ALL_COLUMNS in goals(board(broken))


def test_points_are_asked_of_the_lines_of_a_classic_board() -> None:
    match = board(MAXIMUM)
    for points in (100, 150, 180, 200, 220):
        assert Goal(f"points-{points}") in goals(match)
    assert not {g for g in goals(board(COLUMN)) if g.startswith("points")}
    rules = Ruleset.parse("daffodil-1 free single none")
    high = max((random_match(rules, 1, Random(n)) for n in range(300)), key=total)
    assert total(high) >= 50
    assert not {g for g in goals(high) if g.startswith("points")}


def test_all_numbers() -> None:
    match = board(MAXIMUM)
    numbers = {s.number for s in score_match(match).players[0].rounds[0].lines}
    assert (Goal.ALL_NUMBERS in goals(match)) is (numbers == set(range(1, 10)))


@pytest.mark.parametrize("level", [*LEVEL_GOALS, "master"])
def test_a_level_is_beaten_by_winning_alone_at_its_table(level: str) -> None:
    own = board(MAXIMUM)
    goal = Goal(f"beat-{level}")
    worse = poor(own, Random(3))
    assert goal in goals(table(own, {level: worse}))
    assert goal not in goals(table(worse, {level: own}))
    assert goal not in goals(table(own, {level: own}))
    assert goal not in goals(own)
    beaten = table(own, {level: worse})
    again = PastMatch(beaten, marks=frozenset({Mark.AGAIN}))
    assert (goal in goals(again)) is (level != "master")
    # The deal was seen in a game that earned nothing.
    before = PastMatch(worse, marks=frozenset({Mark.COACHED}))
    assert (goal in goals(before, beaten)) is (level != "master")


def test_a_shared_win_and_a_full_table() -> None:
    own = board(MAXIMUM)
    worse = poor(own, Random(3))
    assert Goal.SHARED_WIN in goals(table(own, {"fox": own}))
    assert Goal.SHARED_WIN not in goals(table(own, {"fox": worse}), own)
    five = dict.fromkeys(("duckling", "magpie", "beaver", "squirrel", "fox"), worse)
    assert Goal.FULL_TABLE in goals(worse, table(own, five))
    assert Goal.FULL_TABLE not in goals(own, table(worse, dict.fromkeys(five, own)))
    four = dict.fromkeys(("duckling", "magpie", "beaver", "squirrel"), worse)
    assert Goal.FULL_TABLE not in goals(table(own, four))


def test_nothing_is_earned_with_the_coach_or_by_computers_or_unfinished() -> None:
    match = board(MAXIMUM)
    for mark in Mark:
        helped = mark not in {Mark.AGAIN, *WAYS}
        assert (goals(PastMatch(match, marks=frozenset({mark}))) == set()) is helped
    alone = replace(match, players=(Player("Fox", PlayerKind.BOT, "fox"),))
    assert goals(alone) == set()
    seat = match.rounds[0].seats[0]
    cut = replace(seat, turns=seat.turns[:-1], position=seat.position)
    assert goals(replace(match, rounds=(replace(match.rounds[0], seats=(cut,)),))) == set()


def test_editions_and_variants() -> None:
    match = board(COLUMN)
    names = EDITIONS_TO_PLAY
    assert sorted(names) == sorted(e.name for e in read_editions(seed_file("editions")))
    kept = [PastMatch(match, edition=name) for name in names]
    assert Goal.EVERY_EDITION in goals(*kept)
    assert Goal.EVERY_EDITION not in goals(*kept[1:])
    four = [random_match(Ruleset.parse(f"daffodil-{n} free single none"), 1, Random(n))
            for n in (1, 2, 3, 4)]  # fmt: skip
    assert Goal.FOUR_DAFFODILS in goals(*four)
    for left_out in range(4):
        assert Goal.FOUR_DAFFODILS not in goals(*four[:left_out], *four[left_out + 1 :])


def test_wild_lines_and_stamens() -> None:
    rules = Ruleset.parse("daffodil-1 free single none")
    assert Goal.WILD_LINE in goals(board("***@a1 2**@a2", rules))
    assert Goal.WILD_LINE not in goals(board("***@a1 294@a2", rules))
    four = Ruleset.parse("daffodil-4 free single none")
    aside = "653@x 693@x 798@x"
    assert Goal.THREE_STAMENS in goals(board(aside, four, finish="653@b2 693@c4 798@e2"))
    assert Goal.THREE_STAMENS not in goals(board(aside, four, finish="653@b2 693@c4"))


def test_rays() -> None:
    suns = "213@a1 218@a2 614@a3"
    moons = "214@e1 613@e2 618@e3"
    rays = Ruleset.parse("classic free single rays")
    assert Goal.SUN_AND_MOON in goals(board(f"{suns} {moons}", rays))
    assert Goal.SUN_AND_MOON not in goals(board(f"{suns} {moons}"))
    bright = "293@b1 298@b2 694@b3 793@b4"
    assert Goal.DOUBLE_LINE in goals(board(bright, rays))
    assert Goal.DOUBLE_LINE not in goals(board(bright))
    assert Goal.DOUBLE_LINE not in goals(board("293@a1 298@a2 694@a3 294@b1", rays))


def test_bonuses_of_the_league() -> None:
    rules = Ruleset.parse("classic free mail none")
    found = set()
    for n in range(40):
        match = random_match(rules, 2, Random(n))
        bonus = max(r.bonus for r in score_match(match).players[0].rounds)
        met = Goal.BONUSES in goals(match)
        assert met is (bonus >= 30)
        found.add(met)
    assert False in found


def test_counting_games_and_steadiness() -> None:
    match = board(COLUMN)
    assert Goal.TEN_GAMES not in goals(*[match] * 9)
    assert Goal.TEN_GAMES in goals(*[match] * 10)
    assert Goal.HUNDRED_GAMES in goals(*[PastMatch(match)] * 100)
    good = board(MAXIMUM)
    assert Goal.STEADY in goals(match, *[good] * 5)
    assert Goal.STEADY not in goals(*[good] * 4, match, *[good] * 4)


def test_the_same_deal_again_and_better() -> None:
    good = board(MAXIMUM)
    worse = poor(good, Random(3))
    assert Goal.BETTER_AGAIN in goals(worse, good)
    assert Goal.BETTER_AGAIN not in goals(good, worse)
    assert Goal.BETTER_AGAIN not in goals(worse, worse)
    assert Goal.BETTER_AGAIN not in goals(board(COLUMN), good)


def test_a_week_of_daily_deals() -> None:
    match = board(COLUMN)
    days = [PastMatch(match, day=date(2026, 11, 27) + timedelta(days=n)) for n in range(7)]
    assert Goal.WEEK_OF_DAYS in goals(*days)
    assert Goal.WEEK_OF_DAYS not in goals(*days[:3], *days[4:])
    assert Goal.WEEK_OF_DAYS in goals(*days[:3], match, *days[3:])
    assert Goal.WEEK_OF_DAYS not in goals(*[days[0]] * 7)


def test_a_total_is_bettered_by_the_same_rules_alone() -> None:
    moons = "214@e1 613@e2 618@e3"
    match, rays = board(moons), Ruleset.parse("classic free single rays")
    space_of = {t: space for space, t in enumerate(match.rounds[0].seats[0].position.tiles)}
    by_rays = finished(rays, {space_of[t]: t for t in match.rounds[0].called}, [])
    assert total(by_rays) > total(match)
    assert Goal.BETTER_AGAIN not in goals(match, by_rays)


def test_a_row_of_good_rounds_begins_anew_after_a_poor_one() -> None:
    good, poor_one = board(MAXIMUM), board(COLUMN)
    assert progress_of([PastMatch(good)] * 3)[Goal.STEADY] == (3, 5)
    rows = [PastMatch(good), PastMatch(good), PastMatch(poor_one), PastMatch(good)]
    assert progress_of(rows)[Goal.STEADY] == (1, 5)


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
    """What a longer history earned before stays earned; no ruleset breaks the reckoning."""
    kept = [
        PastMatch(random_match(rules, 2 + i % 2, Random(i)))
        for i, rules in enumerate(all_rulesets()[::3])
    ]
    whole = earned_goals(kept)
    for cut in (5, 20, 40):
        assert earned_goals(kept[:cut]) == tuple(e for e in whole if e.place < cut)


def test_a_record_tells_its_edition_and_its_marks() -> None:
    match = board(COLUMN)
    setup = TableSetup(match.rules, match.players, "1", "french").marked(Mark.WHAT_IF)
    kept = PastMatch.from_match(replace(match, meta=setup.to_meta()))
    assert kept.edition == "french"
    assert kept.marks == {Mark.WHAT_IF}
    assert PastMatch.from_match(match) == PastMatch(match)


def test_every_goal_has_its_words() -> None:
    for language in Language:
        catalogue = load_catalogue(language)
        names = [catalogue.text(f"goals.name.{goal.value}") for goal in Goal]
        assert len(set(names)) == len(Goal) >= 30
        for goal in Goal:
            key = f"goals.about.{goal.value}"
            expected = {"name"} if goal.value.startswith("beat-") else set()
            assert catalogue.messages[key].placeholders == expected
