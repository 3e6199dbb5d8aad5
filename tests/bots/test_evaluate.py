"""Measurements of bots: their table, and what they are compared by."""

from __future__ import annotations

from random import Random

import pytest

from game.bots import evaluate
from game.bots.evaluate import (
    EDITIONS,
    Measured,
    Measuring,
    compare,
    main,
    measure_engine,
    standard_error,
)
from game.bots.players.playing import play_calls
from game.bots.players.registry import make_bot
from game.bots.values.luck import luck_of
from game.rules.deal import deal_calls
from game.rules.match_score import score_match
from game.rules.ruleset import Ruleset


def test_bots_are_compared_deal_by_deal() -> None:
    """The levels of the first minus those of the second, with the differences' own error."""
    one = Measured([5, 9, 7], [4, 8, 9], [0.1])
    other = Measured([1, 1, 1], [1, 3, 6], [0.2, 0.3])
    assert compare(one, other) == pytest.approx((11 / 3, 2 / 3))
    assert (one.mean, one.error) == pytest.approx((7, 2 / 3**0.5))
    assert (standard_error([3]), standard_error([])) == (0.0, 0.0)
    one.add(other)
    assert (one.totals, one.levels) == ([5, 9, 7, 1, 1, 1], [4, 8, 9, 1, 3, 6])
    assert one.seconds == [0.1, 0.2, 0.3]


def test_a_table_has_means_differences_and_times(capsys: pytest.CaptureFixture[str]) -> None:
    """Under rules that compare players a rival sits beside."""
    texts = ("classic free single none", "classic free single best-ray")
    words = ["--bots", "random", "greedy", "--games", "3", "--seed", "s", "--rival", "duckling"]
    assert main([*words, "--rules", *texts]) == 0
    head, rule, *rows = capsys.readouterr().out.splitlines()
    assert head == (
        "| rules | player, 3 deals | mean | without luck | against random | ms a move | 99 of 100 |"
    )
    assert rule == "|---|---|---|---|---|---|---|"
    wanted = []
    for text in texts:
        first = measure_engine("random", Ruleset.parse(text), 3, "s", "duckling")
        second = measure_engine("greedy", Ruleset.parse(text), 3, "s", "duckling")
        apart, error = compare(second, first)
        gap = f"{apart:+.2f} ± {error:.2f}"
        for bot, one, against in (("random", first, ""), ("greedy", second, gap)):
            wanted.append([text, bot, f"{one.mean:.2f} ± {one.error:.2f}", "", against])
    shown = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    assert [cells[:5] for cells in shown] == wanted
    assert all(float(cells[5]) >= 0 and int(cells[6]) >= 0 for cells in shown)


def test_a_deal_is_the_same_for_each_bot_and_a_rival_sits_where_players_are_compared() -> None:
    rules, ray = Ruleset(), Ruleset.parse("classic free single best-ray")
    plain, again = (measure_engine("greedy", rules, 2, "s", who) for who in ("fox", "random"))
    assert plain.totals == again.totals == plain.levels
    match = play_calls(rules, [make_bot("greedy")], deal_calls(rules, "s 1"), [Random("s 1 0")])
    assert plain.totals[1] == score_match(match).players[0].total
    against = [measure_engine("greedy", ray, 2, "s", who).totals for who in ("greedy", "random")]
    assert against[0] != against[1]


def test_a_rival_sits_beside_where_calls_have_bonuses_and_luck_is_taken_from_a_level() -> None:
    """M6"""
    rules = Ruleset.parse("classic free mail none")
    one = measure_engine("greedy", rules, 1, "s", "random")
    bots, randoms = [make_bot("greedy"), make_bot("random")], [Random("s 0 0"), Random("s 0 1")]
    match = play_calls(rules, bots, deal_calls(rules, "s 0"), randoms)
    assert one.totals == one.levels == [score_match(match).players[0].total]
    measured = measure_engine("random", Ruleset(), 1, "s", level=True)
    match = play_calls(Ruleset(), [bots[1]], deal_calls(Ruleset(), "s 0"), [Random("s 0 0")])
    (total,) = measured.totals
    assert measured.levels == [total - luck_of(match, 0)]


def test_every_edition_is_a_row_and_published_means_follow_the_standard_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--games", "1", "--rival", "random", "--rules"]
    command = Measuring("c", "s", 1, ("random",), (), level=False, published=(("Ann", 100.5),))
    assert main([*words, "every"], command) == 0
    rows = [row.strip("| ").split(" | ") for row in capsys.readouterr().out.splitlines()[2:]]
    assert [row[:2] for row in rows[:3]] == [
        [EDITIONS[0], "random"], [EDITIONS[0], "Ann"], [EDITIONS[1], "random"]
    ]  # fmt: skip
    assert rows[1][2] == "100.5"
    measured = [row[0] for row in rows if row[1] == "random"]
    assert measured == [str(Ruleset.parse(text)) for text in EDITIONS]
    assert len(rows) == len(EDITIONS) + 1


def test_what_goes_wrong_has_its_own_exit_status(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["--rules", "chess"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("python -m game.bots.evaluate: ")
    with pytest.raises(SystemExit, match="2"):
        main(["--bots", "nobody"])
    assert "there is no bot nobody; there are: random, duckling" in capsys.readouterr().err

    def interrupted(game: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(evaluate, "_measure_game", interrupted)
    assert main(["--games", "1", "--bots", "random"]) == 130
