"""Names as they are taken and shown: every character of Unicode, alone and inside a word."""

from __future__ import annotations

import json
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rules.match import Player, new_match
from game.rules.names import (
    MAX_NAME_LENGTH,
    NAMELESS,
    clean_name,
    isolate_name,
    look_of,
    show_name,
    show_names,
)
from game.rules.record import parse_record, print_record
from game.rules.ruleset import Ruleset
from tests.each import each

JOINERS = "\u200c\u200d"
ALL_PLANES = [
    *range(0x33480),
    *range(0xE0000, 0xE0200),
    *range(0x33480, sys.maxunicode + 1, 251),
]
"""Every character that Unicode has given a meaning, and some of all the others."""
ANY_TEXT = st.text(st.characters(codec=None), max_size=300)


def is_harmless(name: str) -> bool:
    """Return whether a name may have each of its characters, without the function under test."""
    for index, c in enumerate(name):
        if c in JOINERS:
            inside = 0 < index < len(name) - 1
            if not inside or name[index - 1] in f" {JOINERS}" or name[index + 1] == " ":
                return False
        elif c != " " and (c.isspace() or unicodedata.category(c)[0] == "C"):
            return False
    return "  " not in name and name == name.strip() and len(name) <= MAX_NAME_LENGTH


@pytest.mark.slow
def test_every_character_alone_and_in_a_word() -> None:
    for c in map(chr, ALL_PLANES):
        for name in (c, f"A{c}b{c}"):
            cleaned = clean_name(name)
            assert is_harmless(cleaned), ascii(name)
            assert clean_name(cleaned) == cleaned, ascii(name)
            assert show_name(name), ascii(name)


@given(ANY_TEXT)
def test_any_text_becomes_a_harmless_name(text: str) -> None:
    cleaned = clean_name(text)
    assert is_harmless(cleaned)
    assert clean_name(cleaned) == cleaned
    assert show_name(text) == (cleaned or NAMELESS)


@each(
    [
        "Ana",
        "Ștefan Țepeș",
        "O’Neill-Łukasz",
        "שלום",
        "مريم",
        "می\u200cخواهم",
        "क्\u200dष",
        "ผู้รู้ทั้งนี้ที่นี่",
        "👩\u200d🚀",
        "❤\ufe0f",
        "1\ufe0f\u20e3",
    ]
)
def test_a_proper_name_stays_as_it_is(name: str) -> None:
    assert clean_name(name) == name


@each(
    [
        ("\u202eanA\u202c", "anA"),
        ("A\0na", "Ana"),
        ("\x1b[2JAna", "[2JAna"),
        ("A\n\tna", "A na"),
        (" \u00a0Ana\u3000", "Ana"),
        ("Ana\u200d", "Ana"),
        ("Ana\u200d Bob", "Ana Bob"),
        ("Ana" + "\u0301" * 50, "An\u00e1" + "\u0301" * 6),
        ("e\u0301", "\u00e9"),
        ("\u0301Ana", "Ana"),
        ("\ud800Ana", "Ana"),
        ("❤" + "\ufe0f" * 3, "❤\ufe0f"),
        ("\u3164", ""),
        ("\ufe0f\u034f", ""),
        ("\u200d", ""),
        ("A" * 300, "A" * 100),
    ]
)
def test_what_commands_hides_or_reorders_is_gone(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


def test_a_record_keeps_its_names_and_shows_them_cleaned() -> None:
    match = new_match(Ruleset(), (Player("A\0\u202ena"), Player("\u2800")))
    read = parse_record(print_record(match))
    assert [player.name for player in read.players] == ["A\0\u202ena", "\u2800"]
    assert [player.name for player in show_names(read).players] == ["Ana", NAMELESS]


@each(["n" * 3_000, "\ud83d", "a\x00b", "", "\u202e", "👩\u200d🚀"])
def test_no_record_is_refused_for_a_name(name: str) -> None:
    record = json.loads(print_record(new_match(Ruleset(), (Player("Ana"),))))
    record["players"][0]["name"] = name
    match = parse_record(json.dumps(record))
    assert parse_record(print_record(match)) == match
    assert match.players[0].name == name.encode(errors="replace").decode()
    print_record(match).encode()
    assert 0 < len(show_names(match).players[0].name) <= MAX_NAME_LENGTH


def test_names_that_look_alike_have_one_look_and_others_their_own() -> None:
    alike = [
        ("Ana", "\u0410n\u0430"), ("OTTO", "\u041e\u0422\u0422\u041e"), ("Zoë", "Zo\u0451"),
        ("Nora", "N\u043era"), ("Kim", "\u039aim"), ("O'Neil", "O\u2019Neil"), ("ab", "a\u200db"),
    ]  # fmt: skip
    for one, two in alike:
        assert one != two
        assert look_of(one) == look_of(two), ascii(two)
    for one, two in [("Ana", "ana"), ("Zoë", "Zoe"), ("Анна", "Инна"), ("نور", "نورا"), ("1", "l")]:
        assert look_of(one) != look_of(two)


def test_a_name_that_is_cut_is_a_name() -> None:
    for most in range(1, 12):
        cut = clean_name(
            "\U0001f469\u200d\U0001f469\u200d\U0001f467 Zoe\u0308\u200d\U0001f467", most
        )
        assert cut
        assert clean_name(cut, most) == cut
        assert len(cut) <= most


def test_a_name_from_right_to_left_alone_is_isolated() -> None:
    for name in ("שרה", "نور", "Bob שרה", "𞤀𞤣𞤤𞤢𞤥", "ߒߞߏ", "١٢"):
        assert isolate_name(name) == f"\u2068{name}\u2069"
    for name in ("Ana", "Анна", "木村", "🙂", "नेहा", "12", ""):
        assert isolate_name(name) == name


@each(
    [
        ("ab cd", 3, "ab"),
        ("ab cd", 4, "ab c"),
        ("  ab", 2, "ab"),
        (" ab", 2, "ab"),
        ("éb cd", 3, "éb"),
        ("éb cd", 4, "éb c"),
        ("  éb", 2, "éb"),
        ("éa\u200db", 3, "éa"),
        ("éa\u200db", 4, "éa\u200db"),
        ("é" * 9, 8, "é" * 8),
        ("é" * 8, 8, "é" * 8),
    ]
)
def test_a_name_is_cut_to_the_characters_that_are_asked_for(
    name: str, most: int, cleaned: str
) -> None:
    assert clean_name(name, most) == cleaned


def test_each_letter_has_up_to_six_accents_of_its_own() -> None:
    few, many = "\u0316" * 6, "\u0316" * 9
    assert clean_name(f"x{many}y{many}") == f"x{few}y{few}"
    assert clean_name(f"x{many}\u200dy\ufe0f") == f"x{few}\u200dy\ufe0f"
    assert clean_name(f"x y\ufe0f{many}") == f"x y\ufe0f{few}", "a selector is not an accent"
    assert clean_name("\u20dd") == clean_name("a \u20dd").removeprefix("a") == ""


def test_a_selector_or_joiner_follows_a_visible_character_once() -> None:
    for selector in "\ufe00\ufe0f\u180b\u180d\u180f\U000e0100\U000e01ef":
        assert clean_name(f"{selector}é{selector}{selector}") == f"é{selector}"
        assert look_of(f"é{selector}") == look_of("é")
        assert show_name(selector) == NAMELESS
    assert clean_name("é\u200d\u200cb\u200d c") == "é\u200db c"


def test_a_match_of_clean_names_is_shown_as_it_is() -> None:
    match = new_match(Ruleset(), (Player("Ana"), Player("Zoë")))
    assert show_names(match) is match


def test_one_leftward_letter_isolates_a_name() -> None:
    assert isolate_name("Ana ש") == "\u2068Ana ש\u2069"
    assert isolate_name("A ١") == "\u2068A ١\u2069"
