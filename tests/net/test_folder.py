"""A shared folder as clouds make it: conflict copies, half-written files, faults, two leaders."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest

from game.net.journal.events import MAX_FENCE, read_line
from game.net.journal.journal import Journal
from game.net.post.folder import CHECK_SECONDS, FolderTransport
from game.net.post.guest import Guest
from game.net.post.leader import Leader
from game.net.post.transport import LedElsewhere
from game.storage import files
from tests.net.worlds import MAIL, World, any_turn, folder_of


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)


def shared_world(folder: Path, **options: object) -> tuple[World, Path]:
    """A league of three whose table lies in a shared folder."""
    shared = folder / "shared"
    shared.mkdir()
    world = World(folder, MAIL, guests=("Ana", "Ben"), **options)  # type: ignore[arg-type]
    world.reach = lambda: folder_of(shared, world)
    world.leader = world.make_leader()
    for name in ("Ana", "Ben"):
        world.make_guest(name)
    return world, shared / world.invitation.table.hex()


def send_answer(world: World, folder: Path) -> Path:
    """Let Ben answer the call; return his file, which the leader has not read yet."""
    world.answer("Ben")
    world.guests["Ben"].step(world.now)
    (path,) = folder.glob("request-*.jsonl")
    return path


def check_now(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody look whether files have gone."""
    later = time.monotonic() + CHECK_SECONDS + 1
    with monkeypatch.context() as patch:
        patch.setattr(time, "monotonic", lambda: later)
        world.step(1)


def test_conflict_copies_and_other_files_are_left_alone(tmp_path: Path) -> None:
    world, folder = shared_world(tmp_path)
    world.begin()
    for path in list(folder.iterdir()):
        for name in (f"{path.stem} (1){path.suffix}", f"{path.stem}.sync-conflict-1{path.suffix}"):
            (folder / name).write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    (folder / "request-zz.jsonl").write_text("nothing\n")
    (folder / f"request-{'0' * 32}.jsonl").write_text("null\n[]\n{}\n\x00\n")
    (folder / f"request-{'1' * 32}.jsonl").mkdir()
    world.play_on()


def test_what_cannot_be_read_once_is_read_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first opens fail; then there are zeros of the right length; then the content comes."""
    world, folder = shared_world(tmp_path)
    world.begin()
    path = send_answer(world, folder)
    content, times = path.read_bytes(), path.stat()
    original = files.read_bounded

    def fails(path: Path, most: int) -> bytes | None:
        if path.name.startswith("request"):
            raise OSError(5, "Input/output error")
        return original(path, most)

    with monkeypatch.context() as patch:
        patch.setattr("game.net.post.folder.read_bounded", fails)
        world.leader.step(world.now)
    path.write_bytes(bytes(len(content)))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    world.leader.step(world.now)
    assert world.table.chairs[world.seat("Ben")].turn is None
    path.write_bytes(content)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    world.leader.step(world.now)
    assert world.table.chairs[world.seat("Ben")].turn is not None
    world.play_on()


def test_files_that_somebody_deletes_are_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, folder = shared_world(tmp_path)
    world.begin()
    world.answer("Ben")
    world.step(1)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(before) == 3
    shutil.rmtree(folder)
    check_now(world, monkeypatch)
    assert {path.name for path in folder.iterdir()} == before.keys()
    assert all((folder / name).read_bytes() == text for name, text in before.items())
    world.play_on()


def test_a_folder_that_goes_and_comes_again(tmp_path: Path) -> None:
    world, folder = shared_world(tmp_path)
    world.begin()
    away = folder.parent.with_name("away")
    folder.parent.rename(away)
    for _ in range(5):
        world.now += 1
        players: list[Leader | Guest] = [world.leader, *world.guests.values()]
        for player in players:
            with pytest.raises(OSError, match="No such file"):
                player.step(world.now)
    away.rename(folder.parent)
    world.play_on()


def test_of_two_leaders_by_a_copied_folder_the_fence_stops_one(tmp_path: Path) -> None:
    """Both go on with the same table; the later one leads, the first one stops, nobody forks."""
    world, _ = shared_world(tmp_path)
    world.begin()
    first, journal = world.leader, tmp_path / "leader"
    copy = tmp_path / "copy"
    shutil.copytree(journal, copy)
    world.answer("Ben")
    world.step(1)
    assert world.table.chairs[world.seat("Ben")].turn is not None
    # The copy knows nothing of Ben's turn, but finds it in the folder.
    journal.rename(tmp_path / "old")
    copy.rename(journal)
    world.leader = world.make_leader()
    world.leader.step(world.now)
    assert world.table.chairs[world.seat("Ben")].turn is not None
    first.transport._checked = -CHECK_SECONDS - 1  # type: ignore[union-attr]
    with pytest.raises(LedElsewhere):
        first.step(world.now + 1)
    world.play_on()


@pytest.mark.parametrize(
    "fence", [10**30, 1 << 53, MAX_FENCE, MAX_FENCE - 1, -1, True, 1.5, "7", None, [], {"fence": 1}]
)
@pytest.mark.parametrize("begins", [False, True])
def test_an_odd_number_in_the_folder_destroys_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fence: object, begins: bool
) -> None:
    """Whatever says who leads, each line that is written can be read by everybody for ever."""
    world, folder = shared_world(tmp_path)
    world.begin()
    (folder / "leader.json").write_text(json.dumps({"fence": fence, "run": "x"}))
    if not begins and fence == MAX_FENCE - 1:
        with pytest.raises(LedElsewhere):
            check_now(world, monkeypatch)
        begins = True
    if begins:
        world.leader = world.make_leader()
    else:
        check_now(world, monkeypatch)
    world.play_on()
    assert all(read_line(line).fence <= MAX_FENCE for line in world.leader.journal.lines)
    again = Journal(world.leader.journal.id, tmp_path / "leader" / folder.name / "journal.jsonl")
    assert again.lines == world.leader.journal.lines
    assert again.aside is None


def test_two_leaders_at_the_same_moment(tmp_path: Path) -> None:
    """Whoever wrote last leads; a program that has the same number sees that it is not the one."""
    one, two = (FolderTransport(tmp_path, bytes(16)) for _ in range(2))
    fence = one.take_lead(4)
    two._fence = fence
    two._write_leader()
    two.write_journal(["b"], fence)
    with pytest.raises(LedElsewhere):
        one.write_journal(["a"], fence)
    assert list(two.read_journal(0)) == ["b"]


def test_a_folder_restored_from_yesterday_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, folder = shared_world(tmp_path)
    world.begin()
    yesterday = tmp_path / "yesterday"
    shutil.copytree(folder, yesterday)
    for _ in range(3):
        for name in ("Ana", "Ben"):
            world.answer(name)
        world.step(1)
    shutil.rmtree(folder)
    yesterday.rename(folder)
    check_now(world, monkeypatch)
    world.play_on()


def test_a_leader_restored_from_yesterday_reads_on_from_the_folder(tmp_path: Path) -> None:
    world, _ = shared_world(tmp_path)
    world.begin()
    shutil.copytree(tmp_path / "leader", tmp_path / "yesterday")
    for _ in range(3):
        for name in ("Ana", "Ben"):
            world.answer(name)
        world.step(1)
    lines = list(world.leader.journal.lines)
    shutil.rmtree(tmp_path / "leader")
    (tmp_path / "yesterday").rename(tmp_path / "leader")
    world.leader = world.make_leader()
    assert len(world.leader.journal) < len(lines)
    world.leader.step(world.now)
    assert world.leader.journal.lines[: len(lines)] == lines
    world.play_on()


def test_one_home_copied_and_run_twice_at_once_stops_nobody(tmp_path: Path) -> None:
    """Ben plays in two windows of two copies: his first turn counts, and both read on."""
    world, _ = shared_world(tmp_path)
    world.begin()
    shutil.copytree(tmp_path / "guest Ben", tmp_path / "guest Ben2")
    twin = world.make_guest("Ben2")
    for _ in range(40):
        for player in (world.guests["Ben"], twin):
            table = player.table
            if table is not None and table.call is not None:
                seat = table.seat_of(player.stored.seats[0].key)
                if (
                    seat is not None
                    and table.is_waited_for(seat)
                    and seat not in player.handed_in()
                ):
                    player.hand_in(seat, any_turn(table, seat, world.random))
        table = world.guests["Ana"].table
        ana = world.guests["Ana"]
        is_open = table is not None and table.call is not None and not ana.handed_in()
        if is_open and table.is_waited_for(world.seat("Ana")):  # type: ignore[union-attr]
            world.answer("Ana")
        world.step(1)
    assert world.table.missed == ()
    assert world.table.phase.name == "OVER"
    world.check()


def test_a_long_match_is_written_in_parts(tmp_path: Path) -> None:
    transport = FolderTransport(tmp_path, bytes(16))
    fence = transport.take_lead(0)
    lines = [f"line {i}" for i in range(250)]
    for count in (3, 99, 100, 101, 250):
        transport.write_journal(lines[:count], fence)
        assert list(FolderTransport(tmp_path, bytes(16)).read_journal(0)) == lines[:count]
    reader = FolderTransport(tmp_path, bytes(16))
    assert list(reader.read_journal(199)) == lines[199:]
    assert list(reader.read_journal(250)) == []
    late = FolderTransport(tmp_path, bytes(16))
    late.write_journal(lines, late.take_lead(fence))
    assert list(reader.read_journal(0)) == lines


def test_a_file_that_is_deleted_and_comes_again_is_read_again(tmp_path: Path) -> None:
    world, folder = shared_world(tmp_path)
    world.begin()
    path = send_answer(world, folder)
    reader = folder_of(folder.parent, world)
    content = path.read_text()
    assert list(reader.read_requests()) == content.splitlines()
    assert list(reader.read_requests()) == []
    path.unlink()
    assert list(reader.read_requests()) == []
    path.write_text(content, newline="\n")
    assert list(reader.read_requests()) == content.splitlines()


def test_files_and_their_bytes_are_read_up_to_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.net.post.folder.MAX_REQUEST_FILES", 3)
    monkeypatch.setattr("game.net.post.folder.MAX_REQUEST_FILE", 8)
    monkeypatch.setattr("game.net.post.folder.MAX_JOURNAL_FILE", 8)
    reader = FolderTransport(tmp_path, bytes(16))
    reader.folder.mkdir()
    texts = ("1\n", "1234567\n", "12345678\n", "4\n")
    for number, text in enumerate(texts):
        (reader.folder / f"request-{number:032}.jsonl").write_text(text, newline="\n")
    assert list(reader.read_requests()) == ["1", "1234567"]
    for text, lines in (("1234567\n", ["1234567"]), ("12345678\n", ["1234567"])):
        (reader.folder / "journal-0001.jsonl").write_text(text, newline="\n")
        assert list(reader.read_journal(0)) == lines, "what is too long is as before"


def test_a_fence_is_above_the_programs_own_and_the_folders(tmp_path: Path) -> None:
    for fence, there, taken in ((0, 0, 1), (7, 0, 8), (0, 7, 8), (3, 7, 8), (9, 7, 10)):
        transport = FolderTransport(tmp_path, bytes([fence, there] * 8))
        transport.folder.mkdir()
        leader = transport.folder / "leader.json"
        leader.write_text(json.dumps({"fence": there, "run": "x"}))
        assert transport.take_lead(fence) == taken
        assert json.loads(leader.read_text())["fence"] == taken


def test_a_half_written_file_is_as_it_was_before(tmp_path: Path) -> None:
    reader = FolderTransport(tmp_path, bytes(16))
    reader.folder.mkdir()
    path = reader.folder / "journal-0001.jsonl"
    for text, lines in (
        ("1\n2", []),
        ("1\n2\n", ["1", "2"]),
        ("1\n2\n3", ["1", "2"]),
        ("1\n\0\0\n", ["1", "2"]),
        ("1\n2\n3\n", ["1", "2", "3"]),
        ("", ["1", "2", "3"]),
    ):
        path.write_text(text, newline="\n")
        os.utime(path, ns=(len(text), 7 * len(text) + len(lines)))
        assert list(reader.read_journal(0)) == lines
    path.unlink()
    assert list(reader.read_journal(0)) == []


def test_a_file_whose_state_cannot_be_read_is_as_it_was_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    transport, table = FolderTransport(tmp_path, bytes(16)), tmp_path / bytes(16).hex()
    table.mkdir()
    (table / "journal-0001.jsonl").write_text("one\ntwo\n")
    stat = Path.stat

    def refuse(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.name.startswith("journal"):
            raise PermissionError(13, "Permission denied")
        return stat(path, follow_symlinks=follow_symlinks)

    def read_refused() -> list[str]:
        with monkeypatch.context() as patch:
            patch.setattr(Path, "stat", refuse)
            return [*transport.read_journal(0)]

    assert read_refused() == []
    assert [*transport.read_journal(0)] == ["one", "two"]
    (table / "journal-0001.jsonl").write_text("one\ntwo\nthree\n")
    assert read_refused() == ["one", "two"]
    assert [*transport.read_journal(1)] == ["two", "three"]


def test_a_file_that_cannot_be_renamed_leaves_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    transport, table = FolderTransport(tmp_path, bytes(16)), tmp_path / bytes(16).hex()
    transport.take_lead(0)
    before = sorted(path.name for path in table.iterdir())

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", refuse)
        with pytest.raises(PermissionError):
            transport.write_journal(["one"], 1)
    assert sorted(path.name for path in table.iterdir()) == before == ["leader.json"]
    transport.write_journal(["one"], 1)
    assert (table / "journal-0001.jsonl").read_text() == "one\n"
