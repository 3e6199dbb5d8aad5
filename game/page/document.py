"""Builds one self-contained HTML file, which fetches nothing; its policy forbids other scripts."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from typing import Any, Final

from game.resources import asset, read_words

SCRIPTS = ("rules.js", "board.js", "words.js", "kept.js", "page.js", "touch.js", "end.js")
"""What the page's script is made of, in order; `start.js` is the last."""

DAILY_SCRIPTS = ("deal.js", "daily.js")
"""What a page for every day has besides."""


_LOCALES: Final = {"en": "en_GB", "fr": "fr_FR", "de": "de_DE", "ro": "ro_RO"}

_ADDRESS: Final = """\
<meta property="og:url" content="{0}">
<link rel="canonical" href="{0}">
"""


def make_page(data: Mapping[str, Any], address: str | None = None) -> str:
    """Return the page for the values that `page_data` made.

    Previews of links show its title, description and picture. Most of them take a picture by its
    address alone: where the page's own `address` is known, it is that of `picture_beside`.
    """
    font = b64encode(asset("page", "baloo2.woff2").read_bytes()).decode()
    style = _read("page.css").replace("{font}", f"data:font/woff2;base64,{font}")
    names = (*SCRIPTS, *(DAILY_SCRIPTS if "daily" in data else ()), "start.js")
    script = "\n".join(_read(name) for name in names).replace('"use strict";\n', "")
    script = f'"use strict";\n{script}'
    language = data["language"]
    texts = data["texts"][language]
    worker = "worker-src 'self'; " if data.get("daily", {}).get("worker") else ""
    parts = {
        "language": language,
        "policy": (
            f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
            f"font-src data:; img-src data:; manifest-src data:; {worker}"
            "base-uri 'none'; form-action 'none'"
        ),
        "about": escape(data["summary"][language]),
        "locale": _LOCALES[language],
        "icon": (icon := f"data:image/png;base64,{b64encode(_icon(128)).decode()}"),
        "picture": icon if address is None else escape(picture_beside(address)),
        "address": "" if address is None else _ADDRESS.format(escape(address)),
        "title": escape(f"{texts['terms.title']} {data['about'][language]['title']}"),
        "noscript": escape(texts["page.noscript"]),
        "licence": _read("OFL.txt"),
        "style": style,
        "script": script,
        # No text may end the element that holds it.
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return re.sub(r"\{(\w+)\}", lambda match: parts[match[1]], _read("page.html"))


def make_worker(page: str) -> str:
    """Return the service worker that keeps the page of this file name for times without a
    network.
    """
    return _read("worker.js").replace("{page}", page)


def picture_beside(page: str) -> str:
    """Return the name, or the address, of the picture that lies beside a page for previews."""
    return f"{page.removesuffix('.html')}.png"


def read_picture() -> bytes:
    """Return the picture that previews show."""
    return _icon(512)


def _icon(px: int) -> bytes:
    return asset("icon", f"take-it-easy-{px}.png").read_bytes()


def _read(name: str) -> str:
    return read_words(asset("page", name))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
