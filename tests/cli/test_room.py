"""The parts of `room` without a socket: who may listen where, what is said, stored and filed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from game.cli.arguments import read_arguments
from game.cli.room import _Certificate, _is_this_machine, _Refusal, _Room, run_room
from game.locale import Language, load_catalogue
from game.play.phone_room import MAX_GUEST_NAME
from game.rules.errors import RulesError
from game.rules.match_score import score_match
from game.rules.meta import ROOM_KEY, MetaObject, read_meta
from game.rules.record import parse_record, print_record
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from tests.gallery.records import play_out
from tests.rules.random_matches import random_match

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
    match = replace(match, meta=json.dumps(meta))
    (tmp_path / "guests.json").write_text("{}", encoding="utf-8")
    (tmp_path / "match.json").write_text(print_record(match), encoding="utf-8")
    room = make("--seats", "3")
    assert room._folder.read_match() == match
    assert room._end(match)
    *rows, place = capsys.readouterr().out.splitlines()
    totals = [player.total for player in score_match(match).players]
    assert len({*totals}) == 3
    ranked = sorted(range(3), key=lambda seat: -totals[seat])
    assert rows == [f"{match.players[seat].name}: {totals[seat]:g}" for seat in ranked]
    assert Path(place) == tmp_path / "match.played-1.json"
    filed = parse_record(Path(place).read_bytes())
    assert not read_meta(filed.meta).is_object(ROOM_KEY)
    assert (filed.rounds, [*tmp_path.glob("guests*")]) == (match.rounds, [])
    assert room._folder.read_match() is None
    assert list(room._folder.read_guests().objects("guests")) == []
