"""Settings read from a file: over which usual ones, what is cleaned, and when they are written."""

from __future__ import annotations

import dataclasses
import errno
import json
import os
import shutil
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.rules.names import clean_name
from game.storage.problems import Problem, ProblemKind
from game.storage.settings import (
    MAX_SETTINGS_BYTES,
    Settings,
    SettingsStore,
    read_settings,
    view_settings,
)

reuses_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


any_settings = st.builds(
    Settings,
    language=st.sampled_from(["", "en", "ro"]),
    player_name=st.text(st.characters(codec="utf-8"), max_size=100),
    volume=st.floats(0, 1),
    is_muted=st.booleans(),
    interface_scale=st.floats(0.75, 2),
    window_width=st.integers(320, 16384),
)


def test_the_pause_between_calls_is_none_where_the_player_calls() -> None:
    for has_auto_call, pause, seconds in ((True, 2.5, 2.5), (True, 0.0, 0.0), (False, 2.5, None)):
        settings = Settings(has_auto_call=has_auto_call, call_pause=pause)
        assert settings.pause_between_calls == seconds


def test_what_is_missing_or_odd_is_as_it_was() -> None:
    usual = Settings(volume=0.3, theme="daylight", player_name="Ana", has_music=False)
    tree = {"volume": 2, "theme": "contrast", "has_music": 1, "other": 7}
    assert read_settings(tree, usual) == replace(usual, theme="contrast")
    assert read_settings({"player_name": "  Ben\u200b "}, usual).player_name == "Ben"
    assert read_settings({"window_width": 1024.0}, usual) == usual


def test_a_look_changes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    assert view_settings(path) == Settings()
    for text, found in (
        ('{"volume": 0.25}', Settings(volume=0.25)),
        ('{"volume": 25}', Settings()),
        ("[", Settings()),
    ):
        path.write_text(text, encoding="utf-8")
        assert view_settings(path) == found
        assert [*tmp_path.iterdir()] == [path]
        assert path.read_text(encoding="utf-8") == text


def test_settings_are_written_again_only_where_they_were_not_or_are_gone(tmp_path: Path) -> None:
    path, chosen = tmp_path / "settings.json", Settings(volume=0.25)
    store = SettingsStore(path)
    store.save_again()
    assert not path.exists(), "nothing was chosen"
    (tmp_path / ".settings.json.7.new").touch()
    assert store.load() == (Settings(), ())
    assert not [*tmp_path.iterdir()], "a killed program left it"
    store.save_again()
    assert not path.exists(), "what was read was no file"
    assert store.save(chosen) is None
    path.unlink()
    store.save_again()
    assert store.load() == (chosen, ())
    path.write_text(json.dumps({"volume": 0.5}), encoding="utf-8")
    store.save_again()
    assert store.load() == (Settings(volume=0.5), ()), "another program's change stays"
    memory = SettingsStore(None, chosen)
    memory.save(Settings(volume=0.75))
    memory.save_again()
    assert memory.load() == (Settings(volume=0.75), ())


def test_a_new_player_has_these_settings() -> None:
    """What a setting is at first, with its least and its most, or all that it may be."""
    numbers = {
        "volume": (0.7, 0.0, 1.0), "music_volume": (0.7, 0.0, 1.0), "voice_volume": (0.8, 0.0, 1.0),
        "speech_rate": (0.5, 0.0, 1.0), "speech_volume": (1.0, 0.0, 1.0),
        "window_width": (1280, 320, 16384), "window_height": (800, 240, 16384),
        "interface_scale": (1.0, 0.75, 2.0), "call_pause": (1.6, 0.0, 10.0),
    }  # fmt: skip
    choices = {
        "theme": ("night", "daylight", "contrast"),
        "stripes": ("box", "clear"),
        "telling": ("long", "short"),
    }
    lengths = {
        "speech_voice": 200, "window_place": 20, "bindings": 4000, "rules": 200, "seats": 2000,
        "friends": 2000, "friends_rules": 200, "last_room": 2000, "last_seat": 2000,
        "presets": 4000,
    }  # fmt: skip
    usual = Settings()
    values: dict[str, Any] = asdict(usual)
    first: Any
    one: Any
    for name, value in values.items():
        fit: tuple[Any, ...]
        unfit: tuple[Any, ...]
        if name in numbers:
            first, least, most = numbers[name]
            step = 1 if isinstance(first, int) else 0.01
            fit, unfit = (
                (least, most),
                (least - step, most + step, float("nan"), 10**401, "1", True, None),
            )
        elif name in choices:
            (first, *_), fit, unfit = choices[name], choices[name], ("", "other", 1)
        elif isinstance(value, bool):
            first = name in {"has_music", "has_auto_call", "has_rival"}
            fit, unfit = (True, False), (0, 1, "", None)
        else:
            first, most = "", lengths.get(name, 100)
            fit, unfit = ("x" * most,), ("x" * (most + 1), 1, None, "\ud800")
        assert value == first, name
        # A name is also cut to what fits a table.
        for one in fit if name != "player_name" else ():
            assert getattr(read_settings({name: one}, usual), name) == one, (name, one)
        for one in unfit:
            assert read_settings({name: one}, usual) == usual, (name, one)
            with pytest.raises(ValueError, match=f"^not a setting: {name}$"):
                Settings(**{name: one})


def test_a_file_s_problems_are_told_and_what_is_unknown_stays_in_it(tmp_path: Path) -> None:
    path, chosen = tmp_path / "settings.json", Settings(theme="daylight")
    path.write_text('{"volume": 3, "theme": "x", "later": [1], "has_music": false}')
    odd = Problem(ProblemKind.ODD_VALUE, path, "theme, volume")
    assert SettingsStore(path).load() == (Settings(has_music=False), (odd,))
    assert SettingsStore(path).save(chosen) is None
    assert json.loads(path.read_text()) == {**asdict(chosen), "later": [1]}
    for text in ("[]", "{", "7"):
        path.write_text(text)
        for is_saved in (False, True):
            store = SettingsStore(path)
            problem = store.save(chosen) if is_saved else store.load()[1][0]
            assert problem is not None
            assert (problem.kind, problem.path.read_text()) == (ProblemKind.CORRUPT, text)
            assert problem.path != path
            assert SettingsStore(path).load() == (chosen if is_saved else Settings(), ())
            problem.path.replace(path)
    path.unlink()
    # A folder is no file: nothing is lost, and it is written once it can be.
    path.mkdir()
    store = SettingsStore(path)
    assert store.load()[1][0][:2] == (ProblemKind.READ_ONLY, path)
    refused = store.save(chosen)
    assert refused is not None
    assert refused[:2] == (ProblemKind.READ_ONLY, path)
    assert store.load() == (chosen, ())
    path.rmdir()
    store.save_again()
    assert SettingsStore(path).load() == (chosen, ())


@reuses_folder
@given(any_settings)
def test_settings_round_trip(tmp_path: Path, chosen: Settings) -> None:
    path = tmp_path / "settings.json"
    assert SettingsStore(path).save(chosen) is None
    named = dataclasses.replace(chosen, player_name=clean_name(chosen.player_name))
    assert SettingsStore(path).load() == (named, ())


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff\xfe", b'"x"', b"[" * 100_000, b" " * (MAX_SETTINGS_BYTES + 1)],
    ids=["empty", "open", "list", "bytes", "text", "deep", "large"],
)
def test_corrupt_settings_are_kept_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    loaded, (problem,) = SettingsStore(path).load()
    assert loaded == Settings()
    assert problem.kind is ProblemKind.CORRUPT
    assert problem.path.name == "settings.kept-1.json"
    assert problem.path.read_bytes() == content
    assert not path.exists()


def test_settings_out_of_bounds_cannot_be_made() -> None:
    for wrong in ({"volume": 1.5}, {"volume": float("nan")}, {"language": "x" * 101}):
        with pytest.raises(ValueError, match="not a setting"):
            Settings(**wrong)


def test_settings_that_only_cannot_be_written_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    assert store.save(Settings(volume=0.25)) is None

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    wanted = Settings(volume=0.5)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refuse)
        problem = store.save(wanted)
    assert problem is not None
    assert (problem.kind, problem.path) == (ProblemKind.READ_ONLY, store.path)
    assert store.load() == (wanted, ())
    store.save_again()
    assert SettingsStore(store.path).load() == (wanted, ())


def test_a_setting_that_is_put_back_is_stored(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    usual, _ = store.load()
    for volume in (0.25, usual.volume):
        assert store.save(dataclasses.replace(usual, volume=volume)) is None
        assert SettingsStore(store.path).load()[0].volume == volume


def test_settings_that_cannot_be_read_are_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    SettingsStore(path).save(Settings(volume=0.25, language="ro"))
    before = path.read_bytes()

    def refuse(*_: object) -> None:
        raise OSError(errno.EIO, "unreadable")

    with monkeypatch.context() as patch:
        patch.setattr("game.storage.settings.read_bounded", refuse)
        problem = SettingsStore(path).save(Settings(is_muted=True))
    assert problem is not None
    assert (problem.kind, problem.path) == (ProblemKind.READ_ONLY, path)
    assert path.read_bytes() == before


def test_an_odd_value_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"volume": 7}', encoding="utf-8")
    store = SettingsStore(path)
    settings, problems = store.load()
    assert problems
    store.save(dataclasses.replace(settings, is_muted=True))
    assert SettingsStore(path).load() == (Settings(is_muted=True), ())


@pytest.mark.parametrize("digits", [401, 4301, 100_000])
def test_a_whole_number_of_any_length_is_odd_and_costs_no_other_setting(
    tmp_path: Path, digits: int
) -> None:
    path = tmp_path / "settings.json"
    path.write_text(f'{{"player_name": "Ana", "volume": {"9" * digits}}}', encoding="utf-8")
    store = SettingsStore(path)
    loaded, (problem,) = store.load()
    assert (problem.kind, problem.detail) == (ProblemKind.ODD_VALUE, "volume")
    assert loaded == Settings(player_name="Ana")
    assert store.save(dataclasses.replace(loaded, volume=0.5)) is None
    assert SettingsStore(path).load() == (Settings(player_name="Ana", volume=0.5), ())


def test_any_byte_of_the_settings_may_be_another(tmp_path: Path) -> None:
    """A changed byte leaves settings as they were, repaired or set aside; others can be saved."""
    path = tmp_path / "home" / "settings.json"
    assert SettingsStore(path).save(Settings(player_name="Ana", volume=0.25, language="fr")) is None
    whole = path.read_bytes()
    random = Random(1)
    for place in range(0, len(whole), 3):
        byte = random.choice((0, whole[place] ^ 1, random.randrange(256)))
        shutil.rmtree(path.parent)
        path.parent.mkdir()
        path.write_bytes(whole[:place] + bytes([byte]) + whole[place + 1 :])
        store = SettingsStore(path)
        _, problems = store.load()
        assert len(problems) <= 1
        if problems and problems[0].kind is ProblemKind.CORRUPT:
            assert problems[0].path.read_bytes()[place] == byte
        assert store.save(Settings(player_name="Ben")) is None
        again, told = SettingsStore(path).load()
        assert (again.player_name, told) == ("Ben", ())


def test_settings_that_an_editor_has_saved_are_read(tmp_path: Path) -> None:
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        path = tmp_path / f"{encoding}.json"
        path.write_bytes('{"player_name": "Đorđe"}'.encode(encoding))
        assert SettingsStore(path).load() == (Settings(player_name="Đorđe"), ())


def test_settings_may_be_as_large_as_they_may(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"is_muted": true}'.ljust(MAX_SETTINGS_BYTES))
    assert SettingsStore(path).load() == (Settings(is_muted=True), ())
