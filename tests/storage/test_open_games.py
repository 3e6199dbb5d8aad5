"""Open runs: one file each, written whole or not at all; a damaged one takes no other with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.rules.json_shape import MAX_RECORD_BYTES
from game.storage.open_games import OpenGames
from game.storage.problems import ProblemKind


def test_open_climbs_come_back_one_for_each_day(tmp_path: Path) -> None:
    climbs = OpenGames(tmp_path, "climb")
    assert climbs.save("", "first") is None
    assert climbs.save("", "second", is_flushed=False) is None
    climbs.save("2026-11-20", "before")
    climbs.save("2026-11-21", "day")
    climbs = OpenGames(tmp_path, "climb")
    stored = {climb.key: climb.text for climb in climbs.all()}
    assert stored == {"": "second", "2026-11-20": "before", "2026-11-21": "day"}
    climbs.save("", "another")
    climbs.end("2026-11-20")
    assert climbs.find("2026-11-20") is None
    assert [climb.text for climb in climbs.ended()] == ["before"]
    found = climbs.find()
    assert found is not None
    assert found.text == "another"
    assert {climb.key for climb in climbs.all()} == {"", "2026-11-21"}


def test_the_climb_saved_last_is_the_first(tmp_path: Path) -> None:
    climbs = OpenGames(tmp_path, "climb")
    for number in (1, 2, 3):
        climbs.save(f"2026-11-0{number}", "text")
        os.utime(tmp_path / f"climb-2026-11-0{number}.json", (number, number))
    assert [climb.key[-1] for climb in climbs.all()] == ["3", "2", "1"]


@pytest.mark.parametrize("when", [-300_000_000_000, -1, 300_000_000_000])
def test_a_climb_is_found_whatever_its_file_s_time(tmp_path: Path, when: int) -> None:
    OpenGames(tmp_path, "climb").save("", "text")
    os.utime(tmp_path / "climb.json", (when, when))
    assert [climb.text for climb in OpenGames(tmp_path, "climb").all()] == ["text"]


@pytest.mark.parametrize("folder", [None, "in the way"])
def test_where_nothing_can_be_written_climbs_are_remembered(
    tmp_path: Path, folder: str | None
) -> None:
    (tmp_path / "in the way").write_text("")
    climbs = OpenGames(None if folder is None else tmp_path / folder, "climb")
    problem = climbs.save("", "one")
    if folder is not None:
        assert problem is not None
        assert problem.kind is ProblemKind.UNSAVED
    assert [climb.text for climb in climbs.all()] == ["one"]
    climbs.end()
    assert climbs.all() == ()
    (ended,) = climbs.ended()
    assert ended.text == "one"
    climbs.forget(ended)
    assert climbs.ended() == ()


def test_what_could_not_be_written_is_written_later_in_place_of_what_there_is(
    tmp_path: Path,
) -> None:
    climbs, way = OpenGames(tmp_path, "climb"), tmp_path / "climb.json"
    climbs.save("", "before")
    way.unlink()
    way.mkdir()
    problem = climbs.save("", "later")
    assert problem is not None
    assert problem[:2] == (ProblemKind.UNSAVED, way)
    way.rmdir()
    OpenGames(tmp_path, "climb").save("", "earlier")
    assert [climb.text for climb in climbs.all()] == ["later"]
    remembered = climbs.find()
    assert remembered is not None
    assert (remembered.text, remembered.path) == ("later", None)
    climbs.save_again()
    assert [climb.text for climb in OpenGames(tmp_path, "climb").all()] == ["later"]
    OpenGames(tmp_path, "climb").save("", "another program's")
    climbs.save_again()
    assert [climb.text for climb in climbs.all()] == ["another program's"], "it is there"


def test_what_is_in_memory_is_dropped_or_ended_like_a_file(tmp_path: Path) -> None:
    climbs, way = OpenGames(tmp_path / "later", "climb"), tmp_path / "later"
    way.write_text("")
    for key in ("", "2026-11-20", "2026-11-21"):
        climbs.save(key, f"text {key}")
    climbs.drop("")
    climbs.end("2026-11-20")
    assert [climb.key for climb in climbs.all()] == ["2026-11-21"]
    way.unlink()
    way.mkdir()
    climbs.save_again()
    again = OpenGames(way, "climb")
    assert [climb.text for climb in again.all()] == ["text 2026-11-21"]
    assert [climb.text for climb in again.ended()] == ["text 2026-11-20"]
    assert climbs.is_safe
    (way / "climb.json").symlink_to(way / "nowhere")
    assert again.find() is None
    assert [problem.kind for problem in again.unread.values()] == [ProblemKind.UNREAD]


def test_what_ends_in_memory_leaves_no_older_file_open(tmp_path: Path) -> None:
    climbs, way = OpenGames(tmp_path, "climb"), tmp_path / "climb.json"
    climbs.save("", "earlier")
    earlier = way.read_text()
    way.unlink()
    way.mkdir()
    climbs.save("", "later")
    way.rmdir()
    way.write_text(earlier)
    climbs.end()
    assert [climb.text for climb in climbs.ended()] == ["later"]
    assert OpenGames(tmp_path, "climb").all() == ()


def test_games_in_files_and_in_memory_are_listed_together_by_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unfinished ones newest first, ended ones oldest first."""
    climbs, days = OpenGames(tmp_path, "climb"), [f"2026-11-0{day}" for day in range(1, 6)]
    for ends in (False, True):
        for day in days[::2]:
            climbs.save(day, f"file {day}")
        with monkeypatch.context() as full:
            full.setattr("game.storage.open_games.write_atomically", _fail)
            for day in days[1::2]:
                climbs.save(day, f"memory {day}")
            for day in days if ends else ():
                climbs.end(day)
        listed = climbs.ended() if ends else climbs.all()
        assert {game.key for game in listed} == {*days}
        assert [game.saved_at for game in listed] == sorted(
            (game.saved_at for game in listed), reverse=not ends
        )
        first = min(listed, key=lambda game: game.saved_at)
        assert first.path is not None
        os.utime(first.path, (4e9, 4e9))
        again = climbs.ended() if ends else climbs.all()
        assert again[-1 if ends else 0][:2] == first[:2]


def test_ended_games_in_memory_are_written_once(tmp_path: Path) -> None:
    way = tmp_path / "later"
    way.write_text("")
    climbs = OpenGames(way, "climb")
    for text in ("one", "two"):
        climbs.save("", text)
        climbs.end()
    way.unlink()
    for _ in range(2):
        climbs.save_again()
    assert [(climb.text, climb.path) for climb in climbs.ended()] == [
        ("one", way / "climb.ended-1.json"),
        ("two", way / "climb.ended-2.json"),
    ]
    assert climbs.is_safe


def test_what_is_no_text_is_shown_to_its_reader_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "climb.json").write_bytes(b"\xff{}")
    (climb,) = OpenGames(tmp_path, "climb").all()
    assert climb.text.encode("utf-8", "surrogateescape") == b"\xff{}"
    (tmp_path / "climb.json").write_bytes(b" " * (MAX_RECORD_BYTES + 9))
    (climb,) = OpenGames(tmp_path, "climb").all()
    assert len(climb.text) == MAX_RECORD_BYTES + 1


def test_only_a_change_that_may_be_lost_is_not_flushed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[object] = []

    def note(path: Path, text: str, *, is_flushed: bool) -> None:
        written.append((path.name, text, is_flushed))

    monkeypatch.setattr("game.storage.open_games.write_atomically", note)
    climbs = OpenGames(tmp_path, "climb")
    climbs.save("", "text")
    climbs.save("2026-11-21", "other", is_flushed=False)
    assert written == [("climb.json", "text", True), ("climb-2026-11-21.json", "other", False)]


def test_a_climb_set_aside_takes_no_other_with_it(tmp_path: Path) -> None:
    climbs = OpenGames(tmp_path, "climb")
    climbs.save("", "damaged")
    climbs.save("2026-11-20", "sound")
    stored = climbs.find()
    assert stored is not None
    path = climbs.set_aside(stored)
    assert path.read_text() == "damaged"
    assert [climb.text for climb in OpenGames(tmp_path, "climb").all()] == ["sound"]


def test_a_climb_set_aside_or_dropped_is_not_written_again(tmp_path: Path) -> None:
    climbs = OpenGames(tmp_path, "climb")
    for leave in ("set aside", "dropped", "ended"):
        climbs.save("", leave)
        stored = climbs.find()
        assert stored is not None
        if leave == "set aside":
            climbs.set_aside(stored)
        elif leave == "dropped":
            climbs.drop("")
        else:
            climbs.end()
        climbs.save_again()
        assert climbs.all() == OpenGames(tmp_path, "climb").all() == ()
    climbs.save("", "deleted by somebody")
    (tmp_path / "climb.json").unlink()
    climbs.save_again()
    assert [climb.text for climb in OpenGames(tmp_path, "climb").all()] == ["deleted by somebody"]


def test_of_one_day_several_climbs_may_have_ended_in_memory(tmp_path: Path) -> None:
    climbs = OpenGames(None, "climb")
    for text in ("first", "second", "second"):
        climbs.save("", text)
        assert climbs.is_safe, "nobody expects memory to keep anything"
        climbs.end()
    ended = climbs.ended()
    assert [climb.text for climb in ended] == ["first", "second"]
    climbs.forget(ended[0])
    assert [climb.text for climb in climbs.ended()] == ["second"]
    (tmp_path / "in the way").write_text("")
    lost = OpenGames(tmp_path / "in the way", "climb")
    lost.save("", "text")
    assert not lost.is_safe
    lost.end()
    assert not lost.is_safe
    lost.forget(*lost.ended())
    assert lost.is_safe


def test_a_file_that_could_not_be_read_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    climbs = OpenGames(tmp_path, "climb")
    climbs.save("", "earlier")
    with monkeypatch.context() as patch:
        patch.setattr("game.storage.open_games.read_bounded", _fail)
        assert climbs.all() == ()
    assert [problem.kind for problem in climbs.unread.values()] == [ProblemKind.UNREAD]
    assert [climb.text for climb in climbs.all()] == ["earlier"]
    assert climbs.unread == {}, "it can be read again"
    with monkeypatch.context() as patch:
        patch.setattr("game.storage.open_games.read_bounded", _fail)
        assert climbs.find() is None
        patch.setattr("game.storage.open_games.write_atomically", _fail)
        assert climbs.save("", "not written") is not None
    assert [path.name for path in tmp_path.iterdir()] == ["climb.json"], "the next start finds it"
    climbs.save("", "later")
    assert climbs.unread == {}
    texts = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert texts.pop("climb.json") == "later"
    assert [*texts.values()] == ["earlier"]
    with monkeypatch.context() as patch:
        patch.setattr("game.storage.open_games.read_bounded", _fail)
        assert climbs.find() is None
    (tmp_path / "climb.json").unlink()
    assert climbs.save("", "deleted meanwhile") is None


def _fail(*_: object, **__: object) -> None:
    raise OSError("Input/output error")


def test_files_of_other_names_are_left_alone(tmp_path: Path) -> None:
    for name in ("climb-yesterday.json", "climb-.json", "run.json", "climb.kept-1.json"):
        (tmp_path / name).write_text("x")
    (tmp_path / "climb.json").mkdir()
    for name in (".climb.json.7.new", ".autosave.json.7.new"):
        (tmp_path / name).write_text("half")
    before = {path.name for path in tmp_path.iterdir()}
    climbs = OpenGames(tmp_path, "climb")
    assert climbs.all() == climbs.ended() == ()
    climbs.sweep()
    assert before - {path.name for path in tmp_path.iterdir()} == {".climb.json.7.new"}
    (tmp_path / "climb.ended-10.json").write_text("tenth")
    assert [climb.text for climb in climbs.ended()] == ["tenth"]


def test_a_climb_in_memory_is_written_aside(tmp_path: Path) -> None:
    way = tmp_path / "climb-2026-11-21.json"
    way.mkdir()
    climbs = OpenGames(tmp_path, "climb")
    climbs.save("2026-11-21", "text")
    (held,) = climbs.all()
    assert held.path is None
    for number in (1, 2):
        aside = climbs.set_aside(held, "kept")
        assert aside == tmp_path / f"climb-2026-11-21.kept-{number}.json"
        assert aside.read_text(encoding="utf-8") == "text"
        assert climbs.all() == ()
    assert OpenGames(None, "climb").set_aside(held) == Path()


def test_a_climb_whose_file_cannot_be_renamed_ends_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    climbs = OpenGames(tmp_path, "climb")
    climbs.save("", "text")
    climbs.save("2026-11-20", "deleted")
    OpenGames(tmp_path, "climb").save("", "another program's")
    (tmp_path / "climb-2026-11-20.json").unlink()
    monkeypatch.setattr("game.storage.open_games.replace", refuse)
    for key in ("", "2026-11-20", "2026-11-21"):
        climbs.end(key)
    assert {ended.text for ended in climbs.ended()} == {"another program's", "deleted"}
    assert not climbs.is_safe


def test_an_ended_climb_is_forgotten_with_its_file(tmp_path: Path) -> None:
    climbs = OpenGames(tmp_path, "climb")
    for text in ("one", "two"):
        climbs.save("", text)
        climbs.end()
    first, second = climbs.ended()
    climbs.forget(first)
    assert climbs.ended() == (second,)
    assert [path.name for path in tmp_path.iterdir()] == ["climb.ended-2.json"]
    climbs.forget(first)
    assert climbs.ended() == (second,)
