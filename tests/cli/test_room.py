"""The parts of `room` without a socket: who may listen where, what is said, stored and filed."""

from __future__ import annotations

import errno
import json
import signal
import socket
import ssl
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from game.cli.arguments import read_arguments
from game.cli.room import _Certificate, _is_this_machine, _Refusal, _Room, run_room
from game.locale import Language, load_catalogue
from game.net.phones import NoThread
from game.play.phone_room import MAX_GUEST_NAME
from game.play.room_master import RoomMaster
from game.play.table import TableSetup
from game.rules.errors import FormatError, RulesError
from game.rules.match import Match, Player, apply, new_match
from game.rules.match_score import score_match
from game.rules.meta import ROOM_KEY, MetaObject, read_meta, with_field
from game.rules.moves import BeginRound
from game.rules.record import parse_record, print_record
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from game.storage.files import Lock
from tests.gallery.records import play_out
from tests.net.certificates import CERTIFICATE, CERTIFICATE_KEY
from tests.rules.random_matches import random_match
from tests.storage.matches import play_match

ENGLISH = load_catalogue(Language.ENGLISH)


@pytest.fixture
def make(tmp_path: Path) -> Any:
    """Makes the room of a command's words, in one folder."""

    def room(*words: str) -> _Room:
        return _Room(read_arguments(["room", "--data", str(tmp_path), *words]), ENGLISH)

    return room


def served(room: _Room, **more: Any) -> Any:
    """A room as `PhoneRoom` shows it, without a server."""
    port = SimpleNamespace(port=4280)
    usual = {"server": port, "code": "abc", "addresses": ["192.168.1.2", "fd00::2"]}
    return SimpleNamespace(**{**usual, "host": "192.168.1.2:4280", "guests": [], **more})


def test_only_this_machine_is_listened_at_without_a_certificate(make: Any) -> None:
    for words, host in (
        ((), "127.0.0.1"),
        (("--listen", "localhost:9"), "localhost"),
        (("--listen", "[::1]:9"), "::1"),
        (("--in-the-clear",), ""),
        (("--in-the-clear", "--listen", "0.0.0.0:9"), "0.0.0.0"),
    ):
        room = make(*words)
        assert (room._host, room._port) == (host, 9 if "--listen" in words else 4280)
    for place in ("0.0.0.0:9", "192.168.1.2:9", "[::]:9", "example.org:9"):
        with pytest.raises(_Refusal, match="Without a certificate"):
            make("--listen", place)
    hosts = ("127.0.0.1", "127.9.9.9", "::1", "localhost", "0.0.0.0", "::", "10.0.0.1", "")
    assert [_is_this_machine(host) for host in hosts] == [True] * 4 + [False] * 4


def test_a_room_is_stored_among_the_game_s_files_unless_a_folder_is_named(
    make: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert make()._folder.path == tmp_path
    places = SimpleNamespace(folder=tmp_path / "home")
    monkeypatch.setattr("game.cli.room.find_places", lambda: places)
    usual = _Room(read_arguments(["room"]), ENGLISH)
    assert usual._folder.path == tmp_path / "home" / "room"


def test_a_plan_has_the_people_the_computers_and_the_time(make: Any) -> None:
    rules = "classic free mail none"
    words = ("--seats", "3", "--bot", "fox", "--bot", "fox", "--call-time", "2m", "--rules", rules)
    plan = make(*words)._plan
    assert (plan.rules, plan.people) == (Ruleset.parse(rules), 3)
    assert [(bot.name, bot.bot) for bot in plan.bots] == [("fox", "fox"), ("fox 2", "fox")]
    assert 120 in [getattr(plan, name) for name in plan.__dataclass_fields__]
    make("--seats", str(MAX_PLAYERS - 1), "--bot", "fox")
    with pytest.raises(RulesError):
        make("--seats", str(MAX_PLAYERS), "--bot", "fox")


def test_half_a_certificate_is_refused_with_its_status(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for half in ("--cert", "--key"):
        options = read_arguments(["room", "--data", str(tmp_path), half, "x.pem"])
        assert run_room(options, ENGLISH) == 2
        assert "TLS needs both" in capsys.readouterr().err


def test_the_addresses_have_the_letters_and_what_a_window_knows_the_room_by(make: Any) -> None:
    room = make("--in-the-clear")
    assert room._links(served(room)) == [
        "http://192.168.1.2:4280/#abc",
        "http://[fd00::2]:4280/#abc",
    ]
    context: Any = None
    room._tls = _Certificate(context, "f0f0", ())
    assert room._links(served(room))[0] == "https://192.168.1.2:4280/#abc&cert=f0f0"
    room._tls = _Certificate(context, "f0f0", ("a.org", "b.org"))
    assert room._links(served(room)) == ["https://a.org:4280/#abc", "https://b.org:4280/#abc"]


@pytest.mark.parametrize(
    ("words", "tls", "warnings"),
    [
        ((), None, set()),
        (("--in-the-clear",), None, {"read along and play"}),
        (("--trust-proxy",), None, {"Behind a proxy"}),
        (("--trust-proxy", "--in-the-clear"), None, {"Behind a proxy", "without the proxy"}),
        (("--in-the-clear",), (), {"Browsers warn"}),
        (("--in-the-clear",), ("a.org",), set()),
    ],
)
def test_a_room_warns_of_what_is_open(
    make: Any,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    tls: tuple[str, ...] | None,
    warnings: set[str],
) -> None:
    for seats, people in (("1", "one player"), ("2", "2 players")):
        room = make("--seats", seats, *words)
        context: Any = None
        room._tls = None if tls is None else _Certificate(context, "f", tls)
        match = play_out(Ruleset(), ("Ana", "Ben"), "7")
        for stored in (None, match):
            room._greet(served(room), stored)
            out, err = capsys.readouterr()
            assert out.splitlines() == room._links(served(room))
            known = ("read along and play", "Behind a proxy", "without the proxy", "Browsers warn")
            assert {each for each in known if each in err} == warnings
            assert (f"to {people}:" in err, "goes on" in err.splitlines()[-3]) == (
                stored is None,
                stored is not None,
            )
            assert "Whoever runs this machine" in err


def test_guests_who_wait_are_said_stored_and_found_again(
    make: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    room, master = make("--seats", "2"), SimpleNamespace(match=None)
    ana, ben = (SimpleNamespace(name=name, digest=name * 2) for name in ("Ana", "Ben"))
    file = tmp_path / "guests.json"
    said = []
    for changes, guests in ((0, []), (1, [ana]), (1, [ana, ben]), (2, [ana, ben])):
        master.room = served(room, guests=guests, changes=changes)
        room._report(master)
        said += capsys.readouterr().err.splitlines()
    assert said == ["Here: nobody (0 of 2).", "Here: Ana (1 of 2).", "Here: Ana, Ben (2 of 2)."]
    known = MetaObject(json.loads(file.read_text(encoding="utf-8")))
    again = served(room, code="")
    make("--seats", "2")._restore(again, known)
    assert again.code == "abc"
    found = [(one.name, one.digest) for one in again.guests]
    assert found == [("Ana", "AnaAna"), ("Ben", "BenBen")]
    alone = served(room, code="")
    make("--seats", "1")._restore(alone, known)
    assert [one.name for one in alone.guests] == ["Ana"]
    long = MetaObject({"guests": [{"name": "x" * 99, "key": "k"}]})
    fresh = served(room)
    room._restore(fresh, long)
    assert [len(one.name) for one in fresh.guests] == [MAX_GUEST_NAME]
    assert len(fresh.code) == 19
    assert fresh.code != "abc"
    master.match = play_out(Ruleset(), ("Ana", "Ben"), "7")
    for changes in (3, 4):
        master.room = served(room, guests=[ana, ben], changes=changes)
        room._report(master)
    assert capsys.readouterr().err == "The game begins: Ana, Ben.\n"


def test_the_count_is_shown_until_each_guest_has_seen_it(make: Any) -> None:
    ana, ben = (SimpleNamespace(digest=name, is_here=False) for name in "ab")
    room = make()
    seen = []
    for here in ((ana,), (), (ben,), (), (ana, ben), ()):
        for guest in (ana, ben):
            guest.is_here = guest in here
        seen.append(room._is_looked_at(served(room, guests=[ana, ben])))
    assert seen == [True, True, True, False, True, False]


def test_a_finished_match_is_filed_without_its_room_and_the_best_is_first(
    make: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match = random_match(Ruleset(), 3, Random(5))
    meta = json.loads(match.meta or "{}") | {ROOM_KEY: {"code": "abc"}}
    players = (replace(match.players[0], name="A\x1b[2J"), *match.players[1:])
    match = replace(match, players=players, meta=json.dumps(meta))
    (tmp_path / "guests.json").write_text("{}", encoding="utf-8")
    (tmp_path / "match.json").write_text(print_record(match), encoding="utf-8")
    room = make("--seats", "3")
    assert room._folder.read_match() == match
    assert room._end(match)
    *rows, place = capsys.readouterr().out.splitlines()
    totals = [player.total for player in score_match(match).players]
    assert len({*totals}) == 3
    ranked = sorted(range(3), key=lambda seat: -totals[seat])
    names = [player.name.replace("\x1b", "\ufffd") for player in players]
    assert rows == [f"{names[seat]}: {totals[seat]:g}" for seat in ranked]
    assert Path(place) == tmp_path / "match.played-1.json"
    filed = parse_record(Path(place).read_bytes())
    assert not read_meta(filed.meta).is_object(ROOM_KEY)
    assert (filed.rounds, [*tmp_path.glob("guests*")]) == (match.rounds, [])
    assert room._folder.read_match() is None
    assert list(room._folder.read_guests().objects("guests")) == []


# the files of a room


def test_a_file_of_a_room_that_cannot_be_read_is_named(make: Any, tmp_path: Path) -> None:
    folder = make()._folder
    match, guests = tmp_path / "match.json", tmp_path / "guests.json"
    assert folder.read_match() is None
    assert list(folder.read_guests().objects("guests")) == []
    begun = print_record(play_match(placements=3))
    for path, text, read, reason in (
        (match, "{", folder.read_match, "not JSON"),
        (match, begun, folder.read_match, "the match of no room"),
        (guests, "{", folder.read_guests, "not a text file"),
        (guests, "[" * 100_000, folder.read_guests, "not a text file"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(FormatError, match=reason) as refused:
            read()
        assert refused.value.where == str(path)
        path.unlink()
    for path, read in ((match, folder.read_match), (guests, folder.read_guests)):
        path.mkdir()
        with pytest.raises(FormatError) as refused:
            read()
        assert refused.value.where == str(path)


def test_a_file_that_cannot_be_written_is_reported_once_and_tried_again(
    make: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    room, match, written = make("--seats", "1"), play_match(placements=3), list[Path]()
    is_full = [True, True, False, False]

    def write(path: Path, text: str) -> None:
        assert text == print_record(match)
        written.append(path)
        if is_full[len(written) - 1]:
            raise OSError(errno.ENOSPC, "No space left on device")

    def step(_: float) -> None:
        room._has_news.set()
        if len(written) == 3:
            room._ended_by = signal.SIGTERM

    monkeypatch.setattr("game.cli.room.write_atomically", write)
    room._save(match)
    room._server = SimpleNamespace(has_nameless=False)
    room._lead(SimpleNamespace(match=match, room=served(room, changes=-1), step=step))
    room._save(match)
    file = tmp_path / "match.json"
    assert written == [file] * 4
    assert capsys.readouterr().err.splitlines() == [
        f"{file} cannot be written: No space left on device. It is tried again.",
        f"{file} is written again.",
        "The room is closed. Started again with the same words, it goes on where it was.",
    ]
    room._is_filed = True
    room._save(match)
    assert len(written) == 4, "a filed match is stored no more"


@pytest.mark.parametrize("failing", ["write_atomically", "quarantine", "remove"])
def test_a_match_that_cannot_be_filed_is_no_result(
    make: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failing: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(f"game.cli.room.{failing}", refuse)
    assert make()._end(play_match()) is False
    assert capsys.readouterr().out == ""


# the time of a room


@pytest.mark.parametrize(
    ("clock", "leaves_at", "steps"),
    [
        ((0.0, 0.5, 300.5, 600.0, 600.5), None, [0.5, 300.0, 299.5, 0.5]),
        ((0.0, 0.5, 300.5), 2, [0.5, 300.0]),
    ],
)
def test_the_count_is_shown_for_ten_minutes_at_most(
    make: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    clock: tuple[float, ...],
    leaves_at: int | None,
    steps: list[float],
) -> None:
    room, times, found = make(), iter(clock), list[float]()
    ana = SimpleNamespace(digest="a", is_here=True)

    def step(dt: float) -> None:
        room._has_news.set()
        found.append(dt)
        ana.is_here = len(found) != leaves_at

    room._server = SimpleNamespace(has_nameless=True)
    master = SimpleNamespace(
        match=play_match(), room=served(room, guests=[ana], changes=-1), step=step
    )
    with monkeypatch.context() as patch:
        patch.setattr("game.cli.room.time", SimpleNamespace(monotonic=lambda: next(times)))
        assert room._lead(master) == 0
    assert found == steps
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 2, "the result is printed once"
    assert err.count("X-Forwarded-For") == err.count("\n") == 1


def test_a_filed_match_ends_without_a_word(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    room, ana = make(), SimpleNamespace(digest="a", is_here=True)

    def step(_: float) -> None:
        room._has_news.set()
        room._ended_by = signal.SIGINT if room._is_filed else None

    room._server = SimpleNamespace(has_nameless=False)
    master = SimpleNamespace(
        match=play_match(), room=served(room, guests=[ana], changes=-1), step=step
    )
    assert room._lead(master) == 0
    assert capsys.readouterr().err == ""


# a room with a server


@pytest.fixture
def signals() -> Iterator[None]:
    """Sets the usual handlers of signals: where the tests run in the background, Ctrl+C is
    ignored.
    """
    known = {
        getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
    }
    before = {number: signal.signal(number, signal.SIG_DFL) for number in known}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="Windows has other signals")
def test_a_room_ends_by_a_signal_and_opens_again_with_its_address(
    signals: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    ending = [signal.SIGHUP]

    class Master(RoomMaster):
        def step(self, dt: float) -> None:
            super().step(dt)
            with socket.create_connection(("127.0.0.1", self.room.server.port), 5):
                signal.raise_signal(ending[-1])

    monkeypatch.setattr("game.cli.room.RoomMaster", Master)
    words = ["room", "--data", str(tmp_path / "new"), "--listen", "127.0.0.1:0", "--seats", "2"]
    links = []
    for number, status in ((signal.SIGHUP, 0), (signal.SIGINT, 130), (signal.SIGTERM, 0)):
        ending.append(number)
        assert run_room(read_arguments(words), ENGLISH) == status
        out, err = capsys.readouterr()
        links.append(out)
        assert err.splitlines()[-2:] == [
            "Here: nobody (0 of 2).",
            "The room is closed. Started again with the same words, it goes on where it was.",
        ]
        known = json.loads((tmp_path / "new" / "guests.json").read_text(encoding="utf-8"))
        assert out == f"http://127.0.0.1:{known['port']}/#{known['code']}\n"
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", known["port"]), 5)
    assert len({*links}) == 1
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    run_room(read_arguments(words), ENGLISH)
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="Windows has other signals")
def test_a_stored_match_is_resumed_at_its_own_address(
    signals: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """The match's own room counts, not the one that was stored while guests waited."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    setup = TableSetup(Ruleset(), (Player("Ana"), Player("Ben")), "7", phones=frozenset({0, 1}))
    stored = {"code": "mine", "port": port, "keys": {"0": "a", "1": "b"}}
    meta = with_field(setup.to_meta(), ROOM_KEY, stored)
    match = apply(new_match(setup.rules, setup.players, meta), BeginRound(None, "7"))[0]
    (tmp_path / "match.json").write_text(print_record(match), encoding="utf-8")
    waiting = {"code": "other", "port": 1, "guests": [{"name": "Ana", "key": "k"}]}
    (tmp_path / "guests.json").write_text(json.dumps(waiting), encoding="utf-8")
    led: list[Match | None] = []

    class Master(RoomMaster):
        def step(self, dt: float) -> None:
            led.append(self.match)
            self.room.changes += 1
            signal.raise_signal(signal.SIGTERM)

    limits: list[object] = []
    monkeypatch.setattr("resource.getrlimit", lambda kind: (64, 4096))
    monkeypatch.setattr("resource.setrlimit", lambda kind, bounds: limits.append(bounds))
    monkeypatch.setattr("game.cli.room.RoomMaster", Master)
    words = ["room", "--data", str(tmp_path), "--listen", "127.0.0.1:0"]
    assert run_room(read_arguments(words), ENGLISH) == 0
    out, err = capsys.readouterr()
    assert out == f"http://127.0.0.1:{port}/#mine\n"
    assert [line.split(".")[0] for line in err.splitlines()] == [
        f"The match in {tmp_path} goes on; its guests find their seats again",
        "Whoever runs this machine could look at the tiles to come and at every board: let it be "
        "somebody who does not play, or whom all trust",
        f"Everything is kept in {tmp_path}",
        "The room is closed",
    ]
    assert limits == [(4096, 4096)], "strangers take longer to use up all lines"
    (resumed,) = led
    assert resumed is not None
    assert resumed.rounds == match.rounds


def test_a_folder_has_one_room_at_a_time(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = read_arguments(["room", "--data", str(tmp_path)])
    lock = Lock(tmp_path / ".room.lock")
    assert lock.take()
    assert run_room(options, ENGLISH) == 1
    lock.release()
    other = f"Another room has {tmp_path}: give this one --data FOLDER of its own."
    assert capsys.readouterr() == ("", f"take-it-easy: {other}\n")
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(FormatError) as refused:
        run_room(read_arguments(["room", "--data", str(file)]), ENGLISH)
    assert refused.value.where == str(file)


def test_a_match_that_ended_with_the_program_is_filed_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    options = read_arguments(["room", "--data", str(tmp_path)])
    (tmp_path / "match.json").write_text(print_record(play_match()), encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr("game.cli.room.remove", lambda path: path.rmdir())
        patch.setattr("game.cli.room._check_writable", lambda folder: None)
        assert run_room(options, ENGLISH) == 1
    assert capsys.readouterr().out == ""
    (tmp_path / "match.json").write_text(print_record(play_match()), encoding="utf-8")
    assert run_room(options, ENGLISH) == 0
    assert capsys.readouterr().out.endswith(f"{tmp_path / 'match.played-2.json'}\n")
    lock = Lock(tmp_path / ".room.lock")
    assert lock.take(), "the room has released it"
    lock.release()


def test_a_room_opens_at_the_given_place_the_known_port_or_any(
    make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []

    def serve(page: bytes, port: int, host: str, wake: Any, **options: Any) -> Any:
        opened.append((page, port, host, options))
        wake()
        return SimpleNamespace(port=port)

    monkeypatch.setattr("game.cli.room.PhoneServer", serve)
    monkeypatch.setattr("game.cli.room.phone_page", lambda language, **more: (language, more))
    monkeypatch.setattr("game.cli.room.own_addresses", lambda: ("192.168.1.2",))
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    french, german = (Language.FRENCH, {"is_elsewhere": True}), Language.GERMAN
    for words, known, expected, addresses in (
        ((), {"port": 5000}, (french, 4280, "127.0.0.1", False), ("127.0.0.1",)),
        (("--listen", "localhost:0"), {"port": 9}, (french, 9, "localhost", False), ("localhost",)),
        (("--listen", "[::1]:0"), {}, (french, 0, "::1", False), ("::1",)),
        (("--listen", "[::1]:0"), {"port": 65535}, (french, 65535, "::1", False), ("::1",)),
        (("--listen", "[::1]:0"), {"port": 65536}, (french, 0, "::1", False), ("::1",)),
        (("--listen", "[::1]:0"), {"port": -1}, (french, 0, "::1", False), ("::1",)),
        (("--in-the-clear",), {}, (french, 4280, "", False), ("192.168.1.2",)),
        (
            ("--in-the-clear", "--trust-proxy", "--listen", "0.0.0.0:7"),
            {},
            (french, 7, "0.0.0.0", True),
            ("192.168.1.2",),
        ),
        (
            ("--in-the-clear", "--lang", "de", "--listen", "[::]:7"),
            {},
            ((german, {"is_elsewhere": True}), 7, "::", False),
            ("192.168.1.2",),
        ),
        (
            ("--in-the-clear", "--listen", "10.0.0.1:7"),
            {},
            (french, 7, "10.0.0.1", False),
            ("10.0.0.1",),
        ),
    ):
        room = make(*words)
        assert room._open(MetaObject(known)).addresses == addresses
        *place, is_behind = expected
        (found,) = opened
        assert found == (*place, {"tls": None, "is_behind_proxy": is_behind})
        assert room._has_news.is_set()
        opened.clear()


def test_a_room_that_cannot_listen_says_where(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(_Refusal) as refused:
            make("--listen", f"127.0.0.1:{port}")._open(MetaObject({}))
    words = str(refused.value)
    assert refused.value.status == 1
    assert words.startswith(f"The room cannot listen at 127.0.0.1, port {port}: ")
    assert words.endswith(". --listen names another place.")

    def refuse(*_: object, **__: object) -> None:
        raise NoThread

    monkeypatch.setattr("game.cli.room.PhoneServer", refuse)
    with pytest.raises(_Refusal, match="no further thread") as refused:
        make()._open(MetaObject({}))
    assert refused.value.status == 1


# certificates


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, str]:
    """The files of a certificate, with words before it, and of its key."""
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    cert.write_text(f"subject=room.example\n{CERTIFICATE}", encoding="ascii")
    key.write_text(CERTIFICATE_KEY, encoding="ascii")
    return str(cert), str(key)


def test_a_certificate_has_its_fingerprint_and_opens_the_room(
    make: Any, pair: tuple[str, str]
) -> None:
    cert, key = pair
    room = make("--cert", cert, "--key", key)
    assert (room._host, room._scheme) == ("", "https")
    assert room._tls.fingerprint == sha256(ssl.PEM_cert_to_DER_cert(CERTIFICATE)).hexdigest()
    assert room._tls.names == ()
    known = make("--cert", cert, "--key", key, "--listen", "127.0.0.1:0")
    opened = known._open(MetaObject({}))
    there = ssl.create_default_context(cafile=cert)
    there.check_hostname = False
    try:
        with socket.create_connection(("127.0.0.1", opened.server.port), 5) as line:
            assert there.wrap_socket(line).version() is not None
    finally:
        opened.close()


def test_a_signed_certificate_names_the_room(
    pair: tuple[str, str], make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The names are read from the certificate that a client would be shown."""
    monkeypatch.setenv("SSL_CERT_FILE", pair[0])
    subject = (("DNS", "a.org"), ("DNS", "*.a.org"), ("IP Address", "10.0.0.1"), ("DNS", "b.org"))
    found = {"subjectAltName": subject}
    monkeypatch.setattr(
        ssl.SSLObject, "getpeercert", lambda side: found if side.server_side is False else {}
    )
    assert make("--cert", pair[0], "--key", pair[1])._tls.names == ("a.org", "b.org")
    found.clear()
    assert make("--cert", pair[0], "--key", pair[1])._tls.names == ()


def test_a_certificate_that_cannot_be_used_is_refused(
    pair: tuple[str, str], make: Any, tmp_path: Path
) -> None:
    cert, key = pair
    other = tmp_path / "other.pem"
    wrong = f"{cert} and {other} are no certificate and key that belong together."
    locked = "DEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF"
    kind = "-----BEGIN EC PRIVATE KEY-----"
    for text, words in (
        ("", wrong),
        ("\xff", wrong),
        (CERTIFICATE, wrong),
        (
            f"{kind}\nProc-Type: 4,ENCRYPTED\n{locked}\n\nAAAA\n{kind.replace('BEGIN', 'END')}\n",
            "The key has a password: give one without, which only you can read.",
        ),
    ):
        other.write_text(text, encoding="latin-1")
        with pytest.raises(_Refusal) as refused:
            make("--cert", cert, "--key", str(other))
        assert (str(refused.value), refused.value.status) == (words, 2)
    for name, reason in ((str(tmp_path), "directory"), (str(tmp_path / "none"), "no such file")):
        for pair_of_names in (("--cert", name, "--key", key), ("--cert", cert, "--key", name)):
            with pytest.raises(FormatError, match=reason) as missing:
                make(*pair_of_names)
            assert missing.value.where == name
