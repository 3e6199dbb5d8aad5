"""Settings read from a file: over which usual ones, what is cleaned, and when they are written."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from game.storage.problems import Problem, ProblemKind
from game.storage.settings import Settings, SettingsStore, read_settings, view_settings


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
    for text, settings in (
        ('{"volume": 0.25}', Settings(volume=0.25)),
        ('{"volume": 25}', Settings()),
        ("[", Settings()),
    ):
        path.write_text(text, encoding="utf-8")
        assert view_settings(path) == settings
        assert [*tmp_path.iterdir()] == [path]
        assert path.read_text(encoding="utf-8") == text


def test_settings_are_written_again_only_where_they_were_not_or_are_gone(tmp_path: Path) -> None:
    path, chosen = tmp_path / "settings.json", Settings(volume=0.25)
    store = SettingsStore(path)
    store.save_again()
    assert not path.exists(), "nothing was chosen"
    assert store.load() == (Settings(), ())
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
    for name, value in asdict(usual).items():
        fit: tuple[Any, ...]
        unfit: tuple[Any, ...]
        if name in numbers:
            first, least, most = numbers[name]
            step = 1 if isinstance(first, int) else 0.01
            fit, unfit = (least, most), (least - step, most + step, "1", True, None)
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
                replace(usual, **{name: one})


def test_a_file_s_problems_are_told_and_what_is_unknown_stays_in_it(tmp_path: Path) -> None:
    path, chosen = tmp_path / "settings.json", Settings(theme="daylight")
    path.write_text('{"volume": 3, "theme": "x", "later": [1], "has_music": false}')
    odd = Problem(ProblemKind.ODD_VALUE, path, "theme, volume")
    assert SettingsStore(path).load() == (Settings(has_music=False), (odd,))
    assert SettingsStore(path).save(chosen) is None
    assert json.loads(path.read_text()) == {**asdict(chosen), "later": [1]}
    for text in ("[]", "{", "7"):
        path.write_text(text)
        for act in (lambda store: store.load()[1][0], lambda store: store.save(chosen)):
            problem = act(SettingsStore(path))
            assert (problem.kind, problem.path.read_text()) == (ProblemKind.CORRUPT, text)
            assert problem.path != path
            problem.path.rename(path)
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
