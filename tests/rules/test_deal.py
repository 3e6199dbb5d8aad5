"""Clauses C1, C2 and C6: from a seed to the calls."""

from __future__ import annotations

from collections import Counter

import pytest

from game.rules.boards import BOARDS, CLASSIC, DAFFODIL, Board, BoardName
from game.rules.deal import (
    SplitMix64,
    check_seed,
    deal_calls,
    deal_order,
    format_deal,
    parse_deal,
    round_seed,
)
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES
from tests.golden.rules import DEALS


def test_a_number_that_would_favour_some_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([2**64 - 1, 5])  # 3 divides 2**64 - 1: the last number of all is one too many
    monkeypatch.setattr(SplitMix64, "next", lambda self: next(drawn))
    assert SplitMix64(0).below(3) == 2


FIRST_18 = " ".join(map(str, TILES[:18]))
FIRST_19 = " ".join(map(str, TILES[:19]))

BOTH = pytest.mark.parametrize("board", BOARDS.values(), ids=repr)


def test_c6_every_pinned_deal_is_dealt_again() -> None:
    lines = DEALS.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 100
    for line in lines:
        name, seed, tiles = line.split("\t")
        board = BOARDS[BoardName(name)]
        assert format_deal(deal_order(board, seed)) == tiles
        assert parse_deal(board, tiles) == deal_order(board, seed)


def test_c6_the_generator_is_splitmix64_as_published() -> None:
    """The first outputs for the state 1234567, as other implementations give them."""
    random = SplitMix64(1234567)
    assert [random.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@BOTH
def test_c6_every_tile_comes_equally_often_at_every_place(board: Board) -> None:
    """Chi-square over 6,000 fixed seeds for the first, the middle and the last place."""
    deals = [deal_order(board, f"fair {i}") for i in range(6000)]
    tiles = len(board.tile_set)
    for place in (0, 1, len(board) // 2, len(board) - 1):
        counts = Counter(deal[place] for deal in deals)
        expected = len(deals) / tiles
        chi = sum((counts[t] - expected) ** 2 / expected for t in board.tile_set)
        # Mean tiles - 1, standard deviation its double's root: four of them either way.
        freedom = tiles - 1
        assert abs(chi - freedom) < 4 * (2 * freedom) ** 0.5


@BOTH
def test_c6_a_tile_says_nothing_of_the_next(board: Board) -> None:
    deals = [deal_order(board, f"pair {i}") for i in range(12_000)]
    pairs = Counter(deal[:2] for deal in deals)
    count = len(board.tile_set) * (len(board.tile_set) - 1)
    expected = len(deals) / count
    chi = sum((n - expected) ** 2 / expected for n in pairs.values())
    chi += (count - len(pairs)) * expected
    assert abs(chi - (count - 1)) < 4 * (2 * (count - 1)) ** 0.5


def test_below_gives_every_number_under_its_bound() -> None:
    random = SplitMix64(1)
    counts = Counter(random.below(7) for _ in range(7000))
    assert sorted(counts) == list(range(7))
    assert all(850 < n < 1150 for n in counts.values())


@pytest.mark.parametrize(
    "text", ["", "294", "294 " * 19, "294  753", "294 753 xyz", "*** 294"], ids=repr
)
def test_other_texts_are_no_deals(text: str) -> None:
    with pytest.raises(FormatError):
        parse_deal(BOARDS[BoardName.CLASSIC], text.strip())


@BOTH
def test_c1_a_round_calls_as_many_different_tiles_as_the_board_has_spaces(board: Board) -> None:
    order = deal_order(board, "any")
    assert len(order) == len(set(order)) == len(board) == {CLASSIC: 19, DAFFODIL: 21}[board]
    assert set(order) <= set(board.tile_set)
    assert len(board.tile_set) == {CLASSIC: 27, DAFFODIL: 31}[board]


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        ("classic free single none", [1] * 19),
        ("classic free pairs none", [2] * 9 + [1]),
        ("classic free mail none", [3] + [2] * 8),
        ("daffodil-1 free single none", [1] * 21),
        ("daffodil-1 free pairs none", [2] * 10 + [1]),
        ("daffodil-4 free mail none", [3] + [2] * 9),
    ],
)
def test_c2_how_many_tiles_a_call_names(rules: str, sizes: list[int]) -> None:
    chosen = Ruleset.parse(rules)
    calls = deal_calls(chosen, "7")
    assert [len(call) for call in calls] == list(chosen.call_sizes) == sizes
    assert sum(calls, ()) == deal_order(chosen.grid, "7")


@BOTH
def test_c1_a_deal_that_could_not_be_called_is_refused(board: Board) -> None:
    order = deal_order(board, "any")
    foreign = next(t for t in TILES if t not in board.tile_set) if board is CLASSIC else None
    for wrong, fault in (
        (order[1:], Fault.WRONG_TILES),
        ((*order, order[0]), Fault.WRONG_TILES),
        ((order[-1], *order[1:]), Fault.TILE_TWICE),
        ((foreign, *order[1:]), Fault.FOREIGN_TILE),
    ):
        if None not in wrong:
            with pytest.raises(FormatError) as refused:
                parse_deal(board, " ".join(map(str, wrong)))
            assert refused.value.fault is fault
    assert parse_deal(board, format_deal(order)) == order


@BOTH
def test_c6_the_same_seed_and_tile_set_give_the_same_order(board: Board) -> None:
    assert deal_order(board, "42") == deal_order(board, "42")
    assert deal_order(board, "42") != deal_order(board, "43")
    assert deal_order(CLASSIC, "42") != deal_order(DAFFODIL, "42")[:19]


def test_c6_every_round_of_a_match_has_a_seed_of_its_own() -> None:
    assert [round_seed("42", i) for i in range(3)] == ["42", "42/2", "42/3"]


@pytest.mark.parametrize("seed", ["", "x" * 129, "new\nline", "\ud800"])
def test_c6_a_seed_that_nobody_could_type_is_refused(seed: str) -> None:
    with pytest.raises(FormatError, match="a seed has"):
        deal_order(CLASSIC, seed)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("294 753", "2 tiles where a round calls 19"),
        (f"{FIRST_19} ***", "20 tiles where a round calls 19"),
        (f"{FIRST_18} ***", "not a tile of the classic board: ***"),
        (f"{FIRST_18} {TILES[4]}", f"tile called twice: {TILES[4]}"),
        (f"{FIRST_18} 924", "no such tile: '924'"),
    ],
)
def test_a_deal_that_cannot_be_called_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(FormatError) as refused:
        parse_deal(CLASSIC, text)
    assert str(refused.value) == words


def test_a_player_s_seed_has_a_hundred_characters_at_most_and_a_round_s_some_more() -> None:
    for check, most in (
        (check_seed, 100),
        (lambda seed: check_seed(seed, 7), 7),
        (lambda seed: deal_order(CLASSIC, seed), 128),
    ):
        check("x" * most)
        check("x")
        for seed in ("x" * (most + 1), ""):
            with pytest.raises(FormatError, match=f"^a seed has 1 to {most} characters$"):
                check(seed)
        with pytest.raises(FormatError, match=r"^a seed has printable characters only$"):
            check("a\nb")
    assert len(round_seed("x" * 100, 9_998)) <= 128
