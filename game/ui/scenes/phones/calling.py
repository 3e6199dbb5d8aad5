"""The screen that calls for phones: the tiles, the bag, who has placed, and the harvests."""

from collections.abc import Iterator
from functools import partial

import pygame

from game.play.phone_room import PhoneRoom
from game.play.table_control import MovesApplied, TableControl, TableEvent, TableSignal
from game.play.table_game import Phase, TableGame
from game.rules.moves import Called, Placed
from game.ui.draw.animation import Timeline
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked, Command, Intent
from game.ui.frame.scene import ANIMATING, STILL, Navigation, Pop, Pulse, Push, Quit, Replace
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    ActionBand,
    Column,
    Dialog,
    DialogChoice,
    Maybe,
    PageScene,
    Picture,
    Row,
    Spacer,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.phones.players import ColumnScore, draw_players, score_columns
from game.ui.scenes.shared.bag_picture import BagPicture
from game.ui.scenes.shared.called_tiles import draw_tiles, turn_tiles
from game.ui.scenes.shared.dialogs import ask_who_leaves
from game.ui.scenes.shared.names import bot_name, rules_page, table_name, tile_words
from game.ui.scenes.shared.pausing import PauseRow, PauseScene
from game.ui.scenes.shared.room_flow import pause_on_phones, phones_flow
from game.ui.scenes.shared.room_square import SMALL, draw_square
from game.ui.scenes.shared.room_words import gone_words, player_words, waiting_words
from game.ui.scenes.shared.starting import drop_match, to_title
from game.ui.sound.music import Mood, MusicCue
from game.ui.sound.names import Sound
from game.ui.widgets import Look


class CallingScene(PageScene):
    """Calls, waits for the phones, and calls again; the count follows."""

    def __init__(self, context: Context, room: PhoneRoom, game: TableGame) -> None:
        super().__init__(context)
        assert room.seats is not None
        self.room, self.game, self._seats = room, game, room.seats
        flow = phones_flow(context, self._seats)
        self.control = TableControl(game, context.engines, lambda: context.now(), flow)
        self._timeline = Timeline(context.preferences.has_reduced_motion)
        self._bag = BagPicture(context, game.match.rules.grid.tile_set)
        self._shown: tuple[object, ...] = ()
        self._scores: list[ColumnScore] = []
        self.keys = {
            Action.CANCEL: self._pause,
            Action.HELP: self._open_rules,
            Action.GIVE_UP: self._ask_to_give_up,
        }
        self._turn()

    def page(self) -> Widget:
        text, room = self.context.text, self.room
        # Drawing changes nothing, not even a cached score.
        self._scores = score_columns(self.game)
        waiting = waiting_words(self.context, self.game, self._seats.left)
        gone = gone_words(self.context, room, self.game)
        return Column(
            Text(self._heading(), "title", lines=1),
            Row(
                Column(
                    Picture(self._paint_stage, share=1, id="stage", reads=self._called_words()),
                    share=48,
                ),
                Column(
                    Picture(
                        lambda surface, area: draw_players(
                            surface, self.context, area, room, self.game, self._scores
                        ),
                        share=1,
                        id="players",
                        reads=self._read_players(),
                    ),
                    Row(
                        Picture(self._paint_bag, share=1, least=100, id="bag", reads=" "),
                        Column(
                            Picture(
                                lambda surface, rect: draw_square(surface, rect, room.link),
                                size=SMALL,
                                across=SMALL,
                                reads=f"{text('room.back')} {room.host}",
                                id="square",
                            ),
                            Text(
                                text("room.back"),
                                "body",
                                "ink_soft",
                                align="centre",
                                lines=2,
                                reads=SILENT,
                            ),
                            size=150,
                        ),
                        gap=20,
                        size=156,
                    ),
                    gap=14,
                    share=52,
                ),
                gap=34,
                share=1,
            ),
            Text(waiting, "action", lines=2, id="waiting"),
            Row(
                WordLink(text("play.paused"), self._pause, id="pause"),
                bool(self.game.can_be_left())
                and WordLink(text("play.take_over"), self._ask_who, leads=True, id="over"),
                bool(gone) and Text(gone, "strong", "bad", live=gone, id="gone"),
                Spacer(share=1),
                self._action(),
                gap=30,
                size=84,
            ),
            gap=6,
            pad=(58, 22, 58, 16),
        )

    def _action(self) -> Maybe:
        """Return the band that lets a guest in, or that calls where the screen calls by hand."""
        text = self.context.text
        if self.room.asking and self._seats.free_seats():
            guest = self.room.asking[0]
            words = text("room.let_in", name=guest.name)
            return ActionBand(
                words,
                partial(self.room.let_in, guest),
                icon=Icon.PERSON,
                small=True,
                live=text("room.asks", name=guest.name),
                id="let-in",
            )
        waits = self.game.phase() is Phase.CALL and pause_on_phones(self.context) is None
        return waits and ActionBand(
            text("play.next_call"),
            lambda: self._apply(self.control.go_on()),
            icon=Icon.SKIP,
            small=True,
            id=MAIN,
            shortcut=Action.NEXT_CALL,
        )

    def _heading(self) -> str:
        text, current, rules = self.context.text, self.game.round, self.game.match.rules
        parts = [table_name(self.context, self.game.setup)]
        if rules.rounds > 1:
            number = max(1, len(self.game.match.rounds))
            parts.append(text("play.round", round=number, rounds=rules.rounds))
        if current is not None:
            parts.append(text("page.call_of", call=len(current.calls), calls=len(rules.call_sizes)))
        return " · ".join(parts)

    def _called_words(self) -> str:
        current = self.game.round
        tiles = () if current is None or not current.calls else current.calls[-1]
        rules = self.game.match.rules
        return "; ".join(tile_words(self.context, rules, tile) for tile in tiles)

    def _read_players(self) -> str:
        seats = range(len(self.game.match.players))
        return as_sentences([player_words(self.context, self.room, self.game, i) for i in seats])

    # the pictures

    def _paint_stage(self, surface: pygame.Surface, stage: Rect) -> None:
        current = self.game.round
        tiles = current.calls[-1] if current is not None and current.calls else ()
        draw_tiles(surface, self.context.painter, stage, tiles, self._timeline.value("turn"))

    def _paint_bag(self, surface: pygame.Surface, rect: Rect) -> None:
        current = self.game.round
        called = {tile for call in current.calls for tile in call} if current is not None else set()
        left = frozenset(self.game.match.rules.grid.tile_set) - called
        self._bag.draw(surface, rect, left)

    # actions

    def _turn(self) -> None:
        """Turn the called tiles over, and say them."""
        current = self.game.round
        if current is None or not current.calls:
            return
        turn_tiles(self.context, self._timeline, current.calls[-1], self._called_words())

    def _apply(self, news: list[TableEvent]) -> Navigation | None:
        for one in news:
            if one is TableSignal.OVER:
                return Replace(self.context.routes.count(self.game))
            if isinstance(one, MovesApplied):
                if any(isinstance(event, Called) for event in one.events):
                    self._turn()
                elif any(isinstance(event, Placed) for event in one.events):
                    self.context.sound.play(Sound.PICK, side=0.5)
        return None

    def _pause(self) -> Navigation:
        return Push(
            PauseScene(self.context, partial(self.context.text, "play.paused"), self._pause_rows)
        )

    def _pause_rows(self) -> Iterator[PauseRow]:
        context, text, routes = self.context, self.context.text, self.context.routes
        yield PauseRow(text("play.rules"), Icon.BOOK, self._open_rules, Action.HELP)
        yield PauseRow(text("play.settings"), Icon.SETTINGS, lambda: Push(routes.settings()))
        yield PauseRow(
            text("play.give_up"),
            Icon.FLAG,
            lambda: Pop(self._ask_to_give_up()),
            Action.GIVE_UP,
        )
        yield PauseRow(text("play.menu"), Icon.HOME, partial(to_title, context))

    def _open_rules(self) -> Navigation:
        return Push(self.context.routes.rules(rules_page(self.game.match.rules)))

    def _ask_to_give_up(self) -> Navigation:
        text = self.context.text
        choices = (
            DialogChoice(text("play.give_up"), partial(drop_match, self.context), Look.DANGER),
            DialogChoice(text("play.cancel"), look=Look.PRIMARY),
        )
        title, body = text("play.give_up_title"), text("play.give_up_body")
        return Push(Dialog(self.context, title, body, choices))

    def _ask_who(self) -> Navigation:
        """Ask whose seat a computer takes over (V3)."""
        text, game = self.context.text, self.game

        def leave(seat: int) -> None:
            name = game.name_of(seat)
            self.room.leave(seat)
            substitute = bot_name(self.context, game.engine_of(seat))
            self.context.speak(text("play.taken_over", name=name, substitute=substitute))

        seats = sorted(game.can_be_left(), key=self.room.is_here)
        return Push(ask_who_leaves(self.context, game, seats, leave))

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case CloseAsked() | Command(Action.QUIT):
                return Quit()
            case _:
                return super().react(intent)

    def read(self, topic: Topic) -> str:
        if topic is Topic.NOW:
            waiting = waiting_words(self.context, self.game, self._seats.left)
            return as_sentences([self._called_words(), waiting])
        return super().read(topic)

    def enter(self) -> None:
        self.context.sound.follow(MusicCue(Mood.TABLE))
        self.control.uncover()
        super().enter()

    def leave(self) -> None:
        super().leave()
        self.control.cover()
        self._timeline.finish()

    def animate(self, dt: float) -> Pulse:
        moves = self._timeline.advance(dt)
        navigation = self._apply(self.control.advance(dt, is_moving=False))
        seconds = None if self._seats.left is None else int(self._seats.left)
        shown = (self.room.changes, self.game.match, seconds)
        if navigation is not None:
            return Pulse(True, navigation)
        if shown != self._shown:
            self._shown = shown
            return self.redraw()
        return ANIMATING if moves else STILL
