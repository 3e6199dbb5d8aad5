"""Reads aloud by the system's own speech program.

One thread starts the program, once for each sentence or for all of them, so that no caller waits.
An urgent sentence cancels the queue; any other waits its turn. Where there is no such program,
`is_there` is false.
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


_POWERSHELL: Final = """
$voice = New-Object -ComObject SAPI.SpVoice
$all = @($voice.GetVoices())
try {
  $more = New-Object -ComObject SAPI.SpObjectTokenCategory
  $more.SetId('HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Speech_OneCore\\Voices', $false)
  $all += @($more.EnumerateTokens())
} catch {}
$usual = $voice.Voice
$found = @{}
function Find-Voice($code) {
  if (-not $found.ContainsKey($code)) {
    $language = ([Globalization.CultureInfo]$code).LCID -band 1023
    $found[$code] = $usual
    foreach ($one in $all) {
      try {
        $spoken = [Convert]::ToInt32($one.GetAttribute('Language').Split(';')[0], 16)
        if (($spoken -band 1023) -eq $language) { $found[$code] = $one; break }
      } catch {}
    }
  }
  $found[$code]
}
$utf8 = New-Object Text.UTF8Encoding $false
$lines = New-Object IO.StreamReader([Console]::OpenStandardInput(), $utf8)
$next = $lines.ReadLineAsync()
$speaks = $false
while ($true) {
  if ($next.Wait(10)) {
    $line = $next.Result
    if ($null -eq $line) { break }
    $next = $lines.ReadLineAsync()
    $parts = $line.Split([char]9, 2)
    if ($parts.Length -lt 2) {
      [void]$voice.Speak('', 3)
    } else {
      try { $voice.Voice = Find-Voice $parts[0] } catch {}
      try { [void]$voice.Speak($parts[1], 17) } catch {}
      $speaks = $true
    }
  }
  if ($speaks -and $voice.WaitUntilDone(10)) {
    $speaks = $false
    [Console]::Out.WriteLine('said')
    [Console]::Out.Flush()
  }
}
"""
"""Speaks by SAPI, which knows the voices of the desktop and those that came with a language pack.
Flags of `Speak`: 1 does not wait, 2 breaks off what is said before, 16 takes no sign for markup.
"""

_MAC_VOICES: Final = {"en": "Samantha", "fr": "Thomas", "de": "Anna", "ro": "Ioana"}


def _mac_voice(code: str) -> tuple[str, ...]:
    """Return the arguments that name a language's voice to `say`; none for the system's own."""
    return ("-v", _MAC_VOICES[code]) if code in _MAC_VOICES else ()


_ENGINES: Final[dict[str, tuple[SpeechProgram, ...]]] = {
    # The voice of a language may not be installed.
    "darwin": (SpeechProgram("say", _mac_voice, plain=()),),
    "win32": (
        SpeechProgram(
            "powershell",
            lambda _: ("-NoProfile", "-NonInteractive", "-Command", _POWERSHELL),
            is_lasting=True,
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

    @property
    def is_speaking(self) -> bool:
        return self._queue is not None and self._queue.is_speaking

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
