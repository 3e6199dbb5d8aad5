"""Speaks through Prism: the system's screen reader with its Braille, or else the system's voices.

`prismatoid` is an extra for pip. It is imported when something is said for the first time, by the
thread that speaks, and everything is called from that thread.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from game.ui.sound.speech_engine import USUAL_RATE, SpeechOptions

if TYPE_CHECKING:
    from prism import Backend

_LETTERS_A_SECOND: Final = 15.0
"""At the usual rate, for voices that do not say when they are silent again."""

_LOOK: Final = 0.02
"""Seconds between two questions whether a voice is still speaking."""

_LEAST: Final = 0.2
"""Seconds that a voice has to begin."""

_MOST: Final = 120.0
"""Seconds after which the next sentence is sent, even if the voice reports speaking."""


def has_reader(platform: str = sys.platform) -> bool:
    """Whether Prism is installed and a speech program exists; nothing is imported."""
    if find_spec("prism") is None:
        return False
    return platform in ("win32", "darwin") or any(map(shutil.which, ("orca", "speech-dispatcher")))


def open_backend() -> Backend:
    """Return the best back end that runs: a screen reader before a voice.

    Raises whatever Prism raises, `OSError` and `ImportError` among it.
    """
    import prism

    return prism.Context().acquire_best()


class ReaderVoice:
    """Says one sentence after the other through Prism."""

    def __init__(
        self,
        opened: Callable[[], Backend] = open_backend,
        ask: Callable[[], None] | None = None,
    ) -> None:
        """`ask` is called before each sentence; it raises `OSError` if speaking would hang."""
        self._open, self._ask = opened, ask
        self._backend: Backend | None = None
        self._voices: tuple[tuple[str, str], ...] = ()
        """Each voice's name and language."""
        self._usual: int | None = None
        """The index of the voice that the system has chosen."""
        self._set = ("", SpeechOptions())
        """The language and the options in which the back end speaks."""
        self._hushed = threading.Event()
        self._is_late = False
        """Whether an interrupted sentence may still be audible."""

    def begin(self) -> None:
        self._is_late |= self._hushed.is_set()
        self._hushed.clear()

    def hush(self) -> None:
        self._hushed.set()

    def close(self) -> None:
        """Nothing is left running."""

    def say(self, words: str, code: str, options: SpeechOptions) -> None:
        """Say a sentence and wait for the end; raises `OSError` where no voice can."""
        if self._ask is not None:
            self._ask()
        for is_second in (False, True):
            try:
                backend = self._backend or self._opened()
                self._apply(backend, code, options)
                speak = backend.output if backend.features.supports_output else backend.speak
                speak(words, self._is_late)
                self._is_late = False
                self._wait(backend, words, options)
                return
            except Exception as error:
                # A reader that has ended; another may have taken its place.
                self._backend, self._set = None, ("", SpeechOptions())
                if is_second:
                    raise OSError("no voice") from error

    def voices(self, code: str) -> tuple[str, ...]:
        """Return the names of the voices of a language, plain ones alone where there are any."""
        names = [name for name, language in self._voices if _speaks(language, code)]
        return tuple(name for name in names if "+" not in name)

    @property
    def is_open(self) -> bool:
        """Whether a back end was found."""
        return self._backend is not None

    @property
    def can_change(self) -> frozenset[str]:
        """The `SpeechOptions` that the back end can change: a screen reader has its own."""
        if self._backend is None:
            return frozenset()
        has = self._backend.features
        able = (has.supports_set_rate, has.supports_set_volume, has.supports_set_voice)
        return frozenset(
            name for name, is_able in zip(SpeechOptions._fields, able, strict=True) if is_able
        )

    def _opened(self) -> Backend:
        self._backend = backend = self._open()
        features = backend.features
        is_named = features.supports_get_voice_name and features.supports_get_voice_language
        self._voices = ()
        self._usual = backend.voice if features.supports_get_voice else None
        if features.supports_count_voices and is_named:
            count = range(backend.voices_count)
            self._voices = tuple(
                (backend.get_voice_name(i), backend.get_voice_language(i)) for i in count
            )
        return backend

    def _apply(self, backend: Backend, code: str, options: SpeechOptions) -> None:
        """Set the voice, the rate and the volume, as far as they are new and can be set."""
        wanted = (code, options)
        if wanted == self._set:
            return
        able = self.can_change
        if "rate" in able and options.rate != self._set[1].rate:
            backend.rate = options.rate
        if "volume" in able and options.volume != self._set[1].volume:
            backend.volume = options.volume
        if "voice" in able and (index := self._voice_of(code, options.voice)) is not None:
            backend.voice = index
        self._set = wanted

    def _voice_of(self, code: str, name: str) -> int | None:
        """The index of the chosen voice, else of the system's own, else of a language's first."""
        fit = [i for i, (_, language) in enumerate(self._voices) if _speaks(language, code)]
        homes = {code, f"{code}-{code}", "en-gb"}
        wishes = (
            (i for i in fit if self._voices[i][0] == name),
            (i for i in fit if i == self._usual),
            (i for i in fit if _plain(self._voices[i][1]) in homes),
            fit,
        )
        return next((i for wish in wishes for i in wish), None)

    def _wait(self, backend: Backend, words: str, options: SpeechOptions) -> None:
        """Wait until the sentence has been said, or is broken off."""
        can_tell = backend.features.supports_is_speaking
        fast = 2 ** (4 * (options.rate - USUAL_RATE))
        seconds = _LEAST if can_tell else len(words) / _LETTERS_A_SECOND / fast
        began = time.perf_counter()
        while time.perf_counter() - began < _MOST:
            if self._hushed.wait(_LOOK):
                with suppress(Exception):
                    backend.stop()
                return
            if time.perf_counter() - began >= seconds and not (can_tell and backend.speaking):
                return


def _speaks(language: str, code: str) -> bool:
    return _plain(language).split("-")[0] == code


def _plain(language: str) -> str:
    return language.replace("_", "-").lower()
