"""The rows of actions with their keys and buttons, and the dialog that changes them."""

from functools import partial
from typing import Final

from game.ui.frame.bindings import RESERVED, Action, Bindings, is_pad
from game.ui.frame.context import Context
from game.ui.frame.intents import Command
from game.ui.frame.preferences import change_settings
from game.ui.frame.scene import Ignored, Navigation, Pop, Push, Refresh, Replace
from game.ui.parts import Dialog, DialogChoice, Picture, PressedPanel, Row, Text, Widget
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import key_name
from game.ui.widgets import Look

ACTION_NAMES: Final = {
    Action.CONFIRM: "confirm",
    Action.UP: "up",
    Action.DOWN: "down",
    Action.LEFT: "left",
    Action.RIGHT: "right",
    Action.TAKE_BACK: "take_back",
    Action.REDO: "redo",
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
"""The actions that can be bound, with their catalogue keys under `settings.action`, in order."""

_HELD: Final = ("shift", "ctrl", "alt", "meta", "gui", "lock", "mode")
"""Endings of the names of modifier and lock keys, which mean nothing alone."""


def key_row(context: Context, action: Action) -> Widget:
    """Return the row of an action with its keys and its button; pressing it asks for another."""
    keys = " · ".join(_key_names(context, action))
    return PressedPanel(
        lambda: Push(ask_for_key(context, action)),
        Row(
            Text(_words(context, action), "label", "ink", share=1),
            Text(keys or "–", "label", "ink_soft" if keys else "bad", align="right", lines=1),
            gap=14,
            share=1,
        ),
        Picture(
            lambda surface, room: surface.fill(context.painter.theme.palette.faint, room),
            size=2,
            least=1,
        ),
        pad=(0, 6, 0, 0),
    )


def _key_names(context: Context, action: Action) -> list[str]:
    """Return the names of two keys and a button, equal names once."""
    bindings = context.bindings
    names = [
        key_name(context, chord)
        for chord in bindings.keys(action)
        if not is_pad(chord) and not chord.startswith("[")
    ]
    shown = list(dict.fromkeys(names))[:2]
    button = bindings.shown(action, on_pad=True)
    return [*shown, key_name(context, button)] if button else shown


def _words(context: Context, action: Action) -> str:
    return context.text(f"settings.action.{ACTION_NAMES[action]}")


def ask_for_key(context: Context, action: Action) -> Dialog:
    """Return the dialog that waits for a key or button."""

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
    """Bind the key, or return a notice why it cannot be bound."""
    text, bindings = context.text, context.bindings
    other = bindings.chords.get(chord)
    name = key_name(context, chord)
    if chord in RESERVED or (other is not None and other not in ACTION_NAMES):
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
    # An action that loses its only key stays unbound.
    look = Look.PRIMARY if left else Look.DANGER
    choices = [
        DialogChoice(text("settings.capture.take"), partial(bind, context, changed), look),
        DialogChoice(text("settings.capture.leave")),
    ]
    title = partial(text, "settings.capture.conflict")
    return Replace(Dialog(context, title, f"{body}\n{then}", choices))


def bind(context: Context, bindings: Bindings) -> Navigation:
    """Apply and store the bindings, and rebuild all key hints."""
    change_settings(context, bindings=str(bindings))
    return Refresh()
