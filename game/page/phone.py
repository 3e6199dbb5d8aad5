"""The page that phones open: the board's picture, and a line to the window; it has no rules."""

import json
import re
from base64 import b64encode

from game.locale import Language, load_catalogue
from game.page.data import texts_of
from game.page.document import hash_of, read_page_file
from game.resources import asset, read_words
from game.rules.numbers import BOX_COLOURS

_SCRIPTS = ("board.js", "say.js", "harvest.js", "touch.js")
"""The scripts that a phone's page shares with the offline page, in order."""

_SECTIONS = ("phone.", "terms.direction.", "terms.wild_")
_KEYS = (
    *("terms.title", "terms.daffodil", "terms.count.points", "page.your_board", "page.board_of"),
    *("page.score", "page.no", "page.place_hint", "page.closing", "page.done", "page.take_back"),
    *("page.set_aside", "page.call_of", "page.round_of", "page.step_closing", "page.total"),
    *("page.noscript", "page.called", "page.placed", "page.line_done", "page.line"),
    *("page.taken_back", "page.free", "page.stamen", "page.taken", "page.closed"),
    *("page.daffodil", "page.put_aside"),
)
"""The keys of the offline page whose sentences a phone's page uses."""


def phone_page(language: Language, *, is_elsewhere: bool = False) -> bytes:
    """Return the page; phones in another of the four languages read their own.

    In a room `is_elsewhere` there is no big screen that a sentence could name.
    """
    font = b64encode(asset("page", "baloo2.woff2").read_bytes()).decode()
    style = read_page_file("page.css").replace("{font}", f"data:font/woff2;base64,{font}")
    style += read_words(asset("phone", "phone.css"))
    script = "\n".join((*map(read_page_file, _SCRIPTS), read_words(asset("phone", "phone.js"))))
    script = '"use strict";\n' + script.replace('"use strict";\n', "")
    texts = {
        other.value: texts_of(load_catalogue(other), _SECTIONS, {*_KEYS}) for other in Language
    }
    data = {
        "texts": texts,
        "language": language.value,
        "colours": BOX_COLOURS,
        "isElsewhere": is_elsewhere,
    }
    parts = {
        "language": language.value,
        "policy": (
            f"default-src 'none'; script-src {hash_of(script)}; style-src {hash_of(style)}; "
            "font-src data:; img-src data:; connect-src 'self' ws: wss:; base-uri 'none'; "
            "form-action 'none'"
        ),
        "noscript": texts[language.value]["page.noscript"],
        "licence": read_page_file("OFL.txt"),
        "style": style,
        "script": script,
        "data": json.dumps(data, ensure_ascii=False).replace("<", "\\u003c"),
    }
    page = read_words(asset("phone", "phone.html"))
    return re.sub(r"\{(\w+)\}", lambda match: parts[match[1]], page).encode()
