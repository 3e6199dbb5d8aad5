"""Bounds of all that a hostile game master or guest can make others read, keep and write."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.net.journal.events import (
    MAX_LINE_BYTES,
    AnsweredEvent,
    AskedEvent,
    ExtendedEvent,
    JournalLine,
    LeftEvent,
    RematchEvent,
    RemindedEvent,
    TableEventBody,
    link_of,
    write_line,
)
from game.net.journal.journal import Journal
from game.net.journal.keys import new_secret, public_of
from game.net.journal.requests import new_id
from game.net.journal.table import MAX_EVER, MOST_ACTS
from game.net.post.folder import LINES_A_FILE
from game.net.post.leader import MOST_OF_A_SEAT
from game.net.post.turn_files import TurnFile, take_turn_file
from game.rules.errors import Fault
from tests.net.worlds import World, folder_of, mail_world


def added(lines: list[str], *bodies: TableEventBody) -> list[str]:
    """A journal with more lines, as a game master with another program writes them."""
    lines = [*lines]
    for body in bodies:
        lines.append(write_line(JournalLine(len(lines) + 1, 1 << 31, 1, link_of(lines[-1]), body)))
    return lines


def spread(path: Path, world: World, lines: list[str]) -> Path:
    """A shared folder with a journal."""
    shared = path / "shared"
    shared.mkdir()
    transport = folder_of(shared, world)
    transport.write_journal(lines, transport.take_lead(0))
    return shared


def repeated(world: World, kind: str) -> list[TableEventBody]:
    """Far more valid lines of a kind than a table needs."""
    key, seat = world.table.chairs[world.seat("Ben")].key, world.seat("Ben")
    match kind:
        case "left":
            return [LeftEvent(key, new_id()) for _ in range(9)]
        case "extended":
            return [ExtendedEvent(1, (1 << 31) + n) for n in range(MOST_ACTS + 9)]
        case "reminded":
            return [RemindedEvent(1, None, (seat,), new_id()) for _ in range(MOST_ACTS + 9)]
        case "answered":
            ids = [new_id() for _ in range(MOST_ACTS + 9)]
            return [AnsweredEvent(1, seat, id, id, held=n % 2 == 0) for n, id in enumerate(ids)]
        case _:
            keys = (public_of(new_secret()) for _ in range(2 * MAX_EVER + 9))
            return [AskedEvent(key, "Eve", None, new_id()) for key in keys]


@pytest.mark.parametrize("kind", ["left", "extended", "reminded", "answered", "asked"])
@pytest.mark.parametrize("way", ["turn file", "folder"])
def test_acts_that_repeat_are_refused_where_they_arrive(
    tmp_path: Path, kind: str, way: str
) -> None:
    world = mail_world(tmp_path)
    mine = world.leader.journal.lines
    lines = added(mine, *repeated(world, kind))
    guest = world.guests["Ben"]
    if way == "turn file":
        take_turn_file(guest, TurnFile(world.table.id, tuple(lines), ()))
    else:
        shared = spread(tmp_path, world, lines)
        guest.transport = folder_of(shared, world)
        guest.step(world.now)
    assert len(guest.journal) < len(lines)
    assert guest.journal.problem is not None
    again = Journal(
        guest.journal.id, tmp_path / "guest Ben" / guest.journal.id.hex() / "journal.jsonl"
    )
    assert again.lines == guest.journal.lines
    assert again.aside is None


def test_a_second_rematch_is_refused(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    world.play_on()
    lines = added(world.leader.journal.lines, *[RematchEvent(str(world.invitation))] * 3)
    copy = Journal.in_memory(world.table.id, lines)
    assert len(copy) == len(lines) - 2


def test_a_journal_ends_at_its_most_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.net.journal.journal.MAX_JOURNAL_BYTES", 20_000)
    monkeypatch.setattr("game.net.post.folder.MAX_JOURNAL_BYTES", 20_000)
    world = mail_world(tmp_path)
    path = tmp_path / "guest Ben" / world.table.id.hex() / "journal.jsonl"
    lines = added(world.leader.journal.lines, *repeated(world, "extended")[:400])
    shared = spread(tmp_path, world, lines)
    guest = world.guests["Ben"]
    guest.transport = folder_of(shared, world)
    for _ in range(9):
        guest.step(world.now)
    assert 19_000 < path.stat().st_size <= 20_000
    assert guest.journal.problem is not None
    assert guest.journal.problem.fault is Fault.TOO_MANY_BYTES
    there = folder_of(shared, world).read_journal(0)
    assert len(there) <= len(guest.journal) + 2 * LINES_A_FILE
    assert world.make_guest("Ben").journal.lines == guest.journal.lines


def test_a_long_line_is_refused(tmp_path: Path) -> None:
    world = World(tmp_path).begin()
    long = AskedEvent(public_of(new_secret()), "E" * MAX_LINE_BYTES, None, new_id())
    copy = Journal.in_memory(world.table.id, added(world.leader.journal.lines, long))
    assert copy.problem is not None
    assert copy.problem.fault is Fault.TOO_MANY_BYTES


@pytest.mark.slow
def test_a_restless_guest_fills_no_journal_and_stops_no_call(tmp_path: Path) -> None:
    world = World(tmp_path, guests=("Ana", "Ben")).begin()
    for _ in range(3 * MOST_OF_A_SEAT):
        world.answer("Ana")
        world.guests["Ana"].step(world.now)
        world.leader.step(world.now)
        world.guests["Ana"].step(world.now)
        world.guests["Ana"].take_back(world.seat("Ana"))
        world.step()
    assert len(world.leader.journal) < 2 * MOST_OF_A_SEAT + 20
    world.answer("Ben")
    world.run(90)
    assert world.table.calls == 2
    world.answer("Ana")
    world.answer("Ben")
    world.step(1)
    assert world.table.calls == 3
