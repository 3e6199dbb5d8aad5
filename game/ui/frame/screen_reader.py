"""Reads changes aloud: another top scene, and the focus."""

from typing import Final

from game.ui.frame.context import Context
from game.ui.frame.outline import Role
from game.ui.frame.scene import Scene
from game.ui.frame.topics import Topic, as_sentences, gist_of, sentences_of

_TAUGHT: Final = (Role.CHOICE, Role.SLIDER)
_CHANGED: Final = (*_TAUGHT, Role.SWITCH)
"""The roles that left and right change: those of which that is said once, and all."""


class ScreenReader:
    """Reads a new scene's heading, the focus when it moves, and texts changed by a press."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._scene: Scene | None = None
        self._focus = ""
        self._has_taught = False
        self._hinted: set[str] = set()
        """The sentences of the scene's hints that were read: each is read once."""
        self._shown: frozenset[str] | None = None
        """The page's sentences before a press, None without one."""

    def expect_press(self, scene: Scene) -> None:
        """Store the scene's sentences before a press, to find the changed ones afterwards."""
        if scene is self._scene:
            self._shown = frozenset(_sentences(scene))

    def answer_held(self, scene: Scene) -> None:
        """Say behind the page's words what a press is for that was too early to count."""
        if scene is self._scene:
            self._context.speak(scene.read(Topic.FOCUS))

    def announce_scene(self, scene: Scene) -> None:
        """Read the heading and focus of a new top scene.

        They interrupt the words of the scene before, but neither the new scene's own words nor
        news: the effect of the last tile is read to its end.
        """
        if not self._context.is_heard:
            self._scene = self._context.announced = None
        elif scene is not self._scene:
            self._scene = self._context.announced = scene
            self._focus = scene.read(Topic.FOCUS)
            self._hinted.clear()
            # A screen reader reads the focus by itself.
            focus = [] if self._context.speaker.is_followed else [self._focus, *self._hints(scene)]
            words = as_sentences((scene.read(Topic.HEADING), *focus))
            words = " ".join(gist_of(sentences_of(words)))
            has_more = self._context.has_spoken or self._context.has_news
            self._context.speak(words, is_urgent=not has_more)
        self._context.has_spoken = False

    def follow(self, scene: Scene, *, is_arrow: bool, is_used: bool) -> None:
        """After the player acted, read the focus and texts that have changed; after an arrow that
        led nowhere that this is the end.

        If the scene itself has just spoken, it is not interrupted.
        """
        is_known = scene is self._scene and self._context.is_heard
        focus = scene.read(Topic.FOCUS) if is_known else ""
        shown, self._shown = self._shown, None
        if is_known and not self._context.has_spoken:
            # The newly focused widget may have the same words as the one before.
            is_new = focus != self._focus or self._context.has_moved
            is_followed = self._context.speaker.is_followed
            # A screen reader reads another focus by itself, but not the same once more.
            is_read = is_new and (not is_followed or focus == self._focus)
            sentences = [focus, *self._hints(scene)] if is_read else []
            if sentences and shown is not None and not self._context.has_moved:
                sentences[:1] = self._new_state(focus)
            if shown is not None:
                sentences += [
                    one for one in _sentences(scene) if one not in shown and one not in focus
                ]
                # A press is always answered by words; the reader itself reads another focus.
                if not sentences and not (is_followed and is_new):
                    sentences = [as_sentences((focus, scene.read(Topic.HINT)))]
            # A choice, a switch or a slider keeps the arrow that would lead beyond its end.
            is_silent = is_arrow and not sentences and focus and not is_new
            if is_silent and (not is_used or _role_in_focus(scene) in _CHANGED):
                end = self._context.text("heard.spoken.field_end")
                sentences = [as_sentences([end] if is_followed else (end, focus))]
            if sentences and is_new and not is_followed and self._teaches(scene):
                sentences.append(self._context.text("heard.spoken.changes"))
            gist = gist_of(one for words in sentences for one in sentences_of(words))
            self._context.speak(" ".join(gist), is_urgent=True)
        self._focus, self._context.has_moved = focus, False
        self.announce_scene(scene)

    def _new_state(self, focus: str) -> list[str]:
        """Return what is new of the focus after a press: that it is chosen in one word."""
        known = sentences_of(self._focus)
        new = [one for one in sentences_of(focus) if one not in known]
        chosen = self._context.text("heard.spoken.is_chosen")
        return [
            f"{chosen.capitalize()}." if one.replace(f", {chosen}", "") in known else one
            for one in new
        ]

    def _hints(self, scene: Scene) -> list[str]:
        """Return the sentences that explain the focus, if they were not read on this scene yet."""
        hints = [one for one in sentences_of(scene.read(Topic.HINT)) if one not in self._hinted]
        self._hinted.update(hints)
        return hints

    def _teaches(self, scene: Scene) -> bool:
        """Whether the first choice or slider has the focus."""
        if self._has_taught or self._context.preferences.telling == "short":
            return False
        self._has_taught = _role_in_focus(scene) in _TAUGHT
        return self._has_taught


def _role_in_focus(scene: Scene) -> Role | None:
    outline = scene.outline()
    nodes = (one for node in outline.nodes for one in node.walk())
    return next((node.role for node in nodes if node.number == outline.focus), None)


def _sentences(scene: Scene) -> list[str]:
    return sentences_of(scene.read(Topic.BOARD))
