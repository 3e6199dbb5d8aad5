"""Somebody else's records are shown, and change nothing of one's own."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.bots.coach.replay import ReplayAct, replay_seat
from game.bots.coach.review import Review
from game.bots.coach.verdicts import ReviewedPlacement, Verdict
from game.bots.protocol import Worth
from game.bots.service.answer import EngineAnswer
from game.bots.service.tasks import EngineTask, ReviewTask
from game.play.table import TableSetup
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.storage.database import identity_of
from game.storage.places import HOME_VARIABLE
from game.storage.record_files import RECORD_ENDINGS
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Translator
from game.ui.frame.loop import Loop
from game.ui.parts import Dialog
from game.ui.scenes.count.next_steps import open_count
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.guests.scene import GuestsScene, find_files, guests_scene
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets.scenes import BaseScene
from tests.gallery.records import play_out
from tests.gallery.review import ReadyEngines
from tests.ui.scenes.stage import Stage


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's documents."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


def guest(seed: str = "5", name: str = "Zoé") -> Match:
    """Somebody else's match."""
    return play_out(Ruleset(), (name,), seed, "standard")


class Answering(ReadyEngines):
    """Reviews at once, every placement costing nine points; finds no best board."""

    def reply(self, task: EngineTask[Any], answer: EngineAnswer[Any]) -> None:
        if not isinstance(task, ReviewTask):
            answer.fail(RuntimeError("no"))
            return
        placed = tuple(
            ReviewedPlacement(m.call, p, 0, 9, Verdict.COSTLY, (Worth(p, 9.0),))
            for m in replay_seat(task.match, task.round_index, task.seat)
            if m.act is ReplayAct.PLACED
            for p in m.placements
        )
        answer.give(Review(placed, (), 0, 0, 0, 0, (), 301))


def test_a_guest_is_shown_and_changes_no_statistics(player: Context, home: Path) -> None:
    own = play_out(Ruleset(), ("Ana",), "3", "standard")
    player.store.profile.add_match(own)
    # Even one that pretends to be our own match, and is another.
    forged = replace(guest(), meta=json.dumps({"id": identity_of(own)}))
    profile = player.store.profile
    before = (profile.last_matches(), profile.all_findings(), profile.best(), profile.mean())
    for match in (guest(), forged):
        path = home / "zoe.json"
        path.write_text(print_record(match))
        player.engines = Answering()
        stage = Stage(player, guests_scene(player, str(path)))
        assert isinstance(stage.top, CountScene)
        stage.let(2)
        words = " ".join(stage.read())
        assert player.text("guests.remark") in words
        assert str(score_match(match).players[0].total) in words
        stage.click(stage.find(player.text("review.open")))
        assert isinstance(stage.top, ReviewScene)
        assert stage.top.is_guest
        stage.top.enter()
        after = (profile.last_matches(), profile.all_findings(), profile.best(), profile.mean())
        assert after == before


def test_a_file_of_several_is_chosen_from_and_says_where_it_is_wrong(
    player: Context, home: Path
) -> None:
    path = home / "evening.jsonl"
    lines = [print_record(guest("1", "Zoé")), '{"format": 3}', print_record(guest("2", "Yann"))]
    path.write_text("\n".join(lines))
    stage = Stage(player, guests_scene(player, str(path)))
    assert isinstance(stage.top, GuestsScene)
    words = " ".join(stage.read())
    assert "Zoé" in words
    assert "Yann" in words
    stage.click(stage.part(1))
    assert isinstance(stage.top, Dialog)
    assert "2" in " ".join(stage.read())
    stage.press("escape")
    stage.click(stage.part(2))
    assert isinstance(stage.top, CountScene)
    assert stage.top.control.match.players[0].name == "Yann"


@pytest.mark.parametrize("raw", [b"", b"\xff\x00", b"[1, 2]", b"{}", b'{"format": "take-it-easy"}'])
def test_a_bad_file_gets_a_clear_error(player: Context, home: Path, raw: bytes) -> None:
    path = home / "bad.json"
    path.write_bytes(raw)
    stage = Stage(player, guests_scene(player, str(path)))
    assert isinstance(stage.top, Dialog)
    assert "bad.json" in " ".join(stage.read())


@pytest.mark.parametrize("name", ["none.json", "", "folder"])
def test_what_is_no_file_is_told(player: Context, home: Path, name: str) -> None:
    (home / "folder").mkdir()
    scene = guests_scene(player, str(home / name) if name else str(home))
    assert isinstance(scene, Dialog)


def test_a_foreign_meta_is_shown(player: Context, home: Path) -> None:
    odd = replace(guest(), meta=json.dumps({"table": 7}))
    path = home / "odd.json"
    path.write_text(print_record(odd))
    assert isinstance(guests_scene(player, str(path)), CountScene)


def test_a_match_is_dealt_again_by_its_key_as_by_its_word(player: Context) -> None:
    setup = TableSetup(Ruleset(), (Player("Zoé"),), "5", "standard")
    begun, _ = apply(new_match(setup.rules, setup.players, setup.to_meta()), BeginRound(None, "5"))
    begun, _ = apply(begun, Call(deal_calls(setup.rules, "5")[0]))
    for match in (begun, guest()):
        stage = Stage(player, open_count(player, match))
        assert any(part.shortcut is Action.RESTART for part in stage.widgets())
        stage.press("r")
        assert isinstance(stage.top, TableScene)


def test_files_are_found_and_opened_by_path(player: Context, home: Path) -> None:
    (home / "a.json").write_text(print_record(guest()))
    (home / "picture.png").write_bytes(b"")
    (home / "folder.json").mkdir()
    (home / "b.json").write_bytes(b"")
    os.utime(home / "b.json", (9, 9))
    found = [path for _, path in find_files(*RECORD_ENDINGS)]
    assert found == [home / "a.json", home / "b.json"], "the newest first"
    stage = Stage(player, guests_scene(player))
    assert isinstance(stage.top, GuestsScene)
    assert stage.part(home / "a.json").is_enabled
    stage.form.focus(stage.part("path"))
    stage.type(str(home / "a.json"))
    stage.press("return")
    assert isinstance(stage.top, CountScene)


@pytest.mark.parametrize("changed", [4e11, -4e11])
def test_a_file_from_an_impossible_year_is_listed_without_a_date(
    player: Context, home: Path, monkeypatch: pytest.MonkeyPatch, changed: float
) -> None:
    files = [(changed, home / "a.json")]
    monkeypatch.setattr("game.ui.scenes.guests.scene.find_files", lambda *_: files)
    assert Stage(player, guests_scene(player)).part(home / "a.json").is_enabled


def test_a_file_dropped_on_any_scene_is_shown(player: Context, home: Path) -> None:
    path = home / "zoe.json"
    path.write_text(print_record(guest()))
    event = pygame.event.Event(pygame.DROPFILE, file=str(path))
    intent = Translator().translate(event)
    assert intent == Dropped(str(path))
    stage = Stage(player, BaseScene(player))

    class Window:
        surface = pygame.Surface(stage.size)
        size = stage.size
        pixels_per_point = 1.0

        def toggle_fullscreen(self) -> None:
            pass

        def take_text(self, area: object) -> None:
            pass

        def flip(self) -> None:
            pass

    loop = Loop(Window(), player, stage.stack, events=lambda: [event])
    loop.take(intent)
    assert isinstance(stage.top, CountScene)
