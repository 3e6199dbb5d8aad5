"""Lines that the game master never wrote: by mail, in a folder, in the program's own file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from game.net.journal.events import ClosedEvent, JournalLine, link_of, read_line, write_line
from game.net.post.transport import LedElsewhere
from game.net.post.turn_files import TurnFile, take_turn_file
from game.rules.errors import Fault, FormatError
from tests.net.test_folder import check_now, send_answer, shared_world
from tests.net.worlds import MAIL, World, any_turn, mail_world


def forge(world: World, lines: list[str], *, secret: bytes = b"") -> str:
    """A line that closes the open call with turns that nobody handed in."""
    table = world.table
    turns = tuple(any_turn(table, seat, world.random) for seat in range(len(table.chairs)))
    body = ClosedEvent(table.calls, turns, ())
    line = JournalLine(len(lines) + 1, table.at + 1, world.leader.journal.fence, "", body)
    return write_line(replace(line, after=link_of(lines[-1])), secret)


def forgeries(world: World) -> dict[str, list[str]]:
    """Journals that go on, or part, where the leader's does not."""
    lines = list(world.leader.journal.lines)
    later = json.loads(lines[-1]) | {"fence": 1 << 39}
    seat = world.guests["Ben"].stored.seats[0].secret
    other = {"closed": forge(world, lines), "by another key": forge(world, lines, secret=seat)}
    last = json.dumps(later, separators=(",", ":"))
    return {
        **{name: [*lines, line] for name, line in other.items()},
        "a later fence": [*lines[:-1], last],
        "without a proof": [*lines, lines[-1].rpartition(',"proof"')[0] + "}"],
        "another order": [lines[0], *reversed(lines[1:])],
        "one left out": [*lines[:-2], lines[-1]],
        "said twice": [*lines, lines[-1]],
        "spaces": [*lines[:-1], lines[-1].replace(":", ": ", 1)],
    }


NAMES = (
    "closed", "by another key", "a later fence", "without a proof", "another order",
    "one left out", "said twice", "spaces",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_turn_file_with_lines_that_a_guest_wrote_changes_nothing(
    tmp_path: Path, name: str
) -> None:
    """Nor does it stop whoever leads; the requests beside them are taken."""
    world = mail_world(tmp_path)
    before = list(world.leader.journal.lines)
    world.answer("Ben")
    requests = world.guests["Ben"].requests()
    with pytest.raises(FormatError) as caught:
        take_turn_file(world.leader, TurnFile(world.table.id, tuple(forgeries(world)[name]), ()))
    assert caught.value.fault is Fault.ALTERED
    assert world.leader.journal.lines == before
    assert world.leader.journal.problem is None
    file = TurnFile(world.table.id, tuple(forgeries(world)[name]), requests)
    assert take_turn_file(world.leader, file)
    world.leader.step(world.now)
    assert world.table.chairs[world.seat("Ben")].turn is not None


def test_what_the_leader_wrote_is_taken_back_and_another_program_is_known(tmp_path: Path) -> None:
    """A guest brings lines that a restored home has lost; two programs that led are told apart."""
    world = mail_world(tmp_path)
    early = list(world.leader.journal.lines)
    world.answer("Ben")
    take_turn_file(world.leader, TurnFile(world.table.id, (), world.guests["Ben"].requests()))
    world.leader.step(world.now)
    late = list(world.leader.journal.lines)
    assert len(late) > len(early)
    path = tmp_path / "leader" / world.table.id.hex() / "journal.jsonl"
    path.write_text("".join(f"{line}\n" for line in early), newline="\n")
    world.leader = world.make_leader()
    assert take_turn_file(world.leader, TurnFile(world.table.id, tuple(late), ()))
    assert world.leader.journal.lines == late
    secret = world.store.secret
    other = [*late[:-1], write_line(replace(read_line(late[-1]), at=1 << 33), secret)]
    with pytest.raises(LedElsewhere):
        take_turn_file(world.leader, TurnFile(world.table.id, tuple(other), ()))


@pytest.mark.parametrize("name", NAMES)
def test_a_leader_that_begins_takes_no_forged_line_out_of_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It writes its own again instead, with its files lost as well."""
    world, folder = shared_world(tmp_path)
    world.begin()
    before = list(world.leader.journal.lines)
    forged = "".join(f"{line}\n" for line in forgeries(world)[name])
    (folder / "journal-0001.jsonl").write_text(forged, newline="\n")
    world.leader = world.make_leader()
    world.leader.step(world.now)
    assert world.leader.journal.lines[: len(before)] == before
    assert not any('"closed"' in line for line in world.leader.journal.lines)
    assert world.leader.journal.problem is None
    assert (folder / "journal-0001.jsonl").read_text().startswith("".join(f"{b}\n" for b in before))
    world.play_on()


def test_a_leader_without_its_files_finds_its_own_lines_alone(tmp_path: Path) -> None:
    world, folder = shared_world(tmp_path)
    world.begin()
    before = list(world.leader.journal.lines)
    (folder / "journal-0001.jsonl").write_text(
        "".join(f"{line}\n" for line in [*before, forge(world, before)]), newline="\n"
    )
    (tmp_path / "leader" / folder.name / "journal.jsonl").unlink()
    world.leader = world.make_leader()
    world.leader.step(world.now)
    assert world.leader.journal.lines[: len(before)] == before
    assert not any('"closed"' in line for line in world.leader.journal.lines)
    world.play_on()


def test_a_line_changed_in_a_folder_is_healed_and_whoever_took_it_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One digit of a deadline differs: the length is the same, and the rules allow it."""
    world, folder = shared_world(tmp_path)
    world.begin()
    path = folder / "journal-0001.jsonl"
    right = path.read_text()
    (until,) = {read_line(line).body.until for line in right.splitlines() if '"called"' in line}  # type: ignore[union-attr]
    changed = right.replace(f'"until":{until}', f'"until":{until + 1}')
    path.write_text(changed, newline="\n")
    assert len(path.read_text()) == len(right)
    late = world.join("")
    late.step(world.now)
    assert late.table.call.until == until + 1  # type: ignore[union-attr]
    check_now(world, monkeypatch)
    assert path.read_text().startswith(right)
    world.play_on()


def test_requests_changed_in_a_folder_are_healed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, folder = shared_world(tmp_path)
    world.begin()
    path = send_answer(world, folder)
    right = path.read_text()
    path.write_text(right.replace('"mac":"', '"mac":"0')[: len(right) - 2] + "}\n")
    assert len(path.read_text()) == len(right)
    world.guests["Ben"].step(world.now)
    assert path.read_text() == right
    world.play_on()


def test_a_forged_line_in_the_leaders_own_file_is_put_aside(tmp_path: Path) -> None:
    world = World(tmp_path, MAIL).begin()
    lines = list(world.leader.journal.lines)
    path = tmp_path / "leader" / world.table.id.hex() / "journal.jsonl"
    with path.open("a") as file:
        file.write(forge(world, lines) + "\n")
    again = world.make_leader()
    assert again.journal.lines == lines
    assert again.journal.aside is not None
