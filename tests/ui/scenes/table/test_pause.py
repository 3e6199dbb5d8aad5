"""The pause of a match."""

from __future__ import annotations

from dataclasses import replace

from game.play.table import TableSetup
from game.rules.ruleset import Ruleset
from game.storage.codes import Deal, format_code
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Pop, Push
from game.ui.parts import ListRow
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.shared.names import rules_page
from game.ui.scenes.shared.pausing import PauseRow, PauseScene
from game.ui.scenes.table.pause import confirm, pause_scene
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets.scenes import BaseScene
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table_stage import TableStage, people, tiles_of


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


def test_each_row_of_the_pause_does_its_own_act_behind_the_pause(context: Context) -> None:
    acts: list[Action] = []
    setup = TableSetup(Ruleset.parse("daffodil-4 free single none"), people("Ana"), "42")
    more = [PauseRow("More", Icon.ROBOT, lambda: Pop())]
    table = BaseScene(context)
    text, code = context.text, format_code(Deal(setup.rules, setup.seed))
    expected = [
        (text("play.restart"), Action.RESTART),
        (text("play.new_deal"), Action.NEW_DEAL),
        ("More", None),
        (text("play.rules"), Action.HELP),
        (text("play.settings"), None),
        (text("play.give_up"), Action.GIVE_UP),
        (text("play.menu"), None),
        (text("play.deal", code=code), Action.COPY),
    ]
    for is_challenge in (False, True):
        asked = replace(setup, challenge="7" if is_challenge else "")
        stage = Stage(context, table)
        stage.stack.apply(Push(pause_scene(context, asked, acts.append, lambda: more)))
        rows = [row for row in stage.widgets() if isinstance(row, ListRow)]
        left_out = (Action.NEW_DEAL, Action.COPY) if is_challenge else ()
        assert [(row.id, row.shortcut) for row in rows] == [
            row for row in expected if row[1] not in left_out
        ]
        for words, action in expected:
            if action in left_out or action is None:
                continue
            stage.click(stage.find(words))
            if action is Action.HELP:
                assert isinstance(stage.top, RulesScene)
                plain = RulesScene(context, rules_page(setup.rules))
                assert stage.read() == Stage(context, plain).read()
                stage.press("escape")
                continue
            assert stage.stack.scenes == (table,), "the pause is closed"
            assert acts.pop() is action
            stage.stack.apply(Push(pause_scene(context, asked, acts.append, lambda: more)))
    assert acts == []


def test_a_question_does_its_act_or_nothing(context: Context) -> None:
    acts: list[str] = []
    table = BaseScene(context)
    for key, done in (("play.give_up", ["act"]), ("play.cancel", []), ("", [])):
        stage = Stage(context, table)
        acts.clear()
        stage.stack.apply(confirm(context, "give_up", "give_up", lambda: acts.append("act")))
        assert {context.text("play.give_up_title"), context.text("play.cancel")} <= {*stage.read()}
        if key:
            stage.click(stage.find(context.text(key)))
        else:
            stage.press("escape")
        assert (acts, stage.stack.scenes) == (done, (table,))
