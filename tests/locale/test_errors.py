"""Refusals in every language: each fault worded, each message in one language only."""

from __future__ import annotations

import ast
import errno
import json
import re
from typing import Any

import pytest

from game.locale import Language, load_catalogue, typeset
from game.locale.errors import word_error
from game.rules.boards import BoardName
from game.rules.deal import parse_deal
from game.rules.errors import (
    Conflict,
    Fault,
    FormatError,
    IllegalMove,
    IllegalReason,
    RulesError,
    RulesetError,
    fault_of_file,
)
from game.rules.record import parse_record
from game.rules.ruleset import Ruleset
from tests.each import each
from tests.rules.test_record import BROKEN, GOOD, break_at
from tests.sources import MODULES, nodes_of

ENGLISH = load_catalogue(Language.ENGLISH)
OTHERS = [language for language in Language if language is not Language.ENGLISH]
STOP = re.compile(
    r"\b(the|not|no|of|than|is|for|with|has|have|such|unknown|key|where|list|object|tile|tiles"
    r"|space|board|line|column|file|call|called|round|placed|player|players|expected|allowed"
    r"|invalid|choose|required|usage|show|options)\b",
    re.IGNORECASE,
)
"""English words of our messages that no other language of the game has."""


def key_of(fault: Fault) -> str:
    return f"errors.fault.{fault.name.lower().replace('_', '-')}"


def without_echoes(text: str, error: FormatError) -> str:
    """`text` without what the record itself said: its place and the values shown."""
    shown = [str(error.where), *(v for v in error.values.values() if type(v) is str)]
    for echo in sorted(filter(None, shown), key=len, reverse=True):
        text = text.replace(echo, "")
    return text


def test_the_english_catalogue_says_what_the_faults_say() -> None:
    assert {key: ENGLISH.text(key, **_itself(key)) for key in map(key_of, Fault)} == {
        key_of(fault): typeset(Language.ENGLISH, fault.value) for fault in Fault
    }
    assert {k for k in ENGLISH if k.startswith("errors.fault.")} == set(map(key_of, Fault))


def _itself(key: str) -> dict[str, str]:
    return {name: f"{{{name}}}" for name in ENGLISH.messages[key].placeholders}


@each(list(Language))
def test_every_fault_is_worded_with_its_own_placeholders(language: Language) -> None:
    messages = load_catalogue(language).messages
    for fault in Fault:
        own = set(re.findall(r"\{(\w+)\}", fault.value))
        assert messages[key_of(fault)].placeholders == own, fault.name


def test_every_fault_is_named_in_the_game_and_no_refusal_is_plain_english() -> None:
    named: set[str] = set()
    plain: list[str] = []
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                named |= {node.attr} if node.value.id == "Fault" else set()
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                words = node.args[0] if node.func.id == "FormatError" and node.args else None
                # The terminal speaks English.
                if isinstance(words, ast.Constant | ast.JoinedStr) and path.parent.name != "cli":
                    plain.append(f"{path.name}:{node.lineno}")
    assert named == set(Fault.__members__)
    assert plain == []


@each([(*broken[:4], language) for broken in BROKEN for language in OTHERS])
def test_a_broken_record_is_refused_in_the_chosen_language(
    name: str, path: tuple[str | int, ...], put: Any, place: str, language: Language
) -> None:
    with pytest.raises(FormatError) as refused:
        parse_record(json.dumps(break_at(GOOD[name], path, put)))
    words = word_error(load_catalogue(language), refused.value)
    assert words.startswith(place)
    assert place == "" or re.match(r"\u00a0?: ", words.removeprefix(place))
    assert STOP.findall(without_echoes(words, refused.value)) == []
    assert words != word_error(ENGLISH, refused.value)


@each(
    [
        (text, place, language)
        for text, *place in [('{"a": 1,\n  b}', "2", "3"), ("{} {}", "1", "4"), ("\xff", "1", "1")]
        for language in OTHERS
    ]
)
def test_where_json_ends_is_told(text: str, place: list[str], language: Language) -> None:
    with pytest.raises(FormatError) as refused:
        parse_record(text)
    words = word_error(load_catalogue(language), refused.value)
    assert re.findall(r"\d+", words) == place
    assert STOP.findall(words) == []


@each(list(Language))
def test_what_a_refusal_holds_is_worded_too(language: Language) -> None:
    catalogue = load_catalogue(language)
    moved = FormatError(Fault.AGAINST_RULES, "rounds[0]", error=IllegalMove(IllegalReason.OCCUPIED))
    occupied = catalogue.text("errors.illegal.occupied").removesuffix(".")
    assert word_error(catalogue, moved).endswith(occupied)
    listed = FormatError(Fault.NOT_A_TEXT, "rules", value=Fault.A_LIST)
    assert catalogue.text("errors.fault.a-list") in word_error(catalogue, listed)
    with pytest.raises(FormatError) as refused:
        parse_deal(Ruleset().grid, "294 " * 19)
    assert word_error(catalogue, refused.value.at(7)).startswith(
        catalogue.text("errors.line", line="7")
    )
    conflicts = (Conflict.NO_ROUNDS, Conflict.TOO_FEW_PLAYERS)
    told = word_error(catalogue, RulesetError(conflicts))
    assert all(catalogue.text(f"errors.conflict.{c.value}") in told for c in conflicts)


FRENCH = load_catalogue(Language.FRENCH)


@each(
    [
        (
            FormatError(Fault.TOO_MANY, "rounds", found=3, most=2),
            "rounds: 3 entries where 2 are allowed",
            "rounds\u00a0: trop d’éléments (3 au lieu de 2 au plus)",
        ),
        (
            FormatError(
                Fault.AGAINST_RULES,
                "rounds[0]",
                error=IllegalMove(IllegalReason.OCCUPIED, "294@c3"),
            ),
            "rounds[0]: This space is taken (294@c3)",
            "rounds[0]\u00a0: Cette case est déjà occupée (294@c3)",
        ),
        (
            FormatError(Fault.NO_SUCH_SPACE, 7, board=BoardName.DAFFODIL, text="z9"),
            "line 7: no such space on the Daffodil board: z9",
            "ligne 7\u00a0: cette case n’existe pas sur le plateau Jonquille\u00a0: z9",
        ),
        (
            FormatError(Fault.NOT_A_TEXT, value=Fault.AN_OBJECT),
            "not a text: an object",
            "n’est pas un texte\u00a0: un objet",
        ),
        (
            RulesetError((Conflict.NO_ROUNDS, Conflict.TOO_FEW_PLAYERS)),
            "A game has between 1 and 9,999 rounds. At least one player must take a seat.",
            "Une partie compte de 1 à 9\u00a0999 manches. Il faut au moins un joueur.",
        ),
        (
            IllegalMove(IllegalReason.NO_DEADLINE),
            "Only in the correspondence game can a call be missed",
            "On ne peut manquer une annonce que dans le jeu par correspondance",
        ),
        (RulesError("odd"), "odd", "odd"),
    ],
    lambda case: case[1],
)
def test_an_error_is_one_sentence_with_its_place(
    error: RulesError, english: str, french: str
) -> None:
    assert (word_error(ENGLISH, error), word_error(FRENCH, error)) == (english, french)


def test_what_is_worded_already_stays_as_it_is() -> None:
    assert word_error(ENGLISH, FormatError("C'est {tout}")) == "C'est {tout}"
    assert (
        word_error(load_catalogue(Language.FRENCH), FormatError("fini", 3)) == "ligne 3\u00a0: fini"
    )


@each(
    [
        (errno.ENOENT, Fault.NO_SUCH_FILE),
        (errno.EISDIR, Fault.IS_A_DIRECTORY),
        (errno.EACCES, Fault.NO_PERMISSION),
        (errno.ENOSPC, Fault.DISK_FULL),
        (errno.EXDEV, Fault.SYSTEM),
    ]
)
def test_what_a_file_suffers_is_a_fault(number: int, fault: Fault) -> None:
    error = fault_of_file(OSError(number, "as the system says"))
    assert error.fault is fault
    assert ("as the system says" in str(error)) is (fault is Fault.SYSTEM)
