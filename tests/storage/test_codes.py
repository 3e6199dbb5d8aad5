"""Deal codes: they carry what they should, and every mistake has a name."""

from __future__ import annotations

import itertools
from contextlib import suppress
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.boards import BoardName
from game.rules.deal import deal_order
from game.rules.errors import FormatError
from game.rules.ruleset import CallRule, PlacementRule, RayRule, Ruleset, all_rulesets
from game.storage import codes
from game.storage.codes import (
    ALPHABET,
    MOST_CHARACTERS,
    CodeError,
    CodeMistake,
    Deal,
    format_code,
    new_seed,
    parse_code,
    read_deal,
)
from tests.each import each

RULESETS = [rules for rounds in (1, 4, 100, 101, 9_999) for rules in all_rulesets(rounds)]

rulesets = st.sampled_from(RULESETS)
seeds = st.integers(0, 1 << 64).map(str) | st.text(min_size=1, max_size=100).filter(
    lambda text: text.isprintable()
)
deals = st.builds(Deal, rulesets, seeds)


def mistake_of(text: str) -> CodeMistake:
    with pytest.raises(CodeError) as caught:
        parse_code(text)
    return caught.value.mistake


@each(RULESETS)
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


def reading_of(text: str) -> Deal | str | CodeMistake:
    try:
        return read_deal(text)
    except CodeError as error:
        return error.mistake


def test_a_sign_that_nobody_sees_is_no_character_of_a_code() -> None:
    assert reading_of(format_code(Deal(Ruleset(), "0"))) == Deal(Ruleset(), "0")
    assert isinstance(reading_of(f"\xad{format_code(Deal(Ruleset(), '0'))[1:]}"), CodeMistake)


@given(deals, st.data())
def test_a_mistyped_code_is_never_a_seed(deal: Deal, data: st.DataObject) -> None:
    code = format_code(deal)
    i = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(
        st.sampled_from(ALPHABET + "uU-é!. _/") | st.characters(exclude_categories=["Cs"])
    )
    wrong = code[:i] + other + code[i + 1 :]
    assert reading_of(wrong) == deal or isinstance(reading_of(wrong), CodeMistake)
    swapped = code[:i] + code[i : i + 2][::-1] + code[i + 2 :]
    assert reading_of(swapped) == deal or isinstance(reading_of(swapped), CodeMistake)


def test_every_slip_in_some_codes_is_refused_with_its_reason() -> None:
    for code in ("0000-1AHW", "0000-ZZZZ-ZZRH", "0V93-PWRB-JCDM-Q7H4-3HG"):
        meant = parse_code(code)
        assert read_deal(f" {code.lower()}\n") == meant
        for i, right in enumerate(code):
            for other in ALPHABET + "U!é":
                if other == right:
                    continue
                found = reading_of(code[:i] + other + code[i + 1 :])
                if other not in ALPHABET and i % 5 != 4:
                    assert found is CodeMistake.BAD_CHARACTER
                else:
                    assert isinstance(found, CodeMistake)
            swapped = code[:i] + code[i : i + 2][::-1] + code[i + 2 :]
            assert (
                swapped == code
                or isinstance(reading_of(swapped), CodeMistake)
                or (reading_of(swapped) == meant and "-" in code[i : i + 2])
            )
            lost = reading_of(code[:i] + "-" + code[i + 1 :])
            assert lost == meant or isinstance(lost, CodeMistake)
        assert reading_of(code.replace("-", "")[:-1] + "U") is CodeMistake.BAD_CHARACTER
        assert reading_of(code.replace("-", " ")[:-1] + "5") is CodeMistake.WRONG_CHECK


@given(st.integers(0, 10**100 - 1).map(str) | st.from_regex(r"[^\W\d_]{1,100}", fullmatch=True))
def test_plain_numbers_and_words_are_seeds(seed: str) -> None:
    # What is typed is composed, so that one word is one deal however it is written.
    assert read_deal(seed) == normalize("NFC", seed)


@each(
    ["", "42", "007", "2026-11-21", "21.11.2026", "Mary-Jane", "Jean-Luc", "game-2026", "my seed",
     "2 apples", "narcisă 2", "take it easy", "42/2", "007 James Bond", "3 blind mice", "x1",
     "0Tutu007", "love-life-ok", "1abc defg hi"],
)  # fmt: skip
def test_what_people_type_as_seeds_are_seeds(seed: str) -> None:
    assert read_deal(seed) == seed


def test_a_seed_that_is_too_long_is_refused() -> None:
    assert reading_of("x-" * 50) == "x-" * 50
    assert reading_of("x" * 101) is CodeMistake.TOO_LONG
    assert reading_of("x " * 5000) is CodeMistake.TOO_LONG


@given(st.text(alphabet=ALPHABET + "oOiIlLuU- é\x00", max_size=40) | st.text(max_size=60))
def test_garbage_is_refused_by_name(text: str) -> None:
    with suppress(CodeError):
        deal = parse_code(text)
        assert parse_code(format_code(deal)) == deal


def test_mistakes_have_names() -> None:
    code = format_code(Deal(Ruleset(), "42"))
    assert mistake_of("") is CodeMistake.EMPTY
    assert mistake_of(" - ") is CodeMistake.EMPTY
    for length in (1, 4, 6):
        assert mistake_of("0" * length) is CodeMistake.TOO_SHORT
    for length in (7, MOST_CHARACTERS):
        assert mistake_of("0" * length) is CodeMistake.WRONG_CHECK
    assert mistake_of("0" * (MOST_CHARACTERS + 1)) is CodeMistake.TOO_LONG
    for dash in "-\u2010\u2011\u2013\u2014\u2212":
        assert parse_code(code.replace("-", dash)) == Deal(Ruleset(), "42")
    assert mistake_of(code + "0" * 1000) is CodeMistake.TOO_LONG
    assert mistake_of("0" * 3000) is CodeMistake.TOO_LONG
    assert mistake_of(code.replace("0", "U", 1)) is CodeMistake.BAD_CHARACTER
    assert mistake_of(code[:-1]) is CodeMistake.WRONG_CHECK


def test_a_newer_format_and_nonsense_are_told_apart() -> None:
    # The greatest header there is: a version that this game does not know.
    assert mistake_of(with_checks("ZZZZ0")) is CodeMistake.NEWER
    # The least header of the second version, and the greatest that can follow it.
    assert mistake_of(with_checks("1MQGZZ0")) is CodeMistake.NEWER
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


def test_a_code_without_hyphens_is_one_unless_a_hyphen_became_a_sign() -> None:
    """A sign in place of the hyphen may fit the checks by luck, as one of thirty thousand does."""
    assert read_deal("003910JP") == parse_code("0039-10JP")
    assert parse_code("0039H10JP").seed == "17440"
    assert reading_of("0039H10JP") is CodeMistake.WRONG_CHECK


def test_codes_are_pinned() -> None:
    """Codes that people have written down must mean the same for ever."""
    daffodil = Ruleset(
        BoardName.DAFFODIL, PlacementRule.ADJACENT, CallRule.MAIL, RayRule.BEST_RAY, 4, rounds=4
    )
    long_classic = Ruleset.parse("classic adjacent-symbol pairs rays rounds=101")
    long_daffodil = Ruleset.parse("daffodil-2 free mail none bonus=game rounds=9999")
    pinned = {
        "0000-011": Deal(Ruleset(), "0"),
        "0000-1AHW": Deal(Ruleset(), "42"),
        "0000-ZZZZ-ZZRH": Deal(Ruleset(), "1073741823"),
        "0V93-PWRB-JCDM-Q7H4-3HG": Deal(daffodil, "narcisă"),
        # The second version of the header, with its extension.
        "1MSP-011A-CB": Deal(long_classic, "42"),
        "393B-33PC-VVRK-Q": Deal(long_daffodil, "fox"),
    }
    assert {format_code(deal): deal for deal in pinned.values()} == pinned
    assert {code: parse_code(code) for code in pinned} == pinned


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


def test_what_came_later_is_carried_and_called_newer_by_older_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = {"_BOARDS": 5, "_PLACEMENTS": 3, "_RAYS": 3}
    lists = {name: getattr(codes, name) for name in names}
    # Rulesets that a code holds once that many others precede them, unknown there today.
    first = [
        rules
        for rules in RULESETS[::5]
        for own in [((rules.board, rules.daffodil), rules.placement, rules.rays)]
        if all(
            one in known[max(0, len(known) - room) : room]
            for one, known, room in zip(own, lists.values(), names.values(), strict=True)
        )
    ]
    assert first
    newer = []
    for later in itertools.product((False, True), repeat=3):
        with monkeypatch.context() as patched:
            # Whatever is appended has a place behind the first ones.
            for (name, room), is_later in zip(names.items(), later, strict=True):
                patched.setattr(codes, name, (None,) * room * is_later + lists[name])
            for rules in first:
                code = format_code(Deal(rules, "42"))
                assert parse_code(code).rules == rules
                newer += [code] * any(later)
    for code in newer:
        assert mistake_of(code) is CodeMistake.NEWER


def test_a_mistake_has_the_values_of_its_sentence() -> None:
    with pytest.raises(CodeError) as refused:
        parse_code("0000-1UHW")
    assert (refused.value.mistake, refused.value.values) == (
        CodeMistake.BAD_CHARACTER,
        {"character": "U"},
    )
    assert str(refused.value) == "bad character: 'U'"
    with pytest.raises(CodeError) as refused:
        parse_code("0000-1AHX")
    assert (refused.value.mistake, refused.value.values) == (CodeMistake.WRONG_CHECK, {})
    assert str(refused.value) == "wrong check"


def test_a_code_is_found_with_what_was_pasted_around_it() -> None:
    deal = Deal(Ruleset(), "42")
    for text in (
        "0000-1AHW",
        " 0000-1AHW\n",
        "\u2060(0000-1AHW)",
        "«0000 1ahw»",
        "Our deal: 0000-1AHW, have fun!",
        "Take It Easy!\nCode 0000-1AHW\n170 of 210",
    ):
        assert read_deal(text) == deal, text
    for seed in ("42", "words", "some words", "12345678", "ABCDEFGH"):
        assert read_deal(f" {seed} ") == seed
