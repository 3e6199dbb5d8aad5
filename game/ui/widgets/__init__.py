"""Widgets: buttons, choices, values, text fields, scrolling, dialogs.

Make them once, put them into the scene's `form` in tab order, `place` them in `resize`.
Labels may be functions, so that they follow a change of language.
"""

from game.ui.widgets.base import UNUSED, USED, OnPress, Outcome, PressResult, Widget, Words, say
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
    "WidgetScene",
    "Words",
    "say",
]
