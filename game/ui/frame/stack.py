"""The scene stack: applies navigation, and draws overlays over the scenes below."""

from collections.abc import Callable, Sequence
from typing import assert_never

import pygame

from game.ui.frame.bindings import Action
from game.ui.frame.intents import CloseAsked, Command, Dropped, Intent
from game.ui.frame.scene import (
    Ignored,
    Navigation,
    Pop,
    Push,
    Quit,
    Refresh,
    Replace,
    Reset,
    Scene,
    ToggleFullscreen,
)
from game.ui.layout.rects import View


class SceneStack:
    """Scenes, the last one on top. Empty means that the game is over.

    `wants_fullscreen_toggle` is set by `ToggleFullscreen` and cleared by the loop; `wants_refresh`
    likewise by `Refresh`: painter and fonts must be renewed before `resize`. `has_work`: a visible
    scene has pictures to prerender.
    """

    def __init__(self, first: Scene, view: View) -> None:
        self._scenes: list[Scene] = []
        self._view = view
        self.wants_fullscreen_toggle = False
        self.wants_refresh = False
        self.has_work = False
        self.before_quit: Callable[[Sequence[Scene]], Scene | None] = lambda scenes: None
        """Returns the question before the game with these scenes is closed, None without one."""
        self.take_in: Callable[[Sequence[Scene], Dropped | None], Navigation] = (
            lambda scenes, dropped: Ignored()
        )
        """Opens what was dropped over these scenes, or is on the clipboard."""
        self._question: Scene | None = None
        self.apply(Push(first))

    @property
    def is_empty(self) -> bool:
        """Whether the last scene is gone."""
        return not self._scenes

    @property
    def scenes(self) -> tuple[Scene, ...]:
        """All scenes, bottom first."""
        return tuple(self._scenes)

    @property
    def top(self) -> Scene:
        """The scene that gets input; `IndexError` on an empty stack."""
        return self._scenes[-1]

    def resize(self, view: View) -> None:
        """Lay all scenes out for `view`."""
        self._view = view
        for scene in self._scenes:
            scene.resize(view)

    def handle(self, intent: Intent) -> bool:
        """Pass an intent to the top scene and apply its answer; return whether a frame is needed.

        If the scene ignores it, the window may use it: closing, F11, what is pasted or dropped.
        """
        if not self._scenes:
            return False
        answer = self.top.handle(intent)
        if isinstance(answer, Ignored):
            answer = self._window_answer(intent)
        elif answer is None and isinstance(intent, CloseAsked):
            answer = Quit()
        if isinstance(answer, Quit) and self.top is not self._question:
            self._question = self.before_quit(self.scenes)
            answer = answer if self._question is None else Push(self._question)
        return self.apply(answer)

    def _window_answer(self, intent: Intent) -> Navigation:
        match intent:
            case CloseAsked() | Command(Action.QUIT):
                return Quit()
            case Command(Action.FULLSCREEN, is_repeat=False):
                return ToggleFullscreen()
            case Command(Action.PASTE, is_repeat=False):
                return self.take_in(self.scenes, None)
            case Dropped():
                return self.take_in(self.scenes, intent)
            case _:
                return Ignored()

    def update(self, dt: float) -> bool:
        """Update the visible scenes; return whether a frame is needed.

        Only the top scene's navigation counts; covered ones may finish their animations.
        """
        needs_frame = self.has_work = False
        for scene in self._visible():
            pulse = scene.update(dt)
            needs_frame |= pulse.needs_frame
            self.has_work |= pulse.has_work
            if pulse.transition is not None and self._scenes and scene is self.top:
                needs_frame |= self.apply(pulse.transition)
        return needs_frame

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the visible scenes, bottom first."""
        for scene in self._visible():
            scene.draw(surface)

    def apply(self, transition: Navigation | None) -> bool:
        """Apply a navigation; return whether a frame is needed."""
        match transition:
            case None:
                return True
            case Ignored():
                return False
            case Push(scene):
                if self._scenes:
                    self.top.leave()
                self._open(scene)
            case Pop(then):
                self._close_top()
                if self._scenes:
                    self.top.enter()
                    if then is not None:
                        self.apply(then)
            case Replace(scene):
                self._close_top()
                self._open(scene)
            case Reset(scene, then):
                while self._scenes:
                    self._close_top()
                self._open(scene)
                if then is not None:
                    self.apply(then)
            case Refresh():
                self.wants_refresh = True
            case ToggleFullscreen():
                self.wants_fullscreen_toggle = True
            case Quit():
                while self._scenes:
                    self._close_top()
            case _:
                assert_never(transition)
        return True

    def _visible(self) -> list[Scene]:
        first = len(self._scenes) - 1
        while first > 0 and self._scenes[first].is_overlay:
            first -= 1
        return self._scenes[max(0, first) :]

    def _open(self, scene: Scene) -> None:
        self._scenes.append(scene)
        scene.resize(self._view)
        scene.enter()

    def _close_top(self) -> None:
        self._scenes.pop().leave()
