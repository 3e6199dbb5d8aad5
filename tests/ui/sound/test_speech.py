"""Speech: Prism, the systems' programs, and the queue of sentences."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from game.locale import Language
from game.ui.sound import speech_queue
from game.ui.sound.reader_voice import ReaderVoice
from game.ui.sound.speech import SystemSpeaker, find_engine, find_reader
from game.ui.sound.speech_engine import SpeechOptions, SpeechProgram
from game.ui.sound.speech_queue import SpeechQueue, program_voice
from game.ui.system import silence


def speaking_by(engine: Callable[[], SpeechProgram | None]) -> SystemSpeaker:
    """Speaks by a program, whatever else is installed."""
    return SystemSpeaker(engine, lambda: None)


def script(path: Path, seconds: float = 0.0) -> SpeechProgram:
    """A speech program that writes down what it is to say, and takes its time."""
    code = (
        "import sys, time; words = sys.stdin.buffer.read();"
        f"open({str(path)!r}, 'ab').write(sys.argv[1].encode() + b' ' + words);"
        f"time.sleep({seconds})"
    )
    return SpeechProgram(sys.executable, lambda language, _: ("-c", code, language))


def wait_for(path: Path, words: str) -> str:
    """Return the file's text once `words` are in it."""
    for _ in range(400):
        if path.exists() and words in path.read_text("utf-8"):
            break
        time.sleep(0.025)
    return path.read_text("utf-8")


def test_sentences_wait_their_turn_and_urgent_ones_do_not(tmp_path: Path) -> None:
    notes = tmp_path / "said"
    speaker = speaking_by(lambda: script(notes, 30.0))
    began = time.monotonic()
    speaker.say("Hello; --help", Language.ENGLISH)
    wait_for(notes, "Hello")
    speaker.say("never said", Language.ENGLISH)
    speaker.say("Șapte", Language.ROMANIAN, is_urgent=True)
    assert wait_for(notes, "Șapte").splitlines() == ["en  Hello; --help", "ro  Șapte"]
    assert speaker.is_speaking
    speaker.close()
    assert time.monotonic() - began < 20


def test_of_what_waits_too_long_only_the_latest_is_said(tmp_path: Path) -> None:
    notes = tmp_path / "said"
    speaker = speaking_by(lambda: script(notes, 0.2))
    speaker.say("first", Language.ENGLISH)
    wait_for(notes, "first")
    for number in range(6):
        speaker.say(f"news {number}", Language.ENGLISH)
    said = wait_for(notes, "news 5").splitlines()
    assert said == ["en  first", "en  news 3", "en  news 4", "en  news 5"]
    speaker.close()


LASTING = """
import select, sys
with open(sys.argv[1], 'ab') as notes:
    notes.write(b'started;')
    end = None
    while True:
        ready, _, _ = select.select([sys.stdin], [], [], 0.01 if end else None)
        line = sys.stdin.buffer.readline() if ready else None
        if line == b'':
            break
        notes.write((line or b'').strip() + b';' if line else b'')
        notes.flush()
        if line is not None:
            end = 0 if b'\\t' not in line else 300 if b'long' in line else 1
            if b'die' in line:
                break
        if end is not None:
            end -= 1
            if end <= 0:
                end = None
                print('said', flush=True)
"""
"""A program as Windows has it, which stays and breaks off at an empty line."""


def test_a_lasting_program_is_started_once_and_broken_off(tmp_path: Path) -> None:
    notes = tmp_path / "said"
    arguments = ("-c", LASTING, str(notes))
    speaker = speaking_by(
        lambda: SpeechProgram(sys.executable, lambda *_: arguments, is_lasting=True)
    )
    began = time.monotonic()
    speaker.say("one", Language.ENGLISH)
    wait_for(notes, "one")
    speaker.say("a long\ttale", Language.ENGLISH)
    wait_for(notes, "tale")
    speaker.say("never said", Language.ENGLISH)
    speaker.say("Șapte", Language.ROMANIAN, is_urgent=True)
    said = wait_for(notes, "Șapte")
    assert said == "started;en\t0\t100\tone;en\t0\t100\ta long tale;;ro\t0\t100\tȘapte;"
    # One that has died is started again.
    speaker.say("die", Language.ENGLISH)
    wait_for(notes, "die")
    time.sleep(0.2)
    speaker.options = lambda: SpeechOptions(rate=1.0, volume=0.5)
    speaker.say("zwei", Language.GERMAN)
    assert wait_for(notes, "zwei").endswith("en\t0\t100\tdie;started;de\t10\t50\tzwei;")
    speaker.close()
    assert time.monotonic() - began < 20


def test_the_next_run_of_a_program_waits_for_its_words(tmp_path: Path) -> None:
    """Started ahead in the same language and manner; nothing of it is left at the end."""
    notes = tmp_path / "said"
    code = (
        "import os, sys\n"
        "with open(sys.argv[1], 'a') as notes:\n"
        "    print('start', os.getpid(), sys.argv[2], file=notes, flush=True)\n"
        "    words = sys.stdin.read()\n"
        "    print(words.strip(), os.getpid(), file=notes, flush=True)\n"
    )
    engine = SpeechProgram(sys.executable, lambda tongue, _: ("-c", code, str(notes), tongue))
    speaker = speaking_by(lambda: engine)
    runs = []
    for words, language in (
        ("one", Language.ENGLISH),
        ("two", Language.ENGLISH),
        ("drei", Language.GERMAN),
    ):
        speaker.say(words, language)
        said = wait_for(notes, words).splitlines()
        runs.append(next(line.split()[1] for line in said if line.startswith(words)))
        for _ in range(200):
            latest = notes.read_text().splitlines()[-1].split()
            if latest[0] == "start":
                break
            time.sleep(0.025)
        assert latest[0] == "start", "the next one is there already"
        assert latest[2] == language.value
        ahead = latest[1]
        if words == "one":
            first_ahead = ahead
    assert runs[1] == first_ahead, "the second sentence goes to the one that waited"
    assert f"start {runs[2]} de" in notes.read_text(), "another language starts anew"
    speaker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(int(ahead), 0)


def test_a_voice_that_is_missing_is_replaced_by_the_usual_one(tmp_path: Path) -> None:
    notes = tmp_path / "said"
    code = "import sys; sys.exit(3)"
    usual = script(notes).arguments("usual", SpeechOptions())
    speaker = speaking_by(
        lambda: SpeechProgram(sys.executable, lambda *_: ("-c", code), plain=usual)
    )
    speaker.say("Bună", Language.ROMANIAN)
    assert wait_for(notes, "Bună") == "usual  Bună\n"
    speaker.close()


@pytest.mark.parametrize("is_lasting", [False, True])
def test_a_program_that_is_gone_says_nothing(tmp_path: Path, *, is_lasting: bool) -> None:
    engine = SpeechProgram(str(tmp_path / "gone"), lambda *_: (), is_lasting=is_lasting)
    voice = program_voice(engine)
    voice.begin()
    voice.say("Hello", "en", SpeechOptions())
    voice.hush()
    voice.close()


@pytest.mark.skipif(sys.platform == "win32", reason="its programs are others")
@pytest.mark.parametrize("is_lasting", [False, True])
def test_a_sentence_cancelled_before_its_program_runs_is_not_said(
    tmp_path: Path, *, is_lasting: bool
) -> None:
    notes = tmp_path / "said"
    code = f"while read -r line; do echo $line >>{notes}; echo said; done"
    voice = program_voice(SpeechProgram("sh", lambda *_: ("-c", code), is_lasting=is_lasting))
    voice.begin()
    voice.hush()
    voice.say("one", "en", SpeechOptions())
    voice.begin()
    voice.say("two", "en", SpeechOptions(rate=0.0, volume=0.0))
    voice.close()
    assert notes.read_text().split() == ["en", "-10", "0", "two"][0 if is_lasting else 3 :]


@pytest.mark.skipif(sys.platform == "win32", reason="its programs are others")
def test_a_program_that_is_broken_off_has_not_failed_and_stops_its_service(tmp_path: Path) -> None:
    notes = tmp_path / "said"
    code = f"read -r line; echo $line >>{notes}; case $line in long) exec sleep 60; esac"
    cancel = ("-c", f"echo cancel >>{notes}")
    engine = SpeechProgram("sh", lambda *_: ("-c", code), cancel)
    other = Told()
    queue = SpeechQueue(program_voice(engine), other)
    queue.say("short", "en", SpeechOptions())
    wait_until(lambda: not queue.is_speaking)
    queue.say("long", "en", SpeechOptions())
    wait_for(notes, "long")
    queue.hush()
    wait_until(lambda: not queue.is_speaking)
    queue.close()
    assert (notes.read_text().split(), other.texts) == (["short", "long", "cancel"], [])


@pytest.mark.skipif(sys.platform == "win32", reason="its programs are others")
def test_a_program_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech_queue, "_LONGEST_SENTENCE", 0.05)
    voice = program_voice(SpeechProgram("sleep", lambda *_: ("60",), is_lasting=True))
    began = time.monotonic()
    for _ in range(2):
        voice.begin()
        voice.say("one", "en", SpeechOptions())
    voice.close()
    assert time.monotonic() - began < 20


class Told:
    """A voice that notes its sentences, the first of which fail."""

    def __init__(self, failures: int = 0) -> None:
        self.failures = failures
        self.texts: list[str] = []
        self.is_closed = False

    def begin(self) -> None:
        pass

    def say(self, words: str, code: str, options: SpeechOptions) -> None:
        self.texts.append(words)
        self.failures -= 1
        if self.failures >= 0:
            raise OSError

    def hush(self) -> None:
        pass

    def close(self) -> None:
        self.is_closed = True


def test_the_last_voice_that_fails_is_tried_again_with_the_next_sentence() -> None:
    before = set(threading.enumerate())
    voices = first, last = Told(1), Told(1)
    queue = SpeechQueue(*voices)
    (thread,) = set(threading.enumerate()) - before
    for words in ("one", "two\n  lines"):
        queue.say(words, "en", SpeechOptions())
        wait_until(lambda: not queue.is_speaking)
    queue.close()
    assert (first.texts, last.texts) == (["one"], ["one", "two lines"])
    assert (first.is_closed, last.is_closed, thread.is_alive()) == (False, True, False)


def test_a_thread_that_cannot_be_started_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    voice = Told()
    with monkeypatch.context() as patch:
        patch.setattr(speech_queue, "start_thread", lambda *_: None)
        queue, silent = SpeechQueue(voice), SpeechQueue(voice)
        queue.say("lost", "en", SpeechOptions())
        assert not queue.is_speaking
        silent.close()
    queue.say("spoken", "en", SpeechOptions())
    wait_until(lambda: not queue.is_speaking)
    queue.close()
    assert voice.texts == ["spoken"]


def test_without_words_nothing_is_looked_for() -> None:
    speaker = SystemSpeaker(pytest.fail, pytest.fail)
    speaker.say(" \n", Language.ENGLISH)
    assert not speaker.is_speaking
    assert speaker.voices(Language.ENGLISH) == ()
    speaker.close()


@pytest.mark.parametrize("is_there", [False, True])
def test_a_reader_is_offered_where_prism_has_one(
    monkeypatch: pytest.MonkeyPatch, *, is_there: bool
) -> None:
    monkeypatch.setattr("game.ui.sound.speech.has_reader", lambda: is_there)
    assert isinstance(find_reader(), ReaderVoice) is is_there


@pytest.mark.parametrize(
    ("engine", "expected"),
    [
        (SpeechProgram("say", lambda *_: (), can_change=frozenset({"rate"})), {"rate"}),
        (None, set()),
    ],
)
def test_what_can_be_changed_is_what_the_program_uses(
    engine: SpeechProgram | None, expected: set[str]
) -> None:
    speaker = speaking_by(lambda: engine)
    assert speaker.is_there is (engine is not None)
    assert speaker.can_change == expected
    # Prism may have a voice as well; what that can change is known once it has spoken.
    both = SystemSpeaker(lambda: engine, lambda: ReaderVoice(lambda: Backend(Features())))
    assert both.is_there
    assert both.can_change == expected
    both.say("one", Language.GERMAN)
    wait_until(lambda: both.can_change == {"rate", "volume", "voice"})
    both.close()


@dataclass
class Features:
    """The abilities of a back end of Prism: those of a voice, not of a screen reader."""

    supports_output: bool = True
    supports_is_speaking: bool = True
    supports_set_rate: bool = True
    supports_set_volume: bool = True
    supports_set_voice: bool = True
    supports_get_voice: bool = True
    supports_count_voices: bool = True
    supports_get_voice_name: bool = True
    supports_get_voice_language: bool = True


class Backend:
    """A back end of Prism that notes what it is given; what is long never ends by itself."""

    def __init__(self, features: Features) -> None:
        self.features = features
        self.notes: list[object] = []
        self.voices = (
            ("Anna+Max", "de"),
            ("Anna", "de_DE"),
            ("Bo", "de"),
            ("Zoe", "en-029"),
            ("Liz", "en-GB"),
        )
        self.voices_count = len(self.voices)
        self.speaking = False
        self.rate = self.volume = self.voice = -1.0

    def get_voice_name(self, index: int) -> str:
        return self.voices[index][0]

    def get_voice_language(self, index: int) -> str:
        return self.voices[index][1]

    def output(self, words: str, interrupt: bool) -> None:
        if "die" in words and "die" not in self.notes:
            self.notes.append("die")
            raise RuntimeError(words)
        self.speaking = "long" in words
        self.notes.append((words, interrupt))

    def stop(self) -> None:
        self.speaking = False
        self.notes.append("stop")


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait; fails after ten seconds."""
    for _ in range(400):
        if is_so():
            return
        time.sleep(0.025)
    raise AssertionError("never")


def test_nothing_is_loaded_before_the_first_sentence() -> None:
    """Neither by a start nor by asking whether anything speaks."""
    code = (
        "import sys; import game.ui.wiring; from game.ui.sound.speech import SystemSpeaker;"
        "SystemSpeaker().is_there;"
        "print([name for name in ('prism', 'cffi', 'accesskit', 'asyncio', 'game.ui.sound."
        "speech_queue') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(sys.platform == "win32", reason="its programs are others")
@pytest.mark.parametrize("failing", [("spd-say",), ("spd-say", "espeak-ng"), ()])
def test_where_a_program_is_there_and_fails_the_next_one_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: tuple[str, ...]
) -> None:
    """`spd-say` is installed with many desktops, and its server is not always to be had."""
    notes = tmp_path / "said"
    names = ("spd-say", "espeak-ng", "espeak")
    for name in names:
        program = tmp_path / name
        end = 1 if name in failing else 0
        # Closing cancels a sentence whose program has not ended yet.
        idle = '[ "$1" = --cancel ] && exit 0'
        said = f"/bin/cat >/dev/null; echo {name} >>{notes}; exit {end}"
        program.write_text(f"#!/bin/sh\n{idle}\n{said}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path}/none")
    speaker = speaking_by(partial(find_engine, "linux"))
    for words in ("one", "two"):
        speaker.say(words, Language.ENGLISH)
    speaks = names[len(failing)]
    wait_for(notes, f"{speaks}\n{speaks}\n")
    speaker.close()
    assert notes.read_text().split() == [*failing, speaks, speaks]


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder for sockets, whose paths have 107 bytes at most."""
    with TemporaryDirectory(dir="/tmp") as name:
        yield Path(name)


@pytest.mark.skipif(sys.platform != "linux", reason="its programs are others")
@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("SPEECHD_ADDRESS", "speechd.sock"),
        ("XDG_RUNTIME_DIR", "speech-dispatcher/speechd.sock"),
        ("HOME", ".cache/speech-dispatcher/speechd.sock"),
    ],
)
def test_a_speech_server_that_never_answers_is_passed_by(
    tmp_path: Path, short_folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, place: str
) -> None:
    for variable in ("SPEECHD_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    server = short_folder / place
    server.parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.setenv(name, f"unix_socket:{server}" if name[0] == "S" else str(short_folder))
    monkeypatch.setattr(silence, "_PATIENCE", 0.1)
    programs = tmp_path / "bin"
    programs.mkdir()
    notes = tmp_path / "said"
    for program in ("spd-say", "espeak-ng"):
        file = programs / program
        file.write_text(f"#!/bin/sh\n/bin/cat >/dev/null; echo {program} >>{notes}\n")
        file.chmod(0o755)
    monkeypatch.setenv("PATH", str(programs))
    backend = Backend(Features())
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(server))
        silent.listen()
        monkeypatch.setattr("game.ui.sound.speech.has_reader", lambda: True)
        reader = find_reader()
        assert reader is not None
        with pytest.raises(OSError, match="does not answer"):
            reader.say("one", "en", SpeechOptions())
        speaker = SystemSpeaker(
            partial(find_engine, "linux"),
            lambda: ReaderVoice(lambda: backend, silence.refuse_silent_speech),
        )
        speaker.say("one", Language.ENGLISH)
        wait_for(notes, "espeak-ng\n")
        speaker.close()
    assert (notes.read_text(), backend.notes) == ("espeak-ng\n", [])


def test_each_system_has_its_own_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {"say", "powershell", "espeak-ng"}
    monkeypatch.setattr("shutil.which", lambda name: name if name in there else None)
    found = {name: find_engine(name) for name in ("darwin", "win32", "linux", "freebsd14")}
    programs = {name: engine.program for name, engine in found.items() if engine is not None}
    assert programs == {
        "darwin": "say",
        "win32": "powershell",
        "linux": "espeak-ng",
        "freebsd14": "espeak-ng",
    }
    there.add("spd-say")
    linux = find_engine("linux")
    assert linux is not None
    assert linux.program == "spd-say"
    there.clear()
    assert find_engine("linux") is None
    options, usual = SpeechOptions(rate=1.0, volume=0.25), SpeechOptions()
    slow = SpeechOptions(rate=0.0, volume=0.0)
    assert (usual.words_a_minute, slow.words_a_minute, options.words_a_minute) == (175, 80, 450)
    espeak = ("-v", "de", "-s", "450", "-a", "25", "--stdin")
    for engine, code, chosen, arguments in (
        (linux, "de", options, ("--wait", "--pipe-mode", "-l", "de", "-r", "100", "-i", "-50")),
        (linux, "xx", usual, ("--wait", "--pipe-mode", "-l", "xx", "-r", "0", "-i", "100")),
        (found["linux"], "de", options, espeak),
        (found["linux"], "en", usual, ("-v", "en", "-s", "175", "-a", "100", "--stdin")),
        (found["darwin"], "fr", options, ("-v", "Thomas", "-r", "450")),
        (found["darwin"], "en", usual, ("-v", "Samantha", "-r", "175")),
        (found["darwin"], "de", usual, ("-v", "Anna", "-r", "175")),
        (found["darwin"], "ro", usual, ("-v", "Ioana", "-r", "175")),
        # A language added since has no voice of its own everywhere, and is read all the same.
        (found["darwin"], "xx", usual, ("-r", "175")),
    ):
        assert engine is not None
        assert engine.arguments(code, chosen) == arguments
    windows = found["win32"]
    assert windows is not None
    assert windows.arguments("", usual)[:3] == ("-NoProfile", "-NonInteractive", "-Command")
    assert [engine is not None and engine.is_lasting for engine in found.values()] == [
        False,
        True,
        False,
        False,
    ]
