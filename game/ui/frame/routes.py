"""The `Routes` of a context, by which scenes open each other: one method for each screen.

`game.ui.scenes.routes` implements them; a new screen is a folder there, and a method in both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple, Protocol

from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.rules.match import Match
from game.rules.ruleset import Ruleset
from game.storage.climbs import FinishedClimb
from game.ui.draw.icons import Icon
from game.ui.frame.intents import Dropped
from game.ui.frame.scene import Navigation, Scene

if TYPE_CHECKING:
    from game.climb.game import ClimbKeeper
    from game.climb.record import ClimbRecord
    from game.play.caller import CallerGame
    from game.play.examples import ExampleBoard
    from game.play.rival import RivalBoard
    from game.play.room_seat import RoomSeat
    from game.progress.review_steps import ReviewStep


class EntryNextSteps(NamedTuple):
    """The buttons after a count of entered boards: a catalogue key, its icon and its effect."""

    onward: tuple[str, Icon, Callable[[], Navigation | None]] | None = None
    remark: str = ""


class Routes(Protocol):
    """Opens every screen for one context."""

    def about(self) -> Scene:
        """Return the page about the game."""

    def apart(self, table: str = "") -> Scene:
        """Return the page of network tables, or of one by its id in hex.

        If their dependencies are not installed, it explains how to install them.
        """

    def apart_next(self, table: bytes) -> Scene:
        """Return the next page of a network table: its seats, its leader's page, the table, or the
        count.
        """

    def apart_table(self, table: bytes) -> Scene:
        """Return the table where this installation's seats of a network match are played."""

    def board_entry(self, game: CallerGame, seat: int | None = None) -> Scene:
        """Return the page for entering the boards of a round called for the printed box."""

    def branch(
        self, match: Match, round_index: int, step: ReviewStep, space: int | None = None
    ) -> Scene:
        """Return the table that plays on from a placement of a review, perhaps on `space`."""

    def box(self) -> Scene:
        """Return the page for the printed box: a caller to set up, and the score calculator."""

    def calculator(self, rules: Ruleset | None = None, before: CallerGame | None = None) -> Scene:
        """Return the page that counts a single entered board, by other rules than `before`."""

    def caller(self, game: CallerGame) -> Scene:
        """Return the caller for the printed box."""

    def challenges(self, name: str = "") -> Scene:
        """Return the ladder of challenges, the one of that name chosen."""

    def climb_end(self, climb: FinishedClimb, *, is_new: bool = False) -> Scene:
        """Return the page of a climb, own or a friend's; `is_new` for one that has just ended."""

    def climb_scores(self, *, is_mine: bool = False) -> Scene:
        """Return the high scores of climbs, or the list of the player's own."""

    def climb_start(self) -> Scene:
        """Return the mountain, where a climb begins."""

    def climb_table(self, climb: ClimbKeeper) -> Scene:
        """Return the table of a climb in progress, or its pending choice."""

    def count(self, game: TableGame, rival: RivalBoard | None = None) -> Scene:
        """Return the count of the finished round, and store the match; `rival` played beside it."""

    def entered_count(self, setup: TableSetup, match: Match, on: EntryNextSteps) -> Scene:
        """Return the count of entered boards, with the next steps `on`."""

    def daily(self, pasted: str = "") -> Scene:
        """Return the calendar of daily deals, which asks whose a pasted result is."""

    def goals(self, goal: str = "") -> Scene:
        """Return the page of goals; the one of that name has the keyboard."""

    def guest_count(self, match: Match) -> Scene:
        """Return the count of another player's match, which is not stored."""

    def guests(self, path: str = "", *, pasted: str = "") -> Scene:
        """Return what is in a dropped or chosen file, or in a pasted record or climb; without both
        the files that can be opened.
        """

    def finished_count(
        self,
        match: Match,
        rematch: Callable[[], Navigation | None] | None = None,
        asking: Callable[[], str] = str,
    ) -> Scene:
        """Return the count of a match from the records; `rematch` is offered to players
        elsewhere.
        """

    def join(self, pasted: str = "") -> Scene:
        """Return the page that joins a network table by the pasted invitation, if any.

        A pasted turn file opens the page that reads it. If the dependencies are not installed, the
        page explains how to install them.
        """

    def keyboard(
        self,
        text: str,
        on_done: Callable[[str], Navigation | None],
        *,
        title: str = "",
        max_length: int = 24,
    ) -> Scene:
        """Return the on-screen keyboard, which passes the typed text to `on_done`."""

    def language(self) -> Scene:
        """Return the question for the language; the menu follows."""

    def played_table(self, game: TableGame) -> Scene:
        """Return the table at which a player at this screen plays."""

    def phones(self) -> Scene:
        """Return the invitation for phones in the house's network."""

    def room_count(self, seat: RoomSeat) -> Scene:
        """Return the count of a round that was played at another program's room."""

    def room_seat(self, link: str = "") -> Scene:
        """Return the page that asks a room for a seat, by the address `link` if any."""

    def room_table(self) -> Scene:
        """Return the table of this window's seat at a room, or the page that waits for it."""

    def title(self, example: ExampleBoard | None = None) -> Scene:
        """Return the menu, which first shows problems with stored files.

        The board of an `example` is shown until the title's own is ready.
        """

    def new_table(self, setup: TableSetup) -> Scene:
        """Return the table of a new match. Raises `RulesetError` for what V1 refuses."""

    def line_sheet(self) -> Scene:
        """Return the page that counts a board by its lines, without tiles."""

    def notice(self, words: str) -> Scene:
        """Return a dialog with bad news and a button that closes it."""

    def puzzles(self, of: Match | None = None, first: str = "") -> Scene:
        """Return puzzles from the player's reviewed games, or from the match `of`, that of the key
        `first` first: costly placements.
        """

    def records(self) -> Scene:
        """Return the list of played matches."""

    def quit_question(self, scenes: Sequence[Scene]) -> Scene | None:
        """Return the question before the window closes, None if nothing would be lost."""

    def review(self, match: Match, *, is_guest: bool = False) -> Scene:
        """Return the review of a match; a dialog if there is nothing to review.

        Findings about a guest's match are not stored.
        """

    def rules(self, page: str | None = None, *, has_lesson: bool = False) -> Scene:
        """Return the rules, open at a page; with a button for the first game if no match waits."""

    def saved_table(self, match: Match) -> Scene:
        """Return the table of a saved match, exactly where it was left.

        Raises `FormatError` if the record's `meta` is no table's.
        """

    def settings(self) -> Scene:
        """Return the preferences; from the menu or over a paused match."""

    def setup(
        self,
        begin: Callable[[TableSetup], Navigation] | None = None,
        *,
        people: int = 1,
        code: str = "",
    ) -> Scene:
        """Return the setup with the last choices, at least so many people, and a deal's code.

        `begin` returns the next navigation, where that is not a table at this screen.
        """

    def people(self) -> Scene:
        """Return the page for naming the people who play at this screen."""

    def share_climb(self, climb: ClimbRecord, day: date | None, when: datetime) -> Scene:
        """Return the page for sending a climb; `day` is the day of a daily climb."""

    def share(self, match: Match) -> Scene:
        """Return the page for sending a complete match."""

    def table(self, game: TableGame) -> Scene:
        """Return the table of a match in progress; behind a curtain if boards are hidden."""

    def take_in(self, scenes: Sequence[Scene], dropped: Dropped | None) -> Navigation:
        """Open what was dropped over these scenes, or what is on the clipboard, and say what it
        is.
        """

    def tutorial(self) -> Scene:
        """Return the first game, which is not saved and changes no saved match."""

    def tutorial_count(self, game: TableGame) -> Scene:
        """Return the count of the first game."""

    def waiting(self) -> Scene:
        """Return the list of matches that can be resumed."""

    def you(self) -> Scene:
        """Return the player's own page: the best game, the level, the last games."""
