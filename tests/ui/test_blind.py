"""Games played from the menu to the menu by who sees nothing (`tests/ui/by_ear.py`)."""

from __future__ import annotations

from functools import partial

import pytest

from game.locale import Language, load_catalogue
from game.rules.tiles import Tile
from game.ui.frame.context import Context
from game.ui.sound.voices import caller_words
from tests.gallery import collect_samples
from tests.ui.by_ear import KINDS, Player, play_rules, walk_by_pad
from tests.ui.unseen import draw_blank, draw_nothing

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("rays", Language.FRENCH),
        ("best-ray", Language.GERMAN),
        ("by-symbol", Language.ROMANIAN),
        ("pairs", Language.ENGLISH),
        ("daffodil-1", Language.FRENCH),
        ("daffodil-2", Language.GERMAN),
        ("daffodil-3", Language.ROMANIAN),
        ("daffodil-4", Language.ENGLISH),
        ("league", Language.GERMAN),
    ],
)
def test_every_rule_is_played_by_ear(
    context: Context, monkeypatch: pytest.MonkeyPatch, name: str, language: Language
) -> None:
    """The spoken words are true, and enough to play by; `python -m tests.ui.by_ear` plays all rules
    in all languages.
    """
    draw_nothing(monkeypatch)
    context.catalogue = load_catalogue(language)
    play_rules(context, name)


@pytest.mark.parametrize(
    ("kind", "language"),
    [
        ("standard", Language.ENGLISH),
        ("review", Language.FRENCH),
        ("climb", Language.ROMANIAN),
        ("daily", Language.FRENCH),
        ("challenges", Language.GERMAN),
    ],
)
def test_it_is_played_by_ear(
    context: Context, monkeypatch: pytest.MonkeyPatch, kind: str, language: Language
) -> None:
    draw_nothing(monkeypatch)
    context.catalogue = load_catalogue(language)
    KINDS[kind](context)


@pytest.mark.parametrize("language", Language)
def test_a_board_is_entered_by_ear(context: Context, language: Language) -> None:
    """The calculator speaks the tile on each space, the cursor's next space, and refusals."""
    context.catalogue = load_catalogue(language)
    text = context.text
    player = Player(context, context.routes.calculator())
    assert text("entry.pick") in player.heard
    assert text("heard.spoken.wait_first") not in player.heard
    words = {
        tile: caller_words(context.catalogue, Tile.parse(tile)) for tile in ("294", "618", "753")
    }
    for tile, space in (("294", "a1"), ("618", "c3")):
        player.press("n")
        player.press(*tile)
        player.dark.wait(1.0)
        player.press(*space)
        player.press("return")
        assert text("heard.spoken.placed", tile=words[tile], space=space) in player.heard
    assert (
        text("heard.spoken.no_end", space="c3")
        == player.press("c", "3", "f8", "f8").split(". ")[-1]
    )
    alive = partial(text, "heard.spoken.alive", number="9", start="a1", end="a3")
    line = alive(filled=1, length=3, spaces="a2, a3", count=8)
    assert line in player.press("a", "1", "f8")
    assert f"{text('heard.spoken.way.vertical')} {line}" in player.press("f8")
    assert f"{text('heard.spoken.way.vertical')} {line}" in player.press("f7")
    player.press("f6")
    assert player.understand("score"), player.heard


@pytest.mark.parametrize("language", Language)
def test_the_caller_is_followed_by_ear(context: Context, language: Language) -> None:
    context.catalogue = load_catalogue(language)
    sample = collect_samples()["caller"]
    player = Player(context, sample.make(context))
    for number in range(9, 12):
        player.press("n")
        assert player.understand("called"), player.heard
        assert context.text("caller.call", call=number, calls=19) in player.press("f3")
    player.press("backspace")
    assert context.text("caller.call", call=10, calls=19) in player.press("f3")
    assert len(f"{player.press('f4')} {player.press('f4')}".split(". ")) >= 11


@pytest.mark.parametrize(
    "name",
    [
        *("apart-lobby-many", "apart-open", "breakdown-daffodil", "caller", "challenges"),
        *("entry", "puzzles", "review", "setup-full", "share"),
    ],
)
def test_every_step_by_pad_is_said(
    context: Context, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Some pages; `python -m tests.ui.by_ear` walks all of them in all languages."""
    draw_blank(monkeypatch)
    draw_nothing(monkeypatch)
    walk_by_pad(context, name)
