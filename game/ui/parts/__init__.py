"""The parts of a page, as a tree: one order for drawing, for reading aloud and for the Tab key.

A page is a `PageScene` whose `page()` returns its tree:

    class GreetingScene(PageScene):
        def __init__(self, context: Context) -> None:
            super().__init__(context)
            self.name = context.preferences.player_name

        def page(self) -> Widget:
            text = self.context.text
            return self.headed(
                text("greeting.title"),
                Panel(
                    Text(text("greeting.about"), "heading"),
                    TextField(self.context, self.name, self._set_name),
                    Scroll(*(self._row(one) for one in self.guests), gap=8, share=1),
                    bool(self.name) and Button(text("greeting.go"), self._go, id=MAIN),
                    share=1,
                ),
                back=text("greeting.back"),
            )

The parts: `Row`, `PressedRow`, `Column`, `Cells` (a grid), `AlignedRows` (rows whose parts stand in
columns), `Over` (one on another), `Scroll`; `Panel` and `Box`, columns that are drawn, and
`PressedPanel`, one that is pressed as a whole; `Text`, `Picture` (painted by hand), `Sign` (an
icon), `Spacer`; and every widget. `headed` makes a page with its title, `lifted` a panel over what
lies below (`is_overlay`), `ask` a question. (`boxes` has the parts that contain others, `leaves`
the rest, `page` the base class, `dialog` the questions.)

What to know:

- **Lengths are units** (pixels at 1280×800). Along its container a part has its own length, or
  the one of `size=`; `share=` divides the room that is left and ignores what the part contains;
  `grow=` adds a share to its own length. `most=` limits its width; `across=` is its length across.
- **Words are plain text**, already in the player's language; a new language calls `page()` anew.
- `condition and Part(…)` leaves a part out and keeps the places of the others. The parts of a
  list that changes carry `id=`.
- **Parts persist.** A part that stood there before stays the same object and takes over the
  new one's arguments, all but its own state: a drag, a caret, the pointer over it. So store
  nothing that `page()` made; ask for a part by its `id` (`self.part("go")`).
- **What a part shows comes from the page**: a field shows the text that `page()` gives it, so
  `on_change` must store what was typed; otherwise the next renewal shows the old text again.
- **Renewal is automatic** after every input that was used, on `resize`, and when what covered the
  page is gone; `animate` alone returns `redraw()` when something came from elsewhere.
- `page()` reads no files and asks no engine: `__init__`, `enter` or a controller does.
- `id=MAIN` comes first in tab order and has the focus first; `shortcut=` presses a part by a key;
  `self.rest` names the part that has the focus once a text field is left.
- **Reading aloud** follows the tree: the title and `id=QUESTION` when the page comes; by keys that
  and the focus, the whole page, the panel of the focus, and the parts whose ids are `counted`. A
  row that begins with a `Text` is one sentence, the label first; `AlignedRows(has_head=True)` says
  a column's name before each value. `reads=` says what a picture or a ladder shows; `explain=`
  lets a number be explained; a part with `live=True` is read aloud when it changes by itself.
- **Too little room**: scrollers give way first, then a panel's words shrink together, and those of
  the others in its cells or `even` row with them, never below their size at 100 %, then the panel
  scrolls. Say `share=` for what may be of any height.
"""

from game.ui.parts.boxes import (
    AlignedRows,
    Box,
    Cells,
    Column,
    Maybe,
    Over,
    Panel,
    PressedPanel,
    PressedRow,
    Row,
    Scroll,
)
from game.ui.parts.dialog import Dialog, DialogChoice, ask
from game.ui.parts.leaves import Ink, Picture, Sign, Spacer, Style, Text, coloured
from game.ui.parts.page import PageScene
from game.ui.widgets.base import MAIN, QUESTION, SILENT, Widget, WidgetOptions

__all__ = [
    "MAIN",
    "QUESTION",
    "SILENT",
    "AlignedRows",
    "Box",
    "Cells",
    "Column",
    "Dialog",
    "DialogChoice",
    "Ink",
    "Maybe",
    "Over",
    "PageScene",
    "Panel",
    "Picture",
    "PressedPanel",
    "PressedRow",
    "Row",
    "Scroll",
    "Sign",
    "Spacer",
    "Style",
    "Text",
    "Widget",
    "WidgetOptions",
    "ask",
    "coloured",
]
