"""Reads aloud what has changed: the scene on top, and the focus."""

from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.frame.topics import Topic, as_sentences, gist_of, sentences_of


class ScreenReader:
    """Reads a new scene's heading, the focus when it moves, and what a press has changed."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._scene: Scene | None = None
        self._focus = ""
        self._shown: frozenset[str] | None = None
        """The page's sentences before a press, None where nothing is pressed."""

    def expect_press(self, scene: Scene) -> None:
        """Remember what the scene shows, because something is about to be pressed."""
        if scene is self._scene and self._context.is_heard:
            self._shown = frozenset(_sentences(scene))

    def announce_scene(self, scene: Scene) -> None:
        """Say which scene is on top now, and what has the focus there, if it is another one.

        It breaks off what was being read of the scene before, but neither the new one's own words
        nor news: what the last tile has done is heard to its end.
        """
        if not self._context.is_heard:
            self._scene = self._context.announced = None
        elif scene is not self._scene:
            self._scene = self._context.announced = scene
            self._focus = scene.read(Topic.FOCUS)
            # A screen reader reads by itself what has the focus.
            focus = "" if self._context.speaker.is_followed else self._focus
            words = as_sentences((scene.read(Topic.HEADING), focus))
            words = " ".join(gist_of(sentences_of(words)))
            has_more = self._context.has_spoken or self._context.has_news
            self._context.speak(words, is_urgent=not has_more)
        self._context.has_spoken = False

    def follow(self, scene: Scene) -> None:
        """After the player did something: say what has the focus, if that is new.

        What the scene itself has just said about it is not broken off.
        """
        is_known = scene is self._scene and self._context.is_heard
        focus = scene.read(Topic.FOCUS) if is_known else ""
        shown, self._shown = self._shown, None
        if is_known and not self._context.has_spoken:
            # What the keyboard has gone to may have the words of what it came from.
            is_new = focus != self._focus or self._context.has_moved
            is_followed = self._context.speaker.is_followed
            sentences = [focus] if is_new and not is_followed else []
            if shown is not None:
                sentences += [
                    one for one in _sentences(scene) if one not in shown and one not in focus
                ]
                # A press is never silent.
                sentences = sentences or [focus] * (not is_followed)
            gist = gist_of(one for words in sentences for one in sentences_of(words))
            self._context.speak(" ".join(gist), is_urgent=True)
        self._focus, self._context.has_moved = focus, False
        self.announce_scene(scene)


def _sentences(scene: Scene) -> list[str]:
    return sentences_of(scene.read(Topic.BOARD))
