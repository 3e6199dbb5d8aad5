"""The scores of a match as JSON values, whole."""

from __future__ import annotations

from game.rules.match import Player, new_match
from game.rules.ruleset import Ruleset
from game.rules.score_json import score_json
from tests.rules.records import read

NOTHING = {"lines": [], "rays": [], "best_rays": {"sun": 0, "moon": 0}, "bonus": 0, "total": 0}


def test_lines_and_rays_are_listed_from_their_top_or_left_end() -> None:
    """S1, S4: three suns with nines down column a."""
    boards = (
        "293@a1 / 298@a2 / 694@a3 / 714@b1 / 758@c1",
        "293@c1 / 298@c2 / 694@c3 / 714@e1 / 758@e2",
    )
    match = read("classic free single rays", "293 / 298 / 694 / 714 / 758", *boards)
    line = {"direction": "vertical", "spaces": ["a1", "a2", "a3"], "number": 9}
    assert score_json(match) == {
        "players": [
            {
                "name": "P0",
                "total": 48,
                "rounds": [
                    NOTHING
                    | {
                        "lines": [line | {"points": 27, "late": False}],
                        "rays": [{"symbol": "sun", "spaces": ["a1", "a2", "a3"], "points": 21}],
                        "total": 48,
                    }
                ],
            },
            {"name": "P1", "total": 0, "rounds": [NOTHING]},
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
