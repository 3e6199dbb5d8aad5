"""A game played from the menu to the menu by who sees nothing, in every language.

The player knows the keys and the game's own words, and hears what is spoken; nothing else.
"""

from __future__ import annotations

import re

import pytest

from game.locale import Language, load_catalogue
from game.locale.catalogue import Value
from game.play.table import TableSetup
from game.rules.boards import CLASSIC
from game.rules.match import Player as Seat
from game.rules.match import PlayerKind
from game.rules.placement import Position
from game.rules.ruleset import Ruleset
from game.rules.standing import score_match
from game.rules.tiles import TILES, Tile
from game.tools.gallery import collect_samples
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Scene
from game.ui.frame.voice_names import words_of
from game.ui.scenes.count.scene import BreakdownScene
from game.ui.scenes.table.scene import TableScene
from tests.ui.test_screen_reader import Dark
from tests.ui.unseen import draw_blank


class Player:
    """Ears and keys."""

    def __init__(self, context: Context, scene: Scene) -> None:
        self.context = context
        self.dark = Dark(context, scene)
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
    player = Player(context, context.routes.menu())
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
    assert text("menu.new") in player.press("return") + player.press("f4")


@pytest.mark.parametrize("language", Language)
def test_a_board_is_entered_by_ear(context: Context, language: Language) -> None:
    """The calculator says what lies where, what the cursor goes on to, and what is refused."""
    context.catalogue = load_catalogue(language)
    text = context.text
    player = Player(context, context.routes.calculator())
    assert text("heard.spoken.free", space="a1") in player.heard
    words = {tile: words_of(context.catalogue, Tile.parse(tile)) for tile in ("294", "618", "753")}
    player.press(*"294")
    assert text("heard.spoken.placed", tile=words["294"], space="a1") in player.heard
    assert text("heard.spoken.free", space="a2") in player.heard
    player.press(*"c3618")
    assert text("heard.spoken.placed", tile=words["618"], space="c3") in player.heard
    assert text("errors.illegal.not-in-tile-set") in player.press(*"999")
    board = player.press("f4")
    for space, tile in (("a1", "294"), ("c3", "618")):
        assert text("heard.spoken.taken", space=space, tile=words[tile]) in board
    assert text("entry.missing", count=17) in player.press("f3")
    player.press("f6")
    assert player.understand("score", name=".+?", points="0"), player.heard


@pytest.mark.parametrize("language", Language)
def test_the_caller_is_followed_by_ear(context: Context, language: Language) -> None:
    context.catalogue = load_catalogue(language)
    sample = collect_samples()["caller"]
    player = Player(context, sample.make(context))
    for number in range(9, 12):
        player.press("n")
        assert player.understand("called", tiles="[^.]+?"), player.heard
        assert context.text("caller.call", call=number, calls=19) in player.press("f3")
    player.press("backspace")
    assert context.text("caller.call", call=10, calls=19) in player.press("f3")
    assert len(player.press("f4").split(". ")) >= 11


def by_hand(position: Position) -> int:
    """The points of a board, reckoned from its tiles and the grid alone."""
    total = 0
    for line in CLASSIC.lines:
        tiles = [position.tiles[space] for space in line.spaces]
        numbers = {None if tile is None else tile.number(line.direction) for tile in tiles}
        if None not in numbers and len(numbers) == 1:
            (number,) = numbers
            total += len(tiles) * (number or 0)
    return total


def play_by_ear(player: Player) -> None:
    """Play on to the count by what is said; what is said of one's own board must be true."""
    context = player.context
    while isinstance(player.dark.loop.stack.top, TableScene):
        table = player.dark.loop.stack.top
        now = player.press("f3")
        if player.understand("to_place", tiles="[^;.]+?") is None:
            player.press("n")
            player.dark.wait(0.1)
            continue
        position = table.game.position()
        assert position is not None
        (tile,) = table.game.hand()
        assert words_of(context.catalogue, tile) in now
        player.press("f4")
        for space in CLASSIC.spaces:
            lying = position.tiles[space.index]
            key = context.text("heard.spoken.taken", space=space.name, tile="\0").split("\0")[0]
            says = context.text(
                "heard.spoken.taken",
                space=space.name,
                tile="" if lying is None else words_of(context.catalogue, lying),
            )
            assert (key in player.heard) == (lying is not None)
            assert lying is None or says in player.heard
        told = player.understand("may_go", tile="[^;.]+?", spaces="[^.]+?")
        assert told is not None, player.heard
        free = told["spaces"].split(", ")
        assert free == [s.name for s in CLASSIC.spaces if position.tiles[s.index] is None]
        player.press("f6")
        name = table.game.player(table.game.view).name
        points = str(by_hand(position))
        assert context.text("heard.spoken.score", name=name, points=points) in player.heard
        player.press(*free[0], "return")
        assert player.understand("placed", tile="[^;.]+?", space=free[0]), player.heard


def table_of_three(context: Context) -> Scene:
    """A game against two computers."""
    others = (Seat(name, PlayerKind.BOT, "duckling") for name in ("Ben", "Cléo"))
    return context.routes.new_table(TableSetup(Ruleset(), (Seat("Ana"), *others), "7"))


@pytest.mark.parametrize(
    ("kind", "language"),
    [
        ("daily", Language.FRENCH),
        ("challenges", Language.GERMAN),
        ("three", Language.ROMANIAN),
    ],
)
def test_every_kind_of_game_is_played_by_ear(
    context: Context, monkeypatch: pytest.MonkeyPatch, kind: str, language: Language
) -> None:
    """From its page, whose first key plays, to its count; nothing untrue is said."""
    draw_blank(monkeypatch)
    context.catalogue = load_catalogue(language)
    change_settings(context, has_reduced_motion=True)
    is_three = kind == "three"
    scene = table_of_three(context) if is_three else getattr(context.routes, kind)()
    player = Player(context, scene)
    assert player.heard
    if not is_three:
        player.press("return")
    assert isinstance(player.dark.loop.stack.top, TableScene)
    play_by_ear(player)
    assert isinstance(player.dark.loop.stack.top, BreakdownScene)


def test_a_review_is_stepped_through_by_ear(context: Context) -> None:
    """Every step says by itself which call it is and what was found, and no two say the same."""
    sample = collect_samples()["review"]
    player = Player(context, sample.make(context))
    player.dark.wait(sample.seconds)
    assert player.heard.startswith(context.text("review.title"))
    steps = [player.press("left") for _ in range(4)]
    assert len(set(steps)) == 4
    assert steps[1].startswith(context.text("play.call_of", call=18, calls=19))
