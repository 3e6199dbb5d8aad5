"""Deal codes: they carry what they should, and every mistake has a name."""

from __future__ import annotations

import itertools
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.boards import BoardName
from game.rules.deal import deal_order
from game.rules.errors import FormatError
from game.rules.ruleset import BonusRule, CallRule, PlacementRule, RayRule, Ruleset
from game.storage.codes import (
    ALPHABET,
    CodeError,
    CodeMistake,
    Deal,
    format_code,
    new_seed,
    parse_code,
)

RULESETS = [
    Ruleset(board, placement, call, rays, variant, bonus, rounds)
    for board, variant in [
        (BoardName.CLASSIC, None),
        *((BoardName.DAFFODIL, v) for v in (1, 2, 3, 4)),
    ]
    for placement in PlacementRule
    for call in CallRule
    for rays in RayRule
    for bonus in (BonusRule if call is CallRule.MAIL else (None,))
    for rounds in (1, 4, 100)
]

rulesets = st.sampled_from(RULESETS)
seeds = st.integers(0, 1 << 64).map(str) | st.text(min_size=1, max_size=100).filter(
    lambda text: text.isprintable()
)
deals = st.builds(Deal, rulesets, seeds)


def mistake_of(text: str) -> CodeMistake:
    with pytest.raises(CodeError) as caught:
        parse_code(text)
    return caught.value.mistake


@pytest.mark.parametrize("rules", RULESETS, ids=str)
def test_every_ruleset_round_trips(rules: Ruleset) -> None:
    deal = Deal(rules, "42")
    assert parse_code(format_code(deal)) == deal


@given(deals)
def test_every_seed_round_trips(deal: Deal) -> None:
    assert parse_code(format_code(deal)) == deal


@given(deals)
def test_reading_is_tolerant(deal: Deal) -> None:
    code = format_code(deal)
    for text in (
        code.lower(),
        code.replace("-", ""),
        f"  {code.replace('-', ' ')}\n",
        code.replace("0", "o").replace("1", "l"),
        code.replace("0", "O").replace("1", "I"),
    ):
        assert parse_code(text) == deal


@given(deals, st.data())
def test_one_wrong_character_is_noticed(deal: Deal, data: st.DataObject) -> None:
    code = format_code(deal).replace("-", "")
    i = data.draw(st.integers(0, len(code) - 1))
    wrong = data.draw(st.sampled_from([c for c in ALPHABET if c != code[i]]))
    assert mistake_of(code[:i] + wrong + code[i + 1 :]) is CodeMistake.WRONG_CHECK


@given(deals)
def test_swapped_neighbours_are_noticed(deal: Deal) -> None:
    code = format_code(deal).replace("-", "")
    for i, (a, b) in enumerate(itertools.pairwise(code)):
        if a != b:
            swapped = code[:i] + b + a + code[i + 2 :]
            assert mistake_of(swapped) is CodeMistake.WRONG_CHECK


@given(st.text(alphabet=ALPHABET + "oOiIlLuU- é\x00", max_size=40) | st.text(max_size=60))
def test_garbage_is_refused_by_name(text: str) -> None:
    with suppress(CodeError):
        deal = parse_code(text)
        assert parse_code(format_code(deal)) == deal


def test_mistakes_have_names() -> None:
    code = format_code(Deal(Ruleset(), "42"))
    assert mistake_of("") is CodeMistake.EMPTY
    assert mistake_of(" - ") is CodeMistake.EMPTY
    assert mistake_of("0000") is CodeMistake.TOO_SHORT
    assert mistake_of(code + "0" * 1000) is CodeMistake.TOO_LONG
    assert mistake_of("0" * 3000) is CodeMistake.TOO_LONG
    assert mistake_of(code.replace("0", "U", 1)) is CodeMistake.BAD_CHARACTER
    assert mistake_of(code[:-1]) is CodeMistake.WRONG_CHECK


def test_a_newer_format_and_nonsense_are_told_apart() -> None:
    # The greatest header there is: a version that this game does not know.
    assert mistake_of(with_checks("ZZZZ0")) is CodeMistake.NEWER
    # A seed with a leading zero is never written.
    assert mistake_of(with_checks("000000")) is CodeMistake.MEANINGLESS


def with_checks(content: str) -> str:
    """`content` with the two characters that fit it, found by trying."""
    for pair in itertools.product(ALPHABET, repeat=2):
        text = content + "".join(pair)
        try:
            parse_code(text)
        except CodeError as error:
            if error.mistake is CodeMistake.WRONG_CHECK:
                continue
        return text
    raise AssertionError(content)


def test_codes_are_pinned() -> None:
    """Codes that people have written down must mean the same for ever."""
    daffodil = Ruleset(
        BoardName.DAFFODIL, PlacementRule.ADJACENT, CallRule.MAIL, RayRule.BEST_RAY, 4, rounds=4
    )
    pinned = {
        "0000-1AHW": Deal(Ruleset(), "42"),
        "0000-ZZZZ-ZZRH": Deal(Ruleset(), "1073741823"),
        "0V93-PWRB-JCDM-Q7H4-3HG": Deal(daffodil, "narcisă"),
    }
    assert {format_code(deal): deal for deal in pinned.values()} == pinned


def test_unusable_seeds_are_refused() -> None:
    for seed in ("", "x" * 101, "a\nb"):
        with pytest.raises(FormatError):
            format_code(Deal(Ruleset(), seed))


def test_new_seeds_can_be_dealt_and_are_short() -> None:
    seeds_made = {new_seed() for _ in range(50)}
    assert len(seeds_made) > 45
    for seed in seeds_made:
        assert len(deal_order(Ruleset().grid, seed)) == 19
        assert len(format_code(Deal(Ruleset(), seed))) <= 14
    assert new_seed(lambda bound: bound - 1) == "1073741823"
