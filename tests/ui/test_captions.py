"""Captions: what sounds is written, on every screen, when it is heard and not before."""

from __future__ import annotations

import pygame
import pytest

from game.locale import Language, load_catalogue
from game.play.table import TableSetup
from game.rules.match import Player
from game.rules.ruleset import Ruleset
from game.rules.tiles import TILES
from game.ui.frame.captions import Captions
from game.ui.frame.context import Context
from game.ui.frame.loop import CALM_STEP, Loop
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Scene
from game.ui.frame.stack import SceneStack
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.sound.music import Mood, MusicCue
from game.ui.sound.names import PITCH_STEPS, Sound, Volumes
from game.ui.sound.player import Silence
from game.ui.sound.voices import caller_words
from tests.ui.conftest import Heard
from tests.ui.test_loop import FakeClock, FakeWindow

QUIET = {
    Sound.CALL, Sound.PICK, Sound.PLACE, Sound.COUNT, Sound.BUTTON, Sound.MOVE, Sound.STROKE,
    Sound.CLIMB_PAYS, Sound.CLIMB_CRYSTAL, Sound.CLIMB_CARDS, Sound.CLIMB_ROPE,
}  # fmt: skip
"""They say nothing that is not seen where it happens; of a call the caller's words are
written, of a stroke those of its lines.
"""

SIZE = (1280, 800)


class Window(FakeWindow):
    """One whose picture stays."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__()
        self.size = size
        self._surface = pygame.Surface(size)

    @property
    def surface(self) -> pygame.Surface:
        """The same each time."""
        return self._surface


class Screen:
    """A window with captions, its clock and what is written in it."""

    def __init__(self, context: Context, scene: Scene, size: tuple[int, int] = SIZE) -> None:
        change_settings(context, has_captions=True)
        self.context = context
        self.window = Window(size)
        self.queue: list[pygame.Event] = []
        stack = SceneStack(scene, context.painter.view)
        self.loop = Loop(self.window, context, stack, clock=FakeClock(), events=self._take)

    def _take(self) -> list[pygame.Event]:
        events, self.queue = self.queue, []
        return events

    def strip(self, top: int) -> list[tuple[int, ...]]:
        """The pixels from a height on."""
        width, height = self.window.size
        surface = self.window.surface
        return [
            tuple(surface.get_at((x, y))) for y in range(top, height) for x in range(0, width, 2)
        ]

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 60)):
            self.loop.step()

    @property
    def caption(self) -> str:
        return self.context.captions.words(self.context.catalogue)


def test_each_sound_says_something_or_nothing(context: Context) -> None:
    for language in Language:
        context.catalogue = load_catalogue(language)
        seen: set[str] = set()
        for sound in Sound:
            for step in {0, PITCH_STEPS.get(sound, 1) - 1}:
                captions = Captions(Silence())
                captions.play(sound, step=step)
                captions.advance(0.01)
                words = captions.words(context.catalogue)
                assert bool(words) is (sound not in QUIET), sound
                assert words not in seen or not words
                seen.add(words)


def test_a_caption_comes_with_its_sound_and_goes(context: Context) -> None:
    captions = Captions(Silence())
    captions.play(Sound.GOAL, delay=1.2)
    captions.advance(1.1)
    assert captions.words(context.catalogue) == ""
    captions.advance(0.2)
    assert captions.words(context.catalogue) == context.text("heard.caption.goal")
    captions.advance(3.6)
    assert captions.words(context.catalogue) == ""


def test_what_is_heard_together_shares_a_line(context: Context) -> None:
    captions = Captions(Silence())
    captions.play(Sound.LINE, step=2)
    for delay in (0.1, 0.2):
        captions.play(Sound.LINE_DIES, delay=delay)
    for step in (4, 6, 4):
        captions.play(Sound.ALIVE, step=step, delay=0.25)
    captions.advance(0.3)
    assert captions.words(context.catalogue) == " · ".join(
        (
            context.text("heard.caption.line", number=1, length=4),
            context.text("heard.caption.dies", count=2),
            context.text("heard.caption.alive", numbers="5, 7"),
        )
    )
    captions.advance(1.0)
    captions.play(Sound.REFUSE)
    captions.advance(0.1)
    assert captions.words(context.catalogue) == context.text("heard.caption.refuse")


def test_lines_that_score_together_are_told_one_by_one(context: Context) -> None:
    captions = Captions(Silence())
    for step in (2, 3):
        captions.play(Sound.LINE, step=step)
    captions.advance(0.1)
    lines = [context.text("heard.caption.line", number=1, length=length) for length in (4, 5)]
    assert captions.words(context.catalogue) == " · ".join(lines)


def test_of_sounds_in_a_row_the_caption_counts_on_and_of_calls_the_latest_is_written(
    context: Context,
) -> None:
    captions, text = Captions(Silence()), context.text
    for step in (0, 1, 2):
        captions.play(Sound.RIGHT, step=step)
        captions.play(Sound.TICK, step=9 - step)
        captions.call(TILES[step : step + 2], Language.ENGLISH)
    captions.advance(0.01)
    called = " – ".join(caller_words(context.catalogue, tile) for tile in TILES[2:4])
    assert captions.words(context.catalogue) == " · ".join(
        (
            text("heard.caption.right"),
            text("heard.caption.tick", seconds=7),
            text("heard.caption.call", words=called),
            text("heard.caption.right_row", count=3),
        )
    )


def test_a_sound_soon_after_another_joins_it_and_a_later_one_replaces_it(
    context: Context,
) -> None:
    goal, refuse = (context.text(f"heard.caption.{name}") for name in ("goal", "refuse"))
    for seconds, words in ((0.6, f"{goal} · {refuse}"), (0.8, refuse)):
        captions = Captions(Silence())
        captions.play(Sound.GOAL)
        changes = [captions.advance(0.01), captions.advance(seconds)]
        captions.play(Sound.REFUSE)
        changes.append(captions.advance(0.0))
        assert captions.words(context.catalogue) == words
        changes += [captions.advance(dt) for dt in (3.4, 0.2, 0.1)]
        assert changes == [True, False, True, False, True, False]
        assert captions.words(context.catalogue) == ""


def test_every_call_is_passed_on_as_it_is(heard: Heard) -> None:
    cue = MusicCue(Mood.MENU, life=0.5)
    captions = Captions(heard)
    captions.play(Sound.PLACE, step=3, side=0.5, delay=0.25)
    captions.call(TILES[:2], Language.FRENCH, 0.75)
    captions.tell_reading([Language.GERMAN])
    captions.follow(cue)
    captions.set_volumes(Volumes(0.1, 0.2, 0.3))
    captions.rest(is_resting=True)
    assert heard.played == [(Sound.PLACE, 3, 0.5, 0.25)]
    assert heard.calls == [f"fr {TILES[0]}", f"fr {TILES[1]}", "de reading"]
    assert (heard.delays, heard.cues) == ([0.75], [cue])
    assert (heard.volumes, heard.is_resting) == (Volumes(0.1, 0.2, 0.3), True)


def test_the_call_is_written_when_it_is_spoken(context: Context, heard: Heard) -> None:
    setup = TableSetup(Ruleset(), (Player("Ana"),), "7")
    screen = Screen(context, context.routes.new_table(setup))
    for _ in range(300):
        screen.wait(1 / 60)
        if heard.calls:
            break
    assert screen.caption == "", "its tile still shows its back"
    screen.wait(0.5)
    (tile,) = (tile for tile in TILES if heard.calls == [f"en {tile}"])
    words = caller_words(context.catalogue, tile)
    assert screen.caption == context.text("heard.caption.call", words=words)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800)])
def test_captions_have_a_strip_of_their_own(context: Context, size: tuple[int, int]) -> None:
    """Scenes are laid out above the captions' strip; with captions off the window is theirs."""
    screen = Screen(context, SettingsScene(context, Section.SOUND), size)
    screen.wait(0.1)
    height = context.painter.view.area.h
    assert height < size[1]
    context.sound.play(Sound.RECORD)
    screen.wait(0.1)
    shown = screen.strip(height)
    assert len(set(shown)) > 10
    strip, ground = screen.window.surface, context.painter.theme.palette.sunken
    assert strip.get_at((0, size[1] - 1))[:3] == ground
    words = [
        x
        for x in range(size[0])
        if any(strip.get_at((x, y))[:3] != ground for y in range(height + 8, size[1] - 8, 3))
    ]
    assert abs(words[0] + words[-1] - size[0]) < 12, "in the middle"
    screen.wait(4.0)
    empty = screen.strip(height)
    assert len(set(empty)) <= 3
    change_settings(context, has_captions=False)
    screen.loop.stack.wants_refresh = True
    screen.wait(CALM_STEP + 0.1)
    assert context.painter.view.area.size == size
    assert screen.strip(height) != empty


def test_nobody_is_heard_while_the_window_is_minimised(context: Context, heard: Heard) -> None:
    screen = Screen(context, SettingsScene(context))
    for kind, is_resting in (
        (pygame.WINDOWMINIMIZED, True),
        (pygame.WINDOWRESTORED, False),
        (pygame.WINDOWHIDDEN, True),
        (pygame.WINDOWFOCUSGAINED, False),
    ):
        screen.queue.append(pygame.Event(kind))
        screen.wait(0.1)
        assert heard.is_resting is is_resting
