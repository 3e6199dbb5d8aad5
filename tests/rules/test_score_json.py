"""The scores of a match as JSON values, whole."""

from __future__ import annotations

from random import Random

from game.rules.match import Player, new_match
from game.rules.ruleset import Ruleset
from game.rules.score_json import score_json
from tests.rules.random_matches import random_match
from tests.rules.records import read

NOTHING = {"lines": [], "rays": [], "best_rays": {"sun": 0, "moon": 0}, "bonus": 0, "total": 0}


def test_lines_and_rays_are_listed_from_their_top_or_left_end() -> None:
    """S1, S4: three suns with nines down column a; three moons down column e, which is broken."""
    calls = "293 / 298 / 694 / 714 / 758 / 753"
    boards = [
        " / ".join(f"{tile}@{space}" for tile, space in zip(calls.split(" / "), to, strict=True))
        for to in (("a1", "a2", "a3", "b1", "c1", "d1"), ("c1", "c2", "c3", "e1", "e2", "e3"))
    ]
    match = read("classic free single rays", calls, *boards)
    line = {"direction": "vertical", "spaces": ["a1", "a2", "a3"], "number": 9}
    suns = {"symbol": "sun", "spaces": ["a1", "a2", "a3"], "points": 21}
    moons = {"symbol": "moon", "spaces": ["e1", "e2", "e3"], "points": 18}
    first = {"lines": [line | {"points": 27, "late": False}], "rays": [suns], "total": 48}
    assert score_json(match) == {
        "players": [
            {"name": "P0", "total": 48, "rounds": [NOTHING | first]},
            {"name": "P1", "total": 18, "rounds": [NOTHING | {"rays": [moons], "total": 18}]},
        ],
        "winners": ["P0"],
        "complete": False,
    }


def test_a_late_line_a_bonus_and_a_best_ray_are_in_their_fields() -> None:
    """M3, M6, S5: the first board's line is late, and counts half for the ray too."""
    calls = "254 653 658 / 213 214 / 714 618"
    match = read(
        "classic free mail best-ray",
        calls,
        "- / 254@a1 653@a2 658@a3 213@d1 214@e1 / 714@b1 618@c1",
        "254@a1 653@a2 658@a3 / 213@d1 214@e1 / 714@b1 618@c1",
    )
    line = {"direction": "vertical", "spaces": ["a1", "a2", "a3"], "number": 5}
    late, punctual = (line | {"points": n, "late": n == 7.5} for n in (7.5, 15))
    assert [player["rounds"] for player in score_json(match)["players"]] == [
        [NOTHING | {"lines": [late], "bonus": 10, "total": 17.5}],
        [
            NOTHING
            | {
                "lines": [punctual],
                "bonus": 10,
                "best_rays": {"sun": 60, "moon": 0},
                "total": 85,
            }
        ],
    ]


def test_a_match_before_its_first_round_is_a_draw_of_all() -> None:
    match = new_match(Ruleset(rounds=2), (Player("Ana"), Player("Zoë")))
    nobody = {"total": 0, "rounds": []}
    assert score_json(match) == {
        "players": [{"name": "Ana"} | nobody, {"name": "Zoë"} | nobody],
        "winners": ["Ana", "Zoë"],
        "complete": False,
    }


def test_a_player_s_total_is_that_of_all_rounds() -> None:
    score = score_json(random_match(Ruleset(rounds=3), 2, Random(5)))
    for player in score["players"]:
        rounds = [played["total"] for played in player["rounds"]]
        assert (len(rounds), player["total"]) == (3, sum(rounds))
    assert score["complete"]
