"""Speech: Prism, the systems' programs, and the queue of sentences."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from game.locale import Language
from game.ui.sound.reader_voice import ReaderVoice
from game.ui.sound.speech import SystemSpeaker, find_engine, find_reader
from game.ui.sound.speech_engine import SpeechOptions, SpeechProgram
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
