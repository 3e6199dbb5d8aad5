"""What is kept: killed at any moment, on a full disk, from an old copy; nothing is said twice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from game.net.entries import Entry, Leave, Sit, sign_entry
from game.net.fold import TableStage
from game.net.folder import FolderTransport, folder_of_url
from game.net.home import Draft, Home, HomeBusy, KeptCard, KeptTable, Seating
from game.net.invitations import Invitation
from game.net.keys import Card, house_card
from game.net.log import MAX_AUTHORS
from game.net.playing import Playing, PlayingStep, join_table, start_table
from game.net.transports import check_address
from game.rules.errors import Fault, FormatError
from game.rules.ruleset import Ruleset
from tests.net.referee import read_table
from tests.net.worlds import RandomEngines, card_of, forks_of, record_text

RULES = Ruleset.parse("classic free mail none")


class Killed(BaseException):
    """The program dies here."""


@pytest.fixture(autouse=True)
def _quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda handle: None)


class Tables:
    """A game master's home and one guest's on a disk, with a folder between them."""

    def __init__(self, folder: Path, seats: int = 2, house: int = 1) -> None:
        self.road = folder / "road"
        self.road.mkdir()
        self.homes = [Home(folder / "master"), Home(folder / "guest")]
        self.now = 1_000
        bots = [KeptCard(Card(b""), f"House {i}", "random") for i in range(house)]
        url = self.road.as_uri()
        kept = start_table(self.homes[0], RULES, seats, 100, bots, url, "random")
        self.invitation = kept.seating.invitation
        guest = KeptCard(card_of(Random(1)), "Guest", "random")
        join_table(self.homes[1], self.invitation, guest)
        self.playing = [self.start(index) for index in range(2)]

    def start(self, index: int, home: Home | None = None) -> Playing:
        """A program of this home, from what is on the disk."""
        kept = (home or self.homes[index]).table(self.invitation.table)
        kept.repair()
        return Playing(kept, RandomEngines(), (FolderTransport(self.road, self.invitation),))

    def step(self, index: int) -> PlayingStep:
        try:
            return self.playing[index].step(self.now)
        except Killed:
            self.playing[index] = self.start(index)
            return PlayingStep()

    def play(self, most: int = 200) -> None:
        for _ in range(most):
            self.now += 1
            for index in range(2):
                self.step(index)
            tables = [playing.table for playing in self.playing]
            if all(t is not None and t.stage is TableStage.OVER for t in tables):
                return
        raise AssertionError("the match did not end")

    def check(self) -> None:
        """Both homes and the second reader have the same match, and nobody forked."""
        one, two = self.playing
        assert record_text(one.table) == record_text(two.table) != ""
        assert forks_of(one.kept.log) == forks_of(two.kept.log) == ()
        assert one.table is not None
        assert one.table.missed == ()
        lines = [e.line for e in one.kept.log]
        other = read_table(lines, self.invitation.table.hex())
        assert (other.refused, other.calls) == ([], one.table.calls)


def break_write(
    monkeypatch: pytest.MonkeyPatch, at: int, what: Callable[[KeptTable, bytes], None]
) -> list[int]:
    """Let the `at`-th write of lines do something else; the number of writes so far is in [0]."""
    honest = KeptTable._write
    count = [0]

    def write(self: KeptTable, entries: list[Entry], *, is_own: bool) -> None:
        if entries:
            count[0] += 1
            if count[0] == at:
                what(self, "".join(f"{entry.line}\n" for entry in entries).encode())
        honest(self, entries, is_own=is_own)

    monkeypatch.setattr(KeptTable, "_write", write)
    return count


def die(kept: KeptTable, data: bytes) -> None:
    raise Killed


def die_in_the_middle(kept: KeptTable, data: bytes) -> None:
    with kept.path.open("ab") as file:
        file.write(data[: len(data) // 2])
    raise Killed


def die_afterwards(kept: KeptTable, data: bytes) -> None:
    with kept.path.open("ab") as file:
        file.write(data)
    raise Killed


def test_a_match_on_disk(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.play()
    tables.check()
    again = [tables.start(index).table for index in range(2)]
    assert again == [playing.table for playing in tables.playing]


@pytest.mark.parametrize("death", [die, die_in_the_middle, die_afterwards])
def test_killed_at_any_write_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, death: Callable[[KeptTable, bytes], None]
) -> None:
    count = break_write(monkeypatch, 0, death)
    (tmp_path / "0").mkdir()
    Tables(tmp_path / "0").play()
    writes = count[0]
    assert writes > 60
    # Each death in turn tries another third of the writes; `python -m tests.net.kills` kills more.
    offset = (die, die_in_the_middle, die_afterwards).index(death)
    for at in range(4 + offset, writes, 3):
        (tmp_path / str(at)).mkdir()
        monkeypatch.undo()
        monkeypatch.setattr(os, "fsync", lambda handle: None)
        tables = Tables(tmp_path / str(at))
        break_write(monkeypatch, at, death)
        tables.play()
        tables.check()


@pytest.mark.parametrize("cannot_cut", [False, True])
def test_a_full_disk_stops_nothing_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cannot_cut: bool
) -> None:
    for at in range(1, 60, 7):
        (tmp_path / str(at)).mkdir()
        tables = Tables(tmp_path / str(at))
        count = [0]

        def sync(handle: int, count: list[int] = count, at: int = at) -> None:
            count[0] += 1
            if count[0] == at:
                raise OSError(28, "No space left on device")

        def cut(path: Path, size: int, honest: Callable[[Path, int], None] = os.truncate) -> None:
            if cannot_cut:
                raise OSError(28, "No space left on device")
            honest(path, size)

        with monkeypatch.context() as broken:
            broken.setattr(os, "fsync", sync)
            broken.setattr(os, "truncate", cut)
            failures = 0
            for _ in range(60):
                for playing in tables.playing:
                    try:
                        playing.step(tables.now)
                    except OSError:
                        failures += 1
        assert failures >= 1
        tables.play()
        tables.check()
        for index in range(2):
            assert forks_of(tables.start(index).kept.log) == ()


def test_an_old_copy_forks_nothing(tmp_path: Path) -> None:
    for index in range(2):
        (tmp_path / str(index)).mkdir()
        tables = Tables(tmp_path / str(index))
        for _ in range(6):
            tables.step(0)
            tables.step(1)
        copy = tmp_path / f"copy{index}"
        shutil.copytree(tables.homes[index].folder, copy)
        for _ in range(6):
            tables.step(0)
            tables.step(1)
        tables.homes[index] = Home(copy)
        tables.playing[index] = tables.start(index)
        tables.play()
        tables.check()


def test_nothing_is_said_while_an_own_entry_is_missing(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    for _ in range(6):
        tables.step(0)
        tables.step(1)
    kept = tables.playing[1].kept
    card = kept.seating.cards[0].card
    own = list(kept.log.by(card.author))
    home = Home(tmp_path / "elsewhere")
    half = home.keep(Seating(tables.invitation, (KeptCard(card, "Guest", "random"),)))
    half.take([e for e in kept.log if e.hash != own[1].hash])
    alone = Playing(half, RandomEngines())
    step = PlayingStep()
    alone.act(tables.now, step)
    assert step.said == []
    alone.take([own[1]], step)
    alone.act(tables.now, step)
    assert forks_of(half.log) == ()


def test_the_master_says_nothing_while_its_own_entry_is_missing(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    for _ in range(6):
        tables.step(0)
        tables.step(1)
    kept = tables.playing[0].kept
    card = kept.seating.cards[0].card
    own = list(kept.log.by(card.author))
    half = Home(tmp_path / "elsewhere").keep(kept.seating)
    half.take([e for e in kept.log if e.hash != own[2].hash])
    alone = Playing(half, RandomEngines())
    alone.act(tables.now + 10_000, PlayingStep())
    assert alone.kept.log.last_by(card.author) == own[1]
    alone.take([own[2]], PlayingStep())
    for later in range(10_000, 12_000, 10):
        alone.act(tables.now + later, PlayingStep())
    assert forks_of(half.log) == ()
    assert len(list(half.log.by(card.author))) > len(own)


def test_a_card_goes_on_elsewhere(tmp_path: Path) -> None:
    tables = Tables(tmp_path, seats=3, house=2)
    for _ in range(5):
        tables.step(0)
        tables.step(1)
    for index in range(2):
        card = tables.playing[index].kept.seating.cards[0].card
        home = Home(tmp_path / f"new{index}")
        join_table(home, tables.invitation, KeptCard(card))
        tables.homes[index] = home
        tables.playing[index] = tables.start(index)
    tables.play()
    tables.check()


def test_house_cards_are_told_from_the_masters(tmp_path: Path) -> None:
    card = card_of(Random(3))
    cards = {house_card(card, i).secret for i in range(32)}
    assert len(cards | {card.secret}) == 33


def test_one_program_writes_in_a_home(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    with home.locked():
        code = (
            "import sys; from pathlib import Path; from game.net.home import Home, HomeBusy\n"
            "try:\n    with Home(Path(sys.argv[1])).locked(): print('in')\n"
            "except HomeBusy: print('busy')"
        )
        command = [sys.executable, "-c", code, str(home.folder)]
        assert subprocess.run(command, capture_output=True, text=True).stdout == "busy\n"
        with pytest.raises(HomeBusy), home.locked():
            pass
    assert subprocess.run(command, capture_output=True, text=True).stdout == "in\n"


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
def test_cards_are_for_their_owner_alone(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    folder = tables.playing[0].kept.folder  # type: ignore[attr-defined]
    assert (folder / "table.json").stat().st_mode & 0o77 == 0
    with tables.homes[0].locked():
        assert tables.homes[0].folder.stat().st_mode & 0o77 == 0


def test_an_empty_line_is_no_damage_and_no_end(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.play()
    kept = tables.homes[1].table(tables.invitation.table)
    kept.path.write_bytes(b"\n" + kept.path.read_bytes().replace(b"\n", b"\n\n"))
    again = tables.homes[1].table(tables.invitation.table)
    assert list(again.log) == list(kept.log)
    assert again.repair() == ()


@pytest.mark.parametrize("damage", ["middle", "end", "foreign", "bytes"])
def test_damaged_lines_are_put_aside(tmp_path: Path, damage: str) -> None:
    tables = Tables(tmp_path)
    tables.play()
    kept = tables.homes[1].table(tables.invitation.table)
    raw = kept.path.read_bytes()
    lines = raw.splitlines(keepends=True)
    if damage == "middle":
        lines[4] = lines[4][:50] + b"x" + lines[4][51:]
    elif damage == "end":
        lines[-1] = lines[-1][:-7]
    elif damage == "foreign":
        (tmp_path / "2").mkdir()
        other = Tables(tmp_path / "2")
        lines.insert(3, other.playing[0].kept.log.opening.line.encode() + b"\n")  # type: ignore[union-attr]
    else:
        lines.insert(2, b"\xff\x00" * 20_000 + b"\n")
    damaged = b"".join(lines)
    kept.path.write_bytes(damaged)
    again = tables.homes[1].table(tables.invitation.table)
    kept_aside = [path.read_bytes() for path in again.repair()]
    assert kept_aside == ([] if damage == "end" else [damaged])
    tables.playing[1] = tables.start(1)
    tables.step(1)
    assert tables.playing[1].table == tables.playing[0].table
    assert tables.start(1).kept.refused == ()  # type: ignore[attr-defined]


def test_what_is_wrong_with_which_line_is_told(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.step(0)
    (tmp_path / "2").mkdir()
    foreign = Tables(tmp_path / "2").playing[0].kept.log.opening
    assert foreign is not None
    kept = tables.playing[0].kept
    assert isinstance(kept, KeptTable)
    first, second, *others = kept.path.read_bytes().splitlines(keepends=True)
    good = b"".join([first, second, *others])
    odd = [first, b"\n", b"x\n", second, foreign.line.encode() + b"\n", *others]
    # The last line was being written when the program died: it never left.
    kept.path.write_bytes(b"".join([*odd, first, first[:30]]))
    again = tables.homes[0].table(tables.invitation.table)
    assert [str(fault.where).partition(": ")[0] for fault in again.refused] == [
        "entries.txt:3",
        "entries.txt:5",
    ]
    assert again.refused[1].fault is Fault.OTHER_TABLE
    assert list(again.log) == list(kept.log)
    said = Playing(again, RandomEngines()).say(kept.seating.cards[0].card, Leave())
    assert again.path.read_bytes() == b"".join([*odd, first]) + said.line.encode() + b"\n"
    again.repair()
    assert again.path.read_bytes() == good + said.line.encode() + b"\n"


class Crowded:
    """A road that brings the same every time; it counts how often that was asked for anew."""

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        self.asked_again = 0

    def receive(
        self, *, again: bool = False, to_the_end: bool = False
    ) -> tuple[tuple[Entry, ...], tuple[FormatError, ...]]:
        self.asked_again += again
        return tuple(self.entries), ()

    def send(self, entries: Iterable[Entry]) -> None:
        """Nobody else is there."""

    def wait(self, seconds: float) -> None:
        """There is nothing to wait for."""

    def close(self) -> None:
        """Nothing is open."""


def test_what_there_was_no_room_for_is_brought_again_when_more_is_known(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    for _ in range(4):
        tables.step(0)
        tables.step(1)
    whole = list(tables.playing[0].kept.log)
    id, opening, random = tables.invitation.table, whole[0], Random(5)
    flood = [
        sign_entry(card_of(random), id, 1, b"", Sit("x", None)) for _ in range(MAX_AUTHORS + 1)
    ]
    watching = Home(tmp_path / "watching").keep(Seating(tables.invitation, ()))
    road = Crowded([opening, *whole[1:3]])
    playing = Playing(watching, RandomEngines(), (road,))
    for _ in range(2):
        playing.step(1_000)
    assert road.asked_again == 0, "nothing was left out"
    road.entries = flood
    for asked in (1, 1, 1):
        playing.step(1_000)
        assert road.asked_again == asked, "nothing more is known than when it was asked"
    read = playing.reading.read
    road.entries = whole
    playing.step(1_000)
    assert playing.reading.read > read
    assert road.asked_again == 2, "more is known: what was left out may count"
    playing.step(1_000)
    assert road.asked_again == 2, "nothing is left out any more"
    assert playing.table == tables.playing[0].table


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[3]", b"\xff", b"[" * 50_000, b'{"x": 3}', b'{"\x00":']
)
def test_damaged_drafts_are_put_aside(tmp_path: Path, raw: bytes) -> None:
    tables = Tables(tmp_path)
    kept = tables.homes[0].table(tables.invitation.table)
    kept.keep_drafts({b"\x01" * 32: Draft(b"\x02" * 32, "a1=294")})
    path = kept.folder / "drafts.json"
    whole = path.read_bytes()
    assert kept.drafts() == {b"\x01" * 32: Draft(b"\x02" * 32, "a1=294")}
    assert kept.repair() == ()
    path.write_bytes(raw)
    assert kept.drafts() == {}
    (aside,) = kept.repair()
    assert aside.read_bytes() == raw
    assert kept.repair() == ()
    for place in range(0, len(whole), 3):
        path.write_bytes(whole[:place] + b"!" + whole[place + 1 :])
        kept.drafts()
        kept.repair()


def test_lines_are_never_gone_while_they_are_repaired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = Tables(tmp_path)
    tables.play()
    kept = tables.homes[1].table(tables.invitation.table)
    lines = kept.path.read_bytes().splitlines(keepends=True)
    kept.path.write_bytes(b"".join([*lines[:4], b"x\n", *lines[4:]]))
    again = tables.homes[1].table(tables.invitation.table)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "replace", fail)
        with pytest.raises(OSError, match="space"):
            again.repair()
    assert list(tables.homes[1].table(tables.invitation.table).log) == list(kept.log)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version":2}', "x" * (1 << 17)])
def test_a_damaged_seating_is_refused(tmp_path: Path, text: str) -> None:
    tables = Tables(tmp_path)
    path = tables.homes[0].folder / tables.invitation.table.hex() / "table.json"
    good = path.read_bytes()
    assert Seating.read(good).write().encode() == good
    path.write_text(text)
    with pytest.raises(FormatError):
        tables.homes[0].table(tables.invitation.table)
    assert tables.homes[0].tables() == (tables.invitation.table,)


def test_an_unfinished_home_is_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (tmp_path / ("11" * 32)).mkdir()
    (tmp_path / "notes").mkdir()
    assert home.tables() == ()
    assert Home(tmp_path / "none").tables() == ()
    with pytest.raises(FormatError, match="no such table"):
        home.table(b"\x22" * 32)


# --- the folder ---


def test_a_folder_takes_each_entry_once(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.play()
    for index in (1, 0):
        tables.step(index)
    before = sorted(tables.road.iterdir())
    for index in range(2):
        tables.playing[index] = tables.start(index)
        step = tables.step(index)
        assert (step.said, step.came, step.refused) == ([], [], [])
    assert sorted(tables.road.iterdir()) == before
    for path in before:
        path.unlink()
    tables.playing[1] = tables.start(1)
    tables.step(1)
    road = FolderTransport(tables.road, tables.invitation)
    entries, refused = road.receive()
    assert (len(entries), refused) == (len(tables.playing[1].kept.log), ())


def test_what_is_damaged_in_a_folder_is_named_once_and_spoils_nothing(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.step(0)
    name = next(tables.road.iterdir()).name
    start = name.partition(".")[0]
    for i, content in enumerate(
        [b"", b"TIE1P.", b"\xff\xfe", b"TIE1P.AAAA", b"x" * 100, b"TIE1P." + b"A" * 500]
    ):
        (tables.road / f"{start}.{i:032x}.tie1p").write_bytes(content)
    (tables.road / f"{start}.dir.tie1p").mkdir()
    (tables.road / f"{start}.link.tie1p").symlink_to("/dev/zero")
    (tables.road / "notes.txt").write_text("hello")
    assert len(tables.step(1).refused) == 6
    assert tables.step(1).refused == []
    tables.play()
    tables.check()
    assert (tables.road / "notes.txt").read_text() == "hello"


def test_a_flood_in_the_folder_stops_nobody(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    random = Random(8)
    table = tables.invitation.table
    flood = [
        sign_entry(card_of(random), table, 1, b"", Sit(f"flood {i}", None))
        for i in range(MAX_AUTHORS + 20)
    ]
    tables.step(0)
    tables.step(1)
    tables.step(0)
    tables.playing[1] = Playing(
        Home(tmp_path / "new").keep(tables.playing[1].kept.seating),
        RandomEngines(),
        (FolderTransport(tables.road, tables.invitation),),
    )
    # The new home meets the flood before anything that counts.
    step = PlayingStep()
    tables.playing[1].take(flood, step)
    assert len(step.refused) == 20
    tables.play()
    tables.check()


def test_a_folder_is_readable_by_who_shares_it(tmp_path: Path) -> None:
    os.umask(0o022)
    tables = Tables(tmp_path)
    tables.step(0)
    assert all(path.stat().st_mode & 0o444 == 0o444 for path in tables.road.iterdir())


def test_a_folder_that_goes_away_is_trouble_for_a_while(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.step(0)
    tables.step(1)
    tables.road.rename(tmp_path / "away")
    for playing in tables.playing:
        with pytest.raises(OSError, match="No such file"):
            playing.step(tables.now)
    (tmp_path / "away").rename(tables.road)
    tables.play()
    tables.check()


def test_a_server_learns_nothing_of_names_and_tiles(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    tables.play()
    stored = b"".join(path.read_bytes() + path.name.encode() for path in tables.road.iterdir())
    for secret in (b"Guest", b"House", b"random", b"@c3", tables.invitation.table.hex().encode()):
        assert secret not in stored
    assert tables.invitation.key.hex().encode() not in stored


def test_an_invitation_makes_no_folder_a_road(tmp_path: Path) -> None:
    """It is somebody else's word, and may lie on a machine of theirs: nothing of it is touched."""
    tables = Tables(tmp_path)
    tables.step(0)
    urls = [tables.road.as_uri(), "file:////host/share", "file://host/share", "FILE:///C:/x"]
    for url in [*urls, "\\\\host\\share", "//host/share", "/net/host/x"]:
        with (
            patch("os.stat", side_effect=AssertionError),
            patch("os.scandir", side_effect=AssertionError),
            patch("os.open", side_effect=AssertionError),
            pytest.raises(FormatError) as refused,
        ):  # fmt: skip
            check_address(replace(tables.invitation, url=url))
        assert refused.value.fault is Fault.NOT_ITS_FOLDER
        assert url[:100] in str(refused.value)


@pytest.mark.parametrize(
    ("url", "folder"),
    [
        ("file:///a/b%20c", Path("/a/b c")),
        ("file://localhost/a", Path("/a")),
        ("file://elsewhere/a", None),
        ("nats://host:4222", None),
        ("", None),
        ("file:relative", None),
    ],
)
def test_roads_are_read(url: str, folder: Path | None) -> None:
    assert folder_of_url(url) == folder


def test_leaving_and_coming_back_is_nobodys_seat(tmp_path: Path) -> None:
    tables = Tables(tmp_path)
    for _ in range(4):
        tables.step(0)
        tables.step(1)
    guest = tables.playing[1]
    guest.say(guest.kept.seating.cards[0].card, Leave())
    tables.play()
    table = tables.playing[0].table
    assert table is not None
    (told,) = table.substitutions
    assert (told.left.name, told.came.name, told.has_left) == ("Guest", "random", True)
    assert record_text(table) == record_text(tables.playing[1].table)


def test_an_invitation_kept_twice_is_one_table(tmp_path: Path) -> None:
    home = Home(tmp_path)
    invitation = Invitation(bytes(32), bytes(32))
    card = KeptCard(card_of(Random(1)), "Ana")
    join_table(home, invitation, card)
    kept = join_table(home, invitation, card)
    assert kept.seating.cards == (card,)
    second = KeptCard(card_of(Random(2)), "Bob")
    assert join_table(home, invitation, second).seating.cards == (card, second)
    assert home.tables() == (bytes(32),)
