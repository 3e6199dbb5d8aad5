"""Builds one self-contained HTML file, which fetches nothing; its policy forbids other scripts."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from typing import Any

from game.resources import asset, read_words

SCRIPTS = ("rules.js", "board.js", "words.js", "kept.js", "page.js", "end.js")
"""What the page's script is made of, in order."""


def make_page(data: Mapping[str, Any]) -> str:
    """Return the page for the values that `page_data` made."""
    font = b64encode(asset("page", "baloo2.woff2").read_bytes()).decode()
    style = _read("page.css").replace("{font}", f"data:font/woff2;base64,{font}")
    script = "\n".join(_read(name) for name in SCRIPTS).replace('"use strict";\n', "")
    script = f'"use strict";\n{script}'
    language = data["language"]
    texts = data["texts"][language]
    parts = {
        "language": language,
        "policy": (
            f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
            "font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
        ),
        "title": escape(f"{texts['terms.title']} {data['about'][language]['title']}"),
        "noscript": escape(texts["page.noscript"]),
        "licence": _read("OFL.txt"),
        "style": style,
        "script": script,
        # No text may end the element that holds it.
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], _read("page.html"))


def _read(name: str) -> str:
    return read_words(asset("page", name))


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
