"""Loading, plural forms, formats, and the choice of a language."""

from __future__ import annotations

import ctypes
import datetime
import subprocess
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.locale import (
    CatalogueError,
    Language,
    load_catalogue,
    match_language,
    system_language,
    typeset,
    write_clock,
    write_date,
    write_duration,
    write_list,
    write_percent,
    write_signed,
    write_span,
)
from game.locale.plurals import Plural, plural_category

EN, FR, DE, RO = (load_catalogue(Language(code)) for code in ("en", "fr", "de", "ro"))
NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("language", "counts", "expected"),
    [
        (Language.ENGLISH, [1], Plural.ONE),
        (Language.ENGLISH, [0, 2, 11, 21, 0.5, 1.5], Plural.OTHER),
        (Language.GERMAN, [1], Plural.ONE),
        (Language.GERMAN, [0, 2, 1.5], Plural.OTHER),
        (Language.FRENCH, [0, 0.5, 1, 1.5], Plural.ONE),
        (Language.FRENCH, [2, 2.5, 17, 101], Plural.OTHER),
        (Language.ROMANIAN, [1], Plural.ONE),
        (Language.ROMANIAN, [0, 2, 19, 101, 119, 307, 13.5, 21.5], Plural.FEW),
        (Language.ROMANIAN, [20, 21, 100, 120, 320], Plural.OTHER),
    ],
)
def test_plural_categories(language: Language, counts: list[float], expected: Plural) -> None:
    assert {plural_category(language, count) for count in counts} == {expected}


def test_numbers() -> None:
    assert [c.number(1234.5) for c in (EN, FR, DE, RO)] == [
        "1,234.5",
        f"1{NBSP}234,5",
        "1.234,5",
        "1.234,5",
    ]
    assert DE.number(-0.004) == "0"
    assert EN.number(1 / 3) == "0.33"
    assert EN.number(2.5, 0) == "3"
    assert EN.number(170, 1) == "170.0"
    signed = [write_signed(FR, n) for n in (9, -3.5, 0, 10, 0.004, -0.004)]
    assert signed == ["+9", "−3,5", "±0", "+10", "±0", "±0"]
    assert [EN.number(n) for n in (1234567, -1234.5, 0.125, 2.675, 999.995)] == [
        "1,234,567",
        "−1,234.5",
        "0.13",
        "2.68",
        "1,000",
    ]
    assert [EN.number(-2.5, 0), EN.number(0.5, 0), EN.number(999, 2)] == ["−3", "1", "999.00"]
    assert [write_percent(EN, share) for share in (0, 0.006, 1, -0.5)] == [
        "0%",
        "1%",
        "100%",
        "−50%",
    ]
    assert [write_percent(c, 0.456) for c in (EN, FR, DE, RO)] == [
        "46%",
        f"46{NBSP}%",
        f"46{NBSP}%",
        f"46{NBSP}%",
    ]


@given(st.integers(-(10**9), 10**9))
def test_numbers_can_be_read_back(halves: int) -> None:
    for catalogue in (EN, FR, DE, RO):
        group = catalogue.text("format.number.group")
        mark = catalogue.text("format.number.decimal")
        text = catalogue.number(halves / 2)
        plain = text.replace(group, "").replace(mark, ".").replace("−", "-")
        assert float(plain) == halves / 2


def test_lists() -> None:
    names = ["Ana", "Bob", "Cleo"]
    assert [write_list(c, names) for c in (EN, FR, DE, RO)] == [
        "Ana, Bob and Cleo",
        "Ana, Bob et Cleo",
        "Ana, Bob und Cleo",
        "Ana, Bob și Cleo",
    ]
    assert write_list(DE, names[:2], "or") == "Ana oder Bob"
    assert write_list(DE, ["Ana"]) == "Ana"
    assert write_list(DE, []) == ""
    for joined_by in ("nor", "comma"):
        with pytest.raises(CatalogueError):
            write_list(DE, names, joined_by)


def test_times_and_dates() -> None:
    clocks = {-1: "0:00", 5: "0:05", 59: "0:59", 60: "1:00", 185.9: "3:05"}
    clocks |= {3599: "59:59", 3600: "1:00:00", 3725: "1:02:05", 36_000: "10:00:00"}
    assert {seconds: write_clock(seconds) for seconds in clocks} == clocks
    assert write_duration(EN, 3725) == f"1{NBSP}h 2{NBSP}min"
    assert write_duration(DE, 185) == f"3{NBSP}Min. 5{NBSP}Sek."
    assert write_duration(RO, 60) == f"1{NBSP}min"
    assert write_duration(RO, 0.2) == f"0{NBSP}s"
    assert write_duration(RO, 59.6) == f"1{NBSP}min"
    assert write_duration(EN, 59.4) == f"59{NBSP}s"
    assert write_duration(EN, 3605) == f"1{NBSP}h"
    assert write_duration(EN, -5) == f"0{NBSP}s"
    assert write_duration(EN, 3599) == f"59{NBSP}min 59{NBSP}s"
    assert write_duration(EN, 86_400) == f"24{NBSP}h"
    spans = {3599: "59:59", 3600: f"1{NBSP}h", 172_799: f"47{NBSP}h 59{NBSP}min"}
    spans |= {172_800: "2 days", 180_000: f"2 days 2{NBSP}h"}
    assert {seconds: write_span(EN, seconds) for seconds in spans} == spans
    assert write_span(EN, 7199.7) == f"1{NBSP}h 59{NBSP}min", "a span is never rounded up"
    first = datetime.date(2026, 12, 1)
    assert [write_date(c, first) for c in (EN, FR, DE, RO)] == [
        "1 December 2026",
        "1er décembre 2026",
        "1. Dezember 2026",
        "1 decembrie 2026",
    ]
    days = [datetime.date(2027, month, 11) for month in (1, 3, 5, 10)]
    assert [write_date(c, day) for c, day in zip((EN, FR, DE, RO), days, strict=True)] == [
        "11 January 2027",
        "11 mars 2027",
        "11. Mai 2027",
        "11 octombrie 2027",
    ]


def test_typesetting() -> None:
    assert typeset(Language.FRENCH, "Qu'est-ce ? « Oui ! »") == (
        f"Qu’est-ce{NBSP}? «{NBSP}Oui{NBSP}!{NBSP}»"
    )
    assert typeset(Language.GERMAN, "trägt eine {number}?") == f"trägt eine{NBSP}{{number}}?"
    assert typeset(Language.GERMAN, "45 % geht's") == f"45{NBSP}% geht’s"
    assert typeset(Language.ENGLISH, "'It isn't' 'a' 9' d'") == "'It isn’t' 'a' 9' d'"
    assert typeset(Language.ENGLISH, "a {number} ; b") == f"a{NBSP}{{number}} ; b"
    assert typeset(Language.FRENCH, "a ; b : c % un {number} une {number} d !") == (
        f"a{NBSP}; b{NBSP}: c{NBSP}% un{NBSP}{{number}} une{NBSP}{{number}} d{NBSP}!"
    )
    for language in Language:
        once = typeset(language, "« a : b » 4 % d'x\u202f!")
        assert typeset(language, once) == once


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, Language.ENGLISH),
        ({"LANG": "ro_RO.UTF-8"}, Language.ROMANIAN),
        ({"LANG": "ro_RO.UTF-8", "LC_MESSAGES": "de_AT.UTF-8"}, Language.GERMAN),
        ({"LANG": "ro_RO", "LC_MESSAGES": "de_AT", "LC_ALL": "fr_CA@euro"}, Language.FRENCH),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "it:fr:de"}, Language.FRENCH),
        ({"LANG": "C.UTF-8", "LANGUAGE": "fr"}, Language.ENGLISH),
        ({"LC_ALL": "POSIX", "LANGUAGE": "fr"}, Language.ENGLISH),
        ({"LANGUAGE": "fr"}, Language.FRENCH),
        ({"LANG": "de_DE", "LANGUAGE": "it"}, Language.GERMAN),
        ({"LANG": "pl_PL.UTF-8"}, Language.ENGLISH),
        ({"LC_ALL": "", "LANG": "de"}, Language.GERMAN),
    ],
)
def test_the_systems_language(environ: dict[str, str], expected: Language) -> None:
    assert system_language(environ) is expected


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        (b'(\n    "fr-CA",\n    "de-DE"\n)\n', Language.FRENCH),
        (b"(\n    ro\n)\n", Language.ROMANIAN),
        (b"(\n    it,\n    fr\n)\n", Language.ENGLISH),
        (b"", Language.GERMAN),
        (None, Language.GERMAN),
    ],
)
def test_on_macos_the_preferred_language_goes_before_the_locale(
    monkeypatch: pytest.MonkeyPatch, listed: bytes | None, expected: Language
) -> None:
    def run(words: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        if listed is None:
            raise FileNotFoundError(words[0])
        return subprocess.CompletedProcess(words, 0, listed)

    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr("locale.getlocale", lambda: ("de_DE", "UTF-8"))
    assert system_language() is expected
    monkeypatch.setattr("sys.platform", "linux")
    assert system_language() is Language.GERMAN
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert system_language() is Language.ENGLISH, "the environment decides where it is set"
    monkeypatch.delenv("LANG")
    monkeypatch.setattr("locale.getlocale", lambda: (None, None))
    assert system_language() is Language.ENGLISH
    # Windows names the language of its own windows by a number.
    for number, language in ((0x0418, Language.ROMANIAN), (0x0C0C, Language.FRENCH),
                             (0x0415, Language.ENGLISH), (0xFFFF, Language.ENGLISH)):  # fmt: skip
        kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda number=number: number)
        monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
        monkeypatch.setattr("sys.platform", "win32")
        assert system_language() is language


def test_names_of_locales() -> None:
    assert match_language("German_Germany.1252") is Language.GERMAN
    assert match_language("mo-MD") is Language.ROMANIAN
    for tag in ("de@euro", "DE.UTF-8", " de ", "de_AT@euro.UTF-8", "de-CH-1996"):
        assert match_language(tag) is Language.GERMAN, tag
    assert match_language("enm") is None
    assert match_language("") is None
    own = {language.value: language.own_name for language in Language}
    assert own | {"en": "English", "fr": "Français", "de": "Deutsch", "ro": "Română"} == own
