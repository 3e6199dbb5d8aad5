"""Two computers of one level are two individuals of one strength."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.bots.judge import judge_placements
from game.bots.players.registry import LEVELS, STRENGTH, make_bot
from game.bots.players.taste import choose_apart, count_doubles, least_worth
from game.rules.deal import deal_calls
from game.rules.match import Match, apply, legal_placements
from game.rules.moves import Call, Finish, Place
from game.rules.placement import Position
from tests.bots.test_taste import table

pytestmark = pytest.mark.slow

TOP = Path(__file__).parent.parent.parent


def played(match: Match, seed: str) -> Match:
    """A whole round of computers."""
    bots = [make_bot(player.bot or "random") for player in match.players]
    for call, tiles in enumerate(deal_calls(match.rules, seed)):
        match, _ = apply(match, Call(tiles))
        for seat, bot in enumerate(bots):
            while legal_placements(match, seat):
                p = bot.choose(match, seat, Random(f"{seed} {seat} {call}"))
                match, _ = apply(match, Place(seat, p.tile, p.space))
    if match.rules.has_aside:
        for seat, bot in enumerate(bots):
            moves = bot.choose_finish(match, seat, Random(f"{seed} {seat}"))
            match, _ = apply(match, Finish(seat, moves))
    return match


def boards_of(match: Match) -> list[Position]:
    return [seat.position for seat in match.round.seats]


@pytest.mark.parametrize("level", ["duckling", "magpie", "beaver", "fox"])
def test_two_of_a_level_play_two_boards(level: str) -> None:
    for deal in range(3):
        one, other = boards_of(played(table(level, level), f"two {deal}"))
        assert other.tiles not in (one.tiles, one.tiles[::-1])


@pytest.mark.parametrize(
    ("level", "rules"),
    [
        ("fox", "classic adjacent single none"),
        ("fox", "daffodil-3 adjacent single none"),
        ("beaver", "daffodil-2 free single rays"),
        ("squirrel", "classic adjacent pairs none"),
    ],
)
def test_two_of_a_level_part_within_three_calls(level: str, rules: str) -> None:
    bot, parted = make_bot(level), 0
    for deal in range(20):
        match = table(level, level, rules=rules)
        for tiles in deal_calls(match.rules, f"part {deal}")[:3]:
            match, _ = apply(match, Call(tiles))
            for seat in range(2):
                while legal_placements(match, seat):
                    p = bot.choose(match, seat, Random(0))
                    match, _ = apply(match, Place(seat, p.tile, p.space))
        one, other = (position.tiles for position in boards_of(match))
        parted += other != one and ("daffodil" in rules or other != one[::-1])
    assert parted >= 18


def test_the_first_of_a_level_plays_as_the_level_does() -> None:
    alone = boards_of(played(table("fox"), "first"))[0]
    among = boards_of(played(table("beaver", "fox", "fox"), "first"))
    assert among[1] == alone
    assert among[2] != alone


def test_the_same_seed_is_the_same_game() -> None:
    assert played(table("fox", "fox", "fox"), "again") == played(
        table("fox", "fox", "fox"), "again"
    )


@pytest.mark.parametrize(
    "rules",
    [
        "classic adjacent-symbol pairs rays",
        "classic free mail none",
        "daffodil-2 adjacent single none",
        "daffodil-4 free pairs best-ray",
    ],
)
def test_tastes_keep_to_every_rule(rules: str) -> None:
    match = played(table("fox", "fox", "fox", rules=rules), "rules")
    assert match.is_complete
    assert len({position.tiles for position in boards_of(match)}) == 3


def test_parting_costs_no_more_than_the_margin_and_ends_when_boards_have_parted() -> None:
    match = table("fox", "fox", "fox")
    seen: set[bool] = set()
    for tiles in deal_calls(match.rules, "cost"):
        match, _ = apply(match, Call(tiles))
        for seat in range(3):
            worths = judge_placements(match, seat)
            chosen = choose_apart(worths, match, seat)
            value = next(w.value for w in worths if w.placement == chosen)
            doubles = count_doubles(match, seat)
            assert value >= least_worth(worths[0].value, len(match.round.calls))
            if not doubles:
                assert chosen == worths[0].placement
            seen.add(bool(doubles))
            match, _ = apply(match, Place(seat, chosen.tile, chosen.space))
    assert seen == {True, False}


def test_the_documents_say_the_same_strengths() -> None:
    told = {}
    for line in (TOP / "game/bots/README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip(" `") for cell in line.split("|")]
        if len(cells) > 3 and cells[1] in LEVELS:
            told[cells[1]] = float(cells[2])
    assert set(told) == set(LEVELS)
    for level, mean in told.items():
        assert abs(STRENGTH[level] - mean) <= 1
