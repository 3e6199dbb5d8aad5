"""The first game at its telling moments, for the gallery."""

from game.play.lesson import LessonGoal, LessonPhase
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Scene
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.tutorial.mode import LessonMode


def open_lesson(context: Context) -> TableScene:
    """The table of the first game."""
    return TableScene(context, LessonMode(context))


def lesson_of(scene: TableScene) -> LessonMode:
    """The lesson at a table."""
    assert isinstance(scene.mode, LessonMode)
    return scene.mode


def play_until(scene: TableScene, name: str, phase: LessonPhase = LessonPhase.ASK) -> None:
    """Play the lesson by keyboard as it asks, until a step is at a phase."""

    def press(action: Action) -> None:
        scene.handle(Command(action))
        scene.motion.finish()
        scene.update(0.0)

    scene.update(0.0)
    scene.motion.finish()
    for _ in range(200):
        lesson, game = lesson_of(scene).lesson, scene.game
        if lesson.step.name == name and lesson.phase is phase and not lesson_of(scene).is_skipping:
            return
        if lesson.step.goal is LessonGoal.TAKE_BACK:
            press(Action.TAKE_BACK)
        elif game.hand():
            tile = game.hand()[0]
            scene.selection.cursor.put((*lesson.marked(game.match), *game.legal(tile))[0])
            scene.selection.is_keyboard = True
            press(Action.CONFIRM)
        else:
            press(Action.CONFIRM)
    raise AssertionError(f"never at {name}")


def lesson(context: Context, step: str, phase: str = "ask", cursor: str = "") -> Scene:
    """The first game at a phase of a step, the cursor on a space."""
    scene = open_lesson(context)
    scene.resize(context.painter.view)
    play_until(scene, step, LessonPhase(phase))
    scene.selection.is_keyboard = bool(cursor)
    if cursor:
        scene.selection.cursor.put(scene.game.setup.rules.grid.index_of(cursor))
    return scene
