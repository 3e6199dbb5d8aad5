"""Games played by a script that sees nothing: it knows the keys and the game's own words.

Five kinds, each in every language; every sentence about the table must be true at the moment when
it is said (`tests/ui/true_words.py`). `pytest` plays a few of them; all twenty, and then every page
of the gallery by a gamepad's buttons, in all languages:

    python -m tests.ui.by_ear
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import pygame
import pytest

from game.locale import Language
from game.locale.catalogue import Value
from game.play.table import TableSetup
from game.rules.boards import CLASSIC
from game.rules.match import Player as Seat
from game.rules.match import PlayerKind
from game.rules.ruleset import Ruleset
from game.rules.standing import score_match
from game.rules.tiles import TILES
from game.tools.gallery import collect_samples, make_context
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Scene
from game.ui.scenes.count.scene import BreakdownScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.table.scene import TableScene
from game.ui.sound.voices import words_of
from game.ui.widgets import Widget, WidgetScene
from tests.ui.test_hands import focused
from tests.ui.test_screen_reader import Dark
from tests.ui.true_words import TrueWords, by_hand
from tests.ui.unseen import draw_blank


class Player:
    """Ears and keys."""

    def __init__(self, context: Context, scene: Scene) -> None:
        self.context = context
        self.dark = Dark(context, scene)
        self.heard = " ".join(self.dark.said.texts)
        self.truth = TrueWords(context, lambda: self.dark.loop.stack.top)
        self.dark.said = context.speaker = self.truth
        self.tiles = {words_of(context.catalogue, tile): tile for tile in TILES}

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

    def choose(self, spaces: list[str]) -> str:
        """Of these the one on which the tile is heard to break the fewest lines."""
        breaks = {}
        for space in spaces:
            assert self.context.text("heard.spoken.free", space=space) in self.press(*space)
            breaks[space] = len(list(self.truth.find("breaks", self.heard)))
        return min(spaces, key=lambda space: breaks[space])

    def seek(self, words: str) -> None:
        """Tab on until it is told."""
        for _ in range(60):
            if words in self.press("tab"):
                return
        raise AssertionError(words)


def play_standard(context: Context) -> None:
    """A standard game from the menu to the menu."""
    text = context.text
    player = Player(context, context.routes.menu())
    assert "Take It Easy" in player.heard
    player.seek(text("menu.new"))
    assert text("setup.title") in player.press("return")
    player.seek(text("setup.start"))
    with pytest.MonkeyPatch.context() as patch:
        # Not in every deal are lines completed by who places like this.
        patch.setattr("game.ui.scenes.setup.control.new_seed", lambda: "by ear 1")
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
        assert asked["tiles"] in player.tiles
        player.press("f4")
        told = player.understand("may_go", tile="[^;.]+?", spaces="[^.]+?")
        assert told is not None, player.heard
        assert set(told["spaces"].split(", ")) == free
        space = player.choose(sorted(free)[:4])
        player.press(*space, "return")
        assert player.understand("placed", tile="[^;.]+?", space=space), player.heard
        free.remove(space)
        player.press("f5", "f6")
        assert player.understand("score", name=".+?", points=r"\d+ [^.]+?"), (number, player.heard)
    for _ in range(12):
        player.press("n")
        found = player.understand("total", name=".+?", points=r"\d+ [^.]+?")
        if found is not None:
            total = int(found["points"].split()[0])
            break
        player.dark.wait(1.0)
    top = player.dark.loop.stack.top
    assert isinstance(top, BreakdownScene)
    assert total == score_match(top.control.match).players[0].total
    assert min(player.truth.checked[kind] for kind in TrueWords.EACH) > 0, player.truth.checked
    player.seek(text("play.menu"))
    assert text("menu.new") in player.press("return") + player.press("f4")


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
        points = context.text("terms.count.points", count=by_hand(position))
        assert context.text("heard.spoken.score", name=name, points=points) in player.heard
        player.press("f5", *free[0], "return")
        assert player.understand("placed", tile="[^;.]+?", space=free[0]), player.heard


def table_of_three(context: Context) -> Scene:
    """A game against two computers."""
    others = (Seat(name, PlayerKind.BOT, "duckling") for name in ("Ben", "Cléo"))
    return context.routes.new_table(TableSetup(Ruleset(), (Seat("Ana"), *others), "7"))


def play_from(context: Context, scene: Scene) -> None:
    """From a page, whose first key plays, or a table; to the count."""
    change_settings(context, has_reduced_motion=True)
    player = Player(context, scene)
    assert player.heard
    if not isinstance(player.dark.loop.stack.top, TableScene):
        player.press("return")
    assert isinstance(player.dark.loop.stack.top, TableScene)
    play_by_ear(player)
    assert isinstance(player.dark.loop.stack.top, BreakdownScene)


def step_through_review(context: Context) -> None:
    """Every call from the last to the first: its number, where the tile went; no two are alike."""
    sample = collect_samples()["review"]
    player = Player(context, sample.make(context))
    player.dark.wait(sample.seconds)
    assert player.heard.startswith(context.text("review.title"))
    top = player.dark.loop.stack.top
    assert isinstance(top, ReviewScene)
    (turns,) = (seat.turns for seat in top.control.played.seats)
    steps = [player.press("left") for _ in turns]
    assert len(set(steps)) == len(turns)
    for number, (turn, heard) in enumerate(zip(reversed(turns), steps, strict=True)):
        call = context.text("play.call_of", call=len(turns) - number, calls=len(turns))
        assert heard.startswith(call)
        (placement,) = turn.placements
        space = CLASSIC.spaces[placement.space].name
        assert re.search(rf"\b{space}\b", heard), (space, heard)


def walk_by_pad(context: Context, name: str) -> None:
    """Once round a page by the shoulder button, and a way back by the directions: every step says
    what has the focus now; so do the four directions of the right stick.
    """
    sample = collect_samples()[name]
    player = Player(context, sample.make(context))
    player.dark.wait(min(sample.seconds, 3.0))
    loop = player.dark.loop
    scene = loop.stack.top
    heads = [player.press(f"pad rs-{way}") for way in ("up", "left", "right", "down")]
    assert all(heads), heads
    assert player.context.bindings.action("pad 8") is None
    if not isinstance(scene, WidgetScene) or isinstance(scene, TableScene):
        return
    seen: set[Widget] = set()
    for chord in ["pad 5"] * 80 + [f"pad {way}" for way in ("up", "left", "down", "right") * 3]:
        before = focused(scene.form)
        if chord == "pad 5" and before in seen and len(seen) > 1:
            continue
        heard = player.press(chord)
        if loop.stack.top is not scene:
            # A table has gone on by itself.
            return
        now = focused(scene.form)
        assert now is before or heard.strip(), (chord, type(now), now and now.id)
        seen |= {before} if before is not None else set()


KINDS: Final[dict[str, Callable[[Context], None]]] = {
    "standard": play_standard,
    "daily": lambda context: play_from(context, context.routes.daily()),
    "challenges": lambda context: play_from(context, context.routes.challenges()),
    "three": lambda context: play_from(context, table_of_three(context)),
    "review": step_through_review,
}
"""What is played by ear."""


def main() -> int:
    """Play every kind in every language; how many failed."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    failed = 0
    walks: dict[str, Callable[[Context], None]] = {
        f"pad {name}": partial(walk_by_pad, name=name)
        for name in collect_samples()
        if not name.startswith("sampler")
    }
    for kind, play in {**KINDS, **walks}.items():
        for language in Language:
            began = time.monotonic()
            with pytest.MonkeyPatch.context() as patch:
                draw_blank(patch)
                try:
                    play(make_context(language, (1280, 800)))
                    said = "played"
                except AssertionError as error:
                    failed += 1
                    said = f"failed: {error}"
            print(
                f"{kind} {language.value}: {said} in {time.monotonic() - began:.1f} s", flush=True
            )
    return failed


if __name__ == "__main__":
    sys.exit(main())
