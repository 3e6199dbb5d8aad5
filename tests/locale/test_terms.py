"""One term for one thing in each language, and names that are never declined."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from game.locale import Language, load_catalogue
from game.locale.rulebook import load_pages
from game.locale.terms import line_sum, word_rules
from game.locale.typography import typeset
from game.resources import asset
from game.rules.ruleset import Ruleset, all_rulesets
from game.rules.scoring import ScoredLine

TWINS = {
    Language.ENGLISH: {
        r"\bstraight to an edition": "set up an edition",
        r"\b[Gg]oes on\b(?! (a|any|the|its)\b)|\bgone on\b": "continues, resumed",
        r"\b[Ll](ies|ie|ay)\b": "is on the board",
        r"\b[Bb](rings?|rought)\b": "earns, scores, adds",
        r"\bstands?\b(?! for)": "is",
        r"\b(told|tells|reckon|anew|beforehand)\b|\bby these rules": "says, counts, in advance",
        r"\b[Mm]atch\b|\b[Mm]ade \{": "game, scored",
        r"\bcalls? (\{\w+\} )?cost": "points are lost at a call",
        r"\bPlay day\b": "Play today's deal",
        r"\blines? of (9|\{number\})(?!s)": "line of 9s, for a line of nine tiles",
        r"\bfell here|\bfailed\. With it|\bFine line": "fell at stage, missed, Nice line",
        r"\bAdjacent\b|\bSuns to suns": "Touching, Sun to sun",
        r"\bbonus for the whole game\b": "bonus for each round",
        r"\b(the|your|board's|Save the) record\b(?! )|\brecord file": "game file",
        r"\bgive up this seat\b": "remove this player",
        r"\b[Bb]y (post|mail)\b": "correspondence, e-mail",
        r"\bCaller for|\bCall a real game": "Call tiles for the boxed game",
        r"\bEverybody has placed|\bthe usual one\b": "Everyone has played, System default",
        r"^Counting$|^The count$": "score, scoring",
    },
    Language.GERMAN: {
        r"\bStreifen\b": "Balken",
        r"\bStufen?\b": "Etappe, Rang",
        r"\bverpass": "versäumen",
        r"\bFernspiel": "Korrespondenzliga",
        r"\bBestleistung": "Rekord",
        r"\bbetreut": "mit Trainer",
        r"(?<!Punkt)\bZahlen\b": "Ziffern",
        r"\bProf[ie]\b": "Meister",
        r"mit einer Zahl|mal Zahl|und Zahl(?! der)\b": "Ziffer",
        r"\b(neues|erstes|schnelles|beendetes|aufgezeichnetes) Spiel\b": "Partie",
        r"\bSpiele\b|Spiel ist (zu Ende|aus)|je Spiel\b": "Partie",
        r"schon unterbrochen|\bgebrochen": "zerstört",
        r"\bRekorden\b|\bin (die|deine) Rekorde\b": "Chronik",
        r"\bSpielbericht|\bPartiedatei": "Aufzeichnung",
        r"\bAufruf(e|en)\b": "Ansage",
        r"\bBrett\b": "Spielplan",
        r"\bRätsel": "Aufgabe",
        r"\bMischung|\bmischen\b": "Kombination",
        r"Reihen? (ist |sind )?voll\b|\bvolle Fünferreihe|\d voll\b": "vollendet",
        r"\btiefe Reihe": "niedrig",
        r"(Ziehung|Aufstieg) des Tages|heutige Ziehung": "Tagesziehung, Tagesaufstieg",
        r"(einer|einzigen|jede) Zahl\b": "Ziffer",
        r"Reihen? aus \d": "Reihe mit 1, aus fünf Plättchen",
        r"(dem|das|die)(selben)? Zeichen\b": "Symbol",
        r"\bStaubgefäß": "Staubblatt",
        r"\bTag \{count\} spielen": "Tagesziehung spielen",
        r"\bAnsage \{\w+\} kostet": "bei Ansage 8 verschenkt",
        r"\bNach Symbol\b": "Sonne an Sonne",
        r"\bBonus je Partie": "Bonus je Runde",
        r"\bPartien? warte[tn]|\bwartende Partie": "gespeicherte Partie",
        r"^Ansager fürs\b": "Ansagen fürs Brettspiel",
        r"\bmisslang|\bmisslungen": "verfehlt",
        r"\bstürz(t|te) (in|hier)\b(?!.*\bab\b)": "stürzt in Etappe 4 ab",
        r"mit der Schachtel": "mit dem Brettspiel",
        r"die übliche\b": "Standard",
    },
    Language.FRENCH: {
        r"\bprimes?\b": "bonus",
        r"\bmélange|Tout mélanger": "combinaison",
        r"\bhorloge\b(?! de cet)|\bchronomètre": "sablier",
        r"(même|mêmes|grands?|par|quels que soient les) nombres?\b": "chiffre",
        r"\bcomment jouer\b": "règles du jeu",
        r"\brecords\b": "palmarès",
        r"\bcoups? de clôture\b": "derniers déplacements",
        r"\bpersonne\b(?= \(|$)": "joueur",
        r"\btermine[zr]? (une|la|les|des|dans|cette|\w+) (lignes?|Rayon)": "compléter",
        r"joueurs? ordinateur": "joueur virtuel",
        r"\bjouer le jour\b": "Jouer le tirage du jour",
        r"l['’]annonce (\{\w+\} )?a coûté": "points perdus à l'annonce",
        r"\bpremiers essais sans aide\b": "parties sans aide sur un tirage nouveau",
        r"\bBoss franchi": "Boss vaincu",
        r"\b[Pp]ar symbole\b": "Soleil contre Soleil",
        r"pour toute la partie": "bonus à chaque manche",
        r"parties? en attente": "parties enregistrées",
        r"\bMeneur pour\b|^Avec la boîte$": "Annonces pour la vraie boîte",
        r"Toutes les deux lignes": "par paire de lignes",
        r"voix habituelle": "voix par défaut",
    },
    Language.ROMANIAN: {
        r"\btragere": "extragere",
        r"\bapelate?\b": "anunțat",
        r"\bse apelează\b": "se anunță",
        r"\bschimbările\b": "modificările",
        r"\bscump": "costisitor",
        r"\bsoarta\b": "la întâmplare",
        r"\bstric(a|ă)": "întrerupt",
        r"\bpies[aăe]\b": "hexagon",
        r"\bamestec(ul)?\b": "combinație",
        r"\bmanet": "joystick",
        r"\bpunctaj": "calculul scorului",
        r"\bmaxim posibil": "maximul posibil",
        r"\brând\w* (de|cu) \d, ": "rând cu numărul 1, 2 sau 3",
        r"\brecorduri": "palmares",
        r"\bpartid[ăae]": "joc",
        r"\btabl[ăa]\b": "planșă",
        r"încheia?\w* (un|rândul|rânduri|\w+ rânduri|o rază)\b": "completa",
        r"jucător\w* calculator": "jucător virtual",
        r"câștig\w* (un joc|jocul) cu\b": "învinge",
        r"după (aceste reguli|regulile)": "cu aceste reguli",
        r"\bJoacă ziua\b": "Joacă extragerea de azi",
        r"apelul \{\w+\} a costat": "pierdute la apelul 8",
        r"ți-e adversar": "împotriva",
        r"\bAici ai căzut|^Plină floare": "Ai căzut la etapa, În plină floare",
        r"\bpe tot jocul\b": "la fiecare rundă",
        r"^Apelant pentru": "Apeluri pentru jocul din cutie",
        r"\bdupă simbol\b": "Soare lângă soare",
        r"\bprin poștă\b": "prin corespondență",
        r"\bcu cutia\b": "cu jocul din cutie",
        r"vocea obișnuită": "implicită",
        r"\d de puncte puncte|\{points\} puncte\b": "terms.count.points",
    },
}
"""Words that were said beside the term, which is at their right."""

DECLINED = {
    Language.ENGLISH: r"(?!)",
    Language.GERMAN: r"\{names?\}s\b",
    Language.FRENCH: r"(?i)(\bde|\bque|\bà|d['’]|qu['’])\s*\{names?\}",
    Language.ROMANIAN: r"(?i)(\blui|\bal lui)\s*\{names?\}",
}
"""Before or after a name: what depends on how the name begins, ends, or whose it is."""

OF_PEOPLE = {"play.pass_back_title"}
"""Sentences whose name is never a computer's, which has an article that à contracts with."""


def texts_in(language: Language) -> list[tuple[str, str]]:
    """Return every sentence with its place."""
    catalogue = load_catalogue(language)
    found = [(k, t) for k, m in catalogue.messages.items() for t in m.forms.values()]
    for page in load_pages(asset("rules"), language):
        found.append((page.name, page.title))
        found += [(page.name, "".join(r.text for r in block.runs)) for block in page.blocks]
    return found


@pytest.mark.parametrize("language", list(Language))
def test_one_thing_has_one_name(language: Language) -> None:
    said = [
        f"{where}: {text!r} (better {better!r})"
        for where, text in texts_in(language)
        for twin, better in TWINS.get(language, {}).items()
        if re.search(twin, text, re.IGNORECASE)
    ]
    assert said == []


def glossary() -> Iterator[tuple[int, Language, str]]:
    """The words of the translators' glossary, each with its table: 0 for terms of the rules."""
    page = asset("locale/README.md").read_text(encoding="utf-8")
    for number, table in enumerate(page.split("\n### ")[1:]):
        for row in re.findall(r"^\| (?!term)\w.*", table, re.MULTILINE):
            _, _, *cells = (cell.strip() for cell in row.strip("| ").split("|"))
            for language, cell in zip(Language, cells, strict=True):
                yield from ((number, language, word) for word in cell.split(", "))


@pytest.mark.parametrize("language", list(Language))
def test_the_glossary_has_the_words_of_the_rules_and_of_the_program(language: Language) -> None:
    pages = {page.name for page in load_pages(asset("rules"), language)}
    texts = texts_in(language)
    rules = "\n".join(text for where, text in texts if where in pages)
    sentences = "\n".join(text for where, text in texts if where not in pages)
    words = [(number, word) for number, of, word in glossary() if of is language]
    lacking = [
        word
        for number, word in words
        if not re.search(
            rf"\b{re.escape(typeset(language, word))}", (rules, sentences)[number], re.IGNORECASE
        )
    ]
    assert len(words) > 50
    assert lacking == []


@pytest.mark.parametrize("language", list(Language))
def test_names_are_never_declined(language: Language) -> None:
    said = [
        where
        for where, text in texts_in(language)
        if re.search(DECLINED.get(language, "(?!)"), text) and where not in OF_PEOPLE
    ]
    assert said == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.GERMAN, "{name}s Spielplan"),
        (Language.FRENCH, "Au tour de {name}"),
        (Language.FRENCH, "jusqu’à ce que {name} joue"),
        (Language.ROMANIAN, "Planșa lui {name}"),
    ],
)
def test_a_declined_name_would_be_noticed(language: Language, words: str) -> None:
    assert re.search(DECLINED[language], words)


@pytest.mark.parametrize("language", Language)
def test_different_rules_have_different_words(language: Language) -> None:
    catalogue, rulesets = load_catalogue(language), [*all_rulesets(), *all_rulesets(rounds=2)]
    assert len({(*word_rules(catalogue, one, is_whole=True),) for one in rulesets}) == len(rulesets)


@pytest.mark.parametrize(
    ("text", "short", "whole"),
    [
        ("classic free single none", "Classic", "Classic · Anywhere · One by one · No rays"),
        (
            "daffodil-3 adjacent pairs rays rounds=2",
            "Daffodil 3 · Touching · In pairs · Sun and moon rays · 2 rounds",
            None,
        ),
        (
            "classic free mail best-ray bonus=call",
            "Classic · By correspondence · Best ray",
            "Classic · Anywhere · By correspondence · Best ray · Bonus for each call",
        ),
    ],
)
def test_choices_are_named_where_they_are_not_the_default_or_all_of_them(
    text: str, short: str, whole: str | None
) -> None:
    english, rules = load_catalogue(Language.ENGLISH), Ruleset.parse(text)
    assert " · ".join(word_rules(english, rules)) == short
    assert " · ".join(word_rules(english, rules, is_whole=True)) == (whole or short)


def test_a_line_s_sum_is_halved_where_it_is_late() -> None:
    english, classic = load_catalogue(Language.ENGLISH), Ruleset().grid
    line = next(line for line in classic.lines if len(line) == 3)
    scored = (ScoredLine(line, 9, 27, False), ScoredLine(line, 9, 13.5, True))
    sums = [line_sum(english, one) for one in scored]
    assert sums == ["3 × 9 = 27", "3 × 9 ÷ 2 = 13.5"]
