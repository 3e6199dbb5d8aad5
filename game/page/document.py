"""The self-contained HTML file: it fetches nothing, and its policy forbids other scripts."""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from html import escape
from typing import Any, Final

from game.resources import asset, read_words

SCRIPTS = (
    *("rules.js", "board.js", "say.js", "harvest.js", "words.js", "kept.js", "touch.js"),
    *("page.js", "end.js"),
)
"""The files of the page's script in order; `start.js` follows as the last."""

DAILY_SCRIPTS = ("deal.js", "daily.js")
"""The additional files of a page for every day."""


_LOCALES: Final = {"en": "en_GB", "fr": "fr_FR", "de": "de_DE", "ro": "ro_RO"}

_ADDRESS: Final = """\
<meta property="og:url" content="{0}">
<link rel="canonical" href="{0}">
"""


def make_page(data: Mapping[str, Any], address: str | None = None) -> str:
    """Return the HTML of a page with the values of `page_data`.

    Previews of links show its title, description and picture. Most need the picture's address,
    which is given by `preview_picture` if the page's own `address` is known.
    """
    names = (*SCRIPTS, *(DAILY_SCRIPTS if "daily" in data else ()), "start.js")
    language = data["language"]
    texts = data["texts"][language]
    head = {
        "about": escape(data["summary"][language]),
        "locale": _LOCALES[language],
        "icon": (icon := f"data:image/png;base64,{b64encode(_icon(128)).decode()}"),
        "picture": icon if address is None else escape(preview_picture(address)),
        "address": "" if address is None else _ADDRESS.format(escape(address)),
        "title": escape(f"{texts['terms.title']} {data['about'][language]['title']}"),
    }
    worker = "worker-src 'self'; " if data.get("daily", {}).get("worker") else ""
    return fill_document(
        data,
        read_page_file("page.css"),
        map(read_page_file, names),
        policy=f"manifest-src data:; {worker}",
        head=_fill("head.html", head),
    )


def fill_document(
    data: Mapping[str, Any],
    style: str,
    scripts: Iterable[str],
    *,
    policy: str,
    head: str,
    viewport: str = "",
) -> str:
    """Return the HTML of a page with one style and one script, which its policy allows alone.

    `policy` are its other sources, `head` and `viewport` what pages differ in.
    """
    font = b64encode(asset("page", "baloo2.woff2").read_bytes()).decode()
    style = style.replace("{font}", f"data:font/woff2;base64,{font}")
    script = '"use strict";\n' + "\n".join(scripts).replace('"use strict";\n', "")
    language = data["language"]
    parts = {
        "language": language,
        "policy": (
            f"default-src 'none'; script-src {hash_of(script)}; style-src {hash_of(style)}; "
            f"font-src data:; img-src data:; {policy}base-uri 'none'; form-action 'none'"
        ),
        "noscript": escape(data["texts"][language]["page.noscript"]),
        "licence": read_page_file("OFL.txt"),
        "style": style,
        "script": script,
        "head": head,
        "viewport": viewport,
        # No text may contain the end tag of its element.
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    # The mark makes it UTF-8 on servers that name another encoding: no script would have its hash.
    return f"\ufeff{_fill('page.html', parts)}"


def _fill(name: str, parts: Mapping[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: parts[match[1]], read_page_file(name))


def make_worker(page: str) -> str:
    """Return the service worker that caches the page of this file name for use offline."""
    return read_page_file("worker.js").replace("{page}", page)


def preview_picture(page: str) -> str:
    """Return the file name or address of a page's picture for previews."""
    return f"{page.removesuffix('.html')}.png"


def read_picture() -> bytes:
    """Return the PNG file for previews."""
    return _icon(512)


def _icon(px: int) -> bytes:
    return asset("icon", f"take-it-easy-{px}.png").read_bytes()


def read_page_file(name: str) -> str:
    """Return the text of a file of `assets/page`."""
    return read_words(asset("page", name))


def hash_of(text: str) -> str:
    """Return the source by which a page's policy allows one script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
