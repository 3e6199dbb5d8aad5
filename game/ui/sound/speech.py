"""Reads aloud: through Prism where it is installed, else by the system's own speech program.

One thread speaks, so that no caller waits. An urgent sentence cancels the queue; any other waits
its turn. Where nothing can speak, `is_there` is false.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from game.ui.sound.reader_voice import ReaderVoice, has_reader
from game.ui.sound.speech_engine import SpeechOptions, SpeechProgram
from game.ui.system.silence import refuse_silent_speech

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
    $parts = $line.Split([char]9, 4)
    if ($parts.Length -lt 4) {
      [void]$voice.Speak('', 3)
    } else {
      try { $voice.Voice = Find-Voice $parts[0] } catch {}
      $voice.Rate = [int]$parts[1]
      $voice.Volume = [int]$parts[2]
      try { [void]$voice.Speak($parts[3], 17) } catch {}
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


def _say(code: str, options: SpeechOptions) -> tuple[str, ...]:
    """Return the arguments of `say`: a language's voice, if that is known, and the rate."""
    voice = ("-v", _MAC_VOICES[code]) if code in _MAC_VOICES else ()
    return (*voice, "-r", str(options.words_a_minute))


def _espeak(code: str, options: SpeechOptions) -> tuple[str, ...]:
    volume = str(round(100 * options.volume))
    return ("-v", code, "-s", str(options.words_a_minute), "-a", volume, "--stdin")


def _spd_say(code: str, options: SpeechOptions) -> tuple[str, ...]:
    """Return the arguments of spd-say: the pipe mode repeats the input and ends after the last
    word.
    """
    rate, volume = round(200 * options.rate) - 100, round(200 * options.volume) - 100
    return ("--wait", "--pipe-mode", "-l", code, "-r", str(rate), "-i", str(volume))


_ENGINES: Final[dict[str, tuple[SpeechProgram, ...]]] = {
    # The voice of a language may not be installed.
    "darwin": (SpeechProgram("say", _say, plain=(), can_change=frozenset({"rate"})),),
    "win32": (
        SpeechProgram(
            "powershell",
            lambda *_: ("-NoProfile", "-NonInteractive", "-Command", _POWERSHELL),
            is_lasting=True,
        ),
    ),
}
_ELSEWHERE: Final = (
    SpeechProgram("spd-say", _spd_say, ("--cancel",), ask=refuse_silent_speech),
    SpeechProgram("espeak-ng", _espeak),
    SpeechProgram("espeak", _espeak),
)


def find_engine(platform: str = sys.platform) -> SpeechProgram | None:
    """Return the speech program of this system, None without one."""
    engines = _ENGINES.get(platform, _ELSEWHERE)
    return next((engine for engine in engines if shutil.which(engine.program)), None)


def _engines_from(engine: SpeechProgram) -> list[SpeechProgram]:
    """Return a program and those to try after that one fails, as one without a server does."""
    after = _ELSEWHERE[_ELSEWHERE.index(engine) + 1 :] if engine in _ELSEWHERE else ()
    return [engine, *(other for other in after if shutil.which(other.program))]


def find_reader() -> ReaderVoice | None:
    """Return the voice through Prism, None if Prism or the back ends are missing."""
    return ReaderVoice(ask=refuse_silent_speech) if has_reader() else None


class SystemSpeaker:
    """Says sentences through the system's screen reader or the system's speech."""

    is_followed = False

    def __init__(
        self,
        engine: Callable[[], SpeechProgram | None] = find_engine,
        reader: Callable[[], ReaderVoice | None] = find_reader,
    ) -> None:
        self.options: Callable[[], SpeechOptions] = SpeechOptions
        self._find = engine
        self._find_reader = reader
        self._engine: SpeechProgram | None = None
        self._reader: ReaderVoice | None = None
        self._is_sought = False
        self._queue: SpeechQueue | None = None

    @property
    def is_there(self) -> bool:
        if not self._is_sought:
            self._is_sought = True
            self._engine, self._reader = self._find(), self._find_reader()
        return self._engine is not None or self._reader is not None

    @property
    def is_speaking(self) -> bool:
        return self._queue is not None and self._queue.is_speaking

    @property
    def can_change(self) -> frozenset[str]:
        """The options that what speaks here heeds, as far as that is known."""
        if self._reader is not None and self._reader.is_open:
            return self._reader.can_change
        return frozenset() if self._engine is None else self._engine.can_change

    def voices(self, language: Language) -> tuple[str, ...]:
        """Return the names of the voices of a language that can be chosen from."""
        return () if self._reader is None else self._reader.voices(language.value)

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        if not words.strip() or not self.is_there:
            return
        from game.locale import load_catalogue
        from game.locale.aloud import word_for_voice

        if self._queue is None:
            from game.ui.sound.speech_queue import SpeechQueue, program_voice

            engines = [] if self._engine is None else _engines_from(self._engine)
            programs = map(program_voice, engines)
            self._queue = SpeechQueue(*filter(None, (self._reader, *programs)))
        if is_urgent:
            self._queue.hush()
        spoken = word_for_voice(load_catalogue(language), words)
        self._queue.say(spoken, language.value, self.options())

    def close(self) -> None:
        """Stop speaking, for ever."""
        if self._queue is not None:
            self._queue.close()
