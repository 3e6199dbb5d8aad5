"""Opens every screen: the only module that knows all scenes; each is imported when opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from game.storage.climbs import FinishedClimb
from game.ui.frame.apart import has_invitation, is_table_file
from game.ui.frame.context import Context
from game.ui.frame.intents import Dropped
from game.ui.frame.scene import Navigation, Scene

if TYPE_CHECKING:
    from game.climb.game import ClimbKeeper
    from game.climb.record import ClimbRecord
    from game.play.caller import CallerGame
    from game.play.examples import ExampleBoard
    from game.play.rival import RivalBoard
    from game.play.room_seat import RoomSeat
    from game.play.table import TableSetup
    from game.play.table_game import TableGame
    from game.progress.review_steps import ReviewStep
    from game.rules.match import Match
    from game.rules.ruleset import Ruleset
    from game.ui.frame.routes import EntryNextSteps
    from game.ui.scenes.puzzles.control import PuzzlesControl
    from game.ui.scenes.settings.rows import Section
    from game.ui.scenes.shared.table_mode import TableMode
    from game.ui.scenes.table.scene import TableScene


class SceneRoutes:
    """The `Routes` of one context; each method imports its scene."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._settings: Section | None = None

    def about(self) -> Scene:
        from game.ui.scenes.about.scene import AboutScene

        return AboutScene(self._context)

    def apart(self, table: str = "") -> Scene:
        if table:
            from game.ui.scenes.apart.going import arrive

            return arrive(self._context, table)
        from game.ui.scenes.apart.lobby import LobbyScene

        return LobbyScene(self._context)

    def apart_next(self, table: bytes) -> Scene:
        from game.ui.scenes.apart.next_scene import scene_of

        return scene_of(self._context, table)

    def apart_table(self, table: bytes) -> Scene:
        from game.ui.scenes.apart.mode import ApartMode

        return self._table_of(ApartMode(self._context, table))

    def board_entry(self, game: CallerGame, seat: int | None = None) -> Scene:
        from game.ui.scenes.caller.entering import EnteredMode

        return self._table_of(EnteredMode(self._context, game, seat))

    def branch(
        self, match: Match, round_index: int, step: ReviewStep, space: int | None = None
    ) -> Scene:
        self._context.store.note_dealt(match)
        from game.ui.scenes.review.branch import BranchMode

        mode = BranchMode(self._context, match, round_index, step)
        if space is not None:
            mode.control.place(step.reviewed.placement.tile, space)
        return self._table_of(mode)

    def box(self) -> Scene:
        from game.ui.scenes.box.scene import BoxScene

        return BoxScene(self._context)

    def calculator(self, rules: Ruleset | None = None, before: CallerGame | None = None) -> Scene:
        from game.ui.scenes.caller.calculator import CalculatorMode

        mode = CalculatorMode(self._context, rules, before)
        return self._table_of(mode, lambda: bool(mode.game.calls))

    def caller(self, game: CallerGame) -> Scene:
        from game.ui.scenes.caller.scene import CallerScene

        return CallerScene(self._context, game)

    def challenges(self, name: str = "") -> Scene:
        from game.ui.scenes.challenges.scene import ChallengesScene

        return ChallengesScene(self._context, name)

    def climb_end(self, climb: FinishedClimb, *, is_new: bool = False) -> Scene:
        from game.ui.scenes.climb.end import climb_end_scene

        return climb_end_scene(self._context, climb, is_new=is_new)

    def climb_scores(self, *, is_mine: bool = False) -> Scene:
        from game.ui.scenes.climb.control import ClimbList
        from game.ui.scenes.climb.scores import ScoresScene

        return ScoresScene(self._context, ClimbList.MINE if is_mine else ClimbList.DAY)

    def climb_start(self) -> Scene:
        from game.ui.scenes.climb.start import MountainScene

        return MountainScene(self._context)

    def climb_table(self, climb: ClimbKeeper) -> Scene:
        if climb.open.choice is not None:
            from game.ui.scenes.climb.choice import ChoiceScene

            return ChoiceScene(self._context, climb)
        from game.ui.scenes.climb.mode import ClimbMode

        return self._table_of(ClimbMode(self._context, climb))

    def count(self, game: TableGame, rival: RivalBoard | None = None) -> Scene:
        from game.ui.scenes.count.next_steps import challenge_count, count_scene

        if game.setup.challenge:
            return challenge_count(self._context, game)
        return count_scene(self._context, game, rival)

    def entered_count(self, setup: TableSetup, match: Match, on: EntryNextSteps) -> Scene:
        self._context.store.note_dealt(match)
        from game.ui.scenes.count.next_steps import entered_count

        return entered_count(self._context, setup, match, on)

    def daily(self, pasted: str = "") -> Scene:
        from game.ui.scenes.daily.scene import DailyScene

        return DailyScene(self._context, pasted)

    def goals(self, goal: str = "") -> Scene:
        from game.ui.scenes.goals.scene import GoalsScene

        return GoalsScene(self._context, goal)

    def guest_count(self, match: Match) -> Scene:
        self._context.store.note_dealt(match)
        from game.ui.scenes.count.next_steps import open_count

        return open_count(self._context, match, is_guest=True)

    def guests(self, path: str = "", *, pasted: str = "") -> Scene:
        from game.ui.scenes.climb.control import has_climb, is_climb_file

        if path and is_table_file(path):
            from game.ui.scenes.apart.going import bring

            return bring(self._context, path=path)
        if (path and is_climb_file(path)) or has_climb(pasted):
            from game.ui.scenes.climb.end import brought_climb

            return brought_climb(self._context, path, pasted)
        from game.ui.scenes.guests.scene import guests_scene, pasted_guest

        return pasted_guest(self._context, pasted) if pasted else guests_scene(self._context, path)

    def finished_count(
        self,
        match: Match,
        rematch: Callable[[], Navigation | None] | None = None,
        asking: Callable[[], str] = str,
    ) -> Scene:
        self._context.store.note_dealt(match)
        from game.ui.scenes.count.next_steps import open_count

        return open_count(self._context, match, rematch=rematch, asking=asking)

    def join(self, pasted: str = "") -> Scene:
        from game.play.room_address import read_address
        from game.ui.scenes.apart.going import bring
        from game.ui.scenes.apart.joining import JoinScene

        if read_address(pasted) is not None:
            return self.room_seat(pasted)
        if pasted and not has_invitation(pasted):
            return bring(self._context, pasted)
        return JoinScene(self._context, pasted)

    def keyboard(
        self,
        text: str,
        on_done: Callable[[str], Navigation | None],
        *,
        title: str = "",
        max_length: int = 24,
    ) -> Scene:
        from game.ui.scenes.keyboard.scene import Keyboard

        return Keyboard(self._context, text, on_done, title=title, max_length=max_length)

    def language(self) -> Scene:
        from game.ui.scenes.language.scene import LanguageScene

        return LanguageScene(self._context)

    def phones(self) -> Scene:
        from game.ui.scenes.phones.inviting import InvitingScene

        return InvitingScene(self._context)

    def room_count(self, seat: RoomSeat) -> Scene:
        from game.ui.scenes.count.next_steps import room_count

        return room_count(self._context, seat)

    def room_seat(self, link: str = "") -> Scene:
        from game.ui.scenes.phones.sitting import SittingScene

        return SittingScene(self._context, link)

    def room_table(self) -> Scene:
        seat = self._context.room_seat
        if seat is None or seat.game is None or not seat.has_table:
            return self.room_seat()
        from game.ui.scenes.phones.seat_mode import SeatMode

        return self._table_of(SeatMode(self._context, seat, seat.game))

    def title(self, example: ExampleBoard | None = None) -> Scene:
        from game.ui.scenes.title.scene import TitleScene

        # At the title the room is left; `Continue` opens it again at its port.
        self._context.close_phones()
        self._context.leave_room()
        return TitleScene(self._context, example)

    def new_table(self, setup: TableSetup) -> Scene:
        from game.progress.match_saving import start_game
        from game.ui.scenes.shared.choosing import note_whose

        room = self._context.phones
        if room is not None and setup.phones:
            setup = room.seats_again(setup)
        return self.table(start_game(self._context.store, note_whose(self._context, setup)))

    def line_sheet(self) -> Scene:
        from game.ui.scenes.caller.line_sheet import LineSheet

        return LineSheet(self._context)

    def notice(self, words: str) -> Scene:
        from game.ui.scenes.shared.dialogs import notice

        return notice(self._context, words)

    def puzzles(self, of: Match | None = None, first: str = "") -> Scene:
        if of is not None:
            self._context.store.note_dealt(of)
        from game.ui.scenes.puzzles.control import PuzzlesControl
        from game.ui.scenes.shared.dialogs import notice

        context = self._context
        control = PuzzlesControl(context.store.profile, context.engines, of, first)
        if control.puzzles:
            return self._puzzle(control)
        return notice(context, context.text("puzzles.none"), context.text("puzzles.none_title"))

    def _puzzle(self, control: PuzzlesControl) -> Scene:
        from game.ui.scenes.puzzles.mode import PuzzleMode

        return self._table_of(PuzzleMode(self._context, control, self._puzzle))

    def records(self) -> Scene:
        from game.ui.scenes.records.scene import RecordsScene

        return RecordsScene(self._context)

    def quit_question(self, scenes: Sequence[Scene]) -> Scene | None:
        context = self._context
        is_safe = context.store.is_safe or context.store.save_again()
        has_unsaved = any(scene.has_unsaved for scene in scenes)
        room = context.phones
        on_phones = [] if room is None else [one.name for one in room.guests if one.is_here]
        if is_safe and not has_unsaved and not on_phones:
            return None
        from game.ui.scenes.shared.dialogs import ask_before_loss

        return ask_before_loss(context, on_phones, is_safe=is_safe, has_unsaved=has_unsaved)

    def review(self, match: Match, *, is_guest: bool = False) -> Scene:
        self._context.store.note_dealt(match)
        from game.ui.scenes.review.scene import review_scene

        return review_scene(self._context, match, is_guest=is_guest)

    def rules(self, page: str | None = None, *, has_lesson: bool = False) -> Scene:
        from game.ui.scenes.rules.scene import RulesScene

        return RulesScene(self._context, page, has_lesson=has_lesson)

    def saved_table(self, match: Match) -> Scene:
        from game.play.room_address import read_address
        from game.play.table import is_called
        from game.progress.match_saving import open_match, resume_match
        from game.rules.meta import ROOM_KEY, read_meta

        store = self._context.store
        address = read_address(read_meta(match.meta).object(ROOM_KEY).text("at"))
        if address is not None:
            from game.ui.scenes.phones.sitting import resume_seat

            return resume_seat(self._context, address, open_match(store, match))
        if not is_called(match):
            return self.table(resume_match(store, match))
        from game.play.caller import CallerGame

        match = open_match(store, match)
        return self.caller(CallerGame.resume(match, self._context.engines, store.save_match))

    def settings(self) -> Scene:
        from game.ui.scenes.settings.rows import Section
        from game.ui.scenes.settings.scene import SettingsScene

        # These pages reopen where they were left.
        section = self._settings or Section.GENERAL
        return SettingsScene(self._context, section, self._note_settings)

    def _note_settings(self, section: Section) -> None:
        self._settings = section

    def setup(
        self,
        begin: Callable[[TableSetup], Navigation] | None = None,
        *,
        people: int = 1,
        code: str = "",
    ) -> Scene:
        from game.ui.scenes.setup.scene import setup_scene

        return setup_scene(self._context, begin, people=people, code=code)

    def people(self) -> Scene:
        from game.ui.scenes.setup.scene import people_scene

        return people_scene(self._context)

    def share(self, match: Match) -> Scene:
        self._context.store.note_dealt(match)
        from game.ui.scenes.share.scene import share_scene

        return share_scene(self._context, match)

    def share_climb(self, climb: ClimbRecord, day: date | None, when: datetime) -> Scene:
        from game.ui.scenes.share.climb import climb_share

        return climb_share(self._context, climb, day, when)

    def table(self, game: TableGame) -> Scene:
        if game.setup.phones:
            from game.ui.scenes.phones.resuming import phones_table

            return phones_table(self._context, game)
        return self.played_table(game)

    def played_table(self, game: TableGame) -> Scene:
        from game.ui.scenes.table.mode import MatchMode

        table = self._table_of(MatchMode(self._context, game))
        if not game.needs_hand_over():
            return table
        from game.ui.scenes.table.hand_over import HandOver

        return HandOver(self._context, game, table=table)

    def take_in(self, scenes: Sequence[Scene], dropped: Dropped | None) -> Navigation:
        from game.ui.scenes.shared.arriving import take_in

        return take_in(self._context, scenes, dropped)

    def _table_of(
        self, mode: TableMode, has_unsaved: Callable[[], bool] = lambda: False
    ) -> TableScene:
        from game.ui.scenes.table.scene import TableScene

        return TableScene(self._context, mode, has_unsaved)

    def tutorial(self) -> Scene:
        from game.ui.scenes.tutorial.mode import LessonMode

        return self._table_of(LessonMode(self._context))

    def tutorial_count(self, game: TableGame) -> Scene:
        from game.ui.scenes.count.next_steps import lesson_count

        return lesson_count(self._context, game)

    def waiting(self) -> Scene:
        from game.ui.scenes.waiting.scene import WaitingMatchesScene

        return WaitingMatchesScene(self._context)

    def you(self) -> Scene:
        from game.ui.scenes.you.scene import YouScene

        return YouScene(self._context)
