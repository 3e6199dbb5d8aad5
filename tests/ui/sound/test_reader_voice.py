"""Speech through Prism: by a screen reader, or by a voice of the system."""

from __future__ import annotations

from pathlib import Path

from game.locale import Language
from game.ui.sound.reader_voice import ReaderVoice
from game.ui.sound.speech import SystemSpeaker
from game.ui.sound.speech_engine import SpeechOptions
from tests.ui.sound.test_speech import Backend, Features, script, wait_for, wait_until


def test_prism_speaks_in_the_player_s_manner_before_any_program() -> None:
    backend = Backend(Features())
    opened: list[Backend] = []

    def open_it() -> Backend:
        opened.append(backend)
        return backend

    speaker = SystemSpeaker(lambda: None, lambda: ReaderVoice(open_it))
    assert speaker.is_there
    assert not speaker.can_change
    speaker.options = lambda: SpeechOptions(0.75, 0.5, "Bo")
    speaker.say("eins", Language.GERMAN)
    speaker.say("a long tale", Language.ENGLISH)
    wait_until(lambda: backend.speaking)
    assert speaker.is_speaking
    assert (backend.rate, backend.volume, backend.voice) == (0.75, 0.5, 4)
    speaker.say("zwei", Language.GERMAN, is_urgent=True)
    wait_until(lambda: not speaker.is_speaking)
    assert backend.voice == 2
    assert backend.notes == [("eins", False), ("a long tale", False), "stop", ("zwei", True)]
    assert speaker.can_change == {"rate", "volume", "voice"}
    assert speaker.voices(Language.GERMAN) == ("Anna", "Bo")
    # A reader that has ended is looked for once more.
    speaker.say("die", Language.GERMAN)
    wait_until(lambda: ("die", False) in backend.notes)
    assert len(opened) == 2
    speaker.close()


def test_a_screen_reader_keeps_its_own_voice_and_is_broken_off_by_the_next_sentence() -> None:
    backend = Backend(Features(**dict.fromkeys(Features.__dataclass_fields__, False)))
    backend.speak = backend.output  # type: ignore[attr-defined]
    speaker = SystemSpeaker(lambda: None, lambda: ReaderVoice(lambda: backend))
    speaker.options = lambda: SpeechOptions(1.0, 0.5, "Bo")
    speaker.say("a long tale " * 20, Language.ENGLISH)
    wait_until(lambda: len(backend.notes) == 1)
    speaker.say("now", Language.ENGLISH, is_urgent=True)
    wait_until(lambda: not speaker.is_speaking)
    assert backend.notes[1:] == ["stop", ("now", True)]
    speaker.say("later", Language.ENGLISH, is_urgent=True)
    wait_until(lambda: len(backend.notes) == 4)
    assert backend.notes[3] == ("later", True)
    assert (backend.rate, backend.volume, backend.voice) == (-1.0, -1.0, -1.0)
    assert not speaker.can_change
    speaker.close()


def test_where_prism_finds_nobody_the_program_speaks(tmp_path: Path) -> None:
    def fail() -> Backend:
        raise ValueError

    notes = tmp_path / "said"
    speaker = SystemSpeaker(lambda: script(notes), lambda: ReaderVoice(fail))
    speaker.say("Hello", Language.ENGLISH)
    assert wait_for(notes, "Hello") == "en  Hello\n"
    assert speaker.can_change == {"rate", "volume"}
    speaker.close()
