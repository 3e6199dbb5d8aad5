"""The queue of sentences, and the programs that speak them."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

from game.ui.sound.speech_engine import SpeechOptions, SpeechProgram
from game.ui.sound.speech_queue import SpeechQueue, program_voice

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
