"""The page that phones open: its data, its policy, and scripts without comments."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from game.locale import Language, load_catalogue
from game.page.phone import phone_page
from game.resources import asset, read_words
from game.rules.numbers import BOX_COLOURS


def data_of(page: str) -> Any:
    """The data in a page."""
    return json.loads(page.split('id="data">')[1].split("</script>")[0])


@pytest.mark.parametrize(
    ("language", "is_elsewhere"), list(zip(Language, (False, True, False, True), strict=True))
)
def test_a_page_has_all_languages_and_begins_with_its_own(
    language: Language, is_elsewhere: bool
) -> None:
    page = phone_page(language, is_elsewhere=is_elsewhere).decode()
    data = data_of(page)
    texts = data.pop("texts")
    assert data == {
        "language": language.value,
        "colours": json.loads(json.dumps(BOX_COLOURS)),
        "isElsewhere": is_elsewhere,
    }
    assert f'<html lang="{language.value}"' in page
    assert {*texts} == {other.value for other in Language}
    for other in Language:
        catalogue, found = load_catalogue(other), texts[other.value]
        assert {*found} == {*texts["en"]}
        plain = {key for key in found if not catalogue.messages[key].placeholders}
        assert {"terms.title", "page.done", "menu.rule"} <= plain
        assert {key: found[key] for key in plain} == {key: catalogue.text(key) for key in plain}
        phone = {key for key in catalogue if key.startswith(("phone.", "terms.direction."))}
        assert phone <= {*found}
        assert "menu.climb" not in found


def test_a_page_speaks_to_its_window_and_has_no_comments() -> None:
    page = phone_page(Language.ENGLISH, is_elsewhere=True).decode()
    assert phone_page(Language.ENGLISH) == phone_page(Language.ENGLISH, is_elsewhere=False)
    assert "connect-src 'self' ws: wss:; base-uri 'none'" in page
    assert ", viewport-fit=cover" in page
    assert '<link rel="icon" href="data:,">\n<title>Take It Easy!</title>\n' in page
    program = page.rpartition("<script>")[2]
    texts = data_of(page)["texts"]["en"]
    used = {*re.findall(r'"((?:page|terms|menu|phone)\.[\w.]+)"', program)}
    computed = {key for key in texts if key.startswith(("terms.direction.", "terms.wild_"))}
    assert used | computed == {*texts}, "each sentence that the scripts use, and no other"
    assert not re.search(r"(?m)^ *//", program)
    places = []
    for folder, name in (
        *(("page", name) for name in ("board.js", "say.js", "harvest.js", "touch.js")),
        ("phone", "phone.js"),
    ):
        words = re.findall(r"(?m)^function \w+\(.*$", read_words(asset(folder, name)))
        assert words, name
        places += [page.index(line) for line in words]
    assert places == sorted(places)
    for folder, name in (("page", "page.css"), ("phone", "phone.css")):
        (last, *_) = reversed(read_words(asset(folder, name)).strip().splitlines()[-3:-1])
        assert last in page
