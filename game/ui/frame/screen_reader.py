"""Reading aloud what has changed: which scene is on top, and what has the focus."""

from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.frame.topics import Topic, as_sentences


class ScreenReader:
    """Reads the scene's heading when another scene comes on top, and the focus when it moves."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._scene: Scene | None = None
        self._focus = ""

    def announce_scene(self, scene: Scene) -> None:
        """Say which scene is on top now, and what has the focus there, if it is another one.

        It breaks off what was being read of the scene before, but not the new one's own words.
        """
        if not self._context.preferences.has_speech:
            self._scene = None
        elif scene is not self._scene:
            self._scene, self._focus = scene, scene.read(Topic.FOCUS)
            words = as_sentences((scene.read(Topic.HEADING), self._focus))
            self._context.speak(words, is_urgent=not self._context.has_spoken)
        self._context.has_spoken = False

    def follow(self, scene: Scene) -> None:
        """After the player did something: say what has the focus, if that is new.

        What the scene itself has just said about it is not broken off.
        """
        is_known = scene is self._scene and self._context.preferences.has_speech
        focus = scene.read(Topic.FOCUS) if is_known else ""
        if is_known and focus != self._focus and not self._context.has_spoken:
            self._context.speak(focus, is_urgent=True)
        self._focus = focus
        self.announce_scene(scene)
