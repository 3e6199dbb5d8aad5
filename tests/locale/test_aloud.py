"""Words as a voice gets them: signs in words, numbers that agree with their nouns."""

import re
import unicodedata

import pytest

from game.locale import Language, load_catalogue
from game.locale.aloud import NOUNS, Gender, spell_number, word_for_voice, word_signs

LISTENING = {
    "en": {
        "2 lines; 7–9–8; 3 × 9 = 27; −8": "2 lines; 7, 9, 8; 3 times 9 makes 27; minus 8",
        "Missed calls: 1–3, 5": "Missed calls: 1 to 3, 5",
        "a − b, −0.5, 2½, +−3": "a − b, minus 0.5, 2.5, plus minus 3",
        "Daily deal 324 · 20 November": "Daily deal 324, 20 November",
    },
    "fr": {
        "1 ligne perdue, 21 tuiles, 1 point": "une ligne perdue, vingt et une tuiles, 1 point",
        "71 lignes, 13,1 lignes": "71 lignes, 13,1 lignes",
        "4 × 9 ÷ 2 = 18 points": "4 fois 9 divisé par 2 égale 18 points",
        "× 9; Manche: 3; manche\u00a0: 3": "fois 9; Manche\u00a0: 3; manche\u00a0: 3",
        "Ana · Ben – Eva": "Ana, Ben, Eva",
    },
    "de": {
        "noch 1 Plättchen, 1 Reihe, mit 1 Reihe": "noch ein Plättchen, eine Reihe, mit einer Reihe",
        "bringt 1 Punkt; um 1 Punkt; mit 1 Punkt": "bringt einen Punkt; um einen Punkt; "
        "mit einem Punkt",
        "Noch 1 passendes Plättchen, 21 Reihen": "Noch ein passendes Plättchen, 21 Reihen",
    },
    "ro": {
        "1 hexagon, 2 rânduri, 2 jucători": "un hexagon, două rânduri, doi jucători",
        "12 puncte, 1 rază, 22 de zile": "douăsprezece puncte, o rază, douăzeci și două de zile",
        "152 de puncte, 20 de puncte": "o sută cincizeci și două de puncte, 20 de puncte",
        "21 de raze, 31 de puncte, 302 puncte": "douăzeci și una de raze, 31 de puncte, "
        "trei sute două puncte",
    },
}


@pytest.mark.parametrize("language", Language)
def test_signs_are_words_and_numbers_agree(language: Language) -> None:
    catalogue = load_catalogue(language)
    for text, spoken in LISTENING[language].items():
        assert word_for_voice(catalogue, text) == spoken


ROMANIAN = {
    1: ("un", "o", "un"),
    2: ("doi", "două", "două"),
    3: ("", "", ""),
    11: ("", "", ""),
    12: ("doisprezece", "douăsprezece", "douăsprezece"),
    20: ("", "", ""),
    21: ("", "douăzeci și una", ""),
    22: ("douăzeci și doi", *["douăzeci și două"] * 2),
    101: ("", "o sută una", ""),
    102: ("o sută doi", "o sută două", "o sută două"),
    111: ("", "", ""),
    112: ("o sută doisprezece", *["o sută douăsprezece"] * 2),
    200: ("", "", ""),
    201: ("", "două sute una", ""),
    232: ("două sute treizeci și doi", *["două sute treizeci și două"] * 2),
    302: ("trei sute doi", "trei sute două", "trei sute două"),
    992: ("nouă sute nouăzeci și doi", *["nouă sute nouăzeci și două"] * 2),
}
"""Romanian numbers as words before a masculine, a feminine and a neuter noun; "" where voices read
the figures correctly."""


def test_romanian_numbers_agree_in_each_gender() -> None:
    for number, words in ROMANIAN.items():
        found = [spell_number(Language.ROMANIAN, number, gender) for gender in Gender]
        assert (number, *found) == (number, *words)
    tens = {"vingt": 21, "trente": 31, "quarante": 41, "cinquante": 51, "soixante": 61}
    for number, word in (
        *((1, "une"), (81, "quatre-vingt-une"), (2, ""), (11, ""), (71, ""), (91, ""), (101, "")),
        *((number, f"{ten} et une") for ten, number in tens.items()),
    ):
        assert spell_number(Language.FRENCH, number, Gender.FEMININE) == word
        assert spell_number(Language.FRENCH, number, Gender.MASCULINE) == ""
    assert spell_number(Language.ENGLISH, 1, Gender.NEUTER) == ""


def test_a_german_one_has_its_noun_s_gender_and_the_case_after_the_word_before() -> None:
    for before, words in (
        ("", ("ein", "eine", "ein")),
        ("Noch", ("ein", "eine", "ein")),
        ("um", ("einen", "eine", "ein")),
        ("Ohne", ("einen", "eine", "ein")),
        ("kostet", ("einen", "eine", "ein")),
        ("mit", ("einem", "einer", "einem")),
        ("Nach", ("einem", "einer", "einem")),
    ):
        assert words == tuple(spell_number(Language.GERMAN, 1, one, before) for one in Gender)
    datives = ["mit", "aus", "von", "nach", "bei", "zu", "seit", "in", "vor"]
    accusatives = "um für ohne durch gegen über bringt bringen kostet hat haben gewinnt verliert"
    for befores, word in ((datives, "einem"), (accusatives.split(), "einen")):
        spelt = {one: spell_number(Language.GERMAN, 1, Gender.MASCULINE, one) for one in befores}
        assert spelt == dict.fromkeys(befores, word)
    assert spell_number(Language.GERMAN, 2, Gender.FEMININE, "mit") == ""


NO_WORDS = {"keyboard.rows"}
"""The keys of a keyboard are the signs themselves."""


def signs_in(text: str) -> set[str]:
    """Signs that voices call by their names, or leave out: "right arrow"."""
    return {
        sign
        for sign in re.sub(r"(?<=[^\W\d])\+(?=\w)|n°", "", text)
        if unicodedata.category(sign) in ("Sm", "So", "Sk", "Sc") or sign in "·•†‡§¶"
    }


@pytest.mark.parametrize("language", Language)
def test_every_sign_that_a_sentence_or_a_number_can_have_is_a_word(language: Language) -> None:
    catalogue = load_catalogue(language)
    numbers = [catalogue.number(-1234.5), catalogue.number(0.5), "22½", "½", "±0", "270 → 330"]
    numbers += [catalogue.text("format.percent", number="83"), "◆ 1  x", "3 × 9 ÷ 2 = 13½"]
    for number in numbers:
        assert not signs_in(word_signs(catalogue, number)), number
    unread = {}
    for key in {*catalogue} - NO_WORDS:
        for form in catalogue.messages[key].forms.values():
            for value in ("−3", "7", "22½"):
                filled = re.sub(r"\{\w+\}", value, form)
                if signs := signs_in(word_signs(catalogue, filled)):
                    unread[key] = signs
    assert unread == {}
    assert word_signs(catalogue, "22½ 7–9–8 · ⬢⬢⬡\n8 ›") == f"{catalogue.number(22.5)} 7, 9, 8, 8"


@pytest.mark.parametrize("language", [*NOUNS])
def test_the_gender_of_every_counted_noun_is_known(language: Language) -> None:
    """Every noun that the catalogue counts is listed with its gender: any other would be read
    wrong.
    """
    known = re.compile("|".join(" ".join(NOUNS[language].values()).split()))
    catalogue, unknown = load_catalogue(language), set()
    for key in catalogue:
        for form, text in catalogue.messages[key].forms.items():
            for word in re.findall(r"\{count\}\s(?:de\s)?(\w{4,})", text):
                is_one = language is not Language.GERMAN or form == "one"
                if is_one and not known.fullmatch(word) and word not in NO_NOUNS[language]:
                    unknown.add((key, word))
    assert not unknown


NO_NOUNS = {
    Language.FRENCH: {"avec", "autre", "autres"},
    Language.GERMAN: {
        "passendes",
        "begonnene",
        "gespeicherte",
        "älterer",
        "solches",
        "tiefe",
        "markierten",
        "erreicht",
        "weitere",
        "weiteres",
        "übrig",
    },
    Language.ROMANIAN: {"până"},
}
"""Words behind a number that are no nouns."""


@pytest.mark.parametrize("text", ["{}½", "{}–{}", "◆ {}", "{} ◆ {}"])
def test_a_run_of_digits_without_an_end_is_read(text: str) -> None:
    digits = "7" * 5_000
    assert "777" in word_for_voice(load_catalogue(Language.GERMAN), text.replace("{}", digits))


@pytest.mark.parametrize("language", [*NOUNS])
def test_a_noun_has_one_gender(language: Language) -> None:
    """A noun of two is read by the first of them."""
    nouns = [noun for listed in NOUNS[language].values() for noun in listed.split()]
    assert len(nouns) == len(set(nouns))
