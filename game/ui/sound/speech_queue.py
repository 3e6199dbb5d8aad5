"""The thread that speaks: it runs one program a sentence, which can be cancelled."""

import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from game.processes import NO_CONSOLE
from game.ui.sound.speech_engine import SpeechProgram

_MOST: Final = 3
"""Sentences that wait: what was to be said before them is no longer so when its turn comes."""

_LONGEST_GOODBYE: Final = 1.0
_LONGEST_SENTENCE: Final = 120.0
"""Seconds after which a program that still speaks, or hangs, is ended."""


class SpeechQueue:
    """Says one sentence after the other."""

    def __init__(self, engine: SpeechProgram) -> None:
        self._engine = engine
        self._waiting: deque[tuple[str, str]] = deque(maxlen=_MOST)
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = self._is_hushed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="speech", daemon=True)
        self._thread.start()

    def say(self, words: str, code: str) -> None:
        """Queue words in a language."""
        with self._changed:
            self._waiting.append((words, code))
            self._changed.notify()

    def hush(self) -> None:
        """Cancel the sentence being said, and empty the queue."""
        with self._changed:
            self._waiting.clear()
            self._is_hushed = True
            if self._process is not None:
                with suppress(OSError):
                    self._process.kill()

    def close(self) -> None:
        """Stop speaking, for ever."""
        self.hush()
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        self._thread.join(_LONGEST_GOODBYE)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._is_closed)
                if not self._waiting:
                    return
                words, code = self._waiting.popleft()
                self._is_hushed = False
            engine = self._engine
            # A program that has gone, or fails, says nothing.
            with suppress(OSError, subprocess.SubprocessError):
                self._run(engine.arguments(code), _on_one_line(words))
                if self._is_hushed and engine.cancel:
                    self._run(engine.cancel, b"", is_cancelling=True)

    def _run(self, arguments: Sequence[str], words: bytes, *, is_cancelling: bool = False) -> None:
        program = shutil.which(self._engine.program)
        if program is None:
            return
        with self._changed:
            if self._is_hushed and not is_cancelling:
                return
            self._process = process = subprocess.Popen(
                [program, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                creationflags=NO_CONSOLE,
            )
        try:
            process.communicate(words, _LONGEST_SENTENCE)
        finally:
            process.kill()
            with self._changed:
                self._process = None


def _on_one_line(words: str) -> bytes:
    """Return what goes to a program's input: it must not begin with a sign that means a command."""
    return f" {' '.join(words.split())}\n".encode("utf-8", "replace")
