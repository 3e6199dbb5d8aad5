"""The routes to every screen: the one module that knows all scenes, each loaded when it
is opened.

Scenes know the `Routes` of their context, never each other; a new scene is a folder and a method
here.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from game.ui.frame.apart import has_library, is_turn_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.play.caller import CallerGame
    from game.play.session import Session
    from game.play.table import TableSetup
    from game.rules.match import Match
    from game.ui.draw.icons import Icon
    from game.ui.frame.scene import Navigation, Scene


class EntryNextSteps(NamedTuple):
    """Where the count of entered boards leads: a catalogue's key, its icon, what it does."""

    onward: tuple[str, Icon, Callable[[], Navigation | None]] | None = None
    remark: str = ""


class Routes:
    """Opens every screen for one context; each is loaded when it is opened."""

    def __init__(self, context: object) -> None:
        self._context = context

    def _make(self, place: str, *told: object, **named: object) -> Any:
        """Import `place`, a name in a module below `game.ui.scenes`, and call it with
        these arguments.
        """
        module, _, name = place.partition(":")
        make = getattr(import_module(f"game.ui.scenes.{module}"), name)
        return make(self._context, *told, **named)

    def _open(self, place: str, *told: object, **named: object) -> Scene:
        scene: Scene = self._make(place, *told, **named)
        return scene

    def about(self) -> Scene:
        """Return the page about the game."""
        return self._open("about.scene:AboutScene")

    def apart(self, table: str = "") -> Scene:
        """The tables whose players are elsewhere, or one of them by its id in hex; how to install
        what they need where it lacks.
        """
        if not has_library():
            return self._open("apart.missing:missing_library")
        if table:
            return self._open("apart.arriving:ArrivingScene", table)
        return self._open("apart.lobby:LobbyScene")

    def apart_next(self, table: bytes) -> Scene:
        """Return where a table apart goes on: its seats, its desk, the table itself, or
        the count.
        """
        return self._open("apart.next_scene:scene_of", table)

    def apart_table(self, table: bytes) -> Scene:
        """The table at which this home's seats of a match apart are played."""
        return self._open("table.scene:TableScene", self._make("apart.mode:ApartMode", table))

    def board_entry(self, game: CallerGame) -> Scene:
        """Entering the boards of a round that was called for the box on the table."""
        return self._open("entry.scene:called_entry", game)

    def box(self) -> Scene:
        """Return the box on the table: a caller to set up, and the score calculator."""
        return self._open("box.scene:BoxScene")

    def calculator(self) -> Scene:
        """Return a board from anywhere, entered and counted."""
        return self._open("entry.scene:calculator_entry")

    def caller(self, game: CallerGame) -> Scene:
        """Calling for the box on the table."""
        return self._open("caller.scene:CallerScene", game)

    def challenges(self, name: str = "") -> Scene:
        """Return the ladder of challenges, the one of that name chosen."""
        return self._open("challenges.scene:ChallengesScene", name)

    def count(self, setup: TableSetup, session: Session) -> Scene:
        """The count of the round that has just been finished; the match is kept."""
        place = "challenge_count" if setup.challenge else "breakdown_scene"
        return self._open(f"count.next_steps:{place}", setup, session)

    def entered_count(self, setup: TableSetup, match: Match, on: EntryNextSteps) -> Scene:
        """The count of boards that were entered; `on` is where it leads."""
        return self._open("count.next_steps:entered_count", setup, match, on)

    def daily(self) -> Scene:
        """Return the calendar of daily deals."""
        return self._open("daily.scene:DailyScene")

    def goals(self) -> Scene:
        """Return what can be earned, and what is."""
        return self._open("goals.scene:GoalsScene")

    def guest_count(self, match: Match) -> Scene:
        """Return the count of somebody else's match, which is kept nowhere."""
        return self._open("count.next_steps:open_breakdown", match, is_guest=True)

    def guests(self, path: str = "") -> Scene:
        """The matches of a record file that was brought, or the files that could be opened."""
        if path and is_turn_file(path) and has_library():
            return self._open("apart.carrying:TakingScene", path)
        return self._open("guests.scene:guests_scene", path)

    def kept_count(
        self, match: Match, rematch: Callable[[], Navigation | None] | None = None
    ) -> Scene:
        """Return the count of a match from the records; `rematch` is what people
        elsewhere are offered.
        """
        return self._open("count.next_steps:open_breakdown", match, rematch=rematch)

    def keyboard(
        self,
        text: str,
        on_done: Callable[[str], Navigation | None],
        *,
        title: str = "",
        max_length: int = 24,
    ) -> Scene:
        """Return the keyboard on the screen, which hands what is typed to `on_done`."""
        return self._open(
            "keyboard.scene:Keyboard", text, on_done, title=title, max_length=max_length
        )

    def language(self) -> Scene:
        """Return the question for the language; the menu follows."""
        return self._open("language.scene:LanguageScene")

    def menu(self) -> Scene:
        """Return the menu, which first tells what was wrong with stored files."""
        return self._open("menu.scene:MenuScene")

    def moving(self, path: str = "") -> Scene:
        """Everything of the player into a file or out of one; what to take of a named file."""
        return self._open("moving.scene:moving_scene", path)

    def new_table(self, setup: TableSetup) -> Scene:
        """Return the table of a new match. Raises `RulesetError` for what V1 refuses."""
        return self._open("table.opening:new_table", setup)

    def notice(self, words: str) -> Scene:
        """Return a dialog with bad news and a button that closes it."""
        return self._open("shared.dialogs:notice", words)

    def puzzles(self, of: Match | None = None) -> Scene:
        """Positions of one's own reviewed games, or `of` one, in which a placement cost much."""
        return self._open("puzzles.scene:puzzles_scene", of)

    def records(self) -> Scene:
        """Return what was played."""
        return self._open("records.scene:RecordsScene")

    def review(self, match: Match, *, is_guest: bool = False) -> Scene:
        """Return the review of a match; a dialog where there is nothing to review.

        Nothing is kept of what is found about a guest's.
        """
        return self._open("review.scene:review_scene", match, is_guest=is_guest)

    def rules(self, page: str | None = None) -> Scene:
        """Return the rules, open at a page."""
        return self._open("rules.scene:RulesScene", page)

    def saved_table(self, match: Match) -> Scene:
        """Return the table of a saved match, exactly where it was left.

        Raises `FormatError` where the record's `meta` is no table's.
        """
        return self._open("table.opening:saved_table", match)

    def settings(self) -> Scene:
        """Return the preferences; from the menu or over a paused match."""
        return self._open("settings.scene:SettingsScene")

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
        return self._open("setup.scene:setup_scene", edition, code, begin, people=people)

    def share(self, match: Match) -> Scene:
        """Return what can be made of a complete match to send it."""
        return self._open("share.scene:share_scene", match)

    def table(self, setup: TableSetup, session: Session) -> Scene:
        """The table at which a session is played on."""
        return self._open("table.opening:match_table", setup, session)

    def tutorial(self) -> Scene:
        """Return the first game. It is saved nowhere and touches no saved match."""
        return self._open("table.scene:TableScene", self._make("tutorial.mode:LessonMode"))

    def tutorial_count(self, setup: TableSetup, session: Session) -> Scene:
        """Return the count of the first game."""
        return self._open("count.next_steps:lesson_count", setup, session)

    def waiting(self) -> Scene:
        """Return every match that waits to be gone on with."""
        return self._open("waiting.scene:WaitingMatchesScene")
