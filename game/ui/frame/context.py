"""What every scene is given: the shared `Context`, and the routes to the other screens."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol

from game.storage.settings import Settings
from game.storage.store import Storage
from game.ui.frame.apart import Apart
from game.ui.frame.bindings import DEFAULT_BINDINGS, Bindings
from game.ui.frame.captions import Captions
from game.ui.frame.engines import EngineClient, shared_engines
from game.ui.frame.sound_player import Silence, SoundPlayer

if TYPE_CHECKING:
    from game.locale import Catalogue, Language
    from game.locale.catalogue import Value
    from game.play.caller import CallerGame
    from game.play.session import Session
    from game.play.table import TableSetup
    from game.rules.match import Match
    from game.ui.draw.icons import Icon
    from game.ui.draw.painter import Painter
    from game.ui.frame.scene import Navigation, Scene


class EntryNextSteps(NamedTuple):
    """Where the count of entered boards leads: a catalogue's key, its icon, what it does; the
    first is the likeliest, the last is taken by Escape. `remark` says why nothing is kept.
    """

    buttons: tuple[tuple[str, Icon, Callable[[], Navigation | None]], ...]
    remark: str = ""


class Routes(Protocol):
    """Opens every screen; `game.ui.scenes.routes` implements it."""

    def about(self) -> Scene:
        """The page about the game."""

    def apart(self, table: str = "") -> Scene:
        """The tables whose players are elsewhere, or one of them by its id in hex; how to install
        what they need where it lacks.
        """

    def apart_next(self, table: bytes) -> Scene:
        """Where a table apart goes on: its seats, its desk, the table itself, or the count."""

    def apart_table(self, table: bytes) -> Scene:
        """The table at which this home's seats of a match apart are played."""

    def board_entry(self, game: CallerGame) -> Scene:
        """Entering the boards of a round that was called for the box on the table."""

    def box(self) -> Scene:
        """The box on the table: a caller to set up, and the score calculator."""

    def calculator(self) -> Scene:
        """A board from anywhere, entered and counted."""

    def caller(self, game: CallerGame) -> Scene:
        """Calling for the box on the table."""

    def challenges(self, name: str = "") -> Scene:
        """The ladder of challenges, the one of that name chosen."""

    def count(self, setup: TableSetup, session: Session) -> Scene:
        """The count of the round that has just been finished; the match is kept."""

    def entered_count(self, setup: TableSetup, match: Match, on: EntryNextSteps) -> Scene:
        """The count of boards that were entered; `on` is where it leads."""

    def daily(self) -> Scene:
        """The calendar of daily deals."""

    def goals(self) -> Scene:
        """What can be earned, and what is."""

    def guest_count(self, match: Match) -> Scene:
        """The count of somebody else's match, which is kept nowhere."""

    def guests(self, path: str = "") -> Scene:
        """The matches of a record file that was brought, or the files that could be opened."""

    def kept_count(
        self, match: Match, rematch: Callable[[], Navigation | None] | None = None
    ) -> Scene:
        """The count of a match from the records; `rematch` is what people elsewhere are offered."""

    def keyboard(
        self,
        text: str,
        on_done: Callable[[str], Navigation | None],
        *,
        title: str = "",
        max_length: int = 24,
    ) -> Scene:
        """The keyboard on the screen, which hands what is typed to `on_done`."""

    def language(self) -> Scene:
        """The question for the language; the menu follows."""

    def load_next(self) -> bool:
        """Load one more module of a table's, so that none opens late; whether there was one."""

    def menu(self) -> Scene:
        """The menu, which first tells what was wrong with stored files."""

    def moving(self, path: str = "") -> Scene:
        """Everything of the player into a file or out of one; what to take of a named file."""

    def new_table(self, setup: TableSetup) -> Scene:
        """The table of a new match. Raises `RulesetError` for what V1 refuses."""

    def notice(self, key: str) -> Scene:
        """A dialog with one sentence of the catalogue and a button that closes it."""

    def puzzles(self, of: Match | None = None) -> Scene:
        """Positions of one's own reviewed games, or `of` one, in which a placement cost much."""

    def records(self) -> Scene:
        """What was played."""

    def review(self, match: Match, *, is_guest: bool = False) -> Scene:
        """A match looked at once more; a dialog where there is nothing to look at.

        Nothing is kept of what is found about a guest's.
        """

    def rules(self, page: str | None = None) -> Scene:
        """The rules, open at a page."""

    def saved_table(self, match: Match) -> Scene:
        """The table of a saved match, exactly where it was left.

        Raises `FormatError` where the record's `meta` is no table's.
        """

    def settings(self) -> Scene:
        """The preferences; from the menu or over a paused match."""

    def setup(
        self,
        edition: str = "",
        code: str = "",
        begin: Callable[[TableSetup], Navigation] | None = None,
        *,
        people: int = 1,
    ) -> Scene:
        """Choosing what to play, from an edition's card or a deal's code, with at least so many
        people.

        `begin` says what follows, where it is no table at this screen.
        """

    def share(self, match: Match) -> Scene:
        """What can be made of a complete match to send it."""

    def table(self, setup: TableSetup, session: Session) -> Scene:
        """The table at which a session is played on."""

    def tutorial(self) -> Scene:
        """The first game. It is saved nowhere and touches no saved match."""

    def tutorial_count(self, setup: TableSetup, session: Session) -> Scene:
        """The count of the first game."""

    def waiting(self) -> Scene:
        """Every match that waits to be gone on with."""


class Speaker(Protocol):
    """Says sentences; `game.ui.frame.speech.SystemSpeaker` is the real one."""

    @property
    def is_there(self) -> bool:
        """Whether anything can be said here."""

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        """Say something; what is urgent breaks off whatever is being said."""


class Mute:
    """Says nothing."""

    is_there = False

    def say(self, words: str, language: Language, *, is_urgent: bool = False) -> None:
        """Nothing."""


@dataclass(slots=True, eq=False, repr=False)
class Context:
    """Everything that scenes share: drawing, words, settings, sound, storage, engines.

    Not frozen, because a player changes language and settings while scenes are open: assign
    the new `catalogue` or preference and return `Refresh()`. `random` decides where a particle
    flies, never what a game does. The default `store` lives in memory. Whoever makes the context
    sets `routes` once. `sound` is wrapped by `captions`. `is_pad_held` tells whether the gamepad
    was used last, so that hints name its buttons. `has_spoken` tells whether anything was read
    aloud since the screen reader last cleared it. `now` is monotonic, in seconds.
    """

    painter: Painter
    catalogue: Catalogue
    preferences: Settings = field(default_factory=Settings)
    bindings: Bindings = DEFAULT_BINDINGS
    is_pad_held: bool = False
    has_spoken: bool = False
    sound: SoundPlayer = field(default_factory=Silence)
    captions: Captions = field(init=False)
    speaker: Speaker = field(default_factory=Mute)
    store: Storage = field(default_factory=Storage.in_memory)
    engines: EngineClient = field(default_factory=shared_engines)
    apart: Apart = field(default_factory=Apart)
    routes: Routes = field(init=False)
    now: Callable[[], float] = time.monotonic
    random: Random = field(default_factory=Random)
    copy_text: Callable[[str], bool] = lambda text: False
    paste_text: Callable[[], str] = lambda: ""

    def __post_init__(self) -> None:
        """Pass every sound through the captions."""
        self.sound = self.captions = Captions(self.sound)

    def text(self, key: str, /, **values: Value) -> str:
        """The catalogue's sentence for `key`; raises `CatalogueError` where it has none."""
        return self.catalogue.text(key, **values)

    def speak(self, words: str, *, is_urgent: bool = False) -> None:
        """Read `words` aloud if the player has turned reading aloud on."""
        if self.preferences.has_speech and words:
            self.has_spoken = True
            self.speaker.say(words, self.catalogue.language, is_urgent=is_urgent)
