"""Widgets: what is pressed, chosen, moved, typed into or scrolled, and the form that holds it.

A page makes them anew in its tree (`game.ui.parts`), which places them and hands them to the form.
The table makes its own once: their labels are functions, so that they follow the language.
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
