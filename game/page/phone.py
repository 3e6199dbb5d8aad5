"""The page that phones open: the board's picture, and a line to the window; it has no rules."""

import re
from typing import Final

from game.locale import Language, load_catalogue
from game.page.data import texts_of
from game.page.document import fill_document, read_page_file
from game.resources import asset, read_words
from game.rules.numbers import BOX_COLOURS

_SCRIPTS = ("board.js", "say.js", "harvest.js", "touch.js")
"""The scripts that a phone's page shares with the offline page, in order."""

_HEAD: Final = '<link rel="icon" href="data:,">\n<title>Take It Easy!</title>\n'

_SECTIONS = ("phone.", "terms.direction.", "terms.wild_")
_KEYS = (
    *("terms.title", "terms.daffodil", "terms.count.points", "page.your_board", "page.board_of"),
    *("page.score", "page.no", "page.place_hint", "page.closing", "page.done", "page.take_back"),
    *("page.set_aside", "page.call_of", "page.round_of", "page.step_closing", "page.total"),
    *("page.noscript", "page.called", "page.placed", "page.line_done", "page.line"),
    *("page.taken_back", "page.free", "page.stamen", "page.taken", "page.closed"),
    *("page.daffodil", "page.put_aside", "menu.rule"),
)
"""The keys of the offline page whose sentences a phone's page uses."""


def phone_page(language: Language, *, is_elsewhere: bool = False) -> bytes:
    """Return the page; phones in another of the four languages read their own.

    In a room `is_elsewhere` there is no big screen that a sentence could name.
    """
    texts = {
        other.value: texts_of(load_catalogue(other), _SECTIONS, {*_KEYS}) for other in Language
    }
    data = {
        "texts": texts,
        "language": language.value,
        "colours": BOX_COLOURS,
        "isElsewhere": is_elsewhere,
    }
    style = read_page_file("page.css") + read_words(asset("phone", "phone.css"))
    scripts = (*map(read_page_file, _SCRIPTS), read_words(asset("phone", "phone.js")))
    # Comments and indents are 3 kB of the 60 that a phone may fetch.
    scripts = tuple(re.sub(r"(?m)^ *(//.*\n)?", "", script) for script in scripts)
    policy, viewport = "connect-src 'self' ws: wss:; ", ", viewport-fit=cover"
    page = fill_document(data, style, scripts, policy=policy, head=_HEAD, viewport=viewport)
    return page.encode()
