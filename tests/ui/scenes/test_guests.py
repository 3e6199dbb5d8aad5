"""Somebody else's records are shown, and change nothing of one's own."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta, timezone
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
from game.locale.errors import word_error
from game.play.editions import all_editions
from game.play.kept_match import KEPT_KEY, keep_seat, own_match
from game.play.signing import SECRET_BYTES
from game.play.table import TableSetup
from game.progress.daily import STANDARD_EDITION, deal_on
from game.progress.daily_history import DailyHistory
from game.progress.match_goals import goals_of
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.match_score import score_match
from game.rules.moves import BeginRound, Call, Place
from game.rules.record import print_record
from game.rules.ruleset import Ruleset
from game.storage.database import identity_of, with_identity
from game.storage.history import summarise
from game.storage.places import HOME_VARIABLE
from game.storage.record_files import RECORD_ENDINGS, BadRecord, read_records
from game.ui.draw.bands import draw_flag
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped, Translator
from game.ui.frame.loop import Loop
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Pop
from game.ui.layout.rects import Rect
from game.ui.parts import Dialog, Picture
from game.ui.scenes.count.next_steps import open_count
from game.ui.scenes.count.scene import CountScene
from game.ui.scenes.guests.scene import (
    GuestsScene,
    find_files,
    guests_scene,
    open_guest,
    pasted_guest,
)
from game.ui.scenes.review.scene import ReviewScene
from game.ui.scenes.shared.flags import bands_of_position
from game.ui.scenes.shared.names import attempt_words
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets.scenes import BaseScene
from tests.gallery.records import play_out, play_table
from tests.gallery.review import ReadyEngines
from tests.golden.pages import changed_pages
from tests.storage.matches import play_match
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
    assert "evening.jsonl" in stage.read(), "the title is the name of the file"
    stage.click(stage.part(1))
    assert isinstance(stage.top, Dialog)
    place = player.text("errors.line_of", name=str(path), line="2")
    (refused,) = [one for one in read_records([str(path)]) if isinstance(one, BadRecord)]
    reason = word_error(player.catalogue, refused.error)
    assert stage.top.body == player.text("guests.refused", place=place, reason=reason)
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


def test_files_are_found_and_opened_by_path(
    player: Context, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "a.json").write_text(print_record(guest()))
    (home / "picture.png").write_bytes(b"")
    downloads = home / "downloads"
    downloads.mkdir()
    (downloads / "c.json").write_bytes(b"")
    os.utime(downloads / "c.json", (8, 8))
    (home / "folder.json").mkdir()
    (home / "b.json").write_bytes(b"")
    os.utime(home / "b.json", (9, 9))
    found = [path for _, path in find_files(*RECORD_ENDINGS)]
    assert found == [home / "a.json", home / "b.json"], "the newest first"
    with monkeypatch.context() as patch:
        patch.setattr("game.ui.scenes.guests.scene.find_downloads", lambda: downloads)
        found = [path for _, path in find_files(*RECORD_ENDINGS)]
        assert found == [home / "a.json", home / "b.json", downloads / "c.json"]
        patch.setattr("game.ui.scenes.guests.scene.find_downloads", lambda: home / "none")
        assert [path for _, path in find_files(*RECORD_ENDINGS)] == found[:2]
    with monkeypatch.context() as patch:
        patch.setattr("game.ui.scenes.guests.scene._MOST_FILES", 1)
        assert [path for _, path in find_files(*RECORD_ENDINGS)] == [home / "a.json"]
    stage = Stage(player, guests_scene(player))
    assert isinstance(stage.top, GuestsScene)
    assert stage.part(home / "a.json").is_enabled
    stage.form.focus(stage.part("path"))
    stage.type(f" '{home / 'a.json'}'")
    page = stage.top
    for way in ("return", "open"):
        stage.press("return") if way == "return" else stage.click(stage.part("open"))
        assert isinstance(stage.top, CountScene)
        stage.stack.apply(Pop())
        assert stage.top is page


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


def of_room(seed: str = "5", rules: Ruleset = Ruleset()) -> Match:  # noqa: B008
    """A finished match of two guests."""
    return play_table(TableSetup(rules, (Player("Björn"), Player("Zoé")), seed))


def kept(changed: Callable[[Match], Match] = lambda match: match) -> Match:
    """A match of Björn and a guest as the guest's phone has downloaded it."""
    return changed(keep_seat(of_room(), 1, b"k" * SECRET_BYTES))


def dropped(player: Context, home: Path, match: Match) -> Stage:
    """The scene for its file."""
    path = home / "take-it-easy.json"
    path.write_text(print_record(match))
    return Stage(player, guests_scene(player, str(path)))


def test_a_match_kept_on_a_phone_is_the_players_own_where_a_window_has_signed_it(
    player: Context, home: Path
) -> None:
    """V5: the seat is the player's own, and counts with the signature."""
    change_settings(player, player_name="ZOÉ")
    profile = player.store.profile
    for _ in range(2):
        stage = dropped(player, home, kept())
        assert isinstance(stage.top, CountScene)
        stage.let(2)
        words = " ".join(stage.read())
        assert player.text("breakdown.kept") in words
        assert player.text("guests.remark") not in words
    (played,) = profile.last_matches()
    total = score_match(kept()).players[1].total
    assert (played.result.name, played.result.total) == ("Zoé", total)
    assert played.counts
    assert profile.best(played.rules) == profile.mean(played.rules) == total
    assert player.text("records.mark.room") in attempt_words(player, played)
    assert summarise([played]).dates == frozenset()
    stored = profile.match(played.id)
    assert stored is not None
    # Whoever is sent the filed record has somebody else's.
    assert own_match(stored) is None


def forge(match: Match, **fields: object) -> Match:
    """The same record with other fields in its `meta`."""
    return replace(match, meta=json.dumps({**json.loads(match.meta or "{}"), **fields}))


def taller(match: Match) -> Match:
    """The same signature below another match."""
    return replace(of_room("6"), meta=match.meta)


def seated(match: Match) -> Match:
    """The same record for the other seat."""
    value = json.loads(match.meta or "{}")[KEPT_KEY]
    return forge(match, **{KEPT_KEY: {**value, "seat": 0}})


@pytest.mark.parametrize(
    "changed",
    [
        taller,
        seated,
        lambda match: forge(match, **{KEPT_KEY: {"seat": 1}}),
        lambda match: forge(match, **{KEPT_KEY: {"seat": 1, "by": "zz", "signature": "0"}}),
        lambda match: forge(match, extra=1),
    ],
    ids=["other match", "other seat", "none", "junk", "other meta"],
)
def test_without_its_signature_a_kept_match_is_listed_and_counts_for_nothing(
    player: Context, home: Path, changed: Callable[[Match], Match]
) -> None:
    stage = dropped(player, home, kept(changed))
    stage.let(2)
    assert player.text("records.mark.unsigned") in " ".join(stage.read())
    (played,) = player.store.profile.last_matches()
    assert not played.counts
    assert player.store.profile.best() is None


def test_a_kept_match_is_no_day_no_challenge_no_goal_and_takes_no_identity(
    player: Context, home: Path
) -> None:
    deal = deal_on(player.store.today, STANDARD_EDITION)
    table: dict[str, object] = {
        "daily": deal.day.isoformat(),
        "challenge": "c",
        "marks": ["challenge"],
    }
    table |= {"seed": deal.seeds[0], "begun": player.store.clock().isoformat(), "owner": 0}
    own = play_out(deal.rules, ("Ana",), "3", "standard")

    def daily(match: Match) -> Match:
        match = forge(
            of_room(deal.seeds[0], deal.rules), id=identity_of(own), table=table, challenge="c"
        )
        return keep_seat(match, 1, b"k" * SECRET_BYTES)

    dropped(player, home, kept(daily)).let(2)
    player.store.profile.add_match(own)
    assert {one.result.name for one in player.store.profile.last_matches()} == {"Ana", "Zoé"}
    history = DailyHistory(player.store.profile, player.store.clock())
    assert history.counted(deal.day) is None
    assert history.streak == 0
    (played,) = [one for one in player.store.profile.last_matches() if one.result.name == "Zoé"]
    assert played.marks == {"room"}
    match = player.store.profile.match(played.id)
    assert match is not None
    assert (TableSetup.from_match(match).daily, TableSetup.from_match(match).challenge) == (
        None,
        "",
    )
    assert [*goals_of(player.store.profile, match, player.store.today)][-1] == ()


def test_a_window_that_has_called_a_match_does_not_list_it_twice(
    player: Context, home: Path
) -> None:
    match = of_room()
    match = replace(match, meta=with_identity(match.meta))
    player.store.profile.add_match(match)
    stage = dropped(player, home, keep_seat(match, 1, b"k" * SECRET_BYTES))
    stage.let(2)
    assert player.text("guests.remark") in " ".join(stage.read())
    assert len(player.store.profile.last_matches()) == 1


def test_a_row_of_a_file_names_its_players_totals_and_game(player: Context, home: Path) -> None:
    """Totals and bands stay hidden while boards are secret; a match may be unfinished."""
    daffodil = all_editions()[3]
    both = play_out(daffodil.rules, ("Zoé", "Yann"), "2", daffodil.name)
    rules = Ruleset.parse("classic free mail none bonus=call")
    setup = TableSetup(rules, (Player("Zoé"), Player("Yann")), "5", has_hidden_boards=True)
    begun, _ = apply(new_match(rules, setup.players, setup.to_meta()), BeginRound(None, "5"))
    called, _ = apply(begun, Call(deal_calls(rules, "5")[0]))
    path = home / "evening.jsonl"
    shown = replace(called, meta=replace(setup, has_hidden_boards=False).to_meta())
    path.write_text("\n".join(map(print_record, (guest("1"), both, called, shown))))
    stage = Stage(player, guests_scene(player, str(path)))
    one, (first, second) = score_match(guest("1")).players[0], score_match(both).players
    rows = [", ".join(stage.part(place).spoken(player)) for place in range(4)]
    assert rows == [
        f"Zoé: {one.total}, Standard game",
        f"Zoé: {first.total} · Yann: {second.total}, Daffodil",
        "Zoé · Yann, The game is not finished.",
        "Zoé: 0 · Yann: 0, The game is not finished.",
    ]
    solo = TableSetup(Ruleset(), (Player("Zoé"),), "5")
    begun, _ = apply(new_match(solo.rules, solo.players, solo.to_meta()), BeginRound(None, "5"))
    called, _ = apply(begun, Call(deal_calls(solo.rules, "5")[0]))
    first_place = legal_placements(called, 0)[0]
    placed, _ = apply(called, Place(0, first_place.tile, first_place.space))
    scene = open_guest(player, placed)
    assert isinstance(scene, ReviewScene)
    assert scene.is_guest
    # Signs that would write the rest of the row from right to left are no part of a name.
    turned = (Player("\u202eZoé"),)
    scene = open_guest(player, replace(placed, players=turned))
    assert isinstance(scene, ReviewScene)
    assert scene.control.match.players[0].name == "Zoé"
    count = open_guest(player, replace(guest(), players=turned))
    assert isinstance(count, CountScene)
    assert count.control.match.players[0].name == "Zoé"
    path.write_text(print_record(new_match(Ruleset(), (Player("Zoé"),))))
    stage = Stage(player, guests_scene(player, str(path)))
    assert isinstance(stage.top, Dialog)
    assert player.text("review.empty") in " ".join(stage.read())


@pytest.mark.usefixtures("pixels")
def test_a_row_shows_the_first_seat_s_last_harvest_unless_its_boards_are_hidden(
    player: Context, home: Path
) -> None:
    match, path = play_match("5", ("Zoé", "Yann"), placements=20), home / "evening.jsonl"
    setup = TableSetup(match.rules, match.players, "5")
    hidden = replace(setup, has_hidden_boards=True)
    longer = play_table(replace(setup, rules=Ruleset(rounds=2)))
    matches = [*(replace(match, meta=one.to_meta()) for one in (setup, hidden)), longer]
    path.write_text("\n".join(map(print_record, matches)))
    stage = Stage(player, guests_scene(player, str(path)))
    for place, one in enumerate(matches):
        (flag,) = (part for part in stage.part(place).walk() if isinstance(part, Picture))
        painted, expected = pygame.Surface((60, 60)), pygame.Surface((60, 60))
        flag.paint(painted, Rect(0, 0, 60, 60))
        bands = bands_of_position(one.rules, one.rounds[-1].seats[0].position)
        draw_flag(expected, player.painter, (30, 30), 29, bands if place != 1 else ())
        shown, wanted = (pygame.image.tobytes(one, "RGB") for one in (painted, expected))
        assert shown == wanted, place
        assert bands, place


def test_of_a_long_file_the_first_matches_are_listed(
    player: Context, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.ui.scenes.guests.scene._MOST_RECORDS", 3)
    path = home / "many.jsonl"
    path.write_text(f"{print_record(guest())}\n" * 5)
    scene = guests_scene(player, str(path))
    assert isinstance(scene, GuestsScene)
    listed = [part.id for part in scene.page().walk() if isinstance(part.id, int)]
    assert listed == [0, 1, 2]


def test_a_pasted_record_is_opened_or_refused(player: Context) -> None:
    text = print_record(guest())
    assert isinstance(pasted_guest(player, f"\n {text}\n"), CountScene)
    scene = pasted_guest(player, text.replace("[", "(", 1))
    assert isinstance(scene, Dialog)
    words = " ".join(Stage(player, scene).read())
    assert player.text("guests.pasted") in words


def test_files_have_the_day_of_their_last_change_and_none_are_said_to_be_there(
    player: Context, home: Path
) -> None:
    stage = Stage(player, guests_scene(player))
    assert player.text("guests.none") in " ".join(stage.read())
    stage.click(stage.part("open"))
    assert len(stage.stack.scenes) == 1, "no path is typed"
    player.store.zone = timezone(timedelta(hours=17))
    (home / "a.json").write_text(print_record(guest()))
    os.utime(home / "a.json", (1_800_000_000, 1_800_000_000))
    stage = Stage(player, guests_scene(player))
    assert ", ".join(stage.part(home / "a.json").spoken(player)) == "a.json, 16 January 2027"
    stage.click(stage.part(home / "a.json"))
    assert isinstance(stage.top, CountScene)


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("guests") == []
