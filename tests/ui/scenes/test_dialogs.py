"""Questions before something is lost: what destroys is never bright, and no hasty key does it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

import pytest

import game.ui
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.errors import RulesError
from game.rules.ruleset import Ruleset
from game.storage.autosave import Autosave
from game.storage.problems import Problem, ProblemKind
from game.ui.frame.bindings import Action, is_pad
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.scene import Ignored, Pop, Quit, Replace, Scene
from game.ui.parts import Dialog, DialogChoice
from game.ui.scenes.settings.keys import ask_for_key
from game.ui.scenes.shared.dialogs import (
    ask_before_loss,
    ask_coach,
    ask_who_leaves,
    confirm_quit,
    error_notice,
    leave_or_quit,
    notice,
    problem_words,
    saved_words,
    toast_problem,
)
from game.ui.widgets import Look, Toast
from tests.sources import nodes_of
from tests.ui.scenes.stage import Stage
from tests.ui.scenes.table_stage import people

SOURCES: Final = sorted(Path(game.ui.__path__[0]).rglob("*.py"))

DESTROYING: Final = {
    # What is answered by these words is gone: a match, a seat, a table, records.
    "play.{}",
    "play.give_up",
    "together.give_up",
    "together.remove",
    "records.delete",
    "caller.leave_end",
    "waiting.end",
    "climb.start.replace_begin",
    "climb.table.give_up",
}

HARMLESS: Final = {
    "guests.open_it",
    "challenges.show_me",
    "daily.paste_friend",
    "daily.paste_own",
    "menu.back",
    "menu.problem.ok",
    "menu.quit_dialog.stay",
    "play.cancel",
    "climb.start.replace_go_on",
    "play.coach_ask",
    "together.extend_by.{}",
    "together.report_copy",
    "together.report_save",
    "records.keep",
    "caller.cancel",
    "caller.leave_later",
    "caller.stay",
    "waiting.keep",
    "settings.capture.leave",
    # What was entered stays where it is, or can be entered again at once.
    "entry.count_anyway",
    "entry.go_on",
    "entry.leave",
    "entry.switch",
    "entry.stay",
}

DEPENDS: Final = {"menu.quit_dialog.leave", "settings.capture.take"}
"""These destroy in some cases alone; tests of their own ask which."""


def calls(name: str) -> Iterator[tuple[Path, ast.Call]]:
    """Every call of that name in the window's code."""
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        if f"{name}(" not in text:
            continue
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                yield path, node


def words_of(answer: ast.expr) -> str:
    """The catalogue's key in an answer's words, `{}` for each part that is computed; "" where the
    words are names.
    """
    for node in ast.walk(answer):
        if isinstance(node, ast.JoinedStr):
            parts = (str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values)
            key = "".join(parts)
            if key[0] != "{":
                return key
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            return node.value
    return ""


def looks_of(call: ast.Call) -> set[str]:
    """The looks that are named in a call."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return {
        node.attr
        for part in given
        for node in ast.walk(part)
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Look"
    }


def test_every_answer_that_destroys_looks_like_it_and_no_other_does() -> None:
    asked = [(words_of(call.args[0]), looks_of(call)) for _, call in calls("DialogChoice")]
    assert {words for words, _ in asked if words} == DESTROYING | HARMLESS | DEPENDS
    for words, looks in asked:
        if words not in DEPENDS:
            assert ("DANGER" in looks) is (words in DESTROYING), words


def test_no_button_that_destroys_has_the_focus_first() -> None:
    buttons = [*calls("Button"), *calls("WordLink")]
    found = [(path, call) for path, call in buttons if "DANGER" in looks_of(call)]
    assert found
    for path, call in found:
        (*_, named) = [None, *(k.value for k in call.keywords if k.arg == "id")]
        assert not (isinstance(named, ast.Name) and named.id == "MAIN"), path


def test_enter_destroys_nothing_where_another_answer_is(context: Context) -> None:
    for looks in product(Look, repeat=3):
        if set(looks) == {Look.DANGER}:
            continue
        acts = [Quit if look is Look.DANGER else Pop for look in looks]
        dialog = Dialog(context, "?", "", list(map(DialogChoice, "abc", acts, looks)))
        dialog.resize(context.painter.view)
        assert dialog.handle(Command(Action.CONFIRM)) == Pop(Pop()), looks


def test_leaving_is_bright_only_while_nothing_is_lost_by_it(
    player: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaves(dialog: Scene | None) -> bool:
        assert dialog is not None
        dialog.resize(player.painter.view)
        done = dialog.handle(Command(Action.CONFIRM))
        return isinstance(done, Pop) and isinstance(done.then, Quit)

    text = player.text
    for has_match, key in ((True, "saved"), (False, "idle")):
        asked = confirm_quit(player, has_match=has_match)
        assert leaves(asked)
        assert asked.body == text(f"menu.quit_dialog.{key}")
    names = text("room.quit_body", names="Ana and Ben")
    for is_safe, has_unsaved, phones in product((True, False), (True, False), ((), ("Ana", "Ben"))):
        lost = ask_before_loss(player, phones, is_safe=is_safe, has_unsaved=has_unsaved)
        bodies = (
            "" if is_safe else text("storage.problem.only-here"),
            text("entry.leave_body") if has_unsaved else "",
            names if phones else "",
        )
        assert lost.body == "\n".join(filter(None, bodies))
    for action, done in ((Action.CANCEL, Pop), (Action.QUIT, Quit), (Action.COPY, Ignored)):
        assert isinstance(leave_or_quit(player, action), done)
    assert saved_words(player, "climb.table.paused") == text("climb.table.paused")
    monkeypatch.setattr(Autosave, "is_safe", False)
    assert saved_words(player, "climb.table.paused") == text("storage.problem.only-here")
    assert not leaves(player.routes.quit_question(()))


def test_a_problem_over_a_game_stays_until_it_was_read(player: Context) -> None:
    toast, problem = Toast(player), Problem(ProblemKind.READ_ONLY, Path("/stick"), "no room")
    other = Problem(ProblemKind.UNFILED, Path("/stick"), "no room")
    assert not toast_problem(player, toast)
    player.store.problems.add(problem)
    player.store.problems.add(other)
    assert toast_problem(player, toast)
    assert (toast.words, toast.is_bad) == (problem_words(player, problem), True)
    toast.fade()
    assert not toast_problem(player, toast), "the next one waits"
    toast.advance(9)
    assert toast_problem(player, toast)
    assert toast.words == problem_words(player, other)
    # Ordinary words make room for a problem at once.
    toast.show("Well played!")
    third = Problem(ProblemKind.GONE, Path("/stick"))
    player.store.problems.add(third)
    assert toast_problem(player, toast)
    assert toast.words == problem_words(player, third)


@pytest.mark.parametrize(("action", "chord"), [(Action.COPY, "pad 9"), (Action.COPY, "m")])
def test_a_hasty_enter_takes_no_action_s_last_key(
    player: Context, action: Action, chord: str
) -> None:
    before = player.bindings
    other = before.chords[chord]
    asked = ask_for_key(player, action).handle(Command(None, chord, chord=chord))
    assert isinstance(asked, Replace)
    asked.scene.resize(player.painter.view)
    asked.scene.handle(Command(Action.CONFIRM))
    is_taken = player.bindings.chords[chord] is action
    # One that gets another key in exchange is given away, the last one is not.
    assert is_taken is (chord == "m")
    assert player.bindings.shown(other, on_pad=is_pad(chord))


def test_each_question_and_each_notice_has_its_words_and_answers(player: Context) -> None:
    stay = ["Stay", "Leave"]
    only_here = problem = "Not everything could be saved. What is missing lasts only until this"
    only_here = f"{problem} window is closed."
    board, phones = (
        "The board is not saved and would be lost.",
        "Still here on phones: Eva and Ben.",
    )
    title, notes = "Leave the game?", "One thing you should know"
    ask = partial(ask_before_loss, player)
    saved = "The game is saved. Next time you can continue exactly where you left off."
    coach = "It shows what each space is worth and why. Your records will mark this game as played"
    for dialog, shown in (
        (confirm_quit(player), ["Leave", "Stay", saved, title]),
        (confirm_quit(player, has_match=False), ["Leave", "Stay", "See you soon.", title]),
        (ask((), is_safe=True, has_unsaved=True), [*stay, board, title]),
        (ask((), is_safe=False, has_unsaved=False), [*stay, only_here, title]),
        (ask(("Eva", "Ben"), is_safe=True, has_unsaved=False), [*stay, phones, title]),
        (ask(("Eva", "Ben"), is_safe=False, has_unsaved=True),
         [*stay, only_here, board, phones, title]),
        (notice(player, "A sentence."), ["All right", "A sentence.", notes]),
        (notice(player, "A sentence.", "A title"), ["All right", "A sentence.", "A title"]),
        (error_notice(player, RulesError("x")),
         ["All right", "That did not work.", "If you want to report it: x", notes]),
        (ask_coach(player, lambda: None),
         ["Ask the coach", "No, keep playing", f"{coach} with the coach.", "Ask the coach?"]),
    ):  # fmt: skip
        assert Stage(player, dialog).read() == shown
    ways = [leave_or_quit(player, way) for way in (Action.CANCEL, Action.QUIT, Action.HELP)]
    assert [*map(type, ways)] == [Pop, Quit, Ignored]
    game, left = TableGame.start(TableSetup(Ruleset(), people("Ana", "Ben", "Eva"), "1")), [0]
    who = Stage(player, ask_who_leaves(player, game, (0, 2), lambda seat: left.append(seat)))
    assert who.read()[:3] == [player.text("play.cancel"), "Ana", "Eva"]
    who.click(who.find("Eva"))
    assert left == [0, 2]
