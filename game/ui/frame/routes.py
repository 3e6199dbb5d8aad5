"""What scenes know of each other: the `Routes` of their context, one method for each screen.

`game.ui.scenes.routes` opens them; a new screen is a folder there, and a method here and there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date, datetime

    from game.play.caller import CallerGame
    from game.play.rival import RivalBoard
    from game.play.table import TableSetup
    from game.play.table_game import TableGame
    from game.progress.climb.game import ClimbGame
    from game.progress.climb.record import ClimbRecord
    from game.rules.match import Match
    from game.storage.runs import FinishedRun
    from game.ui.draw.icons import Icon
    from game.ui.frame.scene import Navigation, Scene


class EntryNextSteps(NamedTuple):
    """Where the count of entered boards leads: a catalogue's key, its icon, what it does."""

    onward: tuple[str, Icon, Callable[[], Navigation | None]] | None = None
    remark: str = ""


class Routes(Protocol):
    """Opens every screen for one context."""

    def about(self) -> Scene:
        """Return the page about the game."""

    def apart(self, table: str = "") -> Scene:
        """Return the tables whose players are elsewhere, or one of them by its id in hex.

        Where what they need is not installed, it says how to install it.
        """

    def apart_next(self, table: bytes) -> Scene:
        """Return where a table apart goes on: its seats, the game master's page, the table itself,
        or the count.
        """

    def apart_table(self, table: bytes) -> Scene:
        """Return the table at which the seats are played that a match apart has here."""

    def board_entry(self, game: CallerGame) -> Scene:
        """Return what enters the boards of a round that was called for the box on the table."""

    def box(self) -> Scene:
        """Return the box on the table: a caller to set up, and the score calculator."""

    def calculator(self) -> Scene:
        """Return a board from anywhere, entered and counted."""

    def caller(self, game: CallerGame) -> Scene:
        """Return the caller for the box on the table."""

    def challenges(self, name: str = "") -> Scene:
        """Return the ladder of challenges, the one of that name chosen."""

    def climb_end(self, run: FinishedRun, *, is_new: bool = False) -> Scene:
        """Return the page of a climb, own or a friend's; `is_new` for one that has just ended."""

    def climb_scores(self, *, is_mine: bool = False) -> Scene:
        """Return the high scores of climbs, or the list of the player's own."""

    def climb_start(self) -> Scene:
        """Return the mountain, where a climb begins."""

    def climb_table(self, climb: ClimbGame) -> Scene:
        """Return the table of a climb as it is, or the choice that is to be made in it."""

    def count(self, game: TableGame, rival: RivalBoard | None = None) -> Scene:
        """The count of the round that has just been finished; the match is kept. A `rival` played
        beside it.
        """

    def entered_count(self, setup: TableSetup, match: Match, on: EntryNextSteps) -> Scene:
        """The count of boards that were entered; `on` is where it leads."""

    def daily(self) -> Scene:
        """Return the calendar of daily deals."""

    def goals(self, goal: str = "") -> Scene:
        """Return what can be earned, and what is; the one of that name has the keyboard."""

    def guest_count(self, match: Match) -> Scene:
        """Return the count of somebody else's match, which is kept nowhere."""

    def guests(self, path: str = "") -> Scene:
        """The matches of a record file that was brought, or the files that could be opened."""

    def finished_count(
        self, match: Match, rematch: Callable[[], Navigation | None] | None = None
    ) -> Scene:
        """Return the count of a match from the records; `rematch` is what people
        elsewhere are offered.
        """

    def join(self, pasted: str = "") -> Scene:
        """Return the page that joins a table apart, perhaps with the invitation filled in that was
        pasted; where that is a turn file, what takes it in.

        Where what it needs is not installed, it says how to install it.
        """

    def keyboard(
        self,
        text: str,
        on_done: Callable[[str], Navigation | None],
        *,
        title: str = "",
        max_length: int = 24,
    ) -> Scene:
        """Return the keyboard on the screen, which hands what is typed to `on_done`."""

    def language(self) -> Scene:
        """Return the question for the language; the menu follows."""

    def menu(self) -> Scene:
        """Return the menu, which first tells what was wrong with stored files."""

    def new_table(self, setup: TableSetup) -> Scene:
        """Return the table of a new match. Raises `RulesetError` for what V1 refuses."""

    def notice(self, words: str) -> Scene:
        """Return a dialog with bad news and a button that closes it."""

    def puzzles(self, of: Match | None = None) -> Scene:
        """Positions of one's own reviewed games, or `of` one, in which a placement cost much."""

    def records(self) -> Scene:
        """Return what was played."""

    def quit_question(self) -> Scene | None:
        """Return the question before the window closes, None where nothing is lost by it."""

    def review(self, match: Match, *, is_guest: bool = False) -> Scene:
        """Return the review of a match; a dialog where there is nothing to review.

        Nothing is kept of what is found about a guest's.
        """

    def rules(self, page: str | None = None, *, has_lesson: bool = False) -> Scene:
        """Return the rules, open at a page; with the way to the first game where no match waits."""

    def saved_table(self, match: Match) -> Scene:
        """Return the table of a saved match, exactly where it was left.

        Raises `FormatError` where the record's `meta` is no table's.
        """

    def settings(self) -> Scene:
        """Return the preferences; from the menu or over a paused match."""

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

    def people(self) -> Scene:
        """Naming the people who play at this screen."""

    def share_climb(self, climb: ClimbRecord, day: date | None, when: datetime) -> Scene:
        """Return what can be made of a climb to send it; `day` is the one whose climb it is."""

    def share(self, match: Match) -> Scene:
        """Return what can be made of a complete match to send it."""

    def table(self, game: TableGame) -> Scene:
        """The table at which a match is played on; behind a curtain where boards are hidden."""

    def tutorial(self) -> Scene:
        """Return the first game. It is saved nowhere and touches no saved match."""

    def tutorial_count(self, game: TableGame) -> Scene:
        """Return the count of the first game."""

    def waiting(self) -> Scene:
        """Return every match that waits to be gone on with."""

    def you(self) -> Scene:
        """Return the player's own page: the best game, the level, the last games."""
