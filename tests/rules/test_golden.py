"""Deals and scored records that are pinned (C6); `tests/golden/rules.py` explains how."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from game.rules.boards import BOARDS, Board, BoardName
from game.rules.deal import SplitMix64, deal_order, format_deal, parse_deal
from game.rules.errors import FormatError
from game.rules.record import parse_record
from game.rules.score_json import score_json
from tests.golden.rules import DEALS, RECORDS
from tests.rules.referee import judge, ordered

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


def test_every_pinned_record_still_scores_the_same() -> None:
    lines = RECORDS.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 180
    for line in lines:
        pinned = json.loads(line)
        match = parse_record(json.dumps(pinned["record"]))
        assert score_json(match) == pinned["score"]
        assert ordered(judge(pinned["record"])) == ordered(pinned["score"])
