"""The page of actions, their keys and buttons, and how they are changed."""

from functools import partial
from typing import Final

import pygame

from game.ui.draw.painter import Painter
from game.ui.frame.bindings import RESERVED, Action, Bindings, is_pad
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Ignored, Navigation, Pop, Push, Refresh, Replace
from game.ui.layout.rects import Rect
from game.ui.parts import Dialog, DialogChoice
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import key_name
from game.ui.widgets import Look, PressResult, Widget

KEYS: Final = {
    Action.CONFIRM: "confirm",
    Action.UP: "up",
    Action.DOWN: "down",
    Action.LEFT: "left",
    Action.RIGHT: "right",
    Action.TAKE_BACK: "take_back",
    Action.NEXT_CALL: "next_call",
    Action.NEXT_TILE: "next_tile",
    Action.PAGE_DOWN: "page_down",
    Action.PAGE_UP: "page_up",
    Action.EXPLAIN: "explain",
    Action.COACH: "coach",
    Action.HELP: "help",
    Action.NEXT: "next",
    Action.PREVIOUS: "previous",
    Action.RESTART: "restart",
    Action.NEW_DEAL: "new_deal",
    Action.GIVE_UP: "give_up",
    Action.COPY: "copy",
    Action.MUTE: "mute",
    Action.MUSIC: "music",
    Action.SPEECH: "speech",
    Action.SAY_NOW: "say_now",
    Action.SAY_BOARD: "say_board",
    Action.SAY_LINES: "say_lines",
    Action.SAY_SCORE: "say_score",
    Action.SAY_HERE: "say_here",
    Action.SAY_AGAIN: "say_again",
    Action.FULLSCREEN: "fullscreen",
    Action.CANCEL: "cancel",
    Action.QUIT: "quit",
}
"""What can be bound, and its words under `settings.action`, in the order of the list."""

_HELD: Final = ("shift", "ctrl", "alt", "meta", "gui", "lock", "mode")
"""How the names end of keys that are held or switched, and mean nothing alone."""


class KeyCaps(Widget):
    """The keys and the button of an action as caps; pressed, it asks for another."""

    def __init__(self, context: Context, action: Action) -> None:
        super().__init__(self._ask)
        self._context = context
        self._action = action

    def _ask(self) -> PressResult:
        return Push(ask_for_key(self._context, self._action))

    def _caps(self) -> list[tuple[str, str]]:
        """Two keys and a button with their names; keys of the same name are one to a player."""
        context, bindings = self._context, self._context.bindings
        keys = {
            key_name(context, chord): chord
            for chord in reversed(bindings.keys(self._action))
            if not is_pad(chord) and not chord.startswith("[")
        }
        caps = [(chord, name) for name, chord in reversed(keys.items())][:2]
        button = bindings.shown(self._action, on_pad=True)
        if button:
            caps.append((button, key_name(context, button)))
        return caps or [("", "–")]

    def draw(self, surface: pygame.Surface, painter: Painter) -> None:
        p = painter.theme.palette
        style = painter.theme.type.caption
        fill = p.raised_press if self.is_pressed else p.raised_hover if self.is_hovered else p.panel
        painter.box(surface, self.rect, fill, p.panel_edge)
        right = self.rect.right - painter.px(8)
        for chord, name in reversed(self._caps()):
            width = painter.text_width(name, style) + painter.px(20)
            cap = Rect(right - width, self.rect.y, width, self.rect.h).inset(0, painter.px(7))
            # Buttons are round, keys are square.
            radius = cap.h // 2 if is_pad(chord) else painter.px(6)
            edge = p.raised_edge if chord else p.bad
            painter.box(surface, cap, p.raised, edge, radius=radius)
            ink = p.ink if chord else p.bad
            painter.text(surface, name, cap.centre, style.coloured(ink), "centre")
            right = cap.x - painter.px(6)


def _words(context: Context, action: Action) -> str:
    return context.text(f"settings.action.{KEYS[action]}")


def ask_for_key(context: Context, action: Action) -> Dialog:
    """The question that the next key or button answers."""

    def take(command: Command) -> Navigation | None:
        if command.is_repeat or not command.chord or command.key.endswith(_HELD):
            return Ignored()
        if command.key == "escape":
            return Pop()
        return _answer(context, action, command.chord)

    body = partial(context.text, "settings.capture.ask")
    leave = DialogChoice(context.text("settings.capture.leave"))
    return Dialog(context, partial(_words, context, action), body, [leave], on_command=take)


def _answer(context: Context, action: Action, chord: str) -> Navigation:
    """Bind it, or say what stands against it."""
    text, bindings = context.text, context.bindings
    other = bindings.chords.get(chord)
    name = key_name(context, chord)
    if chord in RESERVED or (other is not None and other not in KEYS):
        return Replace(notice(context, text("settings.capture.reserved", key=name)))
    if not bindings.can_take(action, chord):
        assert other is not None
        words = _words(context, other)
        return Replace(notice(context, text("settings.capture.essential", key=name, action=words)))
    changed = bindings.bind(action, chord)
    if other is None or other is action:
        return Pop(bind(context, changed))
    words, left = _words(context, other), changed.shown(other, on_pad=is_pad(chord))
    body = text("settings.capture.taken", key=name, action=words)
    if left:
        then = text("settings.capture.swapped", key=key_name(context, left), action=words)
    else:
        then = text("settings.capture.lost", action=words)
    # What is left without any key cannot be done until it gets one.
    look = Look.PRIMARY if left else Look.DANGER
    choices = [
        DialogChoice(text("settings.capture.take"), partial(bind, context, changed), look),
        DialogChoice(text("settings.capture.leave")),
    ]
    title = partial(text, "settings.capture.conflict")
    return Replace(Dialog(context, title, f"{body}\n{then}", choices))


def bind(context: Context, bindings: Bindings) -> Navigation:
    """Apply and store the bindings; all hints are written anew."""
    change_settings(context, bindings=str(bindings))
    return Refresh()
