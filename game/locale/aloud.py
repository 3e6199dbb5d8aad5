"""Texts rewritten for speech: signs as words, and numbers that agree with their nouns.

A voice reads `2 rânduri` as *doi rânduri*, and `3 × 9 = 27` without its signs. Only numbers before
a noun of the lists below are changed, and only where voices read them wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Final

from game.locale.languages import Language

if TYPE_CHECKING:
    from game.locale.catalogue import Catalogue


class Gender(Enum):
    """The genders of nouns; Romanian neuters are masculine in the singular, feminine in the
    plural.
    """

    MASCULINE = "m"
    FEMININE = "f"
    NEUTER = "n"


NOUNS: Final[Mapping[Language, Mapping[Gender, str]]] = {
    Language.FRENCH: {
        Gender.MASCULINE: "cas caractères? cristal cristaux essais? joueurs? jours? "
        "objectifs? ordinateurs? "
        "placements? plateaux? points? problèmes? rayons? soleils?",
        Gender.FEMININE: "annonces? ascensions? cases? cassées? cordes? commencées? "
        "complètes? enregistrées? lignes? "
        "lunes? manches? étoiles? minutes? parties? pertes? places? "
        "réponses? secondes? tables? tuiles?",
    },
    Language.GERMAN: {
        Gender.MASCULINE: "Aufstieg Computer Fall Kristall Mond Platz Punkt "
        "Stern Strahl Tag "
        "Tisch Versuch",
        Gender.FEMININE: "Ansage Antwort Minute Partie Person Reihe Runde Sekunde Sonne Stelle "
        "Aufgabe begonnen gespeichert vollendet zerstört",
        Gender.NEUTER: "Feld Plättchen Seil Zeichen Ziel",
    },
    Language.ROMANIAN: {
        Gender.MASCULINE: "jucători? soare sori",
        Gender.FEMININE: "ascensiune ascensiuni așezare așezări coardă corzi încercare "
        "încercări lună luni masă "
        "mese persoană persoane pierdere pierderi "
        "planșă planșe problemă probleme rază raze rundă runde secundă "
        "secunde stea stele zi zile",
        Gender.NEUTER: "antrenamente? apel apeluri calculator calculatoare caractere? caz cazuri "
        "complete? cristale? hexagon hexagoane început începute joc jocuri loc locuri minut "
        "minute obiectiv "
        "obiective punct puncte rând rânduri răspuns răspunsuri rezolvate? salvate? spațiu spații "
        "întrerupte?",
    },
}
"""Nouns that follow numbers, as patterns by gender; English has no genders."""

_GERMAN_ONE: Final = {
    Gender.MASCULINE: ("ein", "einen", "einem"),
    Gender.FEMININE: ("eine", "eine", "einer"),
    Gender.NEUTER: ("ein", "ein", "einem"),
}
"""The German word for 1 by gender: nominative, accusative, dative."""

_ACCUSATIVE: Final = "um für ohne durch gegen über bringt bringen kostet hat haben gewinnt verliert"
_DATIVE: Final = "mit aus von nach bei zu seit in vor"

_TENS: Final = (
    *("", "zece", "douăzeci", "treizeci", "patruzeci", "cincizeci"),
    *("șaizeci", "șaptezeci", "optzeci", "nouăzeci"),
)
_FRENCH_TENS: Final = {
    1: "",
    21: "vingt et ",
    31: "trente et ",
    41: "quarante et ",
    51: "cinquante et ",
    61: "soixante et ",
    81: "quatre-vingt-",
}

_TILE: Final = re.compile(r"([\d*])\s?–\s?([\d*])\s?–\s?([\d*])")
# A long run of digits or blanks would be read again from each of them.
_RANGE: Final = re.compile(r"(\d{1,9})–(\d{1,9})")
_MINUS: Final = re.compile(r"\u2212(?=\d)")
_HALF: Final = re.compile(r"(\d{0,9})½")
_CRYSTALS: Final = re.compile(r"◆\s?(\d{1,9})\s?")
_UNREAD: Final = re.compile(r"\s?›|[⬢⬡]+\n?|`")
"""Signs that say nothing by ear: where a link leads, a picture in letters, a mark of code."""
_COLON: Final = re.compile(r"(?<=[^\s\u00a0]): ")
"""A colon without the space that French has before it: a label's, joined to its values."""
_PLUS: Final = re.compile(r"\+(?=[\d−])")
_SIGNS: Final = {"×": "times", "=": "equals", "÷": "divided", "→": "becomes", "±": "around"}


def word_for_voice(catalogue: Catalogue, text: str) -> str:
    """Return a text rewritten for the system's voice in the catalogue's language."""
    spoken = word_signs(catalogue, text)
    for gender, nouns in NOUNS.get(catalogue.language, {}).items():
        spoken = _agree(catalogue.language, gender, nouns, spoken)
    return spoken


def word_signs(catalogue: Catalogue, text: str) -> str:
    """Return a text without the signs that voices leave out or read by their names."""
    spoken = _TILE.sub(r"\1, \2, \3", text)
    spoken = _RANGE.sub(lambda m: catalogue.text("heard.voice.to", first=m[1], last=m[2]), spoken)
    # "Plus" is the same word in every language of the game.
    spoken = _PLUS.sub("plus ", spoken)
    spoken = _MINUS.sub(f"{catalogue.text('heard.voice.minus')} ", spoken)
    for sign, key in _SIGNS.items():
        spoken = re.sub(rf"\s?{sign}\s?", f" {catalogue.text(f'heard.voice.{key}')} ", spoken)
    if text[:1] in _SIGNS:
        spoken = spoken.lstrip()
    if catalogue.language is Language.FRENCH:
        spoken = _COLON.sub("\u00a0: ", spoken)
    spoken = _HALF.sub(lambda m: catalogue.number(int(m[1] or 0) + 0.5), spoken)
    spoken = _CRYSTALS.sub(
        lambda m: f"{catalogue.text('climb.crystals', count=int(m[1]))}, ", spoken
    )
    return _UNREAD.sub("", spoken.replace(" · ", ", ").replace(" – ", ", "))


def _agree(language: Language, gender: Gender, nouns: str, text: str) -> str:
    """Return the text with numbers before these nouns as words, if voices read them wrongly."""
    # A German adjective may come between; a Romanian "de" does above 19.
    between = {Language.GERMAN: r"(?:[a-zäöüß]+e[srn]?\s)?", Language.ROMANIAN: r"(?:de\s)?"}
    pattern = (
        rf"(?:\b(?P<before>\w+)(?P<gap>\s))?(?<![\d.,×])\b(?P<number>\d{{1,3}})"
        rf"(?P<rest>\s{between.get(language, '')}(?:{'|'.join(nouns.split())})\b)"
    )

    def spell(match: re.Match[str]) -> str:
        before, number = match["before"] or "", int(match["number"])
        word = spell_number(language, number, gender, before)
        return f"{before}{match['gap'] or ''}{word or match['number']}{match['rest']}"

    return re.sub(pattern, spell, text)


def spell_number(language: Language, number: int, gender: Gender, before: str = "") -> str:
    """Return a number before a noun as a word; "" if a voice reads the figures correctly.

    `before` is the preceding word, which determines a German noun's case.
    """
    match language:
        case Language.FRENCH if gender is Gender.FEMININE and number in _FRENCH_TENS:
            return f"{_FRENCH_TENS[number]}une"
        case Language.GERMAN if number == 1:
            word = before.lower()
            case = 2 if word in _DATIVE.split() else 1 if word in _ACCUSATIVE.split() else 0
            return _GERMAN_ONE[gender][case]
        case Language.ROMANIAN:
            return _spell_romanian(number, gender)
    return ""


def _spell_romanian(number: int, gender: Gender) -> str:
    hundreds, rest = divmod(number, 100)
    if number == 1:
        return "o" if gender is Gender.FEMININE else "un"
    is_masculine = gender is Gender.MASCULINE
    if rest == 12:
        word = "doisprezece" if is_masculine else "douăsprezece"
    elif rest % 10 == 2:
        word = "doi" if is_masculine else "două"
    elif rest % 10 == 1 and rest != 11 and gender is Gender.FEMININE:
        word = "una"
    else:
        return ""
    tens = _TENS[rest // 10] if rest > 12 else ""
    words = [_hundreds(hundreds), f"{tens} și {word}" if tens else word]
    return " ".join(filter(None, words))


def _hundreds(number: int) -> str:
    units = ("", "", "două", "trei", "patru", "cinci", "șase", "șapte", "opt", "nouă")
    return "" if not number else "o sută" if number == 1 else f"{units[number]} sute"
