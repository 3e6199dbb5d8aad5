"""The tables that one installation stores, damaged in every file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.net.journal.draft import Draft
from game.net.journal.store import (
    LeadSettings,
    OwnSeat,
    Seating,
    StoreBusy,
    StoredTable,
    TableOpening,
    TableStore,
)
from game.net.post.guest import Guest
from game.net.post.leader import Leader
from game.net.service.service import Service
from game.net.service.tables import open_table, open_transport
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from game.storage.problems import Problem, ProblemKind
from tests.net.reader import read_journal
from tests.net.worlds import RandomEngines, Server, ServerView, any_turn
from tests.unreadable import close_folder

GOLDEN = Path(__file__).parents[1] / "golden" / "table"

ODD = ("", "nul", "[]", "{}", "null", "7", '"x"', "[null]", '[1,"x"]', '{"a":1}', "[" * 9999)


@pytest.fixture
def store(tmp_path: Path) -> TableStore:
    return TableStore(tmp_path / "apart")


@pytest.fixture
def stored(store: TableStore, tmp_path: Path) -> StoredTable:
    (tmp_path / "shared").mkdir()
    opening = TableOpening(Ruleset(), 2, 3600, people=("Ana",), folder=str(tmp_path / "shared"))
    stored = open_table(store, opening)
    assert isinstance(stored, StoredTable)
    stored.keep_requests(["one", "two"], ["one"])
    return stored


def test_each_change_of_the_requests_is_on_the_disk(store: TableStore, stored: StoredTable) -> None:
    """The content of a turn file is the same where the requests are."""
    for lines, written in ((["one"], ["one"]), (["one"], ["two"]), (["two"], ["two"]), ([], [])):
        stored.keep_requests(lines, written)
        again = store.table(stored.id)
        assert (again.requests, again.written) == (tuple(lines), frozenset(written))
        assert (again.requests, again.written) == (stored.requests, stored.written)


def test_each_value_of_a_seating_is_on_the_disk(store: TableStore, stored: StoredTable) -> None:
    settings = LeadSettings()
    for field, value in {
        "by_hand": True,
        "wait_until": 7,
        "league": "Winter",
        "lets_in": True,
        "sent_away": ("ab", "cd"),
    }.items():
        other = replace(settings, **{field: value})  # type: ignore[arg-type]
        stored.keep(replace(stored.seating, lead_settings=other))
        assert store.table(stored.id).lead_settings == stored.lead_settings == other, field
    plain = replace(stored.seating, substitute=None, folder=None, seats=())
    for seating in (
        plain,
        replace(plain, substitute="fox"),
        replace(plain, folder="/shared"),
        replace(plain, seats=(OwnSeat(bytes(32), "Ana"), OwnSeat(bytes([1]) * 32, "", "fox"))),
    ):
        stored.keep(seating)
        assert store.table(stored.id).seating == seating
    stored.keep_seat(OwnSeat(bytes([2]) * 32, "Ben"))
    assert [seat.name for seat in store.table(stored.id).seats] == ["Ana", "", "Ben"]
    led = json.loads(plain.write())
    led["lead_settings"] = {"league": "\u202eWinter", "by_hand": 1, "lets_in": 1}
    assert Seating.read(json.dumps(led).encode()).lead_settings == LeadSettings(league="Winter")


def test_a_seating_that_the_disk_refuses_is_not_the_table_s(
    stored: StoredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, seat = stored.seating, OwnSeat(bytes(32), "Ben")
    with monkeypatch.context() as patch:
        patch.setattr("game.net.journal.store.write_atomically", _refuse)
        with pytest.raises(OSError, match="no space left"):
            stored.keep_seat(seat)
        assert stored.seating == before
    stored.keep_seat(seat)
    assert stored.seats == (*before.seats, seat)


def test_a_table_that_is_put_aside_keeps_its_files_and_is_listed_no_longer(
    store: TableStore, stored: StoredTable
) -> None:
    other = open_table(store, TableOpening(Ruleset(), 2, 3600))
    assert store.tables() == tuple(sorted((stored.id, other.id)))
    files = sorted(path.name for path in stored.folder.iterdir())
    aside = store.set_aside(stored.id)
    assert (stored.folder.exists(), store.tables()) == (False, (other.id,))
    assert sorted(path.name for path in aside.iterdir()) == files
    store.keep(stored.seating)
    again = store.set_aside(stored.id)
    assert [path.name for path in again.iterdir()] == ["table.json"]
    assert sorted(path.name for path in aside.iterdir()) == files, "it is written over by nothing"
    with pytest.raises(FormatError) as caught:
        store.table(stored.id)
    assert caught.value.fault is Fault.NO_TABLE
    other.folder.rename(store.folder_of(stored.id))
    with pytest.raises(FormatError) as caught:
        store.table(stored.id)
    assert caught.value.fault is Fault.OTHER_TABLE


def test_a_table_whose_folder_cannot_be_read_is_not_listed(
    store: TableStore, stored: StoredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = open_table(store, TableOpening(Ruleset(), 2, 3600))
    close_folder(monkeypatch, other.folder)
    assert store.tables() == (stored.id,)


EMPTIED: tuple[object, ...] = (
    {"requests": [], "written": ["one"]},
    {"requests": ["one", "two"], "written": []},
)
"""Other shapes that are as good."""


def as_json(text: str) -> object:
    """The value in a text; None for no JSON."""
    with suppress(ValueError, RecursionError):
        return json.loads(text)
    return None


def damaged(path: Path) -> Iterator[str]:
    """The file's content in other shapes, each written there."""
    whole = path.read_text(encoding="utf-8")
    cuts = (whole[:at] for at in range(0, len(whole), max(1, len(whole) // 40)))
    odd = {**json.loads(whole)} if whole.startswith("{") else {}
    others: tuple[object, ...] = (None, 5, [], "x", {})
    values = (json.dumps({**odd, key: value}) for key in odd for value in others)
    for text in (*cuts, *ODD, *values):
        path.write_text(text, encoding="utf-8")
        yield text


def test_a_table_by_post_at_an_earlier_versions_server_goes_on_by_hand(
    store: TableStore, stored: StoredTable
) -> None:
    path = stored.folder / "table.json"
    value = json.loads(path.read_text("utf-8")) | {"hosted": True, "server": "", "folder": None}
    url = "nats://t1:word@192.168.0.7:4222"
    value["invitation"] = str(replace(stored.seating.invitation, url=url))
    path.write_text(json.dumps(value), "utf-8")
    again = store.table(stored.id)
    assert again.journal.table is not None
    assert not again.journal.table.is_earlier
    assert again.aside == []
    assert open_transport(again.seating) is None
    assert Seating.read(again.seating.write().encode()) == again.seating


def test_a_damaged_seating_is_refused_by_its_file(store: TableStore, stored: StoredTable) -> None:
    path = stored.folder / "table.json"
    refusals: list[str] = []
    for _ in damaged(path):
        assert store.tables() == (stored.id,)
        try:
            store.table(stored.id)
        except FormatError as error:
            refusals.append(str(error))
    assert len(refusals) > 40
    assert [words for words in refusals if str(path) not in words] == []


def test_damaged_requests_are_put_aside(store: TableStore, stored: StoredTable) -> None:
    path = stored.folder / "requests.json"
    whole = path.read_text(encoding="utf-8")
    for text in damaged(path):
        again = store.table(stored.id)
        if json.loads(whole) != (value := as_json(text)) and value not in EMPTIED:
            assert again.requests == ()
            (aside,) = again.aside
            assert aside.read_text(encoding="utf-8") == text


def test_a_damaged_draft_is_put_aside(store: TableStore, stored: StoredTable) -> None:
    draft = Draft(3, ((0, "294@c3 753@a1"),), '{"closing":"0 finish"}')
    for other in (replace(draft, call=2), replace(draft, meta=None), draft):
        stored.keep_draft(other)
        assert store.table(stored.id).draft == other
    path = stored.folder / "draft.json"
    assert store.table(stored.id).draft == draft
    for text in damaged(path):
        again = store.table(stored.id)
        if again.draft is None:
            assert not path.exists(), text
            assert again.aside, text
        else:
            others = (replace(draft, turns=()), replace(draft, meta=None), replace(draft, call=5))
            assert again.draft in (draft, *others), text


def test_a_disk_that_refuses_a_draft_is_said_once_and_asked_again(
    stored: StoredTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(TableStore(stored.folder.parent), RandomEngines())
    service.open().result(20)
    with monkeypatch.context() as patched:
        patched.setattr("game.net.journal.store.write_atomically", _refuse)
        for number in (1, 2):
            service.keep_draft(stored.id, Draft(number, ()))
    assert [problem.kind for problem in service.damaged if isinstance(problem, Problem)] == [
        ProblemKind.UNSAVED
    ]
    assert service.drafts[stored.id] == Draft(2, ())
    service.close()
    assert TableStore(stored.folder.parent).table(stored.id).draft == Draft(2, ())


def _refuse(*arguments: object, **keywords: object) -> None:
    raise OSError("no space left")


def test_a_table_stored_by_an_earlier_version_is_played_to_its_end(tmp_path: Path) -> None:
    """Both sides of a table by post, as 13ede01f wrote them: six calls, two turns handed in."""
    shutil.copytree(GOLDEN, tmp_path, dirs_exist_ok=True)
    server, random = Server(), Random(7)
    stored = {side: TableStore(tmp_path / side) for side in ("leader", "guest")}
    tables = {side: store.table(*store.tables()) for side, store in stored.items()}
    assert [table.aside for table in tables.values()] == [[], []]
    lines = tuple(tables["leader"].journal.lines)
    assert len(lines) == 33
    leader = Leader(tables["leader"].journal, tables["leader"], RandomEngines(), ServerView(server))
    guest = Guest(tables["guest"], RandomEngines(), ServerView(server))
    assert guest.table == leader.table
    assert [chair.player.name for chair in leader.table.chairs] == ["Ann", "Otto", "Ben"]
    assert leader.table.calls == 6
    assert [chair.turn is not None for chair in leader.table.chairs] == [False, True, True]
    assert guest.handed_in() == {2}
    now = leader.table.at
    while not leader.table.seed:
        if leader.table.call is not None and not leader.handed_in() >= {0}:
            leader.hand_in(0, any_turn(leader.table, 0, random))
        if guest.table and guest.table.call is not None and not guest.handed_in():
            guest.hand_in(2, any_turn(guest.table, 2, random))
        now += 1
        leader.step(now)
        guest.step(now)
    guest.step(now)
    assert leader.table.missed == ()
    assert tuple(leader.journal.lines[:33]) == lines
    assert guest.journal.lines == leader.journal.lines
    assert read_journal(leader.journal.lines)[1] == []


def test_one_program_writes_in_a_store(store: TableStore) -> None:
    with store.locked(), pytest.raises(StoreBusy), TableStore(store.folder).locked():
        pass
    with store.locked():
        assert (store.folder / "lock").is_file()


def test_a_store_without_a_folder_has_no_tables(tmp_path: Path) -> None:
    assert TableStore(tmp_path / "none").tables() == ()
    assert not (tmp_path / "none").exists(), "reading writes nothing"
