"""The slab over a paused table."""

from __future__ import annotations

from functools import partial

from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop, Push
from game.ui.parts import MAIN, ListRow, Sign
from game.ui.scenes.shared.pausing import PauseRow, PauseScene
from game.ui.widgets.scenes import BaseScene
from tests.ui.scenes.stage import Stage


def test_each_row_of_a_pause_has_its_press_its_key_and_its_sign(context: Context) -> None:
    pressed: list[str] = []
    rows = [
        PauseRow("How to play", Icon.BOOK, partial(pressed.append, "rules"), Action.HELP),
        PauseRow("Give up", Icon.FLAG, partial(pressed.append, "flag"), Action.GIVE_UP),
        PauseRow("Settings", Icon.SETTINGS, partial(pressed.append, "settings")),
    ]
    about = ["", "It is saved."]
    table = BaseScene(context)
    stage = Stage(context, table)
    scene = PauseScene(context, lambda: "Standard game", lambda: rows, lambda: about[0])
    stage.stack.apply(Push(scene))
    words = stage.read()
    assert {"Standard game", "How to play", "Give up", "Settings"} <= {*words}
    assert "It is saved." not in words
    parts = [part for part in stage.widgets() if isinstance(part, ListRow)]
    assert [part.id for part in parts] == ["How to play", "Give up", "Settings"]
    signs = [next(one for one in part.walk() if isinstance(one, Sign)) for part in parts]
    assert [(sign.icon, sign.ink) for sign in signs] == [
        (Icon.BOOK, "ink_soft"),
        (Icon.FLAG, "bad"),
        (Icon.SETTINGS, "ink_soft"),
    ]
    for part in parts:
        stage.click(part)
    assert pressed == ["rules", "flag", "settings"]
    stage.press(context.bindings.keys(Action.HELP)[0])
    assert pressed[3:] == ["rules"]
    # The rows and the words are those of the moment.
    about[0] = "It is saved."
    rows.pop()
    scene.renew()
    assert "It is saved." in stage.read()
    assert "Settings" not in stage.read()
    for leave in ("band", "key"):
        stage.click(stage.part(MAIN)) if leave == "band" else stage.press("escape")
        assert stage.stack.scenes == (table,)
        stage.stack.apply(Push(scene))
    stage.stack.apply(Pop())
