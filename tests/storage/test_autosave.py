"""The open match among the waiting ones: which it is, and what damaged files are called."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.rules.match import Match
from game.rules.record import print_record
from game.storage.autosave import Autosave, Saved, find_key
from game.storage.database import identity_digest, identity_of, with_identity
from game.storage.problems import ProblemKind
from tests.storage.matches import play_match

reuses_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def begun(seed: str, placements: int = 4) -> Match:
    match = play_match(seed, placements=placements)
    return replace(match, meta=with_identity(match.meta))


def key_of(match: Match) -> str:
    return str(json.loads(match.meta or "{}")["id"])


def age(folder: Path, match: Match, seconds: int) -> None:
    """Make a match's file older."""
    path = folder / f"autosave-{key_of(match)}.json"
    when = path.stat().st_mtime - seconds
    os.utime(path, (when, when))


def refuse(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "full")


@pytest.fixture
def home(tmp_path: Path) -> tuple[Path, Match, Match]:
    """A folder with two waiting matches, and these matches, the last saved one first."""
    autosave, older, newer = Autosave(tmp_path / "autosave.json"), begun("1"), begun("2")
    for match in (older, newer):
        assert autosave.save(match) is None
    age(tmp_path, older, 60)
    return tmp_path, newer, older


def test_at_the_start_the_last_saved_match_is_open(home: tuple[Path, Match, Match]) -> None:
    folder, newer, older = home
    autosave = Autosave(folder / "autosave.json")
    assert autosave.open_key == "", "nothing was read yet"
    assert autosave.load().match == newer
    assert autosave.open_key == key_of(newer)
    earlier = replace(begun("1", placements=1), meta=older.meta)
    assert autosave.open(earlier) == older, "as it was last saved"
    assert (autosave.open_key, autosave.load().match) == (key_of(older), older)
    autosave.park()
    assert (autosave.open_key, autosave.load().match) == ("", None)
    assert [one.key for one in autosave.waiting()] == [key_of(newer), key_of(older)]
    times = [one.saved_at for one in autosave.waiting()]
    assert times[0] - times[1] == pytest.approx(60, abs=5)
    autosave.open(newer)
    autosave.clear()
    assert (autosave.open_key, [one.match for one in autosave.waiting()]) == ("", [older])
    autosave.end(key_of(older))
    assert autosave.waiting() == ()
    assert Autosave(folder / "autosave.json").load().match is None
    assert autosave.open(newer) == newer, "another program deleted its file"
    assert (autosave.open_key, autosave.load()) == (key_of(newer), Saved())
    autosave.clear()
    assert autosave.open_key == ""


def test_a_finished_match_that_waits_closes_itself_and_no_other(
    home: tuple[Path, Match, Match],
) -> None:
    folder, newer, older = home
    autosave = Autosave(folder / "autosave.json")
    autosave.open(newer)
    finished = begun("3", placements=19)
    autosave.defer(finished)
    assert autosave.open_key == key_of(newer), "another match is open"
    whole = replace(play_match("2"), meta=newer.meta)
    autosave.defer(whole)
    assert autosave.open_key == ""
    assert {saved.match for _, saved in autosave.unfiled()} == {finished, whole}
    assert [one.match for one in autosave.waiting()] == [older]
    for stored, _ in autosave.unfiled():
        autosave.forget(stored)
    assert autosave.unfiled() == []


@pytest.mark.parametrize(
    ("version", "kind", "word"),
    [
        (0, ProblemKind.MATCH, "kept"),
        (1, ProblemKind.MATCH, "kept"),
        (9, ProblemKind.NEWER, "newer"),
        (True, ProblemKind.MATCH, "kept"),
        ("9", ProblemKind.MATCH, "kept"),
    ],
)
def test_a_file_aside_is_named_by_its_version(
    tmp_path: Path, version: object, kind: ProblemKind, word: str
) -> None:
    tree = json.loads(print_record(begun("1"))) | {"version": version, "rounds": "?"}
    for format_name, expected in (
        ("take-it-easy", (kind, word)),
        ("x", (ProblemKind.MATCH, "kept")),
    ):
        path = tmp_path / "autosave.json"
        path.write_text(json.dumps(tree | {"format": format_name}), encoding="utf-8")
        problem = Autosave(path).load().problem
        assert problem is not None
        assert (problem.kind, problem.path.name.split(".")[1].rstrip("-123")) == expected
        assert not path.exists()


def test_damaged_files_are_moved_aside_one_at_a_time(home: tuple[Path, Match, Match]) -> None:
    folder, newer, older = home
    autosave = Autosave(folder / "autosave.json")
    for match in (newer, older):
        (folder / f"autosave-{key_of(match)}.json").write_text("{", encoding="utf-8")
    for number in (1, 2):
        (folder / f"autosave.ended-{number}.json").write_text("[", encoding="utf-8")
    assert (autosave.waiting(quarantines=False), autosave.problems) == ((), [])
    assert [saved.problem for _, saved in autosave.unfiled(quarantines=False)] == [None, None]
    for _ in range(2):
        assert autosave.waiting() == ()
        assert [problem.kind for problem in autosave.problems] == [ProblemKind.MATCH]
        found = [saved.problem is not None for _, saved in autosave.unfiled()]
        assert found.count(True) == 1
    assert (autosave.waiting(), autosave.problems, autosave.unfiled()) == ((), [], [])
    assert len([*folder.glob("*.kept-*.json")]) == 4


def test_of_a_match_in_two_files_the_one_saved_last_waits(home: tuple[Path, Match, Match]) -> None:
    """A file that cannot be opened is named, and hides no match."""
    folder, newer, older = home
    copy = folder / f"autosave-{'0' * 16}.json"
    early = replace(begun("2", placements=1), meta=newer.meta)
    copy.write_text(print_record(early), encoding="utf-8")
    os.utime(copy, (1, 1))
    unread = folder / f"autosave-{'f' * 16}.json"
    unread.mkdir()
    autosave = Autosave(folder / "autosave.json")
    assert [one.match for one in autosave.waiting()] == [newer, older]
    assert [problem[:2] for problem in autosave.problems] == [(ProblemKind.UNREAD, unread)]
    autosave.end(key_of(newer))
    assert {*folder.iterdir()} == {unread, folder / f"autosave-{key_of(older)}.json"}


def test_a_match_that_cannot_be_written_is_written_later(tmp_path: Path) -> None:
    autosave, match = Autosave(tmp_path / "autosave.json"), begun("1")
    file = tmp_path / f"autosave-{key_of(match)}.json"
    file.mkdir()
    problem = autosave.save(match)
    assert problem is not None
    assert (problem.kind, problem.path, autosave.is_safe) == (ProblemKind.UNSAVED, file, False)
    assert (autosave.open_key, autosave.load().match) == (key_of(match), match)
    autosave.save_again()
    assert not autosave.is_safe
    file.rmdir()
    autosave.save_again()
    assert autosave.is_safe
    assert Autosave(tmp_path / "autosave.json").load().match == match


def test_a_match_without_an_identity_gets_one_and_its_old_file_goes(tmp_path: Path) -> None:
    """A finished one keeps its name: it may be in the history already."""
    autosave, match, whole = (
        Autosave(tmp_path / "autosave.json"),
        play_match(placements=4),
        play_match(),
    )
    assert autosave.save(match) is None
    assert (tmp_path / "autosave.json").exists()
    opened = autosave.open(match)
    key = key_of(opened)
    assert replace(opened, meta=match.meta) == match
    assert autosave.open_key == key
    assert [path.name for path in tmp_path.iterdir()] == [f"autosave-{key}.json"]
    assert autosave.load().match == opened
    assert autosave.save(whole) is None
    assert autosave.open(whole) == whole
    assert {path.name for path in tmp_path.iterdir()} == {f"autosave-{key}.json", "autosave.json"}


def test_the_old_file_stays_where_the_one_with_an_identity_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_match(placements=4)
    assert Autosave(tmp_path / "autosave.json").save(match) is None
    autosave = Autosave(tmp_path / "autosave.json")
    monkeypatch.setattr("game.storage.open_games.write_atomically", refuse)
    opened = autosave.open(match)
    assert (autosave.open_key, autosave.load().match) == (key_of(opened), opened)
    assert Autosave(tmp_path / "autosave.json").load().match == match


def test_names_that_hide_something_are_shown_plainly(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "autosave.json")
    autosave.save(play_match(names=("A\u202ena",), placements=4))
    shown = play_match(names=("Ana",), placements=4)
    (waiting,) = autosave.waiting()
    for match in (autosave.load().match, waiting.match):
        assert match is not None
        assert match.players == shown.players
    autosave.defer(play_match(names=("A\u202ena",)))
    ((_, unfiled),) = autosave.unfiled()
    assert unfiled.match is not None
    assert unfiled.match.players == shown.players


def test_a_match_has_the_key_of_its_identity_or_of_its_record() -> None:
    match, other = begun("1"), play_match("1", placements=4)
    assert find_key(print_record(match)) == key_of(match)
    assert find_key(print_record(other)) == identity_of(other)
    foreign = replace(match, meta='{"id": "../elsewhere"}')
    assert find_key(print_record(foreign)) == identity_digest("../elsewhere")
    assert [find_key(text) for text in ("", "{}", "no match")] == ["", "", ""]


@pytest.mark.parametrize("placements", [0, 1, 18, None])
def test_autosave_round_trips(tmp_path: Path, placements: int | None) -> None:
    match = play_match(names=("Ana", "Bob"), placements=placements)
    autosave = Autosave(tmp_path / "deep" / "autosave.json")
    assert autosave.load().match is None
    assert autosave.save(match) is None
    assert Autosave(autosave.path).load().match == match
    autosave.clear()
    autosave.clear()
    assert Autosave(autosave.path).load().match is None


@pytest.mark.parametrize(
    ("content", "kind", "name"),
    [
        ("{", ProblemKind.MATCH, "autosave.kept-1.json"),
        ('{"format": "chess", "version": 2}', ProblemKind.MATCH, "autosave.kept-1.json"),
        ('{"format": "take-it-easy"}', ProblemKind.MATCH, "autosave.kept-1.json"),
        (
            '{"format": "take-it-easy", "version": 2, "rules": {}, "players": [], "rounds": []}',
            ProblemKind.NEWER,
            "autosave.newer-1.json",
        ),
        ("[" * 50_000, ProblemKind.MATCH, "autosave.kept-1.json"),
        (" " * (1 << 20) + "{}", ProblemKind.MATCH, "autosave.kept-1.json"),
    ],
    ids=["open", "foreign", "bare", "newer", "deep", "large"],
)
def test_a_bad_autosave_is_kept_aside(
    tmp_path: Path, content: str, kind: ProblemKind, name: str
) -> None:
    path = tmp_path / "autosave.json"
    path.write_text(content, encoding="utf-8")
    saved = Autosave(path).load()
    assert saved.match is None
    assert saved.problem is not None
    assert (saved.problem.kind, saved.problem.path.name) == (kind, name)
    assert saved.problem.path.read_text(encoding="utf-8") == content


@reuses_folder
@given(st.data())
def test_a_mutilated_autosave_never_raises(tmp_path: Path, data: st.DataObject) -> None:
    raw = bytearray(print_record(play_match(placements=7)).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "autosave.json"
    path.write_bytes(raw)
    saved = Autosave(path).load()
    assert (saved.match is None) is (saved.problem is not None)


WRITER = """
import sys
import time
from pathlib import Path
from game.storage.autosave import Autosave
from tests.storage.matches import play_match
matches = [play_match(placements=n) for n in range(19)]
autosave = Autosave(Path(sys.argv[1]))
autosave.save(matches[0])
print("ready", flush=True)
while True:
    for match in matches:
        autosave.save(match)
"""


def test_an_autosave_survives_being_killed(tmp_path: Path) -> None:
    path = tmp_path / "autosave.json"
    whole = {print_record(play_match(placements=n)) for n in range(19)}
    for _ in range(3):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        with writer, writer.stdout:
            writer.stdout.readline()
            writer.kill()
        saved = Autosave(path).load()
        assert saved.problem is None
        assert saved.match is not None
        assert print_record(saved.match) in whole


def test_an_autosave_that_could_not_be_read_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "autosave.json"
    path.mkdir()
    (path / "mine").touch()
    autosave = Autosave(path)
    assert autosave.load().problem is not None
    assert autosave.save(play_match(placements=1)) is None
    assert (tmp_path / "autosave.kept-1.json" / "mine").exists()


@pytest.mark.parametrize(
    ("version", "kind"),
    [("2", ProblemKind.NEWER), ("true", ProblemKind.MATCH), ('"2"', ProblemKind.MATCH)],
)
def test_only_a_later_version_is_called_newer(
    tmp_path: Path, version: str, kind: ProblemKind
) -> None:
    path = tmp_path / "autosave.json"
    path.write_text('{"format": "take-it-easy", "version": %s}' % version)  # noqa: UP031
    problem = Autosave(path).load().problem
    assert problem is not None
    assert problem.kind is kind


def test_only_the_last_match_is_set_aside_for_a_finished_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk may still rename; but what is being played stays where it is."""
    autosave = Autosave(tmp_path / "autosave.json")
    playing, finished = (
        replace(match, meta=with_identity(None))
        for match in (play_match("1", placements=5), play_match("2"))
    )
    autosave.save(playing)

    with monkeypatch.context() as full:
        full.setattr("game.storage.open_games.write_atomically", refuse)
        autosave.defer(finished)
        assert [saved.match for _, saved in autosave.unfiled()] == [finished]
        assert Autosave(autosave.path).load().match == playing
        autosave.defer(playing)
    assert Autosave(autosave.path).load().match is None
    assert [saved.match for _, saved in Autosave(autosave.path).unfiled()] == [playing]


def test_a_match_that_is_put_off_twice_waits_once() -> None:
    autosave, finished = Autosave(None), play_match("2")
    for _ in range(2):
        autosave.defer(finished)
    ((stored, saved),) = autosave.unfiled()
    assert saved.match == finished
    autosave.forget(stored)
    assert autosave.unfiled() == []
