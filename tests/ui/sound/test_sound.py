"""Sound: nothing clips or waits; silence where there is no device; music that steps back."""

from __future__ import annotations

import array
import itertools
import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.locale import Language, load_catalogue
from game.resources import asset
from game.rules.tiles import TILES, Tile
from game.tools.sound.synth import true_peak
from game.ui.sound import mixer as mixing
from game.ui.sound import worker as sound_worker
from game.ui.sound.composer import BAR_SECONDS, MusicNote
from game.ui.sound.headroom import CEILING, EFFECTS_PEAK, MUSIC_PEAK, VOICE_PEAK, PeakBounds, fit
from game.ui.sound.mixer import Mixer
from game.ui.sound.music import PACKS, RATE, Instrument, Mood, MusicCue
from game.ui.sound.names import (
    STEPPING_FORWARD,
    Sound,
    Volumes,
)
from game.ui.sound.player import Silence, SoundPlayer
from game.ui.sound.voices import caller_words, reading_file, voice_file
from game.ui.sound.worker import STEPPED_BACK, SoundWorker
from tests.each import each, some

LOUD = Volumes(1.0, 1.0, 1.0)


def settle(mixer: Mixer) -> None:
    """Wait until the thread has done all that it was asked for without delay."""
    if mixer.worker is not None:
        done = threading.Event()
        mixer.worker.ask(done.set)
        done.wait(10)


@given(st.lists(st.integers(-32_768, 32_767), min_size=1, max_size=400), st.floats(0.5, 1.0))
def test_a_recording_never_rises_above_its_bound(values: list[int], decay: float) -> None:
    samples = array.array("h", (round(v * decay ** (i // 8)) for i, v in enumerate(values)))
    bounds = PeakBounds(samples.tobytes(), 2_000)
    for i in range(len(samples)):
        # A sample sounds until the next one does.
        assert max(map(abs, samples[i:])) <= 32_768 * bounds.at((i + 0.9) / 1_000)
    assert bounds.at(len(samples) / 1_000 + 0.01) == 0.0


def test_sliders_never_ask_for_more_than_there_is() -> None:
    shares = [i / 10 for i in range(11)]
    for effects, music, voice in itertools.product(shares, repeat=3):
        asked = effects * EFFECTS_PEAK + music * MUSIC_PEAK + voice * VOICE_PEAK
        assert asked * fit(effects, music, voice) <= CEILING + 1e-9
    assert fit(0.7, 0.7, 0.8) > 0.9, "as they stand at first, hardly anything is taken away"
    assert fit(0, 0, 0) == 1.0


class _Clock:
    """Time that a test lets pass."""

    def __init__(self) -> None:
        self.now = 100.0

    def perf_counter(self) -> float:
        """The time."""
        return self.now


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[SoundWorker, _Clock]]:
    """A worker that plays the table's music on the dummy device, in a time of its own."""
    clock = _Clock()
    monkeypatch.setattr(sound_worker, "time", clock)
    made = SoundWorker(asset(), LOUD, MusicCue(Mood.TABLE, 1.0))
    made.begin()
    yield made, clock
    pygame.mixer.quit()


def let_pass(worker: SoundWorker, clock: _Clock, seconds: float) -> list[float]:
    """Let the worker work for so long, each thing in its time; when notes were struck."""
    struck, end = [], clock.now + seconds
    while clock.now < end:
        pause = worker.pause()
        clock.now = min(end, clock.now + max(0.0, 1.0 if pause is None else pause))
        before = len(worker.due)
        worker.go_on(clock.now)
        struck += [clock.now] * (before > len(worker.due) > -1)
    return struck


def test_bars_follow_each_other_without_a_gap(worker: tuple[SoundWorker, _Clock]) -> None:
    made, clock = worker
    bars = set()
    for _ in range(24):
        let_pass(made, clock, BAR_SECONDS / 4)
        bars.add(made.next_bar)
    begun = sorted(bar for bar in bars if bar is not None)
    assert len(begun) >= 6
    lengths = {round(entry.sound.get_length() * RATE) for entry in made.ringing}
    assert lengths
    assert lengths <= {pack.samples for pack in PACKS}
    gaps = [b - a for a, b in itertools.pairwise(begun)]
    assert max(abs(gap - BAR_SECONDS) for gap in gaps) < 1e-9


def test_another_place_and_a_held_breath_are_heard_at_once(
    worker: tuple[SoundWorker, _Clock],
) -> None:
    made, clock = worker
    let_pass(made, clock, 5.0)
    assert made.due
    made.follow(MusicCue(Mood.TABLE, 1.0, is_ending=True, is_held=True))
    let_pass(made, clock, 0.5)
    assert not made.due, "silence"
    made.follow(MusicCue(Mood.COUNT))
    assert made.next_bar is not None
    assert made.next_bar - clock.now < 0.1
    made.rest(is_resting=True)
    assert made.pause() is None, "whoever rests is not woken"
    made.rest(is_resting=False)
    assert made.next_bar is not None


def test_the_same_place_begins_the_music_that_an_effect_has_not(
    worker: tuple[SoundWorker, _Clock],
) -> None:
    """The device was opened for an effect, before the window asked for music."""
    cue = MusicCue(Mood.TABLE, 1.0)
    made = SoundWorker(asset(), LOUD, cue)
    made.play(Sound.TICK, {})
    assert made.next_bar is None
    made.follow(cue)
    begun = made.next_bar
    assert begun is not None
    worker[1].now += 0.01
    made.follow(cue._replace(life=0.5))
    assert made.next_bar == begun, "another share of lines waits for the next bar"


def test_a_bar_written_while_the_device_is_given_back_is_silent(
    worker: tuple[SoundWorker, _Clock],
) -> None:
    made, clock = worker
    made.end()
    struck = let_pass(made, clock, BAR_SECONDS)
    assert struck
    assert not made.ringing


def test_music_steps_back_three_decibels_and_comes_forward(
    worker: tuple[SoundWorker, _Clock],
) -> None:
    made, clock = worker
    let_pass(made, clock, 4.0)
    full = made.music_volume
    made.duck(2.0)
    made.duck(0.1)
    let_pass(made, clock, 0.3)
    assert made.music_volume == pytest.approx(full * STEPPED_BACK)
    assert 20 * math.log10(STEPPED_BACK) == pytest.approx(-3.0, abs=0.15)
    for entry in made.ringing:
        if entry.is_heard:
            wanted = entry.loudness * made.music_volume
            assert entry.sound.get_volume() == pytest.approx(wanted, abs=0.01)
    let_pass(made, clock, 1.6)
    assert made.music_volume == pytest.approx(full * STEPPED_BACK)
    let_pass(made, clock, 1.6)
    assert made.music_volume == pytest.approx(full)
    # The notes that sound take another volume at once, and the bar goes on.
    while not any(entry.is_heard for entry in made.ringing):
        let_pass(made, clock, 0.2)
    begun, half = made.next_bar, Volumes(0.5, 0.5, 0.5)
    assert full == pytest.approx(fit(*LOUD))
    made.set_volumes(half)
    assert made.music_volume == pytest.approx(0.5 * fit(*half))
    assert made.next_bar == begun
    for entry in made.ringing:
        if entry.is_heard:
            wanted = entry.loudness * made.music_volume
            assert entry.sound.get_volume() == pytest.approx(wanted, abs=0.01)


class Tasks:
    """The tasks that a mixer gives to its thread, each with its delay and its arguments."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[object, ...]] = []
        self._delay = 0.0
        patch.setattr(SoundWorker, "ask", self._ask)
        for name in ("begin", "play", "speak", "duck", "rest", "set_volumes", "follow"):
            patch.setattr(SoundWorker, name, partial(self._note, name))

    def _ask(self, task: Callable[[], object], delay: float = 0.0) -> None:
        self._delay = delay
        task()

    def _note(self, name: str, *given: object, **how: object) -> None:
        self.asked.append((name, self._delay, *given, *how.values()))

    def take(self) -> list[tuple[object, ...]]:
        asked, self.asked = self.asked, []
        return asked


def test_every_call_is_a_task_of_the_thread_unless_it_would_be_silent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tasks, cue = Tasks(monkeypatch), MusicCue(Mood.TABLE, 1.0)
    mixer, quiet = Mixer(asset(), Volumes(0.0, 0.0, 0.0)), Volumes(0.0, 0.0, 0.0)
    mixer.rest(is_resting=True)
    mixer.set_volumes(quiet)
    mixer.follow(cue)
    assert mixer.worker is None
    for volumes in (Volumes(0.5, 0.0, 0.0), Volumes(0.0, 0.5, 0.0), Volumes(0.0, 0.0, 0.5)):
        mixer.set_volumes(volumes)
        assert tasks.take() == [("set_volumes", 0.0, volumes)]
        mixer.open()
        assert tasks.take() == [("begin", 0.0)]
        mixer.play(Sound.LINE, step=3, delay=0.5)
        mixer.play(Sound.TICK)
        assert tasks.take() == [
            ("duck", 0.0, 0.5 + STEPPING_FORWARD[Sound.LINE]),
            ("play", 0.5, Sound.LINE, {"step": 3, "delay": 0.5}),
            ("play", 0.0, Sound.TICK, {}),
        ] * (volumes.effects > 0)
        mixer.call(TILES[:2], Language.FRENCH, 0.25)
        mixer.tell_reading([Language.GERMAN, Language.ENGLISH])
        mixer.tell_reading([])
        assert tasks.take() == [
            ("duck", 0.0, 1.25),
            ("speak", 0.25, [voice_file(Language.FRENCH, tile) for tile in TILES[:2]]),
            ("speak", 0.0, [reading_file(one) for one in (Language.GERMAN, Language.ENGLISH)]),
            ("speak", 0.0, []),
        ] * (volumes.voice > 0)
    for is_resting in (True, False):
        mixer.rest(is_resting=is_resting)
    mixer.follow(cue)
    mixer.set_volumes(quiet)
    assert tasks.take() == [
        ("rest", 0.0, True),
        ("rest", 0.0, False),
        ("follow", 0.0, cue),
        ("set_volumes", 0.0, quiet),
    ]
    assert not mixer.is_open
    mixer.close()
    mixer.open()
    mixer.play(Sound.TICK)
    assert tasks.take() == []


def test_a_mixer_set_to_nothing_or_closed_before_it_began_opens_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tasks, quiet = Tasks(monkeypatch), Volumes(0.0, 0.0, 0.0)
    for end in (lambda mixer: mixer.set_volumes(quiet), Mixer.close):
        mixer = Mixer(asset(), LOUD)
        end(mixer)
        mixer.open()
        mixer.play(Sound.LINE)
        mixer.call(TILES[:1], Language.ENGLISH)
        mixer.tell_reading([Language.ENGLISH])
        assert (mixer.worker, tasks.take()) == (None, [])
        assert not mixer.is_open
        assert mixer.close()


def test_without_a_thread_there_is_silence_until_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tasks, threads = Tasks(monkeypatch), list[object]([None])
    monkeypatch.setattr(mixing, "start_thread", lambda work, name: threads[-1])
    mixer = Mixer(asset(), LOUD)
    mixer.play(Sound.TICK)
    assert (mixer.worker, tasks.take(), mixer.close()) == (None, [], True)
    waited = list[float]()
    threads.append(SimpleNamespace(join=waited.append, is_alive=lambda: True))
    mixer = Mixer(asset(), LOUD)
    mixer.play(Sound.TICK)
    assert tasks.take() == [("play", 0.0, Sound.TICK, {})]
    assert not mixer.is_open
    assert not mixer.close(), "it does not answer, and is left alone"
    assert not mixer.close()
    assert waited == [1.0]


def test_silence_takes_every_call_of_a_player() -> None:
    silence = Silence()
    names = {name for name in vars(SoundPlayer) if not name.startswith("_")}
    assert names == {name for name in vars(Silence) if not name.startswith("_")}
    silence.play(Sound.LINE, step=2, side=-1.0, delay=0.5, loudness=0.3)
    silence.call(TILES[:2], Language.GERMAN, 0.5)
    silence.tell_reading([Language.GERMAN])
    silence.follow(MusicCue(Mood.MENU))
    silence.set_volumes(LOUD)
    silence.rest(is_resting=True)


class Recording:
    """A recording, or the channel that plays it, which notes what is done to it."""

    def __init__(self, name: str, done: list[tuple[object, ...]]) -> None:
        self.name, self._done = name, done
        self.is_busy = False

    def get_length(self) -> float:
        return 1.5

    def get_busy(self) -> bool:
        return self.is_busy

    def get_num_channels(self) -> int:
        return int(self.is_busy)

    def get_sound(self) -> Recording | None:
        return None

    def play(self, sound: Recording) -> None:
        self._done.append(("play", sound.name))

    def stop(self) -> None:
        self._done.append(("stop", self.name))

    def fadeout(self, milliseconds: int) -> None:
        self._done.append(("fade", milliseconds))

    def set_volume(self, *shares: float) -> None:
        if len(shares) == 1 and self.name != "channel":
            self._done.append(("loud", round(*shares, 3)))


def test_calls_follow_each_other_and_the_next_ones_break_them_off(
    worker: tuple[SoundWorker, _Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, volumes = worker[1], Volumes(1.0, 1.0, 0.5)
    made = SoundWorker(asset(), volumes, None)
    done: list[tuple[object, ...]] = []
    channel = Recording("channel", done)
    loud = ("loud", round(0.5 * fit(*volumes), 3))
    monkeypatch.setattr(pygame.mixer, "Channel", lambda number: channel)
    monkeypatch.setattr(SoundWorker, "_load", lambda _, name: Recording(name, done))
    monkeypatch.setattr(SoundWorker, "duck", lambda _, seconds: done.append(("duck", seconds)))

    def heard(*, is_busy: bool) -> list[tuple[object, ...]]:
        channel.is_busy = is_busy
        clock.now += 0.05
        made.go_on(clock.now)
        taken = done[:]
        done.clear()
        return taken

    def spoken(name: str) -> list[tuple[object, ...]]:
        return [("duck", 1.5), loud, ("play", f"voices/{name}")]

    channel.is_busy = True
    made.speak(["a", "b"])
    assert [heard(is_busy=True) for _ in range(2)] == [[("fade", 60)], []]
    assert heard(is_busy=False) == spoken("a")
    assert [heard(is_busy=True) for _ in range(2)] == [[], []]
    assert made.pause() == pytest.approx(0.05)
    assert heard(is_busy=False) == spoken("b")
    assert [heard(is_busy=False), made.pause()] == [[], None]
    made.speak(["c", "d"])
    made.speak(["e"])
    assert heard(is_busy=False) == [("fade", 60), *spoken("c"), ("fade", 60), *spoken("e")]
    assert heard(is_busy=False) == []


def test_the_same_recording_begins_anew_and_a_step_too_high_is_the_highest(
    worker: tuple[SoundWorker, _Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = worker
    done: list[tuple[object, ...]] = []
    loaded = Recording("loaded", done)
    names: list[str] = []

    def load(worker: SoundWorker, name: str) -> Recording:
        names.append(name)
        worker.bounds[name] = PeakBounds(b"\0\1", 2)
        return loaded

    monkeypatch.setattr(SoundWorker, "_load", load)
    monkeypatch.setattr(SoundWorker, "_free_channel", lambda _: Recording("channel", done))
    for loaded.is_busy, step in ((False, 0), (True, 99)):
        made.play(Sound.PLACE, {"step": step})
    assert [entry for entry in done if entry[0] != "loud"] == [
        ("play", "loaded"),
        ("stop", "loaded"),
        ("play", "loaded"),
    ]
    assert [name.rpartition("/")[2].split(".")[0] for name in names] == ["place-0", "place-3"]
    assert {name.partition("/")[0] for name in names} == {"sounds"}


class Busy(Recording):
    """A channel that plays for ever what was last begun on it."""

    def __init__(self, number: int, done: list[tuple[object, ...]]) -> None:
        super().__init__("channel", done)
        self._number, self._sound = number, list[Recording]()

    def get_busy(self) -> bool:
        return bool(self._sound)

    def get_sound(self) -> Recording:
        return self._sound[-1]

    def play(self, sound: Recording) -> None:
        self._sound.append(sound)
        self._done.append((self._number, sound.name))


def test_a_further_effect_replaces_the_oldest(
    worker: tuple[SoundWorker, _Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = worker
    done: list[tuple[object, ...]] = []
    channels = [Busy(number, done) for number in range(1 + sound_worker.EFFECTS)]
    monkeypatch.setattr(pygame.mixer, "Channel", channels.__getitem__)

    def load(worker: SoundWorker, name: str) -> Recording:
        worker.bounds[name] = PeakBounds(b"\0\1", 2)
        return Recording(name, done)

    monkeypatch.setattr(SoundWorker, "_load", load)
    for sound in [*Sound][: sound_worker.EFFECTS + 2]:
        made.play(sound, {})
    begun = [entry[0] for entry in done if isinstance(entry[0], int)]
    assert begun == [*range(1, 1 + sound_worker.EFFECTS), 1, 2]


def test_music_that_was_held_up_leaves_notes_out_and_begins_a_bar_now(
    worker: tuple[SoundWorker, _Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, clock = worker
    struck: list[int] = []
    monkeypatch.setattr(SoundWorker, "_strike", lambda _, note, now: struck.append(note.pitch))
    monkeypatch.setattr(SoundWorker, "_load_notes", lambda *_: None)
    notes = [MusicNote(0.0, Instrument.PAD, pitch, 1.0, 1.0) for pitch in range(3)]
    made.due = [(clock.now - late, note) for late, note in zip((0.2, 0.1, 0.0), notes, strict=True)]
    made.go_on(clock.now)
    assert struck == [1, 2]
    clock.now += 30
    made.go_on(clock.now)
    assert made.next_bar == clock.now + BAR_SECONDS
    assert min(at for at, _ in made.due) >= clock.now
    begun = made.next_bar
    made.follow(MusicCue(Mood.MENU, 1.0))
    assert made.next_bar is not None
    assert made.next_bar < begun, "another place begins another bar"


def test_tasks_of_one_time_are_done_in_the_order_asked_and_later_ones_later(
    worker: tuple[SoundWorker, _Clock],
) -> None:
    made, clock, done = SoundWorker(asset(), LOUD, None), worker[1], list[str]()
    for name, delay in (("last", 0.5), ("very last", 0.5), ("a", 0.0), ("b", 0.0), ("late", 0.4)):
        made.ask(partial(done.append, name), delay)
    made.ask(partial(setattr, clock, "now", clock.now + 0.5))
    made.ask(made.end, 0.5)
    made.work()
    assert done == ["a", "b", "late", "last", "very last"]


def test_a_device_that_is_not_there_is_asked_for_once_and_so_is_a_broken_file(
    worker: tuple[SoundWorker, _Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def load(name: str) -> None:
        asked.append(Path(name).name)
        raise pygame.error("broken")

    monkeypatch.setattr(pygame.mixer, "Sound", load)
    made, _ = worker
    for _ in range(3):
        made.play(Sound.REFUSE, {})
        made.speak(["en/294.ogg"])
    assert sorted(asked) == sorted({*asked})
    assert "294.ogg" in asked

    def refuse() -> bool:
        asked.append("device")
        return False

    monkeypatch.setattr(sound_worker, "_open_device", refuse)
    deaf = SoundWorker(asset(), LOUD, MusicCue(Mood.MENU))
    asked.clear()
    for _ in range(3):
        deaf.begin()
        deaf.play(Sound.REFUSE, {})
        deaf.speak(["en/294.ogg"])
    assert asked == ["device"]


def test_the_thread_gives_the_device_back() -> None:
    made = SoundWorker(asset(), LOUD, None)
    made.ask(made.open)
    made.end()
    made.work()
    assert (made.is_open, pygame.mixer.get_init()) == (False, None)


def test_the_music_is_back_before_the_sound_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    mixer = Mixer(asset(), LOUD)
    mixer.follow(MusicCue(Mood.TABLE, 1.0))
    mixer.open()
    settle(mixer)
    worker = mixer.worker
    assert worker is not None
    assert worker.next_bar is not None, "the cue of before the device was opened"
    mixer.call(TILES[:1], Language.ENGLISH, 0.5)
    settle(mixer)
    assert worker.forward < 1.0
    ducked: list[float] = []
    monkeypatch.setattr(SoundWorker, "duck", lambda _, seconds: ducked.append(seconds))
    for sound in STEPPING_FORWARD:
        mixer.play(sound, delay=0.5)
    settle(mixer)
    assert ducked == [0.5 + seconds for seconds in STEPPING_FORWARD.values()]
    assert not worker.effects
    mixer.close()


def in_use() -> dict[str, bool]:
    """Whether the caller's channel, any effect's and any note's is in use."""
    busy = [pygame.mixer.Channel(i).get_busy() for i in range(pygame.mixer.get_num_channels())]
    first = 1 + sound_worker.EFFECTS
    return {"voice": busy[0], "effects": any(busy[1:first]), "music": any(busy[first:])}


def test_what_is_set_to_zero_is_cut_off_and_nothing_else(
    worker: tuple[SoundWorker, _Clock],
) -> None:
    made, clock = worker
    for _ in range(40):
        let_pass(made, clock, 0.2)
        if in_use()["music"]:
            break
    made.play(Sound.TOTAL, {})
    made.speak([voice_file(Language.ENGLISH, TILES[0])])
    heard = dict.fromkeys(in_use(), True)
    assert in_use() == heard
    for silent in ("effects", "voice", "music"):
        heard[silent] = False
        made.set_volumes(LOUD._replace(**{silent: 0.0}))
        assert in_use() == heard
        assert (made.next_bar is None) is (silent == "music")
        made.set_volumes(LOUD)
        assert made.next_bar is not None


def test_a_hidden_window_pauses_all_and_begins_nothing(
    worker: tuple[SoundWorker, _Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = worker
    done: list[str] = []
    for name in ("pause", "unpause"):
        monkeypatch.setattr(pygame.mixer, name, partial(done.append, name))
    for is_resting in (True, False):
        made.rest(is_resting=is_resting)
        assert (made.next_bar is None) is is_resting
        made.play(Sound.TOTAL, {})
        made.speak([voice_file(Language.ENGLISH, TILES[0])])
        assert (in_use()["effects"], in_use()["voice"]) == (not is_resting,) * 2
    assert done == ["pause", "unpause"]


def test_an_effect_is_heard_where_its_thing_is_and_as_loud_as_it_should_be(
    worker: tuple[SoundWorker, _Clock], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, clock = worker
    sides, share = list[tuple[float, float]](), fit(*LOUD)
    channel = SimpleNamespace(
        play=lambda sound: None,
        set_volume=lambda left, right: sides.append((left, right)),
        get_busy=lambda: False,
    )
    monkeypatch.setattr(SoundWorker, "_free_channel", lambda _: channel)
    loud = []
    for side, loudness in ((0.0, 1.0), (-1.0, 0.5), (1.0, 0.1)):
        made.play(Sound.TICK, {"side": side, "loudness": loudness})
        loud.append(max(one.loudness for one in made.effects.values() if one.since == clock.now))
        clock.now += 60
    assert sides == [(1.0, 1.0), (1.0, 0.25), (0.25, 1.0)]
    assert loud[0] >= 0.9 * share > loud[1] >= 0.45 * share > loud[2]


@each(Language)
def test_a_call_has_its_words_and_each_tile_its_recording(language: Language) -> None:
    """T3: left, top, right."""
    catalogue = load_catalogue(language)
    left, top, right = (catalogue.text(f"heard.number.{n}") for n in (2, 9, 4))
    said = caller_words(catalogue, Tile.parse("294"))
    assert said.index(left) < said.index(top) < said.index(right)
    assert len({caller_words(catalogue, tile) for tile in TILES}) == len(TILES)
    assert caller_words(catalogue, Tile.parse("*1*")) == catalogue.text("terms.wild_black")
    names = [*(voice_file(language, tile) for tile in TILES), reading_file(language)]
    assert len(set(names)) == len(TILES) + 1
    assert all((asset("voices") / name).is_file() for name in names)


def test_without_a_device_there_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", fail)
    mixer = Mixer(asset(), LOUD)
    mixer.open()
    mixer.follow(MusicCue(Mood.MENU))
    mixer.play(Sound.CALL)
    mixer.call(TILES[:3], Language.FRENCH)
    mixer.set_volumes(Volumes(0, 0, 0))
    settle(mixer)
    assert not mixer.is_open
    mixer.close()
    mixer.close()
    mixer.play(Sound.CALL)


def test_silent_nothing_is_even_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(sound_worker, "_open_device", fail)
    mixer = Mixer(asset(), Volumes(0, 0, 0))
    mixer.open()
    mixer.follow(MusicCue(Mood.TABLE, 1.0))
    mixer.play(Sound.CALL)
    mixer.call(TILES[:1], Language.GERMAN)
    settle(mixer)
    mixer.close()


def test_a_device_that_vanishes_and_files_that_are_broken_leave_silence(tmp_path: Path) -> None:
    mixer = Mixer(asset(), LOUD)
    mixer.play(Sound.CALL)
    settle(mixer)
    assert mixer.is_open, "the dummy device"
    pygame.mixer.quit()
    for sound in Sound:
        mixer.play(sound, step=2)
    mixer.follow(MusicCue(Mood.COUNT))
    settle(mixer)
    mixer.close()
    (tmp_path / "music").mkdir()
    for pack in PACKS:
        (tmp_path / "music" / f"{pack.stem}.ogg").write_bytes(b"OggS and then nothing")
    broken = Mixer(tmp_path, LOUD)
    broken.follow(MusicCue(Mood.MENU))
    broken.open()
    broken.play(Sound.CALL)
    broken.call(TILES[:2], Language.ENGLISH)
    settle(broken)
    assert broken.close(), "its thread has ended"
    assert broken.close()


def test_whoever_leaves_waits_for_one_file_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """A closing worker finishes the file that it reads: pygame would crash under its thread."""
    read: list[str] = []
    worker = SoundWorker(asset(), LOUD, MusicCue(Mood.TABLE, 1.0))

    def read_slowly(name: str = "", **_: object) -> None:
        read.append(name)
        worker.end()
        raise pygame.error("not that either")

    monkeypatch.setattr(pygame.mixer, "Sound", read_slowly)
    worker.ask(worker.begin)
    worker.work()
    assert len(read) == 1
    assert not worker.is_open


def test_effects_share_what_they_may_reach() -> None:
    mixer = Mixer(asset(), Volumes(effects=1.0))
    for i in range(40):
        mixer.play(list(Sound)[i % len(Sound)], step=i)
    settle(mixer)
    worker = mixer.worker
    assert worker is not None
    assert len(worker.effects) > 3
    begun = max(e.since for e in worker.effects.values())
    assert worker.effects_bound(begun) <= worker.effects_share + 1e-9
    assert worker.effects_bound(begun + 4) < 1e-9
    mixer.close()


def test_no_recording_comes_twice_in_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    mixer = Mixer(asset(), Volumes(effects=1.0))
    loaded: list[str] = []
    monkeypatch.setattr(SoundWorker, "_load", lambda worker, name: loaded.append(name))
    for _ in range(30):
        mixer.play(Sound.PLACE, step=1)
    settle(mixer)
    mixer.close()
    assert len(set(loaded)) == Sound.PLACE.variations
    assert all(a != b for a, b in itertools.pairwise(loaded))


def test_a_call_broken_off_at_its_end_does_not_soften_the_next() -> None:
    """SDL leaves a channel half faded whose sound ends during the fade."""
    mixer = Mixer(asset(), Volumes(0.0, 0.0, 1.0))
    mixer.open()
    settle(mixer)
    channel = pygame.mixer.Channel(0)
    channel.set_volume(0.3)
    mixer.call(TILES[:1], Language.ENGLISH)
    settle(mixer)
    assert channel.get_busy()
    assert channel.get_volume() == 1.0
    mixer.close()


_BUSY = """
import sys, threading, time
from game.locale import Language, load_catalogue
from game.resources import asset
from game.rules.tiles import TILES
from game.ui.sound.music import Mood, MusicCue
from game.ui.sound.mixer import Mixer
from game.ui.sound.names import Sound, Volumes
mixer = Mixer(asset(), Volumes(*map(float, sys.argv[1:])))
mixer.follow(MusicCue(Mood.TABLE, 1.0, is_ending=True))
mixer.open()
done = threading.Event()
mixer.worker.ask(done.set)
done.wait(10)
for _ in range(400):
    time.sleep(0.0 if mixer.worker.ringing else 0.05)
assert mixer.worker.ringing
time.sleep(1.6)
mixer.call(TILES[28:30], Language.ENGLISH)
for i in range(20):
    mixer.play((Sound.TOTAL, Sound.RECORD, Sound.LINE, Sound.PLACE)[i % 4], step=i)
mixer.play(Sound.PLACE, side=-1.0, delay=2.6)
time.sleep(3)
mixer.close()
"""


@pytest.mark.parametrize("sliders", some([("1.0", "1.0", "1.0"), ("0.7", "0.7", "0.8")], 2))
def test_twenty_at_once_with_music_and_voice_stay_below_minus_one_decibel(
    tmp_path: Path, sliders: tuple[str, ...]
) -> None:
    """SDL's disk driver writes what a device would have played."""
    raw = tmp_path / "heard.raw"
    environment = dict(os.environ, SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(raw))
    command = [sys.executable, "-c", _BUSY, *sliders]
    subprocess.run(command, env=environment, check=True, timeout=60, capture_output=True)
    whole = raw.read_bytes()[: raw.stat().st_size // 4 * 4]
    samples = np.frombuffer(whole, "<i2").reshape(-1, 2) / 32_768
    assert 0.25 < true_peak(samples) < 10 ** (-1 / 20)
