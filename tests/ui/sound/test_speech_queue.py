"""The queue of sentences, and the programs that speak them."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from threading import Event

import pytest

from game.locale import Language
from game.ui.sound import speech_queue
from game.ui.sound.speech_engine import SpeechOptions, SpeechProgram
from game.ui.sound.speech_queue import SpeechQueue, program_voice
from tests.ui.sound.test_speech import speaking_by, wait_for, wait_until

LASTING = """
import sys
with open(sys.argv[1], "ab", buffering=0) as notes:
    for line in sys.stdin.buffer:
        notes.write(line)
        print("silent", flush=True)
"""


def test_a_lasting_program_reads_language_rate_volume_and_words(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    arguments = ("-IS", "-c", LASTING, str(notes))
    voice = program_voice(SpeechProgram(sys.executable, lambda *_: arguments, is_lasting=True))
    for words, code, rate, volume in (("one two", "en", 0.25, 1.0), ("drei", "de", 1.0, 0.07)):
        voice.begin()
        voice.say(words, code, SpeechOptions(rate=rate, volume=volume))
        # Nothing is being said: an empty line would end the next sentence.
        voice.hush()
    voice.close()
    assert notes.read_text() == "en\t-5\t100\tone two\nde\t10\t7\tdrei\n"


class Speaker:
    """A voice that speaks its first sentence until it is hushed; or one that is broken."""

    def __init__(self, *, is_broken: bool = False) -> None:
        self.is_broken = is_broken
        self.said: list[tuple[str, str]] = []
        self.began, self.ended, self.all_said = Event(), Event(), Event()
        self.is_closed = False

    def begin(self) -> None:
        """Begin."""

    def say(self, words: str, code: str, options: SpeechOptions) -> None:
        """Speak."""
        if self.is_broken:
            raise OSError
        self.said.append((words, code))
        self.began.set()
        self.ended.wait(9)
        if words == "last":
            self.all_said.set()

    def hush(self) -> None:
        """Break off."""
        self.ended.set()

    def close(self) -> None:
        """Close."""
        self.is_closed = True


def test_three_sentences_wait_at_most_and_a_broken_voice_is_replaced() -> None:
    broken, speaker = Speaker(is_broken=True), Speaker()
    queue, options = SpeechQueue(broken, speaker), SpeechOptions()
    queue.say(" first\n sentence ", "en", options)
    assert speaker.began.wait(9)
    for words in ("outdated", "one", "zwei", "last"):
        queue.say(words, "de", options)
    assert queue.is_speaking
    speaker.ended.set()
    assert speaker.all_said.wait(9)
    assert speaker.said == [
        ("first sentence", "en"), ("one", "de"), ("zwei", "de"), ("last", "de"),
    ]  # fmt: skip
    queue.close()
    assert (broken.is_closed, speaker.is_closed, queue.is_speaking) == (False, True, False)


def test_hushing_breaks_off_and_empties_the_queue() -> None:
    speaker = Speaker()
    queue, options = SpeechQueue(speaker), SpeechOptions()
    queue.say("long", "en", options)
    assert speaker.began.wait(9)
    queue.say("never said", "en", options)
    queue.hush()
    queue.say("last", "en", options)
    assert speaker.all_said.wait(9)
    queue.close()
    assert speaker.said == [("long", "en"), ("last", "en")]


STAYING = """
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
    arguments = ("-c", STAYING, str(notes))
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


@pytest.mark.skipif(sys.platform == "win32", reason="its programs are others")
def test_a_voice_that_is_missing_is_replaced_by_the_usual_one(tmp_path: Path) -> None:
    usual = ("-c", f"cat >>{tmp_path}/usual")
    for code, name in (("exit 3", "usual"), (f"cat >>{tmp_path}/own", "own")):
        voice = program_voice(SpeechProgram("sh", lambda *_, code=code: ("-c", code), plain=usual))
        voice.begin()
        voice.say(f"Bună {name}", "ro", SpeechOptions())
        voice.close()
    for name in ("usual", "own"):
        assert (tmp_path / name).read_text() == f" Bună {name}\n"


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
