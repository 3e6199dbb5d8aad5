"""The reading of catalogues: forms by count, exact placeholders, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.locale import (
    CatalogueError,
    Language,
    load_catalogue,
)
from game.locale.catalogue import read_catalogue
from game.resources import ResourceError

EN, FR, DE, RO = (load_catalogue(Language(code)) for code in ("en", "fr", "de", "ro"))


def test_counting_points() -> None:
    assert [EN.text("terms.count.points", count=n) for n in (0, 1, 1.5, 13.5)] == [
        "0 points",
        "1 point",
        "1.5 points",
        "13.5 points",
    ]
    assert FR.text("terms.count.points", count=0) == "0 point"
    assert DE.text("terms.count.points", count=13.5) == "13,5 Punkte"
    assert [RO.text("terms.count.points", count=n) for n in (1, 2, 20, 101)] == [
        "1 punct",
        "2 puncte",
        "20 de puncte",
        "101 puncte",
    ]


def test_nothing_falls_back() -> None:
    with pytest.raises(CatalogueError, match=r"no message .terms\.nothing. in ro"):
        RO.text("terms.nothing")
    with pytest.raises(CatalogueError, match="takes count, was given nothing"):
        RO.text("terms.count.points")
    with pytest.raises(CatalogueError, match="takes nothing, was given name"):
        RO.text("terms.tile", name="x")
    with pytest.raises(CatalogueError, match="counts with a text"):
        RO.text("terms.count.points", count="20")


def test_values_are_not_read_again() -> None:
    assert EN.text("score.winner", name="{name}") == "{name} wins."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('a = "{x"', "brace"),
        ('a = "{X}"', "brace"),
        ('a = ""', "empty"),
        ("a = 3", "neither"),
        ('[a]\none = "x"\nother = "y"\nmany = "z"', "exactly the forms"),
        ('[a]\nother = "y"', "exactly the forms"),
        ('[a]\none = 1\nother = "y"', r"a\.one is not a text"),
        ('a = "1"\na = "2"', "overwrite"),
        ('"A b" = "x"', "not a key"),
    ],
)
def test_malformed_catalogues_are_refused(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "part.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ResourceError, match=reason) as caught:
        list(read_catalogue(tmp_path, Language.ENGLISH))
    assert "part.toml" in str(caught.value)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    for folder in (tmp_path, tmp_path / "none", tmp_path / "notes.txt"):
        with pytest.raises(CatalogueError, match="no catalogue files"):
            read_catalogue(folder, Language.ENGLISH)


def test_forms_are_typeset_and_may_leave_the_number_or_a_name_out(
    tmp_path: Path,
) -> None:
    (tmp_path / "part.toml").write_text(
        'a = "C\'est fini !"\n[b]\none = "Un point de {name} !"\nother = "Des points !"',
        encoding="utf-8",
    )
    catalogue = read_catalogue(tmp_path, Language.FRENCH)
    assert catalogue.text("part.a") == "C’est fini\u00a0!"
    assert [catalogue.text("part.b", count=n, name="Ana") for n in (1, 2)] == [
        "Un point de Ana\u00a0!",
        "Des points\u00a0!",
    ]
