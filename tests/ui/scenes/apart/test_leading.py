"""The game master's page: calls, reminders, reports, free seats."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.locale import Language, load_catalogue
from game.net.journal.invitations import read_invitation
from game.net.journal.seating import SeatRequest
from game.net.journal.store import LeadSettings
from game.net.journal.table import Substitution
from game.net.service.service import Service
from game.rules.match import Player
from game.ui.frame.context import Context
from game.ui.parts import MAIN, ActionBand, Dialog, WordLink
from game.ui.scenes.apart.leading import LeadingScene
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.widgets import say
from tests.gallery import apart as sample
from tests.gallery.apart import table_id
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import (
    SAMPLES,
    let_until,
    open_for_computers,
    until,
    wait_for,
    wait_for_words,
)
from tests.ui.scenes.stage import Stage


def test_turn_files_and_reports_come_later_and_keep_nothing_waiting(
    context: Context, tmp_path: Path, service: Service, copied: list[str]
) -> None:
    context.paste_text = lambda: "nothing that is a turn file"
    table = open_for_computers(service)
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.part("elsewhere"))
    elsewhere = stage.top
    stage.press("ctrl+v")
    assert stage.top is elsewhere
    wait_for(lambda: service.snapshots[table].is_over)
    desk = Stage(context, LeadingScene(context, table))
    desk.click(desk.part("carry"))
    desk.click(desk.find(context.text("together.copy_turns")))
    wait_for_words(desk, context.text("together.turns_copied"))
    assert copied[0].startswith("TIE1T.")
    context.paste_text = lambda: copied[0]
    desk.click(desk.find(context.text("together.take")))
    wait_for_words(desk, context.text("together.taken"))
    desk.click(desk.find(context.text("together.copy_key")))
    assert read_invitation(copied[1]).table == table
    assert read_invitation(copied[1]).leads
    desk.press("escape")
    desk.click(desk.find(context.text("together.report_open")))
    desk.click(desk.find(context.text("together.report_save")))
    let_until(desk, Dialog)
    (page,) = (tmp_path / "one" / "reports").glob("*.html")
    assert page.name == f"{table.hex()[:8]}-1-9.html"
    assert isinstance(desk.top, Dialog)
    assert desk.top.body == context.text("together.report_saved", path=str(page))


def test_a_leagues_secretary_opens_the_next_game_at_the_desk(
    context: Context, service: Service
) -> None:
    desk = LeadSettings(league="Autumn league")
    table = open_for_computers(service, desk)
    wait_for(lambda: service.snapshots[table].is_over)
    stage = Stage(context, LeadingScene(context, table))
    stage.click(stage.find(context.text("together.next_match")))
    stage.wait_until(lambda: len(service.snapshots) == 2)
    again = next(seen for seen in service.snapshots.values() if seen.id != table)
    assert again.seating.lead_settings == desk


def choices(stage: Stage) -> list[str]:
    """Return the words of the answers of the question on top."""
    return [say(part.label) for part in stage.widgets() if isinstance(part, ActionBand | WordLink)]


def test_a_reminder_is_copied_in_the_players_language(
    context: Context, copied: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reminded: list[bytes] = []
    monkeypatch.setattr(Service, "remind", lambda _, table: reminded.append(table))
    for language, listed in (
        (Language.GERMAN, ["Deutsch", "English", "Français", "Română", "Zurück"]),
        (Language.ENGLISH, ["English", "Français", "Deutsch", "Română", "Back"]),
    ):
        context.catalogue = load_catalogue(language)
        stage = Stage(context, SAMPLES["apart-desk"].make(context))
        stage.let(0.1)
        stage.click(stage.part("remind"))
        assert choices(stage) == listed
    assert isinstance(stage.top, Dialog)
    assert "Elif and Tom" in say(stage.top.body)
    assert reminded == []
    stage.click(stage.find("Deutsch"))
    assert reminded == [table_id(1)]
    assert "Elif und Tom: Ansage 6 von 9 wartet auf Antwort" in copied[0]
    assert "17. Januar 2027, 12:00 UTC" in copied[0]
    assert any("Elif und Tom" in words for words in stage.read())


def test_a_live_game_of_an_earlier_version_is_over_and_shows_what_was_played(
    context: Context,
) -> None:
    stage = Stage(context, sample.page(context, "lobby.LobbyScene", "earlier"))
    assert context.text("together.group.over") in stage.read()
    assert context.text("together.state.earlier") in " ".join(stage.read())
    stage.click(stage.part(sample.table_id(19)))
    assert isinstance(stage.top, LeadingScene)
    assert context.text("together.state.earlier") in stage.read()
    assert "Cléo" in stage.read()
    # One that had not begun is over too: nobody is waited for.
    service, id = context.apart.service, sample.table_id(19)
    seen = service.snapshots[id]
    assert seen.table is not None
    service.snapshots = {id: replace(seen, table=replace(seen.table, match=None, chairs=()))}
    assert isinstance(context.routes.apart_next(id), LeadingScene)


def test_the_game_masters_page_asks_for_what_each_of_its_answers_says(
    context: Context, requests: list[tuple[Any, ...]], copied: list[str]
) -> None:
    stage = Stage(context, SAMPLES["apart-desk"].make(context))
    desk = stage.top
    assert isinstance(desk, LeadingScene)
    table, settings = table_id(1), desk.snapshot.seating.lead_settings
    assert settings.by_hand
    assert stage.part(MAIN).hint() == context.text("together.still_waiting")
    stage.click(stage.find(context.text("together.by_hand")))
    assert requests.pop() == ("lead", table, replace(settings, by_hand=False))
    hour = 3600
    for open_until in (sample.NOW + 52 * hour, sample.NOW - 9):
        late = until(desk.snapshot, open_until)
        context.apart.service.snapshots = {table: late}
        for name, seconds in (("hour", hour), ("day", 24 * hour), ("days", 72 * hour)):
            stage.click(stage.part("extend"))
            stage.click(stage.find(context.text(f"together.extend_by.{name}")))
            end = max(open_until, sample.NOW) + seconds
            assert requests.pop() == ("lead", table, replace(settings, wait_until=end))
    stage.click(stage.part("report_open"))
    stage.click(stage.find(context.text("together.report_copy")))
    assert "Autumn league" in copied[-1]
    assert all(name in copied[-1] for name in ("Mara", "Jonas", "Elif", "Tom"))
    assert context.text("together.report_copied") in " ".join(stage.read())
    stage.press("escape")
    ready = replace(desk.snapshot, waited=frozenset(), can_go_on=True)
    context.apart.service.snapshots = {table: ready}
    stage.let(0.1)
    stage.press("n")
    assert requests.pop() == ("lead", table, settings, ("goes_on", True))
    by_itself = replace(ready.seating, lead_settings=replace(settings, by_hand=False))
    context.apart.service.snapshots = {table: replace(ready, seating=by_itself)}
    stage.let(0.1)
    assert stage.part(MAIN).hint() == context.text("together.by_itself")


def test_a_free_seat_is_given_to_an_applicant_or_a_computer(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    stage = Stage(context, SAMPLES["apart-desk-free"].make(context))
    free = table_id(8)
    links = [part.id for part in stage.widgets() if isinstance(part.id, tuple)]
    assert [link for link in links if link[0] == "substitute"] == [
        ("substitute", 1),
        ("substitute", 3),
    ]
    (ben,) = [one for one in context.apart.service.snapshots[free].asking if one.name == "Ben"]
    stage.click(stage.part(("substitute", 3)))
    levels = ["Duckling", "Beaver", "Fox", "Master"]
    assert choices(stage) == ["Ben", *levels, "Back"], "Ana is here"
    assert isinstance(stage.top, Dialog)
    assert stage.top.body == context.text("together.substitute_about", name="Tom")
    stage.press("escape")
    for words, request in (
        ("Ben", SeatRequest(3, key=ben.key)),
        ("Duckling", SeatRequest(3, engine="duckling")),
        ("Master", SeatRequest(3, engine="master")),
    ):
        stage.click(stage.part(("substitute", 3)))
        stage.click(stage.find(words))
        assert requests.pop() == ("substitute", free, request)
    # The first three who ask and were not sent away are offered.
    seen, (crowd,) = context.apart.service.snapshots[free], sample.TABLES["crowd"]
    first, second, *others = crowd.asking
    asking = (first, replace(second, is_sent_away=True), *others, replace(second, name="Zoé"))
    context.apart.service.snapshots = {free: replace(seen, asking=asking)}
    stage.click(stage.part(("substitute", 1)))
    named = ["Wilhelmina von Hohenstaufen-Ponyhof", "Dörte", "Eve"]
    assert choices(stage) == [*named, *levels, "Back"]


def test_the_desk_names_who_left_who_came_and_what_was_missed(context: Context) -> None:
    desk = sample.page(context, "leading.LeadingScene", "rounds", table=21)
    assert isinstance(desk, LeadingScene)
    seen = desk.snapshot
    assert seen.table is not None
    came = Substitution(1, 3, Player("Cléo"), Player("Ben"), has_left=True)
    substituted = replace(seen, table=replace(seen.table, substitutions=(came,)))
    handed_in = replace(seen, waited=frozenset({0}), handed_in=frozenset())
    for snapshot, state, ben in (
        (seen, ", 0 of 2", "Still to answer"),
        (replace(seen, left=(1,)), ", 0 of 2", "Still to answer"),
        (replace(seen, free=(1,)), ", 0 of 2", "Still to answer, Substitute"),
        (
            replace(seen, left=(1,), free=(1,)),
            " · Ben gave up the seat, 0 of 2",
            "Gave up the seat, Substitute",
        ),
        (substituted, ", 0 of 2", "Still to answer · replaces Cléo"),
        (handed_in, ", 1 of 2", "Answered"),
    ):
        context.apart.service.snapshots = {seen.id: snapshot}
        scene = LeadingScene(context, seen.id)
        Stage(context, scene).let(0.1)
        words = scene.spoken(scene.root).replace("\N{NO-BREAK SPACE}", " ")
        word, _, link = ben.partition(", ")
        assert words.partition(" Run it by hand")[0] == (
            f"Game master’s page · L. Round 1 of 2 · Call 4 of 18 · Your turn: 2 days 4 h{state}."
            " Ana Still to answer: Lines 48, Bonus +20, Total 68."
            f" Ben {word}: Lines 34.5, Bonus +15, Total 49.5{', ' * bool(link)}{link}."
        )


def test_a_page_that_leads_tells_others_why_they_cannot(context: Context) -> None:
    desk = SAMPLES["apart-desk"].make(context)
    assert isinstance(desk, LeadingScene)
    seen, service, text = desk.snapshot, context.apart.service, context.text
    assert seen.table is not None
    master, idle = text("together.only_master"), text("together.nothing_to_do")
    nobody = text("together.nobody_waited")
    between = replace(seen, table=replace(seen.table, call=None))
    before = replace(seen, table=replace(seen.table, call=None, match=None))
    answered, waiting = replace(seen, waited=frozenset()), text("together.still_waiting")
    close, following = text("together.close_call"), text("together.next_call")
    for snapshot, hints, act, why in (
        (seen, ("", "", ""), close, waiting),
        (replace(seen, is_master=False), ("", master, ""), "", ""),
        (answered, (nobody, "", ""), close, idle),
        (replace(answered, can_go_on=True), (nobody, "", ""), close, ""),
        (between, (nobody, idle, ""), following, idle),
        (replace(between, can_go_on=True), (nobody, idle, ""), following, ""),
        (before, (nobody, idle, idle), following, idle),
    ):
        service.snapshots = {seen.id: snapshot}
        stage = Stage(context, LeadingScene(context, seen.id))
        parts = ("remind", "extend", "report_open")
        assert tuple(stage.part(part).hint() for part in parts) == hints
        assert stage.has(text("together.by_hand")) is snapshot.is_master
        main = stage.top.find(MAIN)  # type: ignore[attr-defined]
        assert ("" if main is None else say(main.label), why) == (act, main.hint() if main else "")
        assert stage.part("carry").hint() == stage.part("standings").hint() == ""


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-leading") == []
