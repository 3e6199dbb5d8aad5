"""CLDR's plural categories for the four languages.

French has a category `many` beside `one` and `other`, for whole millions ("1 million de
points"). No number in this game reaches a million, so it is left out here and in the
catalogues.
"""

from enum import StrEnum
from typing import Final

from game.locale.languages import Language


class Plural(StrEnum):
    """The plural categories of the four languages; values are keys in catalogues."""

    ONE = "one"
    FEW = "few"
    OTHER = "other"


PLURALS: Final[dict[Language, tuple[Plural, ...]]] = {
    Language.ENGLISH: (Plural.ONE, Plural.OTHER),
    Language.FRENCH: (Plural.ONE, Plural.OTHER),
    Language.GERMAN: (Plural.ONE, Plural.OTHER),
    Language.ROMANIAN: (Plural.ONE, Plural.FEW, Plural.OTHER),
}
"""The plural forms that a message must have in each language."""


def plural_category(language: Language, count: float) -> Plural:
    """Return the category of `count`, which is written without decimals if it is whole.

    Half points count as fractions: 1.5 is `other` in English and German, `one` in French
    (its whole part is 1) and `few` in Romanian.
    """
    size = abs(count)
    whole = int(size)
    is_whole = size == whole
    if language is Language.FRENCH:
        return Plural.ONE if whole in (0, 1) else Plural.OTHER
    if is_whole and whole == 1:
        return Plural.ONE
    if language is Language.ROMANIAN and (not is_whole or whole == 0 or 1 <= whole % 100 <= 19):
        return Plural.FEW
    return Plural.OTHER
