"""`deal` prints each form of a deal, and `play` joins the lines that it reads."""

from __future__ import annotations

import json

import pytest

from game.cli.deal import calls_json, join_calls
from game.rules.boards import BOARDS, BoardName
from game.rules.deal import deal_calls, deal_order, format_deal, round_seed
from game.rules.ruleset import CallRule, Ruleset
from game.storage.codes import Deal, format_code
from tests.terminal import run

RULES = Ruleset(BoardName.DAFFODIL, call=CallRule.MAIL)
WORDS = ("deal", "--board", "daffodil", "--call", "mail")


def test_a_deal_is_printed_by_calls_and_several_by_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    calls = [format_deal(call) for call in deal_calls(RULES, "a b")]
    whole = [format_deal(deal_order(RULES.grid, round_seed("a b", n))) for n in range(3)]
    for words, lines in (((), calls), (("--count", "1"), whole[:1]), (("--count", "3"), whole)):
        status, out, err = run(capsys, *WORDS, *words, "a b")
        assert (status, out.splitlines(), err) == (0, lines, "")
    for count in (1, 3):
        words = ("--count", str(count)) if count > 1 else ()
        status, out, err = run(capsys, *WORDS, *words, "--json", "a b")
        seeds = [round_seed("a b", n) for n in range(count)]
        assert (status, err) == (0, "")
        assert [json.loads(line) for line in out.splitlines()] == [
            {"seed": seed, "calls": [format_deal(c).split() for c in deal_calls(RULES, seed)]}
            for seed in seeds
        ]
    assert calls_json(deal_calls(RULES, "a b")[:1]) == [calls[0].split()]


@pytest.mark.parametrize(
    ("words", "board", "call"),
    [
        ((), BoardName.DAFFODIL, CallRule.MAIL),
        (("--board", "classic"), BoardName.CLASSIC, CallRule.MAIL),
        (("--board", "daffodil"), BoardName.DAFFODIL, CallRule.MAIL),
        (("--call", "pairs"), BoardName.DAFFODIL, CallRule.PAIRS),
        (("--call", "single", "--board", "classic"), BoardName.CLASSIC, CallRule.SINGLE),
    ],
)
def test_options_go_before_the_rules_of_a_code(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], board: BoardName, call: CallRule
) -> None:
    """A variant or a bonus that the other board or call cannot have is left out."""
    code = format_code(Deal(Ruleset.parse("daffodil-4 free mail rays bonus=call rounds=2"), "7"))
    status, out, err = run(capsys, "deal", *words, code)
    calls = deal_calls(Ruleset(board, call=call), "7")
    assert (status, out.splitlines(), err) == (0, [format_deal(one) for one in calls], "")


def test_only_the_calls_of_one_deal_are_joined() -> None:
    for board in BOARDS.values():
        tiles = [str(tile) for tile in deal_order(board, "7")]
        whole, half = " ".join(tiles), len(tiles) // 2
        for size in (1, 2, 3):
            lines = [" ".join(tiles[i : i + size]) for i in range(0, len(tiles), size)]
            assert join_calls(lines) == [whole]
            assert join_calls(["", *lines, "  "]) == [whole]
            assert join_calls(lines[:-1]) == lines[:-1], "one call is missing"
        for lines in ([whole], [whole, whole], [" ".join(tiles[:half]), " ".join(tiles[half:])]):
            assert join_calls(lines) == lines
        longer = [" ".join(tiles[:4]), *tiles[4:]]
        assert join_calls(longer) == longer
    assert join_calls(["", " "]) == ["", " "]
    assert join_calls([]) == []


@pytest.mark.parametrize("board", list(BoardName))
def test_deal_prints_the_calls(capsys: pytest.CaptureFixture[str], board: BoardName) -> None:
    status, out, err = run(capsys, "deal", "--board", board.value, "--call", "mail", "some seed")
    calls = [line.split(" ") for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert [len(call) for call in calls] == [3] + [2] * (len(calls) - 1)
    order = [str(tile) for tile in deal_order(BOARDS[board], "some seed")]
    assert [tile for call in calls for tile in call] == order
