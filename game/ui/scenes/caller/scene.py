"""The page of the caller: it shows each call large, speaks it, and waits for the next."""

import math
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

import pygame

from game.locale import write_list
from game.play.caller import CallerGame
from game.rules.tiles import Tile
from game.ui.draw.animation import Timeline
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import CloseAsked, Command, Intent
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import ANIMATING, STILL, Navigation, Pulse, Push, Quit, ToggleFullscreen
from game.ui.frame.topics import Topic, as_sentences
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    SILENT,
    ActionBand,
    Column,
    Dialog,
    DialogChoice,
    Ink,
    PageScene,
    Picture,
    Row,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.caller.control import CallerControl, CallerEvent, CallerPhase
from game.ui.scenes.caller.picker import TilePicker
from game.ui.scenes.caller.picture import (
    RING_STEPS,
    clock_words,
    draw_clock,
    draw_numbers,
)
from game.ui.scenes.caller.strip import CallStrip
from game.ui.scenes.shared.called_tiles import draw_tiles, turn_tiles
from game.ui.scenes.shared.dialogs import saved_words, toast_problem
from game.ui.scenes.shared.names import (
    action_key,
    edition_name,
    spoken_time,
    tile_name,
    tile_words,
)
from game.ui.scenes.shared.people_pictures import computer_picture
from game.ui.scenes.shared.starting import drop_match, to_title
from game.ui.sound.music import Mood, MusicCue
from game.ui.sound.names import Sound
from game.ui.widgets import IconButton, Look, Toast

_BOARDS: Final = "b"
_PAUSE: Final = "p"
"""Letters without another shortcut on this page."""


_ABOUT_CALLS: Final = {"take_back", "correct", "boards"}
"""Buttons disabled before the first call."""


class CallerScene(PageScene):
    """The page of the calls of a `game.play.caller` game."""

    def __init__(self, context: Context, game: CallerGame) -> None:
        super().__init__(context)
        self.game = game
        self.control = CallerControl(game, lambda: context.now())
        self._timeline = Timeline(context.preferences.has_reduced_motion)
        self._toast = Toast(context)
        self._ring: tuple[int, str] | None = None
        self.keys[Action.CONFIRM] = self.go_on

    def page(self) -> Widget:
        text, game, phase = self.context.text, self.game, self.control.phase
        has_pause = self.control.has_clock and phase is CallerPhase.CALLING
        is_paused = self.control.is_paused
        return Column(
            Row(
                Picture(
                    self._paint_calls,
                    share=44,
                    reads=self._words(game.calls[-1]) if game.calls else "",
                    id="calls",
                ),
                Column(
                    Text(self._heading(), "title"),
                    Picture(self._paint_numbers, share=1, reads=SILENT)
                    if game.calls
                    else Row(
                        Text(text(self._ready_key()), "action", share=1),
                        pad=(0, 0, 58, 0),
                        share=1,
                    ),
                    ActionBand(
                        self._next_words(),
                        self.go_on,
                        icon=Icon.PEN if phase is CallerPhase.OVER else Icon.SKIP,
                        id=MAIN,
                        shortcut=Action.NEXT_CALL,
                    ),
                    gap=16,
                    align="left",
                    share=56,
                ),
                gap=34,
                share=1,
            ),
            Row(
                self._news(),
                *self._icons(),
                has_pause
                and WordLink(
                    text("caller.go_on" if is_paused else "caller.pause"),
                    self.control.pause,
                    icon=Icon.PLAY if is_paused else Icon.PAUSE,
                ),
                gap=12,
                pad=(0, 0, 58, 0),
                size=48,
            ),
            Row(
                CallStrip(
                    game,
                    self._ask_correction,
                    tooltip=text("caller.correct"),
                    share=1,
                    id="strip",
                ),
                pad=(0, 0, 58, 0),
            ),
            gap=6,
            pad=(58, 28, 0, 22),
        )

    def _news(self) -> Widget:
        """Return the latest message; without one the computers that play, or a caption of the
        calls.
        """
        toast, text, game = self._toast, self.context.text, self.game
        if toast.is_shown:
            ink: Ink = "bad" if toast.is_bad else "good"
            return Text(toast.words, "strong", ink, lines=2, share=1)
        computers = [player for player in game.players if player.bot is not None]
        if not computers:
            return Text(text("caller.so_far"), "body", lines=1, share=1)
        name = write_list(self.context.catalogue, [player.name for player in computers])
        return Row(
            computer_picture(self.context, computers[0].bot or ""),
            Text(text("caller.company", name=name), "strong", lines=2),
            Text(text("caller.company_later"), "body", lines=2, share=1),
            gap=16,
            share=1,
        )

    def _icons(self) -> Iterator[Widget]:
        """Yield the small buttons, each with its key."""
        text = self.context.text
        is_muted = self.context.preferences.is_muted
        sound = Icon.MUTED if is_muted else Icon.SOUND
        for icon, name, press, action in (
            (Icon.UNDO, "take_back", self.take_back, Action.TAKE_BACK),
            (Icon.PEN, "correct", self._correct_last, Action.NEXT_TILE),
            (Icon.HEX, "boards", self._open_boards, None),
            (sound, "sound", self._toggle_sound, Action.MUTE),
            (Icon.FULLSCREEN, "fullscreen", ToggleFullscreen, Action.FULLSCREEN),
            (Icon.CLOSE, "leave", self._leave, Action.CANCEL),
        ):
            cap = _BOARDS.upper() if action is None else action_key(self.context, action)
            about = text("settings.muted" if is_muted and icon is sound else f"caller.{name}")
            is_idle = name in _ABOUT_CALLS and not self.game.calls
            yield IconButton(
                icon,
                press,
                tooltip=text("caller.with_key", name=about, key=cap) if cap else about,
                why_disabled=text("caller.nothing_called") if is_idle else None,
                size=46,
                across=46,
                id=name,
                shortcut=action,
            )

    # words

    def _next_words(self) -> str:
        match self.control.phase:
            case CallerPhase.READY:
                return self.context.text("caller.first")
            case CallerPhase.OVER:
                return self.context.text("caller.enter_boards")
            case CallerPhase.CALLING:
                return self.context.text("caller.next")

    def _heading(self) -> str:
        game, text = self.game, self.context.text
        number, calls = len(game.calls), len(game.rules.call_sizes)
        if not number:
            return edition_name(self.context, game.setup.edition, game.rules)
        if game.rules.rounds == 1:
            return text("caller.call", call=number, calls=calls)
        return text("caller.round_call", round=game.round_index + 1, call=number, calls=calls)

    def _name(self, tile: Tile) -> str:
        return tile_name(self.context, self.game.rules, tile)

    def _words(self, tiles: Iterable[Tile]) -> str:
        return "; ".join(tile_words(self.context, self.game.rules, tile) for tile in tiles)

    def read(self, topic: Topic) -> str:
        game = self.game
        match topic:
            case Topic.HEADING | Topic.NOW:
                sentences = [self._heading()]
                if game.calls:
                    tiles = self._words(game.calls[-1])
                    sentences.append(self.context.text("heard.spoken.called", tiles=tiles))
                else:
                    sentences.append(self.context.text(self._ready_key()))
                if self.control.left is not None:
                    sentences.append(spoken_time(self.context, self.control.left))
                if topic is Topic.NOW:
                    sentences += [self.form.read(), self.form.read_hint()]
                return as_sentences(sentences)
            case Topic.BOARD | Topic.LINES | Topic.SCORE:
                calls = map(self._words, game.calls)
                return as_sentences((self.context.text("caller.so_far"), *calls))
            case Topic.FOCUS:
                return self.form.read()
            case Topic.HINT:
                return self.form.read_hint(is_asked=False)
            case Topic.HERE | Topic.ENDS:
                return as_sentences((self.form.read(), self.form.read_hint()))

    # actions

    def go_on(self) -> Navigation | None:
        """Make the next call; after the last one open the boards."""
        if self.control.phase is CallerPhase.OVER:
            return self._open_boards()
        if self.game.pace.is_drawn_here:
            self._call(self.game.draw())
            return None
        count = self.game.next_size
        title = partial(self.context.text, "caller.which_drawn", count=count)
        rules, bag = self.game.rules, self.game.bag
        return Push(TilePicker(self.context, rules, bag, count, title, self._call))

    def _call(self, tiles: tuple[Tile, ...]) -> None:
        self.control.call(tiles)
        self._show_call()

    def _show_call(self) -> None:
        """Turn the tiles over; their numbers appear after the faces."""
        tiles = self.game.calls[-1]
        turn_tiles(self.context, self._timeline, tiles, self._words(tiles))
        self._toast.fade()
        self.renew()

    def take_back(self) -> None:
        """Put the last call back into the bag; the next call draws the same tiles."""
        tiles = self.game.calls[-1]
        self.control.take_back()
        self._timeline.finish()
        self.context.sound.play(Sound.TAKE_BACK)
        names = write_list(self.context.catalogue, [*map(self._name, tiles)])
        self._toast.show(self.context.text("caller.taken_back", tiles=names))

    def _correct_last(self) -> Navigation:
        return self._ask_correction(self.game.called[-1])

    def _ask_correction(self, old: Tile) -> Navigation:
        """Ask which tile was really drawn instead of `old`."""

        def correct(tiles: tuple[Tile, ...]) -> None:
            (new,) = tiles
            was_last = old in self.game.calls[-1]
            self.game.correct(old, new)
            if was_last:
                self._show_call()
            words = self.context.text("caller.corrected", old=self._name(old), new=self._name(new))
            self._toast.show(words)
            # The next key press makes the next call.
            self.focus(MAIN)

        title = partial(self.context.text, "caller.which_instead", tile=self._name(old))
        rules, bag = self.game.rules, self.game.bag
        return Push(TilePicker(self.context, rules, bag, 1, title, correct))

    def _toggle_sound(self) -> None:
        change_settings(self.context, is_muted=not self.context.preferences.is_muted)

    def _open_boards(self) -> Navigation | None:
        if not self.game.calls:
            self.context.sound.play(Sound.REFUSE)
            self._toast.show(self.context.text("caller.nothing_called"), is_bad=True)
            return None
        return Push(self.context.routes.board_entry(self.game))

    def _leave(self) -> Navigation:
        """Ask whether to leave, and whether the game can be resumed later."""
        context, text = self.context, self.context.text
        return Push(
            Dialog(
                context,
                text("caller.leave_title"),
                saved_words(context, "caller.leave_body"),
                (
                    DialogChoice(
                        text("caller.leave_later"), partial(to_title, context), Look.PRIMARY
                    ),
                    DialogChoice(
                        text("caller.leave_end"), partial(drop_match, context), Look.DANGER
                    ),
                    DialogChoice(text("caller.stay")),
                ),
            )
        )

    def react(self, intent: Intent) -> Navigation | None:
        match intent:
            case Command(text=sign, is_repeat=False) if sign.lower() == _BOARDS:
                return self._open_boards()
            case Command(text=sign, is_repeat=False) if (
                sign.lower() == _PAUSE and self.control.has_clock
            ):
                self.control.pause()
                return None
            case CloseAsked() | Command(Action.QUIT):
                return Quit()
            case _:
                return super().react(intent)

    # time

    def enter(self) -> None:
        self.context.sound.follow(MusicCue(Mood.TABLE))
        self.control.uncover()
        super().enter()

    def leave(self) -> None:
        super().leave()
        self.control.cover()
        self._timeline.finish()

    def animate(self, dt: float) -> Pulse:
        needs_frame = toast_problem(self.context, self._toast) or self._toast.expire(dt)
        if needs_frame:
            self.renew()
        needs_frame |= self._timeline.advance(dt)
        self.game.poll_bots()
        match self.control.poll():
            case CallerEvent.DUE:
                self._call(self.game.draw())
                needs_frame = True
            case CallerEvent.TICK:
                self.context.sound.play(Sound.TICK, step=math.ceil(self.control.left or 0))
            case CallerEvent.NOTHING:
                pass
        was, self._ring = self._ring, self._ring_now()
        return ANIMATING if needs_frame or was != self._ring else STILL

    def _ring_now(self) -> tuple[int, str] | None:
        left, limit = self.control.left, self.game.pace.seconds
        if left is None or limit is None:
            return None
        return round(left / limit * RING_STEPS), clock_words(left)

    # the picture

    def _paint_calls(self, surface: pygame.Surface, area: Rect) -> None:
        """Paint the called tiles, with the clock's ring around them."""
        painter, calls = self.context.painter, self.game.calls
        if self._ring is not None:
            steps, words = self._ring
            draw_clock(surface, painter, area, steps / RING_STEPS, words)
        turned = self._timeline.value("turn")
        draw_tiles(surface, painter, area, calls[-1] if calls else (), turned)

    def _paint_numbers(self, surface: pygame.Surface, room: Rect) -> None:
        if self._timeline.value("turn") > 0.5:
            draw_numbers(surface, self.context, room, self.game.calls[-1])

    def _ready_key(self) -> str:
        if not self.game.pace.is_drawn_here:
            return "caller.ready_by_hand"
        return "caller.ready_clock" if self.control.has_clock else "caller.ready"
