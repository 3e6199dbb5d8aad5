"""The four catalogues against each other, their grammar and their typography."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from game.locale import Language, load_catalogue
from game.locale.plurals import PLURALS
from game.rules.boards import BoardName
from game.rules.errors import Conflict, IllegalReason
from game.rules.ruleset import BonusRule, CallRule, PlacementRule, RayRule
from game.rules.tiles import NUMBERS, Direction
from game.storage.codes import CodeMistake
from game.storage.problems import ProblemKind
from tests.locale.cmap import read_characters

GLYPHS = read_characters()
ENGLISH = load_catalogue(Language.ENGLISH)
QUOTES = {
    Language.ENGLISH: "“”",
    Language.FRENCH: "«»",
    Language.GERMAN: "„“",
    Language.ROMANIAN: "„”",
}


@pytest.mark.parametrize("language", list(Language))
def test_every_language_has_the_same_keys(language: Language) -> None:
    assert set(load_catalogue(language)) == set(ENGLISH)


@pytest.mark.parametrize("language", list(Language))
def test_every_language_has_the_same_placeholders_and_plurals(language: Language) -> None:
    for key, message in load_catalogue(language).messages.items():
        assert message.placeholders == ENGLISH.messages[key].placeholders, key
        assert message.is_plural == ENGLISH.messages[key].is_plural, key
        if message.is_plural:
            assert tuple(sorted(message.forms)) == tuple(sorted(PLURALS[language])), key


@pytest.mark.parametrize("language", list(Language))
def test_larger_forms_show_their_number(language: Language) -> None:
    for key, message in load_catalogue(language).messages.items():
        if message.is_plural:
            shown = [f for f, text in message.forms.items() if "{count}" not in text]
            assert shown in ([], ["one"]), key


A_NUMBER = "count|filled|length|level|needed|number|place|reserve|stage|target|total"
BESIDE = re.compile(rf"{{(?:{A_NUMBER})}}[,.]? {{(?:{A_NUMBER})}}")


@pytest.mark.parametrize("language", list(Language))
def test_no_two_numbers_run_together(language: Language) -> None:
    """In `Best stage: 1, 134 points above` the comma seems to part the digits of one number."""
    for key, message in load_catalogue(language).messages.items():
        # What is read aloud has a pause there.
        if not key.startswith("heard."):
            assert not any(BESIDE.search(form) for form in message.forms.values()), key


def test_everything_that_is_named_by_value_has_a_word() -> None:
    keys = [f"errors.illegal.{reason.value}" for reason in IllegalReason]
    keys += [f"errors.conflict.{conflict.value}" for conflict in Conflict]
    keys += [f"terms.direction.{direction.value}" for direction in Direction]
    keys += [f"terms.colour.{n}" for numbers in NUMBERS.values() for n in numbers]
    keys += [f"terms.board_name.{board.value}" for board in BoardName]
    keys += [f"terms.placement.{rule.value}" for rule in PlacementRule]
    keys += [f"terms.call_rule.{rule.value}" for rule in CallRule]
    keys += [f"terms.ray_rule.{rule.value}" for rule in RayRule]
    keys += [f"terms.bonus_rule.{rule.value}" for rule in BonusRule]
    keys += [f"storage.problem.{kind.value}" for kind in ProblemKind]
    keys += [f"storage.code.{mistake.value}" for mistake in CodeMistake]
    assert [key for key in keys if key not in ENGLISH] == []
    spare = {k for k in ENGLISH if k.startswith("errors.illegal.")} - set(keys)
    assert spare == set(), "sentences for reasons that the rules no longer give"


def texts_of(language: Language) -> Iterator[tuple[str, str]]:
    """Key and text of every form of every message."""
    for key, message in load_catalogue(language).messages.items():
        for text in message.forms.values():
            yield key, text


@pytest.mark.parametrize("language", list(Language))
def test_typography(language: Language) -> None:
    foreign = set("“”„«»") - set(QUOTES.get(language, "“”"))
    for key, text in texts_of(language):
        shown = f"{key}: {text}"
        assert not set(text) & set("şţŞŢ"), f"a cedilla where a comma belongs: {shown}"
        assert "'" not in text, f"a straight apostrophe: {shown}"
        assert '"' not in text, f"straight quotation marks: {shown}"
        assert "..." not in text, f"three dots instead of an ellipsis: {shown}"
        assert "  " not in text, f"two spaces: {shown}"
        if not key.startswith("format.number."):
            assert text == text.strip(), f"a space at an end: {shown}"
        assert not set(text) & foreign, f"another language's quotation marks: {shown}"


@pytest.mark.parametrize("language", list(Language))
def test_spaces_before_marks(language: Language) -> None:
    for key, text in texts_of(language):
        shown = f"{key}: {text!r}"
        if language is Language.FRENCH:
            bare = text.replace("Take It Easy!", "")
            assert not re.search(r"[\w}][;!?]", bare), f"no space before a mark: {shown}"
            assert not re.search(r"[^\u00a0]»|«[^\u00a0]", text), f"quotes can break: {shown}"
            assert not re.search(r"[^\d\s\u00a0]:\s", text), f"no space before a colon: {shown}"
        else:
            assert not re.search(r"[\s\u00a0][;!?:]", text), f"a space before a mark: {shown}"


@pytest.mark.parametrize("language", list(Language))
def test_every_character_has_a_glyph(language: Language) -> None:
    for key, text in texts_of(language):
        assert set(text) - GLYPHS - {"\n"} == set(), f"{key}: {text}"
