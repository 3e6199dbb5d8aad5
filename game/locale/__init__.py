"""Words: catalogues in four languages, plural forms, and how numbers and lists are written.

`catalogue` reads a language's files in `assets/locale`; its `text(key, …)` returns every sentence
that a player reads. `formats` writes dates, times and lists, `terms` and `errors` word what the
rules' values mean, `rulebook` reads the pages of the rules. `plurals` chooses a sentence's form,
`typography` sets its spaces and apostrophes, `aloud` rewrites it for a voice.
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
