"""The thread that speaks, sentence after sentence, each of which can be cancelled."""

import shutil
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple, Protocol

from game.processes import NO_CONSOLE
from game.threads import start_thread
from game.ui.sound.speech_engine import SpeechOptions, SpeechProgram

_MOST: Final = 3
"""The most sentences that wait; older ones are dropped, as they are outdated when their turn
comes."""

_LONGEST_GOODBYE: Final = 1.0
_LONGEST_SENTENCE: Final = 120.0
"""Seconds after which a program that still speaks, or hangs, is ended."""


class Voice(Protocol):
    """Speaks single sentences; another thread calls `hush`, any time after `begin`."""

    def begin(self) -> None: ...

    def say(self, words: str, code: str, options: SpeechOptions) -> None:
        """Speak and wait for the end. Raises `OSError` on failure."""

    def hush(self) -> None: ...

    def close(self) -> None: ...


class _Sentence(NamedTuple):
    words: str
    code: str
    options: SpeechOptions


class SpeechQueue:
    """Says one sentence after the other, by the first voice that can."""

    def __init__(self, *voices: Voice) -> None:
        self._voices = list(voices)
        self._waiting: deque[_Sentence] = deque(maxlen=_MOST)
        self._is_closed = self._is_busy = False
        self._changed = threading.Condition()
        self._thread = start_thread(self._work, "speech")

    @property
    def is_speaking(self) -> bool:
        """Whether a sentence is being spoken, or waits in the queue."""
        return self._is_busy or bool(self._waiting)

    def say(self, words: str, code: str, options: SpeechOptions) -> None:
        """Queue words in a language; they are lost if no thread can be started."""
        self._thread = self._thread or start_thread(self._work, "speech")
        if self._thread is None:
            return
        with self._changed:
            self._waiting.append(_Sentence(" ".join(words.split()), code, options))
            self._changed.notify()

    def hush(self) -> None:
        """Cancel the sentence being said, and empty the queue."""
        with self._changed:
            self._waiting.clear()
            self._voices[0].hush()

    def close(self) -> None:
        """Stop speaking, for ever."""
        self.hush()
        with self._changed:
            self._is_closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(_LONGEST_GOODBYE)
        self._voices[0].close()

    def _work(self) -> None:
        while True:
            with self._changed:
                self._is_busy = False
                self._changed.wait_for(lambda: self._waiting or self._is_closed)
                if not self._waiting:
                    return
                self._is_busy = True
                sentence = self._waiting.popleft()
            self._say(sentence)

    def _say(self, sentence: _Sentence) -> None:
        """Say a sentence. The last voice, whose program has gone or fails, says nothing."""
        while True:
            with self._changed:
                voice = self._voices[0]
                voice.begin()
            try:
                voice.say(*sentence)
                return
            except (OSError, ValueError, subprocess.SubprocessError):
                if len(self._voices) == 1:
                    return
                with self._changed:
                    self._voices.pop(0)


def _end_late(process: subprocess.Popen[bytes], has_ended: threading.Event) -> None:
    if not has_ended.wait(_LONGEST_SENTENCE):
        process.kill()


def program_voice(engine: SpeechProgram) -> Voice:
    """Return what speaks by a program."""
    return _LastingVoice(engine) if engine.is_lasting else _ProgramVoice(engine)


class _ProgramVoice:
    """Runs the program once for each sentence, whose end only the program's end shows.

    The next run is started ahead and waits for its words: it speaks at once.
    """

    def __init__(self, engine: SpeechProgram) -> None:
        self._engine = engine
        self._process: subprocess.Popen[bytes] | None = None
        self._ahead: tuple[Sequence[str], subprocess.Popen[bytes]] | None = None
        self._is_hushed = self._is_closed = False
        self._lock = threading.Lock()

    def begin(self) -> None:
        self._is_hushed = False

    def say(self, words: str, code: str, options: SpeechOptions) -> None:
        engine = self._engine
        if engine.ask is not None:
            engine.ask()
        # The words must not begin with a sign that means a command.
        given = f" {words}\n".encode("utf-8", "replace")
        status = self._run(engine.arguments(code, options), given)
        if status and engine.plain is not None:
            status = self._run(engine.plain, given)
        if self._is_hushed and engine.cancel:
            self._run(engine.cancel, b"", is_cancelling=True)
        if status and not self._is_hushed:
            raise OSError(f"{engine.program} ends with {status}")
        with self._lock:
            if self._ahead is None and not self._is_closed:
                self._start_ahead(engine.arguments(code, options))

    def hush(self) -> None:
        with self._lock:
            self._is_hushed = True
            if self._process is not None:
                with suppress(OSError):
                    self._process.kill()

    def close(self) -> None:
        """End the program that waits."""
        with self._lock:
            self._is_closed = True
            self._drop_ahead()

    def _start_ahead(self, arguments: Sequence[str]) -> None:
        program = shutil.which(self._engine.program)
        if program is not None:
            with suppress(OSError):
                self._ahead = arguments, _start([program, *arguments], subprocess.DEVNULL)

    def _take_ahead(self, arguments: Sequence[str]) -> subprocess.Popen[bytes] | None:
        """Return the program that waits, None where another one waits or the program has ended."""
        if self._ahead is None or self._ahead[0] != arguments or self._ahead[1].poll() is not None:
            self._drop_ahead()
            return None
        process, self._ahead = self._ahead[1], None
        return process

    def _drop_ahead(self) -> None:
        if self._ahead is not None:
            _, process = self._ahead
            process.kill()
            process.communicate()
            self._ahead = None

    def _run(self, arguments: Sequence[str], words: bytes, *, is_cancelling: bool = False) -> int:
        """Run the program to the end; return the program's status."""
        program = shutil.which(self._engine.program)
        if program is None:
            return 0
        with self._lock:
            if self._is_hushed and not is_cancelling:
                return 0
            waiting = self._take_ahead(arguments)
            process = waiting or _start([program, *arguments], subprocess.DEVNULL)
            self._process = process
        try:
            process.communicate(words, _LONGEST_SENTENCE)
            return process.returncode
        finally:
            process.kill()
            with self._lock:
                self._process = None


class _LastingVoice:
    """Runs one program for all sentences, as a start takes a second."""

    def __init__(self, engine: SpeechProgram) -> None:
        self._engine = engine
        self._process: subprocess.Popen[bytes] | None = None
        self._is_hushed = self._is_speaking = False
        self._lock = threading.Lock()

    def begin(self) -> None:
        self._is_hushed = False

    def say(self, words: str, code: str, options: SpeechOptions) -> None:
        rate, volume = round(20 * options.rate) - 10, round(100 * options.volume)
        with self._lock:
            process = self._running()
            if process is None or self._is_hushed:
                return
            self._write(f"{code}\t{rate}\t{volume}\t{words}\n")
            self._is_speaking = True
        has_ended = threading.Event()
        start_thread(partial(_end_late, process, has_ended), "patience")
        try:
            assert process.stdout is not None
            if not process.stdout.readline():
                process.kill()
                process.wait()
        finally:
            has_ended.set()
            self._is_speaking = False

    def hush(self) -> None:
        with self._lock:
            self._is_hushed = True
            if self._is_speaking:
                with suppress(OSError, ValueError):
                    self._write("\n")

    def close(self) -> None:
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.wait()

    def _running(self) -> subprocess.Popen[bytes] | None:
        if self._process is None or self._process.poll() is not None:
            program = shutil.which(self._engine.program)
            if program is None:
                return None
            self._process = _start(
                [program, *self._engine.arguments("", SpeechOptions())], subprocess.PIPE
            )
        return self._process

    def _write(self, line: str) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode("utf-8", "replace"))
        self._process.stdin.flush()


def _start(command: list[str], output: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=subprocess.DEVNULL,
        creationflags=NO_CONSOLE,
    )
