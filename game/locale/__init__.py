"""Texts in four languages: catalogues, plural forms, numbers, dates and lists.

A sentence's way: `Catalogue.text(key, count=3)` finds it in the files of `assets/locale`, chooses
the form by `plurals`, writes numbers by `numbers`, and returns it with the spaces and apostrophes
of `typography`; `aloud` rewrites it for speech. `languages` finds the system's language, `formats`
writes dates, times and lists, `terms` and `errors` word the rules' values, `rulebook` reads the
pages of the rules.
"""

from game.locale.catalogue import Catalogue, CatalogueError, load_catalogue
from game.locale.formats import (
    write_clock,
    write_date,
    write_duration,
    write_list,
    write_percent,
    write_signed,
    write_span,
)
from game.locale.languages import Language, match_language, system_language
from game.locale.typography import typeset

__all__ = [
    "Catalogue",
    "CatalogueError",
    "Language",
    "load_catalogue",
    "match_language",
    "system_language",
    "typeset",
    "write_clock",
    "write_date",
    "write_duration",
    "write_list",
    "write_percent",
    "write_signed",
    "write_span",
]
