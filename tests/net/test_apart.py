"""The commands as players use them: whole leagues by packets alone, and through a folder."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.__main__ import main
from game.cli.apart import _Teller
from game.locale import Language, load_catalogue
from game.net.entries import Close, sign_entry
from game.net.fold import Reading
from game.net.home import Home, Seating
from game.net.invitations import read_card, read_invitation
from game.net.packets import pack, split_packets
from game.net.playing import Playing
from game.net.refusals import Refusal
from game.rules.record import parse_record
from game.rules.ruleset import Ruleset
from tests.net.kills import kill_randomly
from tests.net.referee import read_table
from tests.net.worlds import Memory, RandomEngines, World, leave
from tests.rules.referee import judge, ordered

RULES = "classic free mail none"


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setattr(os, "fsync", lambda handle: None)


class Player:
    """One home, and the commands given in it."""

    def __init__(
        self, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.home = home
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def run(self, *words: str, status: int = 0) -> tuple[str, str]:
        """Standard output and error of `apart WORDS…`."""
        self._monkeypatch.setenv("TAKE_IT_EASY_HOME", str(self.home))
        assert main(["apart", *words]) == status
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err
        return out, err


Players = Callable[[str], Player]


@pytest.fixture
def player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Players:
    return lambda name: Player(tmp_path / name, monkeypatch, capsys)


def test_a_league_of_three_rounds_by_packets_alone(player: Players, tmp_path: Path) -> None:
    """Three homes, nothing between them but files that somebody carries."""
    homes = [player(name) for name in ("master", "ana", "bob")]
    rules = f"{RULES} rounds=3"
    out, err = homes[0].run("open", "--rules", rules, "--seats", "3", "--bot", "greedy")
    invitation = out.splitlines()[0]
    table = read_invitation(invitation).table.hex()
    assert "by hand" in err
    homes[1].run("join", invitation, "--name", "Ana", "--bot", "random")
    homes[2].run("join", invitation, "--name", "Bob", "--bot", "duckling")
    files = [str(tmp_path / f"{i}.txt") for i in range(3)]
    for _ in range(3 * 9 + 1):
        for i in (1, 2):
            homes[i].run("packet", table[:8], "-o", files[i])
        homes[0].run("take", files[1], files[2])
        homes[0].run("packet", table[:8], "-o", files[0])
        for home in homes[1:]:
            home.run("take", files[0])
    records = [home.run("record", table)[0] for home in homes]
    assert records[0] == records[1] == records[2]
    match = parse_record(records[0])
    assert (match.is_complete, len(match.rounds)) == (True, 3)
    assert [p.name for p in match.players] == ["greedy", "Ana", "Bob"]
    kept = Home(tmp_path / "bob" / "apart").table(bytes.fromhex(table))
    other = read_table([entry.line for entry in kept.log], table)
    assert other.refused == []
    assert ordered(judge(other.record())) == ordered(judge(json.loads(records[0])))
    assert match.players[0].kind.value == "bot"


def test_a_referee_that_knows_only_the_page_judges_what_is_exported(
    player: Players, tmp_path: Path
) -> None:
    """Packets of a finished match, as files; another program proves and scores them."""
    master, ana = player("master"), player("ana")
    rules = "daffodil-4 adjacent-symbol mail rays bonus=call"
    out, _ = master.run("open", "--rules", rules, "--seats", "2", "--bot", "greedy")
    invitation, card = out.splitlines()[:2]
    table = read_invitation(invitation).table.hex()
    ana.run("join", invitation, "--name", "Ana \u202e", "--bot", "random")
    files = [str(tmp_path / name) for name in ("ana.txt", "master.txt")]
    for _ in range(11):
        ana.run("packet", table, "-o", files[0])
        master.run("take", files[0])
        master.run("packet", table, "-o", files[1])
        ana.run("take", files[1])
    record = json.loads(ana.run("record", table)[0])
    for secret in (invitation, card):
        words = [sys.executable, "-m", "tests.net.referee", secret, *files]
        done = subprocess.run(words, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert ordered(judge(found)) == ordered(judge(record))
        assert [p["name"] for p in found["players"]] == ["greedy", "Ana"]
        assert ", 10 draws, 0 refused" in done.stderr
        assert ("20 answers opened" in done.stderr) is (secret == card)
    words = [sys.executable, "-m", "tests.net.referee", invitation, files[0]]
    spoilt = Path(files[0]).read_text().replace("TIE1P.", "TIE1P.AAAA", 1)
    Path(files[0]).write_text(spoilt)
    assert subprocess.run(words, capture_output=True).returncode != 0


def test_what_the_table_waits_for_is_told(player: Players, tmp_path: Path) -> None:
    master, ana = player("master"), player("ana")
    out, _ = master.run("open", "--rules", RULES, "--seats", "2", "--bot", "greedy")
    invitation = out.splitlines()[0]
    table = read_invitation(invitation).table.hex()
    assert "2 seats, not all taken yet" in master.run("tables")[0]
    assert "not begun" in master.run("record", table, status=2)[1]
    ana.run("join", invitation, "--name", "Ana\x1b[31m")
    assert "nothing of it has come yet" in ana.run("tables")[0]
    ana.run("packet", table, "-o", str(tmp_path / "sit"))
    _, err = master.run("take", str(tmp_path / "sit"))
    assert "1 new entry" in err
    assert "The game begins" in err
    assert "\x1b" not in err
    listed = master.run("tables")[0]
    assert "call 1 of 9" in listed
    assert "waiting for Ana" in listed
    assert "\x1b" not in listed
    master.run("packet", table, "-o", str(tmp_path / "call"))
    ana.run("take", str(tmp_path / "call"))
    assert "waiting for Ana" in ana.run("tables")[0]
    assert len(json.loads(ana.run("record", table)[0])["rounds"][0]["calls"]) == 1


def test_a_card_goes_on_in_another_home(player: Players, tmp_path: Path) -> None:
    master, ana, later = player("master"), player("ana"), player("later")
    out, _ = master.run("open", "--rules", RULES, "--seats", "2", "--bot", "greedy")
    invitation, card = out.splitlines()
    table = read_invitation(invitation).table.hex()
    assert master.run("card", table)[0].splitlines()[0] == card
    ana.run("join", invitation, "--name", "Ana", "--bot", "random")
    (own,) = ana.run("card", table)[0].splitlines()
    assert read_card(own).invitation == read_invitation(invitation)
    old = str(tmp_path / "old")
    ana.run("packet", table, "-o", old)
    master.run("take", old)
    new = str(tmp_path / "new")
    master.run("packet", table, "-o", new)
    later.run("join", own)
    later.run("take", old, new)
    later.run("packet", table, "-o", old)
    assert "call 2" in master.run("take", old)[1].lower()
    ana.run("join", invitation, "--name", "Ana", "--bot", "random")
    assert len(ana.run("card", table)[0].splitlines()) == 1


def test_wrong_words_are_told(player: Players, tmp_path: Path) -> None:
    one, two = player("one"), player("two")
    out, _ = one.run("open", "--rules", RULES, "--seats", "2")
    invitation = out.splitlines()[0]
    table = read_invitation(invitation).table.hex()
    file = tmp_path / "packet"
    one.run("packet", table, "-o", str(file))
    assert "not kept here" in two.run("take", str(file), status=2)[1]
    assert "No table" in two.run("packet", table, "-o", "x", status=2)[1]
    assert "No table" in one.run("record", "", status=2)[1]
    assert "neither an invitation" in two.run("join", "TIE1I.AAAA", "--name", "A", status=2)[1]
    assert "neither an invitation" in two.run("join", invitation[:-1], "--name", "A", status=2)[1]
    assert "--name" in two.run("join", invitation, status=2)[1]
    assert "no such folder" in two.run("join", invitation, "--name", "A", "--packets", "/no/where",
                                       status=2)[1]  # fmt: skip
    text = file.read_text()
    file.write_text(text[:60] + ("A" if text[60] != "A" else "B") + text[61:])
    assert "damaged" in one.run("take", str(file), status=2)[1]
    file.write_bytes(b"\xff\xfe")
    assert "not a text file" in one.run("take", str(file), status=2)[1]
    assert "no such file" in one.run("take", str(tmp_path / "none"), status=2)[1]
    too_many = ["--bot", "random"] * 3
    assert "2 seats" in one.run("open", "--rules", RULES, "--seats", "2", *too_many, status=2)[1]
    best_ray = "classic free single best-ray"
    assert "best ray" in one.run("open", "--rules", best_ray, "--seats", "1", status=2)[1]
    too_long = ["open", "--rules", f"{RULES} rounds=101", "--seats", "2"]
    assert "100 rounds" in one.run(*too_long, status=2)[1]
    assert "nats://HOST:PORT" in one.run(*too_long[:2], RULES, "--seats", "2", "--server", "x",
                                         status=2)[1]  # fmt: skip
    assert len(one.run("tables")[0].splitlines()) == 1
    with Home(tmp_path / "one" / "apart").locked():
        assert "Another window" in one.run("take", str(file), status=1)[1]
        one.run("tables")
    for words in (["open"], ["open", "--rules", "x"], [], ["join"], ["dance"]):
        assert one.run(*words, status=2)[1]
    seats = ["open", "--rules", RULES, "--seats", "7"]
    assert "7" in one.run(*seats, status=2)[1]
    assert "0d" in one.run("open", "--rules", RULES, "--seats", "2", "--time", "0d", status=2)[1]


def test_an_invitation_opens_no_folder_of_its_own_choice(player: Players, tmp_path: Path) -> None:
    one, two = player("one"), player("two")
    out, _ = one.run("open", "--rules", RULES, "--seats", "2")
    (tmp_path / "private").mkdir()
    url = (tmp_path / "private").as_uri()
    invitation = replace(read_invitation(out.splitlines()[0]), url=url)
    err = two.run("join", str(invitation), "--name", "Ana", status=2)[1]
    assert "does not travel in" in err
    assert list((tmp_path / "private").iterdir()) == []


def test_what_happens_is_told_once_however_it_comes(capsys: pytest.CaptureFixture[str]) -> None:
    """Call by call, under the names that the seats had then."""
    world = World(Random(5), Ruleset.parse(RULES), 3, faults=0.3)
    world.homes[0].kept.seating = replace(world.homes[0].kept.seating, substitute="random")
    while world.master.table is None or world.master.table.call is None:
        world.tick()
    # Nobody has heard of the first call: all of them miss it.
    world.now += 1_000
    while world.master.table.calls < 3:
        world.tick()
    for home in world.homes[1:]:
        leave(home)
    table = world.play()
    assert len(table.substitutions) > 1
    assert {missed.call for missed in table.missed} >= {1}
    entries = sorted(world.master.kept.log, key=lambda entry: entry.author == table.master)
    lines: list[list[str]] = []
    for size in (1, 3, 7, len(entries)):
        watching = Memory(Seating(world.invitation, ()))
        teller = _Teller(Playing(watching, RandomEngines()), load_catalogue(Language.ENGLISH))
        for start in range(0, len(entries), size):
            for packet in pack(world.invitation.key, entries[start : start + size]):
                teller.take(split_packets(packet)[0][1])
            teller.step()
        told = capsys.readouterr().err.splitlines()
        lines.append([line for line in told if "new entr" not in line and "asks" not in line])
    assert lines[0] == lines[1] == lines[2] == lines[3]
    assert table.match is not None
    names = [player.name for player in table.match.players]
    for came in reversed(table.substitutions):
        names[came.seat] = came.left.name
    calls = [tiles for played in table.match.rounds for tiles in played.calls]
    expected = [f"The game begins: {names[0]}, {names[1]} and {names[2]}."]
    for number, tiles in enumerate(calls, 1):
        expected.append(f"Call {number} of {len(calls)}: {' '.join(map(str, tiles))}")
        gone = [names[one.seat] for one in table.missed if one.call == number]
        expected += [f"{name} has missed call {number}." for name in gone]
        for one in table.substitutions:
            if one.after == number:
                names[one.seat] = one.came.name
                expected.append(f"{one.came.name} takes the seat of {one.left.name}.")
    assert lines[0] == expected


def test_every_refusal_has_its_words() -> None:
    for language in Language:
        catalogue = load_catalogue(language)
        said = {key for key in catalogue if key.startswith("apart.refusal.")}
        assert said == {f"apart.refusal.{refusal.value}" for refusal in Refusal}


def test_without_the_library_it_says_so(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['nacl'] = None\n"
        "from game.__main__ import main; sys.exit(main(['apart', 'tables', '--lang', 'de']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert "pip install take-it-easy-game[apart]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("module", ["game.__main__", "game.ui.wiring", "game.cli.play"])
def test_who_plays_alone_loads_nothing_of_it(module: str) -> None:
    code = (
        "import os, sys; os.environ['PYGAME_HIDE_SUPPORT_PROMPT'] = '1'\n"
        f"import {module}\n"
        "print(*(m for m in sys.modules if m.partition('.')[0] in ('nacl', 'nats')"
        " or m.startswith('game.net') and m not in ('game.net', 'game.net.notice')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_packets_need_no_socket(player: Players, tmp_path: Path) -> None:
    code = (
        "import sys, socket\n"
        "def refuse(*a, **k): raise AssertionError('a socket')\n"
        "socket.socket.__init__ = refuse\n"
        "from game.__main__ import main\n"
        f"words = ['apart', 'open', '--rules', '{RULES}', '--seats', '1', '--bot', 'random']\n"
        "sys.exit(main(words))"
    )
    env = {**os.environ, "TAKE_IT_EASY_HOME": str(tmp_path / "alone")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    assert "The game begins: random" in done.stderr
    assert "Call 9 of 9" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
@pytest.mark.parametrize("by_server", [False, True])
def test_killed_again_and_again_all_have_the_same_match(tmp_path: Path, by_server: bool) -> None:
    """Four homes; `python -m tests.net.kills --kills 200` kills more."""
    figures = kill_randomly(tmp_path, kills=4, seed=1, by_server=by_server)
    assert figures["kills"] == 4


def test_a_person_answers_without_a_road_and_the_game_master_reports(
    player: Players, tmp_path: Path
) -> None:
    """Packets alone: a person at the terminal hands in, the other home's computer answers."""
    master, ana = player("master"), player("ana")
    out, _ = master.run("open", "--rules", RULES, "--seats", "2", "--bot", "greedy")
    invitation = out.splitlines()[0]
    table = read_invitation(invitation).table.hex()
    ana.run("join", invitation, "--name", "Ana")
    carried = tmp_path / "packet"

    def carry(one: Player, other: Player) -> None:
        one.run("packet", table, "-o", str(carried))
        other.run("take", str(carried))

    _, err = ana.run("answer", table[:12], "294@c3", status=2)
    assert "No call is open" in err
    carry(ana, master)
    carry(master, ana)
    log = Home(ana.home / "apart").table(bytes.fromhex(table)).log
    state = Reading(log).table
    assert state is not None
    assert state.match is not None
    turn = " ".join(
        f"{tile}@{space}" for tile, space in zip(state.match.round.calls[0], "abc", strict=True)
        for space in [f"{space}1"]
    )  # fmt: skip
    _, err = ana.run("answer", table, turn.replace("a1", "c9"), status=2)
    assert "rules forbid" in err
    _, err = ana.run("answer", table, turn, "--name", "Nobody", status=2)
    assert "--name" in err
    _, err = ana.run("answer", table, turn)
    assert "Handed in." in err
    _, err = ana.run("answer", table, turn, status=2)
    assert "--name" in err
    carry(ana, master)
    out, _ = master.run("report", table)
    assert "Call 2 of 9" in out
    assert "Ana" in out
    page = tmp_path / "report.html"
    master.run("report", table, "--web", str(page))
    text = page.read_text(encoding="utf-8")
    assert "Content-Security-Policy" in text
    assert "<script" not in text
    out, _ = master.run("standings", table)
    assert [line.split()[1] for line in out.splitlines()[3:]].count("Ana") == 1
    master.run("standings", table, "--web", str(page))
    assert "greedy" in page.read_text(encoding="utf-8")


def test_a_card_without_a_name_is_not_taken_for_the_game_masters(player: Players) -> None:
    """A guest's card goes on in the game master's own home, beside the master's."""
    master, ana = player("master"), player("ana")
    out, _ = master.run("open", "--rules", RULES, "--seats", "2", "--bot", "greedy")
    invitation = out.splitlines()[0]
    table = read_invitation(invitation).table
    ana.run("join", invitation, "--name", "Ana")
    card = ana.run("card", table.hex())[0].strip()
    master.run("join", card)
    held = [one.card for one in Home(master.home / "apart").table(table).seating.cards]
    assert read_card(card).card in held
    assert len(held) == len(set(held)) == 3


def test_what_was_refused_is_an_exit_status(player: Players, tmp_path: Path) -> None:
    master, ana = player("master"), player("ana")
    out, _ = master.run("open", "--rules", RULES, "--seats", "2", "--bot", "greedy")
    invitation, card = out.splitlines()[:2]
    table = read_invitation(invitation)
    ana.run("join", invitation, "--name", "Ana")
    opening, *_ = Home(master.home / "apart").table(table.table).log
    signer = read_card(card).card
    twins = [
        sign_entry(signer, table.table, 2, opening.hash, Close(bytes(32), at, ())) for at in (1, 2)
    ]
    paths = [tmp_path / f"{i}.txt" for i in range(2)]
    for path, twin in zip(paths, twins, strict=True):
        path.write_text("\n".join(pack(table.key, [opening, twin])))
    # What is good of another table makes nothing of it good.
    other = read_invitation(master.run("open", "--rules", RULES, "--seats", "2")[0].split()[0])
    ana.run("join", str(other), "--name", "Ana")
    good = tmp_path / "good.txt"
    master.run("packet", other.table.hex(), "-o", str(good))
    _, err = ana.run("take", str(good), str(paths[0]), status=2)
    assert "changes nothing" in err
    # A beginning that two tables share names none.
    known = [table.table.hex(), other.table.hex()]
    while len({id[0] for id in known}) == len(known):
        invitation = ana.run("open", "--rules", RULES, "--seats", "2")[0].split()[0]
        known.append(read_invitation(invitation).table.hex())
    shared = next(id[0] for id in known if sum(id[0] == one[0] for one in known) > 1)
    assert "Several tables" in ana.run("card", shared, status=2)[1]
    _, err = ana.run("take", str(paths[1]), status=2)
    assert "signed entry 2 twice" in err


def test_a_table_is_put_aside_and_moved(player: Players, tmp_path: Path) -> None:
    master = player("master")
    out, _ = master.run("open", "--rules", RULES, "--seats", "2", "--bot", "greedy")
    table = read_invitation(out.splitlines()[0]).table.hex()
    shared = tmp_path / "shared"
    shared.mkdir()
    moved = master.run("move", table, "--packets", str(shared))[0]
    assert read_invitation(moved).url == shared.as_uri()
    assert "key of greedy" in master.run("card", table)[1]
    assert "game master's key" in master.run("card", table)[1].replace("’", "'")
    master.run("remove", table)
    assert master.run("tables")[0] == ""
    assert "No table here" in master.run("card", table, status=2)[1]


def test_people_of_one_name_are_told_apart(player: Players, tmp_path: Path) -> None:
    master, *homes = player("master"), player("one"), player("two")
    out, _ = master.run("open", "--rules", RULES, "--seats", "2")
    invitation = out.splitlines()[0]
    table = read_invitation(invitation).table.hex()
    files = [str(tmp_path / f"{i}.txt") for i in range(2)]
    for home, file in zip(homes, files, strict=True):
        home.run("join", invitation, "--name", "Ana")
        home.run("packet", table, "-o", file)
    _, err = master.run("take", *files)
    marks = re.findall(r"begins: Ana \((\w{4})\) and Ana \((\w{4})\)", err)
    assert len(set(*marks)) == 2
    for mark in marks[0]:
        assert f"Ana ({mark})" in master.run("tables")[0]
        assert f"Ana ({mark})" in master.run("report", table)[0]
        assert f"Ana ({mark})" in master.run("standings", table)[0]
    # Computers of one kind are counted; a table of no league stands alone.
    bots = ("--bot", "greedy", "--bot", "greedy")
    assert "greedy and greedy 2" in master.run("open", "--rules", RULES, "--seats", "2", *bots)[1]
    assert "greedy" not in master.run("standings", table)[0]
