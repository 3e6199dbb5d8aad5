"""The shared `Context`, with the services given to every scene."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Final, Protocol

from game.locale import Catalogue, Language
from game.locale.catalogue import Value
from game.progress.engine_client import EngineClient, shared_engines
from game.storage.settings import Settings
from game.storage.store import Storage
from game.ui.draw.painter import Painter
from game.ui.frame.apart import Apart
from game.ui.frame.bindings import DEFAULT_BINDINGS, Bindings
from game.ui.frame.captions import Captions
from game.ui.sound.player import Silence, SoundPlayer

if TYPE_CHECKING:
    from game.play.phone_room import PhoneRoom
    from game.play.room_seat import RoomSeat
    from game.ui.frame.routes import Routes


_MOST_REPEATED: Final = 3
"""The most texts read again: as many as the speaker queues."""


class Speaker(Protocol):
    """Says sentences; `game.ui.sound.speech.SystemSpeaker` is the real one."""

    @property
    def is_there(self) -> bool:
        """Whether sentences can be said here."""

    @property
    def is_speaking(self) -> bool:
        """Whether a sentence is being said, or is queued."""

    @property
    def is_followed(self) -> bool:
        """Whether a screen reader reads the focus by itself."""

    @property
    def can_change(self) -> frozenset[str]:
        """The settings among `rate`, `volume` and `voice` that the player can change."""

    def voices(self, language: Language) -> tuple[str, ...]:
        """Return the names of a language's voices."""

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        """Say a sentence; an urgent one interrupts the others."""


class Mute:
    """A speaker that says nothing."""

    is_there = is_speaking = is_followed = False
    can_change: frozenset[str] = frozenset()

    def voices(self, language: Language) -> tuple[str, ...]:
        return ()

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        """Do nothing."""


@dataclass(slots=True, eq=False, repr=False)
class Context:
    """The services that scenes share: drawing, words, settings, sound, storage, engines.

    Not frozen, because a player changes language and settings while scenes are open: assign the new
    `catalogue` or preference and return `Refresh()`. `random` moves particles and never decides the
    game. The default `store` is in memory. `routes`, made by `make_routes`, opens the other
    screens. `sound` is wrapped by `captions`. `is_pad_held`: the gamepad was used last, and hints
    name its buttons. `has_spoken`: words were read aloud since the screen reader last cleared it.
    `has_moved`: the keyboard moved to another widget. `is_answering`: the player has just acted;
    the first words then interrupt those being read. `has_news`: since then words were read that a
    new screen does not interrupt. `is_in_transition`: one screen is replacing another, with a frame
    at every tick. `now` is monotonic, in seconds.

    `painter` draws, `preferences` are the settings and `bindings` the keys of commands. `speaker`
    reads aloud, `engines` runs computer players, `apart` has the tables whose players are
    elsewhere. `copy_text` returns whether the clipboard took a text, `paste_text` returns the
    clipboard's text.
    """

    painter: Painter
    catalogue: Catalogue
    make_routes: Callable[[Context], Routes]
    preferences: Settings = field(default_factory=Settings)
    bindings: Bindings = DEFAULT_BINDINGS
    is_pad_held: bool = False
    has_spoken: bool = False
    has_moved: bool = False
    is_answering: bool = False
    has_news: bool = False
    is_in_transition: bool = False
    announced: object = None
    """The scene whose heading was read aloud, None while reading aloud is off."""
    doors_shown: frozenset[str] | None = None
    """The doors on the title when it was last shown, None before."""
    reads_answer: bool = False
    """Whether the latest words answer a key or a press."""
    latest_words: tuple[str, ...] = ()
    """The words read aloud since the latest interruption."""
    sound: SoundPlayer = field(default_factory=Silence)
    captions: Captions = field(init=False)
    speaker: Speaker = field(default_factory=Mute)
    store: Storage = field(default_factory=Storage.in_memory)
    engines: EngineClient = field(default_factory=shared_engines)
    apart: Apart = field(default_factory=Apart)
    phones: PhoneRoom | None = None
    """The room of phones that is open, None for none."""
    room_seat: RoomSeat | None = None
    """The seat of this window at another program's room, None for none."""
    routes: Routes = field(init=False)
    now: Callable[[], float] = time.perf_counter
    random: Random = field(default_factory=Random)
    copy_text: Callable[[str], bool] = lambda text: False
    paste_text: Callable[[], str] = lambda: ""
    tell: Callable[..., object] = lambda words, *, is_bad=False: None
    """Shows a sentence over whatever screen is open, red with `is_bad`, and reads it aloud."""

    def __post_init__(self) -> None:
        """Pass every sound through the captions; let the routes open scenes for this context."""
        self.sound = self.captions = Captions(self.sound)
        self.routes = self.make_routes(self)

    def close_phones(self) -> None:
        """Close the room of phones, if one is open."""
        if self.phones is not None:
            self.phones.close()
            self.phones = None

    def leave_room(self) -> None:
        """Close the line to another program's room, if one is open; the room keeps the seat."""
        if self.room_seat is not None:
            self.room_seat.leave()
            self.room_seat = None

    def text(self, key: str, /, **values: Value) -> str:
        """Return the catalogue's sentence for `key`. Raises `CatalogueError` without one."""
        return self.catalogue.text(key, **values)

    def speak(self, words: str, *, is_urgent: bool = False) -> None:
        """Read `words` aloud if the player listens (`is_heard`)."""
        if self.is_heard and words:
            self.has_spoken = True
            self.say(words, is_urgent=is_urgent or self.is_answering)

    def say(self, words: str, *, is_urgent: bool = False) -> None:
        """Read `words` aloud even if reading is off; urgent ones interrupt the others."""
        self.is_answering = False
        self.reads_answer = is_urgent or (self.reads_answer and self.speaker.is_speaking)
        latest = () if is_urgent else self.latest_words
        self.latest_words = (*latest, words)[-_MOST_REPEATED:]
        self.speaker.say(words, self.catalogue.language, is_urgent=is_urgent)

    @property
    def is_heard(self) -> bool:
        """Whether the player has turned reading aloud on, or a screen reader follows."""
        return self.preferences.has_speech or self.speaker.is_followed

    @property
    def is_listened_to(self) -> bool:
        """Whether words that the player requested are still being read aloud."""
        return self.reads_answer and self.speaker.is_speaking

    def say_again(self) -> None:
        """Read the latest words aloud again."""
        self.reads_answer = True
        self.speaker.say(" ".join(self.latest_words), self.catalogue.language, is_urgent=True)
