"""The pause of a match."""

from __future__ import annotations

from dataclasses import replace

from game.ui.frame.scene import Pop, Push
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.table.pause import pause_scene
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from tests.ui.scenes.table_stage import TableStage, tiles_of


def test_leaving_for_the_menu_keeps_the_match(stage: TableStage) -> None:
    stage.click_space("c3")
    left = stage.match
    stage.press("escape")
    stage.click(stage.find(stage.context.text("play.menu")))
    assert isinstance(stage.top, TitleScene)
    # It waits, and is open nowhere.
    assert stage.saved is None
    assert [waiting.match for waiting in stage.context.store.waiting()] == [left]
    stage.click(stage.find(stage.context.text("menu.continue")))
    assert isinstance(stage.top, TableScene)
    assert stage.match == left


def test_every_row_of_the_pause_leads_somewhere(stage: TableStage) -> None:
    stage.click_space("c3")
    pause = pause_scene(stage.context, replace(stage.game.setup, challenge="7"), lambda _: None)
    stage.stack.apply(Push(pause))
    rows = ("new_deal", "restart")
    assert [stage.has(stage.context.text(f"play.{row}")) for row in rows] == [False, True]
    assert "Deal" not in " ".join(stage.read()), "its calls come from no seed"
    stage.stack.apply(Pop())
    for key in ("resume", "restart", "rules", "settings", "give_up"):
        stage.press("escape")
        assert stage.has(stage.context.text("play.new_deal"))
        assert "Deal" in " ".join(stage.read())
        stage.click(stage.find(stage.context.text(f"play.{key}")))
        assert not isinstance(stage.top, PauseScene), key
        while not isinstance(stage.top, TableScene):
            stage.press("escape")
            if isinstance(stage.top, PauseScene):
                stage.press("escape")
    assert list(tiles_of(stage)) == ["c3"]
