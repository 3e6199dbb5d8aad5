"""The loop on a fake clock: frames only where something changed."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.locale import Language
from game.storage.profile import Profile
from game.storage.settings import Settings
from game.ui.draw.surface_cache import SliceSpent, SurfaceCache
from game.ui.draw.theme import find_theme
from game.ui.frame.apart import Apart
from game.ui.frame.bindings import DEFAULT_BINDINGS, Action
from game.ui.frame.context import Context, Mute
from game.ui.frame.intents import (
    CloseAsked,
    Command,
    FocusChanged,
    Intent,
    MouseButton,
    PointerMoved,
    PointerPressed,
)
from game.ui.frame.loop import (
    CALM_STEP,
    FRAME_RATE,
    HOLD,
    LATE_RATE,
    LEAST_SIDE,
    MAKING_SECONDS,
    MINIMISED_RATE,
    RESTING_RATE,
    SECOND_CLICK,
    STILL_RATE,
    UNFOCUSED_RATE,
    Loop,
    SystemClock,
)
from game.ui.frame.outline import Outline
from game.ui.frame.preferences import change_settings
from game.ui.frame.reader_tree import ReaderTree, ReaderWish
from game.ui.frame.scene import (
    ANIMATING,
    STILL,
    Doorway,
    Ignored,
    Navigation,
    Pop,
    Pulse,
    Push,
    Refresh,
    Replace,
)
from game.ui.frame.screen_transition import DoorTransition, ScreenTransition, SlideTransition
from game.ui.frame.stack import SceneStack
from game.ui.frame.toast import Toast
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect, View
from game.ui.sound.names import Sound
from game.ui.widgets.scenes import BaseScene
from tests.ui.conftest import Heard
from tests.ui.unseen import drawn_words
from tests.ui.written import written_lines


class Recorder(BaseScene):
    """A scene that logs what happens to it and gives the test's answers."""

    def __init__(self, context: Context, name: str = "", *, is_overlay: bool = False) -> None:
        super().__init__(context)
        self.name = name
        self.is_overlay = is_overlay
        self.log: list[str] = []
        self.times: list[float] = []
        self.on_handle: Callable[[], object] = lambda: None
        self.on_intent: Callable[[Intent], object] = lambda intent: None
        self.answer: Navigation | None = Ignored()
        self.pulse: Pulse = STILL
        self.area: Rect | None = None
        self.words: dict[Topic, str] = {}
        self.panel: Rect | None = None
        self.doors: list[Doorway] = []
        self.numbers: list[int] = []
        """The numbers of what can get the keyboard."""

    def read(self, topic: Topic) -> str:
        """Return the test's words."""
        return self.words.get(topic, "")

    def lying(self) -> Rect | None:
        """Return the test's panel."""
        return self.panel

    def doorways(self) -> list[Doorway]:
        """Return the test's doors."""
        return self.doors

    def give_keyboard(self, number: int) -> bool:
        """Whether the test has something of that number."""
        return number in self.numbers

    @property
    def text_area(self) -> Rect | None:
        """Return the test's area for typed text."""
        return self.area

    def enter(self) -> None:
        """Write."""
        self.log.append("enter")

    def leave(self) -> None:
        """Write."""
        self.log.append("leave")

    def resize(self, view: View) -> None:
        """Write."""
        super().resize(view)
        self.log.append(f"resize {view.area.w}x{view.area.h}")

    def handle(self, intent: Intent) -> Navigation | None:
        """Write and answer."""
        self.log.append(type(intent).__name__)
        self.on_handle()
        self.on_intent(intent)
        return self.answer

    def update(self, dt: float) -> Pulse:
        """Write the time and answer."""
        self.times.append(dt)
        return self.pulse

    def draw(self, surface: pygame.Surface) -> None:
        """Write."""
        self.log.append("draw")


class FakeWindow:
    """A window without a screen."""

    def __init__(self) -> None:
        self.size = (1280, 800)
        self._surface = pygame.Surface(self.size)
        self.pixels_per_point = 1.0
        self.flips = 0
        self.text_area: Rect | None = None
        self.is_fullscreen = False

    @property
    def surface(self) -> pygame.Surface:
        """A surface of the window's size."""
        if self._surface.get_size() != self.size:
            self._surface = pygame.Surface(self.size)
        return self._surface

    def toggle_fullscreen(self) -> None:
        """Grow or go back."""
        self.is_fullscreen = not self.is_fullscreen
        self.size = (1920, 1080) if self.is_fullscreen else (1280, 800)

    def take_text(self, area: Rect | None) -> None:
        """Remember."""
        self.text_area = area

    def flip(self) -> None:
        """Count."""
        self.flips += 1


class FakeClock:
    """Time that passes as the rate says."""

    def __init__(self) -> None:
        self.rates: list[int] = []
        self.on_tick: Callable[[], object] = lambda: None
        self.rested = 0.0
        """Seconds that have passed without a tick."""

    def tick(self, rate: int) -> float:
        """One tick."""
        self.rates.append(rate)
        self.on_tick()
        passed, self.rested = self.rested or 1 / rate, 0.0
        return passed


class Stage:
    """A loop with everything fake."""

    def __init__(
        self,
        context: Context,
        *,
        can_rest: bool = False,
        size: tuple[int, int] = (1280, 800),
        pixels_per_point: float = 1.0,
    ) -> None:
        self.scene = Recorder(context, "first")
        self.window = FakeWindow()
        self.window.size, self.window.pixels_per_point = size, pixels_per_point
        self.clock = FakeClock()
        self.queue: list[pygame.Event] = []
        self.empty = 0
        """Ticks that find no input before the queue is handed out."""
        self.stack = SceneStack(self.scene, context.painter.view)
        self.rests: list[float] = []
        self._can_rest = can_rest
        self.loop = Loop(
            self.window,
            context,
            self.stack,
            clock=self.clock,
            events=self._take,
            rest=self._rest,
        )

    def _rest(self, seconds: float) -> bool:
        if self._can_rest:
            self.rests.append(seconds)
            self.clock.rested = seconds / 2 if self.queue else seconds
        return self._can_rest

    def _take(self) -> Iterable[pygame.Event]:
        self.empty -= 1
        if self.empty >= 0:
            return []
        events, self.queue = self.queue, []
        return events

    def send(self, kind: int, **values: Any) -> bool:
        """One event, one step."""
        self.queue.append(pygame.Event(kind, **values))
        return self.loop.step()


@pytest.fixture
def stage(context: Context) -> Stage:
    """A loop that has drawn its first frame."""
    stage = Stage(context)
    stage.loop.step()
    assert stage.loop.frames == 1
    return stage


FIELD = Rect(40, 50, 200, 40)


def test_text_is_asked_for_where_a_scene_takes_it_and_nowhere_else(
    stage: Stage, context: Context
) -> None:
    """An input method would take the letters that are keys."""
    stage.scene.area = FIELD
    stage.loop.take(Command(Action.NEXT))
    assert stage.window.text_area == FIELD, "before the next event of the same tick"
    stage.stack.apply(Push(Recorder(context, is_overlay=True)))
    stage.loop.step()
    assert stage.window.text_area is None
    stage.stack.apply(Pop())
    stage.loop.step()
    assert stage.window.text_area == FIELD


@pytest.mark.parametrize("is_held", [True, False])
def test_what_is_dragged_is_where_the_pointer_is_after_a_change_of_size(
    stage: Stage, is_held: bool
) -> None:
    stage.send(pygame.MOUSEBUTTONDOWN, pos=(100, 100), button=1)
    stage.send(pygame.MOUSEMOTION, pos=(300, 300))
    if not is_held:
        stage.send(pygame.MOUSEBUTTONUP, pos=(300, 300), button=1)
    stage.scene.log.clear()
    stage.window.size = (1100, 700)
    stage.send(pygame.WINDOWSIZECHANGED, x=1100, y=700)
    moved = ["PointerMoved"] if is_held else []
    assert stage.scene.log == ["resize 1100x700", *moved, "draw"]


ESCAPE = {"key": pygame.K_ESCAPE, "mod": 0, "unicode": ""}
PAD_DOWN = {"button": 11, "instance_id": 0}


def test_an_idle_window_draws_nothing(stage: Stage) -> None:
    for _ in range(600):
        assert stage.loop.step()
    assert stage.loop.frames == 1
    assert stage.window.flips == 1


def test_input_is_shown_by_the_very_next_frame(stage: Stage) -> None:
    stage.scene.answer = None
    stage.send(pygame.KEYDOWN, **ESCAPE)
    assert stage.loop.frames == 2


def test_ignored_input_draws_nothing(stage: Stage) -> None:
    stage.send(pygame.MOUSEMOTION, pos=(5, 5))
    assert stage.scene.log[-1] == "PointerMoved"
    assert stage.loop.frames == 1


def test_motion_draws_every_tick(stage: Stage) -> None:
    stage.scene.pulse = ANIMATING
    for _ in range(10):
        stage.loop.step()
    assert stage.loop.frames == 11


class Costly(Recorder):
    """A scene whose picture is made of twenty, each as long as a frame may take."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.cache = SurfaceCache()
        self.passed = 0.0

    def update(self, dt: float) -> Pulse:
        """Count the time."""
        self.passed += dt
        return ANIMATING

    def draw(self, surface: pygame.Surface) -> None:
        """Draw twenty pictures."""
        for key in range(20):
            surface.blit(self.cache.get(key, self._render), (0, 0))

    def _render(self) -> pygame.Surface:
        pygame.time.delay(round(MAKING_SECONDS * 1000) + 1)
        return pygame.Surface((4, 4))


def test_a_frame_that_is_dear_to_make_is_made_in_slices(stage: Stage, context: Context) -> None:
    scene = Costly(context)
    stage.stack.apply(Push(scene))
    stage.loop.step()
    before, steps = scene.passed, 1
    while stage.loop.frames == 1:
        assert stage.send(pygame.MOUSEMOTION, pos=(5, 5))
        steps += 1
        assert steps < 30
    assert steps >= 10
    assert stage.clock.rates[-9:] == [LATE_RATE] * 9
    assert "PointerMoved" in scene.log
    assert scene.passed == before
    stage.loop.step()
    assert stage.loop.frames == 3
    assert scene.passed > before


def test_a_tick_that_its_scenes_have_filled_makes_no_picture(
    stage: Stage, context: Context
) -> None:
    class Filling(Costly):
        def update(self, dt: float) -> Pulse:
            pygame.time.delay(round(MAKING_SECONDS * 3000))
            return super().update(dt)

    scene = Filling(context)
    stage.stack.apply(Push(scene))
    stage.loop.step()
    assert scene.cache.peek(0) is None
    stage.loop.step()
    assert scene.cache.peek(0) is not None


def test_slices_after_the_first_draw_where_nobody_sees(stage: Stage, context: Context) -> None:
    seen: list[bool] = []

    class Watched(Costly):
        def draw(self, surface: pygame.Surface) -> None:
            seen.append(surface.get_clip() == surface.get_rect())
            super().draw(surface)

    stage.stack.apply(Push(Watched(context)))
    while stage.loop.frames < 3:
        stage.loop.step()
    assert seen.count(True) == 3
    assert seen[0]
    assert not any(seen[1:-2])
    assert len(seen) > 10


class Forgetful(Costly):
    """A scene of two pictures, each of which takes a tick, that keeps neither."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw both anew."""
        self.cache.clear()
        for key in range(2):
            self.cache.get(key, self._render)


def test_a_drag_ends_where_the_window_is_hidden(stage: Stage) -> None:
    stage.send(pygame.MOUSEBUTTONDOWN, pos=(50, 50), button=1)
    stage.send(pygame.MOUSEMOTION, pos=(90, 90), rel=(40, 40), buttons=(1, 0, 0))
    for kind, times in ((pygame.WINDOWHIDDEN, 1), (pygame.WINDOWMINIMIZED, 0)):
        stage.scene.log.clear()
        stage.send(kind)
        assert stage.scene.log.count("PointerReleased") == times


def test_what_never_gets_done_in_slices_is_shown_all_the_same(
    stage: Stage, context: Context
) -> None:
    stage.stack.apply(Push(Forgetful(context)))
    for _ in range(100):
        stage.loop.step()
        if stage.loop.frames == 2:
            return
    raise AssertionError("no frame")


def test_the_first_frame_is_made_at_once(context: Context) -> None:
    stage = Stage(context)
    scene = Costly(context)
    stage.stack.apply(Push(scene))
    stage.loop.step()
    assert stage.loop.frames == 1


def test_a_goodbye_closes_everything_and_asks_nobody(stage: Stage) -> None:
    stage.scene.answer = None
    stage.loop.leave()
    assert not stage.loop.step()
    assert stage.stack.is_empty
    assert stage.scene.log[-1] == "leave"
    assert "CloseAsked" not in stage.scene.log


def test_a_stall_does_not_skip_an_animation(context: Context) -> None:
    stage = Stage(context)
    steps: list[float] = []

    class Slow(FakeClock):
        def tick(self, rate: int) -> float:
            return 3.0

    class Watch(Recorder):
        def update(self, dt: float) -> Pulse:
            steps.append(dt)
            return STILL

    loop = Loop(
        stage.window,
        context,
        SceneStack(Watch(context), context.painter.view),
        clock=Slow(),
        events=list,
    )
    loop.step()
    assert max(steps) <= 0.1


def test_resizing_lays_out_and_draws(stage: Stage) -> None:
    stage.window.size = (1024, 640)
    stage.send(pygame.WINDOWSIZECHANGED, x=1024, y=640)
    assert "resize 1024x640" in stage.scene.log
    assert stage.loop.frames == 2
    assert stage.loop.context.painter.view.area.size == (1024, 640)


def test_f11_fills_the_screen_and_comes_back(stage: Stage) -> None:
    f11 = {"key": pygame.K_F11, "mod": 0, "unicode": ""}
    stage.send(pygame.KEYDOWN, **f11)
    assert stage.window.is_fullscreen
    assert "resize 1920x1080" in stage.scene.log
    stage.send(pygame.KEYDOWN, **f11)
    assert stage.scene.view.area.size == (1280, 800)


def test_m_turns_the_sound_off_and_on_where_no_scene_uses_it(stage: Stage) -> None:
    stage.send(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m")
    assert stage.loop.context.preferences.is_muted
    stage.send(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m")
    assert not stage.loop.context.preferences.is_muted
    stage.scene.answer = None
    stage.send(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m")
    assert not stage.loop.context.preferences.is_muted


def test_a_key_that_is_held_turns_the_sound_off_once(stage: Stage) -> None:
    for is_repeat in (False, True, True, True):
        stage.loop.take(Command(Action.MUTE, key="m", text="m", is_repeat=is_repeat))
        assert stage.loop.context.preferences.is_muted


class Voice(Mute):
    """A speaker that remembers its sentences, and which were urgent."""

    is_there = True

    def __init__(self) -> None:
        self.said: list[tuple[str, bool]] = []

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        """Remember."""
        self.said.append((words, is_urgent))


def test_each_key_of_every_screen_changes_its_own_preference_and_back(
    stage: Stage, heard: Heard
) -> None:
    context = stage.loop.context
    context.speaker = Voice()
    for action, name, sounds in (
        (Action.MUTE, "is_muted", [Sound.BUTTON] * 2),
        (Action.MUSIC, "has_music", [Sound.BUTTON] * 2),
        (Action.SPEECH, "has_speech", []),
    ):
        for _ in range(2):
            before = context.preferences
            for is_repeat in (False, True, True):
                stage.loop.take(Command(action, is_repeat=is_repeat))
                frames = stage.loop.frames
                stage.loop.step()
                assert stage.loop.frames - frames == (not is_repeat)
            changed: dict[str, Any] = {name: not getattr(before, name)}
            expected = replace(before, **changed)
            assert context.preferences == expected
            assert context.store.settings.load()[0] == expected
        assert heard.sounds == sounds
        heard.sounds.clear()


def test_what_is_requested_is_read_and_requested_again_the_next_part(stage: Stage) -> None:
    context = stage.loop.context
    voice = context.speaker = Voice()
    stage.scene.words = {topic: topic.value for topic in Topic}
    for action, topic in (
        (Action.SAY_NOW, Topic.NOW),
        (Action.SAY_BOARD, Topic.BOARD),
        (Action.SAY_LINES, Topic.LINES),
        (Action.SAY_SCORE, Topic.SCORE),
        (Action.SAY_HERE, Topic.HERE),
        (Action.SAY_HERE, Topic.ENDS),
        (Action.SAY_BOARD, Topic.BOARD),
        (Action.SAY_HERE, Topic.HERE),
        (Action.SAY_AGAIN, Topic.HERE),
    ):
        stage.loop.take(Command(action))
        stage.loop.take(Command(action, is_repeat=True))
        assert voice.said == [(topic.value, True)]
        voice.said.clear()
    stage.loop.step()
    assert stage.loop.frames == 1, "nothing is to be seen"


@pytest.mark.parametrize("is_pad", [True, False])
def test_reading_aloud_is_announced_then_the_page(
    stage: Stage, is_pad: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = stage.loop.context
    voice = context.speaker = Voice()
    stage.scene.words = {Topic.HEADING: "A page.", Topic.FOCUS: "A button."}
    f2 = Command(Action.SPEECH, key="pad 10" if is_pad else "f2")
    stage.loop.take(f2)
    on = context.text("heard.spoken.on_pad" if is_pad else "heard.spoken.on")
    assert voice.said == [(on, True), ("A page. A button.", False)]
    stage.loop.take(f2)
    assert voice.said[2:] == [(context.text("heard.spoken.off"), True)]
    voice.said.clear()
    monkeypatch.setattr("game.ui.frame.loop.is_tree_wanted", lambda: True)
    stage.loop.take(f2)
    later = context.text("heard.spoken.next_start")
    assert voice.said[0] == (as_sentences((on, later)), True)
    stage.loop.take(f2)
    assert voice.said[-1] == (context.text("heard.spoken.off"), True)
    context.speaker = Mute()
    stage.loop.take(f2)
    assert stage.stack.top is not stage.scene
    assert not context.preferences.has_speech


def test_reading_aloud_is_turned_off_where_nothing_can_speak_any_more(stage: Stage) -> None:
    context = stage.loop.context
    change_settings(context, has_speech=True)
    stage.loop.take(Command(Action.SPEECH))
    assert not context.preferences.has_speech
    assert stage.stack.top is stage.scene


def test_a_page_that_came_by_itself_holds_what_confirms_until_nothing_was_pressed(
    context: Context,
) -> None:
    for intent, is_held, area in (
        (Command(Action.CONFIRM), True, None),
        (Command(Action.CONFIRM, is_repeat=True), True, FIELD),
        (Command(Action.NEXT_CALL, text="n"), True, None),
        (Command(None, text="2"), True, None),
        (Command(None, text="2"), False, FIELD),
        (Command(None, key="f9"), False, None),
        (Command(Action.DOWN), False, None),
        (PointerPressed((4, 4), MouseButton.PRIMARY), True, None),
        (PointerPressed((4, 4), MouseButton.SECONDARY), False, None),
        (PointerMoved((4, 4)), False, None),
    ):
        stage, other = Stage(context), Recorder(context, "other")
        stage.loop.step()
        stage.scene.pulse, other.area = Pulse(transition=Replace(other)), area
        stage.loop.step()
        for seconds in (0.0, HOLD * 0.7, HOLD * 0.7, HOLD * 1.1):
            for _ in range(round(seconds * STILL_RATE)):
                stage.loop.step()
            other.log.clear()
            stage.loop.take(intent)
            is_taken = not is_held or seconds > HOLD
            assert (type(intent).__name__ in other.log) is is_taken, (intent, seconds)


def test_a_page_that_a_press_opens_takes_the_next_press_at_once(stage: Stage) -> None:
    context = stage.loop.context
    first, asked = Recorder(context, "by itself"), Recorder(context, "asked for")
    stage.scene.pulse, first.answer = Pulse(transition=Replace(first)), Push(asked)
    stage.loop.step()
    stage.loop.take(Command(Action.DOWN))
    assert stage.stack.top is asked
    stage.loop.take(Command(Action.CONFIRM))
    assert asked.log[-1] == "Command"


def test_what_shows_something_unasked_holds_presses_until_it_is_closed(stage: Stage) -> None:
    """A page opened by a press, too; beneath it the next press counts at once."""
    context, confirm = stage.loop.context, Command(Action.CONFIRM)
    page = Recorder(context, "count")
    page.unasked, page.answer = 1, Pop()
    stage.scene.answer = Push(page)
    stage.loop.take(confirm)
    assert stage.stack.top is page
    stage.loop.take(confirm)
    assert "Command" not in page.log
    page.unasked = 2
    for _ in range(round(1.5 * HOLD * STILL_RATE)):
        stage.loop.step()
    stage.loop.take(confirm)
    assert stage.stack.top is stage.scene
    stage.loop.take(confirm)
    assert stage.scene.log.count("Command") == 2


def test_a_press_that_is_too_early_is_answered_by_the_focus_and_a_held_key_is_not(
    stage: Stage,
) -> None:
    context = stage.loop.context
    page, voice = Recorder(context), Voice()
    context.speaker, page.words = voice, {Topic.FOCUS: "A button."}
    change_settings(context, has_speech=True)
    stage.scene.pulse = Pulse(transition=Replace(page))
    stage.loop.step()
    for is_repeat, said in ((True, []), (False, [("A button.", False)])):
        voice.said.clear()
        stage.loop.take(Command(Action.CONFIRM, is_repeat=is_repeat))
        assert voice.said == said


def test_a_page_that_is_not_drawn_yet_holds_presses_until_it_is_seen_for_a_while(
    stage: Stage, context: Context
) -> None:
    class Unready(Recorder):
        is_ready = False

        def draw(self, surface: pygame.Surface) -> None:
            if not self.is_ready:
                raise SliceSpent

    page = Unready(context)
    stage.scene.pulse, page.pulse = Pulse(transition=Replace(page)), ANIMATING
    for seconds, is_ready, is_taken in ((2 * HOLD, False, False), (2 * HOLD, True, True)):
        page.is_ready = is_ready
        for _ in range(round(seconds * FRAME_RATE)):
            stage.clock.rested = 1 / FRAME_RATE
            stage.loop.step()
        stage.loop.take(Command(Action.CONFIRM))
        assert ("Command" in page.log) is is_taken


def test_behind_a_band_a_page_takes_its_time_and_the_band_goes_on(
    stage: Stage, context: Context
) -> None:
    """Over the old picture nothing is drawn until the new one is whole."""

    class Spent(Recorder):
        def draw(self, surface: pygame.Surface) -> None:
            raise SliceSpent

    page = Spent(context)
    page.pulse = ANIMATING
    stage.stack.apply(Push(page))
    stage.loop.take(FocusChanged(has_focus=True))
    stage.loop.step()
    door = Doorway(9, Rect(0, 0, 10, 10), (1, 2, 3))
    picture = pygame.Surface((1280, 800))
    band = DoorTransition(picture, left=0.3, first=door, second=door, seconds=(0.1, 0.2))
    for transition, flips, left in ((ScreenTransition(picture), 0, 0.2), (band, 150, 0.2)):
        stage.loop.transition, before = transition, stage.window.flips
        for _ in range(150):
            stage.loop.step()
        assert stage.window.flips == before + flips
        assert stage.loop.transition is transition
        assert transition.left == pytest.approx(left)


def test_a_press_lets_the_next_page_interrupt_and_other_input_does_not(stage: Stage) -> None:
    context, answering = stage.loop.context, list[bool]()
    stage.scene.on_handle = lambda: answering.append(context.is_answering)
    for intent, is_press in (
        (Command(Action.UP), True),
        (PointerPressed((3, 3), MouseButton.PRIMARY), True),
        (PointerMoved((3, 3)), False),
    ):
        context.has_news = True
        stage.loop.take(intent)
        assert (context.has_news, context.is_answering) == (not is_press, False)
        assert answering.pop() is is_press


def test_news_over_a_screen_have_a_band_of_their_width_inside_the_window(
    stage: Stage, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes: list[Rect] = []
    monkeypatch.setattr(Toast, "draw_in", lambda toast, surface, box: boxes.append(box))
    words = context.painter.text_width("Saved", context.painter.theme.type.strong)
    for text, box in (
        ("Saved", Rect((1280 - words - 110) // 2, 8, words + 110, 54)),
        ("x" * 300, Rect(20, 8, 1240, 84)),
    ):
        context.tell(text)
        stage.loop.step()
        assert boxes[-1] == box


def test_all_that_can_wait_is_opened_after_the_first_frame(context: Context) -> None:
    stage, log = Stage(context), list[tuple[str, int]]()
    loop = stage.loop
    loop.after_first_frame = lambda: log.append(("rest", loop.frames))
    loop.tree = reader = Reader()
    reader.on_open = lambda: log.append(("tree", loop.frames))
    stage.clock.on_tick = lambda: loop.leave() if len(stage.clock.rates) > 4 else None
    gc.disable()
    loop.run()
    gc.unfreeze()
    assert log == [("rest", 1), ("tree", 1)]
    assert gc.isenabled()
    assert stage.stack.is_empty


class Reader(ReaderTree):
    """A screen reader that follows, and remembers what it is given."""

    def __init__(self) -> None:
        super().__init__("Game")
        self.is_active = True
        self.given: list[Outline] = []
        self.focus: list[bool] = []
        self.on_open: Callable[[], object] = lambda: None
        self.wishes: list[ReaderWish] = []

    def open_later(self) -> None:
        """Note it."""
        self.on_open()

    def show(self, outline: Outline) -> None:
        """Remember."""
        self.given.append(outline)
        self.is_shown = True

    def follow_focus(self, *, has_focus: bool) -> None:
        """Remember."""
        self.focus.append(has_focus)

    def take_requests(self) -> list[ReaderWish]:
        """Return the test's."""
        wishes, self.wishes = self.wishes, []
        return wishes


def test_a_screen_reader_gets_what_has_changed_and_uses_what_it_asks_for(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    context, seconds = stage.loop.context, 0.0
    monkeypatch.setattr("game.ui.frame.loop.perf_counter", lambda: seconds)
    reader = stage.loop.tree = Reader()
    reader.is_active = False
    stage.loop.step()
    assert (reader.given, reader.focus) == ([], [])
    reader.is_active = True
    for _ in range(3):
        stage.loop.step()
    assert (len(reader.given), reader.focus) == (1, [True])
    assert reader.language is context.catalogue.language
    stage.scene.answer = None
    stage.send(pygame.KEYDOWN, **ESCAPE)
    stage.loop.step()
    assert len(reader.given) == 2, "a frame was drawn"
    # While something moves, four times a second is enough.
    stage.scene.pulse = ANIMATING
    for _ in range(30):
        seconds += 0.03
        stage.loop.step()
    assert len(reader.given) == 2 + 3
    stage.scene.pulse, stage.scene.numbers = STILL, [7]
    stage.loop.step()
    stage.loop.step()
    for number, action, log in (
        (7, None, ["draw"]),
        (7, Action.CONFIRM, ["Command", "draw"]),
        (8, Action.CONFIRM, []),
    ):
        stage.scene.log.clear()
        reader.wishes = [ReaderWish(number, action)]
        stage.loop.step()
        assert stage.scene.log == log
    stage.scene.log.clear()
    reader.wishes = [ReaderWish(7, action) for action in (None, Action.DOWN, Action.UP)]
    stage.loop.step()
    assert stage.scene.log == ["Command", "Command", "draw"]
    stage.send(pygame.WINDOWFOCUSLOST)
    assert reader.focus == [True, False]
    # The game's own voice goes on where the library fails.
    context.speaker = Voice()
    reader.is_broken = True
    stage.loop.step()
    assert stage.loop.tree is None
    assert context.preferences.has_speech
    assert stage.stack.top is not stage.scene


def test_a_reader_s_library_that_fails_turns_on_no_voice_where_there_is_none(stage: Stage) -> None:
    reader = stage.loop.tree = Reader()
    reader.is_broken = True
    stage.loop.step()
    assert stage.loop.tree is None
    assert not stage.loop.context.preferences.has_speech
    assert stage.stack.top is not stage.scene


def test_a_direction_held_on_a_gamepad_comes_again(stage: Stage) -> None:
    stage.send(pygame.JOYHATMOTION, hat=0, value=(0, 1), instance_id=0)
    for _ in range(STILL_RATE):
        stage.loop.step()
    assert 6 <= stage.scene.log.count("Command") - 1 <= 8
    for _ in range(4 * STILL_RATE):
        stage.loop.step()
    assert 48 <= stage.scene.log.count("Command") - 1 <= 56, "the window is not calm meanwhile"


class Polled:
    """A room that is asked for news."""

    def __init__(self) -> None:
        self.polls = 0

    def poll(self) -> None:
        """Count."""
        self.polls += 1


@pytest.mark.parametrize("name", ["phones", "room_seat"])
def test_a_room_gets_its_time_in_every_tick_and_minimised_more_often(
    stage: Stage, name: str
) -> None:
    room = Polled()
    setattr(stage.loop.context, name, room)
    stage.loop.step()
    stage.loop.step()
    assert room.polls == 2
    stage.send(pygame.WINDOWMINIMIZED)
    stage.loop.step()
    assert stage.clock.rates[-1] == RESTING_RATE
    setattr(stage.loop.context, name, None)
    stage.loop.step()
    assert stage.clock.rates[-1] == MINIMISED_RATE


class Filing(Apart):
    """Tables apart that note where their results are stored."""

    def __init__(self) -> None:
        super().__init__()
        self.profiles: list[Profile] = []

    def file_results(self, profile: Profile) -> None:
        self.profiles.append(profile)


def test_results_of_tables_apart_are_stored_in_every_tick(stage: Stage) -> None:
    context = stage.loop.context
    apart = context.apart = Filing()
    stage.loop.step()
    assert apart.profiles == [context.store.profile]


def test_captions_have_a_strip_of_their_own_and_a_frame_each(stage: Stage) -> None:
    context = stage.loop.context
    context.sound.play(Sound.GOAL)
    for _ in range(STILL_RATE):
        stage.loop.step()
    assert stage.loop.frames == 1, "captions are off"
    change_settings(context, has_captions=True)
    stage.stack.apply(Refresh())
    stage.loop.step()
    assert "resize 1280x766" in stage.scene.log
    context.sound.play(Sound.REFUSE, delay=0.1)
    before = stage.loop.frames
    for _ in range(10):
        stage.loop.step()
    assert stage.loop.frames == before + 1
    refused = context.text("heard.caption.refuse")
    with written_lines() as lines:
        stage.loop.draw_frame()
    (caption,) = lines
    assert caption.text == refused
    assert Rect(0, 766, 1280, 34).inset(-1).contains(caption.place.centre)
    stage.window.size = (1920, 1200)
    stage.send(pygame.WINDOWSIZECHANGED, x=1920, y=1200)
    assert stage.scene.log.count("resize 1920x1149") == 1
    before = stage.loop.frames
    stage.window.size = (1280, 20)
    stage.send(pygame.WINDOWSIZECHANGED, x=1280, y=20)
    assert stage.loop.frames == before, "there is nothing to be drawn on"
    stage.window.size = (1024, LEAST_SIDE + 34)
    stage.send(pygame.WINDOWSIZECHANGED, x=1024, y=LEAST_SIDE)
    assert stage.loop.frames == before + 1


def test_a_change_of_screen_moves_as_the_screens_lie(stage: Stage) -> None:
    context, over = stage.loop.context, Recorder(stage.loop.context, is_overlay=True)
    page, panel = Recorder(context), Rect(900, 0, 380, 800)
    over.panel = panel
    # What the pointer does draws a frame and ends no transition.
    stage.scene.answer = page.answer = over.answer = None

    def change(navigation: Navigation | None) -> ScreenTransition | None:
        stage.loop.transition = None
        stage.stack.apply(navigation)
        stage.loop.take(PointerMoved((3, 3)))
        stage.loop.step()
        return stage.loop.transition

    for navigation, comes in ((Push(over), True), (Pop(), False)):
        slide = change(navigation)
        assert isinstance(slide, SlideTransition)
        assert (slide.rect, slide.comes, slide.dim) == (panel, comes, context.painter.dim)
        assert slide.picture.get_alpha() != 99, "the picture is whole again"
        slide.picture.set_alpha(99)
    # The page's own panel slides over nothing that is dimmed.
    for stage.scene.panel, comes in ((panel, True), (None, False)):
        slide = change(None)
        assert isinstance(slide, SlideTransition)
        assert (slide.rect, slide.comes, slide.dim) == (panel, comes, None)
    context.painter.apply_theme(find_theme("daylight", "box"))
    fade = change(Refresh())
    assert type(fade) is ScreenTransition
    assert fade.way == 0
    for navigation, way in ((Push(page), -1), (Pop(), 1)):
        drift = change(navigation)
        assert type(drift) is ScreenTransition
        assert drift.way == way
    for intent in (Command(Action.UP), PointerPressed((3, 3), MouseButton.PRIMARY)):
        change(Push(page))
        stage.loop.take(PointerMoved((4, 4)))
        assert stage.loop.transition is not None
        stage.loop.take(intent)
        assert stage.loop.transition is None
        change(Pop())
    stage.scene.doors = page.doors = [Doorway(9, Rect(0, 0, 10, 10), (1, 2, 3))]
    assert type(change(Push(page))) is type(change(Pop())) is DoorTransition
    change_settings(context, has_reduced_motion=True)
    for navigation in (Push(over), Pop(), Push(page), Pop()):
        fade = change(navigation)
        assert type(fade) is ScreenTransition
        assert fade.way == 0
    # The last frame fades out in a fifth of a second, at the rate of what moves.
    stage.loop.step()
    assert stage.clock.rates[-1] == FRAME_RATE
    for _ in range(20):
        stage.loop.step()
    assert stage.loop.transition is None


def test_a_new_size_ends_a_transition_and_begins_none(stage: Stage) -> None:
    """The picture of the frame before has the old size."""
    context = stage.loop.context
    for size in ((1100, 700), (1280, 800)):
        stage.stack.apply(Push(Recorder(context)))
        stage.loop.draw_frame()
        assert stage.loop.transition is not None
        stage.window.size = size
        stage.send(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
        assert stage.loop.transition is None


def test_the_pointer_is_in_pixels_of_the_surface(context: Context) -> None:
    """A window may have two pixels for each unit of the pointer, or more on another screen."""
    for size in ((1280, 800), (1024, 640)):
        stage = Stage(context, size=size, pixels_per_point=2.0)
        places = list[Intent]()
        stage.scene.on_intent = places.append
        stage.send(pygame.MOUSEMOTION, pos=(50, 60))
        stage.window.size, stage.window.pixels_per_point = (1100, 700), 1.5
        stage.send(pygame.WINDOWSIZECHANGED, x=1100, y=700)
        stage.send(pygame.MOUSEMOTION, pos=(50, 60))
        assert places == [PointerMoved((100, 120)), PointerMoved((75, 90))]


def test_a_window_unlike_the_title_s_is_laid_out_before_its_first_frame(context: Context) -> None:
    stage = Stage(context, size=(1024, 640))
    assert stage.scene.log[-1] == "resize 1024x640"
    stage.loop.step()
    assert stage.scene.log[-1] == "draw"


def test_what_comes_behind_the_end_is_for_no_screen(stage: Stage) -> None:
    before = stage.loop.context.preferences
    for key, text in ((pygame.K_F9, ""), (pygame.K_m, "m")):
        stage.queue.append(pygame.Event(pygame.QUIT))
        assert not stage.send(pygame.KEYDOWN, key=key, mod=0, unicode=text)
    assert stage.loop.context.preferences == before


def test_what_follows_in_the_same_tick_meets_the_new_layout(stage: Stage) -> None:
    stage.queue.append(pygame.Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode=""))
    stage.send(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a")
    grown = stage.scene.log.index("resize 1920x1080")
    assert stage.scene.log[grown - 1] == "Command"
    assert "Command" in stage.scene.log[grown:]


def test_closing_ends_the_loop_unless_the_scene_has_other_plans(stage: Stage) -> None:
    stage.scene.answer = Push(Recorder(stage.loop.context, "sure?", is_overlay=True))
    assert stage.send(pygame.QUIT)
    stage.stack.apply(Pop())
    stage.scene.answer = None
    assert stage.loop.step()
    stage.loop.take(CloseAsked())
    assert stage.stack.is_empty
    assert not stage.stack.handle(Command(Action.CONFIRM)), "no scene is left"


@pytest.mark.parametrize("kind", [pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN])
def test_a_window_that_was_covered_is_drawn_anew(stage: Stage, kind: int) -> None:
    stage.send(kind)
    assert (stage.loop.frames, stage.window.flips) == (2, 2)


def test_the_systems_clock_counts_in_seconds() -> None:
    clock = SystemClock()
    clock.tick(500)
    assert 0.001 <= clock.tick(500) < 0.5


def test_a_game_that_ends_before_its_first_frame_opens_nothing_else(context: Context) -> None:
    stage, log = Stage(context), list[str]()
    stage.loop.after_first_frame = lambda: log.append("opened")
    stage.loop.leave()
    stage.loop.run()
    assert (log, stage.loop.frames) == ([], 0)


def test_minimised_nothing_is_drawn_and_time_goes_slowly(stage: Stage) -> None:
    stage.send(pygame.WINDOWMINIMIZED)
    stage.scene.pulse = ANIMATING
    stage.loop.step()
    assert stage.loop.frames == 1
    assert stage.clock.rates[-1] == MINIMISED_RATE
    stage.send(pygame.WINDOWRESTORED)
    assert stage.loop.frames == 2
    stage.scene.pulse = STILL
    stage.send(pygame.WINDOWMINIMIZED)
    stage.send(pygame.WINDOWRESTORED)
    assert stage.loop.frames == 3, "the window shows nothing of before"


def test_a_window_that_gets_the_keyboard_is_minimised_no_more(stage: Stage) -> None:
    stage.send(pygame.WINDOWMINIMIZED)
    stage.send(pygame.WINDOWFOCUSLOST)
    stage.loop.step()
    assert stage.clock.rates[-1] == MINIMISED_RATE
    stage.send(pygame.WINDOWFOCUSGAINED)
    stage.loop.step()
    assert stage.clock.rates[-1] == STILL_RATE


def test_without_focus_a_resting_window_ticks_slowly(stage: Stage) -> None:
    stage.send(pygame.WINDOWFOCUSLOST)
    stage.loop.step()
    assert stage.clock.rates[-1] == RESTING_RATE
    stage.send(pygame.WINDOWFOCUSGAINED)
    stage.loop.step()
    assert stage.clock.rates[-1] == STILL_RATE
    stage.scene.pulse = ANIMATING
    stage.loop.step()
    stage.loop.step()
    assert stage.clock.rates[-1] == FRAME_RATE
    stage.send(pygame.WINDOWFOCUSLOST)
    stage.loop.step()
    assert stage.clock.rates[-1] == UNFOCUSED_RATE


def calm_down(stage: Stage) -> None:
    """Step until a step waits for long, and forget what was until then."""
    while not stage.scene.times or stage.scene.times[-1] < CALM_STEP:
        stage.loop.step()
    stage.scene.times.clear()
    stage.clock.rates.clear()


def test_a_calm_window_looks_for_events_in_every_tick_and_updates_now_and_then(
    stage: Stage,
) -> None:
    calm_down(stage)
    assert stage.loop.frames == 1
    for _ in range(10):
        stage.loop.step()
    assert stage.scene.times == [pytest.approx(CALM_STEP, abs=1 / STILL_RATE)] * 10
    ticks = 10 * CALM_STEP * STILL_RATE
    assert stage.clock.rates == [STILL_RATE] * len(stage.clock.rates)
    assert len(stage.clock.rates) == pytest.approx(ticks, abs=10)
    stage.scene.pulse = ANIMATING
    for _ in range(6):
        stage.loop.step()
    assert stage.scene.times[-4:] == [1 / FRAME_RATE] * 4


def test_a_calm_window_takes_input_in_the_next_tick(stage: Stage) -> None:
    calm_down(stage)
    seen: list[int] = []
    stage.scene.on_handle = lambda: seen.append(len(stage.scene.times))
    stage.empty = 3
    stage.send(pygame.MOUSEMOTION, pos=(5, 5))
    assert stage.clock.rates == [STILL_RATE] * 4
    # What it sets in motion begins now: the time of the empty ticks has passed before.
    assert seen == [1]
    assert stage.scene.times == [pytest.approx(3 / STILL_RATE), 1 / STILL_RATE]
    stage.loop.step()
    assert stage.scene.times[2:] == [1 / STILL_RATE]


@pytest.mark.parametrize("is_covered", [False, True])
def test_what_may_not_rest_is_never_calm(stage: Stage, *, is_covered: bool) -> None:
    if is_covered:
        stage.stack.apply(Push(Recorder(stage.loop.context, "dialog", is_overlay=True)))
        stage.loop.step()
    calm_down(stage)
    stage.scene.pulse = Pulse(has_work=True)
    stage.loop.step()
    stage.loop.step()
    assert stage.scene.times[1:] == [1 / STILL_RATE]


@pytest.fixture
def sleeper(context: Context) -> Stage:
    """A loop that has drawn its first frame and can rest."""
    stage = Stage(context, can_rest=True)
    stage.loop.step()
    return stage


def test_a_calm_window_rests_until_there_is_input(sleeper: Stage) -> None:
    calm_down(sleeper)
    sleeper.rests.clear()
    for _ in range(4):
        sleeper.loop.step()
    assert sleeper.rests == sleeper.scene.times == [CALM_STEP] * 4
    sleeper.scene.times.clear()
    sleeper.scene.pulse = ANIMATING
    sleeper.send(pygame.MOUSEMOTION, pos=(5, 5))
    # What the input sets in motion begins now, and not when the rest began.
    assert sleeper.scene.times == [CALM_STEP / 2, 0]
    sleeper.rests.clear()
    sleeper.loop.step()
    assert not sleeper.rests


def test_a_window_that_takes_text_does_not_rest(sleeper: Stage) -> None:
    sleeper.scene.area = FIELD
    calm_down(sleeper)
    sleeper.loop.step()
    assert not sleeper.rests


def test_a_calm_window_leaves_at_once(stage: Stage) -> None:
    calm_down(stage)
    stage.clock.on_tick = stage.loop.leave
    stage.loop.step()
    assert stage.clock.rates == [STILL_RATE]
    assert not stage.loop.step()


def test_refresh_lays_everything_out_again(stage: Stage) -> None:
    stage.loop.context.preferences = Settings(interface_scale=0.75)
    stage.scene.answer = Refresh()
    stage.send(pygame.KEYDOWN, **ESCAPE)
    assert stage.scene.view.scale < 1
    assert stage.scene.log.count("resize 1280x800") >= 2


def test_updates_may_lead_on(stage: Stage) -> None:
    other = Recorder(stage.loop.context, "other")
    stage.scene.pulse = Pulse(transition=Replace(other))
    stage.loop.step()
    assert stage.stack.scenes == (other,)
    assert stage.loop.frames == 2


def press(stage: Stage, at: tuple[int, int]) -> None:
    """A click at a pixel."""
    stage.send(pygame.MOUSEBUTTONDOWN, button=1, pos=at)
    stage.send(pygame.MOUSEBUTTONUP, button=1, pos=at)


def test_a_second_click_does_not_press_what_the_first_has_opened(stage: Stage) -> None:
    other, now = Recorder(stage.loop.context, "other"), 100.0
    stage.loop.context.now = lambda: now
    stage.scene.answer = Push(other)
    press(stage, (200, 200))
    assert stage.stack.top is other
    now += SECOND_CLICK * 0.9
    press(stage, (204, 200))
    assert "PointerPressed" not in other.log
    # Elsewhere the hand has moved on purpose; a key knows where it goes.
    press(stage, (300, 200))
    assert other.log.count("PointerPressed") == 1
    stage.send(pygame.KEYDOWN, **ESCAPE)
    assert other.log[-1] == "Command"
    now += SECOND_CLICK * 0.2
    press(stage, (200, 200))
    assert other.log.count("PointerPressed") == 2


def test_two_clicks_on_one_screen_are_two(stage: Stage) -> None:
    press(stage, (200, 200))
    press(stage, (200, 200))
    assert stage.scene.log.count("PointerPressed") == 2


def test_keys_are_those_the_player_has_bound_and_hints_follow_the_device(stage: Stage) -> None:
    context = stage.loop.context
    context.bindings = DEFAULT_BINDINGS.bind(Action.MUTE, "j")
    stage.send(pygame.KEYDOWN, key=pygame.K_j, mod=0, unicode="j")
    assert context.preferences.is_muted
    assert not context.is_pad_held
    for kind, values, is_pad, log in (
        (pygame.JOYBUTTONDOWN, PAD_DOWN, True, ["resize 1280x800", "Command", "draw"]),
        (pygame.JOYBUTTONDOWN, PAD_DOWN, True, ["Command"]),
        (pygame.KEYDOWN, ESCAPE, False, ["resize 1280x800", "Command", "draw"]),
        (pygame.KEYDOWN, ESCAPE, False, ["Command"]),
    ):
        stage.scene.log.clear()
        stage.send(kind, **values)
        assert (context.is_pad_held, stage.scene.log) == (is_pad, log)


def test_the_screen_stays_awake_for_what_is_watched_and_for_a_gamepad(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed: list[bool] = []
    monkeypatch.setattr(pygame.display, "set_allow_screensaver", allowed.append)
    stage = Stage(context, size=(160, 100))
    stage.loop.step()
    stage.scene.pulse = ANIMATING
    for _ in range(320):
        stage.clock.rested = 0.1
        stage.loop.step()
    assert allowed == [True, False], "untouched for thirty seconds"
    stage.send(pygame.KEYDOWN, **ESCAPE)
    assert allowed == [True, False, True]
    stage.send(pygame.JOYBUTTONDOWN, button=11, instance_id=0)
    stage.loop.step()
    assert allowed == [True, False, True, False]


def test_a_sentence_over_the_screen_is_drawn_and_gone_soon_after_the_next_press(
    stage: Stage, context: Context
) -> None:
    context.tell("This is a climb.")
    assert drawn_words(lambda _: stage.loop.step(), (1, 1)) == ["This is a climb."]
    stage.loop.take(Command(Action.UP))
    frames = stage.loop.frames
    for _ in range(60):
        stage.loop.step()
    assert stage.loop.frames > frames, "it fades, and the last frame is without it"
    assert not drawn_words(lambda _: stage.loop.draw_frame(), (1, 1))
