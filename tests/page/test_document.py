"""The HTML file of a page: its head, its policy, its scripts in order, its data."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from typing import Any

import pytest

from game.page.document import (
    DAILY_SCRIPTS,
    SCRIPTS,
    fill_document,
    make_page,
    make_worker,
    preview_picture,
    read_page_file,
    read_picture,
)
from game.resources import asset

TITLE = 'Take <It> "Easy" & Co'


def data_of(**more: Any) -> dict[str, Any]:
    """The part of a page's data that its document needs, with signs that HTML would read."""
    texts = {"terms.title": "Take <It>", "page.noscript": "Ohne <b> & mehr"}
    return {
        "language": "de",
        "texts": {"de": texts, "en": {"terms.title": "?", "page.noscript": "?"}},
        "about": {"de": {"title": '"Easy" & Co'}, "en": {"title": "?"}},
        "summary": {"de": "Ana's </script> <!--", "en": "?"},
        **more,
    }


def icon(px: int) -> bytes:
    return asset("icon", f"take-it-easy-{px}.png").read_bytes()


@pytest.mark.parametrize("address", [None, 'https://a.example/x&"y.html', "https://a.example/x"])
def test_the_head_has_the_title_the_preview_and_the_icon(address: str | None) -> None:
    page = make_page(data_of(), address)
    head = page.partition("<style>")[0]
    small = f"data:image/png;base64,{b64encode(icon(128)).decode()}"
    pictures = {
        None: small,
        'https://a.example/x&"y.html': 'https://a.example/x&"y.png',
        "https://a.example/x": "https://a.example/x.png",
    }
    named = [] if address is None else [("og:url", address)]
    tags = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', head)
    shown = {name: unescape(text) for name, text in tags}
    assert [shown[name] for name in ("viewport", "referrer")] == [
        "width=device-width, initial-scale=1",
        "no-referrer",
    ]
    names = [name for name, _ in tags]
    assert [(name, shown[name]) for name in names[names.index("generator") :]] == [
        ("generator", "Take It Easy!"),
        ("description", "Ana's </script> <!--"),
        ("og:type", "website"),
        ("og:site_name", "Take It Easy!"),
        ("og:locale", "de_DE"),
        ("og:title", TITLE),
        ("og:description", "Ana's </script> <!--"),
        ("og:image", pictures[address]),
        *named,
    ]
    links = re.findall(r'<link rel="([^"]+)"(?: type="image/png")? href="([^"]*)">', head)
    canonical = [("canonical", address)] if address else []
    assert [(kind, unescape(where)) for kind, where in links] == [
        *canonical,
        ("icon", small),
        ("apple-touch-icon", small),
    ]
    (title,) = re.findall("<title>(.*?)</title>", head)
    assert unescape(title) == TITLE
    assert page.startswith('\ufeff<!doctype html>\n<html lang="de">\n')
    assert '<p class="noscript">Ohne &lt;b&gt; &amp; mehr</p>' in page
    assert f"\n\n{read_page_file('OFL.txt')}-->" in head


@pytest.mark.parametrize(
    ("more", "scripts", "policy"),
    [
        ({}, SCRIPTS, "manifest-src data:; "),
        ({"daily": {"worker": None}}, (*SCRIPTS, *DAILY_SCRIPTS), "manifest-src data:; "),
        (
            {"daily": {"worker": "w.js"}},
            (*SCRIPTS, *DAILY_SCRIPTS),
            "manifest-src data:; worker-src 'self'; ",
        ),
    ],
)
def test_a_page_has_its_scripts_in_order_and_allows_them_alone(
    more: dict[str, Any], scripts: tuple[str, ...], policy: str
) -> None:
    data = data_of(**more)
    page = make_page(data)
    ((script,), (style,)) = (
        re.findall(rf"<{tag}(?: data-cfasync=\"false\")?>(.*?)</{tag}>", page, re.DOTALL)
        for tag in ("script", "style")
    )
    strict = '"use strict";\n'
    bodies = [read_page_file(name).replace(strict, "") for name in (*scripts, "start.js")]
    assert script == strict + "\n".join(bodies)
    font = b64encode(asset("page", "baloo2.woff2").read_bytes()).decode()
    assert style == read_page_file("page.css").replace("{font}", f"data:font/woff2;base64,{font}")
    hashes = [
        f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in (script, style)
    ]
    assert re.findall('Content-Security-Policy" content="([^"]*)"', page) == [
        f"default-src 'none'; script-src {hashes[0]}; style-src {hashes[1]}; font-src data:; "
        f"img-src data:; {policy}base-uri 'none'; form-action 'none'"
    ]
    (packed,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert "<" not in packed
    assert json.loads(packed) == data
    assert page.count("</script>") == 2


def test_another_page_differs_in_its_head_policy_viewport_and_texts() -> None:
    page = fill_document(
        data_of(), "a{}", ("b();", '"use strict";\nc();'), policy="P; ", head="<H>", viewport=", V"
    )
    assert "<style>a{}</style>" in page
    assert '<script data-cfasync="false">"use strict";\nb();\nc();</script>' in page
    assert "img-src data:; P; base-uri" in page
    assert 'initial-scale=1, V">' in page
    assert "\n<H><!--" in page


def test_a_worker_and_a_preview_are_named_after_the_page() -> None:
    worker = make_worker("days.html")
    assert 'const CACHE = "take-it-easy days.html";' in worker
    assert 'const page = new URL("days.html", location);' in worker
    assert "{page}" not in worker
    assert [preview_picture(page) for page in ("a.html", "a", "http://b/a.html")] == [
        "a.png",
        "a.png",
        "http://b/a.png",
    ]
    assert read_picture() == icon(512)
