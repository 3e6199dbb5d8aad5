"""A game played from the menu to the menu by who sees nothing, in every language.

The player knows the keys and the game's own words, and hears what is spoken; nothing else.
"""

from __future__ import annotations

import re

import pytest

from game.locale import Language, load_catalogue
from game.locale.catalogue import Value
from game.rules.boards import CLASSIC
from game.rules.standing import score_match
from game.rules.tiles import TILES
from game.ui.frame.context import Context
from game.ui.frame.voice_names import words_of
from game.ui.scenes.count.scene import BreakdownScene
from tests.ui.test_reading import Dark


class Player:
    """Ears and keys."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.dark = Dark(context, context.doors.menu())
        self.heard = " ".join(self.dark.said.texts)
        self._tiles = {words_of(context.catalogue, tile): tile for tile in TILES}

    def press(self, *keys: str) -> str:
        """What is said after keys."""
        self.heard = " ".join(self.dark.press(*keys))
        return self.heard

    def understand(self, key: str, **gaps: str) -> re.Match[str] | None:
        """The last sentence of this kind in what was heard; `gaps` are what is listened for."""
        values: dict[str, Value] = {name: f"\0{name}\0" for name in gaps}
        pattern = re.escape(self.context.text(f"heard.spoken.{key}", **values))
        for name, gap in gaps.items():
            pattern = pattern.replace(re.escape(f"\0{name}\0"), f"(?P<{name}>{gap})")
        return re.search(pattern, self.heard)

    def seek(self, words: str) -> None:
        """Tab on until it is told."""
        for _ in range(60):
            if words in self.press("tab"):
                return
        raise AssertionError(words)


@pytest.mark.parametrize("language", Language)
def test_from_the_menu_to_the_menu(context: Context, language: Language) -> None:
    context.catalogue = load_catalogue(language)
    text = context.text
    player = Player(context)
    assert "Take It Easy" in player.heard
    player.seek(text("menu.new"))
    assert text("setup.title") in player.press("return")
    player.seek(text("setup.start"))
    assert text("editions.standard.name") in player.press("return")
    free = {space.name for space in CLASSIC.spaces}
    total = 0
    for number in range(1, 20):
        for _ in range(10):
            player.press("f3")
            asked = player.understand("to_place", tiles="[^;.]+?")
            if asked is not None:
                break
            player.press("n")
        assert asked is not None, player.heard
        assert asked["tiles"] in player._tiles
        player.press("f4")
        told = player.understand("may_go", tile="[^;.]+?", spaces="[^.]+?")
        assert told is not None, player.heard
        assert set(told["spaces"].split(", ")) == free
        space = min(free, key=lambda name: (name[0] != "c", name))
        assert player.context.text("heard.spoken.free", space=space) in player.press(*space)
        assert player.press("return")
        assert player.understand("placed", tile="[^;.]+?", space=space), player.heard
        free.remove(space)
        player.press("f6")
        assert player.understand("score", name=".+?", points=r"\d+"), (number, player.heard)
    for _ in range(12):
        player.press("n")
        found = player.understand("total", name=".+?", points=r"\d+")
        if found is not None:
            total = int(found["points"])
            break
        player.dark.wait(1.0)
    top = player.dark.loop.stack.top
    assert isinstance(top, BreakdownScene)
    assert total == score_match(top.control.match).players[0].total
    player.seek(text("play.menu"))
    assert text("menu.new") in player.press("return") + player.press("f3")
