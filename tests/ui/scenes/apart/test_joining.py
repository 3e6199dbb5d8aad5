"""The page that joins a table apart: its invitation, name and folder."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from game.net.journal.invitations import Invitation
from game.net.journal.store import TableOpening
from game.net.service.service import Service
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Push, Scene
from game.ui.parts import MAIN
from game.ui.scenes.apart.joining import JoinScene
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.apart.opening import OpeningScene
from game.ui.scenes.phones.sitting import SittingScene
from game.ui.scenes.table.scene import TableScene
from game.ui.scenes.title.scene import TitleScene
from game.ui.widgets import TextField
from tests.gallery.apart import table_id
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import SAMPLES, let_until, wait_for_words
from tests.ui.scenes.stage import Stage


def test_an_invitation_is_pasted_and_a_wrong_one_is_refused(
    context: Context, other: Service, service: Service, shared: str
) -> None:
    table = other.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), folder=shared)).result(30)
    context.paste_text = lambda: "no invitation"
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.find(context.text("together.join")))
    scene = stage.top
    assert isinstance(scene, JoinScene)
    assert not scene.code
    context.paste_text = lambda: other.invitation(table)
    stage.type("TIE1I.90.nonsense")
    scene.focus("name")
    stage.type("Ben")
    stage.click(stage.find(context.text("together.join_now")))
    wait_for_words(stage, context.text("errors.fault.cut"))
    stage.click(stage.find(context.text("together.paste")))
    assert scene.code == other.invitation(table)
    stage.give(Dropped(shared))
    stage.click(stage.find(context.text("together.join_now")))
    let_until(stage, TableScene)


@pytest.mark.parametrize("first", [LobbyScene, TitleScene])
@pytest.mark.parametrize("kind", ["invitation", "key"])
def test_an_invitation_is_taken_where_it_is_pasted_or_dropped(
    context: Context,
    tmp_path: Path,
    service: Service,
    first: Callable[[Context], Scene],
    kind: str,
) -> None:
    secret = b"" if kind == "invitation" else bytes([9]) * 32
    invitation = Invitation(bytes(16), bytes(32), "", secret)
    mail = tmp_path / "mail.txt"
    mail.write_text(f"Come and play!\n\n> {invitation}\n")
    for intent in (None, Dropped(str(mail))):
        stage = Stage(context, first(context))
        context.paste_text = mail.read_text
        if intent is None:
            stage.press("ctrl+v")
        elif isinstance(stage.top, LobbyScene):
            stage.give(intent)
        else:
            stage.stack.apply(Push(context.routes.guests(str(mail))))
        let_until(stage, JoinScene)
        assert isinstance(stage.top, JoinScene)
        assert stage.top.code == str(invitation)
        # What is still missing is asked for next.
        assert stage.form.focused is stage.part("name")
    # What is nothing of a table's goes nowhere.
    context.paste_text = lambda: "TIE1"
    stage = Stage(context, first(context))
    before = stage.top
    stage.press("ctrl+v")
    stage.let(0.1)
    assert stage.top is before


@pytest.mark.parametrize("first", [JoinScene, OpeningScene, SAMPLES["apart-carry"].make])
def test_an_invitation_is_taken_where_something_else_is_asked_for(
    context: Context, tmp_path: Path, service: Service, first: Callable[[Context], Scene]
) -> None:
    """A page that asks for a folder or a turn file is brought the invitation in its place."""
    invitation = Invitation(bytes(16), bytes(32), "")
    mail = tmp_path / "mail.txt"
    mail.write_text(f"Come and play!\n\n> {invitation}\n")
    stage = Stage(context, first(context))
    stage.give(Dropped(str(mail)))
    stage.wait_until(lambda: getattr(stage.top, "code", "") == str(invitation))
    assert isinstance(stage.top, JoinScene)
    assert not stage.top.folder
    # A turn file's place takes an invitation that is pasted, too.
    stage = Stage(context, SAMPLES["apart-carry"].make(context))
    context.paste_text = mail.read_text
    stage.click(stage.part("take"))
    assert isinstance(stage.top, JoinScene)


def test_whoever_joins_by_a_shared_folder_is_asked_where_it_is_here(
    context: Context, tmp_path: Path, other: Service, service: Service
) -> None:
    shared = tmp_path / "Cloud drive"
    shared.mkdir()
    table = other.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), folder=str(shared))).result(
        30
    )
    stage = Stage(context, JoinScene(context, other.invitation(table)))
    needs = context.text("together.needs_shared", folder="Cloud drive")
    stage.click(stage.part("name"))
    stage.type("Ben")
    assert needs in " ".join(stage.read())
    assert not stage.part("join").is_enabled
    stage.give(Dropped(str(shared)))
    assert needs not in " ".join(stage.read())
    stage.click(stage.part("join"))
    let_until(stage, TableScene)


def test_who_leads_is_said_where_one_joins_and_waits(context: Context) -> None:
    limits = context.text("together.limits")
    for name, words in (("join", limits), ("waiting", "")):
        shown = " ".join(Stage(context, SAMPLES[f"apart-{name}"].make(context)).read())
        assert (limits in shown) is (words == limits)


def test_an_invitation_to_an_earlier_versions_server_is_refused_kindly(context: Context) -> None:
    invitation = Invitation(bytes(16), bytes(32), "nats://t1:word@192.168.0.7:4222")
    stage = Stage(context, JoinScene(context, str(invitation)))
    scene = stage.top
    assert isinstance(scene, JoinScene)
    scene.focus("name")
    stage.type("Ben")
    stage.click(stage.find(context.text("together.join_now")))
    wait_for_words(stage, context.text("errors.fault.earlier-table"))


def test_who_joins_says_where_and_under_which_name_or_only_watches(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    stage = Stage(context, SAMPLES["apart-join"].make(context))
    scene = stage.top
    assert isinstance(scene, JoinScene)
    context.paste_text = lambda: ""
    stage.click(stage.part("paste"))
    assert stage.part("join").hint() == context.text("together.needs_code")
    code = str(Invitation(table_id(60), bytes(32), "file:///home/mara/My%20Cloud/"))
    context.paste_text = lambda: f"Come and play!\n{code}\n"
    stage.click(stage.part("paste"))
    assert scene.code == code
    assert stage.part("join").hint() == context.text("together.needs_name")
    scene.name = "Ana"
    scene.renew()
    missing = context.text("together.needs_shared", folder="My Cloud")
    assert stage.part("join").hint() == missing
    stage.give(Dropped("/home/ana/Cloud"))
    assert (stage.part("join").hint(), scene.folder) == ("", "/home/ana/Cloud")
    stage.click(stage.part("join"))
    assert requests == [("join", f"Come and play!\n{code}\n", "Ana", "/home/ana/Cloud")]
    assert context.preferences.player_name == "Ana"
    stage.click(stage.part("watch"))
    assert len(requests) == 1, "one request at a time"
    stage = Stage(context, JoinScene(context, code))
    watching = stage.top
    assert isinstance(watching, JoinScene)
    watching.folder = "/home/ana/Cloud"
    watching.renew()
    stage.click(stage.part("watch"))
    assert requests[1:] == [("join", code, "", "/home/ana/Cloud")]
    assert context.preferences.player_name == "Ana", "watching without a name keeps the own one"
    seated = Stage(context, JoinScene(context, "http://192.168.1.20:8720/KQXR"))
    seated.click(seated.part("join"))
    assert isinstance(seated.top, SittingScene)


FORMS: Final[dict[str, tuple[Callable[[Context], Scene], str, str]]] = {
    "open_table": (OpeningScene, MAIN, "league"),
    "join": (
        lambda context: JoinScene(context, str(Invitation(table_id(60), bytes(32), ""))),
        "join",
        "name",
    ),
}
"""The form that makes each request, the part that sends it, and one of its fields."""


@pytest.mark.parametrize("request_name", FORMS)
def test_a_form_says_why_nothing_came_of_it_until_it_is_changed(
    context: Context, monkeypatch: pytest.MonkeyPatch, request_name: str
) -> None:
    """A request that is under way is not made twice."""
    asked: list[Future[Any]] = []

    def ask(*_: object) -> Future[Any]:
        asked.append(Future())
        return asked[-1]

    monkeypatch.setattr(Service, request_name, ask)
    context.preferences = replace(context.preferences, player_name="Ana")
    SAMPLES["apart-lobby"].make(context)
    make, button, name = FORMS[request_name]
    stage, why = Stage(context, make(context)), "That did not work: no such file."
    stage.give(Dropped("/home/ana/Cloud"))
    for _ in range(2):
        stage.click(stage.part(button))
        stage.let(0.1)
    assert len(asked) == 1
    asked[0].set_exception(FileNotFoundError(2, "x"))
    stage.let(0.1)
    assert why in " ".join(stage.read())
    (field,) = (part for part in stage.part(name).walk() if isinstance(part, TextField))
    stage.form.focus(field)
    stage.type("x")
    assert why not in " ".join(stage.read())
    stage.press("return")
    assert len(asked) == 2, "Enter in a field sends the form"
    asked[1].set_result(bytes(16))
    stage.let(0.1)
    assert isinstance(stage.top, LobbyScene), "the table was removed meanwhile"


def test_what_is_typed_is_sent_without_the_spaces_around_it(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    SAMPLES["apart-lobby"].make(context)
    stage = Stage(context, JoinScene(context))
    scene, text = stage.top, context.text
    assert isinstance(scene, JoinScene)
    assert stage.part("watch").hint() == text("together.needs_code")
    assert text("together.folder_maybe") in stage.read()
    # What was pasted is not sent any more once another invitation is in the field.
    context.paste_text = lambda: f"mail {Invitation(table_id(61), bytes(32), '')}"
    stage.click(stage.part("paste"))
    code = str(Invitation(table_id(60), bytes(32), "file:///home/mara/Cloud"))
    scene.code, scene.name, scene.folder = f" {code} ", " Ana \u200b", ""
    scene.renew()
    assert stage.part("join").hint() == text("together.needs_shared", folder="Cloud")
    assert text("together.folder") in stage.read()
    scene.folder = "  /home/ana/Cloud "
    scene.renew()
    stage.click(stage.part("join"))
    assert requests == [("join", f" {code} ", "Ana", "/home/ana/Cloud")]
    assert context.preferences.player_name == "Ana"
    assert text("together.joining") in " ".join(stage.read())
    # The first field to fill in has the keyboard: the name, unless it is known.
    for name, field in (("Ana", "code"), ("", "name")):
        change_settings(context, player_name=name)
        stage = Stage(context, JoinScene(context, code))
        assert stage.form.focused is not None
        assert (stage.form.focused is stage.part("name")) is (field == "name")


def test_an_invitation_asks_for_no_more_than_it_needs(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    """A key has its name, a table that is known here its folder, and mail needs none."""
    SAMPLES["apart-lobby"].make(context)
    folder, key = "file:///home/mara/Cloud", bytes(32)
    name = context.text("together.needs_name")
    missing = context.text("together.needs_shared", folder="Cloud")
    for invitation, why, has_folder in (
        (Invitation(table_id(60), key, folder), name, True),
        (Invitation(table_id(60), key, folder, key), missing, True),
        (Invitation(table_id(2), key, folder), name, True),
        (Invitation(table_id(2), key, folder, key), "", True),
        (Invitation(table_id(60), key, "", key), "", False),
    ):
        stage = Stage(context, JoinScene(context, str(invitation)))
        scene = stage.top
        assert isinstance(scene, JoinScene)
        assert stage.part("join").hint() == why
        assert (scene.find("folder") is not None) is has_folder
        is_new = invitation.table == table_id(60)
        assert stage.part("watch").hint() == (missing if is_new and has_folder else "")
        stage.click(stage.part("join"))
        wanted = [] if why else [("join", str(invitation), "", "")]
        assert requests == wanted
        requests.clear()


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-joining") == []
