"""The frame loop: it takes events, lets time pass, and draws only when something changed."""

import gc
from collections.abc import Callable, Iterable
from math import dist, inf
from time import perf_counter
from typing import Final, Protocol

import pygame

from game.ui.draw.shapes import opaque_canvas
from game.ui.draw.surface_cache import SliceSpent, rendering_deadline
from game.ui.frame.bindings import Action, is_pad
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    CONFIRMING,
    Command,
    FocusChanged,
    Intent,
    MouseButton,
    PointerPressed,
    PointerReleased,
    Translator,
)
from game.ui.frame.preferences import change_settings
from game.ui.frame.reader_tree import ReaderTree
from game.ui.frame.scene import Push, Quit, Scene
from game.ui.frame.screen_reader import ScreenReader
from game.ui.frame.screen_sleep import ScreenSleep
from game.ui.frame.screen_transition import (
    DoorTransition,
    ScreenTransition,
    SlideTransition,
    direction_between,
    door_between,
    lying_between,
)
from game.ui.frame.stack import SceneStack
from game.ui.frame.toast import Toast
from game.ui.frame.topics import TOPICS, as_sentences
from game.ui.layout.rects import Point, Rect, View, make_view
from game.ui.sound.names import Sound
from game.ui.system.reader import is_tree_wanted

_ARROWS: Final = frozenset({Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT})

FRAME_RATE: Final = 60
STILL_RATE: Final = 66
"""Ticks a second while nothing moves: input waits for 15 ms at most, and for its frame."""

UNFOCUSED_RATE: Final = 30
CALM_AFTER: Final = 2.0
"""Seconds without input or motion after which the window is calm."""

CALM_STEP: Final = 0.5
"""Seconds between two updates of a calm window's scenes. Between them it sleeps until there is an
event, or only polls for events: an update takes 0.2 ms of an idle processor, as much as ten such
ticks."""

RESTING_RATE: Final = 10
LATE_RATE: Final = 1000
"""The tick rate for a late frame: the next tick comes at once."""

MINIMISED_RATE: Final = 4
MAKING_SECONDS: Final = 0.005
"""Seconds of a tick after which its frame renders no more new surfaces."""

_PATIENCE: Final = 40
"""Tries of one frame after which its slices are twice as long."""

LEAST_SIDE: Final = 100
"""Pixels below which a side is too short to draw, as tiling window managers make some."""

_NOWHERE: Final = pygame.Rect(0, 0, 0, 0)

SECOND_CLICK: Final = 0.3
"""Seconds after a click that changed the screen in which another at its place is ignored."""

HOLD: Final = 0.5
"""Seconds without a press that confirms until a page that no press asked for takes one."""

_NEAR: Final = 12
"""Units between two clicks at one place."""

_STRIP: Final = 34
"""Units: the height of the captions' line."""

_OUTLINE_PAUSE: Final = 0.25
"""Seconds between two outlines for screen readers while something moves."""

LONGEST_STEP: Final = 0.1
"""The most seconds of one step: after a stall animations continue instead of jumping."""


class Clock(Protocol):
    """The clock of the loop; tests pass their own."""

    def tick(self, rate: int) -> float:
        """Wait for the next of `rate` ticks a second; return the seconds since the last one."""


class LoopWindow(Protocol):
    """The part of a window that the loop uses."""

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on."""

    @property
    def size(self) -> tuple[int, int]:
        """The surface's size in pixels."""

    @property
    def pixels_per_point(self) -> float:
        """Surface pixels for each unit of the pointer."""

    def toggle_fullscreen(self) -> None:
        """Fill the screen or go back."""

    def take_text(self, area: Rect | None) -> None:
        """Accept typed text for that area, or none."""

    def flip(self) -> None:
        """Show the drawn frame."""


class SystemClock:
    """Pygame's clock."""

    def __init__(self) -> None:
        self._clock = pygame.time.Clock()

    def tick(self, rate: int) -> float:
        return self._clock.tick(rate) / 1000


class Loop:
    """Runs a scene stack in a window.

    `frames` counts the frames drawn: without motion or input no frame is drawn. `rest` sleeps until
    an event is pending, so many seconds at most, and returns False if it cannot.
    """

    def __init__(
        self,
        window: LoopWindow,
        context: Context,
        stack: SceneStack,
        *,
        clock: Clock | None = None,
        events: Callable[[], Iterable[pygame.Event]] = pygame.event.get,
        rest: Callable[[float], bool] = lambda seconds: False,
        after_first_frame: Callable[[], object] = lambda: None,
        tree: ReaderTree | None = None,
    ) -> None:
        self.window = window
        self.context = context
        self.stack = stack
        self.translator = Translator()
        self.after_first_frame = after_first_frame
        self.reader = ScreenReader(context)
        self.tree = tree
        self._news = Toast(context)
        context.tell = self._tell
        self._outlined = (-1, 0.0)
        """The number of frames when screen readers last got the outline, and the seconds then."""
        self.frames = 0
        self._clock = clock or SystemClock()
        self._events = events
        self._rest = rest
        self._size = (0, 0)
        self._needs_frame = True
        self._has_focus = True
        self._is_minimised = False
        self._is_tiny = False
        self._is_moving = False
        self._is_leaving = False
        # The number of times that the next frame was begun and given up for lack of time.
        self._tries = 0
        self._is_unseen = False
        self._tick_began = 0.0
        self._still_for = 0.0
        self._sleep = ScreenSleep()
        self._shown: tuple[Scene, ...] = ()
        self._lying: Rect | None = None
        self._latest_action: Action | None = None
        self._repeats = 0
        """The number of times in a row that the latest action requested the same words."""
        self._last_theme = context.painter.theme
        self.transition: ScreenTransition | None = None
        self._last_frame: pygame.Surface | None = None
        self._opened: tuple[Point, float] | None = None
        """The place and time of the last click that opened or closed a screen."""
        self._unasked: frozenset[tuple[Scene, int]] = frozenset()
        """The open scenes that no press asked for, each with how often."""
        self._hold_left = 0.0
        """Seconds, of those in which a page is seen, until it takes a press that confirms."""
        # The title was drawn before the loop: its surfaces stay if the view is still the same.
        if context.painter.view == self._view(window.size):
            self._size = window.size
            self.translator.pixels_per_point = window.pixels_per_point
        else:
            self._fit_window()

    def run(self) -> None:
        """Step until the last scene is closed.

        `after_first_frame` opens gamepads, sound and tables after the first frame. Objects that
        exist by then are frozen: the garbage collector skips them from now on.
        """
        if not self.step():
            return
        self.after_first_frame()
        if self.tree is not None:
            self.tree.open_later()
        gc.freeze()
        gc.enable()
        while self.step():
            pass

    def leave(self) -> None:
        """Close every scene at the next step, without a question; signal handlers may call this."""
        self._is_leaving = True

    def step(self) -> bool:
        """Do one tick: wait, handle input, update, draw if needed; return False at the end."""
        if self._is_leaving:
            self.stack.apply(Quit())
            return False
        dt, events = self._wait()
        for event in events:
            if self.stack.is_empty:
                return False
            self._take(event)
        if self.tree is not None:
            self._serve_readers(self.tree)
        if not self.stack.is_empty and (again := self.translator.repeat(dt)) is not None:
            self.take(again)
        if not self.stack.is_empty:
            self._advance(dt)
        if self.stack.is_empty:
            return False
        self._serve_requests()
        if self.transition is not None and (not self._tries or self.transition.hides_all):
            self._needs_frame = True
            if not self.transition.advance(dt, is_ready=not self._tries):
                self.transition = None
        self.reader.announce_scene(self.stack.top)
        self._follow_text()
        if self._needs_frame and not self._is_minimised and not self._is_tiny:
            self.draw_frame()
        elif self._last_frame is None and self.frames:
            self._keep(self.window.surface)
        return True

    def _serve_readers(self, tree: ReaderTree) -> None:
        """Serve requests of screen readers, and give them a changed outline."""
        for request in tree.take_requests():
            if not self.stack.is_empty and self.stack.top.give_keyboard(request.number):
                self._needs_frame = True
                if request.action is not None:
                    self.take(Command(request.action))
        if tree.is_broken:
            self._go_on_without_tree()
        if not tree.is_active or self.stack.is_empty:
            return
        frames, when = self._outlined
        now = perf_counter()
        is_due = self.frames != frames and (now - when > _OUTLINE_PAUSE or not self._is_moving)
        if is_due or not tree.is_shown:
            self._outlined = (self.frames, now)
            if not tree.is_shown:
                tree.follow_focus(has_focus=self._has_focus)
            tree.language = self.context.catalogue.language
            tree.show(self.stack.top.outline())

    def _go_on_without_tree(self) -> None:
        """Say that the screen reader follows no longer, by the game's own voice from now on."""
        self.tree = None
        if self.context.speaker.is_there:
            change_settings(self.context, has_speech=True)
        self.stack.apply(
            Push(self.context.routes.notice(self.context.text("heard.spoken.no_tree")))
        )
        self._needs_frame = True

    def _wait(self) -> tuple[float, list[pygame.Event]]:
        """Wait for the next tick; return the seconds for the scenes, and the events.

        A calm window waits several ticks at once until there is an event: it rests, or polls where
        it cannot.
        """
        rate, longest = self._rate(), CALM_STEP if self._is_calm else 0.0
        passed = 0.0
        while True:
            if longest and self._can_rest and self._rest(longest - passed):
                # The event that ends a rest comes at its end.
                passed, dt = passed + min(self._clock.tick(LATE_RATE), CALM_STEP), 0.0
            else:
                dt = min(self._clock.tick(rate), LONGEST_STEP)
            self._tick_began = perf_counter()
            events = list(self._events())
            if events or self._is_leaving or passed + dt >= longest:
                break
            passed += dt
        self._still_for = 0.0 if events else self._still_for + passed + dt
        self._sleep.follow(
            passed + dt,
            is_touched=bool(events),
            is_moving=self._is_moving,
            is_pad=self.context.is_pad_held,
        )
        if not events:
            return passed + dt, events
        if passed:
            # Before the input, or animations that it starts would begin in the past.
            self._advance(passed)
        return dt, events

    @property
    def _is_calm(self) -> bool:
        """Whether there was no motion or input for a while, and no frame is due."""
        is_idle = self._still_for >= CALM_AFTER and not self.stack.has_work
        is_idle = is_idle and not self.translator.held_direction
        return is_idle and self.transition is None and not self._needs_frame

    @property
    def _can_rest(self) -> bool:
        """Whether all input comes as an event: a word chosen in an input method's list does not."""
        return self.stack.is_empty or self.stack.top.text_area is None

    def _advance(self, dt: float) -> None:
        """Update the scenes and the captions."""
        if self.context.phones is not None:
            self.context.phones.poll()
        if self.context.room_seat is not None:
            self.context.room_seat.poll()
        self.context.is_in_transition = self.transition is not None
        before, shown = self.stack.scenes, 0.0 if self._tries else dt
        self._hold_left -= shown
        self._is_moving = self.stack.update(shown)
        self._note_unasked(by_itself=self.stack.scenes != before)
        self.context.apart.file_results(self.context.store.profile)
        self._needs_frame |= self._news.advance(dt)
        if self.context.captions.advance(dt) and self.context.preferences.has_captions:
            self._needs_frame = True
        if self._is_moving:
            self._needs_frame = True
            self._still_for = 0.0

    def draw_frame(self) -> None:
        """Draw and show a frame.

        If rendering new surfaces takes longer than one tick, the old frame remains, input is still
        handled, and the scenes' time is paused. The frame is then drawn invisibly, only to render
        its surfaces, and shown by the tick after the last of them. The very first frame has no
        limit: nothing moves yet.
        """
        surface = self.window.surface
        if not self._tries:
            self._begin_transition(surface)
        # A frame that does not fit into its slices gets longer ones.
        seconds = MAKING_SECONDS * 2 ** (self._tries // _PATIENCE) if self.frames else inf
        left = self._tick_began + seconds - perf_counter()
        # After a long update the first picture is left to the next tick.
        is_late = not self._tries and left < -MAKING_SECONDS
        canvas = surface.subsurface(self.context.painter.view.area)
        if self._is_unseen:
            canvas.set_clip(_NOWHERE)
        try:
            with rendering_deadline(left, is_late=is_late):
                self.stack.draw(canvas)
        except SliceSpent:
            self._tries += 1
            self._is_unseen = True
            if self.transition is not None and self.transition.hides_all:
                # The new scene is made behind the band, which grows meanwhile.
                self.transition.draw(surface)
                self.window.flip()
            return
        if self._is_unseen:
            self._is_unseen = False
            return
        if self.transition is not None:
            self.transition.draw(surface)
        strip = Rect(0, 0, *surface.get_size()).cut_top(self.context.painter.view.area.h)[1]
        if strip.h:
            context = self.context
            context.captions.draw(surface, context.painter, context.catalogue, strip)
        self._draw_news(surface)
        self._tries, self._needs_frame = 0, False
        self.frames += 1
        self.window.flip()

    def _tell(self, words: str, *, is_bad: bool = False) -> None:
        """Show a sentence over whatever screen is open, and read it aloud."""
        self._news.show(words, is_bad=is_bad)
        self._needs_frame = True

    def _draw_news(self, surface: pygame.Surface) -> None:
        """Draw the sentence about what has arrived, at the window's upper edge."""
        painter = self.context.painter
        px, area, style = painter.px, painter.view.area, painter.theme.type.strong
        wide = painter.text_width(self._news.words, style) + px(110)
        wide, high = min(wide, area.w - px(40)), px(54 if wide <= area.w - px(40) else 84)
        self._news.draw_in(surface, Rect(area.x + (area.w - wide) // 2, area.y + px(8), wide, high))

    def _begin_transition(self, surface: pygame.Surface) -> None:
        """Start a transition from the frame shown if the open scenes, the overlay or the theme
        changed.
        """
        before, self._shown = self._shown, self.stack.scenes
        was, self._lying = self._lying, self.stack.top.lying()
        last_theme, self._last_theme = self._last_theme, self.context.painter.theme
        is_same = self._shown == before and (was is None) is (self._lying is None)
        if not before or (is_same and self._last_theme is last_theme):
            return
        is_reduced = self.context.preferences.has_reduced_motion
        lying = lying_between(before, self._shown, was, self._lying)
        if lying is not None and not is_reduced:
            painter, picture = self.context.painter, self._keep(surface)
            over = self._shown if lying.comes else before
            dim = painter.dim if over[-1].is_overlay else None
            self.transition = SlideTransition.along(lying, painter.view.area, picture, dim)
            return
        way: int | None = 0
        if self._shown != before:
            way = direction_between(before, self._shown, is_reduced=is_reduced)
            if way and (door := door_between(before, self._shown)) is not None:
                self.transition = DoorTransition.through(door, self._keep(surface))
                return
        self.transition = None if way is None else ScreenTransition(self._keep(surface), way)

    def _keep(self, surface: pygame.Surface) -> pygame.Surface:
        """Copy the frame shown to a reused surface: a new one costs ten times as much."""
        if self._last_frame is None or self._last_frame.get_size() != surface.get_size():
            self._last_frame = opaque_canvas(surface.get_size())
        self._last_frame.set_alpha(None)
        self._last_frame.blit(surface, (0, 0))
        return self._last_frame

    def _take(self, event: pygame.Event) -> None:
        kind = event.type
        if kind in (pygame.WINDOWSIZECHANGED, pygame.WINDOWRESIZED):
            self._fit_window()
        elif kind in (pygame.WINDOWEXPOSED, pygame.WINDOWSHOWN):
            self._needs_frame = True
        elif kind in (pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN):
            self._set_minimised(True)
            if (release := self.translator.release_pointer()) is not None:
                self.take(release)
        elif kind in (pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED):
            self._set_minimised(False)
            self._needs_frame = True
        self.translator.bindings = self.context.bindings
        intent = self.translator.translate(event)
        if intent is not None:
            self.take(intent)

    def take(self, intent: Intent) -> None:
        """Hand an intent to the scenes, as if it were translated from an event."""
        if isinstance(intent, FocusChanged):
            self._has_focus = intent.has_focus
            if self.tree is not None:
                self.tree.follow_focus(has_focus=intent.has_focus)
            self._set_minimised(self._is_minimised and not intent.has_focus)
        if isinstance(intent, Command) and is_pad(intent.key) is not self.context.is_pad_held:
            self.context.is_pad_held = not self.context.is_pad_held
            # Hints name the keys of the device used last.
            if not self._is_tiny:
                self.stack.resize(self._view(self._size))
            self._needs_frame = True
        if isinstance(intent, Command | PointerPressed):
            self.transition = None
            self._news.fade()
        if isinstance(intent, PointerPressed) and self._is_second_click(intent):
            self._needs_frame = True
            return
        if self._is_held(intent):
            if isinstance(intent, Command) and not intent.is_repeat:
                self.reader.answer_held(self.stack.top)
            return
        if isinstance(intent, Command) and intent.action is Action.CONFIRM:
            self.reader.expect_press(self.stack.top)
        if isinstance(intent, Command | PointerPressed):
            self.context.is_answering, self.context.has_news = True, False
        before = self.stack.scenes
        is_used = self.stack.handle(intent)
        if self.stack.scenes != before:
            # What is open now was asked for.
            self._hold_left = 0.0
        self._note_unasked()
        if isinstance(intent, PointerPressed | PointerReleased) and self.stack.scenes != before:
            self._opened = (intent.at, self.context.now())
        if not is_used and isinstance(intent, Command):
            is_used = self._do_anywhere(intent)
        if isinstance(intent, Command):
            self._latest_action = intent.action
        self._needs_frame |= is_used
        if not self.stack.is_empty:
            is_arrow = isinstance(intent, Command) and intent.action in _ARROWS
            self.reader.follow(self.stack.top, is_arrow=is_arrow, is_used=is_used)
        self.context.is_answering = False
        # The next event of the same tick must already meet the new layout.
        self._serve_requests()
        self._follow_text()

    def _follow_text(self) -> None:
        """Start text input where a scene has a text field; elsewhere keys are commands."""
        self.window.take_text(None if self.stack.is_empty else self.stack.top.text_area)

    def _is_second_click(self, press: PointerPressed) -> bool:
        """Whether a press belongs to the click that has just opened or closed a screen.

        The player had not seen the new screen's buttons when the hand moved.
        """
        if self._opened is None:
            return False
        at, when = self._opened
        is_near = dist(at, press.at) <= self.context.painter.px(_NEAR)
        return is_near and self.context.now() - when < SECOND_CLICK

    def _note_unasked(self, *, by_itself: bool = False) -> None:
        """Begin to hold presses if the open scenes show something that no press asked for."""
        before = self._unasked
        self._unasked = frozenset((one, one.unasked) for one in self.stack.scenes if one.unasked)
        if by_itself or not self._unasked <= before:
            self._hold_left = HOLD

    def _is_held(self, intent: Intent) -> bool:
        """Whether a press would confirm what the player cannot have seen yet.

        It begins the time anew: a key that is held or pressed again and again confirms nothing.
        Typing into a field is not held.
        """
        if self.stack.is_empty or self._hold_left <= 0:
            return False
        match intent:
            case PointerPressed(_, MouseButton.PRIMARY):
                pass
            case Command(action) if action in CONFIRMING:
                pass
            case Command(None, text=text) if text and self.stack.top.text_area is None:
                pass
            case _:
                return False
        self._hold_left = HOLD
        return True

    def _set_minimised(self, is_minimised: bool) -> None:
        """Note whether the window is minimised, and mute the sound while it is."""
        if is_minimised is not self._is_minimised:
            self._is_minimised = is_minimised
            self.context.sound.rest(is_resting=is_minimised)

    def _do_anywhere(self, command: Command) -> bool:
        """Run a command of every screen that no scene used; return whether there was one."""
        settings = self.context.preferences
        match command:
            case Command(Action.MUTE, is_repeat=False):
                change_settings(self.context, is_muted=not settings.is_muted)
            case Command(Action.MUSIC, is_repeat=False):
                change_settings(self.context, has_music=not settings.has_music)
            case Command(Action.SPEECH, is_repeat=False):
                self._switch_speech()
                return True
            case Command(Action() as action, is_repeat=False) if action in TOPICS:
                self._repeats = self._repeats + 1 if action is self._latest_action else 0
                words = self.stack.top.read_on(TOPICS[action], self._repeats)
                self.context.say(words, is_urgent=True)
                return False
            case Command(Action.SAY_AGAIN, is_repeat=False):
                self.context.say_again()
                return False
            case _:
                return False
        self.context.sound.play(Sound.BUTTON)
        return True

    def _switch_speech(self) -> None:
        """Turn reading aloud on or off; without a speech program, show a dialog."""
        context = self.context
        is_on = not context.preferences.has_speech
        if is_on and not context.speaker.is_there:
            self.stack.apply(Push(context.routes.notice(context.text("heard.spoken.no_engine"))))
            return
        change_settings(context, has_speech=is_on)
        on = "on_pad" if context.is_pad_held else "on"
        words = context.text(f"heard.spoken.{on if is_on else 'off'}")
        if is_on and self.tree is None and is_tree_wanted():
            words = as_sentences((words, context.text("heard.spoken.next_start")))
        context.say(words, is_urgent=True)
        # The scene's heading is read after it, and does not interrupt it.
        context.has_spoken = is_on

    def _serve_requests(self) -> None:
        if self.stack.wants_fullscreen_toggle:
            self.stack.wants_fullscreen_toggle = False
            self.window.toggle_fullscreen()
            self._fit_window()
        if self.stack.wants_refresh:
            self.stack.wants_refresh = False
            self._lay_out(self.window.size)

    def _fit_window(self) -> None:
        size = self.window.size
        if size != self._size:
            self._lay_out(size)

    def _lay_out(self, size: tuple[int, int]) -> None:
        if size != self._size:
            self.transition, self._shown = None, ()
        self._size = size
        self._is_tiny = min(size) < LEAST_SIDE
        if self._is_tiny:
            return
        self.translator.pixels_per_point = self.window.pixels_per_point
        view = self._view(size)
        self.context.painter.resize(view)
        self.stack.resize(view)
        self._needs_frame = True
        if (dragged := self.translator.dragged) is not None:
            # The page has moved under the pointer: what is lit is where a release would drop.
            self.stack.handle(dragged)

    def _view(self, size: tuple[int, int]) -> View:
        """Return the scenes' layout: the whole window but the strip of the captions."""
        settings, (width, height) = self.context.preferences, size
        view = make_view(size, settings.interface_scale)
        if not settings.has_captions:
            return view
        return make_view((width, max(1, height - view.px(_STRIP))), settings.interface_scale)

    def _rate(self) -> int:
        if self._tries or not self.frames:
            return LATE_RATE
        if self._is_minimised:
            is_alone = self.context.phones is None and self.context.room_seat is None
            return MINIMISED_RATE if is_alone else RESTING_RATE
        is_moving = self._is_moving or self.transition is not None
        if self._has_focus:
            return FRAME_RATE if is_moving else STILL_RATE
        return UNFOCUSED_RATE if is_moving else RESTING_RATE
