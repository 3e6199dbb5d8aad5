"""Reads aloud by the system's own speech program.

One thread starts the program once for each sentence, so that no caller waits. An urgent sentence
cancels the queue; any other waits its turn. Where there is no such program, `is_there` is false.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from game.ui.sound.speech_engine import SpeechProgram

if TYPE_CHECKING:
    from game.locale import Language
    from game.ui.sound.speech_queue import SpeechQueue


_POWERSHELL: Final = (
    "Add-Type -AssemblyName System.Speech;"
    "[Console]::InputEncoding=[Text.Encoding]::UTF8;"
    "$s=New-Object System.Speech.Synthesis.SpeechSynthesizer;"
    "try{{$s.SelectVoiceByHints('NotSet','NotSet',0,[Globalization.CultureInfo]'{0}')}}catch{{}};"
    "$s.Speak([Console]::In.ReadToEnd())"
)
_MAC_VOICES: Final = {"en": "Samantha", "fr": "Thomas", "de": "Anna", "ro": "Ioana"}


def _mac_voice(code: str) -> tuple[str, ...]:
    """Return the arguments that name a language's voice to `say`; none for the system's own."""
    return ("-v", _MAC_VOICES[code]) if code in _MAC_VOICES else ()


_ENGINES: Final[dict[str, tuple[SpeechProgram, ...]]] = {
    "darwin": (SpeechProgram("say", _mac_voice),),
    "win32": (
        SpeechProgram(
            "powershell",
            lambda code: ("-NoProfile", "-NonInteractive", "-Command", _POWERSHELL.format(code)),
        ),
    ),
}
_ELSEWHERE: Final = (
    # Its pipe mode repeats its input on its output, and ends once all is said.
    SpeechProgram("spd-say", lambda code: ("--wait", "--pipe-mode", "-l", code), ("--cancel",)),
    SpeechProgram("espeak-ng", lambda code: ("-v", code, "--stdin")),
    SpeechProgram("espeak", lambda code: ("-v", code, "--stdin")),
)


def find_engine(platform: str = sys.platform) -> SpeechProgram | None:
    """Return the program that speaks here, None where there is none."""
    engines = _ENGINES.get(platform, _ELSEWHERE)
    return next((engine for engine in engines if shutil.which(engine.program)), None)


class SystemSpeaker:
    """Says sentences through the system's own speech."""

    def __init__(self, engine: Callable[[], SpeechProgram | None] = find_engine) -> None:
        self._find = engine
        self._engine: SpeechProgram | None = None
        self._is_sought = False
        self._queue: SpeechQueue | None = None

    @property
    def is_there(self) -> bool:
        if not self._is_sought:
            self._engine, self._is_sought = self._find(), True
        return self._engine is not None

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        if not words.strip() or not self.is_there:
            return
        if self._queue is None:
            from game.ui.sound.speech_queue import SpeechQueue

            assert self._engine is not None
            self._queue = SpeechQueue(self._engine)
        if is_urgent:
            self._queue.hush()
        from game.locale import load_catalogue
        from game.locale.aloud import word_for_voice

        self._queue.say(word_for_voice(load_catalogue(language), words), language.value)

    def close(self) -> None:
        """Stop speaking, for ever."""
        if self._queue is not None:
            self._queue.close()
