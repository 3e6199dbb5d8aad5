"""A player's level: the mean without luck, its error, and the level, computed by hand."""

from dataclasses import replace
from datetime import UTC, datetime
from math import inf, sqrt
from statistics import fmean, variance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.bots.players.registry import LEVELS
from game.play.editions import all_editions
from game.progress.level import (
    LEAST,
    LEVEL_GAP,
    MOST_ATTEMPTS,
    NO_LEVEL,
    AttemptPoints,
    LevelEstimate,
    LevelMark,
    beginnings,
    costliest_direction,
    costs_of,
    find_attempts,
    find_level_scale,
    first_compared,
    first_own_seat,
    level_of,
    mistakes_a_game,
    rival_of,
    rules_of_level,
    tells_points,
)
from game.resources import ResourceError
from game.rules.match import Match, Player, PlayerKind, new_match
from game.rules.ruleset import Ruleset
from game.storage.history import PlayedMatch

NOW = datetime(2026, 11, 22, tzinfo=UTC)

SCALE = (
    LevelMark("duckling", 62, 1, 9),
    LevelMark("magpie", 93, 1, 9),
    LevelMark("beaver", 127, 1, 9),
    LevelMark("squirrel", 150, 1, 9),
    LevelMark("fox", 166, 1, 9),
    LevelMark("master", 168, 1, 9),
)

points = st.lists(
    st.builds(AttemptPoints, st.integers(0, 300), st.integers(-60, 60)), min_size=1, max_size=50
)


def test_a_level_begins_halfway_between_two_computers() -> None:
    starts = (-inf, 77.5, 110.0, 138.5, 158.0)
    assert beginnings(SCALE) == tuple(zip(LEVELS[:5], starts, strict=True))
    assert beginnings(()) == ()
    apart = (LevelMark("fox", 100, 1, 9), LevelMark("master", 100 + LEVEL_GAP, 1, 9))
    assert beginnings(apart) == (("fox", -inf), ("master", 100 + LEVEL_GAP / 2))


def test_a_level_is_reached_where_it_begins() -> None:
    magpie, beaver = ("magpie", 77.5), ("beaver", 110.0)
    for total, level, following in ((77.5, "magpie", beaver), (77.4, "duckling", magpie)):
        found = level_of(SCALE, [AttemptPoints(total, 0)] * LEAST)
        assert found.mean == pytest.approx(total)
        assert (found.level, found.following) == (level, following)


@given(points)
def test_the_standing_is_that_of_the_last_twenty(made: list[AttemptPoints]) -> None:
    last = [one.total - one.luck for one in made][-20:]
    found = level_of(SCALE, made)
    assert len(found.points) == min(MOST_ATTEMPTS, len(made))
    if len(last) < LEAST:
        assert found == LevelEstimate(found.points), "no number that could still fall"
        return
    assert found.mean == pytest.approx(fmean(last))
    assert found.error == pytest.approx(sqrt(variance(last) / len(last)))
    nearest = min(SCALE[4::-1], key=lambda mark: abs(mark.mean - fmean(last)))
    assert found.level == nearest.level
    if found.level == "fox":
        assert found.following is None
    else:
        assert found.following is not None
        assert found.following[0] == LEVELS[LEVELS.index(nearest.level) + 1]
        assert found.following[1] > fmean(last)


def test_nobody_stands_anywhere_without_games_or_without_computers() -> None:
    assert level_of(SCALE, ()) == NO_LEVEL
    found = level_of((), [AttemptPoints(150, 10)] * 9)
    assert (found.mean, found.level, found.following) == (140, None, None)


def test_every_edition_has_a_scale_of_all_computers() -> None:
    for card in all_editions():
        scale = find_level_scale(card.rules)
        assert tuple(mark.level for mark in scale) == LEVELS
        assert all(mark.games >= 100 for mark in scale)
        assert len(beginnings(scale)) >= 5
    assert find_level_scale(replace(Ruleset(), rounds=7)) == find_level_scale(Ruleset())
    assert rules_of_level(replace(Ruleset(), rounds=7)) == Ruleset()


def seated(*people: bool, meta: str | None = None) -> Match:
    players = tuple(
        Player(
            f"{i}", PlayerKind.HUMAN if is_human else PlayerKind.BOT, None if is_human else "fox"
        )
        for i, is_human in enumerate(people)
    )
    return new_match(Ruleset(), players, meta)


def test_the_first_person_of_this_profile_is_meant() -> None:
    assert first_own_seat(seated(False, True, True)) == 1
    assert first_own_seat(seated(False)) is None
    assert first_own_seat(seated(True, True, meta='{"apart": {"table": "x"}}')) is None
    assert first_own_seat(seated(True, True, meta='{"apart": {"own": [1]}}')) == 1
    came = '{"apart": {"own": [0, 1], "substitutes": [{"seat": 0}]}}'
    assert first_own_seat(seated(True, True, meta=came)) is None


def test_attempts_are_first_ones_by_the_rules_of_one_round() -> None:
    alone, rules = frozenset[str](), "classic free single none"
    kept = {
        6: PlayedMatch(6, "", NOW, "", f"{rules} rounds=4", None, "", alone, 1, ()),
        5: PlayedMatch(5, "", NOW, "", rules, None, "", frozenset({"timed"}), 1, ()),
        4: PlayedMatch(4, "", NOW, "", rules, None, "", frozenset({"coached"}), 1, ()),
        3: PlayedMatch(3, "", NOW, "", rules, None, "", alone, 2, ()),
        2: PlayedMatch(2, "", NOW, "", "classic free single rays", None, "", alone, 1, ()),
        1: PlayedMatch(1, "", NOW, "", rules, None, "", alone, 1, ()),
    }
    played = tuple(kept.values())
    found = find_attempts(played, lambda number: seated(False, True), Ruleset())
    assert [(one.id, seat) for one, _, seat in found] == [(6, 1), (1, 1)]
    newest = find_attempts(played, lambda number: seated(True), Ruleset(), 1)
    assert [one.id for one, _, _ in newest] == [6]
    # A match that cannot be read, or whose first person is elsewhere, takes no attempt's place.
    for other in (None, seated(False)):
        read = {6: other, 1: seated(True)}
        left = find_attempts(played, read.get, Ruleset(), 1)
        assert [one.id for one, _, _ in left] == [1]
    assert not list(find_attempts(played, lambda number: None, Ruleset()))
    assert not list(find_attempts(played, lambda number: seated(False), Ruleset()))


def test_the_rival_is_one_level_up_or_the_weakest_without_a_level() -> None:
    scale = LevelMark("duckling", 80.0, 1.0, 300), LevelMark("fox", 150.0, 1.0, 300)
    assert rival_of(scale, NO_LEVEL) == "duckling"
    assert rival_of(scale, LevelEstimate(level="duckling", following=("fox", 115.0))) == "fox"
    assert rival_of(scale, LevelEstimate(level="fox")) == "fox"
    assert rival_of((), NO_LEVEL) == ""


def test_a_first_total_is_beside_the_strongest_that_it_reached_but_never_master() -> None:
    named = [(0, "duckling"), (61.5, "duckling"), (62, "duckling"), (93, "magpie")]
    named += [(126.5, "magpie"), (127, "beaver"), (165.5, "squirrel"), (166, "fox"), (300, "fox")]
    for total, level in named:
        mark = first_compared(SCALE, total)
        assert (total, mark and mark.level) == (total, level)
    assert first_compared((), 100) is None


def test_costs_are_in_points_from_beaver_on() -> None:
    told = [tells_points(level) for level in (None, *LEVELS)]
    assert told == [False, False, False, True, True, True, True]


@pytest.mark.parametrize(
    ("costs", "way"),
    [
        ({}, ""),
        ({"vertical": 4.9}, ""),
        ({"vertical": 5.0}, "vertical"),
        ({"vertical": 5.0, "rising": 5.0}, "vertical"),
        ({"vertical": 3.0, "rising": 7.0, "falling": 4.0}, "rising"),
        ({"vertical": 3.0, "rising": 7.0, "falling": 4.5}, ""),
        ({"falling": 6.0, "stamen": 90.0}, "falling"),
    ],
)
def test_a_direction_is_named_for_half_of_what_broken_lines_cost(
    costs: dict[str, float], way: str
) -> None:
    assert costliest_direction(costs) == way


def test_mistakes_are_means_over_all_games() -> None:
    games = [{"total": 150.0, "luck": 3.0, "rising": 6.0}, {"total": 9.0, "falling": 3.0}]
    costs = [costs_of(game) for game in games]
    assert costs == [{"rising": 6.0}, {"falling": 3.0}]
    assert mistakes_a_game([*costs, {}]) == {"rising": 2.0, "falling": 1.0}
    assert mistakes_a_game([]) == {}


def test_an_attempt_is_read_from_its_measurement() -> None:
    attempt = AttemptPoints.of({"luck": 12.0, "vertical": 3.0, "total": 150.0})
    assert (attempt, attempt.played) == (AttemptPoints(150, 12), 138)


def test_a_damaged_table_of_levels_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for table in ({"fox": 166.0}, {"fox": [1.0]}, {"fox": [1.0, 2.0, 3, 4]}, ["fox"]):
        standard = {str(Ruleset()): table}
        monkeypatch.setattr("game.progress.level._table", lambda known=standard: known)
        with pytest.raises(ResourceError, match=r"levels\.toml is damaged"):
            find_level_scale.__wrapped__(Ruleset())
