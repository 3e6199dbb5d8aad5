"""Typographic spaces and apostrophes, which keyboards lack."""

import re
from typing import Final

from game.locale.languages import Language

NO_BREAK_SPACE: Final = "\u00a0"

_BEFORE_HIGH_MARK: Final = re.compile(r" (?=[:;!?»%])")
_BEFORE_NUMBER: Final = re.compile(r"\b(a|eine|une?) (?=\{number\})")
_APOSTROPHE: Final = re.compile(r"(?<=\w)'(?=\w)")


def typeset(language: Language, text: str) -> str:
    """Return `text` with the language's typographic spaces and apostrophes.

    Between words `'` becomes `’`. French spaces before `: ; ! ? »` and after `«`, and in all
    languages those before `%` and between an article and `{number}`, do not break; they are
    U+00A0 everywhere, because the game's font has no U+202F.
    """
    text = _APOSTROPHE.sub("’", text.replace("\u202f", NO_BREAK_SPACE))
    text = _BEFORE_NUMBER.sub(r"\1" + NO_BREAK_SPACE, text)
    if language is Language.FRENCH:
        text = text.replace("« ", "«" + NO_BREAK_SPACE)
        return _BEFORE_HIGH_MARK.sub(NO_BREAK_SPACE, text)
    return text.replace(" %", NO_BREAK_SPACE + "%")
