"""Tables apart in the window: only a player who wants them meets them."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pygame
import pytest

from game.bots.coach.review import Review
from game.net.journal.store import LeadSettings, TableOpening
from game.net.service.results import finished_match
from game.net.service.service import Service
from game.net.service.snapshots import gone_table
from game.progress.findings import store_review
from game.progress.review_steps import seats_to_review
from game.rules.errors import FormatError
from game.rules.ruleset import Ruleset
from game.storage.database import identity_of
from game.storage.pasted import MAX_TEXT
from game.ui.frame.apart import Apart, has_invitation, has_table_code, is_table_file
from game.ui.frame.context import Context
from game.ui.frame.loop import Loop
from game.ui.frame.stack import SceneStack
from game.ui.frame.wake import NEWS
from game.ui.scenes.title.scene import TitleScene
from tests.gallery.apart import LOST as SEEN_ELSEWHERE
from tests.ui.scenes.apart.tables import open_for_computers, wait_for
from tests.ui.scenes.stage import Stage
from tests.ui.test_loop import FakeWindow

pytestmark = pytest.mark.usefixtures("blank")

ALONE = """
import socket, sys, threading
def refuse(*arguments, **keywords):
    raise AssertionError("a socket is opened")
socket.socket = refuse
from pathlib import Path
import pygame
pygame.display.init()
pygame.display.set_mode((1, 1))
from game.locale import Language
from tests.gallery import make_context
from game.ui.frame.apart import Apart
from game.ui.frame.scene import Push
from game.ui.frame.stack import SceneStack
from game.play.editions import all_editions
from game.ui.scenes.title.scene import TitleScene
from game.ui.scenes.shared.choosing import choices_of_edition, table_of
context = make_context(Language.ENGLISH, (1024, 640))
context.apart = Apart(Path(sys.argv[1]) / "apart")
context.apart.go_on()
stack = SceneStack(TitleScene(context), context.painter.view)
surface = pygame.Surface((1024, 640))
for _ in range(90):
    stack.update(1 / 60)
stack.draw(surface)
setup = table_of(context, choices_of_edition(context, all_editions()[0]), "7")
stack.apply(Push(context.routes.new_table(setup)))
for _ in range(90):
    stack.update(1 / 60)
stack.draw(surface)
context.apart.close()
wanted = ("asyncio", "game.net.service.service", "game.net.journal.keys")
print([name for name in wanted if name in sys.modules], threading.active_count())
"""


def test_whoever_plays_alone_opens_no_socket_and_loads_no_library(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(tmp_path)],
        capture_output=True,
        text=True,
        env={"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[] 1"
    assert not (tmp_path / "apart").exists()


def test_a_window_that_opens_leads_on_what_is_not_over(
    context: Context, tmp_path: Path, other: Service
) -> None:
    """Nobody opens the list: its guests play on as soon as the game master's window is there."""
    bots = (("Ann", "random"), ("Ben", "random"))
    table = other.open_table(TableOpening(Ruleset(), 2, 3600, (), bots)).result(30)
    other.close()
    calls = len((other.store.folder / table.hex() / "journal.jsonl").read_text().splitlines())
    context.apart = Apart(other.store.folder)
    context.preferences = replace(context.preferences, knows_game=True)
    try:
        stage = Stage(context, TitleScene(context))
        context.apart.go_on()
        assert context.apart.opening is not None
        service = context.apart.service
        wait_for(lambda: table in service.snapshots and service.snapshots[table].is_over)
        assert len(service.store.table(table).journal) > calls
        stage.let(1)
    finally:
        context.apart.close()
    context.apart = Apart(other.store.folder)
    context.apart.go_on()
    assert context.apart.opening is None


def test_the_review_of_a_table_apart_is_of_ones_own_seat_and_keeps_nobody_elses(
    context: Context,
) -> None:
    match = finished_match(SEEN_ELSEWHERE)
    assert match is not None
    context.store.profile.add_match(match)
    assert seats_to_review(match, 0) == (1, 0, 2)
    review = Review((), (), 0, 0, 0, 0, (), None)
    store_review(context.store.profile, match, 0, 0, review)
    assert not context.store.profile.findings(identity_of(match))
    (played,) = context.store.profile.last_matches()
    assert played.result.name == "Ben"
    assert [result.is_human for result in played.results] == [False, True, False]


def test_what_is_asked_of_a_table_that_is_gone_is_refused(service: Service) -> None:
    id = bytes(16)
    for ask in (
        service.rematch, service.join_rematch, service.turn_file, service.save_turn_file,
        service.lead_here, service.remove,
    ):  # fmt: skip
        with pytest.raises((FormatError, OSError)):
            ask(id).result(30)
    for act in (service.remind, service.ask_for_rematch, service.invitation, service.seat_key):
        act(id)
    service.hand_in(id, 0, "")
    service.take_back(id, 0)
    service.lead(id, LeadSettings())


def test_the_result_of_a_table_that_was_never_looked_at_is_kept(
    context: Context, service: Service
) -> None:
    """It is in the history when the table's end is seen; deleted there, it does not come back."""
    table = open_for_computers(service)
    wait_for(lambda: service.snapshots[table].is_over)
    loop = Loop(FakeWindow(), context, SceneStack(TitleScene(context), context.painter.view))
    loop.step()
    (kept,) = context.store.profile.last_matches()
    match = context.store.profile.match(kept.id)
    assert match is not None
    assert identity_of(match) == table.hex()[:16]
    service.remove(table).result(30)
    loop.step()
    assert [one.id for one in context.store.profile.last_matches()] == [kept.id]
    other = open_for_computers(service)
    wait_for(lambda: service.snapshots[other].is_over)
    loop.step()
    (newest, _) = context.store.profile.last_matches()
    context.store.profile.delete_match(newest.id)
    context.apart = Apart(now=lambda: 0.0)
    context.apart.use(service)
    loop.step()
    assert [one.id for one in context.store.profile.last_matches()] == [kept.id]


def test_a_history_that_cannot_be_written_gets_the_result_later(
    context: Context, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_for_computers(service)
    wait_for(lambda: service.snapshots[table].is_over)
    profile = context.store.profile
    with monkeypatch.context() as patch:
        patch.setattr(type(profile), "add_match", lambda *_: None)
        context.apart.file_results(profile)
    assert not service.is_filed(table)
    service.changes += 1
    context.apart.file_results(profile)
    assert len(profile.last_matches()) == 1


def test_news_of_a_table_wake_a_calm_window(tmp_path: Path) -> None:
    pygame.display.init()
    apart = Apart(tmp_path)
    try:
        pygame.event.clear()
        apart.service.show(gone_table(bytes(16)))
        assert [event.type for event in pygame.event.get(NEWS)] == [NEWS]
        # What is published twice is no news.
        apart.service.show(gone_table(bytes(16)))
        assert pygame.event.get(NEWS) == []
    finally:
        apart.close()


def test_files_and_texts_of_tables_are_known_by_their_first_signs(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content, is_found in (
        (b"see TIE1I", True),
        (b"TIE1K", True),
        (b"TIE1T", True),
        ("\ufeffTIE1Tabc".encode("utf-16"), True),
        (b"TIE1X tie1i", False),
        (b"x" * ((1 << 16) - 5) + b"TIE1I", True),
        (b"x" * ((1 << 16) - 4) + b"TIE1I", False),
        (b"", False),
    ):
        path.write_bytes(content)
        assert is_table_file(str(path)) is is_found
    assert is_table_file(str(tmp_path / "none")) is False
    assert is_table_file(str(tmp_path)) is False
    assert [has_table_code(f"see TIE1{kind}") for kind in "IKTX"] == [True, True, True, False]
    assert has_invitation("TIE1I broken") is False
    assert has_invitation("TIE1I" + "x" * MAX_TEXT) is False, "too long to be read"


def test_a_turn_is_safe_where_no_service_has_it_in_memory_alone(tmp_path: Path) -> None:
    for folder, is_used, are_safe, is_safe in (
        (None, True, False, True),
        (tmp_path, False, False, True),
        (tmp_path, True, True, True),
        (tmp_path, True, False, False),
    ):
        apart, service = Apart(folder), SimpleNamespace(are_drafts_safe=are_safe, changes=7)
        assert apart.changes == 0
        if is_used:
            apart.use(cast(Any, service))
            assert apart.changes == 7
        assert apart.is_safe is is_safe


def test_tables_without_a_folder_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    apart = Apart()
    assert apart.notices() == ()
    service = apart.service
    assert service is apart.service
    assert len([*tmp_path.iterdir()]) == 1
    assert apart.opening is None
    apart.close()
    assert [*tmp_path.iterdir()] == []
    assert apart.service is not service
    apart.close()
