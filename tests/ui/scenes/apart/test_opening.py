"""The page that opens a table apart: its form, its rules, what it asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.net.journal.store import LeadSettings, TableOpening
from game.net.service.service import Service
from game.rules.ruleset import Ruleset
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.frame.preferences import change_settings
from game.ui.parts import MAIN
from game.ui.scenes.apart.lobby import LobbyScene
from game.ui.scenes.apart.opening import OpeningScene, TransportChoice
from game.ui.scenes.apart.waiting import WaitingScene
from game.ui.scenes.setup.scene import OthersRulesScene
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.table.scene import TableScene
from game.ui.widgets import Segmented
from tests.golden.pages import changed_pages
from tests.ui.scenes.apart.tables import SAMPLES, let_until
from tests.ui.scenes.stage import Stage


def test_a_table_is_opened_shown_and_begins_by_mouse(
    context: Context, other: Service, service: Service, copied: list[str], shared: str
) -> None:
    stage = Stage(context, LobbyScene(context))
    stage.click(stage.part("elsewhere"))
    assert isinstance(stage.top, OpeningScene)
    scene = stage.top
    scene.names[0] = "Cora"
    stage.give(Dropped(shared))
    stage.click(stage.find(context.text("together.open_now")))
    let_until(stage, WaitingScene)
    # The invitation is copied already, and the name kept for the next table.
    assert context.text("together.copied") in stage.read()
    assert context.preferences.player_name == "Cora"
    stage.click(stage.find(context.text("together.copy")))
    assert copied[0] == copied[1]
    assert copied[0].startswith("TIE1I.")
    assert copied[0][6:30] not in "".join(stage.read())
    stage.click(stage.find(context.text("together.show")))
    assert copied[0][6:30] in "".join(stage.read())
    other.join(copied[0], "Ben", shared).result(30)
    let_until(stage, TableScene)
    table = stage.stack.top
    assert isinstance(table, TableScene)
    assert "Ben" in {player.name for player in table.game.match.players}
    # The list has the new table: the page that led to the form is not gone through once more.
    stage.press("escape")
    stage.let(0.05)
    assert isinstance(stage.top, LobbyScene)


def test_a_leagues_defaults_are_a_leagues(
    context: Context, tmp_path: Path, service: Service
) -> None:
    """Nobody plays here, and the way they play does not end with the window."""
    stage = Stage(context, OpeningScene(context))
    scene = stage.top
    assert isinstance(scene, OpeningScene)
    assert (scene.people, scene.transport) == (1, TransportChoice.FOLDER)
    stage.press("5")
    assert (scene.people, scene.computers, scene.transport) == (0, 0, TransportChoice.FOLDER)
    assert context.text("together.only_lead") in " ".join(stage.read())
    assert not stage.find(context.text("together.open_now")).is_enabled
    scene.choose_transport(TransportChoice.MAIL)
    stage.press("5")
    assert scene.transport is TransportChoice.MAIL, "it is a league as before"
    (tmp_path / "shared").mkdir()
    stage.give(Dropped(str(tmp_path / "shared")))
    stage.click(stage.find(context.text("together.open_now")))
    let_until(stage, WaitingScene)
    (seen,) = service.snapshots.values()
    assert seen.table is not None
    assert seen.table.opened.seconds == 72 * 3600
    assert seen.seating.lead_settings.by_hand
    assert seen.seating.lead_settings.lets_in
    assert not seen.asking
    assert list((tmp_path / "shared").iterdir())


def test_own_rules_are_chosen_for_a_table_apart(context: Context) -> None:
    stage = Stage(context, OpeningScene(context))
    scene = stage.top
    assert isinstance(scene, OpeningScene)
    stage.click(stage.find(context.text("editions.custom.name")))
    let_until(stage, OthersRulesScene)
    stage.press("4")
    stage.click(stage.find(context.text("together.go_on")))
    let_until(stage, OpeningScene)
    assert str(scene.rules).startswith("daffodil")


def test_a_table_that_cannot_be_opened_says_why(
    context: Context, tmp_path: Path, service: Service
) -> None:
    stage = Stage(context, OpeningScene(context))
    stage.give(Dropped(str(tmp_path / "nowhere")))
    stage.click(stage.part(MAIN))
    words = context.text("errors.fault.no-such-folder")
    stage.wait_until(lambda: words in " ".join(stage.read()))
    assert isinstance(stage.top, OpeningScene)


def set_seats(stage: Stage, seats: int) -> None:
    """Click that number of seats in the form of a table."""
    chosen = next(part for part in stage.part("seats").walk() if isinstance(part, Segmented))
    (x, y), cell = stage.place_of(chosen), chosen.cells()[seats - 2]
    stage.hit((x + cell.centre[0] - chosen.rect.centre[0], y))


def test_the_form_of_a_table_keeps_its_seats_and_asks_for_what_is_missing(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    stage = Stage(context, SAMPLES["apart-open"].make(context))
    scene = stage.top
    assert isinstance(scene, OpeningScene)
    assert stage.part(MAIN).hint() == context.text("together.needs_folder")
    stage.give(Dropped("/home/ana/Cloud"))
    assert (scene.address, stage.part(MAIN).hint()) == ("/home/ana/Cloud", "")
    set_seats(stage, 6)
    scene.people, scene.computers = 3, 2
    scene.names[:3] = ["Ana", " ana\u200b ", "Zoé"]
    scene.renew()
    assert stage.part(MAIN).hint() == ""
    for names, is_refused in ((["Ana", "Ana"], True), (["", "Ben"], True), (["Ana", "Ben"], False)):
        scene.names[:2] = names
        scene.renew()
        assert (stage.part(MAIN).hint() == context.text("together.needs_names")) is is_refused
    seated = []
    for seats in (6, 5, 4, 3, 2):
        set_seats(stage, seats)
        seated.append((scene.people, scene.computers))
    assert seated == [(3, 2), (3, 1), (3, 0), (2, 0), (1, 0)]
    set_seats(stage, 5)
    scene.people, scene.computers, scene.league = 2, 2, " Autumn  league "
    scene.renew()
    assert context.text("together.guests", count=1) in " ".join(stage.read())
    stage.click(stage.part(MAIN))
    bots = tuple((name, scene.level) for name in ("Beaver", "Beaver 2"))
    opening = TableOpening(
        Ruleset(),
        5,
        72 * 3600,
        ("Ana", "Ben"),
        bots,
        folder="/home/ana/Cloud",
        substitute=scene.level,
        lead_settings=LeadSettings(league="Autumn league"),
    )
    assert requests == [("open_table", opening)]
    assert context.preferences.player_name == "Ana"
    assert context.text("together.opening") in " ".join(stage.read())
    stage = Stage(context, SAMPLES["apart-open-league"].make(context))
    scene = stage.top
    assert isinstance(scene, OpeningScene)
    scene.choose_transport(TransportChoice.MAIL)
    scene.renew()
    stage.click(stage.part(MAIN))
    (name, opening) = requests.pop()
    assert (name, opening.people, opening.bots, opening.folder) == ("open_table", (), (), "")
    assert opening.lead_settings == LeadSettings(by_hand=True, lets_in=True)
    assert opening.substitute is None


def test_a_name_is_kept_for_the_next_table_only_if_the_player_typed_it(
    context: Context, requests: list[tuple[Any, ...]]
) -> None:
    usual = default_name(context, 0)
    for name, kept in ((usual, ""), ("Cora", "Cora")):
        stage = Stage(context, SAMPLES["apart-open"].make(context))
        scene = stage.top
        assert isinstance(scene, OpeningScene)
        change_settings(context, player_name="")
        scene.names[0] = name
        stage.give(Dropped("/home/ana/Cloud"))
        stage.click(stage.part(MAIN))
        assert requests.pop()[1].people == (name,)
        assert context.preferences.player_name == kept


def test_pages_are_drawn_and_read_as_they_were() -> None:
    assert changed_pages("apart-opening") == []
