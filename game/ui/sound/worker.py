"""The mixer's thread: it opens the device, reads files, and plays effects, voice and
music.

What is heard at once never clips: music, voice and effects each have a share of full scale, and an
effect for which little is left of theirs is softer.
"""

import heapq
import itertools
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from typing import Final, NamedTuple

import pygame

from game.ui.sound.composer import BAR_SECONDS, STEP_SECONDS, Composer, MusicNote
from game.ui.sound.headroom import EFFECTS_PEAK, PeakBounds, fit
from game.ui.sound.music import RATE, MusicCue, NotePack
from game.ui.sound.muted_stderr import muted_stderr
from game.ui.sound.names import Sound, Volumes
from game.ui.sound.player import How
from game.ui.sound.server import reach_server

_FRAME_BYTES: Final = 4
"""Bytes of a frame: two sides of 16 bits."""

EFFECTS: Final = 16
"""The number of effects that sound at once; a further one replaces the oldest."""

NOTES: Final = 32
"""The number of the music's notes that sound at once."""

_VOICE: Final = 0
_FIRST_NOTE: Final = 1 + EFFECTS
"""Channels: the caller's, then the effects', then the music's."""

STEPPED_BACK: Final = 0.7
"""The music's share of the full volume under a line, a total or the voice: three decibels less."""

_STEP: Final = 0.05
_BACK, _FORTH = 0.15, 1.2
"""Seconds between two steps of a fade, in which the music steps back, and in which it returns."""

_CUT: Final = 60
"""Milliseconds in which an interrupted call fades out."""

_AHEAD: Final = 0.4
"""Seconds before a bar at which composing and loading of that bar begin."""

_TOO_LATE: Final = 0.12
"""Seconds after which a note that was held up is left out."""


class _Sounding(NamedTuple):
    """A sound on a channel, the time of the start, and the requested loudness, 0 to 1."""

    channel: pygame.mixer.Channel
    sound: pygame.mixer.Sound
    since: float
    loudness: float

    @property
    def is_heard(self) -> bool:
        """Whether the channel still plays this sound."""
        return self.channel.get_busy() and self.channel.get_sound() is self.sound


class SoundWorker:
    """One thread calls `work`; from any other only `ask` and `end` may be called."""

    def __init__(self, folder: Path, volumes: Volumes, cue: MusicCue | None) -> None:
        self._tasks: SimpleQueue[tuple[float, Callable[[], object]] | None] = SimpleQueue()
        self.is_open: bool | None = None
        self._folder = folder
        self._volumes = volumes
        self._fit = fit(*volumes)
        self._later: list[tuple[float, int, Callable[[], object]]] = []
        self._order = itertools.count()
        self._files: dict[str, pygame.mixer.Sound | None] = {}
        self.bounds: dict[str, PeakBounds] = {}
        """The peaks of each loaded file, by the file's name."""
        self._random = Random()
        self._last: dict[tuple[Sound, int], int] = {}
        self.effects: dict[str, _Sounding] = {}
        """The effects that sound now, by their files' names."""
        self._next_word: float | None = None
        self._unsaid: list[str] = []
        self._cue = cue
        self._composer = Composer(self._random)
        self.next_bar: float | None = None
        """The time at which the next bar of music begins; None without music."""
        self.due: list[tuple[float, MusicNote]] = []
        """The notes still to be struck, each with a time."""
        self._notes: dict[NotePack, dict[int, pygame.mixer.Sound]] = {}
        self.ringing: list[_Sounding] = []
        """The notes that sound now."""
        self.forward = 1.0
        """The music's current share of the full volume."""
        self._back_until = 0.0
        self._next_fade: float | None = None
        self._is_resting = False
        self._is_ending = False

    # the thread

    def ask(self, task: Callable[[], object], delay: float = 0.0) -> None:
        """Queue a task for the thread, due in `delay` seconds."""
        self._tasks.put((time.perf_counter() + delay, task))

    def end(self) -> None:
        """Let the thread close the device and end, after the file in progress at most."""
        self._is_ending = True
        self._tasks.put(None)

    def work(self) -> None:
        """Run the queued tasks, each at the time requested, until `end` is called."""
        while True:
            try:
                task = self._tasks.get(timeout=self.pause())
            except Empty:
                pass
            else:
                if task is None:
                    break
                heapq.heappush(self._later, (task[0], next(self._order), task[1]))
            now = time.perf_counter()
            while self._later and self._later[0][0] <= now:
                # A device that has gone, a file that is broken: silence.
                with suppress(pygame.error, OSError, ValueError):
                    heapq.heappop(self._later)[2]()
            with suppress(pygame.error, OSError, ValueError):
                self.go_on(now)
        if self.is_open:
            with suppress(pygame.error):
                pygame.mixer.quit()
        self.is_open = False

    def go_on(self, now: float) -> None:
        """Play the notes that are due first: nothing else has to be in time."""
        while self.due and self.due[0][0] <= now:
            at, note = self.due.pop(0)
            if now - at < _TOO_LATE:
                self._strike(note, now)
        if self._next_word is not None and self._next_word <= now:
            self._go_on_speaking()
        if self._next_fade is not None and self._next_fade <= now:
            self._fade(now)
        if self.next_bar is not None and self.next_bar - _AHEAD <= now:
            self._compose(now)

    def pause(self) -> float | None:
        """Seconds until something is due, None for ever."""
        moments = [self._later[0][0]] if self._later else []
        moments += [self.due[0][0]] if self.due else []
        moments += [m for m in (self._next_fade, self._next_word) if m is not None]
        moments += [self.next_bar - _AHEAD] if self.next_bar is not None else []
        return max(0.0, min(moments) - time.perf_counter()) if moments else None

    def open(self) -> bool:
        """Open the device, once; whether there is one."""
        if self.is_open is None:
            self.is_open = _open_device()
        return self.is_open

    def begin(self) -> None:
        """Open the device, and begin the music."""
        if self.open():
            self._begin_bar()

    # effects and voice

    def play(self, sound: Sound, how: How) -> None:
        """Start an effect, another recording than the last time."""
        if self._volumes.effects <= 0 or self._is_resting or not self.open():
            return
        step = how.get("step", 0)
        choices = [v for v in range(sound.variations) if v != self._last.get((sound, step))]
        self._last[sound, step] = chosen = self._random.choice(choices or [0])
        name = f"sounds/{sound.file_name(step, chosen)}"
        loaded = self._load(name)
        if loaded is None:
            return
        now = time.perf_counter()
        wanted = self._volumes.effects * self._fit * how.get("loudness", 1.0)
        bound = self.bounds[name]
        # The same recording once more: it begins anew instead of being added to itself.
        self.effects = {n: e for n, e in self.effects.items() if n != name and e.is_heard}
        left = max(0.0, self.effects_share - self.effects_bound(now))
        loud = min(1.0, wanted * self._random.uniform(0.9, 1.0), left / bound.peak)
        if loaded.get_num_channels():
            loaded.stop()
        loaded.set_volume(loud)
        channel = self._free_channel()
        channel.play(loaded)
        side = how.get("side", 0.0)
        channel.set_volume(min(1.0, 1 - 0.75 * side), min(1.0, 1 + 0.75 * side))
        self.effects[name] = _Sounding(channel, loaded, now, loud)

    @property
    def effects_share(self) -> float:
        """The share of full scale that effects may reach together."""
        return EFFECTS_PEAK * self._volumes.effects * self._fit

    def effects_bound(self, now: float) -> float:
        """Return the share of full scale that the current effects can still reach together."""
        return sum(e.loudness * self.bounds[n].at(now - e.since) for n, e in self.effects.items())

    def _free_channel(self) -> pygame.mixer.Channel:
        """Return a silent channel for effects, else the one that has sounded longest."""
        channels = [pygame.mixer.Channel(_VOICE + 1 + i) for i in range(EFFECTS)]
        busy = [entry.channel for entry in self.effects.values()]
        return next((c for c in channels if not c.get_busy()), (busy or channels)[0])

    def speak(self, names: list[str]) -> None:
        """Play calls one after the other; a call that is playing is cut off."""
        if self._volumes.voice <= 0 or self._is_resting or not self.open():
            return
        self._unsaid = names
        pygame.mixer.Channel(_VOICE).fadeout(_CUT)
        self._go_on_speaking()

    def _go_on_speaking(self) -> None:
        channel = pygame.mixer.Channel(_VOICE)
        if channel.get_busy():
            self._next_word = time.perf_counter() + _STEP
            return
        self._next_word = None
        if not self._unsaid:
            return
        loaded = self._load(f"voices/{self._unsaid.pop(0)}")
        if loaded is not None:
            self.duck(loaded.get_length())
            loaded.set_volume(self._volumes.voice * self._fit)
            channel.play(loaded)
            # A call that ended while it was being broken off leaves its channel half faded.
            channel.set_volume(1.0)
        if self._unsaid:
            self._next_word = time.perf_counter() + _STEP

    def rest(self, *, is_resting: bool) -> None:
        """Pause all sounds, or resume them."""
        self._is_resting = is_resting
        if self.is_open:
            (pygame.mixer.pause if is_resting else pygame.mixer.unpause)()
            self._begin_bar()

    # music

    def set_volumes(self, volumes: Volumes) -> None:
        """Set the volumes: sound at zero is cut off, and music that is heard again begins."""
        was_silent = self._volumes.music <= 0
        self._volumes = volumes
        self._fit = fit(*volumes)
        if self.is_open and volumes.effects <= 0:
            for effect in self.effects.values():
                effect.channel.stop()
        if self.is_open and volumes.voice <= 0:
            pygame.mixer.Channel(_VOICE).stop()
        if self.is_open and volumes.music <= 0:
            for i in range(NOTES):
                pygame.mixer.Channel(_FIRST_NOTE + i).stop()
        if volumes.music <= 0 or was_silent:
            self._begin_bar()
        else:
            self._set_note_volumes()

    def follow(self, cue: MusicCue) -> None:
        """Follow a cue: another mood, or a breath that is held or let go, begins a new bar at
        once.
        """
        before, self._cue = self._cue, cue
        changed = before is None or (before.mood, before.is_held) != (cue.mood, cue.is_held)
        if changed or self.next_bar is None:
            self._begin_bar()

    def _begin_bar(self) -> None:
        """Drop the pending notes, and begin a bar now unless the music is silent."""
        self.due = []
        self.next_bar = None
        is_silent = self._volumes.music <= 0 or self._cue is None or self._is_resting
        if not is_silent and self.open():
            self.next_bar = time.perf_counter() + _STEP

    def _compose(self, now: float) -> None:
        """Let the composer write the next bar, and read the recordings of that bar."""
        if self._cue is None or self.next_bar is None:
            return
        begin = max(self.next_bar, now)
        self.next_bar = begin + BAR_SECONDS
        for note in self._composer.next_bar(self._cue):
            self._load_notes(note.instrument.pack_for(note.pitch, note.velocity))
            self.due.append((begin + note.step * STEP_SECONDS, note))
        self.due.sort(key=lambda due: due[0])

    def _strike(self, note: MusicNote, now: float) -> None:
        """Let one note sound."""
        pack = note.instrument.pack_for(note.pitch, note.velocity)
        loaded = self._notes.get(pack, {}).get(note.pitch)
        # A note struck again while it rings takes its new loudness as a whole.
        self.ringing = [e for e in self.ringing if e.is_heard and e.sound is not loaded]
        channels = (pygame.mixer.Channel(_FIRST_NOTE + i) for i in range(NOTES))
        channel = next((c for c in channels if not c.get_busy()), None)
        if loaded is None or channel is None:
            return
        self.ringing.append(_Sounding(channel, loaded, now, note.loudness))
        loaded.set_volume(note.loudness * self.music_volume)
        channel.play(loaded)

    @property
    def music_volume(self) -> float:
        return self._volumes.music * self._fit * self.forward

    def _set_note_volumes(self) -> None:
        for entry in self.ringing:
            if entry.is_heard:
                entry.sound.set_volume(entry.loudness * self.music_volume)

    def duck(self, seconds: float) -> None:
        """Duck the music: play it more softly for `seconds`, beginning now."""
        now = time.perf_counter()
        self._back_until = max(self._back_until, now + seconds)
        if self._next_fade is None and self.next_bar is not None:
            self._fade(now)

    def _fade(self, now: float) -> None:
        """Move the music's volume one step towards the target; reschedule until that is reached."""
        goal = STEPPED_BACK if now < self._back_until else 1.0
        if goal < self.forward:
            self.forward = max(goal, self.forward - (1 - STEPPED_BACK) * _STEP / _BACK)
        else:
            self.forward = min(goal, self.forward + (1 - STEPPED_BACK) * _STEP / _FORTH)
        self._set_note_volumes()
        self._next_fade = None if self.forward == 1.0 else now + _STEP
        if self.forward == goal < 1.0:
            self._next_fade = self._back_until

    # files

    def _load(self, name: str) -> pygame.mixer.Sound | None:
        """Return a file's sound, read on first use."""
        if name not in self._files and not self._is_ending:
            try:
                self._files[name] = loaded = pygame.mixer.Sound(str(self._folder / name))
                self.bounds[name] = PeakBounds(loaded.get_raw(), RATE * _FRAME_BYTES)
            except (pygame.error, OSError):
                self._files[name] = None
        return self._files.get(name)

    def _load_notes(self, pack: NotePack) -> None:
        """Cut a pack's file into single notes."""
        if pack in self._notes or self._is_ending:
            return
        self._notes[pack] = {}
        try:
            whole = pygame.mixer.Sound(str(self._folder / "music" / f"{pack.stem}.ogg"))
        except (pygame.error, OSError):
            return
        samples = memoryview(whole.get_raw())
        for pitch in pack.pitches:
            start = pack.start_of(pitch) * _FRAME_BYTES
            note = samples[start : start + pack.samples * _FRAME_BYTES]
            self._notes[pack][pitch] = pygame.mixer.Sound(buffer=note)


def _open_device() -> bool:
    try:
        with muted_stderr():
            if not reach_server():
                return False
            pygame.mixer.init(RATE, -16, 2, 512, allowedchanges=0)
    except (pygame.error, ImportError):
        return False
    pygame.mixer.set_num_channels(_FIRST_NOTE + NOTES)
    return True
