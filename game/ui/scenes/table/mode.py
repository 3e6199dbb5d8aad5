"""The table's mode for an ordinary match: its words, keys and exits."""

from collections.abc import Iterable, Iterator
from functools import partial

import pygame

from game.play.phone_room import PhoneRoom
from game.play.rival import RivalBoard, can_have_rival
from game.play.table_control import MatchFlow, TableControl, TableSignal
from game.play.table_game import Phase, TableGame
from game.progress.level import rival_of
from game.rules.marks import Mark
from game.rules.ruleset import CallRule, Ruleset
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Ignored, Navigation, Pop, Push, Quit, Reset, Scene
from game.ui.parts import (
    ActionBand,
    Maybe,
    Row,
    Sign,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.shared.challenge import mark_lines
from game.ui.scenes.shared.dialogs import ask_who_leaves
from game.ui.scenes.shared.names import (
    action_key,
    bot_name,
    handicap_words,
    rules_beside,
    table_name,
)
from game.ui.scenes.shared.pausing import PauseRow
from game.ui.scenes.shared.room_flow import phones_flow
from game.ui.scenes.shared.room_square import draw_small_square
from game.ui.scenes.shared.room_words import gone_words, waiting_words
from game.ui.scenes.shared.starting import copy_code, drop_match, new_deal, same_deal
from game.ui.scenes.shared.table_layout import TableLayout
from game.ui.scenes.shared.table_mode import (
    PastTotals,
    TableMode,
    TableScreen,
    table_link,
    table_sign,
    undo_links,
)
from game.ui.scenes.table.pause import confirm, pause_scene
from game.ui.scenes.table.task import task_strip
from game.ui.widgets import Button, IconButton


class MatchMode(TableMode):
    """A match: it leads to the pause, another deal, and the count."""

    def __init__(self, context: Context, game: TableGame) -> None:
        self._context, self._game = context, game
        self._setup = setup = game.setup
        # The room of phones, if some of the seats are played on them.
        self._room = context.phones if setup.phones else None
        if self._room is None or self._room.seats is None:
            flow = MatchFlow(lambda: context.preferences.pause_between_calls)
        else:
            flow = phones_flow(context, self._room.seats)
        self.control = TableControl(game, context.engines, lambda: context.now(), flow)
        self._task = task_strip(context, setup, game.match)
        # A challenge has its own goal.
        is_free = len(setup.players) == 1 and self._task is None
        profile, asked = context.store.profile, (str(setup.rules), setup.handicaps)
        self.past = (
            PastTotals(profile.best(*asked), profile.mean(*asked)) if is_free else PastTotals()
        )
        self.rival: RivalBoard | None = None
        if context.preferences.has_rival:
            self._ask_rival()

    def _ask_rival(self) -> None:
        """Add the computer one level above the player's as a rival in a quick game."""
        from game.progress.level_findings import LevelFindings

        context = self._context
        if can_have_rival(self._setup) and self._task is None:
            level = LevelFindings(context.store.profile, Ruleset(), context.engines)
            bot = rival_of(level.scale, level.estimate)
            self.rival = RivalBoard(self._setup, bot, bot_name(context, bot), context.engines)

    def _toggle_rival(self, table: TableScreen) -> None:
        """Add or remove the rival, now and in future games."""
        has_rival = self.rival is None
        change_settings(self._context, has_rival=has_rival)
        self.rival = None
        if has_rival:
            self._ask_rival()
        table.seat_rival()

    def sign(self, table: TableScreen) -> IconButton:
        press = partial(self.leave, Action.CANCEL, table)
        return table_sign(self._context, Icon.PAUSE, "play.paused", press)

    def links(self, table: TableScreen) -> list[WordLink]:
        # Take back, place again, coach; in the league skip.
        word, act = partial(table_link, self._context), table.act
        words = undo_links(self._context, table)
        words.append(word("play.coach", partial(act, Action.COACH)))
        if self._setup.rules.call is CallRule.MAIL:
            # It is the last link, far from "take back", against a hasty press.
            words.append(word("play.skip", partial(self._ask_skip, table), "skip"))
        return words

    def _ask_skip(self, table: TableScreen) -> Navigation | None:
        if self._game.phase() is not Phase.ACT or self.control.is_peeking:
            return table.show(self.control.miss())
        return confirm(self._context, "skip", "skip", lambda: table.show(self.control.miss()))

    def above(self, table: TableScreen) -> Maybe:
        if self._room is not None:
            return self._strip(self._room)
        return self._task is not None and self._task.strip(self._game.match)

    def _strip(self, room: PhoneRoom) -> Widget:
        """Return the line that names who is waited for."""
        left = None if room.seats is None else room.seats.left
        words = waiting_words(self._context, self._game, left)
        gone = gone_words(self._context, room, self._game)
        sign = Sign(Icon.CLOSE, "bad", 20) if gone else Sign(Icon.HOURGLASS, "accent", 20)
        words = " · ".join(filter(None, (words, gone)))
        return Row(sign, Text(words, share=1), gap=8, pad=(14, 9), look="panel")

    def highest_above(self) -> Iterable[Widget]:
        if self._room is not None:
            return [self._strip(self._room)]
        return [] if self._task is None else self._task.strips(self._game.match)

    def below_hand(self, table: TableScreen) -> Maybe:
        is_manual = not self._context.preferences.has_auto_call
        phase, press = self._game.phase(), partial(table.act, Action.NEXT_CALL)
        if phase is Phase.CLOSE:
            return ActionBand(self._context.text("play.close"), press, icon=Icon.CHECK)
        words = self._context.text("play.next_call")
        return phase is Phase.CALL and is_manual and Button(words, press)

    @property
    def is_timed(self) -> bool:
        return self._setup.is_timed

    def hints(self) -> list[tuple[str, str]]:
        text, game = self._context.text, self._game

        def key(action: Action) -> str:
            return action_key(self._context, action)

        escape, page_down = key(Action.CANCEL), key(Action.PAGE_DOWN)
        if self.control.is_peeking:
            return [(page_down, text("play.key.others")), (escape, text("play.back_to_own"))]
        phase = game.phase()
        does = "next_call" if phase is Phase.CALL else "place"
        hints = [
            (key(Action.CONFIRM), text(f"play.key.{does}")),
            (key(Action.TAKE_BACK), text("play.key.take_back")),
        ]
        if game.undone is not None:
            hints.append((key(Action.REDO), text("play.key.redo")))
        if phase is Phase.CLOSE:
            hints.append((key(Action.NEXT_CALL), text("play.key.close")))
        if len(game.hand()) > 1:
            hints.append((key(Action.NEXT), text("play.key.next_tile")))
        if game.match.rules.has_aside and phase is Phase.ACT:
            aside = Action.PREVIOUS if self._context.is_pad_held else Action.NEXT_TILE
            hints.append((key(aside), text("play.key.aside")))
        others = (seat for seat in range(len(game.match.players)) if seat != game.view)
        if self.rival is not None or not all(map(game.is_hidden, others)):
            hints.append((page_down, text("play.key.others")))
        hints.append((key(Action.COACH), text("play.key.coach")))
        hints.append((escape, text("play.key.pause")))
        hints.append((key(Action.EXPLAIN), text("play.key.explain")))
        return hints

    def title(self) -> tuple[str, str]:
        name, words = self._plain_title()
        marks = (
            f"records.mark.{mark}"
            for mark in Mark
            if mark in self._game.setup.marks and mark is not Mark.CHALLENGE
        )
        handicaps = handicap_words(self._context, self._game.setup.handicaps)
        return name, " · ".join(filter(None, [handicaps, words, *map(self._context.text, marks)]))

    def _plain_title(self) -> tuple[str, str]:
        setup, current = self._game.setup, self._game.round
        name = table_name(self._context, setup)
        count = setup.rules.rounds
        if count == 1 or current is None:
            return name, rules_beside(self._context, name, setup.rules)
        number = len(self._game.match.rounds)
        if current.caller is None or len(setup.players) == 1:
            return name, self._context.text("play.round", round=number, rounds=count)
        caller = self._game.player(current.caller).name
        words = self._context.text("score.round_caller", number=number, count=count, name=caller)
        return name, words

    def instructions(self) -> str:
        if self._room is not None:
            return f"{self._context.text('room.back')} {self._room.host}"
        return "" if self._task is None else self._task.words(self._game.match)

    def seconds_left(self) -> float | None:
        return self._game.seconds_left(self._context.now())

    def leave(self, action: Action, table: TableScreen) -> Navigation | None:
        # The navigation of an exit; ask first if something would be lost.
        context, setup = self._context, self._setup
        match action:
            case Action.CANCEL:
                leave, rows = partial(self.leave, table=table), partial(self._pause_rows, table)
                return Push(pause_scene(context, setup, leave, rows))
            case Action.RESTART if self.control.has_progress:
                return confirm(context, "restart", "restart", self._begin_again)
            case Action.RESTART:
                # Without a placement this deal still counts as unplayed.
                return Reset(context.routes.new_table(setup))
            case Action.NEW_DEAL | Action.COPY if self._task is not None:
                return Ignored()
            case Action.NEW_DEAL:
                return new_deal(context, setup)
            case Action.GIVE_UP:
                return confirm(context, "give_up", "give_up", partial(drop_match, context))
            case Action.QUIT:
                return Quit()
            case Action.COPY:
                table.say(copy_code(context, setup))
        return None

    def _pause_rows(self, table: TableScreen) -> Iterator[PauseRow]:
        """Yield the pause's extra rows."""
        text = self._context.text
        if can_have_rival(self._setup) and self._task is None:
            words = text(f"play.{'with' if self.rival is None else 'without'}_rival")

            def toggle() -> Navigation:
                self._toggle_rival(table)
                return Pop()

            yield PauseRow(words, Icon.ROBOT, toggle)
        room = self._room
        if room is not None and room.asking:
            guest = room.asking[0]

            def let_in() -> Navigation:
                room.let_in(guest)
                return Pop()

            yield PauseRow(text("room.let_in", name=guest.name), Icon.PERSON, let_in)
        if self._game.can_be_left():
            leave = partial(self._ask_who_leaves, table)
            yield PauseRow(text("play.take_over"), Icon.ROBOT, lambda: Pop(leave()))

    def _ask_who_leaves(self, table: TableScreen) -> Navigation:
        """Ask whose seat a computer takes over (V3)."""
        context, game, text = self._context, self._game, self._context.text

        def leave(seat: int) -> Navigation | None:
            name = game.name_of(seat)
            if self._room is None:
                news = self.control.leave_seat(seat)
            else:
                self._room.leave(seat)
                news = [TableSignal.STEP]
            substitute = bot_name(context, game.engine_of(seat))
            table.say(text("play.taken_over", name=name, substitute=substitute))
            return table.show(news)

        return Push(ask_who_leaves(context, game, game.can_be_left(), leave))

    def _begin_again(self) -> Navigation:
        self._context.store.autosave.clear()
        return same_deal(self._context, self._setup)

    def draw(self, surface: pygame.Surface, layout: TableLayout) -> None:
        if self._room is not None:
            draw_small_square(surface, self._context, layout, self._room)
        # Draw flags at the ends of a challenge's lines.
        if self._task is not None:
            mark_lines(surface, self._context, layout.board, self._task.challenge)

    def count(self) -> Scene:
        return self._context.routes.count(self._game, self.rival)
