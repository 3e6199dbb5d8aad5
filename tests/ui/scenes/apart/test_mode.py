"""A table apart during its match: its words, keys, buttons and turns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pygame
import pytest

from game.net.journal.events import RemindedEvent
from game.net.journal.store import LeadSettings, TableOpening
from game.net.journal.table import MissedCall
from game.net.service.service import Service
from game.rules.ruleset import Ruleset
from game.ui.draw.icons import Icon
from game.ui.draw.sprites.pieces import Sprites
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Dropped
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Pop, Push
from game.ui.parts import ListRow
from game.ui.scenes.apart.carrying import CarryingScene
from game.ui.scenes.apart.leading import LeadingScene
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.apart.mode import ApartMode
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.shared.pausing import PauseScene
from game.ui.scenes.shared.table_mode import MATCH_ACTIONS
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import Button, say
from tests.gallery import apart as sample
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import (
    LEAGUE,
    SAMPLES,
    has_begun,
    let_until,
    wait_for,
    wait_for_words,
)
from tests.ui.scenes.stage import Stage

WATCHED = SAMPLES["apart-watch"]


def test_a_game_master_who_plays_leads_on_at_the_board(
    context: Context, other: Service, service: Service, shared: str
) -> None:
    """A table that is led by hand waits for them there as well, and says so."""
    opening = TableOpening(
        Ruleset(), 2, 3600, ("Ana",), folder=shared, lead_settings=LeadSettings(by_hand=True)
    )
    table = service.open_table(opening).result(30)
    other.join(service.invitation(table), "Ben", shared).result(30)
    wait_for(lambda: service.snapshots[table].can_go_on and has_begun(service.snapshots[table]))
    stage = Stage(context, context.routes.apart_next(table))
    let_until(stage, TableScene)
    wait_for_words(stage, context.text("together.state.calls_here"))
    stage.click(stage.find(context.text("together.next_call")))
    wait_for_words(stage, context.text("together.your_turn"))
    assert service.snapshots[table].table.calls == 1  # type: ignore[union-attr]


def test_what_goes_by_mail_is_not_sent_before_a_turn_file_is_copied(
    context: Context, other: Service, service: Service, copied: list[str]
) -> None:
    """The wish for a seat, then a turn: the page says so, and its main button copies the file."""
    text, rules = context.text, Ruleset()
    id = other.open_table(TableOpening(rules, 2, 3600, ("Ana",))).result(30)
    service.join(f"{other.invitation(id)} {other.turn_file(id).result(30)}", "Ben").result(30)
    wait_for(lambda: service.snapshots[id].must_send)
    stage = Stage(context, LobbyScene(context))
    wait_for_words(stage, text("together.not_sent"))
    assert stage.has(text("together.copy_turns"))
    stage = Stage(context, context.routes.apart_next(id))
    wait_for_words(stage, text("together.not_sent"))
    stage.press("enter")
    wait_for_words(stage, text("together.turns_copied"))
    wait_for(lambda: not service.snapshots[id].must_send)
    other.take(copied[-1]).result(30)
    wait_for(lambda: has_begun(other.snapshots[id]) and other.snapshots[id].waited)
    service.take(other.turn_file(id).result(30)).result(30)
    stage = Stage(context, context.routes.apart_next(id))
    scene = stage.top
    assert isinstance(scene, TableScene)
    mode = scene.mode
    assert isinstance(mode, ApartMode)
    stage.let(0.5)
    (tile,) = scene.game.hand()
    scene.control.place(tile, scene.game.legal(tile)[0])
    stage.press("n")
    stage.wait_until(lambda: service.snapshots[id].must_send)
    assert text("together.not_sent") in mode.strip_words()
    assert text("together.with_master") not in mode.strip_words()
    stage.let(0.5)
    assert text("together.copy_turns") in [words for _, words in mode.hints()]
    before = len(copied)
    stage.press("n")
    stage.wait_until(lambda: len(copied) > before)
    wait_for_words(stage, text("together.turns_copied"))
    stage.wait_until(lambda: text("together.with_master") in mode.strip_words())


def test_who_only_watches_is_at_the_table_with_nothing_to_place(
    context: Context, other: Service, service: Service, shared: str
) -> None:
    bots = (("Ben", "random"),)
    table = other.open_table(
        TableOpening(Ruleset(), 2, 3600, ("Ana",), bots, folder=shared)
    ).result(30)
    context.paste_text = lambda: other.invitation(table)
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.find(context.text("together.join")))
    stage.click(stage.find(context.text("together.paste")))
    stage.give(Dropped(shared))
    stage.click(stage.find(context.text("together.watch")))
    let_until(stage, TableScene)
    wait_for_words(stage, "Waiting for Ana")
    shown = stage.read()
    assert context.text("together.give_up") not in shown
    assert [a.name for a in other.snapshots[table].asking] == []


def test_a_table_apart_names_the_keys_that_are_bound(context: Context) -> None:
    scene = SAMPLES["apart-table"].make(context)
    assert isinstance(scene, TableScene)
    place, back = context.text("play.key.place"), context.text("play.key.take_back")
    keys = {words: key for key, words in scene.mode.hints()}
    assert keys[place] == "Enter"
    context.bindings = context.bindings.bind(Action.TAKE_BACK, "k")
    assert {words: key for key, words in scene.mode.hints()}[back] == "K"
    context.is_pad_held = True
    assert {words: key for key, words in scene.mode.hints()}[place] == "A"
    # Where the game master's own time is over, nothing more is placed here.
    service = context.apart.service
    assert isinstance(scene.mode, ApartMode)
    seen = replace(scene.mode.snapshot, is_master=True)
    shut = replace(seen, handed_in=frozenset(), waited=seen.waited - set(seen.own_seats))
    service.snapshots = {seen.id: shut}
    assert place not in [words for _, words in scene.mode.hints()]
    assert scene.mode.seconds_left() is None


def test_a_table_never_hands_in_by_itself(context: Context) -> None:
    change_settings(context, has_auto_call=True, call_pause=1.0)
    scene = sample.table(context, 2, "many")
    stage, service = Stage(context, scene), context.apart.service
    assert isinstance(scene.mode, ApartMode)
    seen = scene.mode.snapshot
    service.snapshots = {seen.id: replace(seen, handed_in=frozenset(), waited=frozenset({0}))}
    stage.let(1)
    assert scene.mode.seconds_left() is not None
    (tile,) = scene.game.hand()
    scene.control.place(tile, scene.game.legal(tile)[0])
    stage.let(5)
    hand_in = context.text("together.hand_in")
    assert hand_in in [words for _, words in scene.mode.hints()]
    assert scene.mode.seconds_left() is not None


def test_only_those_of_the_call_before_are_told_to_have_been_stood_in_for(
    context: Context,
) -> None:
    scene = sample.table(context, 2, "stood-in")
    assert isinstance(scene.mode, ApartMode)
    seen = scene.mode.snapshot
    assert seen.table is not None
    missed = (MissedCall(3, 2), *seen.table.missed)
    context.apart.service.snapshots = {
        seen.id: replace(seen, table=replace(seen.table, missed=missed))
    }
    told = context.text("together.stood_in", names="Ben")
    assert told in scene.mode.strip_words()


def test_giving_up_gives_all_seats_of_this_home_up(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(context, sample.table(context, 2))
    service = context.apart.service
    id = sample.table_id(2)
    service.snapshots = {id: replace(service.snapshots[id], own_seats=(0, 1))}
    left: list[int] = []
    monkeypatch.setattr(service, "leave_seat", lambda table, seat: left.append(seat))
    words = context.text("together.give_up")
    assert isinstance(stage.top, TableScene)
    stage.click(stage.widget("sign"))
    stage.click(stage.find(words))
    stage.click(stage.find(words))
    assert left == [0, 1]


def test_the_menu_of_a_table_is_reached_by_gamepad(context: Context) -> None:
    stage = Stage(context, SAMPLES["apart-table"].make(context))
    table = stage.top
    assert isinstance(table, TableScene)
    stage.press("pad 6")
    assert isinstance(stage.top, PauseScene)
    stage.press("pad 0")
    assert stage.stack.top is table
    for name, scene in (("play.rules", RulesScene), ("together.carry", CarryingScene)):
        stage.press("pad 6")
        button = stage.find(context.text(name))
        while stage.form.focused is not button:
            stage.press("pad down")
        stage.press("pad 0")
        assert isinstance(stage.top, scene)
        stage.press("pad 1")
        assert stage.top is table


def test_who_watches_can_read_how_to_play(context: Context) -> None:
    """The first button of a table is not everywhere the one that takes back."""
    stage = Stage(context, WATCHED.make(context))
    stage.let(1)
    assert stage.form.find(Action.TAKE_BACK) is None
    stage.click(stage.widget("sign"))
    stage.click(stage.find(context.text("play.rules")))
    assert isinstance(stage.top, RulesScene)
    # Whoever gets a seat meanwhile has the buttons of who plays.
    stage.press("escape")
    seen = context.apart.service.snapshots[sample.table_id(9)]
    context.apart.service.snapshots = {seen.id: replace(seen, own_seats=(1,))}
    stage.let(0.5)
    assert stage.form.find(Action.TAKE_BACK) is not None


def test_a_guest_takes_a_turn_back_and_finds_it_again(
    context: Context, tmp_path: Path, other: Service, service: Service
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    table = other.open_table(TableOpening(Ruleset(), 2, 3600, ("Ana",), folder=str(shared))).result(
        30
    )
    service.join(other.invitation(table), "Ben", str(shared)).result(30)
    wait_for(lambda: service.snapshots[table].waits_for_me)

    def hand_in(stage: Stage, space: int) -> None:
        scene = stage.top
        assert isinstance(scene, TableScene)
        stage.let(1)
        scene.control.place(tile, space)
        words = context.text("together.hand_in")
        stage.wait_until(lambda: stage.has(words))
        stage.click(stage.find(words))
        text = ((1, f"{tile}@{('a1', 'a2')[space]}"),)
        wait_for(lambda: service.snapshots[table].turns == text)

    scene = context.routes.apart_next(table)
    assert isinstance(scene, TableScene)
    (tile,) = scene.game.hand()
    hand_in(Stage(context, scene), 0)
    # The table opened again shows the tile on its space.
    scene = context.routes.apart_next(table)
    assert isinstance(scene, TableScene)
    stage = Stage(context, scene)
    stage.let(1)
    assert not scene.game.hand()
    stage.click(stage.widget(Action.TAKE_BACK))
    assert scene.game.hand() == (tile,)
    wait_for(lambda: not service.snapshots[table].turns)
    hand_in(stage, 1)


def test_whoever_is_reminded_reads_by_whom(context: Context) -> None:
    scene = sample.table(context, 9, "watched")
    assert isinstance(scene.mode, ApartMode)
    seen = scene.mode.snapshot
    for by, words in ((None, "together.reminded"), (1, "together.reminded_by")):
        asked = replace(
            seen,
            own_seats=(2,),
            waited=frozenset({2}),
            reminded=RemindedEvent(8, by, (2,), "0" * 16),
        )
        context.apart.service.snapshots = {seen.id: asked}
        told = context.text(words, **({} if by is None else {"name": "Ben"}))
        assert told in scene.mode.strip_words()
    context.apart.service.snapshots = {seen.id: replace(asked, own_seats=(0,))}
    assert context.text("together.reminded_by", name="Ben") not in scene.mode.strip_words()


STRIPS: Final = {
    "apart-table": ("Your turn: 0:42", "", 42, ["place", "take back", "other boards", "menu"]),
    "apart-table-cut": (
        "No connection; still trying. What you placed is safe.",
        "No connection; still trying. What you placed is safe.",
        None,
        ["place", "take back", "other boards", "menu"],
    ),
    "apart-watch": ("Waiting for Cléo: 0:42", "Waiting for Cléo", None, ["other boards", "menu"]),
    "apart-stood-in": (
        "Your turn: 0:42 · the computer placed for Ben",
        "the computer placed for Ben",
        42,
        ["place", "take back", "other boards", "menu"],
    ),
}
"""The words above the board, those read aloud, the seconds left, and the keys of each table."""


@pytest.mark.parametrize("name", STRIPS)
def test_a_table_says_whose_turn_it_is_and_which_keys_there_are(
    context: Context, name: str
) -> None:
    above, read, seconds, keys = STRIPS[name]
    scene = SAMPLES[name].make(context)
    assert isinstance(scene, TableScene)
    assert isinstance(scene.mode, ApartMode)
    Stage(context, scene).let(0.1)
    mode = scene.mode
    assert (mode.strip_words(), mode.instructions()) == (above, read)
    assert mode.seconds_left() == seconds
    words = [words for _, words in mode.hints()]
    assert words == [*keys, context.text("together.leave")]
    assert bool(mode.links(scene)) is (name != "apart-watch")
    rules = "Correspondence league" if name == "apart-table-cut" else "Standard game"
    assert mode.title() == (rules, "")


def test_the_keys_and_the_button_of_a_table_are_those_of_its_moment(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    """Another's board is looked at; a game master who plays closes and calls."""
    scene = sample.table(context, 2)
    stage, mode, service = Stage(context, scene), scene.mode, context.apart.service
    assert isinstance(mode, ApartMode)
    seen = mode.snapshot
    assert seen.table is not None
    stage.let(0.2)
    stage.press("page down")
    stage.let(0.1)
    assert mode.hints() == [("PgDn", "other boards"), ("Esc", "Back to the game")]
    stage.press("escape")
    stage.let(0.1)
    leave = "Leave; the game continues"
    others = [("PgDn", "other boards"), ("H", "menu"), ("Esc", leave)]
    placing = [("Enter", "place"), ("Backspace", "take back"), *others]
    assert (mode.hints(), mode.below_hand(scene)) == (placing, False)
    ready = replace(seen, waited=frozenset(), handed_in=frozenset({0}), can_go_on=True)
    between = replace(ready, table=replace(seen.table, call=None))
    for snapshot, words in ((ready, "Close the call"), (between, "Next call")):
        service.snapshots = {seen.id: snapshot}
        stage.let(0.1)
        assert mode.hints() == [("N", words), *others]
        button = mode.below_hand(scene)
        assert isinstance(button, Button)
        assert say(button.label) == words
        asked = ("lead", seen.id, seen.seating.lead_settings, ("goes_on", True))
        stage.press("n")
        assert requests == [asked]
        stage.give(Command(Action.NEXT_CALL, key="n", is_repeat=True))
        stage.click(stage.find(words))
        assert requests == [asked, asked], "a key that is held asks once"
        requests.clear()
    service.snapshots = {seen.id: replace(ready, can_go_on=False)}
    stage.let(0.1)
    stage.press("n")
    assert (requests, mode.hints(), mode.below_hand(scene)) == ([], others, False)
    # One's own turn comes before the game master's step.
    service.snapshots = {seen.id: replace(seen, can_go_on=True)}
    stage.let(0.1)
    stage.press("n")
    assert (requests, mode.hints(), mode.below_hand(scene)) == ([], placing, False)
    # A guest's turn that no turn file holds is to be copied.
    by_mail = replace(seen.seating, invitation=replace(seen.seating.invitation, url=""))
    unsent = replace(seen, is_master=False, unsent=1, seating=by_mail, handed_in=frozenset({0}))
    service.snapshots = {seen.id: unsent}
    stage.let(0.1)
    copy = "Copy the turn file"
    assert mode.hints() == [("N", copy), *others]
    button = mode.below_hand(scene)
    assert isinstance(button, Button)
    assert (say(button.label), button.icon) == (copy, Icon.COPY)
    for press in ("key", "button"):
        stage.press("n") if press == "key" else stage.click(stage.find(copy))
        assert isinstance(stage.top, CarryingScene)
        stage.stack.apply(Pop())
    stage.give(Command(Action.NEXT_CALL, key="n", is_repeat=True))
    assert stage.top is scene
    # Keys of a table at one screen do nothing here.
    for action in MATCH_ACTIONS - {Action.COACH}:
        stage.give(Command(action))
        assert (stage.top, requests) == (scene, [])
    stage.give(Command(Action.COACH, key="h", is_repeat=True))
    assert stage.top is scene
    stage.press("h")
    assert isinstance(stage.top, PauseScene)
    # A table of several rounds says which one.
    scene = sample.table(context, 11, "many")
    assert scene.mode.title() == ("Four rounds", "Round 1 of 4")


def test_the_menu_of_a_table_has_the_pages_that_concern_its_reader(context: Context) -> None:
    scene = sample.table(context, 2)
    mode, service, text = scene.mode, context.apart.service, context.text
    assert isinstance(mode, ApartMode)
    lobby = LobbyScene(context)
    seen = mode.snapshot
    rules, carry, leave = text("play.rules"), text("together.carry"), text("together.leave")
    desk, report = text("together.desk"), text("together.report_open")
    guest = replace(seen, is_master=False)
    for snapshot, words in (
        (seen, [rules, desk, carry, text("together.give_up"), leave]),
        (guest, [rules, report, carry, text("together.give_up"), leave]),
        (replace(guest, own_seats=()), [rules, report, carry, leave]),
    ):
        service.snapshots = {seen.id: snapshot}
        stage = Stage(context, lobby)
        stage.stack.apply(Push(scene))
        stage.press("h")
        rows = [part for part in stage.widgets() if isinstance(part, ListRow)]
        assert [row.id for row in rows] == words
        assert text("editions.standard.name") in stage.read()
    below = stage.stack.scenes[:-1]
    for row, kind in ((report, LeadingScene), (carry, CarryingScene), (leave, LobbyScene)):
        stage.click(stage.part(row))
        assert type(stage.top) is kind
        if kind is not LobbyScene:
            stage.stack.apply(Pop())
            assert stage.stack.scenes == below
            stage.press("h")
    # The result follows at the table's own page.
    (over,) = sample.TABLES["lost"]
    service.snapshots = {seen.id: replace(over, id=seen.id)}
    assert isinstance(mode.count(), CountScene)


def test_the_words_over_a_board_are_for_those_whom_they_concern(context: Context) -> None:
    """A reminder for who is asked, a stand-in outside a league, a seat that was left for all."""
    scene = sample.table(context, 2, "stood-in")
    mode, service = scene.mode, context.apart.service
    assert isinstance(mode, ApartMode)
    Stage(context, scene).let(0.1)
    seen = mode.snapshot
    assert seen.table is not None
    opened = replace(seen.table.opened, rules=LEAGUE)
    reminded = RemindedEvent(8, None, (0,), "0" * 16)
    for change, words in (
        ({}, "Your turn · the computer placed for Ben"),
        ({"table": replace(seen.table, opened=opened)}, "Your turn"),
        ({"table": replace(seen.table, missed=(MissedCall(6, 1),))}, "Your turn"),
        (
            {"reminded": reminded, "left": (1,), "free": (1,)},
            "Your turn · the game master has sent a reminder · Ben gave up the seat"
            " · the computer placed for Ben",
        ),
        (
            {"reminded": reminded, "own_seats": ()},
            "Waiting for Ana and Cléo · the computer placed for Ben",
        ),
        ({"trouble": "x"}, "No connection; still trying. What you placed is safe."),
    ):
        service.snapshots = {seen.id: replace(seen, **change)}
        above = mode.strip_words().replace(": 0:42", "")
        assert above == words
    stopped = replace(seen, trouble="x", is_stopped=True)
    service.snapshots = {seen.id: stopped}
    assert mode.strip_words() == context.text("together.led_elsewhere")
    assert mode.seconds_left() is None


def test_who_watches_sees_the_tile_that_was_called(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles: list[object] = []
    monkeypatch.setattr(Sprites, "draw_tile", lambda _, surface, tile, *more: tiles.append(tile))
    for name, is_shown in (("apart-watch", True), ("apart-table", False)):
        scene = SAMPLES[name].make(context)
        assert isinstance(scene, TableScene)
        Stage(context, scene).let(0.5)
        assert scene.layout is not None
        tiles.clear()
        scene.mode.draw(pygame.Surface((1, 1)), scene.layout)
        assert tiles == (list(scene.game.match.round.calls[-1]) if is_shown else [])


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-mode") == []
