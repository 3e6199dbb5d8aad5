"""The journal on the disk: cut lines, full disks, damage; other programs' copies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.net.journal.events import MAX_LINE_BYTES, AskedEvent, read_line
from game.net.journal.journal import Journal
from game.net.journal.keys import new_secret, public_of
from game.net.post.leader import opening_event
from game.rules.errors import Fault, FormatError
from tests.net.worlds import CLASSIC, World


@pytest.fixture
def played(tmp_path: Path) -> list[str]:
    world = World(tmp_path / "world")
    world.play_on()
    return world.leader.journal.lines


def test_a_journal_cut_anywhere_is_read_up_to_there(tmp_path: Path, played: list[str]) -> None:
    whole = "".join(f"{line}\n" for line in played).encode()
    id = read_line(played[0]).body.table  # type: ignore[union-attr]
    for cut in range(0, len(whole), 389):
        path = tmp_path / "journal.jsonl"
        path.write_bytes(whole[:cut])
        journal = Journal(id, path)
        count = whole[:cut].count(b"\n")
        assert journal.lines == played[:count]
        assert journal.aside is None
        journal.extend(played[count:])
        assert path.read_bytes() == whole


def test_damage_is_put_aside_and_what_is_before_it_stays(tmp_path: Path, played: list[str]) -> None:
    id = read_line(played[0]).body.table  # type: ignore[union-attr]
    for number in range(0, len(played), 7):
        path = tmp_path / f"{number}.jsonl"
        spoilt = [*played[:number], played[number].replace(":", ";", 1), *played[number + 1 :]]
        path.write_text("".join(f"{line}\n" for line in spoilt), newline="\n")
        journal = Journal(id, path)
        assert journal.lines == played[:number]
        assert journal.aside is not None
        assert journal.aside.read_text().startswith(spoilt[number])
        journal.extend(played[number:])
        assert Journal(id, path).lines == played


def test_an_event_is_appended_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, id, path = new_secret(), bytes(16), tmp_path / "journal.jsonl"
    journal = Journal(id, path, secret)
    opened = opening_event(secret, id, CLASSIC, 2, 3600)
    asked = AskedEvent(public_of(new_secret()), "Ana", None, "00" * 8)
    journal.append(10, 3, opened)
    before = (journal.lines[:], journal.table, journal.fence)

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space"):
            journal.append(11, 4, asked)
    with pytest.raises(FormatError):
        journal.append(11, 4, opened)
    assert (journal.lines, journal.table, journal.fence) == before
    journal.append(5, 4, asked)
    assert journal.table is not None
    assert (journal.table.at, journal.fence) == (10, 4), "no line is before the last one"
    again = Journal(id, path, secret)
    assert (again.lines, again.table, again.fence) == (journal.lines, journal.table, 4)


def test_nothing_behind_an_invalid_line_is_appended(played: list[str]) -> None:
    id = read_line(played[0]).body.table  # type: ignore[union-attr]
    journal = Journal.in_memory(id)
    assert journal.extend([*played[:2], "{}", *played[2:]]) == 2
    assert (journal.lines, journal.problem is None) == (played[:2], False)
    assert journal.extend(played[2:]) == len(played) - 2
    assert journal.problem is None


def test_a_full_disk_changes_nothing_and_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a line is written, then nothing more; the next try stands as if that had not been."""
    world = World(tmp_path).begin()
    world.answer("Ben")
    write = os.write

    def full(handle: int, data: bytes) -> int:
        if len(data) < 3:
            raise OSError(28, "No space left on device")
        return write(handle, data[: len(data) // 2])

    lines = list(world.leader.journal.lines)
    for guest in world.guests.values():
        guest.step(world.now)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        for _ in range(3):
            with pytest.raises(OSError, match="No space"):
                world.leader.step(world.now)
    assert world.leader.journal.lines == lines
    path = tmp_path / "leader" / world.invitation.table.hex() / "journal.jsonl"
    assert path.read_text() == "".join(f"{line}\n" for line in lines)
    world.play_on()
    assert path.read_text().splitlines() == world.leader.journal.lines


def test_lines_against_the_rules_are_not_taken(played: list[str]) -> None:
    id = read_line(played[0]).body.table  # type: ignore[union-attr]
    journal = Journal(id)
    for number, line in enumerate(played):
        others = ["{}", "[]", "null", "x", line + " ", line.replace('"n":', '"m":')]
        others += [line.replace('"call":', '"call":1'), line.replace('"seat":0', '"seat":5')]
        others += [line.replace('"fence":1', '"fence":0')]
        for other in others:
            if other == line:
                continue
            if journal.extend([other]):
                assert journal.lines[-1] == other
                journal = Journal.in_memory(id, played[:number])
            else:
                assert isinstance(journal.problem, FormatError)
                assert len(journal) == number
        assert journal.extend([line]) == 1


def test_where_copies_part_the_later_leader_wins() -> None:
    secret, id = new_secret(), bytes(16)
    opened = opening_event(secret, id, CLASSIC, 2, 60)

    def led(*fences: int) -> Journal:
        journal = Journal(id)
        for fence in fences:
            journal.append(fence, fence, _asked(len(journal), fence) if len(journal) else opened)
        return journal

    old, new = led(1, 1, 1), led(1, 2)
    assert not led(1, 2).adopt(old.lines)
    assert old.adopt(new.lines)
    assert old.lines == new.lines
    short = led(1)
    assert short.adopt(led(1, 1).lines)
    assert not led(1, 1).adopt(led(1).lines)
    foreign = Journal(bytes(range(16)))
    assert not foreign.adopt(new.lines)


def test_lines_of_others_are_no_problem_where_the_journal_is_led() -> None:
    secret, id = new_secret(), bytes(16)
    led = Journal(id, secret=secret)
    led.append(7, 1, opening_event(secret, id, CLASSIC, 2, 60))
    led.append(7, 1, _asked(1, 1))
    first, second = led.lines
    for reader, is_problem in ((Journal(id, secret=secret), False), (Journal(id), True)):
        assert reader.extend([first]) == 1
        for other in (first, "{}", second.replace('"n":2', '"n":3')):
            assert reader.extend([other]) == 0
            assert (reader.problem is not None) is is_problem
        assert reader.extend([second]) == 1
        assert reader.problem is None


def test_a_lines_time_is_never_before_the_last_ones() -> None:
    journal = Journal(bytes(16))
    opened = opening_event(new_secret(), bytes(16), CLASSIC, 2, 60)
    for number, at in enumerate((5, 9, 3, 9, 10)):
        journal.append(at, 1, _asked(number, 1) if number else opened)
    assert [read_line(line).at for line in journal.lines] == [5, 9, 9, 9, 10]
    assert journal.table is not None
    assert journal.table.at == 10


def test_a_copy_that_is_adopted_is_stored_and_counts_with_its_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = bytes(16)
    opened = opening_event(new_secret(), id, CLASSIC, 2, 60)
    mine, theirs = Journal(id, tmp_path / "journal.jsonl"), Journal(id)
    for journal, fences in ((mine, (1, 1)), (theirs, (1, 2, 2, 2, 2))):
        for number, fence in enumerate(fences):
            journal.append(7, fence, _asked(number, fence) if number else opened)
    lost, most = mine.lines, sum(len(line) + 1 for line in theirs.lines)
    monkeypatch.setattr("game.net.journal.journal.MAX_JOURNAL_BYTES", most)
    assert mine.adopt(theirs.lines[:4])
    assert mine.aside is not None
    assert mine.aside.read_text().splitlines() == lost
    assert Journal(id, tmp_path / "journal.jsonl").lines == mine.lines == theirs.lines[:4]
    assert mine.extend(theirs.lines[4:]) == 1, "as many bytes as a journal may have"
    theirs.append(7, 2, _asked(9, 2))
    assert mine.extend(theirs.lines[5:]) == 0
    assert mine.problem is not None
    assert mine.problem.fault is Fault.TOO_MANY_BYTES
    assert (tmp_path / "journal.jsonl").stat().st_size == most
    assert mine.fence == 2


def test_of_two_copies_by_one_program_the_longer_one_counts() -> None:
    id = bytes(16)
    opened = opening_event(new_secret(), id, CLASSIC, 2, 60)

    def led(*numbers: int, fence: int = 1) -> Journal:
        journal = Journal(id)
        journal.append(7, 1, opened)
        for number in numbers:
            journal.append(7, fence, _asked(number, fence))
        return journal

    for other, is_adopted in (
        (led(3, 4), True),
        (led(3), False),
        (led(3, fence=2), True),
        (led(3, 4, 5, fence=2), True),
    ):
        mine = led(2)
        assert mine.adopt(other.lines) is is_adopted
        assert mine.lines == (other if is_adopted else led(2)).lines
    assert not led(2, 3, fence=2).adopt(led(4, 5, 6).lines), "an earlier program's"
    mine = led(2)
    assert not mine.adopt([mine.lines[0], "spoilt"])
    assert mine.problem is not None


@pytest.mark.parametrize(("more", "is_aside"), [(0, False), (1, True)])
def test_a_line_cut_short_is_forgotten_and_anything_longer_put_aside(
    tmp_path: Path, more: int, is_aside: bool
) -> None:
    journal = Journal(bytes(16), tmp_path / "journal.jsonl")
    journal.append(7, 1, opening_event(new_secret(), bytes(16), CLASSIC, 2, 60))
    with (tmp_path / "journal.jsonl").open("a") as file:
        file.write("x" * (MAX_LINE_BYTES + more))
    again = Journal(bytes(16), tmp_path / "journal.jsonl")
    assert again.lines == journal.lines
    assert (again.aside is not None) is is_aside


def _asked(number: int, fence: int) -> AskedEvent:
    return AskedEvent(public_of(bytes([number, fence]) * 16), "Ann", None, "0" * 16)
