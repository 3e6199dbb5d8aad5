"""Speech through Prism: by a screen reader, or by a voice of the system."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from game.locale import Language
from game.ui.sound.reader_voice import ReaderVoice, has_reader
from game.ui.sound.speech import SystemSpeaker
from game.ui.sound.speech_engine import SpeechOptions
from tests.ui.sound.test_speech import Backend, Features, script, wait_for, wait_until

OPTIONS = ("rate", "volume", "voice")


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


def voice_by(backend: Backend) -> ReaderVoice:
    """Return a voice that speaks by that back end."""
    return ReaderVoice(lambda: backend)


def test_what_may_still_be_heard_is_broken_off_by_the_next_sentence_that_is_said() -> None:
    backend = Backend(Features(supports_is_speaking=False))
    voice = voice_by(backend)
    voice.begin()
    voice.hush()
    for words in ("never said", "one", "two"):
        voice.begin()
        if words != "never said":
            voice.say(words, "de", SpeechOptions(rate=1.0))
    assert backend.notes == [("one", True), ("two", False)]


@pytest.mark.parametrize(
    ("usual", "chosen", "code", "expected"),
    [
        (-1, "Bo", "de", 2),
        (1, "Bo", "de", 2),
        (1, "gone", "de", 1),
        (1, "", "en", 4),
        (3, "", "en", 3),
        (-1, "", "de", 0),
        (-1, "Zoe", "en", 3),
        (-1, "Bo", "fr", -1),
    ],
)
def test_the_voice_is_the_chosen_one_else_the_system_s_else_one_of_the_language_s_home(
    usual: int, chosen: str, code: str, expected: int
) -> None:
    backend = Backend(Features())
    backend.voice = usual
    voice = voice_by(backend)
    # No sentence is waited for.
    voice.hush()
    voice.say("one", code, SpeechOptions(voice=chosen))
    assert backend.voice == expected


def test_what_a_back_end_can_set_can_be_changed_and_is_set_where_it_is_new() -> None:
    options = SpeechOptions(0.75, 0.5, "Bo")
    for name, is_set in (("rate", 0.75), ("volume", 0.5), ("voice", 2)):
        able = {f"supports_set_{one}": one == name for one in OPTIONS}
        backend = Backend(Features(**able))
        voice = voice_by(backend)
        assert voice.can_change == frozenset()
        voice.hush()
        voice.say("one", "de", options)
        assert voice.can_change == {name}
        values = {one: getattr(backend, one) for one in OPTIONS}
        assert values == {"rate": -1, "volume": -1, "voice": -1, name: is_set}
        setattr(backend, name, 9)
        voice.say("two", "de", options)
        assert getattr(backend, name) == 9, "it is the same as before"


@pytest.mark.parametrize(
    ("platform", "module", "programs", "expected"),
    [
        ("linux", None, ("orca",), False),
        ("linux", object(), (), False),
        ("linux", object(), ("orca",), True),
        ("linux", object(), ("speech-dispatcher",), True),
        ("win32", object(), (), True),
        ("darwin", object(), (), True),
        ("darwin", None, (), False),
    ],
)
def test_a_reader_is_there_with_prism_and_on_linux_a_program_that_speaks(
    monkeypatch: pytest.MonkeyPatch,
    platform: str,
    module: object,
    programs: tuple[str, ...],
    expected: bool,
) -> None:
    monkeypatch.setattr("game.ui.sound.reader_voice.find_spec", lambda _: module)
    monkeypatch.setattr("shutil.which", lambda name: name if name in programs else None)
    assert has_reader(platform) is expected


def test_a_fast_voice_that_does_not_say_when_it_is_silent_is_given_less_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for rate, least, most in ((0.5, 10, 13), (1.0, 2.5, 5)):
        seconds = count()
        voice = voice_by(Backend(Features(supports_is_speaking=False)))
        with monkeypatch.context() as patch:
            patch.setattr("time.perf_counter", lambda seconds=seconds: next(seconds))
            voice.say("x" * 150, "en", SpeechOptions(rate=rate))
        assert least < next(seconds) <= most
