"""The player's preferences, stored in one small JSON file."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from game.rules.json_shape import is_unicode, parse_whole
from game.rules.names import clean_name
from game.rules.texts import decode_text
from game.storage.files import quarantine, read_bounded, sweep, write_atomically
from game.storage.problems import Problem, ProblemKind

MAX_SETTINGS_BYTES: Final = 1 << 18


def _ranged(default: float, least: float, most: float) -> Any:
    return field(default=default, metadata={"range": (least, most)})


def _one_of(*names: str) -> Any:
    return field(default=names[0], metadata={"names": names})


def _text(default: str, most: int = 100) -> Any:
    return field(default=default, metadata={"length": most})


@dataclass(frozen=True, slots=True)
class Settings:
    """All preferences; change them with `dataclasses.replace`.

    `bindings` is the text of the changed keys (`game.ui.frame.bindings`), "" for none. `language`
    is an ISO code, "" until the player has chosen one. `interface_scale` is 0.75…2 and used as far
    as the window has room; `volume` (of effects), `music_volume` and `voice_volume` are 0…1.
    `call_pause` is the seconds before the next call where `has_auto_call`. With `has_rival` a
    computer plays beside a quick game (`game.play.rival`). `window_place` is `x y` on the desktop,
    "" if the system does not say. `edition` and `rules` (the text of a `Ruleset`) are the last
    choice at the setup, `friends` the seats of the last one with several people, with its card and
    rules, `presets` the player's own mixtures (`game.play.presets`).

    `player_name` is "" until one is chosen. `has_music` plays music, `is_muted` silences all,
    `has_captions` displays sounds in words. `has_speech` reads aloud: in `telling` detail, at
    `speech_rate` and `speech_volume` (0…1), in the voice `speech_voice`, "" for the language's
    default. The window opens full if `is_fullscreen`, as large as the screen if `is_maximised`,
    else with `window_width` and `window_height`. `theme` and `stripes` are names of the colours;
    `has_stripe_patterns` adds patterns to them. `is_left_handed` mirrors the table,
    `has_reduced_motion` shortens animations, `has_hidden_boards` hides the others' boards at one
    screen. `has_seen_tutorial` and `knows_game` open more of the title. `seats` are the last
    players at the setup; `friends_edition` and `friends_rules` are the card and rules of `friends`,
    `last_room` the last match on phones, `last_seat` the last seat at another room, as JSON,
    `room_secret` the secret in hex with which this installation signs what guests keep (V5).
    """

    language: str = _text("")
    player_name: str = _text("")
    volume: float = _ranged(0.7, 0.0, 1.0)
    music_volume: float = _ranged(0.7, 0.0, 1.0)
    voice_volume: float = _ranged(0.8, 0.0, 1.0)
    has_music: bool = True
    is_muted: bool = False
    has_captions: bool = False
    has_speech: bool = False
    telling: str = _one_of("long", "short")
    speech_rate: float = _ranged(0.5, 0.0, 1.0)
    speech_volume: float = _ranged(1.0, 0.0, 1.0)
    speech_voice: str = _text("", 200)
    is_fullscreen: bool = False
    is_maximised: bool = False
    window_width: int = _ranged(1280, 320, 16384)
    window_height: int = _ranged(800, 240, 16384)
    window_place: str = _text("", 20)
    theme: str = _one_of("night", "daylight", "contrast")
    stripes: str = _one_of("box", "clear")
    interface_scale: float = _ranged(1.0, 0.75, 2.0)
    bindings: str = _text("", 4000)
    is_left_handed: bool = False
    has_reduced_motion: bool = False
    has_stripe_patterns: bool = False
    has_auto_call: bool = True
    call_pause: float = _ranged(1.6, 0.0, 10.0)
    has_rival: bool = True
    has_hidden_boards: bool = False
    has_seen_tutorial: bool = False
    knows_game: bool = False
    edition: str = _text("")
    rules: str = _text("", 200)
    seats: str = _text("", 2000)
    friends: str = _text("", 2000)
    friends_edition: str = _text("")
    friends_rules: str = _text("", 200)
    last_room: str = _text("", 2000)
    last_seat: str = _text("", 2000)
    room_secret: str = _text("")
    presets: str = _text("", 4000)

    def __post_init__(self) -> None:
        odd = [f.name for f in dataclasses.fields(self) if not _fits(f, getattr(self, f.name))]
        if odd:
            raise ValueError(f"not a setting: {', '.join(odd)}")

    @property
    def pause_between_calls(self) -> float | None:
        """Seconds before the next call is made automatically; None if it waits for the player."""
        return self.call_pause if self.has_auto_call else None


def _fits(spec: dataclasses.Field[Any], value: object) -> bool:
    """Whether `value` has the type and the bounds of a field."""
    if spec.type == "bool":
        return isinstance(value, bool)
    if "names" in spec.metadata:
        return value in spec.metadata["names"]
    if spec.type == "str":
        return _is_text(value, spec.metadata["length"])
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if spec.type == "int" and not isinstance(value, int):
        return False
    least, most = spec.metadata["range"]
    return bool(least <= value <= most)


def _is_text(value: object, most: int) -> bool:
    """Whether `value` is a text short enough, and can be written (JSON may hold lone
    surrogates).
    """
    return isinstance(value, str) and len(value) <= most and is_unicode(value)


def read_settings(tree: Mapping[str, Any], usual: Settings) -> Settings:
    """Return the settings in a tree; missing and invalid ones as in `usual`."""
    specs = dataclasses.fields(Settings)
    fit = {f.name: tree[f.name] for f in specs if f.name in tree and _fits(f, tree[f.name])}
    settings = dataclasses.replace(usual, **fit)
    return dataclasses.replace(settings, player_name=clean_name(settings.player_name))


class SettingsStore:
    """Reads and writes the settings file; if it cannot write, it stores them in memory.

    Without a path it only stores in memory, at first `settings`.
    """

    def __init__(self, path: Path | None, settings: Settings | None = None) -> None:
        self.path = path
        self._remembered = settings
        self._written: Settings | None = None
        """The settings last read from the file or written to it; None without a file."""

    def load(self) -> tuple[Settings, tuple[Problem, ...]]:
        """Return the stored settings, or defaults, and the file's problems.

        A file that is no JSON object is moved aside. Invalid values become their defaults; unknown
        keys are left in the file.
        """
        if self.path is None or self._remembered is not None:
            return self._remembered or Settings(), ()
        sweep(self.path)
        tree, problem = _read_tree(self.path)
        known = {f.name: f for f in dataclasses.fields(Settings) if f.name in tree}
        odd = sorted(name for name, f in known.items() if not _fits(f, tree[name]))
        settings = read_settings(tree, Settings())
        self._written = settings if tree else None
        if odd:
            problem = Problem(ProblemKind.ODD_VALUE, self.path, ", ".join(odd))
        return settings, () if problem is None else (problem,)

    def save(self, settings: Settings) -> Problem | None:
        """Write the settings; return the problem if that failed, and then store them in memory."""
        self._remembered = settings
        if self.path is None:
            return None
        wanted = dataclasses.asdict(settings)
        try:
            tree, problem = _read_tree(self.path)
            if problem is not None and problem.kind is ProblemKind.READ_ONLY:
                return problem
            write_atomically(self.path, json.dumps(tree | wanted, indent=2) + "\n")
        except OSError as error:
            return Problem(ProblemKind.READ_ONLY, self.path, str(error))
        self._remembered, self._written = None, settings
        return problem

    def save_again(self) -> None:
        """Write the settings if that failed before, or if the file was deleted."""
        if self._remembered is not None:
            self.save(self._remembered)
        elif self._written is not None and self.path and not os.path.lexists(self.path):
            self.save(self._written)


def view_settings(path: Path) -> Settings:
    """Return the settings in a file without changing it; defaults if it cannot be read."""
    return read_settings(_read_tree(path, sets_aside=False)[0], Settings())


def _read_tree(path: Path, *, sets_aside: bool = True) -> tuple[dict[str, Any], Problem | None]:
    """Return the file's JSON object; empty for another file, which is moved aside."""
    try:
        raw = read_bounded(path, MAX_SETTINGS_BYTES)
    except OSError as error:
        return {}, Problem(ProblemKind.READ_ONLY, path, str(error))
    if raw is None:
        return {}, None
    try:
        if len(raw) > MAX_SETTINGS_BYTES:
            raise ValueError("too large")
        tree = json.loads(decode_text(raw), parse_int=parse_whole)
        if not isinstance(tree, dict):
            raise ValueError("not an object")
    except (ValueError, RecursionError) as error:
        place = path
        with contextlib.suppress(OSError):
            place = quarantine(path) if sets_aside else path
        return {}, Problem(ProblemKind.CORRUPT, place, str(error))
    return tree, None
