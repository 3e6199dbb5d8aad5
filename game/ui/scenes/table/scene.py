"""The scene of the table: connects input, control, picture, sound and what is read aloud."""

import math
from collections.abc import Callable
from typing import Final

import pygame

from game.play.rival import RIVAL
from game.play.table_control import (
    BoardShown,
    MoveRefused,
    MovesApplied,
    ScreenPassed,
    TableEvent,
    TableSignal,
    TimeUp,
)
from game.play.table_game import Phase
from game.rules.marks import Mark
from game.rules.moves import (
    Called,
    Event,
    LineCompleted,
    LineDied,
    Placed,
    TakenBack,
)
from game.rules.placement import ASIDE_INDEX, Placement
from game.rules.tiles import Tile
from game.ui.draw.animation import Counter
from game.ui.draw.bands import ScoreBand, draw_ring
from game.ui.draw.theme import Sky
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import (
    CloseAsked,
    Command,
    FocusChanged,
    Intent,
    MouseButton,
    PointerMoved,
    PointerPressed,
)
from game.ui.frame.outline import Outline
from game.ui.frame.scene import Ignored, Navigation, Pulse, Push, Replace
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import View
from game.ui.scenes.shared.dialogs import ask_coach, toast_problem
from game.ui.scenes.shared.names import (
    action_key,
    rules_page,
    space_name,
    tile_name,
)
from game.ui.scenes.shared.table_layout import Spot, TableLayout
from game.ui.scenes.shared.table_mode import TableMode
from game.ui.scenes.table.announcer import TableAnnouncer
from game.ui.scenes.table.audio import TableAudio
from game.ui.scenes.table.coach import CoachView
from game.ui.scenes.table.explaining import OtherBoard, next_asked
from game.ui.scenes.table.hand_over import HandOver
from game.ui.scenes.table.input import (
    LookAtSeat,
    PutTile,
    SelectionChanged,
    TableAction,
    TableInput,
)
from game.ui.scenes.table.league_words import league_words
from game.ui.scenes.table.motion import (
    DROP_SECONDS,
    LAND_SECONDS,
    Motion,
    stroke_words_at,
)
from game.ui.scenes.table.panels import CLOCK_STEPS, HURRY
from game.ui.scenes.table.parts import TableParts
from game.ui.scenes.table.pause import confirm
from game.ui.scenes.table.picture import TablePicture
from game.ui.scenes.table.reader import TableReader
from game.ui.scenes.table.sayings import Sayings
from game.ui.scenes.table.stroke import Stroke
from game.ui.sound.names import Sound
from game.ui.widgets import Toast, WidgetScene

_BUSY, _STILL = 0.001, 0.002
"""Seconds of a tick spent rendering coming frames, with and without a frame to draw."""

_RING_STEPS: Final = 60

_BETWEEN: Final = frozenset({Phase.BEGIN, Phase.CALL, Phase.ROUND_OVER})
"""Phases in which the table waits for no placement."""

_CHOOSING: Final = frozenset({Action.NEXT, Action.NEXT_TILE, Action.PREVIOUS})
"""Actions that choose another tile of the hand."""

_WAYS_OUT: Final = frozenset(
    {
        Action.CANCEL,
        Action.RESTART,
        Action.NEW_DEAL,
        Action.GIVE_UP,
        Action.QUIT,
        Action.COPY,
    }
)


class TableScene(WidgetScene):
    """Runs one table: input yields actions, the control performs them, events animate the picture.

    A move changes the match at once, and is saved before the next frame. Animations only show the
    change; any input finishes them. `mode` sets up the kind of game.
    """

    def __init__(
        self,
        context: Context,
        mode: TableMode,
        has_unsaved: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(context)
        self.mode, self.control = mode, mode.control
        self._has_unsaved = has_unsaved
        self.game = self.control.game
        self.input = TableInput(self.control, context.sound)
        self.selection = self.input.selection
        self.motion = Motion(is_reduced=context.preferences.has_reduced_motion)
        self.counter = Counter(self.game.total_now())
        self.toast = Toast(context)
        self.audio = TableAudio(context, self.game)
        self.coach = CoachView(context, self.game)
        self.picture = TablePicture(
            context,
            self.game,
            self.selection,
            self.motion,
            self.counter,
            self.coach,
            mode.past,
            mode.score_display,
        )
        self.picture.panels.about = mode.explain_score
        self.picture.seat_rival(mode.rival)
        self._sayings = Sayings(context, self.game)
        self._ring: tuple[int, bool] | None = None
        self._clock = 0
        self._for_next_person: list[str] = []
        self.parts = TableParts(context, mode, self, self.form, self.picture.panels)
        self.reader = TableReader(
            context, mode, self.selection, self.coach, self.picture, self.parts
        )
        self.announcer = TableAnnouncer(context, mode, self.reader, self)

    @property
    def layout(self) -> TableLayout | None:
        """The layout of the table, None before the first `resize`."""
        return self.parts.layout

    # time

    @property
    def holds_arrivals(self) -> bool | None:
        phase = self.game.phase()
        if phase is Phase.MATCH_OVER:
            return None
        is_waited_for = self.mode.is_timed or bool(self.game.setup.phones)
        return is_waited_for and phase not in _BETWEEN

    @property
    def has_unsaved(self) -> bool:
        return self._has_unsaved()

    def animate(self, dt: float) -> Pulse:
        needs_frame = self.motion.advance(dt)
        needs_frame |= self.toast.advance(dt)
        needs_frame |= toast_problem(self.context, self.toast)
        total = self.game.total_now() - self.motion.unlit_points
        is_still = self.motion.timeline.is_reduced
        needs_frame |= self.counter.advance(dt, total, is_still=is_still)
        if self.mode.rival is not None and self.mode.rival.poll(self.game.match):
            # A mode's words may compare with it.
            self._arrange()
            self.announcer.speak_company()
            needs_frame = True
        needs_frame |= self.picture.harvest.advance(dt)
        needs_frame |= self.picture.last_tile.advance(dt)
        if self.coach.poll():
            needs_frame = True
            self.context.speak(self.reader.words.coach())
        self.control.is_held = self.selection.is_held
        self.control.is_listening = self.context.is_listened_to
        news = self.control.advance(dt, is_moving=self.motion.is_running)
        shown = self._ring, self._clock
        self._ring, self._clock = self._ring_steps(), self._clock_steps()
        needs_frame |= shown != (self._ring, self._clock)
        transition = self.show(news)
        if news:
            self._arrange()
        if self.context.is_heard and not self.control.is_covered and transition is None:
            self.announcer.speak_changes(dt)
        has_work = False
        if not self.control.is_covered:
            # A tick of zero seconds only finishes a late frame; a transition or a stroke is work
            # enough.
            is_busy = self.context.is_in_transition or self.motion.dim_share
            if self.layout is not None and dt > 0 and not is_busy:
                seconds = _BUSY if news or needs_frame else _STILL
                has_work = self.picture.prepare(self.layout, seconds)
            if self.game.phase() is Phase.ACT and self.coach.is_on:
                self.coach.ask()
        return Pulse(bool(news) or needs_frame, transition, has_work)

    def enter(self) -> None:
        self.control.uncover()
        self.announcer.enter()
        self.audio.enter()
        self._warn_nobody_left()
        self._arrange()

    def leave(self) -> None:
        self.control.cover()
        self.motion.finish()

    # input

    def handle(self, intent: Intent) -> Navigation | None:
        self.parts.note_device(intent)
        has_news = isinstance(intent, PointerMoved) and self._point_at(intent)
        transition = self._use(intent)
        self._arrange()
        return None if has_news and isinstance(transition, Ignored) else transition

    def _point_at(self, moved: PointerMoved) -> bool:
        """Set the explained part under the pointer; return whether it changed."""
        if self.layout is None:
            return False
        pointed = None if moved.is_drag else self.picture.asked_at(self.layout, moved.at)
        has_changed = (pointed, None) != (self.selection.pointed, self.selection.keyed)
        self.selection.pointed, self.selection.keyed = pointed, None
        return has_changed

    def read(self, topic: Topic) -> str:
        return self.reader.read(topic, is_title_known=self.announcer.has_title_been_read)

    def read_on(self, topic: Topic, number: int) -> str:
        if topic is Topic.LINES:
            return self.reader.words.lines(is_full=number % 2 == 1)
        if topic is Topic.BOARD and not self.control.is_peeking:
            return self.reader.words.read_board(number)
        return super().read_on(topic, number)

    def outline(self) -> Outline:
        return self.reader.outline(super().outline(), self.view.area)

    def give_keyboard(self, number: int) -> bool:
        space = self.reader.space_of(number)
        if space is None:
            return super().give_keyboard(number)
        self.form.focus(None)
        self.selection.go_to(space)
        self._arrange()
        return True

    def _use(self, intent: Intent) -> Navigation | None:
        if isinstance(intent, Command | PointerPressed):
            self.toast.fade()
        if isinstance(intent, Command):
            used = self.mode.use_key(intent, self)
            if used.is_used:
                return used.transition
            action = self.input.read_key(intent)
            is_selecting = isinstance(action, SelectionChanged)
            if action is None and intent.action is Action.CONFIRM and not intent.is_repeat:
                # A tile is to be placed, but no space is selected.
                self.say(self.reader.words.no_space())
                return None
            if is_selecting and intent.action in _CHOOSING and not self.selection.is_aside:
                words = self.reader.words.chosen_tile(), self.reader.words.focus()
                self.context.speak(as_sentences(words), is_urgent=True)
            is_followed = self.context.speaker.is_followed
            if is_selecting and intent.action is None and intent.text.isalpha() and not is_followed:
                # A digit follows, and then the space is read in full.
                self.context.speak(self.reader.words.space_named(), is_urgent=True)
            # A key that leads to the cursor's own space is still answered.
            self.context.has_moved |= is_selecting and not intent.is_repeat
            return self._perform(action)
        if isinstance(intent, FocusChanged):
            self._follow_focus(has_focus=intent.has_focus)
            if not intent.has_focus and self.mode.is_timed:
                # With a stopped clock the board must not be visible.
                return self.mode.leave(Action.CANCEL, self)
        outcome = self.form.handle(intent)
        if outcome.is_used:
            return outcome.transition
        if isinstance(intent, CloseAsked):
            return self.act(Action.QUIT)
        match intent:
            case PointerPressed(at, MouseButton.PRIMARY) if self.input.is_free(at):
                self.mode.expect_tile(self)
        return self._perform(self.input.read_pointer(intent))

    def _follow_focus(self, *, has_focus: bool) -> None:
        """Stop the clock while another window has the focus; a dragged tile returns to the hand."""
        if has_focus:
            self.control.run_clock()
            return
        self.control.stop_clock()
        self.input.drop()

    def _perform(self, action: TableAction | None) -> Navigation | None:
        """Perform the action of an input."""
        match action:
            case None:
                return Ignored()
            case SelectionChanged():
                return None
            case PutTile(tile, space, start, is_pointed):
                self.motion.finish()
                news = self.control.place(tile, space)
                transition = self.show(news, start, LAND_SECONDS if is_pointed else DROP_SECONDS)
                if news and not isinstance(news[0], MoveRefused):
                    self.selection.clamp(len(self.game.hand()))
                    self.selection.release(space)
                return transition if news else Ignored()
            case LookAtSeat(seat):
                return self._act_on(self.control.peek(seat))
            case Action():
                return self.act(action)

    def act(self, action: Action) -> Navigation | None:
        control = self.control
        match action:
            case Action.CONFIRM if self.parts.last_band is not None:
                return self.form.press(self.parts.last_band).transition
            case Action.CONFIRM:
                return self._act_on(control.go_on())
            case Action.NEXT_CALL:
                return self._act_on(control.close_or_go_on())
            case Action.TAKE_BACK:
                return self._take_back()
            case Action.REDO:
                return self._redo()
            case Action.PAGE_UP | Action.PAGE_DOWN:
                return self._peek(1 if action is Action.PAGE_DOWN else -1)
            case Action.EXPLAIN:
                others = [*self.game.others, *([] if self.mode.rival is None else [RIVAL])]
                self.selection.keyed = next_asked(
                    self.selection.keyed, others, has_coach=self.coach.is_on
                )
                self._speak_explanation()
                return None
            case Action.CANCEL if self.selection.keyed is not None:
                self.selection.keyed = None
                self.context.speak(self.reader.to_do(), is_urgent=True)
                return None
            case Action.CANCEL if control.is_peeking:
                return self._act_on(control.stop_peeking())
            case Action.HELP:
                return Push(self.context.routes.rules(rules_page(self.game.setup.rules)))
            case Action.COACH:
                return self._toggle_coach()
            case _ if action in _WAYS_OUT:
                return self.mode.leave(action, self)
            case _:
                return Ignored()

    def _speak_explanation(self) -> None:
        """Read aloud the part requested by a key."""
        self.context.speak(as_sentences([self.reader.explanation()]), is_urgent=True)

    def _peek(self, step: int) -> Navigation | None:
        """Display the next board, or say that no other can be shown."""
        if self.mode.rival is not None:
            is_shown = self.selection.keyed == OtherBoard(RIVAL)
            self.selection.keyed = None if is_shown else OtherBoard(RIVAL)
            self._speak_explanation()
            return None
        news = self.control.peek_along(step)
        if not news:
            self.say(self.context.text("heard.spoken.no_board"))
        return self._act_on(news)

    def _act_on(self, news: list[TableEvent]) -> Navigation | None:
        """Show the events of an act, after finishing running animations."""
        was_moving = self.motion.is_running
        self.motion.finish()
        transition = self.show(news)
        return transition if news or was_moving else Ignored()

    def _set_coach(self, *, is_on: bool) -> None:
        self.coach.is_on = is_on
        if is_on:
            self.game.mark(Mark.COACHED)

    def _toggle_coach(self) -> Navigation | None:
        """Toggle the coach; ask before it marks the match."""
        if self.coach.is_on or Mark.COACHED in self.game.setup.marks:
            return self.call_coach(is_on=not self.coach.is_on)
        return Push(ask_coach(self.context, lambda: self.call_coach(is_on=True)))

    def call_coach(self, *, is_on: bool) -> Navigation | None:
        """Show the coach with its room, or remove it."""
        self._set_coach(is_on=is_on)
        self.resize(self.context.painter.view)
        return None

    def seat_rival(self) -> None:
        self.selection.keyed = self.selection.pointed = None
        self.picture.seat_rival(self.mode.rival)
        self.resize(self.context.painter.view)

    # events

    @property
    def chosen(self) -> Tile | None:
        return self.selection.tile_of(self.game.hand())

    def choose(self, tile: Tile) -> None:
        self.selection.chosen = self.game.hand().index(tile)

    def say(self, words: str) -> None:
        self.toast.show(words)

    def show(
        self, news: list[TableEvent], start: Spot | None = None, lead: float = DROP_SECONDS
    ) -> Navigation | None:
        """Show events; `start` is the place of a tile just placed, which lands after `lead`
        seconds. Callers arrange the parts afterwards.
        """
        transition: Navigation | None = None
        skips = [i for i, item in enumerate(news) if getattr(item, "is_helped", False)]
        self.announcer.is_skipping = bool(skips)
        for i, item in enumerate(news):
            if not skips or i > skips[-1]:
                self.announcer.end_skipping()
            transition = self._show(item, start, lead) or transition
        if news:
            self.announcer.speak_company()
        return transition

    def _show(self, news: TableEvent, start: Spot | None, lead: float) -> Navigation | None:
        text, layout = self.context.text, self.layout
        match news:
            case MovesApplied(events, is_helped) if layout is not None:
                if is_helped:
                    # A tile called and placed at once flies only once.
                    self.motion.finish()
                    start = layout.hand_spot((), self.game.match.round.called[-1])
                self._show_moves(events, layout, start, lead)
                if any(isinstance(event, Called) for event in events):
                    self.selection.chosen = 0
            case MovesApplied():
                pass
            case TimeUp(placements):
                went = ", ".join(map(self._words_of, placements))
                self.toast.show(text("play.time_up", tiles=went), 5.0, is_bad=True)
                if self.game.setup.has_hidden_boards:
                    # With hidden boards the next person must not hear the spaces.
                    tiles = ", ".join(self._name_of(p.tile) for p in placements)
                    name = self.game.player(self.game.view).name
                    self._for_next_person.append(text("play.time_up_of", name=name, tiles=tiles))
                self.context.sound.play(Sound.REFUSE)
            case MoveRefused(reason):
                self.toast.show(text(f"errors.illegal.{reason.value}"), is_bad=True)
                self.context.sound.play(Sound.REFUSE)
            case BoardShown():
                self.selection.is_idle = self.control.is_peeking
                self._turn_to_view()
                is_back = not self.selection.is_idle
                words = (
                    self.reader.to_do()
                    if is_back
                    else self.reader.words.other_board(self.game.view)
                )
                if self.announcer.is_announced:
                    # Else the heading, which follows, says the same.
                    self.context.speak(words, is_urgent=True)
            case ScreenPassed(seat):
                self._turn_to_view()
                self.selection.forget()
                if self.game.setup.has_hidden_boards:
                    news_of_others, self._for_next_person = self._for_next_person, []
                    if news_of_others:
                        self.toast.left = 0
                    return Push(
                        HandOver(self.context, self.game, news_of_others, *self._way_back())
                    )
                self.say(text("play.your_turn", name=self.game.player(seat).name))
            case TableSignal.PRICE:
                return confirm(self.context, "undo", "undo", self._undo_call)
            case TableSignal.TRIED:
                self.context.sound.play(Sound.PLACE)
            case TableSignal.SECOND:
                left = self.game.deadline.remaining(self.context.now()) or 0
                if left < HURRY:
                    self.context.sound.play(Sound.TICK, step=math.ceil(left))
            case TableSignal.STEP:
                pass
            case TableSignal.OVER:
                self.motion.finish()
                return Replace(self.mode.count())
        return None

    def _show_moves(
        self,
        events: tuple[Event, ...],
        layout: TableLayout,
        start: Spot | None,
        lead: float,
    ) -> None:
        """Animate, play and speak `events`; `start` is the place of a tile just placed."""
        lead += self.picture.last_tile.slowing(events)
        self.audio.play_events(events, layout, lead)
        self.announcer.speak_moves(events)
        lines = 0
        is_blind = self.game.face_down() is not None
        placed = [event.tile for event in events if isinstance(event, Placed)]
        stroke = Stroke.of(events, self.game.view)
        spaces = [e.space for e in events if isinstance(e, Placed) and e.seat == self.game.view]
        self.motion.position = self.game.position()
        for event in events:
            match event:
                case Called(_, tiles):
                    self._animate_call(tiles, layout)
                case Placed(seat, tile, space, _, _) if seat == self.game.view:
                    end = self._spot_of(space, len(self.game.aside()) - 1)
                    if start is not None and end is not None:
                        self.motion.drop(tile, space, start, end, lead)
                case LineCompleted() | LineDied() if is_blind:
                    pass
                case LineCompleted(seat, line, number, points, is_late) if seat == self.game.view:
                    colour = self.context.painter.theme.lights[number]
                    band = ScoreBand(points, number, len(line), is_late=is_late)
                    space = spaces[-1] if spaces else line.spaces[0]
                    self.motion.light(
                        line, colour, band, lines, stroke.points, space=space, lead=lead
                    )
                    lines += 1
                case LineDied(seat, line) if seat == self.game.view:
                    self.motion.die(line, lead)
                case TakenBack(seat, tile, space) if seat == self.game.view and tile not in placed:
                    self._animate_take_back(tile, space, layout)
        saying = self._sayings.hear(events)
        if saying:
            # Remarks are not read aloud: they would delay what matters.
            self.toast.show(saying, is_silent=True)
        if lines and stroke.key:
            self._cheer(stroke, events, lead)
        penalties = league_words(self.context, self.game, events)
        if penalties:
            self.toast.show(" ".join(penalties), 5.0 + 2.0 * len(penalties), is_bad=True)
            self._for_next_person += penalties
            self._warn_nobody_left(penalties[-1])
        if any(isinstance(e, Called) or getattr(e, "seat", None) == self.game.view for e in events):
            self._toast_set_free()

    def _cheer(self, stroke: Stroke, events: tuple[Event, ...], lead: float) -> None:
        """Show the words for a stroke."""
        view = self.game.view
        lit = [e for e in events if isinstance(e, LineCompleted) and e.seat == view]
        best = max(lit, key=lambda line: line.points)
        display = self.mode.score_display
        number = self.context.catalogue.number
        gain = number(stroke.points) if display is None else display.write_gain()
        words = f"{self.context.text(stroke.key)} +{gain}"
        fill = self.context.painter.theme.stripes[best.number]
        self.motion.cheer(words, fill, stroke_words_at(len(lit), lead))

    def _warn_nobody_left(self, *before: str) -> None:
        """Announce that only computers are still playing, and name the exit."""
        game = self.game
        if not game.people() and any(map(game.is_out, range(len(game.match.players)))):
            escape = action_key(self.context, Action.CANCEL)
            words = self.context.text("play.nobody_left", key=escape)
            self.toast.show(" ".join((*before, words)), math.inf, is_bad=True, stays=True)

    def _toast_set_free(self) -> None:
        """Say why a tile may suddenly go anywhere (P7)."""
        free = [tile for tile in self.game.hand() if self.game.is_set_free(tile)]
        if free:
            self.say(self.context.text("play.all_open", tile=self._name_of(free[0])))

    def _name_of(self, tile: Tile) -> str:
        return tile_name(self.context, self.game.match.rules, tile)

    def _words_of(self, placement: Placement) -> str:
        """Return a tile with its space: `2–9–4 (a1)`."""
        name = space_name(self.context, self.game.match.rules.grid, placement.space)
        return f"{self._name_of(placement.tile)} ({name})"

    def _undo_call(self) -> Navigation | None:
        self.motion.finish()
        return self.show(self.control.undo_call())

    def _way_back(self) -> tuple[str, Callable[[], Navigation | None]] | tuple[()]:
        """Return the name of the person who can take a tile back behind the curtain, and the
        act; () if none can.
        """
        seat = self.control.seat_to_take_back
        if seat is None:
            return ()
        return self.game.player(seat).name, lambda: self.show(self.control.pass_back())

    def _take_back(self) -> Navigation | None:
        """Take back; ask first if that uncovers the previous person's board."""
        control, way_back = self.control, self._way_back()
        if control.is_peeking or not self.game.setup.has_hidden_boards or not way_back:
            return self._act_on(control.take_back())
        name, pass_back = way_back
        return confirm(self.context, "pass_back", "pass_take_back", pass_back, name=name)

    def _animate_call(self, tiles: tuple[Tile, ...], layout: TableLayout) -> None:
        match = self.game.match
        is_last = len(match.round.called) == sum(match.rules.call_sizes)
        if is_last:
            palette = self.context.painter.theme.palette
            self.motion.cheer(self.context.text("play.last_call"), palette.chosen)
        for i, tile in enumerate(tiles):
            start = Spot(*self.picture.bag.place(layout.bag))
            end = layout.hand_spot(self.game.hand(), tile, 0)
            self.motion.call(tile, start, end, i, is_last=is_last)

    def _animate_take_back(self, tile: Tile, space: int, layout: TableLayout) -> None:
        start = self._spot_of(space, len(self.game.aside()))
        if start is not None:
            self.motion.take_back(tile, start, layout.hand_spot(self.game.hand(), tile))

    def _redo(self) -> Navigation | None:
        """Place again the tile taken back since the call."""
        if self.control.is_peeking:
            return self._act_on(self.control.stop_peeking())
        undone = self.game.undone
        if undone is None:
            self.say(self.context.text("play.no_redo"))
            return None
        return self._perform(self.input.put_again(undone))

    def _spot_of(self, space: int, petal: int) -> Spot | None:
        """Return the place of a tile on a space, or on a petal of the daffodil, if it exists."""
        assert self.layout is not None
        board = self.layout.board
        if space != ASIDE_INDEX:
            return Spot(board.centres[space], board.tile_radius)
        if not board.aside:
            return None
        return Spot(board.aside[min(petal, len(board.aside) - 1)], board.aside_radius)

    def _turn_to_view(self) -> None:
        """Show the score of another board on display at once."""
        self.counter.jump(self.game.total_now())

    # picture

    def _arrange(self) -> None:
        """Update the visible parts and their words."""
        self.parts.arrange()
        self.input.layout = self.layout

    def resize(self, view: View) -> None:
        super().resize(view)
        self.motion.finish()
        self.motion.timeline.is_reduced = self.context.preferences.has_reduced_motion
        self.parts.resize(view, has_coach=self.coach.is_on)
        self.input.layout = self.layout

    def sky(self) -> Sky | None:
        return None if self.mode.score_display is None else self.mode.score_display.sky()

    def draw_below(self, surface: pygame.Surface) -> None:
        assert self.layout is not None
        if self._is_curtained:
            super().draw_below(surface)
            return
        self.picture.draw(surface, self.layout, self.mode.title())
        self.mode.draw(surface, self.layout)

    def _ring_steps(self) -> tuple[int, bool] | None:
        """Return the visible part of the ring in drawing steps, and whether the tile is hovered;
        None if hidden.
        """
        left = self.control.wait_left
        is_running = left is not None and self.game.last_placement() is not None
        return (
            (math.ceil((left or 0) * _RING_STEPS), self.selection.is_held) if is_running else None
        )

    def _clock_steps(self) -> int:
        """Return the visible part of the clock's bar in drawing steps."""
        left, limit = self.game.deadline.remaining(self.context.now()), self.game.deadline.limit
        is_running = left is not None and limit and not self.control.is_covered
        return math.ceil((left or 0) / (limit or 1) * CLOCK_STEPS) if is_running else 0

    @property
    def _is_curtained(self) -> bool:
        """Whether the table is hidden: in a timed game a stopped clock must not give time to
        think.
        """
        return self.control.is_covered and self.mode.is_timed

    def _draw_ring(self, surface: pygame.Surface) -> None:
        """Draw the time until the next call, around the tile that can still be taken back (C4)."""
        last = self.game.last_placement()
        if last is None or self._ring is None or self.control.is_peeking:
            return
        if last.space in self.motion.hidden_spaces():
            return
        spot = self._spot_of(last.space, len(self.game.aside()) - 1)
        if spot is None:
            return
        centre, radius = spot.centre, spot.radius
        steps, is_held = self._ring
        painter = self.context.painter
        palette = painter.theme.palette
        colour, width = palette.focus if is_held else palette.gold, max(3, radius * 0.11)
        draw_ring(surface, painter, centre, radius * 1.02, 1.0, palette.sunken, width)
        draw_ring(surface, painter, centre, radius * 1.02, steps / _RING_STEPS, colour, width)

    def draw_above(self, surface: pygame.Surface) -> None:
        assert self.layout is not None
        if self._is_curtained:
            return
        self._draw_ring(surface)
        self.picture.draw_moving(surface, self.layout)
        self.picture.draw_answer(surface, self.layout)
        self.toast.draw_in(surface, self.layout.notices)
