"""The four languages, and the detection of the system's language."""

import os
import sys
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from game.processes import NO_CONSOLE


class Language(StrEnum):
    """A language of the game; the value is its ISO 639-1 code and the folder of its texts."""

    ENGLISH = "en"
    FRENCH = "fr"
    GERMAN = "de"
    ROMANIAN = "ro"

    @property
    def own_name(self) -> str:
        """The language's name in that language, as language lists show it."""
        return _OWN_NAMES[self]


_OWN_NAMES: Final = {
    Language.ENGLISH: "English",
    Language.FRENCH: "Français",
    Language.GERMAN: "Deutsch",
    Language.ROMANIAN: "Română",
}

# Windows' C library names languages in English ("German_Germany.1252"), and Moldova's old
# code for Romanian still occurs.
_ALIASES: Final = {
    "english": Language.ENGLISH,
    "french": Language.FRENCH,
    "german": Language.GERMAN,
    "romanian": Language.ROMANIAN,
    "mo": Language.ROMANIAN,
}


def match_language(tag: str) -> Language | None:
    """Return the language of a locale name such as `de_AT.UTF-8` or `fr-CA`, or None."""
    primary = tag.replace("-", "_").split(".")[0].split("@")[0].split("_")[0].strip().lower()
    if primary in _ALIASES:
        return _ALIASES[primary]
    try:
        return Language(primary)
    except ValueError:
        return None


def system_language(environ: Mapping[str, str] | None = None) -> Language:
    """Return the system's language if the game has it, otherwise English.

    As in gettext, `LANGUAGE` is a list of preferences, then the first of `LC_ALL`,
    `LC_MESSAGES` and `LANG` that is set decides. If none is set (Windows, macOS), query the
    operating system.
    """
    env = os.environ if environ is None else environ
    decisive = next((v for n in ("LC_ALL", "LC_MESSAGES", "LANG") if (v := env.get(n))), "")
    is_plain = decisive.split(".")[0] in ("C", "POSIX")
    # gettext ignores LANGUAGE under the C locale, so that scripts get plain output.
    preferences = [] if is_plain else env.get("LANGUAGE", "").split(":")
    for tag in (*preferences, decisive):
        if tag and (language := match_language(tag)) is not None:
            return language
    if decisive or environ is not None:
        return Language.ENGLISH
    return match_language(_ask_the_system()) or Language.ENGLISH


def _ask_the_system() -> str:
    # Imported here: the environment mostly decides, and the menu need not load it.
    import locale

    if sys.platform == "win32":
        import ctypes

        code = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return locale.windows_locale.get(code, "")
    if sys.platform == "darwin" and (tag := _ask_macos()):
        return tag
    return locale.getlocale()[0] or ""


def _ask_macos() -> str:
    """Return the language preferred in macOS's settings: Finder starts programs without `LANG`."""
    import re
    import subprocess

    try:
        listed = subprocess.run(
            ["defaults", "read", "-g", "AppleLanguages"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=2,
            creationflags=NO_CONSOLE,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    first = re.search(rb"[A-Za-z]{2,3}(?:[-_]\w+)*", listed.stdout)
    return first[0].decode("ascii", "replace").replace("-", "_") if first else ""
