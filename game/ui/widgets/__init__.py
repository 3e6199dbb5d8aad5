"""Widgets: what is pressed, chosen, moved, typed into or scrolled, and the form that holds it.

A page makes them anew in its tree (`game.ui.parts`), which places them and hands them to the form.
The table makes its own once: their labels are functions, so that they follow the language.

    base      the base class: a rectangle that draws itself and answers intents
    form      focus, hover, capture, tooltips and full keyboard control
    scenes    the base classes of scenes: one that does nothing, one with a form
    buttons   with words, or with an icon alone
    choice    one of a few values side by side, or on and off
    values    a slider for amounts, a stepper for counts and grades
    field     a line of text
    scroll    an area for lists and long pages
    tiles     tiles to choose from, side by side
    static    words and key hints
    toast     short news that go away by themselves
"""

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
from game.ui.widgets.static import Explained, KeyHints, Label
from game.ui.widgets.toast import Toast
from game.ui.widgets.values import Slider, Stepper

__all__ = [
    "UNUSED",
    "USED",
    "Button",
    "Explained",
    "Form",
    "IconButton",
    "KeyHints",
    "Label",
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
