"""Games played by a script that sees nothing: it knows the keys and the game's own words.

Every edition's rules, each in every language; every sentence about the table and the count must be
true at the moment when it is said (`tests/ui/true_words.py`). `pytest` plays each rule in one
language and a few in all; all of them, and then every page of the gallery by a gamepad's buttons,
in all languages:

    python -m tests.ui.by_ear
"""

from __future__ import annotations

import math
import os
import re
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Final

import pygame
import pytest

from game.climb.marks import marks_at_score
from game.climb.moments import end_moment
from game.locale import Language
from game.page.climb_words import name_ace, word_end, word_offer
from game.play.table import TableSetup
from game.play.table_game import Phase
from game.rules.boards import CLASSIC
from game.rules.match import Player as Seat
from game.rules.match import PlayerKind
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Scene
from game.ui.scenes.climb.after import AfterStage
from game.ui.scenes.climb.mode import ClimbMode
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.shared.names import tile_words, winner_words
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import Widget, WidgetScene
from tests.gallery import collect_samples, make_context
from tests.ui.scenes.conftest import PromptEngines
from tests.ui.test_hands import focused
from tests.ui.test_screen_reader import Dark
from tests.ui.true_words import Judge, TrueWords
from tests.ui.unseen import draw_blank, draw_nothing

RULES: Final = {
    "standard": "classic free single none",
    "rays": "classic free single rays",
    "best-ray": "classic free single best-ray",
    "by-symbol": "classic adjacent-symbol single none",
    "pairs": "classic adjacent pairs rays",
    "daffodil-1": "daffodil-1 free pairs none",
    "daffodil-2": "daffodil-2 adjacent single rays",
    "daffodil-3": "daffodil-3 free single best-ray",
    "daffodil-4": "daffodil-4 adjacent-symbol single rays",
    "league": "classic free mail none bonus=call",
}
"""Rules that together have every choice of the editions."""


class Player:
    """Ears and keys."""

    def __init__(self, context: Context, scene: Scene) -> None:
        self.context = context
        self.dark = Dark(context, scene)
        self.heard = " ".join(self.dark.said.texts)
        self.truth = TrueWords(context, lambda: self.dark.loop.stack.top)
        self.dark.said = context.speaker = self.truth

    def press(self, *keys: str) -> str:
        """Return the words that are spoken after keys."""
        self.heard = " ".join(self.dark.press(*keys))
        return self.heard

    def understand(self, kind: str) -> dict[str, str] | None:
        """The gaps of the first sentence of this kind in what was heard."""
        return next(self.truth.find(kind, self.heard), None)

    def ask(self, *keys: str) -> None:
        """Ask for what the table says under keys: every sentence of it must be of a kind known."""
        assert not self.truth.unknown(self.press(*keys)), self.heard

    def ask_ends(self, space: str) -> None:
        """Ask for the lines that end at the space meant: those it has, each by its direction."""
        self.press("f8")
        self.ask("f8")
        table = self.dark.loop.stack.top
        assert isinstance(table, TableScene)
        lines = Judge(self.context, table, 0).table
        point = lines.names[space]
        ends = {way for way, points in lines.lines if point in (points[0], points[-1])}
        for way in ("vertical", "rising", "falling"):
            has_way = self.understand(f"way.{way}") is not None
            assert has_way is (way in ends), (space, self.heard)
        no_end = self.context.text("heard.spoken.no_end", space=space)
        assert (self.heard == no_end) is (not ends), self.heard

    def go(self, space: str) -> str:
        """Return the words of a space, by its letter and number; of the daffodil by the key `x`."""
        return self.press(*space) if len(space) == 2 else self.press("x")

    def choose(self, spaces: list[str]) -> str:
        """Return the space on which, by the words heard, the tile breaks the fewest lines."""
        breaks = {}
        for space in spaces:
            heard = self.go(space)
            breaks[space] = len(list(self.truth.find("breaks", heard)))
            if breaks[space]:
                continue
            for gaps in self.truth.find("breaks_all", heard):
                breaks[space] += len(gaps["numbers"].split(", "))
        return min(spaces, key=lambda space: breaks[space])

    def seek(self, words: str) -> None:
        """Press Tab until the words are spoken."""
        for _ in range(60):
            if words in self.press("tab"):
                return
        raise AssertionError(words)


def play_on(player: Player) -> None:
    """Play on to the count by what is said alone."""
    truth = player.truth
    for number in range(200):
        table = player.dark.loop.stack.top
        if not isinstance(table, TableScene):
            return
        player.press("f3")
        asked = player.understand("to_place")
        if asked is None:
            player.press("n")
            continue
        if number % 4 == 0:
            player.ask("f5")
            player.ask("f6")
        player.ask("f4")
        judge = Judge(player.context, table, 0)
        spaces = judge.spaces_for(truth, asked["tiles"].split("; ")[0], player.heard)
        # Tiles aside after the last call go to the stamens, then the key closes.
        if not spaces:
            player.press("n")
            continue
        space = player.choose(spaces[:3] if number % 3 else spaces[-2:])
        player.go(space)
        if number % 4 == 1 and len(space) == 2:
            player.ask_ends(space)
        elif len(space) > 2:
            player.ask("f8")
            assert player.understand("no_space") is None
        player.press("return")
        is_closing = isinstance(table, TableScene) and table.game.phase() is Phase.CLOSE
        assert (
            is_closing
            or player.heard.startswith(f"{space}.")
            or any(found["space"] == space for found in truth.find("placed", player.heard))
            or len(space) > 2
        ), (space, player.heard)
        if is_closing:
            player.press("n")
    raise AssertionError("the game does not end")


def play_rules(context: Context, name: str) -> Player:
    """A game by these rules, to the true total; alone where the rules allow it."""
    rules = Ruleset.parse(RULES[name])
    context.engines = PromptEngines()
    change_settings(context, has_reduced_motion=True)
    seats = [Seat("Ana"), Seat("Bo", PlayerKind.BOT, "random")]
    has_company = bool(rules.conflicts(1)) or rules.bonus is not None
    setup = TableSetup(rules, tuple(seats if has_company else seats[:1]), "by ear")
    player = Player(context, context.routes.new_table(setup))
    play_on(player)
    hear_count(player)
    return player


def hear_count(player: Player) -> None:
    """The count says who wins and each player's true total once; each line by its name only when
    that is asked for.
    """
    top = player.dark.loop.stack.top
    assert isinstance(top, CountScene)
    player.dark.wait(6.0)
    match = top.control.match
    assert player.truth.checked["total"] == len(match.players)
    assert not player.truth.checked["count_line"]
    if len(match.players) > 1 and match.is_complete:
        winner = winner_words(player.context, match, top.control.score)
        assert any(words.startswith(winner) for words in player.truth.texts), player.truth.texts
    heard = [player.press("f5")]
    while heard[-1].endswith(player.context.text("heard.spoken.more")):
        heard.append(player.press("f5"))
    told = " ".join(heard)
    lines = list(player.truth.find("count_line", told))
    late = list(player.truth.find("count_late_line", told))
    assert len(lines) + len(late) == len(top.control.round_score.lines)


def play_standard(context: Context) -> None:
    """A standard game from the menu to the menu."""
    text = context.text
    player = Player(context, context.routes.title())
    assert "Take It Easy" in player.heard
    player.seek(text("menu.know"))
    player.press("return")
    player.seek(text("menu.editions"))
    assert text("setup.title") in player.press("return")
    player.seek(text("setup.start"))
    with pytest.MonkeyPatch.context() as patch:
        # Not in every deal are lines completed by who places like this.
        patch.setattr("game.ui.scenes.setup.control.new_seed", lambda: "by ear 1")
        assert text("editions.standard.name") in player.press("return")
    play_on(player)
    hear_count(player)
    player.press("n")
    player.seek(text("play.menu"))
    assert text("menu.editions") in player.press("return") + player.press("f4")


def play_climb(context: Context) -> None:
    """Two stages of the day's climb from the mountain: what it asks for, the moment, the cards."""
    change_settings(context, has_reduced_motion=True)
    player = Player(context, context.routes.climb_start())
    player.press("return")
    for _ in range(2):
        if not play_climb_stage(player):
            return


def play_climb_stage(player: Player) -> bool:
    """A stage: its product and target, its end, and the choice; whether the climb goes on."""
    context, text = player.context, player.context.text
    table = player.dark.loop.stack.top
    assert isinstance(table, TableScene)
    assert isinstance(table.mode, ClimbMode)
    climb = table.mode.climb
    number = context.catalogue.number
    assert text("heard.spoken.all_placed") not in player.heard, "nothing is called yet"
    player.press("n", "f3")
    assert number(climb.open.state.target) in player.heard
    needed = math.ceil(marks_at_score(climb.open.state.stage, climb.open.score).target)
    if context.preferences.telling == "long":
        assert text("terms.count.points", count=needed) in player.heard
    play_on(player)
    end = climb.open.steps[-1].end
    assert word_end(context.catalogue, end_moment(end, climb.open.state), end) in player.heard
    while isinstance(player.dark.loop.stack.top, AfterStage):
        player.press("return")
    if climb.open.state.is_over:
        return False
    cards = climb.open.cards
    names = ", ".join(name_ace(context.catalogue, card) for card in cards)
    assert names in player.heard, player.heard
    player.press("2")
    assert word_offer(context.catalogue, climb.open.slots, cards[1]) in player.heard
    player.seek(text("climb.choice.take", ace=name_ace(context.catalogue, cards[1])))
    player.press("return")
    return True


def play_from(context: Context, scene: Scene) -> None:
    """From a page, whose first key plays, or a table; to the count."""
    change_settings(context, has_reduced_motion=True)
    player = Player(context, scene)
    assert player.heard
    if not isinstance(player.dark.loop.stack.top, TableScene):
        player.press("return")
    assert isinstance(player.dark.loop.stack.top, TableScene)
    play_on(player)
    assert isinstance(player.dark.loop.stack.top, CountScene)


def step_through_review(context: Context) -> None:
    """Every call from the last to the first: its number, which tile went where; none alike."""
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
        assert tile_words(context, top.control.match.rules, placement.tile) in heard, heard


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
    "climb": play_climb,
    "daily": lambda context: play_from(context, context.routes.daily()),
    "challenges": lambda context: play_from(context, context.routes.challenges()),
    "review": step_through_review,
}
"""The other journeys that are played by ear."""


def main() -> int:
    """Play every kind in every language; how many failed."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    failed = 0
    games: dict[str, Callable[[Context], object]] = {
        name: partial(play_rules, name=name) for name in RULES
    }
    walks: dict[str, Callable[[Context], object]] = {
        f"pad {name}": partial(walk_by_pad, name=name)
        for name in collect_samples()
        if not name.startswith("sampler")
    }
    for kind, play in {**games, **KINDS, **walks}.items():
        for language in Language:
            began = time.monotonic()
            with pytest.MonkeyPatch.context() as patch:
                draw_blank(patch)
                if not kind.startswith("pad"):
                    draw_nothing(patch)
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
