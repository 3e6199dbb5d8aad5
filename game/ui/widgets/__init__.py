"""Widgets that are pressed, chosen, moved, typed into or scrolled, and the form that holds them.

    base, form, scenes    a rectangle that draws itself and answers intents; focus, hover and
                          tooltips of all of them; the base classes of scenes
    buttons, choice       words or an icon; one of a few values, or on and off
    values, field         a slider or a stepper; a line of text
    scroll, tiles         an area for long content; tiles to choose from
    static                key hints

A page makes widgets in its tree (`game.ui.parts`), which places them and hands them to the form.
A click goes from the form to the widget under it, whose callback returns a navigation.
"""

from game.ui.frame.toast import Toast
from game.ui.widgets.base import (
    UNUSED,
    USED,
    OnPress,
    Outcome,
    PressResult,
    Widget,
    WidgetOptions,
    Words,
    say,
)
from game.ui.widgets.buttons import Button, IconButton, Look
from game.ui.widgets.choice import Segmented, Toggle
from game.ui.widgets.field import TextField
from game.ui.widgets.form import Form
from game.ui.widgets.scenes import WidgetScene
from game.ui.widgets.scroll import ScrollArea
from game.ui.widgets.static import KeyHints
from game.ui.widgets.values import Slider, Stepper

__all__ = [
    "UNUSED",
    "USED",
    "Button",
    "Form",
    "IconButton",
    "KeyHints",
    "Look",
    "OnPress",
    "Outcome",
    "PressResult",
    "ScrollArea",
    "Segmented",
    "Slider",
    "Stepper",
    "TextField",
    "Toast",
    "Toggle",
    "Widget",
    "WidgetOptions",
    "WidgetScene",
    "Words",
    "say",
]
