"""Turn files: what each side writes and takes, and files that are something else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.net.journal.events import read_line, write_line
from game.net.journal.requests import read_request
from game.net.post.transport import LedElsewhere
from game.net.post.turn_files import (
    TurnFile,
    has_damaged_file,
    read_text_file,
    read_turn_files,
    take_turn_file,
    text_of_mail,
    write_turn_file,
)
from game.rules.errors import Fault, FormatError
from game.storage.pasted import CodeKind, write_code
from tests.net.worlds import mail_world


def test_a_guest_sends_requests_and_both_sides_the_journal(tmp_path: Path) -> None:
    world = mail_world(tmp_path)
    id, ben = world.table.id, world.guests["Ben"]
    lines = tuple(world.leader.journal.lines)
    assert read_turn_files(write_turn_file(ben)) == (TurnFile(id, lines, ()),)
    world.answer("Ben")
    assert ben.unsent() == 1
    file = TurnFile(id, (), ben.requests())
    assert read_turn_files(write_turn_file(ben)) == (file,)
    assert ben.unsent() == 0, "noted as sent"
    led = write_turn_file(world.leader)
    assert read_turn_files(led) == (TurnFile(id, lines, ()),)
    # The leader takes each request once; a guest takes lines alone.
    assert take_turn_file(world.leader, file)
    assert not take_turn_file(world.leader, file)
    assert not take_turn_file(world.leader, TurnFile(id, lines, ()))
    assert not take_turn_file(ben, file)
    assert not take_turn_file(ben, TurnFile(id, lines, ()))
    world.leader.step(world.now)
    more = tuple(world.leader.journal.lines)
    assert len(more) > len(lines)
    assert take_turn_file(ben, TurnFile(id, more, ()))
    assert not take_turn_file(ben, TurnFile(id, lines, ())), "an older one"
    assert read_request(file.requests[0]).key == ben.stored.seats[0].key


def test_of_several_files_the_whole_ones_are_read_and_damage_is_known(tmp_path: Path) -> None:
    world = mail_world(tmp_path)
    ana, ben = world.guests["Ana"], world.guests["Ben"]
    for name in ("Ana", "Ben"):
        world.answer(name)
    one, two = write_turn_file(ana), write_turn_file(ben)
    cut = two.rstrip()[:-9]
    assert [file.requests for file in read_turn_files(f"{one}\n\n{two}")] == [
        ana.requests(),
        ben.requests(),
    ]
    assert [has_damaged_file(text) for text in (one, f"{one}\n\n{cut}", "no file")] == [
        False,
        True,
        False,
    ]
    climb = write_code(CodeKind.CLIMB, b"x" * 99)[:-9]
    assert not has_damaged_file(f"{one}\n\n{climb}"), "of another kind"
    assert len(read_turn_files(f"{one}\n\n{cut}")) == 1
    for text, fault in (
        ("no file", Fault.NO_CODE),
        (str(world.invitation), Fault.NO_CODE),
        (cut, Fault.CUT),
        (write_code(CodeKind.TURN_FILE, b"\xff" * 40), Fault.ALTERED),
        (write_code(CodeKind.TURN_FILE, b"ab" * 15), Fault.WRONG_LENGTH),
        (write_code(CodeKind.TURN_FILE, b"ab" * 16 + b"\n{"), Fault.NOT_JSON),
    ):
        with pytest.raises(FormatError) as caught:
            read_turn_files(text)
        assert caught.value.fault is fault


def test_a_mail_programs_file_is_read_in_an_older_encoding_and_up_to_a_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mail.eml"
    for raw, text in (("Grüße".encode(), "Grüße"), ("Grüße".encode("latin-1"), "Grüße")):
        path.write_bytes(raw)
        assert text_of_mail(raw) == read_text_file(str(path)) == text
    monkeypatch.setattr("game.net.post.turn_files.MAX_FILE_BYTES", 5)
    path.write_bytes(b"12345")
    assert read_text_file(str(path)) == "12345"
    path.write_bytes(b"123456")
    for name, fault in ((path, Fault.TOO_MANY_BYTES), (tmp_path / "none", Fault.NO_SUCH_FILE)):
        with pytest.raises(FormatError) as caught:
            read_text_file(str(name))
        assert (caught.value.fault, caught.value.where) == (fault, str(name))


def test_a_leader_takes_its_own_lines_alone_and_knows_another_program(tmp_path: Path) -> None:
    world = mail_world(tmp_path)
    id, ben = world.table.id, world.guests["Ben"]
    early = tuple(world.leader.journal.lines)
    twice = (*early, early[-1])
    with pytest.raises(FormatError) as caught:
        take_turn_file(world.leader, TurnFile(id, twice, ()))
    assert caught.value.fault is Fault.ALTERED
    world.answer("Ben")
    assert take_turn_file(world.leader, TurnFile(id, twice, ben.requests())), "a request is new"
    assert tuple(world.leader.journal.lines) == early
    world.leader.step(world.now)
    late = tuple(world.leader.journal.lines)
    assert late[: len(early)] == early != late
    changed = replace(read_line(late[-1]), at=1 << 33)
    other = (*late[:-1], write_line(changed, world.store.secret))
    with pytest.raises(LedElsewhere):
        take_turn_file(world.leader, TurnFile(id, other, ()))
    # A home from yesterday reads its own lines in a guest's file.
    path = tmp_path / "leader" / id.hex() / "journal.jsonl"
    path.write_text("".join(f"{line}\n" for line in early), newline="\n")
    world.leader = world.make_leader()
    assert take_turn_file(world.leader, TurnFile(id, late, ()))
    assert tuple(world.leader.journal.lines) == late
