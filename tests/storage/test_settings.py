"""Settings read from a file: over which usual ones, what is cleaned, and when they are written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

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
